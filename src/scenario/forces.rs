//! What a scenario asks about the forces of a side, in plain figures: it knows no register.

use crate::ships::class::ShipClass;

/// A capital ship or an escort squadron that could be fielded, or is.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// Its name.
    pub name: &'a str,
    /// The class of its first ship.
    pub class: &'a ShipClass,
    /// What its ships that are there are worth.
    pub points: u32,
    /// It is one ship.
    pub single: bool,
}

/// The fleet of a side as it was picked.
#[derive(Clone, Copy, Debug)]
pub struct Forces<'a> {
    /// It is the attacker's.
    pub attacks: bool,
    /// Agreed points.
    pub size: u32,
    /// What is picked.
    pub picked: &'a [Candidate<'a>],
    /// How many the other side has picked, if it has.
    pub others: Option<usize>,
    /// The convoy, where there is one.
    pub convoy: Option<&'a Convoy>,
}

/// A convoy's transports and what lies in wait for it (SCEN-65, SCEN-67).
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Convoy {
    /// Transports of the defender.
    pub transports: u32,
    /// Rolls on the attackers' table.
    pub attackers: Vec<u8>,
}

/// The part of his allowance that a defender may spend on planetary defences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The allowance is divided by it.
    pub divisor: u32,
    /// What the part is called.
    pub part: &'static str,
    /// The rule that states it.
    pub rule: &'static str,
}

impl Share {
    /// The general third (COMP-03).
    pub const THIRD: Self = Self { divisor: 3, part: "a third", rule: "COMP-03" };
}
