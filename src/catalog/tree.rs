//! A TOML file as a tree of plain values, each with its line.
//!
//! The build packs the files of the program into bytes that unpack to the same tree, so that no start of the program
//! parses them again. The build script grows its trees by this file too.

use std::borrow::Cow;
use std::ops::Range;

use toml::de::{DeTable, DeValue};

/// A value and its line, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item<'t> {
    pub(crate) line: usize,
    pub(crate) value: Value<'t>,
}

/// A value as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value<'t> {
    Text(Cow<'t, str>),
    /// Digits, and what they count by.
    Integer(Cow<'t, str>, u32),
    Float(Cow<'t, str>),
    Flag(bool),
    Date(Cow<'t, str>),
    List(Vec<Item<'t>>),
    Table(Table<'t>),
}

/// Keys in the order of the file, each with its line and value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Table<'t>(pub(crate) Vec<(Cow<'t, str>, usize, Item<'t>)>);

impl<'t> Table<'t> {
    pub(crate) fn get(&self, key: &str) -> Option<&Item<'t>> {
        self.0.iter().find(|(name, _, _)| name == key).map(|(_, _, item)| item)
    }
}

impl<'t> Value<'t> {
    /// What it is, in the words of TOML.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "string",
            Self::Integer(..) => "integer",
            Self::Float(_) => "float",
            Self::Flag(_) => "boolean",
            Self::Date(_) => "datetime",
            Self::List(_) => "array",
            Self::Table(_) => "table",
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub(crate) fn integer<N>(&self, read: impl FnOnce(&str, u32) -> Option<N>) -> Option<N> {
        if let Self::Integer(digits, radix) = self { read(digits, *radix) } else { None }
    }

    pub(crate) fn list(&self) -> Option<&[Item<'t>]> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    pub(crate) fn table(&self) -> Option<&Table<'t>> {
        if let Self::Table(table) = self { Some(table) } else { None }
    }
}

/// The lines of a text, to tell on which one a place lies.
pub(crate) struct Lines(Vec<usize>);

impl Lines {
    pub(crate) fn of(text: &str) -> Self {
        Self(std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect())
    }

    pub(crate) fn line(&self, span: &Range<usize>) -> usize {
        self.0.partition_point(|start| *start <= span.start)
    }
}

/// A parsed table as a tree.
pub(crate) fn grow(table: &DeTable<'_>, lines: &Lines) -> Table<'static> {
    let owned = |text: &str| Cow::Owned(text.to_owned());
    let key = |(key, value): (&toml::Spanned<_>, &toml::Spanned<DeValue<'_>>)| {
        let name: &toml::de::DeString<'_> = key.get_ref();
        (owned(name), lines.line(&key.span()), branch(value, lines))
    };
    Table(table.iter().map(key).collect())
}

fn branch(value: &toml::Spanned<DeValue<'_>>, lines: &Lines) -> Item<'static> {
    let owned = |text: &str| Cow::Owned(text.to_owned());
    let grown = match value.get_ref() {
        DeValue::String(text) => Value::Text(owned(text)),
        DeValue::Integer(number) => Value::Integer(owned(number.as_str()), number.radix()),
        DeValue::Float(number) => Value::Float(owned(number.as_str())),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Datetime(date) => Value::Date(Cow::Owned(date.to_string())),
        DeValue::Array(list) => Value::List(list.iter().map(|item| branch(item, lines)).collect()),
        DeValue::Table(table) => Value::Table(grow(table, lines)),
    };
    Item { line: lines.line(&value.span()), value: grown }
}

/// Unpacks what the build packed; `None` when it is something else.
pub(crate) fn unpack(bytes: &[u8]) -> Option<Table<'_>> {
    let mut rest = Packed(bytes);
    let table = rest.table()?;
    rest.0.is_empty().then_some(table)
}

struct Packed<'t>(&'t [u8]);

impl<'t> Packed<'t> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<usize> {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            value |= usize::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(value);
            }
            shift += 7;
        }
    }

    fn text(&mut self) -> Option<Cow<'t, str>> {
        let length = self.number()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        std::str::from_utf8(text).ok().map(Cow::Borrowed)
    }

    fn table(&mut self) -> Option<Table<'t>> {
        let count = self.number()?;
        let mut keys = Vec::with_capacity(count.min(self.0.len()));
        for _ in 0..count {
            keys.push((self.text()?, self.number()?, self.item()?));
        }
        Some(Table(keys))
    }

    fn item(&mut self) -> Option<Item<'t>> {
        let line = self.number()?;
        let value = match self.byte()? {
            0 => Value::Text(self.text()?),
            1 => Value::Integer(self.text()?, u32::try_from(self.number()?).ok()?),
            2 => Value::Float(self.text()?),
            3 => Value::Flag(self.byte()? == 1),
            4 => Value::Date(self.text()?),
            5 => {
                let count = self.number()?;
                let mut list = Vec::with_capacity(count.min(self.0.len()));
                for _ in 0..count {
                    list.push(self.item()?);
                }
                Value::List(list)
            }
            6 => Value::Table(self.table()?),
            _ => return None,
        };
        Some(Item { line, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::embedded;

    #[test]
    fn what_the_build_packed_is_what_the_files_say() {
        let files = [embedded::FLEETS, embedded::GROUND, embedded::MAPS, embedded::OLDER, embedded::RULES].concat();
        assert_eq!(files.len(), embedded::PACKED.len());
        for (name, text) in files {
            let (_, packed) = embedded::PACKED.iter().find(|(known, _)| std::ptr::eq(*known, text)).unwrap();
            let parsed = grow(DeTable::parse(text).unwrap().get_ref(), &Lines::of(text));
            assert!(unpack(packed).unwrap() == parsed, "{name}");
        }
    }

    #[test]
    fn what_was_not_packed_is_not_unpacked() {
        let (_, packed) = embedded::PACKED[0];
        assert!(unpack(&packed[..packed.len() - 1]).is_none());
        assert!(unpack(&[packed, &[0]].concat()).is_none());
        assert!(unpack(b"").is_none() && unpack(&[1, 1, b'a', 1, 1, 9]).is_none() && unpack(&[0xff; 20]).is_none());
    }
}
