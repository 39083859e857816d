//! Scenario two, The Bait (SCEN-30 to SCEN-38). The attacker is pursued, the defender pursues.

use super::deployment::{Deployment, EAST};
use super::fault::Fault;
use super::faults::Check;
use super::forces::Forces;
use super::mission_class::MissionClass;
use super::places::rect;
use super::record::{Part, Station};
use super::role::Role;
use super::rules::{Briefing, Parts, Rules, TO_THE_END};
use super::set_up::{Dealt, Lines, Plan};
use super::zone::Zone;
use crate::battle::gothic::missions::mission::{Group, GroupKind};
use crate::dice::{Dice, DiceError};
use crate::table::edge::Edge;
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;

/// A lone ship is hunted, and its friends lie in wait.
pub struct TheBait;

/// Points of the bait and of its reinforcements at most, for an agreed size (SCEN-30).
const fn pursued(size: u32) -> (u32, u32) {
    (size / 3, size * 2 / 3)
}

impl Rules for TheBait {
    fn parts(&self) -> Parts {
        Parts {
            forces: &["SCEN-30", "SCEN-31"],
            battlezone: &["SCEN-32"],
            set_up: &["SCEN-33"],
            first_turn: &["SCEN-34"],
            special: &["SCEN-35"],
            length: &["SCEN-36"],
            victory: &["SCEN-37"],
            record: &["SCEN-38"],
        }
    }

    fn briefing(&self) -> Briefing {
        Briefing {
            set_up: "the attacker's bait first, in the middle; the defender behind it, more than 60 cm away",
            first_turn: "the attacker",
            length: TO_THE_END,
            edges: "the attacker's reinforcements come from the short edge the bait faces",
        }
    }

    fn class(&self) -> MissionClass {
        MissionClass::Raid
    }

    fn faces(&self) -> &'static [u8] {
        &[2]
    }

    fn roles(&self) -> Option<&'static str> {
        Some("the attacker is pursued, the defender pursues")
    }

    /// The attacker is pursued: a third at start and the rest in reserve (SCEN-30, SCEN-31).
    fn split(&self, size: u32) -> (u32, u32) {
        (size, size * 2 / 3)
    }

    /// One ship or squadron is the bait, of a third of the points at most; the rest come as reinforcements, two thirds
    /// at most (SCEN-30). The dearest that can be the bait leaves the fewest of them.
    fn wrong_forces(&self, forces: &Forces<'_>) -> Vec<Fault> {
        let mut found = Vec::new();
        if !forces.attacks {
            return found;
        }
        let (bait, reserve) = pursued(forces.size);
        let worths = || forces.picked.iter().map(|vessel| vessel.points);
        let dearest = worths().filter(|worth| *worth <= bait).max();
        if dearest.is_none() {
            let says = format!("nothing picked can be the bait of up to {bait} points");
            found.push(Fault::by("SCEN-30", says).hint("pick a ship or squadron cheap enough to be pursued"));
        }
        let rest = worths().sum::<u32>() - dearest.unwrap_or(0);
        if rest > reserve {
            let says = format!("{rest} points of reinforcements are more than {reserve}");
            let hint = format!("pick fewer, or a dearer bait of up to {bait} points");
            found.push(Fault::by("SCEN-30", says).hint(hint));
        }
        found
    }

    fn zones(&self) -> &'static [Zone] {
        &[Zone::OuterReaches, Zone::DeepSpace]
    }

    fn dice(&self, plan: &Plan, _dice: &mut dyn Dice, lines: &mut Lines, _dealt: &mut Dealt) -> Result<(), DiceError> {
        lines.say("SCEN-34", format!("{} has the first turn", plan.sides.attacker.name));
        Ok(())
    }

    /// SCEN-33, SCEN-35: the bait is the dearest unit of a third of the points at most.
    fn deploy(&self, deployment: &mut Deployment<'_>) -> Role {
        let (width, depth) = deployment.table();
        let [attackers, defenders] = deployment.units.clone();
        let (most, _) = pursued(deployment.size);
        let fit = (0..attackers.len()).filter(|index| deployment.worth(&attackers[*index]) <= most);
        let cheapest = (0..attackers.len()).min_by_key(|index| deployment.worth(&attackers[*index]));
        let bait = fit.max_by_key(|index| deployment.worth(&attackers[*index])).or(cheapest).unwrap_or(0);
        let all = rect(2, 2, width - 2, depth - 2);
        for (index, unit) in attackers.iter().enumerate() {
            if index == bait {
                deployment.berths.unit(unit, &all, Point::cm(width / 2, depth / 2), EAST);
            } else {
                let ships = Deployment::crowd(unit);
                let edge = Some(Edge::Right);
                deployment.group(Group { kind: GroupKind::Reserve, side: Side::One, ships, edge, ..Group::default() });
            }
        }
        let behind = rect(6, 10, width / 2 - 65, depth - 10);
        deployment.berths.line(&defenders, &behind, EAST);
        Role::Attacker
    }

    fn check(&self, check: &mut Check<'_>) {
        match check.side {
            Side::One => bait(check),
            Side::Two => pursuers(check),
        }
    }

    fn told(&self, role: Role) -> Option<(&'static str, &'static str)> {
        Some(match role {
            Role::Attacker => ("the bait in the middle, heading 90; the rest comes later", "SCEN-33"),
            Role::Defender => ("behind the bait, more than 60 cm from it", "SCEN-33"),
        })
    }

    fn parts_of(&self, role: Role) -> &'static [Part] {
        match role {
            Role::Attacker => &[Part::Bait, Part::Reinforcement],
            Role::Defender => &[],
        }
    }

    fn part(&self, unit: &Station<'_>) -> Option<Part> {
        let part = if unit.group.is_some() { Part::Reinforcement } else { Part::Bait };
        (unit.side == Side::One).then_some(part)
    }
}

