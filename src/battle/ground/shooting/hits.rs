//! Saves and losses (EP-SHOOT-09, EP-WE-05, EP-MOVE-07).

use crate::battle::ground::answer::Judged;
use crate::battle::ground::event::Log;
use crate::battle::ground::kinds::{Ability, Critical};
use crate::battle::ground::measure::free_place;
use crate::battle::ground::movement::legs::can_stand;
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::UnitId;
use crate::battle::ground::sight::cover;
use crate::battle::ground::state::{Account, Hit, Place};
use crate::dice::Dice;
use crate::table::geometry::Point;

/// Which saves a hit leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saves {
    /// Armour or cover.
    All,
    /// Armour alone: assaults (EP-ASLT-06), passengers.
    NoCover,
    /// None at all (EP-BLAST-04, EP-ASLT-12).
    None,
}

impl Hit {
    /// A hit that nothing saves from.
    pub(in crate::battle::ground) const BARE: Self = Self {
        is_macro: false,
        titan_killer: None,
        disrupt: false,
        ignores_cover: false,
        sniper: false,
        power: None,
        reach: Vec::new(),
    };
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A hit on a unit: its saves, and what comes of it.
    pub(in crate::battle::ground) fn strike(
        &mut self,
        account: &mut Account,
        unit: UnitId,
        hit: &Hit,
        saves: Saves,
    ) -> Judged<()> {
        if !self.battle.lives(unit) {
            return Ok(());
        }
        let name = self.roster.unit_name(unit);
        if hit.disrupt {
            account.markers += 1;
            self.tell("EP-WPN-02", |_| format!("{name} is hit by a disrupt weapon: a marker"));
        }
        if self.saved(unit, hit, saves, account.crossfire, None)? {
            self.tell("EP-SHOOT-09", |_| format!("{name} is hit and saves"));
            return Ok(());
        }
        if !self.kind(unit).is_engine() {
            self.tell("EP-SHOOT-09", |_| format!("{name} is hit and lost"));
            return self.lose(account, unit, hit, saves);
        }
        let points = match hit.titan_killer {
            Some(amount) => self.amount(amount, &name)?,
            None => 1,
        };
        self.damage(account, unit, points, hit, saves)
    }

    /// Whether a unit saves. `as_passenger` is the place where the transport was lost.
    fn saved(
        &mut self,
        unit: UnitId,
        hit: &Hit,
        saves: Saves,
        crossfire: bool,
        as_passenger: Option<u8>,
    ) -> Judged<bool> {
        if saves == Saves::None {
            return Ok(false);
        }
        let kind = self.roster.kind(unit);
        let name = self.roster.unit_name(unit);
        let formation = self.roster.formation_of(unit);
        let reinforced = kind.has(Ability::ReinforcedArmour);
        let mut best = [Some(kind.armour).filter(|armour| *armour > 0), None, as_passenger, None];
        let covered = saves == Saves::All && !hit.ignores_cover && kind.is_foot() && !hit.is_macro;
        if covered && !self.battle.in_air(self.roster, formation) {
            best[1] = self.battle.at(unit).and_then(|at| cover(self.roster, at));
        }
        if self.battle[formation].jinking {
            // EP-AIR-13: in place of armour if better.
            best[3] = Some(4);
        }
        let value = best.into_iter().flatten().min();
        let allowed = match (hit.titan_killer.is_some(), hit.is_macro) {
            (true, _) => false,
            (false, true) => reinforced,
            (false, false) => true,
        };
        if let (Some(value), true) = (value, allowed) {
            let penalty = u8::from(crossfire && !kind.has(Ability::ThickRearArmour)) + u8::from(hit.sniper);
            let needs = value.max(2) + penalty;
            if needs <= 6 {
                let face = self.d6("save", &name)?;
                if face >= needs {
                    return Ok(true);
                }
                if reinforced && !hit.is_macro && self.d6("reinforced armour", &name)? >= needs {
                    return Ok(true);
                }
            }
        }
        Ok(kind.has(Ability::Invulnerable) && self.d6("invulnerable save", &name)? == 6)
    }

