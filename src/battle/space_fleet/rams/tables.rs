//! The two ram tables and their modifiers (SF-RAM-03 to 05, SF-RAM-12).

use crate::battle::space_fleet::event::RamEffect;
use crate::table::geometry::Length;

/// What happens to attacker and defender, head to head (SF-RAM-03).
#[must_use]
pub const fn head_to_head(roll: i16) -> (RamEffect, RamEffect) {
    match roll {
        ..=0 => (RamEffect::Destroyed, RamEffect::None),
        1 | 2 => (RamEffect::Destroyed, RamEffect::Minor),
        3 => (RamEffect::Destroyed, RamEffect::Serious),
        4 => (RamEffect::Serious, RamEffect::Destroyed),
        5 | 6 => (RamEffect::Minor, RamEffect::Destroyed),
        7.. => (RamEffect::None, RamEffect::Destroyed),
    }
}

/// What happens to attacker and defender, on the side or rear (SF-RAM-04).
#[must_use]
pub const fn side_or_rear(roll: i16) -> (RamEffect, RamEffect) {
    match roll {
        ..=0 => (RamEffect::Destroyed, RamEffect::None),
        1 => (RamEffect::Destroyed, RamEffect::Minor),
        2 => (RamEffect::Destroyed, RamEffect::Serious),
        3 => (RamEffect::Serious, RamEffect::Destroyed),
        4..=6 => (RamEffect::Minor, RamEffect::Destroyed),
        7.. => (RamEffect::None, RamEffect::Destroyed),
    }
}

/// The modifier for damage points left (SF-RAM-05); a cripple counts as 1 (SF-RAM-14).
#[must_use]
pub fn ratio(attacker: u8, defender: u8) -> i16 {
    let (attacker, defender) = (i16::from(attacker.max(1)), i16::from(defender.max(1)));
    match attacker.cmp(&defender) {
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => (attacker / defender).max(1),
        std::cmp::Ordering::Less => -(defender / attacker).max(1),
    }
}

/// The bonus of a working ram by the inches moved (SF-RAM-12): rows of an upper limit and a bonus.
#[must_use]
pub fn ram_bonus(rows: &[(u8, u8)], moved: Length) -> i16 {
    if moved <= Length::ZERO {
        return 0;
    }
    let row = rows.iter().find(|(upto, _)| moved.0 <= i32::from(*upto) * 1000).or(rows.last());
    row.map_or(0, |(_, bonus)| i16::from(*bonus))
}
