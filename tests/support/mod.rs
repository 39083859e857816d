//! What the tests of the program share: a folder that goes away again, a run of the real binary with frozen
//! circumstances, the whole content of a campaign file as text, and even picks from a seed.

#![allow(dead_code, reason = "each test file uses its own part")]

pub(crate) mod month;
#[cfg(unix)]
pub(crate) mod shim;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use rusqlite::Connection;
use rusqlite::types::ValueRef;

/// The program under test.
pub(crate) const RENOWN: &str = env!("CARGO_BIN_EXE_renown");

/// The moment at which every test takes place.
pub(crate) const NOW: &str = "2026-11-16T20:00:00";

/// A temporary folder of its own, removed when the test is over.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("renown-test-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary folder can be made");
        Self(path)
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }

    /// A run in this folder.
    pub(crate) fn run(&self, args: &[&str]) -> Run {
        Run::new(args).within(&self.0)
    }

    /// A run in this folder that must succeed; returns its results.
    pub(crate) fn ok(&self, args: &[&str]) -> String {
        let said = self.run(args).go();
        assert_eq!(said.code, 0, "{args:?} failed: {}", said.err);
        said.out
    }

    pub(crate) fn write(&self, file: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(file);
        std::fs::write(&path, content).expect("the temporary folder takes files");
        path
    }

    pub(crate) fn read(&self, file: &str) -> Vec<u8> {
        std::fs::read(self.path(file)).expect("the test made the file")
    }

    /// The files in it, by name.
    pub(crate) fn files(&self) -> Vec<String> {
        let listed = std::fs::read_dir(&self.0).expect("the folder is there");
        let mut names: Vec<String> =
            listed.filter_map(|file| file.ok().map(|file| file.file_name().to_string_lossy().into_owned())).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// One run of the program: frozen clock, no colour, 100 columns, nothing of the caller's environment.
pub(crate) struct Run {
    command: Command,
    input: String,
}

/// What a run printed and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) out: String,
    pub(crate) err: String,
    /// -1 when a signal ended it.
    pub(crate) code: i32,
}

impl Run {
    pub(crate) fn new(args: &[&str]) -> Self {
        let mut command = Command::new(RENOWN);
        command.args(args).env_clear();
        command.env("RENOWN_NOW", NOW).env("RENOWN_STEP", "1").env("COLUMNS", "100").env("LC_ALL", "C.UTF-8");
        Self { command, input: String::new() }
    }

    pub(crate) fn within(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// An argument that need not be text.
    pub(crate) fn arg(mut self, arg: &std::ffi::OsStr) -> Self {
        self.command.arg(arg);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// What is typed in.
    pub(crate) fn input(mut self, text: &str) -> Self {
        text.clone_into(&mut self.input);
        self
    }

    pub(crate) fn go(mut self) -> Said {
        self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("its input is a pipe");
        // A run that asks for nothing may be over before it is told anything.
        let _ = stdin.write_all(self.input.as_bytes());
        drop(stdin);
        said(child.wait_with_output().expect("the program ends"))
    }
}

pub(crate) fn said(output: std::process::Output) -> Said {
    Said {
        out: String::from_utf8(output.stdout).expect("results are UTF-8"),
        err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        code: output.status.code().unwrap_or(-1),
    }
}

impl Said {
    /// Everything in one text, as a transcript shows it.
    pub(crate) fn all(&self) -> String {
        let mut text = self.out.clone();
        for line in self.err.lines() {
            let _ = writeln!(text, "! {line}");
        }
        if self.code != 0 {
            let _ = writeln!(text, "exit {}", self.code);
        }
        text
    }
}

/// The tables that hold the campaign as it stands.
pub(crate) const STATE: &[&str] =
    &["about", "player", "design", "vessel", "system", "channel", "pirate_base", "battle"];

/// Every table that a campaign file has.
pub(crate) fn tables(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut query = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")?;
    query.query_map([], |row| row.get(0))?.collect()
}

/// Rows of tables as text, value by value with their kinds.
pub(crate) fn dump(connection: &Connection, tables: &[&str]) -> rusqlite::Result<String> {
    let mut text = String::new();
    for table in tables {
        let mut query = connection.prepare(&format!("SELECT rowid, * FROM {table} ORDER BY rowid"))?;
        let columns = query.column_count();
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            text.push_str(table);
            for column in 0..columns {
                let _ = match row.get_ref(column)? {
                    ValueRef::Null => write!(text, " null"),
                    ValueRef::Integer(number) => write!(text, " {number}"),
                    ValueRef::Real(number) => write!(text, " real {number}"),
                    ValueRef::Text(bytes) => write!(text, " {:?}", String::from_utf8_lossy(bytes)),
                    ValueRef::Blob(bytes) => write!(text, " blob {bytes:?}"),
                };
            }
            text.push('\n');
        }
    }
    Ok(text)
}

/// Everything in a campaign file, the schema included.
pub(crate) fn whole(connection: &Connection) -> rusqlite::Result<String> {
    let schema = dump(
        connection,
        &["(SELECT row_number() OVER (ORDER BY type, name) rowid, type, name, tbl_name, sql FROM sqlite_schema)"],
    )?;
    let names = tables(connection)?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let versions: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    Ok(format!("{versions}\n{schema}{}", dump(connection, &names)?))
}

/// Opens a campaign file as a stranger would, to look into it or to tamper with it.
pub(crate) fn open(path: &Path) -> Connection {
    Connection::open(path).expect("SQLite opens the file")
}

/// Everything in the campaign file at `path`.
pub(crate) fn content(path: &Path) -> String {
    whole(&open(path)).expect("the file is readable")
}

/// Splitmix64: even picks from a seed.
#[derive(Clone, Debug)]
pub(crate) struct Picks(pub(crate) u64);

impl Picks {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).expect("below a usize")
    }

    pub(crate) fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { of.get(self.below(of.len())) }
    }
}

