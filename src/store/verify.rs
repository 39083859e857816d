//! Proves a campaign: the chain, the digests, the rows, and every command decided again with its recorded dice.

use std::collections::BTreeMap;

use super::acts::Acts;
use super::amend::{fold_all, fold_amended};
use super::cells::Change;
use super::digest::Digest;
use super::journal::{self, Entry, Kind, Recorded};
use super::journal_rows::{kind_of, number};
use super::rows::{self, TABLES};
use super::{Result, Store, StoreError, schema};
use crate::campaign::amend::Amendment;
use crate::campaign::command::Command;
use crate::campaign::state::{BattleId, Campaign};
use crate::campaign::umpire::{Proof, Umpire, Unasked};
use crate::campaign::{Circumstances, Library, decide};
use crate::dice::Replayed;

/// One thing that `verify` found.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "finding", rename_all = "kebab-case")]
pub enum Finding {
    /// The file contradicts itself.
    Damaged {
        /// The journal entry, where it is one.
        entry: Option<u64>,
        /// What.
        what: String,
    },
    /// The file is whole, but today's rules or data decide an old command differently. The stored state stays true.
    DecidedDifferently {
        /// The journal entry.
        entry: u64,
        /// The program that decided it then.
        program: String,
        /// The rule concerned.
        rule: String,
        /// What is different.
        what: String,
    },
    /// The file is whole, and the record of a battle proves its report only in part.
    NotProven {
        /// The journal entry.
        entry: u64,
        /// The battle.
        battle: BattleId,
        /// What is not proven.
        what: String,
    },
}

/// Who plays the battles again that the engine fought.
#[derive(Clone, Copy)]
pub struct Umpires<'a> {
    /// As they were recorded.
    pub then: &'a dyn Umpire,
    /// In a past that was amended.
    pub amended: &'a dyn Umpire,
}

/// What `verify` looked at and found.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Verified {
    /// Entries of the journal.
    pub entries: u64,
    /// Commands decided again.
    pub commands: u64,
    /// Battles of the engine played again.
    pub battles: u64,
    /// Battles of the engine that were not, since nobody asked for it.
    pub unplayed: u64,
    /// State rows hashed again.
    pub rows: u64,
    /// The digest of the state.
    pub digest: String,
    /// What was found; empty when all is well.
    pub findings: Vec<Finding>,
}

impl Verified {
    /// Whether the file contradicts itself.
    #[must_use]
    pub fn damaged(&self) -> bool {
        self.findings.iter().any(|finding| matches!(finding, Finding::Damaged { .. }))
    }
}

impl Store {
    /// Checks everything there is to check; battles are played again where there is somebody to do it. `catalog` is the
    /// hash of today's rules, fleets and options.
    ///
    /// # Errors
    /// When the journal cannot be read at all.
    pub fn verify(
        &self,
        library: &dyn Library,
        umpires: Option<Umpires<'_>>,
        program: &str,
        catalog: &str,
    ) -> Result<Verified> {
        self.at_one_moment(|store| store.verify_now(library, umpires, program, catalog))
    }

    fn verify_now(
        &self,
        library: &dyn Library,
        umpires: Option<Umpires<'_>>,
        program: &str,
        catalog: &str,
    ) -> Result<Verified> {
        let mut findings = Vec::new();
        self.sqlite_itself(&mut findings);
        let head = self.head()?;
        let mut walk = Walk::new(self, library, umpires, program, catalog);
        // Entry by entry, so that a long history needs no more memory than a short one.
        let mut due = 1;
        for id in self.entry_ids()? {
            if id != due {
                walk.damaged(Some(due), format!("entry {due} is missing"));
            }
            due = id.wrapping_add(1);
            match self.entry(id) {
                Ok(Some(recorded)) => walk.step(&recorded),
                Ok(None) => walk.damaged(Some(id), format!("entry {id} is missing")),
                Err(error) => walk.damaged(Some(id), format!("entry {id} cannot be read: {}", bare(error))),
            }
        }
        walk.end();
        let Walk { findings: walked, commands, battles, unplayed, undone, digest: folded, .. } = walk;
        findings.extend(walked);
        self.undone_marks(&undone, &mut findings);
        let (digest, rows) = self.state_digest(&mut findings);
        if digest.to_string() != head.digest {
            let what = "the state is not the one the last entry left".to_owned();
            findings.push(Finding::Damaged { entry: Some(head.id), what });
        } else if folded != digest && !findings.iter().any(|finding| matches!(finding, Finding::Damaged { .. })) {
            let what = "the journal does not lead to this state".to_owned();
            findings.push(Finding::Damaged { entry: Some(head.id), what });
        }
        self.strays(head.id, &mut findings);
        Ok(Verified { entries: head.id, commands, battles, unplayed, rows, digest: digest.to_string(), findings })
    }