    /// Points of damage on an engine: a marker and a critical die each (EP-WE-05, EP-WE-06).
    pub(in crate::battle::ground) fn damage(
        &mut self,
        account: &mut Account,
        unit: UnitId,
        points: u8,
        hit: &Hit,
        saves: Saves,
    ) -> Judged<()> {
        let kind = self.roster.kind(unit);
        let name = self.roster.unit_name(unit);
        let before = self.battle[unit].damage;
        let points = points.min(kind.capacity - before);
        self.battle[unit].damage += points;
        self.tell("EP-WE-05", |_| format!("{name} takes {points} damage"));
        for _ in 0..points {
            if self.d6("critical", &name)? < 6 || self.battle[unit].damage >= kind.capacity {
                continue;
            }
            let left = kind.capacity - self.battle[unit].damage;
            let more = match kind.critical {
                Critical::Nothing => 0,
                Critical::Damage(amount) => self.amount(amount, &name)?.min(left),
                Critical::Destroyed => left,
            };
            self.battle[unit].damage += more;
            self.tell("EP-WE-06", |_| {
                format!("{name} takes a critical hit: {}, {more} more damage", kind.critical.word())
            });
        }
        let taken = u32::from(self.battle[unit].damage - before);
        account.lost += taken;
        if !kind.has(Ability::Expendable) {
            // EP-WPN-02: the first point of a disrupt hit gives no second marker.
            account.markers += taken - u32::from(hit.disrupt && taken > 0);
        }
        if self.battle[unit].damage >= kind.capacity {
            self.tell("EP-WE-01", |_| format!("{name} is destroyed"));
            self.first_loss(account, unit);
            self.wreck(account, unit, hit, saves)?;
        }
        Ok(())
    }

    /// A unit is lost: a marker, two for the first in crossfire (EP-XFIRE-04); none for expendable ones (EP-SPEC-20).
    pub(in crate::battle::ground) fn lose(
        &mut self,
        account: &mut Account,
        unit: UnitId,
        hit: &Hit,
        saves: Saves,
    ) -> Judged<()> {
        account.lost += 1;
        if !self.kind(unit).has(Ability::Expendable) && !hit.disrupt {
            account.markers += 1;
        }
        self.first_loss(account, unit);
        self.wreck(account, unit, hit, saves)
    }

    fn first_loss(&mut self, account: &mut Account, unit: UnitId) {
        if account.crossfire && !account.first_lost && !self.kind(unit).has(Ability::Expendable) {
            account.markers += 1;
            self.tell("EP-XFIRE-04", |roster| {
                format!("the first loss of {} in crossfire: one more marker", roster[account.formation].name)
            });
        }
        account.first_lost = true;
    }

    /// Takes a unit off; passengers save by their armour or on 6+ (EP-MOVE-07).
    fn wreck(&mut self, account: &mut Account, unit: UnitId, hit: &Hit, saves: Saves) -> Judged<()> {
        let place = self.battle.at(unit);
        let aboard: Vec<UnitId> = self.battle.passengers(unit).collect();
        self.battle[unit].place = Place::Lost;
        for passenger in aboard {
            let name = self.roster.unit_name(passenger);
            let saves = if saves == Saves::None { Saves::None } else { Saves::NoCover };
            let saved = self.saved(passenger, hit, saves, account.crossfire, Some(6))?;
            if saved && self.bail_out(passenger, place) {
                self.tell("EP-MOVE-07", |_| format!("{name} gets out of the wreck"));
                continue;
            }
            self.tell("EP-MOVE-07", |_| format!("{name} is lost with its transport"));
            self.battle[passenger].place = Place::Lost;
            let own = self.roster.formation_of(passenger);
            let counts = !self.kind(passenger).has(Ability::Expendable);
            if own == account.formation {
                account.lost += 1;
                account.markers += u32::from(counts);
            } else if counts {
                self.mark(own, 1, "EP-MOVE-07")?;
            }
        }
        Ok(())
    }

    /// Puts a survivor down where its transport was.
    fn bail_out(&mut self, passenger: UnitId, place: Option<Point>) -> bool {
        let roster = self.roster;
        let found = place.and_then(|place| {
            free_place(self.battle, roster, passenger, place, &|at| can_stand(roster, passenger, at))
        });
        if let Some(place) = found {
            self.battle[passenger].place = Place::At(place);
        }
        found.is_some()
    }
}
