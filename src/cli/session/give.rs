//! What is given: every command of a run goes through the club here, several as one act.

use super::{Result, Session};
use crate::campaign::command::Command;
use crate::campaign::event::Event;
use crate::campaign::refusal::Refusals;
use crate::cli::error::CliError;
use crate::club::{Acting, ClubError, Given, Member, Moment, Told, Unrecorded};
use crate::dice::{Dice, Kept, Rolled};

impl Session<'_> {
    /// Gives a command and tells what came of it.
    pub(in crate::cli) fn give(&mut self, member: &mut Member<'_>, before: &Moment, command: Command) -> Result<Told> {
        let mut act = self.begin(member, before.clone())?;
        self.decide(member, &mut act, command)?;
        self.record(member, act)
    }

    /// As [`give`](Self::give), with dice that go on to fall for something else.
    pub(in crate::cli) fn give_with(
        &mut self,
        member: &mut Member<'_>,
        before: &Moment,
        command: Command,
        dice: &mut dyn Dice,
    ) -> Result<Told> {
        let mut act = self.begin(member, before.clone())?;
        self.decide_with(member, &mut act, command, dice)?;
        self.record(member, act)
    }

    /// Gives several commands, or none of them.
    pub(in crate::cli) fn give_all(
        &mut self,
        member: &mut Member<'_>,
        before: Moment,
        commands: Vec<Command>,
    ) -> Result<()> {
        let mut act = self.begin(member, before)?;
        let several = commands.len() > 1;
        for command in commands {
            self.decide_part(member, &mut act, command, several)?;
        }
        self.record(member, act).map(|_| ())
    }

    /// Begins an act: commands that are recorded together.
    pub(in crate::cli) fn begin(&self, member: &Member<'_>, before: Moment) -> Result<Acting> {
        Ok(member.begin(before, &self.given(member)?)?)
    }

    /// Decides the next command of an act.
    pub(in crate::cli) fn decide(&mut self, member: &mut Member<'_>, act: &mut Acting, command: Command) -> Result<()> {
        let several = !act.is_empty();
        self.decide_part(member, act, command, several)
    }

    /// As [`decide`](Self::decide), with dice of its own.
    pub(in crate::cli) fn decide_with(
        &mut self,
        member: &mut Member<'_>,
        act: &mut Acting,
        command: Command,
        dice: &mut dyn Dice,
    ) -> Result<()> {
        let catalog = self.shared_catalog()?;
        let mut list = self.list_given().ok().flatten();
        let again = list.as_mut().map(|list| list as &mut dyn Dice);
        Ok(member.decide(act, command, &catalog, dice, again)?)
    }

    fn decide_part(
        &mut self,
        member: &mut Member<'_>,
        act: &mut Acting,
        command: Command,
        several: bool,
    ) -> Result<()> {
        let (part, word) = (act.len() + 1, word(&command));
        // A list need come out even only when the act is recorded.
        let more = std::mem::replace(&mut self.more_to_come, true);
        let decided = self.decide_by_dice(member, act, command);
        self.more_to_come = more;
        decided?.map_err(|why| {
            let says = format!("part {part} of what was given, {word}, is refused: nothing of it was recorded");
            if several { CliError::from(why).hint(says) } else { why.into() }
        })
    }

    /// Decides a command with the dice of the run. Those that are typed in are kept one by one, but in a dry run, which
    /// shows no dice of the real one.
    fn decide_by_dice(
        &mut self,
        member: &mut Member<'_>,
        act: &mut Acting,
        command: Command,
    ) -> Result<std::result::Result<(), ClubError>> {
        let catalog = self.shared_catalog()?;
        let kept_here = self.common.dice == "ask" && self.keeper.is_none() && self.rolled_before.is_empty();
        if self.common.dry_run || !kept_here {
            let mut list = self.list_given().ok().flatten();
            return self.roll(|dice| {
                let again = list.as_mut().map(|list| list as &mut dyn Dice);
                member.decide(act, command, &catalog, dice, again)
            });
        }
        let open = member.open_dice(act, &command)?;
        let stands: Vec<String> = Kept::Rolls(open.stands.clone()).lines().collect();
        if !stands.is_empty() {
            self.status(&format!("What was typed in before stands: {}.", stands.join("; ")));
        }
        self.roll(|fresh| member.decide_typed(act, command, &catalog, open, fresh))
    }

    /// Records an act and tells what came of it.
    pub(in crate::cli) fn record(&mut self, member: &mut Member<'_>, act: Acting) -> Result<Told> {
        let told = self.write(member, act)?;
        self.tell(&told)?;
        Ok(told)
    }

    /// Records an act and acknowledges it, whatever can be told of it afterwards.
    pub(in crate::cli) fn write(&mut self, member: &mut Member<'_>, act: Acting) -> Result<Told> {
        if let Some(list) = self.listed.as_mut().filter(|_| !self.more_to_come) {
            list.finish().map_err(Refusals::from)?;
        }
        let catalog = self.shared_catalog()?;
        let told = member.record(act, &catalog)?;
        self.acknowledge(&told);
        Ok(told)
    }

    /// What a command would do with some dice; nothing is recorded.
    pub(in crate::cli) fn foresee(
        &mut self,
        member: &mut Member<'_>,
        before: &Moment,
        command: Command,
    ) -> Result<Vec<Event>> {
        let given = Given { dry_run: true, ..self.given(member)? };
        let catalog = self.shared_catalog()?;
        let mut act = member.begin(before.clone(), &given)?;
        member.decide(&mut act, command, &catalog, &mut Rolled::from_seed("trial"), None)?;
        let told = member.record(act, &catalog)?;
        Ok(told.parts.into_iter().flat_map(|part| part.events).collect())
    }
}

/// What is said of a command that others came before: why it cannot be recorded, and what they recorded.
impl From<Unrecorded> for CliError {
    fn from(Unrecorded { why, first }: Unrecorded) -> Self {
        let error = Self::from(why);
        let line = |row: crate::report::journal::LogRow| {
            format!("entry {} came first, by {}: {}", row.entry, row.by, row.says.join("; "))
        };
        match first {
            None => error,
            Some(rows) if rows.is_empty() => {
                error.hint("somebody else came first; `renown log` shows what is recorded")
            }
            Some(rows) => rows.into_iter().map(line).fold(error, Self::hint),
        }
    }
}

/// What a command is called in the journal.
fn word(command: &Command) -> String {
    let value = serde_json::to_value(command).unwrap_or_default();
    value.get("do").and_then(|word| word.as_str()).unwrap_or("a command").replace('-', " ")
}
