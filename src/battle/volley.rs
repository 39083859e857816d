//! Direct fire: working out what was declared (SHOOT-19 steps 3 and 5 to 14).

use std::cell::Cell;

use super::agenda::Task;
use super::answer::Judged;
use super::event::{Event, Faces, Log};
use super::few::Few;
use super::geometry::quarter;
use super::gunnery;
use super::play::Play;
use super::profile::{Gun, Mount};
use super::ramming::armour;
use super::refusal::Refusal;
use super::sights::{Sights, sight_of};
use super::squadron::Members;
use super::state::{Order, Power, SHIPS, SHOTS, Salvo, ShipId, Shot, Strike, Unit, Volley};
use crate::dice::Dice;

/// Firepower by column, 1 to 5.
type Groups = [u16; 6];
/// What was read from the gunnery table, by target and kind of weapon.
pub(super) type LookUps = Few<(Unit, Gun, Groups), SHOTS>;

impl<'a, D: Dice + ?Sized, L: Log> Play<'a, D, L> {
    pub(super) fn mount(&self, shot: Shot) -> &'a Mount {
        &self.profile(shot.ship).weapons[usize::from(shot.weapon)]
    }

    /// Rolls the strength of every weapon of the volley that has no fixed one, once for all its targets.
    pub(super) fn power(&mut self) -> Judged<()> {
        self.then(Task::Reckon);
        let volley = self.battle.volley;
        let shots = volley.shots.iter().map(|shot| (shot.ship, shot.weapon));
        for (ship, weapon) in shots.chain(volley.marks.iter().map(|shot| (shot.ship, shot.weapon))) {
            let known = self.battle.volley.powers.iter().any(|power| (power.ship, power.weapon) == (ship, weapon));
            if !known && self.profile(ship).weapons[usize::from(weapon)].rolled.is_some() {
                let strength = self.roll_power(ship, weapon)?;
                let _ = self.battle.volley.powers.push(Power { ship, weapon, strength });
            }
        }
        let powers = self.battle.volley.powers;
        for Power { ship, weapon, .. } in powers.iter().rev().copied() {
            if self.profile(ship).crew.gunners && !self.battle.ship(ship).done.feats.spurred {
                self.then(Task::Gunners { ship, weapon });
            }
        }
        Ok(())
    }

    /// The answer to [`Task::Gunners`]: the second roll stands (DICE-05).
    pub(super) fn gunners(&mut self, ship: ShipId, weapon: u8, again: bool) -> Judged<()> {
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
    pub(super) fn reckon(&mut self) -> Judged<()> {
        let mut volley = self.battle.volley;
        if !volley.powers.is_empty() {
            volley.shots = self.shared_out(&volley);
            volley.strikes.clear();
        }
        let sights = self.battle.sights(self.roster, volley.unit);
        let look_ups = self.work_out(&sights, &mut volley)?;
        self.battle.volley = volley;
        self.tell_look_ups(volley.unit, &look_ups);
        Ok(())
    }

    /// Tells what was read from the gunnery table.
    pub(super) fn tell_look_ups(&mut self, unit: Unit, look_ups: &LookUps) {
        for (target, gun, groups) in look_ups {
            for (column, firepower) in (0_u8..).zip(*groups).filter(|(_, firepower)| *firepower > 0) {
                let dice = gunnery::dice(firepower, column);
                self.tell(|| Event::Gunnery(unit, *target, *gun, firepower, column, dice));
            }
        }
    }

    /// The shots of a volley with what was rolled for their weapons.
    ///
    /// Ruling: shares of a rolled strength are declared with the targets and filled in that order as far as the roll
    /// goes; a share without a number takes the rest.
    fn shared_out(&self, volley: &Volley) -> Few<Shot, SHOTS> {
        let mut shots: Few<Shot, SHOTS> = Few::new();
        for shot in &volley.shots {
            let power = volley.powers.iter().find(|power| (power.ship, power.weapon) == (shot.ship, shot.weapon));
            let Some(power) = power else {
                let _ = shots.push(*shot);
                continue;
            };
            let whole = self.battle.strength_of(self.roster, volley.unit, shot.ship, shot.weapon, power.strength);
            let mine = shots.iter().filter(|other| (other.ship, other.weapon) == (shot.ship, shot.weapon));
            let left = whole - mine.map(|other| other.share).sum::<u8>();
            let share = if shot.share == 0 { left } else { shot.share.min(left) };
            if share > 0 {
                let _ = shots.push(Shot { share, ..*shot });
            }
        }
        shots
    }

    /// The strikes of a volley, one for each target in the order of the shots, and the look-ups behind them.
    pub(super) fn work_out(&self, sights: &Sights, volley: &mut Volley) -> Result<LookUps, Refusal> {
        let mut look_ups = Few::new();
        let shots = volley.shots;
        volley.strikes.clear();
        for shot in &shots {
            if volley.strikes.iter().any(|strike| strike.target == shot.target) {
                continue;
            }
            let strike = self.strike_at(sights, volley, shot.target, &mut look_ups)?;
            if volley.strikes.push(strike).is_err() {
                return Err(Refusal::new("SHOOT-09", "so many targets at once are not played"));
            }
        }
        Ok(look_ups)
    }

    fn strike_at(
        &self,
        sights: &Sights,
        volley: &Volley,
        target: Unit,
        look_ups: &mut LookUps,
    ) -> Result<Strike, Refusal> {
        let mut aimed: Few<Shot, SHOTS> = Few::new();
        for shot in volley.shots.iter().filter(|shot| shot.target == target) {
            // A share that is still to be rolled counts as all there may be.
            let most = || self.battle.strength(self.roster, volley.unit, shot.ship, shot.weapon);
            let _ = aimed.push(Shot { share: if shot.share == 0 { most() } else { shot.share }, ..*shot });
        }
        let mut strike = Strike { target, ..Strike::default() };
        let rest = Gun::DIRECT.iter().filter(|gun| !volley.first.contains(gun));
        let mut in_column = volley.column.is_none();
        for gun in volley.first.iter().chain(rest) {
            let fired = aimed.iter().any(|shot| self.mount(*shot).gun == *gun);
            if !fired || strike.salvos.iter().any(|salvo| salvo.gun == *gun) {
                continue;
            }
            let salvo = if gun.is_gunnery() {
                let (salvo, groups) = self.gunnery(sights, volley, &aimed, target, *gun);
                in_column |= volley.column == Some(salvo.column);
                let _ = look_ups.push((target, *gun, groups));
                salvo
            } else {
                self.beams(sights, volley, &aimed, target, *gun)
            };
            let _ = strike.salvos.push(salvo);
        }
        // Without gunnery a column says nothing, and is not judged.
        let gunnery = strike.salvos.iter().any(|salvo| salvo.gun.is_gunnery());
        if let Some(wanted) = volley.column.filter(|_| gunnery && !in_column) {
            let message = format!("no ship of {} that can be hit is in column {wanted}", self.unit_name(target));
            return Err(Refusal::new("SQUAD-10", message));
        }
        Ok(strike)
    }

    /// The order of an escort squadron halves its total (SQUAD-19).
    fn halved(&self, volley: &Volley, aimed: &[Shot], total: u16) -> u16 {
        let halves = self.battle.totals_first(self.roster, volley.unit)
            && aimed.first().is_some_and(|shot| self.battle.ship(shot.ship).order.is_some_and(Order::halves));
        if halves { total.div_ceil(2) } else { total }
    }

    /// Dice that strength gives one for one, as of lances (LANCE-01).
    fn beams(&self, sights: &Sights, volley: &Volley, aimed: &[Shot], target: Unit, gun: Gun) -> Salvo {
        let fired = aimed.iter().filter(|shot| self.mount(**shot).gun == gun);
        let total = fired.map(|shot| u16::from(shot.share)).sum();
        let mut salvo = Salvo { gun, dice: self.halved(volley, aimed, total) as u8, ..Salvo::default() };
        for ship in &self.sighted(sights, aimed, gun, target) {
            salvo.ships.insert(*ship);
        }
        salvo
    }

    /// Dice of one kind of gunnery weapon (GUNNERY-12, GUNNERY-15, SQUAD-19, SQUAD-20).
    fn gunnery(&self, sights: &Sights, volley: &Volley, aimed: &[Shot], target: Unit, gun: Gun) -> (Salvo, Groups) {
        let mut salvo = Salvo { gun, ..Salvo::default() };
        let sighted = self.sighted(sights, aimed, gun, target);
        let Some(nearest) = sighted.first().copied() else { return (salvo, [0; 6]) };
        // Weapons of one ship fire in one column.
        let last = Cell::new(None);
        let column = |firer: ShipId, ship: ShipId| match last.get() {
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
        salvo.column = category(reference);
        // Of a squadron, ships harder to hit than the column taken are spared (SQUAD-10).
        for ship in &sighted {
            if matches!(target, Unit::Ship(_)) || category(*ship) <= salvo.column {
                salvo.ships.insert(*ship);
            }
        }
        // Firepower by the column in which each firing ship sees the target.
        let mut groups = [0_u16; 6];
        for shot in aimed.iter().filter(|shot| self.mount(**shot).gun == gun) {
            groups[usize::from(column(shot.ship, reference))] += u16::from(shot.share);
        }
        let total: u16 = groups.iter().sum();
        let whole = self.halved(volley, aimed, total);
        let mut left = whole;
        for (column, part) in (0_u8..).zip(groups.iter_mut()) {
            if column != salvo.column {
                *part = *part * whole / total.max(1);
                left -= *part;
            }
        }
        // Fractions go to the nearest group.
        groups[usize::from(salvo.column)] = left;
        for (column, firepower) in (0_u8..).zip(groups).filter(|(_, firepower)| *firepower > 0) {
            salvo.dice = salvo.dice.saturating_add(gunnery::dice(firepower, column));
        }
        (salvo, groups)
    }

    /// Ships of a target that shots of a kind can hit, nearest first (SQUAD-12, SQUAD-13).
    fn sighted(&self, sights: &Sights, shots: &[Shot], gun: Gun, target: Unit) -> Members {
        let mut found = Members::new();
        for shot in shots.iter().filter(|shot| shot.target == target && self.mount(**shot).gun == gun) {
            let Some(sight) = sight_of(sights, shot.ship, shot.weapon) else { continue };
            for ship in &self.battle.seen_of(sight, target) {
                if !found.contains(ship) {
                    let _ = found.push(*ship);
                }
            }
        }
        found.sort_unstable_by_key(|ship| (self.gap_squared(shots, *ship), *ship));
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
    pub(super) fn strike(&mut self) -> Judged<()> {
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
        let mut rolled = [Faces::new(); super::state::KINDS];
        for (faces, salvo) in rolled.iter_mut().zip(&strike.salvos) {
            *faces = self.roll_salvo(strike.target, salvo)?;
        }
        let mut marks = [0_u8; SHIPS];
        let mut struck = None;
        for (salvo, dice) in strike.salvos.iter().zip(&mut rolled) {
            dice.sort_unstable();
            for face in &*dice {
                if let Some(hulk) = self.allot(strike.target, salvo, *face, &mut marks)? {
                    struck = Some(hulk);
                }
            }
        }
        if let Some(hulk) = struck {
            let _ = self.battle.dying.push(hulk);
        }
        self.resolve_dying();
        Ok(())
    }

    /// The dice of a kind that hit somebody, misses rolled again on Lock On (ORDER-10).
    fn roll_salvo(&mut self, target: Unit, salvo: &Salvo) -> Judged<Faces> {
        let Volley { unit, shots, .. } = &self.battle.volley;
        let (unit, Salvo { gun, dice: mut count, .. }) = (*unit, *salvo);
        let ships = self.eligible(target, salvo, shots);
        let needed = ships.iter().map(|ship| gun.needed(self.armour_towards(shots, gun, *ship))).min().unwrap_or(7);
        let mut hits = Faces::new();
        if count == 0 || ships.is_empty() {
            return Ok(hits);
        }
        // A pulsar that hits fires again, three hits at most.
        for _ in 0..gun.rounds() {
            if count > 0 {
                count = self.roll_round((unit, target), gun, count, needed, &mut hits)?;
            }
        }
        Ok(hits)
    }

    /// Rolls dice at a target and keeps those that hit, misses rolled again on Lock On; gives their number.
    fn roll_round(
        &mut self,
        (unit, target): (Unit, Unit),
        gun: Gun,
        count: u8,
        needed: u8,
        hits: &mut Faces,
    ) -> Judged<u8> {
        let before = hits.len();
        let what = gun.names().last().copied().unwrap_or_default();
        let faces = self.roll(what, self.unit_name(unit), count)?;
        let keep = |faces: &Faces, hits: &mut Faces| {
            for face in faces.iter().filter(|face| **face >= needed) {
                let _ = hits.push(*face);
            }
        };
        keep(&faces, hits);
        let scored = (hits.len() - before) as u8;
        self.tell(|| Event::Dice(unit, target, faces, needed, scored, gun.rule()));
        let first = self.battle.volley.shots.first().map(|shot| shot.ship);
        let locked = first.is_some_and(|ship| self.battle.ship(ship).order == Some(Order::LockOn));
        let missed = count - scored;
        if locked && missed > 0 {
            let again = self.roll("lock on", self.unit_name(unit), missed)?;
            keep(&again, hits);
            let more = (hits.len() - before) as u8 - scored;
            self.tell(|| Event::LockedOn(unit, again, more));
        } else if gun == Gun::Lance && missed > 0 {
            let shots = self.battle.volley.shots;
            let more = self.rune_reroll(&shots)?;
            if let Some(face) = more.filter(|face| *face >= needed) {
                let _ = hits.push(face);
            }
        }
        Ok((hits.len() - before) as u8)
    }

    /// The first lance of a ship that misses in a turn is rolled again, if it has the means (REFIT-27).
    fn rune_reroll(&mut self, shots: &[Shot]) -> Judged<Option<u8>> {
        let able = |shot: &&Shot| {
            let spent = self.battle.ship(shot.ship).done.lance_rerolled;
            self.mount(**shot).gun == Gun::Lance && self.profile(shot.ship).improved.lance_reroll && !spent
        };
        let Some(ship) = shots.iter().find(able).map(|shot| shot.ship) else { return Ok(None) };
        self.battle.ship_mut(ship).done.lance_rerolled = true;
        let face = self.d6("rune-assisted targeting", self.name(ship))?;
        self.tell(|| Event::LanceAgain(ship, face));
        Ok(Some(face))
    }

    /// Ships that a salvo can still hit, nearest first (SQUAD-12).
    fn eligible(&self, target: Unit, salvo: &Salvo, shots: &[Shot]) -> Members {
        let mut ships = Members::new();
        for id in salvo.ships.iter().take_while(|id| usize::from(id.0) < self.battle.ships.len()) {
            let ship = self.battle.ship(id);
            // A ship of a squadron that has become a hulk meanwhile is no target any more.
            let hulk = ship.is_hulk() && matches!(target, Unit::Ship(_));
            if hulk || ship.fights() && ship.hits > 0 {
                let _ = ships.push(id);
            }
        }
        ships.sort_unstable_by_key(|ship| (self.gap_squared(shots, *ship), *ship));
        ships
    }

    /// The square of the distance from a ship to the nearest that fires.
    fn gap_squared(&self, shots: &[Shot], ship: ShipId) -> i64 {
        let at = self.battle.ship(ship).at;
        shots.iter().map(|shot| self.battle.ship(shot.ship).at.squared(at)).min().unwrap_or(i64::MAX)
    }

    /// Armour of the facing towards the nearest ship that fires.
    ///
    /// Ruling: the dice of a squadron are one roll (SQUAD-20), so its nearest ship gives the facing for all of them.
    fn armour_towards(&self, shots: &[Shot], gun: Gun, ship: ShipId) -> u8 {
        let target = self.battle.ship(ship);
        let firer = self.nearest_firer(shots, gun, ship).unwrap_or(ship);
        armour(self.profile(ship).armour, quarter(target.at, target.heading, self.battle.ship(firer).at))
    }

    /// Gives one hit to the nearest ship it can affect (SQUAD-12, SQUAD-15); the hulk when it struck one.
    fn allot(&mut self, target: Unit, salvo: &Salvo, face: u8, marks: &mut [u8; SHIPS]) -> Judged<Option<ShipId>> {
        let (shots, gun) = (&self.battle.volley.shots, salvo.gun);
        let ships = self.eligible(target, salvo, shots);
        let hurt = |ship: &&ShipId| face >= gun.needed(self.armour_towards(shots, gun, **ship));
        let Some(ship) = ships.iter().find(hurt).copied() else { return Ok(None) };
        if self.battle.ship(ship).is_hulk() {
            return Ok(Some(ship));
        }
        let from = self.nearest_firer(shots, gun, ship).map_or(self.battle.ship(ship).at, |f| self.battle.ship(f).at);
        // Gunnery is shifted by a holofield; whatever else hits may be eluded.
        if gun.pierces() {
            self.blame_volley(gun, ship);
            return self.hull_hit(ship).map(|()| None);
        }
        if !gun.is_gunnery() && self.eludes(ship, from, &mut marks[usize::from(ship.0)], "SHOOT-15")? {
            return Ok(None);
        }
        self.blame_volley(gun, ship);
        // Both hits of a heavy gun fall on the same ship, each against shields, save and hull (BRACE-13).
        for _ in 0..gun.hits() {
            if self.battle.ship(ship).hits > 0 {
                self.hit_critical_on(ship, from, &mut marks[usize::from(ship.0)], gun.critical_on())?;
            }
        }
        Ok(None)
    }
}
