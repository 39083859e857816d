//! A campaign whose every text is hostile: markup, escape sequences, text that runs backwards, formulae. Every verb in
//! every form shows it, and nothing of it is obeyed by a terminal, a spreadsheet or a browser.

use std::collections::BTreeMap;
use std::rc::Rc;

use clap::CommandFactory as _;
use renown::catalog::Catalog;
use renown::cli::args::Cli;
use renown::cli::{Io, run_in_memory};
use renown::report::style::Style;
use renown::store::{Draft, Store};
use renown::text::steers;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::markup;
use crate::support::Folder;
use crate::support::month::{Month, challenge, play, take};
use crate::verbs::{evil, files, lines, verbs};

const FORMATS: [&str; 4] = ["table", "json", "csv", "markdown"];

/// Puts hostile words in the place of the tame ones.
struct Recast {
    systems: Vec<String>,
}

impl Recast {
    fn text(&self, text: &str) -> String {
        if let Some(number) = text.strip_prefix("War ") {
            return evil(&format!("War{number}"));
        }
        if self.systems.iter().any(|name| name == text) {
            return evil(text);
        }
        let (mut out, mut word) = (String::new(), String::new());
        for letter in text.chars().chain([' ']) {
            if letter.is_alphanumeric() {
                word.push(letter);
                continue;
            }
            let named = word
                .strip_prefix(['P', 'C', 'V'])
                .is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()));
            out.push_str(&if named { evil(&word) } else { word.clone() });
            word.clear();
            out.push(letter);
        }
        out.pop();
        out
    }

    fn value(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.text(text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.value(item)),
            Value::Object(fields) => {
                fields.iter_mut().for_each(|(_, field)| self.value(field));
                if fields.contains_key("hits-lost") {
                    fields.insert("remarks".to_owned(), vec![format!("{}\r\nerror: a line", evil("remark"))].into());
                }
            }
            _ => {}
        }
    }

    fn of<T: Serialize + DeserializeOwned>(&self, tame: &T) -> T {
        let mut value = serde_json::to_value(tame).expect("it has string keys only");
        self.value(&mut value);
        serde_json::from_value(value).expect("it is what it was")
    }
}

/// A campaign in the middle of its second battle, every text of it hostile.
fn campaign(catalog: &Rc<Catalog>) -> Store {
    let mut month = Month::new(3, catalog);
    play(&mut month);
    let open = challenge(&mut month);
    for _ in 0..40 {
        match month.campaign().battles.get(&open).map(|battle| battle.step) {
            Some(step) if step.word() != "battle" => take(&mut month, open, step),
            _ => break,
        }
    }
    let systems = month.campaign().systems.values().map(|system| system.name.clone()).collect();
    let recast = Recast { systems };
    let mut store = Store::in_memory().expect("there is memory");
    let mut now = store.load().expect("it is readable");
    for recorded in month.store.entries(1..=month.now.head.id).expect("it is readable") {
        let entry = recorded.entry;
        let draft = Draft {
            at: entry.at,
            at_given: entry.at_given,
            by: entry.by,
            command: recast.of(&entry.command().expect("only commands were given")),
            ruling: Some(format!("{}\r\nerror: a line", evil("ruling"))),
            dice: recast.of(&entry.dice),
            events: recast.of(&entry.events().expect("its events are known")),
            rules: entry.rules,
            program: evil("program"),
            catalog: entry.catalog,
        };
        now = store.record(&now, &[draft]).expect("it can be recorded");
    }
    store
}

/// Verbs whose results are a list that every form draws.
const LISTS: &[&str] = &["player list", "battle list", "standings", "promotions", "log", "map show", "report"];

struct World {
    catalog: Rc<Catalog>,
    store: Option<Store>,
}

