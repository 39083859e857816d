//! What a granted appeal brings for a battle or for good.

use crate::campaign::state::{BattleId, VesselId};
use serde::{Deserialize, Serialize};

/// What an other appeal gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Boon {
    /// Slug of the result.
    pub id: String,
    /// What it does.
    pub effect: String,
    /// The vessel it was given to.
    pub vessel: Option<VesselId>,
    /// Used up by the next game (APPEAL-14).
    pub next_game: bool,
    /// The battle after which it was granted.
    pub battle: BattleId,
    /// Ships that its owner has still to name.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub waits: u32,
    /// Ships lent for the next game (APPEAL-15).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lent: Vec<Lent>,
}

impl Boon {
    /// A result for nobody in particular, for the rest of the campaign.
    #[must_use]
    pub fn new(id: &str, effect: &str, battle: BattleId) -> Self {
        Self {
            id: id.to_owned(),
            effect: effect.to_owned(),
            vessel: None,
            next_game: false,
            battle,
            waits: 0,
            lent: Vec::new(),
        }
    }
}

impl Boon {
    /// Whether a game has spent it: one for the next game, granted after an earlier one (APPEAL-14). It is struck off
    /// when the game is closed, and can be had again before.
    #[must_use]
    pub fn is_spent_by(&self, game: BattleId) -> bool {
        self.next_game && self.battle != game
    }
}

/// A guest: free, on no register, worth its list value to the enemy (APPEAL-15).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lent {
    /// Name of the class.
    pub name: String,
    /// List value.
    pub points: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}
