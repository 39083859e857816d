//! Whether a sub-plot's objective is met (PLOT-07, PLOT-11 to PLOT-42).

use super::{Plot, SubPlot};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId};
use crate::battle::gothic::victory::{End, Facts, Ploy, Unit, facts};
use crate::ships::class::ShipType;
use crate::table::side::Side;

/// Whether a player has achieved his sub-plot in a battle that ends with this winner; `None` where only those who were
/// there can tell, and have not (PLOT-46). Who has no sub-plot has achieved none.
#[must_use]
pub fn achieved(facts: &Facts, side: Side, winner: Option<Side>) -> Option<bool> {
    let Some(ploy) = &facts.plots[side as usize] else { return Some(false) };
    if ploy.answer.is_some() {
        return ploy.answer;
    }
    let won = winner == Some(side);
    let enemy = side.other();
    let named = ploy.unit.and_then(|place| facts.units.get(place));
    let capitals = |side: Side| facts.of_side(side).filter(|unit| unit.of_the_line && unit.end != End::NeverEntered);
    Some(match ploy.plot {
        // Without an objective of their own they go with the battle (PLOT-07).
        Plot::MeteorStorm | Plot::NavigationalHazards | Plot::SurpriseAttack => won,
        Plot::HitAndRun => won && in_time(facts, ploy)?,
        Plot::GunneryPractice => {
            let hurt = |unit: &Unit| unit.hits_lost > 0 || unit.is_lost();
            capitals(enemy).next().is_some() && capitals(enemy).all(hurt)
        }
        Plot::ExtendedDuty => put_out(facts, enemy) > put_out(facts, side),
        // How the fleet stands at the end, so that a ship that began crippled counts (PLOT-15).
        Plot::BloodBond => capitals(side).filter(|unit| unit.ends_out()).count() * 2 < capitals(side).count(),
        Plot::FleetExperience => facts.of_side(side).any(|unit| unit.flagship && sound(unit)),
        Plot::NoQuarter => {
            let fleet: u32 = facts.of_side(enemy).filter(|unit| unit.picked).map(|unit| unit.points).sum();
            // Half of nothing is no achievement.
            put_out(facts, enemy) > 0 && put_out(facts, enemy) * 2 >= fleet
        }
        // Ruling: to cripple a ship is to do it in this battle; one that began so and lost no hit was not (VP-22).
        Plot::Vendetta => named.is_some_and(Unit::is_out),
        Plot::ExperimentalShip | Plot::DesperateMission => named.is_some_and(|unit| !unit.is_out()),
        Plot::SignallingProblems => {
            let escorts = || facts.of_side(side).filter(|unit| unit.picked && unit.escorts);
            let count = |of: fn(&Unit) -> u32| escorts().map(of).sum::<u32>();
            2 * count(|unit| unit.ships_lost) <= count(|unit| unit.ships)
        }
        Plot::UnexpectedHelp => {
            let mut help = facts.of_side(side).filter(|unit| unit.help).peekable();
            help.peek()?;
            help.any(survives)
        }
        Plot::FreshCaptain | Plot::EnemyPlans | Plot::SecretIntelligence | Plot::Decoy => return None,
    })
}

/// Full values of a side's ships crippled or destroyed; escorts one by one (PLOT-13).
fn put_out(facts: &Facts, side: Side) -> u32 {
    facts.of_side(side).filter(|unit| unit.picked).map(Unit::put_out).sum()
}

/// The commander's ship keeps three quarters of its full hits (PLOT-17).
///
/// Ruling: a flag that flies in an escort squadron is kept while one of its ships is.
fn sound(unit: &Unit) -> bool {
    !unit.is_lost() && (unit.escorts || 4 * unit.started.saturating_sub(unit.hits_lost) >= 3 * unit.full)
}

/// A ship of the reinforcement is neither crippled nor destroyed; one that disengaged survived (PLOT-25).
fn survives(unit: &Unit) -> bool {
    unit.end != End::NeverEntered && !unit.is_lost() && (unit.escorts || !unit.crippled)
}

/// Won in so many turns (PLOT-42).
fn in_time(facts: &Facts, ploy: &Ploy) -> Option<bool> {
    Some(facts.turns? <= ploy.turns.unwrap_or(u32::MAX))
}

/// What the engine has seen of a sub-plot that no record can judge, or not as well (PLOT-46).
#[must_use]
pub fn witnessed(roster: &Roster, battle: &Battle, side: Side) -> Option<bool> {
    let plot = battle.players[side as usize].plot.as_ref()?;
    let profile = |id: ShipId| &roster[id].profile;
    match plot.plot {
        Plot::EnemyPlans | Plot::SecretIntelligence | Plot::Decoy => Some(plot.happened),
        Plot::FreshCaptain => {
            let own = plot.ship.map_or(0, |id| profile(id).worth);
            let victims = plot.tally.iter().map(profile).filter(|profile| profile.kind != ShipType::Defence);
            Some(victims.map(|profile| profile.worth).sum::<u32>() >= own)
        }
        Plot::GunneryPractice => Some(practised(roster, battle, plot, side.other())),
        // Who has no help has failed.
        Plot::UnexpectedHelp if !helped(roster, battle, side) => Some(false),
        Plot::ExtendedDuty
        | Plot::BloodBond
        | Plot::FleetExperience
        | Plot::NoQuarter
        | Plot::Vendetta
        | Plot::MeteorStorm
        | Plot::SignallingProblems
        | Plot::UnexpectedHelp
        | Plot::NavigationalHazards
        | Plot::SurpriseAttack
        | Plot::ExperimentalShip
        | Plot::DesperateMission
        | Plot::HitAndRun => None,
    }
}

/// Whether this side has damaged every enemy capital ship that came into play (PLOT-11).
fn practised(roster: &Roster, battle: &Battle, plot: &SubPlot, enemy: Side) -> bool {
    let target = |id: &ShipId| {
        let unit = facts::unit(roster, battle, &[*id]);
        unit.of_the_line && unit.end != End::NeverEntered
    };
    let enemies = || battle.all().filter(|(_, ship)| ship.side == enemy).map(|(id, _)| id).filter(target);
    // A ship lost without damage, driven into a planet or the like, is damaged all the same.
    enemies().next().is_some() && enemies().all(|id| plot.tally.contains(id) || facts::is_lost(battle.ship(id)))
}

fn helped(roster: &Roster, battle: &Battle, side: Side) -> bool {
    facts::spots(roster, battle).iter().any(|spot| {
        let unit = facts::unit(roster, battle, spot);
        unit.side == side && unit.help
    })
}
