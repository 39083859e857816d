//! What can be done about a refusal, as a value. The campaign knows no flag, route or button: whoever talks to people
//! finds the words, a command line its own and a page its own.

use super::state::BattleId;
use super::turn::report::Role;

/// One thing that can be done, with its figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// A sentence that is the same for every client, because it names nothing but the game.
    Advice(String),

    /// Enter a player.
    AddPlayer,
    /// Give a player ships, or take the player out.
    FillRegister,
    /// Choose a flagship (CMDR-02).
    ChooseFlagship,
    /// Take the next step of the opening.
    Start,
    /// Look which step of the opening is due.
    AskWhatStartNeeds,
    /// Pick a system in the opening (CAMP-08).
    PickSystem,
    /// Hide a base in the opening (CAMP-09).
    HideBase,
    /// Look who holds which system.
    ShowMap,
    /// Finish the opening and enter the player late, or take back the starting order.
    JoinLaterOrUndoOrder,
    /// Let a late pirate join, with his base.
    JoinWithBase,
    /// Let a late joiner join, with his system.
    JoinWithSystem,
    /// Let a late joiner take part.
    Join,
    /// Only who has not started is removed; what was recorded can be undone.
    RemoveOnlyBeforeStart,
    /// Take out a player who has not started.
    RemovePlayer,
    /// Bring back a player who left, with a system.
    ReturnWithSystem,
    /// Bring back a player who left.
    Return,
    /// Make an Imperial player a rebel (WIN-03).
    BecomeRebel,
    /// Make one of two Imperial players a rebel.
    MakeOneRebel,
    /// Act as the arbitrator (CAMP-04).
    ActAsArbitrator,
    /// Give the arbitrator's reason.
    GiveReason,

    /// Look up every fleet list.
    ShowLists,
    /// Look up the classes of a list, by its slug.
    ShowClasses(String),
    /// Look up how a class is taken.
    ShowHowTaken,
    /// Look up the weapons of a class, by its slug.
    ShowWeapons(String),
    /// Name the weapon with a class, by its slug.
    NameWeapon(String),
    /// Look up what classes and lists sell.
    ShowWhatIsSold,
    /// Look up the commanders of a list, by its slug.
    ShowCommanders(String),
    /// Take a ship as a reserve or an ally, or have it allowed.
    TakeAsReserveOrAlly,
    /// Take a ship as an ally.
    TakeAsAlly,
    /// Take a ship as a reserve.
    TakeAsReserve,
    /// Have the arbitrator agree.
    AskForRuling,
    /// Ships join later by appeal, or by a ruling (APPEAL-06).
    WaitForReinforcement,
    /// Only ships of before the start are sold; a slip is undone.
    SellOnlyBeforeStart,
    /// A commander keeps his ship, but by a ruling (CMDR-02).
    ChangeShipByRuling,
    /// Look which vessels have a notice.
    ShowNotices,
    /// Take over the new figures of a class.
    AcceptFigures,
    /// Buy lesser commanders (CMDR-09).
    BuyOfficers,
    /// Enter the player with a commander of one of these kinds (CMDR-08).
    EnterCommander(Vec<String>),
    /// Look up who may ally (ALLY-24).
    ShowAllies,

    /// Look up the open battles.
    ListBattles,
    /// Look who is still in a battle.
    ShowWhoFights,
    /// Take the step of a battle that is due (CAMP-12).
    TakeStep(BattleId),
    /// Go on with a battle.
    GoOn(BattleId),
    /// Go on with a battle, or amend its report.
    GoOnOrAmend(BattleId),
    /// Finish a battle, or abandon it.
    FinishOrAbandon(BattleId),
    /// Finish a battle, have it forfeited, or abandon it.
    FinishForfeitOrAbandon(BattleId),
    /// Look up the defences that can be bought (MISSION-17).
    ListDefences(BattleId),
    /// Defences come out of the allowance when the fleet is picked (COMP-03).
    BuyDefencesWithFleet,
    /// Field a fleet that fits the allowance (MISSION-13).
    FieldWhatFits {
        /// Whose fleet.
        player: String,
        /// The vessels that fit.
        vessels: Vec<String>,
        /// What they are worth.
        points: u32,
    },
    /// Pick a battlezone, each player in secret (ZONE-03).
    PickZones,
    /// Roll for the table of a battle (ZONE-03).
    SetUp(BattleId),
    /// Look at the set-up of a battle, or take it back.
    ShowOrUndoSetUp(BattleId),
    /// Look up the scenario and the set-up of a battle.
    ShowScenario(BattleId),
    /// Go on playing a battle, or have the arbitrator end it.
    PlayOnOrAbandon(BattleId),
    /// Play a battle that was kept to its end: that records it.
    PlayKept(BattleId),
    /// Have the program fight a battle, or report one of the table.
    FightOrReport(BattleId),
    /// Report a battle of the table (SCEN-15).
    ReportFromTable,
    /// Report this battle of the table.
    Report(BattleId),
    /// Agree to a report, or dispute it.
    ConfirmOrDispute(BattleId),

    /// Say how many transports crossed the table (SCEN-81).
    TellTransportsThrough,
    /// Say how many assault points were scored (SCEN-92).
    TellAssaultPoints,
    /// Say whether the planet or the Exterminators are gone (SCEN-117).
    TellFateOfPlanet,
    /// Say how many turns were played (PLOT-42).
    TellTurns,
    /// Say whether the sub-plot of a side was achieved (PLOT-46).
    TellPlot(Role),

    /// Name the vessels that an appeal is for.
    NameVessels(BattleId),

    /// Say who won, for a goal of the club's own (WIN-06).
    NameWinner,
    /// Name no winner: the rules do.
    NameNoWinner,
    /// Finish the campaign (WIN-06).
    Finish,
    /// Finish the campaign, or give it more time.
    FinishOrMoreTime,
    /// Take the end back, or amend what came before it.
    UndoOrAmendEnd,

    /// Look at one entry of the journal.
    ShowEntry(u64),
    /// Look which entries are in force.
    ShowJournal,
    /// Put a command after the first entry, or open another campaign.
    InsertAfterOpening,

    /// Give more dice, or let the program roll.
    AddFaces,
    /// Give the faces of the dice beforehand: nobody can be asked.
    GiveFaces,
    /// Go on with the dice that were typed in, or have the arbitrator let them drop by a ruling.
    TakeUpDice,
}

impl From<&str> for Hint {
    fn from(advice: &str) -> Self {
        Self::Advice(advice.to_owned())
    }
}

impl From<String> for Hint {
    fn from(advice: String) -> Self {
        Self::Advice(advice)
    }
}

/// How a client words hints. Reports that tell what to do are handed one.
pub type Wording = fn(&Hint) -> String;
