//! Keys to the club's door and what was sent through it. They are no part of the campaign: digest, export and publication
//! know nothing of them, and neither undo nor redo reaches them.

use chrono::NaiveDateTime;
use rusqlite::{OptionalExtension as _, Row, Transaction, TransactionBehavior, params};
use serde::Serialize;

use super::{Result, Store, StoreError};
use crate::campaign::state::PlayerId;
use crate::text::words;

words! {
    /// What a key is for.
    KeyKind {
        /// Lets several devices in, for some days.
        Invitation = "invitation",
        /// One phone or laptop.
        Device = "device",
        /// Lets one device in, within minutes.
        OneTime = "one-time",
        /// Reads calendars and news, and nothing else.
        Feed = "feed",
    }
}

/// Whose a key is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holder {
    /// An arbitrator.
    Arbitrator,
    /// A player of the campaign, with his name.
    Player(PlayerId, String),
    /// Somebody who looks on, and what he is called.
    Guest(String),
}

impl Holder {
    const fn word(&self) -> &'static str {
        match self {
            Self::Arbitrator => "arbitrator",
            Self::Player(..) => "player",
            Self::Guest(_) => "guest",
        }
    }

    const fn player(&self) -> Option<u32> {
        match self {
            Self::Player(id, _) => Some(id.0),
            Self::Arbitrator | Self::Guest(_) => None,
        }
    }

    /// What he is called.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Arbitrator => "the arbitrator",
            Self::Player(_, name) | Self::Guest(name) => name,
        }
    }

    fn read(kind: &str, player: Option<u32>, name: String) -> Option<Self> {
        match (kind, player) {
            ("arbitrator", _) => Some(Self::Arbitrator),
            ("player", Some(player)) => Some(Self::Player(PlayerId(player), name)),
            ("guest", _) => Some(Self::Guest(name)),
            _ => None,
        }
    }
}

/// A key as it is kept: everything but the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeyRow {
    /// Number.
    pub id: u64,
    /// What it is for.
    pub kind: KeyKind,
    /// Whose it is.
    pub holder: Holder,
    /// What it was made for: a phone by its browser's name, an invitation by nothing.
    pub label: String,
    /// When it was made.
    pub made: NaiveDateTime,
    /// Until when it opens.
    pub until: NaiveDateTime,
    /// How many more devices it lets in.
    pub uses_left: u32,
    /// When it was last used.
    pub used: Option<NaiveDateTime>,
    /// When it was revoked.
    pub revoked: Option<NaiveDateTime>,
}

impl KeyRow {
    /// Whether it opens at a time.
    #[must_use]
    pub fn opens(&self, at: NaiveDateTime) -> bool {
        let spent = matches!(self.kind, KeyKind::Invitation | KeyKind::OneTime) && self.uses_left == 0;
        self.revoked.is_none() && at < self.until && !spent
    }
}

/// A key on its way into the file.
#[derive(Clone, Debug)]
pub struct NewKey {
    /// The hash of it; the key itself is kept nowhere.
    pub hash: String,
    /// What it is for.
    pub kind: KeyKind,
    /// Whose it is.
    pub holder: Holder,
    /// What it was made for.
    pub label: String,
    /// When.
    pub made: NaiveDateTime,
    /// Until when it opens.
    pub until: NaiveDateTime,
    /// How many devices it lets in.
    pub uses_left: u32,
}

/// What a sender calls what he sends, so that it counts once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// Who.
    pub sender: String,
    /// His name for it.
    pub token: String,
}

/// How a time is written.
const STAMP: &str = "%Y-%m-%dT%H:%M:%S";
const COLUMNS: &str = "id, kind, holder, player_id, name, label, made, until, uses_left, used, revoked";

fn read(row: &Row<'_>) -> rusqlite::Result<KeyRow> {
    let bad = |index: usize| rusqlite::Error::InvalidColumnType(index, "key".to_owned(), rusqlite::types::Type::Text);
    let time = |index: usize| -> rusqlite::Result<Option<NaiveDateTime>> {
        let text: Option<String> = row.get(index)?;
        text.map(|text| NaiveDateTime::parse_from_str(&text, STAMP).map_err(|_| bad(index))).transpose()
    };
    let when = |index: usize| time(index)?.ok_or_else(|| bad(index));
    let kind: String = row.get(1)?;
    let holder: String = row.get(2)?;
    Ok(KeyRow {
        id: row.get::<_, i64>(0)?.cast_unsigned(),
        kind: KeyKind::from_word(&kind).ok_or_else(|| bad(1))?,
        holder: Holder::read(&holder, row.get(3)?, row.get(4)?).ok_or_else(|| bad(2))?,
        label: row.get(5)?,
        made: when(6)?,
        until: when(7)?,
        uses_left: row.get(8)?,
        used: time(9)?,
        revoked: time(10)?,
    })
}

fn add(transaction: &Transaction<'_>, new: &NewKey, of: Option<u64>) -> rusqlite::Result<u64> {
    let sql = "INSERT INTO door_key (hash, kind, holder, player_id, name, label, made, until, uses_left, of_id)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    let (made, until) = (stamp(new.made), stamp(new.until));
    transaction.execute(
        sql,
        params![
            new.hash,
            new.kind.word(),
            new.holder.word(),
            new.holder.player(),
            new.holder.name(),
            new.label,
            made,
            until,
            new.uses_left,
            of.map(u64::cast_signed)
        ],
    )?;
    Ok(transaction.last_insert_rowid().cast_unsigned())
}

