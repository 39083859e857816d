//! A campaign file from a stranger is read and never run: what does not belong into one is named, values are bounded,
//! and whatever numbers it holds, nothing breaks down.

#![cfg(unix)]

use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::{Folder, campaign, open, settle};

fn edited(sql: &str) -> Folder {
    let folder = Folder::new();
    let path = campaign(&folder);
    let connection = open(&path);
    connection.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON").expect("it is SQL");
    connection.execute_batch(sql).expect("the edit is good SQL");
    drop(connection);
    settle(&path);
    folder
}

const VERBS: &[&[&str]] = &[
    &["status"],
    &["standings"],
    &["standings", "--trend"],
    &["register"],
    &["ship", "Agrippa"],
    &["promotions"],
    &["battle", "list", "--all"],
    &["map", "show"],
    &["log", "--all"],
    &["report"],
    &["report", "--week", "3"],
    &["check"],
    &["verify", "--quick"],
    &["status", "--as-of", "9"],
    &["status", "--as-of", "2026-11-16"],
    &["publish", "site"],
    &["player", "list"],
    &["pairings", "--dry-run"],
    &["week", "--dry-run"],
    &["finish", "--dry-run"],
    &["challenge", "Anna", "Boris", "--accept", "--dry-run"],
    &["fleet", "buy", "Anna", "lunar", "--name", "X", "--dry-run", "--ruling", "a test"],
    &["player", "renown", "Anna", "10", "--ruling", "a test", "--dry-run"],
    &["backup", "copy.renown"],
];

#[test]
fn what_does_not_belong_into_a_campaign_is_named() {
    for (sql, what) in [
        ("CREATE TRIGGER spy AFTER INSERT ON journal BEGIN UPDATE player SET renown = 99; END", "a trigger \"spy\""),
        ("CREATE VIEW spy AS SELECT 1", "a view \"spy\""),
        ("CREATE TABLE spy (id INTEGER PRIMARY KEY)", "a table \"spy\""),
        ("CREATE VIRTUAL TABLE spy USING fts5(words)", "a table \"spy\""),
        ("CREATE INDEX spy ON vessel (abs(points))", "a index \"spy\""),
        (
            "ALTER TABLE vessel ADD COLUMN spy INTEGER GENERATED ALWAYS AS (points + 1)",
            "a column \"vessel.spy\" that works itself out",
        ),
        ("ALTER TABLE journal RENAME TO kept; CREATE VIEW journal AS SELECT * FROM kept", "a table \"kept\""),
    ] {
        let folder = edited(sql);
        let bytes = folder.read("campaign.renown");
        for args in [&["status"] as &[&str], &["verify"], &["fleet", "rename", "Anna", "Agrippa", "Renamed"]] {
            let said = folder.run(args).go();
            let start = "error: \"campaign.renown\" is damaged, or somebody changed it: it holds ";
            assert!(said.code == 1 && said.err.starts_with(start), "{what}: {said:?}");
            assert!(said.err.contains(what.trim_start_matches("a ")), "{what}: {said:?}");
        }
        assert_eq!(folder.read("campaign.renown"), bytes, "{what}");
    }
}

#[test]
fn a_value_beyond_measure_is_not_read() {
    let folder = edited("UPDATE player SET commander = hex(zeroblob(40000000)) WHERE id = 1");
    let said = folder.run(&["register"]).go();
    assert!(
        said.code == 1 && said.err.starts_with("error: \"campaign.renown\" does not hold a value larger than 64 MiB\n"),
        "{said:?}"
    );
}

