//! Situations and battles of the older game as text: read with every problem at once, written back alike.
//!
//! `tests/rules/older.md` explains the form for people.

mod codes;
mod read;
mod ship;
mod under_way;
mod write;

pub use read::{read, read_in};
pub use write::write;

use crate::battle::space_fleet::state::Battle;
use crate::battle::space_fleet::state::roster::Roster;

/// A battle with the names and classes that belong to it.
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
