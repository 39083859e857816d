//! What a ship has beyond its class, by the ids of the fleet files.

use super::experiment::Experiment;
use crate::table::geometry::Quarter;

/// Chosen weapons, base, upgrades, refits and crew skills of one ship.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fitting {
    /// Chosen weapons of a class that leaves them open.
    pub armament: Vec<String>,
    /// A large base by choice (SHIP-06).
    pub tractor_fields: bool,
    /// Options of the class, upgrades of the list, marks and commanders aboard.
    pub upgrades: Vec<String>,
    /// Its value, where it is not that of its class and refits (VP-19).
    pub points: Option<u32>,
    /// Refits (REFIT-07).
    pub refits: Vec<String>,
    /// Crew skills (SKILL-01).
    pub skills: Vec<String>,
    /// What an experimental ship has gained and lost (PLOT-36).
    pub experiment: Option<Experiment>,
    /// Slug of the class that a decoy poses as (PLOT-40).
    pub poses: Option<String>,
    /// It joins for this battle only, on no register (PLOT-24).
    pub guest: bool,
    /// The quadrant of a star fort that it is.
    pub quadrant: Option<Quarter>,
}
