//! Cripples move by themselves (SF-MOVE-06, SF-CRIPPLE-05 to 07).

use crate::battle::space_fleet::decisions::answer::Judged;
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::measures::{DRIFT, inches};
use crate::battle::space_fleet::state::agenda::Task;
use crate::battle::space_fleet::state::{Course, Engines, Leg, Mover, ShipId};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::Length;

impl<D: Dice + ?Sized> Play<'_, D> {
    /// The move that a cripple's engines give it.
    pub(in crate::battle::space_fleet) fn forced_move(&mut self, id: ShipId) -> Judged<()> {
        let Some(cripple) = self.ship(id).cripple.filter(|_| self.ship(id).fights()) else { return Ok(()) };
        let by = match cripple.engines {
            Engines::Stationary => {
                self.battle.ship_mut(id).moved = Length::ZERO;
                return Ok(());
            }
            Engines::Drifting => {
                self.push(Task::Veer(id))?;
                DRIFT
            }
            Engines::FullSpeed => inches(i32::from(self.battle.undamaged_speed(self.roster, id))),
        };
        self.battle.ship_mut(id).moved = Length::ZERO;
        let mover = Mover { ship: id, legs: FixedList::one(Leg::ahead(by)) };
        self.battle.course = Course { movers: FixedList::one(mover), ..Course::default() };
        self.push(Task::Sail)
    }

    /// A drifting cripple turns by a die (SF-CRIPPLE-06).
    pub(in crate::battle::space_fleet) fn veer(&mut self, id: ShipId) -> Judged<()> {
        if !self.ship(id).fights() {
            return Ok(());
        }
        let die = self.die("drift", id)?;
        let turn = drift_turn(die);
        let ship = self.battle.ship_mut(id);
        ship.heading = ship.heading.turned(turn);
        let heading = ship.heading;
        self.tell("SF-CRIPPLE-06", What::Veers(id, die, heading));
        Ok(())
    }
}

/// The turn after a drift, to the right when positive.
#[must_use]
pub const fn drift_turn(die: u8) -> i32 {
    match die {
        ..=2 => -45,
        3 | 4 => 0,
        5.. => 45,
    }
}
