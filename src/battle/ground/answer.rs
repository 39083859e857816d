//! What players answer, and why an answer is not carried out.

use std::fmt;

use super::roster::{CraftId, FormationId, UnitId};
use super::state::{Action, Fire};
use crate::dice::DiceError;
use crate::table::edge::Edge;
use crate::table::geometry::{Heading, Length, Point};
use crate::text::words;

/// A leg of a unit's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leg {
    /// Straight to a place.
    To(Point),
    /// Straight until it touches a unit.
    Touch(UnitId),
}

/// What one unit does in a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who.
    pub unit: UnitId,
    /// At most 5, without a test (EP-MOVE-10).
    pub slowly: bool,
    /// Gets out first (EP-MOVE-06).
    pub out: bool,
    /// Its way.
    pub legs: Vec<Leg>,
    /// Gets in at the end.
    pub into: Option<UnitId>,
}

/// Where a unit is put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// On the table.
    At(UnitId, Point),
    /// Aboard another.
    In(UnitId, UnitId),
}

words! {
    /// Moves by their words.
    Going {
        /// An ordinary move or a charge.
        Move = "move",
        /// EP-ASLT-04.
        CounterCharge = "counter-charge",
        /// EP-BREAK-03.
        Withdraw = "withdraw",
        /// EP-ASLT-15.
        Consolidate = "consolidate",
        /// EP-SPACE-11.
        Disembark = "disembark",
    }
}

words! {
    /// What is declined.
    Declined {
        /// No move.
        Move = "no move",
        /// No shooting.
        Fire = "hold fire",
        /// Nobody fires from overwatch.
        Overwatch = "no overwatch",
        /// Nobody counter-charges.
        CounterCharge = "no counter-charge",
        /// Nobody supports.
        Support = "no support",
        /// Nothing further is moved.
        Withdraw = "no withdrawal",
        /// Nobody is moved.
        Consolidate = "no consolidation",
        /// Nobody intercepts.
        Interception = "no interception",
        /// No jinking.
        Jink = "no jink",
        /// No flak.
        Flak = "no flak",
        /// Aircraft do not attack.
        Attack = "no attack",
        /// No pinpoint attack.
        Pinpoint = "no pinpoint",
        /// Nobody gets out.
        Disembark = "stay aboard",
        /// Landed aircraft stay.
        Leave = "stay landed",
        /// The test is not rolled again.
        Reroll = "let it stand",
        /// The initiative passes.
        Retain = "hand over",
    }
}

words! {
    /// Plain words.
    Word {
        /// Acts first.
        First = "first",
        /// Acts second.
        Second = "second",
        /// Rolls again.
        Reroll = "re-roll",
        /// Keeps the initiative.
        Retain = "retain",
        /// Regroups.
        Regroup = "regroup",
        /// Jinks.
        Jink = "jink",
    }
}

/// A flight: where it starts, and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flight {
    /// A place on an edge; none for a disengagement, which starts where the aircraft are.
    pub from: Option<Point>,
    /// The first heading.
    pub heading: Heading,
    /// Straight parts and turns.
    pub legs: Vec<FlightLeg>,
}

/// A part of a flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlightLeg {
    /// Straight ahead.
    Ahead(Length),
    /// A turn, to the right when positive.
    Turn(i32),
}

/// A landing of aircraft (EP-AIR-17, EP-AIR-20).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landing {
    /// Whom the troops assault.
    pub assault: Option<FormationId>,
    /// Who gets out, and where.
    pub out: Vec<(UnitId, Point)>,
    /// Who gets in.
    pub into: Vec<(UnitId, UnitId)>,
}

/// A declared action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// Who.
    pub formation: FormationId,
    /// What.
    pub action: Action,
    /// Whom it assaults.
    pub targets: Vec<FormationId>,
    /// Who assaults with it.
    pub with: Vec<FormationId>,
    /// Skimmers pop up.
    pub pop_up: bool,
    /// A march that leaves the road it starts on, and so must be tested for (EP-ACT-15).
    pub across: bool,
}

/// What a player answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A plain word.
    Word(Word),
    /// Something is declined.
    Decline(Declined),
    /// Two objectives.
    Objectives(Vec<Point>),
    /// A spacecraft's plan: turn, aiming points, drop zones.
    Plan(CraftId, u8, Vec<Point>, Vec<(FormationId, Point)>),
    /// A spacecraft is not used.
    StayAway(CraftId),
    /// A sealed exit.
    Exit(FormationId, Point),
    /// A formation is deployed.
    Deploy(FormationId, Vec<Placing>),
    /// A formation waits.
    Reserve(FormationId),
    /// A formation teleports.
    Teleport(FormationId, Vec<Placing>),
    /// Tunnellers surface.
    Surface(FormationId),
    /// A formation does not arrive yet.
    Wait(FormationId),
    /// An action.
    Act(Act),
    /// Overwatch or patrol is kept.
    Keep(FormationId, Action),
    /// A spacecraft acts.
    Arrive(CraftId),
    /// Units move.
    Go(Going, Vec<Step>),
    /// A formation fires.
    Fire(Fire),
    /// A formation fires from overwatch.
    Overwatch(FormationId, Fire),
    /// A sniper's victim.
    Snipe(UnitId),
    /// An engine rolls so many dice in close combat.
    Split(UnitId, u8),
    /// Who supports.
    Support(Vec<FormationId>),
    /// Aircraft come in.
    Approach(Flight),
    /// A patrol comes in.
    Interception(FormationId, Flight),
    /// Who fires flak.
    Flak(Vec<FormationId>),
    /// Aircraft land.
    Land(Landing),
    /// Aircraft leave.
    Leave(Flight),
    /// A pinpoint attack.
    Pinpoint(UnitId),
    /// Units come down.
    Planetfall(Vec<Placing>),
}

/// Why an answer is against the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule.
    pub rule: &'static str,
    /// What, with which figure, and what to do.
    pub text: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.text, self.rule)
    }
}

/// Why an answer was not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The rules do not allow it.
    Refused(Refusal),
    /// The dice cannot be had.
    Dice(DiceError),
}

impl From<DiceError> for Stop {
    fn from(error: DiceError) -> Self {
        Self::Dice(error)
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Dice(error) => error.fmt(f),
        }
    }
}

/// What a judgement gives, or why there is none.
pub type Judged<T> = Result<T, Stop>;

/// A refusal with its rule.
///
/// # Errors
/// Always: that is what it is for.
pub fn refuse<T>(rule: &'static str, text: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal { rule, text: text.into() })
}

/// The words of an edge, for flights that start there.
#[must_use]
pub const fn edges() -> [Edge; 4] {
    [Edge::Left, Edge::Right, Edge::Near, Edge::Far]
}
