//! `renown battle fight` and `renown battle replay`: a battle decided without a table, and seen again.

use std::collections::VecDeque;
use std::path::Path;

use crate::battle::event::Event;
use crate::battle::state::{Fate, Side};
use crate::campaign::command::Command;
use crate::campaign::state::{BattleId, Campaign};
use crate::campaign::turn::BySide;
use crate::campaign::turn::report::{Fought, Role};
use crate::campaign::turn::scenario::Scenario;
use crate::campaign::turn::set_up::{Choices, Formation};
use crate::captain::{Captain, Standing};
use crate::catalog::situation;
use crate::cli::args::FightArgs;
use crate::cli::error::CliError;
use crate::cli::session::{Result, Session};
use crate::cli::veil::Ground;
use crate::cli::{play, replay, resolve};
use crate::dice::Dice;
use crate::fight::Fight;
use crate::fight::war::Told;
use crate::files;
use crate::store::Store;

use super::people::{AtTerminal, formation};
use super::record::{ground, open, role};

/// Who decides for a side.
const RANKS: [&str; 3] = ["captain", "cadet", "me"];

pub(super) fn run(session: &mut Session<'_>, args: &FightArgs) -> Result<()> {
    let id = BattleId(args.battle);
    session.with_store(|session, store| {
        let Ground { before, .. } = ground(session, store, id)?;
        // Who sees the battle sees everything that is in it.
        session.open_to(&before, open(&before.campaign, id)?)?;
        let ranks = ranks(&before.campaign, id, args)?;
        let catalog = session.shared_catalog()?;
        // What the engine does not play is refused before anything is rolled.
        let fight = Fight::new(&before.campaign, id, &catalog)?;
        let orders = orders(session, &before.campaign, id, args)?;
        let mut dice = dice(session, &ranks)?;
        let set_up = set_up(session, &before.campaign, &fight, id, &ranks, args)?;
        let (before, fight) = match set_up {
            None => (before, fight),
            Some(command) => {
                let after = session.give_with(store, &before, command, dice.as_mut())?.after;
                let fight = Fight::new(&after.campaign, id, &catalog)?;
                (after, fight)
            }
        };
        let told = fought(session, id, &fight, &ranks, orders, dice.as_mut())?;
        tell(session, &fight, &told, args.story)?;
        let report = fight.report_told(&before.campaign, &told.end, &told.events);
        let fought = Some(Box::new(told.fought(ranks)));
        session.give(store, &before, Command::RecordBattle { battle: id, report, fought }).map(|_| ())
    })
}

/// Who decides for each side, as the options say.
fn ranks(campaign: &Campaign, id: BattleId, args: &FightArgs) -> Result<BySide<String>> {
    let battle = open(campaign, id)?;
    let mut ranks = BySide { attacker: RANKS[0].to_owned(), defender: RANKS[0].to_owned() };
    for given in &args.captains {
        let (player, rank) = resolve::pair(campaign, given, "PLAYER=captain|cadet|me")?;
        if !RANKS.contains(&rank) {
            let near = crate::text::did_you_mean(rank, RANKS);
            return Err(CliError::usage(format!("there is no \"{rank}\"{near}")).hint("write captain, cadet or me"));
        }
        rank.clone_into(ranks.of_mut(role(campaign, battle, player)?));
    }
    Ok(ranks)
}

/// The dice of the whole battle, its set-up included.
fn dice(session: &mut Session<'_>, ranks: &BySide<String>) -> Result<Box<dyn Dice>> {
    let people = ranks.both().into_iter().any(|rank| rank == RANKS[2]);
    if people && !session.io.interactive && session.common.dice == "ask" {
        return Err(CliError::usage("answers and dice cannot both be typed in").hint("use --dice program"));
    }
    play::own_dice(session)?.ok_or_else(|| {
        CliError::usage("a battle of the engine takes hundreds of dice")
            .hint("use --dice program or --dice seed:TEXT; `renown scenario setup --battle` takes yours for the table")
    })
}

fn fought(
    session: &mut Session<'_>,
    id: BattleId,
    fight: &Fight,
    ranks: &BySide<String>,
    orders: Orders,
    dice: &mut dyn Dice,
) -> Result<Told> {
    let plays = [Role::Attacker, Role::Defender].map(|role| ranks.of(role) == RANKS[2]);
    let mut captains = [Role::Attacker, Role::Defender].map(|role| {
        if ranks.of(role) == RANKS[1] {
            Captain::cadet(u64::from(id.0), role as u64)
        } else {
            Captain::new(Standing { campaign: true, ..Standing::default() })
        }
    });
    let mut people = AtTerminal { session, fight, plays, orders };
    Ok(fight.tell(dice, &mut captains, &mut people)?)
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
        if fight.scenario == Scenario::FleetEngagement && chosen.is_none() && ranks.of(role) == RANKS[2] {
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
        let lost = |ship: &&crate::battle::state::Ship| {
            ship.side == side
                && matches!(ship.fate, Fate::Destroyed | Fate::Drifting | Fate::Blazing | Fate::LostForGood)
        };
        let lost = told.end.ships.iter().filter(lost).count();
        let name = &fight.roster.sides[side as usize];
        session.print(&format!("{name}: {afloat} on the table, {lost} lost"))?;
    }
    Ok(())
}

/// The battle file of a battle that the engine fought.
pub(super) fn file_of(store: &Store, id: BattleId) -> Result<Option<Box<Fought>>> {
    let head = store.load()?.head.id;
    let found = store.entries(1..=head)?.into_iter().rev().filter(|recorded| recorded.in_force());
    let mut told = found.filter_map(|recorded| match recorded.entry.command() {
        Some(Command::RecordBattle { battle, fought, .. }) if battle == id => fought,
        _ => None,
    });
    Ok(told.next())
}

pub(super) fn again(session: &mut Session<'_>, id: BattleId, svg: Option<&Path>, html: Option<&Path>) -> Result<()> {
    let found = session.looking(|session, store| {
        let whole = store.whole()?;
        if let Some(battle) = whole.campaign.battles.get(&id) {
            session.open_to(&whole, battle)?;
        }
        file_of(store, id)
    })?;
    let Some(fought) = found else {
        return Err(CliError::new(format!("battle {} was not fought by the engine", id.0))
            .hint(format!("`renown battle status {}` tells what is known of it", id.0)));
    };
    let name = format!("battle {}", id.0);
    let read =
        situation::read_battle(&name, &fought.file, &session.catalog()?.fleets).map_err(|problems| CliError {
            messages: problems.iter().map(ToString::to_string).collect(),
            hints: vec!["the fleet files have changed since it was fought".to_owned()],
            usage: false,
        })?;
    replay::play(session, &read, svg, html)
}
