//! Infected ships (SF-TYR-28).

use crate::battle::space_fleet::cards::Card;
use crate::battle::space_fleet::decisions::answer::Judged;
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::state::ShipId;
use crate::battle::space_fleet::state::agenda::{Question, Task};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;

impl<D: Dice + ?Sized> Play<'_, D> {
    /// Hull damage by Tyranids lets an Infect card be played.
    pub(in crate::battle::space_fleet) fn offer_infection(&mut self, target: ShipId) -> Judged<()> {
        let ship = self.ship(target);
        if self.holds_card(Card::Infect) && ship.fights() && !ship.infected && ship.cripple.is_none() {
            return self.ask(Question::Infect(target));
        }
        Ok(())
    }

    /// The card is played: on 4+ a critical now, and more to come.
    pub(in crate::battle::space_fleet) fn infect(&mut self, target: ShipId) -> Judged<()> {
        self.use_card(Card::Infect)?;
        self.battle.agenda.pop();
        let die = self.die("infect", target)?;
        let caught = die >= 4;
        self.tell("SF-TYR-28", What::Infects(target, die, caught));
        if !caught {
            return Ok(());
        }
        self.battle.ship_mut(target).infected = true;
        self.roll_critical(target)
    }

    /// At the start of the opponent's turn the infected roll.
    pub(in crate::battle::space_fleet) fn fevers(&mut self) -> Judged<()> {
        for id in (0..self.battle.ships.len() as u8).rev().map(ShipId) {
            if self.ship(id).infected && self.ship(id).fights() {
                self.push(Task::Fever(id))?;
            }
        }
        Ok(())
    }

    /// Another critical; a result that it has already ends the infection.
    pub(in crate::battle::space_fleet) fn fever(&mut self, id: ShipId) -> Judged<()> {
        if !self.ship(id).fights() || self.ship(id).cripple.is_some() {
            self.battle.ship_mut(id).infected = false;
            return Ok(());
        }
        let face = self.die("infection", id)?;
        let known = self.class(id).row(face).is_some_and(|row| self.ship(id).bears(row));
        if known {
            self.battle.ship_mut(id).infected = false;
            self.tell("SF-TYR-28", What::Recovers(id));
            return Ok(());
        }
        self.critical(id, face)
    }
}
