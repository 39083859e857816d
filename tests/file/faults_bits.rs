//! No bit of a campaign file that falls over changes the campaign unnoticed. Judged by the program's own `verify`.
//!
//! `RENOWN_BITS=300 cargo test --test file faults_bits:: -- --nocapture` lets that many fall over in each kind of campaign.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use renown::catalog::Catalog;
use renown::club;
use renown::store::{Store, StoreError, Verified};

use crate::support::{self, Folder, Picks, campaign, open, settle};

fn verify(path: &Path, catalog: &Catalog) -> Result<Verified, StoreError> {
    club::verify(&Store::open(path)?, catalog, false)
}

/// How many bits: a few, or by `RENOWN_BITS`.
fn count(usual: usize) -> usize {
    std::env::var("RENOWN_BITS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Makes a campaign in a folder, as `campaign.renown`.
type Make = fn(&Folder);

/// Campaigns of every kind that a file can hold.
const KINDS: [(&str, Make); 8] = [
    ("plain", |folder| {
        folder.ok(&["new", "War"]);
        folder.ok(&["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "Marr"]);
    }),
    ("undone and done again", |folder| drop(campaign(folder))),
    ("amended", |folder| {
        campaign(folder);
        let amend = ["amend", "5", "--yes", "--ruling", "so it was", "--"];
        let right = ["fleet", "buy", "Anna", "lunar", "--name", "Agricola"];
        folder.ok(&[amend.as_slice(), right.as_slice()].concat());
    }),
    ("of schema 1", |folder| migrated(folder, "schema-1.renown")),
    ("of schema 2", |folder| migrated(folder, "schema-2.renown")),
    ("of schema 3", |folder| migrated(folder, "schema-3.renown")),
    ("of schema 4", |folder| migrated(folder, "schema-4.renown")),
    ("fought", |folder| {
        folder.ok(&["demo", "--players", "2", "--weeks", "1", "--out", "."]);
        std::fs::rename(folder.path("demo.renown"), folder.path("campaign.renown")).expect("the war was kept");
    }),
];

/// An older file, brought up to date.
fn migrated(folder: &Folder, fixture: &str) {
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(fixture);
    std::fs::copy(old, folder.path("campaign.renown")).expect("the fixture is there");
    folder.ok(&["status"]);
    let sql = "SELECT count(*) FROM journal WHERE kind = 'migration'";
    let noted = open(&folder.path("campaign.renown")).query_row(sql, [], |row| row.get::<_, i64>(0));
    assert_eq!(noted, Ok(1), "{fixture} was not brought up to date");
}

/// A campaign of which single bits fall over.
struct Bits {
    kind: &'static str,
    folder: Folder,
    bytes: Vec<u8>,
    was: String,
    catalog: Catalog,
    flips: usize,
    noticed: usize,
    unnoticed: Vec<String>,
}

impl Bits {
    fn new((kind, make): (&'static str, Make)) -> Self {
        let folder = Folder::new();
        make(&folder);
        let path = folder.path("campaign.renown");
        settle(&path);
        // A backup holds no remains of values that have moved to another page.
        folder.ok(&["backup", "compact.renown"]);
        let (bytes, was) = (folder.read("compact.renown"), support::content(&path));
        let mut bits = Self {
            kind,
            folder,
            bytes,
            was,
            catalog: Catalog::embedded(),
            flips: 0,
            noticed: 0,
            unnoticed: Vec::new(),
        };
        let path = bits.lay(&bits.bytes.clone());
        let verified = verify(&path, &bits.catalog).expect("the file opens");
        assert!(!verified.damaged(), "{kind}: {:?}", verified.findings);
        bits
    }

    fn lay(&mut self, bytes: &[u8]) -> std::path::PathBuf {
        for side in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(self.folder.path(&format!("campaign.renown{side}")));
        }
        self.folder.write("campaign.renown", bytes)
    }

    /// What nobody notices must not matter: the content is what it was, unless `must` says that it cannot be.
    fn flip(&mut self, at: usize, bit: u8, must: bool) {
        let mut bytes = self.bytes.clone();
        bytes[at] ^= 1 << bit;
        let path = self.lay(&bytes);
        let noticed = verify(&path, &self.catalog).map_or(true, |verified| verified.damaged());
        let same = || {
            support::whole(&open(&path)).is_ok_and(|content| content == self.was)
                || meaning(&path).is_some_and(|now| Some(now) == meaning(&self.folder.path("compact.renown")))
        };
        self.flips += 1;
        self.noticed += usize::from(noticed);
        if !noticed && (must || !same()) {
            self.unnoticed.push(format!("{}: bit {bit} of byte {at}", self.kind));
        }
    }

    fn finish(&self) {
        let (flips, noticed, unnoticed) = (self.flips, self.noticed, self.unnoticed.len());
        eprintln!("{}: {flips} bits fell over, {noticed} noticed, {unnoticed} changed something unnoticed", self.kind);
        assert_eq!(self.unnoticed, [""; 0]);
    }
}

#[test]
fn no_bit_that_falls_over_changes_the_content_unnoticed() {
    let mut picks = Picks(3);
    for kind in KINDS {
        let mut bits = Bits::new(kind);
        for _ in 0..count(12) {
            bits.flip(picks.below(bits.bytes.len()), bit(&mut picks), false);
        }
        // The first page, with header and schema, is small and matters most.
        for _ in 0..count(12) / 3 {
            bits.flip(picks.below(4096), bit(&mut picks), false);
        }
        bits.finish();
    }
}

#[test]
fn every_bit_of_a_stored_text_is_noticed() {
    let mut picks = Picks(4);
    for kind in KINDS {
        let mut bits = Bits::new(kind);
        let stored = stored(&bits.folder.path("compact.renown"), &bits.bytes);
        assert!(stored.len() > 30, "only {} stored texts found", stored.len());
        for _ in 0..count(12) {
            let (start, length) = stored[picks.below(stored.len())];
            bits.flip(start + picks.below(length), bit(&mut picks), true);
        }
        // SQLite reads names in either case, so a table whose name changed its case works as before.
        let schema =
            bits.bytes.windows(15).position(|window| window == b"tableaboutabout").expect("the table is there");
        bits.flip(schema + 6, 5, true);
        bits.finish();
    }
}

/// Every row but the former ones, and the campaign after each entry, which is all that those are for. An older schema
/// spelt them in its own way, so `verify` compares what they mean: a key that falls over where there is nothing to name
/// changes nothing.
fn meaning(path: &Path) -> Option<String> {
    let connection = open(path);
    let names = support::tables(&connection).ok()?;
    let names: Vec<&str> = names.iter().map(String::as_str).filter(|name| *name != "change").collect();
    let mut text = support::dump(&connection, &names).ok()?;
    let store = Store::open(path).ok()?;
    for entry in 1..=store.load().ok()?.head.id {
        let _ = write!(text, "{:?}", store.as_of(entry).ok()?.campaign);
    }
    Some(text)
}

fn bit(picks: &mut Picks) -> u8 {
    u8::try_from(picks.below(8)).expect("below 8")
}

/// Where the texts of all tables lie in the file: offset and length.
fn stored(path: &Path, bytes: &[u8]) -> Vec<(usize, usize)> {
    let connection = open(path);
    let mut texts = BTreeSet::new();
    for table in support::tables(&connection).expect("the schema is readable") {
        let mut query = connection.prepare(&format!("SELECT * FROM {table}")).expect("the table is readable");
        let columns = query.column_count();
        let mut rows = query.query([]).expect("the table is readable");
        while let Some(row) = rows.next().expect("the row is readable") {
            for column in 0..columns {
                if let rusqlite::types::ValueRef::Text(text) = row.get_ref(column).expect("the column is there")
                    && text.len() >= 4
                {
                    texts.insert(text.to_vec());
                }
            }
        }
    }
    // The first page is the schema's, and keeps remains of it from when it was shorter.
    let rows = &bytes[4096..];
    let found =
        |text: &Vec<u8>| rows.windows(text.len()).position(|window| window == text).map(|at| (4096 + at, text.len()));
    texts.iter().filter_map(found).collect()
}

#[test]
fn no_command_breaks_down_over_a_fallen_bit() {
    let folder = Folder::new();
    let path = campaign(&folder);
    let bytes = folder.read("campaign.renown");
    let mut picks = Picks(5);
    let readers: [&[&str]; 8] = [
        &["verify"],
        &["verify", "--format", "json"],
        &["log", "--all"],
        &["log", "--all", "--as", "public"],
        &["register"],
        &["check"],
        &["map", "show"],
        &["export"],
    ];
    for round in 0..120 {
        let (at, bit) = (picks.below(bytes.len()), bit(&mut picks));
        let mut bytes = bytes.clone();
        bytes[at] ^= 1 << bit;
        std::fs::write(&path, &bytes).expect("the temporary folder takes files");
        let args = readers[round % readers.len()];
        let said = folder.run(args).go();
        let words = ["damaged", "is not a campaign", "truncated", "newer renown", "not add up", "cannot be used"];
        let named = said.code == 1 && words.iter().any(|word| said.err.contains(word));
        assert!(said.code == 0 || named, "{args:?}, bit {bit} of byte {at}: {said:?}");
    }
}
