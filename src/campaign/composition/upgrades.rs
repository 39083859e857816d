//! How many ships of a register may have an option or upgrade (FLEET-09).

use super::{Breach, Entry, Library, worth};
use crate::campaign::hint::Hint;
use crate::campaign::state::{Origin, Player};
use crate::ships::class::ShipType;
use crate::text::thousands;

pub(super) fn check(player: &Player, entries: &[Entry<'_>], library: &dyn Library, found: &mut Vec<Breach>) {
    if entries.iter().all(|entry| entry.vessel.upgrades.is_empty()) {
        return;
    }
    let mut breach = |says: String| {
        found.push(Breach { rule: "FLEET-09", says, hint: Hint::from("leave one out"), unfinished: false });
    };
    let having = |id: &str| -> u32 {
        let with = entries.iter().filter(|entry| entry.vessel.upgrades.iter().any(|upgrade| upgrade.id == id));
        u32::try_from(with.count()).unwrap_or(u32::MAX)
    };
    let mut judged: Vec<&str> = Vec::new();
    for option in entries.iter().flat_map(|entry| &entry.classes).flat_map(|(class, _)| &class.options) {
        if judged.contains(&option.id.as_str()) {
            continue;
        }
        judged.push(&option.id);
        let number = having(&option.id);
        if let Some(most) = option.max.filter(|most| number > *most) {
            breach(format!("\"{}\": {number} taken, {most} allowed", option.id));
        }
        let share =
            option.max_per_points.map(|share| (worth(entries).div_ceil(share.points) * share.count, share.points));
        if let Some((most, points)) = share.filter(|(most, _)| number > *most) {
            breach(format!("\"{}\": {number} taken, {most} allowed by every {} points", option.id, thousands(points)));
        }
    }
    let capital = |entry: &&Entry<'_>| {
        entry
            .classes
            .iter()
            .all(|(class, _)| !matches!(class.kind, ShipType::Escort | ShipType::Transport | ShipType::Defence))
    };
    let capitals = u32::try_from(entries.iter().filter(capital).count()).unwrap_or(u32::MAX);
    let lists = entries.iter().filter_map(|entry| match &entry.vessel.origin {
        Origin::Main => None,
        Origin::Reserve(id) | Origin::Ally(id) => Some(id.as_str()),
    });
    let mut lists: Vec<&str> = lists.chain([player.list.as_str()]).collect();
    lists.sort_unstable();
    lists.dedup();
    for upgrade in lists.into_iter().flat_map(|list| library.upgrades(list)) {
        let number = having(&upgrade.id);
        let most = upgrade.max.into_iter().chain(upgrade.share.map(|share| capitals / share)).min();
        if let Some(most) = most.filter(|most| number > *most) {
            breach(format!("\"{}\": {number} taken, {most} allowed", upgrade.id));
        }
        let flagship = entries.iter().find(|entry| Some(entry.vessel.id) == player.flagship);
        let bears = flagship.filter(|entry| entry.vessel.upgrades.iter().any(|bought| bought.id == upgrade.id));
        if let Some(entry) = bears.filter(|_| upgrade.not_flagship) {
            breach(format!("\"{}\" is not for the flagship \"{}\"", upgrade.id, entry.vessel.name));
        }
    }
}