/// The middle of the table.
fn middle(check: &Check<'_>) -> Point {
    let (width, depth) = check.table();
    Point::cm(width / 2, depth / 2)
}

fn bait(check: &mut Check<'_>) {
    let (middle, ships) = (middle(check), check.ships());
    // Phenomena may leave no room in the very middle, and a squadron needs some.
    if !ships.iter().any(|(_, ship)| ship.at.within(middle, Length::cm(15))) {
        check.wrong("SCEN-33", format!("the bait must be at the table centre, {middle}"));
    }
    for (id, ship) in &ships {
        check.faces("SCEN-33", *id, ship, EAST);
    }
    let worth: u32 = ships.iter().map(|(id, _)| check.roster[*id].profile.worth).sum();
    let ((most, reserve), units) = (pursued(check.size), &check.units[0]);
    let worths = units.iter().map(|unit| unit.iter().map(|id| check.roster[*id].profile.worth).sum::<u32>());
    let (all, dearest) = (worths.clone().sum::<u32>(), worths.clone().filter(|worth| *worth <= most).max());
    if worth > most && worths.min().is_some_and(|least| least < worth) {
        check.wrong("SCEN-30", format!("a bait of {worth} points is dearer than {most}"));
    } else if all.saturating_sub(worth) > reserve && dearest.is_some_and(|dearest| dearest > worth) {
        let rest = all.saturating_sub(worth);
        check.wrong(
            "SCEN-30",
            format!("beside a bait of {worth} points, {rest} of reinforcements are more than {reserve}"),
        );
    }
}

fn pursuers(check: &mut Check<'_>) {
    let middle = middle(check);
    let bait: Vec<Point> = check.battle.fleet(Side::One).map(|(_, ship)| ship.at).collect();
    for (id, ship) in &check.ships() {
        let near = bait.iter().any(|bait| ship.at.within(*bait, Length::cm(60)));
        if near || ship.at.x >= middle.x {
            let says = format!("{} at {} is not behind the bait, more than 60 cm from it", check.name(*id), ship.at);
            check.wrong("SCEN-33", says);
        }
    }
}
