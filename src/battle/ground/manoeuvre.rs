//! Ways for whole formations, as usual answers and captains need them: found by trying, judged by the rules.

use super::answer::{Leg, Placing, Step};
use super::charts::NEAR;
use super::kinds::Ability;
use super::measure::{contact_place, gap, strays};
use super::movement::course::{Manner, judge};
use super::roster::{FormationId, Roster, UnitId};
use super::state::{Battle, Place};
use super::turn::set_up::put;
use crate::table::edge::Edge;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;

/// The middle of a formation's standing units.
#[must_use]
pub fn middle(battle: &Battle, roster: &Roster, formation: FormationId) -> Option<Point> {
    let (mut x, mut y, mut count) = (0_i64, 0_i64, 0_i64);
    for (_, at) in battle.standing(roster, formation) {
        x += i64::from(at.x.0);
        y += i64::from(at.y.0);
        count += 1;
    }
    (count > 0).then(|| Point { x: Length((x / count) as i32), y: Length((y / count) as i32) })
}

/// Steps that shift all standing units by one vector, those in front first.
fn shifted(battle: &Battle, roster: &Roster, formation: FormationId, heading: Heading, by: Length) -> Vec<Step> {
    let mut units: Vec<(UnitId, Point)> =
        battle.standing(roster, formation).filter(|(unit, _)| roster.kind(*unit).speed.0 > 0).collect();
    let origin = Point::default();
    units.sort_by_key(|(unit, at)| (std::cmp::Reverse(origin.seen_along(heading, *at).0), *unit));
    units
        .into_iter()
        .map(|(unit, at)| Step {
            unit,
            slowly: false,
            out: false,
            legs: vec![Leg::To(at.ahead(heading, by))],
            into: None,
        })
        .collect()
}

/// The least speed of a formation's standing units.
#[must_use]
pub fn pace(battle: &Battle, roster: &Roster, formation: FormationId) -> Length {
    battle.standing(roster, formation).map(|(unit, _)| roster.kind(unit).speed).min().unwrap_or(Length::ZERO)
}

/// Whether steps are allowed, lose nobody and need no test.
fn safe(battle: &Battle, roster: &Roster, formation: FormationId, manner: Manner, steps: &[Step], tests: bool) -> bool {
    if steps.is_empty() {
        return false;
    }
    match judge(battle, roster, formation, manner, steps) {
        Ok(course) => {
            let fits = |unit: &Step| course.battle.lives(unit.unit);
            (tests || course.tested.is_empty())
                && steps.iter().all(fits)
                && strays(&course.battle, roster, formation).is_empty()
        }
        Err(_) => false,
    }
}

/// A move of a whole formation towards a place, as far as it may go, stopping `keep` before it; around what is in the way.
#[must_use]
pub fn towards(
    battle: &Battle,
    roster: &Roster,
    formation: FormationId,
    manner: Manner,
    goal: Point,
    keep: Length,
) -> Option<Vec<Step>> {
    let from = middle(battle, roster, formation)?;
    let heading = from.heading_to(goal)?;
    let far = from.distance(goal) - keep;
    let most = pace(battle, roster, formation).min(far) - Length(20);
    for tests in [false, true] {
        for part in [4, 3, 2, 1] {
            for turn in [0, 30, -30, 60, -60] {
                let by = Length(most.0 / 4 * part);
                if by < Length::cm(1) || turn != 0 && far < Length::cm(6) {
                    continue;
                }
                let steps = shifted(battle, roster, formation, heading.turned(turn), by);
                if safe(battle, roster, formation, manner, &steps, tests) {
                    return Some(steps);
                }
            }
        }
    }
    None
}

