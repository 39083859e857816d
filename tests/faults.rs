//! The file survives what happens to files: a program killed at any moment, a full disk, a file that may not be
//! written, several writers at once, and single bits that fall over. Judged by the program's own `verify`.

#![cfg(unix)]

mod support;

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use renown::catalog::Catalog;
use renown::door;
use renown::store::{Store, StoreError, Verified, check};
use support::{Folder, NOW, Picks, RENOWN, Said, campaign, content, open, said, settle};

fn verify(path: &Path, catalog: &Catalog) -> Result<Verified, StoreError> {
    door::verify(&Store::open(path)?, catalog, false)
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

#[test]
fn writers_at_once_lose_nothing_and_do_nothing_twice() {
    let catalog = Catalog::embedded();
    for writers in [2, 8] {
        let folder = Folder::new();
        folder.ok(&["new", "War"]);
        folder.ok(&["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "Marr"]);
        let names: Vec<Vec<String>> =
            (0..writers).map(|writer| (0..3).map(|ship| format!("Hounds {writer}-{ship}")).collect()).collect();
        std::thread::scope(|scope| {
            for names in &names {
                scope.spawn(|| names.iter().for_each(|name| insist(&folder, name)));
            }
        });
        let path = folder.path("campaign.renown");
        assert_eq!(entries(&path, &catalog), 2 + 3 * writers);
        let connection = open(&path);
        for name in names.iter().flatten() {
            let sql = "SELECT count(*) FROM journal WHERE json_extract(command, '$.new.name') = ?1";
            let given: i64 = connection.query_row(sql, [name], |row| row.get(0)).expect("the journal is readable");
            let sql = "SELECT count(*) FROM vessel WHERE name = ?1";
            let there: i64 = connection.query_row(sql, [name], |row| row.get(0)).expect("the register is readable");
            assert_eq!((given, there), (1, 1), "{name}");
        }
    }
}

/// Buys a squadron, again and again while others come first.
fn insist(folder: &Folder, name: &str) {
    for _ in 0..1000 {
        let said = folder.run(&["fleet", "buy", "Anna", "cobra:2", "--name", name]).go();
        if said.code == 0 {
            return;
        }
        let meanwhile = said.err.starts_with("error: somebody else recorded entry ")
            && said.err.ends_with("hint: look at `renown log`, then give the command again; nothing was changed\n");
        let held = said.err == "error: \"campaign.renown\" is held by another program\nhint: try again in a moment\n";
        assert!(said.code == 1 && said.out.is_empty() && (meanwhile || held), "{said:?}");
    }
    panic!("{name} never had its turn");
}

/// A campaign of which single bits fall over.
struct Bits {
    folder: Folder,
    bytes: Vec<u8>,
    was: String,
    catalog: Catalog,
    unnoticed: Vec<String>,
}

impl Bits {
    fn new() -> Self {
        let folder = Folder::new();
        let path = campaign(&folder);
        // A backup holds no remains of values that have moved to another page.
        folder.ok(&["backup", "compact.renown"]);
        let (bytes, was) = (folder.read("compact.renown"), content(&path));
        Self { folder, bytes, was, catalog: Catalog::embedded(), unnoticed: Vec::new() }
    }

    /// What nobody notices must not matter: the content is what it was, unless `must` says that it cannot be.
    fn flip(&mut self, at: usize, bit: u8, must: bool) {
        let mut bytes = self.bytes.clone();
        bytes[at] ^= 1 << bit;
        let path = self.folder.write("campaign.renown", &bytes);
        let noticed = verify(&path, &self.catalog).map_or(true, |verified| verified.damaged());
        let same = || support::whole(&open(&path)).is_ok_and(|content| content == self.was);
        if !noticed && (must || !same()) {
            self.unnoticed.push(format!("bit {bit} of byte {at}"));
        }
    }
}

#[test]
fn no_bit_that_falls_over_changes_the_content_unnoticed() {
    let mut bits = Bits::new();
    let mut picks = Picks(3);
    for _ in 0..160 {
        bits.flip(picks.below(bits.bytes.len()), bit(&mut picks), false);
    }
    // The first page, with header and schema, is small and matters most.
    for _ in 0..60 {
        bits.flip(picks.below(4096), bit(&mut picks), false);
    }
    assert_eq!(bits.unnoticed, [""; 0]);
}

#[test]
fn every_bit_of_a_stored_text_is_noticed() {
    let mut bits = Bits::new();
    let mut picks = Picks(4);
    let stored = stored(&bits.folder.path("compact.renown"), &bits.bytes);
    assert!(stored.len() > 100, "only {} stored texts found", stored.len());
    for _ in 0..160 {
        let (start, length) = stored[picks.below(stored.len())];
        bits.flip(start + picks.below(length), bit(&mut picks), true);
    }
    // SQLite reads names in either case, so a table whose name changed its case works as before.
    let schema = bits.bytes.windows(15).position(|window| window == b"tableaboutabout").expect("the table is there");
    bits.flip(schema + 6, 5, true);
    assert_eq!(bits.unnoticed, [""; 0]);
}

fn bit(picks: &mut Picks) -> u8 {
    u8::try_from(picks.below(8)).expect("below 8")
}

/// Where the texts of all tables lie in the file: offset and length.
fn stored(path: &Path, bytes: &[u8]) -> Vec<(usize, usize)> {
    let connection = open(path);
    let mut texts = BTreeSet::new();
    for table in support::tables(&connection).expect("the schema is readable") {
        let mut query = connection.prepare(&format!("SELECT * FROM {table}")).expect("the table is readable");
        let columns = query.column_count();
        let mut rows = query.query([]).expect("the table is readable");
        while let Some(row) = rows.next().expect("the row is readable") {
            for column in 0..columns {
                if let rusqlite::types::ValueRef::Text(text) = row.get_ref(column).expect("the column is there")
                    && text.len() >= 4
                {
                    texts.insert(text.to_vec());
                }
            }
        }
    }
    // The first page is the schema's, and keeps remains of it from when it was shorter.
    let rows = &bytes[4096..];
    let found =
        |text: &Vec<u8>| rows.windows(text.len()).position(|window| window == text).map(|at| (4096 + at, text.len()));
    texts.iter().filter_map(found).collect()
}

#[test]
fn no_command_breaks_down_over_a_fallen_bit() {
    let folder = Folder::new();
    let path = campaign(&folder);
    let bytes = folder.read("campaign.renown");
    let mut picks = Picks(5);
    let readers: [&[&str]; 8] = [
        &["verify"],
        &["verify", "--format", "json"],
        &["log", "--all"],
        &["log", "--all", "--as", "public"],
        &["register"],
        &["check"],
        &["map", "show"],
        &["export"],
    ];
    for round in 0..120 {
        let (at, bit) = (picks.below(bytes.len()), bit(&mut picks));
        let mut bytes = bytes.clone();
        bytes[at] ^= 1 << bit;
        std::fs::write(&path, &bytes).expect("the temporary folder takes files");
        let args = readers[round % readers.len()];
        let said = folder.run(args).go();
        let words = ["damaged", "is not a campaign", "truncated", "newer renown", "not add up", "cannot be used"];
        let named = said.code == 1 && words.iter().any(|word| said.err.contains(word));
        assert!(said.code == 0 || named, "{args:?}, bit {bit} of byte {at}: {said:?}");
    }
}
