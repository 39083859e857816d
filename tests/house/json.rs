//! `docs/json.md` names every command, event and view of the program with its keys. The words come from the source, the
//! keys from the program: a command is read that has a key too many, and what it says it expected is what it takes.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::fmt::Write as _;

use clap::CommandFactory as _;
use renown::campaign::command::Command;
use renown::campaign::event::Event;
use renown::cli::args::Cli;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::documents::assert_current;
use crate::readme::tour;
use crate::support::Folder;
use crate::verbs::verbs;

/// A variant as its source has it: its name in JSON, what it means, and its keys with their types and meanings.
struct Variant {
    name: String,
    says: String,
    keys: Vec<(String, String, String)>,
}

fn kebab(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.push(if letter == '_' { '-' } else { letter.to_ascii_lowercase() });
    }
    out
}

/// The variants of an enumeration, read from its source.
fn variants(source: &str, name: &str) -> Vec<Variant> {
    let begin = format!("pub enum {name} {{");
    let mut found: Vec<Variant> = Vec::new();
    let mut says = String::new();
    for line in source.lines().skip_while(|line| *line != begin).skip(1).take_while(|line| *line != "}") {
        let text = line.trim();
        if let Some(words) = text.strip_prefix("///") {
            says.push_str(words);
        } else if line.starts_with("    ") && text.starts_with(char::is_uppercase) && !line.starts_with("     ") {
            let word = text.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
            found.push(Variant { name: kebab(word), says: says.trim().to_owned(), keys: Vec::new() });
            says.clear();
        } else if let (Some((key, kind)), Some(last)) = (text.split_once(": "), found.last_mut())
            && !text.starts_with('#')
        {
            let kind = kind.trim_end_matches(',').to_owned();
            last.keys.push((kebab(key), kind, says.trim().to_owned()));
            says.clear();
        }
    }
    found
}

/// The names that a reader says it expected.
fn expected<T: DeserializeOwned + std::fmt::Debug>(text: &str) -> Vec<String> {
    let error = serde_json::from_str::<T>(text).expect_err("it is a question, not a command").to_string();
    let (_, names) = error.split_once("expected").unwrap_or_default();
    names.split('`').skip(1).step_by(2).map(ToOwned::to_owned).collect()
}

/// A type of Rust as a reader of JSON knows it.
fn plain(kind: &str) -> String {
    let inner = |open: &str| kind.strip_prefix(open).and_then(|rest| rest.strip_suffix('>'));
    if let Some(kind) = inner("Option<") {
        return format!("{} or null", plain(kind));
    }
    if let Some(kind) = inner("Vec<").or_else(|| inner("BTreeSet<")) {
        return format!("list of {}", plain(kind));
    }
    if let Some(kind) = inner("BySide<") {
        return format!("`attacker` and `defender`: {}", plain(kind));
    }
    match kind {
        "String" => "text".to_owned(),
        "bool" => "true or false".to_owned(),
        "u8" | "u16" | "u32" | "u64" | "i8" | "i16" | "i32" | "i64" | "usize" => "number".to_owned(),
        "PlayerId" | "VesselId" | "BattleId" => format!("number of a {}", kind.trim_end_matches("Id").to_lowercase()),
        "SystemId" => "number of a system".to_owned(),
        "NaiveDate" => "date, `2026-11-16`".to_owned(),
        "NaiveDateTime" => "time, `2026-11-16T20:15:00`".to_owned(),
        other => format!("`{other}`"),
    }
}

/// A section with every variant, proven against the reader of `T`.
fn section<T: DeserializeOwned + std::fmt::Debug>(source: &str, name: &str, tag: &str) -> String {
    let found = variants(source, name);
    let names: Vec<String> = found.iter().map(|variant| variant.name.clone()).collect();
    assert_eq!(names, expected::<T>(&format!("{{\"{tag}\":\"?\"}}")), "what {name} may be");
    let mut out = String::new();
    for variant in found {
        let keys: Vec<&String> = variant.keys.iter().map(|(key, _, _)| key).collect();
        if !keys.is_empty() {
            let taken = expected::<T>(&format!("{{\"{tag}\":\"{}\",\"?\":0}}", variant.name));
            assert_eq!(keys, taken.iter().collect::<Vec<_>>(), "the keys of {}", variant.name);
        }
        let _ = writeln!(out, "\n### `{}`\n\n{}", variant.name, variant.says);
        if !variant.keys.is_empty() {
            let _ = writeln!(out, "\n| Key | What it holds | Meaning |\n| --- | --- | --- |");
        }
        for (key, kind, says) in &variant.keys {
            let _ = writeln!(out, "| `{key}` | {} | {} |", plain(kind), says.replace('|', "\\|"));
        }
    }
    out
}

