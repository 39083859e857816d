//! Reads TOML so that every problem of a file is found in one pass, each with its line and a did-you-mean.
//!
//! `serde` stops at the first mistake; a club that writes its own fleet wants the whole list.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use toml::de::DeTable;

use super::embedded;
pub use super::problem::{Place, Problem};
use super::tree::{self, Item, Lines, Table, Value};
use crate::text::{did_you_mean, or_list};

/// Parses `text` and hands its root table to `read`, which collects problems through [`Node`].
///
/// # Errors
/// Every problem found, in the order of the file.
pub fn read<T>(file: &str, text: &str, read: impl FnOnce(&Node<'_>) -> T) -> Result<T, Vec<Problem>> {
    match read_partly(file, text, read) {
        (Some(value), problems) if problems.is_empty() => Ok(value),
        (_, problems) => Err(problems),
    }
}

/// As [`read`], but hands back what could be read beside the problems, so that others can look for more of them.
pub fn read_partly<T>(file: &str, text: &str, read: impl FnOnce(&Node<'_>) -> T) -> (Option<T>, Vec<Problem>) {
    let source = Source { file: Arc::from(file), problems: RefCell::default() };
    let root = root(text, &source);
    let value = if source.problems.borrow().is_empty() {
        let node = Node { table: &root, line: 1, what: String::new(), source: &source, seen: RefCell::default() };
        let value = read(&node);
        node.finish();
        Some(value)
    } else {
        None
    };
    let mut problems = source.problems.into_inner();
    problems.sort();
    problems.dedup();
    (value, problems)
}

/// The tree of a file of the program, which the build has parsed.
pub(super) fn unpacked(text: &str) -> Option<Table<'static>> {
    let (_, packed) = embedded::PACKED.iter().find(|(known, _)| std::ptr::eq(*known, text))?;
    tree::unpack(packed)
}

/// Reads part of a file of the program: keys that are not asked for are for another time.
pub(super) fn read_part<T>(file: &str, root: &Table<'static>, read: impl FnOnce(&Node<'_>) -> T) -> T {
    let source = Source { file: Arc::from(file), problems: RefCell::default() };
    read(&Node { table: root, line: 1, what: String::new(), source: &source, seen: RefCell::default() })
}

fn root(text: &str, source: &Source) -> Table<'static> {
    if let Some(table) = unpacked(text) {
        return table;
    }
    let lines = Lines::of(text);
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let line = error.span().map_or(0, |span| lines.line(&span));
        source.add(line, error.message().replace('\n', ", "));
    }
    tree::grow(root.get_ref(), &lines)
}

struct Source {
    file: Arc<str>,
    problems: RefCell<Vec<Problem>>,
}

impl Source {
    fn add(&self, line: usize, message: String) {
        self.problems.borrow_mut().push(Problem { file: self.file.to_string(), line, message });
    }
}

/// One table of a file. Keys that nobody asked for are reported when it is left.
pub struct Node<'a> {
    table: &'a Table<'static>,
    line: usize,
    what: String,
    source: &'a Source,
    seen: RefCell<Vec<&'static str>>,
}

impl<'a> Node<'a> {
    /// Names the table in later messages, such as `class "lunar"`.
    pub fn call(&mut self, what: impl Into<String>) {
        self.what = what.into();
    }

    /// Where the table starts.
    #[must_use]
    pub fn place(&self) -> Place {
        self.at(self.line)
    }

    /// Where a key's value stands, or the table when it is absent.
    #[must_use]
    pub fn place_of(&self, key: &str) -> Place {
        self.at(self.table.get(key).map_or(self.line, |item| item.line))
    }

    fn at(&self, line: usize) -> Place {
        Place { file: Arc::clone(&self.source.file), line }
    }

    /// Reports a problem at the start of the table.
    pub fn problem(&self, message: impl fmt::Display) {
        self.add(self.line, message);
    }

    /// Reports a problem at a key.
    pub fn problem_at(&self, key: &str, message: impl fmt::Display) {
        self.add(self.place_of(key).line, message);
    }

