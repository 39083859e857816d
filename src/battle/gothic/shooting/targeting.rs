//! What a weapon can be fired at, and what it must be.

use crate::battle::gothic::movement::squadrons::Members;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, Order, ShipId, Unit};
use crate::ships::improvements::part;
use crate::ships::profile::{CriticalTable, Gun, Location, Mount};
use crate::table::geometry::Length;

impl Battle {
    /// Why a ship may not shoot at all in this phase, if it may not (SHOOT-18).
    #[must_use]
    pub fn silenced(&self, id: ShipId) -> Option<(&'static str, &'static str)> {
        let ship = self.ship(id);
        if ship.boards.is_some() {
            Some(("BOARD-02", "is boarding"))
        } else if ship.grappled.is_some() {
            Some(("BOARD-12", "is grappled"))
        } else if ship.done.lingers {
            Some(("DISENG-07", "has failed to disengage this turn"))
        } else if ship.done.disguise > 0 {
            Some(("MERCHANT-02", "is disguised as a freighter"))
        } else if ship.done.standby {
            Some(("TURN-09", "is on standby"))
        } else if ship.done.assaults {
            Some(("SCEN-88", "attacks the planet"))
        } else if ship.done.feats.inert == 1 {
            Some(("ELDAR-24", "is crewed by the dead, who only move in this turn,"))
        } else if ship.done.feats.charge > 0 || ship.done.feats.cooling > 0 {
            Some(("KILLER-03", "charges its Armageddon gun, or has not recovered from it"))
        } else {
            None
        }
    }

    /// Whether criticals silence a weapon (CRIT-10).
    #[must_use]
    pub fn damaged(&self, roster: &Roster, id: ShipId, weapon: u8) -> bool {
        let profile = &roster[id].profile;
        let mount = &profile.weapons[usize::from(weapon)];
        let criticals = &self.ship(id).criticals;
        if mount.location == Location::Basilica {
            return self.basilica_lost(roster, id) || !self.holds_basilica(roster, id);
        }
        match profile.criticals {
            // What is torn off a hulk weakens its weapons, and silences none (HULK-04).
            CriticalTable::SpaceHulk => false,
            CriticalTable::StarFort if mount.gun == Gun::Battery => false,
            CriticalTable::Necron | CriticalTable::DarkEldar if criticals.count(Critical::Weapons) > 0 => true,
            CriticalTable::Common
            | CriticalTable::Defence
            | CriticalTable::StarFort
            | CriticalTable::Eldar
            | CriticalTable::Haven
            | CriticalTable::DarkEldar
            | CriticalTable::Necron
            | CriticalTable::Tyranid => criticals.count(profile.criticals.silencing(mount.location, mount.gun)) > 0,
        }
    }

    /// What criticals leave of the strength of a weapon that still fires (FORT-02, HULK-04, HAVEN-01).
    pub(in crate::battle::gothic) fn weakened(&self, mount: &Mount, id: ShipId, whole: u8) -> u8 {
        let criticals = &self.ship(id).criticals;
        let half = criticals.count(Critical::HalfPower) > 0
            || mount.gun == Gun::Battery
                && mount.location != Location::Basilica
                && criticals.count(Critical::HalfBatteries) > 0;
        let left = if half { whole.div_ceil(2) } else { whole };
        if self.space_hulks.contains(id) { left.saturating_sub(self.torn_off(mount, id)) } else { left }
    }

    /// Whether a unit's fire is totalled before its order halves it (SQUAD-19).
    #[must_use]
    pub fn totals_first(&self, roster: &Roster, unit: Unit) -> bool {
        let light = |ship: &ShipId| roster[*ship].profile.is_light();
        matches!(unit, Unit::Squadron(_)) && self.members(unit).iter().all(light)
    }

    /// Firepower or strength of a weapon now: halved when crippled, then halved by orders (SHOOT-14). The halving of
    /// an escort squadron's order comes after its total, so it is left out here. A strength that is rolled counts as
    /// the most it can be.
    #[must_use]
    pub fn strength(&self, roster: &Roster, unit: Unit, id: ShipId, weapon: u8) -> u8 {
        let most = roster[id].profile.weapons[usize::from(weapon)].strength;
        self.strength_of(roster, unit, id, weapon, most)
    }

