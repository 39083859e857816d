//! Dice that people typed in for a command that is not recorded yet: kept roll by roll, so that who gives the command
//! again goes on with them, and nobody throws anew. They go with the entry that holds them.

use std::fmt;
use std::path::Path;

use chrono::NaiveDateTime;
use rusqlite::{Connection, Row as SqlRow, Transaction, TransactionBehavior, params};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::journal::{Entry, chained, raw};
use super::journal_rows::{number, raw_text, stamp, unreadable, word};
use super::verify::{Finding, bare};
use super::{Result, Store, StoreError, error};
use crate::campaign::command::Command;
use crate::campaign::state::{BattleId, PlayerId};
use crate::dice::Roll;

/// What a command is about: dice that lie open for one thing are in nobody's way elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// A battle.
    Battle(BattleId),
    /// A player, outside any battle.
    Player(PlayerId),
    /// The campaign as a whole.
    Campaign,
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Battle(battle) => write!(f, "battle {}", battle.0),
            Self::Player(_) => f.write_str("this player"),
            Self::Campaign => f.write_str("the campaign"),
        }
    }
}

impl About {
    /// What a command is about.
    #[must_use]
    pub fn of(command: &Command) -> Self {
        Self::read(&raw(command))
    }

    fn read(command: &RawValue) -> Self {
        #[derive(Deserialize)]
        struct Named {
            battle: Option<BattleId>,
            player: Option<PlayerId>,
        }
        match serde_json::from_str::<Named>(command.get()) {
            Ok(Named { battle: Some(battle), .. }) => Self::Battle(battle),
            Ok(Named { player: Some(player), .. }) => Self::Player(player),
            _ => Self::Campaign,
        }
    }
}

/// One roll and the command that asked for it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cast {
    /// Which command of the typed line, counted from 1.
    pub part: usize,
    /// The command; of an amendment that of the entry it amends.
    pub command: Command,
    /// The entry whose amendment the roll is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amends: Option<u64>,
    /// The arbitrator's reason it was given with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// The roll.
    pub roll: Roll,
}

/// One row as it is hashed and exported; it stays the text it was kept as.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thrown {
    /// The number of the typed line.
    pub line: u64,
    /// Number in this line, counted from 1 without a gap.
    pub number: u64,
    /// The entry that was last when the first die of the line fell.
    pub entry: u64,
    /// When.
    pub at: NaiveDateTime,
    /// The player who typed it in; `None` for the arbitrator.
    pub by: Option<PlayerId>,
    /// What.
    pub row: Box<RawValue>,
}

/// One line of an export: a row and its hash.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThrownLine {
    /// Its hash and, through it, that of all rows of the line before.
    pub chain: String,
    /// The row.
    pub thrown: Thrown,
}

/// The dice of one typed line that lie open.
#[derive(Clone, Debug)]
pub struct Throw {
    /// The player who typed them in; `None` for the arbitrator.
    pub by: Option<PlayerId>,
    /// When the first of them fell.
    pub at: NaiveDateTime,
    /// The rolls, in order.
    pub casts: Vec<Cast>,
    line: u64,
    entry: u64,
    chain: String,
}

impl Throw {
    /// Whether one of its commands is about the same as another. What was typed in for an amendment is in the way of
    /// amendments only.
    #[must_use]
    pub fn concerns(&self, about: About) -> bool {
        self.amends().is_none() && self.casts.iter().any(|cast| About::of(&cast.command) == about)
    }

    /// The entry whose amendment it is for.
    #[must_use]
    pub fn amends(&self) -> Option<u64> {
        self.casts.first().and_then(|cast| cast.amends)
    }

    /// The rolls that are not among others.
    #[must_use]
    pub fn missing<'a>(&'a self, held: &mut Vec<&Roll>) -> Vec<&'a Roll> {
        let key = |roll: &Roll| (roll.purpose.clone(), roll.faces.clone(), roll.source);
        let missing = |cast: &'a Cast| match held.iter().position(|held| key(held) == key(&cast.roll)) {
            Some(at) => {
                held.swap_remove(at);
                None
            }
            None => Some(&cast.roll),
        };
        self.casts.iter().filter_map(missing).collect()
    }
}

