//! The reader `map` of `tests/readers`, by coverage.
#![no_main]

#[path = "../../tests/readers/mod.rs"]
mod readers;

use libfuzzer_sys::fuzz_target;

thread_local! {
    static WAR: readers::War = readers::War::new();
}

fuzz_target!(|bytes: &[u8]| {
    WAR.with(|war| readers::map(war, bytes));
});
