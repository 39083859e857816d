//! Scenario seven, Planetary Assault (SCEN-82 to SCEN-92).

use super::Scenario;
use super::before_a_planet;
use super::deployment::Deployment;
use super::faults::Check;
use super::forces::Convoy;
use super::mission_class::MissionClass;
use super::places::rect;
use super::record::{Answers, Note, Part, Question};
use super::role::Role;
use super::rules::{Briefing, Parts, ROLLED, Rules};
use super::set_up::{Dealt, Lines, Placed, Plan, first_turn};
use super::zone::Zone;
use crate::battle::gothic::victory::Measure;
use crate::dice::{Dice, DiceError, Why, d6};
use crate::table::geometry::Point;
use crate::table::side::Side;

/// An invasion fleet fights its way into the orbit of a planet.
pub struct PlanetaryAssault;

/// The scenario that a wolf pack may try for (PIRATE-16).
pub const OF_WOLF_PACKS: Scenario = Scenario::PlanetaryAssault;

impl Rules for PlanetaryAssault {
    fn parts(&self) -> Parts {
        Parts {
            forces: &["SCEN-82"],
            battlezone: &["SCEN-83"],
            set_up: &["SCEN-84", "SCEN-85"],
            first_turn: &["SCEN-86"],
            special: &["SCEN-87", "SCEN-88"],
            length: &["SCEN-89"],
            victory: &["SCEN-90", "SCEN-91"],
            record: &["SCEN-92"],
        }
    }

    fn briefing(&self) -> Briefing {
        Briefing {
            set_up: "the defender first: patrols, and ships on standby in high orbit",
            first_turn: ROLLED,
            length: "until a fleet is gone or the attacker has 10 assault points",
            edges: "the attacker within 15 cm of the short edge farthest from the planet",
        }
    }

    fn class(&self) -> MissionClass {
        MissionClass::Battle
    }

    fn faces(&self) -> &'static [u8] {
        &[3]
    }

    /// Two for each 500 points or part (SCEN-82).
    fn free_transports(&self, fielded: u32) -> Option<u32> {
        Some(fielded.div_ceil(500) * 2)
    }

    fn transports(&self, role: Role, _convoy: Option<&Convoy>, given: u32) -> u32 {
        match role {
            Role::Attacker => given,
            Role::Defender => 0,
        }
    }

    fn free_defences(&self) -> bool {
        true
    }

    fn attacks_bases(&self) -> bool {
        true
    }

    /// Ruling: no die is printed for these; it is read as in The Bait.
    fn zones(&self) -> &'static [Zone] {
        &[Zone::InnerBiosphere, Zone::PrimaryBiosphere]
    }

    fn low_orbit(&self) -> bool {
        true
    }

    fn planet(
        &self,
        plan: &Plan,
        dice: &mut dyn Dice,
        lines: &mut Lines,
        dealt: &mut Dealt,
    ) -> Result<Option<Placed>, DiceError> {
        before_a_planet::planet(plan, dice, ["SCEN-83", "SCEN-85"], lines, dealt)
    }

    fn dice(&self, plan: &Plan, dice: &mut dyn Dice, lines: &mut Lines, dealt: &mut Dealt) -> Result<(), DiceError> {
        for unit in &plan.sides.defender.units {
            let role = if d6(dice, Why::new("patrol", unit))? <= 3 { Role::Attacker } else { Role::Defender };
            dealt.patrols_by.push(role);
            let by = &plan.sides.of(role).name;
            lines.say_of(Role::Defender, "SCEN-84", format!("{unit}, if on patrol, is placed by {by}"));
        }
        first_turn(plan, dice, "SCEN-86", lines, dealt)
    }

    /// SCEN-84: half of the units on patrol, the rest on standby in the gravity well.
    fn deploy(&self, deployment: &mut Deployment<'_>) -> Role {
        let (width, depth) = deployment.table();
        before_a_planet::attackers(deployment);
        deployment.berths.battle.mission.assault = Some(0);
        let defenders = deployment.units[1].clone();
        let zone = rect(30, 30, width - 30, depth - 30);
        let (out, facing) = before_a_planet::outward(deployment);
        let centre = before_a_planet::middle(deployment);
        let patrols = defenders.len().div_ceil(2);
        for (index, unit) in defenders.iter().enumerate() {
            let turn = i32::try_from(index).unwrap_or(0);
            if index >= patrols {
                deployment.stand_by(unit, 60 * turn);
                continue;
            }
            let by = deployment.dealt.patrols_by.get(index).copied().unwrap_or(Role::Defender);
            let y = depth / 2 + 18 * ((turn + 1) / 2) * if turn % 2 == 0 { 1 } else { -1 };
            // The defender puts it between the planet and the enemy, the enemy behind the planet.
            let wish = match by {
                Role::Defender => Point::cm(centre + 35 * out, y),
                Role::Attacker => {
                    Point::cm(if out > 0 { 30 } else { width - 30 }, if y > depth / 2 { depth - 30 } else { 30 })
                }
            };
            deployment.berths.unit(unit, &zone, wish, facing);
        }
        deployment.chosen()
    }

    fn check(&self, check: &mut Check<'_>) {
        if check.side == Side::One {
            return check.far_edge("SCEN-85");
        }
        for unit in check.own_units().into_iter().filter(|unit| !unit.is_empty()) {
            if unit[0].1.done.standby {
                for (id, ship) in unit.iter().filter(|(_, ship)| !check.battle.in_well(ship.at)) {
                    let says = format!("{} at {} is not in the planet's gravity well", check.name(*id), ship.at);
                    check.wrong("SCEN-84", says);
                }
                continue;
            }
            check.clear_of_edges("SCEN-84", &unit, 30);
            for (id, ship) in &unit {
                let mut features = check.battle.features.iter();
                if let Some(met) = features.find(|met| met.shape.holds(ship.at)) {
                    check.wrong("SCEN-84", format!("{} at {} is inside a {}", check.name(*id), ship.at, met.kind));
                }
            }
        }
    }

    fn told(&self, role: Role) -> Option<(&'static str, &'static str)> {
        Some(match role {
            Role::Attacker => ("within 15 cm of the short edge farthest from the planet", "SCEN-85"),
            Role::Defender => {
                ("patrols 30 cm from every edge, clear of phenomena; standby in the gravity well", "SCEN-84")
            }
        })
    }

    fn asks(&self) -> &'static [Question] {
        &[Question::AssaultPoints]
    }

    fn notes(&self) -> &'static [Note] {
        &[Note::Planet]
    }

    fn parts_of(&self, role: Role) -> &'static [Part] {
        match role {
            Role::Attacker => &[],
            Role::Defender => &[Part::Patrol, Part::Standby],
        }
    }

    fn measure(&self, answers: &Answers) -> Measure {
        Measure::Assault(answers.assault_points)
    }
}
