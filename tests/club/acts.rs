//! What one typed command does is recorded as one, refused as one, taken back as one and brought back as one.

use std::rc::Rc;

use renown::catalog::Catalog;
use renown::cli::{self, Io};
use renown::club::{self, PROGRAM};
use renown::report::style::Style;
use renown::store::{Finding, Kind, Store, Turn};

use crate::support::{self, Folder, STATE, campaign, content, dump, open};

fn state(folder: &Folder) -> String {
    dump(&open(&folder.path("campaign.renown")), STATE).expect("the tables are readable")
}

/// The act of every entry.
fn acts(folder: &Folder) -> Vec<Option<i64>> {
    let connection = open(&folder.path("campaign.renown"));
    let mut query = connection.prepare("SELECT act FROM journal ORDER BY id").expect("the column is there");
    let rows = query.query_map([], |row| row.get(0)).expect("the journal is readable");
    rows.collect::<rusqlite::Result<_>>().expect("the journal is readable")
}

fn whole(folder: &Folder) {
    let said = folder.run(&["verify"]).go();
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said:?}");
    assert_eq!(folder.run(&["check"]).go().code, 0);
    let (exported, again) = (folder.path("export.jsonl"), folder.path("again.renown"));
    folder.ok(&["export", &exported.to_string_lossy()]);
    folder.ok(&["import", &exported.to_string_lossy(), "--campaign", &again.to_string_lossy()]);
    let export = folder.read("export.jsonl");
    folder.ok(&["export", "second.jsonl", "--campaign", &again.to_string_lossy()]);
    assert!(export == folder.read("second.jsonl"), "an import is not what was exported");
    for file in ["export.jsonl", "again.renown", "second.jsonl"] {
        std::fs::remove_file(folder.path(file)).expect("the test made it");
    }
}

/// Lines that are several commands in one, after which each of their parts stands or none.
const SEVERAL: &[(&[&str], usize)] = &[
    (&["challenge", "Anna", "Boris", "--accept"], 2),
    (&["option", "late-ship-leadership=-1", "--ends", "2027-02-01", "--ruling", "a long winter"], 2),
    (&["player", "join", "Emil", "--pick", "Platea", "--dice", "4"], 2),
];

#[test]
fn one_undo_takes_back_what_one_line_did_and_one_redo_brings_it_back() {
    let folder = Folder::new();
    for (line, parts) in SEVERAL {
        campaign(&folder);
        if line[0] == "option" {
            folder.ok(&["undo", "--to", "18"]);
        }
        if line[1] == "join" {
            folder.ok(&["fleet", "buy", "Emil", "sm-strike-cruiser", "--name", "Hammer", "--ruling", "a small club"]);
            folder.ok(&["flagship", "Emil", "Hammer"]);
        }
        let (before, entries) = (state(&folder), acts(&folder).len());
        let first = i64::try_from(entries).expect("few entries") + 1;
        let said = folder.run(line).go();
        assert_eq!(said.code, 0, "{line:?}: {}", said.err);
        let last = entries + parts;
        let says = format!("Recorded as entries {first} to {last}. Undo with `renown undo`.\n");
        assert!(said.err.starts_with(&says), "{line:?}: {}", said.err);
        assert_eq!(acts(&folder)[entries..], vec![Some(first); *parts], "{line:?}");
        let after = state(&folder);
        let told = folder.ok(&["undo"]);
        assert!(told.starts_with(&format!("Entries {first} to {last} are undone\n")), "{told}");
        assert_eq!((state(&folder), acts(&folder).len()), (before.clone(), entries + 2 * parts), "{line:?}");
        let told = folder.ok(&["redo"]);
        assert!(told.starts_with(&format!("Entries {first} to {last} are in force again\n")), "{told}");
        assert_eq!(state(&folder), after, "{line:?}");
        folder.ok(&["undo"]);
        assert_eq!(state(&folder), before, "{line:?}");
        whole(&folder);
        assert_eq!(folder.run(&["redo", "--dry-run"]).go().code, 0);
    }
}

