//! Scenario one, Cruiser Clash (SCEN-18 to SCEN-29).

use super::deployment::{Deployment, NORTH, SOUTH};
use super::fault::Fault;
use super::faults::Check;
use super::forces::{Candidate, Forces, Share};
use super::mission_class::MissionClass;
use super::places::rect;
use super::record::Answers;
use super::role::Role;
use super::rules::{Briefing, Parts, ROLLED, Rules};
use super::set_up::{Dealt, Lines, Plan, first_to_deploy, first_turn};
use super::zone::Zone;
use crate::battle::gothic::victory::Measure;
use crate::dice::{Dice, DiceError, Why, d6};
use crate::ships::class::{ReserveType, ShipClass};
use crate::table::side::Side;

/// A few cruisers of each side meet between two zones.
pub struct CruiserClash;

/// The largest raid in which both sides field as many cruisers (SCEN-28).
const BASIC: u32 = 740;

fn is_cruiser(class: &ShipClass) -> bool {
    class.kind.reserve_type() == Some(ReserveType::Cruiser)
}

impl Rules for CruiserClash {
    fn parts(&self) -> Parts {
        Parts {
            forces: &["SCEN-18", "SCEN-25", "SCEN-28"],
            battlezone: &["SCEN-19", "SCEN-26"],
            set_up: &["SCEN-20", "SCEN-21", "SCEN-27"],
            first_turn: &["SCEN-22"],
            special: &[],
            length: &["SCEN-23"],
            victory: &["SCEN-24"],
            record: &["SCEN-29"],
        }
    }

    fn briefing(&self) -> Briefing {
        Briefing {
            set_up: "both roll a D6, the lower places a cruiser first, then in turn",
            first_turn: ROLLED,
            length: "8 turns, 16 player turns",
            edges: "a D6 for the zone: A and B lie along the long edges, 60 cm apart",
        }
    }

    fn class(&self) -> MissionClass {
        MissionClass::Raid
    }

    fn faces(&self) -> &'static [u8] {
        &[1]
    }

    fn roles(&self) -> Option<&'static str> {
        None
    }

    fn unplayable(&self, name: &str, ready: &[Candidate<'_>]) -> Option<Fault> {
        let fits = ready.iter().any(|vessel| vessel.single && is_cruiser(vessel.class));
        (!fits).then(|| Fault::by("SCEN-28", format!("{name} has no cruiser for a Cruiser Clash")))
    }

    fn wrong_forces(&self, forces: &Forces<'_>) -> Vec<Fault> {
        let others = forces.picked.iter().filter(|vessel| !is_cruiser(vessel.class));
        let mut found: Vec<Fault> = others
            .map(|vessel| Fault::by("SCEN-18", format!("\"{}\" is no cruiser", vessel.name)).hint("pick cruisers only"))
            .collect();
        // The agreed points are the only limit of their value; in a larger raid they are that of their number too
        // (SCEN-28).
        let number = forces.picked.len();
        if self.needs_as_many(forces.size) && (number > 4 || forces.others.is_some_and(|others| others != number)) {
            let says = format!("both sides field the same number of cruisers, one to four, not {number}");
            found.push(Fault::by("SCEN-18", says));
        }
        found
    }

    fn needs_as_many(&self, size: u32) -> bool {
        size <= BASIC
    }

    fn defence_share(&self) -> Option<Share> {
        None
    }

    fn zones(&self) -> &'static [Zone] {
        &[Zone::OuterReaches, Zone::DeepSpace]
    }

    /// The basic Cruiser Clash has no phenomena (SCEN-19).
    fn rolls_phenomena(&self) -> bool {
        false
    }

    fn dice(&self, plan: &Plan, dice: &mut dyn Dice, lines: &mut Lines, dealt: &mut Dealt) -> Result<(), DiceError> {
        let (attacker, defender) = (&plan.sides.attacker, &plan.sides.defender);
        let face = d6(dice, Why::new("deployment zone", &attacker.name))?;
        dealt.zone_a = face <= 3;
        let (first, second) = if face <= 3 { ('A', 'B') } else { ('B', 'A') };
        lines.say("SCEN-20", format!("{} deploys in zone {first}, {} in zone {second}", attacker.name, defender.name));
        first_to_deploy(plan, dice, "SCEN-21", lines, dealt)?;
        first_turn(plan, dice, "SCEN-22", lines, dealt)
    }

    /// SCEN-20, SCEN-21; damage points decide (SCEN-24).
    fn deploy(&self, deployment: &mut Deployment<'_>) -> Role {
        let (width, depth) = deployment.table();
        let (left, right) = (width / 2 - 45, width / 2 + 45);
        let near = rect(left, 4, right, depth / 4);
        let far = rect(left, depth - depth / 4, right, depth - 4);
        let (attacker, defender) =
            if deployment.dealt.zone_a { ((near, NORTH), (far, SOUTH)) } else { ((far, SOUTH), (near, NORTH)) };
        let [attackers, defenders] = deployment.units.clone();
        deployment.berths.line(&attackers, &attacker.0, attacker.1);
        deployment.berths.line(&defenders, &defender.0, defender.1);
        deployment.berths.battle.mission.clash = true;
        deployment.chosen()
    }

    fn check(&self, check: &mut Check<'_>) {
        let (width, depth) = check.table();
        let near = check.dealt.zone_a == (check.side == Side::One);
        let (low, high, facing) = if near { (0, depth / 4, NORTH) } else { (depth - depth / 4, depth, SOUTH) };
        let zone = rect(width / 2 - 45, low, width / 2 + 45, high);
        let ships = check.ships();
        check.within("SCEN-20", &ships, &zone, &format!("in its zone, {} to {} by {low} to {high}", 45, width - 45));
        for (id, ship) in &ships {
            check.faces("SCEN-21", *id, ship, facing);
        }
    }

    fn told(&self, _role: Role) -> Option<(&'static str, &'static str)> {
        Some(("anywhere in your zone, facing the opposite long edge", "SCEN-21"))
    }

    fn last_turn(&self) -> u8 {
        8
    }

    fn measure(&self, _answers: &Answers) -> Measure {
        Measure::Damage
    }
}
