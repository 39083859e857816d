//! Ships at 0 roll, and cripples that are hit (SF-CRIPPLE-01 to 04, 11, 13, 14, 19).

use super::tables::{Outcome, crippled, hit};
use crate::battle::space_fleet::decisions::answer::Judged;
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::state::agenda::Task;
use crate::battle::space_fleet::state::{Cripple, Engines, House, Module, ShipId};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;

impl<D: Dice + ?Sized> Play<'_, D> {
    /// A ship at 0 rolls.
    pub(in crate::battle::space_fleet) fn crippled_roll(&mut self, id: ShipId) -> Judged<()> {
        if !self.ship(id).awaits_its_roll() {
            return Ok(());
        }
        if !self.battle.agreed.plays(Module::Cripples) {
            return self.destroy("SF-CRIPPLE-01", id);
        }
        if self.class(id).any_critical.is_some() {
            return self.destroy("SF-CRIPPLE-19", id);
        }
        let criticals = self.ship(id).criticals();
        let die = self.die("crippled", id)?;
        self.tell("SF-CRIPPLE-04", What::CrippledRoll(id, die, criticals));
        if criticals > 0 {
            self.tell("SF-CRIPPLE-03", What::Adds(id, i16::from(criticals)));
        }
        match crippled(die + criticals) {
            Outcome::Crippled(engines) => {
                self.cripple(id, engines);
                Ok(())
            }
            outcome @ (Outcome::None | Outcome::Destroyed | Outcome::Crash | Outcome::Explosion) => {
                self.outcome(id, outcome)
            }
        }
    }

    /// A ship is crippled (SF-CRIPPLE-11).
    pub(in crate::battle::space_fleet) fn cripple(&mut self, id: ShipId, engines: Engines) {
        let turn = self.battle.turn;
        let ship = self.battle.ship_mut(id);
        ship.cripple = Some(Cripple { engines, turn, ..Cripple::default() });
        (ship.damage, ship.marks, ship.twice, ship.infected) = (0, [0; 6], 0, false);
        self.tell("SF-CRIPPLE-11", What::Crippled(id, engines));
        // A hold ends when the holder is crippled (SF-SHIP-04).
        for other in self.battle.ids() {
            let prey = self.battle.ship_mut(other);
            if prey.held_by == Some(id) {
                (prey.held_by, prey.locked) = (None, false);
                self.battle.ship_mut(id).locked = false;
            }
        }
    }

    /// A cripple that was hit past its shields rolls (SF-CRIPPLE-13, SF-CRIPPLE-14).
    pub(in crate::battle::space_fleet) fn crippled_hit(&mut self, id: ShipId, sixes: u8) -> Judged<()> {
        if !self.ship(id).fights() {
            return Ok(());
        }
        let sixes = if self.battle.agreed.has(House::OneForSixes) { sixes.min(1) } else { sixes };
        let die = self.die("crippled", id)?;
        self.tell("SF-CRIPPLE-13", What::CrippledHit(id, die, sixes));
        if sixes > 0 {
            self.tell("SF-CRIPPLE-14", What::Adds(id, i16::from(sixes)));
        }
        self.outcome(id, hit(die + sixes))
    }

    /// What a table says happens to a ship.
    pub(in crate::battle::space_fleet) fn outcome(&mut self, id: ShipId, outcome: Outcome) -> Judged<()> {
        match outcome {
            Outcome::None | Outcome::Crippled(_) => {
                self.tell("SF-CRIPPLE-13", What::NoEffect(id));
                Ok(())
            }
            Outcome::Destroyed => self.destroy("SF-CRIPPLE-08", id),
            Outcome::Crash => {
                self.push(Task::Crash(id))?;
                self.destroy("SF-CRIPPLE-09", id)
            }
            Outcome::Explosion => {
                self.push(Task::Explode(id))?;
                self.destroy("SF-CRIPPLE-10", id)
            }
        }
    }
}
