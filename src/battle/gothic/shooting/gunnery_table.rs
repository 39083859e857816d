//! The gunnery table: columns, shifts and dice.

use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId};
use crate::ships::class::People;
use crate::ships::profile::{Gun, Size};
use crate::ships::traits::Trait;
use crate::table::geometry::{Length, Point, Quarter, in_quarter, quarter};

/// Dice for firepower 1 to 20 in the columns c1 to c5 (GUNNERY-01).
const TABLE: [[u8; 5]; 20] = [
    [1, 1, 1, 0, 0],
    [2, 1, 1, 1, 0],
    [3, 2, 2, 1, 1],
    [4, 3, 2, 1, 1],
    [5, 4, 3, 2, 1],
    [5, 4, 3, 2, 1],
    [6, 5, 4, 2, 1],
    [7, 6, 4, 3, 2],
    [8, 6, 5, 3, 2],
    [9, 7, 5, 4, 2],
    [10, 8, 6, 4, 2],
    [11, 8, 6, 4, 2],
    [12, 9, 7, 5, 3],
    [13, 10, 7, 5, 3],
    [14, 11, 8, 5, 3],
    [14, 11, 8, 6, 3],
    [15, 12, 9, 6, 3],
    [16, 13, 9, 6, 4],
    [17, 13, 10, 7, 4],
    [18, 14, 10, 7, 4],
];

/// Dice of a firepower in a column from 1 to 5; beyond 20, as 20 as often as it fits and the rest (GUNNERY-11).
#[must_use]
pub fn dice(firepower: u16, column: u8) -> u8 {
    let column = usize::from(column.clamp(1, 5)) - 1;
    let (twenties, rest) = (firepower / 20, usize::from(firepower % 20));
    let rest = if rest == 0 { 0 } else { u16::from(TABLE[rest - 1][column]) };
    u8::try_from(twenties * u16::from(TABLE[19][column]) + rest).unwrap_or(u8::MAX)
}

/// What a firer sees of a target (GUNNERY-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// The firer lies ahead of it.
    Closing,
    /// The firer lies behind it.
    MovingAway,
    /// The firer lies to its side.
    Abeam,
    /// It has no aspect: defences, and ships that moved less than 5 cm.
    None,
}

/// The column before shifts (GUNNERY-02).
#[must_use]
pub const fn column(size: Size, aspect: Aspect) -> i8 {
    match (size, aspect) {
        (Size::Defence, _) | (_, Aspect::None) => 1,
        (Size::Cruiser | Size::Battleship, Aspect::Closing) => 2,
        (Size::Cruiser | Size::Battleship, Aspect::MovingAway) | (Size::Escort, Aspect::Closing) => 3,
        (Size::Cruiser | Size::Battleship, Aspect::Abeam) | (Size::Escort, Aspect::MovingAway) => 4,
        (Size::Escort, Aspect::Abeam) => 5,
    }
}

/// Shifts that do not come from the target itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shifts {
    /// For range: left of 15 cm negative, beyond 30 cm positive.
    pub range: i8,
    /// For markers and clouds: once (GUNNERY-07).
    pub blast: i8,
    /// For the atmosphere in low orbit (ORBIT-04).
    pub atmosphere: i8,
    /// For the holofield of the target.
    pub veil: i8,
}

/// A column after its shifts, added first and limited once (GUNNERY-08).
#[must_use]
pub const fn shifted(column: i8, shifts: Shifts) -> u8 {
    let sum = column + shifts.range + shifts.blast + shifts.atmosphere + shifts.veil;
    if sum < 1 {
        1
    } else if sum > 5 {
        5
    } else {
        sum as u8
    }
}

impl Battle {
    /// What one ship sees of another.
    #[must_use]
    pub fn aspect(&self, firer: ShipId, target: ShipId) -> Aspect {
        let ship = self.ship(target);
        // A hulk has moved its last drift (CATA-09).
        if ship.is_still() && ship.fights() {
            return Aspect::None;
        }
        match quarter(ship.at, ship.heading, self.ship(firer).at) {
            Quarter::Front => Aspect::Closing,
            Quarter::Rear => Aspect::MovingAway,
            Quarter::Left | Quarter::Right => Aspect::Abeam,
        }
    }

    /// Whether fire of a ship at a place looks into the glare of the sun (TERRAIN-38, TERRAIN-39).
    #[must_use]
    pub fn towards_sun(&self, firer: ShipId, to: Point) -> bool {
        let edge = self.ground.sunward.filter(|_| self.ground.glare && !self.is_low(firer));
        edge.is_some_and(|edge| in_quarter(self.ship(firer).at, edge.heading(), to, Quarter::Front))
    }

    /// Whether a tracking system serves a ship of its people (TAU-07).
    #[must_use]
    pub fn tracked(&self, roster: &Roster, id: ShipId) -> bool {
        let ship = self.ship(id);
        !self.trackers.is_empty()
            && roster[id].profile.people == People::Tau
            && roster[id].profile.is(Trait::NoTeleport)
            && self.trackers.iter().any(|other| {
                let near = self.ship(other);
                near.side == ship.side && near.fights() && near.at.within(ship.at, roster[other].profile.traits.tracks)
            })
    }

    /// The column in which a ship fires a kind of gunnery weapon at another.
    #[must_use]
    pub fn column(&self, roster: &Roster, firer: ShipId, gun: Gun, target: ShipId) -> u8 {
        let profile = |id: ShipId| &roster[id].profile;
        let (from, to) = (self.ship(firer).at, self.ship(target).at);
        let mut range = if !gun.minds_range() {
            0
        } else if from.within(to, Length::cm(15)) {
            -i8::from(!profile(target).odd.not_close)
        } else {
            i8::from(!from.within(to, Length::cm(30)) && !profile(firer).long_sighted && !self.tracked(roster, firer))
        };
        // Towards the sun the range shifts count double (TERRAIN-38, TERRAIN-39).
        if self.towards_sun(firer, to) {
            range *= 2;
        }
        let blast = !profile(firer).improved.clear_sight
            && (self.shrouded(roster, firer) || self.in_shroud(roster, target) || self.hidden(roster, firer, to));
        // Ground defences are not hampered (ORBIT-07).
        let atmosphere = self.is_low(firer) && !profile(firer).ground;
        // Eldar batteries count whatever has an aspect as closing (GUNNERY-10).
        let matrix = profile(firer).is(Trait::TargetingMatrix) && from.within(to, Length::cm(30));
        let closing = profile(firer).all_closing || gun == Gun::Arc || matrix;
        let aspect = match self.aspect(firer, target) {
            Aspect::Closing | Aspect::MovingAway | Aspect::Abeam if closing => Aspect::Closing,
            seen @ (Aspect::Closing | Aspect::MovingAway | Aspect::Abeam | Aspect::None) => seen,
        };
        // Lightning finds its way through fields (NEC-16).
        let veil =
            if gun != Gun::Arc && self.holofield(roster, target) { profile(target).veil.cast_signed() } else { 0 };
        let range = range + profile(target).improved.right_shift;
        let shifts = Shifts { range, blast: i8::from(blast), atmosphere: i8::from(atmosphere), veil };
        // A targeting matrix comes before any other shift and is held at c1 (REFIT-22).
        let seen = column(profile(target).size, aspect) - profile(firer).improved.left_shift;
        shifted(seen.max(1), shifts)
    }
}
