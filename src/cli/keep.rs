//! `renown verify`, `check`, `backup`, `restore`, `export`, `import`, `completions`, `man`.

use std::fs;
use std::io::BufReader;
use std::path::Path;

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::args::{Cli, Format};
use super::error::CliError;
use super::session::{Result, Session};
use crate::campaign::view::Viewer;
use crate::catalog::Catalog;
use crate::club;
use crate::files;
use crate::report::journal;
use crate::store::{self, Finding, Imported, Store, Verified};
use crate::text::count;

pub(super) fn verify(session: &mut Session<'_>, quick: bool) -> Result<()> {
    session.looking(|session, store| {
        let catalog = session.catalog()?;
        let verified = club::verify(store, catalog, quick)?;
        let json = session.common.format == Format::Json;
        session.show(&verified, |_| {
            let mut lines: Vec<String> = verified
                .findings
                .iter()
                .map(|finding| match finding {
                    Finding::Damaged { what, .. } => format!("Damaged: {what}"),
                    Finding::DecidedDifferently { entry, program, rule, what } => {
                        format!("Entry {entry} ({program}) is decided differently today ({rule}): {what}")
                    }
                    Finding::NotProven { entry, battle, what } => {
                        format!("Not proven: battle {} of entry {entry}: {what}", battle.0)
                    }
                })
                .collect();
            if !verified.damaged() {
                lines.push(format!("The campaign is whole: {}", proven(&verified)));
            }
            lines.join("\n")
        })?;
        if !verified.damaged() {
            return Ok(());
        }
        let error = CliError::new(format!("\"{}\" is damaged", store.path().display()));
        Err(if json { error } else { error.hint(RESTORE) })
    })
}

/// What to do about a damaged campaign.
const RESTORE: &str =
    "`renown restore FILE` puts a backup back; `renown import` rebuilds an export made before the damage";

/// What a proof looked at.
fn proven(verified: &Verified) -> String {
    let number = |number: u64, noun: &str| count(i64::try_from(number).unwrap_or(i64::MAX), noun);
    let battles = match (verified.battles, verified.unplayed) {
        (0, 0) => String::new(),
        (played, 0) => format!(", {} played again", number(played, "battle")),
        (_, left) => format!(", {} not played again", number(left, "battle")),
    };
    format!(
        "{}, {} commands decided again{battles}, {} rows, state {}",
        number(verified.entries, "entry").replace("entrys", "entries"),
        verified.commands,
        verified.rows,
        short(&verified.digest)
    )
}

/// Enough of a digest to tell two apart.
fn short(digest: &str) -> &str {
    digest.get(..16).unwrap_or(digest)
}

/// Proves a campaign that is about to be put somewhere; `what` names it.
fn prove(store: &Store, catalog: &Catalog, quick: bool, what: &str) -> Result<Verified> {
    let verified = club::verify(store, catalog, quick)?;
    let damage: Vec<&String> = verified
        .findings
        .iter()
        .filter_map(|finding| if let Finding::Damaged { what, .. } = finding { Some(what) } else { None })
        .collect();
    let Some(first) = damage.first() else { return Ok(verified) };
    let more = if damage.len() > 1 { format!(", and {} more findings", damage.len() - 1) } else { String::new() };
    Err(CliError::new(format!("{what} is damaged: {first}{more}")))
}

pub(super) fn check(session: &mut Session<'_>) -> Result<()> {
    session.looking(|session, store| {
        let found = store::check(store)?;
        session.show(&found, |_| {
            if found.is_empty() {
                return "Everything adds up: renown, points, owners and states are those of the journal".to_owned();
            }
            let lines = found.iter().map(|sum| {
                format!("{}: the tables say {}, the journal adds up to {}", sum.what, sum.table, sum.journal)
            });
            lines.collect::<Vec<_>>().join("\n")
        })?;
        if found.is_empty() {
            Ok(())
        } else {
            Err(CliError::new("the campaign does not add up").hint("`renown verify` says where it was damaged"))
        }
    })
}

pub(super) fn backup(session: &mut Session<'_>, file: &Path) -> Result<()> {
    session.with_store(|session, store| {
        let catalog = session.shared_catalog()?;
        let verified = store.backup_proven(file, |copy| {
            prove(copy, &catalog, true, "the campaign").map_err(|error| error.hint("no copy was made").hint(RESTORE))
        })?;
        session.status(&format!("The copy is in \"{}\", read back and whole: {}.", file.display(), proven(&verified)));
        Ok(())
    })
}

