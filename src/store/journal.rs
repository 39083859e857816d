//! The journal: one entry a command, appended, chained, never erased. Undo and redo are entries too.

use chrono::NaiveDateTime;
use rusqlite::{OptionalExtension as _, Transaction, TransactionBehavior, params};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use super::cells::Change;
use super::digest::Digest;
use super::journal_rows::{number, read_change, read_entry, read_event, read_roll, write_entry};
use super::keys::{self, Sent};
use super::rows;
use super::{Result, Snapshot, Store, StoreError, schema, thrown};
use crate::campaign::amend::Amendment;
use crate::campaign::apply::apply;
use crate::campaign::command::Command;
use crate::campaign::event::Event;
use crate::campaign::state::{BattleId, Campaign, PlayerId};
use crate::dice::Roll;

/// The last entry of a journal: what a command is decided against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its number; 0 in an empty journal.
    pub id: u64,
    /// The hash of it and everything before it.
    pub chain: String,
    /// The digest of the state after it.
    pub digest: String,
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A command was carried out.
    Command,
    /// An earlier command was undone.
    Undo,
    /// An undone command was done again.
    Redo,
    /// The file format changed.
    Migration,
    /// A past command was changed, taken out or put in; entries decided again follow.
    Amend,
    /// A command that was decided again, or put in, by the amendment before it.
    Amended,
}

impl Kind {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Undo => "undo",
            Self::Redo => "redo",
            Self::Migration => "migration",
            Self::Amend => "amend",
            Self::Amended => "amended",
        }
    }
}

/// An entry as it is hashed and exported. Commands and events stay the text they were recorded as, so that a later
/// program, whose types may have grown, still finds the same hash.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Number, counted from 1 without a gap.
    pub entry: u64,
    /// When.
    pub at: NaiveDateTime,
    /// Whether the arbitrator gave that time with `--at`; `None` in entries of older programs, of which nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_given: Option<bool>,
    /// The player who gave it; `None` for the arbitrator.
    pub by: Option<PlayerId>,
    /// What it is.
    pub kind: Kind,
    /// The entry undone, redone or amended; of one decided again, the entry whose place it takes or follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// The first entry of the typed command, where that made several: they are undone and redone together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<u64>,
    /// The command, or what an amendment changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Box<RawValue>>,
    /// The arbitrator's reason for letting a rule pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// Every die with its purpose and source.
    pub dice: Vec<Roll>,
    /// What happened.
    pub events: Vec<Box<RawValue>>,
    /// The rule that each event follows, as it was told then.
    pub rules: Vec<String>,
    /// The program that decided it.
    pub program: String,
    /// The schema it was recorded under.
    pub schema: u32,
    /// The hash of the rules, fleets and options it was decided under.
    pub catalog: String,
    /// The digest of the state after it.
    pub digest: String,
}

impl Entry {
    /// The hash of this entry and, through `before`, of all earlier ones.
    #[must_use]
    pub fn chain(&self, before: &str) -> String {
        chained(before, self)
    }

    /// The command, if this program still reads it.
    #[must_use]
    pub fn command(&self) -> Option<Command> {
        self.command.as_ref().and_then(|raw| serde_json::from_str(raw.get()).ok())
    }

    /// The battle that the command is about.
    #[must_use]
    pub fn battle(&self) -> Option<BattleId> {
        #[derive(Deserialize)]
        struct About {
            battle: Option<BattleId>,
        }
        serde_json::from_str::<About>(self.command.as_ref()?.get()).ok()?.battle
    }

    /// What an amendment changes, if this is one that this program reads.
    #[must_use]
    pub fn amendment(&self) -> Option<Amendment> {
        let raw = self.command.as_ref().filter(|_| self.kind == Kind::Amend)?;
        serde_json::from_str(raw.get()).ok()
    }

    /// The events, if this program still reads them all.
    #[must_use]
    pub fn events(&self) -> Option<Vec<Event>> {
        self.events.iter().map(|raw| serde_json::from_str(raw.get()).ok()).collect()
    }
}

