//! Leadership of a one-off game: a die for each capital ship and each escort squadron (LEAD-01, LEAD-02).

use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId, Unit};
use crate::dice::{Dice, DiceError, Why, d6};
use crate::ships::profile::Size;

/// Leadership by the face (LEAD-01).
pub const LEADERSHIP: [u8; 6] = [6, 7, 7, 8, 8, 9];

/// What a crew of a Leadership is called (LEAD-01).
#[must_use]
pub const fn crew(leadership: u8) -> &'static str {
    match leadership {
        ..=6 => "untried",
        7 => "experienced",
        8 => "veteran",
        _ => "crack",
    }
}

/// A roll for a crew: whose, and what fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// A capital ship or lone escort, or an escort squadron.
    pub unit: Unit,
    /// The die.
    pub face: u8,
    /// What it gives.
    pub leadership: u8,
}

/// Rolls for every crew in the order of the roster. An escort squadron rolls once and shares the value; capital ships
/// roll each for itself, squadroned or not (LEAD-02).
///
/// # Errors
/// When a die cannot be had.
pub fn roll(roster: &Roster, battle: &mut Battle, dice: &mut dyn Dice) -> Result<Vec<Rolled>, DiceError> {
    let mut rolls: Vec<Rolled> = Vec::new();
    for (index, entry) in (0..).zip(&roster.ships) {
        let id = ShipId(index);
        let squadron = battle.ship(id).squadron.filter(|_| entry.profile.size == Size::Escort);
        let unit = squadron.map_or(Unit::Ship(id), Unit::Squadron);
        let known = rolls.iter().find(|roll| roll.unit == unit).copied();
        let rolled = match known {
            Some(known) => known,
            None => {
                let face = d6(dice, Why::new("leadership", roster.unit_name(unit)))?;
                let rolled = Rolled { unit, face, leadership: LEADERSHIP[usize::from(face) - 1] };
                rolls.push(rolled);
                rolled
            }
        };
        battle.ship_mut(id).leadership = rolled.leadership;
    }
    Ok(rolls)
}
