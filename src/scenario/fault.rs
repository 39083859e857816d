//! What a scenario has against a fleet, a set-up or a deployment.

use crate::dice::DiceError;

/// One thing that is wrong: the rule, the figures, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The rule that forbids it.
    pub rule: &'static str,
    /// What is wrong, with its figures.
    pub says: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Fault {
    /// A fault by a rule.
    pub fn by(rule: &'static str, says: impl Into<String>) -> Self {
        Self { rule, says: says.into(), hint: None }
    }

    /// Adds what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// Why a set-up was not rolled.
#[derive(Debug)]
pub enum NotSetUp {
    /// The scenario forbids it.
    Forbidden(Fault),
    /// A player has chosen no battlezone (ZONE-05).
    NoZone(String),
    /// A die could not be had.
    Dice(DiceError),
}

impl From<Fault> for NotSetUp {
    fn from(fault: Fault) -> Self {
        Self::Forbidden(fault)
    }
}

impl From<DiceError> for NotSetUp {
    fn from(error: DiceError) -> Self {
        Self::Dice(error)
    }
}
