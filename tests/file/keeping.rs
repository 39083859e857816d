//! Backups, restores, new campaigns and imports: there and durable when they are acknowledged, under any name, and
//! nothing of what they take the place of is lost.

#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

use renown::store::Line;

use crate::support::shim::{at_every_call, step};
use crate::support::{Folder, Said, campaign, open};

fn quick(folder: &Folder, file: &str) -> Said {
    folder.run(&["--campaign", file, "verify", "--quick"]).go()
}

/// The state of a campaign that must be whole.
fn state(folder: &Folder, file: &str) -> String {
    let said = quick(folder, file);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{file}: {}", said.out);
    said.out.lines().last().and_then(|line| line.rsplit_once("state ")).expect("it names the state").1.to_owned()
}

#[test]
fn a_backup_has_any_name() {
    let folder = Folder::new();
    campaign(&folder);
    let names: [&[u8]; 7] = [
        b"file:x?mode=memory",
        b"-dash.renown",
        b"100%.renown",
        b"what?#.renown",
        b":memory:",
        b"copy\xff.renown",
        b"it's",
    ];
    for name in names {
        let name = OsStr::from_bytes(name);
        let said = folder.run(&["backup", "--"]).arg(name).go();
        assert_eq!(said.code, 0, "{name:?}: {}", said.err);
        assert!(said.err.contains("read back and whole: 28 entries, 22 commands decided again"), "{said:?}");
        let path = folder.path("").join(name);
        let bytes = std::fs::read(&path).expect("the copy is there");
        assert!(bytes.starts_with(b"SQLite format 3"), "{name:?}");
        let said = folder.run(&["verify", "--campaign"]).arg(name).go();
        // clap takes a value that begins with a dash only after an equals sign.
        if !name.as_bytes().starts_with(b"-") {
            assert_eq!(said.code, 0, "{name:?}: {}", said.err);
        }
    }
    assert_eq!(folder.files().len(), 8, "{:?}", folder.files());
}

#[test]
fn two_backups_at_once_do_not_hurt_each_other() {
    let folder = Folder::new();
    campaign(&folder);
    for round in 0..4 {
        let name = format!("copy-{round}.renown");
        let codes: Vec<i32> = std::thread::scope(|scope| {
            let runs: Vec<_> = (0..3).map(|_| scope.spawn(|| folder.run(&["backup", &name]).go().code)).collect();
            runs.into_iter().map(|run| run.join().expect("it ends")).collect()
        });
        assert_eq!(codes.iter().filter(|code| **code == 0).count(), 1, "{codes:?}");
        state(&folder, &name);
    }
    assert!(!folder.files().iter().any(|file| file.starts_with('.')), "{:?}", folder.files());
}

#[test]
fn a_backup_killed_at_any_call_is_whole_or_not_there() {
    let judge = |folder: &Folder, said: &Said, call: usize| {
        if folder.path("copy.renown").exists() {
            state(folder, "copy.renown");
            return;
        }
        assert_ne!(said.code, 0, "call {call} was acknowledged");
        folder.ok(&["backup", "copy.renown"]);
        let left: Vec<String> = folder.files().into_iter().filter(|file| file.starts_with('.')).collect();
        assert_eq!(left, [""; 0], "call {call}");
    };
    let calls = at_every_call(&["backup", "copy.renown"], step(29), |folder| drop(campaign(folder)), judge);
    eprintln!("{calls} calls");
}

#[test]
fn a_damaged_campaign_is_not_passed_off_as_a_backup() {
    let folder = Folder::new();
    let path = campaign(&folder);
    open(&path).execute("UPDATE player SET renown = 9 WHERE id = 1", []).expect("the table is there");
    let said = folder.run(&["backup", "copy.renown"]).go();
    assert!(said.code == 1 && said.err.starts_with("error: the campaign is damaged: "), "{said:?}");
    assert!(said.err.contains("renown restore FILE"), "{said:?}");
    assert!(!folder.path("copy.renown").exists());
}

/// A folder with a campaign, a backup of it, and entries since.
fn gone_on() -> (Folder, String, String) {
    let folder = Folder::new();
    campaign(&folder);
    folder.ok(&["backup", "copy.renown"]);
    folder.ok(&["fleet", "rename", "Anna", "Agrippa", "Renamed"]);
    let (then, now) = (state(&folder, "copy.renown"), state(&folder, "campaign.renown"));
    assert_ne!(then, now);
    (folder, then, now)
}

