//! The schema and its versions: forward only, each migration in a transaction of its own.

use rusqlite::{Connection, TransactionBehavior};

use crate::catalog::embedded::MIGRATIONS;

/// Marks a file as ours: "Ren1".
pub(super) const APPLICATION_ID: i32 = 0x5265_6E31;

/// The schema this program writes.
pub const VERSION: u32 = 1;

/// Brings an empty or older database up to date.
pub(super) fn migrate(connection: &mut Connection, from: u32) -> rusqlite::Result<()> {
    for (version, (_, sql)) in (1..).zip(MIGRATIONS).filter(|(version, _)| *version > from) {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(sql)?;
        transaction.pragma_update(None, "user_version", version)?;
        transaction.commit()?;
    }
    Ok(())
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
    migrate(&mut fresh, 0)?;
    statements(&fresh)
}
