//! Scenario five, Blockade Run (SCEN-57 to SCEN-64). The table is run along, from the left short edge to the right one.

use super::deployment::{Deployment, EAST, WEST};
use super::faults::Check;
use super::mission_class::MissionClass;
use super::places::rect;
use super::role::Role;
use super::rules::{Briefing, Parts, ROLLED, Rules};
use super::set_up::{Dealt, Lines, Plan, first_turn};
use super::zone::Zone;
use crate::dice::{Dice, DiceError, Why, d6};
use crate::table::edge::Edge;
use crate::table::geometry::Point;
use crate::table::side::Side;

/// A small fleet must break through a larger one.
pub struct BlockadeRun;

impl Rules for BlockadeRun {
    fn parts(&self) -> Parts {
        Parts {
            forces: &["SCEN-57"],
            battlezone: &["SCEN-58"],
            set_up: &["SCEN-59", "SCEN-60"],
            first_turn: &["SCEN-61"],
            special: &[],
            length: &["SCEN-62"],
            victory: &["SCEN-63"],
            record: &["SCEN-64"],
        }
    }

    fn briefing(&self) -> Briefing {
        Briefing {
            set_up: "the defender first, a D6 for the third of each ship or squadron, 60 cm from the attacker's edge",
            first_turn: ROLLED,
            length: "6 turns, 12 player turns",
            edges: "the attacker within 15 cm of a short edge; he runs for the opposite one",
        }
    }

    fn class(&self) -> MissionClass {
        MissionClass::Raid
    }

    fn faces(&self) -> &'static [u8] {
        &[4]
    }

    /// The runner has half (SCEN-57).
    fn split(&self, size: u32) -> (u32, u32) {
        (size / 2, size)
    }

    fn zones(&self) -> &'static [Zone] {
        &[Zone::OuterReaches, Zone::DeepSpace]
    }

    fn dice(&self, plan: &Plan, dice: &mut dyn Dice, lines: &mut Lines, dealt: &mut Dealt) -> Result<(), DiceError> {
        for unit in &plan.sides.defender.units {
            let third = (d6(dice, Why::new("third of the table", unit))? - 1) / 2;
            dealt.thirds.push(third);
            let third = ["first", "middle", "last"][usize::from(third)];
            let says = format!("{unit} deploys in the {third} third, from the attacker's left");
            lines.say_of(Role::Defender, "SCEN-59", says);
        }
        first_turn(plan, dice, "SCEN-61", lines, dealt)
    }

    /// SCEN-59, SCEN-60.
    fn deploy(&self, deployment: &mut Deployment<'_>) -> Role {
        let (width, depth) = deployment.table();
        let [attackers, defenders] = deployment.units.clone();
        let mut placed = [0_i32; 3];
        for (index, unit) in defenders.iter().enumerate() {
            let (third, low, high) = third(deployment.dealt, index, depth);
            let zone = rect(62, low + 3, width - 10, high - 3);
            let column = placed[third];
            placed[third] += 1;
            let wish = Point::cm((width - 50 + 20 * column).min(width - 12), i32::midpoint(low, high));
            deployment.berths.unit(unit, &zone, wish, WEST);
        }
        deployment.berths.line(&attackers, &rect(4, 10, 13, depth - 10), EAST);
        deployment.berths.battle.mission.exits[Side::One as usize] = Some(Edge::Right);
        deployment.chosen()
    }

    fn check(&self, check: &mut Check<'_>) {
        let (width, depth) = check.table();
        if check.side == Side::One {
            let ships = check.ships();
            return check.within("SCEN-60", &ships, &rect(0, 0, 15, depth), "within 15 cm of the left edge");
        }
        for (index, unit) in check.own_units().into_iter().enumerate() {
            let (_, low, high) = third(check.dealt, index, depth);
            let what = format!("in its third, y {low} to {high}, 60 cm from the left edge");
            check.within("SCEN-59", &unit, &rect(60, low, width, high), &what);
        }
    }

    fn told(&self, role: Role) -> Option<(&'static str, &'static str)> {
        Some(match role {
            Role::Attacker => ("within 15 cm of the left edge", "SCEN-60"),
            Role::Defender => ("each unit in its third, 60 cm from the left edge", "SCEN-59"),
        })
    }

    fn last_turn(&self) -> u8 {
        6
    }

    fn runner(&self) -> Option<Side> {
        Some(Side::One)
    }
}

/// The third of a unit, from the attacker's left, and where it begins and ends; his left is the far side.
fn third(dealt: &Dealt, unit: usize, depth: i32) -> (usize, i32, i32) {
    let third = dealt.thirds.get(unit).copied().unwrap_or(1).min(2);
    let from = 2 - i32::from(third);
    (usize::from(third), depth * from / 3, depth * (from + 1) / 3)
}