/// Command lines after the tour, for every verb that shows something.
const VIEWS: &[&str] = &[
    "status",
    "player list",
    "standings",
    "register anna",
    "fleet show anna",
    "ship Agrippa",
    "promotions",
    "report",
    "map list",
    "map show",
    "battle list",
    "battle status 1",
    "battle replay 2",
    "forecast anna boris --runs 2 --points 750",
    "scenario list",
    "scenario show convoy",
    "scenario setup Convoy --seed 7",
    "scenario roll --class raid",
    "scenario defences",
    "fleet lists",
    "fleet list gothic-sector",
    "fleet classes",
    "fleet class lunar",
    "rules list CAMP",
    "rules show CAMP-01",
    "rules search penal colony",
    "rules rulings CAMP",
    "rules options",
    "odds 7 dice at 6+ against 2 shields",
    "log --last 1",
    "show 33",
    "verify",
    "check",
    "amend 33 --dry-run -- battle record 1 --loss anna=Agrippa",
    "undo --dry-run",
];

/// Verbs that record commands, and give what came of them.
const WRITES: &[&str] = &[
    "new",
    "player add",
    "player remove",
    "player renown",
    "player base",
    "player mark",
    "player side",
    "player away",
    "player leave",
    "player return",
    "player tell",
    "player join",
    "fleet buy",
    "fleet sell",
    "fleet rename",
    "fleet import",
    "fleet trials",
    "fleet accept",
    "flagship",
    "start",
    "challenge",
    "pairings",
    "week",
    "finish",
    "battle next",
    "battle record",
    "battle fight",
    "battle confirm",
    "battle dispute",
    "battle forfeit",
    "battle abandon",
    "option",
    "map assign",
];

/// Verbs that write files or text of their own, and those whose JSON another one describes.
const OTHERS: &[(&str, &str)] = &[
    ("battle forecast", "as `forecast`"),
    ("battle template", "TOML"),
    ("replay", "as `battle replay`"),
    ("redo", "as `undo`"),
    ("play", "text"),
    ("skirmish", "as `battle fight`"),
    ("tutorial", "text"),
    ("fleet template", "TOML"),
    ("ground army list", "a list of lines"),
    ("ground army show", "a list of lines"),
    ("ground army check", "text"),
    ("ground skirmish", "TOML"),
    ("ground play", "text"),
    ("ground fight", "text"),
    ("ground forecast", "`runs`, `wins` of both sides, `draws`, `turns`, `checksum`"),
    ("ground replay", "as `battle replay`"),
    ("rules check", "`passed`, and `failures` with what differs"),
    ("scenario crews", "TOML"),
    ("import", "what was rebuilt and proven, as `verify`"),
    ("fleet check-data", "text"),
    ("map generate", "TOML"),
    ("publish", "pages"),
    ("print register", "a page"),
    ("print sheets", "a page"),
    ("print form", "a page"),
    ("print map", "a page"),
    ("backup", "a campaign file"),
    ("restore", "a campaign file"),
    ("export", "a journal, an entry a line"),
    ("demo", "text, and a list as `standings`"),
    ("serve", "pages; [their own JSON](hosting.md)"),
    ("member list", "text"),
    ("member invite", "text"),
    ("member revoke", "text"),
    ("member dismiss", "text"),
    ("completions", "a script"),
    ("man", "pages"),
];

