//! Goals and the end (EP-WIN).

use crate::battle::ground::charts::NEAR;
use crate::battle::ground::roster::{FormationId, Roster, UnitId};
use crate::battle::ground::state::{Battle, Goal, Objective, Winner};
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;

/// Turns of a battle: it may end from the first figure on, and ends with the second (EP-TURN-06).
pub const TURNS: (u8, u8) = (3, 4);

fn reaches(roster: &Roster, objective: &Objective, (unit, at): (UnitId, Point)) -> bool {
    at.within(objective.at, NEAR + roster.kind(unit).radius())
}

/// Who controls an objective (EP-WIN-03): an unbroken formation with a unit within 15, and no enemy unit within 15.
#[must_use]
pub fn controls(battle: &Battle, roster: &Roster, side: Side, objective: &Objective) -> bool {
    let holds = roster
        .formations_of(side)
        .filter(|formation| !battle[*formation].broken && battle.on_ground(roster, *formation))
        .any(|formation| battle.standing(roster, formation).any(|unit| reaches(roster, objective, unit)));
    holds && !battle.ground(roster, side.other()).any(|unit| reaches(roster, objective, unit))
}

/// Whether an objective lies on the edge of its half.
fn on_edge(roster: &Roster, objective: &Objective) -> bool {
    roster.from_edge(objective.half, objective.at) == Length::ZERO
}

fn dearest_destroyed(battle: &Battle, roster: &Roster, enemy: Side) -> bool {
    let most = roster.formations_of(enemy).map(|formation| roster[formation].points).max().unwrap_or(0);
    roster.formations_of(enemy).any(|formation| roster[formation].points == most && battle.destroyed(roster, formation))
}

fn in_half(battle: &Battle, roster: &Roster, formation: FormationId, half: Side) -> bool {
    battle.standing(roster, formation).any(|(_, at)| roster.half_of(at) == Some(half))
}

/// The goals that a side has met (EP-WIN-01).
#[must_use]
pub fn met(battle: &Battle, roster: &Roster, side: Side) -> Vec<Goal> {
    let held = |half: Side| {
        battle
            .objectives
            .iter()
            .filter(move |objective| objective.half == half)
            .filter(|objective| controls(battle, roster, side, objective))
    };
    let enemy = side.other();
    let own = battle.objectives.iter().filter(|objective| objective.half == side).count();
    let mut goals = Vec::new();
    if held(enemy).any(|objective| on_edge(roster, objective)) {
        goals.push(Goal::Blitz);
    }
    if dearest_destroyed(battle, roster, enemy) {
        goals.push(Goal::BreakSpirit);
    }
    if own >= 3 && held(side).count() == own {
        goals.push(Goal::DefendFlag);
    }
    if held(enemy).count() >= 2 {
        goals.push(Goal::TakeHold);
    }
    let passed = roster.formations_of(enemy).any(|formation| {
        !battle[formation].broken && battle.on_ground(roster, formation) && in_half(battle, roster, formation, side)
    });
    if !passed {
        goals.push(Goal::NotPass);
    }
    goals
}

/// Points of enemy formations that a side has destroyed.
#[must_use]
pub fn destroyed_points(battle: &Battle, roster: &Roster, side: Side) -> u32 {
    roster
        .formations_of(side.other())
        .filter(|formation| battle.destroyed(roster, *formation))
        .map(|formation| roster[formation].points)
        .sum()
}

/// Who has won at the end of this turn (EP-WIN-03); `None` while it goes on.
#[must_use]
pub fn winner(battle: &Battle, roster: &Roster) -> Option<Winner> {
    let goals = Side::BOTH.map(|side| met(battle, roster, side).len());
    if battle.turn < TURNS.0 {
        return None;
    }
    for side in Side::BOTH {
        let (own, other) = (goals[side as usize], goals[side.other() as usize]);
        if own >= 2 && own > other {
            return Some(Winner::Side(side));
        }
    }
    if battle.turn < TURNS.1 {
        return None;
    }
    let points = Side::BOTH.map(|side| destroyed_points(battle, roster, side));
    match goals[0].cmp(&goals[1]).then(points[0].cmp(&points[1])) {
        std::cmp::Ordering::Greater => Some(Winner::Side(Side::One)),
        std::cmp::Ordering::Less => Some(Winner::Side(Side::Two)),
        std::cmp::Ordering::Equal => Some(Winner::Draw),
    }
}
