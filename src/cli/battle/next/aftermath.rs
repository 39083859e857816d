//! Answers of the aftermath: what each side decides for itself.

use std::mem::take;

use super::answer::{of_player, twice};
use crate::campaign::aftermath::repairs;
use crate::campaign::command::{Command, NewVessel};
use crate::campaign::state::grant::AppealKind;
use crate::campaign::state::{Origin, PlayerId, VesselId};
use crate::campaign::turn::Battle;
use crate::campaign::turn::report::Role;
use crate::campaign::view::Seen;
use crate::cli::args::NextArgs;
use crate::cli::error::CliError;
use crate::cli::fleet::spec;
use crate::cli::resolve;
use crate::cli::session::Result;

/// What a player says who makes no appeal, or trains nobody.
const NONE: &str = "none";

type Answered = Result<Option<Vec<Command>>>;

fn ship(campaign: &Seen, battle: &Battle, typed: &str) -> Result<VesselId> {
    resolve::vessel_of_either(campaign, battle.players(), typed)
}

/// Takes the vessels that are one player's out of a list.
fn own_ships(seen: &Seen, battle: &Battle, list: &mut Vec<String>, player: PlayerId) -> Result<Vec<VesselId>> {
    let (mut own, mut left) = (Vec::new(), Vec::new());
    for typed in take(list) {
        let id = ship(seen, battle, &typed)?;
        if is_of(seen, id, player) { own.push(id) } else { left.push(typed) }
    }
    *list = left;
    Ok(own)
}

fn is_of(seen: &Seen, id: VesselId, player: PlayerId) -> bool {
    seen.vessels.get(&id).is_some_and(|vessel| vessel.player == player)
}

/// Renown is added up; tenders that are named give repair points instead.
pub(super) fn renown(campaign: &Seen, battle: &Battle, args: &mut NextArgs) -> Result<Command> {
    let tenders = take(&mut args.tenders);
    let tenders = tenders.iter().map(|typed| ship(campaign, battle, typed)).collect::<Result<Vec<_>>>()?;
    Ok(Command::AdjustRenown { battle: battle.id, tenders })
}

/// Both are promoted; who is named rolls gifts for his flagship.
pub(super) fn promote(campaign: &Seen, battle: &Battle, args: &mut NextArgs) -> Result<Command> {
    let gifts = take(&mut args.gifts);
    let gifts = gifts.iter().map(|typed| resolve::player(campaign, typed)).collect::<Result<Vec<_>>>()?;
    Ok(Command::Promote { battle: battle.id, gifts })
}

/// A Mark of Chaos of a rank.
pub(super) fn mark(campaign: &Seen, pair: &str) -> Result<Command> {
    let (player, mark) = resolve::pair(campaign, pair, "PLAYER=MARK")?;
    Ok(Command::ChooseMark { player: resolve::player(campaign, player)?, mark: resolve::mark(mark)? })
}

/// Crews roll; what was said beforehand of advances, names and trainers is used.
pub(super) fn experience(campaign: &Seen, battle: &Battle, args: &mut NextArgs) -> Result<Command> {
    let ships = |list: Vec<String>| list.iter().map(|typed| ship(campaign, battle, typed)).collect::<Result<Vec<_>>>();
    let names = take(&mut args.replace)
        .iter()
        .map(|pair| {
            resolve::pair(campaign, pair, "LOST=NAME")
                .and_then(|(lost, name)| Ok((ship(campaign, battle, lost)?, name.to_owned())))
        })
        .collect::<Result<Vec<_>>>()?;
    let (skills, train) = (ships(take(&mut args.skills))?, ships(take(&mut args.train))?);
    Ok(Command::GainExperience { battle: battle.id, skills, names, train, ask: true })
}

