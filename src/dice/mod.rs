//! Dice: one trait, three kinds of source, a purpose for every roll.
//!
//! Rules ask a [`Dice`] for faces and say why. Where the faces come from is decided outside: the program's own
//! generator ([`Rolled`]), the table ([`Typed`]), or a list ([`Listed`]). [`Recorder`] keeps what fell, and
//! [`Replayed`] gives it back to `verify`; [`Kept`] is how a battle file holds it. This module knows no file, clock or terminal.

mod kept;
mod listed;
mod matched;
mod record;
mod rolled;
mod typed;

pub use kept::Kept;
pub use listed::Listed;
pub use matched::Matched;
pub use record::{Mark, Recorder, Replayed, Roll};
pub use rolled::{Fast, Rolled};
pub use typed::{Ask, Typed};

use std::fmt;

use serde::{Deserialize, Serialize};

/// One face of a six-sided die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Pip(u8);

impl Pip {
    /// Returns `None` unless `face` is 1 to 6.
    #[must_use]
    pub const fn new(face: u8) -> Option<Self> {
        if matches!(face, 1..=6) { Some(Self(face)) } else { None }
    }

    /// The face, 1 to 6.
    #[must_use]
    pub const fn face(self) -> u8 {
        self.0
    }

    /// The lowest face, to fill a buffer with.
    pub const ONE: Self = Self(1);
}

impl TryFrom<u8> for Pip {
    type Error = String;

    fn try_from(face: u8) -> Result<Self, Self::Error> {
        Self::new(face).ok_or_else(|| format!("a die shows 1 to 6, not {face}"))
    }
}

impl From<Pip> for u8 {
    fn from(pip: Pip) -> Self {
        pip.0
    }
}

/// Why a die is rolled: what for, for whom, and against whom.
///
/// Its text, such as `leadership: Agrippa`, is the purpose recorded with the roll and named in a dice file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Why<'a> {
    /// The roll the rulebook names.
    pub what: &'static str,
    /// The player or vessel it is made for; may be empty.
    pub who: &'a str,
}

impl<'a> Why<'a> {
    /// A roll made for somebody.
    #[must_use]
    pub const fn new(what: &'static str, who: &'a str) -> Self {
        Self { what, who }
    }
}

impl fmt::Display for Why<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.who.is_empty() { f.write_str(self.what) } else { write!(f, "{}: {}", self.what, self.who) }
    }
}

/// Where a face came from, as the journal records it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The program's generator, named with its mapping to faces.
    #[serde(rename = "chacha20-d6")]
    ChaCha20,
    /// The program's fast generator, for simulations only.
    #[serde(rename = "xoshiro256++-d6")]
    Xoshiro,
    /// Rolled at the table and typed in.
    Typed,
    /// Given as a list.
    List,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ChaCha20 => "program",
            Self::Xoshiro => "simulation",
            Self::Typed => "typed in",
            Self::List => "list",
        })
    }
}

/// Somewhere dice results come from.
pub trait Dice {
    /// Fills `faces` in the order the dice fell. A roll of no dice is no roll: nobody is asked, nothing is recorded.
    ///
    /// # Errors
    /// When the source cannot give them: a list has run out, nobody answers, or the purpose is another.
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError>;

    /// The source that the journal names.
    fn source(&self) -> Source;

    /// Checks that nothing is left over once a command is decided.
    ///
    /// # Errors
    /// When a list still holds dice that nothing asked for.
    fn finish(&mut self) -> Result<(), DiceError> {
        Ok(())
    }
}

/// Rolls one die.
///
/// # Errors
/// As [`Dice::roll`].
pub fn d6(dice: &mut dyn Dice, why: Why<'_>) -> Result<u8, DiceError> {
    let mut face = [Pip::ONE];
    dice.roll(why, &mut face)?;
    Ok(face[0].face())
}

/// Why a source could not give a die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceError {
    /// The list is used up.
    RanOut {
        /// The purpose that was due.
        purpose: String,
        /// Faces it needed.
        wanted: usize,
        /// Faces that were left for it.
        left: usize,
    },
    /// Dice of the list that nothing asked for.
    LeftOver {
        /// What was left: faces, with their purpose where the list names it.
        left: Vec<String>,
    },
    /// A face that no die has.
    BadFace {
        /// What was given.
        given: String,
        /// The purpose it was given for, where known.
        purpose: String,
    },
    /// A list of purposes does not hold this one.
    NoSuchPurpose {
        /// The purpose that was due.
        purpose: String,
        /// Purposes of the list not used so far.
        given: Vec<String>,
    },
    /// The recorded roll was for something else.
    OtherPurpose {
        /// The purpose that is due now.
        due: String,
        /// The purpose that was recorded.
        recorded: String,
    },
    /// They fell, and could not be kept.
    NotKept {
        /// Why.
        what: String,
    },
    /// Nobody typed the faces in.
    NotTyped {
        /// The purpose that was due.
        purpose: String,
    },
}

impl fmt::Display for DiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RanOut { purpose, wanted, left: 0 } => {
                write!(f, "the dice list has run out: {wanted} more needed for \"{purpose}\"")
            }
            Self::RanOut { purpose, wanted, left } => {
                write!(f, "the dice list has run out: {wanted} needed for \"{purpose}\", {left} left")
            }
            Self::LeftOver { left } => write!(f, "dice left over in the list: {}", left.join(", ")),
            Self::BadFace { given, purpose } if purpose.is_empty() => {
                write!(f, "\"{given}\" is not a face of a die: 1 to 6")
            }
            Self::BadFace { given, purpose } => {
                write!(f, "\"{given}\", given for \"{purpose}\", is not a face of a die: 1 to 6")
            }
            Self::NoSuchPurpose { purpose, given } if given.is_empty() => {
                write!(f, "the dice list has no roll for \"{purpose}\", and none is left")
            }
            Self::NoSuchPurpose { purpose, given } => {
                let given: Vec<String> = given.iter().map(|purpose| format!("\"{purpose}\"")).collect();
                write!(f, "the dice list has no roll for \"{purpose}\"; left in it: {}", given.join(", "))
            }
            Self::OtherPurpose { due, recorded } => {
                write!(f, "the recorded roll was for \"{recorded}\", but \"{due}\" is due")
            }
            Self::NotKept { what } => write!(f, "the dice cannot be kept: {what}"),
            Self::NotTyped { purpose } => write!(f, "nobody typed in the dice for \"{purpose}\""),
        }
    }
}

impl std::error::Error for DiceError {}
