//! Answers about ordnance to choose from.

use super::outlines::Form;
use crate::battle::gothic::decisions::answer::{Answer, Flying, Load};
use crate::battle::gothic::state::ordnance::MarkShot;
use crate::battle::gothic::state::ordnance::{Band, Flight, FlightId, FlightKind, Quarry, WAVE};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId};
use crate::ships::craft::{CraftId, Role};
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;

/// Where a launch is worth it: two moves of a torpedo.
const NEAR: Length = Length::cm(60);
/// Enemy ordnance so near a ship is worth a patrol.
const ALARM: Length = Length::cm(50);

/// The nearest enemy of a place.
fn prey(battle: &Battle, side: Side, at: Point) -> Option<Point> {
    let enemies = battle.fleet(side.other()).map(|(id, enemy)| (at.squared(enemy.at), id, enemy.at));
    enemies.min().map(|(_, _, place)| place)
}

/// The enemy that bombers do most good against within a reach: capital ships first, then the nearest.
fn target(battle: &Battle, roster: &Roster, flight: &Flight, reach: Length) -> Option<ShipId> {
    let near = battle.fleet(flight.side.other()).filter(|(_, enemy)| flight.at.within(enemy.at, reach));
    let rated = near.map(|(id, enemy)| (!roster[id].profile.is_capital(), flight.at.squared(enemy.at), id));
    rated.min().map(|(_, _, id)| id)
}

/// A salvo, or a wave of bombers with fighters for its escort, at an enemy that is near.
pub(in crate::battle::gothic) fn usual_launch(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    if battle.craft_in_excess(roster, side) > 0
        && let Some(wave) =
            battle.flights_of(side).find(|flight| flight.id.kind == FlightKind::Wave && flight.aboard.is_none())
    {
        return Answer::Recall(wave.id, one_of(wave));
    }
    for (id, ship) in battle.fleet(side) {
        let Some(enemy) = prey(battle, side, ship.at).filter(|enemy| ship.at.within(*enemy, NEAR)) else { continue };
        let ships = FixedList::one(id);
        if battle.torpedoes_ready(roster, id) > 0
            && let Some(heading) = ship.at.heading_to(enemy)
            && battle.in_tube_arc(roster, id, ship.at, heading)
        {
            // Only barrage bombs are launched in low orbit (ORBIT-06).
            let special = battle.air_bars(roster, id);
            return Answer::Launch(ships, Load::Torpedoes { strength: 0, heading, boarding: false, special });
        }
        let ready = battle.bays_ready(roster, id).min(battle.craft_room(roster, side)).min(WAVE as u8);
        if ready > 0 && !battle.flights.is_full() {
            let band = mixed(roster, id, ready);
            if !band.is_empty() {
                return Answer::Launch(ships, Load::Craft(band));
            }
        }
    }
    Answer::End
}

/// Three bombers or boats for each fighter, as far as the ship carries both.
fn mixed(roster: &Roster, id: ShipId, count: u8) -> Band {
    let craft = &roster[id].craft;
    let role = |craft: &CraftId| roster.craft[usize::from(craft.0)].role;
    let fighter = craft.iter().find(|craft| role(craft) == Role::Fighter);
    let striker = craft.iter().find(|craft| role(craft).bombs()).or(craft.iter().find(|craft| role(craft).strikes()));
    let mut band = Band::new();
    let escort = match (fighter, striker) {
        (Some(_), Some(_)) => count.div_ceil(4).min(count - 1),
        (Some(_), None) => count,
        (None, _) => 0,
    };
    if let Some(fighter) = fighter.filter(|_| escort > 0) {
        band.push((*fighter, escort)).expect("two kinds at most");
    }
    if let Some(striker) = striker.filter(|_| count > escort) {
        band.push((*striker, count - escort)).expect("two kinds at most");
    }
    band
}

/// Torpedo bombers convert when an enemy is within the run of a torpedo.
pub(in crate::battle::gothic) fn usual_conversion(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    for flight in battle.flights_of(side) {
        let count = flight.convertible(roster);
        let enemy = prey(battle, side, flight.at).filter(|enemy| flight.at.within(*enemy, Length::cm(30)));
        if let (true, Some(heading)) = (count > 0, enemy.and_then(|enemy| flight.at.heading_to(enemy))) {
            return Answer::Convert(flight.id, count, heading);
        }
    }
    Answer::End
}

/// Craft that strike fly at an enemy; fighters alone fly at enemy ordnance near a friend, or patrol with one.
pub(in crate::battle::gothic) fn usual_flight(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    let flights = battle.flights_of(side).filter(|flight| battle.may_fly(roster, flight));
    let waves = flights.filter(|flight| flight.id.kind == FlightKind::Wave);
    // What pauses finishes its move before anything else flies.
    let paused = battle.flights_of(side).any(|flight| flight.left.is_some());
    for flight in waves.filter(|flight| flight.patrol.is_none() && (!paused || flight.left.is_some())) {
        let answer = if flight.strikers(roster) > 0 {
            strike(battle, roster, flight)
        } else if flight.fighters(roster) == flight.size() {
            guard(battle, roster, flight)
        } else {
            prey(battle, side, flight.at).and_then(|enemy| shadow(battle, roster, flight, enemy))
        };
        if let Some(answer) = answer {
            return answer;
        }
    }
    Answer::End
}