#[test]
fn what_is_refused_in_the_middle_records_nothing_and_says_which_part() {
    let folder = Folder::new();
    let path = campaign(&folder);
    let was = content(&path);
    let said = folder.run(&["challenge", "Anna", "Boris", "--accept", "--as", "Anna"]).go();
    assert_eq!((said.code, said.out.as_str()), (1, ""), "{said:?}");
    let part = "hint: part 2 of what was given, accept challenge, is refused: nothing of it was recorded\n";
    assert!(said.err.ends_with(part), "{}", said.err);
    assert_eq!(content(&path), was);
    // The order is rolled and Anna's pick taken before Boris's is refused.
    folder.ok(&["undo", "--to", "18"]);
    let was = content(&path);
    let said = folder.run(&["start", "--pick", "Anna=Rebo", "--pick", "Boris=Rebo"]).go();
    assert_eq!((said.code, said.out.as_str()), (1, ""), "{said:?}");
    assert!(said.err.contains("hint: part 3 of what was given, pick system, is refused"), "{}", said.err);
    assert_eq!(content(&path), was);
    // Dice that run out in the last part refuse the first as well, and so do dice that are left.
    for (dice, why) in
        [("5,3,4,4", "the dice list has run out"), ("5,3,4,4,4,4,4,4,1", "dice left over in the list: 1")]
    {
        let line = ["start", "--pick", "Anna=Rebo", "--pick", "Boris=Nman", "--base", "Dagny=Platea", "--dice", dice];
        let said = folder.run(&line).go();
        assert!(said.code == 1 && said.out.is_empty() && said.err.contains(why), "{said:?}");
        assert_eq!(content(&path), was, "{dice}");
    }
}

#[test]
fn undo_to_an_entry_takes_back_everything_after_it_as_one() {
    let folder = Folder::new();
    let path = campaign(&folder);
    let (before, was) = (state(&folder), content(&path));
    let past = folder.ok(&["register", "--as-of", "18"]);
    let said = folder.run(&["undo", "--to", "18", "--dry-run"]).go();
    assert_eq!((said.code, said.err.as_str()), (0, "A dry run: nothing was recorded.\n"));
    assert!(said.out.starts_with("6 entries from 19 to 26 would be undone\n"), "{}", said.out);
    assert!(said.out.contains("  Anna holds Verstap"), "{}", said.out);
    assert_eq!(content(&path), was);
    let said = folder.run(&["undo", "--to", "18"]).go();
    assert_eq!((said.code, said.err.as_str()), (0, "Recorded as entries 29 to 34. `renown redo` takes it back.\n"));
    assert_eq!(folder.ok(&["register"]), past);
    whole(&folder);
    folder.ok(&["redo"]);
    assert_eq!(state(&folder), before);
    whole(&folder);
    let refused = |args: &[&str], why: &str| {
        let was = content(&path);
        let said = folder.run(args).go();
        assert!(said.code == 1 && said.out.is_empty() && said.err.contains(why), "{args:?}: {said:?}");
        assert_eq!(content(&path), was, "{args:?}");
    };
    // Entries 19 to 21 were given as one.
    refused(&["undo", "--to", "20"], "entry 20 and entry 21 were given as one");
    refused(&["undo", "--to", "99"], "there is no entry 99");
    // Entry 15 undid entry 14, and 16 brought it back; then 17 undid it for good.
    refused(&["undo", "--to", "14"], "undoing does not lead back to entry 14: entries 15, 16 and 17 turned back");
    refused(&["undo", "--to", "16"], "undoing does not lead back to entry 16: entry 17 turned back");
    refused(&["undo", "--to", "40"], "there is nothing to undo");
    refused(&["undo", "--to", "18", "--as", "Anna"], "only the arbitrator undoes and redoes");
    folder.ok(&["undo", "--to", "15"]);
    whole(&folder);
}

