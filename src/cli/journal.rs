//! `renown log`, `show`, `undo`, `redo`.

use super::args::{Format, LogArgs};
use super::error::CliError;
use super::session::{Result, Session};
use crate::door::PROGRAM;
use crate::report::journal;
use crate::report::story;
use crate::store::{Recorded, Store};

pub(super) fn log(session: &mut Session<'_>, args: &LogArgs) -> Result<()> {
    if args.json {
        session.common.format = Format::Json;
    }
    session.looking(|session, store| {
        let snapshot = store.whole()?;
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
    session.looking(|session, store| {
        let snapshot = store.whole()?;
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
        let snapshot = store.whole()?;
        let by = session.actor(&snapshot)?;
        if by.is_some() {
            return Err(CliError::new("only the arbitrator undoes and redoes (CAMP-04)").hint("leave out --as"));
        }
        let id = if undo { store.to_undo()? } else { store.to_redo()? };
        if !session.common.dry_run {
            let at = session.now();
            let catalog = session.catalog()?.hash().to_owned();
            if undo {
                store.undo(at, by, PROGRAM, &catalog)?
            } else {
                store.redo(at, by, PROGRAM, &catalog)?
            };
        }
        let after = store.whole()?;
        let recorded = (!session.common.dry_run).then_some(after.head.id);
        let (done, back) = if undo { ("undone", "redo") } else { ("in force again", "undo") };
        if session.common.format == Format::Json {
            return session.show(&serde_json::json!({ "entry": recorded, "of": id, "kind": done }), |_| String::new());
        }
        session.print(&format!("Entry {id} is {done}"))?;
        let events = lookup(store, id).and_then(|target| target.entry.events()).unwrap_or_default();
        // The arbitrator reads what he took back; the names are those of the fuller campaign.
        let (fuller, other) = if undo { (&snapshot, &after) } else { (&after, &snapshot) };
        for line in story::tell(&other.campaign, &fuller.campaign, &events) {
            session.print(&format!("  {line}"))?;
        }
        session.status(&match recorded {
            Some(head) => format!("Recorded as entry {head}. `renown {back}` takes it back."),
            None => "A dry run: nothing was recorded.".to_owned(),
        });
        Ok(())
    })
}
