//! Direct fire: working out what was declared (SHOOT-19 steps 3 and 5 to 14).

use crate::battle::gothic::decisions::question::ShootingQuestion;
use std::cell::Cell;

use super::bearing::{Bearings, bearing_of};
use super::combined_fire::{GROUPS, Group, Groups, settle};
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Faces, Log};
use crate::battle::gothic::movement::squadrons::Members;
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::{
    Crowd, Order, Power, SALVOS, SHIPS, SHOTS, Salvo, Ship, ShipId, Shot, Strike, TARGETS, Unit, Volley,
};
use crate::battle::gothic::turn::play::{Attack, Play};
use crate::dice::Dice;
use crate::ships::profile::{Gun, Mount};
use crate::ships::traits::Trait;
use crate::table::fixed_list::{FixedList, Full, Outgrown};

/// What was read from the gunnery table, by target and kind of weapon.
pub(in crate::battle::gothic) type LookUps = FixedList<LookUp, SHOTS>;

/// One line of the gunnery table, as it was read.
#[derive(Clone, Copy, Default)]
pub(in crate::battle::gothic) struct LookUp {
    target: Unit,
    gun: Gun,
    column: u8,
    firepower: u16,
    dice: u8,
}

impl<'a, D: Dice + ?Sized, L: Log> Play<'a, D, L> {
    pub(in crate::battle::gothic) fn mount(&self, shot: Shot) -> &'a Mount {
        &self.profile(shot.ship).weapons[usize::from(shot.weapon)]
    }

    /// Rolls the strength of every weapon of the volley that has no fixed one, once for all its targets.
    pub(in crate::battle::gothic) fn power(&mut self) -> Judged<()> {
        self.then(Task::Reckon);
        let volley = self.battle.volley;
        let shots = volley.shots.iter().map(|shot| (shot.ship, shot.weapon));
        for (ship, weapon) in shots.chain(volley.marks.iter().map(|shot| (shot.ship, shot.weapon))) {
            let known = self.battle.volley.powers.iter().any(|power| (power.ship, power.weapon) == (ship, weapon));
            if !known && self.profile(ship).weapons[usize::from(weapon)].rolled.is_some() {
                let strength = self.roll_power(ship, weapon)?;
                self.battle.volley.powers.push(Power { ship, weapon, strength }).expect("each weapon once");
            }
        }
        let powers = self.battle.volley.powers;
        for Power { ship, weapon, .. } in powers.iter().rev().copied() {
            if self.profile(ship).crew.gunners && !self.battle.ship(ship).done.feats.spurred {
                self.ask(ShootingQuestion::Gunners { ship, weapon });
            }
        }
        Ok(())
    }

    /// The answer to [`ShootingQuestion::Gunners`]: the second roll stands (DICE-05).
    pub(in crate::battle::gothic) fn gunners(&mut self, ship: ShipId, weapon: u8, again: bool) -> Judged<()> {
        if again {
            self.spur(ship);
        }
        if again && self.profile(ship).weapons[usize::from(weapon)].gun == Gun::Torpedoes {
            return self.reload_salvo(ship, weapon);
        }
        if again {
            let strength = self.roll_power(ship, weapon)?;
            let powers = &mut self.battle.volley.powers;
            if let Some(power) = powers.iter_mut().find(|power| (power.ship, power.weapon) == (ship, weapon)) {
                power.strength = strength;
            }
        }
        Ok(())
    }

    fn roll_power(&mut self, ship: ShipId, weapon: u8) -> Judged<u8> {
        let mount = &self.profile(ship).weapons[usize::from(weapon)];
        let Some(rolled) = mount.rolled else { return Ok(mount.strength) };
        let faces = self.roll("strength", self.name(ship), rolled.dice)?;
        let strength = rolled.total(&faces);
        self.tell(|| Event::Power(ship, weapon, faces, strength));
        Ok(strength)
    }

    /// Works out the strikes of the volley, every strength known, and tells the look-ups.
    pub(in crate::battle::gothic) fn reckon(&mut self) -> Judged<()> {
        let mut volley = self.battle.volley;
        if !volley.powers.is_empty() {
            volley.shots = self.shared_out(&volley);
            volley.strikes.clear();
        }
        let bearings = self.battle.bearings(self.roster, volley.unit);
        let look_ups = self.work_out(&bearings, &mut volley)?;
        self.battle.volley = volley;
        self.tell_look_ups(volley.unit, &look_ups);
        Ok(())
    }

    /// Tells what was read from the gunnery table.
    pub(in crate::battle::gothic) fn tell_look_ups(&mut self, unit: Unit, look_ups: &LookUps) {
        for LookUp { target, gun, column, firepower, dice } in look_ups {
            self.tell(|| Event::Gunnery(unit, *target, *gun, *firepower, *column, *dice));
        }
    }

    /// The shots of a volley with what was rolled for their weapons.
    ///
    /// Ruling: shares of a rolled strength are declared with the targets and filled in that order as far as the roll
    /// goes; a share without a number takes the rest.
    fn shared_out(&self, volley: &Volley) -> FixedList<Shot, SHOTS> {
        let mut shots: FixedList<Shot, SHOTS> = FixedList::new();
        for shot in &volley.shots {
            let power = volley.powers.iter().find(|power| (power.ship, power.weapon) == (shot.ship, shot.weapon));
            let Some(power) = power else {
                shots.push(*shot).expect("one for each shot");
                continue;
            };
            let whole = self.battle.strength_of(self.roster, volley.unit, shot.ship, shot.weapon, power.strength);
            let mine = shots.iter().filter(|other| (other.ship, other.weapon) == (shot.ship, shot.weapon));
            let left = whole - mine.map(|other| other.share).sum::<u8>();
            let share = if shot.share == 0 { left } else { shot.share.min(left) };
            if share > 0 {
                shots.push(Shot { share, ..*shot }).expect("one for each shot");
            }
        }
        shots
    }

    /// The strikes of a volley, one for each target in the order of the shots, and the look-ups behind them.
    pub(in crate::battle::gothic) fn work_out(
        &self,
        bearings: &Bearings,
        volley: &mut Volley,
    ) -> Result<LookUps, Refusal> {
        let mut look_ups = FixedList::new();
        let shots = volley.shots;
        volley.strikes.clear();
        for shot in &shots {
            if volley.strikes.iter().any(|strike| strike.target == shot.target) {
                continue;
            }
            let strike = self.strike_at(bearings, volley, shot.target, &mut look_ups)?;
            if volley.strikes.push(strike).is_err() {
                let message = format!(
                    "{} fires at more than {TARGETS} targets at once, which are not played",
                    self.unit_name(volley.unit)
                );
                return Err(Refusal::new("SHOOT-09", message));
            }
        }
        Ok(look_ups)
    }

    fn strike_at(
        &self,
        bearings: &Bearings,
        volley: &Volley,
        target: Unit,
        look_ups: &mut LookUps,
    ) -> Result<Strike, Refusal> {
        let mut aimed: FixedList<Shot, SHOTS> = FixedList::new();
        for shot in volley.shots.iter().filter(|shot| shot.target == target) {
            // A share that is still to be rolled counts as all there may be.
            let most = || self.battle.strength(self.roster, volley.unit, shot.ship, shot.weapon);
            aimed
                .push(Shot { share: if shot.share == 0 { most() } else { shot.share }, ..*shot })
                .expect("some of the shots");
        }
        let mut strike = Strike { target, ..Strike::default() };
        let rest = Gun::DIRECT.iter().filter(|gun| !volley.first.contains(gun));
        let mut in_column = volley.column.is_none();
        for gun in volley.first.iter().chain(rest) {
            let fired = aimed.iter().any(|shot| self.mount(*shot).gun == *gun);
            if !fired || strike.salvos.iter().any(|salvo| salvo.gun == *gun) {
                continue;
            }
            let (groups, column, ships) = self.combine(bearings, volley, &aimed, target, *gun);
            if gun.is_gunnery() {
                in_column |= volley.column == Some(column);
                for group in groups.iter().filter(|group| group.firepower > 0) {
                    let (Group { column, firepower, .. }, (dice, _)) = (*group, group.dice(*gun));
                    let look_up = LookUp { target, gun: *gun, column, firepower, dice };
                    look_ups.push(look_up).expect("one for each shot at most");
                }
            }
            for salvo in &self.salvos(*gun, &groups, column, ships) {
                let full = |full: Full| format!("fire from more than {} sides at once is not played", full.most);
                strike.salvos.push(*salvo).map_err(|most| Refusal::new("SQUAD-20", full(most)))?;
            }
        }
        // Without gunnery a column says nothing, and is not judged.
        let gunnery = strike.salvos.iter().any(|salvo| salvo.gun.is_gunnery());
        if let Some(wanted) = volley.column.filter(|_| gunnery && !in_column) {
            let message = format!("no ship of {} that can be hit is in column {wanted}", self.unit_name(target));
            return Err(Refusal::new("SQUAD-10", message));
        }
        Ok(strike)
    }

    /// The weapons of a kind that fire at a target, in groups that see it alike, nearest ships first; the column taken
    /// against a squadron, and the ships that can be hit (GUNNERY-12, GUNNERY-15, SQUAD-10, SQUAD-19, SQUAD-20).
    fn combine(
        &self,
        bearings: &Bearings,
        volley: &Volley,
        aimed: &[Shot],
        target: Unit,
        gun: Gun,
    ) -> (Groups, u8, Members) {
        let sighted = self.sighted(bearings, aimed, gun, target);
        let Some(nearest) = sighted.first().copied() else { return (Groups::new(), 0, sighted) };
        // Weapons of one ship fire in one column.
        let last = Cell::new(None);
        let column = |firer: ShipId, ship: ShipId| match last.get() {
            _ if !gun.is_gunnery() => 0,
            Some((pair, column)) if pair == (firer, ship) => column,
            _ => {
                let column = self.battle.column(self.roster, firer, gun, ship);
                last.set(Some(((firer, ship), column)));
                column
            }
        };
        let category = |ship: ShipId| self.nearest_firer(aimed, gun, ship).map_or(5, |firer| column(firer, ship));
        let wanted = volley.column.and_then(|wanted| sighted.iter().find(|ship| category(**ship) == wanted));
        let reference = wanted.copied().unwrap_or(nearest);
        let taken = category(reference);
        // Of a squadron, ships harder to hit than the column taken are spared (SQUAD-10).
        let mut ships = Members::new();
        for ship in &sighted {
            if matches!(target, Unit::Ship(_)) || category(*ship) <= taken {
                ships.push(*ship).expect("each ship once");
            }
        }
        let mut groups = Groups::new();
        for shot in aimed.iter().filter(|shot| self.mount(**shot).gun == gun) {
            let column = column(shot.ship, reference);
            let alike = |group: &Group| {
                let first = group.firers.iter().next().unwrap_or(shot.ship);
                group.column == column && self.see_alike(first, shot.ship, gun, &ships)
            };
            let place = groups.iter().position(alike).unwrap_or_else(|| {
                groups.push(Group::of(column)).expect("one for each shot at most");
                groups.len() - 1
            });
            groups[place].add(shot.ship, shot.share, self.battle.firing_stance(self.roster, volley.unit, shot.ship));
        }
        groups.sort_by_key(|group| (group.column, group.firers.iter().next()));
        let leader = self.nearest_firer(aimed, gun, reference);
        let nearest = groups.iter().position(|group| leader.is_some_and(|leader| group.firers.contains(leader)));
        settle(&mut groups, nearest.unwrap_or(0));
        (groups, taken, ships)
    }

    /// The dice of groups, those that need the same together.
    ///
    /// Ruling: they are one roll whose dice are told apart (SQUAD-20): those of ships that see another armour are named
    /// and counted by themselves, the nearest ships' first, and all of them fall before any hit is applied.
    fn salvos(&self, gun: Gun, groups: &Groups, column: u8, ships: Members) -> FixedList<Salvo, GROUPS> {
        let mut salvos: FixedList<Salvo, GROUPS> = FixedList::new();
        for group in groups {
            let Some(first) = group.firers.iter().next() else { continue };
            let (dice, locked) = group.dice(gun);
            let same = |salvo: &&mut Salvo| {
                let other = salvo.firers.iter().next().unwrap_or(first);
                self.see_alike(first, other, gun, &ships)
            };
            if let Some(salvo) = salvos.iter_mut().find(same) {
                salvo.dice = salvo.dice.saturating_add(dice);
                salvo.locked = salvo.locked.saturating_add(locked);
                salvo.firers = salvo.firers.or(group.firers);
                continue;
            }
            let mut salvo = Salvo { gun, dice, locked, column, firers: group.firers, ..Salvo::default() };
            ships.iter().for_each(|ship| salvo.ships.insert(*ship));
            salvos.push(salvo).expect("one for each group at most");
        }
        let gap = |salvo: &Salvo| {
            let near = |ship: &ShipId| {
                let at = self.battle.ship(*ship).at;
                salvo.firers.iter().map(|firer| self.battle.ship(firer).at.squared(at)).min()
            };
            ships.iter().filter_map(near).min()
        };
        salvos.sort_by_key(|salvo| (gap(salvo), salvo.firers.iter().next()));
        salvos
    }

    /// Ships of a target that shots of a kind can hit, nearest first (SQUAD-12, SQUAD-13).
    fn sighted(&self, bearings: &Bearings, shots: &[Shot], gun: Gun, target: Unit) -> Members {
        let mut found = Members::new();
        for shot in shots.iter().filter(|shot| shot.target == target && self.mount(**shot).gun == gun) {
            let Some(bearing) = bearing_of(bearings, shot.ship, shot.weapon) else { continue };
            for ship in &self.battle.seen_of(bearing, target) {
                if !found.contains(ship) {
                    found.push(*ship).expect("each ship once");
                }
            }
        }
        found.sort_unstable_by_key(|ship| (self.gap_squared(shots.iter(), *ship), *ship));
        found
    }

    /// The firing ship nearest to a ship.
    fn nearest_firer(&self, shots: &[Shot], gun: Gun, ship: ShipId) -> Option<ShipId> {
        let at = self.battle.ship(ship).at;
        shots
            .iter()
            .filter(|shot| self.mount(**shot).gun == gun)
            .map(|shot| shot.ship)
            .min_by_key(|firer| (self.battle.ship(*firer).at.squared(at), *firer))
    }

    /// Works out the next strike or shell of the volley (SHOOT-19 steps 5 to 14).
    pub(in crate::battle::gothic) fn strike(&mut self) -> Judged<()> {
        if self.battle.volley.strikes.is_empty() {
            if !self.battle.volley.marks.is_empty() {
                self.then(Task::Strike);
                return self.strike_mark();
            }
            if self.battle.volley.shells.is_empty() {
                self.battle.volley = Volley::default();
                return Ok(());
            }
            let shell = self.battle.volley.shells.remove(0);
            self.then(Task::Strike);
            return self.shell(shell);
        }
        let strike = self.battle.volley.strikes.remove(0);
        self.then(Task::Strike);
        // All dice fall before any hit is applied.
        let mut rolled = [Faces::new(); SALVOS];
        for (faces, salvo) in rolled.iter_mut().zip(&strike.salvos) {
            *faces = self.roll_salvo(strike.target, salvo)?;
        }
        let mut marks = [0_u8; SHIPS];
        let mut struck = None;
        let mut first = 0;
        while let Some(gun) = strike.salvos.get(first).map(|salvo| salvo.gun) {
            let next = first + strike.salvos[first..].iter().take_while(|salvo| salvo.gun == gun).count();
            // The hits of a kind from the lowest die up, whoever rolled them (SQUAD-15).
            for face in 1..=6 {
                for (salvo, hits) in strike.salvos[first..next].iter().zip(&rolled[first..next]) {
                    for _ in hits.iter().filter(|hit| **hit == face) {
                        struck = self.allot(strike.target, salvo, face, &mut marks)?.or(struck);
                    }
                }
            }
            first = next;
        }
        if let Some(hulk) = struck {
            self.dies(hulk);
        }
        self.resolve_dying();
        Ok(())
    }

    /// The dice of a salvo that hit somebody, misses rolled again on Lock On (ORDER-10).
    fn roll_salvo(&mut self, target: Unit, salvo: &Salvo) -> Judged<Faces> {
        let Salvo { gun, mut dice, mut locked, .. } = *salvo;
        let ships = self.eligible(target, salvo);
        let needed = ships.iter().map(|ship| self.needed_of(salvo, *ship)).min().unwrap_or(7);
        let mut hits = Faces::new();
        if ships.is_empty() {
            return Ok(hits);
        }
        // A pulsar that hits fires again, three hits at most.
        for _ in 0..gun.rounds() {
            if dice > 0 {
                (dice, locked) = self.roll_round(target, salvo, (dice, locked), needed, &mut hits)?;
            }
        }
        Ok(hits)
    }

    /// Rolls dice at a target and keeps those that hit; gives their number, and how many are of ships on Lock On. The
    /// first dice are those ships', and their misses are rolled again.
    fn roll_round(
        &mut self,
        target: Unit,
        &Salvo { gun, firers, .. }: &Salvo,
        (count, locked): (u8, u8),
        needed: u8,
        hits: &mut Faces,
    ) -> Judged<(u8, u8)> {
        let unit = self.battle.volley.unit;
        let what = gun.names().last().copied().unwrap_or_default();
        let faces = self.roll(what, self.unit_name(unit), count)?;
        let keep = |faces: &[u8], hits: &mut Faces| -> Result<u8, Outgrown> {
            let before = hits.len();
            let mut hit = faces.iter().filter(|face| **face >= needed);
            hit.try_for_each(|face| hits.push(*face)).map_err(|full| full.of("hits of one kind of weapon"))?;
            Ok((hits.len() - before) as u8)
        };
        let (sure, plain) = faces.split_at(usize::from(locked).min(faces.len()));
        let (mut aimed, mut scored) = (keep(sure, hits)?, keep(plain, hits)?);
        let missed = [sure.len() as u8 - aimed, plain.len() as u8 - scored];
        self.tell(|| Event::Dice(unit, target, faces, needed, aimed + scored, gun.rule()));
        if missed[0] > 0 {
            let again = self.roll("lock on", self.unit_name(unit), missed[0])?;
            let more = keep(&again, hits)?;
            aimed += more;
            self.tell(|| Event::LockedOn(unit, again, more));
        }
        if gun == Gun::Lance && missed[1] > 0 {
            let again = self.rune_reroll(firers)?;
            scored += again.map_or(Ok(0), |face| keep(&[face], hits))?;
        }
        Ok((aimed + scored, aimed))
    }

    /// The first lance of a ship that misses in a turn is rolled again, if it has the means (REFIT-27).
    fn rune_reroll(&mut self, firers: Crowd) -> Judged<Option<u8>> {
        let able = |ship: &ShipId| {
            let Ship { order, done, .. } = self.battle.ship(*ship);
            self.profile(*ship).improved.lance_reroll && !done.lance_rerolled && *order != Some(Order::LockOn)
        };
        let Some(ship) = firers.iter().find(able) else { return Ok(None) };
        self.battle.ship_mut(ship).done.lance_rerolled = true;
        let face = self.d6("rune-assisted targeting", self.name(ship))?;
        self.tell(|| Event::LanceAgain(ship, face));
        Ok(Some(face))
    }

    /// Ships that a salvo can still hit, nearest first (SQUAD-12).
    fn eligible(&self, target: Unit, salvo: &Salvo) -> Members {
        let mut ships = Members::new();
        for id in salvo.ships.iter().take_while(|id| usize::from(id.0) < self.battle.ships.len()) {
            let ship = self.battle.ship(id);
            // A ship of a squadron that has become a hulk meanwhile is no target any more.
            let hulk = ship.is_hulk() && matches!(target, Unit::Ship(_));
            if hulk || ship.fights() && ship.hits > 0 {
                ships.push(id).expect("each ship once");
            }
        }
        let shots = &self.battle.volley.shots;
        let gap = |ship: ShipId| self.gap_squared(shots.iter().filter(|shot| shot.target == target), ship);
        ships.sort_unstable_by_key(|ship| (gap(*ship), *ship));
        ships
    }

    /// The square of the distance from a ship to the nearest that fires.
    fn gap_squared<'s>(&self, shots: impl Iterator<Item = &'s Shot>, ship: ShipId) -> i64 {
        let at = self.battle.ship(ship).at;
        shots.map(|shot| self.battle.ship(shot.ship).at.squared(at)).min().unwrap_or(i64::MAX)
    }

    /// What a die of a salvo needs against a ship: all who fire it see the same armour.
    fn needed_of(&self, salvo: &Salvo, ship: ShipId) -> u8 {
        salvo.firers.iter().next().map_or(7, |firer| self.needed_by(firer, salvo.gun, ship))
    }

    /// Gives one hit to the nearest ship it can affect (SQUAD-12, SQUAD-15); the hulk when it struck one.
    fn allot(&mut self, target: Unit, salvo: &Salvo, face: u8, marks: &mut [u8; SHIPS]) -> Judged<Option<ShipId>> {
        let gun = salvo.gun;
        let ships = self.eligible(target, salvo);
        let hurt = |ship: &&ShipId| face >= self.needed_of(salvo, **ship);
        let Some(ship) = ships.iter().find(hurt).copied() else { return Ok(None) };
        if self.battle.ship(ship).is_hulk() {
            return Ok(Some(ship));
        }
        let (at, places) = (self.battle.ship(ship).at, salvo.firers.iter().map(|firer| self.battle.ship(firer).at));
        let from = places.min_by_key(|from| from.squared(at)).unwrap_or(at);
        let any = |known: Trait| salvo.firers.iter().any(|firer| self.profile(firer).is(known));
        (self.attack.relays, self.attack.mild) = (any(Trait::LanceSixes), any(Trait::Mild));
        let landed = self.land((gun, face), ship, from, &mut marks[usize::from(ship.0)]);
        self.attack = Attack::default();
        landed?;
        Ok(None)
    }
}