/// An entry with what is known about it later.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The entry.
    pub entry: Entry,
    /// Its hash.
    pub chain: String,
    /// The entry that undid it or amended it away, while it is not in force.
    pub undone_by: Option<u64>,
}

impl Recorded {
    /// Whether it is part of the history that holds now.
    #[must_use]
    pub fn in_force(&self) -> bool {
        matches!(self.entry.kind, Kind::Command | Kind::Amended) && self.undone_by.is_none()
    }

    /// Where it stands in the history that holds now: an entry decided again stands where the first one stood.
    #[must_use]
    pub fn place(&self) -> (u64, u64) {
        let own = self.entry.entry;
        let place = if self.entry.kind == Kind::Amended { self.entry.of.unwrap_or(own) } else { own };
        (place, own)
    }
}

/// A decided command on its way into the journal.
#[derive(Clone, Debug)]
pub struct Draft {
    /// When.
    pub at: NaiveDateTime,
    /// Whether the arbitrator gave that time with `--at`; `None` where nobody knows.
    pub at_given: Option<bool>,
    /// The player who gave it; `None` for the arbitrator.
    pub by: Option<PlayerId>,
    /// The command.
    pub command: Command,
    /// The arbitrator's reason.
    pub ruling: Option<String>,
    /// Every die.
    pub dice: Vec<Roll>,
    /// What happened.
    pub events: Vec<Event>,
    /// The rule of each event.
    pub rules: Vec<String>,
    /// The program that decided it.
    pub program: String,
    /// What it was decided under.
    pub catalog: String,
}

impl Draft {
    /// The draft as an entry.
    pub(super) fn entry(&self, id: u64, kind: Kind, of: Option<u64>, act: Option<u64>, digest: &str) -> Entry {
        Entry {
            entry: id,
            at: self.at,
            at_given: self.at_given,
            by: self.by,
            kind,
            of,
            act,
            command: Some(raw(&self.command)),
            ruling: self.ruling.clone(),
            dice: self.dice.clone(),
            events: self.events.iter().map(raw).collect(),
            rules: self.rules.clone(),
            program: self.program.clone(),
            schema: schema::VERSION,
            catalog: self.catalog.clone(),
            digest: digest.to_owned(),
        }
    }
}

/// Folds events into a campaign and says what rows changed.
pub(super) fn fold(before: &Campaign, events: &[Event], at: NaiveDateTime) -> (Campaign, Vec<Change>) {
    let mut after = before.clone();
    for event in events {
        apply(&mut after, event, at);
    }
    let changes = rows::changes(before, &after);
    (after, changes)
}

/// The hash of a row and, through `before`, of all earlier ones.
pub(super) fn chained<T: Serialize>(before: &str, row: &T) -> String {
    let line = serde_json::to_string(row).expect("a row has string keys only");
    let mut hasher = blake3::Hasher::new();
    hasher.update(before.as_bytes()).update(b"\n").update(line.as_bytes());
    hasher.finalize().to_hex().to_string()
}

pub(super) fn raw<T: Serialize>(value: &T) -> Box<RawValue> {
    to_raw_value(value).expect("commands and events have string keys only")
}

impl Store {
    /// Writes the decided commands of one act: rows, entries, events, dice and former values, or nothing at all.
    ///
    /// # Errors
    /// [`StoreError::HeadMoved`] when another entry came first, and whatever SQLite refuses.
    pub fn record(&mut self, snapshot: &Snapshot, drafts: &[Draft]) -> Result<Snapshot> {
        self.record_sent(snapshot, drafts, None)
    }

    /// The same of something that was sent, which is noted with it.
    ///
    /// # Errors
    /// As [`record`](Self::record).
    pub fn record_sent(&mut self, snapshot: &Snapshot, drafts: &[Draft], sent: Option<&Sent>) -> Result<Snapshot> {
        let first = snapshot.head.id + 1;
        // One that stands alone needs no name for its act, and is hashed as it always was.
        let act = (drafts.len() > 1).then_some(first);
        let mut campaign = None;
        let mut steps = Vec::new();
        for (id, draft) in (first..).zip(drafts) {
            let before = campaign.as_ref().unwrap_or(&snapshot.campaign);
            let (after, changes) = fold(before, &draft.events, draft.at);
            let entry = draft.entry(id, Kind::Command, None, act, "");
            steps.push(Step { entry, changes, marks: Vec::new() });
            campaign = Some(after);
        }
        let head = self.append(&snapshot.head, steps, sent)?;
        Ok(Snapshot { campaign: campaign.unwrap_or_else(|| snapshot.campaign.clone()), head })
    }