const ROWS: &str = "SELECT line, number, journal_id, at, player_id, body, chain FROM thrown ORDER BY line, number";

impl Store {
    /// The dice that lie open, line by line.
    ///
    /// # Errors
    /// When a row is not what was kept.
    pub fn throws(&self) -> Result<Vec<Throw>> {
        self.at_one_moment(|store| open_throws(&store.path, &store.connection))
    }

    /// Keeps a roll for good, after those of `throw` where there is one.
    ///
    /// # Errors
    /// When the line was taken up elsewhere, or whatever SQLite refuses.
    pub fn throw(&self, throw: &mut Option<Throw>, at: NaiveDateTime, by: Option<PlayerId>, cast: Cast) -> Result<()> {
        self.must_write()?;
        let path = self.path.clone();
        let fail = |error| error::name(&path, error);
        let row = raw(&cast);
        let transaction = Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate).map_err(fail)?;
        let (line, entry, before, place) = match throw.as_ref() {
            Some(open) => (open.line, open.entry, open.chain.clone(), open.casts.len() as u64 + 1),
            None => fresh_line(&transaction).map_err(fail)?,
        };
        if throw.is_some() && last_chain(&transaction, line).map_err(fail)?.as_ref() != Some(&before) {
            return Err(StoreError::Thrown { by: by.map(|by| by.0), what: "are taken up elsewhere at this moment" });
        }
        let thrown = Thrown { line, number: place, entry, at, by, row };
        let kept = ThrownLine { chain: chained(&before, &thrown), thrown };
        write_line(&transaction, &kept).map_err(fail)?;
        transaction.commit().map_err(fail)?;
        let open = throw.get_or_insert_with(|| Throw { by, at, casts: Vec::new(), line, entry, chain: String::new() });
        open.casts.push(cast);
        open.chain = kept.chain;
        Ok(())
    }

    /// Every row, for an export.
    pub(super) fn thrown_lines(&self) -> Result<Vec<ThrownLine>> {
        select(&self.connection).map_err(|error| self.name(error))
    }

    /// Takes a row of an export over.
    pub(super) fn import_thrown(&mut self, line: &ThrownLine) -> Result<()> {
        write_line(&self.connection, line).map_err(|error| self.name(error))?;
        self.throws().map(|_| ())
    }

    /// Proves the dice that lie open.
    pub(super) fn thrown(&self, findings: &mut Vec<Finding>) {
        if let Err(error) = open_throws(&self.path, &self.connection) {
            findings.push(Finding::Damaged { entry: None, what: bare(error) });
        }
    }
}

/// Takes away the dice that entries hold. Dice that lie open for the same and that they do not hold are in their way.
pub(super) fn close<'e>(
    path: &Path,
    connection: &Connection,
    entries: &(impl Iterator<Item = &'e Entry> + Clone),
) -> Result<()> {
    for throw in open_throws(path, connection)? {
        let about = entries.clone().filter_map(|entry| entry.command.as_ref().map(|command| About::read(command)));
        if !about.clone().any(|about| throw.concerns(about)) {
            continue;
        }
        take_away(path, connection, &throw, entries.clone().flat_map(|entry| &entry.dice))?;
    }
    Ok(())
}

/// Takes away the dice of amendments, which the entries of one hold.
pub(super) fn close_amended(path: &Path, connection: &Connection, entries: &[Entry]) -> Result<()> {
    let open = open_throws(path, connection)?;
    let mut amended = open.iter().filter(|throw| throw.amends().is_some());
    amended.try_for_each(|throw| take_away(path, connection, throw, entries.iter().flat_map(|entry| &entry.dice)))
}

fn take_away<'e>(
    path: &Path,
    connection: &Connection,
    throw: &Throw,
    held: impl Iterator<Item = &'e Roll>,
) -> Result<()> {
    if !throw.missing(&mut held.collect()).is_empty() {
        let by = throw.by.map(|by| by.0);
        return Err(StoreError::Thrown { by, what: "lie open for it, and this command leaves them out" });
    }
    let gone = connection.execute("DELETE FROM thrown WHERE line = ?1", [number(throw.line)]);
    gone.map(|_| ()).map_err(|error| error::name(path, error))
}

