//! The layers hold: rules know no file, clock, terminal, SQL or random source; reports open nothing; only the store
//! speaks SQL; nothing is unsafe, and nothing that can fail is unwrapped outside tests.

use std::fs;
use std::path::{Path, PathBuf};

/// What a part of the source must not name.
struct Rule {
    /// Folders or files under `src`; the empty text for all of it.
    within: &'static [&'static str],
    /// Folders or files under `src` that the rule leaves out.
    but: &'static [&'static str],
    forbidden: &'static [&'static str],
}

const RULES: &[Rule] = &[
    Rule {
        within: &["battle", "campaign", "captain", "dice", "scenario"],
        but: &[],
        forbidden: &[
            "rusqlite",
            "std::fs",
            "std::env",
            "std::io",
            "std::net",
            "std::process",
            "std::thread",
            "println!",
            "eprintln!",
            "print!",
            "eprint!",
            "dbg!",
            "Local::now",
            "Utc::now",
            "SystemTime",
            "Instant",
        ],
    },
    // One file draws the program's own dice; it is handed its seed by others.
    Rule {
        within: &["battle", "campaign", "captain", "dice", "scenario"],
        but: &["dice/rolled.rs"],
        forbidden: &["rand::"],
    },
    Rule {
        within: &["battle"],
        but: &[],
        forbidden: &["crate::campaign", "crate::catalog", "crate::store", "crate::cli", "crate::report", "crate::door"],
    },
    Rule {
        within: &["captain"],
        but: &[],
        forbidden: &[
            "crate::campaign",
            "crate::catalog",
            "crate::scenario",
            "crate::store",
            "crate::cli",
            "crate::report",
            "crate::door",
        ],
    },
    Rule {
        within: &["scenario"],
        but: &[],
        forbidden: &["crate::campaign", "crate::catalog", "crate::store", "crate::cli", "crate::report", "crate::door"],
    },
    Rule {
        within: &["campaign"],
        but: &[],
        forbidden: &["crate::catalog", "crate::store", "crate::cli", "crate::report", "crate::door"],
    },
    Rule {
        within: &["dice"],
        but: &[],
        forbidden: &[
            "crate::campaign",
            "crate::catalog",
            "crate::store",
            "crate::cli",
            "crate::report",
            "crate::battle",
        ],
    },
    Rule { within: &["report"], but: &[], forbidden: &["rusqlite", "std::fs", "std::env", "crate::cli"] },
    Rule { within: &["publish"], but: &["publish/folder.rs"], forbidden: &["std::fs", "std::io", "std::env"] },
    Rule { within: &["publish"], but: &[], forbidden: &["rusqlite", "crate::cli", "crate::door", "Local::now"] },
    Rule { within: &["store"], but: &[], forbidden: &["crate::cli", "crate::report", "crate::door"] },
    Rule { within: &[""], but: &["store"], forbidden: &["rusqlite"] },
    Rule { within: &[""], but: &[], forbidden: &["unsafe ", "unsafe{", ".unwrap()", "todo!", "unimplemented!"] },
];

/// The code of a file: no comments, no texts, and nothing below `#[cfg(test)]`, where tests come last.
fn code(source: &str) -> Vec<(usize, String)> {
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(source.lines()) {
        if line.trim_start().starts_with("#[cfg(test)]") {
            break;
        }
        lines.push((number, bare(line)));
    }
    lines
}

/// A line without its comment and without what stands between quotation marks.
fn bare(line: &str) -> String {
    let mut out = String::new();
    let mut quoted = false;
    let mut before = ' ';
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        // A quotation mark as a character is no beginning of a text.
        let mark = letter == '"' && before != '\\' && !(before == '\'' && letters.peek() == Some(&'\''));
        if mark {
            quoted = !quoted;
        } else if !quoted && letter == '/' && letters.peek() == Some(&'/') {
            break;
        } else if !quoted {
            out.push(letter);
        }
        before = letter;
    }
    out
}

/// What one file names against the rules: line and word.
fn breaches(path: &str, source: &str) -> Vec<String> {
    let lies_in = |places: &[&str]| {
        places.iter().any(|place| {
            let module = format!("{place}.rs");
            place.is_empty() || path == *place || path == module || path.starts_with(&format!("{place}/"))
        })
    };
    let rules: Vec<&Rule> = RULES.iter().filter(|rule| lies_in(rule.within) && !lies_in(rule.but)).collect();
    let mut found = Vec::new();
    for (number, line) in code(source) {
        for word in rules.iter().flat_map(|rule| rule.forbidden).filter(|word| names(&line, word)) {
            found.push(format!("src/{path}:{number} names {}", word.trim()));
        }
    }
    found
}

/// Whether a line holds a word, not as the end of a longer one.
fn names(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        word.starts_with('.') || !before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
    })
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("the entry is readable").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_layer_keeps_to_itself() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 50, "only {} files found", files.len());
    files.sort();
    let mut found = Vec::new();
    for file in &files {
        let path = file.strip_prefix(&root).expect("it lies there").to_string_lossy().replace('\\', "/");
        found.extend(breaches(&path, &fs::read_to_string(file).expect("it is readable")));
    }
    assert_eq!(found, [""; 0]);
}

#[test]
fn the_check_can_fail() {
    let bad = "use std::fs;\nfn f() { let x = rand::rng(); println!(\"{x}\"); g().unwrap(); }\nuse crate::catalog::Catalog;\n";
    assert_eq!(
        breaches("campaign/opening.rs", bad),
        [
            "src/campaign/opening.rs:1 names std::fs",
            "src/campaign/opening.rs:2 names println!",
            "src/campaign/opening.rs:2 names rand::",
            "src/campaign/opening.rs:2 names .unwrap()",
            "src/campaign/opening.rs:3 names crate::catalog",
        ]
    );
    assert_eq!(breaches("dice/rolled.rs", "use rand::Rng;\n"), [""; 0]);
    assert_eq!(breaches("dice/typed.rs", "use rand::Rng;\n"), ["src/dice/typed.rs:1 names rand::"]);
    assert_eq!(breaches("report/story.rs", "use rusqlite::Row;\n").len(), 2);
    assert_eq!(breaches("store/mod.rs", "use rusqlite::Row;\n"), [""; 0]);
    assert_eq!(breaches("campaign.rs", "let at = chrono::Utc::now();\n"), ["src/campaign.rs:1 names Utc::now"]);
    assert_eq!(breaches("cli/mod.rs", "unsafe { f() }\n"), ["src/cli/mod.rs:1 names unsafe"]);
}

#[test]
fn comments_texts_and_tests_are_left_alone() {
    let good = "//! Knows no `std::fs`.\n/// Nor rusqlite.\nlet a = \"std::env // is a text\"; // println!\n\
                let mark = '\"'; let b = \"rand::\";\n#[cfg(test)]\nmod tests { use std::fs; fn f() { g().unwrap() } }\n";
    assert_eq!(breaches("campaign/opening.rs", good), [""; 0]);
}
