//! Why an answer is not legal.

use std::fmt;

/// A rule that an answer breaks, with what it says about this case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule.
    pub rule: &'static str,
    /// What, with its figures.
    pub message: String,
}

impl Refusal {
    /// A refusal under a rule.
    #[must_use]
    pub fn new(rule: &'static str, message: impl Into<String>) -> Self {
        Self { rule, message: message.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.rule)
    }
}
