//! Campaigns of every older schema open, prove themselves, and go on.
//!
//! A fixture is written once, by the program of its time, and never again: `tests/support` has the command lines of the
//! first. A new migration needs a campaign made just before it, copied with `renown backup`.

use std::path::Path;

use renown::store::SCHEMA;

use crate::support::{self, Folder, open};

/// A campaign of an older schema, and what must be found in it.
struct Fixture {
    schema: u32,
    /// The hash of its rows as they were written.
    hash: &'static str,
    /// Entries without that of the migration itself, and commands.
    entries: u32,
    commands: u32,
    /// What its journal tells.
    told: &'static str,
    /// A player, a vessel of his, and another name for it.
    renamed: [&'static str; 3],
}

const FIXTURES: &[Fixture] = &[
    Fixture {
        schema: 1,
        hash: "e64e7d5885117544",
        entries: 28,
        commands: 22,
        told: "Dagny's base is hidden in Rebo",
        renamed: ["Anna", "Agrippa", "Marcus Agrippa"],
    },
    // Two battles of the engine, recorded without set-up, digest or purposes of dice.
    Fixture {
        schema: 2,
        hash: "40150e59c8b02438",
        entries: 52,
        commands: 50,
        told: "Battle 2 is closed",
        renamed: ["Anna", "Vigil of Orar", "Vigil of Rebo"],
    },
    // Two battles of the engine with set-up, an amendment undone and redone.
    Fixture {
        schema: 3,
        hash: "f31fc059401b2bd0",
        entries: 62,
        commands: 99,
        told: "It stands at the place of entry 9",
        renamed: ["Anna", "Vigil of Orar", "Vigil of Rebo"],
    },
    // Acts, one of them undone and redone, a time given with --at, and a battle under way with what was kept of it.
    Fixture {
        schema: 4,
        hash: "adc235ab115f9d60",
        entries: 31,
        commands: 27,
        told: "Together with entry 27",
        renamed: ["Anna", "Lancers", "Uhlans"],
    },
    // A battle in its aftermath, a challenge that waits, a time given.
    Fixture {
        schema: 5,
        hash: "f4c3196fd25d3060",
        entries: 36,
        commands: 36,
        told: "Battle 2: Chen challenges Anna",
        renamed: ["Anna", "Vigil", "Vigilant"],
    },
];

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
    for Fixture { schema, hash, entries, commands, told, renamed: [player, vessel, name] } in FIXTURES {
        // That of the present schema waits for the next.
        let entries = entries + u32::from(*schema < SCHEMA);
        let folder = Folder::new();
        let path = folder.path("campaign.renown");
        std::fs::copy(fixture(*schema), &path).expect("the fixture is there");
        assert_eq!(rows(&path), *hash, "the fixture of schema {schema} is not the one that was written");
        // Later rules may decide differently; the campaign stays whole.
        let whole = folder.ok(&["verify"]);
        let last = whole.lines().last().unwrap_or_default();
        let expected = format!("The campaign is whole: {entries} entries, {commands} commands ");
        assert!(last.starts_with(&expected), "schema {schema}: {whole}");
        assert!(!whole.contains("Damaged"), "schema {schema}: {whole}");
        folder.ok(&["check"]);
        folder.ok(&["register"]);
        assert!(folder.ok(&["log", "--all"]).contains(told));
        let ends = |number: u32| {
            let whole = folder.ok(&["verify"]);
            assert!(
                whole.lines().last().is_some_and(|line| line.contains(&format!(": {number} entries, "))),
                "{whole}"
            );
        };
        folder.ok(&["fleet", "rename", player, vessel, name]);
        ends(entries + 1);
        assert!(folder.ok(&["undo"]).starts_with(&format!("Entry {} is undone\n", entries + 1)));
        // Undo and views of the past reach back across the change of the format.
        let before = folder.ok(&["register", "--as-of", "20"]);
        folder.ok(&["undo"]);
        folder.ok(&["redo"]);
        assert_eq!(folder.ok(&["register", "--as-of", "20"]), before);
        ends(entries + 4);
    }
}

#[test]
fn battles_recorded_without_purposes_are_played_as_far_as_they_go() {
    let folder = Folder::new();
    std::fs::copy(fixture(2), folder.path("campaign.renown")).expect("the fixture is there");
    let whole = folder.ok(&["verify"]);
    assert!(whole.contains(", 2 battles played again, "), "{whole}");
    for (battle, entry) in [(1, 20), (2, 39)] {
        // The engine may have learnt rules since; what was recorded stays true.
        let unproven = format!(
            "Not proven: battle {battle} of entry {entry}: the set-up is not recorded, the dice have no purposes, there \
             is no digest of the end"
        );
        let otherwise = format!("Entry {entry} (renown 0.1.0+");
        assert!(whole.contains(&unproven) || whole.contains(&otherwise), "{whole}");
    }
    let quick = folder.ok(&["verify", "--quick"]);
    assert!(quick.contains(", 2 battles not played again, ") && !quick.contains("Not proven"), "{quick}");
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
    let known: Vec<u32> = FIXTURES.iter().map(|fixture| fixture.schema).collect();
    assert!((1..SCHEMA).all(|schema| known.contains(&schema)), "{known:?}");
}
