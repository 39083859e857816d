//! Keeps what fell, and gives it back.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::{Dice, DiceError, Pip, Source, Why};

/// One roll as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// What it was for.
    pub purpose: String,
    /// The faces in the order they fell.
    pub faces: Vec<Pip>,
    /// Where they came from.
    pub source: Source,
    /// Why it is there, in an entry that was decided again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
}

/// What became of a roll when its entry was decided again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Needed only since the amendment.
    New,
    /// No longer needed; kept, and used again should it be.
    Unneeded,
}

impl Mark {
    /// The word of the journal.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Unneeded => "unneeded",
        }
    }
}

/// Passes every roll on to another source and keeps it.
pub struct Recorder<'a> {
    dice: &'a mut dyn Dice,
    rolls: Vec<Roll>,
}

impl<'a> Recorder<'a> {
    /// Records the rolls of `dice`.
    pub fn new(dice: &'a mut dyn Dice) -> Self {
        Self { dice, rolls: Vec::new() }
    }

    /// How many rolls there have been.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rolls.len()
    }

    /// Whether nothing has been rolled.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rolls.is_empty()
    }

    /// What has been rolled.
    #[must_use]
    pub fn into_rolls(self) -> Vec<Roll> {
        self.rolls
    }
}

impl Dice for Recorder<'_> {
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        if faces.is_empty() {
            return Ok(());
        }
        self.dice.roll(why, faces)?;
        let (purpose, source) = (why.to_string(), self.dice.source());
        self.rolls.push(Roll { purpose, faces: faces.to_vec(), source, mark: None });
        Ok(())
    }

    fn source(&self) -> Source {
        self.dice.source()
    }

    fn finish(&mut self) -> Result<(), DiceError> {
        self.dice.finish()
    }
}

/// Recorded rolls, given back only for the purposes they were recorded under.
pub struct Replayed {
    rolls: VecDeque<Roll>,
    source: Source,
}

impl Replayed {
    /// Gives back `rolls` in their order, but for those that are no longer needed, and rolls of no dice.
    #[must_use]
    pub fn new(mut rolls: Vec<Roll>) -> Self {
        rolls.retain(|roll| roll.mark != Some(Mark::Unneeded) && !roll.faces.is_empty());
        Self { rolls: rolls.into(), source: Source::List }
    }
}

impl Dice for Replayed {
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        if faces.is_empty() {
            return Ok(());
        }
        let purpose = why.to_string();
        let Some(roll) = self.rolls.pop_front() else {
            return Err(DiceError::RanOut { purpose, wanted: faces.len(), left: 0 });
        };
        self.source = roll.source;
        if roll.purpose != purpose {
            return Err(DiceError::OtherPurpose { due: purpose, recorded: roll.purpose });
        }
        if roll.faces.len() != faces.len() {
            return Err(DiceError::RanOut { purpose, wanted: faces.len(), left: roll.faces.len() });
        }
        faces.copy_from_slice(&roll.faces);
        Ok(())
    }

    fn source(&self) -> Source {
        self.source
    }

    fn finish(&mut self) -> Result<(), DiceError> {
        if self.rolls.is_empty() {
            return Ok(());
        }
        Err(DiceError::LeftOver { left: self.rolls.iter().map(|roll| format!("\"{}\"", roll.purpose)).collect() })
    }
}
