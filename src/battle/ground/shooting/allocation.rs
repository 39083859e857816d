//! Allocating hits front to back (EP-SHOOT-08, EP-WE-04).

use crate::battle::ground::measure::gap;
use crate::battle::ground::roster::{Roster, UnitId};
use crate::battle::ground::state::{Battle, Hit};
use crate::table::geometry::{Length, Point};

/// The distance from a unit to the nearest of several places.
#[must_use]
pub fn distance(battle: &Battle, roster: &Roster, unit: UnitId, from: &[Point]) -> Length {
    let at = battle.at(unit);
    let radius = roster.kind(unit).radius();
    at.and_then(|at| from.iter().map(|place| at.distance(*place) - radius).min()).unwrap_or(Length::ZERO)
}

/// Gives every hit to a unit: normal before macro (EP-SHOOT-10), AP before AT, those that reach fewest first; each to the nearest of
/// those that have the fewest. An engine counts for as many as its capacity before the next is hit. Returned unit by unit, nearest
/// first, in the order given.
#[must_use]
pub fn allocate(battle: &Battle, roster: &Roster, hits: Vec<Hit>, from: &[Point]) -> Vec<(UnitId, Vec<Hit>)> {
    let mut hits = hits;
    hits.sort_by_key(|hit| (hit.is_macro, hit.power, hit.reach.len()));
    let mut given: Vec<(Length, UnitId, Vec<Hit>)> = Vec::new();
    for hit in hits {
        let chosen = hit
            .reach
            .iter()
            .filter(|unit| battle.at(**unit).is_some())
            .map(|unit| {
                let has = given.iter().find(|(_, found, _)| found == unit).map_or(0, |(_, _, hits)| hits.len());
                let rounds = has / usize::from(roster.kind(*unit).capacity);
                (rounds, distance(battle, roster, *unit, from), *unit)
            })
            .min();
        let Some((_, far, unit)) = chosen else { continue };
        match given.iter_mut().find(|(_, found, _)| *found == unit) {
            Some((_, _, hits)) => hits.push(hit),
            None => given.push((far, unit, vec![hit])),
        }
    }
    given.sort_by_key(|(far, unit, _)| (*far, *unit));
    given.into_iter().map(|(_, unit, hits)| (unit, hits)).collect()
}

/// The units that so many hits without saves go to, nearest first, an engine up to its capacity in turn (EP-BLAST-04, EP-ASLT-12).
#[must_use]
pub fn unsaved(battle: &Battle, roster: &Roster, units: &[UnitId], number: u32, from: &[Point]) -> Vec<UnitId> {
    let mut order: Vec<(Length, UnitId)> =
        units.iter().map(|unit| (distance(battle, roster, *unit, from), *unit)).collect();
    order.sort_unstable();
    let mut given = Vec::new();
    while given.len() < number as usize && !order.is_empty() {
        for (_, unit) in &order {
            for _ in 0..roster.kind(*unit).capacity {
                if given.len() < number as usize {
                    given.push(*unit);
                }
            }
        }
    }
    given
}

/// Places of units.
#[must_use]
pub fn places(battle: &Battle, units: &[UnitId]) -> Vec<Point> {
    units.iter().filter_map(|unit| battle.at(*unit)).collect()
}

/// The gap between two units on the table.
#[must_use]
pub fn apart(battle: &Battle, roster: &Roster, one: UnitId, other: UnitId) -> Option<Length> {
    Some(gap(roster, (one, battle.at(one)?), (other, battle.at(other)?)))
}
