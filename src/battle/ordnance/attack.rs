//! An ordnance attack on a ship, from contact to damage (ORD-20).

use super::super::agenda::{Task, Threat};
use super::super::answer::Judged;
use super::super::event::{Event, Log};
use super::super::geometry::quarter;
use super::super::play::Play;
use super::super::profile::Roster;
use super::super::ramming::armour;
use super::super::state::ShipId;
use super::{Flight, FlightId, FlightKind};
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
    /// The attack begins: the blast marker roll, then the target may brace (ORD-12, ORD-20).
    pub(crate) fn onset(&mut self, id: FlightId, ship: ShipId) -> Judged<()> {
        let Some(flight) = self.battle.flight_mut(id) else { return Ok(()) };
        flight.struck[0].insert(ship);
        let (tag, rolled) = (flight.id, flight.done.rolled);
        self.tell(|| Event::Onset(tag, ship));
        if !rolled && self.battle.markers_on(self.roster, ship) > 0 && !self.blast_roll(id)? {
            return Ok(());
        }
        self.then(Task::Defend { flight: id, ship });
        self.offer_brace(self.battle.unit_of(ship), Threat::Ordnance(id));
        Ok(())
    }

    /// The turrets' turn: their owner chooses what they fire at in this phase (TURRET-02).
    pub(crate) fn defend(&mut self, id: FlightId, ship: ShipId) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        self.then(Task::Assault { flight: id, ship });
        if self.battle.turrets(self.roster, ship) == 0 {
            return Ok(());
        }
        match self.battle.ship(ship).done.turrets {
            None => self.then(Task::Turrets { flight: id, ship }),
            Some(prey) if prey == flight.prey() => self.turret_fire(id, ship)?,
            Some(_) => {}
        }
        Ok(())
    }

    /// The answer to [`Task::Turrets`].
    pub(crate) fn answer_turrets(&mut self, id: FlightId, ship: ShipId, fire: bool) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        if !fire {
            return Ok(());
        }
        self.battle.ship_mut(ship).done.turrets = Some(flight.prey());
        self.turret_fire(id, ship)
    }

    /// A die for each turret; every 4 or more shoots down a torpedo or a marker (TURRET-01).
    fn turret_fire(&mut self, id: FlightId, ship: ShipId) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        let dice = self.battle.turrets(self.roster, ship);
        let faces = self.roll("turrets", self.name(ship), dice)?;
        let hits = faces.iter().filter(|face| **face >= 4).count() as u8;
        let tag = flight.id;
        self.tell(|| Event::Turrets(ship, tag, faces, hits));
        for _ in 0..hits {
            match flight.id.kind {
                FlightKind::Wave => self.lose_fighter(id, "TURRET-01"),
                FlightKind::Salvo | FlightKind::Boarding => self.lose_torpedoes(id, 1, "TURRET-01"),
                FlightKind::Mine => {}
            }
        }
        Ok(())
    }

    /// A salvo loses strength, and is gone at 0.
    pub(crate) fn lose_torpedoes(&mut self, id: FlightId, lost: u8, rule: &'static str) {
        let Some(flight) = self.battle.flight_mut(id) else { return };
        flight.strength = flight.strength.saturating_sub(lost);
        if flight.strength == 0 {
            self.remove_flight(id, rule);
        }
    }

    /// What is left of the flight attacks.
    pub(crate) fn assault(&mut self, id: FlightId, ship: ShipId) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        match flight.id.kind {
            FlightKind::Salvo => self.torpedo_attack(&flight, ship)?,
            FlightKind::Boarding | FlightKind::Wave | FlightKind::Mine => self.remove_flight(id, "CRAFT-12"),
        }
        self.resolve_dying();
        Ok(())
    }

    /// One die for each torpedo against the armour that the salvo's centre faces, through shields (TORP-05, TORP-06).
    fn torpedo_attack(&mut self, flight: &Flight, id: ShipId) -> Judged<()> {
        let ship = *self.battle.ship(id);
        let needed = armour(self.profile(id).armour, quarter(ship.at, ship.heading, flight.at));
        let side = self.roster.sides[flight.side as usize].as_str();
        let faces = self.roll("torpedoes", side, flight.strength)?;
        let hits = faces.iter().filter(|face| **face >= needed).count() as u8;
        let tag = flight.id;
        self.tell(|| Event::OrdnanceDice(tag, id, faces, needed, hits, "TORP-05"));
        if ship.is_hulk() {
            if hits > 0 {
                let _ = self.battle.dying.push(id);
            }
        } else {
            for _ in 0..hits {
                self.hull_hit(id)?;
            }
        }
        self.lose_torpedoes(flight.id, hits, "TORP-06");
        Ok(())
    }
}
