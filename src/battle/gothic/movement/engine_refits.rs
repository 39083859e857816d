//! Engine refits that ask for a decision: evasive jets and the bigger red button (REFIT-09, REFIT-27).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::MovementQuestion;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::agenda::Test;
use crate::battle::gothic::state::{ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Before the active player fires, enemies with evasive jets may turn.
    pub(in crate::battle::gothic) fn offer_evasion(&mut self) {
        for id in (0..self.battle.ships.len() as u8).rev().map(ShipId) {
            let ship = self.battle.ship(id);
            let able = ship.fights() && ship.side != self.battle.active && ship.grappled.is_none();
            if able && self.profile(id).improved.evasive && !self.battle.forts.contains(id) {
                self.ask(MovementQuestion::Evade(id));
            }
        }
    }

    /// The answer to [`MovementQuestion::Evade`].
    pub(in crate::battle::gothic) fn evade(&mut self, id: ShipId, degrees: i32) -> Judged<()> {
        if degrees.abs() != 45 {
            let message = format!("{} makes a turn of 45 degrees, not {}", self.name(id), degrees.abs());
            return Err(Refusal::new("REFIT-09", message).into());
        }
        self.battle.agenda.pop();
        let needed = self.battle.own_leadership(id);
        self.test(Unit::Ship(id), Test::Evade(degrees), 2, needed)
    }

    pub(in crate::battle::gothic) fn evasion_tested(&mut self, unit: Unit, degrees: i32, passed: bool) {
        let Unit::Ship(id) = unit else { return };
        if !passed {
            return;
        }
        let ship = self.battle.ship_mut(id);
        ship.heading = ship.heading.turned(degrees);
        // Ruling: only a turn that was made bars its orders.
        ship.done.evaded = true;
        let heading = ship.heading;
        self.tell(|| Event::Evaded(id, heading));
    }

    /// The answer to [`MovementQuestion::Double`].
    pub(in crate::battle::gothic) fn answer_double(&mut self, id: ShipId, double: bool) {
        if !double {
            return;
        }
        let ship = self.battle.ship_mut(id);
        ship.done.surge += ship.done.surge;
        ship.done.surge_spent = true;
        let surge = ship.done.surge;
        self.tell(|| Event::Doubled(id, surge));
    }
}
