//! Finds rules by words: every word must stand somewhere in the rule, at the start of a word.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Rule, Rules};
use crate::text;

/// The best place where all words of a query were found, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Found {
    /// In the id.
    Id,
    /// In the title.
    Title,
    /// In the rule itself.
    Says,
    /// In a ruling, example, table, conflict or the chapter's title.
    Other,
}

/// A rule that holds every word of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit<'r> {
    /// The rule.
    pub rule: &'r Rule,
    /// Where the word that was hardest to find stands.
    pub found: Found,
}

impl Rules {
    /// The rules that hold every word of `query`, best first and then in reading order. Case does not matter, and the
    /// start of a word is enough. An empty query finds nothing.
    #[must_use]
    pub fn search(&self, query: &str) -> Vec<Hit<'_>> {
        let words = words(query);
        if words.is_empty() {
            return Vec::new();
        }
        let mut hits: Vec<Hit<'_>> = self
            .all()
            .filter_map(|rule| {
                let places: Option<Vec<Found>> = words.iter().map(|word| find(rule, word)).collect();
                Some(Hit { rule, found: places?.into_iter().max()? })
            })
            .collect();
        hits.sort_by_key(|hit| hit.found);
        hits
    }

    /// Why [`Rules::search`] found nothing, with the nearest word for each that no rule holds.
    #[must_use]
    pub fn why_no_hit(&self, query: &str) -> String {
        let words = words(query);
        if words.is_empty() {
            return "search for at least one word".to_owned();
        }
        let vocabulary: BTreeSet<String> = self.all().flat_map(vocabulary).collect();
        let unknown: Vec<String> = words
            .iter()
            .filter(|word| !self.all().any(|rule| find(rule, word).is_some()))
            .map(|word| {
                let hint = text::did_you_mean(word, vocabulary.iter().map(String::as_str));
                format!("no rule mentions \"{word}\"{hint}")
            })
            .collect();
        if !unknown.is_empty() {
            return unknown.join("\n");
        }
        let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        format!("no rule mentions {} together", text::and_list(&quoted))
    }
}

/// The words of a query, without the punctuation around them.
#[must_use]
pub fn words(query: &str) -> Vec<String> {
    query
        .split_whitespace()
        .map(|word| word.trim_matches(|character: char| !character.is_alphanumeric()).to_lowercase())
        .filter(|word| !word.is_empty())
        .collect()
}

/// Where in `text` the words of a query stand, in order and without overlaps: the whole word, also if only its start
/// was asked for.
#[must_use]
pub fn marks(text: &str, words: &[String]) -> Vec<Range<usize>> {
    let mut marks: Vec<Range<usize>> = words.iter().flat_map(|word| starts(text, word)).collect();
    marks.sort_by_key(|mark| (mark.start, std::cmp::Reverse(mark.end)));
    let mut end = 0;
    marks.retain(|mark| {
        let apart = mark.start >= end;
        if apart {
            end = mark.end;
        }
        apart
    });
    marks
}

fn find(rule: &Rule, word: &str) -> Option<Found> {
    let has = |text: &str| starts(text, word).next().is_some();
    if has(&rule.id) {
        Some(Found::Id)
    } else if has(&rule.title) {
        Some(Found::Title)
    } else if has(&rule.says) {
        Some(Found::Says)
    } else if rule.texts().any(has) || has(&rule.chapter) {
        Some(Found::Other)
    } else {
        None
    }
}

/// The words of `text` that begin with `word`, which is in lower case.
fn starts(text: &str, word: &str) -> impl Iterator<Item = Range<usize>> {
    let letter = |at: usize| text[..at].chars().next_back().is_some_and(char::is_alphanumeric);
    let first = word.bytes().next().unwrap_or_default();
    let likely = move |(_, byte): &(usize, u8)| byte.eq_ignore_ascii_case(&first);
    text.bytes().enumerate().filter(likely).filter_map(move |(at, _)| {
        let rest = text.get(at..at + word.len())?;
        if !rest.eq_ignore_ascii_case(word) || letter(at) || !rest.starts_with(char::is_alphanumeric) {
            return None;
        }
        let end = at + word.len();
        let tail = text[end..].find(|next: char| !next.is_alphanumeric()).unwrap_or(text.len() - end);
        Some(at..end + tail)
    })
}

fn vocabulary(rule: &Rule) -> impl Iterator<Item = String> {
    rule.texts()
        .chain([rule.title.as_str(), rule.chapter.as_str(), rule.id.as_str()])
        .flat_map(|text| text.split(|character: char| !character.is_alphanumeric()))
        .filter(|word| word.len() > 2 && word.chars().all(char::is_alphabetic))
        .map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str, query: &str) -> Vec<String> {
        marks(text, &words(query)).into_iter().map(|mark| text[mark].to_owned()).collect()
    }

    #[test]
    fn whole_words_are_marked_where_they_begin_as_asked() {
        assert_eq!(marked("Re-rolls of a Roll; enrolled", "ROLL"), ["rolls", "Roll"]);
        assert_eq!(marked("Re-rolls of a roll", "re-roll re"), ["Re-rolls"]);
        assert_eq!(marked("See FLEET-06.", "fleet-06"), ["FLEET-06"]);
        assert_eq!(marked("Zoë Zo", "zoë"), ["Zoë"]);
    }

    #[test]
    fn punctuation_around_words_is_dropped() {
        assert_eq!(words("  \"Brace, for\" impact! -"), ["brace", "for", "impact"]);
    }
}
