//! The newsletter as text and as Markdown.

use std::fmt::Write as _;

use super::{BattleNews, Movement, Newsletter, RenownNews};
use crate::report::listing::{Listing, figures, markdown_text, words};
use crate::report::style::Style;
use crate::text::{and_list, count};

impl Newsletter {
    /// What it is about.
    #[must_use]
    pub fn title(&self) -> String {
        let week = self.week.map_or_else(String::new, |week| format!(", week {week}"));
        format!("{}{week}: {} to {}", self.campaign, self.since, self.until)
    }

    /// The parts between the title and the standings, those without a line left out.
    fn parts(&self) -> Vec<(&'static str, Vec<String>)> {
        let battles = self.battles.iter().map(BattleNews::words).collect();
        let own = |lines: &[String]| lines.to_vec();
        let mut parts = vec![
            ("Battles", battles),
            ("Deeds", own(&self.deeds)),
            ("Systems", own(&self.systems)),
            ("Bases", own(&self.bases)),
            ("Players", own(&self.players)),
            ("Idle", own(&self.idle)),
            ("Reports", own(&self.reports)),
            ("Rulings", own(&self.rulings)),
        ];
        parts.retain(|(_, lines)| !lines.is_empty());
        parts
    }

    /// Said first: how the campaign ended, or that it was quiet.
    #[must_use]
    pub fn first(&self) -> Option<&str> {
        self.end.as_deref().or_else(|| self.battles.is_empty().then_some("No battle was fought."))
    }

    /// The newsletter as people read it. The foreword is the editor's own.
    #[must_use]
    pub fn text(&self, foreword: Option<&str>, style: Style) -> String {
        let mut out = style.heading(&self.title());
        for paragraph in foreword.into_iter().flat_map(paragraphs) {
            let _ = write!(out, "\n{}\n", style.wrap(&paragraph, 0));
        }
        if let Some(first) = self.first() {
            let _ = write!(out, "\n{first}");
        }
        for (heading, lines) in self.parts() {
            section(&mut out, style, heading, &lines);
        }
        if !self.standings.is_empty() {
            let _ = write!(out, "\n\n{}\n{}", style.heading("Standings"), self.listing().table(style));
        }
        section(&mut out, style, "Due", &self.due);
        out
    }

    /// The newsletter for forums and chats. The foreword is the editor's own Markdown.
    #[must_use]
    pub fn markdown(&self, foreword: Option<&str>) -> String {
        let mut out = format!("# {}\n", markdown_text(&self.title()));
        for paragraph in foreword.into_iter().flat_map(paragraphs) {
            let _ = write!(out, "\n{paragraph}\n");
        }
        if let Some(first) = self.first() {
            let _ = write!(out, "\n{}\n", markdown_text(first));
        }
        let list = |out: &mut String, heading: &str, lines: &[String]| {
            let _ = write!(out, "\n## {heading}\n\n");
            for line in lines {
                let _ = writeln!(out, "- {}", markdown_text(line));
            }
        };
        for (heading, lines) in self.parts() {
            list(&mut out, heading, &lines);
        }
        if !self.standings.is_empty() {
            let _ = write!(out, "\n## Standings\n\n{}\n", self.listing().markdown());
        }
        if !self.due.is_empty() {
            list(&mut out, "Due", &self.due);
        }
        out
    }

    fn listing(&self) -> Listing<'_> {
        let place = |place: Option<u32>| place.map_or_else(String::new, |place| place.to_string());
        let change = |row: &Movement| match row.renown_before.map_or(0, |before| row.now.renown - before) {
            0 => String::new(),
            change => format!("{change:+}"),
        };
        Listing::new(
            &self.standings,
            &[
                figures("Place", &|row: &Movement| place(row.now.place)),
                figures("Was", &|row: &Movement| place(row.place_before)),
                words("Player", &|row: &Movement| row.now.player.clone()),
                words("Rank", &|row: &Movement| row.now.rank.clone()),
                figures("Renown", &|row: &Movement| row.now.renown.to_string()),
                figures("Change", &change),
                figures("Systems", &|row: &Movement| row.now.systems.to_string()),
                words("To win", &|row: &Movement| row.now.needs.clone()),
            ],
        )
    }
}

/// The paragraphs of a text, which blank lines part.
pub(crate) fn paragraphs(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut fresh = true;
    for line in text.lines().map(str::trim_end) {
        match found.last_mut() {
            _ if line.is_empty() => fresh = true,
            Some(last) if !fresh => {
                last.push('\n');
                last.push_str(line);
            }
            _ => {
                found.push(line.to_owned());
                fresh = false;
            }
        }
    }
    found
}

fn section(out: &mut String, style: Style, heading: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let _ = write!(out, "\n\n{}", style.heading(heading));
    for line in lines {
        let _ = write!(out, "\n{}", style.wrap(&format!("{} {line}", style.bullet()), 2));
    }
}

impl BattleNews {
    /// The battle in a sentence or two.
    pub(crate) fn words(&self) -> String {
        let result = if self.result.is_empty() { "its aftermath".to_owned() } else { self.result.clone() };
        let mut words = format!("Battle {} on {}, {}: {result}.", self.battle, self.on, self.what);
        if !self.lost.is_empty() {
            let number = i64::try_from(self.lost.len()).unwrap_or(i64::MAX);
            let _ = write!(words, " {} lost: {}.", count(number, "vessel"), and_list(&self.lost));
        }
        if !self.renown.is_empty() {
            let line = |line: &RenownNews| match line.by {
                0 => format!("{} keeps {}", line.player, line.to),
                by => format!("{} {by:+} to {}", line.player, line.to),
            };
            let lines: Vec<String> = self.renown.iter().map(line).collect();
            let _ = write!(words, " Renown: {}.", lines.join(", "));
        }
        for promotion in &self.promotions {
            let _ = write!(words, " {promotion}");
        }
        words
    }
}
