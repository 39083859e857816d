//! The campaign as a value: what the tables of a campaign file hold, and nothing that a chapter could work out.

use std::collections::BTreeMap;

use chrono::{NaiveDate, NaiveDateTime};
use serde::{Deserialize, Serialize};

use super::aftermath::boons::Boon;
use super::aftermath::refits::{self, Improvement};
use super::chart::WorldType;
use super::options::Options;
use super::ranks::{self, Mark, PromotionTable, Rank};
use super::turn::Battle;
use crate::battle::class::{ShipClass, words};

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
    #[must_use]
    pub const fn replacement(self) -> Self {
        Self(self.0 + 1_000_000)
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

/// The figures of a class as they stood when the first vessel was commissioned from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Design {
    /// Id.
    pub id: DesignId,
    /// The figures.
    pub class: ShipClass,
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
        refits::worth(self.list_points, refits) + self.officer.as_ref().map_or(0, |officer| officer.points)
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
const fn is_none(number: &u32) -> bool {
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

impl Campaign {
    /// What the campaign is called; every command but the first needs it open.
    #[must_use]
    pub fn phase(&self) -> Option<Phase> {
        self.about.as_ref().map(|about| about.phase)
    }

    /// Leaves out what no decision needs again: battles that ended and vessels that are lost.
    pub fn forget(&mut self) {
        self.battles.retain(|_, battle| battle.open);
        self.vessels.retain(|_, vessel| vessel.state != VesselState::Lost);
    }

    /// The vessels of a player that are not lost, in register order.
    pub fn register(&self, player: PlayerId) -> impl Iterator<Item = &Vessel> {
        let mut vessels: Vec<&Vessel> =
            self.vessels.values().filter(|v| v.player == player && v.state != VesselState::Lost).collect();
        vessels.sort_by_key(|vessel| (vessel.place, vessel.id));
        vessels.into_iter()
    }

    /// Points of a player's register.
    #[must_use]
    pub fn register_points(&self, player: PlayerId) -> u32 {
        self.register(player).map(|vessel| vessel.points).sum()
    }

    /// The class of a design.
    ///
    /// # Panics
    /// When the design is not of this campaign: vessels name only designs filed before them.
    #[must_use]
    pub fn class(&self, design: DesignId) -> &ShipClass {
        &self.designs.get(&design).expect("a vessel's design is filed before it").class
    }

    /// Whether the vessel is a squadron of escorts rather than a capital ship.
    #[must_use]
    pub fn is_squadron(&self, vessel: &Vessel) -> bool {
        vessel.strength() > 1 || vessel.hulls.iter().any(|hulls| self.class(hulls.design).is_escort())
    }

    /// What a vessel is worth with the ships it has at present (MISSION-14).
    #[must_use]
    pub fn present_points(&self, vessel: &Vessel) -> u32 {
        let price = |hulls: &Hulls| self.class(hulls.design).points.unwrap_or(1);
        let of = |number: fn(&Hulls) -> u32| vessel.hulls.iter().map(|hulls| number(hulls) * price(hulls)).sum::<u32>();
        let (present, registered) = (of(|hulls| hulls.count - hulls.lost.min(hulls.count)), of(|hulls| hulls.count));
        (vessel.points * present).div_ceil(registered.max(1))
    }

    /// Full hits of a capital ship, options, refits and marks included.
    #[must_use]
    pub fn full_hits(&self, vessel: &Vessel) -> u32 {
        super::figures::full_hits(self, vessel)
    }

    /// Systems a player controls.
    pub fn systems_of(&self, player: PlayerId) -> impl Iterator<Item = &System> {
        self.systems.values().filter(move |system| system.owner == Some(player))
    }

    /// The next unused player id.
    #[must_use]
    pub fn next_player(&self) -> PlayerId {
        PlayerId(self.ids().player + 1)
    }

    /// The next unused vessel id.
    #[must_use]
    pub fn next_vessel(&self) -> VesselId {
        VesselId(self.ids().vessel + 1)
    }

    /// The next unused design id.
    #[must_use]
    pub fn next_design(&self) -> DesignId {
        DesignId(self.ids().design + 1)
    }

    /// The next unused battle id.
    #[must_use]
    pub fn next_battle(&self) -> BattleId {
        BattleId(self.ids().battle + 1)
    }

    fn ids(&self) -> Ids {
        self.about.as_ref().map_or_else(Ids::default, |about| about.ids)
    }
}
