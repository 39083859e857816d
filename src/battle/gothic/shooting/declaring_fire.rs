//! Direct fire: declaring it (SHOOT-19 steps 1 to 4).

use super::bearing::{Bearings, bearing_of};
use crate::battle::gothic::decisions::answer::{Aim, Answer, Judged};
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::agenda::{Task, Test, Threat};
use crate::battle::gothic::state::ordnance::MarkShot;
use crate::battle::gothic::state::{Critical, Order, SHOTS, ShipId, Shot, Unit, Volley};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::gun::Gun;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::Length;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Tests for targets other than the nearest (SHOOT-19 step 2).
    pub(in crate::battle::gothic) fn test_aim(&mut self, unit: Unit) -> Judged<()> {
        self.may_fire(unit)?;
        let members = self.battle.members(unit);
        if members.iter().any(|ship| self.battle.ship(*ship).done.aim.is_some()) {
            let message = format!("{} has tested for its targets this phase", self.unit_name(unit));
            return Err(Refusal::new("SHOOT-05", message).into());
        }
        let needed = self.battle.leadership(unit);
        self.test(unit, Test::Aim, 2, needed)
    }

    pub(in crate::battle::gothic) fn may_fire(&self, unit: Unit) -> Result<(), Refusal> {
        self.is_a_unit(unit, "SQUAD-18")?;
        let members = self.battle.members(unit);
        let name = self.unit_name(unit);
        if members.is_empty() || self.battle.side_of(unit) != self.battle.active {
            return Err(Refusal::new("SHOOT-01", format!("{name} cannot fire now")));
        }
        if members.iter().any(|ship| self.battle.ship(*ship).done.fired) {
            return Err(Refusal::new("SHOOT-01", format!("{name} has fired already")));
        }
        Ok(())
    }

    /// Declares the fire of a unit: every weapon, target and share, before any die (SHOOT-19 step 3).
    pub(in crate::battle::gothic) fn fire(&mut self, answer: &Answer) -> Judged<()> {
        let Answer::Fire { unit, aims, first, column, shells, marks } = *answer else { return Ok(()) };
        self.may_fire(unit)?;
        let bearings = self.battle.bearings(self.roster, unit);
        let mut volley = Volley { unit, first, column, shells, ..Volley::default() };
        for aim in &aims {
            let shot = self.shot(&bearings, unit, *aim, &volley.shots, &marks)?;
            if volley.shots.push(shot).is_err() {
                let message = format!("more than {SHOTS} shots at once are not played");
                return Err(Refusal::new("SHOOT-01", message).into());
            }
        }
        for shell in &shells {
            self.may_shell(unit, shell)?;
        }
        for shot in &marks {
            volley.marks.push(self.mark_shot(unit, *shot, &volley)?).expect("as many as the answer holds");
        }
        if aims.is_empty() && shells.is_empty() && marks.is_empty() {
            let message = format!("{} fires nothing: end the phase instead", self.unit_name(unit));
            return Err(Refusal::new("SHOOT-01", message).into());
        }
        self.keeps_priority(&bearings, &volley)?;
        self.keeps_mark_priority(unit, &volley.marks)?;
        let mut look_ups = self.work_out(&bearings, &mut volley)?;
        if self.through_atmosphere(&mut volley)? {
            look_ups = self.work_out(&bearings, &mut volley)?;
        }
        let mark_mount = |shot: &MarkShot| &self.profile(shot.ship).weapons[usize::from(shot.weapon)];
        let rolled = volley.shots.iter().any(|shot| self.mount(*shot).rolled.is_some())
            || volley.marks.iter().any(|shot| mark_mount(shot).rolled.is_some());
        for ship in &self.battle.members(unit) {
            self.battle.ship_mut(*ship).done.fired = true;
        }
        self.fired_at(&volley);
        self.strain(&volley.shots);
        for shot in &volley.shots {
            if self.profile(shot.ship).odd.launcha && self.mount(*shot).gun == Gun::Bombardment {
                self.battle.ship_mut(shot.ship).spent.torpedoes = true;
            }
        }
        self.battle.volley = volley;
        self.then(Task::Strike);
        if rolled {
            self.then(Task::Power);
        } else {
            self.tell_look_ups(unit, &look_ups);
        }
        self.offer_shell_braces();
        for strike in volley.strikes.iter().rev() {
            self.offer_brace(strike.target, Threat::Fire(unit));
        }
        Ok(())
    }

    /// Lances made to fire far shake the thrusters of their own ship, without damage to the hull.
    fn strain(&mut self, shots: &[Shot]) {
        for (place, shot) in shots.iter().enumerate() {
            let strains = |shot: &Shot| {
                let (ship, near) = (self.battle.ship(shot.ship), Length::cm(45));
                let far = || {
                    let seen = self.battle.in_sight(self.roster, shot.ship, shot.weapon, shot.target);
                    seen.iter().all(|id| ship.at.distance(self.battle.ship(*id).at) >= near)
                };
                let order = ship.order == Some(Order::LockOn);
                self.profile(shot.ship).odd.far_lances && self.mount(*shot).gun == Gun::Lance && order && far()
            };
            let before = shots[..place].iter().any(|other| other.ship == shot.ship && strains(other));
            if strains(shot) && !before {
                *self.battle.ship_mut(shot.ship).criticals.count_mut(Critical::Thrusters) += 1;
                self.tell(|| Event::Strained(shot.ship));
            }
        }
    }

    /// Whether a weapon of a unit can be fired at all in this phase.
    pub(in crate::battle::gothic) fn may_use(&self, unit: Unit, ship: ShipId, weapon: u8) -> Result<(), Refusal> {
        let name = self.name(ship);
        let gun = || self.profile(ship).weapons[usize::from(weapon)].name.to_lowercase();
        if let Some((rule, why)) = self.battle.silenced(ship) {
            return Err(Refusal::new(rule, format!("{name} {why} and may not fire")));
        }
        if !self.battle.is_of(ship, unit) {
            return Err(Refusal::new("SHOOT-01", format!("{name} does not fire with {}", self.unit_name(unit))));
        }
        if self.battle.damaged(self.roster, ship, weapon) {
            return Err(Refusal::new("CRIT-10", format!("the {} of {name} is damaged and may not fire", gun())));
        }
        if self.battle.unloaded(self.roster, ship, weapon) {
            return Err(Refusal::new("ORD-02", format!("the {} of {name} is not loaded", gun())));
        }
        Ok(())
    }

    /// One shot as declared, with its share filled in.
    fn shot(
        &self,
        bearings: &Bearings,
        unit: Unit,
        aim: Aim,
        before: &FixedList<Shot, SHOTS>,
        marks: &[MarkShot],
    ) -> Result<Shot, Refusal> {
        let Aim { ship, weapon, target, share } = aim;
        let mount = &self.profile(ship).weapons[usize::from(weapon)];
        let (name, gun) = (self.name(ship), || mount.name.to_lowercase());
        self.may_use(unit, ship, weapon)?;
        let against = self.unit_name(target);
        if self.battle.side_of(target) == self.battle.active {
            return Err(Refusal::new("SHOOT-05", format!("{against} is no enemy of {name}")));
        }
        let bearing = bearing_of(bearings, ship, weapon);
        if bearing.is_none_or(|bearing| self.battle.seen_of(bearing, target).is_empty()) {
            let first = match target {
                Unit::Ship(id) => Some(id),
                Unit::Squadron(_) => self.battle.members(target).first().copied(),
            };
            let (rule, why) = first
                .and_then(|id| self.battle.why_not(self.roster, ship, weapon, id))
                .unwrap_or(("SHOOT-05", "is gone"));
            return Err(Refusal::new(rule, format!("the {} of {name} cannot fire at {against}: it {why}", gun())));
        }
        let mine = || before.iter().filter(|shot| shot.ship == ship && shot.weapon == weapon);
        if mine().any(|shot| shot.target == target) {
            return Err(Refusal::new("SHOOT-11", format!("the {} of {name} cannot attack {against} twice", gun())));
        }
        // A strength that is still to be rolled is shared out when it is known.
        let whole = self.battle.strength(self.roster, unit, ship, weapon);
        let kept = marks.iter().filter(|shot| (shot.ship, shot.weapon) == (ship, weapon)).map(|shot| shot.share);
        let spent = mine().map(|shot| if shot.share == 0 { whole } else { shot.share }).chain(kept).sum::<u8>();
        let left = whole.saturating_sub(spent);
        if mount.rolled.is_some() && share <= left && left > 0 {
            return Ok(Shot { ship, weapon, target, share });
        }
        let share = if share == 0 { left } else { share };
        if share > left || share == 0 {
            return Err(Refusal::new(
                "SHOOT-09",
                format!("the {} of {name} has {left} of {whole} left, not {share}", gun()),
            ));
        }
        Ok(Shot { ship, weapon, target, share })
    }
}
