//! The campaign file: SQLite, and nothing but SQLite.
//!
//! Everything is read at one moment ([`Store::at_one_moment`]) and written in one transaction ([`Store::record`]): state rows,
//! journal entry, events, dice and the rows' former values. What is decided lies elsewhere; this module only keeps it.

mod acts;
mod amend;
mod cells;
mod check;
mod digest;
mod error;
mod journal;
mod journal_rows;
mod past;
mod rows;
mod schema;
mod transfer;
mod upgrade;
mod verify;

pub use acts::Turn;
pub(crate) use amend::Told;
pub use amend::{Again, AmendmentDraft};
pub use check::{Imbalance, check};
pub use error::StoreError;
pub use journal::{Draft, Entry, Head, Kind, Recorded};
pub use schema::VERSION as SCHEMA;
pub use transfer::{Imported, Line};
pub(crate) use verify::difference;
pub use verify::{Finding, Umpires, Verified};

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::campaign::state::Campaign;
use crate::campaign::turn::Battle;
use rows::{Reader, Record};

/// An open campaign file.
pub struct Store {
    connection: Connection,
    path: PathBuf,
    closed: Option<Closed>,
}

/// A campaign as it stands at the head of its journal.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The campaign.
    pub campaign: Campaign,
    /// The entry it stands at.
    pub head: Head,
}

type Result<T> = std::result::Result<T, StoreError>;

impl Store {
    /// A campaign that lives in memory only: for cases, demonstrations and trials.
    ///
    /// # Errors
    /// When SQLite cannot give the memory.
    pub fn in_memory() -> Result<Self> {
        let path = PathBuf::from(":memory:");
        let fail = |error| error::name(&path, error);
        let mut connection = Connection::open_in_memory().map_err(fail)?;
        // A copy of it is a campaign file.
        connection.pragma_update(None, "application_id", schema::APPLICATION_ID).map_err(fail)?;
        schema::migrate(&mut connection, 0, |_| Ok(())).map_err(fail)?;
        let store = Self { connection, path, closed: None };
        store.settle_in()?;
        Ok(store)
    }

    /// A new, empty campaign file. It is built beside its place and moved there whole.
    ///
    /// # Errors
    /// When the file exists, or cannot be made.
    pub fn create(path: &Path, fill: impl FnOnce(&mut Self) -> Result<()>) -> Result<Self> {
        if path.exists() {
            return Err(StoreError::Exists(path.to_path_buf()));
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let draft = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
        let file = |error: std::io::Error| StoreError::File { path: path.to_path_buf(), what: error.to_string() };
        let made = Self::make(&draft, fill).and_then(|()| {
            // A link fails when the place is taken meanwhile; a rename would overwrite.
            fs::hard_link(&draft, path).map_err(|error| match error.kind() {
                std::io::ErrorKind::AlreadyExists => StoreError::Exists(path.to_path_buf()),
                _ => file(error),
            })
        });
        for left in ["", "-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(beside(&draft, left));
        }
        made.map_err(|error| error.about(path))?;
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            File::open(folder).and_then(|folder| folder.sync_all()).map_err(file)?;
        }
        Self::open(path)
    }

    fn make(draft: &Path, fill: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let fail = |error| error::name(draft, error);
        let mut connection = Connection::open(draft).map_err(fail)?;
        connection.pragma_update(None, "application_id", schema::APPLICATION_ID).map_err(fail)?;
        schema::migrate(&mut connection, 0, |_| Ok(())).map_err(fail)?;
        let mut store = Self { connection, path: draft.to_path_buf(), closed: None };
        store.settle_in()?;
        // A draft is nobody's campaign yet: what it holds is brought to the disk once, when it is whole.
        store.connection.pragma_update(None, "synchronous", "OFF").map_err(fail)?;
        fill(&mut store)?;
        store.connection.pragma_update(None, "journal_mode", "WAL").map_err(fail)?;
        store.connection.close().map_err(|(_, error)| fail(error))?;
        let synced = File::open(draft).and_then(|file| file.sync_all());
        synced.map_err(|error| StoreError::File { path: draft.to_path_buf(), what: error.to_string() })
    }

