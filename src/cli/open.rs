//! `renown new` and `renown option`.

mod wizard;

use std::path::Path;

use super::args::{NewArgs, OptionArgs};
use super::error::CliError;
use super::session::{Result, Session};
use crate::campaign::chart::Chart;
use crate::campaign::command::Command;
use crate::campaign::options::Options;
use crate::catalog::{maps, options};
use crate::club::Club;
use crate::files;

pub(super) fn new(session: &mut Session<'_>, args: NewArgs) -> Result<()> {
    let (args, players) = match &args.name {
        Some(_) => (args, Vec::new()),
        None if session.io.interactive && session.memory.is_none() => wizard::ask(session, args)?,
        None => return Err(CliError::usage("a campaign has a name").hint("`renown new \"Autumn War\"`")),
    };
    let name = args.name.clone().unwrap_or_default();
    let chart = chart(session, &args.map)?;
    let mut chosen = Options::defaults(options::embedded());
    let mut wrong = Vec::new();
    for given in &args.options {
        match Options::parse(options::embedded(), given) {
            Ok((name, value)) => chosen.set(&name, value),
            Err(refusal) => wrong.push(refusal.to_string()),
        }
    }
    if !wrong.is_empty() {
        let hints = vec!["`renown rules options` lists the house rules".to_owned()];
        return Err(CliError { messages: wrong, hints, usage: false });
    }
    let command = Command::OpenCampaign { name, chart, ends: args.ends, options: chosen };
    if session.common.dry_run {
        let mut club = Club::in_memory()?;
        let viewer = session.viewer(&club, session.common.who())?;
        let mut member = club.member(viewer);
        let before = member.moment()?;
        session.give(&mut member, &before, command)?;
        return Ok(());
    }
    let path = session.new_path();
    let mut given = None;
    let maker = session.viewer(&Club::in_memory()?, session.common.who())?;
    session.create(&path, maker, |session, member| {
        let mut act = session.begin(member, member.moment()?)?;
        session.decide(member, &mut act, command)?;
        for player in players {
            session.decide(member, &mut act, player)?;
        }
        // Nothing is recorded before the file is in its place.
        session.quiet = true;
        let written = session.write(member, act);
        session.quiet = false;
        given = Some(written?);
        Ok(())
    })?;
    if let Some(done) = &given {
        session.acknowledge(done);
    }
    if session.memory.is_none() {
        session.status(&format!("The campaign is in \"{}\".", path.display()));
    }
    given.map_or(Ok(()), |done| session.tell(&done))
}

/// A map by its slug, or from a file.
pub(super) fn chart(session: &mut Session<'_>, map: &str) -> Result<Chart> {
    let path = Path::new(map);
    if path.extension().is_some() || path.components().count() > 1 {
        let text =
            files::read_text(path, files::WRITTEN).map_err(|error| CliError::new(format!("\"{map}\": {error}")))?;
        return maps::load(map, &text)
            .map_err(|problems| CliError { hints: vec!["mend the map file".to_owned()], ..CliError::data(&problems) });
    }
    let maps = &session.catalog()?.maps;
    maps.get(map).cloned().ok_or_else(|| {
        CliError::new(format!("there is no map \"{map}\"{}", maps.hint(map))).hint("`renown map list` shows them")
    })
}

pub(super) fn option(session: &mut Session<'_>, args: &OptionArgs) -> Result<()> {
    let ends = match args.ends.as_deref() {
        None => None,
        Some("none") => Some(None),
        Some(day) => {
            Some(Some(day.parse().map_err(|_| CliError::usage(format!("\"{day}\" is no date such as 2026-12-15")))?))
        }
    };
    let option = args.set.as_deref().map(|given| Options::parse(options::embedded(), given)).transpose();
    let option = option
        .map_err(|refusal| CliError::new(refusal.to_string()).hint("`renown rules options` lists the house rules"))?;
    if ends.is_none() && option.is_none() {
        return Err(CliError::usage("nothing to change").hint("give NAME=VALUE or --ends DATE"));
    }
    session.as_member(|session, member| {
        let before = member.moment()?;
        let option = option.map(|(option, value)| Command::SetOption { option, value });
        let ends = ends.map(|ends| Command::SetDeadline { ends });
        session.give_all(member, before, option.into_iter().chain(ends).collect())
    })
}
