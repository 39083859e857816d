//! Several at once: whoever comes second is decided again after the first, with the dice that have fallen, and no command
//! fails for it. `RENOWN_WRITERS=500 cargo test --test file races::` gives each of the eight writers 500 commands.

#![cfg(unix)]

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use renown::campaign::command::Command as Order;
use renown::catalog::Catalog;
use renown::club::{Act, ClubError, Giver, give};
use renown::dice::{Listed, Rolled};
use renown::store::{Snapshot, Store};

use crate::support::{Folder, NOW, RENOWN, Said, campaign, open, said};

const WRITERS: usize = 8;
/// Commands of one round of a writer, and entries.
const ROUND: (usize, usize) = (5, 6);

/// Eight pairs of players who are ready to fight.
fn pairs(folder: &Folder) {
    folder.ok(&["new", "War", "--map", "orar"]);
    for writer in 0..WRITERS {
        for (player, list, class) in [("Anna", "gothic-sector", "lunar"), ("Boris", "chaos-incursion", "murder")] {
            let (name, ship) = (format!("{player} {writer}"), format!("{class} {writer}"));
            folder.ok(&["player", "add", &name, "--fleet", list, "--commander", &name]);
            folder.ok(&["fleet", "buy", &name, class, "--name", &ship, "--ruling", "a small club"]);
            folder.ok(&["flagship", &name, &ship]);
        }
    }
    folder.ok(&["start", "--random", "--dice", "seed:1"]);
}

fn must(folder: &Folder, args: &[&str]) -> Said {
    let said = folder.run(args).go();
    assert_eq!(said.code, 0, "{args:?}: {}", said.err);
    said
}

/// One writer: his own pair challenge each other, roll, rename and break off, again and again.
fn write(folder: &Folder, writer: usize, rounds: usize) -> usize {
    let (anna, boris) = (format!("Anna {writer}"), format!("Boris {writer}"));
    let mut ship = format!("lunar {writer}");
    let mut overtaken = 0;
    for round in 0..rounds {
        let said = must(folder, &["challenge", &anna, &boris, "--accept", "--format", "json"]);
        let json: serde_json::Value = serde_json::from_str(&said.out).expect("one document");
        let battle = json["entries"][0]["events"][0]["battle"]["id"].to_string();
        let new = format!("lunar {writer}, {round}");
        // Both roll for initiative.
        let rolled = must(folder, &["battle", "next", &battle]);
        let others: [&[&str]; 3] = [
            &["player", "renown", &anna, "1", "--ruling", "he plays on"],
            &["fleet", "rename", &anna, &ship, &new],
            &["battle", "abandon", &battle],
        ];
        let more: Vec<Said> = others.iter().map(|line| must(folder, line)).collect();
        ship = new;
        overtaken +=
            [said, rolled].iter().chain(&more).filter(|said| said.err.contains("came first: this was")).count();
    }
    overtaken
}

#[test]
fn eight_writers_lose_no_race() {
    let commands: usize = std::env::var("RENOWN_WRITERS").ok().and_then(|number| number.parse().ok()).unwrap_or(50);
    let rounds = commands.div_ceil(ROUND.0);
    let folder = Folder::new();
    pairs(&folder);
    let path = folder.path("campaign.renown");
    let count = |sql: &str| open(&path).query_row(sql, [], |row| row.get::<_, i64>(0)).expect("it is readable");
    let before = count("SELECT max(id) FROM journal");
    let renown = count("SELECT sum(renown) FROM player");
    let overtaken: usize = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                scope.spawn({
                    let folder = &folder;
                    move || write(folder, writer, rounds)
                })
            })
            .collect();
        writers.into_iter().map(|writer| writer.join().expect("no command fails")).sum()
    });
    let wanted = |number: usize| i64::try_from(number).expect("few enough");
    assert_eq!(count("SELECT max(id) FROM journal") - before, wanted(WRITERS * rounds * ROUND.1));
    assert_eq!(count("SELECT sum(renown) FROM player") - renown, wanted(WRITERS * rounds));
    assert_eq!(count("SELECT count(*) FROM battle"), wanted(WRITERS * rounds));
    let together = format!("SELECT count(*) FROM journal WHERE act > {before}");
    assert_eq!(count(&together), wanted(2 * WRITERS * rounds));
    let named = format!("SELECT count(*) FROM vessel WHERE name LIKE 'lunar %, {}'", rounds - 1);
    assert_eq!(count(&named), wanted(WRITERS));
    let verified = folder.run(&["verify"]).go();
    assert_eq!((verified.code, verified.err.as_str()), (0, ""), "{}", verified.out);
    folder.ok(&["check"]);
    eprintln!("{} commands of {WRITERS} writers, {overtaken} decided again", WRITERS * rounds * ROUND.0);
    assert!(overtaken > 0, "nobody came second: this proves nothing");
}

/// Starts a run that waits for its dice, does something else meanwhile, and types the dice in.
fn overtaken(folder: &Folder, line: &[&str], meanwhile: &[&str], dice: &str) -> Said {
    let mut command = Command::new(RENOWN);
    command
        .args(line)
        .args(["--dice", "ask"])
        .env_clear()
        .env("RENOWN_NOW", NOW)
        .env("RENOWN_STEP", "1")
        .current_dir(folder.path(""));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    std::thread::sleep(Duration::from_millis(700));
    must(folder, meanwhile);
    child.stdin.take().expect("it is a pipe").write_all(dice.as_bytes()).expect("it waits for them");
    said(child.wait_with_output().expect("the program ends"))
}

