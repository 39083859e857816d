//! Re-rolls of failed checks (DICE-08), and tests that are passed without rolling (SKILL-09).

use super::Asked;
use super::answer::{Answer, Judged};
use super::fields::Fields;
use super::question::ReRollQuestion;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::state::Battle;
use crate::battle::gothic::state::agenda::{Check, Test};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::table::side::Side;

/// The answer that spends the fleet's re-roll, not the crew's own.
pub(super) const FLEET: &str = "fleet re-roll";

impl Asked for ReRollQuestion {
    fn side(&self, battle: &Battle) -> Side {
        let (Self::Spend(check) | Self::Pass(check)) = self;
        battle.side_of(check.unit)
    }

    fn words(&self, roster: &Roster) -> String {
        match self {
            Self::Spend(check) => {
                let what = if matches!(check.test, Test::Order(_)) { "command check" } else { "test" };
                format!("spends a re-roll on the failed {what} of {}, or keeps it", roster.unit_name(check.unit))
            }
            Self::Pass(check) => format!("lets {} pass without rolling, or rolls", roster.unit_name(check.unit)),
        }
    }

    fn usual(&self, _: &Battle, _: &Roster) -> Answer {
        Answer::No
    }

    fn options(&self, _: &Battle, _: &Roster, found: &mut Vec<Answer>) {
        match self {
            Self::Spend(_) => found.extend([Answer::Yes, Answer::No, Answer::Fleet]),
            Self::Pass(_) => found.extend([Answer::Yes, Answer::No]),
        }
    }

    fn answer<D: Dice + ?Sized, L: Log>(self, play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
        match self {
            Self::Spend(check) => {
                matches!(given, Answer::Yes | Answer::No | Answer::Fleet).then(|| play.reroll(check, given))
            }
            Self::Pass(check) => play.yes_or_no(given).map(|yes| play.answer_pass(check, yes)),
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Spend(_) => "re-roll",
            Self::Pass(_) => "pass",
        }
    }

    fn blank(word: &str) -> Option<Self> {
        match word {
            "re-roll" => Some(Self::Spend(Check::default())),
            "pass" => Some(Self::Pass(Check::default())),
            _ => None,
        }
    }

    fn fields(&mut self, row: &mut impl Fields) {
        let (Self::Spend(check) | Self::Pass(check)) = self;
        row.check(check);
    }
}

/// Reads `fleet re-roll`.
pub(super) fn read(text: &str) -> Option<Result<Answer, String>> {
    (text.to_lowercase() == FLEET).then_some(Ok(Answer::Fleet))
}
