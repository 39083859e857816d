//! `renown log`, `show`, `undo`, `redo`.

use super::args::{Format, LogArgs};
use super::error::CliError;
use super::session::{Result, Session};
use crate::club::{Back, TurnedBack};
use crate::report::journal;

pub(super) fn log(session: &mut Session<'_>, args: &LogArgs) -> Result<()> {
    if args.json {
        session.common.format = Format::Json;
    }
    session.looking(|session, member| {
        let rows = member.log((!args.all).then_some(args.last))?;
        session.list(&journal::listing(&rows, super::hints::words))
    })
}

pub(super) fn show(session: &mut Session<'_>, entry: u64) -> Result<()> {
    session.looking(|session, member| {
        let rows = member.entries(entry..=entry)?;
        let Some(row) = rows.first() else {
            // What a view may not know is not there for it.
            return Err(CliError::new(format!("there is no entry {entry}")).hint("`renown log` lists them"));
        };
        session.show(row, |_| row.text())
    })
}

pub(super) fn undo(session: &mut Session<'_>, to: Option<u64>) -> Result<()> {
    turn_back(session, to.map_or(Back::Undo, Back::UndoTo))
}

pub(super) fn redo(session: &mut Session<'_>) -> Result<()> {
    turn_back(session, Back::Redo)
}

/// Takes back or brings back, as one.
fn turn_back(session: &mut Session<'_>, back: Back) -> Result<()> {
    session.as_member(|session, member| {
        let (given, catalog) = (session.given(member)?, session.shared_catalog()?);
        let turned = member.turn_back(back, &given, &catalog)?;
        let other = if back == Back::Redo { "undo" } else { "redo" };
        match turned.recorded.clone().map(std::ops::RangeInclusive::into_inner) {
            None => session.status("A dry run: nothing was recorded."),
            Some((first, last)) => {
                session.acknowledge_entries(first, last, &format!("`renown {other}` takes it back."));
            }
        }
        let told = told(session, back, turned);
        session.only_shown(told);
        Ok(())
    })
}

/// Tells what was turned back, in the order in which it was given.
fn told(session: &mut Session<'_>, back: Back, turned: TurnedBack) -> Result<()> {
    let TurnedBack { recorded, entries: turned, told } = turned;
    let (Some(first), Some(last)) = (turned.first(), turned.last()) else { return Ok(()) };
    let done = if back == Back::Redo { "in force again" } else { "undone" };
    if session.common.format == Format::Json {
        let entry = recorded.as_ref().map(|entries| *entries.end());
        let value = serde_json::json!({ "entry": entry, "of": first, "turned": turned, "kind": done });
        return session.show(&value, |_| String::new());
    }
    let [is, are] = if recorded.is_some() { ["is", "are"] } else { ["would be", "would be"] };
    session.print(&if turned.len() == 1 {
        format!("Entry {first} {is} {done}")
    } else if last - first + 1 == turned.len() as u64 {
        format!("Entries {first} to {last} {are} {done}")
    } else {
        format!("{} entries from {first} to {last} {are} {done}", turned.len())
    })?;
    for line in told? {
        session.print(&format!("  {line}"))?;
    }
    Ok(())
}
