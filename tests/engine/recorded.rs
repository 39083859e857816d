//! Writes down battles as they are played today, as cases: what changes them changes the engine.
//!
//! They do not say what is right, which the other cases do; they notice what nobody meant to change. After a change that is
//! meant, `cargo test --test engine recorded:: -- --ignored` writes them anew. Fights of a campaign are fought again as the
//! cases in their file say, and what is expected of them is written over.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::rc::Rc;

use renown::battle::gothic::decisions;
use renown::battle::gothic::decisions::answer::Decision;
use renown::battle::gothic::event::Silent;
use renown::captain::{self, Captain};
use renown::cases::Line;
use renown::catalog::Catalog;
use renown::cli::case_line::give;
use renown::dice::{Fast, Recorder};
use renown::notation;
use renown::store::Store;

use crate::random::random;

/// How many battles, and how many answers of each.
const BATTLES: u64 = 60;
const ANSWERS: usize = 110;

const HEAD: &str = "# Battles between cadets as the engine plays them, written by `cargo test --test engine recorded:: -- --ignored`.\n\
                    # They notice what changes; what is right is shown by the other files.\n";

/// One battle as a table and a case.
fn recorded(catalog: &Catalog, seed: u64) -> String {
    let mut dice = Fast::new(7_001, seed);
    let found = random(&catalog.fleets, &mut dice, 2 + u32::try_from(seed % 4).expect("below 4"));
    let (roster, mut battle) = (&found.roster, found.battle);
    let mut fresh = Fast::new(7_002, seed);
    let mut dice = Recorder::new(&mut fresh);
    let mut captains = [Captain::cadet(200, seed), Captain::cadet(200, seed + 1)];
    let mut actions = Vec::new();
    while battle.pending() != Decision::Over {
        let asked = matches!(battle.pending(), Decision::Asked(..) | Decision::Convert(_));
        if actions.len() >= ANSWERS && !asked {
            break;
        }
        let done = captain::step(&mut battle, roster, &mut captains, &mut dice, &mut Silent);
        let Some((answer, _)) = done.expect("these dice never run out") else { break };
        actions.push(decisions::write(roster, &answer));
    }
    let faces: Vec<String> =
        dice.into_rolls().iter().map(|roll| roll.faces.iter().map(|face| face.face().to_string()).collect()).collect();
    let mut text = format!("\n[[table]]\nname = \"{seed}\"\nsituation = \"\"\"\n");
    text.push_str(&notation::write(roster, &found.battle).replace('\\', "\\\\"));
    let _ = writeln!(
        text,
        "\"\"\"\n\n[[case]]\nrules = [\"TURN-01\"]\nname = \"battle {seed} of cadets ends as it did\"\ntable = \"{seed}\""
    );
    let _ = writeln!(text, "actions = {:#?}\ndice = \"{}\"\n[case.figures]", actions, faces.join(" "));
    for (id, ship) in battle.all() {
        let name = &roster[id].name;
        let _ = writeln!(
            text,
            "\"{name}/at\" = \"{}\"\n\"{name}/heading\" = {}\n\"{name}/hits\" = {}\n\"{name}/fate\" = \"{}\"",
            ship.at,
            ship.heading.degrees(),
            ship.hits,
            ship.fate.word()
        );
    }
    let _ = writeln!(
        text,
        "\"turn\" = {}\n\"phase\" = \"{}\"\n\"markers\" = {}",
        battle.turn,
        battle.phase.word(),
        battle.markers.len()
    );
    text
}

#[test]
#[ignore = "writes the cases anew"]
fn write_recorded_battles() {
    let catalog = Catalog::embedded();
    let cases: Vec<String> = (0..BATTLES).map(|seed| recorded(&catalog, seed)).collect();
    std::fs::write("tests/rules/recorded-battles.toml", format!("{HEAD}{}", cases.concat()))
        .expect("it can be written");
}

const FIGHTS: &str = "tests/rules/recorded-fights.toml";

/// A case of a fight as its file has it.
#[derive(serde::Deserialize)]
struct Fought {
    #[serde(default)]
    given: Vec<String>,
    #[serde(rename = "do")]
    lines: Vec<String>,
}

/// Command lines that cases share.
#[derive(serde::Deserialize)]
struct Given {
    name: String,
    lines: Vec<String>,
}

#[derive(serde::Deserialize)]
struct Fights {
    given: Vec<Given>,
    case: Vec<Fought>,
}

impl Fought {
    /// Whether it fights a battle and shows what was recorded of it.
    fn is_shown(&self) -> bool {
        let starts = |line: Option<&String>, with: &str| line.is_some_and(|line| line.starts_with(with));
        starts(self.lines.last(), "show ") && starts(self.lines.iter().rev().nth(1), "battle fight ")
    }

