//! A battle played at the terminal is never lost: every answer and die is kept as it is given, and nothing that happens
//! to the program, or that others record meanwhile, makes a second battle of it.

use std::cell::RefCell;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::OnceLock;
use std::time::Duration;

use renown::catalog::Catalog;
use renown::cli::{self, Io};
use renown::report::style::Style;
use renown::store::Store;
use rusqlite::Connection;

use crate::support::{self, Folder, NOW, Picks, RENOWN, Said, content, open, settle};

/// Two cruisers a side, ready to fight.
const WAR: &[&str] = &[
    "new War --map cyclops",
    "player add Anna --fleet gothic-sector --commander Daros",
    "player add Bert --fleet chaos-incursion --commander Urlock",
    "fleet buy Anna lunar --name Agrippa",
    "fleet buy Anna gothic --name Vigil",
    "fleet buy Anna sword:4 --name Lancers",
    "flagship Anna Agrippa",
    "fleet buy Bert murder --name Knife",
    "fleet buy Bert carnage --name Unclean",
    "fleet buy Bert infidel:4 --name Faithless",
    "flagship Bert Knife",
    "start --pick Anna=Rebo --pick Bert=Lithore --dice seed:war",
    "challenge Anna Bert --accept",
    "battle next 1 --dice 5,3",
    "battle next 1 --dice 1",
    "battle next 1 --scenario cruiser-clash",
    "battle next 1 --system Nman",
    "battle next 1 --points 500",
    "battle next 1 --fleet Anna=Agrippa,Vigil --fleet Bert=Knife,Unclean",
    "battle next 1 --dice 1,5,1,5",
];

const FIGHT: [&str; 7] = ["battle", "fight", "1", "--captain", "Anna=me", "--dice", "seed:kept"];

/// A campaign whose first battle can be fought.
fn war(folder: &Folder) -> PathBuf {
    static MADE: OnceLock<Vec<u8>> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let folder = Folder::new();
        for line in WAR {
            folder.ok(&line.split(' ').collect::<Vec<_>>());
        }
        settle(&folder.path("campaign.renown"));
        folder.read("campaign.renown")
    });
    folder.write("campaign.renown", made)
}

/// Usual answers without end, after a deployment. What deploys no more is no answer and harms nobody.
fn usual() -> String {
    format!("done\n{}", "\n".repeat(3000))
}

fn fight(folder: &Folder, args: &[&str], input: &str) -> Said {
    folder.run(args).input(input).go()
}

/// Plays until so many rows are kept, and is killed then.
fn killed(folder: &Folder, args: &[&str], after: i64) {
    let mut command = Command::new(RENOWN);
    command.args(args).env_clear().env("RENOWN_NOW", NOW).env("RENOWN_STEP", "1").current_dir(folder.path("."));
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let _ = stdin.write_all(usual().as_bytes());
    let path = folder.path("campaign.renown");
    while rows(&path) < after && child.try_wait().is_ok_and(|ended| ended.is_none()) {
        std::thread::sleep(Duration::from_micros(200));
    }
    child.kill().expect("the program can be killed");
    child.wait().expect("it is gone");
}

fn count(connection: &Connection, sql: &str) -> i64 {
    connection.query_row(sql, [], |row| row.get(0)).expect("the file is readable")
}

fn rows(path: &Path) -> i64 {
    count(&open(path), "SELECT count(*) FROM fight")
}

fn recorded(path: &Path) -> bool {
    count(&open(path), "SELECT count(*) FROM event WHERE kind = 'battle-reported'") > 0
}

/// The record of the battle: answers, dice and orders.
fn record(path: &Path) -> String {
    let sql = "SELECT json_extract(command, '$.fought.file') || coalesce(json_extract(command, '$.fought.deployed'), '') \
               FROM journal WHERE json_extract(command, '$.do') = 'record-battle'";
    open(path).query_row(sql, [], |row| row.get(0)).expect("it is recorded")
}

/// The campaign after a battle that nothing interrupted.
fn uninterrupted() -> &'static (String, String) {
    static MADE: OnceLock<(String, String)> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = Folder::new();
        let path = war(&folder);
        let said = fight(&folder, &FIGHT, &usual());
        assert!(said.code == 0 && said.out.contains("is won by") || said.out.contains("draw"), "{}", said.all());
        (content(&path), record(&path))
    })
}

