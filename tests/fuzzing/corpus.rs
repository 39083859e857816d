//! What the repository itself holds for each reader.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use crate::readers::War;
use crate::support::Picks;

/// The texts that inputs of a reader are made from.
pub(crate) fn corpus(reader: &str, war: &War) -> Vec<Vec<u8>> {
    let rules = files("tests/rules");
    let texts: Vec<String> = match reader {
        "situation" => {
            let mut found = all("situation", &rules);
            found.extend(files("tests/fixtures/situations"));
            found.push(war.situation());
            found
        }
        "battle" => fought(war).into_iter().chain(recorded(&rules)).collect(),
        "case" => rules.iter().flat_map(|text| small_cases(text)).collect(),
        "report" => {
            let mut found = war.templates();
            found.extend(found.clone().iter().map(|text| filled(text)));
            found.extend(all("input", &rules).into_iter().filter(|text| text.contains("[[")));
            found
        }
        "answers" => answers(),
        "wizard" => wizard(),
        "fleet" => {
            let mut found: Vec<String> = files("fleets").iter().flat_map(|text| parts(text, 5)).collect();
            found.extend(files("tests/overlays"));
            found
        }
        "map" => files("maps").into_iter().chain(files("tests/maps")).collect(),
        "import" => {
            let small = war.small();
            let mut found: Vec<String> = (2..=small.len()).map(|count| small[..count].join("\n")).collect();
            found.extend([3, 12, 30].iter().map(|count| war.lines[..*count].join("\n")));
            found
        }
        "wording" => {
            let mut found: Vec<String> = fought(war).iter().flat_map(|text| listed(text, "actions")).collect();
            found.extend(lists("actions", &rules));
            found.push("measure Agrippa 60 40".to_owned());
            groups(&found, 12)
        }
        "deployment" => deployment(war),
        "dice" => {
            let mut found: Vec<String> = fought(war).iter().flat_map(|text| listed(text, "rolls")).collect();
            found = groups(&found, 8);
            found.extend(all("dice", &rules).into_iter().take(200));
            found.push("# night\nleadership: Agrippa = 4\nstarting order: a = b = 2 # good".to_owned());
            found
        }
        "words" => words(&rules),
        _ => Vec::new(),
    };
    assert!(reader == "file" || !texts.is_empty(), "there is nothing for {reader}");
    texts.into_iter().filter(|text| text.len() < 60_000).map(String::into_bytes).collect()
}

fn files(folder: &str) -> Vec<String> {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(place)
        .expect("the folder is there")
        .filter_map(|file| file.ok().map(|file| file.path()))
        .collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).expect("it is readable")).collect()
}

/// The head of a file with some of its tables, at every table.
fn parts(text: &str, tables: usize) -> Vec<String> {
    let mut starts: Vec<usize> = text
        .match_indices("\n[[")
        .filter(|(at, _)| text[at + 3..].split(']').next().is_some_and(|name| !name.contains('.')))
        .map(|(at, _)| at + 1)
        .collect();
    let Some(head) = starts.first().copied() else { return vec![text.to_owned()] };
    starts.push(text.len());
    let window = |from: usize| {
        let to = starts[(from + tables).min(starts.len() - 1)];
        format!("{}{}", &text[..head], &text[starts[from]..to])
    };
    (0..starts.len() - 1).step_by(tables.div_ceil(2)).map(window).collect()
}

/// Cases by twos, with the set-ups and tables that they name.
fn small_cases(text: &str) -> Vec<String> {
    let blocks = parts(text, 1);
    let (cases, others): (Vec<&String>, Vec<&String>) = blocks.iter().partition(|block| block.contains("[[case]]"));
    let named = |other: &str| {
        let name = other.lines().find_map(|line| line.strip_prefix("name = ")).unwrap_or_default().trim_matches('"');
        [format!("\"@{name}\""), format!("table = \"{name}\"")]
    };
    let whole = |cases: &[&String]| {
        let own: String = cases.iter().map(|case| case.as_str()).collect();
        let needed = others.iter().filter(|other| named(other).iter().any(|name| own.contains(name.as_str())));
        needed.map(|other| other.as_str()).chain([own.as_str()]).collect()
    };
    cases.chunks(2).map(whole).collect()
}

/// Every text under a key, anywhere in the files.
fn all(key: &str, files: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for text in files {
        let table: toml::Table = text.parse().expect("the repository's own files read");
        each(&toml::Value::Table(table), &mut |name, value| {
            if let (true, Some(text)) = (name == key, value.as_str()) {
                found.push(text.to_owned());
            }
        });
    }
    found
}

/// Every item of the lists under a key.
fn lists(key: &str, files: &[String]) -> Vec<String> {
    files.iter().flat_map(|text| listed(text, key)).collect()
}

fn listed(text: &str, key: &str) -> Vec<String> {
    let mut found = Vec::new();
    let table: toml::Table = text.parse().expect("the repository's own files read");
    each(&toml::Value::Table(table), &mut |name, value| {
        if let (true, Some(items)) = (name == key, value.as_array()) {
            found.extend(items.iter().filter_map(|item| item.as_str().map(str::to_owned)));
        }
    });
    found
}

