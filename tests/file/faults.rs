//! The file survives what happens to files: a program killed at any moment, a full disk, a file that may not be
//! written. Judged by the program's own `verify`.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use renown::catalog::Catalog;
use renown::club;
use renown::store::{Store, StoreError, Verified, check};

use crate::support::{Folder, NOW, Picks, RENOWN, Said, campaign, content, open, said, settle};

fn verify(path: &Path, catalog: &Catalog) -> Result<Verified, StoreError> {
    club::verify(&Store::open(path)?, catalog, false)
}

/// Verifies a file that must be whole; returns how many entries it has.
fn entries(path: &Path, catalog: &Catalog) -> u64 {
    let verified = verify(path, catalog).expect("the file opens");
    assert_eq!(verified.findings, []);
    let sums = check(&Store::open(path).expect("the file opens")).expect("the file can be read");
    assert_eq!(sums, []);
    verified.entries
}

/// Starts a run, lets it go on for a while, and kills it.
fn kill(folder: &Path, args: &[&str], after: Duration) {
    let mut child = Command::new(RENOWN)
        .args(args)
        .env_clear()
        .env("RENOWN_NOW", NOW)
        .env("RENOWN_STEP", "1")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(after);
    child.kill().expect("the program can be killed");
    child.wait().expect("the program ends");
}

#[test]
fn a_killed_program_leaves_all_or_nothing_of_each_command() {
    let catalog = Catalog::embedded();
    let folder = Folder::new();
    let path = campaign(&folder);
    let mut picks = Picks(1);
    let mut pause = |most| Duration::from_micros(picks.below(most) as u64);
    let mut before = entries(&path, &catalog);
    let first = before;
    for round in 0..60 {
        // One file throughout: each run goes on from what the killed one left.
        let name = format!("Agrippa {round}");
        let old = open(&path)
            .query_row("SELECT name FROM vessel WHERE id = 1", [], |row| row.get::<_, String>(0))
            .expect("vessel 1 is there");
        kill(&folder.path(""), &["fleet", "rename", "Anna", &old, &name], pause(12_000));
        let after = entries(&path, &catalog);
        let now: String = open(&path)
            .query_row("SELECT name FROM vessel WHERE id = 1", [], |row| row.get(0))
            .expect("vessel 1 is there");
        assert_eq!((after, now), if after == before { (before, old) } else { (before + 1, name) }, "round {round}");
        before = after;
    }
    assert_eq!(folder.run(&["verify"]).go().code, 0);
    eprintln!("{} of 60 commands came through", before - first);
}

#[test]
fn a_killed_program_leaves_all_or_nothing_of_several_commands_in_a_row() {
    let catalog = Catalog::embedded();
    let folder = Folder::new();
    let path = campaign(&folder);
    // Back to the muster.
    folder.ok(&["undo", "--to", "18"]);
    settle(&path);
    let ready = folder.read("campaign.renown");
    let before = entries(&path, &catalog);
    let mut picks = Picks(2);
    let mut seen = BTreeSet::new();
    // Rolls the order, picks twice, hides a base and begins: five entries.
    let args = ["start", "--pick", "Anna=Rebo", "--pick", "Boris=Nman", "--base", "Dagny=Platea"];
    folder.ok(&args);
    assert_eq!(entries(&path, &catalog), before + 5);
    for round in 0..40 {
        for file in folder.files() {
            std::fs::remove_file(folder.path(&file)).expect("the test made it");
        }
        folder.write("campaign.renown", &ready);
        kill(&folder.path(""), &args, Duration::from_micros(picks.below(34_000) as u64));
        let after = entries(&path, &catalog);
        assert!(after == before || after == before + 5, "round {round}: {after} entries");
        seen.insert(after - before);
    }
    eprintln!("entries of the killed runs: {seen:?}");
}

/// Runs the program where no file may grow beyond `blocks`.
fn limited(folder: &Folder, blocks: u32, args: &[&str]) -> Said {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script, RENOWN])
        .args(args)
        .env_clear()
        .env("RENOWN_NOW", NOW)
        .env("RENOWN_STEP", "1")
        .current_dir(folder.path(""))
        .output()
        .expect("sh starts");
    said(output)
}

