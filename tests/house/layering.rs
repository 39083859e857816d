//! The layers hold: each part of the house uses only what stands below it, by a list that names every part; rules know
//! no file, clock, terminal, SQL or random source; only clients know flags and subcommands; files do not use one another in circles; nothing is unsafe, and
//! nothing that can fail is unwrapped outside tests.

use std::fs;
use std::path::Path;

use clap::CommandFactory as _;
use renown::cli::args::Cli;

use crate::modules::{self, bare, code, source_files};

/// What each part of the house may use. A part that is not named here fails the test.
const USES: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("dice", &[]),
    ("table", &["text"]),
    ("files", &["text"]),
    ("ships", &["table", "text"]),
    ("battle", &["dice", "ships", "table", "text"]),
    ("captain", &["battle", "dice", "ships", "table", "text"]),
    ("scenario", &["battle", "dice", "ships", "table", "text"]),
    ("campaign", &["battle", "dice", "scenario", "ships", "table", "text"]),
    ("catalog", &["battle", "campaign", "files", "ships", "text"]),
    ("notation", &["battle", "catalog", "dice", "ships", "table", "text"]),
    ("fight", &["battle", "campaign", "captain", "catalog", "dice", "notation", "scenario", "ships", "table", "text"]),
    ("store", &["campaign", "catalog", "dice", "files", "scenario", "text"]),
    ("report", &["battle", "campaign", "catalog", "dice", "scenario", "ships", "store", "table", "text"]),
    ("publish", &["battle", "campaign", "catalog", "dice", "fight", "files", "notation", "report", "store", "text"]),
    ("club", &["campaign", "catalog", "dice", "fight", "publish", "report", "store", "text"]),
    ("marshal", &["campaign", "captain", "catalog", "club", "dice", "fight", "scenario", "ships", "store"]),
    ("cases", &["battle", "campaign", "catalog", "club", "dice", "files", "notation", "store", "table"]),
    // Not the store: whoever looks or acts there does it as a member of the club.
    (
        "cli",
        &[
            "battle", "campaign", "captain", "cases", "catalog", "club", "dice", "fight", "files", "marshal",
            "notation", "publish", "report", "scenario", "ships", "table", "text",
        ],
    ),
];

/// The parts that are pure.
const PURE: &[&str] = &["battle", "campaign", "captain", "dice", "scenario", "ships", "table"];

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
        within: PURE,
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
    Rule { within: PURE, but: &["dice/rolled.rs"], forbidden: &["rand::"] },
    Rule { within: &["report"], but: &[], forbidden: &["std::fs", "std::env"] },
    Rule { within: &["publish"], but: &["publish/folder.rs"], forbidden: &["std::fs", "std::io", "std::env"] },
    Rule { within: &["publish"], but: &[], forbidden: &["Local::now"] },
    Rule { within: &[""], but: &["store"], forbidden: &["rusqlite"] },
    Rule { within: &[""], but: &[], forbidden: &["unsafe ", "unsafe{", ".unwrap()", "todo!", "unimplemented!"] },
];

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

/// Parts of the house that one file uses without leave.
fn trespasses(path: &str, source: &str) -> Vec<String> {
    let part = path.split(['/', '.']).next().unwrap_or_default();
    if matches!(part, "lib" | "main") {
        return Vec::new();
    }
    let Some((_, allowed)) = USES.iter().find(|(name, _)| *name == part) else {
        return vec![format!("src/{path}: {part} is not on the list of what may use what")];
    };
    let mut found = Vec::new();
    for (number, line) in code(source) {
        for (at, start) in line.match_indices("crate::") {
            let rest = &line[at + start.len()..];
            let used: String = rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
            if used != part && USES.iter().any(|(name, _)| *name == used) && !allowed.contains(&used.as_str()) {
                found.push(format!("src/{path}:{number}: {part} uses {used}"));
            }
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

#[test]
fn every_layer_keeps_to_itself() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = source_files(&root);
    assert!(files.len() > 50, "only {} files found", files.len());
    let mut found = Vec::new();
    for (path, source) in &files {
        found.extend(breaches(path, source));
        found.extend(trespasses(path, source));
    }
    assert_eq!(found, [""; 0]);
}

/// Flags and subcommands that a file below the command line names.
fn terminal_words(path: &str, source: &str) -> Vec<String> {
    if matches!(path.split(['/', '.']).next(), Some("cli" | "lib" | "main")) {
        return Vec::new();
    }
    let verbs: Vec<String> =
        Cli::command().get_subcommands().map(|verb| format!("renown {}", verb.get_name())).collect();
    let mut found = Vec::new();
    for (number, line) in
        (1..).zip(source.lines()).take_while(|(_, line)| !line.trim_start().starts_with("#[cfg(test)]"))
    {
        if line.trim_start().starts_with("//") {
            continue;
        }
        let flag = line.match_indices("--").find(|(at, _)| {
            let before = line[..*at].chars().next_back();
            let after = line[at + 2..].chars().next();
            before.is_none_or(|letter| !letter.is_alphanumeric() && letter != '-')
                && after.is_some_and(|letter| letter.is_ascii_lowercase())
        });
        let verb = verbs.iter().find(|verb| names(line, verb) && !names(line, &format!("{verb}s")));
        if let Some((at, _)) = flag {
            found.push(format!(
                "src/{path}:{number} names the flag {}",
                line[at..].split(' ').next().unwrap_or_default()
            ));
        }
        if let Some(verb) = verb {
            found.push(format!("src/{path}:{number} names `{verb}`"));
        } else if line.contains("`renown ") || (line.contains("RENOWN_") && !line.contains("env!(")) {
            found.push(format!("src/{path}:{number} names the command line"));
        }
    }
    found
}

#[test]
fn nothing_below_the_command_line_names_a_flag_or_a_subcommand() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let found: Vec<String> =
        source_files(&root).iter().flat_map(|(path, source)| terminal_words(path, source)).collect();
    assert_eq!(found, [""; 0]);
    let planted = "// leave out --as\n.hint(\"leave out --as to act\")\nlet says = \"look at renown log\";\n\
                   let won = \"3 renown more\";\n.hint(\"`renown frob`\")\n#[cfg(test)]\n\"--late\"\n";
    assert_eq!(
        terminal_words("campaign/givers.rs", planted),
        [
            "src/campaign/givers.rs:2 names the flag --as",
            "src/campaign/givers.rs:3 names `renown log`",
            "src/campaign/givers.rs:5 names the command line",
        ]
    );
    assert_eq!(terminal_words("cli/hints.rs", planted), [""; 0]);
}

#[test]
fn the_list_leads_downward_only() {
    for (above, (part, used)) in USES.iter().enumerate() {
        for name in *used {
            let below = USES.iter().position(|(known, _)| known == name);
            assert!(below.is_some_and(|below| below < above), "{part} stands below {name}, or {name} is nothing");
        }
    }
}

#[test]
fn no_more_than_three_files_use_one_another_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = source_files(&root);
    let circles = modules::circles(&files);
    let wide: Vec<&Vec<String>> = circles.iter().filter(|circle| circle.len() > 3).collect();
    assert!(wide.is_empty(), "{wide:#?}");
}

