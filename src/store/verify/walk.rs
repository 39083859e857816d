//! Every command of a journal decided again, from the first entry on.

use std::collections::BTreeMap;

use super::{Finding, Umpires, bare, difference};
use crate::campaign::amend::Amendment;
use crate::campaign::command::Command;
use crate::campaign::state::Campaign;
use crate::campaign::turn::Battle;
use crate::campaign::umpire::{Proof, Unasked};
use crate::campaign::{Circumstances, Library, decide};
use crate::dice::Replayed;
use crate::store::acts::Acts;
use crate::store::amend::{fold_all, fold_amended};
use crate::store::cells::Change;
use crate::store::digest::Digest;
use crate::store::journal::{self, Entry, Kind, Recorded};
use crate::store::journal_rows::{kind_of, number};
use crate::store::{Result, Store, StoreError, rows, schema};

/// The journal walked from its first entry, with the campaign as it stood after each.
pub(super) struct Walk<'a> {
    store: &'a Store,
    library: &'a dyn Library,
    umpires: Option<Umpires<'a>>,
    program: &'a str,
    catalog: &'a str,
    campaign: Campaign,
    pub(super) digest: Digest,
    chain: String,
    pub(super) commands: u64,
    pub(super) battles: u64,
    pub(super) unplayed: u64,
    /// Commands, those decided again included, in the order of their numbers.
    told: Vec<u64>,
    pub(super) undone: BTreeMap<u64, u64>,
    acts: Acts,
    pub(super) findings: Vec<Finding>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        store: &'a Store,
        library: &'a dyn Library,
        umpires: Option<Umpires<'a>>,
        program: &'a str,
        catalog: &'a str,
    ) -> Self {
        Self {
            store,
            library,
            umpires,
            program,
            catalog,
            campaign: Campaign::default(),
            digest: Digest::default(),
            chain: String::new(),
            commands: 0,
            battles: 0,
            unplayed: 0,
            told: Vec::new(),
            undone: BTreeMap::new(),
            acts: Acts::default(),
            findings: Vec::new(),
        }
    }

    pub(super) fn damaged(&mut self, entry: Option<u64>, what: String) {
        self.findings.push(Finding::Damaged { entry, what });
    }

    pub(super) fn step(&mut self, recorded: &Recorded) {
        let id = recorded.entry.entry;
        if recorded.entry.chain(&self.chain) != recorded.chain {
            self.damaged(Some(id), format!("entry {id} is not what was recorded: its hash does not follow"));
        }
        self.chain.clone_from(&recorded.chain);
        let act = self.acts.step(self.store, &recorded.entry);
        self.act(Some(id), act);
        self.filed(id);
        match recorded.entry.kind {
            Kind::Command => self.command(recorded),
            Kind::Amend => self.amend(recorded),
            // Judged with its amendment.
            Kind::Amended => self.told.push(id),
            Kind::Undo | Kind::Redo => self.turn_back(recorded),
            // The tables say the same in new columns; the campaign was folded into those from the start.
            Kind::Migration => {}
        }
        if !matches!(recorded.entry.kind, Kind::Command | Kind::Amend) {
            self.kept(id, &[]);
        }
        if recorded.entry.schema == schema::VERSION && self.digest.to_string() != recorded.entry.digest {
            self.damaged(Some(id), format!("the state after entry {id} is not the one recorded"));
            // Said once: the entries after it go on from the state that was recorded.
            self.digest = recorded.entry.digest.parse().unwrap_or(self.digest);
        }
    }

    /// The kinds under which events are filed follow from their text; no hash covers them.
    fn filed(&mut self, id: u64) {
        match self.store.event_kinds(id) {
            Ok(true) => {}
            Ok(false) => {
                self.damaged(Some(id), format!("the events of entry {id} are filed under other kinds"));
            }
            Err(error) => self.damaged(Some(id), format!("the events of entry {id}: {}", bare(error))),
        }
    }

    /// Compares the former rows that an entry kept, which undo writes back, with those it changed.
    ///
    /// Ruling: those of an older schema are compared as this one reads them, which is all that undo and views of the
    /// past ever see. A hash of them in the entry of the migration would prove their spelling too, but nothing in files
    /// that were migrated before there was one, and no import, which writes them anew, could keep it.
    fn kept(&mut self, id: u64, changes: &[Change]) {
        match self.store.changes_of(id) {
            Ok(kept) if kept == changes => {}
            Ok(_) => self.damaged(Some(id), format!("the former rows of entry {id} are not those it changed")),
            Err(error) => self.damaged(Some(id), format!("the former rows of entry {id}: {}", bare(error))),
        }
    }

    pub(super) fn end(&mut self) {
        let act = self.acts.end(self.store);
        self.act(None, act);
        if rows::dangling(&self.campaign).is_none() {
            let under_way = self.campaign.battles.values().filter(|battle| battle.is_under_way());
            let played: Vec<(bool, Option<Finding>)> = under_way.map(|battle| self.leads_on(battle)).collect();
            for (kept, found) in played {
                self.count(kept);
                self.findings.extend(found);
            }
        }
    }

    /// Plays a battle under way again as far as it has come. Rows whose hashes do not follow are named elsewhere.
    fn leads_on(&self, battle: &Battle) -> (bool, Option<Finding>) {
        let Ok(Some(minutes)) = self.store.minutes(battle.id) else { return (false, None) };
        let led = self.umpires.map_or(Ok(()), |umpires| umpires.then.leads_on(&self.campaign, battle, &minutes.rows));
        let Err(what) = led else { return (true, None) };
        let what = format!("what was kept of battle {}, which is under way, does not lead on: {what}", battle.id.0);
        let begun = self.store.entry(minutes.entry).ok().flatten();
        let found = match begun {
            Some(begun) if begun.entry.program != self.program || begun.entry.catalog != self.catalog => {
                self.otherwise(&begun.entry, &what)
            }
            _ => Finding::Damaged { entry: Some(minutes.entry), what },
        };
        (true, Some(found))
    }

    fn act(&mut self, entry: Option<u64>, judged: Result<Option<String>>) {
        if let Some(what) = judged.unwrap_or_else(|error| Some(bare(error))) {
            self.damaged(entry, what);
        }
    }

    fn command(&mut self, recorded: &Recorded) {
        let id = recorded.entry.entry;
        self.told.push(id);
        // Rules are not asked about a campaign that could not have come about.
        if rows::dangling(&self.campaign).is_none() {
            self.commands += 1;
            let (found, fought) = self.decided_again(&self.campaign, recorded, false);
            self.count(fought);
            self.findings.extend(found);
        }
        let Some(events) = recorded.entry.events() else {
            self.damaged(Some(id), format!("the events of entry {id} cannot be read"));
            return;
        };
        let (after, changes) = journal::fold(&self.campaign, &events, recorded.entry.at);
        self.kept(id, &changes);
        changes.iter().for_each(|change: &Change| self.digest.change(change));
        if let Some(what) = rows::dangling(&after) {
            self.damaged(Some(id), format!("after entry {id} {what}"));
        }
        self.campaign = after;
        // As commands are decided: a long history costs an entry nothing.
        self.campaign.forget();
    }

    fn turn_back(&mut self, recorded: &Recorded) {
        let (id, of) = (recorded.entry.entry, recorded.entry.of.unwrap_or_default());
        let undo = recorded.entry.kind == Kind::Undo;
        if of >= id || self.undone.contains_key(&of) == undo {
            self.damaged(Some(id), format!("entry {id} turns back entry {of}, which is not there to be turned back"));
        }
        // The rows kept with that entry were compared with what its events change when its turn came.
        let kept = self.store.changes_of(of).unwrap_or_default();
        let changes: Vec<Change> = if undo { kept.iter().rev().map(Change::inverse).collect() } else { kept };
        for change in &changes {
            self.digest.change(change);
            if rows::restore(&mut self.campaign, change).is_err() {
                self.damaged(Some(id), format!("a former row of entry {of} cannot be read"));
            }
        }
        let amendment = self.store.entry(of).ok().flatten().and_then(|target| target.entry.amendment());
        let group = amendment.as_ref().and_then(|_| self.store.group(of).ok()).unwrap_or_default();
        for entry in std::iter::once(of).chain(group) {
            if undo {
                self.undone.insert(entry, id);
            } else {
                self.undone.remove(&entry);
            }
        }
        for entry in amendment.iter().flat_map(|amendment| &amendment.supersedes) {
            if undo {
                self.undone.remove(entry);
            } else {
                self.undone.insert(*entry, of);
            }
        }
    }

    /// Tells the history that held before an amendment again as it amended it, and compares.
    fn amend(&mut self, recorded: &Recorded) {
        let id = recorded.entry.entry;
        let Some(amendment) = recorded.entry.amendment() else {
            self.damaged(Some(id), format!("the amendment of entry {id} cannot be read"));
            return;
        };
        match self.retell(id, &amendment) {
            Err(what) => self.damaged(Some(id), format!("the amendment of entry {id}: {what}")),
            Ok((before, after)) => {
                let changes = rows::changes(&before, &after);
                self.kept(id, &changes);
                changes.iter().for_each(|change| self.digest.change(change));
                if let Some(what) = rows::dangling(&after) {
                    self.damaged(Some(id), format!("after entry {id} {what}"));
                }
                self.campaign = after;
                self.campaign.forget();
            }
        }
        self.undone.extend(amendment.supersedes.iter().map(|entry| (*entry, id)));
    }

    /// The whole campaign before an amendment and after it.
    fn retell(&mut self, id: u64, amendment: &Amendment) -> std::result::Result<(Campaign, Campaign), String> {
        let read = |ids: Vec<u64>| -> Result<Vec<Recorded>> {
            ids.into_iter().map(|id| self.store.entry(id)?.ok_or(StoreError::NoEntry(id))).collect()
        };
        let in_force = self.told.iter().copied().filter(|entry| !self.undone.contains_key(entry)).collect();
        let mut history = read(in_force).map_err(bare)?;
        history.sort_by_key(Recorded::place);
        let group = self.store.group(id).and_then(read).map_err(bare)?;
        let before = fold_all(history.iter()).map_err(|id| format!("the events of entry {id} cannot be read"))?;
        let (mut commands, mut battles, mut found) = (0, Vec::new(), Vec::new());
        let after = fold_amended(amendment, &history, &group, |campaign, recorded| {
            // As above: rules are not asked about a campaign that could not have come about.
            if rows::dangling(campaign).is_some() {
                return;
            }
            commands += 1;
            let (otherwise, fought) = self.decided_again(campaign, recorded, true);
            battles.push(fought);
            found.extend(otherwise);
        })?;
        self.commands += commands;
        battles.into_iter().for_each(|fought| self.count(fought));
        self.findings.extend(found);
        Ok((before, after))
    }

    /// Counts a battle that the engine fought.
    const fn count(&mut self, fought: bool) {
        match (fought, self.umpires.is_some()) {
            (true, true) => self.battles += 1,
            (true, false) => self.unplayed += 1,
            (false, _) => {}
        }
    }

    /// Decides a command again with its recorded dice and clock, and says whether it is a battle of the engine, which is
    /// played again. The recorded events stay true whatever comes of it.
    fn decided_again(&self, campaign: &Campaign, recorded: &Recorded, amended: bool) -> (Option<Finding>, bool) {
        let entry = &recorded.entry;
        let Some(command) = entry.command() else {
            return (Some(self.otherwise(entry, "this program does not read the command")), false);
        };
        let mut dice = Replayed::new(entry.dice.clone());
        let mut with = Circumstances {
            library: self.library,
            // Battles are played again below, where what is not proven of them can be told.
            umpire: &Unasked,
            dice: &mut dice,
            now: entry.at,
            by: entry.by,
            ruling: entry.ruling.as_deref(),
        };
        let decided = decide(campaign, &command, &mut with);
        let fought = matches!(command, Command::RecordBattle { fought: Some(_), .. });
        let found = match decided {
            Err(refusals) => Some(self.otherwise(entry, &format!("it would be refused: {refusals}"))),
            Ok(events) => match difference(&events, &entry.events) {
                Some(what) => Some(self.otherwise(entry, &what)),
                None => self
                    .kept_otherwise(entry, &command)
                    .or_else(|| self.played_again(campaign, entry, &command, amended)),
            },
        };
        (found, fought)
    }

    /// Whether the record of a battle repeats the rows that were kept while it was under way.
    fn kept_otherwise(&self, entry: &Entry, command: &Command) -> Option<Finding> {
        let Command::RecordBattle { battle, fought: Some(fought), .. } = command else { return None };
        let kept = self.store.minutes_until(*battle, fought.kept.as_deref()?);
        let what = match kept {
            Ok(Some(rows)) => self.umpires?.then.repeats(&rows, fought).err()?,
            Ok(None) => "the rows that were kept of it are not there".to_owned(),
            Err(error) => bare(error),
        };
        let what = format!("the record of battle {} in entry {}: {what}", battle.0, entry.entry);
        Some(Finding::Damaged { entry: Some(entry.entry), what })
    }

    /// Plays a battle of the engine again.
    fn played_again(&self, campaign: &Campaign, entry: &Entry, command: &Command, amended: bool) -> Option<Finding> {
        let umpires = self.umpires?;
        let Command::RecordBattle { battle, report, fought: Some(fought) } = command else { return None };
        let umpire = if amended { umpires.amended } else { umpires.then };
        match umpire.judge(campaign, campaign.battles.get(battle)?, report, fought) {
            Ok(Proof::Whole) => None,
            Ok(Proof::Partly(open)) => {
                Some(Finding::NotProven { entry: entry.entry, battle: *battle, what: open.join(", ") })
            }
            Err(refusals) => Some(self.otherwise(entry, &format!("it would be refused: {refusals}"))),
        }
    }

    /// What an entry that comes out otherwise is: damage, or other rules.
    fn otherwise(&self, entry: &Entry, what: &str) -> Finding {
        let id = entry.entry;
        if entry.program == self.program && entry.catalog == self.catalog {
            let what = format!("entry {id} decided again comes out otherwise: {what}");
            return Finding::Damaged { entry: Some(id), what };
        }
        let rule = entry.rules.first().cloned().unwrap_or_default();
        Finding::DecidedDifferently { entry: id, program: entry.program.clone(), rule, what: what.to_owned() }
    }
}

impl Store {
    /// Whether the events of an entry are filed under the kinds their text has. Rules are hashed with the entry.
    fn event_kinds(&self, id: u64) -> Result<bool> {
        let read = || {
            let sql = "SELECT kind, body FROM event WHERE journal_id = ?1 ORDER BY id";
            let mut query = self.connection.prepare_cached(sql)?;
            let rows = query.query_map([number(id)], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        };
        let rows = read().map_err(|error| self.name(error))?;
        Ok(rows.iter().all(|(kind, body)| kind_of(body) == *kind))
    }
}
