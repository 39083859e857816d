//! Missions in words: what happened.

use crate::battle::gothic::event::Event;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{ShipId, Unit};

/// Half points as text: `1`, `1.5`.
fn halves(half: u8) -> String {
    if half.is_multiple_of(2) { (half / 2).to_string() } else { format!("{}.5", half / 2) }
}

impl Event {
    /// An event of a mission as a sentence.
    pub(in crate::battle::gothic) fn tell_mission(&self, roster: &Roster) -> String {
        let ship = |id: &ShipId| roster.unit_name(Unit::Ship(*id));
        let side = |side: &crate::table::side::Side| roster.sides[*side as usize].as_str();
        match self {
            Self::Arrived(id, at, heading) => {
                format!("{} comes on at {at}, heading {} (SCEN-14)", ship(id), heading.degrees())
            }
            Self::Hailed(id, face, bonus, needed) => {
                let more = if *bonus > 0 { format!(" + {bonus}") } else { String::new() };
                let comes = if face + bonus >= *needed { "comes" } else { "does not come yet" };
                format!("{} rolls {face}{more}, needs {needed}: it {comes} (SCEN-99)", ship(id))
            }
            Self::ComesBy(id, edge) => format!("{} will come by the {edge} edge (ZONE-20)", ship(id)),
            Self::Posted(who, at, rule) => format!("{}'s marker is at {at} ({rule})", side(who)),
            Self::ContactFound(id, at) => format!("{} finds the contact at {at} (SCEN-72)", ship(id)),
            Self::ClusterOpens(flight, size, at) => {
                let rule = if flight.kind.is_salvo() { "SCEN-74" } else { "SCEN-75" };
                format!("{flight} of {size} lay in wait at {at} ({rule})")
            }
            Self::Roused(unit) => format!("{} goes on alert (SCEN-53)", roster.unit_name(*unit)),
            Self::Assault(id, half, total) => {
                let (scored, all) = (halves(*half), halves(*total));
                let points = if *half == 2 { "point" } else { "points" };
                format!("{} attacks the planet: {scored} assault {points}, {all} in all (SCEN-87)", ship(id))
            }
            Self::Exterminatus(id, face, needed) => {
                let end = if face >= needed { "the planet is destroyed" } else { "the planet endures" };
                format!("{} rolls {face}, needs {needed}: {end} (SCEN-112)", ship(id))
            }
            Self::LeftByGoal(id, rule) => format!("{} leaves by the edge it was to reach ({rule})", ship(id)),
            Self::Surrendered(who) => format!("{} surrenders (SCEN-131)", side(who)),
            Self::Decided(rule, winner) => {
                let winner =
                    winner.map_or_else(|| "it is".to_owned(), |winner| format!("{} wins, and it is", side(&winner)));
                format!("The battle is decided: {winner} over ({rule})")
            }
            _ => String::new(),
        }
    }
}
