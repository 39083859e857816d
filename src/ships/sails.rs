//! Speeds of ships under solar sail.

use crate::table::edge::Edge;
use crate::table::geometry::{Heading, Length};

/// Speeds by the direction of the sun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sails {
    ahead: Length,
    astern: Length,
    abeam: Length,
}

impl Sails {
    /// The speeds of a data sheet: with the sun ahead, astern and abeam.
    pub(crate) fn of(bands: &[u32]) -> Option<Self> {
        let &[ahead, astern, abeam] = bands else { return None };
        let [ahead, astern, abeam] =
            [ahead, astern, abeam].map(|band| Length::cm(i32::try_from(band).unwrap_or_default()));
        Some(Self { ahead, astern, abeam })
    }

    /// The sails of a ship that is so much faster.
    pub(crate) fn faster(self, by: Length) -> Self {
        let more = |band: Length| (band + by).max(Length::ZERO);
        Self { ahead: more(self.ahead), astern: more(self.astern), abeam: more(self.abeam) }
    }

    /// The sails of a ship that takes the sun ahead for astern, and the sun astern for abeam (REFIT-27).
    pub(crate) fn shifted(self) -> Self {
        Self { ahead: self.astern, astern: self.abeam, abeam: self.abeam }
    }

    /// The speed with the best wind.
    #[must_use]
    pub(crate) fn fastest(self) -> Length {
        self.ahead.max(self.astern).max(self.abeam)
    }

    /// The speed on a heading. The sun lies square to its edge; on the line between two arcs the better speed counts.
    #[must_use]
    pub fn speed(&self, sunward: Option<Edge>, heading: Heading) -> Length {
        let Some(edge) = sunward else { return self.ahead.min(self.astern) };
        match heading.turn_to(edge.heading()).abs() {
            ..45 => self.ahead,
            45 => self.ahead.max(self.abeam),
            46..135 => self.abeam,
            135 => self.abeam.max(self.astern),
            _ => self.astern,
        }
    }
}
