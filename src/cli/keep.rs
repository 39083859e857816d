//! `renown verify`, `check`, `backup`, `export`, `import`, `completions`, `man`.

use std::fs;
use std::io::{BufReader, ErrorKind, Write as _};
use std::path::Path;

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::args::{Cli, Format};
use super::error::CliError;
use super::session::{Result, Session};
use crate::campaign::view::Viewer;
use crate::door;
use crate::report::journal;
use crate::store::{self, Finding, Store, StoreError};
use crate::text::count;

pub(super) fn verify(session: &mut Session<'_>, quick: bool) -> Result<()> {
    session.looking(|session, store| {
        // The digest gives a hidden base away to whoever tries every system. A damaged file must not need loading first.
        if session.common.who() != "arbitrator" {
            only_arbitrator(session, store, "a proof tells of secrets")?;
        }
        let catalog = session.catalog()?;
        let verified = door::verify(store, catalog, quick)?;
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
                let entries =
                    count(i64::try_from(verified.entries).unwrap_or(i64::MAX), "entry").replace("entrys", "entries");
                let battles = |number: u64| count(i64::try_from(number).unwrap_or(i64::MAX), "battle");
                let battles = match (verified.battles, verified.unplayed) {
                    (0, 0) => String::new(),
                    (played, 0) => format!(", {} played again", battles(played)),
                    (_, left) => format!(", {} not played again", battles(left)),
                };
                lines.push(format!(
                    "The campaign is whole: {entries}, {} commands decided again{battles}, {} rows, state {}",
                    verified.commands,
                    verified.rows,
                    &verified.digest[..16]
                ));
            }
            lines.join("\n")
        })?;
        if !verified.damaged() {
            return Ok(());
        }
        let error = CliError::new(format!("\"{}\" is damaged", store.path().display()));
        Err(if json { error } else { error.hint("restore a backup; an export made before the damage rebuilds it too") })
    })
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
        only_arbitrator(session, store, "a backup holds every secret")?;
        store.backup(file)?;
        session.status(&format!("The copy is in \"{}\".", file.display()));
        Ok(())
    })
}

fn only_arbitrator(session: &Session<'_>, store: &Store, why: &str) -> Result<()> {
    match session.viewer(&store.load()?)? {
        Viewer::Arbitrator => Ok(()),
        _ => Err(CliError::new(format!("{why}: only the arbitrator makes it"))),
    }
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
                let fail = |error: std::io::Error| match error.kind() {
                    ErrorKind::AlreadyExists => StoreError::Exists(path.to_path_buf()).into(),
                    _ => CliError::new(format!("\"{}\": {error}", path.display())),
                };
                let mut file = fs::File::create_new(path).map_err(fail)?;
                let written = file.write_all(&lines).and_then(|()| file.sync_all());
                written.map_err(|error| {
                    // Part of an export would pass for the whole of a shorter campaign.
                    let _ = fs::remove_file(path);
                    fail(error)
                })?;
                session.status(&format!("The journal is in \"{}\".", path.display()));
                Ok(())
            }
        }
    })
}

pub(super) fn import(session: &mut Session<'_>, file: &Path) -> Result<()> {
    let opened = fs::File::open(file).map_err(|error| CliError::new(format!("\"{}\": {error}", file.display())))?;
    let mut imported = None;
    let path = session.new_path();
    if session.common.dry_run {
        imported = Some(Store::in_memory()?.import(&mut BufReader::new(opened))?);
        session.status("A dry run: nothing was recorded.");
    } else {
        session.create(&path, |_, store| {
            imported = Some(store.import(&mut BufReader::new(opened))?);
            Ok(())
        })?;
    }
    if let Some(imported) = imported {
        session
            .show(&imported, |_| format!("{} entries rebuilt, state {}", imported.entries, &imported.digest[..16]))?;
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
    clap_mangen::generate_to(Cli::command(), folder).map_err(fail)?;
    session.status(&format!("The manual pages are in \"{}\".", folder.display()));
    Ok(())
}