impl World {
    fn run(&mut self, words: &[String], colour: bool) -> (String, String) {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let io = Io {
            out: &mut out,
            err: &mut err,
            input: &mut std::io::empty(),
            interactive: false,
            style: Style { unicode: true, colour, width: 100 },
            err_colour: colour,
        };
        let says = match run_in_memory(words, io, &mut self.store, &self.catalog) {
            Ok(()) => String::new(),
            // What is told of an error goes through the same outlet in the program.
            Err(error) => renown::text::drawn(&error.messages.join("\n")).into_owned(),
        };
        let text = |bytes| String::from_utf8(bytes).expect("what is written is text");
        (text(out), format!("{}{says}", text(err)))
    }
}

/// Whatever steers and is none of the program's own colours.
fn steering(text: &str) -> Option<String> {
    let mut rest = text;
    while let Some(at) = rest.find(|letter: char| steers(letter) && !matches!(letter, '\n' | '\t')) {
        let after = &rest[at..];
        let own = after.strip_prefix("\u{1b}[").and_then(|code| code.split_once('m')).map(|(code, _)| code);
        let known =
            |code: &str| ["0", "1", "2", "90"].contains(&code) || code.starts_with(['3', '9']) && code.len() == 2;
        if !own.is_some_and(known) {
            return Some(rest[at.saturating_sub(0)..].chars().take(40).collect());
        }
        rest = &after[1..];
    }
    None
}

/// The cells of a CSV text.
fn cells(text: &str) -> Vec<String> {
    let (mut found, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => cell.push(letters.next().unwrap_or_default()),
            '"' => quoted = !quoted,
            ',' | '\n' if !quoted => found.push(std::mem::take(&mut cell)),
            _ => cell.push(letter),
        }
    }
    found.push(cell);
    found
}

/// What is wrong with an output, if anything is.
fn wrong(verb: &str, format: &str, out: &str, err: &str) -> Option<String> {
    if let Some(at) = steering(out).or_else(|| steering(err)) {
        return Some(format!("steers: {at:?}"));
    }
    if format == "json" && out.starts_with(['{', '[']) && !out.starts_with("[[") {
        let read = serde_json::Deserializer::from_str(out).into_iter::<Value>().find_map(Result::err);
        if let Some(error) = read {
            return Some(format!("no JSON: {error}"));
        }
    }
    // `log --json` is JSON in every form.
    let listed = LISTS.contains(&verb) && !out.starts_with(['{', '[']);
    if format == "csv" && listed && verb != "report" {
        let bare = |cell: &String| cell.trim_start_matches([' ', '"', '\t']).to_owned();
        let formula =
            |cell: &String| bare(cell).starts_with(['=', '+', '-', '@']) && bare(cell).parse::<f64>().is_err();
        if let Some(cell) = cells(out).iter().find(|cell| formula(cell) && bare(cell) != "-") {
            return Some(format!("a formula: {cell}"));
        }
    }
    if format == "markdown" && listed {
        for mark in ["<script", "[l]", "`x`", "<b"] {
            let at =
                out.match_indices(mark).find(|(at, _)| !out[..*at].ends_with('\\') && !out[*at..].starts_with("<br>"));
            if let Some((at, _)) = at {
                return Some(format!("markup: {}", out[at..].chars().take(40).collect::<String>()));
            }
        }
    }
    None
}