#[test]
fn a_restore_keeps_what_it_replaces() {
    let (folder, then, now) = gone_on();
    let copy = folder.read("copy.renown");
    let said = folder.run(&["restore", "copy.renown"]).go();
    assert_eq!((said.code, said.out.as_str()), (0, ""), "{}", said.err);
    assert!(
        said.err.starts_with("\"campaign.renown\" is the campaign of \"copy.renown\", proven and whole: 28 entries"),
        "{}",
        said.err
    );
    assert!(said.err.ends_with("What was there is kept in \"campaign.renown.replaced\".\n"), "{}", said.err);
    assert_eq!(state(&folder, "campaign.renown"), then);
    assert_eq!(state(&folder, "campaign.renown.replaced"), now);
    // And back, which keeps the other.
    folder.ok(&["restore", "campaign.renown.replaced"]);
    assert_eq!(state(&folder, "campaign.renown"), now);
    assert_eq!(state(&folder, "campaign.renown.replaced-2"), then);
    assert_eq!(folder.read("copy.renown"), copy);
    folder.ok(&["fleet", "rename", "Anna", "Renamed", "Again"]);
    assert!(folder.ok(&["undo"]).starts_with("Entry 30 is undone"));
}

#[test]
fn a_restore_works_whatever_is_left() {
    let (made, then, _) = gone_on();
    let (copy, whole) = (made.read("copy.renown"), made.read("campaign.renown"));
    // A log as a crash leaves it.
    let other = open(&made.path("campaign.renown"));
    other.query_row("SELECT count(*) FROM journal", [], |row| row.get::<_, i64>(0)).expect("it is readable");
    made.ok(&["fleet", "rename", "Anna", "Renamed", "Again"]);
    let log = made.read("campaign.renown-wal");
    assert!(!log.is_empty(), "the log is there while somebody reads");
    drop(other);
    let left: [(&str, Option<&[u8]>, bool); 7] = [
        ("with a log", Some(&whole), true),
        ("cut short", Some(&whole[..5000]), false),
        ("cut short, with a log", Some(&whole[..5000]), true),
        ("something else", Some(b"notes"), true),
        ("empty", Some(b""), false),
        ("gone", None, false),
        ("gone but for its log", None, true),
    ];
    for (what, main, with_log) in left {
        let folder = Folder::new();
        folder.write("copy.renown", &copy);
        main.map(|main| folder.write("campaign.renown", main));
        if with_log {
            folder.write("campaign.renown-wal", &log);
        }
        let said = folder.run(&["--campaign", "campaign.renown", "restore", "copy.renown"]).go();
        assert_eq!(said.code, 0, "{what}: {}", said.err);
        assert_eq!(state(&folder, "campaign.renown"), then, "{what}");
        assert_eq!(said.err.contains("is kept in"), main.is_some() || with_log, "{what}: {}", said.err);
        if main.is_some() {
            assert!(folder.path("campaign.renown.replaced").exists(), "{what}");
        }
        folder.ok(&["--campaign", "campaign.renown", "fleet", "rename", "Anna", "Agrippa", "Once more"]);
    }
}

#[test]
fn a_restore_refuses_what_is_no_good() {
    let (folder, _, now) = gone_on();
    let mut damaged = folder.read("copy.renown");
    let at = damaged.windows(11).rposition(|window| window == b"Isolde Marr").expect("the commander is there");
    damaged[at] ^= 1;
    folder.write("damaged.renown", &damaged);
    folder.write("notes.txt", "notes");
    std::fs::create_dir(folder.path("folder")).expect("it can be made");
    let before = folder.files();
    for (args, says) in [
        (&["restore", "damaged.renown"] as &[&str], "error: \"damaged.renown\" is damaged: "),
        (&["restore", "notes.txt"], "error: \"notes.txt\" is not a campaign of renown\n"),
        (&["restore", "folder"], "error: \"folder\" is not a campaign of renown\n"),
        (&["restore", "none.renown"], "error: there is no campaign file \"none.renown\"\n"),
        (&["restore", "copy.renown", "--as", "Anna"], "error: only the arbitrator restores a campaign (CAMP-04)\n"),
        (&["restore", "copy.renown", "--as", "public"], "error: only the arbitrator restores a campaign (CAMP-04)\n"),
    ] {
        let said = folder.run(args).go();
        assert!(said.code == 1 && said.err.starts_with(says), "{args:?}: {said:?}");
    }
    assert_eq!(folder.run(&["restore", "copy.renown", "--dry-run"]).go().code, 0);
    assert_eq!((state(&folder, "campaign.renown"), folder.files()), (now, before));
}

