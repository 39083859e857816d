//! The schema and its versions: forward only, all that are due in one transaction.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::catalog::embedded::MIGRATIONS;

/// Marks a file as ours: "Ren1".
pub(super) const APPLICATION_ID: i32 = 0x5265_6E31;

/// The schema this program writes.
pub const VERSION: u32 = 4;

/// Brings an empty or older database up to date. What `finish` does besides is part of the same transaction.
pub(super) fn migrate(
    connection: &mut Connection,
    from: u32,
    finish: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    // A table that is made anew is dropped under its references; what they point at is checked before the commit.
    connection.pragma_update(None, "foreign_keys", false)?;
    let done = run(connection, from, finish);
    connection.pragma_update(None, "foreign_keys", true)?;
    done
}

fn run(
    connection: &mut Connection,
    from: u32,
    finish: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for (version, (_, sql)) in (1..).zip(MIGRATIONS).filter(|(version, _)| *version > from) {
        transaction.execute_batch(sql)?;
        transaction.pragma_update(None, "user_version", version)?;
    }
    finish(&transaction)?;
    transaction.commit()
}

/// The schema as SQLite keeps it, names included, to notice one changed by hand.
pub(super) fn statements(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let sql = "SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1";
    let mut query = connection.prepare(sql)?;
    query.query_map([], |row| row.get(0))?.collect()
}

/// The statements that the migrations make.
pub(super) fn expected() -> rusqlite::Result<Vec<String>> {
    let mut fresh = Connection::open_in_memory()?;
    migrate(&mut fresh, 0, |_| Ok(()))?;
    statements(&fresh)
}
