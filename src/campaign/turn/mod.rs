//! The campaign turn: a battle as a state machine over the rulebook's sequence (CAMP-12).
//!
//! Challenge, initiative, orders, scenario, location, size, fleets, sub-plots. A step out of order is refused with the
//! step that is due.

pub(super) mod challenge;
pub mod defences;
pub mod fleets;
pub mod initiative;
pub mod location;
#[allow(clippy::wildcard_enum_match_arm, reason = "a new scenario is judged by its own rules")]
pub(super) mod orders;
pub mod plots;
pub mod report;
#[allow(clippy::wildcard_enum_match_arm, reason = "a new scenario is judged by its own rules")]
pub mod scenario;
#[allow(clippy::wildcard_enum_match_arm, reason = "a new scenario is judged by its own rules")]
pub mod set_up;
pub mod size;
pub mod under_way;
pub mod victory;

use serde::{Deserialize, Serialize};

pub use super::state::battle::{Agreement, Battle, Confirmation, Ending, Fielded, Side, Step, Work};
pub(super) use super::steps::{at_step, sides};
use crate::text::words;

words! {
    /// Raid, major raid or battle (PIRATE-01).
    MissionClass {
        /// 500 to 750 points, from the Raids table.
        Raid = "raid",
        /// 750 to 1,500 points, from the Raids table.
        MajorRaid = "major raid",
        /// 750 to 1,500 points, from the Battles table.
        Battle = "battle",
    }
}

impl MissionClass {
    /// Least and most points.
    #[must_use]
    pub const fn range(self) -> (u32, u32) {
        match self {
            Self::Raid => (500, 750),
            Self::MajorRaid | Self::Battle => (750, 1500),
        }
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BySide<T> {
    /// The attacker's.
    pub attacker: T,
    /// The defender's.
    pub defender: T,
}

impl<T> BySide<T> {
    /// Both, the attacker first (CAMP-13).
    pub fn both(&self) -> [&T; 2] {
        [&self.attacker, &self.defender]
    }
}

/// A convoy (SCEN-65, SCEN-67).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Convoy {
    /// Transports of the defender.
    pub transports: u32,
    /// Rolls on the attackers' table.
    pub attackers: Vec<u8>,
}
