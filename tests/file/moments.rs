//! Whoever looks while others write sees one moment: a proof never calls damage what is only somebody else's entry.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use crate::support::{Folder, campaign};

/// How often each reader looks: few times here, as often as `RENOWN_MOMENTS` says elsewhere.
fn rounds() -> u32 {
    std::env::var("RENOWN_MOMENTS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(5)
}

#[test]
fn readers_beside_writers_see_one_moment() {
    let folder = Folder::new();
    campaign(&folder);
    let over = AtomicBool::new(false);
    let written = AtomicU32::new(0);
    let readers: [&[&str]; 7] = [
        &["verify"],
        &["check"],
        &["verify", "--quick"],
        &["log", "--all", "--format", "json"],
        &["register", "--as-of", "20"],
        &["standings", "--trend", "--as-of", "2026-11-17"],
        &["export"],
    ];
    std::thread::scope(|scope| {
        for writer in 0..2 {
            let (folder, over, written) = (&folder, &over, &written);
            scope.spawn(move || {
                let name = |turn: u32| format!("Hounds {writer}-{turn}");
                for turn in 0.. {
                    if over.load(Ordering::Relaxed) {
                        break;
                    }
                    let said = folder.run(&["fleet", "buy", "Anna", "cobra:2", "--name", &name(turn)]).go();
                    // Undone again, so that the fleet stays small and rows go as well as come.
                    let undone = folder.run(&["undo"]).go();
                    let done = u32::from(said.code == 0) + u32::from(undone.code == 0);
                    written.fetch_add(done, Ordering::Relaxed);
                }
            });
        }
        let looks: Vec<_> = readers
            .map(|args| {
                let folder = &folder;
                scope.spawn(move || {
                    (0..rounds()).map(|_| (args, folder.run(args).go())).filter(|(_, said)| said.code != 0).collect()
                })
            })
            .into_iter()
            .map(|look| look.join().expect("the reader ends"))
            .collect::<Vec<Vec<_>>>();
        over.store(true, Ordering::Relaxed);
        assert_eq!(looks.concat(), [], "of {} looks", rounds() * 7);
    });
    let written = written.load(Ordering::Relaxed);
    eprintln!("{} looks beside {written} entries", rounds() * 7);
    assert!(written > 0, "nobody wrote beside them");
    assert_eq!(folder.run(&["verify"]).go().code, 0);
}