fn stamp(at: NaiveDateTime) -> String {
    at.format(STAMP).to_string()
}

/// Notes in its transaction what was sent.
pub(super) fn note(transaction: &Transaction<'_>, sent: &Sent, first: u64, last: u64) -> rusqlite::Result<()> {
    let sql = "INSERT INTO sent (sender, token, first_id, last_id) VALUES (?1, ?2, ?3, ?4)";
    transaction.execute(sql, params![sent.sender, sent.token, first.cast_signed(), last.cast_signed()])?;
    Ok(())
}

impl Store {
    fn write_keys<T>(&mut self, work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>) -> Result<T> {
        self.must_write()?;
        let path = self.path.clone();
        let fail = |error| super::error::name(&path, error);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fail)?;
        let done = work(&transaction).map_err(fail)?;
        transaction.commit().map_err(|error| super::error::at_commit(&path, error))?;
        Ok(done)
    }

    /// Adds a key.
    ///
    /// # Errors
    /// When the file cannot take it.
    pub fn add_key(&mut self, new: &NewKey) -> Result<u64> {
        self.write_keys(|transaction| add(transaction, new, None))
    }

    /// A key by its hash.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn key(&self, hash: &str) -> Result<Option<KeyRow>> {
        let find = || {
            let sql = format!("SELECT {COLUMNS} FROM door_key WHERE hash = ?1");
            self.connection.prepare_cached(&sql)?.query_row([hash], read).optional()
        };
        find().map_err(|error| self.name(error))
    }

    /// Whether the campaign has a player of this number and name.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn knows_player(&self, id: PlayerId, name: &str) -> Result<bool> {
        let find = || {
            let sql = "SELECT 1 FROM player WHERE id = ?1 AND name = ?2";
            self.connection.prepare_cached(sql)?.query_row(params![id.0, name], |_| Ok(())).optional()
        };
        find().map(|found| found.is_some()).map_err(|error| self.name(error))
    }

    /// Every key.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn keys(&self) -> Result<Vec<KeyRow>> {
        let list = || {
            let mut query = self.connection.prepare(&format!("SELECT {COLUMNS} FROM door_key ORDER BY id"))?;
            query.query_map([], read)?.collect::<rusqlite::Result<Vec<KeyRow>>>()
        };
        list().map_err(|error| self.name(error))
    }

    /// Lets a device in: one use of a key is spent and the device's own key added, together or not at all.
    ///
    /// # Errors
    /// When the file cannot take it; `None` when the key does not let anybody in any more.
    pub fn let_in(&mut self, hash: &str, device: &NewKey) -> Result<Option<u64>> {
        self.write_keys(|transaction| {
            let sql = "UPDATE door_key SET uses_left = uses_left - 1, used = ?2 WHERE hash = ?1 AND uses_left > 0
                       AND revoked IS NULL AND until > ?2 AND kind IN ('invitation', 'one-time') RETURNING id";
            let of = transaction.query_row(sql, params![hash, stamp(device.made)], |row| row.get::<_, i64>(0));
            let Some(of) = of.optional()? else { return Ok(None) };
            add(transaction, device, Some(of.cast_unsigned())).map(Some)
        })
    }

    /// Notes that a key was used, and until when it opens now.
    ///
    /// # Errors
    /// When the file cannot take it.
    pub fn renew_key(&mut self, id: u64, used: NaiveDateTime, until: NaiveDateTime) -> Result<()> {
        self.write_keys(|transaction| {
            let sql = "UPDATE door_key SET used = ?2, until = ?3 WHERE id = ?1";
            transaction.execute(sql, params![id.cast_signed(), stamp(used), stamp(until)]).map(|_| ())
        })
    }

    /// Revokes a key and those of the devices that it let in.
    ///
    /// # Errors
    /// When the file cannot take it.
    pub fn revoke_key(&mut self, id: u64, at: NaiveDateTime) -> Result<usize> {
        self.write_keys(|transaction| {
            let sql = "UPDATE door_key SET revoked = ?2 WHERE (id = ?1 OR of_id = ?1) AND revoked IS NULL";
            transaction.execute(sql, params![id.cast_signed(), stamp(at)])
        })
    }

    /// What was recorded of something that was sent before.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn sent(&self, sent: &Sent) -> Result<Option<(u64, u64)>> {
        let find = || {
            let sql = "SELECT first_id, last_id FROM sent WHERE sender = ?1 AND token = ?2";
            let mut query = self.connection.prepare_cached(sql)?;
            let read =
                |row: &Row<'_>| Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get::<_, i64>(1)?.cast_unsigned()));
            query.query_row([&sent.sender, &sent.token], read).optional()
        };
        find().map_err(|error| self.name(error))
    }

    /// A number that changes when another program has written to the file.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn data_version(&self) -> Result<i64> {
        let read: std::result::Result<i64, rusqlite::Error> =
            self.connection.query_row("PRAGMA data_version", [], |row| row.get(0));
        read.map_err(|error| self.name(error))
    }

    /// The number of the last entry.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn last_entry(&self) -> Result<u64> {
        let read: std::result::Result<i64, rusqlite::Error> =
            self.connection.query_row("SELECT coalesce(max(id), 0) FROM journal", [], |row| row.get(0));
        read.map(i64::cast_unsigned).map_err(|error: rusqlite::Error| -> StoreError { self.name(error) })
    }
}
