//! What never changes while a ground battle is fought: sides, kinds, names, terrain.

use std::ops::Index;

use serde::{Deserialize, Serialize};

use super::charts::Terrain;
use super::kinds::{Ability, Kind};
use crate::table::edge::Edge;
use crate::table::geometry::{Length, Point, Rect};
use crate::table::side::Side;

/// A formation of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FormationId(pub usize);

/// A unit of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitId(pub usize);

/// A spacecraft of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CraftId(pub usize);

/// A player of the battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// His name.
    pub name: String,
    /// His strategy rating (EP-TURN-02).
    pub strategy: u8,
    /// The edge he sets up at.
    pub edge: Edge,
}

/// A formation as it was raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormationEntry {
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// The score its tests need.
    pub initiative: u8,
    /// What it is worth.
    pub points: u32,
    /// Its units, by number.
    pub units: Vec<UnitId>,
    /// The spacecraft it comes down from.
    pub carrier: Option<CraftId>,
}

/// A unit as it was raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitEntry {
    /// Index of its kind.
    pub kind: usize,
    /// Its formation.
    pub formation: FormationId,
    /// Its number there, from 1.
    pub number: usize,
}

/// A spacecraft's figures (EP-SPACE-16).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CraftEntry {
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// The score its test needs.
    pub initiative: u8,
    /// Barrage points of each bombardment.
    pub orbital_bp: u8,
    /// How many bombardments.
    pub bombardments: u8,
    /// How many pinpoint attacks.
    pub pinpoint: u8,
    /// How many units it can bring down.
    pub planetfall: u8,
    /// Not before turn 3 (EP-SPACE-13).
    pub slow: bool,
    /// May share its turn with an enemy's: self-planetfall (EP-SPACE-14).
    pub small: bool,
}

/// The ground that a feature covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A disc.
    Disc(Point, Length),
    /// A rectangle along the edges.
    Rect(Rect),
}

/// A feature of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// What it is.
    pub kind: Terrain,
    /// Where.
    pub shape: Shape,
}

/// House rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct House {
    /// Every barrage is a crossfire (EP-BARR-05).
    pub barrages_cross: bool,
}

/// What never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster {
    /// The two players.
    pub sides: [Player; 2],
    /// The table.
    pub table: Rect,
    /// Kinds of units.
    pub kinds: Vec<Kind>,
    /// Formations of both.
    pub formations: Vec<FormationEntry>,
    /// Units of all of them.
    pub units: Vec<UnitEntry>,
    /// Spacecraft of both.
    pub craft: Vec<CraftEntry>,
    /// Features.
    pub terrain: Vec<Feature>,
    /// House rules.
    pub house: House,
}

impl Index<FormationId> for Roster {
    type Output = FormationEntry;
    fn index(&self, id: FormationId) -> &FormationEntry {
        &self.formations[id.0]
    }
}

impl Index<UnitId> for Roster {
    type Output = UnitEntry;
    fn index(&self, id: UnitId) -> &UnitEntry {
        &self.units[id.0]
    }
}

impl Index<CraftId> for Roster {
    type Output = CraftEntry;
    fn index(&self, id: CraftId) -> &CraftEntry {
        &self.craft[id.0]
    }
}

impl Roster {
    /// The kind of a unit.
    #[must_use]
    pub fn kind(&self, unit: UnitId) -> &Kind {
        &self.kinds[self[unit].kind]
    }

    /// The formation of a unit.
    #[must_use]
    pub fn formation_of(&self, unit: UnitId) -> FormationId {
        self[unit].formation
    }

    /// Whose a unit is.
    #[must_use]
    pub fn side_of(&self, unit: UnitId) -> Side {
        self[self[unit].formation].side
    }

    /// Every formation.
    pub fn formation_ids(&self) -> impl Iterator<Item = FormationId> + use<> {
        (0..self.formations.len()).map(FormationId)
    }

    /// The formations of a side.
    pub fn formations_of(&self, side: Side) -> impl Iterator<Item = FormationId> + '_ {
        self.formation_ids().filter(move |id| self[*id].side == side)
    }

    /// Every spacecraft.
    pub fn craft_ids(&self) -> impl Iterator<Item = CraftId> + use<> {
        (0..self.craft.len()).map(CraftId)
    }

    /// A player's name.
    #[must_use]
    pub fn player(&self, side: Side) -> &str {
        &self.sides[side as usize].name
    }

    /// A unit's name: `Red 2`.
    #[must_use]
    pub fn unit_name(&self, unit: UnitId) -> String {
        format!("{} {}", self[self[unit].formation].name, self[unit].number)
    }

    /// Whether a formation flies.
    #[must_use]
    pub fn is_air(&self, formation: FormationId) -> bool {
        self[formation].units.iter().any(|unit| self.kind(*unit).air.is_some())
    }

    /// Whether a unit of a formation has an ability.
    #[must_use]
    pub fn any(&self, formation: FormationId, ability: Ability) -> bool {
        self[formation].units.iter().any(|unit| self.kind(*unit).has(ability))
    }

    /// The half of the table that a place lies in: that of the nearer edge; the middle is nobody's.
    #[must_use]
    pub fn half_of(&self, place: Point) -> Option<Side> {
        let (along, from, to) = match self.sides[0].edge {
            Edge::Near | Edge::Far => (place.y, self.table.low.y, self.table.high.y),
            Edge::Left | Edge::Right => (place.x, self.table.low.x, self.table.high.x),
        };
        let low_is_one = matches!(self.sides[0].edge, Edge::Near | Edge::Left);
        let low = if low_is_one { Side::One } else { Side::Two };
        match (along - from).cmp(&(to - along)) {
            std::cmp::Ordering::Less => Some(low),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(low.other()),
        }
    }

    /// How far a place lies from a side's own edge.
    #[must_use]
    pub fn from_edge(&self, side: Side, place: Point) -> Length {
        match self.sides[side as usize].edge {
            Edge::Near => place.y - self.table.low.y,
            Edge::Far => self.table.high.y - place.y,
            Edge::Left => place.x - self.table.low.x,
            Edge::Right => self.table.high.x - place.x,
        }
    }

    /// Whether a place is on the table, edges included.
    #[must_use]
    pub fn on_table(&self, place: Point) -> bool {
        self.table.nearest(place) == place
    }
}
