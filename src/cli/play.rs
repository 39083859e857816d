//! `renown play`: a battle from a situation file.

use std::path::Path;

use super::args::PlayArgs;
use super::bridge::Bridge;
use super::error::CliError;
use super::map::write;
use super::session::{Result, Session};
use crate::battle::gothic;
use crate::battle::gothic::decisions;
use crate::battle::gothic::decisions::answer::{Decision, Judged};
use crate::battle::gothic::event::Event;
use crate::battle::gothic::state::Battle;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::sub_plots::judged::achieved;
use crate::battle::gothic::victory::Facts;
use crate::dice::{Dice, Kept, Recorder, Roll, Rolled};
use crate::files;
use crate::notation;
use crate::notation::{BattleFile, Situation};
use crate::report::table;
use crate::table::side::Side;

/// The word for the usual answer.
const USUAL: &str = "usual";

pub(super) fn run(session: &mut Session<'_>, args: &PlayArgs) -> Result<()> {
    let BattleFile { situation: begun, opens, .. } = read(session, &args.situation)?;
    let mut game = Game { now: begun.clone(), begun, opens, actions: Vec::new(), rolls: Vec::new(), story: Vec::new() };
    let mut dice = own_dice(session)?;
    if opens {
        let told = game.open(session, &mut dice)?.map_err(CliError::new)?;
        game.story.extend(told.iter().map(|event| event.tell(&game.now.roster)));
        tell(session, &game.now, &told)?;
    }
    match &args.actions {
        Some(path) => {
            let text = files::read_text(path, files::RECORDED)
                .map_err(|error| CliError::new(format!("\"{}\": {error}", path.display())))?;
            let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
            for (number, line) in (1..).zip(lines) {
                // Usual answers may be asked for beyond the end.
                if line.is_empty() || line == USUAL && game.now.battle.pending() == Decision::Over {
                    continue;
                }
                let told = game.act(line, session, &mut dice)?;
                let told = told.map_err(|why| CliError::new(format!("{}:{number}: {why}", path.display())))?;
                tell(session, &game.now, &told)?;
            }
        }
        None => terminal(session, &mut game, &mut dice, args.record.as_deref())?,
    }
    if game.now.battle.pending() == Decision::Over {
        settle(session, &game.now)?;
    }
    session.status(&capitalised(&decisions::due(&game.now.roster, &game.now.battle.pending())));
    keep(session, args, &game)
}

/// Reads a situation or battle file.
pub(super) fn read(session: &mut Session<'_>, path: &Path) -> Result<BattleFile> {
    let text = if path.as_os_str() == "-" {
        session.read_input()?
    } else {
        files::read_text(path, files::RECORDED)
            .map_err(|error| CliError::new(format!("\"{}\": {error}", path.display())))?
    };
    let name = path.display().to_string();
    notation::read_battle(&name, &text, &session.catalog()?.fleets).map_err(|problems| CliError {
        messages: problems.iter().map(ToString::to_string).collect(),
        hints: vec!["tests/rules/README.md explains the form of a situation".to_owned()],
        usage: false,
    })
}

/// What happened, or why nothing did.
type Outcome = std::result::Result<Vec<Event>, String>;

/// A battle as it is played, with what is needed to play it again.
struct Game {
    begun: Situation,
    now: Situation,
    /// The first turn was opened here.
    opens: bool,
    actions: Vec<String>,
    rolls: Vec<Roll>,
    /// What was told at the terminal.
    story: Vec<String>,
}

impl Game {
    fn bridge(&self) -> Bridge<'_> {
        Bridge { roster: &self.now.roster, battle: &self.now.battle, story: &self.story }
    }

    /// Takes an action as text. The inner error says why it is not taken.
    fn act(&mut self, text: &str, session: &mut Session<'_>, dice: &mut Option<Box<dyn Dice>>) -> Result<Outcome> {
        let Situation { roster, battle } = &self.now;
        let given = if text == USUAL {
            decisions::usual(battle, roster).ok_or_else(|| "the battle is over".to_owned())
        } else {
            decisions::read(battle, roster, text)
        };
        let given = match given {
            Ok(given) => given,
            Err(why) => return Ok(Err(why)),
        };
        let action = decisions::write(roster, &given);
        let told = self
            .roll(session, dice, |battle, roster, dice, events| gothic::answer(battle, roster, &given, dice, events))?;
        if told.is_ok() {
            self.actions.push(action);
        }
        Ok(told)
    }

    /// The battle so far, as `renown replay` reads it.
    fn record(&self) -> String {
        notation::write_battle(&BattleFile {
            situation: self.begun.clone(),
            actions: self.actions.clone(),
            opens: self.opens,
            dice: Kept::Rolls(self.rolls.clone()),
        })
    }

    /// Opens the first turn of fleets that are only deployed.
    fn open(&mut self, session: &mut Session<'_>, dice: &mut Option<Box<dyn Dice>>) -> Result<Outcome> {
        self.roll(session, dice, |battle, roster, dice, events| gothic::begin(battle, roster, dice, events))
    }

    /// Does something with the dice, and keeps them if it could be done.
    fn roll(
        &mut self,
        session: &mut Session<'_>,
        dice: &mut Option<Box<dyn Dice>>,
        work: impl FnOnce(&mut Battle, &Roster, &mut dyn Dice, &mut Vec<Event>) -> Judged<()>,
    ) -> Result<Outcome> {
        let Situation { roster, battle } = &mut self.now;
        let mut events = Vec::new();
        let play = |dice: &mut dyn Dice| {
            let mut recorder = Recorder::new(dice);
            let done = work(battle, roster, &mut recorder, &mut events);
            (done, recorder.into_rolls())
        };
        let (done, rolls) = match dice {
            Some(dice) => play(dice.as_mut()),
            None => session.roll(play)?,
        };
        Ok(match done {
            Ok(()) => {
                self.rolls.extend(rolls);
                Ok(events)
            }
            Err(stop) => Err(stop.to_string()),
        })
    }
}

