//! The campaigns that are measured: four fleets, and a journal grown by choosing one flagship, then the other, which
//! leaves the state as large as it was.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command as Process;

use renown::campaign::command::Command;
use renown::catalog::Catalog;
use renown::club::{self, Giver};
use renown::dice::Rolled;
use renown::store::Store;

/// The name of a vessel of Anna's, and the other it is given.
pub(crate) const NAMES: [&str; 2] = ["Sovereign of Mercy", "Sovereign of Wrath"];

const PLAYERS: [(&str, &str); 4] = [
    ("anna", "gothic-sector"),
    ("boris", "chaos-incursion"),
    ("chen", "ork-cyclops"),
    ("dagny", "eldar-corsairs-gothic"),
];

/// A campaign of a given length: one copy to read, two to write.
pub(crate) struct War {
    pub(crate) rows: u64,
    pub(crate) read: PathBuf,
    pub(crate) written: PathBuf,
    pub(crate) bare_written: PathBuf,
}

/// Builds a campaign for each size, which must be even and rising, and proves it.
pub(crate) fn build(folder: &Path, sizes: &[u64]) -> Vec<War> {
    let growing = folder.join("growing.renown");
    open(&growing);
    let mut first: Option<Vec<Vec<u8>>> = None;
    sizes
        .iter()
        .map(|rows| {
            grow(&growing, *rows);
            prove(&growing);
            let drawn: Vec<Vec<u8>> = [&["standings"][..], &["register"], &["map", "show"]]
                .iter()
                .map(|words| run(&growing, words))
                .collect();
            assert_eq!(first.get_or_insert_with(|| drawn.clone()), &drawn, "{rows} rows draw another picture");
            let copy = |name: &str| {
                let to = folder.join(format!("{name}-{rows}.renown"));
                fs::copy(&growing, &to).and_then(|_| fs::File::open(&to)?.sync_all()).expect("a campaign is one file");
                to
            };
            War { rows: *rows, read: copy("read"), written: copy("written"), bare_written: copy("bare") }
        })
        .collect()
}

/// Opens the campaign and commissions the fleets of the demonstration: nine entries.
fn open(path: &Path) {
    run(path, &["new", "The War for Port Maw", "--map", "port-maw"]);
    for (name, list) in PLAYERS {
        run(path, &["player", "add", name, "--fleet", list, "--commander", &format!("Lord {name}")]);
        let fleet = format!("{}/src/cli/demo/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        run(path, &["fleet", "import", name, &fleet]);
    }
}

/// Gives commands through the door until the journal is so long.
fn grow(path: &Path, rows: u64) {
    let mut store = Store::open(path).expect("the campaign opens");
    let catalog = Catalog::embedded();
    let mut now = store.load().expect("the campaign can be read");
    let anna = now.campaign.players.values().next().expect("Anna is there").clone();
    let flagship = anna.flagship.expect("a fleet has a flagship");
    let chosen = |id: &renown::campaign::state::VesselId| *id != flagship;
    let mut turns = [now.campaign.register(anna.id).map(|vessel| vessel.id).find(chosen).expect("another"), flagship];
    let opened = now.campaign.about.as_ref().expect("the campaign is open").opened;
    let giver =
        Giver { by: None, at: opened, ruling: Some("trial".to_owned()), dry_run: false, at_given: None, sent: None };
    while now.head.id < rows {
        let command = Command::ChooseFlagship { player: anna.id, vessel: turns[0] };
        let mut dice = Rolled::from_seed("process");
        now = club::give(&mut store, &now, command, &giver, &catalog, &mut dice).expect("the choice is free").after;
        turns.swap(0, 1);
    }
}

/// Decides the whole journal again.
///
/// # Panics
/// When anything is amiss.
pub(crate) fn prove(path: &Path) {
    let catalog = Catalog::embedded();
    let store = Store::open(path).expect("the campaign opens");
    let verified = renown::club::verify(&store, &catalog, false).expect("the journal can be read");
    assert!(verified.findings.is_empty(), "{}: {:?}", path.display(), verified.findings);
}

fn run(path: &Path, words: &[&str]) -> Vec<u8> {
    let ran = Process::new(super::RENOWN).arg("--campaign").arg(path).args(words).output().expect("renown starts");
    assert!(ran.status.success(), "{words:?}: {}", String::from_utf8_lossy(&ran.stderr));
    ran.stdout
}
