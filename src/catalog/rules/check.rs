//! Reads one rules file and finds everything wrong with it.

use std::collections::BTreeMap;

use super::{Chapter, Problem, Rule, RuleTable, reader};
use crate::catalog::reader::Node;
use crate::text::did_you_mean;

/// What all files together declare, for the checks that look beyond one file.
pub(super) struct Known<'t> {
    ids: BTreeMap<&'t str, usize>,
    prefixes: BTreeMap<&'t str, usize>,
}

impl<'t> Known<'t> {
    pub(super) fn of(files: &[(&'t str, &'t str)]) -> Self {
        let mut known = Self { ids: BTreeMap::new(), prefixes: BTreeMap::new() };
        for (_, text) in files {
            for id in ids(text).filter(|id| split(id).is_some()) {
                *known.ids.entry(id).or_default() += 1;
            }
            for prefix in values(text, "prefix") {
                *known.prefixes.entry(prefix).or_default() += 1;
            }
        }
        known
    }
}

/// The ids a file declares, found without parsing it.
pub(super) fn ids(text: &str) -> impl Iterator<Item = &str> {
    values(text, "id")
}

fn values<'t>(text: &'t str, key: &'static str) -> impl Iterator<Item = &'t str> {
    text.lines().filter_map(move |line| {
        let value = line.strip_prefix(key)?.trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')?;
        value.split('"').next()
    })
}

/// Reads a file; without `known`, what concerns other files is not checked.
pub(super) fn read(name: &str, text: &str, known: Option<&Known<'_>>) -> Result<Vec<Chapter>, Vec<Problem>> {
    reader::read(name, text, |root| {
        let mut chapters = root.tables("chapter", |node| read_chapter(node, text, known));
        let mut last: Option<(usize, Number)> = None;
        let rules = root.tables("rule", |node| {
            let mut rule = read_rule(node, known);
            let place = place(node, &rule.id, &chapters);
            if let (Some(last), Some(place)) = (last, place)
                && place <= last
            {
                node.problem_at("id", "comes after a rule it should come before");
            }
            last = place.or(last);
            if let Some((chapter, _)) = place {
                rule.chapter.clone_from(&chapters[chapter].title);
            }
            (place, rule)
        });
        for (place, rule) in rules {
            if let Some((chapter, _)) = place {
                chapters[chapter].rules.push(rule);
            }
        }
        chapters
    })
}

fn read_chapter(node: &mut Node<'_>, text: &str, known: Option<&Known<'_>>) -> Chapter {
    let prefix = node.text("prefix");
    node.call(format!("chapter \"{prefix}\""));
    if known.and_then(|known| known.prefixes.get(prefix.as_str())).is_some_and(|count| *count > 1) {
        node.problem_at("prefix", "the prefix is declared twice");
    }
    // Asked of all files together: those of the program are known to have some.
    if known.is_some() && !ids(text).any(|id| split(id).is_some_and(|(found, _)| found == prefix)) {
        node.problem("has no rule");
    }
    Chapter { prefix, title: node.text("title"), rules: Vec::new() }
}

fn read_rule(node: &mut Node<'_>, known: Option<&Known<'_>>) -> Rule {
    let id = node.text("id");
    node.call(format!("rule \"{id}\""));
    let rule = Rule {
        chapter: String::new(),
        title: node.text("title"),
        source: node.text("source"),
        says: node.text("says"),
        example: node.opt_text("example"),
        table: read_table(node),
        ruling: node.opt_text("ruling"),
        conflict: node.opt_text("conflict"),
        manual: node.flag("manual"),
        optional: node.flag("optional"),
        id,
    };
    if let Some(known) = known {
        if known.ids.get(rule.id.as_str()).is_some_and(|count| *count > 1) {
            node.problem_at("id", "the id is used twice");
        }
        check_references(node, &rule, known);
    }
    rule
}

