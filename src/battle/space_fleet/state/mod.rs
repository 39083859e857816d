//! A battle as a value: every ship, counter and card, and what is under way. Copied whole, without heap.

pub mod agenda;
pub mod answers_under_way;
pub mod roster;
pub mod scenario;
pub mod ship;

use self::scenario::Scenario;
use super::cards::{Card, DECK};
pub use crate::table::edge::Edge;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;
use crate::text::words;
use agenda::Task;
pub use answers_under_way::{Attack, Course, Leg, Mover, Source};
pub use ship::{Cripple, Done, Engines, Facing, Fate, Ship, Tubes, Turret};

/// Most ships a battle holds.
pub const SHIPS: usize = 64;
/// Squadrons by name; a prize or a newcomer is a squadron of its own, named after its ship.
pub const NAMED: usize = 64;
/// Squadrons in all.
pub const SQUADRONS: usize = NAMED + SHIPS;
/// Most ships of one squadron.
pub const MOVERS: usize = 20;
/// Most fuel counters.
pub const COUNTERS: usize = 16;
/// Most asteroids.
pub const ASTEROIDS: usize = 12;
/// Most things to do or to decide at once.
pub const AGENDA: usize = 200;

/// A ship, by its place in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShipId(pub u8);

/// A squadron, by its place in the roster, or after its only ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SquadronId(pub u8);

impl SquadronId {
    /// The squadron of a prize or a newcomer.
    #[must_use]
    pub const fn of_ship(ship: ShipId) -> Self {
        Self(NAMED as u8 + ship.0)
    }
}

words! {
    /// Phases of a turn (SF-TURN-01, SF-TYR-04).
    #[derive(Default)]
    Phase {
        /// Castellans, fuel, tubes, reforming.
        Reformation = "reformation",
        /// Squadrons move.
        #[default]
        Movement = "movement",
        /// Tyranids do everything.
        Swarms = "swarms",
        /// Squadrons fire.
        Shooting = "shooting",
        /// Ships board.
        Boarding = "boarding",
        /// Ships repair.
        Repair = "repair",
        /// Tyranids discard and draw.
        Cards = "cards",
        /// The battle is over.
        Over = "over",
    }
}

words! {
    /// Modules that may be left out (SF-SETUP-08).
    Module {
        /// Ships at 0 are crippled, not destroyed.
        Cripples = "crippled ships",
        /// Boarding actions.
        Boarding = "boarding",
        /// Repair of criticals.
        Repair = "critical repair",
    }
}

words! {
    /// House rules that may be agreed.
    House {
        /// Natural sixes always get past holo fields (SF-WEAPON-09).
        SixesPierce = "sixes pierce holo fields",
        /// One +1 however many sixes against a cripple (SF-CRIPPLE-14).
        OneForSixes = "one for sixes",
        /// Head-to-head is judged by heading (SF-RAM-02).
        ByHeading = "head-to-head by heading",
    }
}

/// What is agreed: modules left out, house rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreed {
    /// Modules that are off, by their place in [`Module::ALL`].
    pub off: [bool; 3],
    /// House rules that are on, by their place in [`House::ALL`].
    pub house: [bool; 3],
}

impl Agreed {
    /// Whether a module is played.
    #[must_use]
    pub const fn plays(&self, module: Module) -> bool {
        !self.off[module as usize]
    }

    /// Whether a house rule is agreed.
    #[must_use]
    pub const fn has(&self, rule: House) -> bool {
        self.house[rule as usize]
    }
}

/// What a squadron has done in this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squad {
    /// It has moved or reformed.
    pub moved: bool,
    /// It has fired or held its fire.
    pub fired: bool,
    /// Cards played on it in this turn (SF-TYR-08).
    pub cards: u8,
    /// All its vessels have acted (SF-TYR-10).
    pub acted: bool,
    /// It has been tested for loyalty (SF-SCEN-20).
    pub tested: bool,
    /// It breaks down every turn (SF-SCEN-12).
    pub broken_down: bool,
}

/// Jettisoned fuel (SF-FUEL-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    /// Where.
    pub at: Point,
    /// How much.
    pub megatons: u8,
    /// Shooting Phases left.
    pub burns: u8,
    /// It has gone off already in this phase.
    pub burnt: bool,
}

/// A rock (SF-AREA-08).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asteroid {
    /// Where.
    pub at: Point,
    /// Points left; 0 when it is gone.
    pub damage: u8,
}

/// The Tyranid player's cards; a secret of his.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cards {
    /// In the hand.
    pub hand: FixedList<Card, DECK>,
    /// To be drawn, first card last.
    pub deck: FixedList<Card, DECK>,
    /// Used.
    pub discard: FixedList<Card, DECK>,
    /// Out of the game.
    pub removed: FixedList<Card, DECK>,
    /// A card was played in this turn (SF-CARD-03).
    pub played: bool,
}

