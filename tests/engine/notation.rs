//! The readers of situations and battle files under damage: they never panic, tell every problem, and whatever reads
//! can be written, read again and played on.
//!
//! `fuzz/` has the same properties as targets for a coverage-guided fuzzer. Texts that once failed are kept in
//! `tests/fixtures/situations` and read first.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use renown::battle::gothic;
use renown::battle::gothic::decisions;
use renown::battle::gothic::decisions::answer::Stop;
use renown::battle::gothic::event::Silent;
use renown::catalog::Catalog;
use renown::catalog::fleets::Fleets;
use renown::dice::Fast;
use renown::notation;

/// What must hold of any text.
fn hold(text: &str, fleets: &Fleets, dice: &mut Fast) -> bool {
    let _ = notation::read_battle("damaged", text, fleets);
    let Ok(found) = notation::read("damaged", text, fleets) else { return false };
    let written = notation::write(&found.roster, &found.battle);
    let again = notation::read("again", &written, fleets);
    let again = again.unwrap_or_else(|problems| panic!("{problems:?}\nof\n{written}\nfrom\n{text}"));
    assert_eq!((&again.battle, &again.roster), (&found.battle, &found.roster), "{text}");
    let mut battle = found.battle;
    for _ in 0..40 {
        let Some(answer) = decisions::usual(&battle, &found.roster) else { break };
        match gothic::answer(&mut battle, &found.roster, &answer, dice, &mut Silent) {
            Ok(()) | Err(Stop::Refused(_)) => {}
            Err(stop) => panic!("{stop}\n{text}"),
        }
    }
    true
}

/// The tables of the rule cases, and battles in their middle.
fn seeds(fleets: &Fleets) -> Vec<String> {
    let mut seeds = Vec::new();
    for file in fs::read_dir("tests/rules").expect("the cases are there") {
        let path = file.expect("a readable folder").path();
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for part in text.split("situation = '''").skip(1) {
            seeds.extend(part.split("'''").next().map(str::to_owned));
        }
    }
    seeds.sort();
    let mut dice = Fast::new(31, 0);
    for index in (0..seeds.len()).step_by(3) {
        let Ok(found) = notation::read("seed", &seeds[index], fleets) else { continue };
        let mut battle = found.battle;
        for _ in 0..dice.below(60) {
            let Some(answer) = decisions::usual(&battle, &found.roster) else { break };
            if gothic::answer(&mut battle, &found.roster, &answer, &mut dice, &mut Silent).is_err() {
                break;
            }
        }
        seeds.push(notation::write(&found.roster, &battle));
    }
    seeds
}

/// A figure far from anything a table holds.
const FIGURES: [&str; 12] =
    ["0", "-1", "1", "7", "60", "255", "256", "65536", "2147483647", "-2147483648", "0.001", "99999999999999999999"];

/// Breaks a text in one of several ways.
fn damage(text: &str, others: &[String], dice: &mut Fast) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let line = |dice: &mut Fast| dice.below(u32::try_from(lines.len().max(1)).expect("a short text")) as usize;
    match dice.below(6) {
        // A figure becomes another.
        0 | 1 => {
            let figures: Vec<(usize, &str)> = text
                .match_indices(|c: char| c.is_ascii_digit())
                .filter(|(at, _)| !text[..*at].ends_with(|c: char| c.is_ascii_digit() || c == '.'))
                .collect();
            if figures.is_empty() {
                return text.to_owned();
            }
            let (at, _) = figures[dice.below(u32::try_from(figures.len()).expect("a short text")) as usize];
            let end = text[at..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |length| at + length);
            let figure = FIGURES[dice.below(12) as usize];
            format!("{}{figure}{}", &text[..at], &text[end..])
        }
        // A line is lost.
        2 => {
            let gone = line(dice);
            let kept: Vec<&str> =
                lines.iter().enumerate().filter(|(index, _)| *index != gone).map(|(_, line)| *line).collect();
            kept.join("\n")
        }
        // A line comes twice.
        3 => {
            let twice = line(dice);
            let mut more = lines.clone();
            if let Some(again) = lines.get(twice) {
                more.insert(twice, again);
            }
            more.join("\n")
        }
        // A word takes the place of another.
        4 => {
            let words: Vec<&str> = text.split('"').collect();
            if words.len() < 4 {
                return text.to_owned();
            }
            let count = u32::try_from(words.len() / 2).expect("a short text");
            let (from, to) = (2 * dice.below(count) as usize + 1, 2 * dice.below(count) as usize + 1);
            let mut words = words;
            words[to] = words[from];
            words.join("\"")
        }
        // A line of another text.
        _ => {
            let other = &others[dice.below(u32::try_from(others.len()).expect("not so many")) as usize];
            let theirs: Vec<&str> = other.lines().collect();
            let taken =
                theirs[dice.below(u32::try_from(theirs.len().max(1)).expect("a short text")) as usize % theirs.len()];
            let mut more = lines.clone();
            more.insert(line(dice).min(more.len()), taken);
            more.join("\n")
        }
    }
}

#[test]
fn damaged_situations_are_refused_or_played_never_worse() {
    let catalog = Catalog::embedded();
    let mut dice = Fast::new(2026, 11);
    for file in fs::read_dir(Path::new("tests/fixtures/situations")).into_iter().flatten().flatten() {
        if file.path().extension().is_some_and(|ending| ending == "toml") {
            let text = fs::read_to_string(file.path()).expect("a readable fixture");
            hold(&text, &catalog.fleets, &mut dice);
        }
    }
    let seeds = seeds(&catalog.fleets);
    assert!(seeds.len() > 20, "only {} tables to damage", seeds.len());
    let count: u32 = std::env::var("RENOWN_DAMAGE").ok().and_then(|count| count.parse().ok()).unwrap_or(1_500);
    let mut read = 0;
    for index in 0..count {
        let mut text = seeds[index as usize % seeds.len()].clone();
        for _ in 0..=dice.below(3) {
            text = damage(&text, &seeds, &mut dice);
        }
        // A panic must name the text that caused it.
        let fleets = std::panic::AssertUnwindSafe(&catalog.fleets);
        let checked = std::panic::catch_unwind(|| hold(&text, &fleets, &mut Fast::new(7, u64::from(index))));
        let Ok(whole) = checked else { panic!("damage {index} made this text, which must not panic:\n{text}") };
        read += u32::from(whole);
    }
    // Otherwise the damage would only ever test the refusals.
    assert!(read > count / 20, "only {read} of {count} damaged texts still read");
}

#[test]
fn a_battle_holds_sixty_four_ships() {
    let catalog = Catalog::embedded();
    let table = |count: usize| {
        let mut text = String::from("side = [{ name = \"Anna\" }, { name = \"Bert\" }]\nship = [\n");
        for index in 0..count {
            let (x, y) = (10 + 5 * (index % 16), 10 + 8 * (index / 16));
            let _ = writeln!(text, "{{ name = \"S{index}\", class = \"cobra\", side = \"Anna\", at = [{x}, {y}] }},");
        }
        notation::read("many", &(text + "]\n"), &catalog.fleets)
    };
    assert_eq!(table(64).expect("as many as fit").battle.ships.len(), 64);
    let problems = table(65).expect_err("one too many");
    assert!(format!("{problems:?}").contains("there are 65 ships: the engine plays 64 at most"), "{problems:?}");
}
