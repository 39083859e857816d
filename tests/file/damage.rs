//! A file edited by hand, cut short, or not a campaign at all is named for what it is, and nothing is written to it.
//! What today's rules decide differently is no damage.
//!
//! One cut cannot be seen from within: the last entries taken away together with all they changed leave the campaign
//! as it was before them. Whoever fears that keeps the chain of the last entry elsewhere.

use renown::campaign::command::Command;
use renown::campaign::event::Event;
use renown::catalog::Catalog;
use renown::club::PROGRAM;
use renown::store::{Draft, Store};

use crate::support::{Folder, Said, campaign, open, settle};

const RESTORE: &str = "hint: `renown restore FILE` puts a backup back, `renown import` rebuilds an export; `renown verify` lists what is wrong\n";
const HINT: &str =
    "hint: `renown restore FILE` puts a backup back; `renown import` rebuilds an export made before the damage\n";

/// A campaign that somebody worked on with another program.
fn edited(sql: &str) -> Folder {
    let folder = Folder::new();
    let path = campaign(&folder);
    let connection = open(&path);
    connection.execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}")).expect("the edit is good SQL");
    drop(connection);
    settle(&path);
    folder
}

/// Runs a command that must leave the bytes of the file alone.
fn look(folder: &Folder, args: &[&str]) -> Said {
    let before = folder.read("campaign.renown");
    let said = folder.run(args).go();
    assert_eq!(folder.read("campaign.renown"), before, "{args:?} wrote");
    said
}

/// Verifies an edited campaign and compares all that is said.
fn assert_damage(sql: &str, damage: &[&str]) {
    let folder = edited(sql);
    let said = look(&folder, &["verify"]);
    // An expected line that ends with "…" gives the beginning only.
    let lines = said.out.lines().enumerate().map(|(index, line)| {
        let beginning =
            damage.get(index).and_then(|what| what.strip_suffix('…')).map(|what| format!("Damaged: {what}"));
        beginning.filter(|what| line.starts_with(what)).map_or_else(|| line.to_owned(), |what| format!("{what}…"))
    });
    let lines: Vec<String> = lines.collect();
    let expected: Vec<String> = damage.iter().map(|what| format!("Damaged: {what}")).collect();
    assert_eq!(lines, expected, "{sql}");
    assert_eq!((said.err, said.code), (format!("error: \"campaign.renown\" is damaged\n{HINT}"), 1), "{sql}");
}

#[test]
fn a_changed_command_is_noticed() {
    assert_damage(
        "UPDATE journal SET command = replace(command, 'Agrippa', 'Agripina') WHERE id = 5",
        &[
            "entry 5 is not what was recorded: its hash does not follow",
            "entry 5 decided again comes out otherwise: it was {\"event\":\"vessel-commissioned\",…",
        ],
    );
}

#[test]
fn a_changed_event_is_noticed() {
    assert_damage(
        "UPDATE event SET body = replace(body, '\"renown\":0', '\"renown\":7') WHERE journal_id = 2",
        &[
            "entry 2 is not what was recorded: its hash does not follow",
            "entry 2 decided again comes out otherwise: it was {\"event\":\"player-joined\",…",
        ],
    );
}

#[test]
fn an_event_filed_under_another_kind_or_rule_is_noticed() {
    let damage = "the events of entry 2 are filed under other kinds";
    assert_damage("UPDATE event SET kind = 'system-claimed' WHERE id = 2", &[damage]);
    let damage = "entry 2 is not what was recorded: its hash does not follow";
    assert_damage("UPDATE event SET rule = 'CAMP-99' WHERE id = 2", &[damage]);
}

#[test]
fn a_changed_die_is_noticed() {
    assert_damage(
        "UPDATE die SET faces = '6' WHERE id = 3",
        &[
            "entry 23 is not what was recorded: its hash does not follow",
            "entry 23 decided again comes out otherwise: it was {\"event\":\"leadership-rolled\",…",
        ],
    );
}

