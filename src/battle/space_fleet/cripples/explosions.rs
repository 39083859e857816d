//! Crash courses, explosions, bursting generators, beacons (SF-AREA-06, SF-CRIPPLE-09, SF-CRIPPLE-10, SF-SHIP-11, SF-SHIP-12).

use crate::battle::space_fleet::class::{Effect, Fleet};
use crate::battle::space_fleet::decisions::answer::Judged;
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::measures::{ASSOCIATED, BLAST, inches};
use crate::battle::space_fleet::state::{Fate, ShipId};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::geometry::Length;

impl<D: Dice + ?Sized> Play<'_, D> {
    /// A wreck runs straight ahead and strikes the first ship it meets.
    pub(in crate::battle::space_fleet) fn crash(&mut self, id: ShipId) -> Judged<()> {
        let by = inches(i32::from(self.battle.undamaged_speed(self.roster, id)));
        self.tell("SF-CRIPPLE-09", What::Crash(id));
        let (at, heading) = (self.ship(id).at, self.ship(id).heading);
        let reach = self.battle.crossing(at, heading, by).map_or(by, |(edge, _)| edge);
        let Some((gone, struck)) = self.contact(id, reach) else { return Ok(()) };
        let from = at.ahead(heading, gone);
        let die = self.die("crash", struck)?;
        self.tell("SF-CRIPPLE-09", What::Struck(id, struck, die));
        self.blow(struck, die, from)
    }

    /// Each ship within 3 takes D6 (SF-CRIPPLE-10).
    pub(in crate::battle::space_fleet) fn spectacular_explosion(&mut self, id: ShipId) -> Judged<()> {
        self.tell("SF-CRIPPLE-10", What::Explodes(id));
        self.explode_about(id, BLAST, 1)
    }

    /// Dice of damage on each ship about another.
    fn explode_about(&mut self, id: ShipId, radius: Length, dice: usize) -> Judged<()> {
        let at = self.ship(id).at;
        for other in self.battle.ids() {
            if other == id || !self.ship(other).fights() || !self.ship(other).at.within(at, radius) {
                continue;
            }
            let (faces, number) = self.rolled("explosion", other, dice)?;
            let points = faces[..number].iter().sum();
            self.blow(other, points, at)?;
        }
        Ok(())
    }

    /// A generator bursts: the Castellan is destroyed, and 2D6 strike each ship within 3.
    pub(in crate::battle::space_fleet) fn burst(&mut self, id: ShipId) -> Judged<()> {
        // Several hits may have overloaded it at once; it bursts once.
        if self.ship(id).stored == 0 {
            return Ok(());
        }
        self.battle.ship_mut(id).stored = 0;
        self.battle.ship_mut(id).shield_on = false;
        self.tell("SF-SHIP-11", What::Burst(id));
        if self.ship(id).fights() {
            self.destroy("SF-SHIP-11", id)?;
        }
        self.explode_about(id, BLAST, 2)
    }

    /// A Constellation is destroyed: those associated with it take D6 hits (SF-SHIP-12).
    pub(in crate::battle::space_fleet) fn beacon(&mut self, id: ShipId) -> Judged<()> {
        let (at, side) = (self.ship(id).at, self.ship(id).side);
        for other in self.battle.ids() {
            let ship = self.ship(other);
            let near = ship.at.within(at, ASSOCIATED) || ship.done.associated && ship.at.within(at, BLAST);
            if other == id || !ship.fights() || ship.side != side || self.class(other).fleet != Fleet::Imperial || !near
            {
                continue;
            }
            let hits = self.die("explosion", other)?;
            self.blow(other, hits, at)?;
        }
        Ok(())
    }

    /// Generators that overlap (SF-SHIP-11): the higher die shuts down, the other takes both.
    pub(in crate::battle::space_fleet) fn overlaps(&mut self) -> Judged<()> {
        for first in self.battle.ids() {
            for second in self.battle.ids().filter(|second| *second > first) {
                if self.overlap(first, second) {
                    self.settle_overlap(first, second)?;
                }
            }
        }
        Ok(())
    }

    fn overlap(&self, first: ShipId, second: ShipId) -> bool {
        let (one, two) = (self.ship(first), self.ship(second));
        one.shield_on
            && two.shield_on
            && one.fate == Fate::Fighting
            && two.fate == Fate::Fighting
            && one.at.within(two.at, inches(6))
    }

    fn settle_overlap(&mut self, first: ShipId, second: ShipId) -> Judged<()> {
        let (one, two) = loop {
            let one = self.die("overlap", first)?;
            let two = self.die("overlap", second)?;
            if one != two {
                break (one, two);
            }
        };
        self.tell("SF-SHIP-11", What::Overlap(first, second, one, two));
        let (higher, lower) = if one > two { (first, second) } else { (second, first) };
        let stuck = |play: &Self, id: ShipId| play.bears(id, |effect| matches!(effect, Effect::ShieldStuck));
        if !stuck(self, higher) {
            let ship = self.battle.ship_mut(higher);
            (ship.shield_on, ship.stored) = (false, 0);
            self.stick(higher);
        }
        self.store(lower, u16::from(one + two))?;
        if self.ship(lower).stored <= 12 && !stuck(self, lower) {
            self.stick(lower);
        }
        Ok(())
    }

    /// The shield stays as it is, like the critical of that name.
    fn stick(&mut self, id: ShipId) {
        let row = self.class(id).criticals.iter().position(|row| row.effect == Effect::ShieldStuck);
        let turn = self.battle.turn;
        if let Some(row) = row {
            self.battle.ship_mut(id).marks[row] = turn + 1;
        }
    }
}
