//! The calendar: `renown pairings`, `week`, `finish`.

use super::error::CliError;
use super::resolve;
use super::session::{Result, Session};
use crate::campaign::command::Command;

pub(super) fn pairings(session: &mut Session<'_>, bonus: Option<i32>) -> Result<()> {
    session.with_store(|session, store| {
        let before = store.load()?;
        let first = before.campaign.next_battle();
        session.give(store, &before, Command::PairRound { first, bonus }).map(|_| ())
    })
}

pub(super) fn week(session: &mut Session<'_>, spare: &[String], heirs: &[String]) -> Result<()> {
    session.with_store(|session, store| {
        let before = store.load()?;
        let player = |typed: &str| resolve::player(&before.campaign, typed);
        let spared = spare.iter().map(|typed| player(typed)).collect::<Result<Vec<_>>>()?;
        let pair = |pair: &String| {
            let (loser, heir) =
                pair.split_once('=').ok_or_else(|| CliError::usage(format!("\"{pair}\" is not LOSER=PLAYER")))?;
            Ok((player(loser)?, player(heir)?))
        };
        let heirs = heirs.iter().map(pair).collect::<Result<Vec<_>>>()?;
        session.give(store, &before, Command::CloseWeek { spared, heirs }).map(|_| ())
    })
}

pub(super) fn finish(session: &mut Session<'_>, winners: &[String]) -> Result<()> {
    session.with_store(|session, store| {
        let before = store.load()?;
        let winners =
            winners.iter().map(|typed| resolve::player(&before.campaign, typed)).collect::<Result<Vec<_>>>()?;
        session.give(store, &before, Command::FinishCampaign { winners }).map(|_| ())
    })
}
