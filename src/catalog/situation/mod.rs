//! The notation of a battle: a situation as text, read with every problem at once and written back alike.
//!
//! `tests/rules/README.md` explains the form for people. What lies on the table comes first; what is under way (a move,
//! a volley, decisions) follows, so that a battle can be put down in the middle of an attack.

mod read;
mod ship;
mod under_way;
mod write;

pub use read::read;
pub use write::write;

use crate::battle::profile::Roster;
use crate::battle::state::Battle;

/// A battle with the names and figures that belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// What never changes.
    pub roster: Roster,
    /// What does.
    pub battle: Battle,
}
