//! `renown replay`: a battle file, played again.

use std::path::Path;

use serde::Serialize;

use super::error::CliError;
use super::map::write;
use super::play as playing;
use super::session::{Result, Session};
use crate::battle::event::Event;
use crate::battle::{self, wording};
use crate::catalog::situation::{BattleFile, Situation};
use crate::dice::{Dice as _, Listed};
use crate::publish::replay::{self, Recorder};
use crate::report::table;

/// One action and what came of it.
#[derive(Serialize)]
struct Step {
    action: String,
    events: Vec<String>,
}

pub(super) fn run(session: &mut Session<'_>, file: &Path, svg: Option<&Path>, html: Option<&Path>) -> Result<()> {
    let read = playing::read(session, file)?;
    play(session, read, svg, html)
}

/// Plays a battle file again.
pub(super) fn play(session: &mut Session<'_>, file: BattleFile, svg: Option<&Path>, html: Option<&Path>) -> Result<()> {
    let BattleFile { situation, actions, dice } = file;
    let Situation { roster, mut battle } = situation;
    let mut dice = Listed::parse(&dice).map_err(|error| CliError::new(format!("`dice`: {error}")))?;
    let mut frames = vec![table::svg(&roster, &battle)];
    let mut recorder = html.map(|_| Recorder::new(&roster, &battle));
    let mut steps = Vec::new();
    for (number, action) in (1..).zip(&actions) {
        let failed = |why: String| CliError::new(format!("action {number}, `{action}`: {why}"));
        let given = wording::read(&battle, &roster, action).map_err(&failed)?;
        let mut events: Vec<Event> = Vec::new();
        let before = battle;
        battle::answer(&mut battle, &roster, &given, &mut dice, &mut events)
            .map_err(|stop| failed(stop.to_string()))?;
        if let Some(recorder) = &mut recorder {
            recorder.note(&before, &battle, &events);
        }
        let events = events.iter().map(|event| event.tell(&roster)).collect();
        steps.push(Step { action: action.clone(), events });
        if svg.is_some() {
            frames.push(table::svg(&roster, &battle));
        }
    }
    dice.finish().map_err(|error| CliError::new(error.to_string()))?;
    if let Some(folder) = svg {
        std::fs::create_dir_all(folder).map_err(|error| CliError::new(format!("\"{}\": {error}", folder.display())))?;
        for (number, frame) in frames.iter().enumerate() {
            write(&folder.join(format!("{number:04}.svg")), frame)?;
        }
        session.status(&format!("{} pictures are in \"{}\".", frames.len(), folder.display()));
    }
    if let (Some(path), Some(recorder)) = (html, recorder) {
        let title = format!("{} and {}", roster.sides[0], roster.sides[1]);
        write(path, &replay::page(&title, &recorder.finish(&battle)))?;
        session.status(&format!("The battle is in \"{}\".", path.display()));
    }
    session.show(&steps, |_| {
        let lines = steps.iter().flat_map(|step| {
            std::iter::once(format!("> {}", step.action)).chain(step.events.iter().map(|event| format!("  {event}")))
        });
        lines.collect::<Vec<_>>().join("\n")
    })
}
