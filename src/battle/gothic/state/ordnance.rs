//! Ordnance in play, as data: flights, their markers, what is fired at.

use crate::battle::gothic::state::{Battle, Crowd, Feature, FeatureKind, ShipId};
use crate::ships::craft::CraftId;
use crate::ships::pilots::Pilots;
use crate::ships::warhead::Warhead;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;
use crate::text::words;

/// Most flights in play.
pub const FLIGHTS: usize = 96;
/// Most markers of a wave.
pub const WAVE: usize = 24;
/// Most places a wave is sent through in one move.
pub const STEPS: usize = 6;
/// Most kinds of craft named in one answer.
pub const KINDS: usize = 4;

/// A flight by its name: what it is, and the number it got when it was launched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FlightId {
    /// What it is.
    pub kind: FlightKind,
    /// Its number.
    pub number: u16,
}

impl std::fmt::Display for FlightId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.kind.noun(), self.number)
    }
}

words! {
    /// What a flight is.
    #[derive(Default)]
    FlightKind {
        /// Torpedoes (TORP).
        #[default]
        Salvo = "salvo",
        /// Boarding torpedoes (BTORP).
        Boarding = "boarding salvo",
        /// Attack craft (CRAFT).
        Wave = "wave",
        /// An orbital mine (MINE).
        Mine = "mine",
    }
}

impl FlightKind {
    /// The word in its name: `salvo 3`, `wave 4`, `mine 5`.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Salvo | Self::Boarding => "salvo",
            Self::Wave => "wave",
            Self::Mine => "mine",
        }
    }

    /// Whether it is torpedoes of either kind.
    #[must_use]
    pub const fn is_salvo(self) -> bool {
        matches!(self, Self::Salvo | Self::Boarding)
    }
}

/// One marker of a wave: a squadron of craft.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marker {
    /// What flies in it.
    pub craft: CraftId,
    /// It has saved itself in this phase (RESIL-01).
    pub saved: bool,
}

/// The markers of a wave.
pub type Markers = FixedList<Marker, WAVE>;
/// So many of each of some kinds of craft.
pub type Band = FixedList<(CraftId, u8), KINDS>;

/// A salvo, wave, single marker or mine in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flight {
    /// What it is, and its number.
    pub id: FlightId,
    /// Whose it is.
    pub side: Side,
    /// Its centre.
    pub at: Point,
    /// Where a salvo points.
    pub heading: Heading,
    /// How far a salvo or mine goes in an Ordnance Phase; a wave goes as far as its slowest craft.
    pub speed: Length,
    /// Torpedoes left in a salvo.
    pub strength: u8,
    /// Markers of a wave.
    pub craft: Markers,
    /// The ship from whose stem its first move starts; until then it counts as aboard (ORD-01).
    pub aboard: Option<ShipId>,
    /// The ship whose fire arc its first move, under way, keeps to (TORP-03).
    pub launcher: Option<ShipId>,
    /// Friends whose bases its first move ignores: the launchers and those in base contact with them (TORP-11).
    pub through: Crowd,
    /// The ship it flies combat air patrol with (FIGHTER-04).
    pub patrol: Option<ShipId>,
    /// What is left of its move, while it pauses in the middle of it (CRAFT-07).
    pub left: Option<Length>,
    /// Fighters it had when it reached the ship under attack (BOMBER-06).
    pub escorts: u8,
    /// What is added to its hit-and-run attacks by who flies in it (HITRUN-03).
    pub raids: i8,
    /// What the crew that launched it gives it.
    pub pilots: Pilots,
    /// An enemy flight that it fought and was left in contact with (RESIL-11).
    pub beside: Option<FlightId>,
    /// What it has done.
    pub done: Flown,
    /// Ships it attacked in this player turn and in the one before (TORP-10).
    pub struck: [Crowd; 2],
    /// The ship that a mine goes for, having come out of a field with enemies inside (MINE-06).
    pub sent_at: Option<ShipId>,
    /// The ship that launched it, whose crew boards from it.
    pub from: Option<ShipId>,
    /// What its torpedoes carry.
    pub warhead: Warhead,
}

/// What a flight has done, as far as rules look back at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flown {
    /// It has moved, or may not move any more, in this Ordnance Phase.
    pub moved: bool,
    /// It has rolled for blast markers in this movement (ORD-11).
    pub rolled: bool,
    /// It was launched in this player turn.
    pub launched: bool,
    /// Torpedo bombers made it in this phase (TBOMBER-05).
    pub made: bool,
    /// Eldar launched it: turrets hit it on 6 only, and its torpedoes roll their misses again.
    pub eldar: bool,
    /// It has rolled for asteroids in this phase (TERRAIN-20).
    pub rocks: bool,
    /// Its missiles have been rolled for in this phase (TAU-10).
    pub decayed: bool,
    /// Its ship took it farther than it flies: no move in the next Ordnance Phase (CAP-02).
    pub tired: bool,
}