#[test]
fn a_deleted_event_is_noticed() {
    assert_damage(
        "DELETE FROM event WHERE id = (SELECT max(id) FROM event WHERE journal_id = 8)",
        &[
            "entry 8 is not what was recorded: its hash does not follow",
            "entry 8 decided again comes out otherwise: it had 2 events, today 3",
            "the former rows of entry 8 are not those it changed",
            "the state after entry 8 is not the one recorded",
            "the former rows of entry 12 are not those it changed",
            "the state after entry 12 is not the one recorded",
            "entry 19 decided again comes out otherwise: it would be refused: Boris: one battleship for every 3…",
            "the former rows of entry 23 are not those it changed",
            "the state after entry 23 is not the one recorded",
            "the rows of table event are not numbered without a gap",
        ],
    );
}

#[test]
fn a_changed_former_row_is_noticed() {
    assert_damage(
        "UPDATE change SET after = replace(after, 'Agrippa', 'Nemesis') WHERE journal_id = 5",
        &["the former rows of entry 5 are not those it changed"],
    );
}

#[test]
fn edited_renown_is_noticed_by_verify_and_check() {
    let sql = "UPDATE player SET renown = 40 WHERE name = 'Anna'";
    assert_damage(sql, &["the state is not the one the last entry left"]);
    let said = look(&edited(sql), &["check"]);
    assert_eq!(said.out, "renown of Anna: the tables say 40, the journal adds up to 1\n");
    assert_eq!(
        (said.err.as_str(), said.code),
        ("error: the campaign does not add up\nhint: `renown verify` says where it was damaged\n", 1)
    );
}

#[test]
fn swapped_marks_of_undone_entries_are_noticed() {
    assert_damage(
        "UPDATE journal SET undone_by = NULL WHERE id = 14; UPDATE journal SET undone_by = 17 WHERE id = 13",
        &["the marks of undone entries do not follow from the journal"],
    );
}

#[test]
fn a_deleted_last_entry_is_noticed() {
    assert_damage(
        "DELETE FROM change WHERE journal_id = 25; DELETE FROM event WHERE journal_id >= 25;
         DELETE FROM die WHERE journal_id >= 25; DELETE FROM change WHERE journal_id >= 25;
         DELETE FROM journal WHERE id >= 25",
        &["the state is not the one the last entry left"],
    );
}

#[test]
fn an_entry_missing_in_the_middle_is_noticed() {
    assert_damage(
        "DELETE FROM event WHERE journal_id = 18; DELETE FROM change WHERE journal_id = 18;
         DELETE FROM journal WHERE id = 18",
        &[
            "entry 18 is missing",
            "entry 19 is not what was recorded: its hash does not follow",
            "the former rows of entry 19 are not those it changed",
            "the state after entry 19 is not the one recorded",
            "the former rows of entry 21 are not those it changed",
            "the state after entry 21 is not the one recorded",
            "the former rows of entry 23 are not those it changed",
            "the state after entry 23 is not the one recorded",
            "the rows of table event are not numbered without a gap",
            "the rows of table change are not numbered without a gap",
        ],
    );
}

#[test]
fn an_entry_with_an_absurd_number_ends_no_walk() {
    assert_damage(
        "UPDATE journal SET id = 9000000000000000000 WHERE id = 28",
        &["entry 28 is missing", "entry 9000000000000000000 is not what was recorded: its hash does not follow"],
    );
}

