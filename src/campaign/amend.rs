//! Amendments: a past command is changed, taken out or put in, and everything after it is decided again.

use serde::{Deserialize, Serialize};

use super::command::Command;
use super::state::Campaign;

/// What an amendment does to the history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Amendment {
    /// The entry it is about.
    pub entry: u64,
    /// What is done there.
    pub how: How,
    /// The commands in its place, or after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<Command>,
    /// Later entries that no longer fit and were given anew.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instead: Vec<Instead>,
    /// Later entries that no longer fit and were taken out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<u64>,
    /// Entries that are no longer in force: the amended one, those dropped, and those that were decided otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<u64>,
}

/// A later entry that was given anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Instead {
    /// The entry.
    pub entry: u64,
    /// The commands in its place.
    pub commands: Vec<Command>,
}

/// What is done to an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// Other commands take its place.
    Replace,
    /// It is taken out.
    Remove,
    /// It stays, and forgotten commands follow it.
    Insert,
}

/// One step of an amended history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// An entry of the history as it was.
    Past(u64),
    /// A command of the amendment.
    New(usize),
    /// A command in place of a later entry that no longer fits: which of those, and which of its commands.
    Instead(usize, usize),
}

impl Amendment {
    /// The history from the amended entry on, in order. `history` is what was in force, from that entry on.
    #[must_use]
    pub fn sequence(&self, history: &[u64]) -> Vec<Due> {
        let fresh = (0..self.commands.len()).map(Due::New);
        let rest = history.iter().copied().filter(|id| *id != self.entry).flat_map(|id| {
            match self.instead.iter().position(|instead| instead.entry == id) {
                Some(which) => (0..self.instead[which].commands.len()).map(|it| Due::Instead(which, it)).collect(),
                None => vec![Due::Past(id)],
            }
        });
        let stays = (self.how == How::Insert).then_some(Due::Past(self.entry));
        stays.into_iter().chain(fresh).chain(rest).collect()
    }
}

impl Amendment {
    /// Every command that it gives.
    pub fn given(&self) -> impl Iterator<Item = &Command> {
        self.commands.iter().chain(self.instead.iter().flat_map(|instead| &instead.commands))
    }
}

/// Whether a player, vessel or system of this name is known.
#[must_use]
pub fn knows(campaign: &Campaign, name: &str) -> bool {
    campaign.vessels.values().any(|vessel| vessel.name == name)
        || campaign.players.values().any(|player| player.name == name)
        || campaign.systems.values().any(|system| system.name == name)
}
