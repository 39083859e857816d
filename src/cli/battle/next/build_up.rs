//! Answers of the build-up: orders, fleets with their defences, nominated ships.

use super::super::name_of;
use super::answer::{of_player, twice};
use crate::campaign::command::Command;
use crate::campaign::state::{BattleId, PlayerId, VesselId, VesselState};
use crate::campaign::turn::{Battle, defences, fleets};
use crate::campaign::view::Seen;
use crate::cli::args::NextArgs;
use crate::cli::error::CliError;
use crate::cli::resolve;
use crate::cli::session::{Result, Session};
use crate::club::Member;

/// What an admiral who has it rolled says.
const ROLL: &str = "roll";

pub(super) fn orders(seen: &Seen, id: BattleId, args: &mut NextArgs) -> Result<Command> {
    if let Some(hunt) = args.hunt.take() {
        return Ok(Command::HuntBase { battle: id, scenario: resolve::scenario(&hunt)? });
    }
    let mut choices = Vec::new();
    for pair in std::mem::take(&mut args.choose) {
        let (player, class) = resolve::pair(seen, &pair, "PLAYER=CLASS")?;
        let player = resolve::player(seen, player)?;
        if !class.trim().eq_ignore_ascii_case(ROLL) {
            choices.push((player, resolve::mission(class)?));
        }
    }
    Ok(Command::ReceiveOrders { battle: id, choices })
}

/// A player's fleet, as it was typed.
pub(super) fn pick(
    session: &mut Session<'_>,
    member: &Member<'_>,
    seen: &Seen,
    battle: &Battle,
    args: &mut NextArgs,
    player: PlayerId,
) -> Result<Option<Vec<Command>>> {
    let mut own = Vec::new();
    let mut left = Vec::new();
    for given in std::mem::take(&mut args.fleets) {
        let (name, names) = resolve::pair(seen, &given, "PLAYER=VESSEL,VESSEL")?;
        let picker = resolve::player(seen, name)?;
        // Whose pick it is is judged before what is in it is read.
        let empty = Command::PickFleet {
            battle: battle.id,
            player: picker,
            vessels: Vec::new(),
            defences: 0,
            works: Vec::new(),
        };
        session.may_give(member, seen, &empty)?;
        if picker == player { own.push(names.to_owned()) } else { left.push(given.clone()) }
    }
    args.fleets = left;
    let names = match own.as_slice() {
        [] => return Ok(None),
        [names] => names.clone(),
        _ => return Err(twice("--fleet")),
    };
    fleet(session, seen, battle, args, player, &names).map(|command| Some(vec![command]))
}

/// The command that fields what somebody typed: names, `all`, `fit` or `none`.
pub(super) fn fleet(
    session: &mut Session<'_>,
    seen: &Seen,
    battle: &Battle,
    args: &mut NextArgs,
    player: PlayerId,
    names: &str,
) -> Result<Command> {
    let defender = battle.sides.as_ref().map(|sides| sides.defender.player);
    let ordered = works(session, seen, battle, args)?;
    let works: Vec<(String, u32)> =
        ordered.iter().filter(|(buyer, _)| *buyer == player).flat_map(|(_, works)| works.clone()).collect();
    of_player(seen, &mut args.works, "PLAYER=NAME:NUMBER", player)?;
    let defences = if Some(player) == defender { args.defences.take().unwrap_or(0) } else { 0 };
    let kinds = if works.is_empty() { Vec::new() } else { defences::for_sale(seen, battle, session.catalog()?) };
    let price = |id: &str| kinds.iter().find(|kind| kind.id == id).map_or(0, |kind| kind.points);
    let spent =
        defences.max(works.iter().map(|(id, number)| price(id).saturating_mul(*number)).fold(0, u32::saturating_add));
    let vessels = vessels(session, seen, battle, player, names, spent)?;
    Ok(Command::PickFleet { battle: battle.id, player, vessels, defences, works })
}

