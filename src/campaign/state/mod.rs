//! The campaign as a value: what the tables of a campaign file hold, and nothing that a chapter could work out.

pub mod battle;
pub mod boon;
pub mod grant;
pub mod improvement;
mod lookup;
mod player;
mod vessel;

pub use player::Player;
pub use vessel::{Bought, Design, Hulls, Officer, Origin, Vessel, VesselState};

use std::collections::BTreeMap;

use chrono::{NaiveDate, NaiveDateTime};
use serde::{Deserialize, Serialize};

use super::chart::WorldType;
use super::options::Options;
use crate::text::words;
use battle::Battle;

macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl From<$name> for i64 {
            fn from(id: $name) -> Self {
                Self::from(id.0)
            }
        }
    };
}

id! {
    /// A player of the campaign.
    PlayerId
}
id! {
    /// A register entry: a capital ship or a squadron.
    VesselId
}
impl VesselId {
    /// The id of the vessel that takes its place when it is lost. It follows from the lost one alone, so that later
    /// commands still mean the same vessel when an earlier one is amended.
    ///
    /// After the ninth of a line they count by ten thousands: a row holds no number of eight digits, and no club
    /// commissions ten thousand vessels.
    #[must_use]
    pub const fn replacement(self) -> Self {
        Self(if self.0 < 9_000_000 { self.0 + 1_000_000 } else { self.0 - 9_000_000 + 10_000 })
    }
}

id! {
    /// The figures of a class as they were when a vessel was commissioned.
    DesignId
}
id! {
    /// A system of the sub-sector.
    SystemId
}

id! {
    /// A battle and its campaign turn.
    BattleId
}

/// One campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Campaign {
    /// Its name, dates and options; `None` before it is opened.
    pub about: Option<About>,
    /// Players, those who left included.
    pub players: BTreeMap<PlayerId, Player>,
    /// Figures of classes as commissioned.
    pub designs: BTreeMap<DesignId, Design>,
    /// Vessels on the registers. Those that are lost stay in the file.
    pub vessels: BTreeMap<VesselId, Vessel>,
    /// Systems of the sub-sector.
    pub systems: BTreeMap<SystemId, System>,
    /// Warp channels, the lower id first (MAP-03).
    pub channels: BTreeMap<(SystemId, SystemId), Channel>,
    /// Hidden pirate bases (CAMP-09). Secret: see [`super::view`].
    pub bases: BTreeMap<PlayerId, PirateBase>,
    /// Battles that are open. Those that ended stay in the file; nothing that is decided needs them again.
    pub battles: BTreeMap<BattleId, Battle>,
}

/// What a campaign is called and how it is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// Name of the campaign.
    pub name: String,
    /// Name of the sub-sector.
    pub chart: String,
    /// What the chart's file says of itself.
    pub chart_note: String,
    /// When it was opened.
    pub opened: NaiveDateTime,
    /// The agreed deadline (CAMP-03).
    pub ends: Option<NaiveDate>,
    /// How far the opening has come.
    pub phase: Phase,
    /// When the first battle could be fought.
    pub started: Option<NaiveDateTime>,
    /// Who picks a system when (CAMP-08).
    pub order: Vec<PlayerId>,
    /// House rules, complete: a later default changes nothing here.
    pub options: Options,
    /// Ids given out so far: none is used twice, so that a history has one owner.
    pub ids: Ids,
    /// The last round of pairings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<Round>,
    /// The last day of the last week that was closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub week: Option<NaiveDate>,
    /// How the campaign ended, once it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<Finish>,
}

/// A round of pairings that the organiser made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Number, counted from 1.
    pub number: u32,
    /// When it was made.
    pub on: NaiveDate,
    /// Who meets whom.
    pub pairs: Vec<(PlayerId, PlayerId)>,
    /// Who has no opponent.
    pub bye: Option<PlayerId>,
}

/// The end of a campaign (WIN-06).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finish {
    /// When.
    pub on: NaiveDate,
    /// Who won; several where a side wins together (WIN-03).
    pub winners: Vec<PlayerId>,
    /// By what, in words.
    pub by: String,
    /// The rule.
    #[serde(default)]
    pub rule: String,
}

words! {
    /// The two sides of the war, where a campaign is won by a side (WIN-03).
    Allegiance {
        /// Imperial and Eldar fleets.
        Imperium = "imperium",
        /// Chaos and Ork fleets, and Imperial rebels.
        Chaos = "chaos",
    }
}

/// The highest ids given out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ids {
    /// Of players.
    pub player: u32,
    /// Of vessels.
    pub vessel: u32,
    /// Of designs.
    pub design: u32,
    /// Of battles.
    pub battle: u32,
}

words! {
    /// The opening of a campaign, step by step.
    Phase {
        /// Players join and buy their fleets.
        Mustering = "mustering",
        /// The order is rolled; system holders pick their systems.
        Picking = "picking",
        /// Pirates write down their bases.
        Hiding = "hiding",
        /// Battles may be fought.
        Running = "running",
    }
}

/// A system of the campaign's sub-sector.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct System {
    /// Id.
    pub id: SystemId,
    /// Slug.
    pub slug: String,
    /// Name.
    pub name: String,
    /// Type of its dominant world (MAP-01).
    pub kind: WorldType,
    /// Place on the drawing.
    pub x: u32,
    /// Place on the drawing.
    pub y: u32,
    /// A Blackstone Fortress may stand among its defences (MAP-07).
    pub blackstone: bool,
    /// Twice the normal defences (MAP-08).
    pub port_maw: bool,
    /// A remark of the chart.
    pub note: Option<String>,
    /// Who controls it; `None` is neutral (CAMP-05).
    pub owner: Option<PlayerId>,
}

/// A warp channel (MAP-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Channel {
    /// The lower id.
    pub a: SystemId,
    /// The higher id.
    pub b: SystemId,
}

/// A hidden pirate base (CAMP-09).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PirateBase {
    /// Whose it is.
    pub player: PlayerId,
    /// Where it is.
    pub system: SystemId,
    /// Who has found it or was told (PIRATE-06).
    pub known_to: Vec<PlayerId>,
    /// The class of the structure that it is: a hulk, a Haven, a Ramilies (PIRATE-14, PIRATE-15).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structure: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_replacements_never_comes_back_and_stays_within_a_row() {
        for first in [1, 84, 9_999] {
            let line = std::iter::successors(Some(VesselId(first)), |lost| Some(lost.replacement()));
            let ids: std::collections::BTreeSet<u32> = line.take(500).map(|id| id.0).collect();
            assert_eq!(ids.len(), 500);
            assert!(ids.iter().all(|id| *id <= 9_999_999 && id % 10_000 == first), "{first}");
        }
        assert_eq!(VesselId(7).replacement(), VesselId(1_000_007));
    }
}
