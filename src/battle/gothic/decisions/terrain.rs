//! Low orbit (ORBIT-02), warp rifts (TERRAIN-26) and solar flares (TERRAIN-44): where ships go and come back.

use super::Asked;
use super::answer::{Answer, Judged};
use super::fields::Fields;
use super::question::TerrainQuestion;
use super::words::{alone, degrees, point, strip};
use crate::battle::gothic::event::Log;
use crate::battle::gothic::state::phenomena::LOW;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;

impl Asked for TerrainQuestion {
    fn side(&self, battle: &Battle) -> Side {
        match self {
            Self::Enter => battle.active,
            Self::Depart(ship) | Self::Emerge { ship, .. } => battle.ship(*ship).side,
            Self::Ride(unit) => battle.side_of(*unit),
        }
    }

    fn words(&self, roster: &Roster) -> String {
        let name = |ship: &ShipId| roster.unit_name(Unit::Ship(*ship));
        match self {
            Self::Enter => "puts ships into low orbit, or goes on".to_owned(),
            Self::Depart(ship) => format!("says where round the planet {} comes back", name(ship)),
            Self::Emerge { ship, reach, .. } => format!("puts {} at most {reach} cm from the rift", name(ship)),
            Self::Ride(unit) => format!("has {} try to ride the solar flare, or not", roster.unit_name(*unit)),
        }
    }

    fn usual(&self, battle: &Battle, roster: &Roster) -> Answer {
        match self {
            Self::Enter => Answer::No,
            Self::Depart(ship) => {
                let out = (0..36).map(|step| Heading::new(step * 10));
                let bearing = out.into_iter().find(|out| battle.above_planet(roster, *ship, *out).is_some());
                Answer::Depart(bearing.unwrap_or_default(), bearing.unwrap_or_default())
            }
            Self::Emerge { ship, reach, rift } => emerge(battle, roster, *ship, *reach, *rift),
            Self::Ride(_) => Answer::Yes,
        }
    }

    fn options(&self, battle: &Battle, roster: &Roster, found: &mut Vec<Answer>) {
        match self {
            Self::Enter => found.extend(enter(battle, roster, self.side(battle))),
            Self::Depart(_) => {
                found.extend((0..8).map(|step| Answer::Depart(Heading::new(step * 45), Heading::new(step * 90))));
            }
            Self::Emerge { .. } => {}
            Self::Ride(_) => found.extend([Answer::Yes, Answer::No]),
        }
    }

    fn answer<D: Dice + ?Sized, L: Log>(self, play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
        // Any answer to something else is none to this.
        match (self, *given) {
            (Self::Enter, Answer::Enter(ship, x, heading)) => Some(play.enter(ship, x, heading)),
            (Self::Enter, Answer::No | Answer::End) => {
                play.battle.agenda.pop();
                Some(Ok(()))
            }
            (Self::Depart(ship), Answer::Depart(bearing, heading)) => Some(play.depart(ship, bearing, heading)),
            (Self::Emerge { ship, reach, rift }, Answer::Emerge(at, heading)) => {
                Some(play.emerge((ship, reach, rift), at, heading).map(|()| {
                    // The decision lies below what coming out may have put on top; nothing does, so it is the last.
                    play.battle.agenda.pop();
                }))
            }
            (Self::Ride(unit), _) => play.yes_or_no(given).map(|yes| play.answer_ride(unit, yes)),
            _ => None,
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Enter => "enter",
            Self::Depart(_) => "depart",
            Self::Emerge { .. } => "emerge",
            Self::Ride(_) => "ride",
        }
    }

    fn blank(word: &str) -> Option<Self> {
        match word {
            "enter" => Some(Self::Enter),
            "depart" => Some(Self::Depart(ShipId::default())),
            "emerge" => Some(Self::Emerge { ship: ShipId::default(), reach: Length::ZERO, rift: 0 }),
            "ride" => Some(Self::Ride(Unit::default())),
            _ => None,
        }
    }

    fn fields(&mut self, row: &mut impl Fields) {
        match self {
            Self::Enter => {}
            Self::Depart(ship) => row.ship("ship", ship),
            Self::Emerge { ship, reach, rift } => {
                row.ship("ship", ship);
                row.length("reach", reach);
                row.feature("rift", rift);
            }
            Self::Ride(unit) => row.unit("unit", unit),
        }
    }
}

/// The first place clear of the rift, all round, on the table.
fn emerge(battle: &Battle, roster: &Roster, ship: ShipId, reach: Length, rift: u8) -> Answer {
    let base = roster[ship].profile.base;
    let shape = battle.features[usize::from(rift)].shape;
    let from = battle.ship(ship).at;
    let spots = (1..=24).flat_map(|ring| (0..36).map(move |step| (ring, step)));
    let spot = spots
        .map(|(ring, step)| from.ahead(Heading::new(step * 10), Length::cm(ring * 5)))
        .find(|spot| battle.ground.holds(*spot) && !shape.touches(*spot, base) && shape.gap(*spot) <= reach);
    Answer::Emerge(spot.unwrap_or(Point::default()), battle.ship(ship).heading)
}

/// Each ship that may enter low orbit, in the middle of the edge and towards the planet or along it.
fn enter<'b>(battle: &'b Battle, roster: &'b Roster, side: Side) -> impl Iterator<Item = Answer> + 'b {
    let middle = battle.ground.low.map_or(LOW, |low| LOW + low.length.half());
    let ships = battle.may_enter(roster, side);
    ships.flat_map(move |ship| [90, 180, 270].map(|heading| Answer::Enter(ship, middle, Heading::new(heading))))
}

/// Reads where a ship enters low orbit.
pub(super) fn act(roster: &Roster, unit: Unit, what: &str) -> Option<Result<Answer, String>> {
    let place = strip(what, "enter low orbit ")?;
    let read = || {
        let (x, heading) = place.split_once(" heading ").ok_or("write `enter low orbit X heading DEGREES`")?;
        Ok(Answer::Enter(alone(roster, unit)?, x.trim().parse()?, Heading::new(degrees(heading)?)))
    };
    Some(read())
}

/// Reads where round the planet, or out of the warp, a ship comes back.
pub(super) fn read(text: &str) -> Option<Result<Answer, String>> {
    if let Some(place) = strip(text, "bearing ") {
        let read = || {
            let (bearing, heading) = place.split_once(" heading ").ok_or("write `bearing DEGREES heading DEGREES`")?;
            Ok(Answer::Depart(Heading::new(degrees(bearing)?), Heading::new(degrees(heading)?)))
        };
        return Some(read());
    }
    let place = strip(text, "at ")?;
    let read = || {
        let (at, heading) = place.split_once(" heading ").ok_or("write `at X Y heading DEGREES`")?;
        Ok(Answer::Emerge(point(at)?, Heading::new(degrees(heading)?)))
    };
    Some(read())
}
