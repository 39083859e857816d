//! What may be asked of a campaign. Every change is one of these, whoever makes it.

mod vessel;

use crate::campaign::state::battle::report::{Fought, Report};
use crate::campaign::state::battle::under_way::UnderWay;
use crate::campaign::state::grant::AppealKind;
pub use vessel::{NewOfficer, NewShips, NewVessel};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::chart::Chart;
use super::options::{OptionValue, Options};
use super::ranks::Mark;
use super::state::{Allegiance, BattleId, PlayerId, SystemId, VesselId};
use super::turn::MissionClass;
use super::turn::set_up::Choices;
use super::view::Audience;
use crate::scenario::Scenario;

/// One change of a campaign. What it creates carries its id, so that a command keeps its meaning when an earlier
/// one is taken out of the history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Opens a campaign on a chart (CAMP-02, CAMP-03).
    OpenCampaign {
        /// Name.
        name: String,
        /// The whole chart: a later edit of its file changes nothing here.
        chart: Chart,
        /// Deadline.
        ends: Option<NaiveDate>,
        /// Every option, defaults included.
        options: Options,
    },
    /// Changes a house rule before the start (CAMP-06).
    SetOption {
        /// Name of the option.
        option: String,
        /// New value.
        value: OptionValue,
    },
    /// Sets or removes the deadline (WIN-06).
    SetDeadline {
        /// Last day of the campaign.
        ends: Option<NaiveDate>,
    },
    /// Enters a player and his commander (CMDR-01).
    AddPlayer {
        /// Id to give.
        player: PlayerId,
        /// Name.
        name: String,
        /// Fleet list.
        list: String,
        /// Name of the commander.
        commander: String,
        /// The kind of fleet commander he stands for.
        commander_kind: Option<String>,
    },
    /// Takes out a player before the start.
    RemovePlayer {
        /// Who.
        player: PlayerId,
    },
    /// Commissions a capital ship or squadron (FLEET-01, FLEET-03).
    BuyVessel {
        /// Id to give.
        vessel: VesselId,
        /// Whose.
        player: PlayerId,
        /// What.
        new: NewVessel,
    },
    /// Commissions a whole fleet at once.
    ImportFleet {
        /// Whose.
        player: PlayerId,
        /// Id of the first; the others follow.
        first: VesselId,
        /// What, in register order.
        vessels: Vec<NewVessel>,
        /// Name of the flagship among them.
        flagship: Option<String>,
    },
    /// Strikes a vessel off the register before the start.
    SellVessel {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
    },
    /// Gives a vessel another name.
    RenameVessel {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// New name.
        name: String,
    },
    /// Chooses the commander's flagship (CMDR-02, CMDR-06).
    ChooseFlagship {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
    },
    /// Completes a vessel's fleet trials (FLEET-04).
    CompleteTrials {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
    },
    /// Takes over figures of the fleet files that were corrected since the vessel was commissioned.
    AcceptFigures {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
    },
    /// Closes the mustering and rolls who picks first (CAMP-08).
    RollStartingOrder,
    /// Picks a starting system (CAMP-08).
    PickSystem {
        /// Who.
        player: PlayerId,
        /// Which.
        system: SystemId,
    },
    /// Hides a pirate base (CAMP-09). Secret.
    HideBase {
        /// Who.
        player: PlayerId,
        /// Where.
        system: SystemId,
        /// The class of the structure that it is (PIRATE-14).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        structure: Option<String>,
    },
    /// Rolls Leadership and lets the first battle be fought (FLEET-06).
    BeginCampaign,
    /// Lets a player who came after the start take part.
    JoinCampaign {
        /// Who.
        player: PlayerId,
    },
    /// Makes an Imperial player a rebel or a loyalist (CHAL-05).
    SetAllegiance {
        /// Who.
        player: PlayerId,
        /// Goes over to Chaos.
        rebel: bool,
    },
    /// Changes renown by the arbitrator's ruling (CAMP-04, RENOWN-13).
    EditRenown {
        /// Whose.
        player: PlayerId,
        /// By how much.
        by: i32,
    },
    /// Gives a system to a player, or to nobody, by the arbitrator's ruling (CAMP-04).
    EditOwner {
        /// Which.
        system: SystemId,
        /// To whom.
        owner: Option<PlayerId>,
    },
    /// Tells a player where a found base is (PIRATE-06). Secret.
    TellBase {
        /// Whose base.
        owner: PlayerId,
        /// Who is told.
        to: PlayerId,
    },
    /// Offers a battle (CHAL-01).
    Challenge {
        /// Number to give.
        battle: BattleId,
        /// Who offers.
        challenger: PlayerId,
        /// To whom.
        challenged: PlayerId,
    },
    /// Takes the offer up: both begin their campaign turn (CAMP-11).
    AcceptChallenge {
        /// Which.
        battle: BattleId,
    },
    /// Cannot play.
    DeclineChallenge {
        /// Which.
        battle: BattleId,
    },
    /// Will not play (CHAL-02).
    RefuseChallenge {
        /// Which.
        battle: BattleId,
    },
    /// Breaks off a battle under way by agreement; nothing comes of it.
    AbandonBattle {
        /// Which.
        battle: BattleId,
    },
    /// Ends a battle under way because a player did not turn up.
    ForfeitBattle {
        /// Which.
        battle: BattleId,
        /// Who did not turn up.
        by: PlayerId,
    },
    /// Agrees to the report of the other player.
    ConfirmReport {
        /// Which.
        battle: BattleId,
    },
    /// Sends a report that waits to be confirmed back to be recorded again.
    DisputeReport {
        /// Which.
        battle: BattleId,
        /// What is wrong with it.
        reason: String,
    },
    /// Draws a round of pairings: each pair is an accepted challenge (CHAL-01).
    PairRound {
        /// Number of the first battle; the others follow.
        first: BattleId,
        /// Renown for playing; the campaign's own when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bonus: Option<i32>,
    },
    /// Notes that a player cannot play for a while.
    SetAway {
        /// Who.
        player: PlayerId,
        /// The last day; back at once when absent.
        until: Option<NaiveDate>,
    },
    /// Takes a player out of a running campaign.
    LeaveCampaign {
        /// Who.
        player: PlayerId,
        /// His battles under way are abandoned, not forfeited.
        abandon: bool,
    },
    /// Brings back a player who left; he has picked a system or hidden a base before.
    ReturnToCampaign {
        /// Who.
        player: PlayerId,
    },
    /// Closes the week: warnings and penalties for not playing (IDLE-01).
    CloseWeek {
        /// Players whom the arbitrator spares (IDLE-03).
        spared: Vec<PlayerId>,
        /// Who receives the system of whom; by die when absent (IDLE-02).
        heirs: Vec<(PlayerId, PlayerId)>,
    },
    /// Gives a fleet of no side one (WIN-03).
    AssignSide {
        /// Who.
        player: PlayerId,
        /// Which.
        side: Allegiance,
    },
    /// Ends the campaign (WIN-01).
    FinishCampaign {
        /// Who has won by a goal of the club's own (WIN-04).
        winners: Vec<PlayerId>,
    },
    /// Rolls who attacks (INIT-01).
    RollInitiative {
        /// Which.
        battle: BattleId,
    },
    /// Searches for the defender's base and attacks it if it can be attacked (PIRATE-04).
    HuntBase {
        /// Which.
        battle: BattleId,
        /// How the base is to be attacked.
        scenario: Scenario,
    },
    /// Rolls which of two admirals may choose the orders (MISSION-02).
    RollForOrders {
        /// Which.
        battle: BattleId,
    },
    /// Rolls raid or battle, or takes an admiral's choice (MISSION-01, MISSION-02).
    ReceiveOrders {
        /// Which.
        battle: BattleId,
        /// What each admiral would choose.
        choices: Vec<(PlayerId, MissionClass)>,
    },
    /// Rolls the scenario, or takes the one agreed on (MISSION-03 to MISSION-05).
    DetermineScenario {
        /// Which.
        battle: BattleId,
        /// Agreed by both.
        agreed: Option<Scenario>,
    },
    /// Picks the system (MISSION-06).
    ChooseLocation {
        /// Which.
        battle: BattleId,
        /// Where.
        system: SystemId,
    },
    /// Agrees the points (MISSION-10).
    AgreeSize {
        /// Which.
        battle: BattleId,
        /// Points; the middle of the range when absent.
        points: Option<u32>,
        /// Transports of a convoy.
        transports: Option<u32>,
        /// A pirate or wolf pack that attacks tries for a Planetary Assault (PIRATE-16).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        assault: bool,
    },
    /// Picks a side's fleet (MISSION-13).
    PickFleet {
        /// Which.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// What he fields.
        vessels: Vec<VesselId>,
        /// Points of his allowance spent on planetary defences.
        defences: u32,
        /// Defences bought with them, by slug.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        works: Vec<(String, u32)>,
    },
    /// Names the planetary defences of a side (MISSION-17).
    BuyDefences {
        /// Which.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// Slugs and numbers.
        works: Vec<(String, u32)>,
    },
    /// Rolls both sub-plots (PLOT-01).
    RollSubPlots {
        /// Which.
        battle: BattleId,
        /// Both players agreed to keep theirs secret until the end (PLOT-06).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        secret: bool,
    },
    /// Shows both sub-plots, because a player asks to see the other's (PLOT-06).
    RevealSubPlots {
        /// Which.
        battle: BattleId,
    },
    /// Names the ship that a sub-plot asks for.
    NominateShip {
        /// Which.
        battle: BattleId,
        /// Whose sub-plot.
        player: PlayerId,
        /// The ship.
        ship: VesselId,
    },
    /// Rolls the table of a battle, and what else is rolled before it (ZONE-03, SCEN-09).
    SetUpBattle {
        /// Which.
        battle: BattleId,
        /// What the players chose.
        #[serde(default)]
        choices: Choices,
    },
    /// Begins a battle that people play at the terminal (CAMP-12).
    BeginFight {
        /// Which.
        battle: BattleId,
        /// Who plays it, and whose dice fall.
        under_way: UnderWay,
    },
    /// Records what happened in a battle (SCEN-15).
    RecordBattle {
        /// Which.
        battle: BattleId,
        /// What.
        report: Report,
        /// The battle itself, where the engine fought it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fought: Option<Box<Fought>>,
    },
    /// Settles the spoils (SPOILS-01).
    ClaimSpoils {
        /// Which.
        battle: BattleId,
        /// The winner takes the system if he can.
        claim: bool,
    },
    /// Adds up renown (RENOWN-13).
    AdjustRenown {
        /// Which.
        battle: BattleId,
        /// Repair tenders that give repair points, not renown (RENOWN-17).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tenders: Vec<VesselId>,
    },
    /// Promotes and demotes (RANK-01).
    Promote {
        /// Which.
        battle: BattleId,
        /// Mechanicus players whose flagship rolls on the gifts table, not on the refit tables (RANK-05).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        gifts: Vec<PlayerId>,
    },
    /// Takes a Mark of Chaos that the commander's rank gives him (RANK-13).
    ChooseMark {
        /// Who.
        player: PlayerId,
        /// Which.
        mark: Mark,
    },
    /// Replaces the lost and rolls for experience (XP-01).
    GainExperience {
        /// Which.
        battle: BattleId,
        /// Crews that would rather learn a skill than gain Leadership.
        skills: Vec<VesselId>,
        /// How replacements are called.
        names: Vec<(VesselId, String)>,
        /// Crews that veteran trainers train (APPEAL-13).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        train: Vec<VesselId>,
        /// What the owners have not said beforehand is asked of each of them afterwards. Older programs took Leadership.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ask: bool,
    },
    /// Says whether a crew that advances gains Leadership or learns a skill (XP-02).
    TakeAdvance {
        /// Which.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// The crew.
        vessel: VesselId,
        /// It learns a skill.
        skill: bool,
    },
    /// Says whom a player's veteran trainers train after a game (APPEAL-13).
    TrainCrew {
        /// Which.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// The crew; nobody when absent.
        vessel: Option<VesselId>,
    },
    /// Counts the repair points of both (REPAIR-02).
    CountRepairs {
        /// Which.
        battle: BattleId,
    },
    /// Spends repair points and withdraws ships (REPAIR-04, REPAIR-12).
    SpendRepairs {
        /// Which.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// Where they go; by the default when absent.
        spend: Option<Vec<(VesselId, u32)>>,
        /// Ships sent away.
        withdraw: Vec<VesselId>,
        /// The withdrawn vessel that a Ramilies may bring back before the next game (REPAIR-18).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quick: Option<VesselId>,
    },
    /// Makes the appeals of both (APPEAL-03).
    MakeAppeals {
        /// Which.
        battle: BattleId,
        /// Who asks for what.
        declared: Vec<(PlayerId, AppealKind)>,
    },
    /// Makes the appeals of one player, or says that he makes none (APPEAL-03).
    DeclareAppeals {
        /// Which.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// What he asks for.
        kinds: Vec<AppealKind>,
    },
    /// Takes a granted refit (APPEAL-07).
    TakeRefit {
        /// Which.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// The ship.
        ship: VesselId,
        /// A weapons refit is rolled on the table of special torpedoes instead (APPEAL-18).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        torpedoes: bool,
    },
    /// Takes granted reinforcements (APPEAL-06).
    TakeReinforcement {
        /// Which.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// Id to give.
        vessel: VesselId,
        /// What.
        new: NewVessel,
    },
    /// Takes a granted other appeal (APPEAL-08).
    TakeOther {
        /// Which.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// The ship it is for, where it is for one.
        vessel: Option<VesselId>,
        /// Further ships, where it is for several.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        more: Vec<VesselId>,
        /// The mark of a champion.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mark: Option<Mark>,
        /// There are no models of ships that would be lent: such a result is rolled again (APPEAL-15).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        no_models: bool,
    },
    /// Takes a Ramilies star fort and hides it (APPEAL-16). Secret.
    TakeRamilies {
        /// Which.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// Where it is hidden.
        system: SystemId,
        /// The forge or hive world that is given up for it, in place of a granted appeal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        give_up: Option<SystemId>,
    },
    /// Moves a Ramilies that was found (PIRATE-15). Secret.
    MoveRamilies {
        /// Which.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// Where to.
        system: SystemId,
    },
    /// Leaves a granted appeal unused (APPEAL-09).
    WaiveGrant {
        /// Which.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// What.
        kind: AppealKind,
    },
}