/// The move of a flight under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// What flies.
    pub flight: FlightId,
    /// Places it goes through, the next first.
    pub steps: FixedList<Point, STEPS>,
    /// How far it may still go.
    pub left: Length,
    /// The first move of ordnance: from the launcher, in its fire arc (TORP-03).
    pub launch: bool,
    /// Flights it has met and left in this move.
    pub met: FixedList<FlightId, 32>,
    /// The ship it will fly combat air patrol with at the end.
    pub patrol: Option<ShipId>,
    /// What it means to attack (ORD-16).
    pub quarry: Option<Quarry>,
    /// It pauses at the end, with its move unfinished (CRAFT-07).
    pub pause: bool,
}

/// What a wave means to attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quarry {
    /// A ship among several met at one spot, one that lies within a large base, or a hulk.
    Ship(ShipId),
    /// The flight that it was left in contact with (RESIL-11).
    Flight(FlightId),
}

words! {
    /// What a ship's turrets fire at in a phase (TURRET-02).
    Prey {
        /// Torpedoes and mines.
        Torpedoes = "torpedoes",
        /// Attack craft.
        Craft = "attack craft",
    }
}

/// Which ordnance of a ship is launched and not reloaded (ORD-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Torpedoes.
    pub torpedoes: bool,
    /// Attack craft, or the mines that its bays carry instead.
    pub craft: bool,
}

impl Flight {
    /// Torpedoes of a salvo, markers of a wave, or one mine.
    #[must_use]
    pub fn size(&self) -> u8 {
        match self.id.kind {
            FlightKind::Wave => self.craft.len() as u8,
            FlightKind::Salvo | FlightKind::Boarding => self.strength,
            FlightKind::Mine => 1,
        }
    }

    /// Whether a wave or mine has still to roll for a field in this phase (TERRAIN-20).
    ///
    /// Ruling: mines roll too, since they go where they like as craft do; their own field lets them through.
    #[must_use]
    pub fn minds_rocks(&self, field: &Feature) -> bool {
        let own = field.kind == FeatureKind::Minefield && field.owner == self.side;
        field.kind.is_rocky() && !self.done.rocks && !(own && self.id.kind == FlightKind::Mine)
    }

    /// What a turret needs to hit it (TURRET-01).
    #[must_use]
    pub const fn turrets_hit_on(&self) -> u8 {
        if self.done.eldar { 6 } else { 4 }
    }

    /// What the turrets of a ship count it as (TURRET-02, TURRET-09).
    #[must_use]
    pub const fn prey(&self) -> Prey {
        match self.id.kind {
            FlightKind::Wave => Prey::Craft,
            FlightKind::Salvo | FlightKind::Boarding | FlightKind::Mine => Prey::Torpedoes,
        }
    }
}

impl Battle {
    /// A flight that is still in play.
    #[must_use]
    pub fn flight(&self, id: FlightId) -> Option<&Flight> {
        self.flights.iter().find(|flight| flight.id == id)
    }

    /// A flight that is still in play, to change it.
    pub fn flight_mut(&mut self, id: FlightId) -> Option<&mut Flight> {
        self.flights.iter_mut().find(|flight| flight.id == id)
    }

    /// The flights of a player.
    pub fn flights_of(&self, side: Side) -> impl Iterator<Item = &Flight> {
        self.flights.iter().filter(move |flight| flight.side == side)
    }
}

/// Most shots at ordnance in one volley.
pub const MARKS: usize = 12;

/// Ordnance that is fired at, or a minefield by its place among the phenomena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// `salvo 3`, `wave 4`, `mine 5`.
    Flight(FlightId),
    /// `minefield 2`: the second phenomenon of the table.
    Minefield(u8),
}

impl Default for Mark {
    fn default() -> Self {
        Self::Flight(FlightId::default())
    }
}

impl std::fmt::Display for Mark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Flight(id) => id.fmt(f),
            Self::Minefield(index) => write!(f, "minefield {}", index + 1),
        }
    }
}

/// One weapon, or a share of it, at ordnance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MarkShot {
    /// Who fires.
    pub ship: ShipId,
    /// Which of its weapons.
    pub weapon: u8,
    /// At what.
    pub mark: Mark,
    /// How much of its firepower or strength; 0 for all there is, as declared.
    pub share: u8,
}

/// Most ships that launch together (SQUAD-01).
pub const LAUNCHERS: usize = 6;

/// Most ships that mass turrets with one under attack (TURRET-03).
pub const LENDERS: usize = 3;
