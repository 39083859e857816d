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

/// The statements of the schema as SQLite keeps them, to notice a schema changed by hand.
pub(super) fn statements(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut query = connection.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")?;
    query.query_map([], |row| row.get(0))?.collect()
}

/// The statements that the migrations make.
pub(super) fn expected() -> rusqlite::Result<Vec<String>> {
    let mut fresh = Connection::open_in_memory()?;
    migrate(&mut fresh, 0)?;
    statements(&fresh)
}