/// A withdrawal: the way that ends farthest from enemies, its own edge in mind.
#[must_use]
pub fn away(battle: &Battle, roster: &Roster, formation: FormationId) -> Option<Vec<Step>> {
    let side = roster[formation].side;
    let by = pace(battle, roster, formation) - Length(20);
    if by < Length::cm(1) {
        return None;
    }
    let home = roster.sides[side as usize].edge.heading();
    let mut best: Option<((u32, Length), Vec<Step>)> = None;
    for part in [4, 2, 1] {
        for turn in [0, 45, -45, 90, -90, 135, -135, 180] {
            let steps = shifted(battle, roster, formation, home.turned(turn), Length(by.0 / 4 * part));
            if !safe(battle, roster, formation, Manner::Withdraw, &steps, false) {
                continue;
            }
            let Ok(course) = judge(battle, roster, formation, Manner::Withdraw, &steps) else { continue };
            let worth = safety(&course.battle, roster, formation);
            if best.as_ref().is_none_or(|(known, _)| worth > *known) {
                best = Some((worth, steps));
            }
        }
    }
    let here = safety(battle, roster, formation);
    best.filter(|(worth, _)| *worth > here).map(|(_, steps)| steps)
}

/// How many units are out of reach of enemies, and how far the nearest enemy is.
fn safety(battle: &Battle, roster: &Roster, formation: FormationId) -> (u32, Length) {
    let enemy = roster[formation].side.other();
    let (mut clear, mut least) = (0, Length::cm(500));
    for unit in battle.standing(roster, formation) {
        let near = battle.ground(roster, enemy).map(|other| gap(roster, unit, other)).min().unwrap_or(Length::cm(500));
        clear += u32::from(near > NEAR);
        least = least.min(near);
    }
    (clear, least)
}

/// A charge: every unit as near to the enemy as it gets, into contact where that is wanted.
#[must_use]
pub fn charge(
    battle: &Battle,
    roster: &Roster,
    formation: FormationId,
    targets: &[FormationId],
    contact: bool,
) -> Vec<Step> {
    let mut units: Vec<(Length, UnitId, Point)> = Vec::new();
    let enemies = |battle: &Battle| -> Vec<(UnitId, Point)> {
        targets.iter().flat_map(|target| battle.standing(roster, *target)).collect()
    };
    for (unit, at) in battle.standing(roster, formation) {
        let near = enemies(battle).into_iter().map(|enemy| gap(roster, (unit, at), enemy)).min();
        units.push((near.unwrap_or(Length::ZERO), unit, at));
    }
    units.sort_unstable();
    let mut steps: Vec<Step> = Vec::new();
    for (_, unit, at) in units {
        let kind = roster.kind(unit);
        let speed = if kind.has(Ability::Infiltrator) { kind.speed + kind.speed } else { kind.speed };
        let mut found = enemies(battle);
        found.sort_by_key(|enemy| (gap(roster, (unit, at), *enemy), enemy.0));
        let Some(nearest) = found.first().copied() else { continue };
        let mut ways = Vec::new();
        if contact && kind.close_combat > 0 {
            let reached = found.iter().filter(|enemy| gap(roster, (unit, at), **enemy) <= speed).take(4);
            ways.extend(reached.map(|enemy| Leg::Touch(enemy.0)));
        }
        let goal = contact_place(roster, (unit, at), nearest);
        let whole = at.distance(goal);
        for part in [4, 3, 2, 1] {
            let by = Length((whole - Length::cm(2)).min(speed - Length(20)).0 / 4 * part);
            if by > Length::cm(1) {
                ways.push(Leg::To(at.towards(goal, by)));
            }
        }
        for leg in ways {
            let mut tried = steps.clone();
            tried.push(Step { unit, slowly: false, out: false, legs: vec![leg], into: None });
            if judge(battle, roster, formation, Manner::Charge, &tried).is_ok() {
                steps = tried;
                break;
            }
        }
    }
    // Whoever would be left out of formation stays in it by not charging so far.
    match judge(battle, roster, formation, Manner::Charge, &steps) {
        Ok(course) if strays(&course.battle, roster, formation).is_empty() => steps,
        _ => charge_together(battle, roster, formation, targets),
    }
}

