//! Who looks and who acts: `--as`, `--as-of`, `--at`, `--ruling`.

use chrono::{Local, NaiveDateTime, Timelike as _};

use super::{Result, Session};
use crate::campaign::names;
use crate::campaign::state::PlayerId;
use crate::campaign::view::{Seen, Viewer};
use crate::cli::args;
use crate::cli::error::CliError;
use crate::cli::resolve;
use crate::club::Giver;
use crate::store::{Snapshot, Store, StoreError};

impl Session<'_> {
    /// The campaign as the onlooker may see it.
    pub(in crate::cli) fn seen(&mut self) -> Result<Seen> {
        self.looking(|session, store| session.seen_in(store, Store::load))
    }

    /// The same of a campaign that is being looked at.
    pub(in crate::cli) fn seen_in(
        &self,
        store: &Store,
        read: fn(&Store) -> std::result::Result<Snapshot, StoreError>,
    ) -> Result<Seen> {
        let snapshot = match self.common.as_of.as_deref() {
            None => read(store)?,
            Some(when) => past(store, when)?,
        };
        let viewer = self.viewer(&snapshot)?;
        Ok(Seen::new(snapshot.campaign, viewer))
    }

    /// Who looks, by `--as`.
    pub(in crate::cli) fn viewer(&self, snapshot: &Snapshot) -> Result<Viewer> {
        match self.common.who() {
            "arbitrator" => Ok(Viewer::Arbitrator),
            "public" => Ok(Viewer::Public),
            name => resolve::onlooker(&snapshot.campaign, name).map(Viewer::Player),
        }
    }

    pub(in crate::cli) fn giver(&self, snapshot: &Snapshot) -> Result<Giver> {
        if self.common.as_of.is_some() {
            return Err(CliError::usage("the past can be looked at, not changed").hint("leave out --as-of"));
        }
        let by = match self.viewer(snapshot)? {
            Viewer::Arbitrator => None,
            Viewer::Player(player) => Some(player),
            Viewer::Public => {
                return Err(CliError::new("the public looks on and changes nothing")
                    .hint("act as the arbitrator or, with --as NAME, as a player"));
            }
        };
        if let Some(ruling) = &self.common.ruling {
            names::reason("a ruling", ruling).map_err(|refusal| CliError { usage: true, ..refusal.into() })?;
        }
        let ruling = self.common.ruling.clone();
        Ok(Giver { by, at: self.now(), ruling, dry_run: self.common.dry_run, at_given: Some(self.common.at.is_some()) })
    }

    /// The time of the command, to the second.
    pub(in crate::cli) fn now(&self) -> NaiveDateTime {
        let now = self.common.at.unwrap_or_else(|| self.clock());
        now.with_nanosecond(0).unwrap_or(now)
    }

    /// Sets the clock where whoever runs the machine says so, by `RENOWN_NOW`. No option does: options are a player's.
    pub(in crate::cli) fn read_clock(&mut self) -> Result<()> {
        if let Some(given) = std::env::var("RENOWN_NOW").ok().filter(|given| !given.is_empty()) {
            let clock =
                args::time(&given).map_err(|why| CliError::usage(format!("RENOWN_NOW is \"{given}\": {why}")))?;
            self.set_clock = Some(clock);
        }
        Ok(())
    }

    /// What time it is, whatever time a command is given for.
    pub(in crate::cli) fn clock(&self) -> NaiveDateTime {
        self.set_clock.unwrap_or_else(|| Local::now().naive_local())
    }

    /// Who acts, for the journal of undo and redo.
    pub(in crate::cli) fn actor(&self, snapshot: &Snapshot) -> Result<Option<PlayerId>> {
        Ok(self.giver(snapshot)?.by)
    }
}

/// The campaign after an entry, or at the end of a day.
fn past(store: &Store, when: &str) -> Result<Snapshot> {
    match (when.parse(), when.parse()) {
        (Ok(entry), _) => Ok(store.as_of(entry)?),
        (_, Ok(day)) => Ok(store.as_of_day(day)?),
        _ => Err(CliError::usage(format!("\"{when}\" is neither an entry nor a date such as 2026-11-30"))),
    }
}
