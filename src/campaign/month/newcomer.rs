//! What a player who joins midway is given to catch up with (CAMP-06, FLEET-01).

use super::renown_changed;
use crate::campaign::bounds::total;
use crate::campaign::event::Event;
use crate::campaign::options::Options;
use crate::campaign::state::{Campaign, Player};

/// Most points of a newcomer's register: a part of what the others have on average, if that is more.
pub(in crate::campaign) fn points(campaign: &Campaign, options: &Options, start: u32) -> u32 {
    let percent = u32::try_from(options.number("newcomer-points")).unwrap_or(0);
    let registers: Vec<u32> = campaign
        .players
        .values()
        .filter(|player| player.active())
        .map(|player| campaign.register_points(player.id))
        .collect();
    let number = u32::try_from(registers.len()).unwrap_or(u32::MAX).max(1);
    let mean = total(registers.iter().copied()) / number;
    start.max(mean * percent / 100)
}

/// The renown a newcomer is raised to when he takes part. Ruling: the lower of two middles.
pub(in crate::campaign) fn renown(campaign: &Campaign, options: &Options, joiner: &Player) -> Vec<Event> {
    let mut others: Vec<i32> =
        campaign.players.values().filter(|player| player.active()).map(|player| player.renown).collect();
    others.sort_unstable();
    let (word, to) = match options.choice("newcomer-renown") {
        "lowest" => ("lowest", others.first().copied()),
        "median" => ("median", others.get(others.len().saturating_sub(1) / 2).copied()),
        _ => return Vec::new(),
    };
    let by = to.map_or(0, |to| to - joiner.renown).max(0);
    renown_changed(joiner, joiner.renown, by, &format!("a newcomer has the {word} renown"), "CAMP-06").1
}
