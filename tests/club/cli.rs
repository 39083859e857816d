//! The command line as people meet it: whole results, messages and exit codes, with a frozen clock.
//!
//! Long outputs are files in `tests/snapshots`. `UPDATE_SNAPSHOTS=1 cargo test --test club cli::` writes them anew; read the
//! difference before you keep it.

use std::fmt::Write as _;

use crate::support::{Folder, Run, Said};

/// Compares with a file of `tests/snapshots`, or writes it if the environment asks for that.
fn assert_snapshot(name: &str, found: &str) {
    let path = format!("{}/tests/snapshots/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, found).expect("the snapshot can be written");
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = (1..).zip(expected.lines().zip(found.lines())).find(|(_, (expected, found))| expected != found);
    assert_eq!(differs, None, "{name}: the first line that differs");
    assert_eq!(expected, found, "{name}");
}

fn quoted(args: &[&str]) -> String {
    let hidden = |letter: char| letter.is_control() || letter == '\u{202e}';
    let word = |word: &&str| match word {
        word if word.contains(hidden) => format!("$'{}'", word.escape_debug()),
        word if word.is_empty() || word.contains(' ') => format!("\"{word}\""),
        word => (*word).to_owned(),
    };
    args.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// Runs the lines one after the other and writes down everything: `!` marks what goes to standard error.
fn transcript(folder: &Folder, lines: &[&[&str]]) -> String {
    let mut text = String::new();
    for line in lines {
        let said = folder.run(line).go();
        assert!(!said.all().contains('\u{1b}'), "{line:?} prints escape codes into a pipe");
        let _ = writeln!(text, "$ renown {}\n{}", quoted(line), unhashed(&said.all()));
    }
    text
}

/// Hashes follow every edit of a rule's text; what they prove is tested elsewhere.
fn unhashed(text: &str) -> String {
    let hash = |word: &str| word.len() == 16 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let line =
        |line: &str| line.split(' ').map(|word| if hash(word) { "(hash)" } else { word }).collect::<Vec<_>>().join(" ");
    let code = renown::club::PROGRAM.split_once('+').map_or("", |(_, code)| code);
    text.replace(code, "(code)").split('\n').map(line).collect::<Vec<_>>().join("\n")
}

const FLEETS: &[&[&str]] = &[
    &["new", "The War for Cyclops", "--ends", "2027-03-01", "--option", "composition=warn"],
    &["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "Isolde Marr"],
    &["player", "add", "Boris", "--fleet", "chaos-incursion", "--commander", "Vorgath"],
    &["player", "add", "Dagny", "--fleet", "eldar-corsairs-gothic", "--commander", "Ilthuin"],
    &["fleet", "buy", "Anna", "lunar", "--name", "Agrippa"],
    &["fleet", "buy", "Anna", "sword:3", "--name", "Aquila Squadron"],
    &["fleet", "buy", "Boris", "murder", "--name", "Knife in the Dark"],
    &["fleet", "buy", "Dagny", "shadow", "--name", "Song of Ash"],
    &["flagship", "Anna", "Agrippa"],
    &["flagship", "boris", "knife"],
    &["flagship", "Dagny", "song-of-ash"],
];

const DICE: &str = "# rolled at the table, written down as they came
leadership: Song of Ash = 6
leadership: Agrippa = 4
starting order: Boris = 5
starting order: Anna = 2
leadership: aquila squadron = 1 # a bad day
leadership: Knife in the Dark = 3
";

#[test]
fn a_campaign_is_opened() {
    let folder = Folder::new();
    folder.write("dice.txt", DICE);
    let mut lines = FLEETS.to_vec();
    lines.extend([
        &["fleet", "buy", "Anna", "lunar", "--name", "agrippa"] as &[&str],
        &["fleet", "buy", "Anna", "emperor:3", "--name", "Three of Them"],
        &["fleet", "buy", "Anna", "despoiler", "--name", "Not Ours"],
        &["fleet", "buy", "Anna", "gothic", "--name", "Iron Penance", "--dry-run"],
        &["start", "--dice", "5,2,4", "--dry-run"],
        &["start", "--dice", "@dice.txt", "--pick", "Anna=Rebo", "--pick", "Boris=Rebo", "--pick", "Anna=Nman"],
    ]);
    assert_snapshot("opening.txt", &transcript(&folder, &lines));
}

/// A campaign that has begun.
fn begun() -> Folder {
    let folder = Folder::new();
    for line in FLEETS {
        folder.ok(line);
    }
    let dice = DICE.replace('\n', ";");
    let dice = dice.split(';').filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join(";");
    folder.ok(&["start", "--dice", &dice, "--pick", "Anna=Verstap", "--pick", "Boris=Lithore", "--base", "Dagny=Nman"]);
    folder
}

#[test]
fn a_campaign_is_looked_at_and_turned_back() {
    let folder = begun();
    let lines: &[&[&str]] = &[
        &["status"],
        &["standings"],
        &["register", "Anna"],
        &["undo"],
        &["status"],
        &["redo"],
        &["redo"],
        &["log", "-n", "6"],
        &["show", "16"],
        &["verify"],
        &["check"],
    ];
    let mut text = transcript(&folder, lines);
    let map = folder.run(&["map", "show"]).env("COLUMNS", "80").go();
    assert!(map.out.lines().all(|line| unicode_width::UnicodeWidthStr::width(line) <= 80), "{}", map.out);
    text.push_str(&map.all());
    assert_snapshot("running.txt", &text);
}

#[test]
fn lists_come_in_every_form() {
    let folder = begun();
    let mut lines: Vec<Vec<&str>> = Vec::new();
    for format in ["csv", "markdown", "json"] {
        for verb in [&["standings"] as &[&str], &["player", "list"], &["register", "Dagny"]] {
            lines.push([verb, &["--format", format]].concat());
        }
    }
    lines.push(vec!["log", "-n", "2", "--format", "csv"]);
    lines.push(vec!["fleet", "rename", "Anna", "Agrippa", "Marcus Agrippa", "--format", "json"]);
    lines.push(vec!["fleet", "rename", "Anna", "Marcus Agrippa", "Agrippa", "--format", "json", "--dry-run"]);
    let lines: Vec<&[&str]> = lines.iter().map(Vec::as_slice).collect();
    assert_snapshot("formats.txt", &transcript(&folder, &lines));
}

fn assert_refused(folder: &Folder, args: &[&str], code: i32, message: &str) {
    let said = folder.run(args).go();
    assert_eq!((said.out.as_str(), said.err.as_str(), said.code), ("", message, code), "{args:?}");
}

#[test]
fn a_misspelt_name_is_guessed() {
    let folder = begun();
    for (args, message) in [
        (
            &["register", "Ana"] as &[&str],
            "error: there is no player \"Ana\"; did you mean \"Anna\"?\nhint: `renown player list` shows them\n",
        ),
        (
            &["fleet", "rename", "Anna", "Agripa", "X"],
            "error: there is no vessel \"Agripa\"; did you mean \"Agrippa\"?\n\
             hint: `renown register \"Anna\"` shows them\n",
        ),
        (
            &["fleet", "list", "gothic-secter"],
            "error: there is no fleet list \"gothic-secter\"; did you mean \"gothic-sector\"?\n\
             hint: `renown fleet lists` shows them\n",
        ),
        (
            &["map", "show", "cyclop"],
            "error: there is no map \"cyclop\"; did you mean \"cyclops\"?\nhint: `renown map list` shows them\n",
        ),
        (
            &["option", "compositon=warn"],
            "error: no option is called \"compositon\"; did you mean \"composition\"?\n\
             hint: `renown rules options` lists the house rules\n",
        ),
        (&["show", "99"], "error: there is no entry 99\nhint: `renown log` lists them\n"),
        (
            &["--as", "public", "fleet", "sell", "Anna", "Agrippa"],
            "error: the public looks on and changes nothing\n\
             hint: act as the arbitrator or, with --as NAME, as a player\n",
        ),
        (
            &["--as", "Boris", "fleet", "rename", "Anna", "Agrippa", "Mine"],
            "error: only Anna or the arbitrator can do this (CAMP-04)\n\
             hint: leave out --as to act as the arbitrator\n",
        ),
    ] {
        assert_refused(&folder, args, 1, message);
    }
}

#[test]
fn a_senseless_command_line_exits_with_2() {
    let folder = begun();
    let long = "x".repeat(301);
    for (args, message) in [
        (
            &["fleet", "rename", "Anna", "Agrippa", "X", "--dice", "dice"] as &[&str],
            "error: --dice cannot be \"dice\"\nhint: write program, ask, a list such as 4,1,6, @FILE, or seed:TEXT\n",
        ),
        (
            &["fleet", "rename", "Anna", "Agrippa", "X", "--ruling", &long],
            "error: a ruling needs a reason of up to 300 characters\n",
        ),
        (
            &["fleet", "rename", "Anna", "Agrippa", "X", "--ruling", " "],
            "error: a ruling needs a reason of up to 300 characters\n",
        ),
        (&["option"], "error: nothing to change\nhint: give NAME=VALUE or --ends DATE\n"),
        (
            &["status", "--at", "tomorrow"],
            "error: invalid value 'tomorrow' for '--at <TIME>': write a time as 2026-11-16 or 2026-11-16T20:15\n\n\
             For more information, try '--help'.\n",
        ),
        (
            &["standing"],
            "error: unrecognized subcommand 'standing'\n\n  tip: a similar subcommand exists: 'standings'\n\n\
             Usage: renown [OPTIONS] <COMMAND>\n\nFor more information, try '--help'.\n",
        ),
    ] {
        assert_refused(&folder, args, 2, message);
    }
}

#[test]
fn files_are_never_written_over() {
    let folder = begun();
    folder.ok(&["export", "war.jsonl"]);
    folder.ok(&["backup", "copy.renown"]);
    let files = folder.files();
    let before: Vec<Vec<u8>> = files.iter().map(|file| folder.read(file)).collect();
    let hint = "hint: choose another name, or move the old file away\n";
    let exists = |file: &str| format!("error: \"{file}\" exists already\n{hint}");
    assert_refused(&folder, &["export", "war.jsonl"], 1, &exists("war.jsonl"));
    assert_refused(&folder, &["backup", "copy.renown"], 1, &exists("copy.renown"));
    assert_refused(&folder, &["import", "war.jsonl"], 1, &exists("campaign.renown"));
    assert_refused(&folder, &["new", "Again"], 1, &exists("campaign.renown"));
    let database = "error: \"campaign.renown\" is a campaign or another database\n\
                    hint: choose another name; nothing was written\n";
    assert_refused(&folder, &["map", "show", "--svg", "campaign.renown"], 1, database);
    assert_eq!(folder.files(), files);
    assert_eq!(files.iter().map(|file| folder.read(file)).collect::<Vec<_>>(), before);
}

#[test]
fn a_dry_run_makes_no_file() {
    let folder = begun();
    folder.ok(&["export", "war.jsonl"]);
    let files = folder.files();
    folder.ok(&["--campaign", "new.renown", "new", "War", "--dry-run"]);
    folder.ok(&["--campaign", "new.renown", "import", "war.jsonl", "--dry-run"]);
    folder.ok(&["demo", "--out", "demo", "--dry-run"]);
    assert_eq!(folder.files(), files);
    let said = folder.run(&["--campaign", "no/where/war.renown", "new", "War"]).go();
    let message = "error: \"no/where/war.renown\" cannot be used: unable to open database file: no/where/.war.renown";
    assert!(said.code == 1 && said.err.starts_with(message), "{}", said.err);
}

#[test]
fn names_may_be_awkward_but_not_deceptive() {
    let folder = Folder::new();
    folder.ok(&["new", "War"]);
    let longest = "Ж".repeat(60);
    for (number, name) in ["O'Brien \"the Bold\"", "🚀 Ünïcode 🚀", "שלום עולם", &longest, "100% -- ; DROP", "a=b,c|d"]
        .into_iter()
        .enumerate()
    {
        let commander = format!("Commander {number}");
        folder.ok(&["player", "add", name, "--fleet", "gothic-sector", "--commander", &commander]);
        folder.ok(&[
            "fleet",
            "buy",
            name,
            "lunar",
            "--name",
            &format!("{} {number}", &name.chars().take(50).collect::<String>()),
        ]);
        folder.ok(&["register", name]);
    }
    let lines: &[&[&str]] = &[
        &["player", "list"],
        &["player", "list", "--format", "csv"],
        &["player", "list", "--format", "markdown"],
        &["player", "add", &"x".repeat(61), "--fleet", "gothic-sector", "--commander", "Long"],
        &["player", "add", "Bell\u{7}", "--fleet", "gothic-sector", "--commander", "Bell"],
        &["player", "add", "Two\nLines", "--fleet", "gothic-sector", "--commander", "Lines"],
        &["player", "add", "\u{202e}annA", "--fleet", "gothic-sector", "--commander", "Turned"],
        &["player", "add", " Padded", "--fleet", "gothic-sector", "--commander", "Padded"],
        &["player", "add", "", "--fleet", "gothic-sector", "--commander", "Nobody"],
        &["verify"],
    ];
    assert_snapshot("names.txt", &transcript(&folder, lines));
}

#[test]
fn dice_are_typed_in_without_a_terminal() {
    let folder = Folder::new();
    for line in FLEETS {
        folder.ok(line);
    }
    let args = ["start", "--dice", "ask", "--pick", "Anna=Verstap", "--pick", "Boris=Lithore", "--base", "Dagny=Nman"];
    let said = folder.run(&args).input("5\n").go();
    assert_eq!(
        (said.out.as_str(), said.err.as_str(), said.code),
        (
            "",
            "error: nobody typed in the dice for \"starting order: Boris\"\n\
             hint: the same command with --dice ask goes on with them; any command about the same by the arbitrator \
             with --ruling REASON lets them drop, on record\n",
            1
        )
    );
    // The 5 stands.
    let said = folder.run(&args).input("2\n4\n1\n3\n6\n").go();
    assert_eq!(said.code, 0, "{}", said.err);
    assert_snapshot("typed.txt", &said.all());
    assert!(folder.ok(&["show", "16"]).contains("leadership: Song of Ash: 6 (typed in)"));
}

#[test]
fn nothing_is_coloured_in_a_pipe_or_by_request() {
    let folder = begun();
    let plain = folder.run(&["standings"]).go();
    for (name, value) in [("NO_COLOR", "1"), ("TERM", "xterm-256color"), ("CLICOLOR_FORCE", "1")] {
        assert_eq!(folder.run(&["standings"]).env(name, value).go(), plain, "{name}");
    }
    let ascii = folder.run(&["standings"]).env("RENOWN_ASCII", "1").go();
    assert!(ascii.out.is_ascii(), "{}", ascii.out);
    assert_eq!(folder.run(&["standings"]).env("LC_ALL", "C").go(), ascii);
}

#[test]
fn completions_and_manual_pages_are_made() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = folder.ok(&["completions", shell]);
        assert!(script.contains("standings") && script.contains("--ruling") || script.contains("-l ruling"), "{shell}");
    }
    folder.ok(&["man", "pages"]);
    let pages = std::fs::read_dir(folder.path("pages")).expect("the folder was made").count();
    assert!(pages > 20, "only {pages} pages");
    let page = std::fs::read_to_string(folder.path("pages/renown.1")).expect("the first page was written");
    assert!(page.contains("Battlefleet Gothic"));
}

/// The help of a command and of all below it, found by asking.
fn help(words: &[&str], text: &mut String) {
    let said: Said = Run::new(&[words, &["--help"]].concat()).go();
    assert_eq!((said.err.as_str(), said.code), ("", 0), "{words:?}");
    // What every command takes is shown once.
    let (own, common) = said.out.split_once("\nOptions of every command:\n").unwrap_or((&said.out, ""));
    assert!(words.is_empty() || common.lines().all(|line| line.is_empty() || line.starts_with("  ")), "{words:?}");
    let shown = if words.is_empty() { &said.out } else { own };
    let _ = writeln!(text, "$ renown {}\n{shown}", quoted(&[words, &["--help"]].concat()));
    let below = said.out.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    for verb in below.filter_map(|line| line.split_whitespace().next()).filter(|verb| *verb != "help") {
        if said.out.contains(&format!("\n  {verb}")) {
            help(&[words, &[verb]].concat(), text);
        }
    }
}

#[test]
fn no_help_text_changes_unseen() {
    let mut text = String::new();
    help(&[], &mut text);
    assert_snapshot("help.txt", &text);
}
