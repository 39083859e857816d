//! Charts of the ground war. What the sheet prints, and what it lost with our ruling, in one place.

use crate::table::geometry::Length;
use crate::text::words;

use super::kinds::{Kind, Type};

words! {
    /// Kinds of terrain (EP-MOVE-09).
    Terrain {
        /// Five more for who stays on it (EP-MOVE-08).
        Road = "road",
        /// Does nothing.
        Slope = "slope",
        /// 6+ cover.
        Scrub = "scrub",
        /// 5+ cover.
        Woods = "woods",
        /// 4+ cover.
        Ruins = "ruins",
        /// 4+ cover; no vehicles.
        Buildings = "buildings",
        /// 4+ cover; no vehicles but war engines.
        Jungle = "jungle",
        /// 3+ cover; no war engines.
        Fortification = "fortification",
        /// 6+ cover, dangerous to all.
        Marsh = "marsh",
        /// 6+ cover, dangerous to infantry; no vehicles.
        River = "river",
        /// Nobody.
        Cliff = "cliff",
    }
}

/// What terrain does to who moves in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Going {
    /// Nothing.
    Easy,
    /// A test (EP-MOVE-10).
    Dangerous,
    /// No way through.
    Impassable,
}

impl Terrain {
    /// The infantry's cover save.
    #[must_use]
    pub const fn cover(self) -> Option<u8> {
        match self {
            Self::Road | Self::Slope | Self::Cliff => None,
            Self::Scrub | Self::Marsh | Self::River => Some(6),
            Self::Woods => Some(5),
            Self::Ruins | Self::Buildings | Self::Jungle => Some(4),
            Self::Fortification => Some(3),
        }
    }

    /// What it does to a type that moves in it. Mounted units are vehicles here (EP-SPEC-10); a landed aircraft too (EP-AIR-17).
    // Ruling: what the chart leaves to the scenario (vehicles in fortifications) is open to them.
    #[must_use]
    pub const fn going(self, of: Type) -> Going {
        let infantry = matches!(of, Type::Infantry);
        let engine = matches!(of, Type::WarEngine);
        match self {
            Self::Road | Self::Slope | Self::Scrub => Going::Easy,
            Self::Woods | Self::Ruins => {
                if infantry {
                    Going::Easy
                } else {
                    Going::Dangerous
                }
            }
            Self::Buildings => {
                if infantry {
                    Going::Easy
                } else {
                    Going::Impassable
                }
            }
            Self::Jungle => {
                if infantry {
                    Going::Easy
                } else if engine {
                    Going::Dangerous
                } else {
                    Going::Impassable
                }
            }
            Self::Fortification => {
                if engine {
                    Going::Impassable
                } else {
                    Going::Easy
                }
            }
            Self::Marsh => Going::Dangerous,
            Self::River => {
                if infantry {
                    Going::Dangerous
                } else if engine {
                    Going::Easy
                } else {
                    Going::Impassable
                }
            }
            Self::Cliff => Going::Impassable,
        }
    }

    /// Whether it blocks sight beyond its first 10 (EP-SHOOT-02).
    // Ruling: the sheet has no chart of it; what stands higher than a unit does.
    #[must_use]
    pub const fn blocks_sight(self) -> bool {
        matches!(self, Self::Woods | Self::Ruins | Self::Buildings | Self::Jungle | Self::Fortification)
    }
}

/// A row of the barrage chart (EP-BARR-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Barrage {
    /// Score against what AP hits.
    pub ap: u8,
    /// Score against what AT hits.
    pub at: u8,
    /// Templates beside the first.
    pub templates: u8,
    /// Markers beside the first.
    pub markers: u8,
}

/// The row of so many barrage points; above 18 the last.
#[must_use]
pub const fn barrage(points: u32) -> Barrage {
    let (ap, at, templates, markers) = match points {
        ..=1 => (6, 6, 0, 0),
        2 => (5, 6, 0, 0),
        3 => (4, 6, 0, 0),
        4 | 5 => (4, 5, 1, 0),
        6 | 7 => (4, 5, 1, 1),
        8 | 9 => (4, 5, 2, 1),
        10..=12 => (4, 5, 2, 2),
        13..=15 => (4, 5, 2, 3),
        16.. => (4, 5, 2, 4),
    };
    Barrage { ap, at, templates, markers }
}

/// The score that the second die needs when more than 6 is needed (EP-SHOOT-06); `None` where nothing hits.
#[must_use]
pub const fn beyond_six(needs: i32) -> Option<u8> {
    match needs {
        7 => Some(4),
        8 => Some(5),
        9 => Some(6),
        _ => None,
    }
}

/// How far a defender counter-charges (EP-ASLT-04).
#[must_use]
pub fn counter_charge(speed: Length) -> Length {
    if speed >= Length::cm(30) {
        Length::cm(10)
    } else if speed > Length::ZERO {
        Length::cm(5)
    } else {
        Length::ZERO
    }
}

/// The most units that may touch a defender (EP-ASLT-03).
#[must_use]
pub const fn most_in_contact(kind: &Kind) -> u8 {
    if kind.is_engine() { 2 * kind.capacity } else { 2 }
}

/// The radius of an ordinary template: 7.5 across (EP-BARR-06).
pub const TEMPLATE: Length = Length(3750);
/// The radius of an orbital template: 12 across (EP-SPACE-05).
pub const ORBITAL: Length = Length(6000);
/// Fire fights, support, the charge, withdrawal, control of objectives, drop zones (EP-ASLT, EP-BREAK-04, EP-WIN-03).
pub const NEAR: Length = Length(15_000);
/// Enemies so near hinder rallying (EP-END-02).
pub const RALLY: Length = Length(30_000);
/// The longest line of crossfire (EP-XFIRE-01).
pub const CROSSFIRE: Length = Length(45_000);
/// How far sight reaches into terrain (EP-SHOOT-02).
pub const INTO_TERRAIN: Length = Length(10_000);
/// Roads, consolidation, leaving a transport, cautious moves, commanders, coherency of teleporters.
pub const FIVE: Length = Length(5_000);
/// The least range of indirect fire, and the straight flight before a turn (EP-WPN-11, EP-AIR-10).
pub const THIRTY: Length = Length(30_000);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_and_scores_at_their_limits() {
        assert_eq!([0, 5, 25, 29, 30, 60].map(|cm| counter_charge(Length::cm(cm)).0 / 1000), [0, 5, 5, 5, 10, 10]);
        assert_eq!([6, 7, 8, 9, 10].map(beyond_six), [None, Some(4), Some(5), Some(6), None]);
        assert_eq!(
            [1, 2, 3, 5, 7, 9, 12, 15, 18, 40].map(|points| barrage(points).markers),
            [0, 0, 0, 0, 1, 1, 2, 3, 4, 4]
        );
    }
}