/// The ships as they were before an attack that may be rolled again (SF-FLAG-05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// Ships.
    pub ships: FixedList<Ship, SHIPS>,
    /// Fuel.
    pub counters: FixedList<Counter, COUNTERS>,
}

/// A battle at rest between two decisions, or at work within one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Battle {
    /// Width and depth of the table.
    pub board: (Length, Length),
    /// Ships, by id; those that are gone stay in the list.
    pub ships: FixedList<Ship, SHIPS>,
    /// Squadrons.
    pub squads: Squads,
    /// Fuel on the table.
    pub counters: FixedList<Counter, COUNTERS>,
    /// Rocks on the table.
    pub asteroids: FixedList<Asteroid, ASTEROIDS>,
    /// What is agreed.
    pub agreed: Agreed,
    /// The edge that the solar wind blows from (SF-SHIP-16).
    pub wind: Option<Edge>,
    /// Victory points at which the game ends; 0 for none (SF-VP-02).
    pub goal: u16,
    /// The turn, from 1.
    pub turn: u8,
    /// The last turn (SF-VP-02).
    pub last_turn: u8,
    /// The phase.
    pub phase: Phase,
    /// The second step of the phase is under way: reforming, forced moves, crippled rolls.
    pub late: bool,
    /// Who won the initiative of this turn.
    pub initiative: Side,
    /// Whose choice is next.
    pub active: Side,
    /// Sides that do no more in this step.
    pub passed: [bool; 2],
    /// The squadron that is firing, or the swarm that is acting.
    pub current: Option<SquadronId>,
    /// The vessel of the swarm that is acting.
    pub vessel: Option<ShipId>,
    /// What must be done or decided next; the last item first.
    pub agenda: FixedList<Task, AGENDA>,
    /// The move under way.
    pub course: Course,
    /// The attack under way.
    pub attack: Attack,
    /// Ships an area attack has still to be worked out on, last first.
    pub caught: FixedList<ShipId, SHIPS>,
    /// The state that an attack which is rolled again starts from.
    pub before: Before,
    /// Who boards together; the first is the captor.
    pub boarders: FixedList<ShipId, MOVERS>,
    /// Who is boarded.
    pub boarded: ShipId,
    /// Strength that a Board card or a boneram lends to the Tyranid side of the action; 0 for none.
    pub lent: u8,
    /// The hive fleet's cards.
    pub cards: Cards,
    /// The scenario.
    pub scenario: Scenario,
}

/// Squadrons by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squads(pub [Squad; SQUADRONS]);

impl Default for Squads {
    fn default() -> Self {
        Self([Squad::default(); SQUADRONS])
    }
}

impl std::ops::Index<SquadronId> for Squads {
    type Output = Squad;
    fn index(&self, id: SquadronId) -> &Squad {
        &self.0[usize::from(id.0) % SQUADRONS]
    }
}

impl std::ops::IndexMut<SquadronId> for Squads {
    fn index_mut(&mut self, id: SquadronId) -> &mut Squad {
        &mut self.0[usize::from(id.0) % SQUADRONS]
    }
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

    /// Every id.
    pub fn ids(&self) -> impl Iterator<Item = ShipId> + use<> {
        (0..self.ships.len() as u8).map(ShipId)
    }

    /// The ships of a player that fight.
    #[inline]
    pub fn fleet(&self, side: Side) -> impl Iterator<Item = (ShipId, &Ship)> {
        self.all().filter(move |(_, ship)| ship.side == side && ship.fights())
    }

    /// The ships of a squadron that fight.
    pub fn members(&self, squadron: SquadronId) -> impl Iterator<Item = (ShipId, &Ship)> {
        self.all().filter(move |(_, ship)| ship.squadron == squadron && ship.fights())
    }

    /// Squadrons of a side that have a ship on the table, in the order of the list.
    pub fn squadrons(&self, side: Side) -> impl Iterator<Item = SquadronId> {
        let mut seen = [false; SQUADRONS];
        self.all()
            .filter(move |(_, ship)| ship.side == side && matches!(ship.fate, Fate::Fighting | Fate::Doomed))
            .filter_map(move |(_, ship)| {
                let known = &mut seen[usize::from(ship.squadron.0) % SQUADRONS];
                let new = !*known;
                *known = true;
                new.then_some(ship.squadron)
            })
    }

    /// Whether a place is on the table.
    #[must_use]
    pub fn holds(&self, at: Point) -> bool {
        let (width, depth) = self.board;
        at.x >= Length::ZERO && at.y >= Length::ZERO && at.x <= width && at.y <= depth
    }

    /// The edge that a side sits at.
    #[must_use]
    pub const fn home(side: Side) -> Edge {
        match side {
            Side::One => Edge::Near,
            Side::Two => Edge::Far,
        }
    }
}
