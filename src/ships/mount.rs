//! Weapons as they are mounted: where, which way they fire, and how strong they are.

use super::class::Arc;
use super::gun::Gun;
use crate::table::geometry::{Heading, Length, Point, Quarter, quarters_of};
use crate::text::words;

words! {
    /// Where a weapon is mounted, for the critical hits table (CRIT-10).
    Location {
        /// Dorsal, and keel or unnamed mounts of a ship with the common table.
        Dorsal = "dorsal",
        /// Keel or unnamed mounts of an Eldar ship.
        Keel = "keel",
        /// Right side.
        Starboard = "starboard",
        /// Left side.
        Port = "port",
        /// Front.
        Prow = "prow",
        /// Stern and aft: on no table but that of space hulks.
        Stern = "stern",
        /// The basilica of a star fort, which its quadrants share.
        Basilica = "basilica",
    }
}

/// A set of fire arcs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arcs(u8);

impl Arcs {
    /// Every arc, as of area effects and satellites.
    pub const ALL: Self = Self(0b1111);
    /// The front alone.
    pub const FRONT: Self = Self(1 << Quarter::Front as u8);

    pub(crate) fn of(arcs: &[Arc]) -> Self {
        Self(arcs.iter().fold(0, |set, arc| {
            set | match arc {
                // A quadrant of a star fort points outward.
                Arc::Front | Arc::Quadrant => 1 << Quarter::Front as u8,
                Arc::Right => 1 << Quarter::Right as u8,
                Arc::Rear => 1 << Quarter::Rear as u8,
                Arc::Left => 1 << Quarter::Left as u8,
            }
        }))
    }

    /// Whether a place lies in one of the arcs of a ship (SHOOT-03).
    #[must_use]
    pub fn bear(self, ship: Point, heading: Heading, place: Point) -> bool {
        self.hold(quarters_of(ship, heading, place))
    }

    /// Whether one of the arcs is among the quarters of a place, or of the ship's own place, which is in all.
    #[must_use]
    pub fn hold(self, quarters: Option<(Quarter, Quarter)>) -> bool {
        let bit = |quarter: Quarter| 1 << quarter as u8;
        quarters.map_or(self.0 != 0, |(one, other)| self.0 & (bit(one) | bit(other)) != 0)
    }

    /// The arcs in the set.
    pub fn iter(self) -> impl Iterator<Item = Quarter> {
        [Quarter::Front, Quarter::Right, Quarter::Rear, Quarter::Left]
            .into_iter()
            .filter(move |arc| self.0 & (1 << *arc as u8) != 0)
    }
}

/// A strength that is rolled for each use, such as `2D6+2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// How many dice.
    pub dice: u8,
    /// Whether a die counts half, rounded up: a D3 (DICE-02).
    pub halved: bool,
    /// What is added.
    pub plus: u8,
    /// Whether all of it counts half, rounded up (PLOT-37).
    pub weak: bool,
}

impl Rolled {
    /// Reads `D6`, `D3+1`, `2D6+6`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (dice, plus) = text.split_once('+').unwrap_or((text, "0"));
        let (count, sides) = dice.split_once('D')?;
        let halved = match sides {
            "6" => false,
            "3" => true,
            _ => return None,
        };
        let count = if count.is_empty() { "1" } else { count };
        Some(Self { dice: count.parse().ok()?, halved, plus: plus.parse().ok()?, weak: false })
    }

    /// The strength that faces give.
    #[must_use]
    pub fn total(self, faces: &[u8]) -> u8 {
        let worth = |face: &u8| if self.halved { face.div_ceil(2) } else { *face };
        self.left_of(faces.iter().map(worth).sum::<u8>() + self.plus)
    }

    /// The most it can be.
    #[must_use]
    pub const fn most(self) -> u8 {
        self.left_of(self.dice * if self.halved { 3 } else { 6 } + self.plus)
    }

    const fn left_of(self, whole: u8) -> u8 {
        if self.weak { whole.div_ceil(2) } else { whole }
    }
}

/// A weapon as the engine fires it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mount {
    /// Name on the data sheet.
    pub name: String,
    /// Where it sits.
    pub location: Location,
    /// What it is.
    pub gun: Gun,
    /// Range, or speed of ordnance.
    pub range: Length,
    /// Firepower or strength; the most it can be when it is rolled.
    pub strength: u8,
    /// How it is rolled for each use, where it is.
    pub rolled: Option<Rolled>,
    /// Where it fires.
    pub arcs: Arcs,
}