/// How a player's crews advance, as far as he says.
pub(super) fn advances(
    seen: &Seen,
    battle: &Battle,
    args: &mut NextArgs,
    player: PlayerId,
    waiting: &[VesselId],
) -> Answered {
    let mut commands = Vec::new();
    for (list, skill) in [(&mut args.skills, true), (&mut args.leadership, false)] {
        let own = own_ships(seen, battle, list, player)?;
        if let Some(other) = own.iter().find(|id| !waiting.contains(id)) {
            let name = seen.vessels.get(other).map(|vessel| vessel.name.clone()).unwrap_or_default();
            return Err(CliError::new(format!("no advance of \"{name}\" waits in battle {} (XP-02)", battle.id.0)));
        }
        let advance = |vessel| Command::TakeAdvance { battle: battle.id, player, vessel, skill };
        commands.extend(own.into_iter().map(advance));
    }
    Ok((!commands.is_empty()).then_some(commands))
}

/// Whom a player's veteran trainers train.
pub(super) fn train(seen: &Seen, battle: &Battle, args: &mut NextArgs, player: PlayerId) -> Answered {
    let train = |vessel| Ok(Some(vec![Command::TrainCrew { battle: battle.id, player, vessel }]));
    if let Some(at) = args.train.iter().position(|typed| typed == NONE) {
        args.train.remove(at);
        return train(None);
    }
    match own_ships(seen, battle, &mut args.train, player)?.as_slice() {
        [] => Ok(None),
        [one] => train(Some(*one)),
        _ => Err(twice("--train")),
    }
}

/// Where a player's repair points go, and who withdraws.
pub(super) fn repairs(seen: &Seen, battle: &Battle, args: &mut NextArgs, player: PlayerId, most: u32) -> Answered {
    let (mut spend, mut left) = (Vec::new(), Vec::new());
    for pair in take(&mut args.repair) {
        let (typed, number) = resolve::pair(seen, &pair, "VESSEL=NUMBER")?;
        let by: u32 = number.parse().map_err(|_| CliError::usage(format!("\"{number}\" is no number of repairs")))?;
        let id = ship(seen, battle, typed)?;
        if is_of(seen, id, player) { spend.push((id, by)) } else { left.push(pair.clone()) }
    }
    args.repair = left;
    let withdraw = own_ships(seen, battle, &mut args.withdraw, player)?;
    let quick = args.quick.as_deref().map(|typed| ship(seen, battle, typed)).transpose()?;
    let quick = quick.filter(|id| is_of(seen, *id, player));
    if quick.is_some() {
        args.quick = None;
    }
    if spend.is_empty() && withdraw.is_empty() && quick.is_none() {
        return Ok(None);
    }
    // Who only withdraws ships has his points spent as usual.
    let spend = if spend.is_empty() { repairs::usual(seen, player, &withdraw, most) } else { spend };
    let spend = Some(spend);
    Ok(Some(vec![Command::SpendRepairs { battle: battle.id, player, spend, withdraw, quick }]))
}

/// The appeals that a player makes, or that he makes none.
pub(super) fn appeals(seen: &Seen, battle: &Battle, args: &mut NextArgs, player: PlayerId) -> Answered {
    let own = of_player(seen, &mut args.appeals, "PLAYER=KIND", player)?;
    if own.is_empty() {
        return Ok(None);
    }
    let kinds = own.iter().filter(|kind| kind.as_str() != NONE);
    let kinds = kinds.map(|kind| resolve::appeal(kind)).collect::<Result<Vec<AppealKind>>>()?;
    Ok(Some(vec![Command::DeclareAppeals { battle: battle.id, player, kinds }]))
}

