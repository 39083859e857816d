//! A fleet that fits: the flagship first, then whole ships before hurt ones and the dearest of each that still fit
//! (MISSION-13).

use super::{field_points, wrong};
use crate::campaign::Library;
use crate::campaign::aftermath::repairs::missing;
use crate::campaign::state::battle::Battle;
use crate::campaign::state::{Campaign, PlayerId, Vessel, VesselId, VesselState};

/// Proposes what a player can field within his allowance, of which `spent` points go elsewhere. `None` where neither
/// the dearest nor the cheapest of his vessels make a fleet that the scenario takes.
#[must_use]
pub fn fitting(
    campaign: &Campaign,
    battle: &Battle,
    library: &dyn Library,
    player: PlayerId,
    spent: u32,
) -> Option<Vec<VesselId>> {
    let side = battle.side_of(player)?;
    let most = side.allowance.map_or(u32::MAX, |allowance| allowance.saturating_sub(spent));
    let flagship = campaign.players.get(&player)?.flagship;
    let ready: Vec<&Vessel> = campaign.register(player).filter(|vessel| vessel.state == VesselState::Ready).collect();
    let worth = |vessel: &&Vessel| field_points(campaign, vessel);
    let first = |vessel: &&Vessel| Some(vessel.id) != flagship;
    // A crippled flagship stays behind where others can go.
    let wear = |vessel: &&Vessel| wear(campaign, vessel);
    let mut dearest = ready.clone();
    dearest.sort_by_key(|vessel| {
        let wear = wear(vessel);
        (wear == Wear::Crippled, first(vessel), wear, std::cmp::Reverse(worth(vessel)), vessel.place)
    });
    let mut cheapest = ready.clone();
    cheapest.sort_by_key(|vessel| (worth(vessel), vessel.place));
    // The cheapest goes first where the scenario needs something cheap, such as a bait, and then the dearest.
    let mut mixed = dearest.clone();
    if let Some(cheap) = cheapest.first().and_then(|cheap| mixed.iter().position(|vessel| vessel.id == cheap.id)) {
        let cheap = mixed.remove(cheap);
        mixed.insert(0, cheap);
    }
    let number = as_many(campaign, battle, library, player);
    [dearest, mixed, cheapest].into_iter().find_map(|order| {
        let mut picked = greedy(campaign, battle, library, player, most, &order);
        if let Some(number) = number.filter(|number| *number < picked.len()) {
            picked.sort_by_key(|id| order.iter().position(|vessel| vessel.id == *id));
            picked.truncate(number);
            picked.sort_by_key(|id| campaign.vessels.get(id).map(|vessel| (vessel.place, vessel.id)));
        }
        let vessels: Vec<&Vessel> = picked.iter().filter_map(|id| campaign.vessels.get(id)).collect();
        let fits = wrong(campaign, battle, library, player, &vessels).is_ok_and(|problems| problems.is_empty());
        fits.then_some(picked)
    })
}

/// How much a vessel has suffered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Wear {
    Whole,
    Hurt,
    Crippled,
}

fn wear(campaign: &Campaign, vessel: &Vessel) -> Wear {
    let lacks = missing(campaign, vessel);
    let full = campaign.full_hits(vessel);
    match lacks {
        0 => Wear::Whole,
        _ if !campaign.is_squadron(vessel) && full.saturating_sub(lacks) * 2 <= full => Wear::Crippled,
        _ => Wear::Hurt,
    }
}

/// How many vessels the other side could match, where the scenario wants as many on both and he has not picked yet
/// (SCEN-18). What he has is known as far as the campaign is seen.
fn as_many(campaign: &Campaign, battle: &Battle, library: &dyn Library, player: PlayerId) -> Option<usize> {
    let rules = battle.scenario?.rules();
    let other = battle.side_of(battle.opponent_of(player)).filter(|other| !other.picked)?;
    if !rules.needs_as_many(battle.size.unwrap_or(0)) {
        return None;
    }
    let ready = campaign.register(other.player).filter(|vessel| vessel.state == VesselState::Ready);
    let mut ready: Vec<&Vessel> = ready.collect();
    ready.sort_by_key(|vessel| (field_points(campaign, vessel), vessel.place));
    let most = other.allowance.unwrap_or(u32::MAX);
    let number = greedy(campaign, battle, library, other.player, most, &ready).len();
    (number > 0).then_some(number)
}

/// Takes each vessel that neither breaks the allowance nor adds to what is wrong.
fn greedy(
    campaign: &Campaign,
    battle: &Battle,
    library: &dyn Library,
    player: PlayerId,
    most: u32,
    order: &[&Vessel],
) -> Vec<VesselId> {
    let problems =
        |vessels: &[&Vessel]| wrong(campaign, battle, library, player, vessels).map_or(usize::MAX, |found| found.len());
    let mut taken: Vec<&Vessel> = Vec::new();
    let mut points = 0;
    for vessel in order {
        let more = field_points(campaign, vessel);
        let before = problems(&taken);
        let mut with = taken.clone();
        with.push(vessel);
        if points + more <= most && problems(&with) <= before {
            points += more;
            taken = with;
        }
    }
    let mut ids: Vec<VesselId> = taken.iter().map(|vessel| vessel.id).collect();
    // In the order of the register, as people pick.
    ids.sort_by_key(|id| campaign.vessels.get(id).map(|vessel| (vessel.place, vessel.id)));
    ids
}
