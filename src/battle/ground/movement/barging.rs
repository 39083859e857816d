//! Engines push others out of the way (EP-WE-10).

use super::legs::can_stand;
use crate::battle::ground::answer::{Refusal, refuse};
use crate::battle::ground::measure::{free_place, overlap};
use crate::battle::ground::roster::{Roster, UnitId};
use crate::battle::ground::state::{Battle, Place};

/// Moves units that an engine came to stand on the least distance to a free place.
pub(super) fn push_aside(battle: &mut Battle, roster: &Roster, barged: &[UnitId]) -> Result<(), Refusal> {
    for unit in barged {
        let Some(at) = battle.at(*unit) else { continue };
        let covered = (0..battle.units.len()).map(UnitId).any(|other| {
            other != *unit
                && roster.kind(other).is_engine()
                && battle.at(other).is_some_and(|place| overlap(roster, (*unit, at), (other, place)))
        });
        if !covered {
            continue;
        }
        let place = free_place(battle, roster, *unit, at, &|place| can_stand(roster, *unit, place));
        let Some(place) = place else {
            return refuse("EP-WE-10", format!("there is no room to push {} aside", roster.unit_name(*unit)));
        };
        battle[*unit].place = Place::At(place);
    }
    Ok(())
}

/// Moves units away from a place where something comes up or down, the least distance (EP-SPEC-21, EP-SPACE-09).
pub fn make_room(battle: &mut Battle, roster: &Roster, unit: UnitId) {
    let Some(at) = battle.at(unit) else { return };
    let others: Vec<UnitId> = (0..battle.units.len())
        .map(UnitId)
        .filter(|other| *other != unit && !battle.in_air(roster, roster.formation_of(*other)))
        .filter(|other| battle.at(*other).is_some_and(|place| overlap(roster, (unit, at), (*other, place))))
        .collect();
    for other in others {
        let Some(place) = battle.at(other) else { continue };
        if let Some(place) = free_place(battle, roster, other, place, &|place| can_stand(roster, other, place)) {
            battle[other].place = Place::At(place);
        }
    }
}
