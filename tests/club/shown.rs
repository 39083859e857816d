//! What was recorded is acknowledged, whatever becomes of standard output, and a script can tell it from a refusal.

#![cfg(unix)]

use std::process::{Command, Stdio};

use crate::support::{Folder, NOW, RENOWN, Said, campaign, content, open, said};

const FLEET: &str = "flagship = 'Knife'\n[[vessel]]\nname = 'Knife'\nships = ['murder']\n\
                     [[vessel]]\nname = 'Unclean'\nships = ['carnage']\n";
const REPORT: &str = "[[defender]]\nvessel = 'Knife'\nfate = 'hulk'\n[[attacker]]\nvessel = 'Vigil'\nhits-lost = 5\n";

/// Figures of a class that were corrected since.
const CORRECTED: &str = "id = 'imperial-navy'\n[[class]]\nid = 'lunar'\nname = 'Lunar class cruiser'\ntype = 'cruiser'\n\
                         hull = 'cruiser'\npoints = 200\nhits = 8\nspeed_cm = 20\nturn_degrees = 45\nshields = 3\n\
                         armour = { front = 6, side = 5, rear = 5 }\nturrets = 2\nconfidence = 'single source'\n";

/// A campaign in which every verb that records something has its turn.
const LINES: &[&str] = &[
    "new War --map cyclops --ends 2026-12-15",
    "player add Anna --fleet gothic-sector --commander Daros",
    "player add Bert --fleet chaos-incursion --commander Urlock",
    "player add Emil --fleet sm-codex --commander Rook",
    "player remove Emil",
    "fleet buy Anna lunar --name Agrippa",
    "fleet buy Anna gothic --name Vigil",
    "fleet buy Anna cobra:2 --name Hounds",
    "fleet sell Anna Hounds",
    "flagship Anna Agrippa",
    "fleet import Bert bert.toml",
    "player add Dagny --fleet eldar-corsairs-gothic --commander Ilthuin",
    "fleet buy Dagny eclipse --name Moon --ruling Kind",
    "flagship Dagny Moon",
    "fleet rename Bert Unclean Filthy",
    "option late-ship-leadership=-2 --ends 2026-12-20",
    "start --pick Anna=Rebo --pick Bert=Lithore --dice 5,5,3,2",
    "player base Dagny Platea",
    "start --dice 4,4,4,4,4",
    "challenge Anna Bert",
    "battle next 1 --accept",
    "battle next 1 --dice 5,3",
    "battle next 1 --dice 4",
    "battle next 1 --dice 5",
    "battle next 1 --system Nman",
    "battle next 1 --points 750",
    "battle next 1 --fleet Anna=Agrippa,Vigil --fleet Bert=all",
    "battle next 1 --dice 1,5,1,5",
    "scenario setup --battle 1 --dice seed:8",
    "battle record 1 report.toml --as Anna",
    "battle dispute 1 --reason No --as Bert",
    "battle record 1 report.toml --as Anna",
    "battle confirm 1 --as Bert",
    "battle next 1",
    "battle next 1",
    "battle next 1",
    "battle next 1 --dice 3,6,6,6",
    "battle next 1 --withdraw Vigil",
    "battle next 1",
    "challenge Bert Anna --accept",
    "battle next 2 --dice seed:4",
    "battle next 2 --dice seed:5",
    "battle next 2 --dice seed:6",
    "battle next 2 --system Halemnet",
    "battle next 2 --points 750",
    "battle next 2 --fleet Anna=fit --fleet Bert=fit",
    "battle next 2 --dice seed:7",
    "scenario setup --battle 2 --dice seed:9",
    "battle fight 2 --dice seed:1",
    "battle next 2 --no-claim",
    "battle abandon 2 --ruling Kind",
    "challenge Bert Anna --accept",
    "battle forfeit 3 --by Bert",
    "challenge Dagny Anna",
    "battle next 4 --decline",
    "player renown Anna 1 --ruling Kind",
    "player side Anna rebel",
    "map assign Verstap Anna --ruling Kind",
    "player away Anna --until 2026-11-20",
    "player add Farah --fleet chaos-incursion --commander Foul",
    "fleet buy Farah slaughter --name Saw --ruling Kind --unfinished",
    "flagship Farah Saw",
    "player join Farah --pick Halemnet --dice seed:2 --ruling Kind",
    "fleet trials Farah Saw",
    "pairings --dice seed:3",
    "undo",
    "redo",
    "undo --to 26",
    "redo",
    "undo",
    "player renown Bert 60 --ruling Kind",
    "player mark Bert khorne",
    "week --at 2026-11-23 --ruling early --dice seed:1",
    "player tell Anna --base-of Dagny --ruling Kind",
    "player leave Farah --ruling Kind",
    "player return Farah --pick Halemnet --dice seed:12 --ruling Kind",
    "amend 9 --yes -- fleet rename Anna Hounds Dogs",
    "fleet accept Anna Agrippa --data club",
    "finish --at 2026-12-21 --ruling early",
];

/// Where results go that nobody gets.
#[derive(Clone, Copy, Debug)]
enum Sink {
    /// A full disk.
    Full,
    /// A pipe that nobody reads.
    Unread,
}

