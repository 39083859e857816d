//! Brings the file of an older schema up to date: a copy first, then tables, rows and a journal entry in one go.

use std::path::Path;

use chrono::NaiveDateTime;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, Transaction, TransactionBehavior};

use super::backup::copy_into;
use super::cells::{Cell, Change, Table};
use super::digest::Digest;
use super::journal::{Entry, Head, Kind};
use super::journal_rows::{unreadable, word, write_entry, write_row};
use super::open::{Closed, copy_of, link};
use super::place::{Beside, tidy};
use super::rows::{TABLES, renew};
use super::{Result, Store, StoreError, error, schema, select};
use crate::files::named;

/// Why a migration stops.
enum Stop {
    Sqlite(rusqlite::Error),
    Store(StoreError),
}

impl From<rusqlite::Error> for Stop {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl Store {
    /// Migrates a file of an older schema. Its history stays as it was recorded; an entry names the state as the new
    /// tables hold it. What cannot be written is migrated in memory and read there.
    pub(super) fn upgrade(mut self) -> Result<Self> {
        let closed = match self.closed.clone() {
            Some(closed) => closed,
            None => match self.migrate(true) {
                Ok(()) => return Ok(self),
                Err(StoreError::Full(_)) => Closed::Full,
                Err(StoreError::ReadOnly(_)) => Closed::ReadOnly,
                Err(StoreError::Unusable { what, .. } | StoreError::File { what, .. }) => Closed::Unusable(what),
                Err(StoreError::Damaged { what, .. }) => Closed::Damaged(what),
                Err(error) => return Err(error),
            },
        };
        let mut copy = self.in_memory_copy(closed)?;
        copy.migrate(false)?;
        Ok(copy)
    }

    fn migrate(&mut self, file: bool) -> Result<()> {
        let path = self.path.clone();
        let migrated = schema::unbound(&mut self.connection, |connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            // Another program may have been here first.
            let from = schema::version(&transaction)?;
            if from >= schema::VERSION {
                return Ok(());
            }
            let head = head(&transaction)?;
            if file {
                // A damaged file is proven as it is, not written over.
                if !proven(&transaction, head.as_ref())? {
                    let what = "the state is not the one the last entry left".to_owned();
                    return Err(StoreError::Damaged { path: path.clone(), what }.into());
                }
                // Nobody writes while this transaction is open, so the copy is of the very state that is migrated.
                keep(&path, from, head.as_ref())?;
            }
            schema::advance(&transaction, from)?;
            let digest = renew_rows(&transaction)?;
            // The file has no clock: it changes with the first command of the new program, right after its last entry.
            if let (Some(head), Some(at)) = (&head, last_moment(&transaction)?) {
                note(&transaction, head, at, &digest)?;
            }
            transaction.commit().map_err(|error| Stop::Store(error::at_commit(&path, error)))
        });
        migrated.map_err(|stop| match stop {
            Stop::Sqlite(error) => error::name(&self.path, error),
            Stop::Store(error) => error,
        })
    }
}

/// The last entry, which every schema keeps alike.
fn head(connection: &Connection) -> rusqlite::Result<Option<Head>> {
    let sql = "SELECT id, chain, digest FROM journal ORDER BY id DESC LIMIT 1";
    let read = |row: &rusqlite::Row<'_>| {
        Ok(Head { id: row.get::<_, i64>(0)?.cast_unsigned(), chain: row.get(1)?, digest: row.get(2)? })
    };
    connection.query_row(sql, [], read).optional()
}

/// When the last entry was made. The tables may still be the old ones, so no more than this is asked of them.
fn last_moment(connection: &Connection) -> rusqlite::Result<Option<NaiveDateTime>> {
    let mut query = connection.prepare("SELECT at FROM journal ORDER BY id DESC LIMIT 1")?;
    query.query_row([], |row| word(row, 0)).optional()
}

/// Whether the rows, as their own schema counted them, are those that the last entry left.
fn proven(connection: &Connection, head: Option<&Head>) -> rusqlite::Result<bool> {
    let mut digest = Digest::default();
    for table in TABLES {
        let mut query = connection.prepare("SELECT name FROM pragma_table_info(?1)")?;
        let found = query.query_map([table.name], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
        let then = table.columns.iter().take_while(|column| found.iter().any(|name| name == *column)).count();
        let then = Table { columns: &table.columns[..then], ..*table };
        old_rows(connection, then)?.iter().for_each(|cells| digest.add(then, cells));
    }
    Ok(head.is_none_or(|head| head.digest == digest.to_string()))
}

/// Keeps a copy of a file as its schema has it, under a name that no campaign has. One that is there already, left by
/// a run that came no further, is as good when it ends with the same entry.
fn keep(path: &Path, from: u32, head: Option<&Head>) -> Result<()> {
    for number in 1.. {
        let ending = if number == 1 { String::new() } else { format!("-{number}") };
        let place = named(path, &format!(".schema-{from}{ending}"));
        if place.exists() {
            if is_copy(&place, from, head) {
                tidy(&place);
                return Ok(());
            }
            continue;
        }
        let fail = |error| error::name(path, error);
        let draft = Beside::new(&place)?;
        let source = link(path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(fail)?;
        copy_into(&source, draft.draft()).map_err(|error| error.about(path))?;
        if !is_copy(draft.draft(), from, head) {
            return Err(StoreError::File { path: place, what: "the copy is not what was copied".to_owned() });
        }
        match draft.place() {
            // Somebody else was faster.
            Err(StoreError::Exists(_)) => {}
            placed => return placed,
        }
    }
    unreachable!("there is always another number")
}

fn is_copy(place: &Path, from: u32, head: Option<&Head>) -> bool {
    let look = || -> rusqlite::Result<bool> {
        let copy = copy_of(place)?;
        let same = schema::version(&copy)? == from && self::head(&copy)?.as_ref() == head && proven(&copy, head)?;
        Ok(same && copy.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0))? == "ok")
    };
    look().unwrap_or(false)
}

/// Writes every row as this program writes it, and adds up their digest.
fn renew_rows(transaction: &Transaction<'_>) -> rusqlite::Result<Digest> {
    let mut digest = Digest::default();
    for table in TABLES {
        for before in old_rows(transaction, *table)? {
            let after = renew(*table, before.clone()).ok_or_else(|| unreadable(0))?;
            digest.add(*table, &after);
            if after != before
                && let Some(Cell::Int(key)) = after.first()
            {
                let change = Change { table: *table, key: *key, before: Some(before), after: Some(after) };
                write_row(transaction, &change)?;
            }
        }
    }
    Ok(digest)
}

fn old_rows(connection: &Connection, table: Table) -> rusqlite::Result<Vec<Vec<Cell>>> {
    let mut query = connection.prepare(&select(table, ""))?;
    let rows = query.query_map([], |row| (0..table.columns.len()).map(|index| row.get(index)).collect())?;
    rows.collect()
}

pub(super) fn note(
    transaction: &Transaction<'_>,
    head: &Head,
    at: NaiveDateTime,
    digest: &Digest,
) -> rusqlite::Result<()> {
    let entry = Entry {
        entry: head.id + 1,
        at,
        at_given: Some(false),
        by: None,
        kind: Kind::Migration,
        of: None,
        act: None,
        command: None,
        ruling: None,
        dice: Vec::new(),
        events: Vec::new(),
        rules: Vec::new(),
        program: concat!("renown ", env!("CARGO_PKG_VERSION")).to_owned(),
        schema: schema::VERSION,
        catalog: String::new(),
        digest: digest.to_string(),
    };
    write_entry(transaction, &entry, &entry.chain(&head.chain), &[])
}
