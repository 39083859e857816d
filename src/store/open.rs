//! Opens a campaign file: says what each wrong file is, runs nothing that a stranger put into it, and reads as it lies
//! what cannot be written.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rusqlite::backup::{Backup, StepResult};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _};

use super::place::{SIDES, real};
use super::{Result, Store, StoreError, error, schema};
use crate::files::named;

/// The largest value that is read or written: several hundred times that of a battle fought to its end.
const LARGEST: i32 = 64 << 20;

/// Why an open file is not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Closed {
    ReadOnly,
    Full,
    /// The disk or the system refuses; what it says.
    Unusable(String),
    /// Its rows are not those of its last entry; what is wrong.
    Damaged(String),
}

impl Store {
    /// Opens a campaign file, bringing an older schema up to date after a copy of it is made.
    ///
    /// # Errors
    /// When the file is missing, not a campaign, damaged or made by a newer program.
    pub fn open(path: &Path) -> Result<Self> {
        examine(path)?;
        let read_only = fs::metadata(path).is_ok_and(|metadata| metadata.permissions().readonly());
        let store = if read_only { Self::look(path, Closed::ReadOnly)? } else { Self::reach(path)? };
        store.up_to_date()
    }

    /// Opens a campaign file to look at it: nothing is written to it, nor to its folder.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_to_read(path: &Path) -> Result<Self> {
        examine(path)?;
        Self::look(path, Closed::ReadOnly)?.up_to_date()
    }

    fn up_to_date(self) -> Result<Self> {
        self.foreign()?;
        let found = schema::version(&self.connection).map_err(|error| self.name(error))?;
        match found {
            // A campaign has a schema before it has a name: this one lost its number.
            0 => Err(StoreError::Damaged { path: self.path, what: "its schema has no number".to_owned() }),
            schema::VERSION => Ok(self),
            older if older < schema::VERSION => self.upgrade(),
            found => Err(StoreError::NewerSchema { path: self.path, found, known: schema::VERSION }),
        }
    }

    fn reach(path: &Path) -> Result<Self> {
        // Without a log the file itself is the campaign and can be read as it lies.
        let still = !has_log(path);
        match Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, None) {
            Err(StoreError::Full(_)) if still => Self::look(path, Closed::Full),
            Err(StoreError::ReadOnly(_)) if still => Self::look(path, Closed::ReadOnly),
            Err(StoreError::Unusable { what, .. }) if still => Self::look(path, Closed::Unusable(what)),
            opened => opened,
        }
    }

    /// A file with a log is read beside whoever writes it. One without is read as it lies, into memory: its folder may
    /// be closed or full, and the side files that SQLite makes for other readers would stay behind, closed to a later
    /// writer.
    fn look(path: &Path, closed: Closed) -> Result<Self> {
        let stand = || fs::metadata(path).and_then(|file| Ok((file.len(), file.modified()?)));
        let mut failed = StoreError::Busy(path.to_path_buf());
        // Nobody holds a writer off meanwhile, whose log may come and go.
        for _ in 0..20 {
            if has_log(path) {
                match Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY, Some(closed.clone())) {
                    Err(error @ (StoreError::Unusable { .. } | StoreError::ReadOnly(_))) => failed = error,
                    opened => return opened,
                }
                std::thread::sleep(Duration::from_millis(10));
                continue;
            }
            let before = stand();
            let copied = copy_of(path).map_err(|error| error::name(path, error))?;
            if same(before, stand()) && !has_log(path) {
                let store = Self { connection: copied, path: path.to_path_buf(), closed: Some(closed) };
                store.settle_in()?;
                return Ok(store);
            }
        }
        Err(failed)
    }

    fn connect(path: &Path, access: OpenFlags, closed: Option<Closed>) -> Result<Self> {
        let connection = link(path, access).map_err(|error| error::name(path, error))?;
        let store = Self { connection, path: path.to_path_buf(), closed };
        store.settle_in()?;
        // SQLite opens a file only when it must.
        let sql = "SELECT count(*) FROM sqlite_schema";
        store.connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map_err(|error| store.name(error))?;
        Ok(store)
    }

    /// The same campaign in memory, where it can be brought up to date without being written.
    pub(super) fn in_memory_copy(self, closed: Closed) -> Result<Self> {
        let memory = into_memory(&self.connection).map_err(|error| self.name(error))?;
        let store = Self { connection: memory, path: self.path.clone(), closed: Some(closed) };
        store.settle_in()?;
        Ok(store)
    }

    /// The settings that keep a campaign safe: durable commits, checked cells, no deleted secret left in the file.
    pub(super) fn settle_in(&self) -> Result<()> {
        let set = || {
            guard(&self.connection)?;
            self.connection.busy_timeout(Duration::from_secs(5))?;
            // Otherwise a kept statement is prepared again for every new value of an indexed column.
            self.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
            self.connection.execute_batch(
                "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON;
                 PRAGMA secure_delete = ON;",
            )
        };
        set().map_err(|error| self.name(error))
    }

    /// A campaign has tables and indexes of its own and nothing else: whatever a stranger put in is named and not run.
    fn foreign(&self) -> Result<()> {
        let look = || {
            if schema::is_ours(&self.connection)? {
                return Ok(None);
            }
            let mut query = self.connection.prepare("SELECT type, name, sql FROM sqlite_schema")?;
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                let (kind, name): (String, String) = (row.get(0)?, row.get(1)?);
                let sql = row.get::<_, Option<String>>(2)?.unwrap_or_default();
                if !schema::known(&kind, &name, &sql) {
                    let article = if kind == "index" { "an" } else { "a" };
                    return Ok(Some(format!("{article} {kind} \"{name}\"")));
                }
            }
            let sql = "SELECT tables.name || '.' || columns.name FROM sqlite_schema AS tables, \
                       pragma_table_xinfo(tables.name) AS columns WHERE tables.type = 'table' AND columns.hidden <> 0";
            let column: Option<String> = self.connection.query_row(sql, [], |row| row.get(0)).optional()?;
            Ok(column.map(|column| format!("a column \"{column}\" that works itself out")))
        };
        match look().map_err(|error| self.name(error))? {
            None => Ok(()),
            Some(what) => Err(StoreError::Foreign { path: self.path.clone(), what }),
        }
    }
}

