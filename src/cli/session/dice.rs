//! The dice of a run: `--dice`, one list for all its commands, and dice that have fallen before.

use super::{Result, Session};
use crate::campaign::refusal::Refusals;
use crate::cli::error::CliError;
use crate::club::Keeping;
use crate::dice::{Ask, Dice, DiceError, Listed, Mark, Matched, Pip, Rolled, Source, Typed, Why};
use crate::files;

impl Session<'_> {
    /// The list of `--dice`, if it is one.
    pub(in crate::cli) fn list_given(&self) -> Result<Option<Listed>> {
        let given = self.common.dice.as_str();
        if matches!(given, "program" | "ask") || given.starts_with("seed:") {
            return Ok(None);
        }
        let text = match given.strip_prefix('@') {
            Some(path) => files::read_text(path.as_ref(), files::WRITTEN)
                .map_err(|error| CliError::new(format!("\"{path}\": {error}")))?,
            None => given.replace(';', "\n"),
        };
        if !given.starts_with('@') && given.chars().any(char::is_alphabetic) && !given.contains('=') {
            return Err(CliError::usage(format!("--dice cannot be \"{given}\""))
                .hint("write program, ask, a list such as 4,1,6, @FILE, or seed:TEXT"));
        }
        Listed::parse(&text).map(Some).map_err(|error| Refusals::from(error).into())
    }

    /// Says which dice of the list no command of the run asked for. A command that is alone refuses them before it is
    /// recorded; only a run of several that stopped on its way comes here with some left, and what it recorded stands.
    pub(in crate::cli) fn finish(&mut self) -> Result<()> {
        let left = self.listed.take().and_then(|mut list| list.finish().err());
        match left {
            Some(error) if self.memory.is_some() => Err(Refusals::from(error).into()),
            Some(error) => {
                self.status(&format!("Not rolled yet: {error}"));
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Runs something with the dice of `--dice`.
    pub(in crate::cli) fn roll<T>(&mut self, work: impl FnOnce(&mut dyn Dice) -> T) -> Result<T> {
        if self.listed.is_none() {
            self.listed = self.list_given()?;
        }
        if let Some(list) = &mut self.listed {
            return Ok(if self.more_to_come { work(&mut Unfinished(list)) } else { work(list) });
        }
        let before = std::mem::take(&mut self.rolled_before);
        if before.is_empty() {
            return self.rolled_now(work);
        }
        let mut left = Vec::new();
        let done = self.rolled_now(|fresh| {
            let mut dice = Matched::new(&before, fresh, &|_| true);
            let done = work(&mut dice);
            left = dice.into_rolls();
            done
        });
        left.retain(|roll| roll.mark == Some(Mark::Unneeded));
        self.rolled_before = left;
        done
    }

    /// Runs something with dice that no list holds.
    fn rolled_now<T>(&mut self, work: impl FnOnce(&mut dyn Dice) -> T) -> Result<T> {
        if let Some(seed) = self.common.dice.strip_prefix("seed:") {
            let stream = self.seeded.take().filter(|_| self.runs_on && !self.one_step);
            let mut dice = stream.unwrap_or_else(|| Rolled::from_seed(seed));
            let done = work(&mut dice);
            self.seeded = Some(dice);
            return Ok(done);
        }
        if self.common.dice == "program" {
            let mut dice = Rolled::from_system().map_err(CliError::new)?;
            return Ok(work(&mut dice));
        }
        let keeper = self.keeper;
        let ask: Box<Ask<'_>> = Box::new(|question: &str| self.line(question));
        let mut typed = Typed(ask);
        Ok(match keeper {
            None => work(&mut typed),
            Some(keeper) => work(&mut Keeping { fresh: &mut typed, keeper }),
        })
    }
}

/// A list that later commands of the run go on with.
struct Unfinished<'a>(&'a mut Listed);

impl Dice for Unfinished<'_> {
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> std::result::Result<(), DiceError> {
        self.0.roll(why, faces)
    }

    fn source(&self) -> Source {
        self.0.source()
    }
}
