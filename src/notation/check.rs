//! What is wrong with ships together, once all have entered.

use super::told::Told;
use super::{defences, forts};
use crate::battle::gothic::shooting::bearing::GUNS;
use crate::battle::gothic::state::roster::{Entry, Roster};
use crate::battle::gothic::state::{Battle, SHELLS, SHIPS, SQUADRONS, Unit};
use crate::ships::profile::Gun;

/// How many there may be, and that who sails has a sun.
pub(super) fn count(told: &impl Told, ships: usize, roster: &Roster, battle: &Battle) {
    for (what, count, most) in [("ships", ships, SHIPS), ("squadrons", roster.squadrons.len(), SQUADRONS)] {
        if count > most {
            told.problem_at("ship", format_args!("there are {count} {what}: the engine plays {most} at most"));
        }
    }
    if battle.ground.sunward.is_none()
        && let Some(entry) = roster.ships.iter().find(|entry| entry.profile.sails.is_some())
    {
        told.problem(format_args!("{} needs `sunward`: the edge towards the sun gives its speed", entry.name));
    }
}

/// Places, squadrons and guns of all of them; with a ship on its way, places are no longer those of the start.
pub(super) fn ships(told: &impl Told, roster: &Roster, battle: &Battle, on_its_way: bool) {
    forts::check(told, roster, battle);
    places(told, roster, battle);
    squadrons(told, roster, battle);
    guns(told, roster, battle);
    defences::check_places(told, roster, battle, on_its_way);
    defences::check_ground(told, roster, battle);
}

/// Ships that stand on the table must do so within it, and alone under their names.
fn places(told: &impl Told, roster: &Roster, battle: &Battle) {
    for (entry, ship) in roster.ships.iter().zip(battle.ships.iter()) {
        if ship.present() && !battle.ground.holds(ship.at) {
            told.problem(format_args!("{} is at {}, off the table", entry.name, ship.at));
        }
    }
}

/// What one unit fires at once has a limit.
fn guns(told: &impl Told, roster: &Roster, battle: &Battle) {
    if roster.ships.len() != battle.ships.len() {
        return;
    }
    let all = || battle.all().map(|(id, ship)| (id, ship.squadron));
    let units = all().map(|(id, squadron)| squadron.map_or(Unit::Ship(id), Unit::Squadron));
    let units: std::collections::BTreeSet<Unit> = units.collect();
    for unit in units {
        let own = all().filter(|(id, squadron)| match unit {
            Unit::Ship(ship) => *id == ship,
            Unit::Squadron(of) => *squadron == Some(of),
        });
        let (mut guns, mut nova) = (0, 0);
        for (id, _) in own {
            let weapons = &roster[id].profile.weapons;
            guns += Battle::guns(roster, id).count();
            nova += weapons.iter().filter(|weapon| weapon.gun == Gun::Nova).count();
        }
        for (what, count, most) in [("direct-fire weapons", guns, GUNS), ("nova cannon", nova, SHELLS)] {
            if count > most {
                let name = roster.unit_name(unit);
                told.problem(format_args!("{name} has {count} {what}: the engine plays {most} of a unit at most"));
            }
        }
    }
}

/// A squadron is of one side and one type, and of six ships at most (SQUAD-01).
fn squadrons(told: &impl Told, roster: &Roster, battle: &Battle) {
    if roster.ships.len() != battle.ships.len() {
        return;
    }
    for (index, squadron) in roster.squadrons.iter().enumerate() {
        if roster.ships.iter().any(|entry| entry.name.eq_ignore_ascii_case(squadron)) {
            told.problem(format_args!("\"{squadron}\" is a ship and a squadron"));
        }
        let members = || {
            let all = roster.ships.iter().zip(battle.ships.iter());
            all.filter(move |(_, ship)| ship.squadron.is_some_and(|squadron| usize::from(squadron.0) == index))
        };
        let Some((first, of)) = members().next() else { continue };
        if members().any(|(_, ship)| ship.side != of.side) {
            told.problem(format_args!("the squadron {squadron} has ships of both sides (SQUAD-01)"));
        }
        if let Some((other, _)) = members().find(|(entry, _)| entry.profile.size != first.profile.size) {
            let names = (&first.name, &other.name);
            told.problem(format_args!("{} and {} are not of one type: {squadron} (SQUAD-01)", names.0, names.1));
        }
        let count = members().count();
        if count > 6 {
            told.problem(format_args!("the squadron {squadron} has {count} ships, more than 6 (SQUAD-01)"));
        }
        let entries: Vec<&Entry> = members().map(|(entry, _)| entry).collect();
        defences::check_squadron(told, squadron, &entries);
    }
}