/// What a file holds is read and never run: its triggers and views are off, its functions are not trusted, and no
/// value of it is larger than any campaign needs.
fn guard(connection: &Connection) -> rusqlite::Result<()> {
    for (config, on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
    ] {
        connection.set_db_config(config, on)?;
    }
    for (limit, most) in [(Limit::SQLITE_LIMIT_LENGTH, LARGEST), (Limit::SQLITE_LIMIT_ATTACHED, 1)] {
        connection.set_limit(limit, most)?;
    }
    Ok(())
}

/// A guarded connection to a file.
pub(super) fn link(path: &Path, access: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(plain(path), access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    guard(&connection)?;
    Ok(connection)
}

/// The path as SQLite takes it for a path: `file:` and `:memory:` at its beginning mean something to it.
pub(super) fn plain(path: &Path) -> PathBuf {
    let bytes = path.as_os_str().as_encoded_bytes();
    if bytes.starts_with(b"file:") || bytes.starts_with(b":") { Path::new(".").join(path) } else { path.to_path_buf() }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "SQLite and the system may name more")]
fn into_memory(source: &Connection) -> rusqlite::Result<Connection> {
    let mut memory = Connection::open_in_memory()?;
    let backup = Backup::new(source, &mut memory)?;
    match backup.step(-1)? {
        StepResult::Done => {}
        _ => return Err(rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY), None)),
    }
    drop(backup);
    Ok(memory)
}

/// What a file holds as it lies, in memory.
pub(super) fn copy_of(path: &Path) -> rusqlite::Result<Connection> {
    let access = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let lying = Connection::open_with_flags(immutable(path), access)?;
    guard(&lying)?;
    into_memory(&lying)
}

type Stand = std::io::Result<(u64, SystemTime)>;

fn same(before: Stand, after: Stand) -> bool {
    matches!((before, after), (Ok(before), Ok(after)) if before == after)
}

/// The address of a file that does not change.
fn immutable(path: &Path) -> PathBuf {
    let mut address = b"file:".to_vec();
    for byte in plain(path).as_os_str().as_encoded_bytes() {
        match byte {
            b'%' | b'?' | b'#' => address.extend(format!("%{byte:02x}").bytes()),
            byte => address.push(*byte),
        }
    }
    address.extend(b"?immutable=1");
    raw_path(address)
}

#[cfg(unix)]
fn raw_path(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn raw_path(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// Whether a write-ahead log holds something that the file does not.
pub(super) fn has_log(path: &Path) -> bool {
    fs::metadata(named(&real(path), "-wal")).is_ok_and(|log| log.len() > 0)
}

/// Looks at the first bytes of a file, so that each wrong file is named for what it is.
#[expect(clippy::wildcard_enum_match_arm, reason = "SQLite and the system may name more")]
fn examine(path: &Path) -> Result<()> {
    let fail = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => StoreError::Missing(path.to_path_buf()),
        _ => StoreError::Unusable { path: path.to_path_buf(), what: error.to_string() },
    };
    // A pipe would keep whoever opens it waiting.
    if !fs::metadata(path).map_err(fail)?.is_file() {
        return Err(StoreError::NotACampaign(path.to_path_buf()));
    }
    let lies = real(path);
    let sides = SIDES.iter().map(|side| named(&lies, side));
    if let Some(side) = sides.into_iter().find(|side| fs::metadata(side).is_ok_and(|side| !side.is_file())) {
        let what = format!("\"{}\" beside it is no file", side.display());
        return Err(StoreError::Unusable { path: path.to_path_buf(), what });
    }
    let mut file = File::open(path).map_err(fail)?;
    let mut header = [0; 100];
    let known = b"SQLite format 3\0";
    let read = file.read_exact(&mut header);
    // In this order: a log that is gone has grown the file to what the header says, or more.
    let log = has_log(path);
    let size = file.metadata().map_err(fail)?.len();
    if read.is_err() || !header.starts_with(known) {
        // What is left of one of our own files still begins as one.
        let start = usize::try_from(size).unwrap_or(usize::MAX).min(known.len());
        if (1..100).contains(&size) && header[..start] == known[..start] {
            return Err(StoreError::Truncated { path: path.to_path_buf(), expected: 100, found: size });
        }
        return Err(StoreError::NotACampaign(path.to_path_buf()));
    }
    let word = |at: usize| u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    if word(68) != schema::APPLICATION_ID.cast_unsigned() {
        return Err(StoreError::NotACampaign(path.to_path_buf()));
    }
    // A log may hold a later schema, never an earlier one.
    let found = word(60);
    if found > schema::VERSION {
        return Err(StoreError::NewerSchema { path: path.to_path_buf(), found, known: schema::VERSION });
    }
    let page = match u32::from(header[16]) << 8 | u32::from(header[17]) {
        1 => 65_536,
        size => u64::from(size),
    };
    let expected = page * u64::from(word(28));
    // While a write-ahead log exists the main file may rightly be behind it.
    if size < expected && !log {
        return Err(StoreError::Truncated { path: path.to_path_buf(), expected, found: size });
    }
    Ok(())
}
