//! `renown ground`: armies, tables, battles of the ground war.

mod army;
mod fight;
mod play;

use std::path::Path;

use super::args::GroundVerb;
use super::error::CliError;
use super::session::{Result, Session};
use crate::captain::ground::Skill;
use crate::files;
use crate::notation::ground::{self as notation, GroundFile};
use crate::table::side::Side;
use crate::text::or_list;

pub(super) fn run(session: &mut Session<'_>, verb: GroundVerb) -> Result<()> {
    match verb {
        GroundVerb::Army(verb) => army::run(session, &verb),
        GroundVerb::Skirmish(args) => army::skirmish(session, &args),
        GroundVerb::Play(args) => play::run(session, &args),
        GroundVerb::Fight(args) => fight::run(session, &args),
        GroundVerb::Forecast { table, runs, seed, captains } => fight::forecast(session, &table, runs, seed, &captains),
        GroundVerb::Replay { file, svg } => fight::replay(session, &file, svg.as_deref()),
    }
}

/// Reads a table or a battle file.
fn read(session: &mut Session<'_>, path: &Path) -> Result<GroundFile> {
    let text = if path.as_os_str() == "-" {
        session.read_input()?
    } else {
        files::read_text(path, files::RECORDED)
            .map_err(|error| CliError::new(format!("\"{}\": {error}", path.display())))?
    };
    notation::read_battle(&path.display().to_string(), &text).map_err(|problems| CliError {
        messages: problems.iter().map(ToString::to_string).collect(),
        hints: vec!["tests/rules/ground.md explains the form of a table".to_owned()],
        usage: false,
    })
}

/// `SIDE=VALUE`, by the names of the sides.
fn of_side<'v>(names: [&str; 2], given: &'v str) -> Result<(Side, &'v str)> {
    let (name, value) =
        given.split_once('=').ok_or_else(|| CliError::usage(format!("\"{given}\" is not SIDE=VALUE")))?;
    match names.iter().position(|known| known.eq_ignore_ascii_case(name.trim())) {
        Some(0) => Ok((Side::One, value.trim())),
        Some(_) => Ok((Side::Two, value.trim())),
        None => Err(CliError::new(format!("\"{name}\" is no side; {} are", names.join(" and ")))),
    }
}

/// Who decides for whom; captains where nothing is said.
fn skills(names: [&str; 2], given: &[String]) -> Result<[Skill; 2]> {
    let mut skills = [Skill::Captain; 2];
    for text in given {
        let (side, word) = of_side(names, text)?;
        skills[side as usize] = Skill::from_word(word).ok_or_else(|| {
            let known: Vec<&str> = Skill::ALL.iter().map(|skill| skill.word()).collect();
            CliError::new(format!("\"{word}\" decides for nobody; it can be {}", or_list(&known)))
        })?;
    }
    Ok(skills)
}
