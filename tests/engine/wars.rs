//! Whole wars that run by themselves: every battle fought by captains, every aftermath settled, and the file proved.

use std::rc::Rc;

use renown::catalog::Catalog;
use renown::club;
use renown::marshal::Marshal;
use renown::store::check;

use crate::support::month::{Month, invariants, moment};

/// A month's war of some seed; gives the battles that were fought and those that were broken off.
fn war(seed: u64, weeks: u32, catalog: &Rc<Catalog>) -> (u32, Vec<String>) {
    let mut month = Month::playable(seed, catalog);
    let mut marshal =
        Marshal::new(&mut month.store, catalog, &format!("war {seed}"), moment()).expect("it is readable");
    for _ in 0..weeks {
        marshal.week(2).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    }
    let unfit = u32::try_from(marshal.unfit.len()).expect("small");
    assert!(20 * unfit <= marshal.fought.max(20), "seed {seed}: {:#?}", marshal.unfit);
    let told = (marshal.fought, std::mem::take(&mut marshal.given_up));
    invariants(&marshal.now.campaign, seed);
    let verified = club::verify(&month.store, catalog.as_ref(), false).expect("it is readable");
    assert!(!verified.damaged(), "seed {seed}: {verified:?}");
    let imbalances = check(&month.store).expect("it is readable");
    assert!(imbalances.is_empty(), "seed {seed}: {imbalances:?}");
    told
}

#[test]
fn wars_run_by_themselves() {
    let catalog = Rc::new(Catalog::embedded());
    let wars: u64 = std::env::var("RENOWN_WARS").ok().and_then(|text| text.parse().ok()).unwrap_or(3);
    let (mut fought, mut given_up) = (0, Vec::new());
    for seed in 0..wars {
        let (battles, mut broken) = war(seed, 2, &catalog);
        fought += battles;
        given_up.append(&mut broken);
    }
    assert!(given_up.is_empty(), "{} of {fought} broken off: {given_up:#?}", given_up.len());
    assert!(fought > 0);
}

#[test]
#[ignore = "a thousand wars take four minutes of two cores: cargo test --release --test engine wars:: -- --ignored --nocapture"]
fn a_thousand_wars_run_by_themselves() {
    let cores = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let run = |core: u64| {
        let catalog = Rc::new(Catalog::embedded());
        let (mut fought, mut given_up) = (0, Vec::new());
        for seed in (core..1000).step_by(usize::try_from(cores).expect("few")) {
            let (battles, broken) = war(seed, 4, &catalog);
            fought += battles;
            given_up.extend(broken.into_iter().map(|why| format!("seed {seed}: {why}")));
            if seed % 100 < cores {
                eprintln!("war {seed}: {fought} battles so far on core {core}");
            }
        }
        (fought, given_up)
    };
    let wars: Vec<(u32, Vec<String>)> = std::thread::scope(|scope| {
        let cores: Vec<_> = (0..cores).map(|core| scope.spawn(move || run(core))).collect();
        cores.into_iter().map(|core| core.join().expect("a war went wrong")).collect()
    });
    let fought: u32 = wars.iter().map(|(fought, _)| fought).sum();
    let given_up: Vec<&String> = wars.iter().flat_map(|(_, given_up)| given_up).collect();
    eprintln!("1000 wars, {fought} battles, {} broken off", given_up.len());
    assert!(given_up.is_empty(), "{given_up:#?}");
}