fn rounds(usual: usize) -> usize {
    std::env::var("RENOWN_KILLS").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

#[test]
fn a_battle_killed_at_any_moment_goes_on_where_it_was() {
    let mut picks = Picks(7);
    let mut left = Vec::new();
    for _ in 0..rounds(2) {
        let folder = Folder::new();
        let path = war(&folder);
        for _ in 0..rounds(6) {
            let now = rows(&path);
            killed(&folder, &FIGHT, now + picks.next().cast_signed().rem_euclid(80));
            left.push(rows(&path));
            if recorded(&path) {
                break;
            }
        }
        if !recorded(&path) {
            let said = fight(&folder, &FIGHT, &usual());
            assert_eq!(said.code, 0, "{}", said.err);
        }
        // Every answer and every die is there, once, and none of them is another.
        assert!(content(&path) == uninterrupted().0, "a battle killed after {left:?} rows is another");
    }
    eprintln!("rows kept by killed runs: {left:?}");
}

/// The same at single calls on the file: between any two writes, and in the middle of one.
#[cfg(unix)]
#[test]
fn a_battle_killed_at_any_call_goes_on_where_it_was() {
    use crate::support::shim::{self, Fault, KILLED};
    let Some(shim) = shim::shim() else { return };
    let typed = Folder::new();
    let typed = (typed.write("typed.txt", usual()), typed);
    let input = || Stdio::from(std::fs::File::open(&typed.0).expect("it was written"));
    let folder = Folder::new();
    let path = war(&folder);
    let calls = shim::run_typed(shim, &folder, &FIGHT, Fault { calls: "write,sync", ..Fault::default() }, input());
    assert!(calls.said.code == 0 && content(&path) == uninterrupted().0, "{}", calls.said.all());
    let all = calls.calls.iter().filter(|call| call.number > 0).count();
    let mut picks = Picks(23);
    let mut kept = Vec::new();
    for round in 0..rounds(12) {
        let folder = Folder::new();
        let path = war(&folder);
        let (at, how) = (1 + picks.below(all), if round % 3 == 0 { "kill-half" } else { "kill" });
        let ended =
            shim::run_typed(shim, &folder, &FIGHT, Fault { calls: "write,sync", at, how, ever: false }, input());
        assert_eq!(ended.signal, Some(KILLED), "call {at} of {all}: {}", ended.said.all());
        let verified = folder.run(&["verify", "--quick"]).go();
        assert_eq!(verified.code, 0, "call {at} of {all}: {}", verified.all());
        kept.push((at, rows(&path)));
        if !recorded(&path) {
            let said = fight(&folder, &FIGHT, &usual());
            assert_eq!(said.code, 0, "call {at} of {all}: {}", said.err);
        }
        assert!(content(&path) == uninterrupted().0, "killed at call {at} of {all} it is another battle");
    }
    eprintln!("{all} calls; killed at and rows kept: {kept:?}");
}

#[test]
fn whatever_was_kept_is_the_beginning_of_the_same_battle() {
    let folder = Folder::new();
    let path = war(&folder);
    let said = fight(&folder, &FIGHT, &format!("done\n{}", "\n".repeat(40)));
    assert!(said.code == 0 && said.err.contains("Battle 1 is under way: turn "), "{}", said.all());
    settle(&path);
    let (whole, all) = (folder.read("campaign.renown"), rows(&path));
    assert!(all > 50, "{all} rows");
    let mut picks = Picks(11);
    let mut lengths = vec![0, 1, 2, 3, 4, all];
    lengths.extend((0..rounds(10)).map(|_| picks.next().cast_signed().rem_euclid(all)));
    for length in lengths {
        folder.write("campaign.renown", &whole);
        open(&path).execute("DELETE FROM fight WHERE number > ?1", [length]).expect("rows can be deleted");
        let said = fight(&folder, &FIGHT, &usual());
        assert_eq!(said.code, 0, "{length}: {}", said.err);
        assert!(content(&path) == uninterrupted().0, "taken up after {length} of {all} rows it is another battle");
    }
}

/// A cadet draws his answers: he goes on drawing where he was.
#[test]
fn a_cadet_is_the_same_after_a_pause() {
    let args = [&FIGHT[..], &["--captain", "Bert=cadet"]].concat();
    let played = |parts: &[usize]| {
        let folder = Folder::new();
        let path = war(&folder);
        for lines in parts {
            let said = fight(&folder, &args, &format!("usual\ndone\n{}", "\n".repeat(*lines)));
            assert_eq!(said.code, 0, "{}", said.err);
        }
        assert!(recorded(&path), "{parts:?}");
        content(&path)
    };
    assert!(played(&[3000]) == played(&[4, 11, 30, 3000]), "the cadet is another");
}

#[test]
fn entries_of_others_do_no_harm_and_what_takes_part_stays() {
    let folder = Folder::new();
    let path = war(&folder);
    let enter = |name: &str| {
        folder.ok(&["player", "add", name, "--fleet", "gothic-sector", "--commander", &format!("Captain {name}")])
    };
    let some = format!("usual\ndone\n{}", "\n".repeat(9));
    assert_eq!(fight(&folder, &FIGHT, &some).code, 0);
    enter("Carla");
    // The battle waits, whoever looks and however it is asked for.
    for args in [&["battle", "status", "1"][..], &["battle", "list", "--format", "csv"], &["status", "--as", "public"]]
    {
        let told = folder.ok(args);
        assert!(told.contains("under way: turn 2, Anna is asked"), "{args:?}: {told}");
    }
    let refused = |args: &[&str], why: &str| {
        let (before, said) = (content(&path), folder.run(args).input(&usual()).go());
        assert!(said.code != 0 && said.err.contains(why), "{args:?}: {}", said.all());
        assert!(content(&path) == before, "{args:?} changed something");
    };
    refused(&["battle", "fight", "1", "--captain", "Bert=me", "--dice", "seed:kept"], "battle 1 is under way");
    refused(&["battle", "fight", "1", "--captain", "Anna=captain", "--dice", "seed:kept"], "battle 1 is under way");
    refused(&["battle", "fight", "1"], "begun with other dice: seed");
    refused(&["battle", "fight", "1", "--dice", "seed:better"], "does not lead on");
    refused(&["battle", "fight", "1", "--dice", "seed:kept", "--dry-run"], "played for good");
    refused(&["battle", "fight", "1", "--dice", "seed:kept", "--as", "Carla"], "only Anna, Bert or the arbitrator");
    refused(&["battle", "record", "1", "--turns", "8"], "battle 1 is under way at the terminal");
    refused(&["battle", "next", "1"], "battle 1 is under way");
    refused(&["fleet", "rename", "Anna", "Agrippa", "Agricola"], "would change ships or table of battle 1");
    refused(&["battle", "abandon", "1", "--as", "Anna"], "only the arbitrator");
    refused(&["undo", "--as", "Anna"], "only the arbitrator");
    // What is not in the battle may change.
    folder.ok(&["fleet", "rename", "Anna", "Lancers", "Uhlans"]);
    // Somebody writes while it is played to its end.
    let mut command = Command::new(RENOWN);
    command
        .args(["battle", "fight", "1", "--dice", "seed:kept"])
        .env_clear()
        .env("RENOWN_NOW", NOW)
        .env("RENOWN_STEP", "1");
    command.current_dir(folder.path(".")).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let before = rows(&path);
    stdin.write_all(b"\n\n\n").expect("it takes answers");
    while rows(&path) == before {
        std::thread::sleep(Duration::from_millis(5));
    }
    enter("Doris");
    stdin.write_all(usual().as_bytes()).expect("it takes answers");
    drop(stdin);
    let said = support::said(child.wait_with_output().expect("it ends"));
    assert!(said.code == 0 && said.err.contains("Recorded as entry"), "{}", said.all());
    assert_eq!(record(&path), uninterrupted().1);
    let verified = folder.ok(&["verify"]);
    assert!(verified.contains("1 battle played again") && !verified.contains("Not proven"), "{verified}");
    // An undo leads back to the end of the same battle.
    folder.ok(&["undo"]);
    let (kept, told) = (rows(&path), folder.ok(&["battle", "fight", "1", "--dice", "seed:kept"]));
    assert!(told.contains("is won by") && rows(&path) == kept, "{told}");
    folder.ok(&["verify"]);
}

#[test]
fn a_battle_can_be_ended_by_the_arbitrator_and_nobody_else_plays_on() {
    let folder = Folder::new();
    let path = war(&folder);
    assert_eq!(fight(&folder, &FIGHT, &format!("usual\ndone\n{}", "\n".repeat(5))).code, 0);
    let mut command = Command::new(RENOWN);
    command
        .args(["battle", "fight", "1", "--dice", "seed:kept"])
        .env_clear()
        .env("RENOWN_NOW", NOW)
        .env("RENOWN_STEP", "1");
    command.current_dir(folder.path(".")).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let before = rows(&path);
    stdin.write_all(b"\n").expect("it takes answers");
    while rows(&path) == before {
        std::thread::sleep(Duration::from_millis(5));
    }
    // Two sit at the same battle: who comes second is told so.
    assert_eq!(fight(&folder, &["battle", "fight", "1", "--dice", "seed:kept"], "\n\n").code, 0);
    stdin.write_all(b"\n").expect("it takes answers");
    drop(stdin);
    let said = support::said(child.wait_with_output().expect("it ends"));
    assert!(said.code != 0 && said.err.contains("played on elsewhere"), "{}", said.all());
    folder.ok(&["battle", "abandon", "1"]);
    let said = fight(&folder, &["battle", "fight", "1", "--dice", "seed:kept"], &usual());
    assert!(said.code != 0 && said.err.contains("no open battle 1"), "{}", said.all());
    // Taken back, it is under way again, with all that was kept.
    folder.ok(&["undo"]);
    let said = fight(&folder, &["battle", "fight", "1", "--dice", "seed:kept"], &usual());
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(record(&path), uninterrupted().1);
}

/// Changes the first row that `change` changes, and makes the hashes of all follow again.
fn forge(path: &Path, change: &dyn Fn(&str) -> String) {
    let connection = open(path);
    let first = "SELECT chain FROM journal WHERE id = (SELECT min(journal_id) FROM fight)";
    let mut chain: String = connection.query_row(first, [], |row| row.get(0)).expect("it is readable");
    let mut query =
        connection.prepare("SELECT id, journal_id, number, at, body FROM fight ORDER BY number").expect("sql");
    let read = |row: &rusqlite::Row<'_>| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?, row.get(3)?, row.get::<_, String>(4)?))
    };
    let rows: Vec<(i64, i64, i64, String, String)> =
        query.query_map([], read).expect("sql").collect::<rusqlite::Result<_>>().expect("they are readable");
    let mut forged = false;
    for (id, entry, number, at, body) in rows {
        let new = if forged { body.clone() } else { change(&body) };
        forged |= new != body;
        let line = format!("{{\"entry\":{entry},\"number\":{number},\"at\":\"{at}\",\"by\":null,\"row\":{new}}}");
        chain = blake3::hash(format!("{chain}\n{line}").as_bytes()).to_hex().to_string();
        let sql = "UPDATE fight SET body = ?1, chain = ?2 WHERE id = ?3";
        connection.execute(sql, (&new, &chain, id)).expect("it can be changed");
    }
    assert!(forged, "there was nothing to forge");
}

