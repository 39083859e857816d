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

/// The hash of the statements of this schema. Whoever adds a migration is told the new one by a test.
const STATEMENTS: &str = "41cb301ea7da1481a0cd58d2ef120cec45f45d1a4e70516d83a0869b0565497d";

/// Whether the schema is this one to the letter: then nothing in it is a stranger's.
pub(super) fn is_ours(connection: &Connection) -> rusqlite::Result<bool> {
    Ok(named(connection)? == STATEMENTS)
}

fn named(connection: &Connection) -> rusqlite::Result<String> {
    let mut query = connection.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema")?;
    let mut rows = query.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let mut statement = Vec::new();
        for column in 0..4 {
            // What is no text is nobody's statement, and hashes to nothing known.
            statement.extend(row.get_ref(column)?.as_bytes_or_null().ok().flatten().unwrap_or_default());
            statement.push(0);
        }
        found.push(statement);
    }
    found.sort_unstable();
    let mut hash = blake3::Hasher::new();
    for statement in found {
        hash.update(&(statement.len() as u64).to_le_bytes()).update(&statement);
    }
    Ok(hash.finalize().to_hex().to_string())
}

/// The statements that the migrations make.
pub(super) fn expected() -> rusqlite::Result<Vec<String>> {
    let mut fresh = Connection::open_in_memory()?;
    found(&mut fresh)?;
    statements(&fresh)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_of_the_migrations_is_known_by_its_hash_and_no_other() {
        let mut fresh = Connection::open_in_memory().unwrap();
        found(&mut fresh).unwrap();
        assert_eq!(named(&fresh).unwrap(), STATEMENTS, "the hash of the schema as the migrations make it");
        fresh.execute_batch("CREATE TABLE guest (id INTEGER)").unwrap();
        assert!(!is_ours(&fresh).unwrap());
    }
}
