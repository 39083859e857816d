//! Who must decide what, and what can be answered.

use super::question::Question;
use super::refusal::Refusal;
use crate::battle::gothic::special::Feat;
use crate::battle::gothic::state::ordnance::LAUNCHERS;
use crate::battle::gothic::state::ordnance::LENDERS;
use crate::battle::gothic::state::ordnance::{Band, FlightId, Marker, Quarry, STEPS, WAVE};
use crate::battle::gothic::state::ordnance::{MARKS, MarkShot};
use crate::battle::gothic::state::{Critical, KINDS, LEGS, Leg, Order, SHELLS, SHOTS, Shell, ShipId, Unit};
use crate::ships::gun::Gun;
use crate::table::fixed_list::{FixedList, Outgrown};
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;

/// Most markers or criticals named in one answer.
pub const PICKS: usize = 64;

/// A decision that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Give an order to a unit that has not moved, or move one; end when all have moved.
    Move(Side),
    /// Move a ship of the unit that has begun.
    Continue(Side, Unit),
    /// Disengage, declare boarding, or end the Movement Phase.
    Close(Side),
    /// Test for targets, fire, or end the Shooting Phase.
    Shoot(Side),
    /// Launch or recall ordnance, or end the Shooting Phase.
    Launch(Side),
    /// Make torpedoes of torpedo bombers, or not (TBOMBER-03).
    Convert(Side),
    /// Move a flight, or let the rest fly on.
    Fly(Side),
    /// Move a ship under sail again, declare boarding, or end its player's moves.
    Sail(Side),
    /// Teleport, or end the turn.
    End(Side),
    /// Answer what an attack or a roll asks.
    Asked(Side, Question),
    /// The battle is over.
    Over,
}

impl Decision {
    /// Who decides.
    #[must_use]
    pub const fn side(&self) -> Option<Side> {
        match self {
            Self::Move(side)
            | Self::Continue(side, _)
            | Self::Close(side)
            | Self::Shoot(side)
            | Self::Launch(side)
            | Self::Convert(side)
            | Self::Fly(side)
            | Self::Sail(side)
            | Self::End(side)
            | Self::Asked(side, _) => Some(*side),
            Self::Over => None,
        }
    }
}

/// A share of a weapon at a target, as declared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aim {
    /// Who fires.
    pub ship: ShipId,
    /// Which of its weapons.
    pub weapon: u8,
    /// At whom.
    pub target: Unit,
    /// How much; 0 for all there is.
    pub share: u8,
}

