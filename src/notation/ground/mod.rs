//! The notation of ground battles: armies, tables and battles as text, read with every problem at once and written back alike.
//!
//! `tests/rules/ground.md` explains the form for people.
#![expect(clippy::let_underscore_must_use, reason = "writing to a string cannot fail")]

mod army;
mod battle_file;
mod formation;
mod muster;
mod progress;
mod read;
mod unit;
mod write;

pub use army::{Army, ArmyCraft, ArmyFormation, read_army, write_kind};
pub use battle_file::{GroundFile, read_battle, write_battle};
pub use muster::{Side as MusterSide, muster};
pub use read::read;
pub use write::write;

use crate::battle::ground::roster::Roster;
use crate::battle::ground::state::Battle;
use crate::catalog::embedded;

/// A ground battle with the names and figures that belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundSituation {
    /// What never changes.
    pub roster: Roster,
    /// What does.
    pub battle: Battle,
    /// It was written in the middle of something and needs no opening.
    pub under_way: bool,
}

/// A name for a battle as it stands: the hash of what is written of it.
#[must_use]
pub fn digest(roster: &Roster, battle: &Battle) -> String {
    blake3::hash(write(roster, battle).as_bytes()).to_hex().to_string()
}

/// The ids of the armies that come with the program.
pub fn army_ids() -> impl Iterator<Item = &'static str> {
    embedded::GROUND.iter().filter_map(|(name, _)| name.strip_prefix("ground/")?.strip_suffix(".toml"))
}

/// An army that comes with the program.
#[must_use]
pub fn army(id: &str) -> Option<Army> {
    let file = format!("ground/{id}.toml");
    let (name, text) = embedded::GROUND.iter().find(|(name, _)| *name == file)?;
    Some(read_army(name, text).expect("embedded armies are checked by a test"))
}
