//! The schema and its versions: forward only, all that are due in one transaction.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::catalog::embedded::MIGRATIONS;

/// Marks a file as ours: "Ren1".
pub(super) const APPLICATION_ID: i32 = 0x5265_6E31;

/// The schema this program writes.
pub const VERSION: u32 = 6;

/// The schema that a file has, as its log has it too.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Makes the tables of an empty database.
pub(super) fn found(connection: &mut Connection) -> rusqlite::Result<()> {
    unbound(connection, |connection| {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        advance(&transaction, 0)?;
        transaction.commit()
    })
}

/// Works without the bonds between tables: one that is made anew is dropped under its references.
pub(super) fn unbound<T, E: From<rusqlite::Error>>(
    connection: &mut Connection,
    work: impl FnOnce(&mut Connection) -> Result<T, E>,
) -> Result<T, E> {
    connection.pragma_update(None, "foreign_keys", false)?;
    let done = work(connection);
    connection.pragma_update(None, "foreign_keys", true)?;
    done
}

/// Runs the migrations that are due after schema `from`.
pub(super) fn advance(transaction: &Transaction<'_>, from: u32) -> rusqlite::Result<()> {
    for (version, (_, sql)) in (1..).zip(MIGRATIONS).filter(|(version, _)| *version > from) {
        transaction.execute_batch(sql)?;
        transaction.pragma_update(None, "user_version", version)?;
    }
    Ok(())
}

/// Whether a table or index is one that the migrations make. What SQLite keeps for itself has a name that nobody else
/// can give.
pub(super) fn known(kind: &str, name: &str, sql: &str) -> bool {
    if name.starts_with("sqlite_") {
        return !sql.to_uppercase().starts_with("CREATE VIRTUAL");
    }
    let makes = |line: &str| {
        let rest = line.strip_prefix(if kind == "table" { "CREATE TABLE " } else { "CREATE INDEX " });
        rest.and_then(|rest| rest.split([' ', '(']).next()).is_some_and(|made| made.eq_ignore_ascii_case(name))
    };
    matches!(kind, "table" | "index")
        && !sql.to_uppercase().starts_with("CREATE VIRTUAL")
        && MIGRATIONS.iter().flat_map(|(_, sql)| sql.lines()).any(makes)
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
    found(&mut fresh)?;
    statements(&fresh)
}
