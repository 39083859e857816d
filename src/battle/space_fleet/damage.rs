//! Points of damage: generators, shields, saves, damage points (SF-SHOOT-12, 13, 16).

use super::bonus::Bonus;
use super::class::AnyCritical;
use super::decisions::answer::Judged;
use super::event::{Faces, What};
use super::measures::{BLAST, CONTACT};
use super::state::agenda::Task;
use super::state::{Facing, Phase, ShipId};
use super::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::Point;

/// Where points of damage come from: which shields and saves they meet (SF-SHOOT-16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Fire of the other side, area weapons included.
    Fire,
    /// Fire that ignores shields.
    Piercing,
    /// Explosions and crashes.
    Explosion,
    /// Minor ram damage.
    Ram,
}

impl<D: Dice + ?Sized> Play<'_, D> {
    /// Points strike a ship from a place: shields of that facing first. Says how many got through to the hull.
    pub(in crate::battle::space_fleet) fn inflict(
        &mut self,
        id: ShipId,
        points: u16,
        from: Point,
        scope: Scope,
    ) -> Judged<u8> {
        if points == 0 || !self.ship(id).is_there() {
            return Ok(0);
        }
        let mut left = points;
        if matches!(scope, Scope::Fire | Scope::Explosion)
            && let Some(castellan) = self.covering(id)
        {
            self.store(castellan, left)?;
            return Ok(0);
        }
        if scope != Scope::Piercing {
            left -= self.strip(id, left, from);
        }
        let left = left.min(200) as u8;
        let unsaved = self.saved(id, left, scope)?;
        if unsaved > 0 && self.ship(id).cripple.is_none() {
            self.lose("SF-SHOOT-12", id, unsaved)?;
        }
        Ok(unsaved)
    }

    /// Shields of the facing, or the pool of Cobras that touch (SF-SHOOT-12, SF-SHIP-10). Says how many points they stop.
    fn strip(&mut self, id: ShipId, points: u16, from: Point) -> u16 {
        let facing = self.battle.facing(id, from);
        if self.class(id).special.pooled_shield {
            return self.strip_pool(id, points);
        }
        let shield = &mut self.battle.ship_mut(id).shields[facing as usize];
        let lost = points.min(u16::from(*shield)) as u8;
        *shield -= lost;
        if lost > 0 {
            self.tell("SF-SHOOT-12", What::ShieldsLost(id, facing, lost));
        }
        u16::from(lost)
    }

    fn strip_pool(&mut self, id: ShipId, points: u16) -> u16 {
        let side = self.ship(id).side;
        let mut pool: FixedList<ShipId, 3> = FixedList::one(id);
        let mut from = 0;
        while from < pool.len() && !pool.is_full() {
            let at = self.ship(pool[from]).at;
            let mate = self.battle.fleet(side).find(|(other, ship)| {
                !pool.contains(other)
                    && self.roster.class(self.battle, *other).special.pooled_shield
                    && at.within(ship.at, CONTACT)
            });
            match mate.map(|(other, _)| other) {
                Some(mate) if pool.push(mate).is_ok() => {}
                Some(_) | None => from += 1,
            }
        }
        let mut stopped = 0;
        for member in pool.iter().copied() {
            let ship = self.battle.ship_mut(member);
            if stopped < points && ship.shields[0] > 0 {
                ship.shields = [0; 4];
                stopped += 1;
                self.tell("SF-SHIP-10", What::ShieldsLost(member, Facing::Front, 1));
            }
        }
        stopped
    }

    /// Saves against points that would cost damage points; how many are left (SF-SHOOT-16).
    fn saved(&mut self, id: ShipId, points: u8, scope: Scope) -> Judged<u8> {
        let class = self.class(id);
        let fire = matches!(scope, Scope::Fire | Scope::Piercing);
        let armoured = self.roster.bonus(id, Bonus::ArmouredHull) > 0 && fire;
        let needs = match class.save {
            // The Hellblaster's meets attacks and explosions, not rams.
            Some(needs) if class.is_tyranid() => (scope != Scope::Ram).then_some(needs),
            Some(needs) => Some(needs),
            None => armoured.then_some(5),
        };
        let Some(needs) = needs.filter(|_| points > 0) else { return Ok(points) };
        let (faces, number) = self.rolled("save", id, usize::from(points))?;
        let saved = faces[..number].iter().filter(|face| **face >= needs).count() as u8;
        self.tell("SF-SHOOT-16", What::Saves(id, Faces::of(&faces[..number]), saved));
        Ok(points - saved)
    }

    /// Damage points are lost, past everything.
    pub(in crate::battle::space_fleet) fn lose(&mut self, rule: &'static str, id: ShipId, points: u8) -> Judged<()> {
        let ship = self.battle.ship_mut(id);
        if ship.damage == 0 || points == 0 {
            return Ok(());
        }
        let lost = points.min(ship.damage);
        ship.damage -= lost;
        let left = ship.damage;
        self.tell(rule, What::DamageLost(id, lost, left));
        if left > 0 {
            return Ok(());
        }
        if self.class(id).is_tyranid() {
            return self.destroy("SF-CRIPPLE-16", id);
        }
        match self.battle.phase {
            Phase::Boarding | Phase::Repair => self.push(Task::CrippledRoll(id)),
            Phase::Reformation | Phase::Movement | Phase::Swarms | Phase::Shooting | Phase::Cards | Phase::Over => {
                Ok(())
            }
        }
    }

    /// The generator whose shield covers a ship (SF-SHIP-11): the nearest that is on.
    fn covering(&self, id: ShipId) -> Option<ShipId> {
        let at = self.ship(id).at;
        let on = self.battle.all().filter(|(_, ship)| ship.shield_on && ship.fights() && ship.at.within(at, BLAST));
        on.min_by_key(|(other, ship)| (ship.at.squared(at), *other)).map(|(other, _)| other)
    }

    /// Points are stored; above 12 the generator bursts (SF-SHIP-11).
    pub(in crate::battle::space_fleet) fn store(&mut self, castellan: ShipId, points: u16) -> Judged<()> {
        let ship = self.battle.ship_mut(castellan);
        let stored = u16::from(ship.stored) + points;
        ship.stored = stored.min(200) as u8;
        let (more, now) = (points.min(200) as u8, ship.stored);
        self.tell("SF-SHIP-11", What::Stored(castellan, more, now));
        if stored > 12 { self.push(Task::Burst(castellan)) } else { Ok(()) }
    }

    /// A ship without a table meets a critical (SF-CRIT-08).
    pub(in crate::battle::space_fleet) fn fatal(&mut self, id: ShipId) -> Judged<()> {
        self.tell("SF-CRIT-08", What::Fatal(id));
        match self.class(id).any_critical {
            Some(AnyCritical::Explodes) => self.push(Task::Mine(id)),
            Some(AnyCritical::Destroyed) | None => self.destroy("SF-CRIT-08", id),
        }
    }

    /// Points of an explosion or a crash strike a ship; a cripple that is hurt rolls (SF-CRIPPLE-13).
    pub(in crate::battle::space_fleet) fn blow(&mut self, id: ShipId, points: u8, from: Point) -> Judged<()> {
        self.tell("SF-AREA-06", What::Blown(id, points));
        let hull = self.inflict(id, u16::from(points), from, Scope::Explosion)?;
        if hull > 0 && self.ship(id).cripple.is_some() && self.ship(id).fights() {
            self.push(Task::CrippledHit { ship: id, sixes: 0 })?;
        }
        Ok(())
    }
}
