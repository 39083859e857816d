//! Who may do what. Everything that a member can do needs one of these rights, and he is judged by it before anything is
//! read or looked up.

use std::fmt;

use chrono::NaiveDateTime;

use crate::campaign::state::BattleId;
use crate::campaign::view::{Kept, Viewer};

/// What somebody wants to do, and so who may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// It reads no campaign, or makes one of its own.
    Free,
    /// It shows the campaign: everybody may, and sees what he may know.
    Looks,
    /// It changes the campaign: players and the arbitrator may; the rules say which of them for each command.
    Acts,
    /// A backup is put in place of the campaign.
    Restores,
    /// Acts are undone and redone.
    Undoes,
    /// The history is amended.
    Amends,
    /// The campaign is proven. The digest gives a hidden base away to whoever tries every system.
    Verifies,
    /// The campaign is added up.
    Checks,
    /// The campaign is copied.
    BacksUp,
    /// People are let in and shown out.
    Admits,
    /// Everything is read, and anything given.
    Everything,
}

impl Right {
    /// Judges somebody.
    ///
    /// # Errors
    /// When it is not for him.
    pub const fn judge(self, viewer: Viewer) -> Result<(), Denied> {
        match (self, viewer) {
            (_, Viewer::Arbitrator) | (Self::Free | Self::Looks, _) | (Self::Acts, Viewer::Player(_)) => Ok(()),
            (Self::Acts, Viewer::Public) => Err(Denied::Onlooker),
            (
                Self::Restores
                | Self::Undoes
                | Self::Amends
                | Self::Verifies
                | Self::Checks
                | Self::BacksUp
                | Self::Admits
                | Self::Everything,
                Viewer::Player(_) | Viewer::Public,
            ) => Err(Denied::Arbitrators(self)),
        }
    }

    /// Whether it leaves the campaign other than it was, or is the arbitrator's.
    #[must_use]
    pub const fn is_more_than_looking(self) -> bool {
        !matches!(self, Self::Free | Self::Looks)
    }

    /// Judges the time for which something is given.
    ///
    /// Ruling: when something happened is the clock's to say, or the arbitrator's. A player who could choose would let
    /// limits pass that others wait for. The arbitrator tells what happened, not what is to come: no limit passes, of
    /// silence, of a week or of the campaign, that has not passed by the clock. Where it must, his ruling says why, and
    /// the journal keeps it.
    ///
    /// # Errors
    /// When the time is not his to say.
    pub fn judge_time(self, viewer: Viewer, time: Time) -> Result<(), Denied> {
        match (viewer, time.at) {
            _ if !self.is_more_than_looking() => Ok(()),
            (Viewer::Player(_), Some(_)) if self == Self::Acts => Err(Denied::Time),
            (Viewer::Arbitrator, Some(at)) if at > time.clock && !time.ruled => Err(Denied::Ahead(at)),
            (Viewer::Arbitrator | Viewer::Player(_) | Viewer::Public, _) => Ok(()),
        }
    }
}

/// The time for which something is given.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// The time that is said, if any.
    pub at: Option<NaiveDateTime>,
    /// What the clock says.
    pub clock: NaiveDateTime,
    /// Whether a ruling lets it pass.
    pub ruled: bool,
}

/// Why a member does not get what he asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Denied {
    /// It is the arbitrator's.
    Arbitrators(Right),
    /// The public changes nothing.
    Onlooker,
    /// A player does not say when something happened.
    Time,
    /// That time is still to come.
    Ahead(NaiveDateTime),
    /// A battle shows what he may not know.
    Kept {
        /// Which.
        battle: BattleId,
        /// What is kept.
        kept: Kept,
    },
    /// The outcome is nothing but a secret, and cannot be tried.
    Unforeseeable,
    /// The rules refuse it for a reason that he may not know.
    Secret(Whom),
    /// Others came first, and it is now refused for a reason that he may not know.
    SecretByNow,
    /// An entry was given as one with the next.
    GivenAsOne {
        /// The entry.
        entry: u64,
        /// The first of those that were given with it.
        act: u64,
    },
    /// Undoing does not lead back to an entry.
    InTheWay {
        /// The entry.
        entry: u64,
        /// Those that turned back what was recorded up to it.
        by: Vec<u64>,
    },
    /// The campaign has no weeks yet.
    NotBegun,
    /// He has no such key.
    NoSuchKey(u64),
}

/// Whom to turn to about a secret reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// The arbitrator knows it.
    AskArbitrator,
    /// The arbitrator can do it.
    LetArbitrator,
    /// It shows when the sub-plots are revealed.
    Reveal(BattleId),
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arbitrators(right) => f.write_str(match right {
                Right::Restores => "only the arbitrator restores a campaign (CAMP-04)",
                Right::Undoes => "only the arbitrator undoes and redoes (CAMP-04)",
                Right::Amends => "only the arbitrator amends the history (CAMP-04)",
                Right::Verifies => "a proof tells of secrets: only the arbitrator makes it",
                Right::Checks => "what does not add up tells of secrets: only the arbitrator checks it",
                Right::BacksUp => "a backup holds every secret: only the arbitrator makes it",
                Right::Admits => "only the arbitrator lets people in",
                Right::Free | Right::Looks | Right::Acts | Right::Everything => "only the arbitrator can do this",
            }),
            Self::Onlooker => f.write_str("the public looks on and changes nothing"),
            Self::Time => f.write_str("only the arbitrator says when something happened (CAMP-04)"),
            Self::Ahead(at) => write!(f, "{} is still to come (CAMP-04)", at.format("%Y-%m-%d %H:%M")),
            Self::Kept { battle, kept } => {
                write!(f, "battle {} shows what not everybody may know: {kept}", battle.0)
            }
            Self::Unforeseeable => f.write_str("what would come of it is not for you to know before it is done"),
            Self::Secret(_) => f.write_str("it cannot be done, for a reason that you may not know"),
            Self::SecretByNow => f.write_str("it cannot be done any more, for a reason that you may not know"),
            Self::GivenAsOne { entry, .. } => {
                write!(f, "entry {entry} and entry {} were given as one (CAMP-04)", entry + 1)
            }
            Self::InTheWay { entry, by } => {
                let list: Vec<String> = by.iter().map(ToString::to_string).collect();
                let noun = if list.len() == 1 { "entry" } else { "entries" };
                let list = crate::text::and_list(&list);
                write!(
                    f,
                    "undoing does not lead back to entry {entry}: {noun} {list} turned back what was recorded up to it (CAMP-04)"
                )
            }
            Self::NoSuchKey(id) => write!(f, "there is no key {id} of yours"),
            Self::NotBegun => f.write_str("the campaign has not begun: it has no weeks yet"),
        }
    }
}

impl std::error::Error for Denied {}
