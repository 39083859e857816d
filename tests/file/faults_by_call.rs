//! The file survives what happens to single calls: the program is killed at any of them, or it fails. Judged by the
//! program's own `verify`, and by comparing every row with what it was and what it was to become.
//!
//! `RENOWN_FAULTS=1000 cargo test --test file faults_by_call:: -- --nocapture` kills a thousand times and fails two thousand
//! calls.

#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::OnceLock;

use renown::catalog::Catalog;
use renown::club;
use renown::store::{Store, check};

use crate::support::shim::{self, Ended, Fault, HUNG, KILLED};
use crate::support::{self, Folder, campaign, settle};

const RENAME: [&str; 5] = ["fleet", "rename", "Anna", "Agrippa", "Renamed"];

#[test]
fn the_shim_reaches_the_calls_of_sqlite() {
    let Some(shim) = shim::shim() else { return };
    let folder = Folder::new();
    campaign(&folder);
    let ended = shim::run(shim, &folder, &RENAME, Fault { calls: "sync", ..Fault::default() });
    assert_eq!((ended.said.code, ended.signal), (0, None));
    let counted: Vec<&str> = ended.calls.iter().filter(|call| call.number > 0).map(|call| call.what.as_str()).collect();
    assert!(counted.len() >= 3 && counted.iter().all(|what| *what == "sync"), "{counted:?}");
    let said: Vec<u8> =
        ended.calls.iter().filter(|call| call.what == "say").flat_map(|call| call.data.clone()).collect();
    assert!(String::from_utf8_lossy(&said).contains("Recorded as entry 29"), "the log knows what was printed");
    // Before the first write to the log nothing has happened; half of it is not an entry.
    for how in ["kill", "kill-half"] {
        campaign(&folder);
        let ended = shim::run(shim, &folder, &RENAME, Fault { calls: "write", at: 12, how, ..Fault::default() });
        assert_eq!((ended.signal, ended.said.err.as_str()), (Some(KILLED), ""), "{how}");
        let last = ended.calls.last().expect("it was killed at a call");
        assert_eq!((last.number, last.result), (12, if how == "kill" { -2 } else { last.length / 2 }), "{how}");
        assert!(folder.ok(&["verify"]).starts_with("The campaign is whole: 28 entries"), "{how}");
        for side in folder.files().iter().filter(|file| file.contains('-')) {
            std::fs::remove_file(folder.path(side)).expect("the test made it");
        }
    }
    campaign(&folder);
    let ended = shim::run(shim, &folder, &RENAME, Fault { calls: "sync", at: 1, how: "EIO", ..Fault::default() });
    assert_eq!((ended.said.code, ended.signal), (1, None), "{:?}", ended.said);
}

/// Everything below a folder by name; drafts and side files included.
type Files = BTreeMap<String, Vec<u8>>;

fn files(folder: &Folder) -> Files {
    fn walk(place: &Path, name: &str, found: &mut Files) {
        for file in std::fs::read_dir(place).expect("the folder is there") {
            let file = file.expect("it can be listed");
            let name = format!("{name}{}", file.file_name().to_string_lossy());
            if file.path().is_dir() {
                walk(&file.path(), &format!("{name}/"), found);
            } else {
                found.insert(name, std::fs::read(file.path()).expect("it can be read"));
            }
        }
    }
    let mut found = Files::new();
    walk(&folder.path(""), "", &mut found);
    found
}

fn laid(files: &Files) -> Folder {
    let folder = Folder::new();
    for (name, bytes) in files {
        let path = folder.path(name);
        std::fs::create_dir_all(path.parent().expect("it lies in the folder")).expect("the folder takes folders");
        std::fs::write(path, bytes).expect("the folder takes files");
    }
    folder
}

const CAMPAIGN: &str = "campaign.renown";

/// A verb that writes, and where.
struct Verb {
    begins: fn() -> &'static Files,
    args: &'static [&'static str],
}

