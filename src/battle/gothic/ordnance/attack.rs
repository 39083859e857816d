//! An ordnance attack on a ship, step by step from contact (ORD-20). What each kind does then has a file of its own.

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::ShipId;
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::ordnance::{FlightId, FlightKind};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// The attack begins: the roll for a blast marker or cloud at the target, then it may brace (ORD-12, ORD-20).
    pub(crate) fn onset(&mut self, id: FlightId, ship: ShipId) -> Judged<()> {
        let fort: FixedList<ShipId, 4> = self.struck_quarters(ship);
        let Some(flight) = self.battle.flight_mut(id) else { return Ok(()) };
        flight.struck[0].insert(ship);
        for quadrant in &fort {
            flight.struck[0].insert(*quadrant);
        }
        let (tag, rolled) = (flight.id, flight.done.rolled);
        self.tell(|| Event::Onset(tag, ship));
        self.see_decoy(ship);
        if !rolled && self.battle.in_shroud(self.roster, ship) && !self.blast_roll(id)? {
            return Ok(());
        }
        self.then(Task::Intercept { flight: id, ship, after: 0 });
        Ok(())
    }

    /// A moving ship runs into ordnance, which attacks it there and then (ORD-15).
    pub(crate) fn run_into(&mut self, id: FlightId, ship: ShipId) {
        if let Some(flight) = self.battle.flight_mut(id) {
            // It is the ship that moves, so that what the flight rolled in its own move does not count (ORD-12).
            flight.done.rolled = false;
        }
        self.then(Task::Onset { flight: id, ship });
    }

    /// What is left of the flight attacks.
    pub(crate) fn assault(&mut self, id: FlightId, ship: ShipId) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        match flight.id.kind {
            FlightKind::Salvo | FlightKind::Boarding => self.torpedo_attack(&flight, ship)?,
            FlightKind::Wave => self.wave_attack(id, ship)?,
            FlightKind::Mine => self.mine_attack(&flight, ship)?,
        }
        self.resolve_dying();
        Ok(())
    }
}
