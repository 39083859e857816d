//! Planetary defences as they are laid down: their Leadership, their squadrons, their places.

use super::told::Told;
use super::values::{place_of, small};
use crate::battle::gothic::state::phenomena::LowOrbit;
use crate::battle::gothic::state::roster::{Entry, Roster};
use crate::battle::gothic::state::{Battle, FeatureKind, Phase, Ship};
use crate::catalog::reader::Node;
use crate::ships::profile::Profile;
use crate::table::geometry::{Heading, Length, Point};

/// What a defence must be from the start: Leadership 7, and no waiting for a move it cannot make (DEF-06, DEF-01).
pub(super) fn settle(told: &impl Told, profile: &Profile, ship: &mut Ship) {
    if profile.nominal && (ship.leadership != 7 || ship.commander.is_some()) {
        let key = if ship.commander.is_some() { "commander" } else { "leadership" };
        told.problem_at(key, "planetary defences have Leadership 7 and no commander (DEF-06)");
    }
    if let Some(fixed) = profile.fixed_leadership
        && (ship.leadership != fixed || ship.commander.is_some())
    {
        let key = if ship.commander.is_some() { "commander" } else { "leadership" };
        told.problem_at(key, format_args!("its Leadership is always {fixed}, whoever commands it (FLEET-10)"));
    }
    if ship.done.disguise > 2 || ship.done.disguise > 0 && !profile.q_ship {
        told.problem_at("disguise", "`disguise` is for Q-ships: the hits, 1 or 2, until one is seen for what it is");
    }
    let waits = profile.has_ordnance() && !ship.done.standby;
    if ship.fights() && profile.is_stationary() && !waits {
        ship.done.moved = true;
    }
}

/// Squadrons of defences: up to six of 1 hit, up to four if larger (DEF-02).
pub(super) fn check_squadron(told: &impl Told, squadron: &str, members: &[&Entry]) {
    let defences = members.iter().filter(|entry| entry.profile.nominal).count();
    let count = members.len();
    if defences == 0 {
        return;
    }
    if defences < count {
        told.problem(format_args!("{squadron} has defences and ships: they form no squadron together (DEF-02)"));
    }
    if count > 4 && members.iter().any(|entry| entry.profile.hits > 1) {
        told.problem(format_args!(
            "the squadron {squadron} has {count} defences, more than 4 where one has several hits (DEF-02)"
        ));
    }
}

/// The low orbit table: 90 to 135 cm long, 45 to 60 wide, below one of the planets (ORBIT-01).
pub(super) fn low_orbit(node: &Node<'_>, battle: &Battle) -> LowOrbit {
    let mut size = place_of(node, "table", &node.decimals("table")).unwrap_or(Point::cm(120, 60));
    let fits = |side: Length, least: i32, most: i32| side >= Length::cm(least) && side <= Length::cm(most);
    if !fits(size.x, 90, 135) || !fits(size.y, 45, 60) {
        node.problem_at("table", "low orbit is 90 to 135 cm long and 45 to 60 cm wide (ORBIT-01)");
        size = Point::cm(120, 60);
    }
    let planets = |index: usize| battle.features.get(index).is_some_and(|known| known.kind == FeatureKind::Planet);
    let first = (0..battle.features.len()).find(|index| planets(*index)).unwrap_or(0);
    let planet = small(node, "planet").map_or(first, |place| usize::from(place).wrapping_sub(1));
    if !planets(planet) {
        node.problem("low orbit needs a planet among the features; `planet` is its place among them, from 1");
    }
    LowOrbit { length: size.x, width: size.y, planet: u8::try_from(planet).unwrap_or(0) }
}

/// Ground units stand on the planet edge of low orbit, and face straight away from it (DEF-01).
pub(super) fn check_ground(told: &impl Told, roster: &Roster, battle: &Battle) {
    let placed = roster.ships.iter().zip(battle.ships.iter());
    for (entry, ship) in placed.filter(|(entry, ship)| entry.profile.ground && ship.present()) {
        if !battle.ground.is_low(ship.at) || ship.at.y > entry.profile.base {
            let name = &entry.name;
            told.problem(format_args!("{name} must stand at the planet edge of the low orbit table (DEF-01)"));
        }
        if ship.heading != Heading::default() {
            told.problem(format_args!(
                "{} fires straight up from the planet: leave out its heading (DEF-01)",
                entry.name
            ));
        }
    }
}

/// Where defences may be put before the first ship moves; later they may have fallen or moved (DEF-03, DEF-13).
pub(super) fn check_places(told: &impl Told, roster: &Roster, battle: &Battle, on_its_way: bool) {
    let begins = battle.turn == 1 && battle.active == battle.first && battle.phase == Phase::Movement;
    if !begins || on_its_way || roster.ships.len() != battle.ships.len() {
        return;
    }
    let placed = || roster.ships.iter().zip(battle.ships.iter()).filter(|(_, ship)| ship.present());
    for (index, (entry, ship)) in placed().enumerate().filter(|(_, (entry, _))| entry.profile.nominal) {
        let stands = |entry: &Entry| entry.profile.is_stationary();
        for (other, second) in placed().skip(index + 1).filter(|(other, _)| stands(entry) && stands(other)) {
            if ship.at.overlaps(second.at, entry.profile.base + other.profile.base) {
                told.problem(format_args!(
                    "{} and {} overlap: defences may only touch (DEF-03)",
                    entry.name, other.name
                ));
            }
        }
        let rifts = battle.features.iter().filter(|feature| feature.kind == FeatureKind::Rift);
        let gap = rifts.map(|rift| rift.shape.gap(ship.at)).min();
        let moved = ship.done.moved && !stands(entry);
        if let Some(gap) = gap.filter(|gap| *gap < Length::cm(30) && !moved) {
            told.problem(format_args!("{} is {gap} cm from a warp rift, less than 30 (DEF-13)", entry.name));
        }
    }
}
