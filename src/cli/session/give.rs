//! What is given: every command of a run goes through the door here, several as one act.

use super::{Result, Session};
use crate::campaign::command::Command;
use crate::campaign::event::Event;
use crate::campaign::refusal::Refusals;
use crate::catalog::Catalog;
use crate::cli::error::CliError;
use crate::cli::veil;
use crate::club::thrown::{self, Open};
use crate::club::{self, Act, ClubError, Done, Failed, Giver};
use crate::dice::{Dice, Kept, Rolled};
use crate::report::journal;
use crate::store::{Snapshot, Store};

/// How many entries that others recorded meanwhile are told.
const MEANWHILE: usize = 5;

impl Session<'_> {
    /// Gives a command through the door and tells what came of it.
    pub(in crate::cli) fn give(&mut self, store: &mut Store, before: &Snapshot, command: Command) -> Result<Done> {
        let mut act = self.begin(before.clone())?;
        self.decide(store, &mut act, command)?;
        self.record(store, act)
    }

    /// As [`give`](Self::give), with dice that go on to fall for something else.
    pub(in crate::cli) fn give_with(
        &mut self,
        store: &mut Store,
        before: &Snapshot,
        command: Command,
        dice: &mut dyn Dice,
    ) -> Result<Done> {
        let mut act = self.begin(before.clone())?;
        let catalog = self.shared_catalog()?;
        let asked = command.clone();
        act.decide(command, &catalog, dice).map_err(|why| self.veiled(why, &mut act, &asked, &catalog))?;
        self.record(store, act)
    }

    /// Gives several commands, or none of them.
    pub(in crate::cli) fn give_all(
        &mut self,
        store: &mut Store,
        before: Snapshot,
        commands: Vec<Command>,
    ) -> Result<()> {
        let mut act = self.begin(before)?;
        let several = commands.len() > 1;
        for command in commands {
            self.decide_part(store, &mut act, command, several)?;
        }
        self.record(store, act).map(|_| ())
    }

    /// Begins an act: commands that are recorded together.
    pub(in crate::cli) fn begin(&self, before: Snapshot) -> Result<Act> {
        let giver = self.giver(&before)?;
        let before = self.tried_on(&before)?.unwrap_or(before);
        Ok(Act::new(before, giver))
    }

    /// Decides the next command of an act.
    pub(in crate::cli) fn decide(&mut self, store: &mut Store, act: &mut Act, command: Command) -> Result<()> {
        let several = !act.is_empty();
        self.decide_part(store, act, command, several)
    }

    fn decide_part(&mut self, store: &mut Store, act: &mut Act, command: Command, several: bool) -> Result<()> {
        let catalog = self.shared_catalog()?;
        let (part, word, asked) = (act.len() + 1, word(&command), command.clone());
        if self.common.dry_run && act.giver().by.is_some() {
            veil::foreseeable(act.campaign(), &command)?;
        }
        // A list need come out even only when the act is recorded.
        let more = std::mem::replace(&mut self.more_to_come, true);
        let decided = self.decide_with_dice(store, act, command, &catalog);
        self.more_to_come = more;
        decided?.map_err(|why| {
            let error = CliError::from(self.veiled(why, act, &asked, &catalog));
            let says = format!("part {part} of what was given, {word}, is refused: nothing of it was recorded");
            if several { error.hint(says) } else { error }
        })
    }

    /// Decides a command with the dice of the run. Those that are typed in are kept one by one, but in a dry run, which
    /// shows no dice of the real one.
    fn decide_with_dice(
        &mut self,
        store: &mut Store,
        act: &mut Act,
        command: Command,
        catalog: &Catalog,
    ) -> Result<std::result::Result<(), ClubError>> {
        if self.common.dry_run {
            return self.roll(|dice| act.decide(command, catalog, dice));
        }
        if self.common.dice != "ask" || !self.rolled_before.is_empty() {
            thrown::is_free(store, act.giver(), &command)?;
            return self.roll(|dice| act.decide(command, catalog, dice));
        }
        let open = Open::find(store, act.giver(), act.len() + 1, &command)?;
        let stands: Vec<String> = Kept::Rolls(open.stands().cloned().collect()).lines().collect();
        if !stands.is_empty() {
            self.status(&format!("What was typed in before stands: {}.", stands.join("; ")));
        }
        self.roll(|fresh| {
            let mut dice = open.on(store, fresh);
            act.decide(command, catalog, &mut dice).map_err(|why| dice.stood(why))
        })
    }

    /// A refusal as the giver may be told it.
    fn veiled(&self, why: ClubError, act: &mut Act, command: &Command, catalog: &Catalog) -> ClubError {
        let mut list = self.list_given().ok().flatten();
        let dice = list.as_mut().map(|list| list as &mut dyn Dice);
        let giver = act.giver().clone();
        veil::Veil { before: act.campaign(), command, giver: &giver, catalog }.over(why, dice)
    }

    /// Records an act and tells what came of it.
    pub(in crate::cli) fn record(&mut self, store: &mut Store, act: Act) -> Result<Done> {
        let done = self.write(store, act)?;
        self.tell(&done)?;
        Ok(done)
    }

    /// Records an act and acknowledges it, whatever can be told of it afterwards.
    pub(in crate::cli) fn write(&mut self, store: &mut Store, act: Act) -> Result<Done> {
        if let Some(list) = self.listed.as_mut().filter(|_| !self.more_to_come) {
            list.finish().map_err(Refusals::from)?;
        }
        let catalog = self.shared_catalog()?;
        let done = act.record(store, &catalog).map_err(|failed| self.overtaken(store, failed))?;
        self.acknowledge(&done);
        Ok(done)
    }

    /// What is said of a command that others came before: why it cannot be recorded, and what they recorded.
    pub(in crate::cli) fn overtaken(&self, store: &Store, failed: Failed) -> CliError {
        let error = match failed.why {
            ClubError::Refused(_) if self.hides_from(store) => {
                CliError::new("it cannot be done any more, for a reason that you may not know")
                    .hint("ask the arbitrator")
            }
            why => CliError::from(why),
        };
        let Some(meanwhile) = failed.meanwhile else { return error };
        let told = || -> Result<Vec<String>> {
            let now = store.whole()?;
            let viewer = self.viewer(&now)?;
            let entries = store.entries(meanwhile)?;
            let rows = journal::log(&now.campaign, viewer, &entries, &|id| store.entry(id).ok().flatten());
            let line = |row: &journal::LogRow| {
                format!("entry {} came first, by {}: {}", row.entry, row.by, row.says.join("; "))
            };
            Ok(rows.iter().take(MEANWHILE).map(line).collect())
        };
        match told() {
            Ok(lines) if !lines.is_empty() => lines.into_iter().fold(error, CliError::hint),
            _ => error.hint("somebody else came first; `renown log` shows what is recorded"),
        }
    }

    /// What a command would do with some dice; nothing is recorded.
    pub(in crate::cli) fn foresee(
        &mut self,
        store: &mut Store,
        before: &Snapshot,
        command: Command,
    ) -> Result<Vec<Event>> {
        let giver = Giver { dry_run: true, ..self.giver(before)? };
        let catalog = self.shared_catalog()?;
        Ok(club::give(store, before, command, &giver, &catalog, &mut Rolled::from_seed("trial"))?.events)
    }
}

/// What a command is called in the journal.
fn word(command: &Command) -> String {
    let value = serde_json::to_value(command).unwrap_or_default();
    value.get("do").and_then(|word| word.as_str()).unwrap_or("a command").replace('-', " ")
}