#[test]
fn a_backup_alone_in_a_folder_becomes_the_campaign() {
    let (made, then, _) = gone_on();
    let folder = Folder::new();
    folder.write("copy.renown", made.read("copy.renown"));
    folder.ok(&["restore", "copy.renown"]);
    assert_eq!(folder.files(), ["campaign.renown", "copy.renown"]);
    assert_eq!(state(&folder, "campaign.renown"), then);
    let said = folder.run(&["restore", "campaign.renown"]).go();
    assert!(said.err.starts_with("error: \"campaign.renown\" is the campaign itself\n"), "{said:?}");
    // Behind a link lies the file that is meant.
    std::fs::create_dir(folder.path("shelf")).expect("it can be made");
    std::fs::rename(folder.path("campaign.renown"), folder.path("shelf/war.renown")).expect("it can be moved");
    std::os::unix::fs::symlink("shelf/war.renown", folder.path("campaign.renown")).expect("it can be linked");
    folder.ok(&["fleet", "rename", "Anna", "Agrippa", "Renamed"]);
    folder.ok(&["restore", "copy.renown"]);
    assert!(folder.path("campaign.renown").is_symlink() && folder.path("shelf/war.renown.replaced").exists());
    assert_eq!(state(&folder, "campaign.renown"), then);
}

#[test]
fn a_restore_killed_at_any_call_leaves_the_one_or_the_other() {
    let (made, then, now) = gone_on();
    let (copy, whole) = (made.read("copy.renown"), made.read("campaign.renown"));
    let prepare = |folder: &Folder| {
        folder.write("copy.renown", &copy);
        folder.write("campaign.renown", &whole);
    };
    let args = ["--campaign", "campaign.renown", "restore", "copy.renown"];
    let judge = |folder: &Folder, said: &Said, call: usize| {
        let found = state(folder, "campaign.renown");
        assert!(found == then || (found == now && said.code != 0), "call {call}");
        if found == then {
            assert_eq!(state(folder, "campaign.renown.replaced"), now, "call {call}");
        }
    };
    let calls = at_every_call(&args, step(31), prepare, judge);
    eprintln!("{calls} calls");
}

#[test]
fn an_older_backup_is_restored_as_the_present_schema_has_it() {
    let (folder, ..) = gone_on();
    let old =
        std::fs::read(format!("{}/tests/fixtures/schema-1.renown", env!("CARGO_MANIFEST_DIR"))).expect("it is there");
    folder.write("old.renown", &old);
    folder.ok(&["restore", "old.renown", "--campaign", "campaign.renown"]);
    assert!(folder.ok(&["log", "--all", "--campaign", "campaign.renown"]).contains("Dagny's base is hidden in Rebo"));
    assert_eq!(folder.read("old.renown"), old);
    assert!(!folder.path("old.renown.schema-1").exists());
}

#[test]
fn a_restore_waits_for_nobody_who_reads_for_long() {
    let (folder, _, now) = gone_on();
    let other = open(&folder.path("campaign.renown"));
    other.execute_batch("BEGIN; SELECT count(*) FROM journal").expect("it is readable");
    let said = folder.run(&["restore", "copy.renown", "--campaign", "campaign.renown"]).go();
    assert_eq!(said.err, "error: \"campaign.renown\" is held by another program\nhint: try again in a moment\n");
    drop(other);
    assert_eq!(state(&folder, "campaign.renown"), now);
}

