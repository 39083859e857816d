//! Whole processes of the release binary against a bare process that opens the same file.
//!
//! `cargo bench` builds a campaign of four fleets at 10, 1,000 and 10,000 journal rows, proves it with `verify`, and
//! then runs each command and a bare process in turn, a round at a time, so that a noisy machine slows both alike.
//! The bare process is this program again: it parses a command line with clap, opens the same file with the same flags
//! and settings, and reads one row, or writes one in a durable transaction. Medians are compared, never asserted.
//!
//! With valgrind on the PATH the instructions of one run are counted too; they hardly vary.

#[path = "../page/mod.rs"]
mod page;
mod table;
mod war;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use clap::Parser;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use table::Line;

const SIZES: [u64; 3] = [10, 1_000, 10_000];
const ROUNDS: usize = 101;
const RENOWN: &str = env!("CARGO_BIN_EXE_renown");

/// A command line that is measured.
struct Measured {
    words: &'static [&'static str],
    /// The smallest journal that gives it the same work as the largest.
    alike_from: u64,
}

const READS: [Measured; 4] = [
    Measured { words: &["standings"], alike_from: 10 },
    Measured { words: &["register", "anna"], alike_from: 10 },
    // The newest twenty of a short journal are whole fleets, those of a long one are single lines.
    Measured { words: &["log"], alike_from: 1_000 },
    Measured { words: &["map", "show"], alike_from: 10 },
];
const WRITE: Measured = Measured { words: &["fleet", "rename"], alike_from: 10 };

/// The bare process.
#[derive(Parser)]
struct Bare {
    /// The campaign file
    #[arg(long)]
    bare: PathBuf,
    /// Write a row instead of reading one
    #[arg(long)]
    write: bool,
}

fn main() {
    if std::env::args().any(|word| word == "--bare") {
        let Bare { bare: path, write } = Bare::parse();
        open_and_touch(&path, write).expect("the bare process opens the campaign");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("process");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be made");
    let wars = war::build(&folder, &SIZES);
    let mut pairs: Vec<Pair> = wars.iter().flat_map(Pair::all).collect();
    // Reads first: what a write leaves for the disk to do would slow whoever comes after it.
    for writes in [false, true] {
        for _ in 0..ROUNDS {
            pairs.iter_mut().filter(|pair| pair.write == writes).for_each(Pair::round);
        }
    }
    if callgrind(Command::new(RENOWN).arg("--version"), &folder).is_none() {
        eprintln!("valgrind is not on the PATH: no instructions are counted");
    }
    pairs.iter_mut().for_each(|pair| pair.count(&folder));
    // What was measured must have been a campaign, to the last write.
    wars.iter().for_each(|war| war::prove(&war.written));
    let mut page = page::Page::new("process", &format!("medians of {ROUNDS} rounds"));
    table::print(&pairs.iter().map(Pair::line).collect::<Vec<_>>(), &mut page);
    page.end();
    let _ = fs::remove_dir_all(&folder);
}

/// Opens a file as `Store::open` does and reads or writes one row.
fn open_and_touch(path: &Path, write: bool) -> rusqlite::Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.execute_batch(
        "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;
         PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON;",
    )?;
    if write {
        return connection.execute_batch("BEGIN IMMEDIATE; UPDATE about SET chart_note = hex(randomblob(8)); COMMIT;");
    }
    let name: String = connection.query_row("SELECT name FROM about", [], |row| row.get(0))?;
    println!("{name}");
    Ok(())
}

/// A command on one campaign, and the bare process beside it.
struct Pair {
    command: &'static Measured,
    rows: u64,
    file: PathBuf,
    bare_file: PathBuf,
    write: bool,
    rounds: usize,
    renown: Vec<Duration>,
    bare: Vec<Duration>,
    instructions: Option<(u64, u64)>,
}

impl Pair {
    fn all(war: &war::War) -> Vec<Self> {
        let pair = |command, file: &Path, bare_file: &Path, write| Self {
            command,
            rows: war.rows,
            file: file.to_path_buf(),
            bare_file: bare_file.to_path_buf(),
            write,
            rounds: 0,
            renown: Vec::with_capacity(ROUNDS),
            bare: Vec::with_capacity(ROUNDS),
            instructions: None,
        };
        let mut all: Vec<Self> = READS.iter().map(|command| pair(command, &war.read, &war.read, false)).collect();
        all.push(pair(&WRITE, &war.written, &war.bare_written, true));
        all
    }

    fn renown(&mut self) -> Command {
        let mut command = Command::new(RENOWN);
        command.arg("--campaign").arg(&self.file).args(self.command.words);
        if self.write {
            // There and back, so that the name is always another.
            let names = if self.rounds.is_multiple_of(2) { war::NAMES } else { [war::NAMES[1], war::NAMES[0]] };
            command.arg("anna").args(names);
        }
        self.rounds += 1;
        command
    }

    fn bare(&self) -> Command {
        let mut command = Command::new(std::env::current_exe().expect("this program has a path"));
        command.arg("--bare").arg(&self.bare_file);
        if self.write {
            command.arg("--write");
        }
        command
    }

    /// Runs both, in turns the one and the other first.
    fn round(&mut self) {
        let (mut bare, mut renown) = (self.bare(), self.renown());
        if self.rounds.is_multiple_of(2) {
            self.bare.push(time(&mut bare));
            self.renown.push(time(&mut renown));
        } else {
            self.renown.push(time(&mut renown));
            self.bare.push(time(&mut bare));
        }
    }

    fn count(&mut self, folder: &Path) {
        let bare = callgrind(&mut self.bare(), folder);
        let renown = bare.and_then(|_| callgrind(&mut self.renown(), folder));
        self.instructions = bare.zip(renown);
    }

    fn line(&self) -> Line {
        Line {
            command: self.command.words.join(" "),
            rows: self.rows,
            alike_from: self.command.alike_from,
            bare: median(&self.bare),
            renown: median(&self.renown),
            instructions: self.instructions,
        }
    }
}

fn time(command: &mut Command) -> Duration {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status().expect("the process starts");
    let taken = start.elapsed();
    assert!(status.success(), "{command:?} ended with {status}");
    taken
}

fn median(times: &[Duration]) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted[sorted.len() / 2]
}

/// Runs a command under callgrind; `None` when there is no valgrind.
fn callgrind(command: &mut Command, folder: &Path) -> Option<u64> {
    let out = folder.join("callgrind.out");
    let ran = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(command.get_program())
        .args(command.get_args())
        .stdin(Stdio::null())
        .output()
        .ok()?;
    assert!(ran.status.success(), "{command:?}: {}", String::from_utf8_lossy(&ran.stderr));
    let text = fs::read_to_string(&out).ok()?;
    text.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok())
}
