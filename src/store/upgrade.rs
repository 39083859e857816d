//! Brings the file of an older schema up to date: a copy first, then tables, rows and a journal entry in one go.

use chrono::NaiveDateTime;
use rusqlite::{OptionalExtension as _, Transaction};

use super::cells::{Cell, Change, Table};
use super::digest::Digest;
use super::journal::{Entry, Head, Kind};
use super::journal_rows::{unreadable, word, write_entry, write_row};
use super::rows::{TABLES, renew};
use super::{Result, Store, error, schema, select};

impl Store {
    /// Migrates a file of schema `from`. Its history stays as it was recorded; an entry names the state as the new
    /// tables hold it.
    pub(super) fn upgrade(&mut self, from: u32) -> Result<()> {
        self.must_write()?;
        let copy = self.path.with_extension(format!("schema-{from}.renown"));
        self.backup(&copy)?;
        let head = self.head()?;
        // The file has no clock: it changes with the first command of the new program, right after its last entry.
        let at = self.last_moment().map_err(|error| error::name(&self.path, error))?;
        schema::migrate(&mut self.connection, from, |transaction| {
            let digest = renew_rows(transaction)?;
            match at {
                Some(at) => note(transaction, &head, at, &digest),
                None => Ok(()),
            }
        })
        .map_err(|error| error::name(&self.path, error))
    }

    /// When the last entry was made. The tables are still the old ones, so no more than this is asked of them.
    fn last_moment(&self) -> rusqlite::Result<Option<NaiveDateTime>> {
        let mut query = self.connection.prepare("SELECT at FROM journal ORDER BY id DESC LIMIT 1")?;
        query.query_row([], |row| word(row, 0)).optional()
    }
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

fn old_rows(transaction: &Transaction<'_>, table: Table) -> rusqlite::Result<Vec<Vec<Cell>>> {
    let mut query = transaction.prepare(&select(table, ""))?;
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
