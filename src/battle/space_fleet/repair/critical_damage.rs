//! Repairing criticals (SF-REPAIR-01 to 04, 12, 13; SF-FLAG-47).

use crate::battle::space_fleet::bonus::Bonus;
use crate::battle::space_fleet::class::Effect;
use crate::battle::space_fleet::decisions::answer::{Judged, Refusal};
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::state::agenda::Question;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, Module, ShipId};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::side::Side;

impl Battle {
    /// Rows that a six may repair now: with a lasting mark, suffered before this turn (SF-REPAIR-03, SF-CRIT-10).
    pub fn repairable<'b>(&'b self, roster: &'b Roster, id: ShipId) -> impl Iterator<Item = usize> + 'b {
        let (ship, class) = (self.ship(id), roster.class(self, id));
        let rows = class.criticals.iter().enumerate();
        rows.filter(move |(at, row)| row.repairable && ship.bears(*at) && ship.marks[*at] <= self.turn)
            .map(|(at, _)| at)
    }

    /// What is added to repair dice (SF-REPAIR-12).
    #[must_use]
    pub fn repair_bonus(&self, roster: &Roster, id: ShipId) -> u8 {
        roster.bonus(id, Bonus::Advisors) + roster.bonus(id, Bonus::Bonesingers)
    }

    /// Whether a ship rolls as a cripple now (SF-REPAIR-05).
    #[must_use]
    pub fn must_repair(&self, id: ShipId) -> bool {
        let ship = self.ship(id);
        ship.fights()
            && !ship.done.repaired
            && !ship.locked
            && !self.scenario.is_idle_hulk(id)
            && ship.cripple.is_some_and(|cripple| cripple.rolls() && cripple.turn < self.turn)
    }
}

/// Damage points regained by Bonesingers (SF-FLAG-47).
#[must_use]
pub const fn regained(die: u8) -> u8 {
    match die {
        ..=2 => 0,
        3..=5 => 1,
        6.. => 2,
    }
}

