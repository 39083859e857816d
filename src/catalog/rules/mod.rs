//! The rules as a searchable reference: numbered facts in our own words, from `rules/*.toml`.
//!
//! Showing one rule parses only the file that holds it. The data of the program cannot be broken at run time, because
//! a test runs [`Rules::check`] on it; [`load`] is the same strict pass for any files.

use std::sync::{LazyLock, OnceLock};

use serde::Serialize;

use self::check::Known;
use super::reader::{self, Problem};
use super::{embedded, options};
use crate::text;

mod check;
mod search;

pub use search::{Found, Hit, marks, words};

/// One numbered fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// Prefix of its chapter and number, such as `FLEET-06`.
    pub id: String,
    /// Title of its chapter.
    pub chapter: String,
    /// The rule in a few words.
    pub title: String,
    /// Where the printed rules state it.
    pub source: String,
    /// The rule.
    pub says: String,
    /// A worked case.
    pub example: Option<String>,
    /// Its figures.
    pub table: Option<RuleTable>,
    /// Our reading where the printed rules are silent or unclear.
    pub ruling: Option<String>,
    /// Which printing is followed where two differ.
    pub conflict: Option<String>,
    /// The players decide; the program only records.
    pub manual: bool,
    /// Used only by agreement.
    pub optional: bool,
}

impl Rule {
    /// Everything of the rule that is prose or a figure, without id, title and source.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let cells = self.table.iter().flat_map(|table| table.columns.iter().chain(table.rows.iter().flatten()));
        std::iter::once(&self.says)
            .chain(&self.ruling)
            .chain(&self.example)
            .chain(cells)
            .chain(&self.conflict)
            .map(String::as_str)
    }
}

/// The figures of a rule; every row has as many cells as there are columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleTable {
    /// Headings.
    pub columns: Vec<String>,
    /// Cells, row by row.
    pub rows: Vec<Vec<String>>,
}

/// The rules that share a prefix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chapter {
    /// What its ids start with, such as `FLEET`.
    pub prefix: String,
    /// Title.
    pub title: String,
    /// Its rules, in the order of their numbers.
    pub rules: Vec<Rule>,
}

/// All rules of the program, parsed file by file when they are asked for.
pub struct Rules {
    files: Vec<File>,
}

struct File {
    name: &'static str,
    text: &'static str,
    chapters: OnceLock<Vec<Chapter>>,
}

impl File {
    fn chapters(&self) -> &[Chapter] {
        self.chapters
            .get_or_init(|| check::read(self.name, self.text, None).expect("embedded rules are checked by a test"))
    }
}

impl Rules {
    /// The rules that are part of the program.
    #[must_use]
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<Rules> = LazyLock::new(|| Rules {
            files: rule_files().map(|(name, text)| File { name, text, chapters: OnceLock::new() }).collect(),
        });
        &EMBEDDED
    }

    /// The rule with this id, in upper or lower case.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Rule> {
        let id = id.trim();
        let file = self.files.iter().find(|file| check::ids(file.text).any(|found| found.eq_ignore_ascii_case(id)))?;
        file.chapters().iter().flat_map(|chapter| &chapter.rules).find(|rule| rule.id.eq_ignore_ascii_case(id))
    }

    /// Whether the id, exactly as written, is a rule; parses nothing.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.ids().any(|found| found == id)
    }

    /// Every id in reading order; parses nothing.
    pub fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.files.iter().flat_map(|file| check::ids(file.text))
    }

    /// The ids of the rulebook, without those of rule sets beside it: what options cite, looked at whenever the program starts.
    pub fn rulebook_ids(&self) -> impl Iterator<Item = &'static str> {
        self.files.iter().filter(|file| !file.name.starts_with("rules/older-")).flat_map(|file| check::ids(file.text))
    }

    /// The most similar id, if any is similar enough to be meant.
    #[must_use]
    pub fn nearest(&self, id: &str) -> Option<&'static str> {
        text::nearest(id.trim(), self.ids())
    }

    /// Every chapter in reading order.
    pub fn chapters(&self) -> impl Iterator<Item = &Chapter> {
        self.files.iter().flat_map(File::chapters)
    }

    /// Every rule in reading order.
    pub fn all(&self) -> impl Iterator<Item = &Rule> {
        self.chapters().flat_map(|chapter| &chapter.rules)
    }

    /// Every problem of the files, as [`load`] finds them.
    #[must_use]
    pub fn check(&self) -> Vec<Problem> {
        let files: Vec<(&str, &str)> = self.files.iter().map(|file| (file.name, file.text)).collect();
        load(&files).err().unwrap_or_default()
    }
}

/// Reads rule files, given as name and text, and checks them together: ids unique, well formed and in order, every id
/// that a text names exists, tables rectangular, no text empty.
///
/// # Errors
/// Every problem of every file.
pub fn load(files: &[(&str, &str)]) -> Result<Vec<Chapter>, Vec<Problem>> {
    let known = Known::of(files);
    let mut chapters = Vec::new();
    let mut problems = Vec::new();
    for (name, text) in files {
        match check::read(name, text, Some(&known)) {
            Ok(mut read) => chapters.append(&mut read),
            Err(mut found) => problems.append(&mut found),
        }
    }
    if problems.is_empty() { Ok(chapters) } else { Err(problems) }
}

fn rule_files() -> impl Iterator<Item = (&'static str, &'static str)> {
    embedded::RULES.iter().copied().filter(|(name, _)| *name != options::FILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn showing_a_rule_parses_one_file() {
        let rules =
            Rules { files: rule_files().map(|(name, text)| File { name, text, chapters: OnceLock::new() }).collect() };
        assert_eq!(rules.get("fleet-06").map(|rule| rule.title.as_str()), Some("Starting Leadership is rolled once"));
        let parsed: Vec<&str> =
            rules.files.iter().filter(|file| file.chapters.get().is_some()).map(|file| file.name).collect();
        assert_eq!(parsed, ["rules/campaign-1-start.toml"]);
    }

    #[test]
    fn an_unknown_id_has_a_neighbour() {
        let rules = Rules::embedded();
        assert_eq!(rules.get("FLET-06"), None);
        assert_eq!(rules.nearest("FLET-06"), Some("FLEET-06"));
        assert_eq!(rules.nearest("renown-9"), Some("RENOWN-09"));
        assert_eq!(rules.nearest("???"), None);
        assert!(rules.has("FLEET-06") && !rules.has("fleet-06"));
    }

    #[test]
    fn files_stay_small_enough_to_read() {
        for (name, text) in rule_files() {
            assert!(text.len() < 60_000, "{name} has {} bytes", text.len());
        }
    }
}
