//! The typed answers, each given to the question it belongs to and then used up.

use std::mem::take;

use super::{Run, aftermath, build_up};
use crate::campaign::command::Command;
use crate::campaign::due::{Ask, Due};
use crate::campaign::state::PlayerId;
use crate::campaign::turn::{Battle, Step};
use crate::campaign::view::Seen;
use crate::cli::error::CliError;
use crate::cli::resolve;
use crate::cli::session::{Result, Session};
use crate::club::Member;

impl Run {
    /// What may be done beside the steps: defences bought after the fleets, sub-plots shown, star forts, marks.
    pub(super) fn beside(&mut self, session: &mut Session<'_>, seen: &Seen, battle: &Battle) -> Result<Vec<Command>> {
        let (id, step) = (self.id, battle.step);
        if self.args.reveal_plots && step >= Step::SubPlots {
            self.args.reveal_plots = false;
            return Ok(vec![Command::RevealSubPlots { battle: id }]);
        }
        if !self.args.works.is_empty() && step > Step::Fleets && step <= Step::Battle {
            let ordered = build_up::works(session, seen, battle, &self.args)?;
            self.args.works.clear();
            let buy = |(player, works)| Command::BuyDefences { battle: id, player, works };
            return Ok(ordered.into_iter().map(buy).collect());
        }
        let forts = !self.args.move_ramilies.is_empty() || !self.args.give_up.is_empty();
        if forts && step >= Step::Repairs && aftermath::may_move_forts(seen, battle, &self.args)? {
            let commands = aftermath::forts(seen, battle, &self.args)?;
            self.args.move_ramilies.clear();
            self.args.give_up.clear();
            return Ok(commands);
        }
        // A champion's mark goes with his appeal; before it, a mark is a rank's (RANK-13).
        if !self.args.marks.is_empty() && step > Step::Promotions && self.args.other.is_empty() {
            return take(&mut self.args.marks).iter().map(|pair| aftermath::mark(seen, pair)).collect();
        }
        Ok(Vec::new())
    }

    /// A step that decides nothing, with what was said for it all the same.
    pub(super) fn fill(&mut self, seen: &Seen, battle: &Battle, command: Command) -> Result<Command> {
        let id = self.id;
        Ok(match battle.step {
            Step::Scenario => {
                let agreed = self.args.scenario.take().as_deref().map(resolve::scenario).transpose()?;
                Command::DetermineScenario { battle: id, agreed }
            }
            Step::Location => match self.args.system.take() {
                Some(typed) => Command::ChooseLocation { battle: id, system: resolve::system(seen, &typed)? },
                None => command,
            },
            Step::Orders if !self.args.choose.is_empty() || self.args.hunt.is_some() => {
                build_up::orders(seen, id, &mut self.args)?
            }
            Step::SubPlots => Command::RollSubPlots { battle: id, secret: take(&mut self.args.secret_plots) },
            Step::Spoils => Command::ClaimSpoils { battle: id, claim: !take(&mut self.args.no_claim) },
            Step::Renown => aftermath::renown(seen, battle, &mut self.args)?,
            Step::Promotions => aftermath::promote(seen, battle, &mut self.args)?,
            Step::Experience => aftermath::experience(seen, battle, &mut self.args)?,
            Step::Challenge
            | Step::Initiative
            | Step::Orders
            | Step::Size
            | Step::Fleets
            | Step::Battle
            | Step::Repairs
            | Step::Appeals
            | Step::Closed => command,
        })
    }