#[test]
fn who_comes_second_keeps_his_dice_or_is_told_why_not() {
    let folder = Folder::new();
    campaign(&folder);
    folder.ok(&["challenge", "Anna", "Boris", "--accept"]);
    let rename = ["fleet", "rename", "Anna", "Agrippa", "Renamed"];
    let said = overtaken(&folder, &["battle", "next", "1"], &rename, "6\n2\n");
    assert!(said.code == 0 && said.out.contains("(6 to 2)"), "{said:?}");
    let says = "Entry 31 came first: this was decided again after that.\nRecorded as entry 32. Undo";
    assert!(said.err.starts_with(says), "{}", said.err);
    // The same step, taken by somebody else: it is not taken a second time, nor is the next one.
    let said = overtaken(&folder, &["battle", "next", "1"], &["battle", "next", "1", "--dice", "4"], "1\n");
    assert!(said.code == 1 && said.out.is_empty(), "{said:?}");
    assert!(said.err.starts_with("error: the step of battle 1 that is due is scenario"), "{}", said.err);
    assert!(said.err.contains("hint: entry 33 came first, by arbitrator: "), "{}", said.err);
    // Dice for players who are others now.
    folder.ok(&["undo", "--to", "18"]);
    folder.ok(&["player", "add", "Cora", "--fleet", "gothic-sector", "--commander", "C"]);
    let head = open(&folder.path("campaign.renown"))
        .query_row("SELECT max(id) FROM journal", [], |row| row.get::<_, i64>(0))
        .expect("the journal is readable");
    folder.ok(&["fleet", "buy", "Cora", "lunar", "--name", "Duke", "--ruling", "a small club"]);
    folder.ok(&["flagship", "Cora", "Duke"]);
    let said = overtaken(&folder, &["start"], &["undo", "--to", &(head - 1).to_string()], "6\n5\n4\n");
    assert!(said.code == 1 && said.out.is_empty(), "{said:?}");
    let says = "error: the dice that fell no longer fit what is decided: nothing asks for \"starting order: Cora\" any more; \
                nothing was recorded\nhint: give the command again, with new dice\n";
    assert!(said.err.starts_with(says), "{}", said.err);
    folder.ok(&["verify"]);
}

#[test]
fn an_undo_does_not_take_back_what_somebody_else_did_meanwhile() {
    let folder = Folder::new();
    let path = campaign(&folder);
    let catalog = Catalog::embedded();
    let mut store = Store::open(&path).expect("the file opens");
    let (head, of) = (store.load().expect("it is readable").head, store.to_undo().expect("there is something"));
    folder.ok(&["fleet", "rename", "Anna", "Agrippa", "Renamed"]);
    let turn = renown::store::Turn {
        at: NOW.parse().expect("a time"),
        at_given: None,
        by: None,
        program: renown::club::PROGRAM,
        catalog: catalog.hash(),
    };
    let turned = store.turn_back(&head, &of, renown::store::Kind::Undo, turn);
    assert!(matches!(turned, Err(renown::store::StoreError::HeadMoved { read: 28, now: 29 })), "{turned:?}");
}

fn giver() -> Giver {
    Giver { by: None, at: NOW.parse().expect("a time"), ruling: None, dry_run: false, at_given: None, sent: None }
}

/// Decides commands, lets another one come first, and records them.
fn after(
    store: &mut Store,
    catalog: &Catalog,
    commands: impl Fn(&Snapshot) -> Vec<Order>,
    first: impl Fn(&Snapshot) -> Order,
) -> Result<Snapshot, ClubError> {
    let before = store.load().expect("it is readable");
    let mut act = Act::new(before.clone(), giver());
    for command in commands(&before) {
        act.decide(command, catalog, &mut Rolled::from_seed("first"))?;
    }
    give(store, &before, first(&before), &giver(), catalog, &mut Listed::parse("").expect("an empty list"))?;
    let done = act.record(store, catalog).map_err(|failed| failed.why)?;
    assert_eq!(done.meanwhile, Some(before.head.id + 1..=before.head.id + 1));
    Ok(done.after)
}

#[test]
fn what_is_new_gets_the_number_that_is_free_now() {
    let folder = Folder::new();
    let path = campaign(&folder);
    let catalog = Catalog::embedded();
    let mut store = Store::open(&path).expect("the file opens");
    let players: Vec<_> = store.load().expect("it is readable").campaign.players.keys().copied().collect();
    let challenge = |challenger: usize, challenged: usize| {
        let (challenger, challenged) = (players[challenger], players[challenged]);
        move |now: &Snapshot| Order::Challenge { battle: now.campaign.next_battle(), challenger, challenged }
    };
    let accepted = |now: &Snapshot| {
        let battle = now.campaign.next_battle();
        vec![challenge(0, 1)(now), Order::AcceptChallenge { battle }]
    };
    let now = after(&mut store, &catalog, accepted, challenge(2, 1)).expect("both are recorded");
    let open: Vec<(u32, bool)> =
        now.campaign.battles.values().map(|battle| (battle.id.0, battle.answered.is_some())).collect();
    assert_eq!(open, [(1, false), (2, true)]);
    let add = |name: &'static str| {
        move |now: &Snapshot| Order::AddPlayer {
            player: now.campaign.next_player(),
            name: name.to_owned(),
            list: "gothic-sector".to_owned(),
            commander: name.to_owned(),
            commander_kind: None,
        }
    };
    let now = after(&mut store, &catalog, |now| vec![add("Gil")(now)], add("Hal")).expect("both are recorded");
    let names: Vec<&str> = now.campaign.players.values().skip(4).map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Hal", "Gil"]);
    // The same name twice is refused, and the first keeps it.
    let twice = after(&mut store, &catalog, |now| vec![add("Ida")(now)], add("Ida"));
    assert!(matches!(twice, Err(ClubError::Refused(_))), "{twice:?}");
    let verified = renown::club::verify(&store, &catalog, true).expect("it is readable");
    assert_eq!(verified.findings, []);
}
