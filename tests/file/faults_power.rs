//! After a power cut everything acknowledged is there, and nothing is half written. A disk is modelled from what the
//! program wrote: of the writes to a file since it was last synced any part may be there or not, and names that were
//! made, moved or taken away since their folder was synced may be so or not, those before others first.
//!
//! `RENOWN_POWER=1000 cargo test --test file faults_power:: -- --nocapture` cuts that often.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::path::Path;

use renown::catalog::Catalog;
use renown::club;
use renown::store::Store;

use crate::support::shim::{self, Call, Fault};
use crate::support::{self, Folder, Picks, campaign};

const CREATES: i64 = 0o100;
const EMPTIES: i64 = 0o1000;

/// What was done to a file and is not synced yet.
#[derive(Clone, Debug)]
enum Change {
    Write(usize, Vec<u8>),
    Cut(usize),
}

/// A file as the disk surely has it, and what came since.
#[derive(Clone, Debug, Default)]
struct File {
    synced: Vec<u8>,
    since: Vec<Change>,
}

/// What was done to a name and is not synced yet.
#[derive(Clone, Debug)]
enum Naming {
    Is(String, usize),
    Gone(String),
}

/// A disk that forgets.
#[derive(Clone, Debug, Default)]
struct Disk {
    files: Vec<File>,
    /// Names as the program sees them, and as the disk surely has them.
    seen: BTreeMap<String, usize>,
    synced: BTreeMap<String, usize>,
    since: Vec<Naming>,
}

impl Disk {
    fn of(folder: &Folder) -> Self {
        let mut disk = Self::default();
        for name in folder.files() {
            let synced = folder.read(&name);
            disk.seen.insert(name, disk.files.len());
            disk.files.push(File { synced, since: Vec::new() });
        }
        disk.synced.clone_from(&disk.seen);
        disk
    }

    fn take(&mut self, call: &Call, root: &str) {
        if call.result < 0 {
            return;
        }
        let name = |path: &str| path.strip_prefix(root).unwrap_or(path).trim_start_matches('/').to_owned();
        let (path, second) = (name(&call.path), name(&call.second));
        match call.what.as_str() {
            "open" if path.is_empty() => {}
            "open" => {
                if call.offset & CREATES != 0 && !self.seen.contains_key(&path) {
                    self.files.push(File::default());
                    self.give(path.clone(), self.files.len() - 1);
                }
                if call.offset & EMPTIES != 0 {
                    self.change(&path, Change::Cut(0));
                }
            }
            "write" => self.change(&path, Change::Write(at(call.offset), call.data.clone())),
            "truncate" => self.change(&path, Change::Cut(at(call.length))),
            "sync" if path.is_empty() => {
                self.since.clear();
                self.synced.clone_from(&self.seen);
            }
            "sync" => {
                if let Some(file) = self.seen.get(&path).copied().and_then(|index| self.files.get_mut(index)) {
                    let since = std::mem::take(&mut file.since);
                    since.iter().for_each(|change| apply(&mut file.synced, change, usize::MAX));
                }
            }
            "link" => {
                if let Some(file) = self.seen.get(&path).copied() {
                    self.give(second, file);
                }
            }
            "rename" => {
                if let Some(file) = self.seen.get(&path).copied() {
                    // Both at once: a file system does not lose a name on the way.
                    self.seen.remove(&path);
                    self.give(second, file);
                    self.since.push(Naming::Gone(path));
                }
            }
            "unlink" => {
                self.seen.remove(&path);
                self.since.push(Naming::Gone(path));
            }
            _ => {}
        }
    }

    fn give(&mut self, name: String, file: usize) {
        self.seen.insert(name.clone(), file);
        self.since.push(Naming::Is(name, file));
    }

    fn change(&mut self, path: &str, change: Change) {
        if let Some(file) = self.seen.get(path).copied().and_then(|index| self.files.get_mut(index)) {
            file.since.push(change);
        }
    }

    /// What a power cut may leave of it.
    fn cut(&self, picks: &mut Picks) -> BTreeMap<String, Vec<u8>> {
        let mut names = self.synced.clone();
        for naming in &self.since[..picks.below(self.since.len() + 1)] {
            match naming {
                Naming::Is(name, file) => drop(names.insert(name.clone(), *file)),
                Naming::Gone(name) => drop(names.remove(name)),
            }
        }
        // All, none, or some of the writes; one of them perhaps in part, by sectors.
        let kept = picks.below(4);
        let content = |file: &File, picks: &mut Picks| {
            let mut bytes = file.synced.clone();
            for change in &file.since {
                let whole = match kept {
                    0 => false,
                    1 => true,
                    _ => picks.below(2) == 0,
                };
                if whole {
                    apply(&mut bytes, change, usize::MAX);
                } else if kept == 3 && picks.below(4) == 0 {
                    apply(&mut bytes, change, 512 * picks.below(8));
                }
            }
            bytes
        };
        let contents: Vec<Vec<u8>> = self.files.iter().map(|file| content(file, picks)).collect();
        // The index of the log is rebuilt from it, and never needed.
        let lasting = names.into_iter().filter(|(name, _)| !name.ends_with("-shm"));
        lasting.map(|(name, file)| (name, contents[file].clone())).collect()
    }
}

