//! What the aftermath of a battle still has to settle (CAMP-13).

use serde::{Deserialize, Serialize};

use crate::campaign::state::grant::Grant;
use crate::campaign::turn::BySide;

/// What the aftermath of a battle still has to settle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aftermath {
    /// The attacker may count the raided system as his own this turn (SPOILS-04).
    pub raided: bool,
    /// Repair points to spend; `None` before they are counted.
    pub repair_points: BySide<Option<u32>>,
    /// Extra repair points of fleets that earn them instead of skills (XP-16).
    pub repair_bonus: BySide<u32>,
    /// Repairs and withdrawals are done.
    pub repaired: BySide<bool>,
    /// Appeals are made; what was granted waits to be taken.
    pub appealed: bool,
    /// Granted appeals not yet taken.
    pub grants: Vec<Grant>,
    /// Renown for playing that the round of pairings promised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playing_bonus: Option<i32>,
}
