//! Reads TOML so that every problem of a file is found in one pass, each with its line and a did-you-mean.
//!
//! `serde` stops at the first mistake; a club that writes its own fleet wants the whole list.

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub use super::problem::{Place, Problem};
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
    let source = Source {
        file: Arc::from(file),
        starts: std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect(),
        problems: RefCell::default(),
    };
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let line = error.span().map_or(0, |span| source.line(&span));
        source.add(line, error.message().replace('\n', ", "));
    }
    let value = if source.problems.borrow().is_empty() {
        let node = Node {
            table: root.get_ref(),
            span: root.span(),
            what: String::new(),
            source: &source,
            seen: RefCell::default(),
        };
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

struct Source {
    file: Arc<str>,
    starts: Vec<usize>,
    problems: RefCell<Vec<Problem>>,
}

impl Source {
    fn line(&self, span: &Range<usize>) -> usize {
        self.starts.partition_point(|start| *start <= span.start)
    }

    fn add(&self, line: usize, message: String) {
        self.problems.borrow_mut().push(Problem { file: self.file.to_string(), line, message });
    }
}

/// One table of a file. Keys that nobody asked for are reported when it is left.
pub struct Node<'a> {
    table: &'a DeTable<'a>,
    span: Range<usize>,
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
        Place { file: Arc::clone(&self.source.file), line: self.source.line(&self.span) }
    }

    /// Where a key's value stands, or the table when it is absent.
    #[must_use]
    pub fn place_of(&self, key: &str) -> Place {
        let span = self.table.get(key).map_or_else(|| self.span.clone(), Spanned::span);
        Place { file: Arc::clone(&self.source.file), line: self.source.line(&span) }
    }

    /// Reports a problem at the start of the table.
    pub fn problem(&self, message: impl fmt::Display) {
        self.add(self.source.line(&self.span), message);
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
        self.table.contains_key(key)
    }

    /// Reports a problem that a check over several tables found.
    pub fn report(&self, problem: Problem) {
        self.source.problems.borrow_mut().push(problem);
    }

    fn get(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.seen.borrow_mut().push(key);
        self.table.get(key)
    }

    fn wrong_type(&self, key: &str, wanted: &str, found: &DeValue<'_>) {
        self.problem_at(key, format_args!("`{key}` must be {wanted}, not {}", found.type_str()));
    }

    /// A string that must be there and not be blank; blank after a problem.
    #[must_use]
    pub fn text(&self, key: &'static str) -> String {
        match self.opt_text(key) {
            Some(text) => text,
            None if self.table.contains_key(key) => String::new(),
            None => {
                self.problem(format_args!("`{key}` is missing"));
                String::new()
            }
        }
    }

    /// A string that may be absent.
    #[must_use]
    pub fn opt_text(&self, key: &'static str) -> Option<String> {
        let value = self.get(key)?.get_ref();
        let Some(text) = value.as_str() else {
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
        if !self.table.contains_key(key) {
            self.problem(format_args!("`{key}` is missing"));
        }
        self.opt_number(key).unwrap_or_default()
    }

    /// A whole number that may be absent.
    #[must_use]
    pub fn opt_signed(&self, key: &'static str) -> Option<i32> {
        let value = self.get(key)?.get_ref();
        let Some(integer) = value.as_integer() else {
            self.wrong_type(key, "a whole number", value);
            return None;
        };
        let parsed = i32::from_str_radix(integer.as_str(), integer.radix()).ok();
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
        let value = self.get(key)?.get_ref();
        let flag = value.as_bool();
        if flag.is_none() {
            self.wrong_type(key, "true or false", value);
        }
        flag
    }

    /// A list of strings; empty when absent.
    #[must_use]
    pub fn texts(&self, key: &'static str) -> Vec<String> {
        self.items(key, "a list of strings", |value| value.as_str().map(str::to_owned))
    }

    /// A list of strings, each with its place; empty when absent.
    #[must_use]
    pub fn placed_texts(&self, key: &'static str) -> Vec<(String, Place)> {
        let texts = self.texts(key);
        let values = self.table.get(key).and_then(|value| value.get_ref().as_array());
        let places = values.into_iter().flat_map(|array| array.iter()).filter(|value| value.get_ref().is_str());
        let place = |value: &Spanned<DeValue<'_>>| Place {
            file: Arc::clone(&self.source.file),
            line: self.source.line(&value.span()),
        };
        texts.into_iter().zip(places.map(place)).collect()
    }

    /// A list of whole numbers from 0 up; empty when absent.
    #[must_use]
    pub fn numbers(&self, key: &'static str) -> Vec<u32> {
        self.items(key, "a list of whole numbers", |value| {
            value.as_integer().and_then(|integer| u32::from_str_radix(integer.as_str(), integer.radix()).ok())
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
        let value = self.get(key)?.get_ref();
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
            value.as_array()?.iter().map(|item| decimal(item.get_ref())).collect()
        })
    }

    /// A list of pairs of strings, each with its place; empty when absent.
    #[must_use]
    pub fn pairs(&self, key: &'static str) -> Vec<((String, String), Place)> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let Some(array) = value.get_ref().as_array() else {
            self.wrong_type(key, "a list of pairs of strings", value.get_ref());
            return Vec::new();
        };
        array
            .iter()
            .filter_map(|item| {
                let place = Place { file: Arc::clone(&self.source.file), line: self.source.line(&item.span()) };
                let ends: Option<Vec<&str>> =
                    item.get_ref().as_array().and_then(|pair| pair.iter().map(|end| end.get_ref().as_str()).collect());
                let Some([a, b]) = ends.as_deref() else {
                    self.add(place.line, format_args!("`{key}` must be a list of pairs of strings"));
                    return None;
                };
                Some((((*a).to_owned(), (*b).to_owned()), place))
            })
            .collect()
    }

    fn items<T>(&self, key: &'static str, wanted: &str, item: impl Fn(&DeValue<'_>) -> Option<T>) -> Vec<T> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let Some(array) = value.get_ref().as_array() else {
            self.wrong_type(key, wanted, value.get_ref());
            return Vec::new();
        };
        array
            .iter()
            .filter_map(|value| {
                let found = item(value.get_ref());
                if found.is_none() {
                    let line = self.source.line(&value.span());
                    let held = value.get_ref().type_str();
                    self.add(line, format_args!("`{key}` must be {wanted}, not hold {held}"));
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
        if !self.table.contains_key(key) {
            self.problem(format_args!("`{key}` is missing"));
        }
        self.opt_word(key, all, word)
    }

    /// Reads each table of an array of tables; empty when absent.
    pub fn tables<T>(&self, key: &'static str, read: impl FnMut(&mut Node<'_>) -> T) -> Vec<T> {
        let mut read = read;
        let Some(value) = self.get(key) else { return Vec::new() };
        let Some(array) = value.get_ref().as_array() else {
            self.wrong_type(key, "an array of tables", value.get_ref());
            return Vec::new();
        };
        array
            .iter()
            .filter_map(|item| {
                let Some(table) = item.get_ref().as_table() else {
                    self.wrong_type(key, "an array of tables", item.get_ref());
                    return None;
                };
                Some(self.enter(key, table, item.span(), &mut read))
            })
            .collect()
    }

    /// Reads a table that may be absent.
    pub fn opt_table<T>(&self, key: &'static str, read: impl FnOnce(&mut Node<'_>) -> T) -> Option<T> {
        let value = self.get(key)?;
        let Some(table) = value.get_ref().as_table() else {
            self.wrong_type(key, "a table", value.get_ref());
            return None;
        };
        Some(self.enter(key, table, value.span(), read))
    }

    fn enter<T>(
        &self,
        key: &str,
        table: &'a DeTable<'a>,
        span: Range<usize>,
        read: impl FnOnce(&mut Node<'_>) -> T,
    ) -> T {
        let mut node = Node { table, span, what: format!("[{key}]"), source: self.source, seen: RefCell::default() };
        let value = read(&mut node);
        node.finish();
        value
    }

    /// The keys and whole-number values of a table whose keys are free.
    #[must_use]
    pub fn number_map(&self, key: &'static str) -> Vec<(String, u32)> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let Some(table) = value.get_ref().as_table() else {
            self.wrong_type(key, "a table of whole numbers", value.get_ref());
            return Vec::new();
        };
        table
            .iter()
            .filter_map(|(name, value)| {
                let number = value.get_ref().as_integer().and_then(|integer| integer.as_str().parse().ok());
                if number.is_none() {
                    self.wrong_type(key, "a table of whole numbers", value.get_ref());
                }
                Some((name.get_ref().to_string(), number?))
            })
            .collect()
    }

    /// The keys of the table, for formats whose keys are free; marks none of them as read.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        self.table.keys().map(|key| key.get_ref().to_string()).collect()
    }

    /// The value of a free key as JSON; the caller accounts for unknown keys itself.
    #[must_use]
    pub fn json(&self, key: &str) -> Option<serde_json::Value> {
        self.table.get(key).map(|value| to_json(value.get_ref()))
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
        for key in self.table.keys() {
            let name: &str = key.get_ref();
            if !seen.contains(&name) {
                let line = self.source.line(&key.span());
                let hint = did_you_mean(name, seen.iter().copied());
                self.add(line, format_args!("unknown key `{name}`{hint}"));
            }
        }
    }
}

const ANY_KEY: &str = "\u{0}any";

/// A number as it is written.
#[expect(clippy::wildcard_enum_match_arm, reason = "a value of any other kind is no number")]
fn decimal(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::Integer(integer) => Some(integer.as_str().to_owned()),
        DeValue::Float(float) => Some(float.as_str().to_owned()),
        _ => None,
    }
}

/// The JSON value of a TOML value; dates become strings.
fn to_json(value: &DeValue<'_>) -> serde_json::Value {
    match value {
        DeValue::String(text) => serde_json::Value::from(text.as_ref()),
        DeValue::Integer(integer) => {
            i64::from_str_radix(integer.as_str(), integer.radix()).map_or(serde_json::Value::Null, Into::into)
        }
        DeValue::Float(float) => float.as_str().parse::<f64>().map_or(serde_json::Value::Null, Into::into),
        DeValue::Boolean(flag) => (*flag).into(),
        DeValue::Datetime(datetime) => datetime.to_string().into(),
        DeValue::Array(array) => array.iter().map(|item| to_json(item.get_ref())).collect(),
        DeValue::Table(table) => {
            table.iter().map(|(key, item)| (key.get_ref().to_string(), to_json(item.get_ref()))).collect()
        }
    }
}
