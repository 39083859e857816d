//! Picking fleets from the registers (MISSION-13, MISSION-14, MISSION-17, COMP-03, COMP-09, COMP-12).

use super::scenario::Scenario;
use super::{Battle, Fielded, Step, at_step, sides};
use crate::battle::class::{ShipClass, ShipType};
use crate::campaign::composition::section_of;
use crate::campaign::event::Event;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::{BattleId, Campaign, Origin, Player, PlayerId, Vessel, VesselId, VesselState};
use crate::campaign::{Circumstances, player, vessel_of};
use crate::dice::{Pip, Why};
use crate::text::{count, thousands};

/// What a player fields.
pub(in crate::campaign) struct Pick<'a> {
    pub(in crate::campaign) player: PlayerId,
    pub(in crate::campaign) vessels: &'a [VesselId],
    pub(in crate::campaign) defences: u32,
}

pub(in crate::campaign) fn pick(
    campaign: &Campaign,
    id: BattleId,
    pick: &Pick<'_>,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Fleets)?;
    let picker = player(campaign, pick.player)?;
    let Some(side) = battle.side_of(pick.player) else {
        return Err(Refusal::plain(format!("{} takes no part in battle {}", picker.name, id.0)).into());
    };
    let mut problems = Vec::new();
    let mut vessels: Vec<&Vessel> = Vec::new();
    for id in pick.vessels {
        match vessel_of(campaign, pick.player, *id) {
            Err(refusal) => problems.push(refusal),
            Ok(vessel) if vessels.iter().any(|other| other.id == vessel.id) => {
                problems.push(Refusal::by("MISSION-13", format!("\"{}\" is picked twice", vessel.name)));
            }
            Ok(vessel) => {
                if vessel.state == VesselState::Withdrawn {
                    problems.push(Refusal::by(
                        "MISSION-13",
                        format!("\"{}\" is withdrawn and cannot be picked", vessel.name),
                    ));
                }
                vessels.push(vessel);
            }
        }
    }
    // What cannot be filled becomes clusters, and escorts are optional: a convoy's sides may field no ship.
    let may_be_empty = battle.scenario == Some(Scenario::Convoy);
    if vessels.is_empty() && problems.is_empty() && !may_be_empty {
        problems.push(Refusal::by("MISSION-13", format!("{} must field at least one ship", picker.name)));
    }
    squadrons(picker, &vessels, campaign, with, &mut problems);
    defences(campaign, battle, pick, &mut problems)?;
    let points: u32 = vessels.iter().map(|vessel| campaign.present_points(vessel)).sum();
    if let Some(allowance) = side.allowance.filter(|allowance| points + pick.defences > *allowance) {
        let bought = if pick.defences > 0 {
            format!(" and {} of defences", count(pick.defences, "point"))
        } else {
            String::new()
        };
        problems.push(
            Refusal::by(
                "MISSION-13",
                format!(
                    "{} picks {} points{bought}; the allowance is {}",
                    picker.name,
                    thousands(points),
                    thousands(allowance)
                ),
            )
            .hint("leave something out"),
        );
    }
    scenario_forces(campaign, battle, pick.player, &vessels, &mut problems)?;
    if !problems.is_empty() {
        return Err(Refusals(problems));
    }
    let fleet = vessels
        .iter()
        .map(|vessel| Fielded { vessel: vessel.id, points: campaign.present_points(vessel), ships: vessel.ships() })
        .collect();
    let flagship = picker.flagship.is_some_and(|flagship| pick.vessels.contains(&flagship));
    let mut events =
        vec![Event::FleetPicked { battle: id, player: pick.player, fleet, flagship, defences: pick.defences }];
    for vessel in vessels.iter().filter(|vessel| vessel.trials.is_none()) {
        let says =
            format!("\"{}\" has not completed its trials: a critical hit on a 1 at every special order", vessel.name);
        events.push(Event::Noted { player: Some(pick.player), rule: "FLEET-05".to_owned(), says });
    }
    let both = sides(battle)?.both();
    let other = both.into_iter().find(|side| side.player != pick.player);
    if other.is_some_and(|other| other.picked) {
        events.extend(extras(campaign, battle, pick, points, with)?);
    }
    Ok(events)
}

