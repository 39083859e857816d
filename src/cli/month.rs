//! The calendar: `renown pairings`, `week`, `finish`.

use super::resolve;
use super::session::{Result, Session};
use super::veil::Ground;
use crate::campaign::command::Command;
use crate::campaign::event::Event;
use crate::campaign::month::victory;
use crate::campaign::state::PlayerId;
use crate::store::{Snapshot, Store};

pub(super) fn pairings(session: &mut Session<'_>, bonus: Option<i32>) -> Result<()> {
    session.with_store(|session, store| {
        let before = store.load()?;
        let first = before.campaign.next_battle();
        session.give(store, &before, Command::PairRound { first, bonus }).map(|_| ())
    })
}

pub(super) fn week(session: &mut Session<'_>, spare: &[String], heirs: &[String]) -> Result<()> {
    session.with_store(|session, store| {
        let Ground { before, seen } = session.ground(store)?;
        let player = |typed: &str| resolve::player(&seen, typed);
        let mut spared = spare.iter().map(|typed| player(typed)).collect::<Result<Vec<_>>>()?;
        let pair = |pair: &String| {
            let (loser, heir) = resolve::pair(&before.campaign, pair, "LOSER=PLAYER")?;
            Ok((player(loser)?, player(heir)?))
        };
        let heirs = heirs.iter().map(pair).collect::<Result<Vec<_>>>()?;
        let command = Command::CloseWeek { spared: spared.clone(), heirs: heirs.clone() };
        spared.extend(ask_whom_to_spare(session, store, &before, command)?);
        session.give(store, &before, Command::CloseWeek { spared, heirs }).map(|_| ())
    })
}

/// The arbitrator confirms each penalty where somebody can be asked (IDLE-03).
fn ask_whom_to_spare(
    session: &mut Session<'_>,
    store: &mut Store,
    before: &Snapshot,
    command: Command,
) -> Result<Vec<PlayerId>> {
    if !session.io.interactive || session.common.dry_run {
        return Ok(Vec::new());
    }
    let mut idle: Vec<PlayerId> = Vec::new();
    for event in session.foresee(store, before, command)? {
        match event {
            Event::RenownChanged { player, rule, .. } if rule == "IDLE-01" => idle.push(player),
            Event::SystemRebelled { player, .. } => idle.push(player),
            _ => {}
        }
    }
    idle.dedup();
    let mut spared = Vec::new();
    for id in idle {
        let name = before.campaign.players.get(&id).map_or("somebody", |player| player.name.as_str());
        let answer = session.ask(&format!("{name} did not play. Is he penalised? [Y/n] "));
        if answer.is_some_and(|answer| matches!(answer.to_lowercase().as_str(), "n" | "no")) {
            spared.push(id);
        }
    }
    Ok(spared)
}

pub(super) fn finish(session: &mut Session<'_>, winners: &[String]) -> Result<()> {
    session.with_store(|session, store| {
        let Ground { before, seen } = session.ground(store)?;
        session.may_give(&before, &seen, &Command::FinishCampaign { winners: Vec::new() })?;
        let about = before.campaign.about.as_ref();
        let judged = about.filter(|about| about.options.choice("victory") == "free").map(victory::goal);
        let asked = match judged.filter(|_| winners.is_empty()) {
            Some(goal) => session.ask(&format!("Who has won by {goal}? ")).filter(|typed| !typed.is_empty()),
            None => None,
        };
        let known: Vec<&str> = before.campaign.players.values().map(|player| player.name.as_str()).collect();
        let asked: Vec<&str> = asked.iter().flat_map(|typed| resolve::listed(&known, typed)).collect();
        let names = winners.iter().map(String::as_str).chain(asked);
        let winners = names.map(|typed| resolve::player(&seen, typed)).collect::<Result<Vec<_>>>()?;
        session.give(store, &before, Command::FinishCampaign { winners }).map(|_| ())
    })
}
