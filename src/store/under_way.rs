//! What was answered and rolled in a battle under way: rows that are only ever added, each in force as long as the entry
//! that began the battle.

use chrono::NaiveDateTime;
use rusqlite::{Connection, OptionalExtension as _, Row as SqlRow, TransactionBehavior, params};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::journal::{chained, raw};
use super::journal_rows::{number, raw_text, stamp, unreadable, word};
use super::verify::{Finding, bare};
use super::{Result, Store, StoreError, error};
use crate::campaign::command::Command;
use crate::campaign::state::battle::under_way::Row;
use crate::campaign::state::{BattleId, PlayerId};
use crate::campaign::turn::report::Role;

/// One row as it is hashed and exported; it stays the text it was kept as.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Minuted {
    /// The entry that began the battle.
    pub entry: u64,
    /// Number in this battle, counted from 1 without a gap.
    pub number: u64,
    /// When the sitting began in which it was kept.
    pub at: NaiveDateTime,
    /// The player who gave it; `None` for the arbitrator.
    pub by: Option<PlayerId>,
    /// What.
    pub row: Box<RawValue>,
}

impl Minuted {
    /// The hash of this row and, through `before`, of all earlier ones and of the entry that began the battle.
    fn chain(&self, before: &str) -> String {
        chained(before, self)
    }
}

/// One line of an export: a row and its hash.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FightLine {
    /// Its hash and, through it, that of all rows before.
    pub chain: String,
    /// The row.
    pub fight: Minuted,
}

/// Everything that was kept of a battle.
#[derive(Clone, Debug)]
pub struct Minutes {
    /// Which.
    pub battle: BattleId,
    /// The entry that began it.
    pub entry: u64,
    /// The program that began it.
    pub program: String,
    /// What was kept, in order.
    pub rows: Vec<Row>,
    /// The hash of the last row, or of the entry where there is none.
    pub chain: String,
    kept: u64,
}

impl Minutes {
    /// The side that is asked, and in which turn; 0 where it deploys.
    #[must_use]
    pub fn asked(&self) -> Option<(Role, u8)> {
        self.rows.iter().rev().find_map(|row| match row {
            Row::Due { side, turn, .. } => Some((*side, *turn)),
            Row::Begun { .. } | Row::Order { .. } | Row::Deployed { .. } | Row::Answer { .. } | Row::Rolled { .. } => {
                None
            }
        })
    }
}

const ROWS: &str = "SELECT journal_id, number, at, player_id, body, chain FROM fight";

impl Store {
    /// What was kept of a battle that is under way, or was; `None` where none was begun that is in force.
    ///
    /// # Errors
    /// When a row is not what was kept.
    pub fn minutes(&self, battle: BattleId) -> Result<Option<Minutes>> {
        let sql = "SELECT max(journal.id) FROM event JOIN journal ON journal.id = event.journal_id \
                   WHERE event.kind = 'fight-begun' AND json_extract(event.body, '$.battle') = ?1 \
                   AND journal.undone_by IS NULL";
        self.at_one_moment(|store| {
            let entry: Option<i64> =
                store.connection.query_row(sql, [battle.0], |row| row.get(0)).map_err(|error| store.name(error))?;
            entry.map(|entry| store.minutes_of(battle, entry.cast_unsigned())).transpose()
        })
    }

