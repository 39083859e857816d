//! The steps of the aftermath that people decide: experience, repairs, appeals.

use super::{missing, name_of};
use crate::campaign::aftermath::promotions;
use crate::campaign::command::{Command, NewVessel};
use crate::campaign::state::{Origin, VesselId};
use crate::campaign::turn::Battle;
use crate::campaign::turn::report::Role;
use crate::campaign::view::Seen;
use crate::cli::args::NextArgs;
use crate::cli::error::CliError;
use crate::cli::fleet::spec;
use crate::cli::resolve;
use crate::cli::session::{Result, Session};
use crate::club::{Ground, Member, Moment};
use crate::text::or_list;

fn ship(campaign: &Seen, battle: &Battle, typed: &str) -> Result<VesselId> {
    resolve::vessel_of_either(campaign, battle.players(), typed)
}

pub(super) fn renown(campaign: &Seen, battle: &Battle, args: &NextArgs) -> Result<Command> {
    let tenders = args.tenders.iter().map(|typed| ship(campaign, battle, typed)).collect::<Result<Vec<_>>>()?;
    Ok(Command::AdjustRenown { battle: battle.id, tenders })
}

pub(super) fn experience(campaign: &Seen, battle: &Battle, args: &NextArgs) -> Result<Command> {
    let skills = args.skills.iter().map(|typed| ship(campaign, battle, typed)).collect::<Result<Vec<_>>>()?;
    let names = args
        .replace
        .iter()
        .map(|pair| {
            resolve::pair(campaign, pair, "LOST=NAME")
                .and_then(|(lost, name)| Ok((ship(campaign, battle, lost)?, name.to_owned())))
        })
        .collect::<Result<Vec<_>>>()?;
    let train = args.train.iter().map(|typed| ship(campaign, battle, typed)).collect::<Result<Vec<_>>>()?;
    Ok(Command::GainExperience { battle: battle.id, skills, names, train })
}

/// Promotes both, and takes the Marks of Chaos that are chosen; at a terminal it asks for those that are due.
pub(super) fn promotions(
    session: &mut Session<'_>,
    member: &mut Member<'_>,
    Ground { before, seen: campaign }: Ground,
    battle: &Battle,
    args: &NextArgs,
) -> Result<()> {
    let campaign = &campaign;
    let gifts = args.gifts.iter().map(|typed| resolve::player(campaign, typed)).collect::<Result<Vec<_>>>()?;
    let mut commands = vec![Command::Promote { battle: battle.id, gifts }];
    for pair in &args.marks {
        let (player, mark) = resolve::pair(campaign, pair, "PLAYER=MARK")?;
        commands.push(Command::ChooseMark { player: resolve::player(campaign, player)?, mark: resolve::mark(mark)? });
    }
    if args.marks.is_empty() {
        for commander in battle.players().iter().filter_map(|id| campaign.players.get(id)) {
            for _ in 0..promotions::marks_owed(commander) {
                let open = or_list(&promotions::marks_open(commander));
                let question = format!("{} may choose a Mark of Chaos, {open}: ", commander.name);
                if let Some(typed) = session.ask(&question).filter(|typed| !typed.is_empty()) {
                    commands.push(Command::ChooseMark { player: commander.id, mark: resolve::mark(&typed)? });
                }
            }
        }
    }
    session.give_all(member, before, commands)
}

/// Counts the points, then spends those of both: as given, or by the default.
pub(super) fn repairs(
    session: &mut Session<'_>,
    member: &mut Member<'_>,
    before: Moment,
    battle: &Battle,
    args: &NextArgs,
) -> Result<()> {
    let mut act = session.begin(member, before)?;
    if battle.aftermath.repair_points.attacker.is_none() {
        session.decide(member, &mut act, Command::CountRepairs { battle: battle.id })?;
        // Who would spend must first know how much he has.
        if args.repair.is_empty() && args.withdraw.is_empty() && args.quick.is_none() {
            return session.record(member, act).map(|_| ());
        }
    }
    let seen = act.seen();
    let plan = args
        .repair
        .iter()
        .map(|pair| {
            let (typed, number) = resolve::pair(&seen, pair, "VESSEL=NUMBER")?;
            let number =
                number.parse().map_err(|_| CliError::usage(format!("\"{number}\" is no number of repairs")))?;
            Ok((ship(&seen, battle, typed)?, number))
        })
        .collect::<Result<Vec<(VesselId, u32)>>>()?;
    let away = args.withdraw.iter().map(|typed| ship(&seen, battle, typed)).collect::<Result<Vec<_>>>()?;
    let quick = args.quick.as_deref().map(|typed| ship(&seen, battle, typed)).transpose()?;
    let Some(sides) = &battle.sides else { return Ok(()) };
    let open = [Role::Attacker, Role::Defender].into_iter().filter(|role| !*battle.aftermath.repaired.of(*role));
    let commands = open.map(|role| {
        let player = sides.of(role).player;
        let own = |id: &VesselId| seen.vessels.get(id).is_some_and(|vessel| vessel.player == player);
        let spend: Vec<(VesselId, u32)> = plan.iter().filter(|(id, _)| own(id)).copied().collect();
        let withdraw: Vec<VesselId> = away.iter().filter(|id| own(id)).copied().collect();
        let spend = (!spend.is_empty()).then_some(spend);
        Command::SpendRepairs { battle: battle.id, player, spend, withdraw, quick: quick.filter(own) }
    });
    for command in commands.collect::<Vec<_>>() {
        session.decide(member, &mut act, command)?;
    }
    session.record(member, act).map(|_| ())
}

