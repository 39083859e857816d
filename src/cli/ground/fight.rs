//! `renown ground fight`, `forecast` and `replay`.

use std::path::Path;

use serde::Serialize;

use super::skills;
use crate::battle::RuleSet as _;
use crate::battle::ground::event::Silent;
use crate::battle::ground::roster::Roster;
use crate::battle::ground::state::{Battle, Winner};
use crate::battle::ground::turn::goals;
use crate::battle::ground::{self, Ground};
use crate::captain::ground::{Skill, fight};
use crate::cli::args::GroundFightArgs;
use crate::cli::error::CliError;
use crate::cli::map::write;
use crate::cli::play::own_dice;
use crate::cli::session::{Result, Session};
use crate::dice::{Dice, Fast, Kept, Recorder};
use crate::notation::ground::{self as notation, GroundFile, GroundSituation};
use crate::report::ground::svg;
use crate::table::side::Side;

fn names(roster: &Roster) -> [&str; 2] {
    Side::BOTH.map(|side| roster.player(side))
}

/// Opens a table that nobody has played on, and plays it to its end; the answers as they are written.
fn fought(
    now: &mut GroundSituation,
    skills: [Skill; 2],
    dice: &mut dyn Dice,
    told: &mut Vec<String>,
) -> std::result::Result<Vec<String>, String> {
    let mut actions = Vec::new();
    if !now.under_way {
        let mut events = Vec::new();
        ground::begin(&mut now.battle, &now.roster, dice, &mut events).map_err(|stop| stop.to_string())?;
        told.extend(events.iter().map(ToString::to_string));
    }
    let roster = &now.roster;
    fight(&mut now.battle, roster, skills, dice, &mut |given, _, events| {
        actions.push(Ground::write(roster, given));
        told.extend(events.iter().map(ToString::to_string));
    })?;
    Ok(actions)
}

fn outcome(roster: &Roster, battle: &Battle) -> String {
    let winner = match battle.winner {
        Some(Winner::Side(side)) => format!("{} wins", roster.player(side)),
        Some(Winner::Draw) | None => "a draw".to_owned(),
    };
    let score = Side::BOTH.map(|side| {
        let met: Vec<&str> = goals::met(battle, roster, side).into_iter().map(|goal| goal.word()).collect();
        let points = goals::destroyed_points(battle, roster, side);
        let met = if met.is_empty() { "no goal".to_owned() } else { met.join(", ") };
        format!("{}: {met}, {points} points destroyed", roster.player(side))
    });
    format!("{winner} after turn {} (EP-WIN-03)\n{}\n{}", battle.turn, score[0], score[1])
}

pub(super) fn run(session: &mut Session<'_>, args: &GroundFightArgs) -> Result<()> {
    let begun = super::read(session, &args.table)?.situation;
    let skills = skills(names(&begun.roster), &args.captains)?;
    let mut now = begun.clone();
    let mut told = Vec::new();
    let mut play = |dice: &mut dyn Dice| {
        let mut recorder = Recorder::new(dice);
        let actions = fought(&mut now, skills, &mut recorder, &mut told);
        (actions, recorder.into_rolls())
    };
    let (actions, rolls) = match own_dice(session)? {
        Some(mut dice) => play(dice.as_mut()),
        None => session.roll(&mut play)?,
    };
    let actions = actions.map_err(CliError::new)?;
    for line in &told {
        session.print(line)?;
    }
    session.print(&outcome(&now.roster, &now.battle))?;
    if let Some(path) = &args.record {
        let file = GroundFile { situation: begun, actions, dice: Kept::Rolls(rolls) };
        write(path, &notation::write_battle(&file))?;
        session.status(&format!("The battle is in \"{}\": `renown ground replay`.", path.display()));
    }
    if let Some(path) = &args.svg {
        write(path, &svg(&now.roster, &now.battle))?;
        session.status(&format!("The picture is in \"{}\".", path.display()));
    }
    Ok(())
}

