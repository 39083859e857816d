//! `renown battle fight` and `renown battle replay`: a battle decided without a table, and seen again.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::Path;

use crate::battle::gothic::event::Event;
use crate::battle::gothic::state::Fate;
use crate::campaign::command::Command;
use crate::campaign::refusal::Refusals;
use crate::campaign::state::{BattleId, Campaign};
use crate::campaign::turn::BySide;
use crate::campaign::turn::report::Role;
use crate::campaign::turn::set_up::Choices;
use crate::campaign::turn::under_way::{PERSON, RANKS, Row, Thrown, UnderWay};
use crate::cli::args::FightArgs;
use crate::cli::error::CliError;
use crate::cli::session::{Result, Session};
use crate::cli::{play, replay, resolve};
use crate::club::{Ground, Member, Minutes, Moment};
use crate::dice::{Dice, Replayed, Rolled, Typed};
use crate::fight::Fight;
use crate::fight::under_way::{Diary, Halt, Keeper};
use crate::fight::war::{Told, captains};
use crate::files;
use crate::notation;
use crate::scenario::party::Formation;
use crate::table::side::Side;

use super::next;
use super::people::{AtTerminal, formation};
use super::record::role;
use super::reported::{ground, open};

pub(super) fn run(session: &mut Session<'_>, args: &FightArgs) -> Result<()> {
    let id = BattleId(args.battle);
    session.as_member(|session, member| {
        let Ground { before, seen } = ground(session, member, id)?;
        member.may_watch(&before, id)?;
        let ranks = ranks(&seen, id, args)?;
        let catalog = session.shared_catalog()?;
        // What the engine does not play is refused before anything is rolled.
        let fight = member.fight(&before, id, &catalog)?;
        let orders = orders(session, &seen, id, args)?;
        let under_way = open(&seen, id)?.is_under_way();
        let people = ranks.both().into_iter().any(|rank| rank == PERSON);
        let mut dice = play::own_dice(session)?;
        let set_up = set_up(session, &seen, &fight, id, &ranks, args)?;
        let (before, fight) = match set_up {
            None => (before, fight),
            Some(command) => {
                let after = match &mut dice {
                    None => session.give(member, &before, command)?.after,
                    Some(dice) => session.give_with(member, &before, command, dice.as_mut())?.after,
                };
                let fight = member.fight(&after, id, &catalog)?;
                (after, fight)
            }
        };
        let game = Game { id, fight: Box::new(fight), ranks, orders, story: args.story };
        match dice {
            Some(mut dice) if !people && !under_way => game.by_captains(session, member, before, dice.as_mut()),
            dice => game.at_the_terminal(session, member, before, dice),
        }
    })
}

/// A battle that is to be fought, as the options have it.
struct Game {
    id: BattleId,
    fight: Box<Fight>,
    ranks: BySide<String>,
    orders: Orders,
    story: bool,
}

impl Game {
    fn people<'a, 's>(&'a self, session: &'a RefCell<&'a mut Session<'s>>) -> AtTerminal<'a, 's> {
        let plays = [Role::Attacker, Role::Defender].map(|role| self.ranks.of(role) == PERSON);
        AtTerminal { session, fight: &self.fight, plays, orders: self.orders.clone(), story: Vec::new() }
    }

    /// Programs fight it in one go. Nobody hears of it before it is recorded.
    fn by_captains(
        self,
        session: &mut Session<'_>,
        member: &mut Member<'_>,
        before: Moment,
        dice: &mut dyn Dice,
    ) -> Result<()> {
        let mut captains = captains(self.id, &self.ranks);
        let told = {
            let shared = RefCell::new(&mut *session);
            self.fight.tell(dice, &mut captains, &mut self.people(&shared))?
        };
        self.record(session, member, before, &told, None, dice)
    }

    /// People play it or throw its dice, from where they left off. Everything they hear of is kept before.
    fn at_the_terminal(
        self,
        session: &mut Session<'_>,
        member: &mut Member<'_>,
        mut before: Moment,
        dice: Option<Box<dyn Dice>>,
    ) -> Result<()> {
        let seen = member.seen(&before);
        let thrown = thrown(&seen, self.id, session)?;
        if !open(&seen, self.id)?.is_under_way() {
            let under_way = UnderWay { captains: self.ranks.clone(), dice: thrown };
            let begin = Command::BeginFight { battle: self.id, under_way };
            let mut none = Replayed::new(Vec::new());
            before = session.give_with(member, &before, begin, &mut none)?.after;
        } else if session.common.dry_run {
            return Err(CliError::new(format!("battle {} is under way: it is played for good", self.id.0))
                .hint("leave out --dry-run"));
        }
        let played = if session.common.dry_run {
            self.practise(session, thrown, dice)?
        } else {
            self.sit(session, member, &before, thrown, dice)?
        };
        match played {
            None => Ok(()),
            Some((told, kept)) => {
                self.record(session, member, before, &told, Some(kept), &mut Replayed::new(Vec::new()))
            }
        }
    }