impl<D: Dice + ?Sized> Play<'_, D> {
    fn may_repair(&self, id: ShipId) -> bool {
        let ship = self.ship(id);
        ship.fights()
            && !ship.done.repaired
            && !ship.locked
            && ship.cripple.is_none()
            && self.battle.agreed.plays(Module::Repair)
            && self.battle.repairable(self.roster, id).next().is_some()
    }

    pub(in crate::battle::space_fleet) fn can_repair(&self, side: Side) -> bool {
        self.battle.fleet(side).any(|(id, _)| self.battle.must_repair(id) || self.may_repair(id))
    }

    /// A ship rolls for repairs.
    pub(in crate::battle::space_fleet) fn repair(&mut self, id: ShipId) -> Judged<()> {
        let name = self.roster.name(id);
        let ship = self.ship(id);
        if ship.side != self.battle.active || !ship.fights() {
            return Err(Refusal::new("SF-REPAIR-01", format!("{name} is no ship of yours on the table")).into());
        }
        if self.battle.must_repair(id) {
            self.begin_repair(id);
            return self.repair_cripple(id);
        }
        if !self.may_repair(id) {
            let rule = self.why_not_repairing(id);
            return Err(Refusal::new(rule, format!("{name} has nothing that can be repaired now")).into());
        }
        self.begin_repair(id);
        let die = self.die("repair", id)?;
        self.tell("SF-REPAIR-02", What::RepairRoll(id, die));
        let bonus = self.told_repair_bonus(id);
        if die + bonus < 6 {
            return Ok(());
        }
        let mut rows = self.battle.repairable(self.roster, id);
        match (rows.next(), rows.next()) {
            (Some(row), None) => {
                drop(rows);
                self.mend(id, row)
            }
            (Some(_), Some(_)) => {
                drop(rows);
                self.ask(Question::Which(id))
            }
            (None, _) => Ok(()),
        }
    }

    /// What is added to repair dice, told.
    pub(super) fn told_repair_bonus(&mut self, id: ShipId) -> u8 {
        let bonus = self.battle.repair_bonus(self.roster, id);
        if bonus > 0 {
            let rule = if self.roster.bonus(id, Bonus::Advisors) > 0 { "SF-FLAG-34" } else { "SF-FLAG-47" };
            self.tell(rule, What::Adds(id, i16::from(bonus)));
        }
        bonus
    }

    fn why_not_repairing(&self, id: ShipId) -> &'static str {
        let ship = self.ship(id);
        let lasting = || self.class(id).criticals.iter().enumerate().any(|(at, row)| ship.bears(at) && row.repairable);
        match ship.cripple {
            _ if ship.locked => "SF-REPAIR-13",
            _ if ship.done.repaired => "SF-REPAIR-01",
            Some(cripple) if cripple.engines_repaired && cripple.weapons_repaired => "SF-REPAIR-11",
            Some(cripple) if cripple.engines_repaired => "SF-REPAIR-09",
            Some(cripple) if cripple.weapons_repaired => "SF-REPAIR-10",
            Some(_) => "SF-REPAIR-05",
            None if ship.criticals() == 0 => "SF-REPAIR-01",
            None if lasting() => "SF-REPAIR-03",
            None => "SF-CRIT-10",
        }
    }

    fn begin_repair(&mut self, id: ShipId) {
        self.battle.ship_mut(id).done.repaired = true;
        self.pass_on();
    }

    /// The critical of a row is repaired.
    pub(in crate::battle::space_fleet) fn mend(&mut self, id: ShipId, row: usize) -> Judged<()> {
        let effect = self.class(id).criticals[row].effect;
        let ship = self.battle.ship_mut(id);
        if ship.twice & (1 << row) == 0 {
            ship.marks[row] = 0;
        } else {
            ship.twice &= !(1 << row);
        }
        self.tell("SF-REPAIR-02", What::Repaired(id, row as u8));
        if effect != Effect::AllShieldsLost {
            return Ok(());
        }
        let die = self.die("shields", id)?;
        let full = self.roster.full_shields(self.battle, id);
        let room: u8 = full.iter().zip(self.ship(id).shields).map(|(most, now)| most - now.min(*most)).sum();
        if room <= die {
            self.place_shields(id, [full[0], full[1], full[2], full[3]], true);
            return Ok(());
        }
        self.ask(Question::Place { ship: id, shields: die })
    }

    /// Shields are put up; `whole` for all that there is room for.
    pub(in crate::battle::space_fleet) fn place_shields(&mut self, id: ShipId, given: [u8; 4], whole: bool) {
        let full = self.roster.full_shields(self.battle, id);
        let ship = self.battle.ship_mut(id);
        for at in 0..4 {
            ship.shields[at] = if whole { full[at] } else { ship.shields[at] + given[at] };
        }
        let now = ship.shields;
        self.tell("SF-REPAIR-04", What::ShieldsBack(id, now));
    }

    /// Judges where shields are put (SF-REPAIR-04).
    pub(in crate::battle::space_fleet) fn judge_shields(
        &self,
        id: ShipId,
        given: [u8; 4],
        number: u8,
    ) -> Result<(), Refusal> {
        let full = self.roster.full_shields(self.battle, id);
        let now = self.ship(id).shields;
        let sum: u16 = given.iter().map(|shields| u16::from(*shields)).sum();
        if sum != u16::from(number) {
            return Err(Refusal::new("SF-REPAIR-04", format!("{number} shields come back, and {sum} are placed")));
        }
        for at in 0..4 {
            if u16::from(now[at]) + u16::from(given[at]) > u16::from(full[at]) {
                let facing = crate::battle::space_fleet::state::Facing::ALL[at];
                return Err(Refusal::new("SF-REPAIR-04", format!("the {facing} has {} shields at most", full[at])));
            }
        }
        Ok(())
    }

    /// Bonesingers regain damage at the start of the Repair Phase (SF-FLAG-47).
    pub(in crate::battle::space_fleet) fn sing(&mut self) -> Judged<()> {
        for id in self.battle.ids() {
            let copies = self.roster.bonus(id, Bonus::Bonesingers);
            let full = self.roster.full_damage(self.battle, id);
            let ship = self.ship(id);
            if copies == 0 || !ship.fights() || ship.cripple.is_some() || ship.damage == 0 || ship.damage >= full {
                continue;
            }
            let die = self.die("bonesingers", id)?;
            let points = regained(die + copies - 1);
            let ship = self.battle.ship_mut(id);
            ship.damage = (ship.damage + points).min(full);
            self.tell("SF-FLAG-47", What::Regains(id, die, points));
        }
        Ok(())
    }
}
