//! The notation of a battle: a situation as text, read with every problem at once and written back alike.
//!
//! `tests/rules/README.md` explains the form for people. What lies on the table comes first; what is under way (a move,
//! a volley, decisions) follows, so that a battle can be put down in the middle of an attack.
// A new variant is met where it matters, not passed over.
#![warn(clippy::wildcard_enum_match_arm)]
// What a list has no room for is never passed over in silence.
#![deny(clippy::let_underscore_must_use, clippy::unused_result_ok)]
#![expect(clippy::cast_possible_truncation, reason = "a battle that holds more ships than an id counts is refused")]

mod agenda;
mod battle_file;
mod check;
mod defences;
mod entrant;
mod feats;
mod flights;
mod forts;
pub mod ground;
mod mission;
pub mod older;
mod ordnance;
mod plots;
mod read;
mod rows;
mod setup;
mod ship;
mod told;
mod under_way;
mod values;
mod write;

pub use battle_file::{BattleFile, read_battle, write_battle};
pub use entrant::Entrant;
pub use read::read;
pub use setup::Setup;
pub use write::write;

use crate::battle::gothic::state::Battle;
use crate::battle::gothic::state::roster::Roster;

/// A battle with the names and figures that belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// What never changes.
    pub roster: Roster,
    /// What does.
    pub battle: Battle,
}

/// A name for a battle as it stands: the hash of what is written of it.
#[must_use]
pub fn digest(roster: &Roster, battle: &Battle) -> String {
    blake3::hash(write(roster, battle).as_bytes()).to_hex().to_string()
}
