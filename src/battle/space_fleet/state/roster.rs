//! What never changes while a battle is fought: names, classes, bonuses.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Battle, NAMED, ShipId, SquadronId};
use crate::battle::space_fleet::bonus::{Bonus, Bonuses};
use crate::battle::space_fleet::class::{Class, Fleet};
use crate::table::side::Side;

/// Everything about a battle that never changes while it is fought, by id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster {
    /// The two players.
    pub sides: [String; 2],
    /// Their fleets.
    pub fleets: [Fleet; 2],
    /// Every class there is.
    pub classes: Arc<Vec<Class>>,
    /// Ships, by [`ShipId`]; vessels that arrive later have none.
    pub ships: Vec<Entry>,
    /// Names of squadrons, by [`SquadronId`].
    pub squadrons: Vec<String>,
}

/// A ship by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Its name, unique in the battle.
    pub name: String,
    /// Its class, by its place in the list of classes.
    pub class: u8,
    /// It is the flagship of its fleet.
    pub flagship: bool,
    /// What it has beyond its class.
    pub bonuses: Bonuses,
    /// It comes free with a scenario (SF-SCEN-11).
    pub free: bool,
    /// Points that were paid for bonuses (SF-FLAG-03).
    pub paid: u16,
}

impl Roster {
    /// The name of a ship. Vessels that arrive later are numbered.
    #[must_use]
    pub fn name(&self, id: ShipId) -> Cow<'_, str> {
        let at = usize::from(id.0);
        match self.ships.get(at) {
            Some(entry) => Cow::Borrowed(&entry.name),
            None => Cow::Owned(format!("Spawn {}", at + 1 - self.ships.len())),
        }
    }

    /// What a system of a ship is called; by its number where the ship arrived later.
    #[must_use]
    pub fn system_name(&self, id: ShipId, system: u8) -> String {
        match self.ships.get(usize::from(id.0)) {
            Some(entry) => self.classes[usize::from(entry.class)].system_name(usize::from(system)).to_owned(),
            None => format!("system {}", system + 1),
        }
    }

    /// The name of a squadron.
    #[must_use]
    pub fn squadron_name(&self, id: SquadronId) -> Cow<'_, str> {
        let at = usize::from(id.0);
        match self.squadrons.get(at).filter(|_| at < NAMED) {
            Some(name) => Cow::Borrowed(name),
            None => self.name(ShipId(id.0.saturating_sub(NAMED as u8))),
        }
    }

    /// The name of a side.
    #[must_use]
    pub fn side(&self, side: Side) -> &str {
        &self.sides[side as usize]
    }

    /// The class of a ship.
    #[must_use]
    pub fn class(&self, battle: &Battle, id: ShipId) -> &Class {
        &self.classes[usize::from(battle.ship(id).class)]
    }

    /// The bonuses of a ship.
    #[must_use]
    pub fn bonuses(&self, id: ShipId) -> Bonuses {
        self.ships.get(usize::from(id.0)).map(|entry| entry.bonuses).unwrap_or_default()
    }

    /// Copies of a bonus that a ship has.
    #[must_use]
    pub fn bonus(&self, id: ShipId, bonus: Bonus) -> u8 {
        self.ships.get(usize::from(id.0)).map_or(0, |entry| entry.bonuses.count(bonus))
    }

    /// Whether it is a flagship.
    #[must_use]
    pub fn is_flagship(&self, id: ShipId) -> bool {
        self.ships.get(usize::from(id.0)).is_some_and(|entry| entry.flagship)
    }

    /// A ship by its name, in any case.
    #[must_use]
    pub fn find(&self, battle: &Battle, name: &str) -> Option<ShipId> {
        battle.ids().find(|id| self.name(*id).eq_ignore_ascii_case(name))
    }

    /// A squadron that has ships, by its name or that of its only ship.
    #[must_use]
    pub fn find_squadron(&self, battle: &Battle, name: &str) -> Option<SquadronId> {
        let known =
            battle.all().map(|(_, ship)| ship.squadron).find(|id| self.squadron_name(*id).eq_ignore_ascii_case(name));
        known.or_else(|| {
            let ship = self.find(battle, name)?;
            let squadron = battle.ship(ship).squadron;
            (battle.all().filter(|(_, other)| other.squadron == squadron).count() == 1).then_some(squadron)
        })
    }

    /// The side whose fleet is a hive fleet.
    #[must_use]
    pub fn hive(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.fleets[*side as usize] == Fleet::Tyranid)
    }

    /// Most damage points: the class's, and two for each Massive Hull (SF-FLAG-21).
    #[must_use]
    pub fn full_damage(&self, battle: &Battle, id: ShipId) -> u8 {
        self.class(battle, id).damage + 2 * self.bonus(id, Bonus::MassiveHull)
    }

    /// Most shields of each facing (SF-FLAG-22, SF-FLAG-41, SF-FLAG-51).
    #[must_use]
    pub fn full_shields(&self, battle: &Battle, id: ShipId) -> [u8; 4] {
        let class = self.class(battle, id);
        let mut shields = class.shields;
        let eldar = class.fleet == Fleet::Eldar;
        let again = self.bonus(id, Bonus::HoloFields).saturating_sub(u8::from(!class.special.holo_fields));
        let more = 2 * (self.bonus(id, Bonus::ReinforcedShields) + again);
        for (at, shield) in shields.iter_mut().enumerate() {
            if eldar || at < 3 {
                *shield += more;
            }
        }
        shields
    }
}
