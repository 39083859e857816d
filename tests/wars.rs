//! Whole wars that run by themselves: every battle fought by captains, every aftermath settled, and the file proved.

mod support;

use std::rc::Rc;

use renown::catalog::Catalog;
use renown::door::PROGRAM;
use renown::marshal::Marshal;
use renown::store::check;
use support::month::{Month, invariants, moment};

/// The lists of the peoples that the engine plays.
const LISTS: [&str; 10] = [
    "gothic-sector",
    "bastion",
    "armageddon",
    "chaos-incursion",
    "chaos-black-crusade",
    "ork-cyclops",
    "ork-waaagh",
    "eldar-corsairs-gothic",
    "sm-codex",
    "sm-crusade",
];

/// A month's war of some seed; gives the battles that were fought and those that were broken off.
fn war(seed: u64, weeks: u32, catalog: &Rc<Catalog>) -> (u32, Vec<String>) {
    let mut month = Month::playable(seed, catalog, &LISTS);
    let mut marshal =
        Marshal::new(&mut month.store, catalog, &format!("war {seed}"), moment()).expect("it is readable");
    for _ in 0..weeks {
        marshal.week(2).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    }
    let unfit = u32::try_from(marshal.unfit.len()).expect("small");
    assert!(20 * unfit <= marshal.fought.max(20), "seed {seed}: {:#?}", marshal.unfit);
    let told = (marshal.fought, std::mem::take(&mut marshal.given_up));
    invariants(&marshal.now.campaign, seed);
    let verified = month.store.verify(catalog.as_ref(), PROGRAM, catalog.hash()).expect("it is readable");
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
    // The one refit that the engine refuses by name may come a player's way.
    given_up.retain(|why| !why.contains("distortion-charges"));
    assert!(given_up.is_empty(), "{} of {fought} broken off: {given_up:#?}", given_up.len());
    assert!(fought > 0);
}

#[test]
#[ignore = "a thousand wars take a quarter of an hour: cargo test --release --test wars -- --ignored"]
fn a_thousand_wars_run_by_themselves() {
    let catalog = Rc::new(Catalog::embedded());
    let mut fought = 0;
    for seed in 0..1000 {
        let (battles, mut broken) = war(seed, 4, &catalog);
        fought += battles;
        broken.retain(|why| !why.contains("distortion-charges"));
        assert!(broken.is_empty(), "seed {seed}: {broken:#?}");
        if seed % 50 == 49 {
            eprintln!("{} wars, {fought} battles", seed + 1);
        }
    }
}