/// Whether those who would move a fort, or give up a world for one, have come to their appeals.
pub(super) fn may_move_forts(seen: &Seen, battle: &Battle, args: &NextArgs) -> Result<bool> {
    for pair in args.move_ramilies.iter().chain(&args.give_up) {
        let (player, _) = resolve::pair(seen, pair, "PLAYER=SYSTEM")?;
        let player = resolve::player(seen, player)?;
        let done = battle.sides.as_ref().is_none_or(|sides| {
            [Role::Attacker, Role::Defender]
                .into_iter()
                .filter(|role| sides.of(*role).player == player)
                .all(|role| *battle.aftermath.repaired.of(role))
        });
        if !done {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What is done about star forts: moved, or taken for a world that is given up (APPEAL-16, PIRATE-15).
pub(super) fn forts(campaign: &Seen, battle: &Battle, args: &NextArgs) -> Result<Vec<Command>> {
    let mut commands = Vec::new();
    for pair in &args.move_ramilies {
        let (player, system) = resolve::pair(campaign, pair, "PLAYER=SYSTEM")?;
        let (player, system) = (resolve::player(campaign, player)?, resolve::system(campaign, system)?);
        commands.push(Command::MoveRamilies { battle: battle.id, player, system });
    }
    for given in &args.give_up {
        let (player, worlds) = resolve::pair(campaign, given, "PLAYER=WORLD=SYSTEM")?;
        let (world, hidden) = resolve::pair(campaign, worlds, "PLAYER=WORLD=SYSTEM")?;
        let give_up = Some(resolve::system(campaign, world)?);
        let (player, system) = (resolve::player(campaign, player)?, resolve::system(campaign, hidden)?);
        commands.push(Command::TakeRamilies { battle: battle.id, player, system, give_up });
    }
    Ok(commands)
}

/// What a player does with what was granted to him.
pub(super) fn takings(
    seen: &Seen,
    first: &mut VesselId,
    battle: &Battle,
    args: &mut NextArgs,
    player: PlayerId,
) -> Answered {
    let id = battle.id;
    let mut commands = Vec::new();
    let torpedoes = own_ships(seen, battle, &mut args.torpedoes, player)?;
    for typed in of_player(seen, &mut args.refit, "PLAYER=VESSEL", player)? {
        let ship = resolve::vessel(seen, player, &typed)?;
        commands.push(Command::TakeRefit { battle: id, player, ship, torpedoes: torpedoes.contains(&ship) });
    }
    for rest in of_player(seen, &mut args.reinforce, "PLAYER=CLASS[:NUMBER]=NAME", player)? {
        let (ships, name) = resolve::pair(seen, &rest, "PLAYER=CLASS[:NUMBER]=NAME")?;
        let new = NewVessel {
            name: name.to_owned(),
            ships: vec![spec::read(ships).map_err(CliError::usage)?],
            upgrades: Vec::new(),
            officer: None,
            origin: Origin::Main,
            unfinished: false,
        };
        commands.push(Command::TakeReinforcement { battle: id, player, vessel: *first, new });
        // Each has the id that follows the one before it.
        first.0 += 1;
    }
    commands.extend(others(seen, battle, args, player)?);
    for typed in of_player(seen, &mut args.ramilies, "PLAYER=SYSTEM", player)? {
        let system = resolve::system(seen, &typed)?;
        commands.push(Command::TakeRamilies { battle: id, player, system, give_up: None });
    }
    for kind in of_player(seen, &mut args.waive, "PLAYER=KIND", player)? {
        commands.push(Command::WaiveGrant { battle: id, player, kind: resolve::appeal(&kind)? });
    }
    Ok((!commands.is_empty()).then_some(commands))
}

/// Other appeals that are taken, with the ships, the champion's mark and whether models are there.
fn others(seen: &Seen, battle: &Battle, args: &mut NextArgs, player: PlayerId) -> Result<Vec<Command>> {
    let given = of_player(seen, &mut args.other, "PLAYER[=VESSEL,VESSEL]", player)?;
    if given.is_empty() {
        return Ok(Vec::new());
    }
    let mark = of_player(seen, &mut args.marks, "PLAYER=MARK", player)?;
    let mark = mark.first().map(|mark| resolve::mark(mark)).transpose()?;
    let lacks = args.no_models.iter().map(|typed| resolve::player(seen, typed)).collect::<Result<Vec<_>>>()?;
    let no_models = lacks.contains(&player);
    let mut owners = lacks.into_iter();
    args.no_models.retain(|_| owners.next() != Some(player));
    let own: Vec<&str> = seen.register(player).map(|vessel| vessel.name.as_str()).collect();
    let mut commands = Vec::new();
    for typed in given {
        let names = if typed.is_empty() { Vec::new() } else { resolve::listed(&own, &typed) };
        let ships = names.into_iter().map(|name| resolve::vessel(seen, player, name)).collect::<Result<Vec<_>>>()?;
        let mut ships = ships.into_iter();
        let (vessel, more) = (ships.next(), ships.collect());
        commands.push(Command::TakeOther { battle: battle.id, player, vessel, more, mark, no_models });
    }
    Ok(commands)
}
