//! What a wave does to a ship: attack runs of bombers, hit-and-run attacks of assault boats (BOMBER, ASSAULT).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::FlyingQuestion;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Faces, Log};
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::ordnance::{Flight, FlightId, Marker, WAVE};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::craft::{CraftKind, Role};
use crate::table::fixed_list::FixedList;

impl Roster {
    /// The kind of craft of a marker.
    #[must_use]
    pub fn kind(&self, marker: &Marker) -> &CraftKind {
        &self.craft[usize::from(marker.craft.0)]
    }
}

impl Flight {
    /// Markers of some roles.
    pub(super) fn count(&self, roster: &Roster, is: impl Fn(Role) -> bool) -> u8 {
        self.craft.iter().filter(|marker| is(roster.kind(marker).role)).count() as u8
    }

    /// Markers that fight ordnance.
    #[must_use]
    pub fn fighters(&self, roster: &Roster) -> u8 {
        self.count(roster, Role::fights)
    }

    /// Markers that attack ships.
    #[must_use]
    pub fn strikers(&self, roster: &Roster) -> u8 {
        self.count(roster, Role::strikes)
    }
}

/// What dice give attack runs: their faces, a D3 counting half, less turrets (BOMBER-01).
fn attacks(flight: &Flight, roster: &Roster, faces: &[u8], turrets: u8) -> u8 {
    let bombers = flight.craft.iter().filter(|marker| roster.kind(marker).role.bombs());
    let worth = |(marker, face): (&Marker, &u8)| {
        let face = if flight.halved(roster, marker) { face.div_ceil(2) } else { *face };
        face.saturating_sub(turrets)
    };
    bombers.zip(faces).map(worth).sum()
}

impl Battle {
    /// Turrets that take from attack runs: the ship's own, none of a hulk (BOMBER-03, CATA-07).
    fn own_turrets(&self, roster: &Roster, id: ShipId) -> u8 {
        if self.ship(id).is_hulk() { 0 } else { self.turrets(roster, id) }
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// What is left of a wave attacks: all attack runs together, then every hit-and-run attack (CRAFT-12).
    pub(crate) fn wave_attack(&mut self, id: FlightId, ship: ShipId) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        let bombers = flight.count(self.roster, Role::bombs);
        self.then(Task::Sortie { flight: id, ship });
        if bombers == 0 {
            return Ok(());
        }
        let side = self.roster.sides[flight.side as usize].as_str();
        let rolled = self.roll("attack runs", side, bombers)?;
        let mut faces: FixedList<u8, WAVE> = FixedList::new();
        for face in &rolled {
            faces.push(*face).expect("one for each bomber");
        }
        let turrets = self.battle.own_turrets(self.roster, ship);
        let again = flight.craft.iter().any(|marker| flight.again(self.roster, *marker));
        if again {
            self.tell(|| Event::RunsRolled(id, rolled));
            self.ask(FlyingQuestion::RunsAgain { flight: id, ship, faces, turrets });
        } else {
            self.then(Task::Runs { flight: id, ship, faces, turrets });
        }
        Ok(())
    }

    /// The answer to [`FlyingQuestion::RunsAgain`]: attack runs that are rolled again; what then falls counts.
    pub(crate) fn runs_again(
        &mut self,
        (id, ship, faces, turrets): (FlightId, ShipId, FixedList<u8, WAVE>, u8),
        chosen: &[u8],
    ) -> Judged<()> {
        let mut left = faces;
        for face in chosen {
            let Some(place) = left.iter().position(|known| known == face) else {
                let message = format!("{id} has not rolled so many attack runs of {face}");
                return Err(Refusal::new("BOMBER-01", message).into());
            };
            left.remove(place);
        }
        let side = self.battle.flight(id).map_or(0, |flight| flight.side as usize);
        let side = self.roster.sides[side].as_str();
        if !chosen.is_empty() {
            for face in &self.roll("attack runs", side, chosen.len() as u8)? {
                left.push(*face).expect("as many as were taken off");
            }
        }
        self.battle.agenda.pop();
        self.then(Task::Runs { flight: id, ship, faces: left, turrets });
        Ok(())
    }

    /// The attacks of bombers: against the lowest armour, through shields, and one more for each fighter that came with
    /// them, up to the bombers left (BOMBER-01, BOMBER-06, BOMBER-07).
    pub(crate) fn attack_runs(&mut self, id: FlightId, ship: ShipId, faces: &[u8], turrets: u8) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        let bombers = flight.count(self.roster, Role::bombs);
        let bonus = flight.escorts.min(bombers);
        let dice = attacks(&flight, self.roster, faces, turrets) + bonus;
        if L::ON {
            let mut told = Faces::new();
            for face in faces {
                told.push(*face).expect("one for each bomber");
            }
            self.tell(|| Event::AttackRuns(id, told, turrets, bonus, dice));
        }
        if dice == 0 {
            return Ok(());
        }
        let needed = self.battle.armour_of(self.roster, ship).into_iter().min().unwrap_or(6);
        let side = self.roster.sides[flight.side as usize].as_str();
        let rolled = self.roll("bombers", side, dice)?;
        let hits = rolled.iter().filter(|face| **face >= needed).count() as u8;
        self.tell(|| Event::OrdnanceDice(id, ship, rolled, needed, hits, "BOMBER-01"));
        if self.battle.ship(ship).is_hulk() {
            // Any number of hits on a hulk is one roll (CATA-09).
            if hits > 0 {
                self.dies(ship);
            }
            return Ok(());
        }
        let mut marks = 0;
        self.blame_flight(&flight);
        for _ in 0..hits {
            if !self.eludes_craft(ship, flight.at, &mut marks)? {
                self.hull_hit(ship)?;
            }
        }
        Ok(())
    }

    /// Hit-and-run attacks, one by one; those left when the ship is lost are lost too. Then the wave is gone, whole
    /// (ASSAULT-01, CRAFT-12).
    pub(crate) fn sortie(&mut self, id: FlightId, ship: ShipId) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        for _ in 0..flight.count(self.roster, Role::raids) {
            if !self.battle.ship(ship).fights() || self.battle.ship(ship).hits == 0 {
                break;
            }
            self.boat_raid(&flight, ship)?;
        }
        self.remove_flight(id, "CRAFT-12");
        self.resolve_dying();
        Ok(())
    }

    /// One hit-and-run attack of an assault boat, after the Brace save (ASSAULT-01, HITRUN-01).
    fn boat_raid(&mut self, flight: &Flight, ship: ShipId) -> Judged<()> {
        if self.eludes_craft(ship, flight.at, &mut 0)? {
            return Ok(());
        }
        self.came_aboard(flight.side, ship);
        self.blame_flight(flight);
        if !self.gets_past_brace(ship)? {
            return Ok(());
        }
        let side = self.roster.sides[flight.side as usize].as_str();
        let face = self.d6("hit-and-run", side)?;
        self.boat_raided(flight, ship, face)
    }

    fn boat_raided(&mut self, flight: &Flight, ship: ShipId, face: u8) -> Judged<()> {
        // What the target imposes cancels what the attackers add (HITRUN-03).
        let by = flight.raids + self.profile(ship).raid_guard();
        self.tell(|| Event::BoatRaid(flight.id, ship, face, by));
        self.raid_scores(ship, face, by)
    }
}
