//! Who must decide what, and what a player answers.

use std::borrow::Cow;
use std::fmt;

use crate::battle::space_fleet::cards::{Card, DECK};
use crate::battle::space_fleet::state::agenda::Question;
use crate::battle::space_fleet::state::{MOVERS, Mover, ShipId, SquadronId, Turret};
use crate::dice::DiceError;
use crate::table::fixed_list::{FixedList, Outgrown};
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;

/// Who must decide what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Castellans and fuel (SF-TURN-02).
    Prepare(Side),
    /// A squadron reforms, or none (SF-REFORM-01).
    Reform(Side),
    /// A squadron moves (SF-TURN-05).
    Move(Side),
    /// A squadron fires (SF-TURN-06).
    Shoot(Side, Option<SquadronId>),
    /// A ship boards (SF-BOARD-01).
    Board(Side),
    /// A ship repairs (SF-REPAIR-01).
    Repair(Side),
    /// A swarm acts (SF-TYR-04).
    Swarm(Side),
    /// Cards are discarded (SF-TYR-07).
    Discard(Side),
    /// Something in the middle of something else.
    Asked(Side, Question),
    /// Nobody: the battle is over.
    Over,
}

impl Decision {
    /// Who must decide.
    #[must_use]
    pub const fn side(&self) -> Option<Side> {
        match self {
            Self::Prepare(side)
            | Self::Reform(side)
            | Self::Move(side)
            | Self::Shoot(side, _)
            | Self::Board(side)
            | Self::Repair(side)
            | Self::Swarm(side)
            | Self::Discard(side)
            | Self::Asked(side, _) => Some(*side),
            Self::Over => None,
        }
    }
}

/// Where a ship stands after reforming.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Berth {
    /// Who.
    pub ship: ShipId,
    /// Where; none stays put.
    pub at: Option<Point>,
    /// Its heading; none keeps it.
    pub heading: Option<Heading>,
}

/// What is fired at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A ship.
    Ship(ShipId),
    /// A rock, by its place in the list.
    Asteroid(u8),
}

/// Most targets of a split broadside.
pub const SHARES: usize = 8;

/// What a player answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "answers are few and short-lived, and copied with the battle")]
pub enum Answer {
    /// Nothing more of this kind.
    Done,
    /// Yes.
    Yes,
    /// No.
    No,
    /// A Castellan's shield.
    Shield(ShipId, bool),
    /// Fuel is dropped.
    Jettison(ShipId, u8),
    /// A squadron reforms.
    Reform(SquadronId, FixedList<Berth, MOVERS>),
    /// A squadron moves.
    Move(SquadronId, FixedList<Mover, MOVERS>),
    /// A weapon fires.
    Fire(ShipId, u8, Target),
    /// A broadside is divided.
    Split(ShipId, u8, FixedList<(ShipId, u8), SHARES>),
    /// A turret turns.
    Turn(ShipId, Turret),
    /// Elite Gunnery Crews.
    Gunnery(ShipId),
    /// A squadron holds its fire.
    HoldFire(SquadronId),
    /// Ships board.
    Board(ShipId, FixedList<ShipId, MOVERS>),
    /// Claws strike.
    Claw(ShipId, ShipId),
    /// A counter-attack on a boarder.
    Counter(ShipId),
    /// A held ship is let go.
    LetGo,
    /// A held ship is kept.
    Keep,
    /// A held ship is torn.
    Tear,
    /// A ship rolls for repairs.
    Repair(ShipId),
    /// The critical of this row.
    Critical(u8),
    /// Shields for front, left, right, rear.
    Shields([u8; 4]),
    /// A slow move: ahead, then a turn.
    Creep(Length, i32),
    /// A row of a critical table.
    Row(u8),
    /// Two inches on a heading.
    Shift(Heading),
    /// A card for the whole fleet or the question under way.
    Play(Card),
    /// A card on a swarm.
    PlayOnSwarm(Card, SquadronId),
    /// A card on a vessel; the row it heals, or 0.
    PlayOn(Card, ShipId, u8),
    /// A vessel boards with a card.
    PlayBoard(Card, ShipId, ShipId),
    /// A vessel moves.
    Steer(Mover),
    /// A vessel attacks, so many times.
    Strike(ShipId, u8, ShipId, u8),
    /// A mine drifts.
    Drift(ShipId, Heading),
    /// A mine explodes.
    Explode(ShipId),
    /// A mine or a vessel does no more.
    Finish(ShipId),
    /// A swarm does no more.
    FinishSwarm(SquadronId),
    /// A class arrives.
    Spawn(u8),
    /// Vessels arrive there.
    SpawnAt(Point, Heading),
    /// Cards are put away.
    Discard(FixedList<Card, DECK>),
}

/// A rule that an answer breaks, with what it says about this case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule.
    pub rule: Cow<'static, str>,
    /// What, with its figures.
    pub message: String,
}

impl Refusal {
    /// A refusal under a rule.
    #[must_use]
    pub fn new(rule: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self { rule: rule.into(), message: message.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.rule)
    }
}

/// Why an answer was not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The rules do not allow it.
    Refused(Refusal),
    /// The dice cannot be had.
    Dice(DiceError),
    /// The battle is bigger than the engine.
    Outgrown(Outgrown),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Dice(error) => error.fmt(f),
            Self::Outgrown(outgrown) => outgrown.fmt(f),
        }
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<DiceError> for Stop {
    fn from(error: DiceError) -> Self {
        Self::Dice(error)
    }
}

impl From<Outgrown> for Stop {
    fn from(outgrown: Outgrown) -> Self {
        Self::Outgrown(outgrown)
    }
}

/// What came of an answer.
pub type Judged<T> = Result<T, Stop>;
