//! An older file opens whatever happened on its way to the present schema: a run killed at any call, a full disk, a
//! copy that is there already, others who open it at the same time, a folder that takes nothing.

#![cfg(target_os = "linux")]

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use crate::support::shim::{at_every_call, step};
use crate::support::{self, Folder, NOW, RENOWN, Said, open, said};

fn fixture(schema: u32) -> Vec<u8> {
    let path = format!("{}/tests/fixtures/schema-{schema}.renown", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).expect("the fixture is there")
}

/// An older campaign in a folder of its own.
fn older(schema: u32) -> Folder {
    let folder = Folder::new();
    folder.write("campaign.renown", fixture(schema));
    folder
}

fn schema_of(path: &Path) -> u32 {
    open(path).query_row("PRAGMA user_version", [], |row| row.get(0)).expect("the file is readable")
}

fn is_whole(folder: &Folder) -> Said {
    let said = folder.run(&["verify", "--quick"]).go();
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    assert!(said.out.contains("The campaign is whole: "), "{}", said.out);
    said
}

#[test]
fn a_migration_killed_at_any_call_leaves_a_file_that_opens() {
    let judge = |folder: &Folder, _: &Said, call: usize| {
        is_whole(folder);
        let files = folder.files();
        let campaigns = files.iter().filter(|file| file.ends_with(".renown")).count();
        assert_eq!(campaigns, 1, "call {call}: {files:?}");
        assert!(files.contains(&"campaign.renown.schema-1".to_owned()), "call {call}: {files:?}");
        assert_eq!(schema_of(&folder.path("campaign.renown.schema-1")), 1, "call {call}");
        assert!(!files.iter().any(|file| file.starts_with('.')), "call {call}: {files:?}");
    };
    let calls = at_every_call(&["status"], step(13), |folder| drop(folder.write("campaign.renown", fixture(1))), judge);
    eprintln!("{calls} calls");
    assert!(calls > 40, "only {calls} calls were seen");
}

#[test]
fn many_at_once_migrate_it_once() {
    let folder = older(1);
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..6).map(|_| scope.spawn(|| folder.run(&["status"]).go())).collect();
        for run in runs {
            let said = run.join().expect("the run ends");
            assert_eq!((said.code, said.err.as_str()), (0, ""));
        }
    });
    assert_eq!(folder.files(), ["campaign.renown", "campaign.renown.schema-1"]);
    let log = folder.ok(&["log", "--all", "--format", "json"]);
    assert_eq!(log.matches("\"migration\"").count(), 1);
    is_whole(&folder);
}

#[test]
fn a_copy_that_is_there_is_no_obstacle() {
    // Left by a run that came no further, the same is kept; anything else stays what it is.
    let folder = older(2);
    folder.write("campaign.renown.schema-2", fixture(2));
    folder.ok(&["status"]);
    assert_eq!(folder.files(), ["campaign.renown", "campaign.renown.schema-2"]);
    for other in [b"notes".to_vec(), fixture(1), Vec::new()] {
        let folder = older(2);
        folder.write("campaign.renown.schema-2", &other);
        folder.ok(&["status"]);
        assert_eq!(folder.files(), ["campaign.renown", "campaign.renown.schema-2", "campaign.renown.schema-2-2"]);
        assert_eq!(folder.read("campaign.renown.schema-2"), other);
        assert_eq!(schema_of(&folder.path("campaign.renown.schema-2-2")), 2);
    }
}

#[test]
fn a_migration_in_the_log_is_seen() {
    let folder = older(2);
    // Somebody else has the file open, so that the log stays.
    let other = open(&folder.path("campaign.renown"));
    let rows: i64 = other.query_row("SELECT count(*) FROM journal", [], |row| row.get(0)).expect("it is readable");
    folder.ok(&["status"]);
    assert_eq!(folder.read("campaign.renown")[60..64], [0, 0, 0, 2], "the file itself is still the old one");
    let before = folder.files();
    folder.ok(&["status"]);
    folder.ok(&["fleet", "rename", "Anna", "Vigil of Orar", "Vigil of Rebo"]);
    assert_eq!(folder.files(), before);
    let now: i64 = other.query_row("SELECT count(*) FROM journal", [], |row| row.get(0)).expect("it is readable");
    assert_eq!(now, rows + 2);
    is_whole(&folder);
}

#[test]
fn what_can_only_be_read_is_read() {
    let folder = older(1);
    let path = folder.path("campaign.renown");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o444)).expect("the test owns it");
    for args in [&["status"] as &[&str], &["log"], &["register"], &["check"]] {
        folder.ok(args);
    }
    is_whole(&folder);
    let said = folder.run(&["fleet", "rename", "Anna", "Agrippa", "Renamed"]).go();
    assert_eq!(said.err, "error: \"campaign.renown\" is read-only\nhint: make the file writable, or work on a copy\n");
    assert_eq!(folder.files(), ["campaign.renown"]);
    assert_eq!(folder.read("campaign.renown"), fixture(1));
}

#[test]
fn without_room_it_is_read_and_not_written() {
    for blocks in [0, 16, 64, 128, 256] {
        let folder = older(1);
        let limited = |args: &[&str]| {
            let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
            let mut command = Command::new("sh");
            command.args(["-c", &script, RENOWN]).args(args).env_clear().env("RENOWN_NOW", NOW).env("RENOWN_STEP", "1");
            said(command.current_dir(folder.path("")).output().expect("sh starts"))
        };
        let read = limited(&["register"]);
        assert_eq!((read.code, read.err.as_str()), (0, ""), "{blocks} blocks");
        let wrote = limited(&["fleet", "rename", "Anna", "Agrippa", "Renamed"]);
        assert!(wrote.err.starts_with("error: no room to write \"campaign.renown\"\n"), "{blocks} blocks: {wrote:?}");
        assert_eq!(folder.read("campaign.renown"), fixture(1), "{blocks} blocks");
        folder.ok(&["fleet", "rename", "Anna", "Agrippa", "Renamed"]);
        is_whole(&folder);
    }
}

#[test]
fn a_damaged_older_file_is_shown_and_not_written() {
    let folder = older(2);
    let path = folder.path("campaign.renown");
    open(&path).execute("UPDATE player SET renown = renown + 1 WHERE id = 1", []).expect("the table is there");
    support::settle(&path);
    let bytes = folder.read("campaign.renown");
    folder.ok(&["register"]);
    let said = folder.run(&["verify", "--quick"]).go();
    assert!(said.code == 1 && said.out.contains("Damaged: "), "{said:?}");
    let said = folder.run(&["fleet", "rename", "Anna", "Vigil of Orar", "Vigil of Rebo"]).go();
    assert!(said.err.starts_with("error: \"campaign.renown\" is damaged: the state is not the one"), "{said:?}");
    assert_eq!(folder.read("campaign.renown"), bytes);
}
