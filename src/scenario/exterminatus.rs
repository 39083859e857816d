//! Scenario nine, Exterminatus (SCEN-105 to SCEN-118).

use super::before_a_planet;
use super::deployment::Deployment;
use super::fault::Fault;
use super::faults::Check;
use super::forces::{Forces, Share};
use super::mission_class::MissionClass;
use super::places::{Units, rect};
use super::record::{Answers, Note, Part, Question, Station};
use super::role::Role;
use super::rules::{Briefing, Parts, ROLLED, Rules};
use super::set_up::{Dealt, Lines, Placed, Plan, first_turn, units};
use super::zone::Zone;
use crate::battle::gothic::missions::mission::{Group, GroupKind};
use crate::battle::gothic::state::ShipId;
use crate::battle::gothic::victory::Measure;
use crate::dice::{Dice, DiceError};
use crate::ships::class::{ShipClass, ShipType};
use crate::table::geometry::Length;
use crate::table::side::Side;
use crate::text::count;

/// A planet is to be destroyed from orbit.
pub struct Exterminatus;

/// Whether a ship of the class can be an Exterminator: a capital ship with a prow weapon to give up (SCEN-105).
fn is_armed(class: &ShipClass) -> bool {
    !matches!(class.kind, ShipType::Escort | ShipType::Transport | ShipType::Defence)
        && class.weapons.iter().any(|weapon| weapon.mount == "prow")
}

impl Rules for Exterminatus {
    fn parts(&self) -> Parts {
        Parts {
            forces: &["SCEN-105", "SCEN-106", "SCEN-107"],
            battlezone: &["SCEN-108"],
            set_up: &["SCEN-109", "SCEN-110"],
            first_turn: &["SCEN-111"],
            special: &["SCEN-112", "SCEN-113", "SCEN-114", "SCEN-115"],
            length: &["SCEN-116"],
            victory: &["SCEN-117"],
            record: &["SCEN-118"],
        }
    }

    fn briefing(&self) -> Briefing {
        Briefing {
            set_up: "the defender first, not within 30 cm of an edge; his patrols stay off the table",
            first_turn: ROLLED,
            length: "until a fleet, every Exterminator or the planet is gone",
            edges: "the attacker within 15 cm of the short edge farthest from the planet",
        }
    }

    fn class(&self) -> MissionClass {
        MissionClass::Battle
    }

    fn faces(&self) -> &'static [u8] {
        &[1]
    }

    fn wrong_forces(&self, forces: &Forces<'_>) -> Vec<Fault> {
        if !forces.attacks || forces.picked.iter().any(|vessel| is_armed(vessel.class)) {
            return Vec::new();
        }
        vec![Fault::by("SCEN-105", "no capital ship with prow weapons can be the Exterminator").hint("pick one")]
    }

    /// One for each 1,000 points or part (SCEN-105).
    fn exterminators(&self, points: u32) -> u32 {
        points.div_ceil(1000)
    }

    fn free_defences(&self) -> bool {
        true
    }

    /// The scenario's own 25 % replaces the general third (SCEN-107, COMP-03).
    fn defence_share(&self) -> Option<Share> {
        Some(Share { divisor: 4, part: "a quarter", rule: "SCEN-107" })
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
        before_a_planet::planet(plan, dice, ["SCEN-108", "SCEN-110"], lines, dealt)
    }

    fn dice(&self, plan: &Plan, dice: &mut dyn Dice, lines: &mut Lines, dealt: &mut Dealt) -> Result<(), DiceError> {
        let (attacker, defender) = (&plan.sides.attacker, &plan.sides.defender);
        lines.say("SCEN-109", format!("{} puts {} on patrol", defender.name, units(defender.points / 500)));
        let most = count(self.exterminators(attacker.points), "Exterminator");
        lines.say("SCEN-105", format!("{} may convert {most}", attacker.name));
        first_turn(plan, dice, "SCEN-111", lines, dealt)
    }

    /// SCEN-105, SCEN-109, SCEN-110.
    fn deploy(&self, deployment: &mut Deployment<'_>) -> Role {
        let (width, depth) = deployment.table();
        before_a_planet::attackers(deployment);
        let roster = deployment.roster;
        let arms = |id: &ShipId| roster[*id].fitting.upgrades.iter().any(|upgrade| upgrade == "exterminator");
        let exterminators: Vec<ShipId> = deployment.units[0].iter().flatten().copied().filter(arms).collect();
        deployment.berths.battle.mission.exterminatus = true;
        deployment.berths.battle.mission.exterminators = Deployment::crowd(&exterminators);
        let mut defenders = deployment.units[1].clone();
        let worth: u32 = defenders.iter().map(|unit| deployment.worth(unit)).sum();
        let patrols = usize::try_from(worth / 500).unwrap_or(0).min(defenders.len());
        // The fastest are the likeliest to arrive.
        let speed = |unit: &[ShipId]| unit.iter().map(|id| roster[*id].profile.speed).min().unwrap_or(Length::ZERO);
        defenders.sort_by_key(|unit| std::cmp::Reverse(speed(unit)));
        let (out, facing) = before_a_planet::outward(deployment);
        for unit in defenders.iter().take(patrols) {
            let ships = Deployment::crowd(unit);
            deployment.group(Group { kind: GroupKind::Patrol, side: Side::Two, ships, ..Group::default() });
        }
        let x = before_a_planet::middle(deployment) + 40 * out;
        let zone = rect((x - 10).max(30), 30, (x + 10).min(width - 30), depth - 30);
        let rest: Units = defenders.iter().skip(patrols).cloned().collect();
        deployment.berths.line(&rest, &zone, facing);
        deployment.chosen()
    }

    fn check(&self, check: &mut Check<'_>) {
        if check.side == Side::One {
            return check.far_edge("SCEN-110");
        }
        let ships = check.ships();
        check.clear_of_edges("SCEN-109", &ships, 30);
    }

    fn told(&self, role: Role) -> Option<(&'static str, &'static str)> {
        Some(match role {
            Role::Attacker => ("within 15 cm of the short edge farthest from the planet", "SCEN-110"),
            Role::Defender => ("30 cm from every edge; patrols come later", "SCEN-109"),
        })
    }

    fn asks(&self) -> &'static [Question] {
        &[Question::PlanetDestroyed, Question::ExterminatorsGone]
    }

    fn notes(&self) -> &'static [Note] {
        &[Note::Planet]
    }

    fn parts_of(&self, role: Role) -> &'static [Part] {
        match role {
            Role::Attacker => &[Part::Exterminator],
            Role::Defender => &[Part::Patrol],
        }
    }

    fn part(&self, unit: &Station<'_>) -> Option<Part> {
        if unit.exterminator {
            return Some(Part::Exterminator);
        }
        unit.group.filter(|group| group.kind == GroupKind::Patrol).map(|_| Part::Patrol)
    }

    fn measure(&self, answers: &Answers) -> Measure {
        Measure::Planet { destroyed: answers.planet_destroyed, safe: answers.exterminators_gone }
    }
}