fn at(number: i64) -> usize {
    usize::try_from(number).expect("places in files are not negative")
}

fn apply(bytes: &mut Vec<u8>, change: &Change, most: usize) {
    match change {
        Change::Cut(length) => bytes.resize(*length, 0),
        Change::Write(at, data) => {
            let data = &data[..data.len().min(most)];
            bytes.resize(bytes.len().max(at + data.len()), 0);
            bytes[*at..at + data.len()].copy_from_slice(data);
        }
    }
}

/// How often: a few times, or by `RENOWN_POWER`.
fn count(usual: usize) -> usize {
    std::env::var("RENOWN_POWER").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

const CAMPAIGN: &str = "campaign.renown";

type Make = fn(&Folder);

/// Verbs, and the folder they begin from.
const VERBS: [(Make, &[&str]); 7] = [
    (|_| {}, &["new", "War"]),
    (|folder| drop(campaign(folder)), &["fleet", "rename", "Anna", "Agrippa", "Renamed"]),
    (|folder| drop(campaign(folder)), &["undo"]),
    (|folder| drop(campaign(folder)), &["week"]),
    (|folder| drop(campaign(folder)), &["backup", "copy.renown"]),
    (|folder| drop(campaign(folder)), &["export", "war.jsonl"]),
    (
        |folder| {
            campaign(folder);
            folder.ok(&["export", "war.jsonl"]);
            std::fs::remove_file(folder.path(CAMPAIGN)).expect("it was just made");
        },
        &["import", "war.jsonl"],
    ),
];

/// Whether the program said by then that it is done.
fn said_so(calls: &[Call]) -> bool {
    let said: Vec<u8> = calls.iter().filter(|call| call.what == "say").flat_map(|call| call.data.clone()).collect();
    let said = String::from_utf8_lossy(&said);
    ["Recorded", "entries rebuilt", "is in \"", "is undone"].iter().any(|words| said.contains(words))
}

/// What is wrong with what a power cut left; the file that a verb makes or changes is the one that counts.
fn wrong(folder: &Folder, file: &str, before: Option<&str>, after: &str, acknowledged: bool) -> Option<String> {
    let path = folder.path(file);
    let now = path.exists().then(|| content(&path)).transpose();
    match now {
        Err(error) => Some(format!("{file} is not whole: {error}")),
        Ok(now) if now.as_deref() == Some(after) => None,
        Ok(now) if now.as_deref() == before && acknowledged => {
            Some(format!("{file} was acknowledged, and is {}", now.map_or("gone", |_| "as before")))
        }
        Ok(now) if now.as_deref() == before => None,
        Ok(_) => Some(format!("{file} is neither what it was nor what it was to become")),
    }
}

fn content(path: &Path) -> Result<String, String> {
    if path.extension().is_none_or(|ending| ending != "renown") {
        return std::fs::read(path)
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .map_err(|e| e.to_string());
    }
    let store = Store::open(path).map_err(|error| error.to_string())?;
    store.load().map_err(|error| error.to_string())?;
    support::whole(&support::open(path)).map_err(|error| error.to_string())
}

#[test]
fn a_power_cut_takes_nothing_acknowledged() {
    let Some(shim) = shim::shim() else { return };
    let (mut picks, mut cuts, mut bad) = (Picks(11), 0, Vec::new());
    for (make, args) in VERBS {
        let folder = Folder::new();
        make(&folder);
        let file = match args {
            ["backup" | "export", file] => file,
            _ => CAMPAIGN,
        };
        let disk = Disk::of(&folder);
        let before = folder.path(file).exists().then(|| content(&folder.path(file)).expect("it is whole"));
        let root = folder.path("").canonicalize().expect("the folder is there").display().to_string();
        let ended = shim::run(shim, &folder, args, Fault::default());
        assert_eq!(ended.said.code, 0, "{args:?}: {:?}", ended.said);
        let after = content(&folder.path(file)).expect("it is whole");
        if file.ends_with(".renown") {
            let store = Store::open(&folder.path(file)).expect("it opens");
            let verified = club::verify(&store, &Catalog::embedded(), true).expect("it is readable");
            assert_eq!(verified.findings, [], "{args:?}");
        }
        for _ in 0..count(140).div_ceil(VERBS.len()) {
            let moment = picks.below(ended.calls.len() + 1);
            let mut disk = disk.clone();
            ended.calls[..moment].iter().for_each(|call| disk.take(call, &root));
            let left = Folder::new();
            disk.cut(&mut picks).iter().for_each(|(name, bytes)| drop(left.write(name, bytes)));
            cuts += 1;
            let acknowledged = said_so(&ended.calls[..moment]);
            if let Some(what) = wrong(&left, file, before.as_deref(), &after, acknowledged) {
                bad.push(format!("{args:?} after call {moment} of {}: {what}", ended.calls.len()));
            }
        }
    }
    eprintln!("{cuts} power cuts, {} lost or half written", bad.len());
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}