    /// The table is named unless it is the file, whose name goes first anyway.
    fn add(&self, line: usize, message: impl fmt::Display) {
        let message = if self.what.is_empty() { message.to_string() } else { format!("{}: {message}", self.what) };
        self.source.add(line, message);
    }

    /// Whether the key is there.
    #[must_use]
    pub fn has(&self, key: &'static str) -> bool {
        self.seen.borrow_mut().push(key);
        self.table.get(key).is_some()
    }

    /// Reports a problem that a check over several tables found.
    pub fn report(&self, problem: Problem) {
        self.source.problems.borrow_mut().push(problem);
    }

    fn get(&self, key: &'static str) -> Option<&'a Item<'static>> {
        self.seen.borrow_mut().push(key);
        self.table.get(key)
    }

    fn wrong_type(&self, key: &str, wanted: &str, found: &Value<'_>) {
        self.problem_at(key, format_args!("`{key}` must be {wanted}, not {}", found.kind()));
    }

    /// A string that must be there and not be blank; blank after a problem.
    #[must_use]
    pub fn text(&self, key: &'static str) -> String {
        match self.opt_text(key) {
            Some(text) => text,
            None if self.table.get(key).is_some() => String::new(),
            None => {
                self.problem(format_args!("`{key}` is missing"));
                String::new()
            }
        }
    }

    /// A string that may be absent.
    #[must_use]
    pub fn opt_text(&self, key: &'static str) -> Option<String> {
        let value = &self.get(key)?.value;
        let Some(text) = value.text() else {
            self.wrong_type(key, "a string", value);
            return None;
        };
        if text.trim().is_empty() {
            self.problem_at(key, format_args!("`{key}` is empty"));
        }
        Some(text.to_owned())
    }

    /// A whole number from 0 up that may be absent.
    #[must_use]
    pub fn opt_number(&self, key: &'static str) -> Option<u32> {
        let signed = self.opt_signed(key)?;
        if let Ok(number) = u32::try_from(signed) {
            return Some(number);
        }
        self.problem_at(key, format_args!("`{key}` is {signed}, but cannot be negative"));
        None
    }

    /// A whole number from 0 up that must be there; 0 after a problem.
    #[must_use]
    pub fn number(&self, key: &'static str) -> u32 {
        if self.table.get(key).is_none() {
            self.problem(format_args!("`{key}` is missing"));
        }
        self.opt_number(key).unwrap_or_default()
    }

    /// A whole number that may be absent.
    #[must_use]
    pub fn opt_signed(&self, key: &'static str) -> Option<i32> {
        let value = &self.get(key)?.value;
        let Value::Integer(digits, radix) = value else {
            self.wrong_type(key, "a whole number", value);
            return None;
        };
        let parsed = i32::from_str_radix(digits, *radix).ok();
        if parsed.is_none() {
            self.problem_at(key, format_args!("`{key}` is out of range"));
        }
        parsed
    }

    /// A truth value; false when absent.
    #[must_use]
    pub fn flag(&self, key: &'static str) -> bool {
        self.opt_flag(key).unwrap_or(false)
    }

    /// A truth value that may be absent.
    #[must_use]
    pub fn opt_flag(&self, key: &'static str) -> Option<bool> {
        let value = &self.get(key)?.value;
        let Value::Flag(flag) = value else {
            self.wrong_type(key, "true or false", value);
            return None;
        };
        Some(*flag)
    }

    /// A list of strings; empty when absent.
    #[must_use]
    pub fn texts(&self, key: &'static str) -> Vec<String> {
        self.items(key, "a list of strings", |value| value.text().map(str::to_owned))
    }

    /// A list of strings, each with its place; empty when absent.
    #[must_use]
    pub fn placed_texts(&self, key: &'static str) -> Vec<(String, Place)> {
        let texts = self.texts(key);
        let values = self.table.get(key).and_then(|item| item.value.list()).unwrap_or_default();
        let places = values.iter().filter(|item| item.value.text().is_some());
        texts.into_iter().zip(places.map(|item| self.at(item.line))).collect()
    }

