//! Refits, phenomena and defences, in words.

use super::{list, name, number};
use crate::battle::gothic::event::Faces;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{ShipId, Unit};
use crate::table::geometry::{Heading, Point};

pub(super) fn capacitors(roster: &Roster, id: ShipId, face: u8, held: bool) -> String {
    let result = if held { "the hit is gone" } else { "no help" };
    format!("the capacitors of {} roll {face}: {result} (REFIT-19)", name(roster, id))
}

pub(super) fn overload(roster: &Roster, id: ShipId, face: u8) -> String {
    let result = if face == 6 { "a critical" } else { "none" };
    format!("the shields of {} overload, rolls {face}: {result} (REFIT-27)", name(roster, id))
}

pub(super) fn weave(roster: &Roster, id: ShipId, face: u8, saved: bool) -> String {
    let result = if saved { "saved" } else { "lost" };
    format!("{} weaves, rolls {face}: {result} (REFIT-27)", name(roster, id))
}

pub(super) fn regrown(roster: &Roster, id: ShipId, faces: &Faces, healed: bool) -> String {
    let result = if healed { "1 hit is restored" } else { "nothing" };
    format!("{} rolls {}: {result} (REFIT-27)", name(roster, id), list(faces))
}

pub(super) fn raked(roster: &Roster, id: Unit, faces: &Faces, sixes: u8) -> String {
    let markers = number(sixes, "blast marker");
    format!("{} rolls {} at the asteroid field: {markers} (TERRAIN-24)", roster.unit_name(id), list(faces))
}

pub(super) fn from_the_warp(roster: &Roster, id: ShipId, face: u8) -> String {
    format!("{} rolls {face}: it returns from the warp (TERRAIN-27)", name(roster, id))
}

pub(super) fn scorch(roster: &Roster, id: ShipId, face: u8) -> String {
    format!("{} without shields rolls {face} among blast markers (BLAST-14)", name(roster, id))
}

pub(super) fn entered_orbit(roster: &Roster, id: ShipId, at: Point, heading: Heading) -> String {
    format!("{} enters low orbit at {at}, heading {} (ORBIT-02)", name(roster, id), heading.degrees())
}

pub(super) fn left_orbit(roster: &Roster, id: ShipId, at: Point, heading: Heading) -> String {
    format!("{} comes back from low orbit at {at}, heading {} (ORBIT-12)", name(roster, id), heading.degrees())
}

pub(super) fn atmosphere(roster: &Roster, id: ShipId, weapon: u8, face: u8) -> String {
    let gun = roster[id].profile.weapons[usize::from(weapon)].name.to_lowercase();
    let result = if face >= 4 { "fires" } else { "stays silent" };
    format!("the {gun} of {} needs 4+, rolls {face}: {result} (ORBIT-05)", name(roster, id))
}

pub(super) fn dispelled(roster: &Roster, id: ShipId, face: u8, there: u8) -> String {
    format!("{face} of {} on {} go (DEF-12)", number(there, "blast marker"), name(roster, id))
}
