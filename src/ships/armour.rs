//! Armour by the quarter that is struck (SHIP-13).

use crate::table::geometry::Quarter;

/// The armour of a quarter.
#[must_use]
pub const fn armour(armour: [u8; 3], struck: Quarter) -> u8 {
    match struck {
        Quarter::Front => armour[0],
        Quarter::Left | Quarter::Right => armour[1],
        Quarter::Rear => armour[2],
    }
}
