//! A player: commander, renown, rank.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::boon::Boon;
use super::vessel::is_none;
use super::{Allegiance, PlayerId, VesselId};
use crate::campaign::ranks::{self, Mark, PromotionTable, Rank};

/// A player and his commander (CMDR-01).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Id.
    pub id: PlayerId,
    /// Name.
    pub name: String,
    /// Slug of the fleet.
    pub fleet: String,
    /// Slug of the fleet list.
    pub list: String,
    /// A pirate has a hidden base instead of a starting system (CAMP-10).
    pub pirate: bool,
    /// Most points of the starting register (FLEET-01).
    pub start_points: u32,
    /// Name of the commander.
    pub commander: String,
    /// The kind of fleet commander he stands for, where the list asks (CMDR-08).
    pub commander_kind: Option<String>,
    /// The promotion table of his fleet (RANK-04 to RANK-10).
    pub promotions: PromotionTable,
    /// Renown; never below 1.
    pub renown: i32,
    /// The ship he flies his flag in (CMDR-02).
    pub flagship: Option<VesselId>,
    /// When he joined.
    pub joined: NaiveDate,
    /// Joined after the start.
    pub late: bool,
    /// An Imperial fleet gone over to Chaos (CHAL-05).
    pub rebel: bool,
    /// Day of his last game.
    pub last_game: Option<NaiveDate>,
    /// Games played.
    pub games: u32,
    /// What the arbitrator's rulings allowed on his register.
    pub allowed: Vec<String>,
    /// What his other appeals gave (APPEAL-08).
    pub boons: Vec<Boon>,
    /// Has his system or base and his Leadership rolls, and may fight.
    pub ready: bool,
    /// When he left the campaign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<NaiveDate>,
    /// The last day on which he cannot play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away_until: Option<NaiveDate>,
    /// Rounds in which he had no opponent.
    #[serde(default, skip_serializing_if = "is_none")]
    pub byes: u32,
    /// When he was last warned for not playing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warned: Option<NaiveDate>,
    /// Marks of Chaos that his rank gave him (RANK-13).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// The last day on which he would have played and nobody else did, or came back: idleness counts from it (IDLE-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excused: Option<NaiveDate>,
    /// The side that a fleet of no side of its own was given (WIN-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Allegiance>,
}

impl Player {
    /// His rank, which follows his renown (RANK-01).
    #[must_use]
    pub fn rank(&self) -> Rank {
        ranks::rank(self.promotions, self.renown)
    }

    /// Takes part: ready, and not gone.
    #[must_use]
    pub const fn active(&self) -> bool {
        self.ready && self.left.is_none()
    }

    /// Cannot play on a day.
    #[must_use]
    pub fn away_on(&self, day: NaiveDate) -> bool {
        self.away_until.is_some_and(|until| day <= until)
    }

    /// The re-rolls he brings with so much renown, if his flagship takes part: those of the rank, and one more under
    /// the mark of Tzeentch (CMDR-03, RANK-13).
    #[must_use]
    pub fn rerolls_at(&self, renown: i32) -> u8 {
        let tzeentch = self.marks.iter().any(|mark| mark == Mark::Tzeentch.word());
        ranks::rank(self.promotions, renown).rerolls + u8::from(tzeentch)
    }
}