#[test]
fn an_amendment_within_an_act_goes_before_the_act_is_undone() {
    let folder = Folder::new();
    campaign(&folder);
    let before = state(&folder);
    folder.ok(&["challenge", "Anna", "Boris", "--accept"]);
    let both = state(&folder);
    folder.ok(&["amend", "29", "--yes", "--", "challenge", "Boris", "Anna"]);
    whole(&folder);
    let amended = state(&folder);
    assert_ne!(amended, both);
    folder.ok(&["undo"]);
    assert_eq!(state(&folder), both);
    folder.ok(&["undo"]);
    assert_eq!(state(&folder), before);
    folder.ok(&["redo"]);
    folder.ok(&["redo"]);
    assert_eq!(state(&folder), amended);
    whole(&folder);
    // With the amendment goes what stood before it, which is of the act as well.
    folder.ok(&["undo", "--to", "28"]);
    assert_eq!(state(&folder), before);
    whole(&folder);
    folder.ok(&["redo"]);
    assert_eq!(state(&folder), amended);
    whole(&folder);
}

#[test]
fn the_second_part_of_an_act_is_amended_like_any_entry() {
    let folder = Folder::new();
    campaign(&folder);
    let before = state(&folder);
    folder.ok(&["challenge", "Anna", "Boris", "--accept"]);
    let both = state(&folder);
    folder.ok(&["amend", "30", "--yes", "--", "battle", "next", "1", "--decline"]);
    whole(&folder);
    folder.ok(&["undo"]);
    assert_eq!(state(&folder), both);
    folder.ok(&["undo"]);
    assert_eq!(state(&folder), before);
    // Several that take the place of one go with the amendment.
    folder.ok(&["undo", "--to", "18"]);
    let mustered = state(&folder);
    folder.ok(&["fleet", "rename", "Anna", "Agrippa", "Other"]);
    let renamed = state(&folder);
    let number = acts(&folder).len().to_string();
    folder.ok(&["amend", &number, "--yes", "--", "option", "late-ship-leadership=-1", "--ends", "none"]);
    whole(&folder);
    folder.ok(&["undo"]);
    assert_eq!(state(&folder), renamed);
    folder.ok(&["undo"]);
    assert_eq!(state(&folder), mustered);
    whole(&folder);
}

#[test]
fn half_an_act_cannot_be_turned_back_unnoticed() {
    let folder = Folder::new();
    let path = campaign(&folder);
    folder.ok(&["challenge", "Anna", "Boris", "--accept"]);
    folder.ok(&["undo"]);
    folder.ok(&["export", "whole.jsonl"]);
    let text = String::from_utf8(folder.read("whole.jsonl")).expect("an export is text");
    let short: Vec<&str> = text.lines().take(31).collect();
    folder.write("short.jsonl", short.join("\n"));
    let said = folder.run(&["import", "short.jsonl", "--campaign", "short.renown"]).go();
    assert_eq!(said.code, 1);
    assert!(said.err.contains("entry 30 is turned back without entry 29, which is of the same act"), "{}", said.err);
    folder.ok(&["redo"]);
    let catalog = Catalog::embedded();
    let mut store = Store::open(&path).expect("the file opens");
    let head = store.load().expect("it is readable").head;
    let at = support::NOW.parse().expect("a time");
    let turn = Turn { at, at_given: None, by: None, program: PROGRAM, catalog: catalog.hash() };
    store.turn_back(&head, &[30], Kind::Undo, turn).expect("the file takes it");
    let verified = club::verify(&store, &catalog, true).expect("it is readable");
    let found =
        |finding: &Finding| matches!(finding, Finding::Damaged { what, .. } if what.contains("without entry 29"));
    assert!(verified.findings.iter().any(found), "{:?}", verified.findings);
}

#[test]
fn the_journal_shows_what_was_given_together_to_those_who_may_see_the_first() {
    let folder = Folder::new();
    campaign(&folder);
    folder.ok(&["challenge", "Anna", "Boris", "--accept"]);
    assert!(folder.ok(&["log"]).contains("Together with entry 29"));
    assert!(folder.ok(&["show", "30"]).contains("  Together with entry 29\n"));
    let json: serde_json::Value = serde_json::from_str(&folder.ok(&["show", "30", "--format", "json"])).expect("JSON");
    assert_eq!(json["act"], 29);
    folder.ok(&["undo", "--to", "21"]);
    // A base is hidden, then the campaign begins.
    folder.ok(&["start", "--base", "Dagny=Rebo", "--dice", "4,3,6,1,2,5"]);
    let log = folder.ok(&["log", "--as", "public", "--format", "json"]);
    let rows: Vec<serde_json::Value> = serde_json::from_str(&log).expect("JSON");
    let last = rows.last().expect("there is one");
    assert!(last["says"].to_string().contains("The campaign has begun"), "{last}");
    assert!(last.get("act").is_none(), "{last}");
}

