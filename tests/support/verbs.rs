//! Every verb of the program, and how a test tries it. A new verb is not in the table, and the tests that walk it fail.

#![allow(dead_code, reason = "each test file uses its own part")]

use renown::campaign::state::Campaign;

use crate::support::Folder;

/// A name that every reader of it would obey if it could. A line break in a name is damage, so it has none.
pub(crate) fn evil(word: &str) -> String {
    format!(
        "=1+{word}<script>alert(1)</script>\"'&|`x`[l](javascript:0)https://x.de\u{1b}[5m\u{1b}[2J\u{1b}]0;t\u{7}\
         \u{202e}\u{2066}\u{9b}1m\u{7f}\u{61c}\u{200f}\u{2028}\u{e0041}\u{8}"
    )
}

/// The verbs of the program with those below them, as they are typed.
pub(crate) fn verbs(command: &clap::Command, before: &str, found: &mut Vec<String>) {
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        let path = format!("{before} {}", below.get_name()).trim().to_owned();
        if below.has_subcommands() { verbs(below, &path, found) } else { found.push(path) }
    }
}

/// How each verb is tried: the rest of its command line, as often as there is more than one way. What changes the
/// campaign is a dry run.
pub(crate) fn lines(verb: &str, campaign: &Campaign, files: &Folder) -> Vec<Vec<String>> {
    let players: Vec<String> = campaign.players.values().map(|player| player.name.clone()).collect();
    let vessels: Vec<_> = campaign.vessels.values().collect();
    let owner = campaign.players[&vessels[0].player].name.clone();
    let (vessel, system) = (vessels[0].name.clone(), campaign.systems.values().next().expect("one").name.clone());
    let open = campaign.battles.values().find(|battle| battle.open).map_or(0, |battle| battle.id.0).to_string();
    let path = |file: &str| files.path(file).display().to_string();
    let (one, two) = (players[0].as_str(), players[1].as_str());
    let pair = format!("{one}={}", evil("x"));
    let one_line = |words: &[&str]| vec![words.iter().map(|word| (*word).to_owned()).collect()];
    let with = |rest: &[&[&str]]| rest.iter().flat_map(|words| one_line(words)).collect::<Vec<Vec<String>>>();
    match verb {
        "status" | "tutorial" | "promotions" | "undo" | "redo" | "check" | "player list" | "map list"
        | "fleet lists" | "fleet check-data" | "scenario list" | "rules list" | "rules rulings" | "rules options"
        | "start" | "pairings" | "finish" | "print register" | "print sheets" | "print map" | "ground army list" => {
            with(&[&[]])
        }
        "new" => with(&[&[&evil("new")], &["War", "--map", &path("map.toml")]]),
        "player add" => with(&[&[&evil("new"), "--fleet", "gothic-sector", "--commander", "M"]]),
        "player remove" | "player leave" | "player return" | "player join" => with(&[&[one]]),
        "player renown" => with(&[&[one, "1"]]),
        "player base" => with(&[&[one, &system]]),
        "player mark" => with(&[&[one, &evil("mark")], &[one, "nurgle"]]),
        "player side" => with(&[&[one, "rebel"]]),
        "player away" => with(&[&[one, "--until", "2026-12-01"]]),
        "player tell" => with(&[&[one, "--base-of", two]]),
        "fleet list" | "fleet template" => with(&[&["gothic-sector"], &[&evil("list")]]),
        "fleet classes" => with(&[&["imperial"], &[&evil("fleet")]]),
        "fleet class" => with(&[&["lunar"], &[&evil("class")]]),
        "fleet buy" => with(&[&[one, "lunar", "--name", &evil("new")], &[one, &evil("class"), "--name", "X"]]),
        "fleet sell" | "fleet trials" | "fleet accept" | "flagship" => with(&[&[&owner, &vessel]]),
        "fleet rename" => with(&[&[&owner, &vessel, "Tame"], &[&owner, &vessel, &evil("new")]]),
        "fleet import" => with(&[&[one, &path("fleet.toml")]]),
        "fleet show" => with(&[&[one], &[two, "--as", "public"]]),
        "challenge" => with(&[&[one, two], &[one, &evil("nobody")]]),
        "week" => with(&[&[], &["--spare", one], &["--heir", &pair]]),
        "battle list" => with(&[&[], &["--all"]]),
        "battle status" | "battle replay" => with(&[&["1"], &[&open]]),
        "battle next" => with(&[&[&open], &[&open, "--fleet", &pair], &[&open, "--system", &evil("x")]]),
        "battle record" => with(&[
            &[&open],
            &[&open, "--loss", &format!("{one}={} 1", evil("x"))],
            &[&open, "--guest", &pair],
            &[&open, &path("fleet.toml")],
        ]),
        "battle fight" => with(&[&[&open], &[&open, "--captain", &pair], &[&open, "--deploy", &pair]]),
        "battle forecast" => with(&[&[&open, "--runs", "1"]]),
        "battle template" | "battle confirm" | "battle abandon" => with(&[&[&open]]),
        "battle dispute" => with(&[&[&open, "--reason", &evil("reason")], &[&open, "--reason", "so"]]),
        "battle forfeit" => with(&[&[&open, "--by", one], &[&open, "--by", &evil("x")]]),
        "option" => with(&[&[&format!("{}=1", evil("x"))], &["--ends", &evil("x")]]),
        "report" => with(&[
            &["--since", "2026-11-01", "--until", "2026-12-31"],
            &["--since", "2026-11-01", "--until", "2026-12-31", "--foreword", "a\u{1b}[2J\u{202e}b"],
            &["--as", "arbitrator"],
        ]),
        "standings" => with(&[&[], &["--trend"]]),
        "register" => with(&[&[], &[one], &[&evil("x")]]),
        "ship" => with(&[&[&vessel], &[&evil("x")]]),
        "publish" => with(&[&[&path("dry")]]),
        "print form" => with(&[&[], &[&open]]),
        "map show" => with(&[&[], &["cyclops"], &[&path("map.toml")]]),
        "map assign" => with(&[&[&system, one], &[&system, &evil("x")]]),
        "map generate" => with(&[&["--systems", "4", "--seed", "1", "--name", &evil("map")]]),
        "scenario show" => with(&[&["cruiser clash"], &["--battle", &open], &[&evil("x")]]),
        "scenario setup" => with(&[&["--battle", &open], &["cruiser clash", "--seed", &evil("x")], &[&evil("x")]]),
        "scenario roll" => with(&[&["--rating", &format!("{}=2", evil("x")), "--rating", "b=1"], &["--class", "raid"]]),
        "scenario crews" | "play" | "replay" | "ground play" | "ground fight" | "ground replay" => {
            with(&[&[&path("duel.toml")], &[&path("map.toml")]])
        }
        "scenario defences" => with(&[&["--battle", &open]]),
        "rules show" => with(&[&["CAMP-01"], &[&evil("x")]]),
        "rules search" => with(&[&[&evil("fleet")]]),
        "rules check" | "ground army check" => with(&[&[&path("map.toml")]]),
        "log" => with(&[&["--all"], &["--all", "--as", "public"], &["--all", "--json"], &["--all", "--as", one]]),
        "show" => with(&[&["1"], &["12"], &["30", "--as", one]]),
        "amend" => with(&[
            &["2", "--remove", "--drop-unfit"],
            &["2", "--allow", &format!("3={}", evil("x"))],
            &["2", "--", "player", "add", &evil("x"), "--fleet", &evil("x"), "--commander", "M"],
        ]),
        "verify" => with(&[&["--quick"]]),
        "backup" => with(&[&[&path("backup.renown")]]),
        "export" => with(&[&[], &["--as", one]]),
        "import" => with(&[&[&path("line.jsonl")]]),
        "restore" => with(&[&[&path("map.toml")], &[&evil("x")]]),
        "skirmish" => with(&[
            &["--file", &path("none.renown")],
            &["--file", &path("none.renown"), "--fleet", &format!("a={}", path("fleet.toml")), "--fleet", &pair],
        ]),
        "odds" => with(&[&[&evil("x")]]),
        verb if verb.starts_with("ground ") => ground(verb, [&pair, &evil("x"), &path("map.toml")]),
        "demo" => with(&[&["--players", "2", "--weeks", "0", "--seed", &evil("x")]]),
        "forecast" => with(&[&[one, two, "--runs", "1"]]),
        // Served by another program, which may not be there: what is wrong with the words is told by this one.
        "serve" => with(&[&["--port", &evil("x")]]),
        "member list" | "member invite" | "member revoke" | "member dismiss" => with(&[&[&evil("x"), "--frob"]]),
        "completions" => with(&[&["bash"]]),
        "man" => with(&[&[&path("man")]]),
        other => panic!("`renown {other}` is not in the table of this test: how is it tried?"),
    }
}

