//! Crossfire (EP-XFIRE): a line between two friends through the target.

use crate::battle::ground::charts::CROSSFIRE;
use crate::battle::ground::measure::within;
use crate::battle::ground::roster::{FormationId, Roster, UnitId};
use crate::battle::ground::sight::sees;
use crate::battle::ground::state::{Action, Battle};
use crate::table::geometry::{Point, line_touches};

/// Whether a firing unit and a friend beyond the target have it between them (EP-XFIRE-01).
#[must_use]
pub fn crossed(battle: &Battle, roster: &Roster, shooters: &[UnitId], target: FormationId) -> bool {
    let Some(first) = shooters.first() else { return false };
    let side = roster.side_of(*first);
    let helpers: Vec<(UnitId, Point)> = roster
        .formations_of(side)
        .filter(|friend| may_help(battle, roster, *friend))
        .flat_map(|friend| battle.standing(roster, friend))
        .collect();
    let sees_target =
        |unit: UnitId| battle.standing(roster, target).any(|(enemy, _)| sees(battle, roster, unit, enemy));
    shooters.iter().any(|shooter| {
        let Some(at) = battle.at(*shooter) else { return false };
        may_help(battle, roster, roster.formation_of(*shooter))
            && helpers.iter().any(|helper| {
                helper.0 != *shooter
                    && within(roster, (*shooter, at), *helper, CROSSFIRE)
                    && passes(battle, roster, (at, helper.1), target)
                    && sees_target(*shooter)
                    && sees_target(helper.0)
            })
    })
}

/// Broken, marching and flying formations are no help (EP-XFIRE-02).
fn may_help(battle: &Battle, roster: &Roster, formation: FormationId) -> bool {
    !battle[formation].broken && battle[formation].did != Some(Action::March) && battle.on_ground(roster, formation)
}

/// Whether a line crosses a unit of a formation, or the gap between two that are in formation with one another.
fn passes(battle: &Battle, roster: &Roster, (from, to): (Point, Point), target: FormationId) -> bool {
    let units: Vec<(UnitId, Point)> = battle.standing(roster, target).collect();
    let over = units.iter().any(|(unit, at)| line_touches(from, to, *at, roster.kind(*unit).radius()));
    over || units.iter().enumerate().any(|(index, one)| {
        units[index + 1..].iter().any(|other| {
            let link = roster.kind(one.0).link().max(roster.kind(other.0).link());
            within(roster, *one, *other, link) && lines_cross(from, to, one.1, other.1)
        })
    })
}

/// Whether two straight lines cross each other.
fn lines_cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let turn = |p: Point, q: Point, r: Point| {
        let (qx, qy) = (i64::from(q.x.0 - p.x.0), i64::from(q.y.0 - p.y.0));
        let (rx, ry) = (i64::from(r.x.0 - p.x.0), i64::from(r.y.0 - p.y.0));
        (qx * ry - qy * rx).signum()
    };
    // Lines along one another are no crossing: then the line meets a unit, or the target lies beyond it.
    turn(a, b, c) != turn(a, b, d)
        && turn(c, d, a) != turn(c, d, b)
        && turn(a, b, c) * turn(a, b, d) <= 0
        && turn(c, d, a) * turn(c, d, b) <= 0
}
