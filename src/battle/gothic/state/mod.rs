//! A battle as a value: every ship, marker and order, and what is under way. Copied whole, without heap.
// A new variant is met where it matters, not passed over.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod agenda;
pub mod declared_fire;
pub(super) mod invariants;
pub mod markers;
pub mod ordnance;
pub mod phenomena;
pub mod roster;
pub mod ship;
pub mod ship_set;
pub mod tally;

use super::sub_plots::SubPlot;
use crate::battle::gothic::missions::mission::Mission;
pub use crate::table::edge::Edge;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;
use crate::text::words;
use agenda::Task;
pub use declared_fire::{KINDS, POWERS, Power, SALVOS, SHELLS, SHOTS, Salvo, Shell, Shot, Strike, TARGETS, Volley};
use markers::Blasts;
use ordnance::{FLIGHTS, Flight, Path};
pub use phenomena::{Feature, FeatureKind, Ground, Shape};
pub use ship::{Critical, Criticals, Done, Fate, Order, Ship};
pub use ship_set::Crowd;
use tally::Tally;

/// Most ships a battle holds.
pub const SHIPS: usize = 64;
/// Most squadrons a battle holds.
pub const SQUADRONS: usize = 32;
/// Most blast markers on the table.
pub const MARKERS: usize = 250;
/// Most celestial phenomena on the table.
pub const FEATURES: usize = 32;
/// Most things to do or to decide at once: something of every ship, on top of what is under way.
pub const AGENDA: usize = 96;

/// A ship, by its place in the roster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShipId(pub u8);

/// A squadron, by its place in the roster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SquadronId(pub u8);

/// What is given one order and fires as one: a ship by itself, or a squadron in formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// A ship that is in no squadron, or out of formation (SQUAD-08).
    Ship(ShipId),
    /// The ships of a squadron that are in formation.
    Squadron(SquadronId),
}

impl Default for Unit {
    fn default() -> Self {
        Self::Ship(ShipId(0))
    }
}

words! {
    /// Phases of a player turn (TURN-01).
    #[derive(Default)]
    Phase {
        /// Ships move.
        #[default]
        Movement = "movement",
        /// Ships disengage or declare boarding, when all have moved.
        Closing = "end of movement",
        /// Ships fire.
        Shooting = "shooting",
        /// Ships launch ordnance, when all have fired (ORD-01).
        Launching = "end of shooting",
        /// Ordnance flies: the active player's, then his opponent's (ORD-21).
        Ordnance = "ordnance",
        /// Ships under sail move again, when all ordnance has moved.
        Sailing = "second move",
        /// Boarding and teleport attacks, then everything else of the End Phase.
        End = "end",
        /// The battle is over.
        Over = "over",
    }
}

/// What a player has beside ships.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Re-rolls left (DICE-08).
    pub rerolls: u8,
    /// A command check has failed in this turn (LEAD-04).
    pub check_failed: bool,
    /// A command check of a Ghostship has failed in this turn (ELDAR-24).
    pub ghost_failed: bool,
    /// His sub-plot.
    pub plot: Option<SubPlot>,
}

/// A leg of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leg {
    /// Straight ahead.
    Ahead(Length),
    /// A turn on the stem, to the right when positive.
    Turn(i32),
    /// A free turn towards a planet (TERRAIN-31), to the right when positive.
    Drawn(i32),
    /// A blast marker is left there.
    Trail,
}

impl Default for Leg {
    fn default() -> Self {
        Self::Turn(0)
    }
}

/// Most legs of one move.
pub const LEGS: usize = 8;

/// A move under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// Who moves.
    pub ship: ShipId,
    /// What is left of it, next leg first.
    pub legs: FixedList<Leg, LEGS>,
    /// How far it has gone.
    pub gone: Length,
    /// How far it may go in all.
    pub limit: Length,
    /// It has been slowed by markers or asteroids already (BLAST-11, TERRAIN-18).
    pub slowed: bool,
    /// It has rolled for damage by markers (BLAST-14).
    pub scorched: bool,
    /// The ship it rams, until it has (RAM-07).
    pub ram: Option<ShipId>,
    /// The heading a rok keeps when it is pushed aside by less than 10 cm.
    pub keeps: Option<Heading>,
    /// Where it leaves a blast marker.
    pub trail: Option<Point>,
    /// Enemies that its klaws have been offered.
    pub passed: Crowd,
}

