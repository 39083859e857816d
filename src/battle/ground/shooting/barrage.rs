//! Barrages (EP-BARR): templates, barrage points, and who lies under them.

use super::aim::{Shot, hit_by, in_cover};
use super::allocation::distance;
use crate::battle::ground::answer::{Refusal, refuse};
use crate::battle::ground::charts::{Barrage, TEMPLATE, barrage};
use crate::battle::ground::kinds::{Power, Trait};
use crate::battle::ground::roster::{FormationId, Roster, UnitId};
use crate::battle::ground::state::{Battle, Hit};
use crate::table::geometry::{Heading, Length, Point};

/// A barrage that is laid.
#[derive(Clone, Debug)]
pub struct Laid {
    /// Where its templates lie.
    pub templates: Vec<Point>,
    /// Its row of the chart.
    pub row: Barrage,
    /// What its hits are like.
    pub hit: Hit,
}

/// How many attacks a template makes on a unit: one on each whose centre it covers; half its capacity on an engine, rounded up, and one
/// on an engine whose edge alone it covers (EP-BARR-07).
#[must_use]
pub fn attacks(roster: &Roster, unit: (UnitId, Point), templates: &[Point], radius: Length) -> u8 {
    let kind = roster.kind(unit.0);
    let covered = templates.iter().any(|centre| unit.1.within(*centre, radius));
    if !kind.is_engine() {
        return u8::from(covered);
    }
    if covered {
        return kind.capacity.div_ceil(2);
    }
    u8::from(templates.iter().any(|centre| unit.1.within(*centre, radius + kind.radius())))
}

/// Units on the ground under templates, with the attacks on each, nearest to some places first.
#[must_use]
pub fn covered(
    battle: &Battle,
    roster: &Roster,
    templates: &[Point],
    radius: Length,
    from: &[Point],
) -> Vec<(UnitId, u8)> {
    let mut found: Vec<(Length, UnitId, u8)> = crate::table::side::Side::BOTH
        .into_iter()
        .flat_map(|side| battle.ground(roster, side))
        .map(|unit| (unit, attacks(roster, unit, templates, radius)))
        .filter(|(_, number)| *number > 0)
        .map(|((unit, _), number)| (distance(battle, roster, unit, from), unit, number))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, unit, number)| (unit, number)).collect()
}

/// The points of the weapons that reach and see a unit of the target under the templates (EP-BARR-02).
fn points(battle: &Battle, roster: &Roster, batteries: &[Shot], templates: &[Point]) -> (u32, Hit) {
    let mut sum = 0;
    let mut hit = Hit { is_macro: true, disrupt: true, ignores_cover: true, ..Hit::BARE };
    for shot in batteries {
        let under = shot.reach.iter().filter_map(|unit| Some((*unit, battle.at(*unit)?)));
        if !under.into_iter().any(|unit| attacks(roster, unit, templates, TEMPLATE) > 0) {
            continue;
        }
        let weapon = &roster.kind(shot.unit).weapons[shot.weapon];
        sum += u32::from(weapon.barrage) * u32::from(weapon.count);
        // Ruling: a barrage is macro, disrupts or ignores cover where every weapon in it does.
        hit.is_macro &= weapon.is_macro();
        hit.disrupt &= weapon.has(Trait::Disrupt);
        hit.ignores_cover &= weapon.has(Trait::IgnoreCover);
    }
    (sum, hit)
}