fn each(value: &toml::Value, tell: &mut impl FnMut(&str, &toml::Value)) {
    match value {
        toml::Value::Table(table) => {
            for (key, value) in table {
                tell(key, value);
                each(value, tell);
            }
        }
        toml::Value::Array(items) => items.iter().for_each(|item| each(item, tell)),
        _ => {}
    }
}

fn groups(lines: &[String], of: usize) -> Vec<String> {
    lines.chunks(of).map(|lines| lines.join("\n")).collect()
}

/// The battles of the war, as they were fought.
fn fought(war: &War) -> Vec<String> {
    let read = |line: &String| {
        let line: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(line.pointer("/row/command/fought/file")?.as_str()?.to_owned())
    };
    let found: Vec<String> = war.lines.iter().filter_map(read).collect();
    assert!(!found.is_empty(), "no battle was fought");
    found
}

/// Cases of battles as battle files.
fn recorded(rules: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for text in rules {
        let table: toml::Table = text.parse().expect("the repository's own files read");
        let tables = table.get("table").and_then(toml::Value::as_array).cloned().unwrap_or_default();
        let situation = |name: &toml::Value| {
            tables.iter().find(|table| table.get("name") == Some(name)).and_then(|table| table.get("situation"))
        };
        for case in table.get("case").and_then(toml::Value::as_array).into_iter().flatten() {
            let Some(situation) = case.get("table").and_then(situation).and_then(toml::Value::as_str) else { continue };
            let mut head = toml::Table::new();
            for key in ["actions", "dice"] {
                head.extend(case.get(key).map(|value| (key.to_owned(), value.clone())));
            }
            found.push(format!("{head}\n{situation}"));
        }
    }
    found
}

/// A template with something to say.
fn filled(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix("# ") {
        Some(plots) if plots.starts_with("plots.") => plots.to_owned(),
        _ if line == "transports-through = 0" => "transports-through = 8".to_owned(),
        _ if line == "turns = 0" => "turns = 6".to_owned(),
        _ => line.to_owned(),
    };
    // Without the guests, who stand on the table.
    text.lines().take_while(|line| *line != "[[guest]]").map(line).collect::<Vec<_>>().join("\n")
}