/// The keys of a value, and of the values directly below it.
fn keys(value: &Value, before: &str, deep: u8, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| keys(value, &format!("{before}[]"), deep, found)),
        Value::Object(map) if deep > 0 => {
            for (key, value) in map {
                let path = if before.is_empty() { key.clone() } else { format!("{before}.{key}") };
                // What a table is keyed by is data, not a key.
                let table = ["options", "command", "set_up"].contains(&key.as_str());
                keys(value, &path, if table { 0 } else { deep - 1 }, found);
                found.insert(path);
            }
        }
        _ => {}
    }
}

fn views() -> String {
    let folder = Folder::new();
    tour(&folder);
    let mut out = String::new();
    for line in VIEWS {
        let words: Vec<&str> = line.split(' ').collect();
        let at = words.iter().position(|word| *word == "--").unwrap_or(words.len());
        let words = [&words[..at], &["--format", "json"], &words[at..]].concat();
        let value: Value = serde_json::from_str(&folder.ok(&words)).expect("it is JSON");
        let mut found = BTreeSet::new();
        keys(&value, "", 2, &mut found);
        let found: Vec<String> = found.iter().map(|key| format!("`{key}`")).collect();
        let found = if found.is_empty() { "an empty list where nothing is wrong".to_owned() } else { found.join(", ") };
        let _ = writeln!(out, "| `renown {line}` | {found} |");
    }
    out
}

/// Every verb is described in one place.
fn every_verb() {
    let mut all = Vec::new();
    verbs(&Cli::command(), "", &mut all);
    let shown = |verb: &String| {
        VIEWS.iter().any(|line| line.starts_with(verb.as_str()))
            || WRITES.contains(&verb.as_str())
            || OTHERS.iter().any(|(other, _)| other == verb)
    };
    let missing: Vec<&String> = all.iter().filter(|verb| !shown(verb)).collect();
    assert!(missing.is_empty(), "the page of JSON does not say what these give: {missing:?}");
    let named = WRITES.iter().copied().chain(OTHERS.iter().map(|(verb, _)| *verb));
    let gone: Vec<&str> = named.filter(|verb| !all.iter().any(|known| known == verb)).collect();
    assert!(gone.is_empty(), "there are no such verbs: {gone:?}");
}

const HEAD: &str = "# JSON

Every verb takes `--format json`. Results go to standard output as one value, keys do not change their meaning, new ones
may come. What an onlooker (`--as NAME`, `--as public`) may not know is not in it. Times are `2026-11-16T20:15:00`, dates
`2026-11-16`; a `rule` is an id that `renown rules show` knows. This page is made and checked by `cargo test --test house`.

- A [verb that records](#verbs-that-record) gives the entries, their events and dice.
- A [view](#views) gives what it shows.
- [Commands](#commands) stand in the journal (`renown log --format json`, `renown export`) under `command`, told apart by `do`.
- [Events](#events) stand beside them under `events`, told apart by `event`.

A key whose value is nothing (an empty list, `false`, `null`) may be left out where the tables below say nothing else.
";

#[test]
fn the_page_of_json_is_current() {
    every_verb();
    let mut page = HEAD.to_owned();
    let _ = writeln!(
        page,
        "\n## Verbs that record\n\nOne command gives `entry` (its number, null in a dry run), `events` and `dice`; several give \
         `entries`, a list of such.\nA die has its `purpose`, its `faces` and where it came from.\n"
    );
    let names: Vec<String> = WRITES.iter().map(|verb| format!("`{verb}`")).collect();
    let _ = writeln!(page, "{}.", names.join(", "));
    let _ = write!(
        page,
        "\n## Views\n\n`[]` stands for each value of a list.\n\n| Verb | Keys |\n| --- | --- |\n{}",
        views()
    );
    let _ = writeln!(page, "\nOther verbs:\n\n| Verb | What it gives |\n| --- | --- |");
    for (verb, what) in OTHERS {
        let _ = writeln!(page, "| `renown {verb}` | {what} |");
    }
    let commands = section::<Command>(include_str!("../../src/campaign/command/mod.rs"), "Command", "do");
    let events = section::<Event>(include_str!("../../src/campaign/event/mod.rs"), "Event", "event");
    let _ = write!(page, "\n## Commands\n{commands}\n## Events\n{events}");
    assert_current("docs/json.md", &page);
}
