//! What the documents name is there: paths, links, commands with their options; and pages that are made from the program
//! are as it makes them today. `UPDATE_SNAPSHOTS=1 cargo test --test house` writes those anew.

use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory as _;
use renown::catalog::rules::Rules;
use renown::cli::args::Cli;
use renown::report::rules::ruling_page;

/// Parts of the repository whose paths documents name.
const PARTS: [&str; 10] =
    ["src/", "tests/", "rules/", "fleets/", "maps/", "benches/", "migrations/", "fuzz/", "docs/", ".ci/"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The documents that are written by hand.
fn documents() -> Vec<(PathBuf, String)> {
    let named = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "benches/README.md", "tests/rules/README.md"];
    let mut paths: Vec<PathBuf> = named.iter().map(|name| root().join(name)).collect();
    let pages = fs::read_dir(root().join("docs")).expect("there are documents");
    paths.extend(pages.map(|page| page.expect("it can be listed").path()));
    let made = [root().join("docs/rulings.md"), root().join("docs/json.md")];
    paths.retain(|path| !made.contains(path));
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).expect("it is text"))).collect()
}

/// Compares a page with what the program makes of it today, or writes it anew where the environment asks for that.
pub(crate) fn assert_current(page: &str, today: &str) {
    let path = root().join(page);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, today).expect("it can be written");
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let differs = (1..).zip(kept.lines().zip(today.lines())).find(|(_, (kept, today))| kept != today);
    assert_eq!(differs, None, "{page} is not current: the first line that differs");
    assert_eq!(kept.len(), today.len(), "{page} is not current");
}

/// Everything between backticks within a line, and every line of a fenced block of commands.
fn quoted(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut fence = None;
    for line in text.lines() {
        if let Some(kind) = line.strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(kind.to_owned()) };
        } else if let Some(kind) = &fence {
            if ["sh", "text"].contains(&kind.as_str()) {
                found.push(line.split(" # ").next().unwrap_or_default().trim().to_owned());
            }
        } else {
            found.extend(line.split('`').skip(1).step_by(2).map(ToOwned::to_owned));
        }
    }
    found
}

#[test]
fn every_path_that_a_document_names_exists() {
    let mut seen = 0;
    for (path, text) in documents() {
        for word in quoted(&text).iter().flat_map(|quoted| quoted.split_whitespace()) {
            let word = word.trim_end_matches([':', ',', ';', '.']);
            let pattern = word.contains(['*', '<', '…']) || word.chars().any(|letter| letter.is_ascii_uppercase());
            let readme = word.ends_with("README.md");
            if PARTS.iter().any(|part| word.starts_with(part)) && (!pattern || readme) {
                assert!(root().join(word).exists(), "{}: {word} is not there", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 30, "only {seen} paths found");
}

#[test]
fn every_link_between_documents_leads_somewhere() {
    for (path, text) in documents() {
        for (at, start) in text.match_indices("](") {
            let rest = &text[at + start.len()..];
            let target = rest.split([')', '#']).next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let place = path.parent().expect("it lies in a folder").join(target);
            assert!(place.exists(), "{}: {target} is not there", path.display());
        }
    }
}

/// What is wrong with a command as a document prints it, as far as verbs and long options go.
fn wrong(line: &str) -> Option<String> {
    let cli = Cli::command();
    let mut verb = &cli;
    let mut words = line.split_whitespace().skip(1).peekable();
    while let Some(below) = words.peek().and_then(|word| verb.find_subcommand(word)) {
        verb = below;
        words.next();
    }
    let first = words.peek().copied().unwrap_or_default();
    let name = first.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-') && !first.starts_with('-');
    if verb.has_subcommands() && name && !first.is_empty() {
        return Some(format!("there is no verb {first}"));
    }
    let known = |flag: &str| {
        let of = |command: &clap::Command| command.get_arguments().any(|arg| arg.get_long() == Some(flag));
        of(verb) || of(&cli) || ["help", "version"].contains(&flag)
    };
    let flags = words.take_while(|word| *word != "--").filter_map(|word| word.strip_prefix("--"));
    let mut flags = flags.map(|flag| flag.split(['=', ',']).next().unwrap_or_default());
    flags.find(|flag| !known(flag)).map(|flag| format!("there is no option --{flag}"))
}

#[test]
fn every_command_that_a_document_names_can_be_given() {
    let mut seen = 0;
    for (path, text) in documents() {
        for line in quoted(&text).iter().filter(|quoted| quoted.starts_with("renown ")) {
            assert_eq!(wrong(line), None, "{}: `{line}`", path.display());
            seen += 1;
        }
    }
    assert!(seen > 50, "only {seen} commands found");
    assert_eq!(wrong("renown battle vanish 1").as_deref(), Some("there is no verb vanish"));
    assert_eq!(wrong("renown undo --all").as_deref(), Some("there is no option --all"));
}

#[test]
fn the_page_of_rulings_is_current() {
    assert_current("docs/rulings.md", &ruling_page(Rules::embedded().chapters()));
}
