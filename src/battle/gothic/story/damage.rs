//! Fire, rams, damage and boarding, in words.

use super::{list, name, number, signed};
use crate::battle::gothic::event::{Cause, Faces};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{ShipId, Unit};
use crate::ships::crew::Raiders;
use crate::ships::profile::Gun;
use crate::ships::traits::Trait;
use crate::table::geometry::{Length, Point};

/// What took a hit, and its rule.
const fn of_cause(cause: Cause) -> (&'static str, &'static str) {
    match cause {
        Cause::Hit => ("", "DAMAGE-01"),
        Cause::Critical => (" by the critical", "CRIT-14"),
        Cause::Fire => (" by fire", "END-04"),
        Cause::Backlash => (" to its own daemons", "CHAOS-09"),
        Cause::Boarding => (" in the boarding", "BOARD-07"),
    }
}

pub(super) fn ram_dice(roster: &Roster, id: ShipId, at: ShipId, faces: &Faces, armour: u8, hits: u8) -> String {
    let rule = "RAM-08";
    format!(
        "{} rolls {} at {}, {armour}+: {} ({rule})",
        name(roster, id),
        list(faces),
        name(roster, at),
        number(hits, "hit")
    )
}

pub(super) fn gunnery(roster: &Roster, id: Unit, at: Unit, gun: Gun, firepower: u16, column: u8, dice: u8) -> String {
    let of = if gun == Gun::Battery { String::new() } else { format!(" of {gun}") };
    let dice = if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
    let (from, at) = (roster.unit_name(id), roster.unit_name(at));
    format!("{from} fires firepower {firepower}{of} at {at}, column {column}: {dice} (GUNNERY-01)")
}

pub(super) fn power(roster: &Roster, id: ShipId, weapon: u8, faces: &Faces, strength: u8) -> String {
    let mount = &roster[id].profile.weapons[usize::from(weapon)].name;
    let mount = mount.to_lowercase();
    format!("{} rolls {} for its {mount}: strength {strength} (ORK-02)", name(roster, id), list(faces))
}

pub(super) fn dice(
    roster: &Roster,
    id: Unit,
    at: Unit,
    faces: &Faces,
    needed: u8,
    hits: u8,
    rule: &'static str,
) -> String {
    format!(
        "{} rolls {} at {}, {needed}+: {} ({rule})",
        roster.unit_name(id),
        list(faces),
        roster.unit_name(at),
        number(hits, "hit")
    )
}

pub(super) fn locked_on(roster: &Roster, id: Unit, faces: &Faces, hits: u8) -> String {
    format!("{} rolls {} again: {} more (ORDER-10)", roster.unit_name(id), list(faces), number(hits, "hit"))
}

pub(super) fn shell(roster: &Roster, id: ShipId, at: Point, faces: &Faces) -> String {
    format!("the shell of {} falls at {at} ({}) (NOVA-03)", name(roster, id), list(faces))
}

pub(super) fn shell_hits(roster: &Roster, id: ShipId, hits: u8) -> String {
    format!("the shell scores {} on {} (NOVA-04)", number(hits, "hit"), name(roster, id))
}

pub(super) fn holofield(roster: &Roster, id: ShipId, face: u8, saved: bool, rule: &'static str) -> String {
    let result = if saved { "missed" } else { "hit" };
    format!("the holofield of {} saves on 2+, rolls {face}: {result} ({rule})", name(roster, id))
}

pub(super) fn save(roster: &Roster, id: ShipId, (needed, face): (u8, u8), saved: bool) -> String {
    let profile = &roster[id].profile;
    let rule = match () {
        () if profile.traits.hull_save <= 6 => "NEC-04",
        () if profile.is(Trait::AlwaysBraced) => "HIVE-47",
        () => "BRACE-04",
    };
    format!("{} saves on {needed}+, rolls {face}: {} ({rule})", name(roster, id), if saved { "saved" } else { "lost" })
}

pub(super) fn damage(roster: &Roster, id: ShipId, lost: u8, left: u8, cause: Cause) -> String {
    let (what, rule) = of_cause(cause);
    format!("{} loses {}{what}, {left} left ({rule})", name(roster, id), number(lost, "hit"))
}

pub(super) fn critical(roster: &Roster, id: ShipId, rolled: u8, result: u8, extra: u8) -> String {
    let more = if extra > 0 { format!(", {extra} more damage") } else { String::new() };
    let table = roster[id].profile.criticals;
    let up = if rolled == result { String::new() } else { format!(", moved up from {rolled}") };
    let (title, rule) = (table.row(result).title, table.rule());
    format!("{}: {title}{up}{more} ({rule})", name(roster, id))
}

pub(super) fn ram_spike(roster: &Roster, id: ShipId, at: ShipId, hits: u8) -> String {
    format!("the ram of {} scores {} on {} (MECH-14)", name(roster, id), number(hits, "hit"), name(roster, at))
}

pub(super) fn catastrophe(roster: &Roster, id: ShipId, faces: &Faces, result: u8) -> String {
    let what = match result {
        ..=6 => "drifting hulk",
        7 | 8 => "blazing hulk",
        9..=11 => "plasma drive overload",
        _ => "warp drive implosion",
    };
    format!("{} rolls {} for catastrophic damage: {what} (CATA-01)", name(roster, id), list(faces))
}

pub(super) fn explosion(roster: &Roster, id: ShipId, strength: u8, radius: Length) -> String {
    format!("{} explodes with strength {strength}, {radius} cm around (CATA-04)", name(roster, id))
}

pub(super) fn burst(roster: &Roster, id: ShipId, faces: &Faces, hits: u8) -> String {
    format!("the explosion rolls {} at {}, 4+: {} (CATA-16)", list(faces), name(roster, id), number(hits, "hit"))
}

pub(super) fn boarding(roster: &Roster, id: ShipId, face: u8, plus: i8) -> String {
    let total = i16::from(face) + i16::from(plus);
    format!("{} boards with {face} {} = {total} (BOARD-03)", name(roster, id), signed(plus))
}

pub(super) fn boarding_critical(roster: &Roster, id: ShipId, face: u8, needed: u8) -> String {
    let result = if face >= needed { "a critical" } else { "none" };
    format!("a critical on {} needs {needed}+, rolls {face}: {result} (BOARD-08)", name(roster, id))
}

pub(super) fn raid(roster: &Roster, id: ShipId, at: ShipId, face: u8, by: i8) -> String {
    let score = i16::from(face) + i16::from(by);
    format!("{} raids {} with a {face} {} = {score} (HITRUN-03)", name(roster, id), name(roster, at), signed(by))
}

pub(super) fn raiders(roster: &Roster, id: ShipId, raiders: Raiders, faces: &Faces) -> String {
    let (who, rule) = match raiders {
        Raiders::Crew => ("crew", "TELE-01"),
        Raiders::HonourGuard => ("honour guard", "MARINE-02"),
        Raiders::Chosen => ("Chosen Terminators", "CHAOS-02"),
        Raiders::Terminators => ("Terminators", "MARINE-03"),
    };
    format!("the {who} of {} roll {} ({rule})", name(roster, id), list(faces))
}
