//! Random but legal campaigns: every step that the rules allow is taken, nothing breaks, and the file proves itself.
//!
//! Each seed plays a month of battles between 2 to 12 fleets of any lists, with random reports, skills, repairs,
//! withdrawals, appeals, and undo and redo in between. A seed that broke something is named with what it broke.

use std::rc::Rc;

use renown::catalog::Catalog;
use renown::club;
use renown::store;

use crate::support::month::{Month, invariants, play, turn_back_and_forth};

/// Plays the campaigns of some seeds.
fn campaigns(seeds: std::ops::Range<u64>, battles: u32) {
    let catalog = Rc::new(Catalog::embedded());
    for seed in seeds {
        let mut month = Month::new(seed, &catalog);
        let mut seen = Vec::new();
        for _ in 0..battles {
            play(&mut month);
            turn_back_and_forth(&mut month);
            seen.push(month.now.clone());
        }
        // The past comes back as it was, seen from the end.
        for then in seen {
            let again = month.store.as_of(then.head.id).expect("the past can be looked at");
            assert_eq!(again.campaign, then.campaign, "seed {seed}, entry {}", then.head.id);
        }
        let verified = club::verify(&month.store, &catalog, false).expect("it can be verified");
        assert_eq!(verified.findings, [], "seed {seed}");
        assert_eq!(store::check(&month.store).expect("it can be checked"), [], "seed {seed}");
        invariants(month.campaign(), seed);
    }
}

#[test]
fn a_hundred_random_months_break_nothing() {
    campaigns(0..100, 4);
}

#[test]
fn another_hundred_random_months_break_nothing() {
    campaigns(100..200, 4);
}
