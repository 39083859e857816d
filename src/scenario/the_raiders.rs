//! Scenario three, The Raiders (SCEN-39 to SCEN-46).

use super::deployment::{Deployment, EAST};
use super::faults::{Check, falls_short};
use super::mission_class::MissionClass;
use super::places::rect;
use super::record::Note;
use super::role::Role;
use super::rules::{Briefing, Parts, Rules};
use super::set_up::{Dealt, Lines, Plan, surprised};
use super::zone::Zone;
use crate::battle::gothic::state::{Ship, ShipId};
use crate::dice::{Dice, DiceError};
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;

/// Raiders fall upon ships that expect nobody.
pub struct TheRaiders;

impl Rules for TheRaiders {
    fn parts(&self) -> Parts {
        Parts {
            forces: &["SCEN-39"],
            battlezone: &["SCEN-40"],
            set_up: &["SCEN-41"],
            first_turn: &["SCEN-42"],
            special: &["SCEN-43"],
            length: &["SCEN-44"],
            victory: &["SCEN-45"],
            record: &["SCEN-46"],
        }
    }

    fn briefing(&self) -> Briefing {
        Briefing {
            set_up: "the defender first, everything, at least 30 cm from every edge and 20 cm apart",
            first_turn: "the attacker",
            length: "8 turns, 16 player turns",
            edges: "the attacker moves on from one edge of his choice",
        }
    }

    fn class(&self) -> MissionClass {
        MissionClass::Raid
    }

    fn faces(&self) -> &'static [u8] {
        &[3]
    }

    /// The raiders have half (SCEN-39).
    fn split(&self, size: u32) -> (u32, u32) {
        (size / 2, size)
    }

    fn zones(&self) -> &'static [Zone] {
        Zone::ALL
    }

    fn dice(&self, plan: &Plan, dice: &mut dyn Dice, lines: &mut Lines, dealt: &mut Dealt) -> Result<(), DiceError> {
        surprised(plan, dice, "SCEN-43", lines, dealt)?;
        lines.say("SCEN-42", format!("{} has the first turn and moves on from one edge", plan.sides.attacker.name));
        Ok(())
    }

    /// SCEN-41, SCEN-42.
    fn deploy(&self, deployment: &mut Deployment<'_>) -> Role {
        spread_out(deployment);
        deployment.raiders(Side::One);
        deployment.surprise();
        Role::Attacker
    }

    fn check(&self, check: &mut Check<'_>) {
        if check.side == Side::One {
            return;
        }
        let ships = check.ships();
        check.clear_of_edges("SCEN-41", &ships, 30);
        if let Some((_, first)) = ships.first() {
            let facing = first.heading;
            for (id, ship) in &ships {
                check.faces("SCEN-41", *id, ship, facing);
            }
        }
        let units = check.own_units();
        for (index, unit) in units.iter().enumerate() {
            for other in &units[..index] {
                let close = |(_, ship): &(ShipId, Ship)| {
                    other.iter().any(|(_, next)| falls_short(ship.at.distance(next.at), 20))
                };
                if let (Some((id, _)), Some((next, _))) = (unit.iter().find(|ship| close(ship)), other.first()) {
                    let says = format!("{} is less than 20 cm from {}", check.name(*id), check.name(*next));
                    check.wrong("SCEN-41", says);
                }
            }
        }
    }

    fn told(&self, role: Role) -> Option<(&'static str, &'static str)> {
        match role {
            Role::Attacker => None,
            Role::Defender => Some(("30 cm from every edge, units 20 cm apart, all facing one way", "SCEN-41")),
        }
    }

    fn last_turn(&self) -> u8 {
        8
    }

    fn notes(&self) -> &'static [Note] {
        &[Note::AlertTurns]
    }
}

/// Defenders facing one way, 30 cm from every edge and 20 cm from each other, from the middle outwards.
fn spread_out(deployment: &mut Deployment<'_>) {
    let (width, depth) = deployment.table();
    let zone = rect(30, 30, width - 30, depth - 30);
    let middle = Point::cm(width / 2, depth / 2);
    let mut spots: Vec<Point> =
        (30..=width - 30).step_by(3).flat_map(|x| (30..=depth - 30).step_by(3).map(move |y| Point::cm(x, y))).collect();
    spots.sort_by_key(|spot| (spot.squared(middle), spot.x, spot.y));
    for unit in deployment.units[1].clone() {
        let berths = &mut deployment.berths;
        let found = spots.iter().copied().find(|spot| berths.holds_unit(&unit, &zone, *spot, EAST, Length::cm(20)));
        berths.unit(&unit, &zone, found.unwrap_or(middle), EAST);
    }
}
