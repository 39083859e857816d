//! Text from people is shown, not obeyed: whatever a command line, a file or its name holds, nothing that steers a
//! terminal comes out; new names and reasons with such characters are refused; names may hold `=` and `,`.

use std::process::Command;

use renown::text::steers;

use crate::support::{Folder, NOW, RENOWN, Said, campaign, said};

/// Clears the screen, rings, turns the text around, breaks the line, hides letters.
const EVIL: &str = "x\u{1b}[2J\u{1b}]0;t\u{7}\u{202e}\u{2066}\u{9b}5m\u{7f}\u{200f}\u{61c}\u{2028}\u{e0041}\r\u{8}y";

/// Everything that a run says, if nothing in it steers.
fn tame(said: &Said, what: &str) -> String {
    let all = said.all();
    let bad = all.chars().find(|letter| steers(*letter) && *letter != '\n');
    assert_eq!(bad, None, "{what}: {all:?}");
    all
}

/// What the program says to hostile words on its command line.
fn echoed(folder: &Folder, args: &[&str]) -> String {
    let said = folder.run(args).go();
    assert!([1, 2].contains(&said.code), "{args:?}: {}", said.all());
    tame(&said, &format!("{args:?}"))
}

#[test]
fn words_of_the_command_line_are_echoed_as_text() {
    let folder = Folder::new();
    campaign(&folder);
    let flag = format!("--{EVIL}");
    let pair = format!("{EVIL}={EVIL}");
    let at = format!("@{EVIL}");
    let lines: &[&[&str]] = &[
        &[EVIL],
        &[&flag],
        &["status", EVIL],
        &["status", "--format", EVIL],
        &["status", "--at", EVIL],
        &["status", "--as", EVIL],
        &["status", "--as-of", EVIL],
        &["status", "--campaign", EVIL],
        &["fleet", "lists", "--data", EVIL],
        &["register", EVIL],
        &["ship", EVIL],
        &["fleet", "class", EVIL],
        &["fleet", "buy", "Anna", EVIL, "--name", "X"],
        &["fleet", "buy", "Anna", "lunar", "--name", EVIL],
        &["fleet", "import", "Anna", EVIL],
        &["map", "show", EVIL],
        &["new", "War", "--map", EVIL, "--campaign", "b"],
        &["new", EVIL, "--campaign", "b"],
        &["option", &pair],
        &["option", "--ends", EVIL],
        &["pairings", "--dice", EVIL],
        &["pairings", "--dice", &at],
        &["pairings", "--dice", &pair],
        &["play", EVIL],
        &["replay", EVIL],
        &["import", EVIL],
        &["rules", "show", EVIL],
        &["rules", "check", EVIL],
        &["odds", EVIL],
        &["scenario", "show", EVIL],
        &["scenario", "roll", "--rating", EVIL],
        &["start", "--pick", EVIL],
        &["week", "--heir", &pair],
        &["challenge", EVIL, "Anna"],
        &["report", "--since", EVIL],
        &["battle", "next", "1", "--fleet", &pair],
        &["amend", "2", "--", EVIL],
        &["amend", "2", "--allow", &pair],
        &["player", "tell", "Anna", "--base-of", EVIL],
        &["completions", EVIL],
    ];
    for line in lines {
        echoed(&folder, line);
    }
    let said = folder.run(&["status"]).env("RENOWN_NOW", EVIL).go();
    assert_eq!(said.code, 2);
    tame(&said, "a value of the environment");
    assert!(echoed(&folder, &["register", EVIL]).contains(r"x\u001b[2J\u001b]0;t\u0007\u202e\u2066\u009b5m\u007f"));
}

#[test]
fn what_stands_in_foreign_files_is_quoted_as_text() {
    let folder = Folder::new();
    campaign(&folder);
    // The letters that TOML and JSON take as they are.
    let raw = "\u{202e}\u{9b}2J\u{2028}\u{2066}";
    let written = r"\u001b[2J\u202e\u0007\u000d";
    std::fs::create_dir_all(folder.path("club/fleets")).expect("a folder");
    folder.write("club/fleets/a.toml", format!("[{raw}\n\"{written}\" = \"{raw}\"\n"));
    folder.write("bad.toml", format!("name = \"{raw}{written}\"\n\"{raw}\" = 1\n[[vessel]]\nname = \"{raw}\"\n"));
    folder.write("broken.toml", format!("a = {raw}\n"));
    folder.write("line.jsonl", format!("{{\"{raw}\": \"{written}\"}}\n"));
    folder.write("dice.txt", format!("{raw}\u{1b}[2J = 4\n{raw}"));
    folder.write(&format!("{raw}\u{1b}.toml"), "a = \n");
    let odd = format!("{raw}\u{1b}.toml");
    for file in ["bad.toml", "broken.toml", &odd] {
        echoed(&folder, &["fleet", "import", "Anna", file]);
        echoed(&folder, &["map", "show", &format!("./{file}")]);
        echoed(&folder, &["play", file]);
        echoed(&folder, &["replay", file]);
        echoed(&folder, &["rules", "check", file]);
        echoed(&folder, &["battle", "record", "1", file]);
        echoed(&folder, &["battle", "next", "1", "--answers", file]);
    }
    echoed(&folder, &["fleet", "lists", "--data", "club"]);
    echoed(&folder, &["import", "line.jsonl", "--campaign", "b.renown"]);
    echoed(&folder, &["pairings", "--dice", "@dice.txt"]);
}