    /// A list of whole numbers from 0 up; empty when absent.
    #[must_use]
    pub fn numbers(&self, key: &'static str) -> Vec<u32> {
        self.items(key, "a list of whole numbers", |value| {
            value.integer(|digits, radix| u32::from_str_radix(digits, radix).ok())
        })
    }

    /// A list of numbers as they are written, whole or with decimals; empty when absent.
    #[must_use]
    pub fn decimals(&self, key: &'static str) -> Vec<String> {
        self.items(key, "a list of numbers", decimal)
    }

    /// A number as it is written, whole or with decimals, that may be absent.
    #[must_use]
    pub fn opt_decimal(&self, key: &'static str) -> Option<String> {
        let value = &self.get(key)?.value;
        let number = decimal(value);
        if number.is_none() {
            self.wrong_type(key, "a number", value);
        }
        number
    }

    /// A list of lists of numbers as they are written; empty when absent.
    #[must_use]
    pub fn decimal_lists(&self, key: &'static str) -> Vec<Vec<String>> {
        self.items(key, "a list of lists of numbers", |value| {
            value.list()?.iter().map(|item| decimal(&item.value)).collect()
        })
    }

    /// A list of pairs of strings, each with its place; empty when absent.
    #[must_use]
    pub fn pairs(&self, key: &'static str) -> Vec<((String, String), Place)> {
        let Some(value) = self.get(key).map(|item| &item.value) else { return Vec::new() };
        let Some(array) = value.list() else {
            self.wrong_type(key, "a list of pairs of strings", value);
            return Vec::new();
        };
        array
            .iter()
            .filter_map(|item| {
                let ends: Option<Vec<&str>> =
                    item.value.list().and_then(|pair| pair.iter().map(|end| end.value.text()).collect());
                let Some([a, b]) = ends.as_deref() else {
                    self.add(item.line, format_args!("`{key}` must be a list of pairs of strings"));
                    return None;
                };
                Some((((*a).to_owned(), (*b).to_owned()), self.at(item.line)))
            })
            .collect()
    }

