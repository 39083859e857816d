//! Why a command was not carried out: what, which figure, which rule, what to do.

use std::fmt;

use super::event::Event;
use super::hint::Hint;
use super::state::PlayerId;
use crate::dice::DiceError;
use crate::scenario::fault::{Fault, NotSetUp};

/// One reason. The sentence stands where the rule is judged, not in a table of messages far from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule, where one forbids it.
    pub rule: Option<String>,
    /// What is wrong, with its figures.
    pub says: String,
    /// What to do about it.
    pub hints: Vec<Hint>,
    /// Whether the arbitrator may let it pass with a reason.
    pub allowable: bool,
}

impl Refusal {
    /// A refusal that no rule of the game asks for, such as an unknown name.
    pub fn plain(says: impl Into<String>) -> Self {
        Self { rule: None, says: says.into(), hints: Vec::new(), allowable: false }
    }

    /// A refusal by a rule.
    pub fn by(rule: &str, says: impl Into<String>) -> Self {
        Self { rule: Some(rule.to_owned()), says: says.into(), hints: Vec::new(), allowable: false }
    }

    /// Adds what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Hint>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Lets the arbitrator overrule it.
    #[must_use]
    pub fn allowable(mut self) -> Self {
        self.allowable = true;
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.rule {
            Some(rule) => write!(f, "{} ({rule})", self.says),
            None => f.write_str(&self.says),
        }
    }
}

/// Every reason at once; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusals(pub Vec<Refusal>);

/// Lets problems pass by the arbitrator's ruling, if there is one and he may overrule each of them: they are events then.
///
/// # Errors
/// All of them otherwise.
pub(super) fn overrule(problems: Vec<Refusal>, player: PlayerId, ruling: Option<&str>) -> Result<Vec<Event>, Refusals> {
    match ruling {
        _ if problems.is_empty() => Ok(Vec::new()),
        Some(reason) if problems.iter().all(|problem| problem.allowable) => Ok(problems
            .into_iter()
            .map(|problem| Event::Allowed {
                player,
                rule: problem.rule.unwrap_or_default(),
                says: problem.says,
                reason: reason.to_owned(),
            })
            .collect()),
        _ => Err(Refusals(problems)),
    }
}

impl From<Refusal> for Refusals {
    fn from(refusal: Refusal) -> Self {
        Self(vec![refusal])
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        let refusal = Self::by(fault.rule, fault.says);
        match fault.hint {
            Some(hint) => refusal.hint(hint),
            None => refusal,
        }
    }
}

impl From<NotSetUp> for Refusals {
    fn from(why: NotSetUp) -> Self {
        match why {
            NotSetUp::Forbidden(fault) => Refusal::from(fault).into(),
            NotSetUp::NoZone(player) => {
                Refusal::by("ZONE-05", format!("{player} has chosen no battlezone")).hint(Hint::PickZones).into()
            }
            NotSetUp::Dice(error) => error.into(),
        }
    }
}

impl From<DiceError> for Refusals {
    fn from(error: DiceError) -> Self {
        let hint: Hint = match &error {
            DiceError::RanOut { .. } | DiceError::NoSuchPurpose { .. } => Hint::AddFaces,
            DiceError::LeftOver { .. } => "give exactly the dice that the command rolls".into(),
            DiceError::BadFace { .. } => "write each face as a digit from 1 to 6".into(),
            DiceError::OtherPurpose { .. } => "the rules or the data have changed since it was recorded".into(),
            DiceError::NotKept { .. } => "what was kept before stands".into(),
            DiceError::NotTyped { .. } => Hint::GiveFaces,
        };
        Refusal::plain(error.to_string()).hint(hint).into()
    }
}

impl fmt::Display for Refusals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, refusal) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            refusal.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusals {}
