//! Paths that a ship may take, for those who try them out.

use crate::battle::space_fleet::class::Manoeuvre;
use crate::battle::space_fleet::measures::inches;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, Leg, ShipId};
use crate::table::fixed_list::FixedList;

/// Paths that a ship may take: ahead, with turns early, in the middle and late.
#[must_use]
pub fn paths(battle: &Battle, roster: &Roster, id: ShipId) -> Vec<FixedList<Leg, 26>> {
    let speed = battle.speed(roster, id);
    let manoeuvre = battle.manoeuvre(roster, id);
    let mut found = vec![FixedList::new()];
    for turn in [-90, -45, 45, 90] {
        found.push(FixedList::one(Leg::turn(turn)));
    }
    let whole = speed.0 / 1000;
    let every = if manoeuvre == Manoeuvre::Super { 1 } else { 2 };
    for far in 1..=whole {
        found.push(FixedList::one(Leg::ahead(inches(far))));
    }
    if manoeuvre == Manoeuvre::Unmanoeuvrable {
        for turn in [-45, 45] {
            found.extend(path(&[(2.min(whole), turn)]));
        }
        return found;
    }
    for turn in [-45, 45] {
        for first in (every..=whole).step_by(every as usize) {
            found.extend(path(&[(first, turn), (whole - first, 0)]));
            found.extend(path(&[(first, turn)]));
            for second in (every..=whole - first).step_by(every as usize) {
                for again in [-45, 45] {
                    found.extend(path(&[(first, turn), (second, again), (whole - first - second, 0)]));
                }
            }
        }
        let most = (whole / every).min(4);
        let steps: Vec<(i32, i32)> = (0..most).map(|_| (every, turn)).collect();
        found.extend(path(&steps));
    }
    found
}

/// Steps of so many inches ahead, each with a turn after it.
#[must_use]
pub fn path(steps: &[(i32, i32)]) -> Option<FixedList<Leg, 26>> {
    let mut legs = FixedList::new();
    for (far, turn) in steps {
        if *far > 0 {
            legs.push(Leg::ahead(inches(*far))).ok()?;
        }
        if *turn != 0 {
            legs.push(Leg::turn(*turn)).ok()?;
        }
    }
    Some(legs)
}
