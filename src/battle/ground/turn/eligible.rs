//! Who may act (EP-TURN-03, EP-ACT-14).

use crate::battle::ground::roster::{CraftId, FormationId, Roster};
use crate::battle::ground::state::Battle;
use crate::table::side::Side;

/// Whether a formation may be chosen to act: once a turn, not broken, on the table or an air formation off it.
#[must_use]
pub fn formation(battle: &Battle, roster: &Roster, id: FormationId) -> bool {
    let state = &battle[id];
    if state.did.is_some() || state.broken || state.keeps.is_some() || battle.destroyed(roster, id) {
        return false;
    }
    battle.on_ground(roster, id) || roster.is_air(id) && state.flying.is_none()
}

/// Whether a spacecraft may act this turn (EP-SPACE-04).
#[must_use]
pub fn craft(battle: &Battle, id: CraftId) -> bool {
    let state = &battle[id];
    !state.gone && state.arrives > 0 && state.arrives <= battle.turn
}

/// Whether a side can activate anything.
#[must_use]
pub fn anybody(battle: &Battle, roster: &Roster, side: Side) -> bool {
    roster.formations_of(side).any(|id| formation(battle, roster, id))
        || roster.craft_ids().any(|id| roster[id].side == side && craft(battle, id))
}
