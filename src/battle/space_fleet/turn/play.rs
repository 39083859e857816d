//! A battle being played: state, roster, dice, and what happened.

use crate::battle::space_fleet::class::Class;
use crate::battle::space_fleet::decisions::answer::{Judged, Stop};
use crate::battle::space_fleet::event::{Event, What};
use crate::battle::space_fleet::state::agenda::{Question, Task};
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, Fate, Phase, Ship, ShipId};
use crate::dice::{Dice, Pip, Why};

/// Everything a chapter works with.
pub struct Play<'a, D: Dice + ?Sized> {
    /// The battle.
    pub battle: &'a mut Battle,
    /// Names and classes.
    pub roster: &'a Roster,
    /// Dice.
    pub dice: &'a mut D,
    /// What happened.
    pub events: &'a mut Vec<Event>,
}

impl<D: Dice + ?Sized> Play<'_, D> {
    pub(in crate::battle::space_fleet) fn tell(&mut self, rule: &'static str, what: What) {
        self.events.push(Event { rule, what });
    }

    pub(in crate::battle::space_fleet) fn ship(&self, id: ShipId) -> &Ship {
        self.battle.ship(id)
    }

    pub(in crate::battle::space_fleet) fn class(&self, id: ShipId) -> &Class {
        self.roster.class(self.battle, id)
    }

    /// One die for a ship.
    pub(in crate::battle::space_fleet) fn die(&mut self, what: &'static str, ship: ShipId) -> Judged<u8> {
        let mut face = [Pip::ONE];
        let name = self.roster.name(ship);
        self.dice.roll(Why::new(what, &name), &mut face)?;
        Ok(face[0].face())
    }

    /// One die for whoever is named.
    pub(in crate::battle::space_fleet) fn die_of(&mut self, what: &'static str, who: &str) -> Judged<u8> {
        let mut face = [Pip::ONE];
        self.dice.roll(Why::new(what, who), &mut face)?;
        Ok(face[0].face())
    }

    /// Several dice at once for a ship.
    pub(in crate::battle::space_fleet) fn rolled(
        &mut self,
        what: &'static str,
        ship: ShipId,
        number: usize,
    ) -> Judged<([u8; 40], usize)> {
        let number = number.min(40);
        let mut pips = [Pip::ONE; 40];
        let name = self.roster.name(ship);
        self.dice.roll(Why::new(what, &name), &mut pips[..number])?;
        Ok((pips.map(Pip::face), number))
    }

    /// Puts something on the agenda, to be done next.
    pub(in crate::battle::space_fleet) fn push(&mut self, task: Task) -> Judged<()> {
        self.battle.agenda.push(task).map_err(|full| Stop::from(full.of("things at once")))
    }

    /// Asks somebody.
    pub(in crate::battle::space_fleet) fn ask(&mut self, question: Question) -> Judged<()> {
        self.push(Task::Ask(question))
    }

    /// Destroys a ship; in the Shooting Phase it still fires (SF-TURN-07).
    pub(in crate::battle::space_fleet) fn destroy(&mut self, rule: &'static str, id: ShipId) -> Judged<()> {
        if !self.ship(id).is_there() {
            return Ok(());
        }
        let shooting = self.battle.phase == Phase::Shooting && !self.battle.late;
        let ship = self.battle.ship_mut(id);
        ship.fate = if shooting && ship.side == ship.owner { Fate::Doomed } else { Fate::Destroyed };
        ship.shield_on = false;
        self.tell(rule, What::Destroyed(id));
        self.release(id);
        if self.ship(id).fuel > 0 {
            self.push(Task::FuelExplosion(id))?;
        }
        if self.class(id).special.targeting {
            self.push(Task::Beacon(id))?;
        }
        Ok(())
    }

    /// Frees whoever a ship holds, and the ship itself (SF-SHIP-04, SF-SHIP-25).
    pub(in crate::battle::space_fleet) fn release(&mut self, id: ShipId) {
        for other in self.battle.ids() {
            let ship = self.battle.ship_mut(other);
            if ship.held_by == Some(id) {
                ship.held_by = None;
                ship.locked = false;
            }
        }
        let ship = self.battle.ship_mut(id);
        if let Some(holder) = ship.held_by.take() {
            ship.locked = false;
            self.battle.ship_mut(holder).locked = false;
        }
        self.battle.ship_mut(id).locked = false;
    }
}
