//! The steps of the aftermath that people decide: experience, repairs, appeals.

use super::{missing, name_of, split};
use crate::campaign::command::{Command, NewVessel};
use crate::campaign::state::{Campaign, Origin, VesselId};
use crate::campaign::turn::Battle;
use crate::campaign::turn::report::Role;
use crate::cli::args::NextArgs;
use crate::cli::error::CliError;
use crate::cli::fleet::spec;
use crate::cli::resolve;
use crate::cli::session::{Result, Session};
use crate::store::{Snapshot, Store};

fn ship(campaign: &Campaign, battle: &Battle, typed: &str) -> Result<VesselId> {
    resolve::vessel_of_either(campaign, battle.players(), typed)
}

pub(super) fn experience(campaign: &Campaign, battle: &Battle, args: &NextArgs) -> Result<Command> {
    let skills = args.skills.iter().map(|typed| ship(campaign, battle, typed)).collect::<Result<Vec<_>>>()?;
    let names = args
        .replace
        .iter()
        .map(|pair| {
            split(pair, "LOST=NAME").and_then(|(lost, name)| Ok((ship(campaign, battle, lost)?, name.to_owned())))
        })
        .collect::<Result<Vec<_>>>()?;
    Ok(Command::GainExperience { battle: battle.id, skills, names })
}

/// Counts the points, then spends those of both: as given, or by the default.
pub(super) fn repairs(
    session: &mut Session<'_>,
    store: &mut Store,
    before: Snapshot,
    battle: &Battle,
    args: &NextArgs,
) -> Result<()> {
    let mut now = before;
    if battle.aftermath.repair_points.attacker.is_none() {
        now = session.give(store, &now, Command::CountRepairs { battle: battle.id })?.after;
        // Who would spend must first know how much he has.
        let given = !args.repair.is_empty() || !args.withdraw.is_empty();
        if !given || session.common.dry_run {
            return Ok(());
        }
    }
    let plan = args
        .repair
        .iter()
        .map(|pair| {
            let (typed, number) = split(pair, "VESSEL=NUMBER")?;
            let number =
                number.parse().map_err(|_| CliError::usage(format!("\"{number}\" is no number of repairs")))?;
            Ok((ship(&now.campaign, battle, typed)?, number))
        })
        .collect::<Result<Vec<(VesselId, u32)>>>()?;
    let away = args.withdraw.iter().map(|typed| ship(&now.campaign, battle, typed)).collect::<Result<Vec<_>>>()?;
    let Some(sides) = &battle.sides else { return Ok(()) };
    let open = [Role::Attacker, Role::Defender].into_iter().filter(|role| !*battle.aftermath.repaired.of(*role));
    let commands = open.map(|role| {
        let player = sides.of(role).player;
        let own = |id: &VesselId| now.campaign.vessels.get(id).is_some_and(|vessel| vessel.player == player);
        let spend: Vec<(VesselId, u32)> = plan.iter().filter(|(id, _)| own(id)).copied().collect();
        let withdraw: Vec<VesselId> = away.iter().filter(|id| own(id)).copied().collect();
        Command::SpendRepairs { battle: battle.id, player, spend: (!spend.is_empty()).then_some(spend), withdraw }
    });
    let commands = commands.collect();
    session.give_all(store, now, commands)
}

/// Makes the appeals of both, or takes what was granted.
pub(super) fn appeals(
    session: &mut Session<'_>,
    store: &mut Store,
    before: Snapshot,
    battle: &Battle,
    args: &NextArgs,
) -> Result<()> {
    if !battle.aftermath.appealed {
        let declared = args
            .appeals
            .iter()
            .map(|pair| {
                let (player, kind) = split(pair, "PLAYER=KIND")?;
                Ok((resolve::player(&before.campaign, player)?, resolve::appeal(kind)?))
            })
            .collect::<Result<Vec<_>>>()?;
        return session.give(store, &before, Command::MakeAppeals { battle: battle.id, declared }).map(|_| ());
    }
    let commands = takings(&before.campaign, battle, args)?;
    if commands.is_empty() {
        let waiting: Vec<String> = battle
            .aftermath
            .grants
            .iter()
            .map(|grant| format!("{}'s {}", name_of(&before.campaign, grant.player), grant.kind))
            .collect();
        return Err(missing(battle.id, &waiting.join(" and "), "--refit, --reinforce, --other or --waive"));
    }
    let mut now = before;
    let last = commands.len();
    for (index, command) in (1..).zip(commands) {
        session.more_to_come = index < last;
        // An id is free only once what came before is recorded.
        let command = match command {
            Command::TakeReinforcement { battle, player, new, .. } => {
                Command::TakeReinforcement { battle, player, vessel: now.campaign.next_vessel(), new }
            }
            other => other,
        };
        now = session.give(store, &now, command)?.after;
    }
    Ok(())
}

fn takings(campaign: &Campaign, battle: &Battle, args: &NextArgs) -> Result<Vec<Command>> {
    let id = battle.id;
    let mut commands = Vec::new();
    for pair in &args.refit {
        let (player, typed) = split(pair, "PLAYER=VESSEL")?;
        let player = resolve::player(campaign, player)?;
        commands.push(Command::TakeRefit { battle: id, player, ship: resolve::vessel(campaign, player, typed)? });
    }
    for given in &args.reinforce {
        let (player, rest) = split(given, "PLAYER=CLASS[:NUMBER]=NAME")?;
        let (ships, name) = split(rest, "PLAYER=CLASS[:NUMBER]=NAME")?;
        let new = NewVessel {
            name: name.to_owned(),
            ships: vec![spec::read(ships).map_err(CliError::usage)?],
            upgrades: Vec::new(),
            officer: None,
            origin: Origin::Main,
            unfinished: false,
        };
        let player = resolve::player(campaign, player)?;
        commands.push(Command::TakeReinforcement { battle: id, player, vessel: campaign.next_vessel(), new });
    }
    for given in &args.other {
        let (player, typed) =
            given.split_once('=').map_or((given.as_str(), None), |(player, typed)| (player, Some(typed)));
        let player = resolve::player(campaign, player)?;
        let vessel = typed.map(|typed| resolve::vessel(campaign, player, typed)).transpose()?;
        commands.push(Command::TakeOther { battle: id, player, vessel });
    }
    for pair in &args.waive {
        let (player, kind) = split(pair, "PLAYER=KIND")?;
        let player = resolve::player(campaign, player)?;
        commands.push(Command::WaiveGrant { battle: id, player, kind: resolve::appeal(kind)? });
    }
    Ok(commands)
}