#[test]
fn several_entries_are_one_document_for_a_script() {
    let folder = Folder::new();
    campaign(&folder);
    let said = folder.run(&["challenge", "Anna", "Boris", "--accept", "--format", "json"]).go();
    let json: serde_json::Value = serde_json::from_str(&said.out).expect("one document");
    assert_eq!((&json["entries"][0]["entry"], &json["entries"][1]["entry"]), (&29.into(), &30.into()));
    let says = "Recorded as entries 29 to 30. Undo with `renown undo`.\nDue: both roll for initiative.\n";
    assert_eq!(said.err, says);
    let json: serde_json::Value =
        serde_json::from_str(&folder.ok(&["undo", "--format", "json"])).expect("one document");
    assert_eq!(json, serde_json::json!({ "entry": 32, "of": 29, "turned": [29, 30], "kind": "undone" }));
}

/// Runs a line at a terminal where `typed` is typed in.
fn at_terminal(store: &mut Option<Store>, catalog: &Rc<Catalog>, line: &[&str], typed: &str) -> Result<String, String> {
    let (mut out, mut err, mut input) = (Vec::new(), Vec::new(), typed.as_bytes());
    let style = Style { unicode: true, colour: false, width: 100 };
    let io = Io { out: &mut out, err: &mut err, input: &mut input, interactive: true, style, err_colour: false };
    let words: Vec<String> = line.iter().chain(&["--at", support::NOW]).map(|word| (*word).to_owned()).collect();
    let done = cli::run_in_memory(&words, io, store, catalog);
    let told = format!("{}{}", String::from_utf8_lossy(&out), String::from_utf8_lossy(&err));
    done.map(|()| told).map_err(|error| error.messages.join("\n"))
}

#[test]
fn at_a_terminal_dice_are_recorded_before_who_saw_them_decides() {
    let (mut store, catalog) = (None, Rc::new(Catalog::embedded()));
    let mut run = |line: &[&str], typed: &str| at_terminal(&mut store, &catalog, line, typed);
    for line in [
        &["new", "War"] as &[&str],
        &["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "Marr"],
        &["player", "add", "Boris", "--fleet", "chaos-incursion", "--commander", "Vorgath"],
        &["fleet", "buy", "Anna", "lunar", "--name", "Agrippa", "--ruling", "a small club"],
        &["fleet", "buy", "Boris", "murder", "--name", "Knife", "--ruling", "a small club"],
        &["flagship", "Anna", "Agrippa"],
        &["flagship", "Boris", "Knife"],
    ] {
        run(line, "").expect("it is in order");
    }
    // The order is seen before the first pick; a pick that is refused is asked for again; then nobody answers.
    let told = run(&["start", "--dice", "5,3"], "Rebo\nRebo\n").expect("it stops there");
    assert!(told.contains("Recorded as entry 8.") && told.contains("Recorded as entry 9."), "{told}");
    assert!(told.contains("Due: Boris picks a system."), "{told}");
    // What is answered without dice in between is one.
    let told = run(&["start", "--dice", "4,4"], "Nman\n").expect("it begins");
    assert!(told.contains("Recorded as entries 10 to 11."), "{told}");
    let told = run(&["undo"], "").expect("it is undone");
    assert!(told.contains("Entries 10 to 11 are undone"), "{told}");
}

#[test]
fn a_dry_redo_tells_what_the_real_one_tells() {
    let folder = Folder::new();
    folder.ok(&["new", "War"]);
    folder.ok(&["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "Daros"]);
    folder.ok(&["fleet", "buy", "Anna", "lunar", "--name", "Agrippa"]);
    folder.ok(&["undo"]);
    let dry = folder.ok(&["redo", "--dry-run"]);
    assert!(dry.contains("Agrippa, a Lunar class cruiser"), "{dry}");
    assert_eq!(dry.replacen("would be", "is", 1), folder.ok(&["redo"]));
}
