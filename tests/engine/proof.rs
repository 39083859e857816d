//! What the engine fought is believed only as far as its record leads: a set-up that is rolled once, answers and dice that
//! are played again, and everything that was tampered with named.

use renown::campaign::command::Command;
use renown::campaign::refusal::Refusals;
use renown::campaign::state::BattleId;
use renown::campaign::turn::report::{Fought, Report};
use renown::campaign::turn::set_up::Choices;
use renown::catalog::Catalog;
use renown::club::{self, ClubError, Giver, PROGRAM, give};
use renown::dice::{Listed, Rolled};
use renown::store::{Draft, Finding, Recorded, Snapshot, Store};

use crate::support::month::moment;
use crate::support::{Folder, Run};

/// A war of two players and two battles, both fought by the engine.
fn war() -> (Folder, Store) {
    let folder = Folder::new();
    folder.ok(&["demo", "--players", "2", "--weeks", "1", "--out", "."]);
    std::fs::rename(folder.path("demo.renown"), folder.path("campaign.renown")).expect("the war was kept");
    let store = Store::open(&folder.path("campaign.renown")).expect("it opens");
    (folder, store)
}

/// The last entry in force whose command is of some kind.
fn last(store: &Store, is: impl Fn(&Command) -> bool) -> Recorded {
    let head = store.load().expect("it is readable").head.id;
    let all = store.entries(1..=head).expect("they are readable");
    let found =
        all.into_iter().rev().find(|recorded| recorded.in_force() && recorded.entry.command().is_some_and(|c| is(&c)));
    found.expect("there is one")
}

/// Takes everything back up to an entry, that included.
fn back_to(store: &mut Store, entry: u64, catalog: &Catalog) -> Snapshot {
    while store.entry(entry).expect("it is readable").is_some_and(|recorded| recorded.in_force()) {
        store.undo(moment(), None, PROGRAM, catalog.hash()).expect("there is enough to undo");
    }
    store.load().expect("it is readable")
}

/// A fought battle, taken back: the campaign before it, and its entry.
fn before_a_battle(store: &mut Store, catalog: &Catalog) -> (Snapshot, Recorded, BattleId, Report, Fought) {
    let recorded = last(store, |command| matches!(command, Command::RecordBattle { .. }));
    let before = back_to(store, recorded.entry.entry, catalog);
    let Some(Command::RecordBattle { battle, report, fought: Some(fought) }) = recorded.entry.command() else {
        panic!("the engine fought it");
    };
    (before, recorded, battle, report, *fought)
}

fn giver() -> Giver {
    Giver { by: None, at: moment(), ruling: None, dry_run: true, at_given: None, sent: None }
}

/// Something that is done to a record, and what is said of it.
type Tampering = (&'static str, fn(&mut Report, &mut Fought), &'static str);

/// Changes the first line of a battle file that fits.
fn change(fought: &mut Fought, is: impl Fn(&str) -> bool, to: impl Fn(&str) -> String) {
    let mut done = false;
    let lines = fought.file.lines().map(|line| {
        if !done && is(line) {
            done = true;
            return to(line);
        }
        line.to_owned()
    });
    fought.file = lines.collect::<Vec<_>>().join("\n") + "\n";
    assert!(done, "nothing was changed");
}

/// The list that a line of a battle file stands in.
fn rolls(line: &str) -> bool {
    line.ends_with("\",") && line.contains(" = ") && !line.contains('{')
}

const TAMPERED: [Tampering; 10] = [
    (
        "an answer is another",
        // Every ship that goes ahead as far as it can stays: for one whose speed is 0 that may be the same.
        |_, fought| fought.file = fought.file.replace(": ahead\",", ": stay\","),
        "answer ",
    ),
    ("an answer is left out", |_, fought| change(fought, |line| line == "    \"end\",", |_| String::new()), "answer "),
    (
        "an answer cannot be read",
        |_, fought| change(fought, |line| line == "    \"end\",", |_| "    \"finish\",".to_owned()),
        "`finish`: \"finish\" is not understood",
    ),
    (
        "a die has another purpose",
        |_, fought| change(fought, rolls, |line| line.replacen("    \"", "    \"other ", 1)),
        "the recorded roll was for \"other ",
    ),
    ("a die is left out", |_, fought| change(fought, rolls, |_| String::new()), ""),
    ("a die too many", |_, fought| change(fought, |line| line == "opens = true", |line| line.to_owned()), ""),
    (
        "the digest is another",
        |_, fought| fought.digest = Some("0".repeat(64)),
        "answers and dice lead to another end than the digest names",
    ),
    (
        "the ships stand elsewhere",
        |_, fought| {
            change(
                fought,
                |line| line.contains("at = [") && line.contains("class"),
                |line| line.replacen("at = [", "at = [1", 1),
            );
        },
        "it begins otherwise than it was set up",
    ),
    (
        "the report has another turn",
        |report, _| report.turns = Some(99),
        "the report is another: turns is 99, and would be ",
    ),
    (
        "a ship has another remark",
        |report, _| report.vessels[0].remarks.push("a fire".to_owned()),
        "the report is another: vessels.",
    ),
];