/// Somebody who owns the file can make its hashes follow again; that answers and dice lead on he cannot.
#[test]
fn a_battle_under_way_is_played_again_by_verify() {
    let folder = Folder::new();
    let path = war(&folder);
    assert_eq!(fight(&folder, &FIGHT, &format!("done\n{}", "\n".repeat(12))).code, 0);
    let whole = folder.ok(&["verify"]);
    assert!(whole.contains(", 1 battle played again, "), "{whole}");
    assert!(folder.ok(&["verify", "--quick"]).contains(", 1 battle not played again, "));
    let tampered = |change: &dyn Fn(&str) -> String| {
        forge(&path, change);
        folder.ok(&["verify", "--quick"]);
        let said = folder.run(&["verify"]).go();
        assert!(said.code == 1, "{}", said.all());
        assert!(
            said.all().contains("what was kept of battle 1, which is under way, does not lead on: row "),
            "{}",
            said.all()
        );
    };
    settle(&path);
    let kept = folder.read("campaign.renown");
    tampered(&|row| row.replacen("\"faces\":[", "\"faces\":[6,", 1));
    folder.write("campaign.renown", &kept);
    tampered(&|row| row.replacen("\"answer\":\"", "\"answer\":\"not ", 1));
}

#[test]
fn what_was_kept_is_proved_exported_and_copied() {
    let folder = Folder::new();
    let path = war(&folder);
    assert_eq!(fight(&folder, &FIGHT, &format!("done\n{}", "\n".repeat(12))).code, 0);
    folder.ok(&["verify", "--quick"]);
    folder.ok(&["export", "out.jsonl"]);
    folder.ok(&["import", "out.jsonl", "--campaign", "in.renown"]);
    assert_eq!(content(&folder.path("in.renown")), content(&path));
    folder.ok(&["backup", "copy.renown"]);
    let said = fight(&folder, &[&FIGHT[..], &["--campaign", "copy.renown"]].concat(), &usual());
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(content(&folder.path("copy.renown")) == uninterrupted().0, "the copy goes on as the battle");
    // A row of an export that was changed is not taken over.
    let lines = String::from_utf8(folder.read("out.jsonl")).expect("text");
    let changed = lines.replacen("\"kept\":\"answer\",\"answer\":\"", "\"kept\":\"answer\",\"answer\":\"not ", 1);
    folder.write("changed.jsonl", changed);
    let said = folder.run(&["import", "changed.jsonl", "--campaign", "no.renown"]).go();
    assert!(said.code != 0 && said.err.contains("its hash does not follow"), "{}", said.all());
    settle(&path);
    let whole = folder.read("campaign.renown");
    let damages = [
        "UPDATE fight SET body = replace(body, '\"faces\":[', '\"faces\":[6,') WHERE number = 9",
        "UPDATE fight SET at = '2026-11-16T20:00:01' WHERE number = 9",
        "UPDATE fight SET player_id = 1 WHERE number = 9",
        "UPDATE fight SET chain = replace(chain, 'a', 'b') WHERE number = 9",
        "DELETE FROM fight WHERE number = 9",
    ];
    for damage in damages {
        folder.write("campaign.renown", &whole);
        let body = "SELECT number FROM fight WHERE body LIKE '%faces%' ORDER BY number LIMIT 1";
        let number = count(&open(&path), body);
        let sql = damage.replace("number = 9", &format!("number = {number}"));
        open(&path).execute_batch(&sql).expect("a stranger may write");
        for args in [&["verify"][..], &["verify", "--quick"], &["battle", "fight", "1", "--dice", "seed:kept"]] {
            let said = folder.run(args).go();
            let all = said.all();
            assert!(said.code != 0 && all.contains(&format!("row {number} of battle 1")), "{sql}, {args:?}: {all}");
        }
    }
}

