//! What undo writes back is proven like everything else, in files that were migrated or amended too: no bit of any value
//! falls over unnoticed.

use std::path::Path;

use renown::store::Store;
use rusqlite::Connection;

use crate::support::{self, Folder, Picks, open};

/// Every value of a file: table, row, column.
fn cells(connection: &Connection) -> Vec<(String, i64, String)> {
    let mut cells = Vec::new();
    for table in support::tables(connection).expect("the schema is readable") {
        let mut query = connection.prepare(&format!("SELECT * FROM {table}")).expect("the table is readable");
        let columns: Vec<String> = query.column_names().map(str::to_owned).collect();
        let mut rows = query.query([]).expect("the table is readable");
        while let Some(row) = rows.next().expect("the row is readable") {
            let id: i64 = row.get(0).expect("the first column is the id");
            for (index, column) in columns.iter().enumerate() {
                if row.get_ref(index).expect("the column is there") != rusqlite::types::ValueRef::Null {
                    cells.push((table.clone(), id, column.clone()));
                }
            }
        }
    }
    cells
}

/// Changes one bit of a value.
fn flip(connection: &Connection, (table, id, column): &(String, i64, String), picks: &mut Picks) -> String {
    use rusqlite::types::Value;
    let sql = format!("SELECT {column} FROM {table} WHERE id = ?1");
    let value: Value = connection.query_row(&sql, [id], |row| row.get(0)).expect("the value is there");
    let flipped = match value {
        Value::Integer(number) => Value::Integer(number ^ (1 << picks.below(8))),
        Value::Text(text) if text.is_empty() => Value::Text("x".to_owned()),
        Value::Text(text) => {
            let mut bytes = text.into_bytes();
            let at = picks.below(bytes.len());
            // The lowest bits leave text text.
            bytes[at] ^= 1 << picks.below(3);
            String::from_utf8(bytes).map_or(Value::Null, Value::Text)
        }
        other => other,
    };
    let said = format!("{table} {id} {column}: {flipped:?}");
    let sql = format!("UPDATE {table} SET {column} = ?1 WHERE id = ?2");
    // What the schema itself refuses cannot be in a file that works.
    match connection.execute(&sql, rusqlite::params![flipped, id]) {
        Ok(_) => said,
        Err(_) => String::new(),
    }
}

/// The campaign before and after the entry of a former row. What an older schema wrote has more spellings than one, and
/// a name that falls over where there is nothing to name changes nothing.
fn past(path: &Path, (table, id, _): &(String, i64, String)) -> String {
    if table != "change" {
        return path.display().to_string();
    }
    let sql = "SELECT journal_id FROM change WHERE id = ?1";
    let entry: i64 = open(path).query_row(sql, [id], |row| row.get(0)).expect("the row is there");
    let entry = entry.cast_unsigned();
    let store = Store::open(path).expect("it opens");
    let then = |entry| store.as_of(entry).map(|snapshot| format!("{:?}", snapshot.campaign)).unwrap_or_default();
    then(entry - 1) + &then(entry)
}

#[test]
fn no_value_of_a_migrated_or_amended_file_changes_unnoticed() {
    let rounds = std::env::var("RENOWN_FLIPS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(16);
    let catalog = renown::catalog::Catalog::embedded();
    for schema in [1_u64, 2, 3] {
        let folder = Folder::new();
        let fixture = format!("{}/tests/fixtures/schema-{schema}.renown", env!("CARGO_MANIFEST_DIR"));
        std::fs::copy(fixture, folder.path("campaign.renown")).expect("the fixture is there");
        folder.ok(&["status"]);
        folder.ok(&["backup", "compact.renown"]);
        let bytes = folder.read("compact.renown");
        let cells = cells(&open(&folder.path("compact.renown")));
        let former: Vec<_> = cells.iter().filter(|(table, ..)| table == "change").cloned().collect();
        let mut picks = Picks(schema);
        let (mut flipped, mut unnoticed) = (0, Vec::new());
        for round in 0..rounds {
            // Every second one in the former rows, which undo writes back.
            let cell = picks.one(if round % 2 == 0 { &former } else { &cells }).expect("there are rows").clone();
            let path = folder.write("flipped.renown", &bytes);
            let connection = open(&path);
            connection
                .execute_batch("PRAGMA foreign_keys = OFF; PRAGMA journal_mode = DELETE")
                .expect("it is writable");
            let what = flip(&connection, &cell, &mut picks);
            drop(connection);
            if what.is_empty() {
                continue;
            }
            flipped += 1;
            let found = Store::open(&path)
                .and_then(|store| renown::club::verify(&store, &catalog, true))
                .map_or(true, |verified| verified.damaged());
            if !found && past(&path, &cell) != past(&folder.path("compact.renown"), &cell) {
                unnoticed.push(what);
            }
        }
        eprintln!("schema {schema}: {flipped} flipped");
        assert_eq!(unnoticed, [""; 0], "of {flipped} in a file of schema {schema}");
    }
}