    /// Writes entries in one transaction, each with the digest and the chain that follow from the one before.
    pub(super) fn append(&mut self, head: &Head, mut steps: Vec<Step>, sent: Option<&Sent>) -> Result<Head> {
        self.must_write()?;
        let mut digest = self.digest_of(head)?;
        let mut last = head.clone();
        let mut chains = Vec::new();
        for Step { entry, changes, .. } in &mut steps {
            changes.iter().for_each(|change| digest.change(change));
            entry.digest = digest.to_string();
            last = Head { id: entry.entry, chain: entry.chain(&last.chain), digest: entry.digest.clone() };
            chains.push(last.chain.clone());
        }
        let path = self.path.clone();
        self.write_judged(head, |transaction| {
            let given = steps.iter().map(|step| &step.entry).filter(|entry| entry.kind == Kind::Command);
            thrown::close(&path, transaction, &given)?;
            for (Step { entry, changes, marks }, chain) in steps.iter().zip(&chains) {
                let written = write_entry(transaction, entry, chain, changes).and_then(|()| mark(transaction, marks));
                written.map_err(|error| super::error::name(&path, error))?;
            }
            let noted = sent.map_or(Ok(()), |sent| keys::note(transaction, sent, head.id + 1, last.id));
            noted.map_err(|error| super::error::name(&path, error))
        })?;
        Ok(last)
    }

    pub(super) fn digest_of(&self, head: &Head) -> Result<Digest> {
        head.digest.parse().map_err(|()| StoreError::Damaged {
            path: self.path.clone(),
            what: format!("the digest of entry {} is unreadable", head.id),
        })
    }

    /// Writes in one transaction, unless another entry came meanwhile.
    pub(super) fn write(
        &mut self,
        head: &Head,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>,
    ) -> Result<()> {
        let path = self.path.clone();
        self.write_judged(head, |transaction| work(transaction).map_err(|error| super::error::name(&path, error)))
    }

    /// The same of work that may itself refuse.
    pub(super) fn write_judged(
        &mut self,
        head: &Head,
        work: impl FnOnce(&Transaction<'_>) -> Result<()>,
    ) -> Result<()> {
        let path = self.path.clone();
        let fail = |error| super::error::name(&path, error);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fail)?;
        let last: i64 =
            transaction.query_row("SELECT coalesce(max(id), 0) FROM journal", [], |row| row.get(0)).map_err(fail)?;
        if last != number(head.id) {
            return Err(StoreError::HeadMoved { read: head.id, now: last.cast_unsigned() });
        }
        work(&transaction)?;
        transaction.commit().map_err(|error| super::error::at_commit(&path, error))
    }

    /// The last entry.
    pub(super) fn head(&self) -> Result<Head> {
        let mut query = self
            .connection
            .prepare_cached("SELECT id, chain, digest FROM journal ORDER BY id DESC LIMIT 1")
            .map_err(|error| self.name(error))?;
        let head = query
            .query_row([], |row| {
                Ok(Head { id: row.get::<_, i64>(0)?.cast_unsigned(), chain: row.get(1)?, digest: row.get(2)? })
            })
            .optional()
            .map_err(|error| self.name(error))?;
        Ok(head.unwrap_or_else(|| Head { id: 0, chain: String::new(), digest: Digest::default().to_string() }))
    }