/// Lines that try a verb of the ground war with a pair, a word and a file of a stranger's.
fn ground(verb: &str, [pair, word, file]: [&str; 3]) -> Vec<Vec<String>> {
    let lines: &[&[&str]] = match verb {
        "ground army show" => &[&["trial-blue"], &[word]],
        "ground skirmish" => {
            &[&["--army", pair, "--army", "B=trial-red"], &["--army", "A=trial-blue", "--army", "B=trial-red"]]
        }
        "ground forecast" => &[&[file, "--runs", "1"]],
        other => panic!("`renown {other}` is not in the table of this test: how is it tried?"),
    };
    lines.iter().map(|line| line.iter().map(|word| (*word).to_owned()).collect()).collect()
}

/// Files that hold hostile text, as far as they can be read at all.
pub(crate) fn files() -> Folder {
    let folder = Folder::new();
    let text = r#""\u001b[2J\u202e<script>\u0007=1""#;
    folder.write("map.toml", format!("id = {text}\nname = {text}\n[[system]]\nid = {text}\nname = {text}\n"));
    folder.write("fleet.toml", format!("flagship = {text}\n{text} = 1\n[[vessel]]\nname = {text}\nships = [{text}]\n"));
    folder.write("line.jsonl", format!("{{{text}: \"\u{202e}\u{9b}\"}}\n"));
    folder.write(
        "duel.toml",
        format!(
            "ordnance = \"unused\"\nphase = \"shooting\"\nside = [{{ name = {text} }}, {{ name = \"B\" }}]\n\
             ship = [{{ name = {text}, class = \"lunar\", side = {text}, at = [60, 60], heading = 90 }}]\n"
        ),
    );
    folder
}
