//! Scenario eight, Escalating Engagement (SCEN-93 to SCEN-104).

use super::deployment::{Deployment, EAST, WEST};
use super::fault::Fault;
use super::faults::{Check, falls_short};
use super::forces::{Candidate, Forces};
use super::mission_class::MissionClass;
use super::places::{Units, rect};
use super::record::{Part, Station};
use super::role::Role;
use super::rules::{Briefing, Parts, ROLLED, Rules, TO_THE_END};
use super::set_up::{Dealt, Lines, Plan, first_to_deploy, first_turn};
use super::zone::Zone;
use crate::battle::gothic::missions::mission::{Group, GroupKind};
use crate::battle::gothic::state::ShipId;
use crate::dice::{Dice, DiceError, Why, d6};
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;

/// A skirmish of two divisions that draws in eight more.
pub struct EscalatingEngagement;

/// The divisions of a side (SCEN-93).
const DIVISIONS: [Part; 5] = [Part::Division1, Part::Division2, Part::Division3, Part::Division4, Part::Division5];

impl Rules for EscalatingEngagement {
    fn parts(&self) -> Parts {
        Parts {
            forces: &["SCEN-93", "SCEN-94"],
            battlezone: &["SCEN-95"],
            set_up: &["SCEN-96"],
            first_turn: &["SCEN-97"],
            special: &["SCEN-98", "SCEN-99", "SCEN-100", "SCEN-101"],
            length: &["SCEN-102"],
            victory: &["SCEN-103"],
            record: &["SCEN-104"],
        }
    }

    fn briefing(&self) -> Briefing {
        Briefing {
            set_up: "both draw a marker; both roll a D6, the lower places first",
            first_turn: ROLLED,
            length: TO_THE_END,
            edges: "the other divisions come from random edges",
        }
    }

    fn class(&self) -> MissionClass {
        MissionClass::Battle
    }

    fn faces(&self) -> &'static [u8] {
        &[4]
    }

    fn roles(&self) -> Option<&'static str> {
        None
    }

    fn unplayable(&self, name: &str, ready: &[Candidate<'_>]) -> Option<Fault> {
        let number = ready.len();
        let says = || {
            format!(
                "{name} has {number} ships or squadrons, too few for the five divisions of an Escalating Engagement"
            )
        };
        (number < DIVISIONS.len()).then(|| Fault::by("SCEN-93", says()))
    }

    fn wrong_forces(&self, forces: &Forces<'_>) -> Vec<Fault> {
        let number = forces.picked.len();
        if number >= DIVISIONS.len() {
            return Vec::new();
        }
        vec![Fault::by("SCEN-93", format!("five divisions need five ships or squadrons, not {number}"))]
    }

    fn zones(&self) -> &'static [Zone] {
        Zone::ALL
    }

    fn dice(&self, plan: &Plan, dice: &mut dyn Dice, lines: &mut Lines, dealt: &mut Dealt) -> Result<(), DiceError> {
        for role in Role::BOTH {
            let party = plan.sides.of(role);
            // One of five with the same chance each.
            let division = loop {
                let face = d6(dice, Why::new("starting division", &party.name))?;
                if face < 6 {
                    break face;
                }
            };
            *dealt.divisions.of_mut(role) = division - 1;
            lines.say("SCEN-96", format!("{} starts with division {division}", party.name));
        }
        first_to_deploy(plan, dice, "SCEN-96", lines, dealt)?;
        first_turn(plan, dice, "SCEN-97", lines, dealt)
    }

    /// SCEN-93, SCEN-96.
    fn deploy(&self, deployment: &mut Deployment<'_>) -> Role {
        let (width, depth) = deployment.table();
        for (side, x, facing) in [(Side::One, width / 4, EAST), (Side::Two, width - width / 4, WEST)] {
            let start = usize::from(*deployment.dealt.divisions.of(Role::of(side))).min(4);
            let units = deployment.units[side as usize].clone();
            for division in 0..DIVISIONS.len() {
                let own: Units = units.iter().skip(division).step_by(DIVISIONS.len()).cloned().collect();
                let ships: Vec<ShipId> = own.iter().flatten().copied().collect();
                if ships.is_empty() {
                    continue;
                }
                if division == start {
                    let zone = rect(x - 9, depth / 2 - 9, x + 9, depth / 2 + 9);
                    deployment.berths.line(&own, &zone, facing);
                } else {
                    let ships = Deployment::crowd(&ships);
                    deployment.group(Group { kind: GroupKind::Division, side, ships, ..Group::default() });
                }
            }
        }
        deployment.chosen()
    }

    /// The starting division about its marker, which is in the middle of it.
    fn check(&self, check: &mut Check<'_>) {
        let middle = |side: Side| {
            let ships = || check.battle.fleet(side).map(|(_, ship)| ship.at);
            let (low, high) = (ships().map(|at| at.x).min()?, ships().map(|at| at.x).max()?);
            let (near, far) = (ships().map(|at| at.y).min()?, ships().map(|at| at.y).max()?);
            Some(Point { x: low + (high - low).half(), y: near + (far - near).half() })
        };
        let Some(marker) = middle(check.side) else { return };
        let enemy = middle(check.side.other());
        if falls_short(check.battle.ground.to_edge(marker), 30) {
            check.wrong("SCEN-96", format!("the marker at {marker} is less than 30 cm from a table edge"));
        }
        if let Some(enemy) = enemy.filter(|enemy| falls_short(enemy.distance(marker), 60)) {
            check.wrong("SCEN-96", format!("the marker at {marker} is less than 60 cm from the enemy's at {enemy}"));
        }
        for (id, ship) in check.ships() {
            // A division round its marker: half a base more than the 10 cm that are measured to it.
            if !ship.at.within(marker, Length::cm(13)) {
                let says = format!("{} at {} is more than 10 cm from its marker at {marker}", check.name(id), ship.at);
                check.wrong("SCEN-96", says);
            }
        }
    }

    fn told(&self, _role: Role) -> Option<(&'static str, &'static str)> {
        Some(("within 10 cm of a marker 30 cm from every edge and 60 cm from the enemy's", "SCEN-96"))
    }

    fn parts_of(&self, _role: Role) -> &'static [Part] {
        &DIVISIONS
    }

    /// Units are dealt out over the divisions in turn (SCEN-93).
    fn part(&self, unit: &Station<'_>) -> Option<Part> {
        Some(DIVISIONS[unit.place % DIVISIONS.len()])
    }
}
