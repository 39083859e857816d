//! Ships on standby, and how they are roused (SCEN-52, SCEN-53).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::ArrivalsQuestion;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::agenda::Test;
use crate::battle::gothic::state::{ShipId, Unit};
use crate::battle::gothic::turn::sequence::Play;
use crate::dice::Dice;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Each unit on standby may test once in each of its own turns, before it moves.
    pub(in crate::battle::gothic) fn offer_rousing(&mut self) {
        if !self.battle.mission.on {
            return;
        }
        let side = self.battle.active;
        for id in (0..self.battle.ships.len() as u8).rev().map(ShipId) {
            let ship = self.battle.ship(id);
            if ship.side != side || !ship.fights() || !ship.done.standby {
                continue;
            }
            let unit = self.battle.unit_of(id);
            if self.battle.members(unit).first() == Some(&id) {
                self.ask(ArrivalsQuestion::Rouse(unit));
            }
        }
    }

    /// The answer to [`ArrivalsQuestion::Rouse`]: a test of Leadership that is no command check.
    pub(in crate::battle::gothic) fn answer_rouse(&mut self, unit: Unit, rouse: bool) -> Judged<()> {
        if !rouse {
            return Ok(());
        }
        let needed = self.battle.leadership(unit);
        self.test(unit, Test::Rouse, 2, needed)
    }

    pub(in crate::battle::gothic) fn rouse_tested(&mut self, unit: Unit, passed: bool) {
        if !passed {
            return;
        }
        for id in &self.battle.members(unit) {
            let still = self.profile(*id).speed.0 == 0;
            let ship = self.battle.ship_mut(*id);
            ship.done.standby = false;
            // It may take no special orders in the turn in which it goes on alert.
            ship.done.roused = true;
            ship.done.moved = still || ship.grappled.is_some();
        }
        self.tell(|| Event::Roused(unit));
    }
}