/// Makes the appeals of both, or takes what was granted.
pub(super) fn appeals(
    session: &mut Session<'_>,
    member: &mut Member<'_>,
    Ground { before, seen }: Ground,
    battle: &Battle,
    args: &NextArgs,
) -> Result<()> {
    // A fort is moved, or a world given up for one, beside the appeals.
    let forts = forts(&seen, battle, args)?;
    if !forts.is_empty() {
        return session.give_all(member, before, forts);
    }
    if !battle.aftermath.appealed {
        let declared = args
            .appeals
            .iter()
            .map(|pair| {
                let (player, kind) = resolve::pair(&seen, pair, "PLAYER=KIND")?;
                Ok((resolve::player(&seen, player)?, resolve::appeal(kind)?))
            })
            .collect::<Result<Vec<_>>>()?;
        return session.give(member, &before, Command::MakeAppeals { battle: battle.id, declared }).map(|_| ());
    }
    let commands = takings(&seen, before.next_vessel(), battle, args)?;
    if commands.is_empty() {
        let waiting: Vec<String> = battle
            .aftermath
            .grants
            .iter()
            .map(|grant| format!("{}'s {}", name_of(&seen, grant.player), grant.kind))
            .collect();
        return Err(missing(battle.id, &waiting.join(" and "), "--refit, --reinforce, --other, --ramilies or --waive"));
    }
    session.give_all(member, before, commands)
}

/// What is done about star forts: moved, or taken for a world that is given up (APPEAL-16, PIRATE-15).
fn forts(campaign: &Seen, battle: &Battle, args: &NextArgs) -> Result<Vec<Command>> {
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

fn takings(campaign: &Seen, first: VesselId, battle: &Battle, args: &NextArgs) -> Result<Vec<Command>> {
    let id = battle.id;
    let mut commands = Vec::new();
    let without = args.no_models.iter().map(|typed| resolve::player(campaign, typed)).collect::<Result<Vec<_>>>()?;
    let marks = args
        .marks
        .iter()
        .map(|pair| {
            let (player, mark) = resolve::pair(campaign, pair, "PLAYER=MARK")?;
            Ok((resolve::player(campaign, player)?, resolve::mark(mark)?))
        })
        .collect::<Result<Vec<_>>>()?;
    let torpedoes = args.torpedoes.iter().map(|typed| ship(campaign, battle, typed)).collect::<Result<Vec<_>>>()?;
    for pair in &args.refit {
        let (player, typed) = resolve::pair(campaign, pair, "PLAYER=VESSEL")?;
        let player = resolve::player(campaign, player)?;
        let ship = resolve::vessel(campaign, player, typed)?;
        commands.push(Command::TakeRefit { battle: id, player, ship, torpedoes: torpedoes.contains(&ship) });
    }
    for (index, given) in (0..).zip(&args.reinforce) {
        let (player, rest) = resolve::pair(campaign, given, "PLAYER=CLASS[:NUMBER]=NAME")?;
        let (ships, name) = resolve::pair(campaign, rest, "PLAYER=CLASS[:NUMBER]=NAME")?;
        let new = NewVessel {
            name: name.to_owned(),
            ships: vec![spec::read(ships).map_err(CliError::usage)?],
            upgrades: Vec::new(),
            officer: None,
            origin: Origin::Main,
            unfinished: false,
        };
        let player = resolve::player(campaign, player)?;
        // Each has the id that follows the one before it.
        let vessel = VesselId(first.0 + index);
        commands.push(Command::TakeReinforcement { battle: id, player, vessel, new });
    }
    for given in &args.other {
        let (player, typed) = match resolve::pair(campaign, given, "PLAYER=VESSEL,VESSEL") {
            Ok((player, typed)) => (player, Some(typed)),
            Err(_) => (given.as_str(), None),
        };
        let player = resolve::player(campaign, player)?;
        let own: Vec<&str> = campaign.register(player).map(|vessel| vessel.name.as_str()).collect();
        let names = typed.into_iter().flat_map(|typed| resolve::listed(&own, typed));
        let ships = names.map(|name| resolve::vessel(campaign, player, name)).collect::<Result<Vec<_>>>()?;
        let mut ships = ships.into_iter();
        let mark = marks.iter().find(|(bearer, _)| *bearer == player).map(|(_, mark)| *mark);
        let no_models = without.contains(&player);
        let (vessel, more) = (ships.next(), ships.collect());
        commands.push(Command::TakeOther { battle: id, player, vessel, more, mark, no_models });
    }
    for pair in &args.ramilies {
        let (player, system) = resolve::pair(campaign, pair, "PLAYER=SYSTEM")?;
        let (player, system) = (resolve::player(campaign, player)?, resolve::system(campaign, system)?);
        commands.push(Command::TakeRamilies { battle: id, player, system, give_up: None });
    }
    for pair in &args.waive {
        let (player, kind) = resolve::pair(campaign, pair, "PLAYER=KIND")?;
        let player = resolve::player(campaign, player)?;
        commands.push(Command::WaiveGrant { battle: id, player, kind: resolve::appeal(kind)? });
    }
    Ok(commands)
}
