//! Five commands and one battle take no more instructions than `benches/instructions.txt` says, but for a twentieth.
//!
//! Counted are those of the program as the tests build it, by callgrind, which hardly vary. Without valgrind, or with
//! another compiler than the page was written with, there is nothing to compare. Who makes the program slower on
//! purpose, or quicker, writes the page anew: `RENOWN_INSTRUCTIONS=write cargo test --test house instructions::`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::Folder;

const RENOWN: &str = env!("CARGO_BIN_EXE_renown");
/// The clock, so that every count is of the same day.
const NOW: &str = "2026-11-02";
/// So much more is growth.
const GROWN: f64 = 1.05;

/// What is counted, as it is typed. The last fights one battle.
const COUNTED: [&[&str]; 6] = [
    &["standings"],
    &["log"],
    &["register", "anna"],
    &["fleet", "class", "lunar"],
    &["fleet", "rename", "anna", "Sovereign of Mercy", "Sovereign of Wrath"],
    &["forecast", "anna", "boris", "--points", "750", "--runs", "1"],
];

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.txt")
}

/// The compiler by its whole name: another makes other instructions of the same source.
fn compiler() -> Option<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(rustc).arg("--version").output().ok()?;
    told.status.success().then(|| String::from_utf8_lossy(&told.stdout).trim().to_owned())
}

fn run(campaign: &Path, words: &[&str]) {
    let mut renown = Command::new(RENOWN);
    let ran =
        renown.env("RENOWN_NOW", NOW).arg("--campaign").arg(campaign).args(words).output().expect("renown starts");
    assert!(ran.status.success(), "{words:?}: {}", String::from_utf8_lossy(&ran.stderr));
}

/// A campaign of two fleets.
fn open(campaign: &Path) {
    run(campaign, &["new", "The War for Port Maw", "--map", "port-maw"]);
    for (name, list) in [("anna", "gothic-sector"), ("boris", "chaos-incursion")] {
        let fleet = format!("{}/src/cli/demo/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        run(campaign, &["player", "add", name, "--fleet", list, "--commander", name]);
        run(campaign, &["fleet", "import", name, &fleet]);
    }
}

/// The instructions of a command in thousands; `None` without valgrind.
fn count(folder: &Folder, campaign: &Path, words: &[&str]) -> Option<u64> {
    let out = folder.path("callgrind.out");
    let mut valgrind = Command::new("valgrind");
    valgrind.arg("--tool=callgrind").arg(format!("--callgrind-out-file={}", out.display()));
    // A few names of the environment are looked up, however many there are.
    valgrind.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("RENOWN_NOW", NOW);
    let ran = valgrind.arg(RENOWN).arg("--campaign").arg(campaign).args(words).output().ok()?;
    assert!(ran.status.success(), "{words:?}: {}", String::from_utf8_lossy(&ran.stderr));
    let text = std::fs::read_to_string(&out).expect("callgrind writes");
    let total = text.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse::<u64>().ok());
    Some(total.expect("callgrind adds up") / 1000)
}

#[test]
fn no_command_and_no_battle_has_grown_by_more_than_a_twentieth() {
    let write = std::env::var("RENOWN_INSTRUCTIONS").is_ok_and(|given| given == "write");
    let text = std::fs::read_to_string(page()).unwrap_or_default();
    let Some(compiler) = compiler() else { return eprintln!("there is no rustc to ask for its version") };
    if !write && !text.lines().any(|line| line.strip_prefix("compiler: ") == Some(&compiler)) {
        return eprintln!("{} was not written with {compiler}: nothing is compared", page().display());
    }
    let folder = Folder::new();
    let campaign = folder.path("war.renown");
    open(&campaign);
    let mut counted = format!(
        "Instructions in thousands, of the program as the tests build it.\n\
         RENOWN_INSTRUCTIONS=write cargo test --test house instructions:: writes this page.\n\ncompiler: {compiler}\n"
    );
    let mut grown = Vec::new();
    for words in COUNTED {
        let Some(now) = count(&folder, &campaign, words) else {
            return eprintln!("there is no valgrind to count with");
        };
        let line = words.join(" ");
        let _ = writeln!(counted, "{line}: {now}");
        let before = text.lines().find_map(|known| known.strip_prefix(&format!("{line}: "))?.parse::<u64>().ok());
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
        let times = before.map(|before| now as f64 / before as f64);
        match times {
            Some(times) if times <= GROWN => {}
            Some(times) => grown.push(format!("{line}: {times:.3} times as many instructions ({now} thousand)")),
            None => grown.push(format!("{line}: not on the page ({now} thousand)")),
        }
    }
    if write {
        std::fs::write(page(), counted).expect("the page can be written");
    } else {
        assert!(grown.is_empty(), "{}", grown.join("\n"));
    }
}