fn run(folder: &Folder, line: &[&str], sink: Sink) -> Said {
    let stdout = match sink {
        Sink::Full => std::fs::File::options().write(true).open("/dev/full").expect("the system has it").into(),
        Sink::Unread => {
            let (reader, writer) = std::io::pipe().expect("there are pipes");
            drop(reader);
            Stdio::from(writer)
        }
    };
    let mut command = Command::new(RENOWN);
    // The same dice for every run; a line's own go before.
    let seed: &[&str] = if line.contains(&"--dice") { &[] } else { &["--dice", "seed:0"] };
    command
        .args(seed)
        .args(line)
        .env_clear()
        .env("RENOWN_NOW", NOW)
        .env("RENOWN_STEP", "1")
        .env("LC_ALL", "C.UTF-8")
        .current_dir(folder.path(""));
    said(command.stdin(Stdio::null()).stdout(stdout).stderr(Stdio::piped()).output().expect("the program starts"))
}

fn entries(folder: &Folder) -> i64 {
    let sql = "SELECT max(id) FROM journal";
    open(&folder.path("campaign.renown")).query_row(sql, [], |row| row.get(0)).expect("the journal is readable")
}

#[test]
fn every_verb_that_records_says_so_though_nothing_can_be_shown() {
    let mut ends = Vec::new();
    for sink in [Sink::Full, Sink::Unread] {
        let folder = Folder::new();
        folder.write("bert.toml", FLEET);
        folder.write("report.toml", REPORT);
        std::fs::create_dir_all(folder.path("club/fleets")).expect("the temporary folder takes folders");
        folder.write("club/fleets/navy.toml", CORRECTED);
        let mut before = 0;
        for line in LINES {
            let words: Vec<&str> = line.split(' ').collect();
            let said = run(&folder, &words, sink);
            assert_eq!(said.code, 3, "{sink:?}, `{line}`: {}", said.err);
            let after = entries(&folder);
            let recorded = match after - before {
                1 => format!("Recorded as entry {after}."),
                _ => format!("Recorded as entries {} to {after}.", before + 1),
            };
            let hint = said.err.lines().last().unwrap_or_default();
            assert!(after > before && said.err.starts_with(&recorded), "{sink:?}, `{line}`: {}", said.err);
            assert!(hint.ends_with("recorded; only not all of it could be shown"), "{sink:?}, `{line}`: {hint}");
            let full = said.err.contains("error: cannot write: No space left on device");
            assert_eq!(full, matches!(sink, Sink::Full), "{sink:?}, `{line}`: {}", said.err);
            before = after;
        }
        assert_eq!(folder.run(&["verify"]).go().code, 0);
        ends.push(content(&folder.path("campaign.renown")));
    }
    assert!(ends[0] == ends[1], "what was recorded depends on who reads");
}

#[test]
fn what_only_looks_ends_well_when_nobody_reads_on_and_fails_when_it_cannot_write() {
    let folder = Folder::new();
    campaign(&folder);
    for line in [&["status"] as &[&str], &["log", "--all"], &["export"], &["verify"], &["--help"], &["map", "show"]] {
        let said = run(&folder, line, Sink::Unread);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{line:?}");
    }
    for line in [&["status"] as &[&str], &["log", "--all"], &["export"], &["verify"], &["undo", "--dry-run"]] {
        let said = run(&folder, line, Sink::Full);
        let message = "error: cannot write: No space left on device (os error 28)\n";
        assert!(said.code == 1 && said.err.ends_with(message), "{line:?}: {said:?}");
    }
    // A refusal stays one.
    let said = run(&folder, &["challenge", "Anna", "Anna"], Sink::Full);
    assert!(said.code == 1 && said.err.starts_with("error: ") && !said.err.contains("cannot write"), "{said:?}");
}

#[test]
fn a_script_learns_the_entry_in_every_format() {
    let folder = Folder::new();
    campaign(&folder);
    for (number, format) in (29..).zip(["table", "json", "csv", "markdown"]) {
        let name = format!("Agrippa {number}");
        let old = if number == 29 { "Agrippa".to_owned() } else { format!("Agrippa {}", number - 1) };
        let said = run(&folder, &["fleet", "rename", "Anna", &old, &name, "--format", format], Sink::Full);
        let ack = format!("Recorded as entry {number}. Undo with `renown undo`.\n");
        assert!(said.code == 3 && said.err.starts_with(&ack), "{format}: {said:?}");
    }
}

#[test]
fn a_file_that_is_made_is_acknowledged_too() {
    let folder = Folder::new();
    campaign(&folder);
    folder.ok(&["export", "war.jsonl"]);
    let said = run(&folder, &["import", "war.jsonl", "--campaign", "again.renown"], Sink::Full);
    let hint = "hint: \"again.renown\" is made; only not all of it could be shown\n";
    assert!(said.code == 3 && said.err.ends_with(hint), "{said:?}");
    folder.ok(&["verify", "--campaign", "again.renown"]);
    let said = run(&folder, &["demo", "--weeks", "0", "--players", "2", "--out", "demo"], Sink::Full);
    assert!(said.code == 3 && said.err.contains("demo.renown\" is made; only"), "{said:?}");
    folder.ok(&["verify", "--campaign", "demo/demo.renown"]);
}
