//! When something happened is the clock's to say, or the arbitrator's: no player lets a limit pass by naming a time, and
//! the arbitrator none that is still to come.

use crate::support::{Folder, Said};

/// A war with a battle that Anna has reported and Bert has not confirmed.
fn reported() -> Folder {
    let folder = Folder::new();
    let lines: [&[&str]; 18] = [
        &["new", "War", "--option", "composition=off"],
        &["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "Marr"],
        &["player", "add", "Bert", "--fleet", "chaos-incursion", "--commander", "Urlock"],
        &["fleet", "buy", "Anna", "lunar", "--name", "Agrippa"],
        &["fleet", "buy", "Bert", "murder", "--name", "Knife"],
        &["flagship", "Anna", "Agrippa"],
        &["flagship", "Bert", "Knife"],
        &["start", "--dice", "6,5,4,4", "--pick", "Anna=Rebo", "--pick", "Bert=Lithore"],
        &["challenge", "Anna", "Bert", "--accept"],
        &["battle", "next", "1", "--dice", "5,3"],
        &["battle", "next", "1", "--dice", "5"],
        &["battle", "next", "1", "--scenario", "Fleet Engagement"],
        &["battle", "next", "1", "--system", "Nman"],
        &["battle", "next", "1"],
        &["battle", "next", "1", "--fleet", "Anna=all", "--fleet", "Bert=all"],
        &["battle", "next", "1", "--dice", "1,5,1,5"],
        &["battle", "record", "1", "--turns", "3", "--as", "Anna"],
        &["battle", "status", "1"],
    ];
    for line in lines {
        folder.ok(line);
    }
    folder
}

fn refused(said: &Said, why: &str) {
    assert_eq!((said.code, said.err.lines().next()), (1, Some(why)), "{said:?}");
}

#[test]
fn a_player_has_no_time_of_his_own() {
    let folder = reported();
    let log = folder.ok(&["log", "--all"]);
    let why = "error: only the arbitrator says when something happened (CAMP-04)";
    for line in [
        &["battle", "next", "1"] as &[&str],
        &["battle", "next", "1", "--dry-run"],
        &["battle", "confirm", "1"],
        &["challenge", "Anna", "Bert"],
        &["player", "away", "Anna", "--until", "2027-01-01"],
    ] {
        let said = folder.run(&[line, &["--as", "Anna", "--at", "2026-12-20"]].concat()).go();
        refused(&said, why);
    }
    assert_eq!(folder.ok(&["log", "--all"]), log, "something was recorded");
    // By the clock the limit passes.
    let said = folder.run(&["battle", "next", "1", "--as", "Anna"]).env("RENOWN_NOW", "2026-12-20").go();
    assert!(said.out.contains("is confirmed by silence"), "{said:?}");
}

#[test]
fn the_arbitrator_tells_of_the_past() {
    let folder = reported();
    let ahead = folder.run(&["battle", "next", "1", "--at", "2026-12-20"]).go();
    refused(&ahead, "error: 2026-12-20 12:00 is still to come (CAMP-04)");
    let ahead = folder.run(&["week", "--at", "2026-12-20"]).go();
    refused(&ahead, "error: 2026-12-20 12:00 is still to come (CAMP-04)");
    let amended = ["amend", "17", "--yes", "--after", "--", "battle", "confirm", "1", "--at", "2026-12-20"];
    refused(&folder.run(&amended).go(), "error: what is still to come cannot have been given then (CAMP-04)");
    // A past is told as ever; his ruling stands in the journal where he goes ahead of the clock.
    folder.ok(&["player", "away", "Bert", "--until", "2026-12-01", "--at", "2026-11-16T19:00"]);
    folder.ok(&["battle", "next", "1", "--at", "2026-12-20", "--ruling", "Bert has said so"]);
    assert!(folder.ok(&["log", "--all"]).contains("Ruling: Bert has said so"));
}

#[test]
fn a_clock_that_makes_no_sense_is_refused() {
    let said = Folder::new().run(&["status"]).env("RENOWN_NOW", "tomorrow").go();
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.starts_with("error: RENOWN_NOW is \"tomorrow\": write a time as"), "{said:?}");
}
