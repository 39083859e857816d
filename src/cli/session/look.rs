//! Who looks and who acts: `--as`, `--as-of`, `--at`, `--ruling`.

use chrono::{Local, NaiveDateTime, Timelike as _};

use super::{Result, Session};
use crate::campaign::command::Command;
use crate::campaign::names;
use crate::campaign::state::PlayerId;
use crate::campaign::view::{Seen, Viewer};
use crate::cli::args;
use crate::cli::error::CliError;
use crate::cli::resolve;
use crate::club::{Club, ClubError, Given, Ground, Member, Past, Right, Time};

impl Session<'_> {
    /// The campaign as the onlooker may see it.
    pub(in crate::cli) fn seen(&mut self) -> Result<Seen> {
        self.looking(|session, member| session.seen_in(member, |member| member.look()))
    }

    /// The same of a campaign that is being looked at.
    pub(in crate::cli) fn seen_in(
        &self,
        member: &Member<'_>,
        look: impl FnOnce(&Member<'_>) -> std::result::Result<Seen, ClubError>,
    ) -> Result<Seen> {
        match self.common.as_of.as_deref() {
            None => Ok(look(member)?),
            Some(when) => Ok(member.look_back(past(when)?)?),
        }
    }

    /// Who looks or acts, by `--as`. Players are known to everybody, so that their names need no view. Who was removed
    /// since looks back at a time at which he played.
    pub(in crate::cli) fn viewer(&self, club: &Club, who: &str) -> Result<Viewer> {
        match who {
            "arbitrator" => Ok(Viewer::Arbitrator),
            "public" => Ok(Viewer::Public),
            name => {
                let found = |players: Vec<(String, PlayerId)>| {
                    let known = players.iter().map(|(name, id)| (name.as_str(), *id));
                    resolve::among_players(name, known).map(Viewer::Player)
                };
                match (found(club.players()?), self.common.as_of.as_deref()) {
                    (Err(_), Some(when)) => found(club.players_then(past(when)?)?),
                    (now, _) => now,
                }
            }
        }
    }

    /// Who asks where there is no campaign that could say who plays in it.
    pub(in crate::cli) fn viewer_of_nothing(&self) -> Viewer {
        if self.common.who() == "arbitrator" { Viewer::Arbitrator } else { Viewer::Public }
    }

    /// How this run gives its commands; who may not give any is refused.
    pub(in crate::cli) fn given(&self, member: &Member<'_>) -> Result<Given> {
        if self.common.as_of.is_some() {
            return Err(CliError::usage("the past can be looked at, not changed").hint("leave out --as-of"));
        }
        member.may(Right::Acts)?;
        if let Some(ruling) = &self.common.ruling {
            names::reason("a ruling", ruling).map_err(|refusal| CliError { usage: true, ..refusal.into() })?;
        }
        let (at_given, ruling) = (Some(self.common.at.is_some()), self.common.ruling.clone());
        Ok(Given { at: self.now(), at_given, ruling, dry_run: self.common.dry_run, sent: None })
    }

    /// The campaign to act on; who may not act at all is refused here, before any name is looked up.
    pub(in crate::cli) fn ground(&self, member: &Member<'_>) -> Result<Ground> {
        self.given(member)?;
        Ok(member.ground()?)
    }

    /// Judges whether a command is his to give, before what is in it is read.
    pub(in crate::cli) fn may_give(&self, member: &Member<'_>, seen: &Seen, command: &Command) -> Result<()> {
        Ok(member.may_give(seen, command, self.given(member)?.ruling.is_some())?)
    }

    /// The time for which a command is given.
    pub(in crate::cli) fn time(&self) -> Time {
        // A campaign in memory is a case: its lines tell a whole month.
        let ruled = self.common.ruling.is_some() || self.memory.is_some();
        Time { at: self.common.at, clock: self.clock(), ruled }
    }

    /// The time of the command, to the second.
    pub(in crate::cli) fn now(&self) -> NaiveDateTime {
        let now = self.common.at.unwrap_or_else(|| self.clock());
        now.with_nanosecond(0).unwrap_or(now)
    }

    /// What whoever runs the machine says: the clock by `RENOWN_NOW`, one step a command by `RENOWN_STEP`. No option sets
    /// the clock: options are a player's.
    pub(in crate::cli) fn read_environment(&mut self) -> Result<()> {
        if let Some(given) = std::env::var("RENOWN_NOW").ok().filter(|given| !given.is_empty()) {
            let clock =
                args::time(&given).map_err(|why| CliError::usage(format!("RENOWN_NOW is \"{given}\": {why}")))?;
            self.set_clock = Some(clock);
        }
        // An arbitrator who enters everything himself may want to see every step, and names only what is unusual.
        let by_steps = std::env::var_os("RENOWN_STEP").is_some_and(|given| !given.is_empty());
        (self.one_step, self.usual) = (by_steps, by_steps);
        Ok(())
    }

    /// What time it is, whatever time a command is given for.
    pub(in crate::cli) fn clock(&self) -> NaiveDateTime {
        self.set_clock.unwrap_or_else(|| Local::now().naive_local())
    }
}

/// A moment of the past: after an entry, or at the end of a day.
fn past(when: &str) -> Result<Past> {
    match (when.parse(), when.parse()) {
        (Ok(entry), _) => Ok(Past::Entry(entry)),
        (_, Ok(day)) => Ok(Past::Day(day)),
        _ => Err(CliError::usage(format!("\"{when}\" is neither an entry nor a date such as 2026-11-30"))),
    }
}