    /// Whether it is a demonstration.
    fn is_told(&self) -> bool {
        self.lines.last().is_some_and(|line| line.starts_with("demo "))
    }

    /// Whether it is a forecast.
    fn is_foretold(&self) -> bool {
        self.lines.last().is_some_and(|line| line.starts_with("forecast ") || line.starts_with("battle forecast "))
    }

    /// What the last line prints.
    fn printed(&self, shared: &BTreeMap<&str, &[String]>, catalog: &Rc<Catalog>) -> String {
        let mut store: Option<Store> = None;
        let mut printed = String::new();
        let own = |line: &String| match line.strip_prefix('@') {
            Some(name) => shared[name].to_vec(),
            None => vec![line.clone()],
        };
        for text in self.given.iter().flat_map(own).chain(self.lines.iter().cloned()) {
            let line = Line { text: &text, dice: Some("seed:given"), input: "" };
            printed =
                give(line, (&mut store).into(), catalog).unwrap_or_else(|why| panic!("`{text}`: {:?}", why.messages));
        }
        printed
    }
}

/// A part of pretty JSON, from its key to the bracket that closes it.
fn part<'p>(printed: &'p str, key: &str) -> Option<&'p str> {
    let from = printed.find(&format!("\"{key}\": {{"))?;
    let mut depth = 0_i32;
    let end = printed[from..].find(|letter| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        letter == '}' && depth == 0
    })?;
    Some(&printed[from..=from + end])
}

/// A line as a literal string of TOML.
fn quoted(line: &str) -> String {
    if line.contains('\'') { format!("'''{line}'''") } else { format!("'{line}'") }
}

/// What is expected of a fight: its score, its table as it was set up, its report and its result.
fn expected(printed: &str) -> String {
    let mut text = "says = [\n".to_owned();
    let score =
        printed.lines().find_map(|line| line.find("Battle 1 is ").map(|at| line[at..].trim_matches(['"', ','])));
    let record = printed.split("\\n").skip_while(|line| !line.contains("table = ["));
    let set_up = record.take_while(|line| !line.starts_with("actions = ["));
    let words = |line: &str| line.chars().any(char::is_alphanumeric) && line.contains(" = ");
    for line in score.into_iter().chain(set_up.map(str::trim).filter(|line| words(line))) {
        let line = &line[line.find("table = [").unwrap_or(0)..];
        let _ = writeln!(text, "    {},", quoted(line));
    }
    for key in ["report", "result"] {
        let part = part(printed, key).unwrap_or_else(|| panic!("no {key} in {printed}"));
        let _ = writeln!(text, "    '''\n{part}''',");
    }
    text + "]\n"
}

/// What is expected of a demonstration: what its newsletters tell, and how it ends.
fn told(printed: &str) -> String {
    let mut text = "says = [\n".to_owned();
    let mut known = BTreeSet::new();
    for line in printed.lines().filter(|line| line.starts_with("• ") && !line.contains("The campaign ends")) {
        if known.insert(line) {
            let _ = writeln!(text, "    {},", quoted(line));
        }
    }
    let end = printed.find("Final standings").map_or("", |at| printed[at..].trim_end());
    let _ = writeln!(text, "    '''\n{end}''',");
    text + "]\n"
}

/// What is expected of a forecast: its table and its checksum.
fn foretold(printed: &str) -> String {
    let lines: Vec<&str> = printed.lines().collect();
    let last = lines.iter().position(|line| line.contains("Checksum ")).expect("a forecast has a checksum");
    format!("says = [\n    '''\n{}''',\n]\n", lines[..=last].join("\n"))
}

#[test]
#[ignore = "writes the cases anew"]
fn write_recorded_fights() {
    let catalog = Rc::new(Catalog::embedded());
    let text = std::fs::read_to_string(FIGHTS).expect("it can be read");
    let fights: Fights = toml::from_str(&text).expect("it is TOML");
    let shared: BTreeMap<&str, &[String]> =
        fights.given.iter().map(|given| (given.name.as_str(), given.lines.as_slice())).collect();
    let mut parts = text.split("[[case]]\n");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for (case, part) in fights.case.iter().zip(parts) {
        written.push_str("[[case]]\n");
        match part.split_once("says = [\n").filter(|_| case.is_shown() || case.is_told() || case.is_foretold()) {
            Some((head, rest)) => {
                let (_, rest) = rest.split_once("\n]\n").expect("the list ends");
                written.push_str(head);
                let printed = case.printed(&shared, &catalog);
                written.push_str(&match (case.is_told(), case.is_foretold()) {
                    (true, _) => told(&printed),
                    (_, true) => foretold(&printed),
                    (false, false) => expected(&printed),
                });
                written.push_str(rest);
            }
            None => written.push_str(part),
        }
    }
    std::fs::write(FIGHTS, written).expect("it can be written");
}
