//! Campaigns of every older schema open, prove themselves, and go on.
//!
//! A fixture is written once, by the program of its time, and never again: `tests/support` has the command lines of the
//! first. A new migration needs a campaign made just before it, copied with `renown backup`.

mod support;

use std::path::Path;

use renown::store::SCHEMA;
use support::{Folder, open};

/// Each older schema with the hash of its fixture's rows as they were written.
const FIXTURES: &[(u32, &str)] = &[(1, "e64e7d5885117544")];

fn fixture(schema: u32) -> String {
    format!("{}/tests/fixtures/schema-{schema}.renown", env!("CARGO_MANIFEST_DIR"))
}

/// The hash of every row of every table.
fn rows(path: &Path) -> String {
    let connection = open(path);
    let names = support::tables(&connection).expect("the schema is readable");
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let rows = support::dump(&connection, &names).expect("the tables are readable");
    blake3::hash(rows.as_bytes()).to_hex()[..16].to_owned()
}

#[test]
fn a_campaign_of_every_schema_opens_and_goes_on() {
    for (schema, hash) in FIXTURES {
        let folder = Folder::new();
        let path = folder.path("campaign.renown");
        std::fs::copy(fixture(*schema), &path).expect("the fixture is there");
        assert_eq!(rows(&path), *hash, "the fixture of schema {schema} is not the one that was written");
        // Later rules may decide differently; the campaign stays whole.
        let whole = folder.ok(&["verify"]);
        let last = whole.lines().last().unwrap_or_default();
        // 28 entries, and that of the migration itself.
        assert!(last.starts_with("The campaign is whole: 29 entries, 22 commands "), "schema {schema}: {whole}");
        assert!(!whole.contains("Damaged"), "schema {schema}: {whole}");
        folder.ok(&["check"]);
        folder.ok(&["register"]);
        assert!(folder.ok(&["log", "--all"]).contains("Dagny's base is hidden in Rebo"));
        folder.ok(&["fleet", "rename", "Anna", "Agrippa", "Marcus Agrippa"]);
        assert!(folder.ok(&["verify"]).lines().last().is_some_and(|line| line.contains(": 30 entries, ")));
        assert!(folder.ok(&["undo"]).starts_with("Entry 30 is undone\n"));
        // Undo and views of the past reach back across the change of the format.
        let before = folder.ok(&["register", "--as-of", "20"]);
        folder.ok(&["undo"]);
        folder.ok(&["redo"]);
        assert_eq!(folder.ok(&["register", "--as-of", "20"]), before);
        assert!(folder.ok(&["verify"]).lines().last().is_some_and(|line| line.contains(": 33 entries, ")));
    }
}

#[test]
fn the_schema_is_the_number_of_migrations() {
    let folder = format!("{}/migrations", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).expect("the migrations are there");
    let mut names: Vec<String> =
        files.filter_map(|file| file.ok().map(|file| file.file_name().to_string_lossy().into_owned())).collect();
    names.sort();
    for (number, name) in (1..).zip(&names) {
        assert!(name.starts_with(&format!("{number:04}_")), "{name} is not migration {number}");
    }
    assert_eq!(names.len(), SCHEMA as usize, "each migration is one schema");
}

#[test]
fn every_older_schema_has_a_fixture() {
    let known: Vec<u32> = FIXTURES.iter().map(|(schema, _)| *schema).collect();
    assert_eq!(known, (1..SCHEMA).collect::<Vec<u32>>());
}
