//! Ramming (RAM-16).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::agenda::{Task, Test, Threat};
use crate::battle::gothic::state::{ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::armour::armour;
use crate::ships::profile::Size;
use crate::table::geometry::{Quarter, quarter};

/// Dice of the ram test: three against a smaller ship, one against a larger (RAM-04).
const fn dice(rammer: Size, target: Size) -> u8 {
    let (rammer, target) = (rammer as u8, target as u8);
    if target < rammer {
        3
    } else if target > rammer {
        1
    } else {
        2
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// The answer to `MovementQuestion::NameRam`.
    pub(in crate::battle::gothic) fn name_ram(&mut self, ship: ShipId, target: ShipId) -> Judged<()> {
        let enemy = self.battle.ship(target);
        if enemy.side == self.battle.ship(ship).side || !enemy.fights() {
            let message = format!("{} can ram only an enemy ship, not {}", self.name(ship), self.name(target));
            return Err(Refusal::new("RAM-02", message).into());
        }
        if self.battle.averted(self.roster, target, self.battle.ship(ship).at) {
            let message = format!("{} is a quadrant that faces away from {}", self.name(target), self.name(ship));
            return Err(Refusal::new("RAM-02", message).into());
        }
        if !self.battle.ground.on_one_table(enemy.at, self.battle.ship(ship).at) {
            let message = format!("{} and {} are not on one table", self.name(ship), self.name(target));
            return Err(Refusal::new("ORBIT-14", message).into());
        }
        self.battle.agenda.pop();
        self.tell(|| Event::RamNamed(ship, target));
        let unit = self.battle.unit_of(ship);
        let needed = self.battle.leadership(unit) + self.profile(ship).ram.leadership;
        let dice = dice(self.profile(ship).size, self.profile(target).size);
        self.test(Unit::Ship(ship), Test::Ram(target), dice, needed)
    }

    pub(in crate::battle::gothic) fn ram_tested(&mut self, unit: Unit, target: ShipId, passed: bool) {
        if let (Unit::Ship(ship), true) = (unit, passed) {
            self.battle.ship_mut(ship).done.ram = Some(target);
        }
    }

    /// Contact: either ship may brace, then the damage is rolled.
    pub(in crate::battle::gothic) fn strike_ram(&mut self, ship: ShipId, target: ShipId) {
        if !self.battle.ship(target).fights() {
            return;
        }
        self.tell(|| Event::RamHit(ship, target));
        self.see_decoy(ship);
        self.see_decoy(target);
        self.then(Task::Impact { ship, target });
        self.offer_brace(self.battle.unit_of(ship), Threat::Ram(target));
        self.offer_brace(self.battle.unit_of(target), Threat::Ram(ship));
    }

    /// Both sides roll, then both take their damage; ships at 0 hits are resolved at once, the rammed ship first.
    pub(in crate::battle::gothic) fn impact(&mut self, ship: ShipId, target: ShipId) -> Judged<()> {
        let (mut marks, from) = (0, self.battle.ship(ship).at);
        if self.eludes(target, from, &mut marks, "ELDAR-12")? {
            return Ok(());
        }
        let struck = quarter(self.battle.ship(target).at, self.battle.ship(target).heading, self.battle.ship(ship).at);
        let (rammer, rammed) = (self.profile(ship), self.profile(target));
        let ram = rammer.ram;
        if ram.hits > 0 {
            self.tell(|| Event::RamSpike(ship, target, ram.hits));
        }
        let dice = ram.dice.unwrap_or(rammer.hits);
        let done =
            ram.hits + self.ram_dice(ship, target, dice, armour(self.battle.armour_of(self.roster, target), struck))?;
        // Struck in the front, and of a defence always, all starting hits strike back (RAM-10, RAM-11).
        let back = if struck == Quarter::Front || rammed.size == Size::Defence {
            rammed.hits
        } else {
            rammed.hits.div_ceil(2)
        };
        let taken = self.ram_dice(target, ship, back, self.battle.armour_of(self.roster, ship)[0])?;
        self.blame(ship);
        for _ in 0..done {
            self.hull_hit(target)?;
        }
        self.blame(target);
        for _ in 0..taken {
            self.hull_hit(ship)?;
        }
        self.battle.dying.clear();
        for (id, other) in [(ship, target), (target, ship)] {
            if self.battle.ship(id).fights() && self.battle.ship(id).hits == 0 {
                self.then(Task::Doom { ship: id, also: Some(other) });
            }
        }
        Ok(())
    }

    fn ram_dice(&mut self, from: ShipId, at: ShipId, dice: u8, armour: u8) -> Judged<u8> {
        if dice == 0 {
            return Ok(0);
        }
        let faces = self.roll("ram damage", self.name(from), dice)?;
        let hits = faces.iter().filter(|face| **face >= armour).count() as u8;
        self.tell(|| Event::RamDice(from, at, faces, armour, hits));
        Ok(hits)
    }
}
