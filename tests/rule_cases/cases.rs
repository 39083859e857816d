//! Runs the rule cases of `tests/rules`, and proves that a wrong one does not pass.

use std::path::Path;

use renown::cases::{self, Report};
use renown::cli::case_line::give;

#[test]
fn every_rule_case_holds() {
    let folder = cases::folder(Path::new(env!("CARGO_MANIFEST_DIR")));
    let report = cases::check(&[folder], give).unwrap_or_else(|problems| {
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("the cases cannot be read:\n{}", problems.join("\n"));
    });
    let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{} of the cases fail:\n\n{}", failures.len(), failures.join("\n\n"));
}

/// What becomes of one case that buys a Lunar and takes part with it after the start.
fn outcome(rest: &str) -> String {
    let text = format!(
        r#"
[[case]]
rules = ["FLEET-07"]
name = "a late ship"
given = [
    "new Test", "player add Anna --fleet gothic-sector --commander Daros", "fleet buy Anna lunar --name L1",
    "flagship Anna L1", "player add Bert --fleet chaos-incursion --commander Urlock", "fleet buy Bert murder --name M1",
    "flagship Bert M1", "start --pick Anna=Rebo --pick Bert=Hesk",
]
do = ["fleet buy Anna lunar --name L2 --ruling 'a new model'"]
{rest}
"#
    );
    match cases::read("late.toml", &text) {
        Ok(cases) => cases::run(&cases[0], give).map_or_else(|what| what, |()| "holds".to_owned()),
        Err(problems) => problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    }
}

#[test]
fn a_right_case_holds() {
    assert_eq!(outcome("dice = \"4\"\nstate = { \"vessel/L2/leadership\" = 7 }"), "holds");
}

#[test]
fn a_wrong_case_says_what_came_instead() {
    assert_eq!(outcome("dice = \"4\"\nstate = { \"vessel/L2/leadership\" = 8 }"), "vessel/L2/leadership is 7, not 8");
    assert_eq!(
        outcome("dice = \"4\"\nprints = [\"L2 rolls 4: Leadership 8 (FLEET-06)\"]"),
        "other lines\nexpected:\n  L2 rolls 4: Leadership 8 (FLEET-06)\nfound:\n  \
         Anna commissions L2, a Lunar class cruiser: 180 points (FLEET-03)\n  \
         Allowed by the arbitrator: the register is closed. Reason: a new model (FLEET-02)\n  \
         L2 rolls 4, -1: Leadership 7 (FLEET-07)"
    );
    assert_eq!(
        outcome("dice = \"4\"\nlacks = [\"Leadership 7\"]"),
        "\"Leadership 7\" is in what it prints:\n\
         Anna commissions L2, a Lunar class cruiser: 180 points (FLEET-03)\n\
         Allowed by the arbitrator: the register is closed. Reason: a new model (FLEET-02)\n\
         L2 rolls 4, -1: Leadership 7 (FLEET-07)\n"
    );
    assert_eq!(
        outcome("dice = \"4\"\nrefused = [\"no more ships (FLEET-02)\"]"),
        "`fleet buy Anna lunar --name L2 --ruling 'a new model'` is not refused; it prints:\n\
         Anna commissions L2, a Lunar class cruiser: 180 points (FLEET-03)\n\
         Allowed by the arbitrator: the register is closed. Reason: a new model (FLEET-02)\n\
         L2 rolls 4, -1: Leadership 7 (FLEET-07)\n"
    );
}

#[test]
fn every_die_is_accounted_for() {
    let state = "state = { \"vessel/L2/leadership\" = 7 }";
    let last = "`fleet buy Anna lunar --name L2 --ruling 'a new model'` is refused";
    assert_eq!(outcome(&format!("dice = \"4,2\"\n{state}")), format!("{last}: dice left over in the list: 2"));
    let missing = "the dice list has run out: 1 more needed for \"leadership: L2\"";
    assert_eq!(outcome(state), format!("{last}: {missing}"));
}

#[test]
fn a_case_that_cannot_be_read_names_its_problems() {
    let text = r#"
[[case]]
rules = ["FLEET-77", "FLEETT-07"]
name = "an unknown rule"
given = ["@nobody"]
do = ["new Test"]
sais = ["Test"]
"#;
    let problems = cases::read("wrong.toml", text).expect_err("the case is wrong");
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    let expected = [
        "wrong.toml:2: case \"an unknown rule\": nothing is expected: give prints, says, lacks, refused or state",
        "wrong.toml:3: case \"an unknown rule\": there is no rule FLEET-77; did you mean \"FLEET-07\"?",
        "wrong.toml:3: case \"an unknown rule\": there is no rule FLEETT-07; did you mean \"FLEET-07\"?",
        "wrong.toml:5: case \"an unknown rule\": there is no [[given]] called \"nobody\"",
        "wrong.toml:7: case \"an unknown rule\": unknown key `sais`; did you mean \"says\"?",
    ];
    assert_eq!(problems, expected);
}

#[test]
fn a_folder_that_there_is_not_is_a_problem() {
    let problems =
        cases::check(&[Path::new("tests/no-such-folder").to_owned()], give).map(|report: Report| report.passed);
    assert_eq!(problems.map_err(|problems| problems[0].file.clone()), Err("tests/no-such-folder".to_owned()));
}