fn vessels(
    session: &mut Session<'_>,
    campaign: &Seen,
    battle: &Battle,
    player: PlayerId,
    names: &str,
    spent: u32,
) -> Result<Vec<VesselId>> {
    match names.trim() {
        "all" => {
            let ready = campaign.register(player).filter(|vessel| vessel.state == VesselState::Ready);
            Ok(ready.map(|vessel| vessel.id).collect())
        }
        "none" => Ok(Vec::new()),
        "fit" => fleets::fitting(campaign, battle, session.catalog()?, player, spent).ok_or_else(|| {
            CliError::new(format!("no fleet of {} fits this battle by itself", name_of(campaign, player)))
                .hint(format!("name its vessels: `renown battle next {} --fleet PLAYER=VESSEL,VESSEL`", battle.id.0))
        }),
        _ => {
            let own: Vec<&str> = campaign.register(player).map(|vessel| vessel.name.as_str()).collect();
            let typed = resolve::listed(&own, names);
            typed.into_iter().map(|name| resolve::vessel(campaign, player, name)).collect()
        }
    }
}

/// Who orders which defences, and how many of each.
pub(super) type Ordered = (PlayerId, Vec<(String, u32)>);

/// Planetary defences as they are ordered: `PLAYER=space station:1,orbital mine:4`.
pub(super) fn works(
    session: &mut Session<'_>,
    campaign: &Seen,
    battle: &Battle,
    args: &NextArgs,
) -> Result<Vec<Ordered>> {
    let kinds =
        if args.works.is_empty() { Vec::new() } else { defences::for_sale(campaign, battle, session.catalog()?) };
    let mut ordered = Vec::new();
    for given in &args.works {
        let (player, names) = resolve::pair(campaign, given, "PLAYER=NAME:NUMBER")?;
        let player = resolve::player(campaign, player)?;
        let mut works = Vec::new();
        for item in names.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let (name, number) = item.rsplit_once(':').unwrap_or((item, "1"));
            let number =
                number.trim().parse().map_err(|_| CliError::usage(format!("\"{item}\" is not NAME:NUMBER")))?;
            let names = kinds.iter().map(|kind| (kind.name.as_str(), kind.id.as_str()));
            let known = names.chain(kinds.iter().map(|kind| (kind.id.as_str(), kind.id.as_str())));
            let hint = format!("`renown scenario defences --battle {}` lists them", battle.id.0);
            works.push((resolve::one("defence for sale", name.trim(), known, &hint)?.to_owned(), number));
        }
        ordered.push((player, works));
    }
    Ok(ordered)
}

/// The ship that a player's sub-plot asks for.
pub(super) fn nominate(
    member: &Member<'_>,
    seen: &Seen,
    battle: &Battle,
    args: &mut NextArgs,
    player: PlayerId,
) -> Result<Option<Vec<Command>>> {
    let own = of_player(seen, &mut args.nominate, "PLAYER=VESSEL", player)?;
    let named = own.iter().map(|typed| nominated(member, seen, battle, player, typed)).collect::<Result<Vec<_>>>()?;
    Ok((!named.is_empty()).then_some(named))
}

/// Every nomination that was typed, whoever is waited for.
pub(super) fn nominate_all(
    member: &Member<'_>,
    seen: &Seen,
    battle: &Battle,
    args: &mut NextArgs,
) -> Result<Option<Vec<Command>>> {
    let mut named = Vec::new();
    for player in battle.players() {
        named.extend(nominate(member, seen, battle, args, player)?.unwrap_or_default());
    }
    Ok((!named.is_empty()).then_some(named))
}

pub(super) fn nominated(
    member: &Member<'_>,
    seen: &Seen,
    battle: &Battle,
    player: PlayerId,
    typed: &str,
) -> Result<Command> {
    // What stands before him he can name whole; he gets no help with what he may not see.
    let ship = resolve::vessel_of_either(seen, battle.players(), typed)
        .or_else(|error| member.on_table(&member.moment()?, battle.id, typed).ok_or(error))?;
    Ok(Command::NominateShip { battle: battle.id, player, ship })
}