    /// One sitting of a battle under way; the end of the battle, with the hash of its last row, if it comes to that.
    fn sit(
        &self,
        session: &mut Session<'_>,
        member: &mut Member<'_>,
        before: &Moment,
        thrown: Thrown,
        dice: Option<Box<dyn Dice>>,
    ) -> Result<Option<(Box<Told>, String)>> {
        let given = session.given(member)?;
        let mut sitting = member.sit(before, self.id, &given)?;
        if let Some((role, turn)) = sitting.minutes().asked() {
            let name = &self.fight.roster.sides[Fight::side(role) as usize];
            session.status(&format!("Battle {} is taken up: {}.", self.id.0, asked(name, turn)));
        }
        let rows = sitting.minutes().rows.clone();
        let played = self.play(session, thrown, dice, rows, &mut sitting);
        match (played, sitting.failed.take()) {
            (Ok(told), _) => Ok(Some((told, sitting.minutes().chain.clone()))),
            (Err(Halt::NotKept(_)), Some(error)) => Err(error.into()),
            (Err(halt), _) => stopped(session, &self.fight, sitting.minutes(), halt).map(|()| None),
        }
    }

    /// A dry run: nothing is kept.
    fn practise(
        &self,
        session: &mut Session<'_>,
        thrown: Thrown,
        dice: Option<Box<dyn Dice>>,
    ) -> Result<Option<(Box<Told>, String)>> {
        match self.play(session, thrown, dice, Vec::new(), &mut Practice) {
            Ok(told) => Ok(Some((told, "a dry run".to_owned()))),
            Err(Halt::BrokenOff) => {
                session.status("A dry run: nothing was recorded.");
                Ok(None)
            }
            Err(halt) => Err(Refusals::from(halt).into()),
        }
    }

    fn play(
        &self,
        session: &mut Session<'_>,
        thrown: Thrown,
        dice: Option<Box<dyn Dice>>,
        rows: Vec<Row>,
        keeper: &mut dyn Keeper,
    ) -> std::result::Result<Box<Told>, Halt> {
        let seed = session.common.dice.strip_prefix("seed:").map(|seed| format!("{seed}/battle/{}", self.id.0));
        let mut captains = captains(self.id, &self.ranks);
        let shared = RefCell::new(session);
        let mut dice: Box<dyn Dice + '_> = match (seed, dice) {
            // A stream of its own, so that the battle rolls the same whenever it is taken up.
            (Some(seed), _) => Box::new(Rolled::from_seed(&seed)),
            (None, Some(dice)) if thrown != Thrown::Ask => dice,
            (None, _) => Box::new(Typed(Box::new(|question: &str| shared.borrow_mut().line(question)))),
        };
        let mut diary = Diary::kept(rows, keeper, dice.as_mut(), thrown == Thrown::Seed);
        self.fight.play(&mut diary, &mut captains, &mut self.people(&shared)).map(Box::new)
    }

    /// Records a battle that was fought to its end, and tells it then.
    fn record(
        self,
        session: &mut Session<'_>,
        member: &mut Member<'_>,
        before: Moment,
        told: &Told,
        kept: Option<String>,
        dice: &mut dyn Dice,
    ) -> Result<()> {
        let Self { id, fight, ranks, story, .. } = self;
        let report = member.report(&before, id, &fight, told)?;
        let fought = Some(Box::new(told.fought(ranks, kept)));
        let command = Command::RecordBattle { battle: id, report, fought };
        let mut act = session.begin(member, before)?;
        session.decide_with(member, &mut act, command, dice)?;
        let done = session.write(member, act)?;
        tell(session, &fight, told, story)?;
        session.tell(&done)?;
        next::run_on(session, member, done.after, id)
    }
}

/// Keeps nothing.
struct Practice;

impl Keeper for Practice {
    fn keep(&mut self, _: &[Row]) -> std::result::Result<(), String> {
        Ok(())
    }
}

