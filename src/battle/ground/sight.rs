//! Terrain under a place or a line, and lines of fire (EP-SHOOT-02, EP-SHOOT-03).

use super::charts::{INTO_TERRAIN, Terrain};
use super::kinds::Ability;
use super::roster::{Feature, Roster, Shape, UnitId};
use super::state::Battle;
use crate::table::geometry::{Length, Point, Rect, SLACK, line_enters, root, square};

/// Whether a place lies in a feature.
#[must_use]
pub fn holds(feature: &Feature, place: Point) -> bool {
    match feature.shape {
        Shape::Disc(centre, radius) => place.squared(centre) <= square(radius),
        Shape::Rect(rect) => rect.nearest(place) == place,
    }
}

/// The part of a line inside a feature: from where to where along it; `None` where they do not meet.
#[must_use]
pub fn inside(feature: &Feature, from: Point, to: Point) -> Option<(Length, Length)> {
    let whole = from.distance(to);
    if whole == Length::ZERO {
        return holds(feature, from).then_some((Length::ZERO, Length::ZERO));
    }
    let (enter, leave) = match feature.shape {
        Shape::Disc(centre, radius) => disc(centre, radius, from, to)?,
        Shape::Rect(rect) => clip(&rect, from, to)?,
    };
    let (enter, leave) = (enter.max(Length::ZERO), leave.min(whole));
    (enter <= leave).then_some((enter, leave))
}

fn disc(centre: Point, radius: Length, from: Point, to: Point) -> Option<(Length, Length)> {
    let (dx, dy) = (i64::from(to.x.0 - from.x.0), i64::from(to.y.0 - from.y.0));
    let (cx, cy) = (i64::from(centre.x.0 - from.x.0), i64::from(centre.y.0 - from.y.0));
    let whole = i64::from(from.distance(to).0);
    let along = (dx * cx + dy * cy) / whole;
    let across = cx * cx + cy * cy - along * along;
    let left = square(radius) - across;
    if left < 0 {
        return None;
    }
    let half = root(left);
    Some((Length((along - half) as i32), Length((along + half) as i32)))
}

fn clip(rect: &Rect, from: Point, to: Point) -> Option<(Length, Length)> {
    let whole = i128::from(from.distance(to).0);
    let (mut enter, mut leave) = (0_i128, whole);
    for (at, by, low, high) in [
        (from.x.0, to.x.0 - from.x.0, rect.low.x.0, rect.high.x.0),
        (from.y.0, to.y.0 - from.y.0, rect.low.y.0, rect.high.y.0),
    ] {
        let (at, by, low, high) = (i128::from(at), i128::from(by), i128::from(low), i128::from(high));
        if by == 0 {
            if at < low || at > high {
                return None;
            }
            continue;
        }
        let (first, last) = if by > 0 { (low - at, high - at) } else { (at - high, at - low) };
        enter = enter.max(first * whole / by.abs());
        leave = leave.min(last * whole / by.abs());
    }
    (enter <= leave).then_some((Length(enter as i32), Length(leave as i32)))
}

/// Whether a line meets a feature at all.
#[must_use]
pub fn crosses(feature: &Feature, from: Point, to: Point) -> bool {
    holds(feature, from) || holds(feature, to) || inside(feature, from, to).is_some_and(|(a, b)| b - a > SLACK)
}

/// The features under a place.
pub fn under(roster: &Roster, place: Point) -> impl Iterator<Item = &Feature> {
    roster.terrain.iter().filter(move |feature| holds(feature, place))
}

/// The best cover save at a place (EP-SHOOT-09).
#[must_use]
pub fn cover(roster: &Roster, place: Point) -> Option<u8> {
    under(roster, place).filter_map(|feature| feature.kind.cover()).min()
}

/// Whether a place lies on a road (EP-MOVE-08).
#[must_use]
pub fn on_road(roster: &Roster, place: Point) -> bool {
    under(roster, place).any(|feature| feature.kind == Terrain::Road)
}

