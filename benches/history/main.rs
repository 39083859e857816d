//! What a long history costs: recording a battle with its aftermath, looking, and amending.
//!
//! `cargo bench --bench history` plays 5,000 random battles once and measures at 10 and at 5,000: a battle recorded with
//! its whole aftermath, command by durable command, beside ten bare durable commits of one row; `standings` and
//! `register` as processes beside a bare process that opens the same file; and the amendment of the first of 1,000 battles. Times are compared within the run, never asserted; states are: each file proves itself at the end.

#[path = "../../tests/support/month.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod month;
#[path = "../page/mod.rs"]
mod page;

use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use month::{Month, challenge, play, take};
use page::Page;
use renown::campaign::amend::How;
use renown::campaign::command::Command;
use renown::campaign::refusal::Refusals;
use renown::campaign::turn::Step;
use renown::campaign::turn::report::Fate;
use renown::catalog::Catalog;
use renown::club::amend::{self, NewCommand, Unfit, Wish};
use renown::club::{self, Giver};
use renown::dice::{Fast, Mark, Matched};
use renown::store::{Recorded, Store};
use rusqlite::Connection;

const RENOWN: &str = env!("CARGO_BIN_EXE_renown");
const SEED: u64 = 7;
const BATTLES: usize = 15;
const ROUNDS: usize = 41;