    /// SQLite's own checks, and the schema against what the migrations make.
    fn sqlite_itself(&self, findings: &mut Vec<Finding>) {
        let mut damaged = |what: String| findings.push(Finding::Damaged { entry: None, what });
        let check = || {
            let mut query = self.connection.prepare("PRAGMA integrity_check(5)")?;
            query.query_map([], |row| row.get::<_, String>(0))?.collect::<rusqlite::Result<Vec<String>>>()
        };
        match check() {
            Ok(lines) if lines == ["ok"] => {}
            Ok(lines) => lines.into_iter().for_each(&mut damaged),
            Err(error) => damaged(error.to_string()),
        }
        let keys = || {
            let mut query = self.connection.prepare("PRAGMA foreign_key_check")?;
            let rows = query.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, Option<i64>>(1)?)))?;
            rows.collect::<rusqlite::Result<Vec<(String, Option<i64>)>>>()
        };
        match keys() {
            Ok(broken) => broken.into_iter().for_each(|(table, row)| {
                damaged(format!("row {} of table {table} points at a row that is not there", row.unwrap_or_default()));
            }),
            Err(error) => damaged(error.to_string()),
        }
        match schema::statements(&self.connection).and_then(|found| Ok(found == schema::expected()?)) {
            Ok(true) => {}
            Ok(false) => damaged("the schema was changed".to_owned()),
            Err(error) => damaged(error.to_string()),
        }
    }

    fn state_digest(&self, findings: &mut Vec<Finding>) -> (Digest, u64) {
        let (mut digest, mut count) = (Digest::default(), 0);
        for table in TABLES {
            match self.rows(*table) {
                Ok(rows) => rows.iter().for_each(|cells| {
                    digest.add(*table, cells);
                    count += 1;
                }),
                Err(error) => {
                    let what = format!("table {}: {}", table.name, bare(error));
                    findings.push(Finding::Damaged { entry: None, what });
                }
            }
        }
        (digest, count)
    }

    /// `undone_by` is not hashed, since it changes later; it follows from the undo and redo entries.
    fn undone_marks(&self, undone: &BTreeMap<u64, u64>, findings: &mut Vec<Finding>) {
        let read = || {
            let mut query = self.connection.prepare("SELECT id, undone_by FROM journal WHERE undone_by IS NOT NULL")?;
            let rows = query.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)))?;
            rows.map(|row| row.map(|(id, by)| (id.cast_unsigned(), by.cast_unsigned())))
                .collect::<rusqlite::Result<BTreeMap<u64, u64>>>()
        };
        let what = match read() {
            Ok(found) if found == *undone => return,
            Ok(_) => "the marks of undone entries do not follow from the journal".to_owned(),
            Err(error) => error.to_string(),
        };
        findings.push(Finding::Damaged { entry: None, what });
    }

    /// Events, dice and changes that belong to no entry, or whose own numbers, which no hash covers, have a gap.
    fn strays(&self, head: u64, findings: &mut Vec<Finding>) {
        for table in ["event", "die", "change"] {
            let sql = format!(
                "SELECT count(*) FILTER (WHERE journal_id NOT BETWEEN 1 AND ?1), \
                 count(*) = coalesce(max(id), 0) AND coalesce(min(id), 1) = 1 FROM {table}"
            );
            let found = self.connection.query_row(&sql, [number(head)], |row| Ok((row.get(0)?, row.get(1)?)));
            let what = match found {
                Ok((0_i64, true)) => continue,
                Ok((0, false)) => format!("the rows of table {table} are not numbered without a gap"),
                Ok((strays, _)) => format!("{strays} rows of table {table} belong to no entry"),
                Err(error) => error.to_string(),
            };
            findings.push(Finding::Damaged { entry: None, what });
        }
    }
}

