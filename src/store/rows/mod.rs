//! How each part of a campaign is laid out in its table, and what changed between two campaigns.

mod changes;
mod records;

pub(super) use changes::{changes, dangling, homeless, renew, restore};

use rusqlite::types::ValueRef;
use serde::Serialize;
use serde::de::value::{self, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer as _};

use super::cells::{Cell, LARGEST, Table, within_bounds};
use crate::campaign::state::battle::Battle;
use crate::campaign::state::{About, Channel, Design, PirateBase, Player, System, Vessel};

/// A row that cannot be read: the table, its key and the column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unreadable {
    pub(super) table: &'static str,
    pub(super) key: i64,
    pub(super) column: &'static str,
}

pub(super) trait Record: Sized + PartialEq {
    const TABLE: Table;
    /// The values in the order of the columns.
    fn cells(&self) -> Vec<Cell>;
    fn read(row: &Reader<'_>) -> Result<Self, Unreadable>;
}

/// Every state table, in an order in which rows may be written.
pub(super) const TABLES: &[Table] = &[
    About::TABLE,
    Player::TABLE,
    Design::TABLE,
    Vessel::TABLE,
    System::TABLE,
    Channel::TABLE,
    PirateBase::TABLE,
    Battle::TABLE,
];

/// Reads the values of one row by position.
pub(super) struct Reader<'r> {
    pub(super) table: Table,
    pub(super) cells: &'r [ValueRef<'r>],
}

impl Reader<'_> {
    fn unreadable(&self, column: usize) -> Unreadable {
        let key = if let Some(ValueRef::Integer(key)) = self.cells.first() { *key } else { 0 };
        Unreadable { table: self.table.name, key, column: self.table.columns[column] }
    }

    fn raw(&self, column: usize) -> Result<&str, Unreadable> {
        self.cells[column].as_str().map_err(|_| self.unreadable(column))
    }

    /// A name or a word. None was ever given with a line break in it, which would pass for another line of a report.
    fn text(&self, column: usize) -> Result<&str, Unreadable> {
        let text = self.raw(column)?;
        if text.contains(['\n', '\r', '\u{85}']) { Err(self.unreadable(column)) } else { Ok(text) }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a value of any other kind is damage")]
    fn opt_text(&self, column: usize) -> Result<Option<String>, Unreadable> {
        match &self.cells[column] {
            ValueRef::Null => Ok(None),
            _ => self.text(column).map(|text| Some(text.to_owned())),
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a value of any other kind is damage")]
    fn number<N: TryFrom<i64>>(&self, column: usize) -> Result<N, Unreadable> {
        match &self.cells[column] {
            ValueRef::Integer(number) if (-LARGEST..=LARGEST).contains(number) => {
                N::try_from(*number).map_err(|_| self.unreadable(column))
            }
            _ => Err(self.unreadable(column)),
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a value of any other kind is damage")]
    fn opt_number<N: TryFrom<i64>>(&self, column: usize) -> Result<Option<N>, Unreadable> {
        match &self.cells[column] {
            ValueRef::Null => Ok(None),
            _ => self.number(column).map(Some),
        }
    }

    fn flag(&self, column: usize) -> Result<bool, Unreadable> {
        Ok(self.number::<i64>(column)? != 0)
    }

    /// A word, date or other value that serde reads from a bare string.
    fn word<T: DeserializeOwned>(&self, column: usize) -> Result<T, Unreadable> {
        let text: StrDeserializer<'_, value::Error> = self.text(column)?.into_deserializer();
        T::deserialize(text).map_err(|_| self.unreadable(column))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a value of any other kind is damage")]
    fn opt_word<T: DeserializeOwned>(&self, column: usize) -> Result<Option<T>, Unreadable> {
        match &self.cells[column] {
            ValueRef::Null => Ok(None),
            _ => self.word(column).map(Some),
        }
    }

    fn json<T: DeserializeOwned>(&self, column: usize) -> Result<T, Unreadable> {
        let text = self.raw(column)?;
        if !within_bounds(text) {
            return Err(self.unreadable(column));
        }
        serde_json::from_str(text).map_err(|_| self.unreadable(column))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a value of any other kind is damage")]
    fn opt_json<T: DeserializeOwned>(&self, column: usize) -> Result<Option<T>, Unreadable> {
        match &self.cells[column] {
            ValueRef::Null => Ok(None),
            _ => self.json(column).map(Some),
        }
    }
}

fn json<T: Serialize>(value: &T) -> Cell {
    Cell::Text(serde_json::to_string(value).expect("state values have string keys only"))
}

/// The bare string of a word or date.
fn word<T: Serialize>(value: &T) -> Cell {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(text)) => Cell::Text(text),
        _ => unreachable!("words and dates are strings"),
    }
}
