//! The limits of a fleet list as values: a closed set of bounds over sets of ships.

use serde::Serialize;

use crate::ships::class::{People, ShipType};

/// One limit of a list: a set of ships, how they are counted, and the bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Limit {
    /// The ships it binds.
    pub of: Vec<Selector>,
    /// What is counted.
    pub count: Counted,
    /// The bound.
    pub bound: Bound,
    /// The limit as people say it.
    pub says: String,
}

/// What a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    /// Single ships.
    Ships,
    /// Squadrons; a lone capital ship is one.
    Squadrons,
}

/// Which ships of a register are meant; a list of selectors means any of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selector {
    /// A section of the list: `section:cruiser`.
    Section(String),
    /// One class: `class:lunar`.
    Class(String),
    /// Every class of a type: `type:light cruiser`.
    Type(ShipType),
    /// Every ship of a people: `people:demiurg`.
    People(People),
    /// Every capital ship, which is what is neither escort, transport nor defence: `capital`.
    Capital,
}

/// The bound of a limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// No more than so many.
    AtMost(u32),
    /// No more than so many while the register is worth no more than `points`.
    AtMostUpTo {
        /// The greatest number.
        count: u32,
        /// The greatest worth at which it binds.
        points: u32,
    },
    /// No more than so many beside any of the others.
    AtMostWith {
        /// The greatest number.
        count: u32,
        /// The others.
        others: Vec<Selector>,
    },
    /// No fewer than so many, once the register is worth more than `above_points`.
    AtLeast {
        /// The least number.
        count: u32,
        /// Only above this many points; 0 for always.
        above_points: u32,
    },
    /// `count` for every `per` of others.
    AtMostPer(PerOthers),
    /// At least `count` for every `per` of others.
    AtLeastPer {
        /// Needed for each group.
        count: u32,
        /// Size of the group.
        per: u32,
        /// The others.
        others: Vec<Selector>,
    },
    /// `count` for every `points` of the register.
    AtMostPerPoints {
        /// Allowed for each share.
        count: u32,
        /// Size of the share.
        points: u32,
        /// A part of a share counts as a whole one.
        part: bool,
        /// The ships whose points are shared out; empty for the whole register.
        points_of: Vec<Selector>,
    },
    /// `count` for every `per` commanders of these kinds, the player's own commander counted.
    AtMostPerCommanders {
        /// Allowed for each group.
        count: u32,
        /// Size of the group.
        per: u32,
        /// Ids of commanders.
        kinds: Vec<String>,
    },
    /// Only in a register of so many points.
    FleetPoints(u32),
    /// No more than this percentage of the register's points.
    PointsPercent(u32),
    /// No more than this percentage of them with any of these options of their class.
    OptionsPercent {
        /// Percentage of the ships.
        percent: u32,
        /// Ids of options.
        options: Vec<String>,
    },
    /// No more than the gravitic hooks of the register carry, their strengths added up.
    HookCapacity,
    /// Not beside any of these.
    NotWith(Vec<Selector>),
    /// The commander must be of one of these kinds.
    Commander(Vec<String>),
}

/// `count` for every `per` of others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PerOthers {
    /// Allowed for each group.
    pub count: u32,
    /// Size of the group.
    pub per: u32,
    /// The others.
    pub others: Vec<Selector>,
    /// They must be fewer, not merely as many, if there are any of them at all.
    pub fewer: bool,
    /// No limit at all in a register without any of the others.
    pub free_without: bool,
    /// Allowed on top.
    pub plus: u32,
    /// The commanders who allow `plus`; empty for any.
    pub plus_with: Vec<String>,
}