    /// Opens a campaign file, bringing an older schema up to date after a copy of it is made.
    ///
    /// # Errors
    /// When the file is missing, not a campaign, damaged or made by a newer program.
    pub fn open(path: &Path) -> Result<Self> {
        let found = examine(path)?;
        let read_only = fs::metadata(path).is_ok_and(|metadata| metadata.permissions().readonly());
        let still = !has_log(path);
        let opened = Self::connect(path, read_only.then_some(Closed::ReadOnly), still);
        let mut store = match opened {
            Err(StoreError::Full(_)) if still => Self::connect(path, Some(Closed::Full), still)?,
            Err(StoreError::Unusable { .. } | StoreError::ReadOnly(_)) if still => {
                Self::connect(path, Some(Closed::ReadOnly), still)?
            }
            opened => opened?,
        };
        if found < schema::VERSION {
            store.upgrade(found)?;
        }
        Ok(store)
    }

    /// A file that is not written and has no log is read as it lies, without the side files that SQLite makes for
    /// other readers: its folder may be closed or full, and they would stay behind, closed to a later writer.
    fn connect(path: &Path, closed: Option<Closed>, still: bool) -> Result<Self> {
        let fail = |error| error::name(path, error);
        let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let read_only = flags | OpenFlags::SQLITE_OPEN_READ_ONLY;
        let connection = match closed {
            None => Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_READ_WRITE),
            Some(_) if still => Connection::open_with_flags(immutable(path), read_only | OpenFlags::SQLITE_OPEN_URI),
            Some(_) => Connection::open_with_flags(path, read_only),
        };
        let store = Self { connection: connection.map_err(fail)?, path: path.to_path_buf(), closed };
        store.settle_in()?;
        // SQLite opens a file only when it must.
        let sql = "SELECT count(*) FROM sqlite_schema";
        store.connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map_err(fail)?;
        Ok(store)
    }

    /// The settings that keep a campaign safe: durable commits, checked cells, no deleted secret left in the file.
    fn settle_in(&self) -> Result<()> {
        let set = || {
            self.connection.busy_timeout(Duration::from_secs(5))?;
            self.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
            // Otherwise a kept statement is prepared again for every new value of an indexed column.
            self.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
            self.connection.execute_batch(
                "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;
                 PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON;",
            )
        };
        set().map_err(|error| error::name(&self.path, error))
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn must_write(&self) -> Result<()> {
        match self.closed {
            None => Ok(()),
            Some(Closed::ReadOnly) => Err(StoreError::ReadOnly(self.path.clone())),
            Some(Closed::Full) => Err(StoreError::Full(self.path.clone())),
        }
    }

    fn name(&self, error: rusqlite::Error) -> StoreError {
        error::name(&self.path, error)
    }

    /// Reads at one moment: nothing that others record meanwhile is seen by one part of `work` and not by another.
    ///
    /// # Errors
    /// Those of `work`, and when the file cannot be read.
    pub fn at_one_moment<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&Self) -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        // Within a moment everything is read at that one.
        if !self.connection.is_autocommit() {
            return work(self);
        }
        let transaction = self.connection.unchecked_transaction().map_err(|error| self.name(error))?;
        let done = work(self)?;
        transaction.finish().map_err(|error| self.name(error))?;
        Ok(done)
    }

    /// Reads the campaign and the head of its journal at one moment, as commands are decided: battles that ended and
    /// vessels that are lost stay in the file, so that a long history costs a command nothing.
    ///
    /// # Errors
    /// When a row cannot be read.
    pub fn load(&self) -> Result<Snapshot> {
        self.read("WHERE open = 1", "WHERE state <> 'lost'")
    }

    /// Reads the campaign with all that ever was: for reports that tell of it.
    ///
    /// # Errors
    /// When a row cannot be read.
    pub fn whole(&self) -> Result<Snapshot> {
        self.read("", "")
    }

    fn read(&self, battles: &str, vessels: &str) -> Result<Snapshot> {
        self.at_one_moment(|store| store.read_now(battles, vessels))
    }

    fn read_now(&self, battles: &str, vessels: &str) -> Result<Snapshot> {
        let head = self.head()?;
        let about = self.table(|_: &crate::campaign::state::About| ())?;
        let campaign = Campaign {
            about: about.into_values().next(),
            players: self.table(|player: &crate::campaign::state::Player| player.id)?,
            designs: self.table(|design: &crate::campaign::state::Design| design.id)?,
            vessels: self.filtered(vessels, |vessel: &crate::campaign::state::Vessel| vessel.id)?,
            systems: self.table(|system: &crate::campaign::state::System| system.id)?,
            channels: self.table(|channel: &crate::campaign::state::Channel| (channel.a, channel.b))?,
            bases: self.table(|base: &crate::campaign::state::PirateBase| base.player)?,
            battles: self.filtered(battles, |battle: &Battle| battle.id)?,
        };
        match rows::dangling(&campaign) {
            None => Ok(Snapshot { campaign, head }),
            Some(what) => Err(StoreError::Damaged { path: self.path.clone(), what }),
        }
    }

    fn table<K: Ord, R: Record>(&self, key: impl Fn(&R) -> K) -> Result<std::collections::BTreeMap<K, R>> {
        self.filtered("", key)
    }

    fn filtered<K: Ord, R: Record>(
        &self,
        filter: &str,
        key: impl Fn(&R) -> K,
    ) -> Result<std::collections::BTreeMap<K, R>> {
        let read = || {
            let mut query = self.connection.prepare(&select(R::TABLE, filter))?;
            let mut rows = query.query([])?;
            let mut records = std::collections::BTreeMap::new();
            while let Some(row) = rows.next()? {
                let cells = (0..R::TABLE.columns.len()).map(|index| row.get_ref(index));
                let cells = cells.collect::<rusqlite::Result<Vec<_>>>()?;
                match R::read(&Reader { table: R::TABLE, cells: &cells }) {
                    Ok(record) => records.insert(key(&record), record),
                    Err(bad) => return Ok(Err(bad)),
                };
            }
            Ok(Ok(records))
        };
        read().map_err(|error| self.name(error))?.map_err(|bad| StoreError::Damaged {
            path: self.path.clone(),
            what: format!("row {} of table {} has an unreadable {}", bad.key, bad.table, bad.column),
        })
    }

    fn rows(&self, table: cells::Table) -> Result<Vec<Vec<cells::Cell>>> {
        let read = || {
            let mut query = self.connection.prepare(&select(table, ""))?;
            let rows = query.query_map([], |row| (0..table.columns.len()).map(|index| row.get(index)).collect())?;
            rows.collect::<rusqlite::Result<Vec<Vec<cells::Cell>>>>()
        };
        read().map_err(|error| self.name(error))
    }
}

