//! The journal: one entry a command, appended, chained, never erased. Undo and redo are entries too.

use chrono::NaiveDateTime;
use rusqlite::types::Type;
use rusqlite::{OptionalExtension as _, Row, TransactionBehavior, params};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use super::cells::{Cell, Change, Table};
use super::digest::Digest;
use super::rows::{self, TABLES};
use super::{Result, Snapshot, Store, StoreError, schema};
use crate::campaign::apply::apply;
use crate::campaign::command::Command;
use crate::campaign::event::Event;
use crate::campaign::state::{Campaign, PlayerId};
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
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Undo => "undo",
            Self::Redo => "redo",
            Self::Migration => "migration",
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
    /// The player who gave it; `None` for the arbitrator.
    pub by: Option<PlayerId>,
    /// What it is.
    pub kind: Kind,
    /// The entry undone or redone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// The command.
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
        let line = serde_json::to_string(self).expect("an entry has string keys only");
        let mut hasher = blake3::Hasher::new();
        hasher.update(before.as_bytes()).update(b"\n").update(line.as_bytes());
        hasher.finalize().to_hex().to_string()
    }

    /// The command, if this program still reads it.
    #[must_use]
    pub fn command(&self) -> Option<Command> {
        self.command.as_ref().and_then(|raw| serde_json::from_str(raw.get()).ok())
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
    /// The entry that undid it, while it is undone.
    pub undone_by: Option<u64>,
}

/// A decided command on its way into the journal.
#[derive(Clone, Debug)]
pub struct Draft {
    /// When.
    pub at: NaiveDateTime,
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

/// Folds events into a campaign and says what rows changed.
pub(super) fn fold(before: &Campaign, events: &[Event], at: NaiveDateTime) -> (Campaign, Vec<Change>) {
    let mut after = before.clone();
    for event in events {
        apply(&mut after, event, at);
    }
    let changes = rows::changes(before, &after);
    (after, changes)
}

fn raw<T: Serialize>(value: &T) -> Box<RawValue> {
    to_raw_value(value).expect("commands and events have string keys only")
}

impl Store {
    /// Writes one decided command: rows, entry, events, dice and former values, or nothing at all.
    ///
    /// # Errors
    /// [`StoreError::HeadMoved`] when another entry came first, and whatever SQLite refuses.
    pub fn record(&mut self, snapshot: &Snapshot, draft: &Draft) -> Result<Snapshot> {
        let (campaign, changes) = fold(&snapshot.campaign, &draft.events, draft.at);
        let entry = |digest: &Digest| Entry {
            entry: snapshot.head.id + 1,
            at: draft.at,
            by: draft.by,
            kind: Kind::Command,
            of: None,
            command: Some(raw(&draft.command)),
            ruling: draft.ruling.clone(),
            dice: draft.dice.clone(),
            events: draft.events.iter().map(raw).collect(),
            rules: draft.rules.clone(),
            program: draft.program.clone(),
            schema: schema::VERSION,
            catalog: draft.catalog.clone(),
            digest: digest.to_string(),
        };
        let head = self.append(&snapshot.head, &changes, entry)?;
        Ok(Snapshot { campaign, head })
    }

    /// The newest command that is in force, which undo would take back.
    ///
    /// # Errors
    /// When there is none.
    pub fn to_undo(&self) -> Result<u64> {
        let sql = "SELECT max(id) FROM journal WHERE kind = 'command' AND undone_by IS NULL AND id > ?1";
        // The first entry opened the campaign: without it there is nothing to look at.
        self.query(sql, 1)?.ok_or(StoreError::NothingTo("undo"))
    }

    /// The command that was undone last, unless another command came between.
    ///
    /// # Errors
    /// When there is none.
    pub fn to_redo(&self) -> Result<u64> {
        let last = self.query("SELECT max(id) FROM journal WHERE kind = 'command' AND id > ?1", 0)?.unwrap_or(0);
        self.query("SELECT min(id) FROM journal WHERE undone_by > ?1", last)?.ok_or(StoreError::NothingTo("redo"))
    }