/// Whether a straight way stays on roads: each part of it lies on one.
#[must_use]
pub fn along_road(roster: &Roster, from: Point, to: Point) -> bool {
    let whole = from.distance(to);
    let mut spans: Vec<(Length, Length)> = roster
        .terrain
        .iter()
        .filter(|feature| feature.kind == Terrain::Road)
        .filter_map(|feature| inside(feature, from, to))
        .collect();
    spans.sort_unstable();
    let mut reached = Length::ZERO;
    for (enter, leave) in spans {
        if enter > reached + SLACK {
            return false;
        }
        reached = reached.max(leave);
    }
    on_road(roster, from) && on_road(roster, to) && reached + SLACK >= whole
}

/// Whether terrain lies between two places, by the 10 that sight reaches into it (EP-SHOOT-02).
#[must_use]
pub fn hidden(roster: &Roster, from: Point, to: Point) -> bool {
    let whole = from.distance(to);
    roster.terrain.iter().filter(|feature| feature.kind.blocks_sight()).any(|feature| {
        let Some((enter, leave)) = inside(feature, from, to) else { return false };
        match (holds(feature, from), holds(feature, to)) {
            (false, false) => leave - enter > SLACK,
            (true, false) => leave > INTO_TERRAIN + SLACK,
            (false, true) => whole - enter > INTO_TERRAIN + SLACK,
            (true, true) => whole > INTO_TERRAIN + SLACK,
        }
    })
}

/// Whether a unit sees over terrain, and is seen over it: in the air, popped up (EP-AIR-11, EP-SPEC-13, EP-SPEC-19).
#[must_use]
pub fn is_high(battle: &Battle, roster: &Roster, unit: UnitId) -> bool {
    let formation = roster.formation_of(unit);
    let kind = roster.kind(unit);
    battle.in_air(roster, formation)
        || kind.abilities.contains(&Ability::SupportCraft)
        || battle[formation].popped && kind.has(Ability::Skimmer)
}

/// Whether one unit has a line of fire to another (EP-SHOOT-01): terrain and war engines block it (EP-SHOOT-03), nothing
/// blocks aircraft.
#[must_use]
pub fn sees(battle: &Battle, roster: &Roster, from: UnitId, to: UnitId) -> bool {
    let (Some(start), Some(end)) = (battle.at(from), battle.at(to)) else { return false };
    let flies = |unit: UnitId| battle.in_air(roster, roster.formation_of(unit));
    if flies(from) || flies(to) {
        return true;
    }
    if !is_high(battle, roster, from) && !is_high(battle, roster, to) && hidden(roster, start, end) {
        return false;
    }
    !(0..battle.units.len()).map(UnitId).any(|other| {
        other != from
            && other != to
            && roster.kind(other).is_engine()
            && !flies(other)
            && battle.at(other).is_some_and(|at| line_enters(start, end, at, roster.kind(other).radius()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn woods(shape: Shape) -> Feature {
        Feature { kind: Terrain::Woods, shape }
    }

    #[test]
    fn the_part_of_a_line_inside_a_feature() {
        let square = woods(Shape::Rect(Rect { low: Point::cm(20, 20), high: Point::cm(40, 40) }));
        assert_eq!(inside(&square, Point::cm(0, 30), Point::cm(60, 30)), Some((Length::cm(20), Length::cm(40))));
        assert_eq!(inside(&square, Point::cm(30, 30), Point::cm(60, 30)), Some((Length::cm(0), Length::cm(10))));
        assert_eq!(inside(&square, Point::cm(0, 50), Point::cm(60, 50)), None);
        let round = woods(Shape::Disc(Point::cm(30, 30), Length::cm(5)));
        assert_eq!(inside(&round, Point::cm(0, 30), Point::cm(60, 30)), Some((Length::cm(25), Length::cm(35))));
        assert_eq!(inside(&round, Point::cm(0, 36), Point::cm(60, 36)), None);
        assert!(crosses(&round, Point::cm(30, 30), Point::cm(30, 30)));
    }
}
