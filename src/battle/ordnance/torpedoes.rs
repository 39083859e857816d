//! What torpedoes do to ships (TORP-05, TORP-06).

use super::super::answer::Judged;
use super::super::event::{Event, Log};
use super::super::geometry::quarter;
use super::super::play::Play;
use super::super::ramming::armour;
use super::super::state::ShipId;
use super::{Flight, FlightId};
use crate::dice::Dice;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A salvo loses strength, and is gone at 0.
    pub(crate) fn lose_torpedoes(&mut self, id: FlightId, lost: u8, rule: &'static str) {
        let Some(flight) = self.battle.flight_mut(id) else { return };
        flight.strength = flight.strength.saturating_sub(lost);
        if flight.strength == 0 {
            self.remove_flight(id, rule);
        }
    }

    /// One die for each torpedo against the armour that the salvo's centre faces, through shields (TORP-05, TORP-06).
    pub(crate) fn torpedo_attack(&mut self, flight: &Flight, id: ShipId) -> Judged<()> {
        let ship = *self.battle.ship(id);
        let needed = armour(self.profile(id).armour, quarter(ship.at, ship.heading, flight.at));
        let side = self.roster.sides[flight.side as usize].as_str();
        let faces = self.roll("torpedoes", side, flight.strength)?;
        let mut hits = faces.iter().filter(|face| **face >= needed).count() as u8;
        let tag = flight.id;
        self.tell(|| Event::OrdnanceDice(tag, id, faces, needed, hits, "TORP-05"));
        let missed = flight.strength - hits;
        if flight.done.eldar && missed > 0 {
            let again = self.roll("torpedoes again", side, missed)?;
            let more = again.iter().filter(|face| **face >= needed).count() as u8;
            self.tell(|| Event::OrdnanceDice(tag, id, again, needed, more, "TORP-05"));
            hits += more;
        }
        if ship.is_hulk() {
            if hits > 0 {
                let _ = self.battle.dying.push(id);
            }
        } else {
            let mut marks = 0;
            for _ in 0..hits {
                if !self.eludes(id, flight.at, &mut marks, "SHOOT-15")? {
                    self.hull_hit(id)?;
                }
            }
        }
        self.lose_torpedoes(flight.id, hits, "TORP-06");
        Ok(())
    }
}