    /// Undoes the newest command that is in force.
    ///
    /// # Errors
    /// When there is none, or it was recorded under an older schema.
    pub fn undo(&mut self, at: NaiveDateTime, by: Option<PlayerId>, program: &str, catalog: &str) -> Result<Recorded> {
        let head = self.head()?;
        let of = self.to_undo()?;
        self.turn_back(&head, of, Kind::Undo, at, by, program, catalog)
    }

    /// Does the command again that was undone last, unless another command came between.
    ///
    /// # Errors
    /// When there is none.
    pub fn redo(&mut self, at: NaiveDateTime, by: Option<PlayerId>, program: &str, catalog: &str) -> Result<Recorded> {
        let head = self.head()?;
        let of = self.to_redo()?;
        self.turn_back(&head, of, Kind::Redo, at, by, program, catalog)
    }

    fn query(&self, sql: &str, parameter: u64) -> Result<Option<u64>> {
        let id: Option<i64> =
            self.connection.query_row(sql, [number(parameter)], |row| row.get(0)).map_err(|error| self.name(error))?;
        Ok(id.map(i64::cast_unsigned))
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of an entry that undo and redo share")]
    fn turn_back(
        &mut self,
        head: &Head,
        of: u64,
        kind: Kind,
        at: NaiveDateTime,
        by: Option<PlayerId>,
        program: &str,
        catalog: &str,
    ) -> Result<Recorded> {
        let target = self.entry(of)?.ok_or(StoreError::NothingTo("undo"))?;
        let mut changes = self.changes_of(of)?;
        if kind == Kind::Undo {
            changes = changes.iter().rev().map(Change::inverse).collect();
        }
        let entry = |digest: &Digest| Entry {
            entry: head.id + 1,
            at,
            by,
            kind,
            of: Some(of),
            command: None,
            ruling: None,
            dice: Vec::new(),
            events: Vec::new(),
            rules: Vec::new(),
            program: program.to_owned(),
            schema: schema::VERSION,
            catalog: catalog.to_owned(),
            digest: digest.to_string(),
        };
        self.append(head, &changes, entry)?;
        Ok(target)
    }

    fn append(&mut self, head: &Head, changes: &[Change], entry: impl FnOnce(&Digest) -> Entry) -> Result<Head> {
        self.must_write()?;
        let mut digest: Digest = head.digest.parse().map_err(|()| StoreError::Damaged {
            path: self.path.clone(),
            what: format!("the digest of entry {} is unreadable", head.id),
        })?;
        changes.iter().for_each(|change| digest.change(change));
        let entry = entry(&digest);
        let chain = entry.chain(&head.chain);
        let path = self.path.clone();
        let fail = |error| super::error::name(&path, error);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fail)?;
        let last: i64 =
            transaction.query_row("SELECT coalesce(max(id), 0) FROM journal", [], |row| row.get(0)).map_err(fail)?;
        if last != number(head.id) {
            return Err(StoreError::HeadMoved { read: head.id, now: last.cast_unsigned() });
        }
        write_entry(&transaction, &entry, &chain, changes).map_err(fail)?;
        transaction.commit().map_err(fail)?;
        Ok(Head { id: entry.entry, chain, digest: entry.digest })
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
        let read = || {
            let mut entries = self.connection.prepare_cached(
                "SELECT id, at, player_id, kind, of_id, command, ruling, program, schema, catalog, digest, chain, \
                 undone_by FROM journal WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
            )?;
            let range = (number(*range.start()), number(*range.end()));
            let mut found: Vec<Recorded> = entries.query_map(range, read_entry)?.collect::<rusqlite::Result<_>>()?;
            for recorded in &mut found {
                let id = number(recorded.entry.entry);
                let mut events =
                    self.connection.prepare_cached("SELECT body, rule FROM event WHERE journal_id = ?1 ORDER BY id")?;
                let rows = events.query_map([id], |row| Ok((raw_text(row, 0)?, row.get(1)?)))?;
                (recorded.entry.events, recorded.entry.rules) = rows.collect::<rusqlite::Result<_>>()?;
                let mut dice = self
                    .connection
                    .prepare_cached("SELECT purpose, faces, source FROM die WHERE journal_id = ?1 ORDER BY id")?;
                recorded.entry.dice = dice.query_map([id], read_roll)?.collect::<rusqlite::Result<_>>()?;
            }
            Ok(found)
        };
        read().map_err(|error: rusqlite::Error| self.name(error))
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

pub(super) fn number(id: u64) -> i64 {
    i64::try_from(id).unwrap_or(i64::MAX)
}

pub(super) fn write_entry(
    transaction: &rusqlite::Transaction<'_>,
    entry: &Entry,
    chain: &str,
    changes: &[Change],
) -> rusqlite::Result<()> {
    let id = number(entry.entry);
    transaction.execute(
        "INSERT INTO journal (id, at, player_id, kind, of_id, command, ruling, program, schema, catalog, digest, chain) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        params![
            id,
            stamp(entry.at),
            entry.by.map(|player| player.0),
            entry.kind.word(),
            entry.of.map(number),
            entry.command.as_ref().map(|command| command.get()),
            entry.ruling,
            entry.program,
            entry.schema,
            entry.catalog,
            entry.digest,
            chain,
        ],
    )?;
    if let Some(of) = entry.of {
        let undone_by = if entry.kind == Kind::Undo { Some(id) } else { None };
        transaction.execute("UPDATE journal SET undone_by = ?1 WHERE id = ?2", params![undone_by, number(of)])?;
    }
    let mut insert =
        transaction.prepare_cached("INSERT INTO event (journal_id, kind, rule, body) VALUES (?1, ?2, ?3, ?4)")?;
    for (body, rule) in entry.events.iter().zip(&entry.rules) {
        insert.execute(params![id, kind_of(body.get()), rule, body.get()])?;
    }
    let mut insert =
        transaction.prepare_cached("INSERT INTO die (journal_id, purpose, faces, source) VALUES (?1, ?2, ?3, ?4)")?;
    for roll in &entry.dice {
        let faces: String = roll.faces.iter().map(|pip| char::from(b'0' + pip.face())).collect();
        insert.execute(params![id, roll.purpose, faces, source_word(roll)])?;
    }
    // Undo and redo write rows that the undone entry already holds; a second copy would prove nothing.
    let keep = entry.kind == Kind::Command;
    let mut insert = transaction
        .prepare_cached("INSERT INTO change (journal_id, place, key, before, after) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for change in changes {
        write_row(transaction, change)?;
        if keep {
            insert.execute(params![
                id,
                change.table.name,
                change.key,
                image(change.before.as_ref()),
                image(change.after.as_ref())
            ])?;
        }
    }
    Ok(())
}

/// The tag of an event, as its text has it.
pub(super) fn kind_of(body: &str) -> String {
    #[derive(Deserialize)]
    struct Tagged {
        event: String,
    }
    serde_json::from_str(body).map_or_else(|_| String::new(), |tagged: Tagged| tagged.event)
}

pub(super) fn image(cells: Option<&Vec<Cell>>) -> Option<String> {
    cells.map(|cells| serde_json::to_string(cells).expect("cells are plain values"))
}

/// Writes one state row. `INSERT OR REPLACE` would delete behind the back of foreign keys.
pub(super) fn write_row(transaction: &rusqlite::Transaction<'_>, change: &Change) -> rusqlite::Result<()> {
    let Table { name, columns, .. } = change.table;
    let Some(cells) = &change.after else {
        transaction.prepare_cached(&format!("DELETE FROM {name} WHERE id = ?1"))?.execute([change.key])?;
        return Ok(());
    };
    let marks: Vec<String> = (1..=columns.len()).map(|index| format!("?{index}")).collect();
    let updates: Vec<String> = columns[1..].iter().map(|column| format!("{column} = excluded.{column}")).collect();
    let sql = format!(
        "INSERT INTO {name} ({}) VALUES ({}) ON CONFLICT (id) DO UPDATE SET {}",
        columns.join(", "),
        marks.join(", "),
        updates.join(", ")
    );
    transaction.prepare_cached(&sql)?.execute(rusqlite::params_from_iter(cells))?;
    Ok(())
}

/// Times are kept to the second, in the club's own local time.
pub(super) fn stamp(at: NaiveDateTime) -> String {
    at.format("%Y-%m-%dT%H:%M:%S").to_string()
}

fn source_word(roll: &Roll) -> String {
    serde_json::to_value(roll.source).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

pub(super) fn unreadable(index: usize) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(index, Type::Text, "the value is not what was written".into())
}

fn raw_text(row: &Row<'_>, index: usize) -> rusqlite::Result<Box<RawValue>> {
    RawValue::from_string(row.get(index)?).map_err(|_| unreadable(index))
}

fn word<T: serde::de::DeserializeOwned>(row: &Row<'_>, index: usize) -> rusqlite::Result<T> {
    let text: String = row.get(index)?;
    serde_json::from_value(text.into()).map_err(|_| unreadable(index))
}

fn read_entry(row: &Row<'_>) -> rusqlite::Result<Recorded> {
    let of: Option<i64> = row.get(4)?;
    let command: Option<String> = row.get(5)?;
    let command = command.map(RawValue::from_string).transpose().map_err(|_| unreadable(5))?;
    let undone_by: Option<i64> = row.get(12)?;
    let at: NaiveDateTime = word(row, 1)?;
    // A time has more spellings than the one that is written, and only its meaning is hashed.
    if stamp(at) != row.get::<_, String>(1)? {
        return Err(unreadable(1));
    }
    Ok(Recorded {
        entry: Entry {
            entry: row.get::<_, i64>(0)?.cast_unsigned(),
            at,
            by: row.get::<_, Option<u32>>(2)?.map(PlayerId),
            kind: word(row, 3)?,
            of: of.map(i64::cast_unsigned),
            command,
            ruling: row.get(6)?,
            dice: Vec::new(),
            events: Vec::new(),
            rules: Vec::new(),
            program: row.get(7)?,
            schema: row.get(8)?,
            catalog: row.get(9)?,
            digest: row.get(10)?,
        },
        chain: row.get(11)?,
        undone_by: undone_by.map(i64::cast_unsigned),
    })
}

fn read_roll(row: &Row<'_>) -> rusqlite::Result<Roll> {
    let faces: String = row.get(1)?;
    let faces = faces
        .bytes()
        .map(|byte| crate::dice::Pip::new(byte.wrapping_sub(b'0')).ok_or_else(|| unreadable(1)))
        .collect::<rusqlite::Result<_>>()?;
    Ok(Roll { purpose: row.get(0)?, faces, source: word(row, 2)? })
}

/// A changed row; one that an `old` schema wrote as this one writes it.
fn read_change(row: &Row<'_>, old: bool) -> rusqlite::Result<Change> {
    let place: String = row.get(0)?;
    let table = TABLES.iter().find(|table| table.name == place).ok_or_else(|| unreadable(0))?;
    let image = |index: usize| -> rusqlite::Result<Option<Vec<Cell>>> {
        let text: Option<String> = row.get(index)?;
        let Some(text) = text else { return Ok(None) };
        let cells: Vec<Cell> = serde_json::from_str(&text).map_err(|_| unreadable(index))?;
        let whole = if old { rows::renew(*table, cells) } else { table.fit(cells) };
        whole.map(Some).ok_or_else(|| unreadable(index))
    };
    Ok(Change { table: *table, key: row.get(1)?, before: image(2)?, after: image(3)? })
}
