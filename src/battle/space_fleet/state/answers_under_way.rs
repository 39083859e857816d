//! The move and the attack under way.

use super::{MOVERS, ShipId, SquadronId};
use crate::battle::space_fleet::class::WeaponKind;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point};

/// A leg of a move, in two bytes: thousandths of an inch ahead, or a turn in degrees below zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leg(i16);

/// What a leg is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Straight ahead.
    Ahead(Length),
    /// A turn, to the right when positive.
    Turn(i32),
}

impl Leg {
    /// The longest way ahead that one leg holds.
    pub const LONGEST: Length = Length(32_000);

    /// Straight ahead.
    #[must_use]
    pub const fn ahead(by: Length) -> Self {
        Self(by.0 as i16)
    }

    /// A turn of 45 or 90 degrees, to the right when positive.
    #[must_use]
    pub const fn turn(degrees: i32) -> Self {
        Self(-1000 + degrees as i16)
    }

    /// As it is written in a battle that is under way.
    #[must_use]
    pub const fn code(self) -> i16 {
        self.0
    }

    /// As it is read from there.
    #[must_use]
    pub const fn from_code(code: i16) -> Self {
        Self(code)
    }

    /// What it is.
    #[must_use]
    pub const fn step(self) -> Step {
        if self.0 >= 0 { Step::Ahead(Length(self.0 as i32)) } else { Step::Turn(self.0 as i32 + 1000) }
    }
}

/// Most legs of one move.
pub const LEGS: usize = 26;

/// A ship's part of a squadron's move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mover {
    /// Who.
    pub ship: ShipId,
    /// Its legs.
    pub legs: FixedList<Leg, LEGS>,
}

/// A squadron's move under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// Who still moves, last first; the last is under way.
    pub movers: FixedList<Mover, MOVERS>,
    /// The next leg of who is under way.
    pub leg: u8,
    /// How much of that leg is done.
    pub gone: Length,
    /// Where the attacker of the ram under way met the defender.
    pub met: Option<ShipId>,
    /// Who has been dodged or passed on this leg (SF-FLAG-48).
    pub dodged: Option<ShipId>,
}

/// What an attack comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A weapon of a ship.
    Weapon(WeaponKind),
    /// Claws that grab, tear or strike who escapes (SF-SHIP-04).
    Claws,
    /// Burning fuel (SF-FUEL-04).
    Fuel,
    /// The splash of a Deathburner (SF-TYR-27).
    Splash,
    /// A Doomripper that clings on (SF-SHIP-25).
    Clinging,
}

impl Default for Source {
    fn default() -> Self {
        Self::Weapon(WeaponKind::Laser)
    }
}

/// Most dice of one attack.
pub const DICE: usize = 40;

/// An attack under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attack {
    /// What it comes from.
    pub source: Source,
    /// Who makes it; none for burning fuel.
    pub by: Option<ShipId>,
    /// With which system.
    pub system: u8,
    /// On whom.
    pub target: ShipId,
    /// From where, which decides the facing (SF-SHOOT-11).
    pub from: Point,
    /// The centre of an area attack.
    pub centre: Point,
    /// The ship that an area attack was aimed at (SF-AREA-03).
    pub main: Option<ShipId>,
    /// The ship was crippled when the attack came.
    pub on_cripple: bool,
    /// How many dice it rolls.
    pub dice: u8,
    /// What a die must show (SF-SHOOT-01).
    pub needs: u8,
    /// The dice as they fell; 0 for one that a field ignores.
    pub faces: FixedList<u8, DICE>,
    /// Dice up to this face are ignored by a field.
    pub ignored: u8,
    /// Added to each die against holo fields (SF-SHIP-12).
    pub aimed: u8,
    /// Criticals still to be rolled: 0 for a roll, else the row's face.
    pub rows: FixedList<u8, DICE>,
    /// Dice that showed a six.
    pub sixes: u8,
    /// Points that got through to the hull.
    pub hull: u8,
    /// It has been repeated for a ruptured hull.
    pub repeated: bool,
    /// It has been rolled again by a bonus.
    pub again: bool,
    /// Plasma rows that were read, as bits (SF-FLAG-53).
    pub read: u8,
    /// The squadron whose fire it is.
    pub squadron: SquadronId,
}
