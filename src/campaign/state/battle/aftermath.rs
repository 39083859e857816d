//! What the aftermath of a battle still has to settle (CAMP-13).

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::campaign::state::VesselId;
use crate::campaign::state::grant::Grant;
use crate::campaign::turn::BySide;
use crate::campaign::turn::report::Role;

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
    /// The day from which each side declares for itself; absent in battles of an older program, whose sides declared
    /// together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<NaiveDate>,
    /// Crews that advance, and whose owner has not said whether in Leadership or in skill (XP-02).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advances: Vec<VesselId>,
    /// Sides that have said whom their veteran trainers train (APPEAL-13).
    #[serde(default, skip_serializing_if = "is_neither")]
    pub trained: BySide<bool>,
    /// Sides that have declared their appeals, if only that they make none (APPEAL-03).
    #[serde(default, skip_serializing_if = "is_neither")]
    pub declared: BySide<bool>,
    /// Sides that have nothing left to settle.
    #[serde(default, skip_serializing_if = "is_neither")]
    pub finished: BySide<bool>,
}

/// Whether a mark is that of neither side.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
fn is_neither(marks: &BySide<bool>) -> bool {
    !marks.attacker && !marks.defender
}

impl Aftermath {
    /// Whether a side has made its appeals, together with the other or for itself.
    #[must_use]
    pub fn has_appealed(&self, role: Role) -> bool {
        self.appealed || *self.declared.of(role)
    }
}