/// What is wrong, without the name of the file that `verify` is about anyway.
fn bare(error: StoreError) -> String {
    match error {
        StoreError::Damaged { what, .. } => what,
        other => other.to_string(),
    }
}

/// The journal walked from its first entry, with the campaign as it stood after each.
struct Walk<'a> {
    store: &'a Store,
    library: &'a dyn Library,
    umpires: Option<Umpires<'a>>,
    program: &'a str,
    catalog: &'a str,
    campaign: Campaign,
    digest: Digest,
    chain: String,
    commands: u64,
    battles: u64,
    unplayed: u64,
    /// Commands, those decided again included, in the order of their numbers.
    told: Vec<u64>,
    undone: BTreeMap<u64, u64>,
    acts: Acts,
    findings: Vec<Finding>,
}

impl<'a> Walk<'a> {
    fn new(
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

    fn damaged(&mut self, entry: Option<u64>, what: String) {
        self.findings.push(Finding::Damaged { entry, what });
    }

    fn step(&mut self, recorded: &Recorded) {
        let id = recorded.entry.entry;
        if recorded.entry.chain(&self.chain) != recorded.chain {
            self.damaged(Some(id), format!("entry {id} is not what was recorded: its hash does not follow"));
        }
        self.chain.clone_from(&recorded.chain);
        let act = self.acts.step(self.store, &recorded.entry);
        self.act(Some(id), act);
        match recorded.entry.kind {
            Kind::Command => self.command(recorded),
            Kind::Amend => self.amend(recorded),
            // Judged with its amendment.
            Kind::Amended => self.told.push(id),
            Kind::Undo | Kind::Redo => self.turn_back(recorded),
            // The tables say the same in new columns; the campaign was folded into those from the start.
            Kind::Migration => {}
        }
        if recorded.entry.schema == schema::VERSION && self.digest.to_string() != recorded.entry.digest {
            self.damaged(Some(id), format!("the state after entry {id} is not the one recorded"));
            // Said once: the entries after it go on from the state that was recorded.
            self.digest = recorded.entry.digest.parse().unwrap_or(self.digest);
        }
    }

    fn end(&mut self) {
        let act = self.acts.end(self.store);
        self.act(None, act);
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
        match self.store.changes_of(id) {
            Ok(kept) if kept == changes || recorded.entry.schema != schema::VERSION => {}
            Ok(_) => self.damaged(Some(id), format!("the former rows of entry {id} are not those it changed")),
            Err(error) => self.damaged(Some(id), format!("the former rows of entry {id}: {}", bare(error))),
        }
        match self.store.event_kinds(id) {
            Ok(true) => {}
            Ok(false) => {
                self.damaged(Some(id), format!("the events of entry {id} are filed under other kinds"));
            }
            Err(error) => self.damaged(Some(id), format!("the events of entry {id}: {}", bare(error))),
        }
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
                match self.store.changes_of(id) {
                    Ok(kept) if kept == changes || recorded.entry.schema != schema::VERSION => {}
                    Ok(_) => self.damaged(Some(id), format!("the former rows of entry {id} are not those it changed")),
                    Err(error) => self.damaged(Some(id), format!("the former rows of entry {id}: {}", bare(error))),
                }
                changes.iter().for_each(|change| self.digest.change(change));
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
                None => self.played_again(campaign, entry, &command, amended),
            },
        };
        (found, fought)
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

/// The first event that is not the recorded one.
pub(crate) fn difference(
    events: &[crate::campaign::event::Event],
    recorded: &[Box<serde_json::value::RawValue>],
) -> Option<String> {
    let today: Vec<String> =
        events.iter().map(|event| serde_json::to_string(event).expect("events have string keys only")).collect();
    let then: Vec<&str> = recorded.iter().map(|raw| raw.get()).collect();
    let first = today.iter().zip(&then).position(|(today, then)| today != then);
    match first {
        Some(index) => Some(format!("it was {}, today {}", then[index], today[index])),
        None if today.len() != then.len() => Some(format!("it had {} events, today {}", then.len(), today.len())),
        None => None,
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
