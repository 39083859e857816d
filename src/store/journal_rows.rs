//! Journal entries, events, dice and former rows, as their tables hold them.

use chrono::NaiveDateTime;
use rusqlite::types::Type;
use rusqlite::{Row, params};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::cells::{Cell, Change, Table};
use super::journal::{Entry, Kind, Recorded};
use super::rows::{self, TABLES};
use crate::campaign::state::PlayerId;
use crate::dice::{Mark, Roll};

pub(super) fn number(id: u64) -> i64 {
    i64::try_from(id).unwrap_or(i64::MAX)
}

pub(super) fn write_entry(
    transaction: &rusqlite::Transaction<'_>,
    entry: &Entry,
    chain: &str,
    changes: &[Change],
) -> rusqlite::Result<()> {
    let id = number(entry.entry);
    transaction.execute(
        "INSERT INTO journal (id, at, player_id, kind, of_id, command, ruling, program, schema, catalog, digest, chain, \
         act, at_given) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        params![
            id,
            stamp(entry.at),
            entry.by.map(|player| player.0),
            entry.kind.word(),
            entry.of.map(number),
            entry.command.as_ref().map(|command| command.get()),
            entry.ruling,
            entry.program,
            entry.schema,
            entry.catalog,
            entry.digest,
            chain,
            entry.act.map(number),
            entry.at_given,
        ],
    )?;
    let mut insert =
        transaction.prepare_cached("INSERT INTO event (journal_id, kind, rule, body) VALUES (?1, ?2, ?3, ?4)")?;
    for (body, rule) in entry.events.iter().zip(&entry.rules) {
        insert.execute(params![id, kind_of(body.get()), rule, body.get()])?;
    }
    let mut insert = transaction
        .prepare_cached("INSERT INTO die (journal_id, purpose, faces, source, mark) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for roll in &entry.dice {
        let faces: String = roll.faces.iter().map(|pip| char::from(b'0' + pip.face())).collect();
        insert.execute(params![id, roll.purpose, faces, source_word(roll), roll.mark.map(Mark::word)])?;
    }
    // Undo and redo write rows that the undone entry already holds; a second copy would prove nothing.
    let keep = matches!(entry.kind, Kind::Command | Kind::Amend);
    let mut insert = transaction
        .prepare_cached("INSERT INTO change (journal_id, place, key, before, after) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for change in changes {
        write_row(transaction, change)?;
        if keep {
            insert.execute(params![
                id,
                change.table.name,
                change.key,
                image(change.before.as_ref()),
                image(change.after.as_ref())
            ])?;
        }
    }
    Ok(())
}

/// The tag of an event, as its text has it.
pub(super) fn kind_of(body: &str) -> String {
    #[derive(Deserialize)]
    struct Tagged {
        event: String,
    }
    serde_json::from_str(body).map_or_else(|_| String::new(), |tagged: Tagged| tagged.event)
}

pub(super) fn image(cells: Option<&Vec<Cell>>) -> Option<String> {
    cells.map(|cells| serde_json::to_string(cells).expect("cells are plain values"))
}

/// Writes one state row. `INSERT OR REPLACE` would delete behind the back of foreign keys.
pub(super) fn write_row(transaction: &rusqlite::Transaction<'_>, change: &Change) -> rusqlite::Result<()> {
    let Table { name, columns, .. } = change.table;
    let Some(cells) = &change.after else {
        transaction.prepare_cached(&format!("DELETE FROM {name} WHERE id = ?1"))?.execute([change.key])?;
        return Ok(());
    };
    // What could not be read again is not written. The key of a channel is made of two others and never read.
    if !cells.iter().skip(usize::from(name == "channel")).all(Cell::bounded) {
        return Err(rusqlite::Error::ToSqlConversionFailure("a number beyond all measure".into()));
    }
    let marks: Vec<String> = (1..=columns.len()).map(|index| format!("?{index}")).collect();
    let updates: Vec<String> = columns[1..].iter().map(|column| format!("{column} = excluded.{column}")).collect();
    let sql = format!(
        "INSERT INTO {name} ({}) VALUES ({}) ON CONFLICT (id) DO UPDATE SET {}",
        columns.join(", "),
        marks.join(", "),
        updates.join(", ")
    );
    transaction.prepare_cached(&sql)?.execute(rusqlite::params_from_iter(cells))?;
    Ok(())
}

