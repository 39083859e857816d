//! Ordnance, in words.

use super::{list, name, number, signed};
use crate::battle::gothic::event::Faces;
use crate::battle::gothic::state::ordnance::{FlightId, FlightKind, Mark};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{ShipId, Unit};

pub(super) fn launched(roster: &Roster, flight: FlightId, by: ShipId, size: u8) -> String {
    if flight.kind == FlightKind::Mine {
        return format!("{} launches {flight} (MINE-09)", name(roster, by));
    }
    let noun = if flight.kind == FlightKind::Wave { "marker" } else { "torpedo" };
    format!("{} launches {flight}: {} (ORD-01)", name(roster, by), number(size, noun))
}

pub(super) fn turrets(roster: &Roster, by: ShipId, flight: FlightId, faces: &Faces, hits: u8) -> String {
    format!("the turrets of {} roll {} at {flight}: {} (TURRET-01)", name(roster, by), list(faces), number(hits, "hit"))
}

pub(super) fn ordnance_dice(
    roster: &Roster,
    flight: FlightId,
    target: ShipId,
    faces: &Faces,
    needed: u8,
    hits: u8,
    rule: &'static str,
) -> String {
    let hits = number(hits, "hit");
    format!("{flight} rolls {} at {}: {hits} on {needed}+ ({rule})", list(faces), name(roster, target))
}

pub(super) fn split(from: FlightId, part: FlightId, size: u8) -> String {
    format!("{} of {from} split off as {part} (CRAFT-07)", number(size, "marker"))
}

pub(super) fn converted(from: FlightId, count: u8, salvo: FlightId, strength: u8) -> String {
    let turns_into = if count == 1 { "becomes" } else { "become" };
    let (count, torpedoes) = (number(count, "marker"), number(strength, "torpedo"));
    format!("{count} of {from} {turns_into} {salvo}: {torpedoes} (TBOMBER-03)")
}

pub(super) fn on_patrol(roster: &Roster, flight: FlightId, with: ShipId) -> String {
    format!("{flight} flies combat air patrol with {} (FIGHTER-04)", name(roster, with))
}

pub(super) fn off_patrol(roster: &Roster, flight: FlightId, with: ShipId) -> String {
    format!("{flight} leaves the combat air patrol of {} (CAP-10)", name(roster, with))
}

pub(super) fn craft_save(flight: FlightId, face: u8, saved: bool) -> String {
    let result = if saved { "saved" } else { "lost" };
    format!("{flight} saves a marker on 4+, rolls {face}: {result} (RESIL-01)")
}

pub(super) fn runs_rolled(flight: FlightId, faces: &Faces) -> String {
    format!("{flight} rolls {} for its attack runs (BOMBER-01)", list(faces))
}

pub(super) fn attack_runs(flight: FlightId, faces: &Faces, turrets: u8, bonus: u8, total: u8) -> String {
    let escorts = if bonus == 0 { String::new() } else { format!(", {bonus} more for its escort") };
    let (faces, total) = (list(faces), number(total, "attack"));
    format!("{flight} makes attack runs of {faces}, less {turrets} each{escorts}: {total} (BOMBER-01)")
}

pub(super) fn boat_raid(roster: &Roster, flight: FlightId, target: ShipId, face: u8) -> String {
    format!("{flight} rolls {face} for its hit-and-run attack on {} (ASSAULT-01)", name(roster, target))
}

pub(super) fn boat_raid_with_bonus(roster: &Roster, flight: FlightId, target: ShipId, face: u8, by: i8) -> String {
    let by = signed(by);
    format!("{flight} rolls {face} {by} for its hit-and-run attack on {} (ASSAULT-01)", name(roster, target))
}

pub(super) fn detected(roster: &Roster, id: ShipId, face: u8, plus: i8, found: bool) -> String {
    let found = if found { "detected" } else { "not detected" };
    format!("{} is rolled for by the minefield: {face} {}, {found} (MINE-05)", name(roster, id), signed(plus))
}

pub(super) fn field_settles(face: u8, there: u8) -> String {
    format!("{face} of {there} blast markers in the minefield go (MINE-08)")
}

pub(super) fn at_ordnance(
    roster: &Roster,
    by: Unit,
    mark: Mark,
    faces: &Faces,
    hits: u8,
    rule: &'static str,
) -> String {
    format!("{} rolls {} at {mark}: {} on 6 ({rule})", roster.unit_name(by), list(faces), number(hits, "hit"))
}

pub(super) fn mark_gunnery(roster: &Roster, by: Unit, mark: Mark, firepower: u16, column: u8, dice: u8) -> String {
    let noun = if dice == 1 { "die" } else { "dice" };
    format!("{} fires firepower {firepower} at {mark}, column {column}: {dice} {noun} (ORD-14)", roster.unit_name(by))
}
