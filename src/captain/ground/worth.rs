//! What a battle is worth to a side: troops, order, goals, and the way to objectives.

use crate::battle::ground::manoeuvre::middle;
use crate::battle::ground::roster::{FormationId, Roster};
use crate::battle::ground::state::{Battle, Winner};
use crate::battle::ground::turn::goals;
use crate::table::side::Side;

/// The worth of a battle to a side, less that to the other.
pub(super) fn worth(battle: &Battle, roster: &Roster, side: Side) -> i64 {
    match battle.winner {
        Some(Winner::Side(winner)) if winner == side => return 1_000_000,
        Some(Winner::Side(_)) => return -1_000_000,
        Some(Winner::Draw) => return 0,
        None => {}
    }
    own(battle, roster, side) - own(battle, roster, side.other())
}

fn own(battle: &Battle, roster: &Roster, side: Side) -> i64 {
    let goals = goals::met(battle, roster, side).len() as i64;
    let late = i64::from(battle.turn.min(4));
    let mut sum = goals * 150 * late * late;
    for formation in roster.formations_of(side) {
        sum += formation_worth(battle, roster, formation);
    }
    let held = battle.objectives.iter().filter(|objective| goals::controls(battle, roster, side, objective)).count();
    sum + held as i64 * 60 * late
}

fn formation_worth(battle: &Battle, roster: &Roster, formation: FormationId) -> i64 {
    let points = i64::from(roster[formation].points.max(50)) * 10;
    let full: i64 = roster[formation].units.iter().map(|unit| i64::from(roster.kind(*unit).capacity)).sum();
    let left: i64 = battle
        .left(roster, formation)
        .map(|unit| i64::from(roster.kind(unit).capacity) - i64::from(battle[unit].damage))
        .sum();
    if left == 0 {
        return 0;
    }
    let state = &battle[formation];
    let troops = points / 5 + points * 4 / 5 * left / full.max(1);
    if state.broken {
        return troops / 2;
    }
    let strength = i64::from(battle.strength(roster, formation)).max(1);
    let shaken = points * i64::from(state.markers) / strength / 5;
    troops - shaken - far(battle, roster, formation)
}

/// How far a formation is from the nearest objective of the other half that its side does not hold.
fn far(battle: &Battle, roster: &Roster, formation: FormationId) -> i64 {
    let side = roster[formation].side;
    let Some(here) = middle(battle, roster, formation).filter(|_| !battle.in_air(roster, formation)) else { return 0 };
    let nearest = battle
        .objectives
        .iter()
        .filter(|objective| objective.half != side)
        .map(|objective| here.distance(objective.at).0 / 1000)
        .min();
    nearest.map_or(0, |centimetres| i64::from((centimetres - 12).max(0)) * i64::from(battle.turn.min(4)))
}
