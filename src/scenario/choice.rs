//! Choosing the scenario of a one-off game: at random, or by attack rating (SCEN-03 to SCEN-06, ATT-04, ATT-06).

use serde::Serialize;

use super::Scenario;
use super::mission_class::MissionClass;
use crate::dice::{Dice, DiceError, Pip, Why, d6};

/// How the scenario was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// The dice gave it.
    Rolled {
        /// The die for the class, unless both agreed on it.
        class_face: Option<u8>,
        /// Raid or battle.
        class: MissionClass,
        /// The die on its table.
        face: u8,
        /// The scenario.
        scenario: Scenario,
    },
    /// A player chooses any, and attacks (SCEN-05, ATT-06).
    Chosen {
        /// Who.
        by: String,
        /// Best die of each.
        best: [u8; 2],
    },
}

/// Raid on 1 to 3, battle on 4 to 6, then a die on the table of the class (SCEN-03); the class may be agreed (SCEN-04).
///
/// # Errors
/// When a die cannot be had.
pub fn at_random(dice: &mut dyn Dice, agreed: Option<MissionClass>) -> Result<Choice, DiceError> {
    let class_face = match agreed {
        Some(_) => None,
        None => Some(d6(dice, Why::new("raid or battle", ""))?),
    };
    let class = agreed.unwrap_or(match class_face {
        Some(..=3) => MissionClass::Raid,
        Some(4..) | None => MissionClass::Battle,
    });
    let face = d6(dice, Why::new("scenario", ""))?;
    Ok(Choice::Rolled { class_face, class, face, scenario: Scenario::rolled(class, face) })
}

/// Each rolls his rating and keeps the best die; the higher chooses, a tie is rolled for at random (SCEN-05, SCEN-06).
///
/// # Errors
/// When a die cannot be had.
pub fn by_rating(dice: &mut dyn Dice, sides: [(&str, u32); 2]) -> Result<Choice, DiceError> {
    let mut best = [0; 2];
    for (best, (name, rating)) in best.iter_mut().zip(sides) {
        let mut faces = vec![Pip::ONE; usize::try_from(rating.max(1)).unwrap_or(1)];
        dice.roll(Why::new("attack rating", name), &mut faces)?;
        *best = faces.into_iter().map(Pip::face).max().unwrap_or(1);
    }
    match best[0].cmp(&best[1]) {
        std::cmp::Ordering::Greater => Ok(Choice::Chosen { by: sides[0].0.to_owned(), best }),
        std::cmp::Ordering::Less => Ok(Choice::Chosen { by: sides[1].0.to_owned(), best }),
        std::cmp::Ordering::Equal => at_random(dice, None),
    }
}
