//! Proves a campaign: the chain, the digests, the rows, and every command decided again with its recorded dice.

mod walk;

use std::collections::BTreeMap;

use super::digest::Digest;
use super::journal_rows::number;
use super::rows::TABLES;
use super::{Result, Store, StoreError, schema};
use crate::campaign::Library;
use crate::campaign::event::Event;
use crate::campaign::state::BattleId;
use crate::campaign::umpire::Umpire;
use walk::Walk;

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
        self.fights(&mut findings);
        self.thrown(&mut findings);
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
        for table in ["event", "die", "change", "fight"] {
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
pub(super) fn bare(error: StoreError) -> String {
    if let StoreError::Damaged { what, .. } = error { what } else { error.to_string() }
}

/// Whether an event was recorded by a program whose classes did not tell what their options do, and says the same.
fn is_older(today: &Event, then: &str) -> bool {
    let Event::DesignFiled { player, design } = today else { return false };
    let Ok(Event::DesignFiled { player: whose, design: filed }) = serde_json::from_str(then) else { return false };
    (*player, design.id) == (whose, filed.id) && filed.class.is_described_by(&design.class)
}

/// The first event that is not the recorded one.
pub(crate) fn difference(events: &[Event], recorded: &[Box<serde_json::value::RawValue>]) -> Option<String> {
    let today: Vec<String> =
        events.iter().map(|event| serde_json::to_string(event).expect("events have string keys only")).collect();
    let then: Vec<&str> = recorded.iter().map(|raw| raw.get()).collect();
    let first =
        (0..today.len().min(then.len())).find(|at| today[*at] != then[*at] && !is_older(&events[*at], then[*at]));
    match first {
        Some(index) => Some(format!("it was {}, today {}", then[index], today[index])),
        None if today.len() != then.len() => Some(format!("it had {} events, today {}", then.len(), today.len())),
        None => None,
    }
}
