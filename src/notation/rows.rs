//! Rows of a situation file, as they are written.
#![expect(clippy::let_underscore_must_use, reason = "writing to a string cannot fail")]

use crate::battle::gothic::state::Crowd;
use crate::battle::gothic::state::roster::Roster;
use crate::table::geometry::{Length, Point};
use crate::text::quoted;
use std::fmt::Write as _;

/// A line of `key = value` pairs, those left out that say nothing.
#[derive(Default)]
pub(super) struct Row(pub(super) Vec<String>);

impl Row {
    pub(super) fn raw(&mut self, key: &str, value: impl std::fmt::Display) -> &mut Self {
        self.0.push(format!("{key} = {value}"));
        self
    }

    pub(super) fn text(&mut self, key: &str, value: &str) -> &mut Self {
        self.raw(key, quoted(value))
    }

    pub(super) fn number(&mut self, key: &str, value: u8) -> &mut Self {
        if value == 0 { self } else { self.raw(key, value) }
    }

    pub(super) fn length(&mut self, key: &str, value: Length) -> &mut Self {
        if value == Length::ZERO { self } else { self.raw(key, value) }
    }

    pub(super) fn flag(&mut self, key: &str, value: bool) -> &mut Self {
        if value { self.raw(key, true) } else { self }
    }

    pub(super) fn opt(&mut self, key: &str, value: Option<&str>) -> &mut Self {
        match value {
            Some(value) => self.text(key, value),
            None => self,
        }
    }

    pub(super) fn list(&mut self, key: &str, values: &[String]) -> &mut Self {
        if values.is_empty() {
            return self;
        }
        let values: Vec<String> = values.iter().map(|value| quoted(value)).collect();
        self.raw(key, format!("[{}]", values.join(", ")))
    }

    pub(super) fn lines(&self) -> &[String] {
        &self.0
    }

    pub(super) fn inline(&self) -> String {
        format!("{{ {} }}", self.0.join(", "))
    }
}

/// The names of ships.
pub(super) fn names(roster: &Roster, ships: Crowd) -> Vec<String> {
    ships.iter().map(|id| roster[id].name.clone()).collect()
}

pub(super) fn place(at: Point) -> String {
    format!("[{}, {}]", at.x, at.y)
}

/// A list of inline tables, one a line.
pub(super) fn rows(out: &mut String, key: &str, rows: &[Row]) {
    if rows.is_empty() {
        return;
    }
    let _ = writeln!(out, "{key} = [");
    for row in rows {
        let _ = writeln!(out, "    {},", row.inline());
    }
    out.push_str("]\n");
}