const fn verb(begins: fn() -> &'static Files, args: &'static [&'static str]) -> Verb {
    Verb { begins, args }
}

const VERBS: [Verb; 25] = [
    verb(nothing, &["new", "War"]),
    verb(nothing, &["demo", "--players", "2", "--weeks", "0", "--out", "."]),
    verb(exported, &["import", "war.jsonl"]),
    verb(running, &["player", "add", "Fritz", "--fleet", "gothic-sector", "--commander", "Rex"]),
    verb(running, &["player", "renown", "Anna", "2", "--ruling", "a wager"]),
    verb(running, &["fleet", "buy", "Emil", "sm-strike-cruiser", "--name", "Spear", "--dice", "seed:a"]),
    verb(running, &RENAME),
    verb(at_muster, &["option", "late-ship-leadership=-1"]),
    verb(running, &["challenge", "Anna", "Boris", "--accept"]),
    verb(running, &["undo"]),
    verb(undone, &["redo"]),
    verb(
        running,
        &["amend", "5", "--yes", "--ruling", "so it was", "--", "fleet", "buy", "Anna", "lunar", "--name", "Agricola"],
    ),
    verb(running, &["week"]),
    verb(running, &["backup", "copy.renown"]),
    verb(at_muster, &["fleet", "buy", "Anna", "cobra:3", "--name", "Hounds"]),
    verb(at_muster, &["flagship", "Anna", "Aquila", "--ruling", "why not"]),
    verb(
        at_muster,
        &["start", "--dice", "seed:b", "--pick", "Anna=Rebo", "--pick", "Boris=Nman", "--base", "Dagny=Platea"],
    ),
    verb(challenged, &["battle", "next", "1", "--dice", "5,3"]),
    verb(at_battle, &["battle", "record", "2", "--transports-through", "8", "--turns", "6", "--plot", "Boris=no"]),
    verb(at_battle, &["battle", "fight", "2", "--dice", "seed:c"]),
    verb(at_battle, &["battle", "template", "2", "--out", "report.toml"]),
    verb(running, &["export", "war.jsonl"]),
    verb(running, &["publish", "site"]),
    verb(running, &["map", "show", "--svg", "map.svg"]),
    verb(saved, &["restore", "copy.renown"]),
];

fn nothing() -> &'static Files {
    static MADE: OnceLock<Files> = OnceLock::new();
    MADE.get_or_init(Files::new)
}

/// A state of the folder, made once.
fn made(once: &'static OnceLock<Files>, make: impl FnOnce(&Folder)) -> &'static Files {
    once.get_or_init(|| {
        let folder = Folder::new();
        make(&folder);
        let path = folder.path(CAMPAIGN);
        if path.exists() {
            settle(&path);
        }
        files(&folder)
    })
}

fn running() -> &'static Files {
    static MADE: OnceLock<Files> = OnceLock::new();
    made(&MADE, |folder| drop(campaign(folder)))
}

fn undone() -> &'static Files {
    static MADE: OnceLock<Files> = OnceLock::new();
    made(&MADE, |folder| {
        campaign(folder);
        folder.ok(&["undo"]);
    })
}

fn at_muster() -> &'static Files {
    static MADE: OnceLock<Files> = OnceLock::new();
    made(&MADE, |folder| {
        campaign(folder);
        while !folder.ok(&["status"]).contains("buy their fleets") {
            folder.ok(&["undo"]);
        }
    })
}

fn challenged() -> &'static Files {
    static MADE: OnceLock<Files> = OnceLock::new();
    made(&MADE, |folder| {
        campaign(folder);
        folder.ok(&["challenge", "Anna", "Boris", "--accept"]);
    })
}

/// A war whose second battle is to be fought.
fn at_battle() -> &'static Files {
    static MADE: OnceLock<Files> = OnceLock::new();
    made(&MADE, |folder| {
        folder.ok(&["demo", "--players", "2", "--weeks", "1", "--out", "."]);
        std::fs::rename(folder.path("demo.renown"), folder.path(CAMPAIGN)).expect("the war was kept");
        while folder.run(&["battle", "template", "2"]).go().code != 0 {
            folder.ok(&["undo"]);
        }
    })
}

/// A campaign that went on after its copy was made.
fn saved() -> &'static Files {
    static MADE: OnceLock<Files> = OnceLock::new();
    made(&MADE, |folder| {
        campaign(folder);
        folder.ok(&["backup", "copy.renown"]);
        folder.ok(&RENAME);
    })
}

fn exported() -> &'static Files {
    static MADE: OnceLock<Files> = OnceLock::new();
    made(&MADE, |folder| {
        campaign(folder);
        folder.ok(&["export", "war.jsonl"]);
        std::fs::remove_file(folder.path(CAMPAIGN)).expect("it was just made");
    })
}

/// What a folder holds: the campaign by its rows, other files as they are, and what is neither.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct Holds {
    campaigns: BTreeMap<String, String>,
    others: Files,
    drafts: BTreeSet<String>,
    entries: u64,
    broken: Vec<String>,
}

/// The entries of a campaign and all its rows; it must open and, unless it is one of those `known` to be, be whole.
fn campaign_in(path: &Path, catalog: &Catalog, known: &[&Holds]) -> Result<(u64, String), String> {
    let store = Store::open(path).map_err(|error| error.to_string())?;
    let entries = store.load().map_err(|error| error.to_string())?.head.id;
    let content = support::content(path);
    if !known.iter().any(|known| known.campaigns.values().any(|whole| *whole == content)) {
        let sums = check(&store).map_err(|error| error.to_string())?;
        let verified = club::verify(&store, catalog, true).map_err(|error| error.to_string())?;
        if !sums.is_empty() || !verified.findings.is_empty() {
            return Err(format!("{sums:?} {:?}", verified.findings));
        }
    }
    Ok((entries, content))
}