fn read_table(node: &Node<'_>) -> Option<RuleTable> {
    let columns = node.texts("columns");
    if !node.has("table") {
        if !columns.is_empty() {
            node.problem_at("columns", "`columns` without `table`");
        }
        return None;
    }
    // The reader has no nested lists, so the cells come as JSON.
    let rows: Option<Vec<Vec<String>>> = node.json("table").and_then(|value| serde_json::from_value(value).ok());
    let Some(rows) = rows.filter(|rows| !rows.is_empty()) else {
        node.problem_at("table", "`table` must be a list of rows, each a list of strings");
        return None;
    };
    if columns.is_empty() {
        node.problem_at("table", "`table` without `columns`");
    }
    for (index, row) in rows.iter().enumerate() {
        if row.len() != columns.len() {
            let (row, found, wanted) = (index + 1, row.len(), columns.len());
            node.problem_at("table", format_args!("row {row} of `table` has {found} cells, not {wanted}"));
        }
    }
    Some(RuleTable { columns, rows })
}

fn check_references(node: &Node<'_>, rule: &Rule, known: &Known<'_>) {
    let texts = [
        ("says", Some(&rule.says)),
        ("example", rule.example.as_ref()),
        ("ruling", rule.ruling.as_ref()),
        ("conflict", rule.conflict.as_ref()),
    ];
    let cells = rule.table.iter().flat_map(|table| table.rows.iter().flatten()).map(|cell| ("table", Some(cell)));
    for (key, text) in texts.into_iter().chain(cells) {
        for id in text.into_iter().flat_map(|text| references(text)) {
            if !known.ids.contains_key(id) {
                let hint = did_you_mean(id, known.ids.keys().copied());
                node.problem_at(key, format_args!("`{key}` names {id}, which is no rule{hint}"));
            }
        }
    }
}

/// Where a rule belongs: index of its chapter, then its number. Reports an id that belongs nowhere.
fn place(node: &Node<'_>, id: &str, chapters: &[Chapter]) -> Option<(usize, Number)> {
    let Some((prefix, number)) = split(id) else {
        if !id.is_empty() {
            node.problem_at("id", "an id is capital letters, a hyphen and a number, such as FLEET-06");
        }
        return None;
    };
    let chapter = chapters.iter().position(|chapter| chapter.prefix == prefix);
    if chapter.is_none() {
        let hint = did_you_mean(prefix, chapters.iter().map(|chapter| chapter.prefix.as_str()));
        node.problem_at("id", format_args!("no [[chapter]] has the prefix {prefix}{hint}"));
    }
    Some((chapter?, number))
}

type Number = (u32, Option<char>);

/// Prefix and number of an id: `([A-Z]+-)+\d+[a-z]?`.
fn split(id: &str) -> Option<(&str, Number)> {
    let (prefix, number) = id.rsplit_once('-')?;
    let suffix = number.chars().last().filter(char::is_ascii_lowercase);
    let digits = suffix.map_or(number, |_| &number[..number.len() - 1]);
    // A rule set of its own puts its letters before: EP-ASLT-03.
    let letters = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_uppercase());
    let shaped =
        prefix.split('-').all(letters) && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if shaped { Some((prefix, (digits.parse().ok()?, suffix))) } else { None }
}

/// The ids a text names. A single letter before the hyphen is a die or a value, never a rule.
fn references(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_ascii_alphanumeric() && character != '-')
        .filter(|word| split(word).is_some_and(|(prefix, _)| prefix.len() > 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_found_in_running_text() {
        let text =
            "Both are in MISSION-03 and MISSION-04 (not D6-2, Re-roll or 21-30); see SCEN-15 to SCEN-17, XP-09's.";
        assert_eq!(references(text).collect::<Vec<_>>(), ["MISSION-03", "MISSION-04", "SCEN-15", "SCEN-17", "XP-09"]);
    }

    #[test]
    fn ids_are_letters_a_hyphen_and_a_number() {
        assert_eq!(split("FLEET-06"), Some(("FLEET", (6, None))));
        assert_eq!(split("SCEN-20a"), Some(("SCEN", (20, Some('a')))));
        assert_eq!(split("EP-ASLT-03"), Some(("EP-ASLT", (3, None))));
        assert_eq!(split("SF-RAM-03"), Some(("SF-RAM", (3, None))));
        for wrong in [
            "fleet-06",
            "FLEET06",
            "FLEET-",
            "FLEET-a",
            "-06",
            "FLEET-06ab",
            "FLEET-0x6",
            "FLEET-6-7",
            "EP--03",
            "-RAM-03",
            "SF-R4M-03",
        ] {
            assert_eq!(split(wrong), None, "{wrong}");
        }
    }
}