/// Nobody hears of a captains' battle that is not recorded: to see its dice is to have fought it.
#[test]
fn captains_tell_nothing_before_it_is_recorded() {
    let folder = Folder::new();
    let path = war(&folder);
    folder.ok(&["scenario", "setup", "--battle", "1", "--dice", "seed:table"]);
    let holder = open(&path);
    holder.execute_batch("BEGIN IMMEDIATE").expect("the file can be held");
    let said = fight(&folder, &["battle", "fight", "1"], "");
    assert!(said.code != 0 && said.out.is_empty(), "{}", said.all());
    drop(holder);
    let told = folder.ok(&["battle", "fight", "1"]);
    assert!(told.contains("Anna attacks Bert") && recorded(&path), "{told}");
}

/// Others write while captains fight: the battle is recorded at whatever entry is last by then.
#[test]
fn captains_do_not_lose_a_race() {
    for round in 0..rounds(4) {
        let folder = Folder::new();
        let path = war(&folder);
        folder.ok(&["scenario", "setup", "--battle", "1", "--dice", "seed:table"]);
        let spawn = |args: &[&str]| {
            let mut command = Command::new(RENOWN);
            command.args(args).env_clear().env("RENOWN_NOW", NOW).env("RENOWN_STEP", "1").current_dir(folder.path("."));
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
            command.spawn().expect("the program starts")
        };
        let fought = spawn(&["battle", "fight", "1"]);
        let names = ["Carla", "Doris", "Edwin", "Frida"];
        let others = names.map(|name| {
            spawn(&["player", "add", name, "--fleet", "gothic-sector", "--commander", &format!("Captain {name}")])
        });
        for other in others {
            other.wait_with_output().expect("it ends");
        }
        let said = support::said(fought.wait_with_output().expect("it ends"));
        assert!(said.code == 0 && recorded(&path), "{round}: {}", said.all());
    }
}

