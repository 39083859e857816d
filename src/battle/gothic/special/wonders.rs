//! What space hulks, star forts and the peoples beyond the first five do by rules of their own, in words.

use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Critical, FeatureKind, ShipId, Unit};

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wonder {
    /// Something is torn off a space hulk.
    Torn(ShipId, Critical),
    /// A space hulk with damaged thrusters rolls to turn.
    Steers(ShipId, u8, bool),
    /// A space hulk leaves this behind.
    Wreckage(ShipId, FeatureKind),
    /// A star fort rolls for its end.
    FortEnds(ShipId, u8),
    /// A hit-and-run attack on a ship that did nothing is rolled again.
    RaidsAgain(ShipId, u8),
    /// The dead aboard a ship do nothing but move.
    Silent(ShipId),
}

impl Wonder {
    pub(super) fn tell(self, roster: &Roster) -> String {
        let name = |ship: ShipId| roster.unit_name(Unit::Ship(ship));
        match self {
            Self::Torn(ship, Critical::Thrusters) => format!("{}: thrusters damaged (HULK-04)", name(ship)),
            Self::Torn(ship, what) => format!("{}: part of the {what} is torn off (HULK-04)", name(ship)),
            Self::Steers(ship, face, turns) => {
                let result = if turns { "it turns" } else { "it goes straight on" };
                format!("{} rolls {face} to turn: {result} (HULK-04)", name(ship))
            }
            Self::Silent(ship) => format!("the dead aboard {} do nothing but move (ELDAR-24)", name(ship)),
            Self::RaidsAgain(ship, face) => format!("the raiders of {} roll again: {face} (MECH-02)", name(ship)),
            Self::FortEnds(ship, face) => {
                let end = match face {
                    1 | 2 => "a wreck is left",
                    3 => "it collapses into an asteroid field",
                    4 | 5 => "its reactors melt down",
                    _ => "its warp engines implode",
                };
                format!("the fort of {} rolls {face}: {end} (FORT-03)", name(ship))
            }
            Self::Wreckage(ship, FeatureKind::Rift) => format!("{} leaves a warp rift behind (HULK-06)", name(ship)),
            Self::Wreckage(ship, kind) => format!("{} leaves {kind} behind (HULK-06)", name(ship)),
        }
    }
}
