//! `renown log`, `show`, `undo`, `redo`.

use super::args::{Format, LogArgs};
use super::error::CliError;
use super::session::{Result, Session};
use crate::campaign::view::Viewer;
use crate::door::PROGRAM;
use crate::report::journal;
use crate::report::story;
use crate::store::{Recorded, Store};

pub(super) fn log(session: &mut Session<'_>, args: &LogArgs) -> Result<()> {
    if args.json {
        session.common.format = Format::Json;
    }
    session.with_store(|session, store| {
        let snapshot = store.load()?;
        let viewer = session.viewer(&snapshot)?;
        let first = if args.all { 1 } else { snapshot.head.id.saturating_sub(args.last.saturating_sub(1)).max(1) };
        let entries = store.entries(first..=snapshot.head.id)?;
        let rows = journal::log(&snapshot.campaign, viewer, &entries, &|id| lookup(store, id));
        session.list(&journal::listing(&rows))
    })
}

fn lookup(store: &Store, id: u64) -> Option<Recorded> {
    store.entry(id).ok().flatten()
}

pub(super) fn show(session: &mut Session<'_>, entry: u64) -> Result<()> {
    session.with_store(|session, store| {
        let snapshot = store.load()?;
        let viewer = session.viewer(&snapshot)?;
        let entries = store.entries(entry..=entry)?;
        let rows = journal::log(&snapshot.campaign, viewer, &entries, &|id| lookup(store, id));
        let Some(row) = rows.first() else {
            // What a view may not know is not there for it.
            return Err(CliError::new(format!("there is no entry {entry}")).hint("`renown log` lists them"));
        };
        session.show(row, |_| row.text())
    })
}

pub(super) fn turn_back(session: &mut Session<'_>, undo: bool) -> Result<()> {
    session.with_store(|session, store| {
        let snapshot = store.load()?;
        let by = session.actor(&snapshot)?;
        if by.is_some() {
            return Err(CliError::new("only the arbitrator undoes and redoes (CAMP-04)").hint("leave out --as"));
        }
        if session.common.dry_run {
            return Err(CliError::usage("undo is its own dry run: `renown redo` takes it back exactly"));
        }
        let at = session.now();
        let catalog = session.catalog()?.hash().to_owned();
        let target =
            if undo { store.undo(at, by, PROGRAM, &catalog)? } else { store.redo(at, by, PROGRAM, &catalog)? };
        let id = target.entry.entry;
        let (done, back) = if undo { ("undone", "redo") } else { ("in force again", "undo") };
        session.print(&format!("Entry {id} is {done}"))?;
        let events = target.entry.events().unwrap_or_default();
        // The arbitrator reads what he took back; the names are those of the fuller campaign.
        let after = store.load()?;
        let (fuller, other) = if undo { (&snapshot, &after) } else { (&after, &snapshot) };
        for line in story::tell(&other.campaign, &fuller.campaign, &events) {
            session.print(&format!("  {line}"))?;
        }
        let head = after.head.id;
        debug_assert_eq!(session.viewer(&after).ok(), Some(Viewer::Arbitrator));
        session.status(&format!("Recorded as entry {head}. `renown {back}` takes it back."));
        Ok(())
    })
}