/// Looks into a folder.
fn holds(folder: &Folder, catalog: &Catalog, known: &[&Holds]) -> Holds {
    let mut found = Holds::default();
    for (name, bytes) in files(folder) {
        let side = ["-wal", "-shm", "-journal"].iter().any(|end| name.ends_with(&format!(".renown{end}")));
        if name.starts_with('.') || name.contains("/.") {
            found.drafts.insert(name);
        } else if name.ends_with(".renown") {
            match campaign_in(&folder.path(&name), catalog, known) {
                Ok((entries, content)) => {
                    found.entries = if name == CAMPAIGN { entries } else { found.entries };
                    found.campaigns.insert(name, content);
                }
                Err(why) => found.broken.push(format!("{name} is not whole: {why}")),
            }
        // What `restore` replaces is kept with its log where that cannot be folded into it: `tests/file/keeping.rs` opens it.
        } else if !side && !name.contains(".renown.replaced") {
            found.others.insert(name, bytes);
        }
    }
    found
}

/// The last entry that a run said it recorded.
fn acknowledged(err: &str) -> u64 {
    let said = err.lines().filter(|line| line.starts_with("Recorded "));
    said.flat_map(|line| line.split([' ', '.', ','])).filter_map(|word| word.parse().ok()).max().unwrap_or(0)
}

/// Figures of a loop.
#[derive(Debug, Default)]
struct Sum {
    runs: usize,
    came_through: usize,
    lost: Vec<String>,
    half: Vec<String>,
    wrong: Vec<String>,
}

/// A verb with what it leads from and to.
struct Course<'c> {
    verb: &'c Verb,
    before: Holds,
    after: Holds,
    calls: usize,
    catalog: &'c Catalog,
}

impl<'c> Course<'c> {
    fn new(verb: &'c Verb, shim: &Path, catalog: &'c Catalog) -> Self {
        let folder = laid((verb.begins)());
        let before = holds(&folder, catalog, &[]);
        let ended = shim::run(shim, &folder, verb.args, Fault::default());
        assert_eq!((ended.said.code, ended.signal), (0, None), "{:?}: {:?}", verb.args, ended.said);
        let after = holds(&folder, catalog, &[]);
        assert_eq!((&before.broken, &after.broken), (&Vec::new(), &Vec::new()), "{:?}", verb.args);
        assert_ne!(before, after, "{:?} changes nothing", verb.args);
        assert_eq!(after.drafts, BTreeSet::new(), "{:?}", verb.args);
        Self { verb, before, after, calls: ended.calls.iter().filter(|call| call.number > 0).count(), catalog }
    }

    /// Compares what a run left with what it began from and was to lead to. Returns whether all of it is there.
    fn judge(&self, folder: &Folder, ended: &Ended, what: &str, sum: &mut Sum) -> bool {
        let now = holds(folder, self.catalog, &[&self.before, &self.after]);
        if acknowledged(&ended.said.err) > now.entries {
            sum.lost.push(format!("{what}: {} entries, but it said {}", now.entries, ended.said.err));
        }
        sum.half.extend(now.broken.iter().map(|why| format!("{what}: {why}")));
        for (name, content) in &now.campaigns {
            let whole = [&self.before, &self.after].iter().any(|known| known.campaigns.get(name) == Some(content));
            if !whole {
                sum.half.push(format!("{what}: {name} is neither what it was nor what it was to become"));
            }
        }
        for (name, bytes) in &now.others {
            if self.before.others.get(name) != Some(bytes) && self.after.others.get(name) != Some(bytes) {
                sum.half.push(format!("{what}: {name} is half written, {} bytes", bytes.len()));
            }
        }
        for name in self.before.campaigns.keys().filter(|name| !now.campaigns.contains_key(*name)) {
            sum.lost.push(format!("{what}: {name} is gone"));
        }
        let done = now.campaigns == self.after.campaigns && now.others == self.after.others;
        sum.came_through += usize::from(done);
        done
    }

