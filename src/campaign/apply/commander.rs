//! Events that change what a commander bears.

use crate::campaign::event::Event;
use crate::campaign::state::{Campaign, Player, PlayerId, VesselId};

/// What a commander bears and what appeals gave him.
#[expect(clippy::wildcard_enum_match_arm, reason = "the table sends only these here")]
pub(super) fn apply(campaign: &mut Campaign, event: &Event) {
    let mut change = |id: &PlayerId, change: &dyn Fn(&mut Player)| {
        if let Some(player) = campaign.players.get_mut(id) {
            change(player);
        }
    };
    match event {
        Event::MarkTaken { player, mark } => change(player, &|player| player.marks.push(mark.clone())),
        Event::MarkLost { player, mark } => change(player, &|player| player.marks.retain(|own| own != mark)),
        Event::BoonGained { player, boon } => change(player, &|player| player.boons.push(boon.clone())),
        Event::BoonAssigned { player, boon, vessel } => change(player, &|player| assign(player, boon, *vessel)),
        Event::BoonUsed { player, boon } => change(player, &|player| {
            // One at a time: a Necron fleet may have several repair points waiting.
            if let Some(index) = player.boons.iter().position(|own| own.id == *boon) {
                player.boons.remove(index);
            }
        }),
        Event::SystemGivenUp { system, .. } => {
            if let Some(system) = campaign.systems.get_mut(system) {
                system.owner = None;
            }
        }
        Event::RamiliesMoved { player, lost: true, .. } => {
            campaign.bases.remove(player);
        }
        // What appeals gave a ship goes with it (XP-09).
        Event::VesselLost { player, vessel, .. } => {
            change(player, &|player| player.boons.retain(|boon| boon.vessel != Some(*vessel)));
        }
        _ => {}
    }
}

/// Gives a result to one of the ships it waits for; each further ship has its own entry.
fn assign(player: &mut Player, id: &str, vessel: VesselId) {
    let Some(index) = player.boons.iter().position(|boon| boon.id == id && boon.waits > 0) else { return };
    let boon = &mut player.boons[index];
    boon.waits -= 1;
    let left = (boon.waits > 0).then(|| boon.clone());
    boon.vessel = Some(vessel);
    boon.waits = 0;
    player.boons.extend(left);
}