/// Times are kept to the second, in the club's own local time.
pub(super) fn stamp(at: NaiveDateTime) -> String {
    at.format("%Y-%m-%dT%H:%M:%S").to_string()
}

fn source_word(roll: &Roll) -> String {
    serde_json::to_value(roll.source).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

pub(super) fn unreadable(index: usize) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(index, Type::Text, "the value is not what was written".into())
}

pub(super) fn raw_text(row: &Row<'_>, index: usize) -> rusqlite::Result<Box<RawValue>> {
    RawValue::from_string(row.get(index)?).map_err(|_| unreadable(index))
}

pub(super) fn word<T: serde::de::DeserializeOwned>(row: &Row<'_>, index: usize) -> rusqlite::Result<T> {
    let text: String = row.get(index)?;
    serde_json::from_value(text.into()).map_err(|_| unreadable(index))
}

pub(super) fn read_entry(row: &Row<'_>) -> rusqlite::Result<Recorded> {
    let of: Option<i64> = row.get(4)?;
    let command: Option<String> = row.get(5)?;
    let command = command.map(RawValue::from_string).transpose().map_err(|_| unreadable(5))?;
    let (undone_by, act): (Option<i64>, Option<i64>) = (row.get(12)?, row.get(13)?);
    let at: NaiveDateTime = word(row, 1)?;
    // A time has more spellings than the one that is written, and only its meaning is hashed.
    if stamp(at) != row.get::<_, String>(1)? {
        return Err(unreadable(1));
    }
    Ok(Recorded {
        entry: Entry {
            entry: row.get::<_, i64>(0)?.cast_unsigned(),
            at,
            at_given: row.get(14)?,
            by: row.get::<_, Option<u32>>(2)?.map(PlayerId),
            kind: word(row, 3)?,
            of: of.map(i64::cast_unsigned),
            act: act.map(i64::cast_unsigned),
            command,
            ruling: row.get(6)?,
            dice: Vec::new(),
            events: Vec::new(),
            rules: Vec::new(),
            program: row.get(7)?,
            schema: row.get(8)?,
            catalog: row.get(9)?,
            digest: row.get(10)?,
        },
        chain: row.get(11)?,
        undone_by: undone_by.map(i64::cast_unsigned),
    })
}

/// An event's text and rule.
pub(super) fn read_event(row: &Row<'_>) -> rusqlite::Result<(Box<RawValue>, String)> {
    Ok((raw_text(row, 0)?, row.get(1)?))
}

pub(super) fn read_roll(row: &Row<'_>) -> rusqlite::Result<Roll> {
    let faces: String = row.get(1)?;
    let faces = faces
        .bytes()
        .map(|byte| crate::dice::Pip::new(byte.wrapping_sub(b'0')).ok_or_else(|| unreadable(1)))
        .collect::<rusqlite::Result<_>>()?;
    let mark = row.get::<_, Option<String>>(3)?.is_some().then(|| word(row, 3)).transpose()?;
    Ok(Roll { purpose: row.get(0)?, faces, source: word(row, 2)?, mark })
}

/// A changed row; one that an `old` schema wrote as this one writes it.
pub(super) fn read_change(row: &Row<'_>, old: bool) -> rusqlite::Result<Change> {
    let place: String = row.get(0)?;
    let table = TABLES.iter().find(|table| table.name == place).ok_or_else(|| unreadable(0))?;
    let key = row.get(1)?;
    let image = |index: usize| -> rusqlite::Result<Option<Vec<Cell>>> {
        let text: Option<String> = row.get(index)?;
        let Some(text) = text else { return Ok(None) };
        let cells: Vec<Cell> = serde_json::from_str(&text).map_err(|_| unreadable(index))?;
        // Some rows work their key out anew when they are renewed.
        if cells.first() != Some(&Cell::Int(key)) {
            return Err(unreadable(index));
        }
        let whole = if old { rows::renew(*table, cells) } else { table.fit(cells) };
        whole.map(Some).ok_or_else(|| unreadable(index))
    };
    Ok(Change { table: *table, key, before: image(2)?, after: image(3)? })
}
