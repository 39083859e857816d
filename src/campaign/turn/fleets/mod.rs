//! Picking fleets from the registers (MISSION-13, MISSION-14, MISSION-17, COMP-03, COMP-09, COMP-12).

mod fit;

pub use fit::fitting;

use super::defences;
use crate::campaign::aftermath::boons;
use crate::campaign::bounds::total;
use crate::campaign::composition::section_of;
use crate::campaign::event::Event;
use crate::campaign::hint::Hint;
use crate::campaign::refusal::{Refusal, Refusals, overrule};
use crate::campaign::state::battle::{Battle, Fielded, Side, Step};
use crate::campaign::state::{BattleId, Campaign, Origin, Player, PlayerId, Vessel, VesselId, VesselState};
use crate::campaign::steps::{at_step, sides};
use crate::campaign::{Circumstances, Library, about, player, vessel_of};
use crate::scenario::forces::{Candidate, Forces};
use crate::text::{count, thousands};

/// What a player fields.
pub(in crate::campaign) struct Pick<'a> {
    pub(in crate::campaign) player: PlayerId,
    pub(in crate::campaign) vessels: &'a [VesselId],
    /// Points of the allowance set aside for planetary defences.
    pub(in crate::campaign) defences: u32,
    /// Defences bought with them by name.
    pub(in crate::campaign) works: &'a [(String, u32)],
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
            Ok(vessel) => vessels.push(vessel),
        }
    }
    let works = match defences::order(battle, with.library, pick.player, campaign, pick.works) {
        Ok(works) => works,
        Err(Refusals(wrong)) => {
            problems.extend(wrong);
            Vec::new()
        }
    };
    let bought = pick.defences.max(works.iter().map(|work| work.points * work.number).sum());
    let fortress = defences::fortress(&works);
    defences::share(campaign, battle, pick.player, bought, fortress, &mut problems)?;
    let broken = wrong(campaign, battle, with.library, pick.player, &vessels)?;
    // Something must be fielded whatever the arbitrator says; the rest he may overrule.
    let empty = vessels.is_empty();
    problems.extend(broken.into_iter().map(|refusal| if empty { refusal } else { refusal.allowable() }));
    let points = total(vessels.iter().map(|vessel| field_points(campaign, vessel)));
    if side.allowance.is_some_and(|allowance| points.saturating_add(bought) > allowance) {
        problems.push(too_dear(campaign, battle, with.library, picker, side, points, bought).allowable());
    }
    let mut events = overrule(problems, picker.id, with.ruling)?;
    let fleet = vessels
        .iter()
        .map(|vessel| Fielded { vessel: vessel.id, points: field_points(campaign, vessel), ships: vessel.ships() })
        .collect();
    let flagship = picker.flagship.is_some_and(|flagship| pick.vessels.contains(&flagship));
    events.push(Event::FleetPicked { battle: id, player: pick.player, fleet, flagship, defences: bought, works });
    for vessel in vessels.iter().filter(|vessel| vessel.trials.is_none()) {
        let says =
            format!("\"{}\" has not completed its trials: a critical hit on a 1 at every special order", vessel.name);
        events.push(Event::Noted { player: Some(pick.player), rule: "FLEET-05".to_owned(), says });
    }
    let both = sides(battle)?.both();
    let other = both.into_iter().find(|side| side.player != pick.player);
    if other.is_some_and(|other| other.picked) {
        events.extend(extras(campaign, battle, pick.player, [points, bought], with)?);
    }
    Ok(events)
}

/// What a vessel counts for when it is picked: a squadron the ships it has at present, unless the club counts it whole
/// (MISSION-14).
#[must_use]
pub fn field_points(campaign: &Campaign, vessel: &Vessel) -> u32 {
    let whole = about(campaign).is_ok_and(|about| about.options.flag("depleted-full-value"));
    if whole { vessel.points } else { campaign.present_points(vessel) }
}

/// Everything that forbids these vessels together, the allowance aside.
fn wrong(
    campaign: &Campaign,
    battle: &Battle,
    library: &dyn Library,
    picker: PlayerId,
    vessels: &[&Vessel],
) -> Result<Vec<Refusal>, Refusal> {
    let mut problems = Vec::new();
    let player = player(campaign, picker)?;
    for vessel in vessels.iter().filter(|vessel| vessel.state == VesselState::Withdrawn) {
        let says = format!("\"{}\" is withdrawn and cannot be picked", vessel.name);
        problems.push(Refusal::by("MISSION-13", says));
    }
    if vessels.is_empty() && battle.scenario.is_none_or(|scenario| scenario.rules().needs_ships()) {
        problems.push(Refusal::by("MISSION-13", format!("{} must field at least one ship", player.name)));
    }
    squadrons(player, vessels, campaign, library, &mut problems);
    flagship(campaign, battle, player, vessels, &mut problems)?;
    problems.extend(forces(campaign, battle, picker, vessels)?);
    Ok(problems)
}

