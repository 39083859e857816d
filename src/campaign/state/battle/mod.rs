//! A battle and the campaign turn around it, as the file holds them: a state machine over the rulebook's sequence
//! (CAMP-12), a file for each thing that is recorded of it.

pub mod aftermath;
pub mod report;
pub mod result;
pub mod sub_plot;
pub mod under_way;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{BattleId, Campaign, Player, PlayerId, SystemId, VesselId};
use crate::campaign::bounds::total;
use crate::campaign::turn::{BySide, Convoy, MissionClass};
use crate::scenario::Scenario;
use crate::scenario::set_up::SetUp;
use crate::text::words;
use aftermath::Aftermath;
use report::Report;
use result::BattleResult;
use sub_plot::SubPlot;
use under_way::UnderWay;

/// One battle of the campaign and the turn around it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    /// Number.
    pub id: BattleId,
    /// Not ended yet.
    pub open: bool,
    /// The step that is due.
    pub step: Step,
    /// Who challenged.
    pub challenger: PlayerId,
    /// Who was challenged.
    pub challenged: PlayerId,
    /// When (CHAL-06).
    pub offered: NaiveDate,
    /// When it was answered.
    pub answered: Option<NaiveDate>,
    /// How it ended, if it is not open.
    pub ending: Option<Ending>,
    /// Attacker and defender, once the initiative is known.
    pub sides: Option<BySide<Side>>,
    /// The attacker has searched for a base this turn (PIRATE-04).
    pub searched: bool,
    /// It is an attack on a pirate base (PIRATE-09).
    pub base_attack: bool,
    /// Raid, major raid or battle.
    pub class: Option<MissionClass>,
    /// What is played.
    pub scenario: Option<Scenario>,
    /// Where.
    pub system: Option<SystemId>,
    /// Agreed points.
    pub size: Option<u32>,
    /// A convoy's transports and what lies in wait for it.
    pub convoy: Option<Convoy>,
    /// The table and what else was rolled for it, once it is set up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_up: Option<Box<SetUp>>,
    /// Who plays it at the terminal, once that has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under_way: Option<Box<UnderWay>>,
    /// What happened.
    pub report: Option<Report>,
    /// Who won.
    pub result: Option<BattleResult>,
    /// What the aftermath has to settle.
    pub aftermath: Aftermath,
    /// A player's report that waits to be confirmed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmation: Option<Box<Confirmation>>,
    /// Who did not turn up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeited_by: Option<PlayerId>,
}

/// A report between being made by one side and being agreed to. Nothing comes of it until then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confirmation {
    /// Who reported it.
    pub by: PlayerId,
    /// When.
    pub reported: NaiveDate,
    /// The day on which silence confirms it.
    pub silence: NaiveDate,
    /// What he says happened.
    pub report: Report,
    /// Who would have won.
    pub result: BattleResult,
}

words! {
    /// How a player's report came to stand.
    Agreement {
        /// The other player agreed.
        Player = "player",
        /// The arbitrator agreed.
        Arbitrator = "arbitrator",
        /// Nobody objected in time.
        Silence = "silence",
    }
}

words! {
    /// The steps of a campaign turn.
    Step {
        /// The challenged player has not answered.
        Challenge = "challenge",
        /// Who attacks (INIT-01).
        Initiative = "initiative",
        /// Raid or battle (MISSION-01), or a hunt for a base (PIRATE-04).
        Orders = "orders",
        /// Which scenario (MISSION-03).
        Scenario = "scenario",
        /// Where (MISSION-06).
        Location = "location",
        /// How large (MISSION-10).
        Size = "size",
        /// Both pick their fleets (MISSION-13).
        Fleets = "fleets",
        /// Both roll a sub-plot (MISSION-15).
        SubPlots = "sub-plots",
        /// The battle itself.
        Battle = "battle",
        /// Who holds the system (SPOILS-01).
        Spoils = "spoils",
        /// Renown (RENOWN-13).
        Renown = "renown",
        /// Promotions and demotions (RANK-01).
        Promotions = "promotions",
        /// Ship experience (XP-01).
        Experience = "experience",
        /// Repairs and withdrawals (REPAIR-01).
        Repairs = "repairs",
        /// Appeals (APPEAL-01).
        Appeals = "appeals",
        /// It is over.
        Closed = "closed",
    }
}

