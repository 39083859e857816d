//! Turrets (TURRET).

use super::super::agenda::Task;
use super::super::answer::Judged;
use super::super::event::{Event, Log};
use super::super::play::Play;
use super::super::state::ShipId;
use super::{FlightId, FlightKind};
use crate::dice::Dice;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// The turrets' turn: their owner chooses what they fire at in this phase (TURRET-02).
    pub(crate) fn defend(&mut self, id: FlightId, ship: ShipId) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        let escorts = flight.fighters(self.roster);
        if let Some(flight) = self.battle.flight_mut(id) {
            flight.escorts = escorts;
        }
        self.then(Task::Assault { flight: id, ship });
        let blind = self.profile(ship).odd.miasma && flight.id.kind != FlightKind::Wave;
        if self.battle.turrets(self.roster, ship) == 0 || blind {
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

    /// A die for each turret; every 4 or more, of Eldar ordnance every 6, shoots down a torpedo or a marker (TURRET-01).
    fn turret_fire(&mut self, id: FlightId, ship: ShipId) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        let dice = self.battle.turrets(self.roster, ship);
        let faces = self.roll("turrets", self.name(ship), dice)?;
        let hits = faces.iter().filter(|face| **face >= flight.turrets_hit_on()).count() as u8;
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
}