/// A lone escort only as the only escort; a squadron not below its list's minimum (COMP-09, COMP-12).
fn squadrons(
    picker: &Player,
    vessels: &[&Vessel],
    campaign: &Campaign,
    with: &Circumstances<'_>,
    problems: &mut Vec<Refusal>,
) {
    let escort = |vessel: &&&Vessel| vessel.hulls.iter().any(|hulls| campaign.class(hulls.design).is_escort());
    let escorts = vessels.iter().filter(escort).count();
    for vessel in vessels.iter().filter(escort) {
        let list = match &vessel.origin {
            Origin::Main => &picker.list,
            Origin::Reserve(list) | Origin::Ally(list) => list,
        };
        let class = campaign.class(vessel.hulls[0].design);
        let section = with.library.list(list).and_then(|list| section_of(list, &class.id));
        let least = section.and_then(|section| section.squadron_min).unwrap_or(2);
        let ships = vessel.ships();
        if ships < least && !(ships == 1 && escorts == 1) {
            let says = format!("\"{}\" has {}: squadrons need {least}", vessel.name, count(ships, "ship"));
            problems
                .push(Refusal::by("COMP-12", says).hint("bring it back to strength, or pick it as the only escort"));
        }
    }
}

/// Defences bought out of the allowance (COMP-03, SCEN-107).
fn defences(campaign: &Campaign, battle: &Battle, pick: &Pick<'_>, problems: &mut Vec<Refusal>) -> Result<(), Refusal> {
    if pick.defences == 0 {
        return Ok(());
    }
    let both = sides(battle)?;
    let scenario = battle.scenario.ok_or_else(|| Refusal::by("MISSION-12", "the scenario is not known yet"))?;
    let name = &player(campaign, pick.player)?.name;
    if both.defender.player != pick.player {
        problems.push(Refusal::by("COMP-03", format!("{name} attacks: only a defender buys planetary defences")));
        return Ok(());
    }
    match scenario.defence_share() {
        None => problems.push(Refusal::by("COMP-03", format!("there are no planetary defences in {scenario}"))),
        Some(share) => {
            let most = both.defender.allowance.unwrap_or(0) / share;
            if pick.defences > most {
                let (rule, part) = if share == 4 { ("SCEN-107", "a quarter") } else { ("COMP-03", "a third") };
                let says =
                    format!("{} points of defences are more than {part} of the allowance: {most}", pick.defences);
                problems.push(Refusal::by(rule, says).hint("spend less on defences"));
            }
        }
    }
    Ok(())
}

fn is_cruiser(class: &ShipClass) -> bool {
    class.kind.reserve_type() == Some(crate::battle::class::ReserveType::Cruiser)
}

fn is_capital(class: &ShipClass) -> bool {
    !matches!(class.kind, ShipType::Escort | ShipType::Transport | ShipType::Defence)
}

/// What the scenario itself asks of a fleet.
fn scenario_forces(
    campaign: &Campaign,
    battle: &Battle,
    picker: PlayerId,
    vessels: &[&Vessel],
    problems: &mut Vec<Refusal>,
) -> Result<(), Refusal> {
    let both = sides(battle)?;
    let attacks = both.attacker.player == picker;
    let size = battle.size.unwrap_or(0);
    let class = |vessel: &Vessel| campaign.class(vessel.hulls[0].design);
    match battle.scenario {
        Some(Scenario::CruiserClash) => {
            for vessel in vessels.iter().filter(|vessel| !is_cruiser(class(vessel))) {
                problems.push(
                    Refusal::by("SCEN-18", format!("\"{}\" is no cruiser", vessel.name)).hint("pick cruisers only"),
                );
            }
            // Above four times 185 points any number of cruisers up to the agreed points (SCEN-28).
            if size <= 740 {
                for vessel in vessels.iter().filter(|vessel| class(vessel).points.is_none_or(|points| points > 185)) {
                    let says = format!("\"{}\" costs more than 185 points", vessel.name);
                    problems.push(Refusal::by("SCEN-18", says).hint("pick cheaper cruisers"));
                }
                let other = if attacks { &both.defender } else { &both.attacker };
                if vessels.len() > 4 || (other.picked && other.fleet.len() != vessels.len()) {
                    let says =
                        format!("both sides field the same number of cruisers, one to four, not {}", vessels.len());
                    problems.push(Refusal::by("SCEN-18", says));
                }
            }
        }
        Some(Scenario::TheBait)
            if attacks && !vessels.iter().any(|vessel| campaign.present_points(vessel) <= size / 3) =>
        {
            let says = format!("nothing picked can be the bait of up to {} points", size / 3);
            problems.push(Refusal::by("SCEN-30", says).hint("pick a ship or squadron cheap enough to be pursued"));
        }
        Some(Scenario::EscalatingEngagement) if vessels.len() < 5 => {
            let says = format!("five divisions need five ships or squadrons, not {}", vessels.len());
            problems.push(Refusal::by("SCEN-93", says));
        }
        Some(Scenario::Exterminatus) if attacks => {
            let armed =
                |class: &ShipClass| is_capital(class) && class.weapons.iter().any(|weapon| weapon.mount == "prow");
            if !vessels.iter().any(|vessel| armed(class(vessel))) {
                let says = "no capital ship with prow weapons can be the Exterminator";
                problems.push(Refusal::by("SCEN-105", says).hint("pick one"));
            }
        }
        Some(Scenario::Convoy) if attacks => ambush(campaign, battle, vessels, problems),
        Some(Scenario::Convoy) => {
            let pairs = battle.convoy.as_ref().map_or(0, |convoy| convoy.transports / 2);
            if vessels.len() > usize::try_from(pairs).unwrap_or(usize::MAX) {
                let says = format!("{} escort {pairs} pairs of transports: one squadron a pair", vessels.len());
                problems.push(Refusal::by("SCEN-65", says));
            }
        }
        _ => {}
    }
    Ok(())
}