/// Lays the templates of a barrage as told, or where they cover most.
///
/// # Errors
/// A template that the rules do not allow.
pub fn lay(
    battle: &Battle,
    roster: &Roster,
    batteries: &[Shot],
    target: FormationId,
    told: &[Point],
) -> Result<Option<Laid>, Refusal> {
    if batteries.is_empty() {
        return match told.first() {
            Some(_) => refuse("EP-BARR-01", "no barrage weapon can reach the target, so no template is laid"),
            None => Ok(None),
        };
    }
    let first = match told.first() {
        Some(first) => *first,
        None => match best(battle, roster, batteries, target) {
            Some(first) => first,
            None => return Ok(None),
        },
    };
    if points(battle, roster, batteries, &[first]).0 == 0 {
        let name = &roster[target].name;
        let any = battle.standing(roster, target).any(|unit| attacks(roster, unit, &[first], TEMPLATE) > 0);
        let rule = if any { "EP-BARR-02" } else { "EP-BARR-03" };
        return refuse(rule, format!("the template at {first} covers no unit of {name} that a weapon reaches"));
    }
    let mut templates = vec![first];
    if told.is_empty() {
        extend(battle, roster, batteries, target, &mut templates);
    }
    for extra in told.iter().skip(1) {
        if !first.touches(*extra, TEMPLATE + TEMPLATE) {
            return refuse("EP-BARR-04", format!("the template at {extra} does not touch the first one, at {first}"));
        }
        templates.push(*extra);
    }
    let (sum, hit) = points(battle, roster, batteries, &templates);
    let row = barrage(sum);
    if templates.len() > 1 + usize::from(row.templates) {
        let most = 1 + row.templates;
        return refuse("EP-BARR-06", format!("{sum} barrage points lay {most} of templates, not {}", templates.len()));
    }
    Ok(Some(Laid { templates, row, hit }))
}

/// How much a set of templates is worth: enemies under it, less friends.
fn worth(battle: &Battle, roster: &Roster, templates: &[Point], target: FormationId) -> i32 {
    let side = roster[target].side;
    covered(battle, roster, templates, TEMPLATE, &[])
        .into_iter()
        .map(|(unit, number)| {
            let sign = if roster.side_of(unit) == side { 1 } else { -2 };
            sign * i32::from(number)
        })
        .sum()
}

/// The place that covers most of the target: over a unit or between two.
fn best(battle: &Battle, roster: &Roster, batteries: &[Shot], target: FormationId) -> Option<Point> {
    let units: Vec<Point> = battle.standing(roster, target).map(|(_, at)| at).collect();
    let mut places = units.clone();
    for (index, one) in units.iter().enumerate() {
        for other in &units[index + 1..] {
            if one.within(*other, TEMPLATE + TEMPLATE) {
                places.push(Point { x: (one.x + other.x).half(), y: (one.y + other.y).half() });
            }
        }
    }
    places
        .into_iter()
        .filter(|place| points(battle, roster, batteries, &[*place]).0 > 0)
        .map(|place| (worth(battle, roster, &[place], target), std::cmp::Reverse(place)))
        .max()
        .map(|(_, place)| place.0)
}

/// Adds the templates that the points allow, each where it covers most and touches the first (EP-BARR-04).
fn extend(battle: &Battle, roster: &Roster, batteries: &[Shot], target: FormationId, templates: &mut Vec<Point>) {
    loop {
        let (sum, _) = points(battle, roster, batteries, templates);
        if templates.len() > usize::from(barrage(sum).templates) {
            return;
        }
        let before = worth(battle, roster, templates, target);
        let found = (0..360).step_by(15).map(|degrees| {
            let place = templates[0].ahead(Heading::new(degrees), TEMPLATE + TEMPLATE);
            let mut with = templates.clone();
            with.push(place);
            (worth(battle, roster, &with, target), std::cmp::Reverse(place))
        });
        match found.max() {
            Some((after, place)) if after > before => templates.push(place.0),
            _ => return,
        }
    }
}

/// The score that a barrage needs against a unit: the better of both for who is hit by both.
#[must_use]
pub fn score(battle: &Battle, roster: &Roster, row: Barrage, unit: UnitId) -> u8 {
    match (hit_by(battle, roster, unit, Power::Ap), hit_by(battle, roster, unit, Power::At)) {
        (true, true) => row.ap.min(row.at),
        (true, false) => row.ap,
        (false, _) => row.at,
    }
}

/// Whether a unit's cover makes a barrage less likely to hit it.
#[must_use]
pub fn hindered(battle: &Battle, roster: &Roster, laid: &Laid, unit: UnitId) -> bool {
    !laid.hit.ignores_cover && in_cover(battle, roster, unit)
}
