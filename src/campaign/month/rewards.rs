//! House rules of the renown ledger: a bonus for playing, and what a defeat costs besides (CAMP-06).

use crate::campaign::options::Options;
use crate::campaign::state::battle::Battle;

/// Entries of a side's ledger; `won` is `None` after a draw.
pub(in crate::campaign) fn ledger(
    options: &Options,
    battle: &Battle,
    won: Option<bool>,
) -> Vec<(i32, String, &'static str)> {
    // A round of pairings may have a bonus of its own.
    let bonus = battle.aftermath.playing_bonus.unwrap_or_else(|| options.number("playing-bonus"));
    let mut entries = vec![(bonus, "for playing".to_owned(), "CAMP-06")];
    if won == Some(false) {
        entries.push((-options.number("defeat-renown"), "a defeat costs renown".to_owned(), "CAMP-06"));
    }
    entries
}
