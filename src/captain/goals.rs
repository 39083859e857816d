//! What each ship is sent for: the goal of the standing orders, or what the scenario wins by.

use super::{Goal, Standing};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, FeatureKind, ShipId};
use crate::table::edge::Edge;
use crate::table::side::Side;

/// The goal of one ship of a side.
pub(super) fn goal(battle: &Battle, roster: &Roster, standing: &Standing, id: ShipId) -> Goal {
    let mission = &battle.mission;
    if standing.goal != Goal::Destroy || !mission.on {
        return standing.goal;
    }
    let (side, profile) = (battle.ship(id).side, &roster[id].profile);
    if let Some(edge) = exit(battle, roster, side, id) {
        return Goal::Leave(edge);
    }
    let lands = mission.assault.is_some() && side == mission.attacker && profile.assault > 0;
    let ends = mission.exterminatus && mission.exterminators.contains(id);
    if lands || ends {
        let planet = battle.features.iter().find(|feature| feature.kind == FeatureKind::Planet);
        return planet.map_or(Goal::Destroy, |planet| Goal::Assault(planet.shape.centre()));
    }
    Goal::Destroy
}

/// The edge by which a ship is to leave: of a convoy only its transports are (SCEN-78).
fn exit(battle: &Battle, roster: &Roster, side: Side, id: ShipId) -> Option<Edge> {
    let edge = battle.mission.exits[side as usize]?;
    let carries = roster[id].profile.transport > 0;
    (battle.mission.convoy != Some(side) || carries).then_some(edge)
}

/// Enemies that are worth more than their points: what the enemy wins by.
pub(super) fn prey(battle: &Battle, roster: &Roster, standing: &Standing, side: Side) -> Crowd {
    let mission = &battle.mission;
    if let Goal::Kill(wanted) = standing.goal {
        return wanted;
    }
    let mut wanted = Crowd::default();
    if !mission.on {
        return wanted;
    }
    for (id, _) in battle.fleet(side.other()) {
        let profile = &roster[id].profile;
        let convoy = mission.convoy == Some(side.other()) && profile.transport > 0;
        let lands = mission.assault.is_some() && mission.attacker != side && profile.assault > 0;
        if convoy || lands || mission.exterminators.contains(id) {
            wanted.insert(id);
        }
    }
    wanted
}
