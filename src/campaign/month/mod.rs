//! The calendar of a campaign: forfeits, confirmations, rounds of pairings, who is away or has left, idle players, the
//! end (CHAL, IDLE, WIN).

pub(super) mod confirm;
pub(super) mod fold;
pub(super) mod forfeit;
pub(super) mod leave;
mod matching;
pub(super) mod newcomer;
pub(super) mod pairings;
pub(super) mod rewards;

use chrono::NaiveDate;

use super::event::Event;
use super::refusal::Refusal;
use super::state::{About, Campaign, Phase, Player};
use super::{about, ranks};

/// The campaign, once battles may be fought.
pub(super) fn running(campaign: &Campaign) -> Result<&About, Refusal> {
    let about = about(campaign)?;
    match about.phase {
        Phase::Running => Ok(about),
        _ => Err(Refusal::by("CAMP-12", "the campaign has not begun").hint("`renown start`")),
    }
}

/// No campaign turn begins after the deadline (WIN-07).
pub(super) fn before_deadline(campaign: &Campaign, today: NaiveDate) -> Result<(), Refusal> {
    match about(campaign)?.ends.filter(|ends| today > *ends) {
        Some(ends) => Err(Refusal::by("WIN-07", format!("the campaign ended on {ends}"))
            .hint("`renown finish` says who won; `renown option --ends DATE` gives it more time")),
        None => Ok(()),
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