/// What a player answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "answers are few and live on the stack; a box would need the heap")]
pub enum Answer {
    /// `Agrippa: lock on`
    Order(Unit, Order),
    /// `Agrippa: ahead 10, right 45, ahead 5`
    Move(ShipId, FixedList<Leg, LEGS>),
    /// `Agrippa: disengage`
    Disengage(Unit),
    /// `Agrippa: board Unclean`
    Board(ShipId, ShipId),
    /// `Agrippa: test`
    Test(Unit),
    /// `Agrippa: port battery at Unclean, dorsal lance 2 at Iron Duke`
    Fire {
        /// Who fires.
        unit: Unit,
        /// Every weapon that fires.
        aims: FixedList<Aim, SHOTS>,
        /// Kinds of weapon whose hits are applied first, in this order: `lances first` (GUNNERY-12).
        first: FixedList<Gun, KINDS>,
        /// The column taken against a squadron (SQUAD-10).
        column: Option<u8>,
        /// Nova shells with where they are aimed: `nova cannon at 60 40`.
        shells: FixedList<Shell, SHELLS>,
        /// Weapons that fire at ordnance: `port battery at salvo 3` (ORD-14).
        marks: FixedList<MarkShot, MARKS>,
    },
    /// `Agrippa: launch torpedoes heading 90`, `Agrippa + Vigil: launch 2 fury, 4 starhawk`
    Launch(FixedList<ShipId, LAUNCHERS>, Load),
    /// `wave 4: recall`, `wave 4: recall 2 fury` (ORD-08)
    Recall(FlightId, Band),
    /// `salvo 3: go`, `wave 4: 2 fury, to 60 40, to 70 45, patrol Agrippa`
    Fly(Flying),
    /// `wave 4: leave`: off combat air patrol (CAP-10)
    Leave(FlightId),
    /// `wave 4: convert 3 heading 90` (TBOMBER-03)
    Convert(FlightId, u8, Heading),
    /// `saved thunderhawk meets swiftdeath`: which marker of either wave fights next; `fight no more` (RESIL-05)
    Pair(Option<(Marker, Marker)>),
    /// `again 1 2`: attack runs that showed these are rolled again
    Again(FixedList<u8, WAVE>),
    /// `salvo 3: right 30`: it turns, then flies (BTORP-02)
    Veer(FlightId, i32),
    /// `fire alone`, `fire with Vigil + Hope`: turrets of the ship attacked and of so many others (TURRET-03)
    Mass(FixedList<ShipId, LENDERS>),
    /// `attack Unclean`: of the ships met at one spot (ORD-16, ORD-17)
    Attack(ShipId),
    /// `Agrippa: fire at field 2`: an asteroid field by its place in the list, from 1.
    Field(Unit, u8),
    /// `Agrippa: teleport Unclean`
    Teleport(ShipId, ShipId),
    /// `ram Unclean`
    Ram(ShipId),
    /// `yes`: brace, spend the re-roll, board together.
    Yes,
    /// `fleet re-roll`: spend the fleet's re-roll, not the crew's own.
    Fleet,
    /// `no`: do not, keep the roll, name no target, board one after another.
    No,
    /// `turn right 45`: an evasive turn, to the right when positive.
    Evade(i32),
    /// `repair fire, engine room`
    Repair(FixedList<Critical, PICKS>),
    /// `remove 1 4`: markers by their place in the list, from 1.
    Remove(FixedList<u8, PICKS>),
    /// `Torch: detonate`: a fire ship explodes.
    Detonate(ShipId),
    /// `Decoy: reveal`: a Q-ship shows what it is.
    Reveal(ShipId),
    /// `Agrippa: enter low orbit 1040 heading 180`: where along the atmosphere edge.
    Enter(ShipId, Length, Heading),
    /// `bearing 90 heading 45`: where round the planet a ship comes back.
    Depart(Heading, Heading),
    /// `Plagueclaw takes it`
    Takes(ShipId),
    /// `take 5`: one of two dice.
    Pick(u8),
    /// `at 60 40 heading 90`
    Emerge(Point, Heading),
    /// `Agrippa: arrive at 0 60 heading 90`: a ship comes on by an edge, and then moves.
    Arrive(ShipId, Point, Heading),
    /// `Agrippa: stay away`: a ship or its squadron will not come (SCEN-14).
    StayAway(ShipId),
    /// `Agrippa: assault`: it lands troops or bombards (SCEN-87).
    Assault(ShipId),
    /// `surrender` (SCEN-131)
    Surrender,
    /// `activate 3`: a contact marker, counted from 1 (SCEN-73).
    Activate(u8),
    /// `heading 90`: what lay under a contact marker (SCEN-76).
    Heading(Heading),
    /// `scramble 2 fury, 1 starhawk` (SCEN-75)
    Scramble(Band),
    /// `shift 15`, `shift -20`: the marker of a division along its edge (SCEN-101).
    Shift(Length),
    /// `post 0 60`: the marker of a division (SCEN-98).
    Post(Point),
    /// What a ship does by a rule of its own.
    Feat(Feat),
    /// `end`: nothing more in this phase.
    End,
}

/// How a flight is to fly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flying {
    /// What flies.
    pub flight: FlightId,
    /// The part of a wave that splits off and flies; empty for all of it (CRAFT-07).
    pub band: Band,
    /// Places it goes through.
    pub steps: FixedList<Point, STEPS>,
    /// The ship it flies combat air patrol with at the end (CAP-09).
    pub patrol: Option<ShipId>,
    /// What it means to attack.
    pub quarry: Option<Quarry>,
    /// It pauses there, to be split or sent on before anything else flies.
    pub pause: bool,
}

/// What is launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// A salvo.
    Torpedoes {
        /// How many; 0 for all there are.
        strength: u8,
        /// Where to.
        heading: Heading,
        /// Boarding torpedoes (BTORP-01).
        boarding: bool,
        /// The ship's special torpedoes (APPEAL-18).
        special: bool,
    },
    /// A wave of so many of each kind.
    Craft(Band),
    /// So many orbital mines (MINE-09).
    Mines(u8),
}

/// What comes of an answer.
pub type Judged<T> = Result<T, Stop>;

/// Why an answer was not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The rules do not allow it.
    Refused(Refusal),
    /// The dice cannot be had.
    Dice(crate::dice::DiceError),
    /// What comes of it is more than the engine has room for.
    Outgrown(Outgrown),
}

impl From<Outgrown> for Stop {
    fn from(outgrown: Outgrown) -> Self {
        Self::Outgrown(outgrown)
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<crate::dice::DiceError> for Stop {
    fn from(error: crate::dice::DiceError) -> Self {
        Self::Dice(error)
    }
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Dice(error) => error.fmt(f),
            Self::Outgrown(outgrown) => outgrown.fmt(f),
        }
    }
}
