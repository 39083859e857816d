//! The rules reference as text: one rule, the list, the rulings, the hits of a search, the options.

use std::fmt::Write as _;
use std::ops::Range;

use comfy_table::{ColumnConstraint, ContentArrangement, Table, presets};
use serde::Serialize;

use super::listing::{Column, Listing, words as column};
use super::style::Style;
use crate::campaign::options::OptionDef;
use crate::catalog::rules::{Chapter, Hit, Rule, RuleTable, marks, words};

/// Lines longer than this are hard to read, however wide the terminal.
const WIDEST: u16 = 100;

/// One rule in full, with the options that bend it.
#[must_use]
pub fn show(rule: &Rule, options: &[OptionDef], style: Style) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}  {}", bold(&rule.id, style), bold(&rule.title, style));
    let _ = writeln!(out, "{}\n", rule.chapter);
    push_wrapped(&mut out, &rule.says, style);
    if let Some(table) = &rule.table {
        let _ = writeln!(out, "\n{}", draw(table, style));
    }
    for (label, text) in labelled(rule, options) {
        out.push('\n');
        let mut paragraph = String::new();
        push_wrapped(&mut paragraph, &format!("{label}: {text}"), style);
        // The label is made bold only now, because escape sequences have no width.
        out.push_str(&paragraph.replacen(label, &bold(label, style), 1));
    }
    out
}

/// The paragraphs below the rule itself.
fn labelled(rule: &Rule, options: &[OptionDef]) -> Vec<(&'static str, String)> {
    let options: Vec<String> = options
        .iter()
        .filter(|option| option.rule == rule.id)
        .map(|option| format!("{} (default {})", option.id, option.default))
        .collect();
    let texts = [
        ("Example", rule.example.clone()),
        ("Our ruling", rule.ruling.clone()),
        ("Conflict", rule.conflict.clone()),
        (
            "By hand",
            rule.manual.then(|| "the players decide or confirm this; the program asks and records.".to_owned()),
        ),
        ("Optional", rule.optional.then(|| "used only if the players or the scenario say so.".to_owned())),
        ("Campaign options", (!options.is_empty()).then(|| options.join(", "))),
        ("Source", Some(rule.source.clone())),
    ];
    texts.into_iter().filter_map(|(label, text)| Some((label, text?))).collect()
}

/// Every rule of the chapters, one line each, grouped by chapter.
#[must_use]
pub fn list<'c>(chapters: impl IntoIterator<Item = &'c Chapter>, style: Style) -> String {
    let mut out = String::new();
    for chapter in chapters {
        if !out.is_empty() {
            out.push('\n');
        }
        let _ = writeln!(out, "{}", bold(&chapter.title, style));
        let widest = chapter.rules.iter().map(|rule| rule.id.len()).max().unwrap_or_default();
        for rule in &chapter.rules {
            let _ = write!(out, "  {:widest$}  {}", rule.id, rule.title);
            for flag in flags(rule) {
                let _ = write!(out, " [{flag}]");
            }
            out.push('\n');
        }
    }
    out
}

fn flags(rule: &Rule) -> impl Iterator<Item = &'static str> {
    [(rule.manual, "by hand"), (rule.optional, "optional")].into_iter().filter(|(set, _)| *set).map(|(_, flag)| flag)
}

/// A rule that is read in one of several ways, and the way that is chosen.
#[derive(Serialize)]
pub struct Ruling<'r> {
    /// Id of the rule.
    pub id: &'r str,
    /// Title of the rule.
    pub title: &'r str,
    /// The rule itself.
    pub says: &'r str,
    /// How it is read where it is silent or unclear, and which printing is followed where two differ.
    pub ruling: String,
}

/// The rulings of a chapter, in the order of its rules.
#[must_use]
pub fn rulings(chapter: &Chapter) -> Vec<Ruling<'_>> {
    let ruling = |rule: &Rule| {
        let texts: Vec<&str> = [&rule.ruling, &rule.conflict].into_iter().filter_map(Option::as_deref).collect();
        (!texts.is_empty()).then(|| texts.join(" "))
    };
    let found = chapter.rules.iter().filter_map(|rule| Some((rule, ruling(rule)?)));
    found.map(|(rule, ruling)| Ruling { id: &rule.id, title: &rule.title, says: &rule.says, ruling }).collect()
}

/// Rulings as rows.
#[must_use]
pub fn ruling_rows(rulings: Vec<Ruling<'_>>) -> Listing<'_> {
    let columns: [Column<'_, Ruling<'_>>; 3] = [
        column("Rule", &|row| row.id.to_owned()),
        column("It says", &|row| row.says.split_whitespace().collect::<Vec<_>>().join(" ")),
        column("Our ruling", &|row| row.ruling.clone()),
    ];
    Listing::new(rulings, &columns)
}

/// Rulings for people, chapter by chapter.
#[must_use]
pub fn ruling_text<'c>(chapters: impl IntoIterator<Item = &'c Chapter>, style: Style) -> String {
    let mut out = String::new();
    for chapter in chapters {
        let found = rulings(chapter);
        if !found.is_empty() {
            let _ = writeln!(out, "{}{}", if out.is_empty() { "" } else { "\n" }, bold(&chapter.title, style));
        }
        for ruling in found {
            let _ = writeln!(out, "\n{}  {}", bold(ruling.id, style), ruling.title);
            push_wrapped(&mut out, ruling.says, style);
            push_wrapped(&mut out, &format!("Our ruling: {}", ruling.ruling), style);
        }
    }
    out
}

