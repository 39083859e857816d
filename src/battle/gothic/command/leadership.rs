//! Leadership: values, modifiers, and rolls against them.

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::ReRollQuestion;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::movement::squadrons::Members;
use crate::battle::gothic::state::agenda::{Check, Test};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, Crowd, Order, Ship, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::Size;
use crate::ships::traits::Trait;
use crate::table::geometry::{Length, Point};

impl Battle {
    /// A ship's Leadership, with what befell it: an embarked commander's stands in for its own (LEAD-13), a smashed
    /// bridge takes 3 off (CRIT-12), a radiation burst its level (TERRAIN-45).
    #[must_use]
    pub fn own_leadership(&self, id: ShipId) -> i8 {
        let (shaken, burst) = (self.shaken(id), self.burst_on(id).cast_signed());
        let ship = self.ship(id);
        let value = ship.commander.unwrap_or(ship.leadership).cast_signed();
        // A damaged infinity circuit of the Eldar takes 1 off.
        let circuit = i8::from(ship.criticals.count(Critical::Circuit) > 0);
        // Surprised crews have 1 less (SCEN-43).
        let surprised = i8::from(self.mission.surprised[ship.side as usize] >= self.turn);
        let shaken_off = ship.criticals.shaken.cast_signed();
        let value = self.plotted(id, value) - burst - circuit - surprised - shaken_off - if shaken { 2 } else { 0 };
        if ship.criticals.bridge_smashed { value - 3 } else { value }
    }

    /// Whether repulsors keep the weight of blast markers off a ship: not after its shields collapsed (MECH-08).
    #[must_use]
    pub fn repels(&self, roster: &Roster, id: ShipId) -> bool {
        roster[id].profile.is(Trait::Repulsor) && !self.ship(id).criticals.shields_collapsed
    }

    /// Whether a Mark of Slaanesh or the like is within 15 cm (RANK-13).
    pub(in crate::battle::gothic) fn shaken(&self, id: ShipId) -> bool {
        self.beside(id, self.terrors)
    }

    /// Whether an enemy of a crowd is within 15 cm.
    fn beside(&self, id: ShipId, crowd: Crowd) -> bool {
        let ship = self.ship(id);
        let near = |other: &Ship| other.side != ship.side && other.weighs() && ship.at.within(other.at, Length::cm(15));
        !crowd.is_empty() && crowd.iter().any(|other| near(self.ship(other)))
    }

    /// Whether a unit may take special orders and Leadership tests at all.
    ///
    /// Ruling: one ship of a squadron that hears the sirens holds the whole squadron back.
    #[must_use]
    pub fn enthralled(&self, unit: Unit) -> bool {
        !self.sirens.is_empty() && self.members(unit).iter().any(|ship| self.beside(*ship, self.sirens))
    }

    /// The Leadership a unit tests with: of a squadron, the highest (SQUAD-04).
    #[must_use]
    pub fn leadership(&self, unit: Unit) -> i8 {
        self.members(unit).iter().map(|ship| self.own_leadership(*ship)).max().unwrap_or(0)
    }

    /// The Leadership of a command check: -1 under fire, +1 for enemies on orders, at most 10 (LEAD-06 to LEAD-08).
    #[must_use]
    pub fn command_leadership(&self, roster: &Roster, unit: Unit) -> i8 {
        self.command_value(roster, unit).min(10)
    }