/// Each ship in ambush fills one rolled result (SCEN-67).
fn ambush(campaign: &Campaign, battle: &Battle, vessels: &[&Vessel], problems: &mut Vec<Refusal>) {
    let rolled = battle.convoy.as_ref().map(|convoy| convoy.attackers.as_slice()).unwrap_or_default();
    let mut places: Vec<u8> = rolled.iter().copied().filter(|face| *face >= 4).collect();
    places.sort_unstable();
    let mut picked: Vec<&&Vessel> = vessels.iter().collect();
    picked.sort_by_key(|vessel| std::cmp::Reverse(campaign.present_points(vessel)));
    for vessel in picked {
        let escorts = campaign.class(vessel.hulls[0].design).is_escort();
        let points = campaign.present_points(vessel);
        // The dearest first, each into the narrowest place that holds it.
        let fits = |face: u8| match face {
            4 => escorts && points <= 100,
            5 => escorts && points <= 150,
            _ => !escorts && points <= 200,
        };
        match places.iter().position(|face| fits(*face)) {
            Some(index) => {
                places.remove(index);
            }
            None => {
                let says = format!("no rolled result has room for \"{}\" ({points} points)", vessel.name);
                let hint = "4 is a squadron of up to 100 points, 5 of up to 150, 6 a capital ship of up to 200";
                problems.push(Refusal::by("SCEN-67", says).hint(hint));
            }
        }
    }
}

/// What the scenario gives for nothing, once both fleets are known (SCEN-47, SCEN-82, MAP-08).
fn extras(
    campaign: &Campaign,
    battle: &Battle,
    pick: &Pick<'_>,
    points: u32,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let both = sides(battle)?;
    let fielded = |side: &super::Side| if side.player == pick.player { points } else { side.fielded() };
    let mut events = Vec::new();
    let scenario = battle.scenario.ok_or_else(|| Refusal::by("MISSION-12", "the scenario is not known yet"))?;
    if scenario.free_defences() {
        let name = &player(campaign, both.defender.player)?.name;
        let number = usize::try_from(fielded(&both.defender).div_ceil(500)).unwrap_or(0);
        let mut faces = vec![Pip::ONE; number];
        with.dice.roll(Why::new("planetary defences", name), &mut faces)?;
        let rolled: u32 = faces.iter().map(|pip| u32::from(pip.face()) * 10).sum();
        let port_maw = battle.system.and_then(|at| campaign.systems.get(&at)).is_some_and(|system| system.port_maw);
        let points = if port_maw { rolled * 2 } else { rolled };
        events.push(Event::DefencesRolled { battle: battle.id, points, port_maw });
    }
    if scenario == Scenario::PlanetaryAssault {
        let transports = fielded(&both.attacker).div_ceil(500) * 2;
        events.push(Event::TransportsGiven { battle: battle.id, transports });
    }
    events.push(Event::FleetsComplete { battle: battle.id });
    Ok(events)
}
