//! A text that reads as a situation is written and read back alike, and can be played on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use renown::battle::{self, choice, event::Silent};
use renown::catalog::{Catalog, situation};
use renown::dice::Fast;

thread_local! {
    static CATALOG: Catalog = Catalog::embedded();
}

fuzz_target!(|text: &str| {
    CATALOG.with(|catalog| {
        let Ok(found) = situation::read("fuzzed", text, &catalog.fleets) else { return };
        let written = situation::write(&found.roster, &found.battle);
        let again = situation::read("again", &written, &catalog.fleets).expect("what was written reads");
        assert_eq!((&again.battle, &again.roster), (&found.battle, &found.roster));
        let (mut battle, mut dice) = (found.battle, Fast::new(7, 0));
        for _ in 0..40 {
            let Some(answer) = choice::usual(&battle, &found.roster) else { break };
            let _ = battle::answer(&mut battle, &found.roster, &answer, &mut dice, &mut Silent);
        }
    });
});