/// A battle at rest between two decisions, or at work within one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Battle {
    /// The table.
    pub ground: Ground,
    /// Celestial phenomena.
    pub features: FixedList<Feature, FEATURES>,
    /// Ships, by id; those that are gone stay in the list.
    pub ships: FixedList<Ship, SHIPS>,
    /// Which of them fight, drift, or belong together.
    pub tally: Tally,
    /// Centres of blast markers.
    pub markers: Blasts,
    /// What each player has.
    pub players: [Player; 2],
    /// Game turn, from 1.
    pub turn: u8,
    /// The last game turn, or 0 for no limit (TURN-08).
    pub last_turn: u8,
    /// The player who goes first in each game turn.
    pub first: Side,
    /// The player whose turn it is.
    pub active: Side,
    /// The phase of his turn.
    pub phase: Phase,
    /// The unit that has been given an order or begun to move, and must finish before another (ORDER-02).
    pub current: Option<Unit>,
    /// Who was in formation when a squadron, or a ship of one, set out: it counts until all of it has moved (SQUAD-09).
    pub formed: Crowd,
    /// What must be done or decided next; the last item first.
    pub agenda: FixedList<Task, AGENDA>,
    /// The move under way.
    pub course: Course,
    /// Asteroid damage of an escort squadron that no ship has taken yet (TERRAIN-19).
    pub rubble: u8,
    /// The fire under way.
    pub volley: Volley,
    /// Solar flares that may still break out (TERRAIN-40).
    pub flares: u8,
    /// Radiation bursts of the battlezone (TERRAIN-45).
    pub bursts: u8,
    /// By how much a burst lowers every Leadership in this turn.
    pub burst: u8,
    /// A solar flare has broken out in this turn.
    pub flaring: bool,
    /// Salvoes, waves and mines in play, by number.
    pub flights: FixedList<Flight, FLIGHTS>,
    /// The number that the last flight got.
    pub last_flight: u16,
    /// Whose ordnance flies in this Ordnance Phase.
    pub flying: Side,
    /// Torpedo bombers may still be converted in this Ordnance Phase (TBOMBER-03).
    pub converting: bool,
    /// Fighters of the player whose turn it is not, that may move before all other ordnance, do so (SKILL-12).
    pub early: bool,
    /// The move of a flight under way.
    pub path: Path,
    /// The players fight without ordnance.
    pub no_ordnance: bool,
    /// Ships that lower the Leadership of enemies within 15 cm (RANK-13), as their profiles say.
    pub terrors: Crowd,
    /// Ships that keep enemies within 15 cm from special orders and Leadership tests, as their profiles say.
    pub sirens: Crowd,
    /// Daemonships, as their profiles say.
    pub daemons: Crowd,
    /// Q-ships and decoys, whether seen through or not.
    pub masked: Crowd,
    /// Space hulks, as their profiles say.
    pub space_hulks: Crowd,
    /// Quadrants of star forts, as their profiles say.
    pub forts: Crowd,
    /// Ships with tracking systems, as their profiles say (TAU-07).
    pub trackers: Crowd,
    /// Hive ships, as their profiles say (HIVE-03).
    pub synapses: Crowd,
    /// What it is fought for.
    pub mission: Mission,
    /// Ships brought to 0 hits that have not been resolved yet, in the order they were lost.
    pub dying: FixedList<ShipId, SHIPS>,
}

impl Battle {
    /// A ship.
    #[inline]
    #[must_use]
    pub fn ship(&self, id: ShipId) -> &Ship {
        self.ships.known(usize::from(id.0))
    }

    /// A ship, to change it.
    #[inline]
    pub fn ship_mut(&mut self, id: ShipId) -> &mut Ship {
        self.ships.known_mut(usize::from(id.0))
    }

    /// Every ship with its id.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = (ShipId, &Ship)> {
        (0..).map(ShipId).zip(self.ships.iter())
    }

    /// The ships of a player that fight.
    #[inline]
    pub fn fleet(&self, side: Side) -> impl Iterator<Item = (ShipId, &Ship)> {
        self.fighting(side).iter().map(|id| (id, self.ship(id)))
    }

    /// What a player has.
    pub fn player_mut(&mut self, side: Side) -> &mut Player {
        &mut self.players[side as usize]
    }
}
