//! What the command line says when it cannot do a thing, and with which exit code.

use std::process::ExitCode;

use super::hints;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::BattleId;
use crate::campaign::view::Kept;
use crate::catalog::reader::Problem;
use crate::club::{ClubError, Denied, StoreError, Whom};

/// A message, hints what to do, and whose fault it is.
#[derive(Debug)]
pub struct CliError {
    /// Messages, each a line; the first is the headline.
    pub messages: Vec<String>,
    /// What to do.
    pub hints: Vec<String>,
    /// The command line itself is wrong.
    pub usage: bool,
}

impl CliError {
    /// A refusal with one message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { messages: vec![message.into()], hints: Vec::new(), usage: false }
    }

    /// A command line that makes no sense.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { usage: true, ..Self::new(message) }
    }

    /// Adds what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        let hint = hint.into();
        if !self.hints.contains(&hint) {
            self.hints.push(hint);
        }
        self
    }

    /// 1 refused or failed, 2 bad command line. A run that recorded something may end with 3, see [`args`](super::args).
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(if self.usage { 2 } else { 1 })
    }

    /// Every problem of data files.
    pub fn data(problems: &[Problem]) -> Self {
        let messages = problems.iter().map(ToString::to_string).collect();
        Self { messages, hints: vec!["mend the files named, or leave out --data".to_owned()], usage: false }
    }
}

impl From<StoreError> for CliError {
    fn from(error: StoreError) -> Self {
        let made = Self::new(error.to_string());
        match error.remedy() {
            Some(remedy) => made.hint(hints::remedy(remedy)),
            None => made,
        }
    }
}

impl From<Refusals> for CliError {
    fn from(Refusals(refusals): Refusals) -> Self {
        let mut error =
            Self { messages: refusals.iter().map(ToString::to_string).collect(), hints: Vec::new(), usage: false };
        for hint in refusals.iter().flat_map(|refusal| &refusal.hints) {
            error = error.hint(hints::words(hint));
        }
        if refusals.iter().all(|refusal| refusal.allowable) && !error.hints.iter().any(|hint| hint.contains("--ruling"))
        {
            error = error.hint("the arbitrator may allow it with --ruling \"REASON\"");
        }
        error
    }
}

impl From<Refusal> for CliError {
    fn from(refusal: Refusal) -> Self {
        Refusals(vec![refusal]).into()
    }
}

impl From<ClubError> for CliError {
    fn from(error: ClubError) -> Self {
        match error {
            ClubError::Refused(refusals) => refusals.into(),
            ClubError::Store(error) => error.into(),
            ClubError::Denied(denied) => denied.into(),
            ClubError::Damaged(what) => Self::new(what),
        }
    }
}

impl From<Denied> for CliError {
    fn from(denied: Denied) -> Self {
        let error = Self::new(denied.to_string());
        match denied {
            Denied::Arbitrators(_) => error.hint("leave out --as"),
            Denied::Onlooker => error.hint("act as the arbitrator or, with --as NAME, as a player"),
            Denied::Time => error.hint("leave out --at: it counts from now; or ask the arbitrator to enter it"),
            Denied::Ahead(_) => {
                error.hint("--at tells of what has happened; a time ahead of the clock needs --ruling \"REASON\"")
            }
            Denied::Kept { kept: Kept::Registers, .. } => error.hint("only the arbitrator can see it"),
            Denied::Kept { kept: Kept::Plots, battle } => {
                error.hint("only the arbitrator can see it").hint(reveal(battle))
            }
            Denied::Unforeseeable => error.hint("leave out --dry-run; it is recorded then"),
            Denied::Secret(Whom::AskArbitrator) | Denied::SecretByNow => error.hint("ask the arbitrator"),
            Denied::Secret(Whom::LetArbitrator) => error.hint("the arbitrator can"),
            Denied::Secret(Whom::Reveal(battle)) => error.hint(reveal(battle)),
            Denied::GivenAsOne { act, .. } => {
                error.hint(format!("`renown undo --to {}` takes back all that was given with them", act - 1))
            }
            Denied::InTheWay { .. } => error.hint("`renown log` shows what is in force; name a later entry"),
            Denied::NoSuchKey(_) => error.hint("`renown member list` shows them"),
            Denied::NotBegun => error.hint("give --since and --until"),
        }
    }
}

fn reveal(battle: BattleId) -> String {
    format!("who asks to see the other's shows both: `renown battle next {} --reveal-plots`", battle.0)
}