fn tampered(tampering: &Tampering, report: &Report, fought: &Fought) -> (Report, Fought) {
    let (mut report, mut fought) = (report.clone(), fought.clone());
    (tampering.1)(&mut report, &mut fought);
    if tampering.0 == "a die too many" {
        fought.file = fought.file.replacen("]\nopens", "    \"luck = 6\",\n]\nopens", 1);
    }
    (report, fought)
}

#[test]
fn a_report_that_the_record_does_not_lead_to_is_refused() {
    let catalog = Catalog::embedded();
    let (_folder, mut store) = war();
    let (before, _, battle, report, fought) = before_a_battle(&mut store, &catalog);
    let mut record = |report: Report, fought: Fought| -> Result<(), Refusals> {
        let command = Command::RecordBattle { battle, report, fought: Some(Box::new(fought)) };
        match give(&mut store, &before, command, &giver(), &catalog, &mut Rolled::from_seed("warp")) {
            Ok(_) => Ok(()),
            Err(ClubError::Refused(refusals)) => Err(refusals),
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(record(report.clone(), fought.clone()), Ok(()));
    for tampering in &TAMPERED {
        let (report, fought) = tampered(tampering, &report, &fought);
        let refused = record(report, fought).expect_err(tampering.0).to_string();
        let named = format!("the record of battle {} does not lead to its report: ", battle.0);
        assert!(refused.contains(&named) && refused.contains(tampering.2), "{}: {refused}", tampering.0);
    }
    // Without set-up, digest or purposes nothing is believed that is given now.
    let old = Fought { digest: None, ..fought };
    let refused = record(report, old).expect_err("there is no digest").to_string();
    assert!(refused.contains("there is no digest of the end"), "{refused}");
}

#[test]
fn what_was_tampered_with_in_the_file_is_named() {
    let catalog = Catalog::embedded();
    for tampering in &TAMPERED {
        let (_folder, mut store) = war();
        let (before, recorded, battle, report, fought) = before_a_battle(&mut store, &catalog);
        let (report, fought) = tampered(tampering, &report, &fought);
        // Whoever writes the file himself makes every hash fit.
        let entry = &recorded.entry;
        let draft = Draft {
            at: entry.at,
            at_given: entry.at_given,
            by: entry.by,
            command: Command::RecordBattle { battle, report, fought: Some(Box::new(fought)) },
            ruling: None,
            dice: entry.dice.clone(),
            events: entry.events().expect("they are readable"),
            rules: entry.rules.clone(),
            program: PROGRAM.to_owned(),
            catalog: catalog.hash().to_owned(),
        };
        let written = store.record(&before, std::slice::from_ref(&draft)).expect("the file takes it").head.id;
        let verified = club::verify(&store, &catalog, false).expect("it can be verified");
        let is_named = |finding: &Finding| match finding {
            Finding::Damaged { entry: Some(entry), what } => {
                // A report that is another has other events.
                let events = what.contains("it was {");
                *entry == written && (events || what.contains(&format!("the record of battle {}", battle.0)))
            }
            _ => false,
        };
        assert!(verified.findings.iter().any(is_named), "{}: {:?}", tampering.0, verified.findings);
        let quick = club::verify(&store, &catalog, true).expect("it can be verified");
        assert!(quick.battles == 0 && quick.unplayed > 0, "{quick:?}");
    }
}

#[test]
fn records_of_old_prove_what_they_can() {
    let catalog = Catalog::embedded();
    let (_folder, mut store) = war();
    let (before, recorded, battle, report, mut fought) = before_a_battle(&mut store, &catalog);
    fought.digest = None;
    let command = Command::RecordBattle { battle, report, fought: Some(Box::new(fought)) };
    let entry = &recorded.entry;
    let draft = Draft {
        at: entry.at,
        at_given: entry.at_given,
        by: entry.by,
        command,
        ruling: None,
        dice: entry.dice.clone(),
        events: entry.events().expect("they are readable"),
        rules: entry.rules.clone(),
        program: PROGRAM.to_owned(),
        catalog: catalog.hash().to_owned(),
    };
    let written = store.record(&before, std::slice::from_ref(&draft)).expect("the file takes it").head.id;
    let verified = club::verify(&store, &catalog, false).expect("it can be verified");
    let what = "there is no digest of the end".to_owned();
    assert_eq!(verified.findings, [Finding::NotProven { entry: written, battle, what }]);
}

#[test]
fn a_battle_in_an_amended_past_stands_by_its_own_record() {
    let (folder, store) = war();
    let fielded = |report: &Report| report.vessels[0].vessel;
    let recorded = last(&store, |command| matches!(command, Command::RecordBattle { battle: BattleId(1), .. }));
    let Some(Command::RecordBattle { battle, report, .. }) = recorded.entry.command() else { panic!("a battle") };
    let whole = store.whole().expect("it is readable").campaign;
    let vessel = &whole.vessels[&fielded(&report)];
    let owner = whole.players[&vessel.player].name.clone();
    drop(store);
    let after = (recorded.entry.entry - 1).to_string();
    let args = ["amend", "--after", &after, "--ruling", "it bore another name", "--yes", "--"];
    let rename = ["fleet", "rename", &owner, &vessel.name, "Another Name"];
    let said = folder.run(&[&args[..], &rename[..]].concat()).go();
    assert_eq!(said.code, 0, "{}", said.err);
    let verified = folder.ok(&["verify"]);
    assert!(verified.contains("The campaign is whole"), "{verified}");
    let open = format!("Not proven: battle {} of entry ", battle.0);
    assert!(verified.contains(&open) && verified.contains("what came before it was amended"), "{verified}");
}

#[test]
fn a_set_up_is_rolled_once_and_everybody_sees_the_same() {
    let catalog = Catalog::embedded();
    let (folder, mut store) = war();
    let recorded = last(&store, |command| matches!(command, Command::SetUpBattle { .. }));
    let before = back_to(&mut store, recorded.entry.entry, &catalog);
    let Some(Command::SetUpBattle { battle, .. }) = recorded.entry.command() else { panic!("a set-up") };
    assert_eq!(before.campaign.battles[&battle].set_up, None);
    drop(store);
    let number = battle.0.to_string();
    let [one, other] = before.campaign.battles[&battle].players().map(|id| before.campaign.players[&id].name.clone());
    let look = |who: &str| folder.ok(&["scenario", "setup", "--battle", &number, "--as", who]);
    // Nobody but the players and the arbitrator rolls it.
    let said = folder.run(&["scenario", "setup", "--battle", &number, "--as", "public"]).go();
    assert_ne!(said.code, 0, "{}", said.out);
    let rolled = look(&one);
    let shown = rolled.lines().skip_while(|line| !line.contains(": the table")).collect::<Vec<_>>().join("\n");
    assert!(!shown.is_empty(), "{rolled}");
    for who in [one.as_str(), &other, "public", "arbitrator"] {
        assert_eq!(look(who).trim_end(), shown, "{who} sees another table");
        let status = folder.ok(&["battle", "status", &number, "--as", who]);
        assert!(status.contains(&shown), "{who}: {status}\n{shown}");
    }
    let again = folder.run(&["scenario", "setup", "--battle", &number, "--zone", "6"]).go();
    assert!(again.err.contains("is set up already"), "{}", again.err);
    let json = folder.ok(&["scenario", "setup", "--battle", &number, "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert!(json["field"]["table"]["width"] == 180, "{json}");
    folder.ok(&["scenario", "setup", "--battle", &number, "--svg", "table.svg"]);
    assert!(String::from_utf8_lossy(&folder.read("table.svg")).starts_with("<svg"));
    // The battle is fought on it.
    let told = folder.ok(&["battle", "fight", &number, "--dice", "seed:1"]);
    let rule = shown.lines().last().unwrap_or_default().to_lowercase();
    assert!(told.to_lowercase().contains(&rule), "{told}\n{rule}");
    let verified = folder.ok(&["verify"]);
    assert!(!verified.contains("Not proven"), "{verified}");
    // Undo takes both back; the next table is another one.
    folder.ok(&["undo"]);
    folder.ok(&["undo"]);
    let status = folder.ok(&["battle", "status", &number]);
    assert!(!status.contains(": the table"), "{status}");
    let typed = Run::new(&["scenario", "setup", "--battle", &number, "--dice", "ask", "--as", &other])
        .within(&folder.path("."))
        .input(&"3\n".repeat(3))
        .go();
    assert!(typed.code != 0 && typed.err.contains("nobody typed in the dice"), "{}", typed.err);
}

#[test]
fn typed_dice_lay_the_table() {
    let catalog = Catalog::embedded();
    let (_folder, mut store) = war();
    let recorded = last(&store, |command| matches!(command, Command::SetUpBattle { .. }));
    let before = back_to(&mut store, recorded.entry.entry, &catalog);
    let Some(Command::SetUpBattle { battle, .. }) = recorded.entry.command() else { panic!("a set-up") };
    let lines = recorded.entry.dice.iter().map(|roll| {
        let faces: String = roll.faces.iter().map(|pip| pip.face().to_string()).collect();
        format!("{} = {faces}", roll.purpose)
    });
    let mut dice = Listed::parse(&lines.collect::<Vec<_>>().join("\n")).expect("faces");
    let command = Command::SetUpBattle { battle, choices: Choices::default() };
    let outcome = give(&mut store, &before, command, &giver(), &catalog, &mut dice).expect("the dice are all there");
    assert_eq!(Some(outcome.events), recorded.entry.events());
}
