//! Tests, orders, moves and sub-plots, in words.

use super::{list, name, number, threat};
use crate::battle::gothic::event::Faces;
use crate::battle::gothic::state::agenda::{Test, Threat};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Order, ShipId, Unit};
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;

/// What a test is for, and its rule.
fn test(roster: &Roster, test: Test) -> (String, &'static str) {
    match test {
        Test::Order(Order::Brace) => ("brace for impact".to_owned(), "BRACE-03"),
        Test::Order(order) => (order.to_string(), "LEAD-03"),
        Test::Aim => ("its choice of target".to_owned(), "SHOOT-05"),
        Test::Ram(target) => (format!("ramming {}", name(roster, target)), "RAM-04"),
        Test::Asteroids => ("asteroids".to_owned(), "TERRAIN-15"),
        Test::Rift => ("the warp rift".to_owned(), "TERRAIN-26"),
        Test::Disengage => ("disengaging".to_owned(), "DISENG-01"),
        Test::Clouds => ("braving clouds".to_owned(), "TERRAIN-11"),
        Test::Flare => ("riding the solar flare".to_owned(), "TERRAIN-44"),
        Test::Evade(_) => ("an evasive turn".to_owned(), "REFIT-09"),
        Test::Rouse => ("going on alert".to_owned(), "SCEN-53"),
        Test::Guide(flight, _) => (format!("guiding {flight}"), "WARHEAD-02"),
        Test::Jam(flight) => (format!("misleading {flight}"), "WARHEAD-02"),
    }
}

pub(super) fn radiation(faces: &Faces, level: u8) -> String {
    format!("{}: a radiation burst, Leadership - {level} (TERRAIN-45)", list(faces))
}

pub(super) fn free_reroll(roster: &Roster, id: Unit, test: Test) -> String {
    let rule = match test {
        Test::Clouds => "TERRAIN-11",
        Test::Flare => "TERRAIN-44",
        Test::Order(_)
        | Test::Aim
        | Test::Ram(_)
        | Test::Asteroids
        | Test::Rift
        | Test::Disengage
        | Test::Evade(_)
        | Test::Rouse
        | Test::Guide(..)
        | Test::Jam(_) => "TERRAIN-16",
    };
    format!("{} rolls again without cost ({rule})", roster.unit_name(id))
}

pub(super) fn check(roster: &Roster, id: Unit, what: Test, faces: &Faces, needed: i8, passed: bool) -> String {
    let (what, rule) = test(roster, what);
    let total: u8 = faces.iter().sum();
    let result = if passed { "passed" } else { "failed" };
    let who = roster.unit_name(id);
    format!("{who} rolls {} for {what}: {total} against {needed}, {result} ({rule})", list(faces))
}

pub(super) fn no_test(roster: &Roster, id: Unit, what: Test, rule: &'static str) -> String {
    let (what, _) = test(roster, what);
    format!("{} fails {what} without a roll ({rule})", roster.unit_name(id))
}

pub(super) fn dropped(roster: &Roster, id: Unit, face: u8) -> String {
    format!("{} drops the highest die, a {face} (SKILL-03)", roster.unit_name(id))
}

pub(super) fn passed(roster: &Roster, id: Unit, what: Test, rule: &'static str) -> String {
    let (what, _) = test(roster, what);
    format!("{} passes {what} without a roll ({rule})", roster.unit_name(id))
}

pub(super) fn commander_lost(roster: &Roster, id: ShipId) -> String {
    format!("{} is lost with the fleet commander: no more re-rolls (CMDR-04)", name(roster, id))
}

pub(super) fn commander_lost_but_not_all(roster: &Roster, id: ShipId, left: u8) -> String {
    let left = number(left, "re-roll");
    format!("{} is lost with the fleet commander: {left} of the fleet's own left (PLOT-34)", name(roster, id))
}

pub(super) fn unmasked(roster: &Roster, id: ShipId) -> String {
    let entry = &roster[id];
    format!("{} is a decoy: {} in disguise (PLOT-40)", entry.name, entry.profile.class)
}

pub(super) fn plans(roster: &Roster, id: ShipId, face: u8, bonus: u8, found: bool) -> String {
    let sum = if bonus > 0 { format!("{face} +{bonus} = {}", face + bonus) } else { face.to_string() };
    let result = if found { "found" } else { "not found" };
    format!("{} looks for the enemy plans on 4+, rolls {sum}: {result} (PLOT-30)", name(roster, id))
}

pub(super) fn avenged(roster: &Roster, side: Side) -> String {
    let side = &roster.sides[side as usize];
    format!("the capital ships of {side} avenge their own: Leadership +1 in this turn (PLOT-14)")
}

pub(super) fn moved(roster: &Roster, id: ShipId, by: Length, at: Point, heading: Heading) -> String {
    format!("{} moves {by} cm to {at}, heading {} (MOVE-01)", name(roster, id), heading.degrees())
}

pub(super) fn ordered(roster: &Roster, id: Unit, order: Order) -> String {
    let rule = if order == Order::Brace { "BRACE-03" } else { "ORDER-01" };
    format!("{} is on {order} ({rule})", roster.unit_name(id))
}

pub(super) fn braced(roster: &Roster, id: Unit, what: Threat) -> String {
    format!("{} does not brace against {} (BRACE-01)", roster.unit_name(id), threat(roster, what))
}

pub(super) fn repairs(roster: &Roster, id: ShipId, faces: &Faces, sixes: u8, rule: &'static str) -> String {
    format!("{} rolls {}: {} ({rule})", name(roster, id), list(faces), number(sixes, "repair"))
}

pub(super) fn emerged(roster: &Roster, id: ShipId, at: Point, heading: Heading) -> String {
    format!("{} comes out of the warp at {at}, heading {} (TERRAIN-26)", name(roster, id), heading.degrees())
}