/// What the scenario itself asks of a fleet.
fn forces(
    campaign: &Campaign,
    battle: &Battle,
    picker: PlayerId,
    vessels: &[&Vessel],
) -> Result<Vec<Refusal>, Refusal> {
    let both = sides(battle)?;
    let Some(scenario) = battle.scenario else { return Ok(Vec::new()) };
    let attacks = both.attacker.player == picker;
    let other = if attacks { &both.defender } else { &both.attacker };
    let picked: Vec<Candidate<'_>> = vessels.iter().map(|vessel| candidate(campaign, vessel)).collect();
    let forces = Forces {
        attacks,
        size: battle.size.unwrap_or(0),
        picked: &picked,
        others: other.picked.then_some(other.fleet.len()),
        convoy: battle.convoy.as_ref(),
    };
    Ok(scenario.rules().wrong_forces(&forces).into_iter().map(Refusal::from).collect())
}

/// A vessel as a scenario asks about it.
pub(super) fn candidate<'a>(campaign: &'a Campaign, vessel: &'a Vessel) -> Candidate<'a> {
    Candidate {
        name: &vessel.name,
        class: campaign.class(vessel.hulls[0].design),
        points: campaign.present_points(vessel),
        single: vessel.hulls.len() == 1 && vessel.ships() == 1,
    }
}

/// A club may ask that the commander goes to every battle his flagship can be fielded in (CMDR-03).
fn flagship(
    campaign: &Campaign,
    battle: &Battle,
    player: &Player,
    vessels: &[&Vessel],
    problems: &mut Vec<Refusal>,
) -> Result<(), Refusal> {
    if !about(campaign)?.options.flag("flagship-must-fight") {
        return Ok(());
    }
    let Some(flagship) = player.flagship.and_then(|id| campaign.vessels.get(&id)) else { return Ok(()) };
    let allowance = battle.side_of(player.id).and_then(|side| side.allowance);
    let fits = flagship.state == VesselState::Ready
        && allowance.is_some_and(|allowance| field_points(campaign, flagship) <= allowance);
    if fits && !vessels.iter().any(|vessel| vessel.id == flagship.id) {
        let says = format!("\"{}\" is the flagship and must fight", flagship.name);
        problems.push(Refusal::by("CMDR-03", says).hint("pick it, or play without flagship-must-fight"));
    }
    Ok(())
}

fn too_dear(
    campaign: &Campaign,
    battle: &Battle,
    library: &dyn Library,
    picker: &Player,
    side: &Side,
    points: u32,
    bought: u32,
) -> Refusal {
    let defences = if bought > 0 { format!(" and {} of defences", count(bought, "point")) } else { String::new() };
    let allowance = side.allowance.unwrap_or(0);
    let says = format!(
        "{} picks {} points{defences}; the allowance is {}",
        picker.name,
        thousands(points),
        thousands(allowance)
    );
    let hint = match fitting(campaign, battle, library, picker.id, bought) {
        None => Hint::from("leave something out"),
        Some(fits) => {
            let vessels: Vec<&Vessel> = fits.iter().filter_map(|id| campaign.vessels.get(id)).collect();
            Hint::FieldWhatFits {
                player: picker.name.clone(),
                points: total(vessels.iter().map(|vessel| field_points(campaign, vessel))),
                vessels: vessels.iter().map(|vessel| vessel.name.clone()).collect(),
            }
        }
    };
    Refusal::by("MISSION-13", says).hint(hint)
}

/// A lone escort only as the only escort; a squadron not below its list's minimum (COMP-09, COMP-12).
fn squadrons(
    picker: &Player,
    vessels: &[&Vessel],
    campaign: &Campaign,
    library: &dyn Library,
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
        let section = library.list(list).and_then(|list| section_of(list, &class.id));
        let least = section.and_then(|section| section.squadron_min).unwrap_or(2);
        let ships = vessel.ships();
        if ships < least && !(ships == 1 && escorts == 1) {
            let says = format!("\"{}\" has {}: squadrons need {least}", vessel.name, count(ships, "ship"));
            problems
                .push(Refusal::by("COMP-12", says).hint("bring it back to strength, or pick it as the only escort"));
        }
    }
}

/// What the scenario gives for nothing, once both fleets are known (SCEN-47, SCEN-82, MAP-08).
fn extras(
    campaign: &Campaign,
    battle: &Battle,
    picker: PlayerId,
    [points, bought]: [u32; 2],
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let both = sides(battle)?;
    let bought = if both.defender.player == picker { bought } else { both.defender.defences_bought };
    let fielded = |side: &Side| if side.player == picker { points } else { side.fielded() };
    let mut events = Vec::new();
    let scenario = battle.scenario.ok_or_else(|| Refusal::by("MISSION-12", "the scenario is not known yet"))?;
    let rolled = defences::roll(campaign, battle, scenario, fielded(&both.defender), with)?;
    events.extend(boons::defence_strikes(campaign, battle, rolled, bought, with)?);
    if let Some(transports) = scenario.rules().free_transports(fielded(&both.attacker)) {
        events.push(Event::TransportsGiven { battle: battle.id, transports });
    }
    events.push(Event::FleetsComplete { battle: battle.id });
    Ok(events)
}