    /// As [`command_leadership`](Self::command_leadership), before the limit that comes after all modifiers (LEAD-08).
    pub(in crate::battle::gothic) fn command_value(&self, roster: &Roster, unit: Unit) -> i8 {
        let members = self.members(unit);
        let improved = |ship: ShipId| &roster[ship].profile.improved;
        let shaken = |ship: ShipId| {
            let clear = improved(ship).not_under_fire || improved(ship).no_penalties || self.repels(roster, ship);
            !clear && !roster[ship].profile.is(Trait::Impervious)
        };
        let under_fire = members.iter().any(|ship| shaken(*ship) && self.shrouded(roster, *ship));
        let side = self.side_of(unit);
        let near = |at: Point| members.iter().any(|ship| self.ground.on_one_table(self.ship(*ship).at, at));
        let seen = |id: ShipId, enemy: &Ship| enemy.order.is_some() && near(enemy.at) && !improved(id).masked;
        let contacts = self.fleet(side.other()).any(|(id, enemy)| seen(id, enemy));
        let bonus = members.iter().map(|ship| roster[*ship].profile.contacts).max().unwrap_or(1);
        let dread = members.iter().any(|ship| self.dreads(*ship) && !improved(*ship).no_penalties);
        self.leadership(unit) - i8::from(under_fire) - i8::from(dread) + if contacts { bonus } else { 0 }
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Rolls against Leadership, then goes on with what comes of it; a failed roll may be taken again first.
    pub(in crate::battle::gothic) fn test(&mut self, unit: Unit, test: Test, dice: u8, needed: i8) -> Judged<()> {
        // A unit of Leadership 1 or less takes no test but the one to leave (LEAD-14).
        let enthralled = self.battle.enthralled(unit);
        if self.battle.leadership(unit) <= 1 && test != Test::Disengage || enthralled {
            let rule = if enthralled { "CHAOS-07" } else { "LEAD-14" };
            self.tell(|| Event::NoTest(unit, test, rule));
            return self.tested(unit, test, false);
        }
        if self.battle.members(unit).iter().all(|ship| self.profile(*ship).odd.sure) {
            self.tell(|| Event::Passed(unit, test, "STONE-03"));
            return self.tested(unit, test, true);
        }
        let (dice, drop) = self.dice_of(unit, test, dice);
        let check = Check { unit, test, dice, drop, needed: self.needed(unit, test, needed), total: 0 };
        if self.battle.passer(self.roster, unit, test.kind()).is_some() {
            self.ask(ReRollQuestion::Pass(check));
            return Ok(());
        }
        self.roll_test(check)
    }

    /// Rolls a test that is not passed otherwise.
    pub(in crate::battle::gothic) fn roll_test(&mut self, check: Check) -> Judged<()> {
        let Check { unit, test, .. } = check;
        let (passed, total) = self.throw(&check)?;
        if passed {
            return self.tested(unit, test, true);
        }
        // Escorts take a failed test of a phenomenon again without spending anything (TERRAIN-16, TERRAIN-11,
        // TERRAIN-44), and only once (DICE-06).
        if matches!(test, Test::Asteroids | Test::Clouds | Test::Flare) && self.is_escort(unit) {
            self.tell(|| Event::FreeReroll(unit, test));
            let (passed, _) = self.throw(&check)?;
            return self.tested(unit, test, passed);
        }
        if self.battle.fleet_reroll(unit) || self.battle.reroller(self.roster, unit, test.kind()).is_some() {
            self.ask(ReRollQuestion::Spend(Check { total, ..check }));
            return Ok(());
        }
        self.tested(unit, test, false)
    }

    pub(in crate::battle::gothic) fn throw(&mut self, check: &Check) -> Judged<(bool, u8)> {
        let Check { unit, test, dice, drop, needed, .. } = *check;
        let mut faces = self.roll(test.purpose(), self.unit_name(unit), dice)?;
        for _ in 0..drop {
            let highest = faces.iter().copied().max().unwrap_or(0);
            let place = faces.iter().position(|face| *face == highest).unwrap_or(0);
            faces.remove(place);
            self.tell(|| Event::Dropped(unit, highest));
        }
        if test == Test::Order(Order::ReloadOrdnance) {
            self.note_doubles(unit, &faces);
        }
        let total: u8 = faces.iter().sum();
        // 11 and more always fail (LEAD-09).
        let passed = total < 11 && i16::from(total) <= i16::from(needed);
        self.tell(|| Event::Check(unit, test, faces, needed, passed));
        Ok((passed, total))
    }

    /// What comes of a test.
    pub(in crate::battle::gothic) fn tested(&mut self, unit: Unit, test: Test, passed: bool) -> Judged<()> {
        match test {
            Test::Order(Order::Brace) => {
                self.throw_out(unit);
                if passed {
                    self.brace(unit);
                } else if self.battle.is_ghost(self.roster, unit) {
                    // It is in its next turn that it does nothing but move (ELDAR-25).
                    let own = self.battle.side_of(unit) == self.battle.active;
                    self.fall_silent(unit, 1 + u8::from(own));
                }
                Ok(())
            }
            Test::Order(order) => {
                self.throw_out(unit);
                self.ordered(unit, order, passed);
                if order == Order::ReloadOrdnance { self.reload_gun(unit, passed) } else { Ok(()) }
            }
            Test::Aim => {
                for ship in &self.battle.members(unit) {
                    self.battle.ship_mut(*ship).done.aim = Some(passed);
                }
                Ok(())
            }
            Test::Ram(target) => {
                self.ram_tested(unit, target, passed);
                Ok(())
            }
            Test::Asteroids => {
                self.asteroids_tested(unit, passed);
                Ok(())
            }
            Test::Rift => self.rift_tested(unit, passed),
            Test::Disengage => {
                self.disengage_tested(unit, passed);
                Ok(())
            }
            Test::Clouds => {
                self.clouds_tested(unit, passed);
                Ok(())
            }
            Test::Rouse => {
                self.rouse_tested(unit, passed);
                Ok(())
            }
            Test::Flare => self.ride_tested(unit, passed),
            Test::Guide(flight, degrees) => {
                self.guided(flight, degrees, passed);
                Ok(())
            }
            Test::Jam(flight) => {
                self.jammed(unit, flight, passed);
                Ok(())
            }
            Test::Evade(degrees) => {
                self.evasion_tested(unit, degrees, passed);
                Ok(())
            }
        }
    }

    /// Refuses a ship in formation that would act by itself: its squadron does (SQUAD-03, SQUAD-18).
    pub(in crate::battle::gothic) fn is_a_unit(&self, unit: Unit, rule: &'static str) -> Result<(), Refusal> {
        let Unit::Ship(ship) = unit else { return Ok(()) };
        let Some(squadron) = self.battle.bound_to(ship) else { return Ok(()) };
        let (name, squadron) = (self.name(ship), self.unit_name(Unit::Squadron(squadron)));
        Err(Refusal::new(rule, format!("{name} is in formation and acts with its squadron: name {squadron}")))
    }

    /// Whether every ship of a unit is an escort.
    pub(in crate::battle::gothic) fn is_escort(&self, unit: Unit) -> bool {
        let members: Members = self.battle.members(unit);
        !members.is_empty() && members.iter().all(|ship| self.profile(*ship).size == Size::Escort)
    }
}

impl Test {
    /// The purpose of its dice.
    #[must_use]
    pub const fn purpose(self) -> &'static str {
        match self {
            Self::Order(_) => "command check",
            Self::Aim => "choice of target",
            Self::Ram(_) => "ram",
            Self::Asteroids => "asteroids",
            Self::Rift => "warp rift",
            Self::Disengage => "disengage",
            Self::Clouds => "clouds",
            Self::Flare => "solar flare",
            Self::Evade(_) => "evasive jets",
            Self::Rouse => "alert",
            Self::Guide(..) => "guided torpedoes",
            Self::Jam(_) => "misleading torpedoes",
        }
    }
}