/// Says how a battle stands that does not go on now.
fn stopped(session: &mut Session<'_>, fight: &Fight, minutes: &Minutes, halt: Halt) -> Result<()> {
    let id = minutes.battle.0;
    let hint = format!("`renown battle fight {id}` goes on with it");
    match halt {
        Halt::BrokenOff => {
            let stands = minutes.asked().map_or_else(String::new, |(role, turn)| {
                format!(": {}", asked(&fight.roster.sides[Fight::side(role) as usize], turn))
            });
            session.status(&format!("Battle {id} is under way{stands}. {hint}."));
            Ok(())
        }
        Halt::Strayed(_) => {
            let end = format!("or the arbitrator ends it: `renown battle abandon {id}`, `renown undo`");
            Err(CliError::new(format!("battle {id}: {halt}"))
                .hint(format!(
                    "it was begun by {}: go on with that program, its fleets and its --dice",
                    minutes.program
                ))
                .hint(end))
        }
        Halt::Refused(refusals) => Err(CliError::from(refusals).hint(format!("battle {id} is under way: {hint}"))),
        Halt::NotKept(_) => Err(CliError::new(halt.to_string()).hint(hint)),
    }
}

/// Whose answer a battle under way waits for.
pub(super) fn asked(name: &str, turn: u8) -> String {
    if turn == 0 { format!("{name} deploys") } else { format!("turn {turn}, {name} is asked") }
}

/// Who decides for each side, as the options say, or as it was said when the battle began.
fn ranks(campaign: &Campaign, id: BattleId, args: &FightArgs) -> Result<BySide<String>> {
    let battle = open(campaign, id)?;
    let begun = battle.under_way.as_ref().filter(|_| battle.is_under_way());
    let usual = || BySide { attacker: RANKS[0].to_owned(), defender: RANKS[0].to_owned() };
    let mut ranks = begun.map_or_else(usual, |begun| begun.captains.clone());
    for given in &args.captains {
        let (player, rank) = resolve::pair(campaign, given, "PLAYER=captain|admiral|cadet|me")?;
        if !RANKS.contains(&rank) {
            let near = crate::text::did_you_mean(rank, RANKS);
            return Err(
                CliError::usage(format!("there is no \"{rank}\"{near}")).hint("write captain, admiral, cadet or me")
            );
        }
        let role = role(campaign, battle, player)?;
        if begun.is_some() && ranks.of(role) != rank {
            let says = format!("battle {} is under way: {player} is played by {} to its end", id.0, ranks.of(role));
            return Err(CliError::new(says).hint(format!("`renown battle fight {}` goes on with it", id.0)));
        }
        rank.clone_into(ranks.of_mut(role));
    }
    Ok(ranks)
}

/// Where the dice come from: as `--dice` says, and as it was when the battle began.
fn thrown(campaign: &Campaign, id: BattleId, session: &Session<'_>) -> Result<Thrown> {
    let given = match session.common.dice.as_str() {
        "program" => Thrown::Program,
        "ask" => Thrown::Ask,
        seed if seed.starts_with("seed:") => Thrown::Seed,
        _ => Thrown::List,
    };
    let battle = open(campaign, id)?;
    match battle.under_way.as_ref().filter(|_| battle.is_under_way()).map(|begun| begun.dice) {
        None => Ok(given),
        // Who says nothing goes on as before.
        Some(Thrown::Ask) if given == Thrown::Program => Ok(Thrown::Ask),
        Some(begun) if begun == given => Ok(given),
        Some(begun) => {
            let how = match begun {
                Thrown::Program => "leave out --dice",
                Thrown::Ask => "use --dice ask",
                Thrown::Seed => "use the same --dice seed:TEXT",
                Thrown::List => "give the dice to come with --dice",
            };
            Err(CliError::usage(format!("battle {} was begun with other dice: {begun}", id.0)).hint(how))
        }
    }
}

