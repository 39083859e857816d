//! Ordnance: torpedo salvoes, waves of attack craft, mines (ORD).
//!
//! A [`Flight`] is one marker, wave or salvo. It is launched at the end of the Shooting Phase (`launch`), flies in every
//! Ordnance Phase (`phase`, `flight`), and attacks what it touches (`attack`, `turrets`, `torpedoes`, `mines`). `form`
//! knows outlines and contact, `fire` is direct fire at ordnance. Attack craft keep to `capacity`, fly by `route` and
//! `split`, fight ordnance in `dogfight`, ships in `bombers`, guard their own in `patrol`, and become torpedoes in
//! `conversion`; what their crews add is in `pilots`, what torpedoes carry in `warheads`.

mod attack;
mod bombers;
mod capacity;
pub(super) mod choice;
mod conversion;
mod dogfight;
pub mod fire;
pub mod flight;
pub mod form;
pub mod launch;
pub mod mines;
mod patrol;
mod phase;
mod pilots;
mod power;
mod route;
mod split;
mod torpedoes;
mod tubes;
pub mod turrets;
pub mod warheads;
pub mod wording;

pub use fire::Mark;
pub use pilots::Pilots;
pub use warheads::Warhead;

use super::class::words;
use super::few::Few;
use super::geometry::{Heading, Length, Point};
use super::state::{Battle, Crowd, Feature, FeatureKind, ShipId, Side};

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

/// A kind of attack craft, by its place in the roster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct CraftId(pub u8);

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

words! {
    /// What a kind of attack craft does (CRAFT-14).
    Role {
        /// Fights ordnance.
        Fighter = "fighter",
        /// D6 less turrets attacks.
        Bomber = "bomber",
        /// One hit-and-run attack.
        AssaultBoat = "assault boat",
        /// Becomes torpedoes.
        TorpedoBomber = "torpedo bomber",
        /// Both.
        FighterBomber = "fighter and bomber",
        /// Both.
        FighterAssault = "fighter and assault boat",
    }
}

impl Role {
    /// Whether it fights all ordnance it touches (FIGHTER-02).
    #[must_use]
    pub const fn fights(self) -> bool {
        matches!(self, Self::Fighter | Self::FighterBomber | Self::FighterAssault)
    }

    /// Whether it attacks ships.
    #[must_use]
    pub const fn strikes(self) -> bool {
        !matches!(self, Self::Fighter | Self::TorpedoBomber)
    }

    /// Whether it makes attack runs (BOMBER-01).
    #[must_use]
    pub const fn bombs(self) -> bool {
        matches!(self, Self::Bomber | Self::FighterBomber)
    }

    /// Whether it makes hit-and-run attacks (ASSAULT-01).
    #[must_use]
    pub const fn raids(self) -> bool {
        matches!(self, Self::AssaultBoat | Self::FighterAssault)
    }
}

/// A kind of attack craft that a roster knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CraftKind {
    /// Slug, as in the fleet files.
    pub id: String,
    /// Name.
    pub name: String,
    /// What it does.
    pub role: Role,
    /// How far it flies in an Ordnance Phase.
    pub speed: Length,
    /// Whether it may save itself from other ordnance (RESIL-12).
    pub resilient: Resilience,
    /// How it rolls its attack runs.
    pub runs: Runs,
}

/// How a kind of bomber rolls the number of its attacks (BOMBER-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Runs {
    /// A D6.
    #[default]
    Full,
    /// A D3.
    Half,
    /// A D6 that may be rolled again.
    Again,
}

impl Runs {
    /// What a kind of craft has, by its slug.
    #[must_use]
    pub fn of(craft: &str) -> Self {
        match craft {
            "fighta-bomma" => Self::Half,
            "eagle" | "phoenix" => Self::Again,
            _ => Self::Full,
        }
    }
}

/// Against what a craft saves itself (RESIL-12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Resilience {
    /// Nothing.
    #[default]
    None,
    /// All ordnance.
    All,
    /// Fighters only.
    Fighters,
    /// Attack craft and torpedoes, not mines (SKILL-06).
    NotMines,
}

impl Resilience {
    /// What a kind of craft has, by its slug.
    #[must_use]
    pub fn of(craft: &str) -> Self {
        match craft {
            "thunderhawk" | "chaos-thunderhawk" | "thunderhawk-annihilator" | "darkstar" | "nightwing" | "raptor" => {
                Self::All
            }
            "manta" | "impaler" => Self::Fighters,
            _ => Self::None,
        }
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
pub type Markers = Few<Marker, WAVE>;
/// So many of each of some kinds of craft.
pub type Band = Few<(CraftId, u8), KINDS>;

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
    /// Its ship took it farther than it flies: no move in the next Ordnance Phase (CAP-02).
    pub tired: bool,
}

/// The move of a flight under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// What flies.
    pub flight: FlightId,
    /// Places it goes through, the next first.
    pub steps: Few<Point, STEPS>,
    /// How far it may still go.
    pub left: Length,
    /// The first move of ordnance: from the launcher, in its fire arc (TORP-03).
    pub launch: bool,
    /// Flights it has met and left in this move.
    pub met: Few<FlightId, 32>,
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
            _ => Prey::Torpedoes,
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
