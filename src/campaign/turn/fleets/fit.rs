//! A fleet that fits: the flagship first, then the dearest that still fits (MISSION-13).

use super::{field_points, wrong};
use crate::campaign::Library;
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
    let mut dearest = ready.clone();
    dearest.sort_by_key(|vessel| (first(vessel), std::cmp::Reverse(worth(vessel)), vessel.place));
    let mut cheapest = ready.clone();
    cheapest.sort_by_key(|vessel| (worth(vessel), vessel.place));
    // The cheapest goes first where the scenario needs something cheap, such as a bait, and then the dearest.
    let mut mixed = dearest.clone();
    if let Some(cheap) = cheapest.first().and_then(|cheap| mixed.iter().position(|vessel| vessel.id == cheap.id)) {
        let cheap = mixed.remove(cheap);
        mixed.insert(0, cheap);
    }
    [dearest, mixed, cheapest].into_iter().find_map(|order| {
        let picked = greedy(campaign, battle, library, player, most, &order);
        let vessels: Vec<&Vessel> = picked.iter().filter_map(|id| campaign.vessels.get(id)).collect();
        let fits = wrong(campaign, battle, library, player, &vessels).is_ok_and(|problems| problems.is_empty());
        fits.then_some(picked)
    })
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
