//! Torpedo bombers become torpedoes at the start of an Ordnance Phase (TBOMBER).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::Battle;
use crate::battle::gothic::state::ordnance::{FLIGHTS, Flight, FlightId, FlightKind, Flown};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::craft::Role;
use crate::table::geometry::{Heading, Length};
use crate::table::side::Side;
use crate::text;

/// How far the torpedoes of torpedo bombers run (TBOMBER-05).
const RUN: Length = Length::cm(30);
/// Torpedoes of one marker (TBOMBER-03).
const TORPEDOES: u8 = 2;

impl Flight {
    /// Markers that may become torpedoes now: not in the phase of their launch (TBOMBER-04).
    #[must_use]
    pub fn convertible(&self, roster: &Roster) -> u8 {
        if self.done.launched { 0 } else { self.count(roster, |role| role == Role::TorpedoBomber) }
    }
}

impl Battle {
    /// Whether a player has torpedo bombers to convert.
    pub(super) fn may_convert(&self, roster: &Roster, side: Side) -> bool {
        self.flights_of(side).any(|flight| flight.convertible(roster) > 0)
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Makes one salvo of some torpedo bombers of a wave (TBOMBER-03).
    pub(crate) fn convert(&mut self, id: FlightId, count: u8, heading: Heading) -> Judged<()> {
        let side = self.battle.flying;
        let Some(flight) = self.battle.flight(id).copied().filter(|flight| flight.side == side) else {
            return Err(Refusal::new("TBOMBER-03", format!("{id} is not his to convert")).into());
        };
        let bombers = flight.count(self.roster, |role| role == Role::TorpedoBomber);
        if flight.done.launched && bombers > 0 {
            let message = format!("{id} was launched in this turn and cannot convert yet");
            return Err(Refusal::new("TBOMBER-04", message).into());
        }
        if count == 0 || count > bombers {
            let message = format!("{id} has {} of torpedo bombers, not {count}", text::count(bombers, "marker"));
            return Err(Refusal::new("TBOMBER-03", message).into());
        }
        let mut left = flight.craft;
        for _ in 0..count {
            let is = |role| role == Role::TorpedoBomber;
            if let Some(place) = left.iter().position(|marker| is(self.roster.kind(marker).role)) {
                left.remove(place);
            }
        }
        if !left.is_empty() && self.battle.flights.is_full() {
            return Err(
                Refusal::new("TBOMBER-03", format!("more than {FLIGHTS} flights at once are not played")).into()
            );
        }
        if left.is_empty() {
            let place = self.battle.flights.iter().position(|known| known.id == id);
            self.battle.flights.remove(place.unwrap_or(0));
        } else if let Some(rest) = self.battle.flight_mut(id) {
            rest.craft = left;
        }
        self.battle.last_flight += 1;
        let salvo = Flight {
            id: FlightId { kind: FlightKind::Salvo, number: self.battle.last_flight },
            side,
            at: flight.at,
            heading,
            speed: RUN,
            strength: TORPEDOES * count,
            from: flight.from,
            done: Flown { made: true, eldar: flight.done.eldar, ..Flown::default() },
            ..Flight::default()
        };
        self.enter_flight(salvo);
        self.tell(|| Event::Converted(id, count, salvo.id, salvo.strength));
        Ok(())
    }

    /// The player whose turn it is to convert is done; false when both are.
    pub(crate) fn end_conversion(&mut self) {
        let side = self.battle.active;
        if self.battle.flying == side {
            self.battle.flying = side.other();
        } else {
            self.begin_flying();
        }
    }
}
