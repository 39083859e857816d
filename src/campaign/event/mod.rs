//! What happened, in the past tense. [`super::apply`] folds events into the campaign; nothing else changes it.

mod facts;

use crate::campaign::state::battle::report::Report;
use crate::campaign::state::battle::result::BattleResult;
use crate::campaign::state::battle::sub_plot::SubPlot;
use crate::campaign::state::battle::under_way::UnderWay;
use crate::campaign::state::battle::{Agreement, Battle, Confirmation, Ending, Fielded, Side, Step, Work};
use crate::campaign::state::grant::{AppealKind, Grant};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::amend::How;
use super::chart::WorldType;
use super::options::OptionValue;
use super::state::{
    About, Allegiance, BattleId, Bought, Channel, Design, Finish, Hulls, Officer, Phase, PirateBase, Player, PlayerId,
    Round, System, SystemId, Vessel, VesselId,
};
use super::turn::report::Role;
use super::turn::{BySide, Convoy, MissionClass};
use crate::campaign::state::boon::Boon;
use crate::campaign::state::improvement::Improvement;
use crate::scenario::Scenario;
use crate::scenario::set_up::{Line, SetUp};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// The campaign was opened.
    CampaignOpened {
        /// Name, dates and options.
        about: About,
        /// The systems, all neutral (CAMP-07).
        systems: Vec<System>,
        /// The warp channels.
        channels: Vec<Channel>,
    },
    /// A house rule was changed.
    OptionSet {
        /// Name.
        option: String,
        /// From.
        from: OptionValue,
        /// To.
        to: OptionValue,
    },
    /// The deadline was set.
    DeadlineSet {
        /// Last day.
        ends: Option<NaiveDate>,
    },
    /// A player joined; his renown follows as an entry of its own.
    PlayerJoined {
        /// The player, with no renown yet.
        player: Player,
    },
    /// A player and all his vessels were taken out before the start.
    PlayerRemoved {
        /// Who.
        player: PlayerId,
    },
    /// Renown was gained or lost.
    RenownChanged {
        /// Whose.
        player: PlayerId,
        /// By how much.
        by: i32,
        /// What it is now.
        to: i32,
        /// Why.
        reason: String,
        /// The rule.
        rule: String,
    },
    /// The figures of a class were noted for the vessels commissioned from now on.
    DesignFiled {
        /// Whose.
        player: PlayerId,
        /// The figures.
        design: Design,
    },
    /// A vessel entered a register.
    VesselCommissioned {
        /// The vessel.
        vessel: Vessel,
    },
    /// A vessel was struck off before the start.
    VesselSold {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// Points set free.
        points: u32,
    },
    /// A vessel took another name.
    VesselRenamed {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// Old name.
        from: String,
        /// New name.
        to: String,
    },
    /// A commander chose his flagship.
    FlagshipChosen {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
    },
    /// The mustering ended and the opening went on.
    PhaseReached {
        /// The phase.
        phase: Phase,
    },
    /// The order of picking was rolled.
    OrderRolled {
        /// The players, first to pick first.
        order: Vec<PlayerId>,
    },
    /// A system came under a player's control.
    SystemClaimed {
        /// Who.
        player: PlayerId,
        /// Which.
        system: SystemId,
    },
    /// A pirate base was hidden. Secret.
    BaseHidden {
        /// Whose and where.
        base: PirateBase,
    },
    /// A vessel's Leadership was rolled.
    LeadershipRolled {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// The face that fell.
        face: u8,
        /// Added to the table's value.
        modifier: i32,
        /// The result.
        leadership: u8,
    },
    /// A vessel has a Leadership that is not rolled.
    LeadershipFixed {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// The value.
        leadership: u8,
    },
    /// A vessel completed its fleet trials.
    TrialsCompleted {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// When.
        on: NaiveDate,
    },
    /// A vessel received something for nothing, such as a random gift.
    UpgradeGained {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// What.
        upgrade: Bought,
    },
    /// Corrected figures were taken over.
    FiguresAccepted {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// What it is made of now.
        hulls: Vec<Hulls>,
        /// Its options and upgrades at their new prices.
        upgrades: Vec<Bought>,
        /// Its list value now.
        list_points: u32,
        /// Its worth before.
        from: u32,
        /// Its worth now.
        to: u32,
    },
    /// A player may fight battles.
    PlayerReady {
        /// Who.
        player: PlayerId,
    },
    /// The arbitrator gave a system to a player or to nobody.
    OwnerEdited {
        /// Which.
        system: SystemId,
        /// To whom.
        owner: Option<PlayerId>,
        /// Why.
        reason: String,
    },
    /// An Imperial player changed his allegiance.
    AllegianceChanged {
        /// Who.
        player: PlayerId,
        /// A rebel now.
        rebel: bool,
    },
    /// A battle was offered.
    ChallengeOffered {
        /// The battle.
        battle: Box<Battle>,
    },
    /// The offer was taken up.
    ChallengeAccepted {
        /// Which.
        battle: BattleId,
        /// When.
        on: NaiveDate,
    },
    /// A battle ended without being fought.
    BattleEnded {
        /// Which.
        battle: BattleId,
        /// How.
        ending: Ending,
        /// When.
        on: NaiveDate,
    },
    /// A player did not turn up for a battle.
    BattleForfeited {
        /// Which.
        battle: BattleId,
        /// Who.
        by: PlayerId,
        /// Who did.
        against: PlayerId,
        /// When.
        on: NaiveDate,
    },
    /// A player reported a battle; it waits to be confirmed.
    ReportGiven {
        /// Which battle.
        battle: BattleId,
        /// Who fought.
        players: BySide<PlayerId>,
        /// What he says.
        waiting: Box<Confirmation>,
    },
    /// A report was confirmed.
    ReportConfirmed {
        /// Which battle.
        battle: BattleId,
        /// By whom.
        how: Agreement,
        /// The player, if it was one.
        by: Option<PlayerId>,
    },
    /// A report was disputed: the battle is to be recorded again.
    ReportDisputed {
        /// Which battle.
        battle: BattleId,
        /// Who; `None` for the arbitrator.
        by: Option<PlayerId>,
        /// Why.
        reason: String,
    },
    /// A round of pairings was drawn; its battles follow.
    RoundPaired {
        /// Who meets whom.
        round: Round,
    },
    /// A player cannot play for a while, or can again.
    PlayerAway {
        /// Who.
        player: PlayerId,
        /// The last day.
        until: Option<NaiveDate>,
        /// When it was noted.
        on: NaiveDate,
    },
    /// A player left a running campaign.
    PlayerLeft {
        /// Who.
        player: PlayerId,
        /// When.
        on: NaiveDate,
    },
    /// A player who had left is back.
    PlayerReturned {
        /// Who.
        player: PlayerId,
        /// When.
        on: NaiveDate,
    },
    /// A system is neutral because its player left.
    SystemReleased {
        /// Who.
        player: PlayerId,
        /// Which.
        system: SystemId,
    },
    /// A pirate left his base behind. As secret as the base was.
    BaseGivenUp {
        /// Whose.
        owner: PlayerId,
        /// Where it was.
        system: SystemId,
        /// Who had found it or was told.
        known_to: Vec<PlayerId>,
    },
    /// A player was warned for not playing.
    PlayerWarned {
        /// Who.
        player: PlayerId,
        /// How many days he has not played.
        days: i64,
        /// When he loses renown, if he goes on so.
        penalty: Option<NaiveDate>,
        /// When.
        on: NaiveDate,
    },
    /// A system of an idle player rebelled.
    SystemRebelled {
        /// Who lost it.
        player: PlayerId,
        /// Which.
        system: SystemId,
        /// Who has it now; nobody where nobody else holds systems.
        to: Option<PlayerId>,
    },
    /// A week was closed.
    WeekClosed {
        /// Its number.
        week: u32,
        /// When.
        on: NaiveDate,
    },
    /// A fleet of no side was given one.
    SideAssigned {
        /// Who.
        player: PlayerId,
        /// Which.
        side: Allegiance,
    },
    /// The campaign is over.
    CampaignFinished {
        /// Who won, and by what.
        finish: Finish,
    },
    /// Attacker and defender are known.
    InitiativeWon {
        /// Which.
        battle: BattleId,
        /// The sides, with renown and systems as they are now (CAMP-18).
        sides: BySide<Side>,
        /// The dice with the bonus.
        totals: BySide<u8>,
    },
    /// The attacker searched for a base.
    BaseSearched {
        /// Which battle.
        battle: BattleId,
        /// Whose base.
        owner: PlayerId,
        /// The face that fell.
        face: u8,
        /// Whether it was found.
        found: bool,
    },
    /// A player learnt where a base is. Secret.
    BaseRevealed {
        /// Whose base.
        owner: PlayerId,
        /// Who knows it now.
        to: PlayerId,
        /// Where it is.
        system: SystemId,
    },
    /// A found base is attacked.
    BaseAttacked {
        /// Which battle.
        battle: BattleId,
        /// Where.
        system: SystemId,
        /// How.
        scenario: Scenario,
    },
    /// Raid, major raid or battle.
    OrdersReceived {
        /// Which battle.
        battle: BattleId,
        /// What.
        class: MissionClass,
        /// The face that fell, if the die decided.
        face: Option<u8>,
        /// Who chose, if somebody did.
        chosen_by: Option<PlayerId>,
    },
    /// The scenario is known.
    ScenarioDetermined {
        /// Which battle.
        battle: BattleId,
        /// What.
        scenario: Scenario,
        /// The face that fell, if the die decided.
        face: Option<u8>,
    },
    /// The system is known.
    LocationChosen {
        /// Which battle.
        battle: BattleId,
        /// Where.
        system: SystemId,
    },
    /// The points are known.
    SizeAgreed {
        /// Which battle.
        battle: BattleId,
        /// Agreed points.
        size: u32,
        /// What each side may field after reductions; `None` where the scenario rolls for it.
        allowances: BySide<Option<u32>>,
        /// A convoy's transports and attackers.
        convoy: Option<Convoy>,
    },
    /// A side picked its fleet.
    FleetPicked {
        /// Which battle.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// What.
        fleet: Vec<Fielded>,
        /// The commander takes part.
        flagship: bool,
        /// Points spent on planetary defences.
        defences: u32,
        /// Those bought by name.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        works: Vec<Work>,
    },
    /// Planetary defences were named.
    DefencesNamed {
        /// Which battle.
        battle: BattleId,
        /// What.
        works: Vec<Work>,
        /// Points lost unspent.
        unspent: u32,
    },
    /// The defender's free planetary defences were rolled.
    DefencesRolled {
        /// Which battle.
        battle: BattleId,
        /// Points.
        points: u32,
        /// Doubled in Port Maw.
        port_maw: bool,
        /// Number of defences, where the type of the world decided (MISSION-16).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32>,
    },
    /// The attacker's free transports.
    TransportsGiven {
        /// Which battle.
        battle: BattleId,
        /// How many.
        transports: u32,
    },
    /// Both fleets are picked.
    FleetsComplete {
        /// Which battle.
        battle: BattleId,
    },
    /// The table of a battle was rolled, and what else is rolled before it.
    BattleSetUp {
        /// Which battle.
        battle: BattleId,
        /// What was rolled.
        set_up: Box<SetUp>,
    },
    /// A battle began that people play at the terminal.
    FightBegun {
        /// Which battle.
        battle: BattleId,
        /// Who plays it, and whose dice fall.
        under_way: Box<UnderWay>,
    },
    /// Where vessels of a side deploy by the dice of the set-up, and who places them.
    UnitsDealt {
        /// Which battle.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// What was rolled for each.
        lines: Vec<Line>,
    },
    /// A sub-plot was rolled.
    SubPlotRolled {
        /// Which battle.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// What.
        plot: SubPlot,
    },
    /// A sub-plot's ship was named.
    ShipNominated {
        /// Which battle.
        battle: BattleId,
        /// Whose sub-plot.
        player: PlayerId,
        /// The ship.
        ship: VesselId,
    },
    /// Secret sub-plots were shown to everybody.
    SubPlotsRevealed {
        /// Which battle.
        battle: BattleId,
    },
    /// The battle can be fought.
    SubPlotsComplete {
        /// Which battle.
        battle: BattleId,
    },
    /// What happened in a battle is on record.
    BattleReported {
        /// Which battle.
        battle: BattleId,
        /// The record.
        report: Box<Report>,
        /// Who fought.
        players: BySide<PlayerId>,
        /// What follows from it.
        result: BattleResult,
    },
    /// A step of the aftermath is done.
    StepReached {
        /// Which battle.
        battle: BattleId,
        /// The step that is due now.
        step: Step,
    },
    /// A world is no longer what it was.
    WorldChanged {
        /// Where.
        system: SystemId,
        /// From.
        from: WorldType,
        /// To.
        to: WorldType,
    },
    /// A pirate base is gone.
    BaseDestroyed {
        /// Whose.
        owner: PlayerId,
    },
    /// A system was won in battle.
    SystemTaken {
        /// Who.
        player: PlayerId,
        /// Which.
        system: SystemId,
        /// From whom; `None` was neutral.
        from: Option<PlayerId>,
    },
    /// A raided system serves the raider for this turn.
    SystemRaided {
        /// Which battle.
        battle: BattleId,
        /// Who.
        player: PlayerId,
        /// Which.
        system: SystemId,
    },
    /// A commander was promoted or demoted.
    RankChanged {
        /// Who.
        player: PlayerId,
        /// From.
        from: String,
        /// To.
        to: String,
        /// Upwards.
        promoted: bool,
    },
    /// A commander took a Mark of Chaos.
    MarkTaken {
        /// Who.
        player: PlayerId,
        /// Which.
        mark: String,
    },
    /// A demoted commander lost a Mark of Chaos.
    MarkLost {
        /// Who.
        player: PlayerId,
        /// Which.
        mark: String,
    },
    /// A ship lost a refit that came with its commander's rank.
    RefitLost {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// Slug of the refit.
        refit: String,
    },
    /// A vessel is gone for good.
    VesselLost {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// When.
        on: NaiveDate,
    },
    /// A new vessel takes the place of a lost one.
    VesselReplaced {
        /// The lost one.
        lost: VesselId,
        /// The new one.
        vessel: Vessel,
    },
    /// A crew's experience was rolled.
    ExperienceRolled {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// The two dice.
        rolled: u8,
        /// What they must exceed.
        leadership: u8,
    },
    /// A crew's Leadership changed.
    LeadershipChanged {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// From.
        from: u8,
        /// To.
        to: u8,
        /// Why.
        reason: String,
        /// The rule.
        rule: String,
    },
    /// A crew learnt a skill.
    SkillLearnt {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// What.
        skill: Improvement,
    },
    /// A crew without skills earned a repair point.
    RepairPointEarned {
        /// Which battle.
        battle: BattleId,
        /// Whose.
        role: Role,
        /// Which.
        vessel: VesselId,
    },
    /// Repair points were counted.
    RepairPointsCounted {
        /// Which battle.
        battle: BattleId,
        /// How many each has.
        points: BySide<u32>,
    },
    /// Hits or escorts were restored.
    VesselRepaired {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// Hits or escorts.
        by: u32,
    },
    /// A vessel was sent away for repairs.
    VesselWithdrawn {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// After which battle.
        battle: BattleId,
    },
    /// A withdrawn vessel is back at full strength.
    VesselReturned {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
    },
    /// A side's repairs are done.
    RepairsDone {
        /// Which battle.
        battle: BattleId,
        /// Whose.
        role: Role,
        /// Points lost.
        unspent: u32,
    },
    /// An appeal was rolled.
    AppealRolled {
        /// Which battle.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// For what.
        kind: AppealKind,
        /// The face that fell.
        face: u8,
        /// Granted.
        granted: bool,
    },
    /// All appeals were rolled.
    AppealsMade {
        /// Which battle.
        battle: BattleId,
    },
    /// A granted appeal was taken or waived.
    GrantTaken {
        /// Which battle.
        battle: BattleId,
        /// Which.
        grant: Grant,
    },
    /// A ship was refitted.
    RefitGained {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// What.
        refit: Improvement,
        /// The die for the kind and the die on its table.
        dice: [u8; 2],
        /// Its worth now (REFIT-04).
        points: u32,
    },
    /// An other appeal gave something.
    BoonGained {
        /// Whose.
        player: PlayerId,
        /// What.
        boon: Boon,
    },
    /// A result of an other appeal was given to a ship.
    BoonAssigned {
        /// Whose.
        player: PlayerId,
        /// Slug of the result.
        boon: String,
        /// The ship.
        vessel: VesselId,
    },
    /// A result of an other appeal is used up.
    BoonUsed {
        /// Whose.
        player: PlayerId,
        /// Slug of the result.
        boon: String,
    },
    /// A lesser commander came aboard.
    OfficerJoined {
        /// Whose.
        player: PlayerId,
        /// His ship.
        vessel: VesselId,
        /// Who.
        officer: Officer,
        /// The worth of the ship with him.
        points: u32,
    },
    /// A ship became one of another class.
    ShipConverted {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// What it is made of now.
        hulls: Vec<Hulls>,
        /// Options and upgrades it keeps.
        upgrades: Vec<Bought>,
        /// Its list value now.
        list_points: u32,
        /// Its worth now.
        points: u32,
        /// Name of the class.
        class: String,
    },
    /// A world was given up for a Ramilies.
    SystemGivenUp {
        /// Who.
        player: PlayerId,
        /// Which.
        system: SystemId,
    },
    /// A Ramilies that was found left its place.
    RamiliesMoved {
        /// Whose.
        player: PlayerId,
        /// The face that fell.
        face: u8,
        /// Lost in the warp.
        lost: bool,
    },
    /// A Ramilies tried to bring a withdrawn vessel back before the next game.
    QuickReturnTried {
        /// Whose.
        player: PlayerId,
        /// Which.
        vessel: VesselId,
        /// The face that fell.
        face: u8,
    },
    /// A repair tender gives repair points in place of renown.
    TenderRepairs {
        /// Which battle.
        battle: BattleId,
        /// Whose.
        role: Role,
        /// The tender.
        vessel: VesselId,
    },
    /// A wolf pack tried for a Planetary Assault.
    AssaultTried {
        /// Which battle.
        battle: BattleId,
        /// The face that fell.
        face: u8,
        /// It may be played.
        granted: bool,
    },
    /// Of two admirals one may choose the orders.
    OrdersFall {
        /// Which battle.
        battle: BattleId,
        /// To whom.
        to: PlayerId,
    },
    /// From now on each side declares for itself what is left to settle.
    DeclarationsOpened {
        /// Which battle.
        battle: BattleId,
        /// When.
        on: NaiveDate,
    },
    /// A crew advances, and its owner says how.
    AdvanceWaits {
        /// Which battle.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// The crew.
        vessel: VesselId,
    },
    /// The owner of a crew that advances has said how.
    AdvanceTaken {
        /// Which battle.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// The crew.
        vessel: VesselId,
    },
    /// A side has said whom its veteran trainers train.
    TrainersAsked {
        /// Which battle.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// Which side.
        role: Role,
    },
    /// A side has declared its appeals.
    AppealsDeclared {
        /// Which battle.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// Which side.
        role: Role,
        /// How many.
        number: u32,
    },
    /// The campaign turn of one side is over: it may fight again.
    AftermathFinished {
        /// Which battle.
        battle: BattleId,
        /// Whose.
        player: PlayerId,
        /// Which side.
        role: Role,
    },
    /// The campaign turn of a battle is over.
    BattleClosed {
        /// Which battle.
        battle: BattleId,
    },
    /// A past command was amended and everything after it decided again.
    HistoryAmended {
        /// The entry.
        entry: u64,
        /// What was done to it.
        how: How,
        /// Entries decided again.
        again: u32,
        /// How many of them came out otherwise.
        otherwise: u32,
        /// How many no longer fit and were taken out.
        dropped: u32,
    },
    /// The arbitrator let something pass that a rule forbids.
    Allowed {
        /// Whose it is.
        player: PlayerId,
        /// The rule.
        rule: String,
        /// What it forbids.
        says: String,
        /// The arbitrator's reason.
        reason: String,
    },
    /// Something worth knowing that forbids nothing.
    Noted {
        /// Whose it is, where it is anybody's.
        player: Option<PlayerId>,
        /// The rule.
        rule: String,
        /// What.
        says: String,
    },
}
