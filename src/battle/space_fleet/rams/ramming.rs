//! One ship runs into another (SF-RAM-01, 02, 06 to 15).

use super::tables::{head_to_head, ram_bonus, ratio, side_or_rear};
use crate::battle::space_fleet::class::Effect;
use crate::battle::space_fleet::damage::Scope;
use crate::battle::space_fleet::decisions::answer::Judged;
use crate::battle::space_fleet::event::{RamEffect, What};
use crate::battle::space_fleet::measures::{ASTEROID, CONTACT};
use crate::battle::space_fleet::state::agenda::{Question, Task};
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, Facing, House, ShipId};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::geometry::{Length, Point, Quarter, first_within, quarter};

impl Battle {
    /// The facing of a ship that looks towards a place (SF-SHOOT-11).
    #[must_use]
    pub fn facing(&self, id: ShipId, from: Point) -> Facing {
        let ship = self.ship(id);
        match quarter(ship.at, ship.heading, from) {
            Quarter::Front => Facing::Front,
            Quarter::Left => Facing::Left,
            Quarter::Right => Facing::Right,
            Quarter::Rear => Facing::Rear,
        }
    }

    /// The ram bonus of a ship now (SF-RAM-12).
    #[must_use]
    pub fn ram_bonus(&self, roster: &Roster, id: ShipId) -> i16 {
        if self.bears(roster, id, |effect| matches!(effect, Effect::RamAndProwLaserOut))
            || self.ship(id).cripple.is_some()
        {
            return 0;
        }
        ram_bonus(&roster.class(self, id).ram, self.ship(id).moved)
    }

    /// Whether a ram is head to head (SF-RAM-02).
    #[must_use]
    pub fn is_head_to_head(&self, by: ShipId, on: ShipId) -> bool {
        if self.agreed.has(House::ByHeading) {
            return self.ship(by).heading.turn_to(self.ship(on).heading).abs() >= 135;
        }
        self.facing(on, self.ship(by).at) == Facing::Front
    }

    /// Everything that is added to the die of a ram.
    #[must_use]
    pub fn ram_modifier(&self, roster: &Roster, by: ShipId, on: ShipId) -> i16 {
        let size = ratio(self.ship(by).damage, self.ship(on).damage);
        let met = if self.is_head_to_head(by, on) { self.ram_bonus(roster, on) } else { 0 };
        size + self.ram_bonus(roster, by) - met
    }
}