/// A charge of the whole formation by one vector.
fn charge_together(battle: &Battle, roster: &Roster, formation: FormationId, targets: &[FormationId]) -> Vec<Step> {
    let goal = targets.iter().find_map(|target| middle(battle, roster, *target));
    goal.and_then(|goal| towards(battle, roster, formation, Manner::Charge, goal, Length::cm(4))).unwrap_or_default()
}

/// Who rides in what at the start: as many as fit.
#[must_use]
pub fn loaded(battle: &Battle, roster: &Roster, formation: FormationId, aboard: bool) -> Vec<Placing> {
    let units: Vec<UnitId> = battle.left(roster, formation).filter(|unit| battle[*unit].place == Place::Off).collect();
    let mut placed = Vec::new();
    let mut after = battle.clone();
    if !aboard {
        return placed;
    }
    for unit in &units {
        let carrier = units.iter().find(|carrier| {
            *carrier != unit && super::movement::course::room(&after, roster, *unit, **carrier).is_ok()
        });
        if let Some(carrier) = carrier {
            after[*unit].place = Place::In(*carrier);
            placed.push(Placing::In(*unit, *carrier));
        }
    }
    placed
}

/// A deployment of a formation in rows at its edge, as near to a wished place along the edge as there is room.
#[must_use]
pub fn deployment(
    battle: &Battle,
    roster: &Roster,
    formation: FormationId,
    wished: Length,
    aboard: bool,
) -> Option<Vec<Placing>> {
    let side = roster[formation].side;
    let riding = loaded(battle, roster, formation, aboard);
    let rides = |unit: &UnitId| riding.iter().any(|placing| matches!(placing, Placing::In(rider, _) if rider == unit));
    let standing: Vec<UnitId> =
        battle.left(roster, formation).filter(|unit| battle[*unit].place == Place::Off && !rides(unit)).collect();
    let widest = standing.iter().map(|unit| roster.kind(*unit).radius()).max().unwrap_or(Length(1500));
    let pitch = widest + widest + Length(700);
    let columns = standing.len().clamp(1, 6) as i32;
    let width = along(roster);
    for rank in 0..3 {
        for offset in 0..80 {
            let sign = if offset % 2 == 0 { 1 } else { -1 };
            let start = wished + Length(sign * 2500 * ((offset + 1) / 2));
            let mut placed: Vec<Placing> = Vec::new();
            for (index, unit) in standing.iter().enumerate() {
                let (row, column) = (index as i32 / columns, index as i32 % columns);
                let x = start + Length(pitch.0 * (2 * column - columns + 1) / 2);
                let deep = Length(13_400 - rank * 4_000) - Length(pitch.0 * row) + Length(widest.0 - 1500).half();
                let deep = deep.min(Length(14_900));
                if deep < widest || x < widest || x > width - widest {
                    placed.clear();
                    break;
                }
                placed.push(Placing::At(*unit, at_edge(roster, side, x, deep)));
            }
            if placed.is_empty() {
                continue;
            }
            placed.extend(riding.iter().copied());
            if put(battle, roster, formation, &placed).is_ok() {
                return Some(placed);
            }
        }
    }
    None
}

/// The length of a side's edge.
#[must_use]
pub fn along(roster: &Roster) -> Length {
    match roster.sides[0].edge {
        Edge::Near | Edge::Far => roster.table.high.x - roster.table.low.x,
        Edge::Left | Edge::Right => roster.table.high.y - roster.table.low.y,
    }
}

/// A place by its distances along a side's edge and from it.
#[must_use]
pub fn at_edge(roster: &Roster, side: Side, along: Length, deep: Length) -> Point {
    let (low, high) = (roster.table.low, roster.table.high);
    match roster.sides[side as usize].edge {
        Edge::Near => Point { x: low.x + along, y: low.y + deep },
        Edge::Far => Point { x: low.x + along, y: high.y - deep },
        Edge::Left => Point { x: low.x + deep, y: low.y + along },
        Edge::Right => Point { x: high.x - deep, y: low.y + along },
    }
}
