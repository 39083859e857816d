//! What a player wants to have on his register.

use serde::{Deserialize, Serialize};

use crate::campaign::state::Origin;

/// A vessel to be commissioned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct NewVessel {
    /// Name.
    pub name: String,
    /// Classes and numbers: one for a capital ship, more for a squadron.
    pub ships: Vec<NewShips>,
    /// Options of the class and upgrades of the list; one taken twice is named twice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub upgrades: Vec<String>,
    /// A lesser commander aboard (CMDR-09).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub officer: Option<NewOfficer>,
    /// Own list, reserve or ally.
    pub origin: Origin,
    /// Not yet assembled and painted (FLEET-05).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
}

/// Ships of one class and armament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct NewShips {
    /// Class.
    pub class: String,
    /// How many.
    pub count: u32,
    /// Weapons, where the class leaves a choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<String>,
}

/// A lesser commander to be bought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct NewOfficer {
    /// Kind.
    pub kind: String,
    /// Extra re-rolls.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub extra_rerolls: u32,
    /// Marks of Chaos.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}