#[test]
fn every_verb_shows_hostile_text_and_obeys_none() {
    let catalog = Rc::new(Catalog::embedded());
    let store = campaign(&catalog);
    let seen = store.whole().expect("it is readable").campaign;
    let files = files();
    let mut world = World { catalog, store: Some(store) };
    let mut found = Vec::new();
    verbs(&Cli::command(), "", &mut found);
    assert!(found.len() > 60, "{found:?}");
    let (mut faults, mut shown) = (Vec::new(), BTreeMap::new());
    for verb in &found {
        for rest in lines(verb, &seen, &files) {
            // What takes long says the same in every form.
            let long = ["battle fight", "battle forecast", "forecast", "demo", "amend", "verify", "publish", "man"];
            let forms = if long.contains(&verb.as_str()) { &FORMATS[..1] } else { &FORMATS };
            for format in forms.iter().copied() {
                let fixed = ["--dry-run", "--dice", "seed:a", "--at", "2026-12-20T20:00", "--format", format];
                let mut words: Vec<String> = fixed.iter().map(|word| (*word).to_owned()).collect();
                words.extend(verb.split(' ').map(str::to_owned));
                words.extend(rest.iter().cloned());
                let (out, err) = world.run(&words, format == "table");
                faults.extend(wrong(verb, format, &out, &err).map(|why| format!("{verb} {rest:?} as {format}: {why}")));
                *shown.entry(verb.as_str()).or_insert(0) += (out + &err).matches("\\u202e").count();
            }
        }
    }
    assert_eq!(faults, [""; 0]);
    // The hostile names were there to be seen.
    for verb in ["status", "standings", "register", "ship", "log", "show", "report", "battle status", "map show"] {
        assert!(verb == "map show" || shown[verb] > 0, "{verb} shows none of the names");
    }
}

#[test]
fn pages_and_pictures_show_hostile_text_and_obey_none() {
    let catalog = Rc::new(Catalog::embedded());
    let store = campaign(&catalog);
    let mut world = World { catalog, store: Some(store) };
    let folder = Folder::new();
    let path = |file: &str| folder.path(file).display().to_string();
    let runs: &[&[&str]] = &[
        &["publish", &path("site"), "--as", "arbitrator", "--with-dice"],
        &["publish", &path("public")],
        &["report", "--html", &path("news.html"), "--since", "2026-11-01", "--foreword", &evil("foreword")],
        &["print", "register", "--out", &path("register.html")],
        &["print", "sheets", "--out", &path("sheets.html")],
        &["print", "form", "--out", &path("form.html")],
        &["print", "map", "--out", &path("map.html")],
        &["map", "show", "--svg", &path("map.svg")],
    ];
    for words in runs {
        let words: Vec<String> =
            ["--at", "2026-12-20T20:00"].iter().chain(*words).map(|word| (*word).to_owned()).collect();
        let (_, err) = world.run(&words, false);
        assert_eq!(steering(&err), None, "{words:?}");
    }
    let mut pages: Vec<_> = ["site", "public"]
        .iter()
        .flat_map(|dir| std::fs::read_dir(folder.path(dir)).expect("it is there"))
        .map(|file| file.expect("a file").path())
        .collect();
    pages.extend(
        ["news.html", "register.html", "sheets.html", "form.html", "map.html", "map.svg"].map(|file| folder.path(file)),
    );
    assert!(pages.len() > 100, "{}", pages.len());
    for page in pages {
        let text = std::fs::read_to_string(&page).expect("it is text");
        assert_eq!(steering(&text), None, "{}", page.display());
        if page.extension().is_some_and(|end| end == "html" || end == "svg") {
            let found = markup::read(&text).unwrap_or_else(|why| panic!("{}: {why}", page.display()));
            assert!(!found.tags.contains("script"), "{}", page.display());
            assert!(!found.links.iter().any(|link| link.to_lowercase().contains("script")), "{}", page.display());
        }
    }
}

#[test]
fn an_export_of_hostile_text_is_tame_and_rebuilds_the_campaign() {
    let catalog = Rc::new(Catalog::embedded());
    let store = campaign(&catalog);
    let mut lines = Vec::new();
    store.export(&mut lines).expect("it can be exported");
    let text = String::from_utf8(lines).expect("text");
    assert_eq!(steering(&text), None);
    let mut again = Store::in_memory().expect("there is memory");
    let imported = again.import(&mut text.as_bytes()).expect("it is an export");
    let head = store.load().expect("it is readable").head;
    assert_eq!((imported.entries, imported.digest), (head.id, head.digest));
    let whole = |store: &Store| store.whole().expect("it is readable").campaign;
    assert_eq!(whole(&again), whole(&store));
}