/// Each weapon of ships that have not fired at the nearest enemy ordnance it can reach.
pub(in crate::battle::gothic) fn potshots(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    for (id, _) in battle.fleet(side).filter(|(_, ship)| !ship.done.fired) {
        let unit = battle.unit_of(id);
        let Some(mark) = battle.closest_mark(roster, unit) else { continue };
        for weapon in Battle::guns(roster, id).filter(|gun| battle.misses_mark(roster, id, *gun, mark).is_none()) {
            let marks = FixedList::one(MarkShot { ship: id, weapon, mark, share: 0 });
            let (aims, first, shells) = (FixedList::new(), FixedList::new(), FixedList::new());
            found.push(Answer::Fire { unit, aims, first, column: None, shells, marks });
        }
    }
}

/// At a target in reach, else towards the nearest enemy.
fn strike(battle: &Battle, roster: &Roster, flight: &Flight) -> Option<Answer> {
    let speed = battle.reach_of(roster, flight);
    let at = target(battle, roster, flight, speed + Length::cm(2)).map(|id| battle.ship(id).at);
    let place = at.or_else(|| prey(battle, flight.side, flight.at))?;
    Some(towards(battle, roster, flight, place))
}

/// To enemy ordnance that is near a friend, else to the nearest friend for a patrol.
fn guard(battle: &Battle, roster: &Roster, flight: &Flight) -> Option<Answer> {
    let speed = battle.reach_of(roster, flight);
    let threat = battle
        .flights_of(flight.side.other())
        .filter(|other| other.aboard.is_none() && other.patrol.is_none() && flight.at.within(other.at, speed))
        .filter(|other| battle.fleet(flight.side).any(|(_, friend)| friend.at.within(other.at, ALARM)))
        .min_by_key(|other| (flight.at.squared(other.at), other.id));
    if let Some(threat) = threat
        && let Some(answer) = shadow(battle, roster, flight, threat.at)
    {
        return Some(answer);
    }
    let friend = battle.fleet(flight.side).min_by_key(|(id, friend)| (flight.at.squared(friend.at), *id));
    let (id, friend) = friend?;
    let near = flight.at.within(friend.at, speed)
        && battle.flights.len() + flight.craft.len() <= crate::battle::gothic::state::ordnance::FLIGHTS;
    let steps = FixedList::one(if near { friend.at } else { flight.at.towards(friend.at, speed - Length(1)) });
    let flying = Flying { flight: flight.id, steps, patrol: near.then_some(id), ..Flying::default() };
    clear(battle, roster, flight, &flying.steps).then_some(Answer::Fly(flying))
}

/// Towards a place, if no base bars the way of craft that attack no ship.
fn shadow(battle: &Battle, roster: &Roster, flight: &Flight, place: Point) -> Option<Answer> {
    let speed = battle.reach_of(roster, flight) - Length(1);
    let steps = FixedList::one(flight.at.towards(place, speed.min(flight.at.distance(place))));
    let flying = Flying { flight: flight.id, steps, ..Flying::default() };
    clear(battle, roster, flight, &flying.steps).then_some(Answer::Fly(flying))
}

/// Whether no base bars the way (CRAFT-05).
fn clear(battle: &Battle, roster: &Roster, flight: &Flight, steps: &[Point]) -> bool {
    let Some(step) = steps.first() else { return true };
    !battle.all().any(|(id, _)| battle.bars(roster, flight, id) && battle.enters(roster, flight, *step, id).is_some())
}

fn towards(battle: &Battle, roster: &Roster, flight: &Flight, place: Point) -> Answer {
    let mut steps = FixedList::new();
    let speed = battle.reach_of(roster, flight);
    // A thousandth less, so that rounding never makes it too far.
    steps.push(flight.at.towards(place, speed - Length(1))).expect("the first place");
    Answer::Fly(Flying { flight: flight.id, steps, ..Flying::default() })
}

/// The markers that can still save themselves fight first; those that have saved themselves stop.
pub(in crate::battle::gothic) fn usual_pair(battle: &Battle, roster: &Roster, id: FlightId, other: FlightId) -> Answer {
    let (pairs, may_stop) = battle.pairs(roster, id, other);
    if may_stop {
        return Answer::Pair(None);
    }
    let best = pairs.iter().min_by_key(|(mine, theirs)| (mine.saved, !theirs.saved));
    Answer::Pair(best.copied())
}

/// Every pair that may fight next.
pub(in crate::battle::gothic) fn pairs(
    battle: &Battle,
    roster: &Roster,
    id: FlightId,
    other: FlightId,
    found: &mut Vec<Answer>,
) {
    let (pairs, may_stop) = battle.pairs(roster, id, other);
    found.extend(pairs.iter().map(|pair| Answer::Pair(Some(*pair))));
    found.extend(may_stop.then_some(Answer::Pair(None)));
}