/// Why an open file is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closed {
    ReadOnly,
    Full,
}

/// The address of a file that does not change.
fn immutable(path: &Path) -> String {
    let path = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{path}?immutable=1")
}

/// Whether a write-ahead log holds something that the file does not.
fn has_log(path: &Path) -> bool {
    fs::metadata(wal(path)).is_ok_and(|log| log.len() > 0)
}

fn select(table: cells::Table, filter: &str) -> String {
    format!("SELECT {} FROM {} {filter} ORDER BY id", table.columns.join(", "), table.name)
}

/// Looks at the first bytes of a file, so that each wrong file is named for what it is. Returns its schema.
fn examine(path: &Path) -> Result<u32> {
    let fail = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => StoreError::Missing(path.to_path_buf()),
        _ => StoreError::Unusable { path: path.to_path_buf(), what: error.to_string() },
    };
    let mut file = File::open(path).map_err(fail)?;
    let size = file.metadata().map_err(fail)?.len();
    let mut header = [0; 100];
    let known = b"SQLite format 3\0";
    if file.read_exact(&mut header).is_err() || !header.starts_with(known) {
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
    let found = word(60);
    if found > schema::VERSION {
        return Err(StoreError::NewerSchema { path: path.to_path_buf(), found, known: schema::VERSION });
    }
    if found == 0 {
        // A campaign has a schema before it has a name: this one lost its number.
        return Err(StoreError::Damaged { path: path.to_path_buf(), what: "its schema has no number".to_owned() });
    }
    let page = match u32::from(header[16]) << 8 | u32::from(header[17]) {
        1 => 65_536,
        size => u64::from(size),
    };
    let expected = page * u64::from(word(28));
    // While a write-ahead log exists the main file may rightly be behind it.
    if size < expected && !has_log(path) {
        return Err(StoreError::Truncated { path: path.to_path_buf(), expected, found: size });
    }
    Ok(found)
}

fn wal(path: &Path) -> PathBuf {
    beside(path, "-wal")
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