#[test]
fn a_situation_with_hostile_names_is_played_and_told_as_text() {
    let folder = Folder::new();
    folder.write(
        "duel.toml",
        r#"ordnance = "unused"
phase = "shooting"
side = [{ name = "Anna\u001b[2J" }, { name = "Bert\u202e" }]
ship = [
    { name = "A\u001b[2J\u202e<script>", class = "lunar", side = "Anna\u001b[2J", at = [60, 60], heading = 90 },
    { name = "\u009b31m", class = "murder", side = "Bert\u202e", at = [60, 80], heading = 180 },
]
"#,
    );
    folder.write("actions.txt", "usual\nusual\nusual\nusual\nusual\nusual\n");
    for format in ["table", "json"] {
        let args = ["play", "duel.toml", "--actions", "actions.txt", "--dice", "seed:a", "--format", format];
        let files = ["--svg", "a.svg", "--save", "a.toml", "--record", "b.toml"];
        tame(&folder.run(&[args.as_slice(), files.as_slice()].concat()).go(), format);
    }
    for format in ["table", "json"] {
        let said = folder.run(&["replay", "b.toml", "--html", "b.html", "--format", format]).go();
        assert_eq!(said.code, 0, "{}", said.err);
        tame(&said, format);
    }
    for file in ["a.svg", "a.toml", "b.toml", "b.html"] {
        let text = String::from_utf8(folder.read(file)).expect("text");
        assert_eq!(text.chars().find(|letter| steers(*letter) && *letter != '\n'), None, "{file}");
        assert!(file.ends_with("toml") || !text.contains("2J<script>"), "{file}");
    }
}

#[cfg(unix)]
#[test]
fn complaints_keep_their_own_colours_only() {
    // A terminal of its own, so that colours are on.
    let folder = Folder::new();
    campaign(&folder);
    let script = Command::new("script")
        .args(["-qec", &format!("{RENOWN} --campaign campaign.renown register \"$EVIL\""), "/dev/null"])
        .env("EVIL", EVIL)
        .env("RENOWN_NOW", NOW)
        .env("RENOWN_STEP", "1")
        .current_dir(folder.path(""))
        .output();
    let Ok(output) = script else { return };
    let said = said(output).out.replace("\r\n", "\n");
    let own = said.replace("\u{1b}[1;31m", "").replace("\u{1b}[1;34m", "").replace("\u{1b}[0m", "");
    assert_ne!(said, own, "there is no colour: {said:?}");
    assert_eq!(own.chars().find(|letter| steers(*letter) && *letter != '\n'), None, "{said:?}");
}

#[test]
fn hidden_characters_are_refused_in_what_is_new() {
    let folder = Folder::new();
    campaign(&folder);
    for bad in
        ["\u{1b}", "\u{7}", "\n", "\t", "\u{7f}", "\u{9b}", "\u{202e}", "\u{2067}", "\u{61c}", "\u{2029}", "\u{e0041}"]
    {
        let code = format!("(U+{:04X})", u32::from(bad.chars().next().expect("a letter")));
        let text = format!("a{bad}b");
        let lines: &[&[&str]] = &[
            &["player", "add", &text, "--fleet", "gothic-sector", "--commander", "M"],
            &["player", "add", "Fritz", "--fleet", "gothic-sector", "--commander", &text],
            &["fleet", "rename", "Anna", "Agrippa", &text],
            &["new", &text, "--campaign", "b.renown"],
            &["player", "renown", "Anna", "1", "--ruling", &text],
        ];
        for line in lines {
            let said = echoed(&folder, line);
            assert!(said.contains("invisible character") && said.contains(&code), "{line:?}: {said}");
        }
    }
    let long = "x".repeat(500_000);
    let said = folder.run(&["fleet", "rename", "Anna", "Agrippa", &long[..100_000]]).go();
    assert_eq!(said.err.lines().next(), Some("error: the name of a vessel has at most 60 characters, not 100000"));
}

#[test]
fn a_name_may_hold_the_signs_that_part_others() {
    let folder = Folder::new();
    let lines: &[&[&str]] = &[
        &["new", "War"],
        &["player", "add", "a", "--fleet", "gothic-sector", "--commander", "M"],
        &["player", "add", "a=b", "--fleet", "chaos-incursion", "--commander", "N"],
        &["fleet", "buy", "a", "lunar", "--name", "Sword, broken"],
        &["fleet", "buy", "a", "lunar", "--name", "Sword"],
        &["fleet", "buy", "a=b", "murder", "--name", "x=y:2"],
        &["fleet", "buy", "a=b", "slaughter", "--name", "Knife"],
        &["flagship", "a", "Sword, broken"],
        &["flagship", "a=b", "x=y:2"],
        &["start", "--dice", "seed:a", "--pick", "a=b=Verstap", "--pick", "a=Lithore"],
        &["challenge", "a", "a=b", "--accept"],
        &["battle", "next", "1", "--dice", "seed:b"],
        &["battle", "next", "1", "--choose", "a=b=battle", "--ruling", "so", "--dice", "seed:b"],
    ];
    for line in lines {
        folder.ok(line);
    }
    assert!(folder.ok(&["map", "show", "--format", "csv"]).contains("Verstap,"));
    let owner = folder.ok(&["map", "show", "--format", "csv"]);
    let owner = owner.lines().find(|line| line.starts_with("Verstap,")).expect("the system is listed");
    assert!(owner.contains(",a=b,"), "{owner}");
}