/// Attack runs below the middle are rolled again.
pub(in crate::battle::gothic) fn usual_runs(faces: &[u8], turrets: u8) -> Answer {
    let mut again = FixedList::new();
    for face in faces.iter().filter(|face| **face <= 3.max(turrets)) {
        again.push(*face).expect("some of the runs");
    }
    Answer::Again(again)
}

/// A spread of launches and recalls.
pub(in crate::battle::gothic) fn launches(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    found.push(Answer::End);
    found.push(usual_launch(battle, roster, side));
    for (id, ship) in battle.fleet(side) {
        let ships = FixedList::one(id);
        let ready = battle.torpedoes_ready(roster, id);
        if ready > 0 {
            let wide = roster[id].profile.odd.space_hulk;
            let turns: &[i32] = if wide { &[-90, -40, 0, 40, 90, 180] } else { &[-40, -20, 0, 20, 40] };
            for turn in turns.iter().copied() {
                let heading = ship.heading.turned(turn);
                let special = battle.warheads_left(&roster[id].profile, id) && turn != 0;
                let special = special || battle.air_bars(roster, id);
                found.push(Answer::Launch(ships, Load::Torpedoes { strength: 0, heading, boarding: false, special }));
            }
        }
        let ready = battle.bays_ready(roster, id);
        if ready == 0 {
            continue;
        }
        let craft = &roster[id].craft;
        for craft in craft {
            for count in [1, ready.div_ceil(2), ready] {
                let band = Band::one((*craft, count));
                found.push(Answer::Launch(ships, Load::Craft(band)));
            }
        }
        if battle.craft_room(roster, side) < ready {
            let waves = battle.flights_of(side).filter(|flight| flight.id.kind == FlightKind::Wave);
            for flight in waves.take(4) {
                found.push(Answer::Recall(flight.id, Band::new()));
                found.push(Answer::Recall(flight.id, one_of(flight)));
            }
        }
    }
}

/// The first marker of a wave, as a part of it.
fn one_of(flight: &Flight) -> Band {
    let mut band = Band::new();
    if let Some(marker) = flight.craft.first() {
        band.push((marker.craft, 1)).expect("two kinds at most");
    }
    band
}

/// A spread of conversions.
pub(in crate::battle::gothic) fn conversions(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    found.push(Answer::End);
    found.push(usual_conversion(battle, roster, side));
    for flight in battle.flights_of(side).filter(|flight| flight.convertible(roster) > 0) {
        found.push(Answer::Convert(flight.id, 1, Heading::new(90)));
    }
}

/// A spread of flights.
pub(in crate::battle::gothic) fn flights(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    found.push(Answer::End);
    found.push(usual_flight(battle, roster, side));
    for flight in battle.flights_of(side).filter(|flight| battle.may_fly(roster, flight)) {
        let still = Flying { flight: flight.id, ..Flying::default() };
        found.push(Answer::Fly(still));
        for id in battle.mine_ties(flight) {
            found.push(Answer::Fly(Flying { quarry: Some(Quarry::Ship(id)), ..still }));
        }
        if flight.id.kind != FlightKind::Wave {
            continue;
        }
        let speed = battle.reach_of(roster, flight) - Length(1);
        for degrees in [0, 90, 180, 270] {
            let place = flight.at.ahead(Heading::new(degrees), speed);
            let answer = towards(battle, roster, flight, place);
            found.push(answer);
            if let (Answer::Fly(flying), true) = (answer, flight.craft.len() > 1) {
                found.push(Answer::Fly(Flying { band: one_of(flight), ..flying }));
            }
        }
        let half = FixedList::one(flight.at.ahead(Heading::new(90), speed.half()));
        found.push(Answer::Fly(Flying { steps: half, pause: true, ..still }));
        if let Some(enemy) = prey(battle, side, flight.at) {
            found.push(towards(battle, roster, flight, enemy));
        }
        for (id, friend) in battle.fleet(side).filter(|(_, friend)| flight.at.within(friend.at, speed)).take(2) {
            let steps = FixedList::one(friend.at);
            found.push(Answer::Fly(Flying { steps, patrol: Some(id), ..still }));
        }
        for (id, enemy) in battle.all().filter(|(_, enemy)| enemy.side != side && enemy.present()) {
            let base = Form::Disc(roster[id].profile.base);
            if battle.form(roster, flight).touches(flight.at, base, enemy.at) {
                found.push(Answer::Fly(Flying { quarry: Some(Quarry::Ship(id)), ..still }));
            }
        }
        if let Some(other) = flight.beside {
            found.push(Answer::Fly(Flying { quarry: Some(Quarry::Flight(other)), ..still }));
        }
    }
}

/// Whether an attack is worth bracing against: three dice or more are still coming.
pub(in crate::battle::gothic) fn worth_bracing(
    battle: &Battle,
    roster: &Roster,
    flight: FlightId,
    target: ShipId,
) -> bool {
    let turrets = battle.turrets(roster, target);
    battle.flight(flight).is_some_and(|flight| flight.size() > turrets / 2 + 2)
}
