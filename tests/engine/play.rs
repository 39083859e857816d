//! `renown play`, `replay` and `odds` as people meet them.

use crate::support::Folder;

const DUEL: &str = r#"ordnance = "unused"
phase = "shooting"
side = [{ name = "Anna" }, { name = "Bert" }]
ship = [
    { name = "Agrippa", class = "lunar", side = "Anna", at = [60, 60], heading = 90, leadership = 7 },
    { name = "Unclean", class = "murder", side = "Bert", at = [60, 80], heading = 180, leadership = 7 },
]
"#;

#[test]
fn a_battle_is_put_down_in_the_middle_of_an_attack_and_taken_up_again() {
    let folder = Folder::new();
    folder.write("duel.toml", DUEL);
    folder.write("first.txt", "Agrippa: port battery at Unclean   # before the brace\n");
    folder.write("then.txt", "brace\n");
    let args = ["play", "duel.toml", "--actions", "first.txt", "--save", "middle.toml", "--dice", ""];
    let said = folder.run(&args).go();
    assert_eq!(said.out, "Agrippa fires firepower 6 at Unclean, column 2: 4 dice (GUNNERY-01)\n");
    assert_eq!(
        said.err,
        "Bert braces Unclean against the fire of Agrippa, or not\nThe situation is in \"middle.toml\".\n"
    );
    let args = ["play", "middle.toml", "--actions", "then.txt", "--dice", "34 5111", "--svg", "table.svg"];
    let said = folder.run(&args).go();
    assert_eq!(
        said.out,
        "Unclean rolls 3, 4 for brace for impact: 7 against 7, passed (BRACE-03)\n\
         Unclean is on brace for impact (BRACE-03)\n\
         Agrippa rolls 5, 1, 1, 1 at Unclean, 5+: 1 hit (GUNNERY-04)\n\
         the shields of Unclean absorb a hit (SHIELD-01)\n\
         a blast marker at 60 77.15 (BLAST-02)\n"
    );
    let picture = String::from_utf8(folder.read("table.svg")).expect("text");
    assert!(picture.starts_with("<svg ") && picture.contains(">Agrippa</text>"), "{picture}");
}

#[test]
fn a_recorded_battle_is_told_again_with_pictures() {
    let folder = Folder::new();
    folder.write("duel.toml", DUEL);
    folder.write("actions.txt", "usual\n".repeat(40));
    let args = ["play", "duel.toml", "--actions", "actions.txt", "--dice", "seed:gothic", "--record", "battle.toml"];
    let played = folder.run(&args).go();
    assert_eq!(played.code, 0, "{}", played.err);
    let said = folder.run(&["replay", "battle.toml", "--svg", "frames"]).go();
    assert_eq!(said.code, 0, "{}", said.err);
    let told: Vec<&str> = said.out.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    assert_eq!(told, played.out.lines().collect::<Vec<_>>());
    assert_eq!(said.err, "41 pictures are in \"frames\".\n");
    let json = folder.ok(&["replay", "battle.toml", "--format", "json"]);
    assert!(json.starts_with("[\n  {\n    \"action\": "), "{json}");
}

#[test]
fn every_problem_of_a_situation_is_told_at_once() {
    let folder = Folder::new();
    folder.write(
        "wrong.toml",
        r#"phase = "shoting"
side = [{ name = "Anna" }, { name = "Bert" }]
ship = [
    { name = "Agrippa", class = "lunar", side = "Anna", at = [60, 60], heading = 400, hits = 9 },
    { name = "Lord", class = "lunnar", side = "Carl", at = [60] },
    { name = "Raider", class = "eldar-hellebore", side = "Bert", at = [60, 60], order = "lock" },
]
"#,
    );
    let said = folder.run(&["play", "wrong.toml"]).go();
    assert_eq!(said.code, 1);
    let lines: Vec<&str> = said.err.lines().collect();
    assert!(lines.iter().any(|line| line.contains("`phase` is \"shoting\"; did you mean \"shooting\"?")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("`heading` is 400, but must be 0 to 359")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("`hits` is 9, but it starts with 8")), "{lines:?}");
    assert!(
        lines.iter().any(|line| line.contains("there is no class \"lunnar\"; did you mean \"lunar\"?")),
        "{lines:?}"
    );
    assert!(lines.iter().any(|line| line.contains("`side` is \"Carl\", which is no side")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("`at` must be two numbers, [x, y]")), "{lines:?}");
}

#[test]
fn a_class_that_the_engine_does_not_play_is_refused_by_name() {
    let folder = Folder::new();
    folder.write("necrons.toml", DUEL.replace("\"murder\"", "\"scythe\""));
    let said = folder.run(&["play", "necrons.toml"]).go();
    assert_eq!(said.code, 1);
    assert!(said.err.contains("the rules of the necrons are not played"), "{}", said.err);
}

#[test]
fn an_action_that_is_refused_names_its_line() {
    let folder = Folder::new();
    folder.write("duel.toml", DUEL);
    folder.write("actions.txt", "# nothing to do\nAgrippa: starboard battery at Unclean\n");
    let said = folder.run(&["play", "duel.toml", "--actions", "actions.txt"]).go();
    assert_eq!(said.code, 1);
    assert_eq!(
        said.err,
        "error: actions.txt:2: the starboard weapons battery of Agrippa cannot fire at Unclean: it is not in its fire \
         arc (SHOOT-03)\n"
    );
}

#[test]
fn the_odds_of_an_attack_are_told_with_a_picture() {
    let folder = Folder::new();
    let said =
        folder.run(&["odds", "7", "dice", "at", "6+", "with", "lock", "on", "against", "2", "shields,", "braced"]).go();
    assert_eq!(
        said.out,
        "Hits, 2.14 on average\n   0    7.8 %  ███\n   1   24.0 %  ██████████\n   2   31.7 %  █████████████\n   \
         3   23.2 %  █████████\n   4   10.2 %  ████\n   5    2.7 %  █\n   6    0.4 %\n\nDamage, 0.27 on average\n   \
         0   78.0 %  ███████████████████████████████\n   1   17.8 %  ███████\n   2    3.7 %  █\n   3    0.4 %\n"
    );
    assert_eq!(folder.ok(&["odds", "leadership 8 with a re-roll"]), "Passed 92.3 %\n");
    let said = folder.run(&["odds", "5", "cats"]).go();
    assert_eq!(said.code, 2);
    assert!(said.err.starts_with("error: \"cats\" is not understood\nhint: such as "), "{}", said.err);
}
