//! What never changes while a battle is fought: names, classes, figures, by id.

use crate::ships::craft::CraftId;
use crate::ships::craft::CraftKind;
use crate::ships::fitting::Fitting;
use crate::ships::profile::Profile;

use super::{ShipId, Unit};

/// Everything about a battle that never changes while it is fought, by id.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Roster {
    /// The two players.
    pub sides: [String; 2],
    /// Ships, by [`ShipId`].
    pub ships: Vec<Entry>,
    /// Kinds of attack craft, by [`CraftId`].
    pub craft: Vec<CraftKind>,
    /// Names of squadrons, by [`SquadronId`](super::SquadronId).
    pub squadrons: Vec<String>,
}

impl std::ops::Index<ShipId> for Roster {
    type Output = Entry;

    #[inline]
    fn index(&self, id: ShipId) -> &Entry {
        &self.ships[usize::from(id.0)]
    }
}

/// A ship by name, with its figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name, unique in the battle.
    pub name: String,
    /// Slug of its class.
    pub class: String,
    /// What it has beyond its class.
    pub fitting: Fitting,
    /// What it looks like to the enemy, where that is not what it is (PLOT-40).
    pub pose: Option<Box<Pose>>,
    /// Attack craft that its launch bays may send out.
    pub craft: Vec<CraftId>,
    /// Its figures.
    pub profile: Profile,
}

/// What a ship looks like to the enemy: the class it poses as, or its own without an experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pose {
    /// Slug of the class.
    pub class: String,
    /// Its figures.
    pub profile: Profile,
}

impl Roster {
    /// The name of a unit.
    #[must_use]
    pub fn unit_name(&self, unit: Unit) -> &str {
        match unit {
            Unit::Ship(ship) => &self[ship].name,
            Unit::Squadron(squadron) => &self.squadrons[usize::from(squadron.0)],
        }
    }
}
