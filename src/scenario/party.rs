//! The two sides, as far as a set-up asks about them.

use super::zone::Zone;
use crate::text::words;

words! {
    /// Formations of a Fleet Engagement (SCEN-121).
    Formation {
        /// Sphere.
        Sphere = "sphere",
        /// Wedge.
        Wedge = "wedge",
        /// Cross.
        Cross = "cross",
    }
}

/// One side, as far as the set-up needs it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Party {
    /// Name.
    pub name: String,
    /// Attack rating (ATT-01).
    pub rating: u32,
    /// The zone he chose in secret.
    pub zone: Option<Zone>,
    /// His formation.
    pub formation: Option<Formation>,
    /// His ships and squadrons.
    pub units: Vec<String>,
    /// Points of his ships.
    pub points: u32,
    /// Speed of his fastest ship.
    pub fastest: u32,
    /// Leadership of his admiral.
    pub leadership: u32,
    /// Number of his escorts.
    pub escorts: u32,
    /// What his sub-plot adds to the table (PLOT-26).
    pub hazards: Hazards,
}

/// Phenomena that a sub-plot adds to the table (PLOT-26).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hazards {
    /// Gas or dust clouds.
    pub clouds: u8,
    /// Asteroid fields.
    pub asteroids: u8,
    /// The sub-plot is known to its player alone.
    pub secret: bool,
}