impl Command {
    /// Who may learn of the command. Each has its own line here: a new one is nobody's until somebody has thought of it.
    #[must_use]
    pub fn audience(&self) -> Audience {
        match self {
            Self::HideBase { player, .. } | Self::TakeRamilies { player, .. } | Self::MoveRamilies { player, .. } => {
                Audience::Only(vec![*player])
            }
            Self::TellBase { to, .. } => Audience::Only(vec![*to]),
            Self::BuyVessel { player, .. }
            | Self::ImportFleet { player, .. }
            | Self::SellVessel { player, .. }
            | Self::RenameVessel { player, .. }
            | Self::ChooseFlagship { player, .. }
            | Self::CompleteTrials { player, .. }
            | Self::AcceptFigures { player, .. }
            | Self::PickFleet { player, .. }
            | Self::TakeReinforcement { player, .. }
            | Self::TakeAdvance { player, .. }
            | Self::TrainCrew { player, .. } => Audience::Register(*player),
            Self::NominateShip { battle, player, .. } => {
                Audience::Plot { battle: *battle, player: *player, secret: None, names_ships: false }
            }
            Self::OpenCampaign { .. }
            | Self::SetOption { .. }
            | Self::SetDeadline { .. }
            | Self::AddPlayer { .. }
            | Self::RemovePlayer { .. }
            | Self::RollStartingOrder
            | Self::PickSystem { .. }
            | Self::BeginCampaign
            | Self::JoinCampaign { .. }
            | Self::SetAllegiance { .. }
            | Self::EditRenown { .. }
            | Self::EditOwner { .. }
            | Self::Challenge { .. }
            | Self::AcceptChallenge { .. }
            | Self::DeclineChallenge { .. }
            | Self::RefuseChallenge { .. }
            | Self::AbandonBattle { .. }
            | Self::ForfeitBattle { .. }
            | Self::ConfirmReport { .. }
            | Self::DisputeReport { .. }
            | Self::PairRound { .. }
            | Self::SetAway { .. }
            | Self::LeaveCampaign { .. }
            | Self::ReturnToCampaign { .. }
            | Self::CloseWeek { .. }
            | Self::AssignSide { .. }
            | Self::FinishCampaign { .. }
            | Self::RollInitiative { .. }
            | Self::HuntBase { .. }
            | Self::RollForOrders { .. }
            | Self::ReceiveOrders { .. }
            | Self::DetermineScenario { .. }
            | Self::ChooseLocation { .. }
            | Self::AgreeSize { .. }
            | Self::BuyDefences { .. }
            | Self::RollSubPlots { .. }
            | Self::RevealSubPlots { .. }
            | Self::SetUpBattle { .. }
            | Self::BeginFight { .. }
            | Self::RecordBattle { .. }
            | Self::ClaimSpoils { .. }
            | Self::AdjustRenown { .. }
            | Self::Promote { .. }
            | Self::ChooseMark { .. }
            | Self::GainExperience { .. }
            | Self::CountRepairs { .. }
            | Self::SpendRepairs { .. }
            | Self::MakeAppeals { .. }
            | Self::DeclareAppeals { .. }
            | Self::TakeRefit { .. }
            | Self::TakeOther { .. }
            | Self::WaiveGrant { .. } => Audience::All,
        }
    }

    /// The player whose register the command changes.
    #[must_use]
    pub fn register_of(&self) -> Option<PlayerId> {
        match self.audience() {
            Audience::Register(player) => Some(player),
            Audience::All | Audience::Only(_) | Audience::Plot { .. } => None,
        }
    }
}