fn main() {
    let mut args = std::env::args().skip_while(|word| word != "--bare").skip(1);
    if let Some(path) = args.next() {
        let connection = Connection::open(path).expect("the campaign opens");
        let name: String = connection.query_row("SELECT name FROM about", [], |row| row.get(0)).expect("it has a name");
        println!("{name}");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("history");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let catalog = Rc::new(Catalog::embedded());
    let wars: Vec<(u32, PathBuf)> = build(&folder, &catalog, &[10, 1_000, 5_000]);
    let mut page = Page::new("history", &format!("medians of {BATTLES} battles and {ROUNDS} looks"));
    page.line("| what | battles | ms | beside, ms | ratio |");
    page.line("|---|---:|---:|---|---:|");
    let commits = ten_commits(&folder);
    let mut aftermath = Vec::new();
    for (battles, path) in wars.iter().filter(|(battles, _)| [10, 5_000].contains(battles)) {
        let taken = aftermaths(path, &catalog);
        row(&mut page, "a battle recorded, with its aftermath", *battles, taken, "ten bare durable commits", commits);
        aftermath.push(taken);
    }
    for (battles, path) in &wars {
        let players = Store::open(path).and_then(|store| store.load()).expect("it is readable").campaign.players;
        let name = players.into_values().next().map(|player| player.name).unwrap_or_default();
        for words in [["standings"].as_slice(), &["register", &name]] {
            let (renown, bare) = looks(path, words);
            row(&mut page, &words.join(" "), *battles, renown, "a bare process", bare);
        }
    }
    let (battles, path) = &wars[1];
    let taken = amend_first(path, &catalog);
    row(&mut page, "the first battle amended", *battles, taken, "one second", Duration::from_secs(1));
    page.line("");
    let ratio = aftermath[1].as_secs_f64() / aftermath[0].as_secs_f64();
    let found = format!("{ratio:.2} times");
    page.aim(ratio <= 1.2, "a battle costs the same after 5,000 as after 10, within 20 %", &found);
    page.aim(aftermath.iter().all(|taken| *taken < commits), "a battle costs less than ten durable commits", "");
    page.aim(taken < Duration::from_secs(1), "the first of 1,000 battles is amended in a second", "");
    page.end();
    let _ = std::fs::remove_dir_all(&folder);
}

fn row(page: &mut Page, what: &str, battles: u32, taken: Duration, beside: &str, other: Duration) {
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    let (taken, other) = (ms(taken), ms(other));
    page.line(&format!("| {what} | {battles} | {taken:.2} | {beside}: {other:.2} | {:.2} |", taken / other));
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Plays one campaign on, and copies it at each number of battles.
fn build(folder: &Path, catalog: &Rc<Catalog>, sizes: &[u32]) -> Vec<(u32, PathBuf)> {
    let mut month = Month::new(SEED, catalog);
    let mut made = Vec::new();
    for battle in 1..=*sizes.last().expect("a size") {
        play(&mut month);
        // What ended is not carried along, as no command of the program would.
        month.now = month.store.load().expect("it is readable");
        if sizes.contains(&battle) {
            let path = folder.join(format!("{battle}.renown"));
            month.store.backup(&path).expect("it can be copied");
            made.push((battle, path));
            eprintln!("{battle} battles, {} entries", month.now.head.id);
        }
    }
    made
}

/// Ten transactions of one row, each brought to the disk.
fn ten_commits(folder: &Path) -> Duration {
    let connection = Connection::open(folder.join("bare.db")).expect("a file");
    connection.pragma_update(None, "journal_mode", "WAL").expect("a log");
    connection.pragma_update(None, "synchronous", "FULL").expect("durable");
    connection.execute_batch("CREATE TABLE row (id INTEGER PRIMARY KEY, text TEXT)").expect("a table");
    median(
        (0..ROUNDS)
            .map(|_| {
                let start = Instant::now();
                for _ in 0..10 {
                    connection.execute("INSERT INTO row (text) VALUES (hex(randomblob(100)))", []).expect("a row");
                }
                start.elapsed()
            })
            .collect(),
    )
}

/// Records battles with everything after them; the median of the whole from report to close.
fn aftermaths(path: &Path, catalog: &Rc<Catalog>) -> Duration {
    let mut month = Month::resume(SEED + 1, catalog, Store::open(path).expect("it opens"));
    let mut times = Vec::new();
    while times.len() < BATTLES {
        month.now = month.store.load().expect("it is readable");
        let id = challenge(&mut month);
        let step = |month: &Month| month.campaign().battles.get(&id).map_or(Step::Closed, |battle| battle.step);
        while step(&month) < Step::Battle {
            let due = step(&month);
            take(&mut month, id, due);
        }
        if step(&month) == Step::Closed {
            continue;
        }
        let start = Instant::now();
        while step(&month) != Step::Closed {
            let due = step(&month);
            take(&mut month, id, due);
        }
        times.push(start.elapsed());
    }
    let verified = renown::club::verify(&month.store, catalog, false).expect("it can be verified");
    assert!(verified.findings.is_empty(), "{:?}", verified.findings);
    median(times)
}

/// A command of the program and a bare process on the same file, in turns.
fn looks(path: &Path, words: &[&str]) -> (Duration, Duration) {
    let (mut renown, mut bare) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        renown.push(time(Process::new(RENOWN).arg("--campaign").arg(path).args(words)));
        let own = std::env::current_exe().expect("this program has a path");
        bare.push(time(Process::new(own).arg("--bare").arg(path)));
    }
    (median(renown), median(bare))
}

fn time(process: &mut Process) -> Duration {
    process.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    assert!(process.status().expect("the process starts").success(), "{process:?}");
    start.elapsed()
}

/// Amends the report of the first battle in a file of its own: nobody was hurt after all.
fn amend_first(path: &Path, catalog: &Rc<Catalog>) -> Duration {
    let mut store = Store::open(path).expect("it opens");
    let history = store.history(1).expect("it is readable");
    let is_report = |recorded: &&Recorded| matches!(recorded.entry.command(), Some(Command::RecordBattle { .. }));
    let target = history.iter().find(is_report).expect("a battle was recorded").clone();
    drop(history);
    let Some(Command::RecordBattle { battle, mut report, .. }) = target.entry.command() else { return Duration::ZERO };
    for entry in report.vessels.iter_mut().filter(|entry| entry.lost.is_empty()) {
        (entry.fate, entry.hits_lost) = (Fate::OnTable, 0);
        entry.destroyed_by.clear();
    }
    let command = Command::RecordBattle { battle, report, fought: None };
    let start = Instant::now();
    let ground = amend::ground(&store, &target, How::Replace).expect("the past is readable");
    let mut fresh = Fast::new(SEED, 0);
    let mut dice = Matched::new(&target.entry.dice, &mut fresh, &|_| true);
    let giver = Giver { by: None, at: target.entry.at, ruling: None, dry_run: false, at_given: None, sent: None };
    let mut scratch = Store::scratch(&ground).expect("there is memory");
    let before = scratch.load().expect("it is readable");
    club::give(&mut scratch, &before, command.clone(), &giver, catalog, &mut dice).expect("it can be recorded so");
    let dice = dice.into_rolls().into_iter().filter(|roll| roll.mark != Some(Mark::Unneeded)).collect();
    let new = vec![NewCommand {
        command,
        at: target.entry.at,
        at_given: target.entry.at_given,
        by: None,
        ruling: None,
        dice,
    }];
    let wish = Wish { target, how: How::Replace, new, instead: Vec::new() };
    let mut fresh = Fast::new(SEED, 1);
    let mut choose = |_: &Recorded, _: &Refusals| Unfit::Drop;
    let plan = amend::plan(&store, &wish, catalog, &mut fresh, &mut choose).expect("it can be planned");
    let again = plan.decided;
    amend::record(&mut store, plan, &giver, catalog).expect("it can be recorded");
    let taken = start.elapsed();
    eprintln!("{again} entries decided again");
    let verified = renown::club::verify(&store, catalog, false).expect("it can be verified");
    assert!(verified.findings.is_empty(), "{:?}", verified.findings);
    taken
}