words! {
    /// How a battle ended other than by being fought.
    Ending {
        /// The challenged player could not play.
        Declined = "declined",
        /// The challenged player would not play (CHAL-02).
        Refused = "refused",
        /// Both agreed not to go on.
        Abandoned = "abandoned",
        /// One of them did not turn up.
        Forfeited = "forfeited",
    }
}

/// One side of a battle. Renown and systems are those at the start of the build-up (CAMP-18).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Who.
    pub player: PlayerId,
    /// Renown before the battle.
    pub renown: i32,
    /// Systems controlled before the battle.
    pub systems: u32,
    /// Of two admirals he is the one who may choose the orders (MISSION-02).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chooses: bool,
    /// Points he may field, after reductions.
    pub allowance: Option<u32>,
    /// His fleet is picked.
    pub picked: bool,
    /// What he fields; in a convoy that may be nothing (SCEN-65, SCEN-67).
    pub fleet: Vec<Fielded>,
    /// The flagship takes part, and with it the commander (CMDR-03).
    pub flagship: bool,
    /// Points of his allowance spent on planetary defences (COMP-03).
    pub defences_bought: u32,
    /// Points of free planetary defences (SCEN-47).
    pub defences_free: u32,
    /// Planetary defences named so far, bought with both (MISSION-17).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub works: Vec<Work>,
    /// Free transports of a planetary assault (SCEN-82).
    pub transports: u32,
    /// His sub-plot.
    pub plot: Option<SubPlot>,
}

impl Side {
    /// A player as a build-up finds him: nothing is allowed him or picked yet.
    #[must_use]
    pub fn of(campaign: &Campaign, player: &Player) -> Self {
        Self {
            player: player.id,
            renown: player.renown,
            systems: u32::try_from(campaign.systems_of(player.id).count()).unwrap_or(u32::MAX),
            chooses: false,
            allowance: None,
            picked: false,
            fleet: Vec::new(),
            flagship: false,
            defences_bought: 0,
            defences_free: 0,
            works: Vec::new(),
            transports: 0,
            plot: None,
        }
    }
}

/// A register entry that takes part, as it stood when picked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fielded {
    /// Which.
    pub vessel: VesselId,
    /// Its worth.
    pub points: u32,
    /// Its ships.
    pub ships: u32,
}

/// Planetary defences of one kind (MISSION-17).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Work {
    /// Slug.
    pub id: String,
    /// Name.
    pub name: String,
    /// Points of each.
    pub points: u32,
    /// How many.
    pub number: u32,
}

impl Side {
    /// Points fielded from the register.
    #[must_use]
    pub fn fielded(&self) -> u32 {
        total(self.fleet.iter().map(|fielded| fielded.points))
    }
}

impl Battle {
    /// The side of a player.
    #[must_use]
    pub fn side_of(&self, player: PlayerId) -> Option<&Side> {
        self.sides.as_ref()?.both().into_iter().find(|side| side.player == player)
    }

    /// Both players, the challenger first.
    #[must_use]
    pub const fn players(&self) -> [PlayerId; 2] {
        [self.challenger, self.challenged]
    }

    /// The other player.
    #[must_use]
    pub fn opponent_of(&self, player: PlayerId) -> PlayerId {
        if player == self.challenger { self.challenged } else { self.challenger }
    }

    /// Of two admirals the one who may choose the orders, once they have rolled for it (MISSION-02).
    #[must_use]
    pub fn orders_by(&self) -> Option<PlayerId> {
        self.sides.iter().flat_map(|sides| sides.both()).find(|side| side.chooses).map(|side| side.player)
    }

    /// Whether a player has nothing left to settle in it.
    #[must_use]
    pub fn has_finished(&self, player: PlayerId) -> bool {
        let finished = &self.aftermath.finished;
        self.sides.as_ref().is_some_and(|sides| {
            (finished.attacker && sides.attacker.player == player)
                || (finished.defender && sides.defender.player == player)
        })
    }

    /// Whether the player takes part.
    #[must_use]
    pub fn involves(&self, player: PlayerId) -> bool {
        self.players().contains(&player)
    }
}

impl Battle {
    /// Whether it is played at the terminal and not over.
    #[must_use]
    pub const fn is_under_way(&self) -> bool {
        self.open && matches!(self.step, Step::Battle) && self.under_way.is_some() && self.confirmation.is_none()
    }
}