/// A forecast as it is printed.
#[derive(Serialize)]
struct Forecast {
    runs: u64,
    wins: [u64; 2],
    draws: u64,
    turns: f64,
    checksum: String,
}

#[expect(clippy::cast_precision_loss, reason = "counts of battles are small")]
pub(super) fn forecast(session: &mut Session<'_>, table: &Path, runs: u64, seed: u64, given: &[String]) -> Result<()> {
    let begun = super::read(session, table)?.situation;
    let skills = skills(names(&begun.roster), given)?;
    let (mut wins, mut draws, mut turns) = ([0; 2], 0, 0);
    let mut checksum = blake3::Hasher::new();
    for run in 0..runs {
        let mut now = begun.clone();
        let mut dice = Fast::new(seed, run);
        if !now.under_way {
            ground::begin(&mut now.battle, &now.roster, &mut dice, &mut Silent)
                .map_err(|stop| CliError::new(stop.to_string()))?;
        }
        fight(&mut now.battle, &now.roster, skills, &mut dice, &mut |_, _, _| {}).map_err(CliError::new)?;
        match now.battle.winner {
            Some(Winner::Side(side)) => wins[side as usize] += 1,
            Some(Winner::Draw) | None => draws += 1,
        }
        turns += u64::from(now.battle.turn);
        checksum.update(notation::digest(&now.roster, &now.battle).as_bytes());
    }
    let value = Forecast {
        runs,
        wins,
        draws,
        turns: turns as f64 / runs as f64,
        checksum: checksum.finalize().to_hex()[..16].to_owned(),
    };
    let names = names(&begun.roster);
    let share = |count: u64| format!("{:.0} %", 100.0 * count as f64 / runs as f64);
    session.show(&value, |_| {
        format!(
            "{} wins {}, {} wins {}, draws {}; {:.1} turns; {runs} battles, checksum {}",
            names[0],
            share(wins[0]),
            names[1],
            share(wins[1]),
            share(draws),
            value.turns,
            value.checksum
        )
    })
}

/// One answer and what came of it.
#[derive(Serialize)]
struct Step {
    action: Option<String>,
    events: Vec<String>,
}

pub(super) fn replay(session: &mut Session<'_>, path: &Path, pictures: Option<&Path>) -> Result<()> {
    let file = super::read(session, path)?;
    let GroundSituation { roster, mut battle, under_way } = file.situation;
    let mut dice = file.dice.again().map_err(|error| CliError::new(error.to_string()))?;
    let (mut steps, mut frames) = (Vec::new(), vec![svg(&roster, &battle)]);
    let tell = |events: &[ground::event::Event]| events.iter().map(ToString::to_string).collect::<Vec<_>>();
    if !under_way {
        let mut events = Vec::new();
        ground::begin(&mut battle, &roster, dice.as_mut(), &mut events)
            .map_err(|stop| CliError::new(stop.to_string()))?;
        steps.push(Step { action: None, events: tell(&events) });
    }
    crate::battle::replay::<Ground, _>(&mut battle, &roster, &file.actions, dice.as_mut(), |action, after, events| {
        steps.push(Step { action: Some(action.to_owned()), events: tell(events) });
        if pictures.is_some() {
            frames.push(svg(&roster, after));
        }
    })
    .map_err(CliError::new)?;
    if let Some(folder) = pictures {
        std::fs::create_dir_all(folder).map_err(|error| CliError::new(format!("\"{}\": {error}", folder.display())))?;
        for (number, frame) in frames.iter().enumerate() {
            write(&folder.join(format!("{number:04}.svg")), frame)?;
        }
        session.status(&format!("{} pictures are in \"{}\".", frames.len(), folder.display()));
    }
    session.status(&format!("Digest {}", notation::digest(&roster, &battle)));
    session.show(&steps, |_| {
        let lines = steps.iter().flat_map(|step| {
            let action = step.action.iter().map(|action| format!("> {action}"));
            action.chain(step.events.iter().map(|event| format!("  {event}")))
        });
        lines.collect::<Vec<_>>().join("\n")
    })
}
