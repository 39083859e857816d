//! The calendar of a campaign: forfeits, confirmations, rounds of pairings, who is away or has left, idle players, the
//! end (CHAL, IDLE, WIN).

pub(super) mod confirm;
pub(super) mod forfeit;
pub mod idle;
pub(super) mod leave;
mod matching;
pub(super) mod newcomer;
pub(super) mod pairings;
pub(super) mod rewards;
pub mod victory;

use chrono::NaiveDate;

use super::event::Event;
use super::refusal::{Refusal, Refusals};
use super::state::{About, Campaign, Phase, Player};
use super::{Circumstances, about, ranks};
use crate::campaign::hint::Hint;
use crate::dice::{Pip, Why};

/// The campaign, once battles may be fought.
pub(super) fn running(campaign: &Campaign) -> Result<&About, Refusal> {
    let about = about(campaign)?;
    match about.phase {
        Phase::Running => Ok(about),
        Phase::Mustering | Phase::Picking | Phase::Hiding => {
            Err(Refusal::by("CAMP-12", "the campaign has not begun").hint(Hint::Start))
        }
    }
}

/// No campaign turn begins after the deadline (WIN-07).
pub(super) fn before_deadline(campaign: &Campaign, today: NaiveDate) -> Result<(), Refusal> {
    match about(campaign)?.ends.filter(|ends| today > *ends) {
        Some(ends) => Err(Refusal::by("WIN-07", format!("the campaign ended on {ends}")).hint(Hint::FinishOrMoreTime)),
        None => Ok(()),
    }
}

/// One of several, each as likely as the others: as many dice as it takes, thrown again where they do not divide.
pub(super) fn one_of<'t, T>(
    from: &[&'t T],
    why: Why<'_>,
    with: &mut Circumstances<'_>,
) -> Result<Option<&'t T>, Refusals> {
    if from.len() < 2 {
        return Ok(from.first().copied());
    }
    let dice = (1..=8).find(|dice| 6_usize.pow(*dice) >= from.len()).unwrap_or(1);
    let share = 6_usize.pow(dice) / from.len();
    loop {
        let mut faces = vec![Pip::ONE; dice as usize];
        with.dice.roll(why, &mut faces)?;
        let thrown = faces.iter().fold(0, |sum, pip| sum * 6 + usize::from(pip.face()) - 1);
        if let Some(chosen) = from.get(thrown / share) {
            return Ok(Some(chosen));
        }
    }
}

/// The entry of a renown ledger, and the change of rank that follows at once (IDLE-04, RENOWN-12); nothing where renown
/// cannot change.
pub(super) fn renown_changed(player: &Player, from: i32, by: i32, reason: &str, rule: &str) -> (i32, Vec<Event>) {
    let to = (from + by).max(1);
    if to == from {
        return (from, Vec::new());
    }
    let mut events = vec![Event::RenownChanged {
        player: player.id,
        by: to - from,
        to,
        reason: reason.to_owned(),
        rule: rule.to_owned(),
    }];
    let (before, after) = (ranks::rank(player.promotions, from), ranks::rank(player.promotions, to));
    if before != after {
        events.push(Event::RankChanged {
            player: player.id,
            from: before.title.to_owned(),
            to: after.title.to_owned(),
            promoted: to > from,
        });
    }
    (to, events)
}
