//! `renown ground play`.

use crate::battle::RuleSet as _;
use crate::battle::ground::event::Event;
use crate::battle::ground::{self, Ground};
use crate::cli::args::GroundPlayArgs;
use crate::cli::error::CliError;
use crate::cli::map::write;
use crate::cli::play::own_dice;
use crate::cli::session::{Result, Session};
use crate::dice::{Dice, Kept, Recorder, Roll};
use crate::files;
use crate::notation::ground::{self as notation, GroundFile, GroundSituation};
use crate::report::ground::svg;

/// The word for the usual answer.
const USUAL: &str = "usual";

/// A battle as it is played, with what is needed to play it again.
pub(super) struct Game {
    begun: GroundSituation,
    pub(super) now: GroundSituation,
    actions: Vec<String>,
    rolls: Vec<Roll>,
}

/// What happened, or why nothing did.
type Outcome = std::result::Result<Vec<Event>, String>;

impl Game {
    pub(super) fn new(begun: GroundSituation) -> Self {
        Self { now: begun.clone(), begun, actions: Vec::new(), rolls: Vec::new() }
    }

    /// Opens a table that nobody has played on.
    pub(super) fn open(&mut self, session: &mut Session<'_>, dice: &mut Option<Box<dyn Dice>>) -> Result<Outcome> {
        if self.begun.under_way {
            return Ok(Ok(Vec::new()));
        }
        self.roll(session, dice, |now, dice, events| ground::begin(&mut now.battle, &now.roster, dice, events))
    }

    fn act(&mut self, text: &str, session: &mut Session<'_>, dice: &mut Option<Box<dyn Dice>>) -> Result<Outcome> {
        let GroundSituation { roster, battle, .. } = &self.now;
        let given = if text == USUAL {
            Ground::usual(battle, roster).ok_or_else(|| "the battle is over".to_owned())
        } else {
            Ground::read(battle, roster, text)
        };
        let given = match given {
            Ok(given) => given,
            Err(why) => return Ok(Err(why)),
        };
        let action = Ground::write(roster, &given);
        let told = self.roll(session, dice, |now, dice, events| {
            Ground::answer(&mut now.battle, &now.roster, &given, dice, events)
        })?;
        if told.is_ok() {
            self.actions.push(action);
        }
        Ok(told)
    }

    fn roll(
        &mut self,
        session: &mut Session<'_>,
        dice: &mut Option<Box<dyn Dice>>,
        work: impl FnOnce(&mut GroundSituation, &mut dyn Dice, &mut Vec<Event>) -> ground::answer::Judged<()>,
    ) -> Result<Outcome> {
        let mut events = Vec::new();
        let now = &mut self.now;
        let play = |dice: &mut dyn Dice| {
            let mut recorder = Recorder::new(dice);
            let done = work(now, &mut recorder, &mut events);
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

    /// The battle so far, as a file.
    pub(super) fn record(&self) -> String {
        notation::write_battle(&GroundFile {
            situation: self.begun.clone(),
            actions: self.actions.clone(),
            dice: Kept::Rolls(self.rolls.clone()),
        })
    }
}

pub(super) fn run(session: &mut Session<'_>, args: &GroundPlayArgs) -> Result<()> {
    let file = super::read(session, &args.table)?;
    let mut game = Game::new(file.situation);
    let mut dice = own_dice(session)?;
    let told = game.open(session, &mut dice)?.map_err(CliError::new)?;
    tell(session, &told)?;
    match &args.actions {
        Some(path) => {
            let text = files::read_text(path, files::RECORDED)
                .map_err(|error| CliError::new(format!("\"{}\": {error}", path.display())))?;
            for (number, line) in (1..).zip(text.lines().map(|line| line.split('#').next().unwrap_or("").trim())) {
                if line.is_empty() || line == USUAL && game.now.battle.winner.is_some() {
                    continue;
                }
                let told = game.act(line, session, &mut dice)?;
                let told = told.map_err(|why| CliError::new(format!("{}:{number}: {why}", path.display())))?;
                tell(session, &told)?;
            }
        }
        None => terminal(session, &mut game, &mut dice)?,
    }
    let due = ground::due(&game.now.roster, &Ground::pending(&game.now.battle));
    session.status(&due);
    keep(session, args, &game)
}

fn terminal(session: &mut Session<'_>, game: &mut Game, dice: &mut Option<Box<dyn Dice>>) -> Result<()> {
    while game.now.battle.winner.is_none() {
        let question = format!("{}\n> ", ground::due(&game.now.roster, &Ground::pending(&game.now.battle)));
        let Some(line) = session.ask(&question) else { return Ok(()) };
        match line.as_str() {
            "quit" => return Ok(()),
            line => match game.act(if line.is_empty() { USUAL } else { line }, session, dice)? {
                Ok(told) => tell(session, &told)?,
                Err(why) => session.status(&format!("refused: {why}")),
            },
        }
    }
    Ok(())
}

pub(super) fn tell(session: &mut Session<'_>, events: &[Event]) -> Result<()> {
    for event in events {
        session.print(&event.to_string())?;
    }
    Ok(())
}

fn keep(session: &mut Session<'_>, args: &GroundPlayArgs, game: &Game) -> Result<()> {
    let GroundSituation { roster, battle, .. } = &game.now;
    if let Some(path) = &args.save {
        write(path, &notation::write(roster, battle))?;
        session.status(&format!("The table is in \"{}\".", path.display()));
    }
    if let Some(path) = &args.record {
        write(path, &game.record())?;
        session.status(&format!("The battle is in \"{}\": `renown ground replay`.", path.display()));
    }
    if let Some(path) = &args.svg {
        write(path, &svg(roster, battle))?;
        session.status(&format!("The picture is in \"{}\".", path.display()));
    }
    Ok(())
}
