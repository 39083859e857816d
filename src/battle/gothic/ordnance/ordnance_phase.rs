//! The Ordnance Phase (ORD-21).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::ordnance::{FlightId, FlightKind};
use crate::battle::gothic::state::{Crowd, Phase};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::text::count;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Whether the end of the Shooting Phase asks nobody: no ship can launch anything.
    pub(crate) fn settle_launching(&mut self) -> bool {
        let side = self.battle.active;
        let able = !self.battle.no_ordnance
            && self.battle.fleet(side).any(|(id, _)| {
                self.battle.torpedoes_ready(self.roster, id) > 0
                    || self.battle.bays_ready(self.roster, id) > 0
                    || self.battle.may_drop(self.roster, id)
            });
        let asked = able || self.battle.craft_in_excess(self.roster, side) > 0;
        if !asked {
            self.begin(Phase::Ordnance);
        }
        !asked
    }

    /// The player launches nothing more; craft beyond the limit of bays that are rolled for go first.
    pub(crate) fn end_launching(&mut self) -> Judged<()> {
        let side = self.battle.active;
        let excess = self.battle.craft_in_excess(self.roster, side);
        if excess > 0 {
            let limit = self.battle.craft_limit(self.roster, side);
            let name = &self.roster.sides[side as usize];
            let message =
                format!("{name} may have {} of attack craft in play: recall {excess} first", count(limit, "marker"));
            return Err(Refusal::new("ORD-05", message).into());
        }
        self.begin(Phase::Ordnance);
        Ok(())
    }

    /// The Ordnance Phase begins: everything may fly, turrets are free.
    pub(crate) fn begin_ordnance(&mut self) {
        (self.battle.flying, self.battle.converting) = (self.battle.active, true);
        self.free_turrets();
        for ship in self.battle.ships.iter_mut() {
            // Who has launched may not board either (BOARD-02).
            ship.done.fired |= ship.done.tubes > 0 || ship.done.bays > 0;
            (ship.done.tubes, ship.done.bays, ship.done.feats.flush) = (0, 0, 0);
        }
        self.then(crate::battle::gothic::state::agenda::Task::Detect);
        for flight in self.battle.flights.iter_mut() {
            (flight.done.moved, flight.done.decayed) = (false, false);
            (flight.done.rolled, flight.done.rocks) = (false, false);
            for marker in flight.craft.iter_mut() {
                marker.saved = false;
            }
        }
    }

    /// Turrets may be turned against either kind of ordnance again (TURRET-02).
    pub(crate) fn free_turrets(&mut self) {
        for ship in self.battle.ships.iter_mut() {
            (ship.done.turrets, ship.done.feats.wards) = (None, None);
        }
    }

    /// Goes on in the Ordnance Phase; false when a player must decide.
    pub(crate) fn settle_ordnance(&mut self) -> bool {
        let side = self.battle.flying;
        if self.battle.converting {
            if self.battle.may_convert(self.roster, side) {
                return false;
            }
            self.end_conversion();
            return true;
        }
        if self.battle.flights_of(side).any(|flight| self.battle.may_fly(self.roster, flight)) {
            return false;
        }
        if self.battle.early {
            self.end_early();
            return true;
        }
        if side == self.battle.active {
            self.battle.flying = side.other();
            return true;
        }
        while let Some(made) = self.battle.flights.iter().find(|flight| flight.done.made).map(|flight| flight.id) {
            self.remove_flight(made, "TBOMBER-05");
        }
        self.after_ordnance();
        true
    }

    /// A new player turn: what was launched before is no longer new (TORP-10).
    pub(crate) fn age_flights(&mut self) {
        let side = self.battle.active;
        for flight in self.battle.flights.iter_mut() {
            flight.done.launched = false;
            // A move with a ship begins, with saves and rolls of its own (CAP-04, TERRAIN-20, RESIL-01).
            (flight.done.rolled, flight.done.rocks) = (false, false);
            for marker in flight.craft.iter_mut() {
                marker.saved = false;
            }
            if flight.side == side {
                flight.done.tired = false;
            }
            flight.struck = [Crowd::default(), flight.struck[0]];
        }
    }

    /// The next salvo or mine that nobody has moved flies by itself; craft stay (ORD-21).
    pub(crate) fn run_on(&mut self) {
        let side = self.battle.flying;
        let next = self.battle.flights_of(side).find(|flight| !flight.done.moved).map(|flight| flight.id);
        let Some(id) = next else { return };
        self.then(crate::battle::gothic::state::agenda::Task::RunOn);
        self.fly_on(id);
    }

    /// A solar flare removes salvoes, mines and markers of waves on 4+ (TERRAIN-43).
    pub(crate) fn flare_flights(&mut self) -> Judged<()> {
        for flight in &self.battle.flights.clone() {
            let side = self.roster.sides[flight.side as usize].as_str();
            if flight.id.kind != FlightKind::Wave {
                let face = self.d6("solar flare", side)?;
                self.tell(|| Event::FlightRoll(flight.id, face, "TERRAIN-43"));
                if face >= 4 {
                    self.remove_flight(flight.id, "TERRAIN-43");
                }
                continue;
            }
            let faces = self.roll("solar flare", side, flight.craft.len() as u8)?;
            for (index, face) in faces.iter().enumerate().rev().filter(|(_, face)| **face >= 4) {
                self.flare_takes(flight.id, index, *face);
            }
        }
        Ok(())
    }

    fn flare_takes(&mut self, id: FlightId, index: usize, face: u8) {
        self.tell(|| Event::FlightRoll(id, face, "TERRAIN-43"));
        let Some(flight) = self.battle.flight_mut(id) else { return };
        flight.craft.remove(index);
        let left = flight.craft.len() as u8;
        if left == 0 {
            self.remove_flight(id, "TERRAIN-43");
        } else {
            self.tell(|| Event::MarkerLost(id, left, "TERRAIN-43"));
        }
    }

    /// Takes a flight out of play.
    pub(crate) fn remove_flight(&mut self, id: FlightId, rule: &'static str) {
        let Some(index) = self.battle.flights.iter().position(|flight| flight.id == id) else { return };
        let gone = self.battle.flights.remove(index);
        self.tell(|| Event::FlightGone(gone.id, rule));
    }
}