    /// The number of the last entry; 0 in an empty journal.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn newest(&self) -> Result<u64> {
        Ok(self.head()?.id)
    }

    /// One entry.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn entry(&self, id: u64) -> Result<Option<Recorded>> {
        Ok(self.entries(id..=id)?.pop())
    }

    /// Entries in order.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn entries(&self, range: std::ops::RangeInclusive<u64>) -> Result<Vec<Recorded>> {
        let (from, to) = (number(*range.start()), number(*range.end()));
        self.select_entries("id BETWEEN ?1 AND ?2 ORDER BY id", &[from, to])
    }

    /// Entries by what stands after `WHERE`.
    pub(super) fn select_entries(&self, filter: &str, parameters: &[i64]) -> Result<Vec<Recorded>> {
        let fill = |recorded: &mut Recorded| -> rusqlite::Result<()> {
            let id = number(recorded.entry.entry);
            let mut events =
                self.connection.prepare_cached("SELECT body, rule FROM event WHERE journal_id = ?1 ORDER BY id")?;
            let rows = events.query_map([id], read_event)?;
            (recorded.entry.events, recorded.entry.rules) = rows.collect::<rusqlite::Result<_>>()?;
            let mut dice = self
                .connection
                .prepare_cached("SELECT purpose, faces, source, mark FROM die WHERE journal_id = ?1 ORDER BY id")?;
            recorded.entry.dice = dice.query_map([id], read_roll)?.collect::<rusqlite::Result<_>>()?;
            Ok(())
        };
        self.at_one_moment(|_| {
            let mut found = self.bare_entries(filter, parameters)?;
            found.iter_mut().try_for_each(fill).map_err(|error| self.name(error))?;
            Ok(found)
        })
    }

    /// The same without events and dice.
    pub(super) fn bare_entries(&self, filter: &str, parameters: &[i64]) -> Result<Vec<Recorded>> {
        let read = || {
            let mut entries = self.connection.prepare_cached(&format!(
                "SELECT id, at, player_id, kind, of_id, command, ruling, program, schema, catalog, digest, chain, \
                 undone_by, act, at_given FROM journal WHERE {filter}"
            ))?;
            let rows = entries.query_map(rusqlite::params_from_iter(parameters), read_entry)?;
            rows.collect::<rusqlite::Result<Vec<Recorded>>>()
        };
        read().map_err(|error| self.name(error))
    }

    /// The numbers of all entries, in order. In a damaged file they may have gaps, or a last one that is no number of
    /// an entry at all, so nobody counts up to it.
    pub(super) fn entry_ids(&self) -> Result<Vec<u64>> {
        let read = || {
            let mut query = self.connection.prepare("SELECT id FROM journal ORDER BY id")?;
            let ids = query.query_map([], |row| row.get::<_, i64>(0).map(i64::cast_unsigned))?;
            ids.collect::<rusqlite::Result<Vec<u64>>>()
        };
        read().map_err(|error| self.name(error))
    }

    /// The rows an entry changed, in the order they were written.
    pub(super) fn changes_of(&self, id: u64) -> Result<Vec<Change>> {
        let read = || {
            let mut schema = self.connection.prepare_cached("SELECT schema FROM journal WHERE id = ?1")?;
            let old = schema.query_row([number(id)], |row| row.get::<_, u32>(0)).optional()?;
            let old = old.is_some_and(|schema| schema < schema::VERSION);
            let mut query = self
                .connection
                .prepare_cached("SELECT place, key, before, after FROM change WHERE journal_id = ?1 ORDER BY id")?;
            let changes = query.query_map([number(id)], |row| read_change(row, old))?;
            changes.collect::<rusqlite::Result<Vec<Change>>>()
        };
        read().map_err(|error| self.name(error))
    }
}

/// An entry on its way into the journal, with the rows it changes and the entries it marks.
pub(super) struct Step {
    pub(super) entry: Entry,
    pub(super) changes: Vec<Change>,
    pub(super) marks: Vec<Marked>,
}

/// An entry that stops being in force, or is again.
pub(super) struct Marked {
    pub(super) entry: u64,
    pub(super) undone_by: Option<u64>,
}

pub(super) fn mark(transaction: &Transaction<'_>, marks: &[Marked]) -> rusqlite::Result<()> {
    let mut update = transaction.prepare_cached("UPDATE journal SET undone_by = ?1 WHERE id = ?2")?;
    for Marked { entry, undone_by } in marks {
        update.execute(params![undone_by.map(number), number(*entry)])?;
    }
    Ok(())
}
