//! Fire that is combined: what the weapons of one kind come to together, each ship by its own order (SQUAD-18 to
//! SQUAD-20).

use super::gunnery_table;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, Crowd, Order, SHOTS, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::armour::armour;
use crate::ships::profile::Gun;
use crate::ships::traits::Trait;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::quarter;

/// Most groups of ships that see a target differently: one for each shot.
pub(in crate::battle::gothic) const GROUPS: usize = SHOTS;

/// Groups of ships, those that see the target alike together.
pub(in crate::battle::gothic) type Groups = FixedList<Group, GROUPS>;

/// Ships that fire in one column and see the same armour.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::battle::gothic) struct Group {
    /// The column of gunnery.
    pub(in crate::battle::gothic) column: u8,
    /// Who fires.
    pub(in crate::battle::gothic) firers: Crowd,
    /// Firepower or strength, once what orders halve has been settled.
    pub(in crate::battle::gothic) firepower: u16,
    /// What of it is still to be halved, after the total (SQUAD-19).
    halved: u16,
    /// What of it belongs to ships on Lock On.
    locked: u16,
}

impl Group {
    /// A group of nobody yet.
    pub(in crate::battle::gothic) fn of(column: u8) -> Self {
        Self { column, ..Self::default() }
    }

    /// Adds a weapon of a ship.
    pub(in crate::battle::gothic) fn add(&mut self, ship: ShipId, share: u8, stance: Stance) {
        let share = u16::from(share);
        self.firers.insert(ship);
        self.firepower += share;
        match stance {
            Stance::Halved => self.halved += share,
            Stance::LockedOn => self.locked += share,
            Stance::Plain => {}
        }
    }

    /// Dice of a kind of weapon, and how many of them are rolled again when they miss (ORDER-10).
    ///
    /// Ruling: ships that fire in one column are looked up together whatever their orders; of the dice, as many as their
    /// part of the firepower gives belong to ships on Lock On, fractions to the others.
    pub(in crate::battle::gothic) fn dice(&self, gun: Gun) -> (u8, u8) {
        let dice = if gun.is_gunnery() {
            gunnery_table::dice(self.firepower, self.column)
        } else {
            self.firepower.min(255) as u8
        };
        let locked = u16::from(dice) * self.locked / self.firepower.max(1);
        (dice, locked as u8)
    }
}

/// What a ship's own order makes of its part of combined fire (SQUAD-19, ORDER-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::battle::gothic) enum Stance {
    /// Its weapons are as they are, or halved already.
    Plain,
    /// The total of all such ships is halved.
    Halved,
    /// Misses are rolled again.
    LockedOn,
}

/// Halves what is to be halved, all together, and divides it in proportion; fractions go to the nearest group
/// (SQUAD-19, SQUAD-20).
pub(in crate::battle::gothic) fn settle(groups: &mut [Group], nearest: usize) {
    let total: u16 = groups.iter().map(|group| group.halved).sum();
    let whole = total.div_ceil(2);
    let mut left = whole;
    for (place, group) in groups.iter_mut().enumerate() {
        group.firepower -= group.halved;
        if place != nearest {
            let part = group.halved * whole / total.max(1);
            group.firepower += part;
            left -= part;
        }
    }
    if let Some(group) = groups.get_mut(nearest) {
        group.firepower += left;
    }
}

impl Battle {
    /// Armour at front, side and rear now: a deflector fails with the prow (TAU-05), and a reactive hull that is braced
    /// is thin everywhere (NEC-06).
    #[must_use]
    pub fn armour_of(&self, roster: &Roster, id: ShipId) -> [u8; 3] {
        let (ship, profile) = (self.ship(id), &roster[id].profile);
        let [front, side, rear] = profile.armour;
        if profile.traits.hull_save <= 6 && ship.order == Some(Order::Brace) {
            [4; 3]
        } else if profile.is(Trait::Deflector) && ship.criticals.count(Critical::Prow) > 0 {
            [side, side, rear]
        } else {
            [front, side, rear]
        }
    }

    /// What a ship's own order makes of its part of its unit's fire.
    pub(in crate::battle::gothic) fn firing_stance(&self, roster: &Roster, unit: Unit, id: ShipId) -> Stance {
        let order = self.ship(id).order;
        let halved = order.is_some_and(Order::halves) || self.latched(id).is_some();
        if halved && self.totals_first(roster, unit) {
            Stance::Halved
        } else if order == Some(Order::LockOn) {
            Stance::LockedOn
        } else {
            Stance::Plain
        }
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// What a die of a ship's weapon needs to hit another: by the facing of the target in which the firer lies (SHIP-13).
    pub(in crate::battle::gothic) fn needed_by(&self, firer: ShipId, gun: Gun, ship: ShipId) -> u8 {
        let target = self.battle.ship(ship);
        let plates = self.battle.armour_of(self.roster, ship);
        gun.needed(armour(plates, quarter(target.at, target.heading, self.battle.ship(firer).at)))
    }

    /// Whether two ships see the same armour of all that their weapons can hit.
    pub(in crate::battle::gothic) fn see_alike(&self, a: ShipId, b: ShipId, gun: Gun, ships: &[ShipId]) -> bool {
        // Dice that count otherwise are told apart as well (MECH-11, ROGUE-25).
        let alike = |known: Trait| self.profile(a).is(known) == self.profile(b).is(known);
        a == b
            || alike(Trait::LanceSixes)
                && alike(Trait::Mild)
                && ships.iter().all(|ship| self.needed_by(a, gun, *ship) == self.needed_by(b, gun, *ship))
    }
}
