//! What is wrong with a data file, and where.

use std::fmt;
use std::sync::Arc;

/// One thing wrong with a data file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// File as the user knows it, such as `fleets/orks.toml`.
    pub file: String,
    /// Line, counted from 1; 0 when the problem is the file itself.
    pub line: usize,
    /// What is wrong, with a suggestion where there is one.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            write!(f, "{}: {}", self.file, self.message)
        } else {
            write!(f, "{}:{}: {}", self.file, self.line, self.message)
        }
    }
}

/// Where in its file a value stands, so that later checks can point at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub(super) file: Arc<str>,
    pub(super) line: usize,
}

impl Place {
    /// A problem at this place.
    #[must_use]
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        Problem { file: self.file.to_string(), line: self.line, message: message.into() }
    }

    /// The file as the user knows it.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The line, counted from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }
}