    /// The same command can be given again, and then everything is there and nothing else.
    fn again(&self, folder: &Folder, done: bool, what: &str, sum: &mut Sum) {
        let said = folder.run(self.verb.args).go();
        let now = holds(folder, self.catalog, &[&self.before, &self.after]);
        let reached = now.campaigns == self.after.campaigns && now.others == self.after.others;
        // What is made in one go may lie there already, of which the second run complains.
        let there = said.code == 0 || said.err.contains("exists already");
        if !(done || there && reached) {
            sum.wrong.push(format!("{what}: given again: {said:?}"));
        }
        if !now.drafts.is_empty() {
            sum.wrong.push(format!("{what}: left behind after the next run: {:?}", now.drafts));
        }
    }
}

/// How many: a few, or by `RENOWN_FAULTS`.
fn count(usual: usize) -> usize {
    std::env::var("RENOWN_FAULTS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// So many calls out of all, spread evenly and not the same for every verb.
fn spread(calls: usize, count: usize, salt: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |index| 1 + (index * calls / count.max(1) + salt * 7 + index) % calls.max(1))
}

fn report(name: &str, sum: &Sum) {
    eprintln!(
        "{name}: {} runs, {} came through, {} lost, {} half written, {} otherwise wrong",
        sum.runs,
        sum.came_through,
        sum.lost.len(),
        sum.half.len(),
        sum.wrong.len()
    );
    let all: Vec<&str> = [&sum.lost, &sum.half, &sum.wrong].into_iter().flatten().map(String::as_str).collect();
    assert!(all.is_empty(), "{} wrong:\n{}", all.len(), all.iter().take(60).copied().collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_program_killed_at_any_call_leaves_all_or_nothing() {
    let Some(shim) = shim::shim() else { return };
    let catalog = Catalog::embedded();
    let mut sum = Sum::default();
    let each = count(96).div_ceil(VERBS.len());
    for (salt, verb) in VERBS.iter().enumerate() {
        let course = Course::new(verb, shim, &catalog);
        for (index, at) in spread(course.calls, each, salt).enumerate() {
            let how = ["kill", "kill-half", "kill-after"][index % 3];
            let what = format!("{} {how} at call {at} of {}", verb.args.join(" "), course.calls);
            let folder = laid((verb.begins)());
            let ended = shim::run(shim, &folder, verb.args, Fault { at, how, ..Fault::default() });
            assert_eq!(ended.signal, Some(KILLED), "{what}: {:?}", ended.said);
            sum.runs += 1;
            let done = course.judge(&folder, &ended, &what, &mut sum);
            course.again(&folder, done, &what, &mut sum);
        }
    }
    report("kills", &sum);
}

/// What can happen to a call, and what the message must then not say.
const FAILURES: [(&str, bool, &str); 7] = [
    ("EIO", false, "no room"),
    ("ENOSPC", false, "damaged"),
    ("EIO", true, "no room"),
    ("ENOSPC", true, "damaged"),
    ("short", false, "damaged"),
    ("full", false, "damaged"),
    ("EACCES", false, "no room"),
];

#[test]
fn a_call_that_fails_is_named_and_changes_nothing() {
    let Some(shim) = shim::shim() else { return };
    let catalog = Catalog::embedded();
    let mut sum = Sum::default();
    let each = (2 * count(96)).div_ceil(VERBS.len());
    for (salt, verb) in VERBS.iter().enumerate() {
        let course = Course::new(verb, shim, &catalog);
        for (index, at) in spread(course.calls, each, salt + 3).enumerate() {
            let (how, ever, never) = FAILURES[index % FAILURES.len()];
            let folder = laid((verb.begins)());
            let ended = shim::run(shim, &folder, verb.args, Fault { at, how, ever, ..Fault::default() });
            let call = ended.calls.iter().find(|call| call.number == at);
            let call = call.map_or(String::new(), |call| format!("{} {}", call.what, call.path));
            let what = format!("{} {how}{} at {at}, {call}", verb.args.join(" "), if ever { " ever" } else { "" });
            sum.runs += 1;
            let done = course.judge(&folder, &ended, &what, &mut sum);
            let (code, err) = (ended.said.code, ended.said.err.trim());
            if ended.signal == Some(HUNG) || ended.signal.is_some() || code == 101 || err.contains("panicked") {
                sum.wrong.push(format!("{what}: signal {:?}, code {code}: {err}", ended.signal));
            } else if code == 0 && !done {
                sum.lost.push(format!("{what}: exit code 0, but it is not there: {err}"));
            } else if code != 0 && done && err.contains("nothing was changed") {
                sum.wrong.push(format!("{what}: it is there, but: {err}"));
            } else if code != 0 && (!err.contains("error: ") || err.contains(never)) {
                sum.wrong.push(format!("{what}: the cause is not named: {err}"));
            } else if code != 0 && how == "short" {
                sum.wrong.push(format!("{what}: a short write is gone on with: {err}"));
            }
            course.again(&folder, done, &what, &mut sum);
        }
    }
    report("failures", &sum);
}
