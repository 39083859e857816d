//! What the record of a battle holds by its scenario: what is asked, who had which part, what may be noted.

use crate::battle::gothic::missions::mission::Group;
use crate::battle::gothic::sub_plots::Plot;
use crate::scenario::role::Role;
use crate::table::side::Side;
use crate::text::words;

/// One thing that only the players know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// How many game turns were played (PLOT-42).
    Turns,
    /// How many transports crossed the table (SCEN-78).
    TransportsThrough,
    /// How many assault points were scored (SCEN-87).
    AssaultPoints,
    /// Whether the planet was destroyed (SCEN-112).
    PlanetDestroyed,
    /// Whether every Exterminator is gone (SCEN-117).
    ExterminatorsGone,
    /// Whether a side's sub-plot was achieved.
    Plot(Role, Plot),
}

/// What a record says in answer to its scenario's questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Half transports that crossed the table (SCEN-78, SCEN-79).
    pub half_transports_through: u32,
    /// Assault points scored in play (SCEN-87).
    pub assault_points: u32,
    /// The planet was destroyed (SCEN-112).
    pub planet_destroyed: bool,
    /// Every Exterminator is destroyed or gone (SCEN-117).
    pub exterminators_gone: bool,
}

/// What the players rolled or chose at the table and may note; nothing is worked out from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// Turns for which surprised defenders have -1 Leadership (SCEN-46).
    AlertTurns,
    /// The size of the planet (SCEN-56, SCEN-92, SCEN-118).
    Planet,
    /// Clusters used (SCEN-81).
    Clusters,
    /// Formations and the map (SCEN-130).
    Formations,
}

words! {
    /// The part a vessel has in its scenario (SCEN-38, SCEN-56, SCEN-104, SCEN-118).
    Part {
        /// The pursued ship of The Bait.
        Bait = "bait",
        /// Its reinforcements.
        Reinforcement = "reinforcement",
        /// On full alert from the start.
        Alert = "alert",
        /// On standby.
        Standby = "standby",
        /// On patrol.
        Patrol = "patrol",
        /// May destroy the planet.
        Exterminator = "exterminator",
        /// Of the first division.
        Division1 = "division 1",
        /// Of the second division.
        Division2 = "division 2",
        /// Of the third division.
        Division3 = "division 3",
        /// Of the fourth division.
        Division4 = "division 4",
        /// Of the fifth division.
        Division5 = "division 5",
    }
}

/// A unit after a battle that the engine fought, as far as its part is known by it.
#[derive(Clone, Copy, Debug)]
pub struct Station<'a> {
    /// Whose it is.
    pub side: Side,
    /// Its place among the units of its side.
    pub place: usize,
    /// The group it came with, where it came later.
    pub group: Option<&'a Group>,
    /// It is an Exterminator.
    pub exterminator: bool,
}