#[test]
fn a_full_disk_refuses_the_command_and_changes_nothing() {
    let catalog = Catalog::embedded();
    let folder = Folder::new();
    let path = campaign(&folder);
    let (bytes, was) = (folder.read("campaign.renown"), content(&path));
    let mut refused = 0;
    for blocks in [0, 1, 4, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96] {
        let said = limited(&folder, blocks, &["fleet", "rename", "Anna", "Agrippa", "Renamed"]);
        if said.code == 0 {
            assert_eq!(entries(&path, &catalog), 29);
        } else {
            refused += 1;
            let message = "error: no room to write \"campaign.renown\"\n\
                           hint: free some space and give the command again; nothing was changed\n";
            assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (1, "", message), "{blocks} blocks");
            assert_eq!(entries(&path, &catalog), 28, "{blocks} blocks");
            assert_eq!(content(&path), was, "{blocks} blocks");
        }
        for file in folder.files() {
            std::fs::remove_file(folder.path(&file)).expect("the test made it");
        }
        folder.write("campaign.renown", &bytes);
    }
    assert!((4..13).contains(&refused), "{refused} of 13 refused: the limits do not bite");
}

#[test]
fn a_full_disk_leaves_no_part_of_a_new_file() {
    let folder = Folder::new();
    let said = limited(&folder, 8, &["new", "War"]);
    let message = "error: no room to write \"campaign.renown\"\n\
                   hint: free some space and give the command again; nothing was changed\n";
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (1, "", message));
    assert_eq!(folder.files(), [""; 0]);
    folder.ok(&["new", "War"]);
    let said = limited(&folder, 8, &["export", "war.jsonl"]);
    assert_eq!((said.code, said.err.as_str()), (1, "error: \"war.jsonl\": File too large (os error 27)\n"));
    assert_eq!(limited(&folder, 8, &["backup", "copy.renown"]).code, 1);
    // SQLite's own side files may stay behind, empty.
    let left: Vec<String> = folder.files().into_iter().filter(|file| !file.starts_with("campaign.renown-")).collect();
    assert_eq!(left, ["campaign.renown"]);
}

#[test]
fn results_that_cannot_be_written_are_an_error() {
    let folder = Folder::new();
    folder.ok(&["new", "War"]);
    let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else { return };
    let run = Command::new(RENOWN).arg("log").current_dir(folder.path("")).stdout(full).output().expect("it starts");
    let said = said(run);
    assert_eq!((said.code, said.err.as_str()), (1, "error: cannot write: No space left on device (os error 28)\n"));
}

#[test]
fn a_read_only_file_is_read_but_not_written() {
    let folder = Folder::new();
    let path = campaign(&folder);
    let bytes = folder.read("campaign.renown");
    let mode = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("the test owns it");
    };
    mode(&path, 0o444);
    let writes: [&[&str]; 4] = [
        &["fleet", "rename", "Anna", "Agrippa", "Renamed"],
        &["undo"],
        &["option", "--ends", "none", "--ruling", "a long winter"],
        &["redo"],
    ];
    for closed in [false, true] {
        // In a folder that takes no file either, SQLite cannot keep its side files.
        mode(&folder.path(""), if closed { 0o555 } else { 0o755 });
        for args in [&["status"] as &[&str], &["log"], &["standings"], &["register"], &["verify"], &["check"]] {
            let said = folder.run(args).go();
            assert_eq!((said.code, said.err.as_str()), (0, ""), "{args:?}");
        }
        for args in writes.iter().take(3) {
            let said = folder.run(args).go();
            let message = "error: \"campaign.renown\" is read-only\nhint: make the file writable, or work on a copy\n";
            assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (1, "", message), "{args:?}");
        }
        assert_eq!(folder.files(), ["campaign.renown"]);
    }
    mode(&folder.path(""), 0o755);
    assert_eq!(folder.read("campaign.renown"), bytes);
    mode(&path, 0o644);
    folder.ok(writes[0]);
}