fn answers() -> Vec<String> {
    let texts = [
        "system = \"Rebo\"\npoints = 1000\nfleet = [\"Anna=all\", \"Boris=all\"]\n",
        "accept = true\n",
        "refuse = true\nchoose = [\"Anna=2\"]\nscenario = \"raiders\"\nhunt = \"Boris\"\n",
        "points = 500\ntransports = 3\nfleet = [\"Anna=Sovereign of Mercy\", \"Boris=all\"]\ndefences = 120\n",
        "work = [\"Anna=2 orbital mine\"]\nsecret-plots = true\nreveal-plots = true\nnominate = [\"Anna=1\"]\n",
        "no-claim = true\nmark = [\"Boris=khorne\"]\ngift = [\"Boris=Knife in the Dark=1\"]\nskill = [\"Anna=1\"]\n",
        "replace = [\"Boris=Broken Idols\"]\ntrain = [\"Anna=Sovereign of Mercy\"]\nrepair = [\"Anna=Sovereign of Mercy:1\"]\n",
        "withdraw = [\"Boris=Hateful Dawn\"]\nappeal = [\"Anna=reinforcements\", \"Boris=other\"]\n",
        "refit = [\"Anna=Sovereign of Mercy\"]\nreinforce = [\"Anna=overlord:Crown of Perren\"]\nother = [\"Anna=1\"]\n",
        "torpedoes = [\"Anna=1\"]\ntender = [\"Anna=1\"]\nramilies = [\"Anna=1\"]\ngive-up = [\"Anna\"]\nno-models = [\"Anna\"]\n",
    ];
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn wizard() -> Vec<String> {
    let texts = [
        "8\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n",
        "6\ny\nn\ncrippled\nlost\n3\n2\nnobody\nAnna\nBoris\nyes\n",
        "Sovereign of Mercy destroyed\nKnife in the Dark crippled, 2 hits\n\n\nAnna\nnobody\n",
        "4 1 6\n3\n2\n5,5\n6\n1\n2\n3\n4\n5\n6\n1\n2\n3\n",
        "hulked\ndisengaged\ndestroyed by Knife in the Dark\n1\n1\n1\n1\n1\n1\n?\nhelp\nquit\n",
    ];
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn deployment(war: &War) -> Vec<String> {
    let names: Vec<String> = listed_names(&war.situation());
    let mut lines: Vec<String> = ["usual", "first", "second", "contact 1 at 30 40", "entry at 60", "help"]
        .iter()
        .map(|line| (*line).to_owned())
        .collect();
    for (number, name) in (1..).zip(&names) {
        lines.push(format!("{name} at {} {} heading {}", number * 9, 20 + number * 3, number * 30));
        lines.push(format!("{name} heading {}", number * 45));
        lines.push(format!("swap {name} with {}", names[number % names.len()]));
    }
    groups(&lines, 5)
}

fn listed_names(situation: &str) -> Vec<String> {
    let table: toml::Table = situation.parse().expect("what was written reads");
    let ships = table.get("ship").and_then(toml::Value::as_array).into_iter().flatten();
    ships.filter_map(|ship| ship.get("name").and_then(toml::Value::as_str).map(str::to_owned)).collect()
}

fn words(rules: &[String]) -> Vec<String> {
    let mut found: Vec<String> = [
        "7 dice at 6+ with lock on against 2 shields, braced",
        "4 lances against lunar with 5 hits",
        "leadership 8 with a re-roll",
        "Anna=Sovereign of Mercy destroyed, 2 sword lost by Knife in the Dark",
        "Boris=2 orbital mine destroyed, Tug 20 points disengaged",
        "late-ship-leadership=-2",
        "register-cap=2500",
        "sword:4\n--name\nAquila",
        "Anna=all",
        "Anna=12",
        "Boris=yes",
    ]
    .iter()
    .map(|line| (*line).to_owned())
    .collect();
    for line in lists("do", rules).iter().filter(|line| line.starts_with("odds ") || line.contains("--loss")) {
        found.push(line.replace(" --", "\n--").replace('"', ""));
    }
    found
}

/// Campaign files: small and large, and of older schemas.
pub(crate) fn campaigns(war: &War) -> Vec<Vec<u8>> {
    let folder = std::env::temp_dir().join(format!("renown-corpus-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder can be made");
    let mut found = Vec::new();
    let small = war.small();
    for (number, lines) in [&small[..], &small[..3], &small[..6], &war.lines[..21], &war.lines[..45]].iter().enumerate()
    {
        let path = folder.join(format!("{number}.renown"));
        let mut store = renown::store::Store::in_memory().expect("there is memory");
        store.import(&mut lines.join("\n").as_bytes()).expect("it was just exported");
        store.backup(&path).expect("the temporary folder takes files");
        found.push(std::fs::read(&path).expect("it was just written"));
    }
    let _ = std::fs::remove_dir_all(&folder);
    for file in ["schema-1.renown", "schema-2.renown", "schema-4.renown"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(file);
        found.push(std::fs::read(path).expect("the fixture is there"));
    }
    found
}

/// Changes cells of a campaign file through SQLite, so that the file itself stays sound.
pub(crate) fn change_cells(bytes: &[u8], picks: &mut Picks, change: impl Fn(&str, &mut Picks) -> String) -> Vec<u8> {
    let name =
        format!("renown-cells-{}-{:?}", std::process::id(), std::thread::current().id()).replace(['(', ')'], "-");
    let memory = Path::new("/dev/shm");
    let path = if memory.is_dir() { memory.join(name) } else { std::env::temp_dir().join(name) };
    std::fs::write(&path, bytes).expect("the temporary folder takes files");
    let changed = cells(&path, picks, &change);
    let out = std::fs::read(&path).unwrap_or_default();
    for ending in ["", "-wal", "-shm", "-journal"] {
        let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
    }
    if changed.is_ok() { out } else { bytes.to_vec() }
}

fn cells(path: &Path, picks: &mut Picks, change: &impl Fn(&str, &mut Picks) -> String) -> rusqlite::Result<()> {
    let connection = Connection::open(path)?;
    connection.execute_batch(
        "PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE; PRAGMA foreign_keys = OFF;
         PRAGMA ignore_check_constraints = ON;",
    )?;
    let mut query = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")?;
    let tables: Vec<String> = query.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    for _ in 0..=picks.below(3) {
        let Some(table) = picks.one(&tables) else { break };
        let mut query = connection.prepare(&format!("SELECT name FROM pragma_table_info('{table}')"))?;
        let columns: Vec<String> = query.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        let Some(column) = picks.one(&columns) else { break };
        let row = picks.next() % 60;
        let at = format!(
            "SELECT rowid, CAST({column} AS TEXT) FROM {table} LIMIT 1 OFFSET {row} % max(1, (SELECT count(*) FROM {table}))"
        );
        let found = connection.query_row(&at, [], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Option<String>>(1)?)));
        let Ok((id, text)) = found else { continue };
        let text = change(&text.unwrap_or_default(), picks);
        let value = match picks.below(6) {
            0 => rusqlite::types::Value::Null,
            1 => rusqlite::types::Value::Integer([i64::MAX, i64::MIN, -1, 0, 4_294_967_296][picks.below(5)]),
            2 => rusqlite::types::Value::Blob(text.into_bytes()),
            _ => rusqlite::types::Value::Text(text),
        };
        // A cell that takes no such value stays as it is.
        let _ = connection.execute(&format!("UPDATE {table} SET {column} = ?1 WHERE rowid = ?2"), (value, id));
    }
    Ok(())
}
