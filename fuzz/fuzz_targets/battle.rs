//! A text that reads as a battle file is written and read back alike, and its actions are carried out or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use renown::battle::{self, event::Silent, wording};
use renown::catalog::{Catalog, situation};
use renown::dice::Fast;

thread_local! {
    static CATALOG: Catalog = Catalog::embedded();
}

fuzz_target!(|text: &str| {
    CATALOG.with(|catalog| {
        let Ok(file) = situation::read_battle("fuzzed", text, &catalog.fleets) else { return };
        let again = situation::read_battle("again", &situation::write_battle(&file), &catalog.fleets);
        assert_eq!(again.expect("what was written reads"), file);
        let (mut battle, roster, mut dice) = (file.situation.battle, &file.situation.roster, Fast::new(7, 0));
        for action in file.actions.iter().take(200) {
            if let Ok(answer) = wording::read(&battle, roster, action) {
                let _ = battle::answer(&mut battle, roster, &answer, &mut dice, &mut Silent);
            }
        }
    });
});
