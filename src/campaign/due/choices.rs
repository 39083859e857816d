//! What may be answered where that depends on registers and the map.

use super::Ask;
use crate::campaign::state::battle::{Battle, Side};
use crate::campaign::state::grant::AppealKind;
use crate::campaign::state::{Campaign, Player, PlayerId, SystemId, VesselId, VesselState};
use crate::campaign::turn::fleets;
use crate::campaign::{Library, opening};
use crate::ships::class::ShipType;

/// What a side may field, what each vessel counts for, and what fits (MISSION-13).
pub(super) fn fleet(campaign: &Campaign, battle: &Battle, side: &Side, library: &dyn Library) -> Ask {
    let ready = campaign.register(side.player).filter(|vessel| vessel.state == VesselState::Ready);
    let ready = ready.map(|vessel| (vessel.id, fleets::field_points(campaign, vessel))).collect();
    let usual = fleets::fitting(campaign, battle, library, side.player, 0).unwrap_or_default();
    Ask::Fleet { allowance: side.allowance, ready, usual }
}

/// Systems that a base may be hidden in (CAMP-09).
pub(super) fn bases(campaign: &Campaign, player: PlayerId) -> Vec<SystemId> {
    campaign.systems.keys().copied().filter(|id| opening::may_hold_base(campaign, player, *id).is_ok()).collect()
}

/// Ships that a granted appeal may be for: a refit is a capital ship's (REFIT-01).
pub(super) fn of_grant(campaign: &Campaign, owner: &Player, kind: AppealKind) -> Vec<VesselId> {
    let own = campaign.register(owner.id);
    match kind {
        AppealKind::Refit => own
            .filter(|vessel| {
                let class = campaign.class(vessel.hulls[0].design);
                !matches!(class.kind, ShipType::Escort | ShipType::Transport)
            })
            .map(|vessel| vessel.id)
            .collect(),
        AppealKind::Other => own.map(|vessel| vessel.id).collect(),
        AppealKind::Reinforcements | AppealKind::Ramilies => Vec::new(),
    }
}
