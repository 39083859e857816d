//! Boarding strength and modifiers (SF-BOARD-03 to 05, 11).

use crate::battle::space_fleet::bonus::Bonus;
use crate::battle::space_fleet::class::Effect;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, ShipId};

/// What a boarding roll comes to (SF-BOARD-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boarded {
    /// The defender may attack back.
    CounterAttack,
    /// Boarders are repelled.
    Repelled,
    /// The ship is captured.
    Captured,
}

/// The boarding actions table.
#[must_use]
pub const fn table(roll: i16) -> Boarded {
    match roll {
        ..=1 => Boarded::CounterAttack,
        2..=4 => Boarded::Repelled,
        5.. => Boarded::Captured,
    }
}

/// The modifier for the difference in strength (SF-BOARD-05).
#[must_use]
pub const fn difference(attacker: u16, defender: u16) -> i8 {
    let gap = attacker.abs_diff(defender);
    let size = match gap {
        0 => 0,
        1..=3 => 1,
        4 | 5 => 2,
        6.. => 3,
    };
    if attacker < defender { -size } else { size }
}

impl Battle {
    /// The boarding strength of a ship: starting damage, or what its rules say; of a Tyranid vessel, its wounds.
    #[must_use]
    pub fn strength(&self, roster: &Roster, id: ShipId) -> u8 {
        let (ship, class) = (self.ship(id), roster.class(self, id));
        if class.is_tyranid() {
            return ship.damage;
        }
        let lost =
            class.criticals.iter().enumerate().filter(|(at, _)| ship.bears(*at)).map(|(_, row)| match row.effect {
                Effect::BoardingStrength(lost) => lost,
                _ => 0,
            });
        let whole = class.strength + 2 * roster.bonus(id, Bonus::MassiveHull);
        whole.saturating_sub(lost.sum())
    }

    /// What regiments and Space Marines add to a ship's side of an action (SF-BOARD-11, SF-FLAG-33).
    #[must_use]
    pub fn boarding_bonus(&self, roster: &Roster, id: ShipId) -> i8 {
        let regiments = if roster.class(self, id).regiments > 0 { self.ship(id).regiments } else { 0 };
        (regiments + roster.bonus(id, Bonus::AssaultSquads)) as i8
    }

    /// The modifier of an attack by several ships on one.
    #[must_use]
    pub fn boarding_modifier(
        &self,
        roster: &Roster,
        by: &[ShipId],
        on: ShipId,
        counter: bool,
        strengths: (u16, u16),
    ) -> i8 {
        let bonus: i8 = by.iter().map(|id| self.boarding_bonus(roster, *id)).sum();
        let cripple = counter && by.iter().any(|id| self.ship(*id).cripple.is_some());
        difference(strengths.0, strengths.1) + bonus - self.boarding_bonus(roster, on) - i8::from(cripple)
    }
}