    /// As [`strength`](Self::strength), of a weapon whose strength is rolled, by what was rolled.
    #[must_use]
    pub fn strength_of(&self, roster: &Roster, unit: Unit, id: ShipId, weapon: u8, whole: u8) -> u8 {
        let mount = &roster[id].profile.weapons[usize::from(weapon)];
        let improved = &roster[id].profile.improved;
        let whole = self.weakened(mount, id, whole);
        let order = self.ship(id).order.filter(|order| order.halves());
        // Klaws hamper both ships that they hold to each other.
        let halved = order.is_some() || self.latched(id).is_some();
        let crippled = self.crippled(roster, id);
        if self.damaged(roster, id, weapon) || self.unloaded(roster, id, weapon) {
            return 0;
        }
        if mount.gun == Gun::Nova {
            return if halved || crippled { 0 } else { whole };
        }
        let strength = if crippled { part(whole, improved.crippled_share) } else { whole };
        if !halved || self.totals_first(roster, unit) {
            return strength;
        }
        // Motion-tracking targeters help under movement orders, not while braced (REFIT-25).
        let left = if matches!(order, None | Some(Order::Brace)) { 50 } else { improved.on_the_move };
        part(strength, left)
    }

    /// Whether a weapon waits to be reloaded.
    #[must_use]
    pub fn unloaded(&self, roster: &Roster, id: ShipId, weapon: u8) -> bool {
        let profile = &roster[id].profile;
        let launcha = profile.odd.launcha && profile.weapons[usize::from(weapon)].gun == Gun::Bombardment;
        launcha && self.ship(id).spent.torpedoes
    }

    /// Whether a weapon can be fired at a ship: range, arc, line of sight (SHOOT-02, SHOOT-03, SHOOT-12).
    #[must_use]
    pub fn bears(&self, roster: &Roster, id: ShipId, weapon: u8, target: ShipId) -> bool {
        self.why_not(roster, id, weapon, target).is_none()
    }

    /// How far a weapon reaches now.
    #[must_use]
    pub fn range(&self, roster: &Roster, id: ShipId, weapon: u8) -> Length {
        let profile = &roster[id].profile;
        let mount = &profile.weapons[usize::from(weapon)];
        let far = profile.odd.far_lances && mount.gun == Gun::Lance && self.ship(id).order == Some(Order::LockOn);
        if far { mount.range.max(Length::cm(60)) } else { mount.range }
    }

    /// Why a weapon cannot be fired at a ship: rule and reason.
    #[must_use]
    pub fn why_not(
        &self,
        roster: &Roster,
        id: ShipId,
        weapon: u8,
        target: ShipId,
    ) -> Option<(&'static str, &'static str)> {
        let mount = &roster[id].profile.weapons[usize::from(weapon)];
        let (ship, other) = (self.ship(id), self.ship(target));
        if !ship.at.within(other.at, self.range(roster, id, weapon)) {
            return Some(("SHOOT-02", "is out of its range"));
        }
        if !mount.arcs.bear(self.hub(id), ship.heading, other.at) {
            return Some(("SHOOT-03", "is not in its fire arc"));
        }
        if self.averted(roster, target, ship.at) {
            return Some(("FORT-01", "is a quadrant that faces another way"));
        }
        if !self.sees(roster, id, target) {
            return Some(("SHOOT-12", "is out of sight"));
        }
        if self.shared_field(ship.at, other.at) {
            if !ship.at.within(other.at, Length::cm(10)) {
                return Some(("TERRAIN-21", "is more than 10 cm away in the asteroid field"));
            }
            if ship.order == Some(Order::Brace) || self.crippled(roster, id) {
                return Some(("TERRAIN-23", "cannot be fired at in an asteroid field by a braced or crippled ship"));
            }
        }
        None
    }

    /// The ships of a target that a weapon can hit.
    #[must_use]
    pub fn in_sight(&self, roster: &Roster, id: ShipId, weapon: u8, target: Unit) -> Members {
        let mut found = Members::new();
        let hulk = match target {
            Unit::Ship(ship) if self.ship(ship).is_hulk() => Some(ship),
            Unit::Ship(_) | Unit::Squadron(_) => None,
        };
        let members = self.members(target);
        for ship in members.iter().copied().chain(hulk) {
            if self.bears(roster, id, weapon, ship) {
                found.push(ship).expect("each ship once");
            }
        }
        found
    }

    /// The direct-fire weapons of a ship.
    pub fn guns(roster: &Roster, id: ShipId) -> impl Iterator<Item = u8> {
        let weapons = &roster[id].profile.weapons;
        (0..).zip(weapons).filter(|(_, weapon)| weapon.gun.is_direct()).map(|(index, _)| index)
    }
}