/// The command that rolls the set-up, unless that is done: with the formations that are given, or told at the terminal.
fn set_up(
    session: &mut Session<'_>,
    campaign: &Campaign,
    fight: &Fight,
    id: BattleId,
    ranks: &BySide<String>,
    args: &FightArgs,
) -> Result<Option<Command>> {
    let battle = open(campaign, id)?;
    let mut choices = Choices::default();
    for given in &args.formations {
        let (player, word) = resolve::pair(campaign, given, "PLAYER=sphere|wedge|cross")?;
        let formation = Formation::from_word(word).ok_or_else(|| {
            CliError::usage(format!("\"{word}\" is no formation (SCEN-121)")).hint("write sphere, wedge or cross")
        })?;
        *choices.formations.of_mut(role(campaign, battle, player)?) = Some(formation);
    }
    if battle.set_up.is_some() {
        if !args.formations.is_empty() {
            let says = format!("battle {} is set up already, with the formations of its map (SCEN-121)", id.0);
            return Err(CliError::usage(says).hint("leave out --formation"));
        }
        return Ok(None);
    }
    for role in [Role::Attacker, Role::Defender] {
        let chosen = choices.formations.of_mut(role);
        if fight.scenario.rules().has_formations() && chosen.is_none() && ranks.of(role) == PERSON {
            *chosen = formation(session, &fight.roster.sides[role as usize]);
        }
    }
    Ok(Some(Command::SetUpBattle { battle: id, choices }))
}

/// Lines of the files that say where each side deploys.
type Orders = [Option<VecDeque<String>>; 2];

/// Deployments, as the options say.
fn orders(session: &mut Session<'_>, campaign: &Campaign, id: BattleId, args: &FightArgs) -> Result<Orders> {
    let battle = open(campaign, id)?;
    let mut orders = [None, None];
    for given in &args.deployments {
        let (player, path) = resolve::pair(campaign, given, "PLAYER=FILE")?;
        let text = match path {
            "-" => session.read_input()?,
            path => files::read_text(path.as_ref(), files::WRITTEN)
                .map_err(|error| CliError::new(format!("\"{path}\": {error}")))?,
        };
        let lines = text.lines().map(ToOwned::to_owned).collect();
        orders[role(campaign, battle, player)? as usize] = Some(lines);
    }
    Ok(orders)
}

/// Whether an event is one that people tell afterwards.
fn is_news(event: &Event) -> bool {
    matches!(
        event,
        Event::Turn(..)
            | Event::Crippled(_)
            | Event::Fate(..)
            | Event::Disengaged(_)
            | Event::LeftTable(_)
            | Event::LeftByGoal(..)
            | Event::Arrived(..)
            | Event::Roused(_)
            | Event::Assault(..)
            | Event::Exterminatus(..)
            | Event::Explosion(..)
            | Event::RamHit(..)
            | Event::BoardingWon(..)
            | Event::Surrendered(_)
            | Event::Decided(..)
            | Event::Over(_)
    )
}

fn tell(session: &mut Session<'_>, fight: &Fight, told: &Told, story: bool) -> Result<()> {
    if session.common.format == crate::cli::args::Format::Json {
        return Ok(());
    }
    session.print(&format!("{}: {} attacks {}", fight.scenario, fight.muster.names[0], fight.muster.names[1]))?;
    for line in &told.set_up.lines {
        session.print(&format!("{} ({})", line.says, line.rule))?;
    }
    let mut pending: Option<String> = None;
    for event in told.events.iter().filter(|event| story || is_news(event)) {
        let text = event.tell(&fight.roster);
        // A turn in which nothing happened is not worth a line.
        if matches!(event, Event::Turn(..)) && !story {
            pending = Some(text);
            continue;
        }
        if let Some(turn) = pending.take() {
            session.print(&format!("\n{turn}"))?;
        }
        session.print(&text)?;
    }
    for side in Side::BOTH {
        let afloat = told.end.fleet(side).count();
        let lost = |ship: &&crate::battle::gothic::state::Ship| {
            ship.side == side
                && matches!(ship.fate, Fate::Destroyed | Fate::Drifting | Fate::Blazing | Fate::LostForGood)
        };
        let lost = told.end.ships.iter().filter(lost).count();
        let name = &fight.roster.sides[side as usize];
        session.print(&format!("{name}: {afloat} on the table, {lost} lost"))?;
    }
    Ok(())
}

pub(super) fn again(session: &mut Session<'_>, id: BattleId, svg: Option<&Path>, html: Option<&Path>) -> Result<()> {
    let found = session.looking(|_, member| Ok(member.fought(id)?))?;
    let Some(fought) = found else {
        return Err(CliError::new(format!("battle {} was not fought by the engine", id.0))
            .hint(format!("`renown battle status {}` tells what is known of it", id.0)));
    };
    let name = format!("battle {}", id.0);
    let read = notation::read_battle(&name, &fought.file, &session.catalog()?.fleets).map_err(|problems| CliError {
        messages: problems.iter().map(ToString::to_string).collect(),
        hints: vec!["the fleet files have changed since it was fought".to_owned()],
        usage: false,
    })?;
    replay::play(session, &read, svg, html)
}