#[test]
fn a_changed_schema_is_noticed() {
    assert_damage("DROP INDEX event_journal", &["the schema was changed"]);
    assert_damage("ALTER TABLE player ADD COLUMN favourite TEXT", &["the schema was changed"]);
    let folder = edited("ALTER TABLE journal RENAME TO diary");
    let said = look(&folder, &["verify"]);
    let message = "error: \"campaign.renown\" is damaged, or somebody changed it: it holds a table \"diary\"\n\
                   hint: nothing of that was run; `renown restore FILE` puts a backup back\n";
    assert_eq!((said.out.as_str(), said.err.as_str(), said.code), ("", message, 1));
    let folder = edited("DROP TABLE die");
    let said = look(&folder, &["log"]);
    let message = format!("error: \"campaign.renown\" is damaged: no such table: die\n{RESTORE}");
    assert_eq!((said.out.as_str(), said.err, said.code), ("", message, 1));
}

#[test]
fn a_vessel_without_figures_stops_no_command_by_a_panic() {
    let folder = edited("DELETE FROM design WHERE id = 1");
    let said = look(&folder, &["register"]);
    assert_eq!(
        said.err,
        "error: \"campaign.renown\" is damaged: vessel 1 has no owner, no ships or no figures\nhint: `renown restore FILE` puts a backup back, `renown import` rebuilds an export; `renown verify` lists what is wrong\n"
    );
    let said = look(&folder, &["verify"]);
    assert_eq!((said.out.as_str(), said.code), ("Damaged: the state is not the one the last entry left\n", 1));
}

#[test]
fn a_damaged_row_is_named_by_whoever_reads_it() {
    let folder = edited("UPDATE journal SET at = 'yesterday' WHERE id = 3");
    let said = look(&folder, &["log", "--all"]);
    let message = format!("error: \"campaign.renown\" is damaged: a value is not what was written\n{RESTORE}");
    assert_eq!((said.out.as_str(), said.err, said.code), ("", message, 1));
    let said = look(&folder, &["verify"]);
    assert_eq!(said.out.lines().next(), Some("Damaged: entry 3 cannot be read: a value is not what was written"));
}

