//! Target priority: whom a ship or squadron fires at unless it passes a test (SHOOT-05 to SHOOT-08, SQUAD-18).

use super::bearing::{Bearing, Bearings, bearing_of};
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, ShipId, Shot, Unit, Volley};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;

/// The closest enemy of a unit, among those that any of its weapons can be fired at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Closest {
    /// The square of its distance from the nearest ship of the unit.
    squared: i64,
    /// Ships as near as that: a tie is the shooter's choice.
    pub ships: Crowd,
    /// All ships that fight together with them.
    units: Crowd,
}

impl Battle {
    /// The closest enemy of a unit, judged for all its weapons that can be fired and are not `spent` elsewhere.
    #[must_use]
    pub fn closest(
        &self,
        roster: &Roster,
        unit: Unit,
        bearings: &Bearings,
        spent: impl Fn(&Bearing) -> bool,
    ) -> Option<Closest> {
        let mut seen = Crowd::default();
        for bearing in bearings {
            let able = || {
                self.silenced(bearing.ship).is_none() && self.strength(roster, unit, bearing.ship, bearing.weapon) > 0
            };
            if !bearing.targets.is_empty() && !spent(bearing) && able() {
                seen = seen.or(bearing.targets);
            }
        }
        let mut closest: Option<Closest> = None;
        for enemy in seen.iter().filter(|enemy| self.ship(*enemy).fights()) {
            let squared = self.squared_from(bearings, enemy);
            match &mut closest {
                Some(known) if squared > known.squared => {}
                Some(known) if squared == known.squared => known.ships.insert(enemy),
                _ => {
                    let mut ships = Crowd::default();
                    ships.insert(enemy);
                    closest = Some(Closest { squared, ships, units: Crowd::default() });
                }
            }
        }
        let mut closest = closest?;
        for enemy in closest.ships.iter() {
            self.members(self.unit_of(enemy)).iter().for_each(|ship| closest.units.insert(*ship));
        }
        Some(closest)
    }

    /// The square of the distance from a ship to the nearest of those with these guns.
    fn squared_from(&self, bearings: &Bearings, ship: ShipId) -> i64 {
        let (at, mut known, mut least) = (self.ship(ship).at, None, i64::MAX);
        for bearing in bearings {
            if known != Some(bearing.ship) {
                least = least.min(self.ship(bearing.ship).at.squared(at));
                known = Some(bearing.ship);
            }
        }
        least
    }

    /// Whom a gun fires at without a test: the closest enemy of its unit where it bears on it, otherwise its own nearest.
    #[must_use]
    pub fn due_target(&self, bearing: &Bearing, closest: &Closest) -> Option<ShipId> {
        let at = self.ship(bearing.ship).at;
        let bears = bearing.targets.and(closest.units);
        let nearest = bears.iter().min_by_key(|ship| (at.squared(self.ship(*ship).at), *ship));
        nearest.or_else(|| bearing.nearest().map(|(_, ship)| ship))
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Without a passed test the closest enemy of the unit is fired at, by every weapon that fires and bears on it
    /// (SHOOT-05, SHOOT-06, SQUAD-18).
    pub(in crate::battle::gothic) fn keeps_priority(
        &self,
        bearings: &Bearings,
        volley: &Volley,
    ) -> Result<(), Refusal> {
        let Volley { unit, shots, marks, .. } = volley;
        let free = |shot: &Shot| self.battle.ship(shot.ship).done.aim == Some(true);
        if shots.iter().all(free) {
            return Ok(());
        }
        // What fires at ordnance instead of ships is free to do so (SHOOT-07).
        let away =
            |bearing: &Bearing| marks.iter().any(|shot| (shot.ship, shot.weapon) == (bearing.ship, bearing.weapon));
        let Some(closest) = self.battle.closest(self.roster, *unit, bearings, away) else { return Ok(()) };
        for shot in shots.iter().filter(|shot| !free(shot)) {
            self.keeps_to(bearings, *unit, &closest, *shot)?;
        }
        if shots.iter().any(|shot| self.is_due(bearings, &closest, shot.target)) {
            return Ok(());
        }
        let nearest = closest.ships.iter().next().map_or(*unit, |ship| self.battle.unit_of(ship));
        let (name, nearest) = (self.unit_name(*unit), self.unit_name(nearest));
        Err(Refusal::new("SHOOT-06", format!("{name} must fire at {nearest} as well: it is the nearest")))
    }

    /// Whether a target is the closest enemy, a hulk that nothing is nearer than (SHOOT-08), or an Exterminator, which
    /// may always be picked out (SCEN-113).
    fn is_due(&self, bearings: &Bearings, closest: &Closest, target: Unit) -> bool {
        let hulk = |ship: ShipId| {
            self.battle.ship(ship).is_hulk() && self.battle.squared_from(bearings, ship) <= closest.squared
        };
        self.battle.members(target).iter().any(|ship| closest.units.contains(*ship))
            || matches!(target, Unit::Ship(ship) if hulk(ship))
            || self.battle.is_exterminator(target)
    }

    /// A weapon that bears on the closest enemy fires at it; any other at the nearest it bears on.
    fn keeps_to(&self, bearings: &Bearings, unit: Unit, closest: &Closest, shot: Shot) -> Result<(), Refusal> {
        if self.is_due(bearings, closest, shot.target) {
            return Ok(());
        }
        let Some(bearing) = bearing_of(bearings, shot.ship, shot.weapon) else { return Ok(()) };
        let gun = || self.profile(shot.ship).weapons[usize::from(shot.weapon)].name.to_lowercase();
        let (name, engages) = (self.name(shot.ship), !bearing.targets.and(closest.units).is_empty());
        if engages && matches!(unit, Unit::Squadron(_)) {
            let nearest = closest.ships.iter().next().map_or(unit, |ship| self.battle.unit_of(ship));
            let (unit, nearest) = (self.unit_name(unit), self.unit_name(nearest));
            let message = format!(
                "{nearest} is nearest to {unit}, and the {} of {name} bears on it; test Leadership first",
                gun()
            );
            return Err(Refusal::new("SQUAD-18", message));
        }
        if engages || !self.battle.is_nearest(bearing, shot.target) {
            let against = self.unit_name(shot.target);
            let message = format!("the {} of {name} has a nearer target than {against}; test Leadership first", gun());
            return Err(Refusal::new("SHOOT-05", message));
        }
        Ok(())
    }
}
