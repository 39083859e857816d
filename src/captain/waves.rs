//! Waves on their way: how many go for a target, and round what.

use super::note;
use super::ordnance::wave_hits;
use super::worth::{HIT, Rated};
use crate::battle::gothic::state::ordnance::{Band, Flight, STEPS};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, Feature, FeatureKind, ShipId};
use crate::ships::craft::Role;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point};

/// The part of a wave that is enough for a target; empty where all of it goes. The rest looks for another (CRAFT-07).
pub(super) fn enough(battle: &Battle, roster: &Roster, flight: &Flight, target: ShipId, prey: Crowd) -> Band {
    let others = battle.fleet(flight.side.other()).count();
    let strikers = usize::from(flight.strikers(roster));
    if others < 2 || strikers < 3 || battle.flights.is_full() || flight.left.is_some() {
        return Band::new();
    }
    let rated = Rated::target(battle, roster, target, prey);
    // Twice what it takes on average, so that it is likely to be enough.
    let wanted = 2 * rated.hits * HIT;
    let (mut part, mut chosen) = (*flight, Band::new());
    let fighters = usize::from(flight.fighters(roster));
    for count in 1..strikers - 1 {
        chosen = share(roster, flight, count, (fighters * count).div_ceil(strikers));
        part.craft.clear();
        for (craft, number) in &chosen {
            for marker in flight.craft.iter().filter(|marker| marker.craft == *craft).take(usize::from(*number)) {
                note(&mut part.craft, *marker);
            }
        }
        if wave_hits(battle, roster, &part, target, &rated) >= wanted {
            return chosen;
        }
    }
    chosen.clear();
    chosen
}

/// So many strikers and fighters of a wave, by kinds.
fn share(roster: &Roster, flight: &Flight, mut strikers: usize, mut fighters: usize) -> Band {
    let mut band = Band::new();
    for marker in &flight.craft {
        let left = if roster.kind(marker).role == Role::Fighter { &mut fighters } else { &mut strikers };
        if *left == 0 {
            continue;
        }
        *left -= 1;
        match band.iter().position(|(craft, _)| *craft == marker.craft) {
            Some(place) => band[place].1 += 1,
            None => note(&mut band, (marker.craft, 1)),
        }
    }
    band
}

/// The way of a wave to a place, as far as it goes in a move: round the first ground that would end it.
pub(super) fn route(battle: &Battle, from: Point, to: Point, reach: Length) -> FixedList<Point, STEPS> {
    let goes = |from: Point, to: Point| {
        let bars = |feature: &&Feature| match feature.kind {
            FeatureKind::Planet | FeatureKind::Moon | FeatureKind::Asteroids => feature.shape.line_enters(from, to),
            FeatureKind::Cloud | FeatureKind::Rift | FeatureKind::Minefield => false,
        };
        battle.features.iter().find(bars)
    };
    let Some(ground) = goes(from, from.towards(to, reach)) else {
        return FixedList::one(from.towards(to, reach));
    };
    let (middle, Some(heading)) = (ground.shape.centre(), from.heading_to(to)) else {
        return FixedList::one(from.towards(to, reach));
    };
    let corner = |degrees: i32| {
        let aside = (1..=8).map(|step| middle.ahead(heading.turned(degrees), Length::cm(5 * step)));
        let mut clear = aside.filter(|place| goes(from, *place).is_none() && battle.ground.holds(*place));
        clear.next()
    };
    let corners = [corner(-90), corner(90)].into_iter().flatten();
    let Some(corner) = corners.min_by_key(|place| (from.distance(*place) + place.distance(to)).0) else {
        return FixedList::one(from.towards(to, reach));
    };
    let first = from.distance(corner);
    if first >= reach {
        return FixedList::one(from.towards(corner, reach));
    }
    let mut steps = FixedList::one(corner);
    let rest = corner.towards(to, reach - first - Length(1));
    if goes(corner, rest).is_none() {
        note(&mut steps, rest);
    }
    steps
}
