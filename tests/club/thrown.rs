//! Dice that are typed in stand from the moment they are typed: a kill between two of them lets nobody throw anew, and
//! no other command about the same goes before them until they are used, or the arbitrator lets them drop on record.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Folder, NOW, RENOWN, content, open, settle};

const WAR: &[&str] = &[
    "new War --map cyclops",
    "player add Anna --fleet gothic-sector --commander Daros",
    "player add Bert --fleet chaos-incursion --commander Urlock",
    "fleet buy Anna lunar --name Agrippa",
    "fleet buy Anna gothic --name Vigil",
    "flagship Anna Agrippa",
    "fleet buy Bert murder --name Knife",
    "fleet buy Bert carnage --name Unclean",
    "flagship Bert Knife",
    "start --pick Anna=Rebo --pick Bert=Lithore --dice 5,5,3,2,4,4,4,4",
    "challenge Anna Bert --accept",
];

/// Anna and Bert roll for the initiative.
const INITIATIVE: [&str; 7] = ["battle", "next", "1", "--dice", "ask", "--as", "Anna"];

fn war() -> Folder {
    let folder = Folder::new();
    for line in WAR {
        folder.ok(&line.split(' ').collect::<Vec<_>>());
    }
    folder
}

fn kept(path: &Path) -> i64 {
    open(path).query_row("SELECT count(*) FROM thrown", [], |row| row.get(0)).expect("the file is readable")
}

