//! Direct fire: declaring it, and working it out (SHOOT-19).

use super::agenda::{Task, Test, Threat};
use super::answer::{Aim, Answer, Judged};
use super::event::{Event, Faces, Log};
use super::few::Few;
use super::geometry::quarter;
use super::gunnery;
use super::play::Play;
use super::profile::Gun;
use super::ramming::armour;
use super::refusal::Refusal;
use super::squadron::Members;
use super::state::{Order, SHOTS, ShipId, Shot, Strike, TARGETS, Unit, Volley};
use crate::dice::Dice;

/// Firepower by column, 1 to 5.
type Groups = [u16; 6];

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Tests for targets other than the nearest (SHOOT-19 step 2).
    pub(super) fn test_aim(&mut self, unit: Unit) -> Judged<()> {
        self.may_fire(unit)?;
        let members = self.battle.members(unit);
        if members.iter().any(|ship| self.battle.ship(*ship).done.aim.is_some()) {
            let message = format!("{} has tested for its targets this phase", self.unit_name(unit));
            return Err(Refusal::new("SHOOT-05", message).into());
        }
        let needed = self.battle.leadership(unit);
        self.test(unit, Test::Aim, 2, needed)
    }

    fn may_fire(&self, unit: Unit) -> Result<(), Refusal> {
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
    pub(super) fn fire(&mut self, answer: &Answer) -> Judged<()> {
        let Answer::Fire { unit, aims, lances_first, column, shells } = *answer else { return Ok(()) };
        self.may_fire(unit)?;
        let mut volley = Volley { unit, shells, ..Volley::default() };
        for aim in &aims {
            let shot = self.shot(unit, *aim, &volley.shots)?;
            if volley.shots.push(shot).is_err() {
                return Err(Refusal::new("SHOOT-01", "so many shots at once are not played").into());
            }
        }
        for shell in &shells {
            self.may_shell(unit, shell)?;
        }
        if aims.is_empty() && shells.is_empty() {
            let message = format!("{} fires nothing: end the phase instead", self.unit_name(unit));
            return Err(Refusal::new("SHOOT-01", message).into());
        }
        self.keeps_priority(unit, &volley.shots)?;
        let mut firepower: Few<Groups, TARGETS> = Few::new();
        for shot in &volley.shots {
            if !volley.strikes.iter().any(|strike| strike.target == shot.target) {
                let (strike, groups) = self.work_out(unit, &volley.shots, shot.target, column)?;
                let _ = firepower.push(groups);
                if volley.strikes.push(Strike { lances_first, ..strike }).is_err() {
                    return Err(Refusal::new("SHOOT-09", "so many targets at once are not played").into());
                }
            }
        }
        for (strike, groups) in volley.strikes.iter().zip(firepower.iter()) {
            for (column, firepower) in (0_u8..).zip(*groups).filter(|(_, firepower)| *firepower > 0) {
                self.tell(|| Event::Gunnery(unit, strike.target, firepower, column, gunnery::dice(firepower, column)));
            }
        }
        for ship in &self.battle.members(unit) {
            self.battle.ship_mut(*ship).done.fired = true;
        }
        self.battle.volley = volley;
        self.then(Task::Strike);
        self.offer_shell_braces();
        for strike in volley.strikes.iter().rev() {
            self.offer_brace(strike.target, Threat::Fire(unit));
        }
        Ok(())
    }

    /// One shot as declared, with its share filled in.
    fn shot(&self, unit: Unit, aim: Aim, before: &Few<Shot, SHOTS>) -> Result<Shot, Refusal> {
        let Aim { ship, weapon, target, share } = aim;
        let mount = &self.profile(ship).weapons[usize::from(weapon)];
        let (name, gun) = (self.name(ship), mount.name.to_lowercase());
        if let Some((rule, why)) = self.battle.silenced(ship) {
            return Err(Refusal::new(rule, format!("{name} {why} and may not fire")));
        }
        if !self.battle.members(unit).contains(&ship) {
            return Err(Refusal::new("SHOOT-01", format!("{name} does not fire with {}", self.unit_name(unit))));
        }
        if self.battle.damaged(self.roster, ship, weapon) {
            return Err(Refusal::new("CRIT-10", format!("the {gun} of {name} is damaged and may not fire")));
        }
        let against = self.unit_name(target);
        if self.battle.side_of(target) == self.battle.active {
            return Err(Refusal::new("SHOOT-05", format!("{against} is no enemy of {name}")));
        }
        if self.battle.in_sight(self.roster, ship, weapon, target).is_empty() {
            let first = match target {
                Unit::Ship(id) => Some(id),
                Unit::Squadron(_) => self.battle.members(target).first().copied(),
            };
            let (rule, why) = first
                .and_then(|id| self.battle.why_not(self.roster, ship, weapon, id))
                .unwrap_or(("SHOOT-05", "is gone"));
            return Err(Refusal::new(rule, format!("the {gun} of {name} cannot fire at {against}: it {why}")));
        }
        let mine = || before.iter().filter(|shot| shot.ship == ship && shot.weapon == weapon);
        if mine().any(|shot| shot.target == target) {
            return Err(Refusal::new("SHOOT-11", format!("the {gun} of {name} cannot attack {against} twice")));
        }
        let whole = self.battle.strength(self.roster, unit, ship, weapon);
        let left = whole - mine().map(|shot| shot.share).sum::<u8>();
        let share = if share == 0 { left } else { share };
        if share > left || share == 0 {
            return Err(Refusal::new(
                "SHOOT-09",
                format!("the {gun} of {name} has {left} of {whole} left, not {share}"),
            ));
        }
        Ok(Shot { ship, weapon, target, share })
    }

    /// Without a passed test every weapon fires at its own nearest target, and the nearest of all is fired at
    /// (SHOOT-05, SHOOT-06).
    fn keeps_priority(&self, unit: Unit, shots: &[Shot]) -> Result<(), Refusal> {
        let free = |ship: ShipId| self.battle.ship(ship).done.aim == Some(true);
        if shots.is_empty() || shots.iter().all(|shot| free(shot.ship)) {
            return Ok(());
        }
        for shot in shots {
            if !self.battle.is_nearest(self.roster, shot.ship, shot.weapon, shot.target) {
                let gun = self.profile(shot.ship).weapons[usize::from(shot.weapon)].name.to_lowercase();
                let (name, against) = (self.name(shot.ship), self.unit_name(shot.target));
                let message = format!("the {gun} of {name} has a nearer target than {against}; test Leadership first");
                return Err(Refusal::new("SHOOT-05", message));
            }
        }
        let mut nearest: Option<(i64, ShipId)> = None;
        for ship in &self.battle.members(unit) {
            if self.battle.silenced(*ship).is_some() {
                continue;
            }
            for weapon in super::state::Battle::guns(self.roster, *ship) {
                if self.battle.strength(self.roster, unit, *ship, weapon) == 0 {
                    continue;
                }
                let at = self.battle.ship(*ship).at;
                for (enemy, other) in self.battle.fleet(self.battle.active.other()) {
                    let squared = at.squared(other.at);
                    if nearest.is_none_or(|(known, _)| squared < known)
                        && self.battle.bears(self.roster, *ship, weapon, enemy)
                    {
                        nearest = Some((squared, enemy));
                    }
                }
            }
        }
        let Some((squared, enemy)) = nearest else { return Ok(()) };
        let target = self.battle.unit_of(enemy);
        // A tie is the shooter's choice.
        let as_near = |shot: &Shot| {
            let at = self.battle.ship(shot.ship).at;
            let sight = self.battle.in_sight(self.roster, shot.ship, shot.weapon, shot.target);
            sight
                .iter()
                .any(|seen| self.battle.ship(*seen).fights() && at.squared(self.battle.ship(*seen).at) <= squared)
        };
        if shots.iter().any(|shot| shot.target == target || as_near(shot)) {
            return Ok(());
        }
        let message =
            format!("{} must fire at {} as well: it is the nearest", self.unit_name(unit), self.unit_name(target));
        Err(Refusal::new("SHOOT-06", message))
    }

    /// The dice against one target (GUNNERY-15, SQUAD-19, SQUAD-20).
    fn work_out(
        &self,
        unit: Unit,
        shots: &[Shot],
        target: Unit,
        wanted: Option<u8>,
    ) -> Result<(Strike, Groups), Refusal> {
        let aimed: Few<Shot, SHOTS> = {
            let mut aimed = Few::new();
            for shot in shots.iter().filter(|shot| shot.target == target) {
                let _ = aimed.push(*shot);
            }
            aimed
        };
        let kind = |shot: &Shot| self.profile(shot.ship).weapons[usize::from(shot.weapon)].gun;
        let firers = |gun: Gun| aimed.iter().filter(move |shot| kind(shot) == gun);
        let halved = self.battle.totals_first(self.roster, unit)
            && aimed.first().is_some_and(|shot| self.battle.ship(shot.ship).order.is_some_and(Order::halves));
        let halve = |total: u16| if halved { total.div_ceil(2) } else { total };
        let lances = halve(firers(Gun::Lance).map(|shot| u16::from(shot.share)).sum()) as u8;
        let mut strike = Strike { target, lances, ..Strike::default() };
        for ship in &self.sighted(&aimed, Gun::Lance, target) {
            strike.lance_ships.insert(*ship);
        }
        let sighted = self.sighted(&aimed, Gun::Battery, target);
        let Some(nearest) = sighted.first().copied() else { return Ok((strike, [0; 6])) };
        let category = |ship: ShipId| {
            let firer = self.nearest_firer(&aimed, Gun::Battery, ship);
            firer.map_or(5, |firer| self.battle.column(self.roster, firer, ship))
        };
        let reference = match wanted {
            None => nearest,
            Some(wanted) => match sighted.iter().find(|ship| category(**ship) == wanted) {
                Some(ship) => *ship,
                None => {
                    let message =
                        format!("no ship of {} that can be hit is in column {wanted}", self.unit_name(target));
                    return Err(Refusal::new("SQUAD-10", message));
                }
            },
        };
        strike.column = category(reference);
        // Of a squadron, ships harder to hit than the column taken are spared (SQUAD-10).
        for ship in &sighted {
            if matches!(target, Unit::Ship(_)) || category(*ship) <= strike.column {
                strike.battery_ships.insert(*ship);
            }
        }
        // Firepower by the column in which each firing ship sees the target.
        let mut groups = [0_u16; 6];
        for shot in firers(Gun::Battery) {
            groups[usize::from(self.battle.column(self.roster, shot.ship, reference))] += u16::from(shot.share);
        }
        let total: u16 = groups.iter().sum();
        let whole = halve(total);
        let mut left = whole;
        for (column, part) in (0_u8..).zip(groups.iter_mut()) {
            if column != strike.column {
                *part = *part * whole / total.max(1);
                left -= *part;
            }
        }
        // Fractions go to the nearest group.
        groups[usize::from(strike.column)] = left;
        for (column, firepower) in (0_u8..).zip(groups).filter(|(_, firepower)| *firepower > 0) {
            strike.batteries = strike.batteries.saturating_add(gunnery::dice(firepower, column));
        }
        Ok((strike, groups))
    }

    /// Ships of a target that shots of a kind can hit, nearest first (SQUAD-12, SQUAD-13).
    fn sighted(&self, shots: &[Shot], gun: Gun, target: Unit) -> Members {
        let mut found = Members::new();
        for shot in shots.iter().filter(|shot| shot.target == target) {
            if self.profile(shot.ship).weapons[usize::from(shot.weapon)].gun != gun {
                continue;
            }
            for ship in &self.battle.in_sight(self.roster, shot.ship, shot.weapon, target) {
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
            .filter(|shot| self.profile(shot.ship).weapons[usize::from(shot.weapon)].gun == gun)
            .map(|shot| shot.ship)
            .min_by_key(|firer| (self.battle.ship(*firer).at.squared(at), *firer))
    }

    /// Works out the next strike or shell of the volley (SHOOT-19 steps 5 to 14).
    pub(super) fn strike(&mut self) -> Judged<()> {
        if self.battle.volley.strikes.is_empty() {
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
        let kinds = if strike.lances_first { [Gun::Lance, Gun::Battery] } else { [Gun::Battery, Gun::Lance] };
        // All dice fall before any hit is applied.
        let mut rolled = [(Gun::Battery, Faces::new()); 2];
        for (slot, gun) in rolled.iter_mut().zip(kinds) {
            *slot = (gun, self.roll_strike(&strike, gun)?);
        }
        let mut marks = [0_u8; super::state::SHIPS];
        let mut struck = None;
        for (gun, mut dice) in rolled {
            dice.sort_unstable();
            for face in &dice {
                if let Some(hulk) = self.allot(&strike, gun, *face, &mut marks)? {
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
    fn roll_strike(&mut self, strike: &Strike, gun: Gun) -> Judged<Faces> {
        let (unit, target) = (self.battle.volley.unit, strike.target);
        let shots = self.battle.volley.shots;
        let count = if gun == Gun::Lance { strike.lances } else { strike.batteries };
        let ships = self.eligible(strike, gun, &shots);
        let needed = match gun {
            Gun::Lance => 4,
            _ => ships.iter().map(|ship| self.armour_towards(&shots, gun, *ship)).min().unwrap_or(7),
        };
        let mut hits = Faces::new();
        if count == 0 || ships.is_empty() {
            return Ok(hits);
        }
        let (what, rule) = if gun == Gun::Lance { ("lances", "LANCE-01") } else { ("batteries", "GUNNERY-04") };
        let faces = self.roll(what, self.unit_name(unit), count)?;
        let keep = |faces: &Faces, hits: &mut Faces| {
            for face in faces.iter().filter(|face| **face >= needed) {
                let _ = hits.push(*face);
            }
        };
        keep(&faces, &mut hits);
        let scored = hits.len() as u8;
        self.tell(|| Event::Dice(unit, target, faces, needed, scored, rule));
        let first = shots.first().map(|shot| shot.ship);
        let locked = first.is_some_and(|ship| self.battle.ship(ship).order == Some(Order::LockOn));
        let missed = count - scored;
        if locked && missed > 0 {
            let again = self.roll("lock on", self.unit_name(unit), missed)?;
            keep(&again, &mut hits);
            let more = hits.len() as u8 - scored;
            self.tell(|| Event::LockedOn(unit, again, more));
        }
        Ok(hits)
    }

    /// Ships that a strike can still hit, nearest first (SQUAD-12).
    fn eligible(&self, strike: &Strike, gun: Gun, shots: &[Shot]) -> Members {
        let crowd = if gun == Gun::Lance { strike.lance_ships } else { strike.battery_ships };
        let mut ships = Members::new();
        for id in crowd.iter().take_while(|id| usize::from(id.0) < self.battle.ships.len()) {
            let ship = self.battle.ship(id);
            if ship.is_hulk() || ship.fights() && ship.hits > 0 {
                let _ = ships.push(id);
            }
        }
        // A ship of a squadron that has become a hulk meanwhile is no target any more.
        if let Unit::Squadron(_) = strike.target {
            let mut fighting = Members::new();
            for id in ships.iter().filter(|id| self.battle.ship(**id).fights()) {
                let _ = fighting.push(*id);
            }
            ships = fighting;
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
    fn allot(
        &mut self,
        strike: &Strike,
        gun: Gun,
        face: u8,
        marks: &mut [u8; super::state::SHIPS],
    ) -> Judged<Option<ShipId>> {
        let shots = self.battle.volley.shots;
        let ships = self.eligible(strike, gun, &shots);
        let hurt = |ship: &&ShipId| gun == Gun::Lance || face >= self.armour_towards(&shots, gun, **ship);
        let Some(ship) = ships.iter().find(hurt).copied() else { return Ok(None) };
        if self.battle.ship(ship).is_hulk() {
            return Ok(Some(ship));
        }
        let from = self.nearest_firer(&shots, gun, ship).map_or(self.battle.ship(ship).at, |f| self.battle.ship(f).at);
        self.hit(ship, from, &mut marks[usize::from(ship.0)])?;
        Ok(None)
    }
}
