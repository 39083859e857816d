//! Who wins, by what the scenario counts (SCEN-11, SCEN-24, SCEN-78, SCEN-90, SCEN-91, SCEN-117, SCEN-131).

use super::{End, Facts, Unit};
use crate::table::side::Side;

/// What decides a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// Victory points.
    #[default]
    Points,
    /// Damage points (SCEN-24).
    Damage,
    /// Half transports that crossed the table (SCEN-78, SCEN-79).
    Transports(u32),
    /// Assault points scored in play (SCEN-87).
    Assault(u32),
    /// The planet (SCEN-117).
    Planet {
        /// It is destroyed.
        destroyed: bool,
        /// No Exterminator is left in play.
        safe: bool,
    },
    /// The pirates' base is destroyed, which stands in for a planet (PIRATE-14).
    BaseDestroyed,
}

/// How a battle was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` for a draw, or while nothing is decided.
    pub winner: Option<Side>,
    /// A marginal win, which counts as a win.
    pub marginal: bool,
}

impl Outcome {
    const fn full(winner: Option<Side>) -> Self {
        Self { winner, marginal: false }
    }
}

impl Facts {
    /// Who wins with these victory points and this field.
    #[must_use]
    pub fn winner(&self, points: [u32; 2], field: Option<Side>) -> Outcome {
        if let Some(loser) = self.surrendered {
            return Outcome::full(Some(loser.other()));
        }
        let (attacker, defender) = (self.attacker, self.attacker.other());
        match self.measure {
            Measure::Points => Outcome::full(higher(points)),
            Measure::Damage => Outcome::full(higher(Side::BOTH.map(|side| self.damage(side)))),
            // Halves are added up and the half left over is dropped (SCEN-79, COMP-07).
            Measure::Transports(halves) => match halves / 2 {
                0 => Outcome::full(Some(attacker)),
                1 => Outcome { winner: Some(attacker), marginal: true },
                2 => Outcome { winner: Some(defender), marginal: true },
                _ => Outcome::full(Some(defender)),
            },
            Measure::Assault(scored) => {
                let total = assault_total(scored, points[attacker as usize], points[defender as usize]);
                Outcome {
                    winner: Some(if total >= 6 { attacker } else { defender }),
                    marginal: (2..=9).contains(&total),
                }
            }
            // The planet decides, then the Exterminators, then who left the field (SCEN-117).
            Measure::Planet { destroyed: true, .. } | Measure::BaseDestroyed => Outcome::full(Some(attacker)),
            Measure::Planet { safe: true, .. } => Outcome::full(Some(defender)),
            Measure::Planet { .. } => Outcome::full(field),
        }
    }

    /// Damage points of a side (SCEN-24).
    #[must_use]
    pub fn damage(&self, side: Side) -> u32 {
        let done = |unit: &Unit| damage(unit.hits_lost, unit.crippled, unit.is_lost());
        self.of_side(side.other()).filter(|unit| unit.picked && unit.end != End::NeverEntered).map(done).sum()
    }
}

/// Damage points for a ship: one a hit, one more for one crippled or three for one destroyed (SCEN-24).
#[must_use]
pub fn damage(hits_lost: u32, crippled: bool, lost: bool) -> u32 {
    hits_lost + if lost { 3 } else { u32::from(crippled) }
}

/// The final assault total (SCEN-90).
#[must_use]
pub fn assault_total(scored: u32, attacker: u32, defender: u32) -> i64 {
    i64::from(scored) + i64::from(attacker / 500) - i64::from(defender.div_ceil(500))
}

const fn higher(of: [u32; 2]) -> Option<Side> {
    if of[0] > of[1] {
        Some(Side::One)
    } else if of[0] < of[1] {
        Some(Side::Two)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_planetary_assault_is_decided_by_its_final_total() {
        let decided = |scored, attacker, defender| {
            let facts = Facts { measure: Measure::Assault(scored), ..Facts::none() };
            let outcome = facts.winner([attacker, defender], None);
            (outcome.winner == Some(Side::One), outcome.marginal)
        };
        let (attacker, defender, marginal) = (true, false, true);
        assert_eq!(decided(10, 0, 0), (attacker, !marginal));
        assert_eq!(decided(10, 499, 1), (attacker, marginal));
        assert_eq!(decided(5, 500, 0), (attacker, marginal));
        assert_eq!(decided(3, 0, 500), (defender, marginal));
        assert_eq!(decided(1, 0, 1000), (defender, !marginal));
        // The rule's own examples.
        assert_eq!(decided(10, 620, 510), (attacker, marginal));
        assert_eq!(decided(3, 499, 1), (defender, marginal));
        assert_eq!(decided(1, 0, 700), (defender, !marginal));
    }
}