#[test]
fn a_new_campaign_killed_at_any_call_is_whole_or_not_there() {
    let judge = |folder: &Folder, said: &Said, call: usize| {
        if !folder.path("campaign.renown").exists() {
            assert_eq!((said.out.as_str(), said.err.as_str()), ("", ""), "call {call} was acknowledged");
            folder.ok(&["new", "War"]);
        }
        assert!(state(folder, "campaign.renown").len() == 16, "call {call}");
        // What the killed run left goes with the next that writes there.
        folder.ok(&["--campaign", "campaign.renown", "export", "war.jsonl"]);
        std::fs::remove_file(folder.path("campaign.renown")).expect("it is there");
        folder.ok(&["import", "war.jsonl"]);
        assert_eq!(folder.files(), ["campaign.renown", "war.jsonl"], "call {call}");
    };
    let calls = at_every_call(&["new", "War"], step(23), |_| {}, judge);
    eprintln!("{calls} calls");
}

#[test]
fn a_log_without_its_file_is_not_taken_for_the_new_ones() {
    let folder = Folder::new();
    folder.write("campaign.renown-wal", "an old log");
    let said = folder.run(&["new", "War"]).go();
    let message =
        "error: \"campaign.renown-wal\" exists already\nhint: choose another name, or move the old file away\n";
    assert_eq!((said.code, said.err.as_str()), (1, message));
    assert_eq!(folder.files(), ["campaign.renown-wal"]);
}

#[test]
fn the_draft_of_a_run_that_goes_on_stays() {
    let folder = Folder::new();
    let own = format!(".campaign.renown.{}-7.renown-part", std::process::id());
    for name in [
        own.as_str(),
        ".campaign.renown.4194999-0.renown-part",
        ".campaign.renown.4194999-0.renown-part-wal",
        ".campaign.renown.x.renown-part",
    ] {
        folder.write(name, "");
    }
    folder.ok(&["new", "War"]);
    let mut expected = vec![own, ".campaign.renown.x.renown-part".to_owned(), "campaign.renown".to_owned()];
    expected.sort();
    assert_eq!(folder.files(), expected);
}

/// What is done to a line of an export.
type Change = fn(&mut Line);

/// An export with one line changed and every hash after it made good again.
fn forged(folder: &Folder, change: impl Fn(&mut Line)) -> Said {
    let mut chain = String::new();
    let mut lines = String::new();
    for text in folder.ok(&["export"]).lines() {
        let mut line: Line = serde_json::from_str(text).expect("it is a line");
        change(&mut line);
        chain = line.entry.chain(&chain);
        line.chain.clone_from(&chain);
        lines += &serde_json::to_string(&line).expect("it can be written");
        lines.push('\n');
    }
    folder.write("forged.jsonl", lines);
    let _ = std::fs::remove_file(folder.path("again.renown"));
    folder.run(&["--campaign", "again.renown", "import", "forged.jsonl"]).go()
}

#[test]
fn an_import_takes_nothing_that_is_damaged_then() {
    let folder = Folder::new();
    campaign(&folder);
    assert_eq!(forged(&folder, |_| {}).code, 0);
    let cases: [(&str, Change); 7] = [
        ("line 1: entry 1 was made by a newer renown: its schema is 99", |line| line.entry.schema = 99),
        ("line 1: entry 1 has no schema", |line| line.entry.schema = 0),
        ("line 2: entry 2 has 2 events and the rules of 1", |line| {
            if line.entry.entry == 2 {
                line.entry.rules.pop();
            }
        }),
        ("line 3: entry 3 was made at", |line| {
            if line.entry.entry == 3 {
                line.entry.at += chrono::TimeDelta::milliseconds(5);
            }
        }),
        ("line 1: the digest of entry 1 is unreadable", |line| {
            line.entry.schema = 1;
            line.entry.digest.truncate(5);
        }),
        ("what \"forged.jsonl\" says is damaged: entry 5 decided again comes out otherwise", |line| {
            if line.entry.entry == 5 {
                let text = line.entry.command.take().expect("it is a command").get().replace("Agrippa", "Agripina");
                line.entry.command = Some(serde_json::value::RawValue::from_string(text).expect("it is JSON"));
            }
        }),
        ("line 1: entry 1 was made at", |line| {
            line.entry.at = chrono::NaiveDate::MAX.and_hms_opt(0, 0, 0).expect("it is a time");
        }),
    ];
    for (says, change) in cases {
        let said = forged(&folder, change);
        assert!(said.code == 1 && said.err.starts_with(&format!("error: {says}")), "{says}: {said:?}");
        assert!(!folder.path("again.renown").exists(), "{says}");
    }
}
