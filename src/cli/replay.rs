//! `renown replay`: a battle file, played again.

use std::path::Path;

use serde::Serialize;

use super::error::CliError;
use super::map::write;
use super::play as playing;
use super::session::{Result, Session};
use crate::fight::replay::again;
use crate::notation::BattleFile;
use crate::publish::replay;
use crate::report::table;

/// One action and what came of it.
#[derive(Serialize)]
struct Step {
    /// None where the first turn is opened.
    action: Option<String>,
    events: Vec<String>,
}

pub(super) fn run(session: &mut Session<'_>, file: &Path, svg: Option<&Path>, html: Option<&Path>) -> Result<()> {
    let read = playing::read(session, file)?;
    play(session, &read, svg, html)
}

/// Plays a battle file again.
pub(super) fn play(
    session: &mut Session<'_>,
    file: &BattleFile,
    svg: Option<&Path>,
    html: Option<&Path>,
) -> Result<()> {
    let roster = &file.situation.roster;
    let mut frames = vec![table::svg(roster, &file.situation.battle)];
    let mut steps = Vec::new();
    again(file, &mut |action, _, after, events| {
        let events = events.iter().map(|event| event.tell(roster)).collect();
        steps.push(Step { action: action.map(ToOwned::to_owned), events });
        if svg.is_some() {
            frames.push(table::svg(roster, after));
        }
    })
    .map_err(CliError::new)?;
    if let Some(folder) = svg {
        std::fs::create_dir_all(folder).map_err(|error| CliError::new(format!("\"{}\": {error}", folder.display())))?;
        for (number, frame) in frames.iter().enumerate() {
            write(&folder.join(format!("{number:04}.svg")), frame)?;
        }
        session.status(&format!("{} pictures are in \"{}\".", frames.len(), folder.display()));
    }
    if let Some(path) = html {
        let title = format!("{} and {}", roster.sides[0], roster.sides[1]);
        write(path, &replay::page(&title, &replay::read(file).map_err(CliError::new)?))?;
        session.status(&format!("The battle is in \"{}\".", path.display()));
    }
    session.show(&steps, |_| {
        let lines = steps.iter().flat_map(|step| {
            let action = step.action.iter().map(|action| format!("> {action}"));
            action.chain(step.events.iter().map(|event| format!("  {event}")))
        });
        lines.collect::<Vec<_>>().join("\n")
    })
}
