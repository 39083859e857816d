//! The calendar of a campaign: forfeits, confirmations, rounds of pairings, who is away or has left, idle players, the
//! end (CHAL, IDLE, WIN).

pub(super) mod confirm;
pub(super) mod forfeit;

use super::event::Event;
use super::ranks;
use super::state::Player;

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