pub(super) fn restore(session: &mut Session<'_>, file: &Path) -> Result<()> {
    if session.memory.is_some() {
        return Err(CliError::new("a campaign in memory has no place for a backup"));
    }
    let catalog = session.shared_catalog()?;
    let mut path = session.path();
    // The only campaign of a folder that lost its own is the backup.
    if session.common.campaign.is_none() && same(&path, file) {
        path = session.new_path();
    }
    if same(&path, file) {
        return Err(CliError::new(format!("\"{}\" is the campaign itself", file.display()))
            .hint("--campaign FILE names the campaign that it takes the place of"));
    }
    let what = format!("\"{}\"", file.display());
    let prove = |copy: &Store| {
        prove(copy, &catalog, true, &what).map_err(|error| error.hint("take another backup; nothing was changed"))
    };
    if session.common.dry_run {
        let verified = prove(&Store::open_to_read(file)?)?;
        session.status(&format!("{what} is whole: {}.", proven(&verified)));
        session.status("A dry run: nothing was changed.");
        return Ok(());
    }
    let (verified, kept) = Store::restore(file, &path, prove)?;
    let name = path.display();
    session.status(&format!("\"{name}\" is the campaign of {what}, proven and whole: {}.", proven(&verified)));
    if let Some(kept) = kept {
        session.status(&format!("What was there is kept in \"{}\".", kept.display()));
    }
    Ok(())
}

/// Whether two names are those of one file.
fn same(one: &Path, other: &Path) -> bool {
    matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

pub(super) fn export(session: &mut Session<'_>, file: Option<&Path>) -> Result<()> {
    session.looking(|session, store| {
        let snapshot = store.whole()?;
        let viewer = session.viewer(&snapshot)?;
        let mut lines = Vec::new();
        if viewer == Viewer::Arbitrator {
            store.export(&mut lines)?;
        } else {
            let entries = store.entries(1..=snapshot.head.id)?;
            let rows = journal::log(&snapshot.campaign, viewer, &entries, &|id| store.entry(id).ok().flatten());
            for row in rows {
                let mut line = serde_json::to_value(&row).map_err(|error| CliError::new(error.to_string()))?;
                line["view"] = session.common.who().into();
                lines.extend(line.to_string().bytes().chain([b'\n']));
            }
        }
        match file {
            None => session.put(&lines),
            Some(path) => {
                // Part of an export would pass for the whole of a shorter campaign.
                store::write_new(path, &lines)?;
                session.status(&format!("The journal is in \"{}\".", path.display()));
                Ok(())
            }
        }
    })
}

pub(super) fn import(session: &mut Session<'_>, file: &Path) -> Result<()> {
    let opened =
        files::open(file, store::EXPORT).map_err(|error| CliError::new(format!("\"{}\": {error}", file.display())))?;
    let catalog = session.shared_catalog()?;
    let mut imported = None;
    let path = session.new_path();
    // What is rebuilt is proven before it is there, so that nothing is taken that `verify` then finds damaged.
    let rebuild = |store: &mut Store| -> Result<Imported> {
        let imported = store.import(&mut BufReader::new(opened))?;
        let what = format!("what \"{}\" says", file.display());
        let prove = prove(store, &catalog, false, &what);
        prove.map_err(|error| error.hint("take another export, or a backup; nothing was made of this one"))?;
        Ok(imported)
    };
    if session.common.dry_run {
        imported = Some(rebuild(&mut Store::in_memory()?)?);
        session.status("A dry run: nothing was recorded.");
    } else {
        session.create(&path, |_, store| {
            imported = Some(rebuild(store)?);
            Ok(())
        })?;
    }
    if let Some(imported) = imported {
        session.show(&imported, |_| {
            format!("{} entries rebuilt and proven, state {}", imported.entries, short(&imported.digest))
        })?;
    }
    Ok(())
}

pub(super) fn completions(session: &mut Session<'_>, shell: Shell) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "renown", &mut script);
    session.print(&String::from_utf8_lossy(&script))
}

pub(super) fn man(session: &mut Session<'_>, folder: &Path) -> Result<()> {
    let fail = |error: std::io::Error| CliError::new(format!("\"{}\": {error}", folder.display()));
    fs::create_dir_all(folder).map_err(fail)?;
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    pages(&command, folder).map_err(fail)?;
    session.status(&format!("The manual pages are in \"{}\".", folder.display()));
    Ok(())
}

/// Writes the manual page of a command and of those below it.
fn pages(command: &clap::Command, folder: &Path) -> std::io::Result<()> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        pages(below, folder)?;
    }
    let page = clap_mangen::Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    files::write_whole(&folder.join(page.get_filename()), &text)
}
