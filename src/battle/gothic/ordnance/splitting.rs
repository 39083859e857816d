//! Waves that split up in their move (CRAFT-07): a part flies by itself and never joins the rest again.

use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::ordnance::{Band, FLIGHTS, Flight, FlightId, FlightKind, Marker, Markers};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::text;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Takes so many of each kind out of a wave's markers.
    pub(super) fn take_out(&self, id: FlightId, left: &mut Markers, band: &Band) -> Result<Markers, Refusal> {
        let mut taken = Markers::new();
        for (craft, count) in band {
            for _ in 0..*count {
                let Some(place) = left.iter().position(|marker| marker.craft == *craft) else {
                    let kind = &self.roster.craft[usize::from(craft.0)].name;
                    let markers = text::count(*count, "marker");
                    return Err(Refusal::new("CRAFT-07", format!("{id} has not {markers} of {kind}")));
                };
                taken.push(left.remove(place)).expect("some of the wave");
            }
        }
        Ok(taken)
    }

    /// The part of a wave that an answer names, as a wave of its own where the other is; the wave itself when it names
    /// all of it.
    pub(super) fn split(&mut self, id: FlightId, band: &Band) -> Result<FlightId, Refusal> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(id) };
        if band.is_empty() {
            return Ok(id);
        }
        if flight.id.kind != FlightKind::Wave {
            return Err(Refusal::new("CRAFT-07", format!("{id} is no wave and does not split")));
        }
        let mut left = flight.craft;
        let taken = self.take_out(id, &mut left, band)?;
        if taken.is_empty() {
            return Err(Refusal::new("CRAFT-07", format!("nothing splits off {id}")));
        }
        if left.is_empty() {
            return Ok(id);
        }
        if self.battle.flights.is_full() {
            return Err(Refusal::new("CRAFT-07", format!("more than {FLIGHTS} flights at once are not played")));
        }
        Ok(self.part(id, left, taken))
    }

    /// Parts a wave in two; the name of the new one.
    pub(super) fn part(&mut self, id: FlightId, left: Markers, taken: Markers) -> FlightId {
        let Some(old) = self.battle.flight_mut(id) else { return id };
        old.craft = left;
        let parted = *old;
        self.battle.last_flight += 1;
        let new =
            Flight { id: FlightId { kind: FlightKind::Wave, number: self.battle.last_flight }, craft: taken, ..parted };
        self.enter_flight(new);
        self.tell(|| Event::Split(id, new.id, new.size()));
        new.id
    }

    /// Markers that have saved themselves stay where they fought while the rest of the wave goes on (RESIL-02,
    /// RESIL-07).
    pub(super) fn leave_saved(&mut self, id: FlightId) {
        let Some(flight) = self.battle.flight(id).copied() else { return };
        let among = |saved: bool| {
            let mut found = Markers::new();
            for marker in flight.craft.iter().filter(|marker| marker.saved == saved) {
                found.push(Marker { ..*marker }).expect("some of the wave");
            }
            found
        };
        let (fresh, saved) = (among(false), among(true));
        if saved.is_empty() {
            return;
        }
        let stays = if fresh.is_empty() { id } else { self.part(id, fresh, saved) };
        if let Some(flight) = self.battle.flight_mut(stays) {
            flight.done.moved = true;
            flight.left = None;
            flight.launcher = None;
        }
    }
}
