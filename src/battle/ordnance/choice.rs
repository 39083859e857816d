//! Answers about ordnance to choose from.

use super::super::answer::{Answer, Load};
use super::super::few::Few;
use super::super::geometry::{Heading, Length, Point};
use super::super::profile::Roster;
use super::super::state::{Battle, ShipId, Side};
use super::{Band, Flight, FlightKind};

/// Where a launch is worth it: two moves of a torpedo.
const NEAR: Length = Length::cm(60);

/// The nearest enemy of a place.
fn prey(battle: &Battle, side: Side, at: Point) -> Option<Point> {
    let enemies = battle.fleet(side.other()).map(|(id, enemy)| (at.squared(enemy.at), id, enemy.at));
    enemies.min().map(|(_, _, place)| place)
}

/// A salvo or a wave of every craft of the ship's second kind (its bombers), at an enemy that is near.
pub(in super::super) fn usual_launch(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    for (id, ship) in battle.fleet(side) {
        let Some(enemy) = prey(battle, side, ship.at).filter(|enemy| ship.at.within(*enemy, NEAR)) else { continue };
        let mut ships = Few::new();
        let _ = ships.push(id);
        if battle.torpedoes_ready(roster, id) > 0
            && let Some(heading) = ship.at.heading_to(enemy)
            && battle.in_tube_arc(roster, id, ship.at, heading)
        {
            return Answer::Launch(ships, Load::Torpedoes { strength: 0, heading, boarding: false });
        }
        let ready = battle.bays_ready(roster, id);
        if ready > 0 && !battle.flights.is_full() {
            let mut band = Band::new();
            let craft = &roster.ships[usize::from(id.0)].craft;
            if let Some(kind) = craft.get(1).or(craft.first()) {
                let _ = band.push((*kind, ready));
                return Answer::Launch(ships, Load::Craft(band));
            }
        }
    }
    Answer::End
}

/// Craft fly at the nearest enemy, then everything else goes its way.
pub(in super::super) fn usual_flight(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    let waves = battle.flights_of(side).filter(|flight| !flight.done.moved && flight.id.kind == FlightKind::Wave);
    for flight in waves.filter(|flight| flight.strikers(roster) > 0) {
        if let Some(enemy) = prey(battle, side, flight.at) {
            return towards(battle, roster, flight, enemy);
        }
    }
    Answer::End
}

fn towards(battle: &Battle, roster: &Roster, flight: &Flight, place: Point) -> Answer {
    let mut steps = Few::new();
    let speed = battle.flight_speed(roster, flight);
    // A thousandth less, so that rounding never makes it too far.
    let _ = steps.push(flight.at.towards(place, speed - Length(1)));
    Answer::Fly { flight: flight.id, steps, patrol: None }
}

/// A spread of launches.
pub(in super::super) fn launches(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    found.push(Answer::End);
    for (id, ship) in battle.fleet(side) {
        let mut ships = Few::new();
        let _ = ships.push(id);
        let ready = battle.torpedoes_ready(roster, id);
        if ready > 0 {
            for turn in [-40, -20, 0, 20, 40] {
                let heading = ship.heading.turned(turn);
                found.push(Answer::Launch(ships, Load::Torpedoes { strength: 0, heading, boarding: false }));
            }
        }
        let ready = battle.bays_ready(roster, id);
        if ready == 0 {
            continue;
        }
        for craft in &roster.ships[usize::from(id.0)].craft {
            for count in [1, ready] {
                let mut band = Band::new();
                let _ = band.push((*craft, count));
                found.push(Answer::Launch(ships, Load::Craft(band)));
            }
        }
    }
}

/// A spread of flights.
pub(in super::super) fn flights(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    found.push(Answer::End);
    for flight in battle.flights_of(side).filter(|flight| !flight.done.moved) {
        found.push(Answer::Fly { flight: flight.id, steps: Few::new(), patrol: None });
        if flight.id.kind != FlightKind::Wave {
            continue;
        }
        let speed = battle.flight_speed(roster, flight) - Length(1);
        for degrees in [0, 90, 180, 270] {
            let place = flight.at.ahead(Heading::new(degrees), speed);
            found.push(towards(battle, roster, flight, place));
        }
        if let Some(enemy) = prey(battle, side, flight.at) {
            found.push(towards(battle, roster, flight, enemy));
        }
    }
}

/// Whether an attack is worth bracing against: three dice or more are still coming.
pub(in super::super) fn worth_bracing(
    battle: &Battle,
    roster: &Roster,
    flight: super::FlightId,
    target: ShipId,
) -> bool {
    let turrets = battle.turrets(roster, target);
    battle.flight(flight).is_some_and(|flight| flight.size() > turrets / 2 + 2)
}
