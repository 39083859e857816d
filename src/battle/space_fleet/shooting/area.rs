//! Blasts: one ship after the other (SF-AREA).

use crate::battle::space_fleet::class::WeaponKind;
use crate::battle::space_fleet::decisions::answer::Judged;
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::measures::BLAST;
use crate::battle::space_fleet::state::agenda::Task;
use crate::battle::space_fleet::state::{Attack, ShipId, Source};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::geometry::Point;

impl<D: Dice + ?Sized> Play<'_, D> {
    /// Catches every ship about a place: the first given, then in the order of the list.
    pub(in crate::battle::space_fleet) fn catch(
        &mut self,
        centre: Point,
        first: Option<ShipId>,
        spared: impl Fn(ShipId) -> bool,
    ) -> Judged<()> {
        self.battle.caught.clear();
        for id in (0..self.battle.ships.len() as u8).rev().map(ShipId) {
            let ship = self.ship(id);
            if Some(id) != first && ship.fights() && ship.at.within(centre, BLAST) && !spared(id) {
                self.battle.caught.push(id).map_err(|full| full.of("ships in a blast"))?;
            }
        }
        if let Some(first) = first {
            self.battle.caught.push(first).map_err(|full| full.of("ships in a blast"))?;
        }
        self.push(Task::Area)
    }

    /// An inferno cannon fires (SF-WEAPON-05).
    pub(in crate::battle::space_fleet) fn inferno(&mut self, by: ShipId, system: u8, target: ShipId) -> Judged<()> {
        let centre = self.ship(target).at;
        self.battle.attack = Attack {
            source: Source::Weapon(WeaponKind::InfernoCannon),
            by: Some(by),
            system,
            centre,
            main: Some(target),
            dice: 1,
            needs: 3,
            ..Attack::default()
        };
        self.tell("SF-WEAPON-05", What::Aimed(by, system, target));
        self.catch(centre, Some(target), |_| false)
    }

    /// The next ship of a blast is attacked.
    pub(in crate::battle::space_fleet) fn next_caught(&mut self) -> Judged<()> {
        let Some(target) = self.battle.caught.pop() else { return Ok(()) };
        self.push(Task::Area)?;
        if !self.ship(target).fights() {
            return Ok(());
        }
        let old = self.battle.attack;
        let main = old.main == Some(target);
        let from = old.by.filter(|_| main).map_or(old.centre, |by| self.ship(by).at);
        // Holo fields protect only who is aimed at (SF-AREA-05); a blind field never counts within a blast.
        let ignored = if main { self.battle.ignored(self.roster, target, from) } else { 0 };
        self.battle.attack = Attack {
            source: old.source,
            by: old.by,
            system: old.system,
            target,
            from,
            centre: old.centre,
            main: old.main,
            dice: old.dice,
            needs: old.needs,
            ignored,
            squadron: old.squadron,
            ..Attack::default()
        };
        self.begin_attack()
    }
}
