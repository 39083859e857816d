//! What a class sheet says beyond its profile: options, a Leadership of its own, and uses outside the fleet lists.

use serde::{Deserialize, Serialize};

use super::effect::Effect;
use crate::text::words;

/// A priced or free alternative of a class, such as a nova cannon for torpedoes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassOption {
    /// Slug, unique within the class.
    pub id: String,
    /// Price, which may be negative.
    pub points: i32,
    /// What it does, in words.
    pub effect: String,
    /// What it does on the table; `None` where the engine does not play it or the class was filed before it was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effects: Option<Vec<Effect>>,
    /// Leadership that it gives the ship in place of the class's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leadership: Option<u8>,
    /// The only lists that sell it; empty for every list with the class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lists: Vec<String>,
    /// Most ships of a register that may have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
    /// Most ships that may have it for a share of the register's points, parts counting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_per_points: Option<PointShare>,
    /// Needs the opponent's or arbitrator's agreement.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_agreement: bool,
    /// Its limit, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// How often one ship may take it.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub times: u32,
}

const fn once() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
const fn is_once(times: &u32) -> bool {
    *times == 1
}

/// So many for every so many points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointShare {
    /// Allowed for each share.
    pub count: u32,
    /// Size of a share.
    pub points: u32,
}

/// Leadership that a class has instead of rolling it (FLEET-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClassLeadership {
    /// Always this value, unless an option gives another: hive ships, Ork space hulks.
    Fixed(u8),
    /// This value less 1 for each point of damage, never below 5: Demiurg.
    FallsWithDamage(u8),
    /// Its parent ship's Leadership and so much more: Nicassar Dhows.
    ParentPlus(u8),
    /// As many as ships are left in its squadron, up to this value, when no hive ship leads it.
    SquadronSize(u8),
    /// None: it acts on instinct unless a hive ship leads it.
    Instinct,
}

words! {
    /// Where a class appears besides the fleet lists.
    ClassUse {
        /// Given by a scenario.
        Scenario = "scenario",
        /// A pirate base.
        PirateBase = "pirate base",
        /// Planetary defence in high orbit.
        HighOrbit = "high orbit",
        /// Planetary defence in low orbit or on the ground.
        LowOrbit = "low orbit",
        /// Merchant vessel in place of a transport.
        Merchant = "merchant",
        /// Star fort bought from fleet points.
        StarFort = "star fort",
        /// Planetary defence of the Tau.
        TauDefences = "tau defences",
        /// Planetary defence of the Orks.
        OrkDefences = "ork defences",
    }
}