impl<D: Dice + ?Sized> Play<'_, D> {
    /// Works out a ram.
    pub(in crate::battle::space_fleet) fn ram(&mut self, by: ShipId, on: ShipId) -> Judged<()> {
        if !self.ship(by).fights() || !self.ship(on).is_there() {
            return Ok(());
        }
        self.stop_tyranid(by);
        // Ruling: no table is read with a mine; it explodes at the contact, and the ship may go on (SF-RAM-13).
        for (mine, other) in [(by, on), (on, by)] {
            if self.class(mine).special.mine {
                if other == by && self.path_left(by) {
                    self.ask(Question::CarryOn(by))?;
                }
                return self.push(Task::Mine(mine));
            }
        }
        let head_on = self.battle.is_head_to_head(by, on);
        let modifier = self.battle.ram_modifier(self.roster, by, on);
        let die = self.die("ram", by)?;
        let roll = i16::from(die) + modifier;
        let rule = if head_on { "SF-RAM-03" } else { "SF-RAM-04" };
        self.tell(rule, What::Ram(by, on, die, roll, head_on));
        self.tell_ram_bonus(by, on, head_on);
        let (to_attacker, to_defender) = if head_on { head_to_head(roll) } else { side_or_rear(roll) };
        let facing = self.battle.facing(on, self.ship(by).at);
        let fuelled = [by, on].map(|id| self.ship(id).fuel > 0);
        self.ram_effect(by, to_attacker, Facing::Front)?;
        self.ram_effect(on, to_defender, facing)?;
        for (id, fuelled) in [by, on].into_iter().zip(fuelled) {
            if fuelled && self.ship(id).is_there() {
                self.destroy("SF-FUEL-06", id)?;
            }
        }
        let goes_on = self.ship(by).fights() && to_defender == RamEffect::Destroyed && self.path_left(by);
        if goes_on { self.ask(Question::CarryOn(by)) } else { Ok(()) }
    }

    fn tell_ram_bonus(&mut self, by: ShipId, on: ShipId, head_on: bool) {
        let own = self.battle.ram_bonus(self.roster, by);
        let met = if head_on { self.battle.ram_bonus(self.roster, on) } else { 0 };
        for (id, bonus) in [(by, own), (on, -met)] {
            if bonus != 0 {
                self.tell("SF-RAM-12", What::Adds(id, bonus));
            }
        }
    }

    /// Whether the mover under way has some of its path left.
    fn path_left(&self, by: ShipId) -> bool {
        let course = &self.battle.course;
        self.ship(by).cripple.is_none()
            && course.movers.last().is_some_and(|mover| {
                mover.ship == by
                    && super::super::movement::legal_moves::distance(&mover.legs[usize::from(course.leg)..])
                        > course.gone
            })
    }

    /// A Tyranid vessel stops at the contact (SF-RAM-15).
    fn stop_tyranid(&mut self, by: ShipId) {
        if !self.class(by).is_tyranid() {
            return;
        }
        self.battle.ship_mut(by).urge.attacking = true;
        self.stop(by);
    }

    /// Cuts the rest of a path.
    pub(in crate::battle::space_fleet) fn stop(&mut self, by: ShipId) {
        let leg = usize::from(self.battle.course.leg);
        if let Some(mover) = self.battle.course.movers.last_mut()
            && mover.ship == by
        {
            mover.legs.truncate(leg);
        }
    }

    fn ram_effect(&mut self, id: ShipId, effect: RamEffect, facing: Facing) -> Judged<()> {
        let rule = match effect {
            RamEffect::None => "SF-RAM-10",
            RamEffect::Minor => "SF-RAM-09",
            RamEffect::Serious => "SF-RAM-08",
            RamEffect::Destroyed => "SF-RAM-07",
        };
        self.tell(rule, What::RamEffect(id, effect));
        match effect {
            RamEffect::None => Ok(()),
            RamEffect::Minor => {
                let from = self.ahead_of(id, facing);
                let hull = self.inflict(id, 1, from, Scope::Ram)?;
                self.cripple_rammed(id, hull > 0)
            }
            RamEffect::Serious => self.serious_damage(id, facing),
            RamEffect::Destroyed => {
                let bursts = self.ship(id).stored >= 9 && self.class(id).special.generator;
                self.destroy("SF-RAM-07", id)?;
                if bursts { self.push(Task::Burst(id)) } else { Ok(()) }
            }
        }
    }

    /// A place off a ship's facing, for damage that strikes it there.
    fn ahead_of(&self, id: ShipId, facing: Facing) -> Point {
        let turn = match facing {
            Facing::Front => 0,
            Facing::Right => 90,
            Facing::Rear => 180,
            Facing::Left => 270,
        };
        let ship = self.ship(id);
        ship.at.ahead(ship.heading.turned(turn), CONTACT)
    }

    /// SF-RAM-08; the halving meets no save (SF-SHOOT-16).
    fn serious_damage(&mut self, id: ShipId, facing: Facing) -> Judged<()> {
        let ship = self.battle.ship_mut(id);
        let stripped = std::mem::take(&mut ship.shields[facing as usize]);
        let (left, cripple) = (ship.damage, ship.cripple.is_some());
        if stripped > 0 {
            self.tell("SF-RAM-08", What::ShieldsLost(id, facing, stripped));
        }
        if cripple {
            return self.cripple_rammed(id, true);
        }
        if left == 1 {
            return self.destroy("SF-RAM-08", id);
        }
        self.lose("SF-RAM-08", id, left.div_ceil(2))
    }

    /// A cripple that takes damage past its shields rolls (SF-RAM-14).
    fn cripple_rammed(&mut self, id: ShipId, hurt: bool) -> Judged<()> {
        if hurt && self.ship(id).cripple.is_some() && self.ship(id).fights() {
            self.push(Task::CrippledHit { ship: id, sixes: 0 })?;
        }
        Ok(())
    }

    /// The first rock on a straight way (SF-AREA-10).
    pub(in crate::battle::space_fleet) fn rock_ahead(&self, id: ShipId, by: Length) -> Option<(u8, Length)> {
        let ship = self.ship(id);
        let reach = ASTEROID + CONTACT.half();
        let rocks = (0..).zip(self.battle.asteroids.iter()).filter(|(_, rock)| rock.damage > 0);
        let met = rocks.filter_map(|(at, rock)| {
            let (ahead, _) = ship.at.seen_along(ship.heading, rock.at);
            let gone = first_within(ship.at, ship.heading, by, rock.at, reach)?;
            (ahead > 0 && !self.class(id).special.never_rams).then_some((at, gone))
        });
        met.min_by_key(|(_, gone)| *gone)
    }

    /// A ship runs into a rock: side or rear table, the rock's points as the defender's (SF-AREA-10).
    pub(in crate::battle::space_fleet) fn ram_rock(&mut self, id: ShipId, rock: u8) -> Judged<()> {
        let left = self.battle.asteroids[usize::from(rock)].damage;
        let roll = ratio(self.ship(id).damage, left) + self.battle.ram_bonus(self.roster, id);
        let die = self.die("ram", id)?;
        let (to_ship, to_rock) = side_or_rear(i16::from(die) + roll);
        self.tell("SF-AREA-10", What::Ram(id, id, die, i16::from(die) + roll, false));
        self.stop(id);
        self.ram_effect(id, to_ship, Facing::Front)?;
        let lost = match to_rock {
            RamEffect::None => 0,
            RamEffect::Minor => 1,
            RamEffect::Serious => left.div_ceil(2),
            RamEffect::Destroyed => left,
        };
        self.hurt_rock(rock, lost)
    }
}
