//! `renown new` at a terminal: everything that is missing is asked for, and a wrong answer is asked again.

use crate::campaign::command::Command;
use crate::campaign::options::Options;
use crate::campaign::state::PlayerId;
use crate::catalog::options;
use crate::cli::args::NewArgs;
use crate::cli::error::CliError;
use crate::cli::session::{Result, Session};
use crate::cli::{open, resolve};
use crate::report::lists::ListRow;
use crate::text::thousands;

/// Asks for name, map, last day, house rules and players.
pub(super) fn ask(session: &mut Session<'_>, args: NewArgs) -> Result<(NewArgs, Vec<Command>)> {
    let name = until(session, "What is the campaign called? ", |_, typed| match typed {
        "" => Err("it needs a name".to_owned()),
        name => Ok(name.to_owned()),
    })?;
    let map = map(session, &args.map)?;
    let ends = match args.ends {
        Some(day) => Some(day),
        None => until(session, "Its last day, such as 2026-12-15 (an empty line: none): ", |_, typed| match typed {
            "" => Ok(None),
            day => day.parse().map(Some).map_err(|_| format!("\"{day}\" is no date such as 2026-12-15")),
        })?,
    };
    let options = rules(session, args.options)?;
    let players = players(session)?;
    Ok((NewArgs { name: Some(name), map, ends, options }, players))
}

/// Asks until something can be read.
fn until<T>(
    session: &mut Session<'_>,
    question: &str,
    read: impl Fn(&mut Session<'_>, &str) -> std::result::Result<T, String>,
) -> Result<T> {
    loop {
        let typed = session.ask(question).ok_or_else(|| CliError::new("nothing was made"))?;
        match read(session, &typed) {
            Ok(value) => return Ok(value),
            Err(why) => session.status(&why),
        }
    }
}

fn map(session: &mut Session<'_>, usual: &str) -> Result<String> {
    let maps = &session.catalog()?.maps;
    let lines: Vec<String> = maps
        .ids()
        .filter_map(|id| Some((id, maps.get(id)?)))
        .map(|(id, chart)| format!("  {id}: {}, {} systems", chart.name, chart.systems.len()))
        .collect();
    session.status(&lines.join("\n"));
    until(session, &format!("Which map, or a file (an empty line: {usual})? "), |session, typed| {
        let typed = if typed.is_empty() { usual } else { typed };
        open::chart(session, typed).map(|_| typed.to_owned()).map_err(|error| error.messages.join("\n"))
    })
}

fn rules(session: &mut Session<'_>, mut given: Vec<String>) -> Result<Vec<String>> {
    let question = "A house rule such as composition=warn (`list` shows all; an empty line goes on): ";
    loop {
        let typed = until(session, question, |session, typed| match typed {
            "" => Ok(None),
            "list" => {
                let lines: Vec<String> = options::embedded()
                    .iter()
                    .map(|def| format!("  {}: {}; {}, usually {}", def.id, def.title, def.kind, def.default))
                    .collect();
                session.status(&lines.join("\n"));
                Ok(Some(String::new()))
            }
            rule => Options::parse(options::embedded(), rule)
                .map(|_| Some(rule.to_owned()))
                .map_err(|refusal| refusal.to_string()),
        })?;
        match typed {
            None => return Ok(given),
            Some(rule) if rule.is_empty() => {}
            Some(rule) => given.push(rule),
        }
    }
}

fn players(session: &mut Session<'_>) -> Result<Vec<Command>> {
    let rows: Vec<ListRow> = ListRow::all(&session.catalog()?.fleets).into_iter().filter(|row| row.playable).collect();
    let mut players: Vec<Command> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    loop {
        let name = until(session, "A player's name (an empty line: no more): ", |_, typed| {
            if names.iter().any(|known| known.eq_ignore_ascii_case(typed)) {
                return Err(format!("\"{typed}\" is entered already"));
            }
            Ok(typed.to_owned())
        })?;
        if name.is_empty() {
            return Ok(players);
        }
        let list = until(session, &format!("The fleet list of {name} (`list` shows them): "), |session, typed| {
            if typed == "list" {
                let line =
                    |row: &ListRow| format!("  {}: {}, {} points", row.id, row.name, thousands(row.start_points));
                session.status(&rows.iter().map(line).collect::<Vec<_>>().join("\n"));
                return Err("which of them?".to_owned());
            }
            let known = rows.iter().map(|row| (row.id.as_str(), row));
            let found = resolve::one("fleet list", typed, known, "`list` shows them");
            found.map(|row| row.id.clone()).map_err(|error| error.messages.join("\n"))
        })?;
        let commander = until(session, &format!("{name}'s commander: "), |_, typed| match typed {
            "" => Err("he needs a name".to_owned()),
            commander => Ok(commander.to_owned()),
        })?;
        let player = PlayerId(u32::try_from(players.len()).unwrap_or(u32::MAX) + 1);
        names.push(name.clone());
        players.push(Command::AddPlayer { player, name, list, commander, commander_kind: None });
    }
}