fn open_throws(path: &Path, connection: &Connection) -> Result<Vec<Throw>> {
    let damaged = |what: String| StoreError::Damaged { path: path.to_path_buf(), what };
    let mut throws: Vec<Throw> = Vec::new();
    for ThrownLine { chain, thrown } in select(connection).map_err(|error| error::name(path, error))? {
        let Thrown { line, number, entry, at, by, .. } = thrown;
        let name = format!("die {number} of line {line} that was typed in");
        if throws.last().is_none_or(|last| last.line != line) {
            let before = entry_chain(connection, entry).map_err(|error| error::name(path, error))?;
            throws.push(Throw { by, at, casts: Vec::new(), line, entry, chain: before.unwrap_or_default() });
        }
        let Some(open) = throws.last_mut() else { continue };
        let follows = chained(&open.chain, &thrown) == chain && open.casts.len() as u64 + 1 == number;
        if !follows || (open.entry, open.by) != (entry, by) {
            return Err(damaged(format!("{name} is not what was kept: its hash does not follow")));
        }
        open.casts.push(serde_json::from_str(thrown.row.get()).map_err(|_| damaged(format!("{name} cannot be read")))?);
        open.chain = chain;
    }
    Ok(throws)
}

fn select(connection: &Connection) -> rusqlite::Result<Vec<ThrownLine>> {
    connection.prepare_cached(ROWS)?.query_map([], read_line)?.collect()
}

fn read_line(row: &SqlRow<'_>) -> rusqlite::Result<ThrownLine> {
    let at: NaiveDateTime = word(row, 3)?;
    // A time has more spellings than the one that is written, and only its meaning is hashed.
    if stamp(at) != row.get::<_, String>(3)? {
        return Err(unreadable(3));
    }
    let thrown = Thrown {
        line: row.get::<_, i64>(0)?.cast_unsigned(),
        number: row.get::<_, i64>(1)?.cast_unsigned(),
        entry: row.get::<_, i64>(2)?.cast_unsigned(),
        at,
        by: row.get::<_, Option<u32>>(4)?.map(PlayerId),
        row: raw_text(row, 5)?,
    };
    Ok(ThrownLine { chain: row.get(6)?, thrown })
}

fn write_line(connection: &Connection, ThrownLine { chain, thrown }: &ThrownLine) -> rusqlite::Result<()> {
    let Thrown { line, number: place, entry, at, by, row } = thrown;
    let sql = "INSERT INTO thrown (line, number, journal_id, at, player_id, body, chain) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let by = by.map(|by| by.0);
    let mut insert = connection.prepare_cached(sql)?;
    insert.execute(params![number(*line), number(*place), number(*entry), stamp(*at), by, row.get(), chain])?;
    Ok(())
}

/// The number of a new line, the entry it follows, that one's hash, and the place of its first roll.
fn fresh_line(connection: &Connection) -> rusqlite::Result<(u64, u64, String, u64)> {
    let sql = "SELECT (SELECT coalesce(max(line), 0) + 1 FROM thrown), id, chain FROM journal ORDER BY id DESC LIMIT 1";
    connection.query_row(sql, [], |row| {
        Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get::<_, i64>(1)?.cast_unsigned(), row.get(2)?, 1))
    })
}

fn last_chain(connection: &Connection, line: u64) -> rusqlite::Result<Option<String>> {
    let sql = "SELECT (SELECT chain FROM thrown WHERE line = ?1 ORDER BY number DESC LIMIT 1)";
    connection.query_row(sql, [number(line)], |row| row.get(0))
}

fn entry_chain(connection: &Connection, entry: u64) -> rusqlite::Result<Option<String>> {
    let sql = "SELECT (SELECT chain FROM journal WHERE id = ?1)";
    connection.query_row(sql, [number(entry)], |row| row.get(0))
}