/// Somebody at a terminal who answers what he is asked: dice by their number, everything else as usual.
#[derive(Clone)]
struct Player(Rc<RefCell<Desk>>);

struct Desk {
    said: String,
    /// Lines until he closes the lid.
    left: usize,
    rolled: usize,
}

impl Player {
    /// One who has rolled so many dice before.
    fn new(left: usize, rolled: usize) -> Self {
        Self(Rc::new(RefCell::new(Desk { said: String::new(), left, rolled })))
    }
}

impl Write for Player {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().said.push_str(&String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The same player as he types.
struct Hand {
    desk: Player,
    line: Vec<u8>,
    at: usize,
}

impl Read for Hand {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Hand {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.line.len() {
            let mut desk = self.desk.0.borrow_mut();
            self.at = 0;
            self.line.clear();
            if desk.left > 0 {
                desk.left -= 1;
                let question = desk.said.rsplit('\n').next().unwrap_or_default().to_owned();
                if let Some((_, roll)) = question.rsplit_once("Roll ") {
                    let number = roll.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(1);
                    for _ in 0..number {
                        desk.rolled += 1;
                        let face = Picks(desk.rolled as u64).below(6);
                        self.line.push(b'1' + u8::try_from(face).expect("a face"));
                    }
                } else if desk.said.ends_with("done)\n> ") {
                    self.line.extend(b"done");
                }
                self.line.push(b'\n');
            }
        }
        Ok(&self.line[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        self.at += amount;
    }
}

/// Lets a player play with dice that he types in, until he closes the lid; what he was told, and his dice so far.
fn sit(store: &mut Option<Store>, catalog: &Rc<Catalog>, line: &str, player: &Player) -> (String, usize) {
    let (mut out, mut err) = (Vec::new(), player.clone());
    let mut input = Hand { desk: player.clone(), line: Vec::new(), at: 0 };
    let style = Style { unicode: true, colour: false, width: 100 };
    let io = Io { out: &mut out, err: &mut err, input: &mut input, interactive: true, style, err_colour: false };
    let args: Vec<String> = line.split(' ').map(str::to_owned).chain(["--at".to_owned(), NOW.to_owned()]).collect();
    let done = cli::run_in_memory(&args, io, store, catalog);
    let refused = done.err().map_or_else(Vec::new, |error| error.messages).join("\n");
    let desk = player.0.borrow();
    (format!("{}{}{refused}", String::from_utf8_lossy(&out), desk.said), desk.rolled)
}

/// With the room that the program itself has.
#[test]
fn dice_typed_in_are_kept_as_they_are_typed() {
    let played = std::thread::Builder::new().stack_size(8 << 20).spawn(typed_in).expect("a thread");
    played.join().expect("it went well");
}

fn typed_in() {
    let catalog = Rc::new(Catalog::embedded());
    let begun = || {
        let mut store = None;
        for line in WAR.iter().chain(&["scenario setup --battle 1 --dice seed:table"]) {
            sit(&mut store, &catalog, line, &Player::new(0, 0));
        }
        store
    };
    let line = "battle fight 1 --captain Anna=me --captain Bert=me --dice ask";
    let mut whole = begun();
    let (told, _) = sit(&mut whole, &catalog, line, &Player::new(usize::MAX, 0));
    assert!(told.contains("Recorded as entry"), "{}", &told[told.len().saturating_sub(2000)..]);
    let export = |store: &Option<Store>| {
        let mut lines = Vec::new();
        store.as_ref().expect("a store").export(&mut lines).expect("it can be exported");
        String::from_utf8(lines).expect("text")
    };
    // The lid is closed after a few lines again and again, in the middle of answers too.
    let mut parts = begun();
    let (mut rolled, mut sittings) = (0, 0);
    loop {
        sittings += 1;
        assert!(sittings < 2000, "it never ends");
        let line = if sittings == 1 { line } else { "battle fight 1" };
        let (told, now) = sit(&mut parts, &catalog, line, &Player::new(7, rolled));
        rolled = now;
        if told.contains("Recorded as entry") && sittings > 1 {
            break;
        }
        assert!(told.contains("Battle 1 is under way"), "{told}");
    }
    eprintln!("{sittings} sittings, {rolled} dice");
    assert!(sittings > 10 && export(&parts) == export(&whole), "{sittings} sittings are another battle");
}