/// A campaign with rows of every kind: two sides and a pirate, a ruling, undo and redo, a rename, a hidden base, and a
/// late joiner. Made by the program itself and folded into the one file.
pub(crate) fn campaign(folder: &Folder) -> PathBuf {
    static MADE: OnceLock<Vec<u8>> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let folder = Folder::new();
        for line in LINES {
            folder.ok(line);
        }
        settle(&folder.path("campaign.renown"));
        folder.read("campaign.renown")
    });
    folder.write("campaign.renown", made)
}

/// Brings everything into the main file, as the last to close it does.
pub(crate) fn settle(path: &Path) {
    let connection = open(path);
    let mode: String = connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0).map(|busy| busy.to_string()))
        .expect("the log can be folded in");
    assert_eq!(mode, "0", "somebody holds the file");
    connection.close().expect("the file can be closed");
}

const LINES: &[&[&str]] = &[
    &["new", "The Test War", "--ends", "2027-03-01"],
    &["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "Isolde Marr"],
    &["player", "add", "Boris", "--fleet", "chaos-incursion", "--commander", "Vorgath"],
    &["player", "add", "Dagny", "--fleet", "eldar-corsairs-gothic", "--commander", "Ilthuin"],
    &["fleet", "buy", "Anna", "lunar", "--name", "Agrippa"],
    &["fleet", "buy", "Anna", "sword:4", "--name", "Aquila Squadron"],
    &["fleet", "buy", "Boris", "murder", "--name", "Knife in the Dark"],
    &["fleet", "buy", "Boris", "despoiler", "--name", "Throne of Ruin", "--ruling", "the model is painted"],
    &["fleet", "buy", "Dagny", "eclipse", "--name", "Winter Moon", "--ruling", "a small club"],
    &["fleet", "buy", "Dagny", "hellebore:3", "--name", "Nightwind"],
    &["flagship", "Anna", "Agrippa"],
    &["flagship", "Boris", "Knife"],
    &["flagship", "Dagny", "Winter"],
    &["fleet", "rename", "Anna", "Agrippa", "Marcus Agrippa"],
    &["undo"],
    &["redo"],
    &["undo"],
    &["option", "late-ship-leadership=-2"],
    &["start", "--dice", "5,3", "--pick", "Anna=Verstap", "--pick", "Boris=Lithore"],
    &["player", "base", "Dagny", "Rebo"],
    &["start", "--dice", "4,3,6,1,2,5"],
    &["undo"],
    &["start", "--dice", "4,3,6,1,2,5"],
    &["player", "add", "Emil", "--fleet", "sm-codex", "--commander", "Rook"],
    &["undo"],
    &["redo"],
];
