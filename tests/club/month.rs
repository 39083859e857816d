//! A club's month as its members type it: rounds, a forfeit, reports that are disputed and confirmed, idle players, one
//! who leaves and one who comes late, the end, and the newsletters in between.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test club month::` writes the transcript anew; read the difference before you keep it.

use std::fmt::Write as _;

use crate::support::Folder;

/// A day, and what is typed on it. A line that ends in `<` reads the report that follows it.
const MONTH: &[(&str, &[&str])] = &[
    (
        "2026-11-02",
        &[
            "new 'Autumn War' --ends 2026-11-30 --option idle-rule=renown --option newcomer-renown=lowest",
            "player add Anna --fleet gothic-sector --commander Marr",
            "player add Bert --fleet chaos-incursion --commander Vorgath",
            "player add Cora --fleet eldar-corsairs-gothic --commander Ilthuin",
            "fleet buy Anna lunar --name Agrippa",
            "fleet buy Anna gothic --name Vigil",
            "flagship Anna Agrippa",
            "fleet buy Bert murder --name Knife",
            "fleet buy Bert carnage --name Unclean",
            "flagship Bert Knife",
            "fleet buy Cora shadow --name Moth",
            "flagship Cora Moth",
            "start --pick Anna=Rebo --pick Bert=Lithore --base Cora=Platea --dice 6,5,4,4,4,4,4",
            "pairings --bonus 1 --dice 2,4,6,5,3",
        ],
    ),
    ("2026-11-05", &["battle next 1 --dice 5,2 --as Anna", "battle forfeit 1 --by Bert"]),
    (
        "2026-11-07",
        &[
            "challenge Bert Anna --as Bert",
            "battle next 2 --accept --as Anna",
            "battle next 2 --dice 2,5 --as Anna",
            "battle next 2 --dice 4 --as Bert",
            "battle next 2 --dice 5 --as Anna",
            "battle next 2 --system Nman --as Bert",
            "battle next 2 --system Nman --as Anna",
            "battle next 2 --points 750 --as Anna",
            "battle next 2 --fleet Anna=all --as Anna",
            "battle next 2 --fleet Bert=all --as Bert",
            "battle next 2 --dice 1,5,1,5 --as Bert",
            "battle record 2 - --as Anna <[[defender]]\nvessel = 'Knife'\nfate = 'destroyed'\n",
            "battle list",
            "battle dispute 2 --reason 'the Knife disengaged' --as Bert",
            "battle record 2 - --as Bert <[[defender]]\nvessel = 'Knife'\nfate = 'disengaged'\nhits-lost = 4\n",
            "report",
        ],
    ),
    ("2026-11-08", &["week"]),
    ("2026-11-09", &["battle next 2 --as Bert"]),
    (
        "2026-11-10",
        &[
            "battle next 2 --as Bert",
            "battle next 2",
            "battle next 2",
            "battle next 2",
            "battle next 2 --dice 6,6,1,1,1,1",
            "battle next 2",
            "battle next 2 --leadership Agrippa --as Anna",
            "battle next 2 --usual Anna --as Anna",
            "battle next 2 --appeal Anna=none --as Anna",
            "challenge Anna Cora",
            "undo",
            "battle next 2 --usual Bert --as Bert",
            "battle next 2 --appeal Bert=none",
            "standings",
        ],
    ),
    (
        "2026-11-16",
        &[
            "week --dry-run",
            "week --spare Cora",
            "week",
            "report --week 2",
            "player leave Cora",
            "player add Dirk --fleet ork-cyclops --commander Nazgrub",
            "fleet buy Dirk kill-kroozer --name Basha",
            "flagship Dirk Basha",
            "player join Dirk --base Hesk --dice 3",
            "player away Bert --until 2026-11-25 --as Bert",
            "pairings --dice 6,1",
        ],
    ),
    ("2026-11-30", &["finish", "week", "battle abandon 3"]),
    (
        "2026-12-01",
        &[
            "challenge Anna Bert",
            "finish",
            "standings",
            "report --week 5",
            "report --as Cora --since 2026-11-16",
            "challenge Anna Bert",
            "player renown Bert 9 --ruling 'he says so'",
            "undo",
            "status",
            "redo",
            "verify",
            "check",
        ],
    ),
];

/// Words as a shell makes them of a line.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match (letter, words.last_mut()) {
            ('\'', _) => quoted = !quoted,
            (' ', _) if !quoted => words.push(String::new()),
            (letter, Some(word)) => word.push(letter),
            (_, None) => {}
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Hashes follow every edit of a rule's text; what they prove is tested elsewhere.
fn unhashed(text: &str) -> String {
    let hash = |word: &str| word.len() == 16 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let line =
        |line: &str| line.split(' ').map(|word| if hash(word) { "(hash)" } else { word }).collect::<Vec<_>>().join(" ");
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_month_from_the_muster_to_the_winner() {
    let folder = Folder::new();
    let mut transcript = String::new();
    for (day, lines) in MONTH {
        let _ = writeln!(transcript, "# {day}\n");
        for line in *lines {
            let (line, report) = line.split_once('<').unwrap_or((line, ""));
            let args = words(line);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            // The clock, not --at: players have no time of their own.
            let said = folder.run(&args).env("RENOWN_NOW", day).input(report).go();
            let _ = writeln!(transcript, "$ renown {}\n{}", line.trim_end(), unhashed(&said.all()));
            let _ = writeln!(transcript);
        }
    }
    let path = format!("{}/tests/snapshots/month.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, &transcript).expect("the snapshot can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = (1..).zip(expected.lines().zip(transcript.lines())).find(|(_, (expected, found))| expected != found);
    assert_eq!(differs, None, "the first line that differs");
    assert_eq!(expected, transcript);
}