    /// What was kept of a battle up to the row of a hash; `None` where no row has it.
    pub(super) fn minutes_until(&self, battle: BattleId, chain: &str) -> Result<Option<Vec<Row>>> {
        let sql = "SELECT journal_id, number FROM fight WHERE chain = ?1";
        let read = |row: &SqlRow<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?));
        let found = self.connection.query_row(sql, [chain], read).optional().map_err(|error| self.name(error))?;
        let Some((entry, last)) = found else { return Ok(None) };
        let mut minutes = self.minutes_of(battle, entry.cast_unsigned())?;
        minutes.rows.truncate(usize::try_from(last).unwrap_or(0));
        Ok(Some(minutes.rows))
    }

    /// The rows that follow an entry, each proved by its hash.
    fn minutes_of(&self, battle: BattleId, entry: u64) -> Result<Minutes> {
        let damaged = |what: String| StoreError::Damaged { path: self.path.clone(), what };
        let begun = self.entry(entry)?.ok_or(StoreError::NoEntry(entry))?;
        if !matches!(begun.entry.command(), Some(Command::BeginFight { battle: of, .. }) if of == battle) {
            return Err(damaged(format!("entry {entry} does not begin battle {}", battle.0)));
        }
        let (mut chain, mut rows) = (begun.chain, Vec::new());
        for line in self.select_fights("WHERE journal_id = ?1 ORDER BY number", &[number(entry)])? {
            let FightLine { chain: own, fight } = line;
            let due = rows.len() as u64 + 1;
            let name = format!("row {due} of battle {}, which entry {entry} began,", battle.0);
            if fight.number != due || fight.chain(&chain) != own {
                return Err(damaged(format!("{name} is not what was kept: its hash does not follow")));
            }
            chain = own;
            rows.push(serde_json::from_str(fight.row.get()).map_err(|_| damaged(format!("{name} cannot be read")))?);
        }
        let (program, kept) = (begun.entry.program, rows.len() as u64);
        Ok(Minutes { battle, entry, program, rows, chain, kept })
    }

    fn select_fights(&self, filter: &str, parameters: &[i64]) -> Result<Vec<FightLine>> {
        let read = || {
            let mut query = self.connection.prepare_cached(&format!("{ROWS} {filter}"))?;
            query.query_map(rusqlite::params_from_iter(parameters), read_line)?.collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|error| self.name(error))
    }

    /// Keeps rows after those of `minutes`: all of them, for good, or none.
    ///
    /// # Errors
    /// When somebody else has played on, the battle is not under way any more, or whatever SQLite refuses.
    pub fn keep(&mut self, minutes: &mut Minutes, at: NaiveDateTime, by: Option<PlayerId>, rows: &[Row]) -> Result<()> {
        self.must_write()?;
        let (mut chain, mut lines) = (minutes.chain.clone(), Vec::new());
        for (place, row) in (minutes.kept + 1..).zip(rows) {
            let fight = Minuted { entry: minutes.entry, number: place, at, by, row: raw(row) };
            chain = fight.chain(&chain);
            lines.push(FightLine { chain: chain.clone(), fight });
        }
        let path = self.path.clone();
        let fail = |error| error::name(&path, error);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fail)?;
        let (battle, elsewhere) = (minutes.battle.0, |what| StoreError::Elsewhere { battle: minutes.battle.0, what });
        if !goes_on(&transaction, battle, minutes.entry).map_err(fail)? {
            return Err(elsewhere("is not under way any more: it was recorded, ended or undone meanwhile"));
        }
        let last = last_chain(&transaction, minutes.entry).map_err(fail)?;
        if last.as_ref() != Some(&minutes.chain) {
            return Err(elsewhere("is played on elsewhere at this moment"));
        }
        lines.iter().try_for_each(|line| write_line(&transaction, line)).map_err(fail)?;
        transaction.commit().map_err(fail)?;
        minutes.rows.extend_from_slice(rows);
        minutes.kept += rows.len() as u64;
        minutes.chain = chain;
        Ok(())
    }

    /// Every row of every battle, for an export.
    pub(super) fn fight_lines(&self) -> Result<Vec<FightLine>> {
        self.select_fights("ORDER BY id", &[])
    }

    /// Takes a row of an export over.
    pub(super) fn import_fight(&mut self, line: &FightLine) -> Result<()> {
        let FightLine { chain, fight } = line;
        let (entry, row) = (fight.entry, fight.number);
        let fail = |error| error::name(&self.path, error);
        let before = last_chain(&self.connection, entry).map_err(fail)?;
        let follows = before.is_some_and(|before| fight.chain(&before) == *chain);
        let count: i64 = self
            .connection
            .query_row("SELECT count(*) FROM fight WHERE journal_id = ?1", [number(entry)], |row| row.get(0))
            .map_err(fail)?;
        if !follows || count.cast_unsigned() + 1 != row {
            let what =
                format!("row {row} of the battle that entry {entry} began was changed: its hash does not follow");
            return Err(StoreError::Damaged { path: self.path.clone(), what });
        }
        write_line(&self.connection, line).map_err(fail)
    }

    /// Proves the rows of every battle that people play or played.
    pub(super) fn fights(&self, findings: &mut Vec<Finding>) {
        let entries = || {
            let mut query = self.connection.prepare("SELECT DISTINCT journal_id FROM fight ORDER BY journal_id")?;
            query.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<i64>>>()
        };
        let entries = match entries() {
            Ok(entries) => entries,
            Err(error) => {
                findings.push(Finding::Damaged { entry: None, what: error.to_string() });
                return;
            }
        };
        for entry in entries.into_iter().map(i64::cast_unsigned) {
            let battle = self.entry(entry).ok().flatten().and_then(|begun| begun.entry.battle());
            let proved = match battle {
                Some(battle) => self.minutes_of(battle, entry).map(|_| ()),
                None => Err(StoreError::NoEntry(entry)),
            };
            if let Err(error) = proved {
                findings.push(Finding::Damaged { entry: Some(entry), what: bare(error) });
            }
        }
    }
}

fn read_line(row: &SqlRow<'_>) -> rusqlite::Result<FightLine> {
    let at: NaiveDateTime = word(row, 2)?;
    // A time has more spellings than the one that is written, and only its meaning is hashed.
    if stamp(at) != row.get::<_, String>(2)? {
        return Err(unreadable(2));
    }
    let fight = Minuted {
        entry: row.get::<_, i64>(0)?.cast_unsigned(),
        number: row.get::<_, i64>(1)?.cast_unsigned(),
        at,
        by: row.get::<_, Option<u32>>(3)?.map(PlayerId),
        row: raw_text(row, 4)?,
    };
    Ok(FightLine { chain: row.get(5)?, fight })
}

fn write_line(connection: &Connection, FightLine { chain, fight }: &FightLine) -> rusqlite::Result<()> {
    let Minuted { entry, number: place, at, by, row } = fight;
    let sql = "INSERT INTO fight (journal_id, number, at, player_id, body, chain) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let mut insert = connection.prepare_cached(sql)?;
    insert.execute(params![number(*entry), number(*place), stamp(*at), by.map(|by| by.0), row.get(), chain])?;
    Ok(())
}

/// Whether a battle is still under way by the entry that began it.
fn goes_on(connection: &Connection, battle: u32, entry: u64) -> rusqlite::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM battle WHERE id = ?1 AND open = 1 AND step = 'battle' \
               AND under_way IS NOT NULL AND confirmation IS NULL) \
               AND EXISTS (SELECT 1 FROM journal WHERE id = ?2 AND undone_by IS NULL)";
    connection.query_row(sql, params![battle, number(entry)], |row| row.get(0))
}

/// The hash that the next row of a battle follows.
fn last_chain(connection: &Connection, entry: u64) -> rusqlite::Result<Option<String>> {
    let sql = "SELECT coalesce((SELECT chain FROM fight WHERE journal_id = ?1 ORDER BY number DESC LIMIT 1), \
               (SELECT chain FROM journal WHERE id = ?1))";
    connection.query_row(sql, [number(entry)], |row| row.get(0))
}
