//! The spoils of war (SPOILS-01 to SPOILS-07, PIRATE-10, PIRATE-11, SCEN-115).

use super::record;
use crate::campaign::chart::WorldType;
use crate::campaign::event::Event;
use crate::campaign::month::victory::{claims_by_raid, may_hold};
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::battle::{Battle, Side, Step};
use crate::campaign::state::{BattleId, Campaign, System};
use crate::campaign::steps::{at_step, sides};
use crate::campaign::turn::report::Role;
use crate::campaign::turn::{MissionClass, location};
use crate::campaign::{Circumstances, about, player};
use crate::dice::{Why, d6};

/// Settles who holds the system afterwards. `claim` is the winner's choice.
pub(in crate::campaign) fn settle(
    campaign: &Campaign,
    id: BattleId,
    claim: bool,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Spoils)?;
    let (report, result) = record(battle)?;
    let both = sides(battle)?;
    let mut events = Vec::new();
    let Some(system) = battle.system.and_then(|at| campaign.systems.get(&at)) else {
        return Err(Refusal::by("MISSION-12", "the battle has no location").into());
    };
    // A structure stands in for the planet, which is none the worse for its end (PIRATE-14).
    let structure =
        battle.base_attack && campaign.bases.get(&both.defender.player).is_some_and(|base| base.structure.is_some());
    if report.planet_destroyed && !structure {
        let kind = changed_world(&system.name, with)?;
        events.push(Event::WorldChanged { system: system.id, from: system.kind, to: kind });
    }
    let attacker_won = result.winner == Some(Role::Attacker);
    if battle.base_attack && attacker_won {
        events.push(Event::BaseDestroyed { owner: both.defender.player });
    }
    if attacker_won {
        events.extend(win(campaign, battle, &both.attacker, system, claim)?);
    }
    events.push(Event::StepReached { battle: id, step: Step::Renown });
    Ok(events)
}

/// A battle may give control, a raid the use of the system for this turn.
fn win(
    campaign: &Campaign,
    battle: &Battle,
    attacker: &Side,
    system: &System,
    claim: bool,
) -> Result<Vec<Event>, Refusal> {
    let winner = player(campaign, attacker.player)?;
    let loser = sides(battle)?.defender.player;
    let note = |rule: &str, says: String| vec![Event::Noted { player: None, rule: rule.to_owned(), says }];
    let options = &about(campaign)?.options;
    let by_raid = battle.class == Some(MissionClass::MajorRaid) && claims_by_raid(options, winner);
    if battle.class != Some(MissionClass::Battle) && !by_raid {
        // Ruling: a major raid is a raid for spoils (PIRATE-02); a neutral or third player's system gives nothing.
        return Ok(if system.owner == Some(loser) {
            vec![Event::SystemRaided { battle: battle.id, player: winner.id, system: system.id }]
        } else {
            Vec::new()
        });
    }
    if !may_hold(options, winner) {
        return Ok(note("SPOILS-07", format!("{} is a pirate and claims no system", winner.name)));
    }
    if system.owner.is_some_and(|owner| owner != loser) {
        return Ok(note("SPOILS-02", format!("{} did not belong to the loser: nobody claims it", system.name)));
    }
    // Ruling: an attacker without any system may claim all the same, unless the club is strict (SPOILS-03).
    let strict = campaign.about.as_ref().is_some_and(|about| about.options.flag("strict-claims"));
    let may_anywhere = campaign.systems_of(winner.id).next().is_none() && !strict;
    let joined =
        campaign.systems_of(winner.id).next().is_some() && location::reach(campaign, winner.id).contains(&system.id);
    if !may_anywhere && !joined {
        let says = format!("no warp channel joins {} to a system of {}: it is not claimed", system.name, winner.name);
        return Ok(note("SPOILS-01", says));
    }
    Ok(if claim {
        vec![Event::SystemTaken { player: winner.id, system: system.id, from: system.owner }]
    } else {
        note("SPOILS-01", format!("{} does not claim {}", winner.name, system.name))
    })
}

/// What is left of a world (SCEN-115).
fn changed_world(name: &str, with: &mut Circumstances<'_>) -> Result<WorldType, Refusals> {
    if d6(with.dice, Why::new("what is left of the world", name))? <= 3 {
        return Ok(WorldType::Uninhabited);
    }
    let second = d6(with.dice, Why::new("what is left of the world", name))?;
    Ok(if second <= 3 { WorldType::Agri } else { WorldType::Mining })
}
