//! Rows as plain values: what is hashed, kept as before-image, and written.

use std::fmt;

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// One value of a row. State tables hold nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Cell {
    Null,
    Int(i64),
    Text(String),
}

/// Read by hand: `untagged` would read every text of a former row twice.
impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Plain;
        impl Visitor<'_> for Plain {
            type Value = Cell;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("nothing, a whole number or a text")
            }

            fn visit_unit<E>(self) -> Result<Cell, E> {
                Ok(Cell::Null)
            }

            fn visit_i64<E>(self, number: i64) -> Result<Cell, E> {
                Ok(Cell::Int(number))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Cell, E> {
                i64::try_from(number).map(Cell::Int).map_err(|_| E::custom("a number beyond all measure"))
            }

            fn visit_str<E>(self, text: &str) -> Result<Cell, E> {
                Ok(Cell::Text(text.to_owned()))
            }

            fn visit_string<E>(self, text: String) -> Result<Cell, E> {
                Ok(Cell::Text(text))
            }
        }
        deserializer.deserialize_any(Plain)
    }
}

/// The largest number that a row holds, far beyond any campaign: what is added up or multiplied stays a number.
pub(super) const LARGEST: i64 = 9_999_999;

impl Cell {
    /// Whether a row may hold it.
    pub(super) fn bounded(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Int(number) => number.unsigned_abs() <= LARGEST.unsigned_abs(),
            // Lists and tables begin so; a name that does is judged alike.
            Self::Text(text) => !text.starts_with(['[', '{']) || within_bounds(text),
        }
    }

    /// The value as a row of SQLite lends it.
    pub(super) fn value(&self) -> ValueRef<'_> {
        match self {
            Self::Null => ValueRef::Null,
            Self::Int(number) => ValueRef::Integer(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
        }
    }
}

/// Digits of the largest number that a row may hold.
const MOST_DIGITS: usize = LARGEST.ilog10() as usize + 1;

/// Whether no number in a JSON text is larger than a row may hold: no run of digits outside its strings is longer.
pub(super) fn within_bounds(json: &str) -> bool {
    // A longer run covers one of these places, so most texts are told by a look at every few bytes.
    let bytes = json.as_bytes();
    let long = |at: usize| {
        let count = |run: &mut dyn Iterator<Item = &u8>| run.take_while(|byte| byte.is_ascii_digit()).count();
        count(&mut bytes[..at].iter().rev()) + count(&mut bytes[at..].iter()) > MOST_DIGITS
    };
    let suspicious = |at: usize| bytes[at].is_ascii_digit() && long(at);
    !(MOST_DIGITS..bytes.len()).step_by(MOST_DIGITS + 1).any(suspicious) || every_number_fits(json)
}

fn every_number_fits(json: &str) -> bool {
    let (mut quoted, mut escaped, mut digits) = (false, false, 0);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'0'..=b'9' if !quoted => {
                digits += 1;
                if digits > MOST_DIGITS {
                    return false;
                }
                continue;
            }
            _ => {}
        }
        digits = 0;
    }
    true
}

impl ToSql for Cell {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(self.value()))
    }
}

impl FromSql for Cell {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value {
            ValueRef::Null => Ok(Self::Null),
            ValueRef::Integer(number) => Ok(Self::Int(number)),
            ValueRef::Text(_) => value.as_str().map(|text| Self::Text(text.to_owned())),
            ValueRef::Real(_) | ValueRef::Blob(_) => Err(FromSqlError::InvalidType),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for Cell {
    fn from(flag: bool) -> Self {
        Self::Int(flag.into())
    }
}

macro_rules! from_number {
    ($($number:ty),+) => {
        $(impl From<$number> for Cell {
            fn from(number: $number) -> Self {
                Self::Int(number.into())
            }
        })+
    };
}
from_number!(u8, u32, i32, i64);

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// A state table: its name and columns, `id` first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) columns: &'static [&'static str],
    /// The last columns that an older schema lacks, with what they hold in its rows.
    pub(super) grown: &'static [Grown],
}

/// What a column that came later holds in rows that were there before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grown {
    Null,
    Zero,
    NoList,
}

impl Table {
    /// A row of this or an older schema as this one has it; `None` when it is of neither.
    pub(super) fn fit(self, mut cells: Vec<Cell>) -> Option<Vec<Cell>> {
        let missing = self.columns.len().checked_sub(cells.len())?;
        let first = self.grown.len().checked_sub(missing)?;
        cells.extend(self.grown[first..].iter().map(|grown| match grown {
            Grown::Null => Cell::Null,
            Grown::Zero => Cell::Int(0),
            Grown::NoList => Cell::from("[]"),
        }));
        Some(cells)
    }
}

/// One row's change: `None` before it was inserted or after it was deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) table: Table,
    pub(super) key: i64,
    pub(super) before: Option<Vec<Cell>>,
    pub(super) after: Option<Vec<Cell>>,
}

impl Change {
    /// The change that takes this one back.
    pub(super) fn inverse(&self) -> Self {
        Self { table: self.table, key: self.key, before: self.after.clone(), after: self.before.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_former_row_holds_nothing_but_plain_values() {
        let text = r#"[null, -3, 9007199254740993, "", "a \"b\" \u00e9\n", "[1]"]"#;
        let cells: Vec<Cell> = serde_json::from_str(text).unwrap();
        let texts = ["", "a \"b\" é\n", "[1]"].map(Cell::from);
        assert_eq!(cells[..3], [Cell::Null, Cell::Int(-3), Cell::Int(9_007_199_254_740_993)]);
        assert_eq!(cells[3..], texts);
        for wrong in ["1.5", "true", "[]", "{}", "18446744073709551615", "1e3"] {
            assert!(serde_json::from_str::<Cell>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_long_number_is_found_wherever_it_stands() {
        for before in 0..40 {
            for digits in 1..=MOST_DIGITS + 3 {
                let number = "9".repeat(digits);
                let lead = " ".repeat(before);
                assert_eq!(within_bounds(&format!("[{lead}{number}]")), digits <= MOST_DIGITS, "{before} {digits}");
                assert_eq!(within_bounds(&format!("[{lead}{number}")), digits <= MOST_DIGITS, "{before} {digits}");
                assert!(within_bounds(&format!("[{lead}\"\\\"{number}\"]")), "{before} {digits}");
            }
        }
    }
}
