//! The size of the battle and each side's allowance (MISSION-08, MISSION-10, MISSION-11, SCEN-65, SCEN-67).

use super::{Battle, BySide, MissionClass, Side, Step, at_step, sides};
use crate::campaign::aftermath::boons;
use crate::campaign::chart::WorldType;
use crate::campaign::event::Event;
use crate::campaign::refusal::{Refusal, Refusals, overrule};
use crate::campaign::state::{BattleId, Campaign};
use crate::campaign::{Circumstances, about, player};
use crate::dice::{Why, d6};
use crate::scenario::Scenario;
use crate::scenario::convoy::{ambush, usual_transports};
use crate::scenario::forces::Convoy;
use crate::scenario::planetary_assault::OF_WOLF_PACKS;
use crate::text::thousands;

pub(in crate::campaign) fn agree(
    campaign: &Campaign,
    id: BattleId,
    points: Option<u32>,
    transports: Option<u32>,
    assault: bool,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Size)?;
    let class = battle.class.ok_or_else(|| Refusal::by("MISSION-12", "the orders are not known yet"))?;
    let scenario = battle.scenario.ok_or_else(|| Refusal::by("MISSION-12", "the scenario is not known yet"))?;
    let (least, most) = range(campaign, battle, class)?;
    // Ruling: the middle of the range where the players do not agree (MISSION-10).
    let size = points.unwrap_or(u32::midpoint(class.range().0, class.range().1));
    let mut events = Vec::new();
    if !(least..=most).contains(&size) {
        let says = format!("a {class} is fought with {least} to {} points, not {}", thousands(most), thousands(size));
        let refusal = Refusal::by("MISSION-10", says).hint("agree on a size within the range").allowable();
        events.extend(overrule(vec![refusal], battle.challenger, with.ruling)?);
    }
    let mut scenario = scenario;
    if assault {
        let tried = try_assault(campaign, battle, size, with)?;
        if matches!(tried, Event::AssaultTried { granted: true, .. }) {
            scenario = OF_WOLF_PACKS;
        }
        events.push(tried);
    }
    let convoy = convoy(campaign, battle, scenario, size, transports, with)?;
    let (attacker, mut defender) = scenario.rules().split(size);
    if let Some(convoy) = &convoy {
        defender = convoy.escort();
    }
    let both = sides(battle)?;
    let uninhabited = battle
        .system
        .and_then(|at| campaign.systems.get(&at))
        .is_some_and(|system| system.kind == WorldType::Uninhabited);
    // The base was not chosen for being empty (PIRATE-09).
    let empty = if uninhabited && !battle.base_attack { 100 } else { 0 };
    let stretched = |side: &Side, other: &Side| side.systems.saturating_sub(other.systems) * 10;
    // What lies in wait for a convoy is rolled, not bought, and is not reduced (SCEN-80).
    let attacker = convoy.is_none().then(|| attacker.saturating_sub(stretched(&both.attacker, &both.defender)));
    let defender = defender.saturating_sub(empty + stretched(&both.defender, &both.attacker));
    let (raided, notes) = boons::supply_raids(campaign, battle, with)?;
    events.extend(notes);
    let attacker = attacker.map(|points| points.saturating_sub(raided[0]));
    let defender = Some(defender.saturating_sub(raided[1]));
    events.push(Event::SizeAgreed { battle: id, size, allowances: BySide { attacker, defender }, convoy });
    Ok(events)
}

/// A pirate or wolf pack that attacks with 1,500 points may try for a Planetary Assault, once: a 6 (PIRATE-16).
fn try_assault(
    campaign: &Campaign,
    battle: &Battle,
    size: u32,
    with: &mut Circumstances<'_>,
) -> Result<Event, Refusals> {
    let attacker = player(campaign, sides(battle)?.attacker.player)?;
    let wolves = with.library.list(&attacker.list).is_some_and(|list| list.pirate == Some(true));
    if !wolves {
        let says = format!("{}'s fleet is no wolf pack: the scenario stays", attacker.name);
        return Err(Refusal::by("PIRATE-16", says).into());
    }
    if size < 1500 {
        let says = format!("a wolf pack tries for a Planetary Assault with 1,500 points, not {}", thousands(size));
        return Err(Refusal::by("PIRATE-16", says).into());
    }
    let face = d6(with.dice, Why::new("planetary assault of a wolf pack", &attacker.name))?;
    Ok(Event::AssaultTried { battle: battle.id, face, granted: face == 6 })
}

/// Least and most points; a club may let battles grow (MISSION-10).
pub(in crate::campaign) fn range(
    campaign: &Campaign,
    battle: &Battle,
    class: MissionClass,
) -> Result<(u32, u32), Refusal> {
    let (least, most) = class.range();
    if class == MissionClass::Raid {
        return Ok((least, most));
    }
    let both = sides(battle)?;
    Ok(match about(campaign)?.options.choice("battle-size") {
        // Nobody brings more than everything; this only keeps slips of the pen out.
        "agreed" => (least, 10_000),
        "renown" => {
            let lesser = both.attacker.renown.min(both.defender.renown);
            (least, most + u32::try_from(lesser).unwrap_or(0) * 10)
        }
        _ => (least, most),
    })
}

fn convoy(
    campaign: &Campaign,
    battle: &Battle,
    scenario: Scenario,
    size: u32,
    transports: Option<u32>,
    with: &mut Circumstances<'_>,
) -> Result<Option<Convoy>, Refusals> {
    let Some(range) = scenario.rules().convoy(size) else {
        return match transports {
            Some(_) => Err(Refusal::by("SCEN-65", format!("there are no transports to count in {scenario}")).into()),
            None => Ok(None),
        };
    };
    let transports = transports.unwrap_or(usual_transports(size));
    if !range.contains(&transports) {
        let (least, most) = range.into_inner();
        let says = format!("a convoy of {size} points has {least} to {most} transports, not {transports}");
        return Err(Refusal::by("SCEN-80", says).hint("agree on another number").into());
    }
    let attacker = &player(campaign, sides(battle)?.attacker.player)?.name;
    Ok(Some(ambush(transports, attacker, with.dice)?))
}
