//! The one door. Command line, report file, import and cases all make a [`Command`] and give it here: decided against
//! the campaign as read, then recorded in one transaction, or refused with nothing changed.

pub mod amend;

use std::fmt;

use chrono::NaiveDateTime;

use crate::campaign::command::Command;
use crate::campaign::event::Event;
use crate::campaign::refusal::Refusals;
use crate::campaign::state::PlayerId;
use crate::campaign::{Circumstances, decide};
use crate::catalog::Catalog;
use crate::dice::{Dice, Recorder, Roll};
use crate::fight::proof::Engine;
use crate::store::{Draft, Snapshot, Store, StoreError, Umpires, Verified};

/// The program as the journal names it: its version, and the code of its rules.
pub const PROGRAM: &str = concat!("renown ", env!("CARGO_PKG_VERSION"), "+", env!("RENOWN_CODE"));

/// Who gives a command, when, and by what ruling.
#[derive(Clone, Debug)]
pub struct Giver {
    /// `None` for the arbitrator.
    pub by: Option<PlayerId>,
    /// When.
    pub at: NaiveDateTime,
    /// The arbitrator's reason for letting a rule pass.
    pub ruling: Option<String>,
    /// Decide, but record nothing.
    pub dry_run: bool,
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
pub enum DoorError {
    /// The rules refuse it.
    Refused(Refusals),
    /// The file cannot take it.
    Store(StoreError),
}

impl fmt::Display for DoorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusals) => refusals.fmt(f),
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DoorError {}

impl From<StoreError> for DoorError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
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
) -> Result<Outcome, DoorError> {
    let mut recorder = Recorder::new(dice);
    let mut with = Circumstances {
        library: catalog,
        umpire: &Engine::now(catalog),
        dice: &mut recorder,
        now: giver.at,
        by: giver.by,
        ruling: giver.ruling.as_deref(),
    };
    let events = decide(&before.campaign, &command, &mut with).map_err(DoorError::Refused)?;
    let draft = Draft {
        at: giver.at,
        by: giver.by,
        command,
        ruling: giver.ruling.clone(),
        dice: recorder.into_rolls(),
        rules: events.iter().map(|event| event.rule().to_owned()).collect(),
        events,
        program: PROGRAM.to_owned(),
        catalog: catalog.hash().to_owned(),
    };
    let after = if giver.dry_run {
        let mut campaign = before.campaign.clone();
        draft.events.iter().for_each(|event| crate::campaign::apply::apply(&mut campaign, event, giver.at));
        Snapshot { campaign, head: before.head.clone() }
    } else {
        store.record(before, &draft)?
    };
    Ok(Outcome { events: draft.events, dice: draft.dice, after })
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
