//! `renown log`, `show`, `undo`, `redo`.

use super::args::{Format, LogArgs};
use super::error::CliError;
use super::session::{Result, Session};
use crate::campaign::apply::apply;
use crate::club::{Failed, PROGRAM};
use crate::report::journal;
use crate::report::story;
use crate::store::{Kind, Recorded, Snapshot, Store, StoreError, Turn};
use crate::text::and_list;

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
        session.list(&journal::listing(&rows, super::hints::words))
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

pub(super) fn undo(session: &mut Session<'_>, to: Option<u64>) -> Result<()> {
    turn_back(session, Kind::Undo, |store| match to {
        None => Ok(store.to_undo()?),
        Some(entry) => to_undo_after(store, entry),
    })
}

pub(super) fn redo(session: &mut Session<'_>) -> Result<()> {
    turn_back(session, Kind::Redo, |store| Ok(store.to_redo()?))
}

/// What must be undone so that the campaign stands as it did after an entry, or why that cannot be had.
fn to_undo_after(store: &Store, entry: u64) -> Result<Vec<u64>> {
    let there = lookup(store, entry).ok_or(StoreError::NoEntry(entry))?;
    if let (Some(act), Some(next)) = (there.entry.act, lookup(store, entry + 1))
        && next.entry.act == Some(act)
    {
        return Err(CliError::new(format!("entry {entry} and entry {} were given as one (CAMP-04)", entry + 1))
            .hint(format!("`renown undo --to {}` takes back all that was given with them", act - 1)));
    }
    let of = store.to_undo_after(entry)?;
    let in_the_way = store.in_the_way(&of, entry)?;
    if let Some(first) = in_the_way.first() {
        let list: Vec<String> = in_the_way.iter().map(ToString::to_string).collect();
        let says = format!(
            "undoing does not lead back to entry {entry}: {} turned back what was recorded up to it (CAMP-04)",
            if list.len() == 1 { format!("entry {first}") } else { format!("entries {}", and_list(&list)) }
        );
        return Err(CliError::new(says).hint("`renown log` shows what is in force; name a later entry"));
    }
    if of.is_empty() { Err(StoreError::NothingTo("undo").into()) } else { Ok(of) }
}

/// Takes back or brings back what `find` finds, as one.
fn turn_back(session: &mut Session<'_>, kind: Kind, find: impl Fn(&Store) -> Result<Vec<u64>>) -> Result<()> {
    session.with_store(|session, store| {
        let snapshot = store.whole()?;
        let by = session.actor(&snapshot)?;
        let of = find(store)?;
        let head = if session.common.dry_run {
            None
        } else {
            let (at, catalog) = (session.now(), session.shared_catalog()?);
            let turn =
                Turn { at, at_given: Some(session.common.at.is_some()), by, program: PROGRAM, catalog: catalog.hash() };
            let turned = store.turn_back(&snapshot.head, &of, kind, turn);
            // What is newest now is not what was meant.
            Some(turned.map_err(|error| {
                let meanwhile = match &error {
                    StoreError::HeadMoved { read, now } => Some(read + 1..=*now),
                    _ => None,
                };
                session.overtaken(store, Failed { why: error.into(), meanwhile })
            })?)
        };
        let back = if kind == Kind::Undo { "redo" } else { "undo" };
        let first = snapshot.head.id + 1;
        match &head {
            None => session.status("A dry run: nothing was recorded."),
            Some(head) => session.acknowledge_entries(first, head.id, &format!("`renown {back}` takes it back.")),
        }
        let told = told(session, store, &snapshot, &of, kind, head.map(|head| head.id));
        session.only_shown(told);
        Ok(())
    })
}

/// Tells what was turned back, in the order in which it was given.
fn told(
    session: &mut Session<'_>,
    store: &Store,
    before: &Snapshot,
    of: &[u64],
    kind: Kind,
    recorded: Option<u64>,
) -> Result<()> {
    let mut turned = of.to_vec();
    turned.sort_unstable();
    let (Some(first), Some(last)) = (turned.first(), turned.last()) else { return Ok(()) };
    let done = if kind == Kind::Undo { "undone" } else { "in force again" };
    let [is, are] = if recorded.is_some() { ["is", "are"] } else { ["would be", "would be"] };
    if session.common.format == Format::Json {
        let value = serde_json::json!({ "entry": recorded, "of": first, "turned": turned, "kind": done });
        return session.show(&value, |_| String::new());
    }
    session.print(&if turned.len() == 1 {
        format!("Entry {first} {is} {done}")
    } else if last - first + 1 == turned.len() as u64 {
        format!("Entries {first} to {last} {are} {done}")
    } else {
        format!("{} entries from {first} to {last} {are} {done}", turned.len())
    })?;
    let mut after = store.whole()?;
    let targets: Vec<Recorded> = turned.iter().filter_map(|id| lookup(store, *id)).collect();
    if kind == Kind::Redo && recorded.is_none() {
        // A dry run brought nothing back to take names from.
        for (event, at) in targets
            .iter()
            .flat_map(|target| target.entry.events().into_iter().flatten().map(|event| (event, target.entry.at)))
        {
            apply(&mut after.campaign, &event, at);
        }
    }
    // The arbitrator reads what he took back; the names are those of the fuller campaign.
    let (fuller, other) = if kind == Kind::Undo { (before, &after) } else { (&after, before) };
    for target in targets {
        let events = target.entry.events().unwrap_or_default();
        for line in story::tell(&other.campaign, &fuller.campaign, &events) {
            session.print(&format!("  {line}"))?;
        }
    }
    Ok(())
}
