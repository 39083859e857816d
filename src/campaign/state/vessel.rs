//! A vessel of a register: a capital ship or a squadron.

use std::sync::Arc;

use super::improvement;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::improvement::Improvement;
use super::{BattleId, DesignId, PlayerId, VesselId};
use crate::ships::class::ShipClass;
use crate::text::words;

/// The figures of a class as they stood when the first vessel was commissioned from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Design {
    /// Id.
    pub id: DesignId,
    /// The figures, shared by all copies of a campaign: they never change.
    #[serde(with = "shared")]
    pub class: Arc<ShipClass>,
}

/// What is shared is written as if it were not.
mod shared {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<T: Serialize, S: Serializer>(value: &Arc<T>, serializer: S) -> Result<S::Ok, S::Error> {
        value.as_ref().serialize(serializer)
    }

    pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Arc<T>, D::Error> {
        T::deserialize(from).map(Arc::new)
    }
}

/// One entry of a fleet register: a capital ship or an escort squadron (FLEET-03, FLEET-11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vessel {
    /// Id.
    pub id: VesselId,
    /// Owner.
    pub player: PlayerId,
    /// Place on the register, hence in dice order.
    pub place: u32,
    /// Name.
    pub name: String,
    /// What it is made of: one hull for a capital ship, several for a squadron.
    pub hulls: Vec<Hulls>,
    /// Options and upgrades bought with it.
    pub upgrades: Vec<Bought>,
    /// A lesser commander aboard (CMDR-09).
    pub officer: Option<Officer>,
    /// Its worth.
    pub points: u32,
    /// Where it comes from.
    pub origin: Origin,
    /// Rolled once and kept (FLEET-06); `None` until then, and for crews that have none.
    pub leadership: Option<u8>,
    /// When it was bought.
    pub commissioned: NaiveDate,
    /// When it was assembled, painted and rolled for (FLEET-04).
    pub trials: Option<NaiveDate>,
    /// Added after the start (FLEET-07).
    pub late: bool,
    /// Ready, withdrawn or lost.
    pub state: VesselState,
    /// When it was lost.
    pub lost: Option<NaiveDate>,
    /// Names it bore before.
    pub former_names: Vec<String>,
    /// Why the arbitrator allowed it against the fleet list.
    pub allowed: Option<String>,
    /// Its list value with options, without commander and refits (REFIT-04).
    pub list_points: u32,
    /// Hits it is short of (REPAIR-07).
    pub damage: u32,
    /// Refits.
    pub refits: Vec<Improvement>,
    /// Crew skills.
    pub skills: Vec<Improvement>,
    /// The battle after which it was withdrawn (REPAIR-12).
    pub withdrawn: Option<BattleId>,
}

impl Vessel {
    /// Number of ships it has at present.
    #[must_use]
    pub fn ships(&self) -> u32 {
        self.hulls.iter().map(|hulls| hulls.count - hulls.lost.min(hulls.count)).sum()
    }

    /// Number of ships it is registered with.
    #[must_use]
    pub fn strength(&self) -> u32 {
        self.hulls.iter().map(|hulls| hulls.count).sum()
    }

    /// Its worth with these refits, commander included (REFIT-04, VP-19).
    #[must_use]
    pub fn points_with(&self, refits: &[Improvement]) -> u32 {
        improvement::worth(self.list_points, refits) + self.officer.as_ref().map_or(0, |officer| officer.points)
    }
}

/// Hulls of one design and armament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hulls {
    /// The design.
    pub design: DesignId,
    /// How many it is registered with.
    pub count: u32,
    /// How many of them are lost and not replaced.
    #[serde(default, skip_serializing_if = "is_none")]
    pub lost: u32,
    /// Weapons chosen where the class leaves a choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
pub(super) const fn is_none(number: &u32) -> bool {
    *number == 0
}

/// An option or upgrade, with its price when it was bought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bought {
    /// Slug.
    pub id: String,
    /// Price for the whole vessel; may be negative.
    pub points: i32,
    /// What it does.
    pub effect: String,
    /// Given, not sold: no price list knows it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gained: bool,
}

/// A lesser commander (CMDR-09).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Officer {
    /// Slug of his kind.
    pub kind: String,
    /// Rank.
    pub rank: String,
    /// Price, extra re-rolls and marks included.
    pub points: u32,
    /// Re-rolls in all.
    pub rerolls: u32,
    /// Those of them bought on top.
    pub extra_rerolls: u32,
    /// Marks of Chaos.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
}

/// Where a vessel comes from (RESV-01, ALLY-01).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// The player's own list.
    Main,
    /// A reserve of another list of the same race.
    Reserve(String),
    /// An ally of another people's list.
    Ally(String),
}

words! {
    /// A register entry is in exactly one state (FLEET-11).
    VesselState {
        /// May be picked.
        Ready = "ready",
        /// Away for repairs.
        Withdrawn = "withdrawn",
        /// Gone; kept as history.
        Lost = "lost",
    }
}
