//! A battle that nobody has called for: two registers, a scenario and a size, and what its build-up would roll.

use super::works;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::battle::aftermath::Aftermath;
use crate::campaign::state::{Campaign, PlayerId};
use crate::campaign::turn::report::Role;
use crate::campaign::turn::{self, BySide, Fielded, MissionClass, Step, defences, fleets};
use crate::catalog::Catalog;
use crate::dice::Dice;
use crate::scenario::Scenario;
use crate::scenario::convoy::{ambush, usual_transports};
use crate::scenario::forces::Convoy;

/// Two players with the allowances of a scenario, nothing rolled or picked yet.
///
/// # Errors
/// When a player is not known.
pub fn suppose(
    campaign: &Campaign,
    scenario: Scenario,
    points: u32,
    players: [PlayerId; 2],
) -> Result<turn::Battle, Refusals> {
    let transports = usual_transports(points);
    let convoy = scenario.rules().convoy(points).map(|_| Convoy { transports, attackers: Vec::new() });
    let (attacker, defender) = scenario.rules().split(points);
    let (attack, defence) = match &convoy {
        // What lies in wait is rolled, not bought; each pair of transports has its 100 points (SCEN-65, SCEN-67).
        Some(convoy) => (None, convoy.escort()),
        None => (Some(attacker), defender),
    };
    let side = |player: PlayerId, allowance: Option<u32>| {
        let known = campaign.players.get(&player).ok_or_else(|| Refusal::plain("there is no such player"))?;
        Ok::<_, Refusal>(turn::Side { allowance, ..turn::Side::of(campaign, known) })
    };
    let sides = BySide { attacker: side(players[0], attack)?, defender: side(players[1], Some(defence))? };
    let offered = campaign.about.as_ref().map_or_else(Default::default, |about| about.opened.date());
    Ok(turn::Battle {
        id: campaign.next_battle(),
        open: true,
        step: Step::Fleets,
        challenger: players[0],
        challenged: players[1],
        offered,
        answered: Some(offered),
        ending: None,
        sides: Some(sides),
        searched: false,
        base_attack: false,
        class: Some(if scenario.is_raid() { MissionClass::Raid } else { MissionClass::Battle }),
        scenario: Some(scenario),
        system: None,
        size: Some(points),
        set_up: None,
        under_way: None,
        convoy,
        report: None,
        result: None,
        aftermath: Aftermath::default(),
        confirmation: None,
        forfeited_by: None,
    })
}

/// Whether the build-up of a scenario rolls for what takes part.
#[must_use]
pub fn is_rolled(scenario: Scenario) -> bool {
    let rules = scenario.rules();
    rules.free_defences() || rules.convoy(0).is_some()
}

/// Rolls what the scenario rolls before a battle: the ambush of a convoy, free defences. Both field what fits.
///
/// # Errors
/// When somebody has no fleet for it, or the dice cannot be had.
pub fn build_up(
    campaign: &Campaign,
    supposed: &turn::Battle,
    catalog: &Catalog,
    dice: &mut dyn Dice,
) -> Result<turn::Battle, Refusals> {
    let mut battle = supposed.clone();
    let (Some(scenario), Some(sides)) = (battle.scenario, battle.sides.clone()) else {
        return Err(Refusal::by("CAMP-12", "the battle is not ready to be fought").into());
    };
    let name = |role: Role| campaign.players.get(&sides.of(role).player).map_or("", |player| player.name.as_str());
    if let Some(convoy) = &mut battle.convoy {
        *convoy = ambush(convoy.transports, name(Role::Attacker), dice)?;
    }
    for role in [Role::Attacker, Role::Defender] {
        let fielded = field(campaign, &battle, catalog, role).ok_or_else(|| {
            let points = battle.size.unwrap_or(0);
            Refusal::plain(format!("{} has no fleet that fits {scenario} at {points} points", name(role)))
        })?;
        if let Some(sides) = &mut battle.sides {
            *sides.of_mut(role) = fielded;
        }
    }
    if scenario.rules().free_defences()
        && let Some(sides) = &mut battle.sides
    {
        let defender = &mut sides.defender;
        defender.defences_free = defences::free(defender.fielded(), name(Role::Defender), dice)?;
    }
    let works = works::named(campaign, &battle, catalog);
    if let Some(sides) = &mut battle.sides {
        sides.defender.works = works;
    }
    battle.step = Step::Battle;
    Ok(battle)
}

/// A side with the fleet that fits it.
fn field(campaign: &Campaign, battle: &turn::Battle, catalog: &Catalog, role: Role) -> Option<turn::Side> {
    let mut own = battle.sides.as_ref()?.of(role).clone();
    let picked = fleets::fitting(campaign, battle, catalog, own.player, 0)?;
    let flagship = campaign.players.get(&own.player).and_then(|player| player.flagship);
    own.flagship = flagship.is_some_and(|flagship| picked.contains(&flagship));
    let vessels = picked.iter().filter_map(|id| campaign.vessels.get(id));
    own.fleet =
        vessels.map(|vessel| Fielded { vessel: vessel.id, points: vessel.points, ships: vessel.ships() }).collect();
    own.picked = true;
    let given = battle.scenario.and_then(|scenario| scenario.rules().free_transports(own.fielded()));
    if let Some(transports) = given.filter(|_| role == Role::Attacker) {
        own.transports = transports;
    }
    Some(own)
}