    fn items<T>(&self, key: &'static str, wanted: &str, item: impl Fn(&Value<'_>) -> Option<T>) -> Vec<T> {
        let Some(value) = self.get(key).map(|item| &item.value) else { return Vec::new() };
        let Some(array) = value.list() else {
            self.wrong_type(key, wanted, value);
            return Vec::new();
        };
        array
            .iter()
            .filter_map(|value| {
                let found = item(&value.value);
                if found.is_none() {
                    let held = value.value.kind();
                    self.add(value.line, format_args!("`{key}` must be {wanted}, not hold {held}"));
                }
                found
            })
            .collect()
    }

    /// One of a closed set of words that may be absent; an unknown word gets a did-you-mean.
    #[must_use]
    pub fn opt_word<T: Copy>(&self, key: &'static str, all: &[T], word: impl Fn(T) -> &'static str) -> Option<T> {
        let text = self.opt_text(key)?;
        let found = all.iter().copied().find(|value| word(*value) == text);
        if found.is_none() {
            let known: Vec<&str> = all.iter().map(|value| word(*value)).collect();
            let mut hint = did_you_mean(&text, known.iter().copied());
            if hint.is_empty() {
                hint = format!("; it can be {}", or_list(&known));
            }
            self.problem_at(key, format_args!("`{key}` is \"{text}\"{hint}"));
        }
        found
    }

    /// One of a closed set of words that must be there.
    #[must_use]
    pub fn word<T: Copy>(&self, key: &'static str, all: &[T], word: impl Fn(T) -> &'static str) -> Option<T> {
        if self.table.get(key).is_none() {
            self.problem(format_args!("`{key}` is missing"));
        }
        self.opt_word(key, all, word)
    }

    /// Reads each table of an array of tables; empty when absent.
    pub fn tables<T>(&self, key: &'static str, read: impl FnMut(&mut Node<'_>) -> T) -> Vec<T> {
        let mut read = read;
        let Some(value) = self.get(key).map(|item| &item.value) else { return Vec::new() };
        let Some(array) = value.list() else {
            self.wrong_type(key, "an array of tables", value);
            return Vec::new();
        };
        array
            .iter()
            .filter_map(|item| {
                let Some(table) = item.value.table() else {
                    self.wrong_type(key, "an array of tables", &item.value);
                    return None;
                };
                Some(self.enter(key, table, item.line, &mut read))
            })
            .collect()
    }

    /// Reads one table of an array of tables.
    pub(super) fn nth_table<T>(
        &self,
        key: &'static str,
        index: usize,
        read: impl FnOnce(&mut Node<'_>) -> T,
    ) -> Option<T> {
        let item = self.get(key)?.value.list()?.get(index)?;
        Some(self.enter(key, item.value.table()?, item.line, read))
    }

    /// Reads a table that may be absent.
    pub fn opt_table<T>(&self, key: &'static str, read: impl FnOnce(&mut Node<'_>) -> T) -> Option<T> {
        let item = self.get(key)?;
        let Some(table) = item.value.table() else {
            self.wrong_type(key, "a table", &item.value);
            return None;
        };
        Some(self.enter(key, table, item.line, read))
    }

    fn enter<T>(&self, key: &str, table: &'a Table<'static>, line: usize, read: impl FnOnce(&mut Node<'_>) -> T) -> T {
        let mut node = Node { table, line, what: format!("[{key}]"), source: self.source, seen: RefCell::default() };
        let value = read(&mut node);
        node.finish();
        value
    }

    /// The keys and whole-number values of a table whose keys are free.
    #[must_use]
    pub fn number_map(&self, key: &'static str) -> Vec<(String, u32)> {
        let Some(value) = self.get(key).map(|item| &item.value) else { return Vec::new() };
        let Some(table) = value.table() else {
            self.wrong_type(key, "a table of whole numbers", value);
            return Vec::new();
        };
        let entries = table.0.iter();
        entries
            .filter_map(|(name, _, item)| {
                let number = item.value.integer(|digits, _| digits.parse().ok());
                if number.is_none() {
                    self.wrong_type(key, "a table of whole numbers", &item.value);
                }
                Some((name.to_string(), number?))
            })
            .collect()
    }

    /// The keys of the table, for formats whose keys are free; marks none of them as read.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        self.table.0.iter().map(|(key, _, _)| key.to_string()).collect()
    }

    /// The value of a free key as JSON; the caller accounts for unknown keys itself.
    #[must_use]
    pub fn json(&self, key: &str) -> Option<serde_json::Value> {
        self.table.get(key).map(|item| to_json(&item.value))
    }

    /// Marks every key as read: the caller has judged them itself.
    pub fn allow_any_key(&self) {
        self.seen.borrow_mut().push(ANY_KEY);
    }

    fn finish(&self) {
        let seen = self.seen.borrow();
        if seen.contains(&ANY_KEY) {
            return;
        }
        for (name, line, _) in &self.table.0 {
            if !seen.contains(&name.as_ref()) {
                let hint = did_you_mean(name, seen.iter().copied());
                self.add(*line, format_args!("unknown key `{name}`{hint}"));
            }
        }
    }
}

const ANY_KEY: &str = "\u{0}any";

/// A number as it is written.
fn decimal(value: &Value<'_>) -> Option<String> {
    match value {
        Value::Integer(digits, _) | Value::Float(digits) => Some(digits.to_string()),
        Value::Text(_) | Value::Flag(_) | Value::Date(_) | Value::List(_) | Value::Table(_) => None,
    }
}

/// The JSON value of a TOML value; dates become strings.
fn to_json(value: &Value<'_>) -> serde_json::Value {
    match value {
        Value::Text(text) | Value::Date(text) => text.as_ref().into(),
        Value::Integer(digits, radix) => {
            i64::from_str_radix(digits, *radix).map_or(serde_json::Value::Null, Into::into)
        }
        Value::Float(digits) => digits.parse::<f64>().map_or(serde_json::Value::Null, Into::into),
        Value::Flag(flag) => (*flag).into(),
        Value::List(list) => list.iter().map(|item| to_json(&item.value)).collect(),
        Value::Table(table) => table.0.iter().map(|(key, _, item)| (key.to_string(), to_json(&item.value))).collect(),
    }
}