/// Rulings as a Markdown page with a table for each chapter: `docs/rulings.md` is the one of all chapters.
#[must_use]
pub fn ruling_page<'c>(chapters: impl IntoIterator<Item = &'c Chapter>) -> String {
    let mut tables = String::new();
    let mut count = 0;
    for chapter in chapters {
        let found = rulings(chapter);
        count += found.len();
        if !found.is_empty() {
            let _ = writeln!(tables, "\n## {}\n\n{}", chapter.title, ruling_rows(found).markdown());
        }
    }
    format!(
        "# Rulings\n\nWhere the printed rules are silent, unclear or contradict each other, this is how they are read: \
         {count} rulings.\nEach stands with its rule in `rules/`, beside example and table.\n{tables}"
    )
}

/// The hits of a search: id and title, and below them the part of the text that holds the words of the query.
#[must_use]
pub fn hits(hits: &[Hit<'_>], query: &str, style: Style) -> String {
    let words = words(query);
    let mut out = String::new();
    for Hit { rule, .. } in hits {
        let id = marked(&rule.id, &marks(&rule.id, &words), style);
        let title = marked(&rule.title, &marks(&rule.title, &words), style);
        let text = rule.texts().find(|text| !marks(text, &words).is_empty()).unwrap_or(&rule.says);
        let _ = writeln!(out, "{id}  {title}\n    {}", excerpt(text, &words, style));
    }
    out
}

/// As much of `text` as fits on a line, beginning a few words before the first hit.
fn excerpt(text: &str, words: &[String], style: Style) -> String {
    let dots = if style.unicode { "…" } else { "..." };
    let room = usize::from(line(style)).saturating_sub(4 + 2 * dots.len()).max(20);
    let first = marks(text, words).into_iter().next().unwrap_or_default();
    let end_at = |start: usize| text[start..].char_indices().nth(room).map_or(text.len(), |(at, _)| start + at);
    let latest = first.start.saturating_sub(room / 3).min(text.len().saturating_sub(room));
    let start = if first.end <= end_at(0) { 0 } else { word_start(text, latest) };
    let mut end = end_at(start);
    if end < text.len() {
        end = text[start..end].rfind(' ').map_or(end, |space| start + space);
    }
    let part = &text[start..end];
    let before = if start > 0 { dots } else { "" };
    let after = if end < text.len() { dots } else { "" };
    format!("{before}{}{after}", marked(part, &marks(part, words), style))
}

/// The start of the first word at or after `at`.
fn word_start(text: &str, at: usize) -> usize {
    text.char_indices()
        .filter(|(_, character)| *character == ' ')
        .map(|(space, _)| space + 1)
        .find(|start| *start > at)
        .unwrap_or_default()
}

/// The options a campaign may set.
#[must_use]
pub fn options(defs: &[OptionDef], style: Style) -> String {
    let mut table = empty_table(style);
    table.set_header(["option", "default", "rule", "what it is"]);
    for def in defs {
        table.add_row([def.id.as_str(), &def.default.to_string(), &def.rule, &def.title]);
    }
    // A name that is broken cannot be copied.
    if let Some(names) = table.column_mut(0) {
        names.set_constraint(ColumnConstraint::ContentWidth);
    }
    format!("{}\n", table.trim_fmt())
}

pub(super) fn draw(table: &RuleTable, style: Style) -> String {
    let mut drawn = empty_table(style);
    drawn.set_header(&table.columns);
    drawn.add_rows(&table.rows);
    drawn.trim_fmt()
}

fn empty_table(style: Style) -> Table {
    let mut table = Table::new();
    // The report decides what the terminal can show, not the table.
    table.force_no_tty();
    table.load_style(if style.unicode { presets::UTF8_FULL_CONDENSED } else { presets::ASCII_FULL_CONDENSED });
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(line(style));
    table
}

fn line(style: Style) -> u16 {
    style.width.min(WIDEST)
}

/// Adds `text` in lines of at most the style's width; a longer word stands alone.
pub(super) fn push_wrapped(out: &mut String, text: &str, style: Style) {
    let width = usize::from(line(style));
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used > 0 {
            let fits = used + 1 + length <= width;
            out.push(if fits { ' ' } else { '\n' });
            used = if fits { used + 1 } else { 0 };
        }
        out.push_str(word);
        used += length;
    }
    out.push('\n');
}

fn bold(text: &str, style: Style) -> String {
    style.heading(text)
}

fn marked(text: &str, marks: &[Range<usize>], style: Style) -> String {
    let mut out = String::new();
    let mut at = 0;
    for mark in marks {
        out.push_str(&text[at..mark.start]);
        out.push_str(&bold(&text[mark.clone()], style));
        at = mark.end;
    }
    out.push_str(&text[at..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::rules::Rules;

    const PLAIN: Style = Style { unicode: false, colour: false, width: 60 };

    #[test]
    fn an_excerpt_begins_near_the_hit() {
        let text = "One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen.";
        assert_eq!(excerpt(text, &words("two"), PLAIN), "One two three four five six seven eight nine ten...");
        assert_eq!(excerpt(text, &words("sixteen"), PLAIN), "...eleven twelve thirteen fourteen fifteen sixteen.");
        let loud = Style { unicode: true, colour: true, width: 60 };
        assert_eq!(
            crate::text::drawn(&excerpt(text, &words("sixteen"), loud)),
            "…eleven twelve thirteen fourteen fifteen \u{1b}[1msixteen\u{1b}[0m."
        );
    }

    #[test]
    fn no_line_is_wider_than_the_style() {
        let rules = Rules::embedded();
        for width in [60, 80, 200] {
            let style = Style { width, ..PLAIN };
            for rule in rules.all() {
                for line in show(rule, &[], style).lines() {
                    assert!(line.chars().count() <= usize::from(width.min(WIDEST)), "{}: {line}", rule.id);
                }
            }
        }
    }
}