/// Types so many dice in, waits until they are kept, and kills the program while it waits for the next.
fn killed(folder: &Folder, args: &[&str], dice: &[&str]) {
    let mut command = Command::new(RENOWN);
    command.args(args).env_clear().env("RENOWN_NOW", NOW).env("RENOWN_STEP", "1").current_dir(folder.path("."));
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let path = folder.path("campaign.renown");
    let before = kept(&path);
    for die in dice {
        writeln!(stdin, "{die}").expect("it takes dice");
    }
    let begun = Instant::now();
    while kept(&path) < before + i64::try_from(dice.len()).expect("few dice") {
        assert!(child.try_wait().is_ok_and(|ended| ended.is_none()), "it does not wait for the next die");
        assert!(begun.elapsed() < Duration::from_secs(60), "what was typed in is not kept");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("the program can be killed");
    child.wait().expect("it is gone");
}

#[test]
fn a_kill_between_two_dice_lets_nobody_throw_anew() {
    let folder = war();
    let path = folder.path("campaign.renown");
    killed(&folder, &INITIATIVE, &["2"]);
    folder.ok(&["verify"]);
    let refused = |args: &[&str], typed: &str, why: &str| {
        let before = content(&path);
        let said = folder.run(args).input(typed).go();
        assert!(said.code == 1 && said.err.contains(why), "{args:?}: {}", said.all());
        assert!(content(&path) == before && kept(&path) == 1, "{args:?} changed something");
    };
    let lie_open = "dice that you typed in for battle 1 stand";
    refused(&["battle", "next", "1", "--dice", "6,1", "--as", "Anna"], "", lie_open);
    refused(&["battle", "next", "1", "--as", "Anna"], "", lie_open);
    refused(&["battle", "next", "1", "--dice", "ask", "--as", "Bert"], "6\n1\n", "dice that somebody else typed in");
    refused(&["battle", "next", "1", "--dice", "ask"], "6\n1\n", "dice that somebody else typed in");
    refused(&["battle", "abandon", "1"], "", "dice that somebody else typed in");
    // What is about something else goes on.
    folder.ok(&["fleet", "rename", "Bert", "Unclean", "Filthy"]);
    // The first die is not asked for again: the one that is typed in is the second.
    let said = folder.run(&INITIATIVE).input("5\n").go();
    assert!(
        said.code == 0 && said.err.contains("What was typed in before stands: initiative: Anna = 2."),
        "{}",
        said.all()
    );
    assert_eq!(kept(&path), 0);
    let shown = folder.ok(&["show", "17"]);
    assert!(shown.contains("initiative: Anna: 2 (typed in)") && shown.contains("Bert: 5 (typed in)"), "{shown}");
    folder.ok(&["verify"]);
}

/// Puts the roll for the initiative after the challenge.
const AMEND: [&str; 11] =
    ["amend", "15", "--after", "--yes", "--dice", "ask", "--", "battle", "next", "1", "--as=Anna"];

#[test]
fn dice_typed_in_for_an_amendment_stand_as_well() {
    let folder = war();
    let path = folder.path("campaign.renown");
    folder.ok(&["fleet", "rename", "Bert", "Unclean", "Foul"]);
    killed(&folder, &AMEND, &["2"]);
    folder.ok(&["verify"]);
    let refused = |args: &[&str]| {
        let before = content(&path);
        let said = folder.run(args).input("6\n1\n").go();
        assert!(said.code == 1 && said.err.contains("for the amendment of entry 15 stand"), "{args:?}: {}", said.all());
        assert!(content(&path) == before && kept(&path) == 1, "{args:?} changed something");
    };
    refused(&["amend", "15", "--after", "--yes", "--", "battle", "next", "1", "--as", "Anna"]);
    refused(&["amend", "15", "--after", "--yes", "--dice", "6,1", "--", "battle", "next", "1", "--as", "Anna"]);
    refused(&["amend", "16", "--remove", "--yes", "--dice", "ask"]);
    // A dry run shows and keeps none of them; what is no amendment is not in their way.
    let dry = [&["--dry-run"], &AMEND[..]].concat();
    let said = folder.run(&dry).input("6\n1\n").go();
    assert!(said.code == 0 && !said.err.contains("stands") && kept(&path) == 1, "{}", said.all());
    folder.ok(&["fleet", "rename", "Bert", "Foul", "Unclean"]);
    let said = folder.run(&AMEND).input("5\n").go();
    assert!(
        said.code == 0 && said.err.contains("What was typed in before stands: initiative: Anna = 2."),
        "{}",
        said.all()
    );
    assert_eq!(kept(&path), 0);
    let shown = folder.ok(&["log", "--all", "--format", "json"]);
    assert!(shown.contains("initiative: Anna") && !shown.contains("unneeded"), "{shown}");
    folder.ok(&["verify"]);
}

#[test]
fn what_an_amendment_did_not_need_is_written_down_for_the_arbitrator() {
    let folder = war();
    let path = folder.path("campaign.renown");
    killed(&folder, &AMEND, &["2"]);
    let other = ["amend", "15", "--remove", "--yes", "--drop-unfit", "--ruling", "it was another evening"];
    folder.ok(&other);
    assert_eq!(kept(&path), 0);
    let shown = folder.ok(&["show", "16"]);
    assert!(shown.contains("initiative: Anna: 2 (typed in, unneeded)"), "{shown}");
    let shown = folder.ok(&["show", "16", "--as", "Bert"]);
    assert!(!shown.contains("initiative"), "{shown}");
    folder.ok(&["verify"]);
    folder.ok(&["export", "war.jsonl"]);
    folder.ok(&["import", "war.jsonl", "--campaign", "in.renown"]);
    folder.ok(&["undo"]);
    folder.ok(&["verify"]);
}

/// Captains fight, and the club throws the dice: what has fallen stands there as well.
#[test]
fn dice_typed_in_for_a_fight_of_captains_stand_as_well() {
    let folder = war();
    let path = folder.path("campaign.renown");
    for line in [
        "battle next 1 --dice 5,3",
        "battle next 1 --dice 1",
        "battle next 1 --scenario cruiser-clash",
        "battle next 1 --system Nman",
        "battle next 1 --points 500",
        "battle next 1 --fleet Anna=all --fleet Bert=all",
        "battle next 1 --dice 1,5,1,5",
    ] {
        folder.ok(&line.split(' ').collect::<Vec<_>>());
    }
    let rows = || -> i64 {
        open(&path).query_row("SELECT count(*) FROM fight", [], |row| row.get(0)).expect("the file is readable")
    };
    // What is another number of dice than were asked for is asked again.
    let faces = |round: usize, number: usize| -> String {
        (0..number).filter_map(|die| char::from_digit(u32::try_from((round + 5 * die) % 6 + 1).ok()?, 10)).collect()
    };
    let typed = |rounds: usize| -> String {
        (0..rounds).flat_map(|round| (1..=30).map(move |number| faces(round, number) + "\n")).collect()
    };
    let fight = ["battle", "fight", "1", "--dice", "ask"];
    let said = folder.run(&fight).input(&typed(30)).go();
    assert!(said.code == 0 && said.err.contains("Battle 1 is under way"), "{}", said.all());
    let fallen = rows();
    assert!(fallen > 0, "nothing was kept");
    folder.ok(&["verify"]);
    // Nobody begins it anew, with other dice, by other captains, or from the table.
    for (anew, why) in [
        (&["battle", "fight", "1", "--dice", "seed:y"][..], "was begun with other dice"),
        (&["battle", "fight", "1", "--captain", "Anna=cadet"], "is played by captain to its end"),
        (&["battle", "record", "1", "--turns", "3"], "is under way at the terminal"),
    ] {
        let said = folder.run(anew).go();
        assert!(said.code != 0 && said.err.contains(why) && rows() == fallen, "{anew:?}: {}", said.all());
    }
    // Who says nothing of dice goes on with his own, to the end.
    let said = folder.run(&["battle", "fight", "1"]).input(&typed(3000)).go();
    assert!(said.code == 0 && said.err.contains("Recorded as entry"), "{}", said.all());
    folder.ok(&["verify"]);
}

#[test]
fn who_stops_in_the_middle_goes_on_as_often_as_he_likes() {
    let folder = war();
    let path = folder.path("campaign.renown");
    let said = folder.run(&INITIATIVE).input("3\n").go();
    assert!(said.code == 1 && said.err.contains("nobody typed in the dice"), "{}", said.all());
    assert_eq!(kept(&path), 1);
    assert_eq!(folder.run(&INITIATIVE).input("").go().code, 1);
    assert_eq!((folder.run(&INITIATIVE).input("4\n").go().code, kept(&path)), (0, 0));
}

#[test]
fn the_arbitrator_lets_them_drop_on_record() {
    let folder = war();
    let path = folder.path("campaign.renown");
    killed(&folder, &INITIATIVE, &["1"]);
    let said = folder
        .run(&["battle", "next", "1", "--dice", "ask", "--ruling", "the die fell off the table"])
        .input("6\n2\n")
        .go();
    assert_eq!((said.code, kept(&path)), (0, 0), "{}", said.all());
    let shown = folder.ok(&["show", "16"]);
    for line in ["Ruling: the die fell off the table", "Anna: 6 (typed in)", "Anna: 1 (typed in, unneeded)"] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    folder.ok(&["verify"]);
    folder.ok(&["undo"]);
    folder.ok(&["verify"]);
}

#[test]
fn a_dry_run_keeps_nothing() {
    let folder = war();
    let dry = [&INITIATIVE[..], &["--dry-run"]].concat();
    assert_eq!(folder.run(&dry).input("3\n").go().code, 1);
    assert_eq!(kept(&folder.path("campaign.renown")), 0);
}

#[test]
fn dice_that_lie_open_are_proved_exported_and_copied() {
    let folder = war();
    let path = folder.path("campaign.renown");
    killed(&folder, &INITIATIVE, &["2"]);
    folder.ok(&["export", "war.jsonl"]);
    folder.ok(&["import", "war.jsonl", "--campaign", "in.renown"]);
    assert_eq!(content(&folder.path("in.renown")), content(&path));
    let text = String::from_utf8(folder.read("war.jsonl")).expect("text");
    folder.write(
        "changed.jsonl",
        text.replacen("\"faces\":[2],\"source\":\"typed\"", "\"faces\":[6],\"source\":\"typed\"", 1),
    );
    let said = folder.run(&["import", "changed.jsonl", "--campaign", "no.renown"]).go();
    assert!(said.code == 1 && said.err.contains("its hash does not follow"), "{}", said.all());
    settle(&path);
    open(&path).execute("UPDATE thrown SET body = replace(body, '[2]', '[6]')", []).expect("it can be changed");
    let said = folder.run(&["verify"]).go();
    assert!(
        said.code == 1 && said.all().contains("die 1 of line 1 that was typed in is not what was kept"),
        "{}",
        said.all()
    );
}
