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
use crate::club::{self, Club, ClubError, Finding, Verified};
use crate::files;
use crate::text::count;

pub(super) fn verify(session: &mut Session<'_>, quick: bool) -> Result<()> {
    session.looking(|session, member| {
        let catalog = session.catalog()?;
        let verified = member.verify(catalog, quick)?;
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
        let error = CliError::new(format!("\"{}\" is damaged", member.path().display()));
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

/// Names what is damaged, where a campaign was to be put somewhere.
fn of(what: &str, hints: &[&str]) -> impl Fn(ClubError) -> CliError {
    move |error| match error {
        ClubError::Damaged(found) => {
            hints.iter().fold(CliError::new(format!("{what} is damaged: {found}")), |error, hint| error.hint(*hint))
        }
        other => other.into(),
    }
}

pub(super) fn check(session: &mut Session<'_>) -> Result<()> {
    session.looking(|session, member| {
        let found = member.check()?;
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
    session.as_member(|session, member| {
        let catalog = session.shared_catalog()?;
        let verified = member.backup(file, &catalog).map_err(of("the campaign", &["no copy was made", RESTORE]))?;
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
    let damaged = of(&what, &["take another backup; nothing was changed"]);
    let viewer = session.viewer_of_nothing();
    if session.common.dry_run {
        let verified = club::prove_backup(viewer, file, &catalog).map_err(&damaged)?;
        session.status(&format!("{what} is whole: {}.", proven(&verified)));
        session.status("A dry run: nothing was changed.");
        return Ok(());
    }
    let (verified, kept) = club::restore(viewer, file, &path, &catalog).map_err(&damaged)?;
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
    session.looking(|session, member| {
        let lines = member.export(session.common.who())?;
        match file {
            None => session.put(&lines),
            Some(path) => {
                // Part of an export would pass for the whole of a shorter campaign.
                club::write_new(path, &lines)?;
                session.status(&format!("The journal is in \"{}\".", path.display()));
                Ok(())
            }
        }
    })
}

pub(super) fn import(session: &mut Session<'_>, file: &Path) -> Result<()> {
    let opened =
        files::open(file, club::EXPORT).map_err(|error| CliError::new(format!("\"{}\": {error}", file.display())))?;
    let catalog = session.shared_catalog()?;
    let (mut imported, path) = (None, session.new_path());
    let what = format!("what \"{}\" says", file.display());
    let damaged = of(&what, &["take another export, or a backup; nothing was made of this one"]);
    let mut lines = BufReader::new(opened);
    if session.common.dry_run {
        let mut club = Club::in_memory()?;
        imported = Some(club.member(Viewer::Arbitrator).import(&mut lines, &catalog).map_err(&damaged)?);
        session.status("A dry run: nothing was recorded.");
    } else {
        session.create(&path, Viewer::Arbitrator, |_, member| {
            imported = Some(member.import(&mut lines, &catalog).map_err(&damaged)?);
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
