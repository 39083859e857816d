//! The calendar: `renown pairings`.

use super::session::{Result, Session};
use crate::campaign::command::Command;

pub(super) fn pairings(session: &mut Session<'_>, bonus: Option<i32>) -> Result<()> {
    session.with_store(|session, store| {
        let before = store.load()?;
        let first = before.campaign.next_battle();
        session.give(store, &before, Command::PairRound { first, bonus }).map(|_| ())
    })
}