#[test]
fn files_that_are_no_campaign_are_named() {
    let hint = "hint: --campaign FILE or RENOWN_CAMPAIGN names the campaign\n";
    let folder = Folder::new();
    let alien = folder.path("campaign.renown");
    open(&alien).execute_batch("CREATE TABLE diary (day TEXT); PRAGMA user_version = 1").expect("good SQL");
    let writing: &[&str] = &["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "Marr"];
    let all: [&[&str]; 4] = [&["status"], &["verify"], writing, &["undo"]];
    for content in [folder.read("campaign.renown"), b"dear diary\n".repeat(40), b"short".to_vec(), Vec::new()] {
        folder.write("campaign.renown", content);
        for args in all {
            let said = look(&folder, args);
            let message = format!("error: \"campaign.renown\" is not a campaign of renown\n{hint}");
            assert_eq!((said.out.as_str(), said.err, said.code), ("", message, 1), "{args:?}");
        }
    }
    std::fs::remove_file(&alien).expect("it is there");
    // Who looks at nothing is told how to begin.
    let said = folder.run(&["status"]).go();
    assert!(said.out.contains("There is no campaign in this folder.") && said.code == 0, "{said:?}");
    for args in &all[1..] {
        let message = "error: there is no campaign file \"campaign.renown\"\n\
             hint: `renown new NAME` opens one; --campaign FILE or RENOWN_CAMPAIGN names another\n";
        let said = folder.run(args).go();
        assert_eq!((said.out.as_str(), said.err.as_str(), said.code), ("", message, 1), "{args:?}");
    }
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn a_truncated_file_is_named() {
    let folder = Folder::new();
    campaign(&folder);
    let bytes = folder.read("campaign.renown");
    for length in [5, 16, 99, 100, 4095, 4096, 50_000, bytes.len() - 4096, bytes.len() - 1] {
        folder.write("campaign.renown", &bytes[..length]);
        let expected = if length < 100 { 100 } else { bytes.len() };
        let message = format!(
            "error: \"campaign.renown\" is truncated: {length} bytes of {expected} are there\n\
             hint: `renown restore FILE` puts a backup back, `renown import` rebuilds an export; `renown verify` lists what is wrong\n"
        );
        for args in [&["status"] as &[&str], &["verify"], &["undo"]] {
            let said = look(&folder, args);
            assert_eq!((said.out.as_str(), said.err.as_str(), said.code), ("", message.as_str(), 1), "{length}");
        }
    }
}

#[test]
fn other_schemas_are_named() {
    let newer = format!(
        "error: \"campaign.renown\" was made by a newer renown: its schema is 99, this program knows {}\n\
         hint: install the newer renown; nothing was changed\n",
        renown::store::SCHEMA
    );
    let none = "error: \"campaign.renown\" is damaged: its schema has no number\n\
                hint: `renown restore FILE` puts a backup back, `renown import` rebuilds an export; `renown verify` lists what is wrong\n";
    for (version, message) in [(99, newer.as_str()), (0, none)] {
        let folder = edited(&format!("PRAGMA user_version = {version}"));
        for args in [&["status"] as &[&str], &["verify"], &["undo"]] {
            let said = look(&folder, args);
            assert_eq!((said.out.as_str(), said.err.as_str(), said.code), ("", message, 1), "{args:?}");
        }
        assert_eq!(folder.files(), ["campaign.renown"]);
    }
}

#[test]
fn what_is_decided_differently_today_is_no_damage() {
    let folder = Folder::new();
    let path = campaign(&folder);
    let catalog = Catalog::embedded();
    let mut store = Store::open(&path).expect("the campaign opens");
    let before = store.load().expect("the campaign is readable");
    let anna = *before.campaign.players.keys().next().expect("Anna plays");
    // An older program, say, gave two renown for setting the deadline.
    let event = |to| Event::RenownChanged {
        player: anna,
        by: to - 1,
        to,
        reason: "a wise deadline".to_owned(),
        rule: "WIN-06".to_owned(),
    };
    let draft = |program: &str| Draft {
        at: before.campaign.about.as_ref().expect("it is open").opened,
        at_given: None,
        by: None,
        command: Command::SetDeadline { ends: None },
        ruling: Some("a long winter".to_owned()),
        dice: Vec::new(),
        events: vec![Event::DeadlineSet { ends: None }, event(3)],
        rules: vec!["WIN-06".to_owned(), "WIN-06".to_owned()],
        program: program.to_owned(),
        catalog: catalog.hash().to_owned(),
    };
    let after = store.record(&before, &[draft("renown 0.0.9")]).expect("it can be recorded");
    drop(store);
    settle(&path);
    let said = look(&folder, &["verify"]);
    assert_eq!((said.err.as_str(), said.code), ("", 0));
    assert_eq!(
        said.out,
        format!(
            "Entry 29 (renown 0.0.9) is decided differently today (WIN-06): it had 2 events, today 1\n\
             The campaign is whole: 29 entries, 23 commands decided again, 45 rows, state {}\n",
            &after.head.digest[..16]
        )
    );
    // An export of it is taken over as it is.
    folder.ok(&["export", "war.jsonl"]);
    folder.ok(&["--campaign", "again.renown", "import", "war.jsonl"]);
    assert_eq!(folder.run(&["--campaign", "again.renown", "verify"]).go(), said);
    // The same under today's own name is damage: this program cannot have decided it so.
    let mut store = Store::open(&path).expect("the campaign opens");
    let before = store.load().expect("the campaign is readable");
    let mut forged = draft(PROGRAM);
    forged.events = vec![event(5)];
    store.record(&before, &[forged]).expect("it can be recorded");
    drop(store);
    settle(&path);
    let said = look(&folder, &["verify"]);
    assert_eq!(said.code, 1);
    let last = said.out.lines().last().unwrap_or_default();
    assert_eq!(
        last,
        "Damaged: entry 30 decided again comes out otherwise: it would be refused: the deadline is already so"
    );
}