/// The dice of the whole battle; `None` when they are asked for at each roll.
pub(super) fn own_dice(session: &mut Session<'_>) -> Result<Option<Box<dyn Dice>>> {
    let given = session.common.dice.clone();
    Ok(match given.as_str() {
        "ask" => None,
        "program" => Some(Box::new(Rolled::from_system().map_err(CliError::new)?)),
        other => match other.strip_prefix("seed:") {
            Some(seed) => Some(Box::new(Rolled::from_seed(seed))),
            None => match session.list_given()? {
                Some(list) => Some(Box::new(list)),
                None => None,
            },
        },
    })
}

/// Answers as they are typed; the record grows with each of them, so that no more than the last can be lost.
fn terminal(
    session: &mut Session<'_>,
    game: &mut Game,
    dice: &mut Option<Box<dyn Dice>>,
    record: Option<&Path>,
) -> Result<()> {
    loop {
        let due = game.now.battle.pending();
        if due == Decision::Over {
            return Ok(());
        }
        let question = format!("{}\n> ", capitalised(&decisions::due(&game.now.roster, &due)));
        let Some(line) = session.ask(&question) else { return Ok(()) };
        match line.as_str() {
            "quit" => return Ok(()),
            line if game.bridge().shows(session, line) => {}
            line => match game.act(if line.is_empty() { USUAL } else { line }, session, dice)? {
                Ok(told) => {
                    record.map_or(Ok(()), |path| write(path, &game.record()))?;
                    game.story.extend(told.iter().map(|event| event.tell(&game.now.roster)));
                    tell(session, &game.now, &told)?;
                }
                Err(why) => session.status(&format!("refused: {why}")),
            },
        }
    }
}

/// What each side has earned when the battle is over (VP-18).
fn settle(session: &mut Session<'_>, now: &Situation) -> Result<()> {
    let Situation { roster, battle } = now;
    let facts = Facts::of(roster, battle);
    for side in Side::BOTH {
        let lines = facts.account(side, facts.field());
        let total: u32 = lines.iter().map(|line| line.points).sum();
        let what: Vec<String> = lines.iter().map(|line| format!("{} {}", line.what, line.points)).collect();
        let what = if what.is_empty() { String::new() } else { format!(": {}", what.join(", ")) };
        session.print(&format!("{} earns {total} victory points{what} (VP-18)", roster.sides[side as usize]))?;
    }
    for side in Side::BOTH {
        let plot = battle.players[side as usize].plot;
        if let (Some(plot), Some(met)) = (plot, achieved(&facts, side, facts.standing().1)) {
            let (who, result) = (&roster.sides[side as usize], if met { "achieved" } else { "failed" });
            session.print(&format!("{who}'s sub-plot {}: {result} (PLOT-04)", plot.plot))?;
        }
    }
    Ok(())
}

fn tell(session: &mut Session<'_>, now: &Situation, events: &[Event]) -> Result<()> {
    for event in events {
        session.say(&event.tell(&now.roster))?;
    }
    Ok(())
}

fn keep(session: &mut Session<'_>, args: &PlayArgs, game: &Game) -> Result<()> {
    let Situation { roster, battle } = &game.now;
    if let Some(path) = &args.save {
        write(path, &notation::write(roster, battle))?;
        session.status(&format!("The situation is in \"{}\".", path.display()));
    }
    if let Some(path) = &args.record {
        write(path, &game.record())?;
        session.status(&format!("The battle is in \"{}\": `renown replay {}`.", path.display(), path.display()));
    }
    if let Some(path) = &args.svg {
        write(path, &table::svg(roster, battle))?;
        session.status(&format!("The picture is in \"{}\".", path.display()));
    }
    Ok(())
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
