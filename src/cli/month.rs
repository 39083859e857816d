//! The calendar: `renown pairings`, `week`, `finish`.

use super::resolve;
use super::session::{Result, Session};
use crate::campaign::command::Command;
use crate::campaign::event::Event;
use crate::campaign::month::victory;
use crate::campaign::state::PlayerId;
use crate::campaign::view::Seen;
use crate::club::{Ground, Member, Moment};

pub(super) fn pairings(session: &mut Session<'_>, bonus: Option<i32>) -> Result<()> {
    session.as_member(|session, member| {
        let before = member.moment()?;
        let first = before.next_battle();
        session.give(member, &before, Command::PairRound { first, bonus }).map(|_| ())
    })
}

pub(super) fn week(session: &mut Session<'_>, spare: &[String], heirs: &[String]) -> Result<()> {
    session.as_member(|session, member| {
        let Ground { before, seen } = session.ground(member)?;
        let player = |typed: &str| resolve::player(&seen, typed);
        let mut spared = spare.iter().map(|typed| player(typed)).collect::<Result<Vec<_>>>()?;
        let pair = |pair: &String| {
            let (loser, heir) = resolve::pair(&seen, pair, "LOSER=PLAYER")?;
            Ok((player(loser)?, player(heir)?))
        };
        let heirs = heirs.iter().map(pair).collect::<Result<Vec<_>>>()?;
        let command = Command::CloseWeek { spared: spared.clone(), heirs: heirs.clone() };
        spared.extend(ask_whom_to_spare(session, member, &before, &seen, command)?);
        session.give(member, &before, Command::CloseWeek { spared, heirs }).map(|_| ())
    })
}

/// The arbitrator confirms each penalty where somebody can be asked (IDLE-03).
fn ask_whom_to_spare(
    session: &mut Session<'_>,
    member: &mut Member<'_>,
    before: &Moment,
    seen: &Seen,
    command: Command,
) -> Result<Vec<PlayerId>> {
    if !session.io.interactive || session.common.dry_run {
        return Ok(Vec::new());
    }
    let mut idle: Vec<PlayerId> = Vec::new();
    for event in session.foresee(member, before, command)? {
        match event {
            Event::RenownChanged { player, rule, .. } if rule == "IDLE-01" => idle.push(player),
            Event::SystemRebelled { player, .. } => idle.push(player),
            _ => {}
        }
    }
    idle.dedup();
    let mut spared = Vec::new();
    for id in idle {
        let name = seen.players.get(&id).map_or("somebody", |player| player.name.as_str());
        let answer = session.ask(&format!("{name} did not play. Is he penalised? [Y/n] "));
        if answer.is_some_and(|answer| matches!(answer.to_lowercase().as_str(), "n" | "no")) {
            spared.push(id);
        }
    }
    Ok(spared)
}

pub(super) fn finish(session: &mut Session<'_>, winners: &[String]) -> Result<()> {
    session.as_member(|session, member| {
        let Ground { before, seen } = session.ground(member)?;
        session.may_give(member, &seen, &Command::FinishCampaign { winners: Vec::new() })?;
        let about = seen.about.as_ref();
        let judged = about.filter(|about| about.options.choice("victory") == "free").map(victory::goal);
        let asked = match judged.filter(|_| winners.is_empty()) {
            Some(goal) => session.ask(&format!("Who has won by {goal}? ")).filter(|typed| !typed.is_empty()),
            None => None,
        };
        let known: Vec<&str> = seen.players.values().map(|player| player.name.as_str()).collect();
        let asked: Vec<&str> = asked.iter().flat_map(|typed| resolve::listed(&known, typed)).collect();
        let names = winners.iter().map(String::as_str).chain(asked);
        let winners = names.map(|typed| resolve::player(&seen, typed)).collect::<Result<Vec<_>>>()?;
        session.give(member, &before, Command::FinishCampaign { winners }).map(|_| ())
    })
}
