//! Words of answers: names, numbers, places.

use crate::battle::ground::roster::{CraftId, FormationId, Roster, UnitId};
use crate::table::geometry::{Length, Point};
use crate::text::did_you_mean;

/// The words of a line, read from the front.
pub(super) struct Reader<'r> {
    pub(super) roster: &'r Roster,
    /// Whose units bare numbers mean.
    pub(super) own: Option<FormationId>,
    words: Vec<&'r str>,
    at: usize,
}

type Read<T> = Result<T, String>;

impl<'r> Reader<'r> {
    pub(super) fn new(roster: &'r Roster, own: Option<FormationId>, text: &'r str) -> Self {
        Self { roster, own, words: text.split_whitespace().collect(), at: 0 }
    }

    pub(super) fn peek(&self) -> Option<&'r str> {
        self.words.get(self.at).copied()
    }

    pub(super) fn next(&mut self) -> Option<&'r str> {
        let word = self.peek()?;
        self.at += 1;
        Some(word)
    }

    /// Takes a word if it is next.
    pub(super) fn takes(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|next| next.eq_ignore_ascii_case(word));
        self.at += usize::from(found);
        found
    }

    pub(super) fn wants(&mut self, word: &str) -> Read<()> {
        if self.takes(word) {
            return Ok(());
        }
        match self.peek() {
            Some(found) => Err(format!("\"{word}\" is expected, not \"{found}\"")),
            None => Err(format!("\"{word}\" is expected at the end")),
        }
    }

    pub(super) fn ends(&self) -> Read<()> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(format!("\"{word}\" is not understood")),
        }
    }

    pub(super) fn number<T: std::str::FromStr>(&mut self) -> Read<T> {
        let word = self.next().ok_or("a number is missing at the end")?;
        word.parse().map_err(|_| format!("\"{word}\" is no number"))
    }

    fn length_at(&self, offset: usize) -> Option<Length> {
        self.words.get(self.at + offset)?.parse().ok()
    }

    /// Whether a place comes next: two numbers.
    pub(super) fn has_place(&self) -> bool {
        self.length_at(0).is_some() && self.length_at(1).is_some()
    }

    pub(super) fn length(&mut self) -> Read<Length> {
        let word = self.next().ok_or("a length is missing at the end")?;
        word.parse()
    }

    pub(super) fn place(&mut self) -> Read<Point> {
        Ok(Point { x: self.length()?, y: self.length()? })
    }

    /// The longest name of a list that the next words spell; takes them.
    fn named(&mut self, names: impl Iterator<Item = (usize, &'r str)>) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        for (index, name) in names {
            let parts: Vec<&str> = name.split_whitespace().collect();
            let rest = &self.words[self.at..];
            let fits = parts.len() <= rest.len()
                && parts.iter().zip(rest).all(|(part, word)| part.to_lowercase() == word.to_lowercase());
            if fits && best.is_none_or(|(_, length)| parts.len() > length) {
                best = Some((index, parts.len()));
            }
        }
        let (index, length) = best?;
        self.at += length;
        Some(index)
    }

    pub(super) fn formation(&mut self) -> Read<FormationId> {
        let roster = self.roster;
        let names = roster.formations.iter().enumerate().map(|(index, entry)| (index, entry.name.as_str()));
        match self.named(names) {
            Some(index) => Ok(FormationId(index)),
            None => {
                let rest = self.words[self.at..].join(" ");
                let near = did_you_mean(&rest, roster.formations.iter().map(|entry| entry.name.as_str()));
                Err(format!("there is no formation \"{rest}\"{near}"))
            }
        }
    }

    pub(super) fn craft(&mut self) -> Option<CraftId> {
        let roster = self.roster;
        self.named(roster.craft.iter().enumerate().map(|(index, entry)| (index, entry.name.as_str()))).map(CraftId)
    }

    /// A unit: a number of the own formation, or a name and a number.
    pub(super) fn unit(&mut self) -> Read<UnitId> {
        let number = self.peek().and_then(|word| word.parse::<usize>().ok());
        let formation = match (number, self.own) {
            (Some(_), Some(own)) => own,
            (Some(number), None) => return Err(format!("of which formation is unit {number}?")),
            (None, _) => self.formation()?,
        };
        let number: usize = self.number()?;
        let entry = &self.roster[formation];
        let found = number.checked_sub(1).and_then(|index| entry.units.get(index));
        found.copied().ok_or_else(|| format!("{} has no unit {number}; it has {}", entry.name, entry.units.len()))
    }
}
