//! Fire that has been declared: weapons, targets, and the dice that they give.

use super::ordnance::{MARKS, MarkShot};
use super::ship_set::Crowd;
use super::{ShipId, Unit};
use crate::ships::gun::Gun;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::Point;

/// Most weapons and shares of weapons in one volley.
pub const SHOTS: usize = 40;
/// Most weapons of one volley whose strength is rolled: all of them.
pub const POWERS: usize = SHOTS + MARKS;
/// Most targets of one volley.
pub const TARGETS: usize = 8;

/// One weapon, or a share of it, at one target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shot {
    /// Who fires.
    pub ship: ShipId,
    /// Which of its weapons.
    pub weapon: u8,
    /// At whom.
    pub target: Unit,
    /// How much of its firepower or strength.
    pub share: u8,
}

/// What a volley does to one target, worked out before any die falls (SHOOT-19 step 3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strike {
    /// At whom.
    pub target: Unit,
    /// The dice of each kind of weapon, in the order in which their hits are applied (GUNNERY-12).
    pub salvos: FixedList<Salvo, SALVOS>,
}

/// Most kinds of weapon in one volley.
pub const KINDS: usize = 6;

/// Most salvos at one target: kinds of weapon, and what armour they see.
pub const SALVOS: usize = 10;

/// The dice of one kind of weapon at one target, of ships that see the same armour (SHIP-13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Salvo {
    /// The kind.
    pub gun: Gun,
    /// How many dice.
    pub dice: u8,
    /// How many of them, the first, are of ships on Lock On (ORDER-10).
    pub locked: u8,
    /// The column of gunnery that the shooter takes; ships harder to hit are spared (SQUAD-10).
    pub column: u8,
    /// Ships that it can hit, judged before any marker of this fire is placed.
    pub ships: Crowd,
    /// Whose dice they are.
    pub firers: Crowd,
}

/// The strength that was rolled for a weapon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Power {
    /// The ship it belongs to.
    pub ship: ShipId,
    /// Which of its weapons.
    pub weapon: u8,
    /// What it came to.
    pub strength: u8,
}

/// The fire of one ship or squadron, declared and not yet worked out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Volley {
    /// Who fires.
    pub unit: Unit,
    /// Every weapon that fires.
    pub shots: FixedList<Shot, SHOTS>,
    /// What is left to be worked out.
    pub strikes: FixedList<Strike, TARGETS>,
    /// Kinds of weapon whose hits are applied first, in this order; the rest follow.
    pub first: FixedList<Gun, KINDS>,
    /// The column taken against a squadron (SQUAD-10).
    pub column: Option<u8>,
    /// Strengths rolled for it.
    pub powers: FixedList<Power, POWERS>,
    /// Nova shells, aimed; worked out after the strikes.
    pub shells: FixedList<Shell, SHELLS>,
    /// Fire at ordnance, worked out after the strikes.
    pub marks: FixedList<MarkShot, MARKS>,
}

/// Most nova shells of one volley.
pub const SHELLS: usize = 4;

/// A nova shell, aimed (NOVA-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shell {
    /// Who fires it.
    pub ship: ShipId,
    /// Where the centre of its template is placed.
    pub at: Point,
}
