//! The campaign file: SQLite, and nothing but SQLite.
//!
//! Everything is read at one moment ([`Store::at_one_moment`]) and written in one transaction ([`Store::record`]): state rows,
//! journal entry, events, dice and the rows' former values. What is decided lies elsewhere; this module only keeps it.
#![warn(clippy::wildcard_enum_match_arm)]

mod acts;
mod amend;
mod backup;
mod cells;
mod check;
mod digest;
mod error;
mod journal;
mod journal_rows;
mod keys;
mod naming;
mod open;
mod past;
mod place;
mod restore;
mod rows;
mod schema;
mod thrown;
mod transfer;
mod under_way;
mod upgrade;
mod verify;

pub use acts::Turn;
pub(crate) use amend::Told;
pub use amend::{Again, AmendmentDraft};
pub use check::{Imbalance, check};
pub use error::{Remedy, StoreError};
pub use journal::{Draft, Entry, Head, Kind, Recorded};
pub use keys::{Holder, KeyKind, KeyRow, NewKey, Sent};
pub use place::write_new;
pub use schema::VERSION as SCHEMA;
pub use thrown::{About, Cast, Throw, Thrown, ThrownLine};
pub use transfer::{EXPORT, Imported, Line};
pub use under_way::{FightLine, Minuted, Minutes};
pub(crate) use verify::difference;
pub use verify::{Finding, Umpires, Verified};

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use crate::campaign::state::battle::Battle;
use crate::campaign::state::{self, Campaign, Channel, Design, PirateBase, Player, System, Vessel};
use open::Closed;
use place::Beside;
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

/// Battles that are not over.
const OPEN: &str = "WHERE open = 1";
/// Vessels that are not lost.
const AFLOAT: &str = "WHERE state <> 'lost'";

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
        schema::found(&mut connection).map_err(fail)?;
        let store = Self { connection, path, closed: None };
        store.settle_in()?;
        Ok(store)
    }

    /// A new campaign file, filled before it is there: it is built beside its place and moved there whole.
    ///
    /// # Errors
    /// When the file exists, or cannot be made.
    pub fn create(path: &Path, fill: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        if path.exists() {
            place::tidy(path);
            return Err(StoreError::Exists(path.to_path_buf()));
        }
        let beside = Beside::new(path)?;
        Self::make(beside.draft(), fill).and_then(|()| beside.place()).map_err(|error| error.about(path))
    }

    fn make(draft: &Path, fill: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let fail = |error| error::name(draft, error);
        let access = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut connection = open::link(draft, access).map_err(fail)?;
        connection.pragma_update(None, "application_id", schema::APPLICATION_ID).map_err(fail)?;
        schema::found(&mut connection).map_err(fail)?;
        let mut store = Self { connection, path: draft.to_path_buf(), closed: None };
        store.settle_in()?;
        // A draft is nobody's campaign yet: what it holds is brought to the disk once, when it is whole.
        store.connection.pragma_update(None, "synchronous", "OFF").map_err(fail)?;
        fill(&mut store)?;
        store.connection.pragma_update(None, "journal_mode", "WAL").map_err(fail)?;
        store.connection.close().map_err(|(_, error)| fail(error))
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn must_write(&self) -> Result<()> {
        let path = self.path.clone();
        match &self.closed {
            None => Ok(()),
            Some(Closed::ReadOnly) => Err(StoreError::ReadOnly(path)),
            Some(Closed::Full) => Err(StoreError::Full(path)),
            Some(Closed::Unusable(what)) => Err(StoreError::Unusable { path, what: what.clone() }),
            Some(Closed::Damaged(what)) => Err(StoreError::Damaged { path, what: what.clone() }),
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
        self.read(OPEN, AFLOAT)
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
        let mut campaign = self.frame()?;
        campaign.designs = self.table(|design: &Design| design.id)?;
        campaign.vessels = self.filtered(vessels, |vessel: &Vessel| vessel.id)?;
        campaign.battles = self.filtered(battles, |battle: &Battle| battle.id)?;
        Ok(Snapshot { campaign: self.sound(campaign)?, head })
    }

    /// The campaign without ships and battles: for its map, and as the frame of the rest.
    ///
    /// # Errors
    /// When a row cannot be read.
    pub fn frame(&self) -> Result<Campaign> {
        Ok(Campaign {
            about: self.table(|_: &state::About| ())?.into_values().next(),
            players: self.table(|player: &Player| player.id)?,
            systems: self.table(|system: &System| system.id)?,
            channels: self.table(|channel: &Channel| (channel.a, channel.b))?,
            bases: self.table(|base: &PirateBase| base.player)?,
            ..Campaign::default()
        })
    }

    /// The campaign as commands are decided, but without the figures of its ships: for reports that tell none.
    ///
    /// # Errors
    /// When a row cannot be read.
    pub fn outline(&self) -> Result<Campaign> {
        self.at_one_moment(|store| {
            let mut campaign = store.frame()?;
            campaign.vessels = store.filtered(AFLOAT, |vessel: &Vessel| vessel.id)?;
            campaign.battles = store.filtered(OPEN, |battle: &Battle| battle.id)?;
            match rows::homeless(&campaign) {
                None => Ok(campaign),
                Some(what) => Err(StoreError::Damaged { path: store.path.clone(), what }),
            }
        })
    }

    /// A campaign, unless a row of it names one that is not there: rules and reports rely on that.
    fn sound(&self, campaign: Campaign) -> Result<Campaign> {
        match rows::dangling(&campaign) {
            None => Ok(campaign),
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

fn select(table: cells::Table, filter: &str) -> String {
    format!("SELECT {} FROM {} {filter} ORDER BY id", table.columns.join(", "), table.name)
}
