//! The club: the one way to look at a campaign and to act in it. Whoever does is a [`Member`]: the arbitrator, one player,
//! or the public. He opens a campaign, looks, gives commands, undoes, amends, fights, foretells, publishes; each is judged
//! by a [`Right`] first, and what comes back is made of what he may see: events, dice, refusals, dry runs, names.
//!
//! Below the members is the door. Every [`Command`] goes through it: decided against the campaign as read, then recorded
//! in one transaction, or refused with nothing changed. Several that are typed as one are an [`Act`].

mod act;
mod acting;
pub mod amend;
mod amending;
pub mod amendment;
mod journal;
mod keep;
mod keys;
mod member;
mod news;
mod right;
mod table;
pub mod thrown;
pub mod under_way;
mod veil;

pub use act::{Act, Done, Failed};
pub use acting::{Acting, Given, OpenDice, Told, Unrecorded};
pub use amending::Trial;
pub use journal::{Back, TurnedBack};
pub use keep::{prove_backup, restore};
pub use keys::{Key, Terms, Visitor};
pub use member::{Club, Ground, InMemory, Member, Memory, Moment, Past, create};
pub use news::Period;
pub use right::{Denied, Right, Time, Whom};
pub use table::{Site, Table};
pub use thrown::{AmendDice, Keeping};
pub use veil::Part;

pub use crate::store::{
    EXPORT, Finding, Holder, Imported, KeyKind, KeyRow, Kind, Minutes, Recorded, Remedy, Sent, StoreError, Verified,
    write_new,
};

use std::fmt;

use chrono::NaiveDateTime;

use crate::campaign::command::Command;
use crate::campaign::event::Event;
use crate::campaign::refusal::Refusals;
use crate::campaign::state::PlayerId;
use crate::catalog::Catalog;
use crate::dice::{Dice, Roll};
use crate::fight::proof::Engine;
use crate::store::{Snapshot, Store, Umpires};

/// The program as the journal names it: its version, and the code of its rules.
pub const PROGRAM: &str = concat!("renown ", env!("CARGO_PKG_VERSION"), "+", env!("RENOWN_CODE"));

/// Who gives a command, when, and by what ruling.
#[derive(Clone, Debug)]
pub struct Giver {
    /// `None` for the arbitrator.
    pub by: Option<PlayerId>,
    /// When.
    pub at: NaiveDateTime,
    /// Whether the arbitrator gave that time with `--at`; `None` where nobody knows.
    pub at_given: Option<bool>,
    /// The arbitrator's reason for letting a rule pass.
    pub ruling: Option<String>,
    /// Decide, but record nothing.
    pub dry_run: bool,
    /// What the sender calls it, where it was sent and is to count once.
    pub sent: Option<Sent>,
}

/// What came of a command.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What happened.
    pub events: Vec<Event>,
    /// Every die.
    pub dice: Vec<Roll>,
    /// The campaign afterwards; its head is the new entry unless it was a dry run.
    pub after: Snapshot,
}

/// Why nothing was recorded.
#[derive(Debug)]
pub enum ClubError {
    /// The rules refuse it.
    Refused(Refusals),
    /// The file cannot take it.
    Store(StoreError),
    /// It is not for this member.
    Denied(Denied),
    /// What is to be kept is damaged, and where.
    Damaged(String),
}

impl fmt::Display for ClubError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusals) => refusals.fmt(f),
            Self::Store(error) => error.fmt(f),
            Self::Denied(denied) => denied.fmt(f),
            Self::Damaged(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for ClubError {}

impl From<StoreError> for ClubError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<Denied> for ClubError {
    fn from(denied: Denied) -> Self {
        Self::Denied(denied)
    }
}

/// Decides a command against the campaign as read and records it. No transaction is open while dice are asked for.
///
/// # Errors
/// Every reason of the rules, or the file's.
pub fn give(
    store: &mut Store,
    before: &Snapshot,
    command: Command,
    giver: &Giver,
    catalog: &Catalog,
    dice: &mut dyn Dice,
) -> Result<Outcome, ClubError> {
    let mut act = Act::new(before.clone(), giver.clone());
    act.decide(command, catalog, dice)?;
    let Done { mut drafts, after, .. } = act.record(store, catalog).map_err(|failed| failed.why)?;
    let (events, dice) = drafts.pop().map(|draft| (draft.events, draft.dice)).unwrap_or_default();
    Ok(Outcome { events, dice, after })
}

/// Proves a campaign, with every battle that the engine fought played again; `quick` leaves the battles out.
///
/// # Errors
/// When the journal cannot be read at all.
pub fn verify(store: &Store, catalog: &Catalog, quick: bool) -> Result<Verified, StoreError> {
    let (then, amended) = (Engine::then(catalog), Engine::amended(catalog));
    let umpires = (!quick).then_some(Umpires { then: &then, amended: &amended });
    store.verify(catalog, umpires, PROGRAM, catalog.hash())
}