    /// The typed answer to a question; `None` where there is none.
    pub(super) fn answer(
        &mut self,
        session: &mut Session<'_>,
        member: &mut Member<'_>,
        seen: &Seen,
        battle: &Battle,
        due: &Due,
    ) -> Result<Option<Vec<Command>>> {
        let (id, args) = (self.id, &mut self.args);
        let who = due.who.first().copied().unwrap_or(battle.challenger);
        let one = |command: Command| Ok(Some(vec![command]));
        match &due.ask {
            Ask::Answer if take(&mut args.accept) => one(Command::AcceptChallenge { battle: id }),
            Ask::Answer if take(&mut args.decline) => one(Command::DeclineChallenge { battle: id }),
            Ask::Answer if take(&mut args.refuse) => one(Command::RefuseChallenge { battle: id }),
            Ask::Orders { .. } if !args.choose.is_empty() || args.hunt.is_some() => {
                one(build_up::orders(seen, id, args)?)
            }
            Ask::Location { .. } => match args.system.take() {
                Some(typed) => one(Command::ChooseLocation { battle: id, system: resolve::system(seen, &typed)? }),
                None => Ok(None),
            },
            Ask::Size { .. } if args.points.is_some() || args.transports.is_some() || args.assault => {
                let (points, transports, assault) =
                    (args.points.take(), args.transports.take(), take(&mut args.assault));
                one(Command::AgreeSize { battle: id, points, transports, assault })
            }
            Ask::Fleet { .. } => build_up::pick(session, member, seen, battle, args, who),
            Ask::Nominate { .. } => build_up::nominate(member, seen, battle, args, who),
            // Of an enemy's secret sub-plot he may name what stands before him.
            Ask::Plots => build_up::nominate_all(member, seen, battle, args),
            Ask::Confirm => Ok(self.silence(session, due)),
            Ask::Tenders { .. } if !args.tenders.is_empty() => one(aftermath::renown(seen, battle, args)?),
            Ask::Gift if !args.gifts.is_empty() => one(aftermath::promote(seen, battle, args)?),
            Ask::Advances { vessels } => aftermath::advances(seen, battle, args, who, vessels),
            Ask::Train { .. } => aftermath::train(seen, battle, args, who),
            Ask::Repairs { points, price, .. } => aftermath::repairs(seen, battle, args, who, points / price),
            Ask::Appeals { .. } => aftermath::appeals(seen, battle, args, who),
            Ask::Grant { .. } => aftermath::takings(seen, &mut self.first, battle, args, who),
            Ask::Answer
            | Ask::Orders { .. }
            | Ask::Size { .. }
            | Ask::Tenders { .. }
            | Ask::Gift
            | Ask::Pick { .. }
            | Ask::Base { .. }
            | Ask::Battle { .. }
            | Ask::Flagship { .. }
            | Ask::Mark { .. } => Ok(None),
        }
    }

    /// Answers of players who are not asked: the rules say why not.
    pub(super) fn unasked(
        &mut self,
        member: &Member<'_>,
        seen: &Seen,
        battle: &Battle,
        waits: &[Due],
    ) -> Result<Vec<Command>> {
        let mut commands = Vec::new();
        let is_asked = |player| waits.iter().any(|due| due.who.contains(&player));
        if battle.step == Step::SubPlots {
            for player in battle.players().into_iter().filter(|player| !is_asked(*player)) {
                let named = build_up::nominate(member, seen, battle, &mut self.args, player)?;
                commands.extend(named.unwrap_or_default());
            }
        }
        if battle.step >= Step::Repairs {
            for player in seen.players.keys().filter(|player| !battle.involves(**player)) {
                commands.extend(aftermath::appeals(seen, battle, &mut self.args, *player)?.unwrap_or_default());
            }
        }
        Ok(commands)
    }

    /// A report whose day of silence has come stands.
    fn silence(&self, session: &Session<'_>, due: &Due) -> Option<Vec<Command>> {
        let stands = due.until.is_some_and(|day| session.now().date() >= day);
        stands.then(|| vec![Command::ConfirmReport { battle: self.id }])
    }
}

/// Takes the pairs that are one player's out of a list.
pub(super) fn of_player(seen: &Seen, pairs: &mut Vec<String>, form: &str, player: PlayerId) -> Result<Vec<String>> {
    let mut own = Vec::new();
    let mut left = Vec::new();
    for pair in take(pairs) {
        let (name, value) = match resolve::pair(seen, &pair, form) {
            Ok((name, value)) => (name.to_owned(), value.to_owned()),
            // `--other PLAYER` alone is an answer too.
            Err(error) if form.contains('[') => match resolve::player(seen, &pair) {
                Ok(_) => (pair.clone(), String::new()),
                Err(_) => return Err(error),
            },
            Err(error) => return Err(error),
        };
        if resolve::player(seen, &name)? == player { own.push(value) } else { left.push(pair) }
    }
    *pairs = left;
    Ok(own)
}

/// That a player's answer is given twice.
pub(super) fn twice(flag: &str) -> CliError {
    CliError::usage(format!("{flag} is given twice for one player"))
}