#[test]
fn what_is_no_file_is_refused_at_once() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("folder.renown")).expect("it can be made");
    let made = Command::new("mkfifo").arg(folder.path("pipe.renown")).status().expect("mkfifo is there");
    assert!(made.success());
    let campaign = campaign(&folder);
    let start = Instant::now();
    for path in ["folder.renown", "pipe.renown", "/dev/null", "/dev/zero", "/dev/tty"] {
        let said = folder.run(&["--campaign", path, "status"]).go();
        let message = format!("error: \"{path}\" is not a campaign of renown\n");
        assert!(said.code == 1 && said.err.starts_with(&message), "{path}: {said:?}");
        let said = folder.run(&["--campaign", "campaign.renown", "restore", path]).go();
        assert!(said.code == 1 && said.err.starts_with(&message), "{path}: {said:?}");
        let said = folder.run(&["--campaign", path, "new", "War"]).go();
        assert!(said.code == 1 && said.err.contains("exists already"), "{path}: {said:?}");
    }
    for side in ["-wal", "-journal", "-shm"] {
        let side = folder.path(&format!("campaign.renown{side}"));
        assert!(Command::new("mkfifo").arg(&side).status().expect("mkfifo is there").success());
        let said = folder.run(&["--campaign", "campaign.renown", "status"]).go();
        assert!(said.code == 1 && said.err.contains("beside it is no file"), "{said:?}");
        std::fs::remove_file(side).expect("it is there");
    }
    assert!(start.elapsed() < Duration::from_secs(30), "somebody waited");
    assert!(campaign.exists());
}

#[test]
fn no_number_or_date_breaks_anything() {
    for sql in [
        "UPDATE player SET renown = 2147483647",
        "UPDATE player SET renown = -2147483648",
        "UPDATE player SET renown = 9223372036854775807",
        "UPDATE player SET games = 4294967295, byes = 4294967295, start_points = 4294967295",
        "UPDATE vessel SET points = 4294967295, list_points = 4294967295, damage = 4294967295",
        "UPDATE vessel SET place = 4294967295, leadership = 200",
        "UPDATE about SET opened = '+262142-12-31T23:59:59', started = '+262142-12-31', ends = '+262142-12-31'",
        "UPDATE about SET opened = '-262143-01-01T00:00:00', started = '-262143-01-01', ends = '-262143-01-01'",
        "UPDATE about SET ends = '0000-01-01', week = '9999-12-31', started = '-9999-01-01'",
        "UPDATE player SET last_game = '+262142-12-31', joined = '-262143-01-01', warned = '-262143-01-01', away_until = '+262142-12-31'",
        "UPDATE vessel SET commissioned = '+262142-12-31'",
        "UPDATE system SET x = 2147483647, y = -2147483648",
        "UPDATE about SET ids = replace(ids, ':', ':429496729')",
        "UPDATE journal SET at = '+262142-12-31T23:59:59'",
        "UPDATE journal SET id = 9223372036854775807 WHERE id = 28",
        "UPDATE event SET body = replace(body, '\"by\":1', '\"by\":2147483647')",
    ] {
        let folder = edited(sql);
        for (index, args) in VERBS.iter().enumerate() {
            let at = if index % 2 == 0 { "2026-11-16T20:00:00" } else { "9999-12-31T23:59" };
            let said = folder.run(args).env("RENOWN_NOW", at).go();
            assert!(matches!(said.code, 0..=2), "{sql}\n{args:?} at {at}: {said:?}");
        }
    }
}

#[test]
fn what_no_campaign_holds_is_named_and_not_used() {
    for (sql, what) in [
        (
            "UPDATE vessel SET name = 'Aquila' || char(10) || 'Entry 99' WHERE id = 1",
            "row 1 of table vessel has an unreadable name",
        ),
        (
            "UPDATE player SET name = 'An' || char(13) || 'na' WHERE id = 1",
            "row 1 of table player has an unreadable name",
        ),
        ("UPDATE about SET ids = replace(ids, ':', ':12345678')", "of table about has an unreadable ids"),
    ] {
        let folder = edited(sql);
        let said = folder.run(&["register"]).go();
        assert!(said.code == 1 && said.err.contains(what), "{sql}: {said:?}");
        assert_eq!(said.out, "", "{sql}");
    }
}

#[test]
fn a_folder_of_the_club_has_an_end() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("club/maps")).expect("the temporary folder takes folders");
    for number in 0..=1000 {
        folder.write(&format!("club/maps/{number}.toml"), "");
    }
    let said = folder.run(&["map", "list", "--data", "club"]).go();
    assert!(said.code != 0 && said.err.contains("at most 1000 files are read, and there are more"), "{said:?}");
}
