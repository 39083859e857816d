//! What a published site costs: `cargo bench --bench publish`.
//!
//! Plays two campaigns, one of 500 battles reported by hand and a year's war of six players fought by captains, publishes
//! each into an empty folder with a process of the program, and once more with nothing new. Prints the medians of five and
//! what was written; the aim is two seconds.

#[path = "../tests/support/month.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod month;
#[path = "page/mod.rs"]
mod page;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use month::{Month, play};
use renown::catalog::Catalog;
use renown::store::Store;

const RENOWN: &str = env!("CARGO_BIN_EXE_renown");
const SEED: u64 = 7;
const BATTLES: u32 = 500;
const ROUNDS: usize = 5;
const AIM: Duration = Duration::from_secs(2);

fn main() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("publish");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let mut page = page::Page::new("publish", &format!("medians of {ROUNDS}, by the clock"));
    page.line("| campaign | battles | entries | files | MB | published s | again s |");
    page.line("|---|---:|---:|---:|---:|---:|---:|");
    let mut met = true;
    let site = folder.join("site");
    for (what, path) in [("reported by hand", by_hand(&folder)), ("fought by captains", by_captains(&folder))] {
        let now = Store::open(&path).and_then(|store| store.whole()).expect("it is readable");
        let (mut first, mut again) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let _ = std::fs::remove_dir_all(&site);
            first.push(publish(&path, &site));
            again.push(publish(&path, &site));
        }
        let sizes: Vec<u64> = std::fs::read_dir(&site)
            .expect("it was published")
            .filter_map(|file| Some(file.ok()?.metadata().ok()?.len()))
            .collect();
        let (battles, entries, files) = (now.campaign.battles.len(), now.head.id, sizes.len());
        let (megabytes, first, again) = (sizes.iter().sum::<u64>() / 1_000_000, median(first), median(again));
        page.line(&format!(
            "| {what} | {battles} | {entries} | {files} | {megabytes} | {:.2} | {:.2} |",
            first.as_secs_f64(),
            again.as_secs_f64()
        ));
        met &= first < AIM;
    }
    page.line("");
    page.aim(met, "each is published in less than two seconds", "");
    page.end();
    let _ = std::fs::remove_dir_all(&folder);
}

fn by_hand(folder: &Path) -> PathBuf {
    let catalog = Rc::new(Catalog::embedded());
    let mut month = Month::new(SEED, &catalog);
    for battle in 0..BATTLES {
        // Four weeks of war, within the deadline.
        if battle % 20 == 0 {
            month.at = month.at.checked_add_days(chrono::Days::new(1)).expect("a day");
        }
        play(&mut month);
        month.now = month.store.load().expect("it is readable");
    }
    let path = folder.join("hand.renown");
    month.store.backup(&path).expect("it can be copied");
    path
}

fn by_captains(folder: &Path) -> PathBuf {
    let mut process = Command::new(RENOWN);
    process.args(["demo", "--weeks", "52", "--out"]).arg(folder);
    process.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    assert!(process.status().expect("the process starts").success());
    folder.join("demo.renown")
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn publish(campaign: &Path, site: &Path) -> Duration {
    let start = Instant::now();
    let mut process = Command::new(RENOWN);
    process.arg("--campaign").arg(campaign).arg("publish").arg(site);
    process.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    assert!(process.status().expect("the process starts").success());
    start.elapsed()
}