#[test]
fn no_file_holds_more_than_one_noun() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let long: Vec<String> = source_files(&root)
        .iter()
        .map(|(path, source)| (path, source.lines().count()))
        .filter(|(path, lines)| *lines > 500 && !LONG.contains(&path.as_str()))
        .map(|(path, lines)| format!("{path}: {lines} lines"))
        .collect();
    assert_eq!(long, [""; 0]);
}

/// Lists of every event and command, which are one noun however long, and files that are still to be parted.
const LONG: &[&str] = &["campaign/command/mod.rs", "campaign/event/mod.rs", "ships/profile.rs"];

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
        ]
    );
    assert_eq!(trespasses("campaign/opening.rs", bad), ["src/campaign/opening.rs:3: campaign uses catalog"]);
    assert_eq!(trespasses("cases/mod.rs", "use crate::cli::run;\n"), ["src/cases/mod.rs:1: cases uses cli"]);
    assert_eq!(
        trespasses("shed/mod.rs", "use crate::cli::run;\n"),
        ["src/shed/mod.rs: shed is not on the list of what may use what"]
    );
    assert_eq!(breaches("dice/rolled.rs", "use rand::Rng;\n"), [""; 0]);
    assert_eq!(breaches("dice/typed.rs", "use rand::Rng;\n"), ["src/dice/typed.rs:1 names rand::"]);
    assert_eq!(breaches("report/story.rs", "use rusqlite::Row;\n").len(), 1);
    assert_eq!(breaches("store/mod.rs", "use rusqlite::Row;\n"), [""; 0]);
    assert_eq!(breaches("campaign.rs", "let at = chrono::Utc::now();\n"), ["src/campaign.rs:1 names Utc::now"]);
    assert_eq!(breaches("cli/mod.rs", "unsafe { f() }\n"), ["src/cli/mod.rs:1 names unsafe"]);
}

#[test]
fn a_circle_is_found_through_names_of_modules_and_of_items() {
    let file = |path: &str, source: &str| (path.to_owned(), source.to_owned());
    let round = [
        file("a/mod.rs", "pub use one::One;\nmod one;\nmod two;\nmod three;\nmod four;\n"),
        file("a/one.rs", "use super::two::Two;\n"),
        file("a/two.rs", "use crate::a::three;\n"),
        file("a/three.rs", "fn f() { super::four::g() }\n"),
        // A name that the folder passes on counts where it is defined.
        file("a/four.rs", "use super::{One, two as other};\n"),
    ];
    let circles = modules::circles(&round);
    assert_eq!(circles.len(), 1);
    assert_eq!(circles[0], ["a/four.rs", "a/one.rs", "a/three.rs", "a/two.rs"]);
    let line = [round[0].clone(), round[1].clone(), round[2].clone(), file("a/three.rs", "// super::four::g\n")];
    assert!(modules::circles(&line).is_empty());
}

#[test]
fn comments_texts_and_tests_are_left_alone() {
    let good = "//! Knows no `std::fs`.\n/// Nor rusqlite.\nlet a = \"std::env // is a text\"; // println!\n\
                let mark = '\"'; let b = \"rand::\";\n#[cfg(test)]\nmod tests { use std::fs; fn f() { g().unwrap() } }\n";
    assert_eq!(breaches("campaign/opening.rs", good), [""; 0]);
    assert_eq!(bare("let a = \"x\"; // y").trim_end(), "let a = ;");
    assert!(fs::metadata(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).is_ok());
}
