//! Waves of attack craft: what they lose, and what they do on contact (CRAFT).

use super::super::event::{Event, Log};
use super::super::play::Play;
use super::super::profile::Roster;
use super::super::state::ShipId;
use super::{Flight, FlightId};
use crate::dice::Dice;

impl Flight {
    /// Markers that fight ordnance.
    #[must_use]
    pub fn fighters(&self, roster: &Roster) -> u8 {
        self.craft.iter().filter(|marker| roster.craft[usize::from(marker.craft.0)].role.fights()).count() as u8
    }

    /// Markers that attack ships.
    #[must_use]
    pub fn strikers(&self, roster: &Roster) -> u8 {
        self.craft.iter().filter(|marker| roster.craft[usize::from(marker.craft.0)].role.strikes()).count() as u8
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// What is left of a wave attacks (CRAFT-12).
    pub(crate) fn wave_attack(&mut self, id: FlightId, _ship: ShipId) {
        self.remove_flight(id, "CRAFT-12");
    }

    /// Markers go one for one, fighters first on each side, until one wave is gone or neither has a fighter.
    pub(crate) fn dogfight(&mut self, id: FlightId, other: FlightId) {
        loop {
            let fighters = |flight: Option<&Flight>| flight.map(|flight| flight.fighters(self.roster));
            match (fighters(self.battle.flight(id)), fighters(self.battle.flight(other))) {
                (Some(one), Some(two)) if one + two > 0 => {
                    self.lose_fighter(id, "FIGHTER-06");
                    self.lose_fighter(other, "FIGHTER-06");
                }
                _ => return,
            }
        }
    }

    /// A wave loses one marker: a fighter if it has one (CRAFT-10).
    pub(crate) fn lose_fighter(&mut self, id: FlightId, rule: &'static str) {
        let roster = self.roster;
        let Some(flight) = self.battle.flight_mut(id) else { return };
        let place = flight.craft.iter().position(|marker| roster.craft[usize::from(marker.craft.0)].role.fights());
        flight.craft.remove(place.unwrap_or(0));
        let (tag, left) = (flight.id, flight.craft.len() as u8);
        if left == 0 {
            self.remove_flight(id, rule);
        } else {
            self.tell(|| Event::MarkerLost(tag, left, rule));
        }
    }
}
