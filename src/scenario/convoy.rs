//! Scenario six, Convoy (SCEN-65 to SCEN-81).

use std::ops::RangeInclusive;

use super::deployment::Deployment;
use super::fault::Fault;
use super::faults::{Check, falls_short};
use super::forces::{Forces, Share};
use super::mission_class::MissionClass;
use super::record::{Answers, Note, Question};
use super::role::Role;
use super::rules::{Briefing, Parts, Rules};
use super::set_up::{Dealt, Lines, Plan};
use super::zone::Zone;
use crate::battle::gothic::missions::mission::{CLUSTER, Cluster, Group, GroupKind};
use crate::battle::gothic::state::ShipId;
use crate::battle::gothic::victory::Measure;
use crate::dice::{Dice, DiceError, Why, d6};
use crate::ships::craft::{CraftId, Role as CraftRole};
use crate::table::edge::Edge;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;

/// Transports and their escorts cross a table on which somebody lies in wait.
pub struct Convoy;

/// A convoy's transports, and what lies in wait for them.
type Ambush = super::forces::Convoy;

impl Ambush {
    /// Points of its escorts: 100 for each pair of transports (SCEN-65).
    #[must_use]
    pub const fn escort(&self) -> u32 {
        self.transports / 2 * 100
    }
}

/// Transports where the players do not agree. Ruling: a pair for every 200 points or part (SCEN-80 leaves it to them).
#[must_use]
pub const fn usual_transports(size: u32) -> u32 {
    size.div_ceil(200) * 2
}

/// What lies in wait for so many transports: a D3 and a roll for each pair (SCEN-67).
///
/// # Errors
/// When the dice cannot be had.
pub fn ambush(transports: u32, attacker: &str, dice: &mut dyn Dice) -> Result<Ambush, DiceError> {
    let rolls = d6(dice, Why::new("number of attackers (D3)", attacker))?.div_ceil(2);
    let mut attackers = Vec::new();
    for _ in 0..u32::from(rolls) + transports / 2 {
        attackers.push(d6(dice, Why::new("convoy attackers", attacker))?);
    }
    Ok(Ambush { transports, attackers })
}

impl Rules for Convoy {
    fn parts(&self) -> Parts {
        Parts {
            forces: &["SCEN-65", "SCEN-66", "SCEN-67", "SCEN-80"],
            battlezone: &["SCEN-68"],
            set_up: &["SCEN-69", "SCEN-70"],
            first_turn: &["SCEN-71"],
            special: &["SCEN-72", "SCEN-73", "SCEN-74", "SCEN-75", "SCEN-76"],
            length: &["SCEN-77"],
            victory: &["SCEN-78", "SCEN-79"],
            record: &["SCEN-81"],
        }
    }

    fn briefing(&self) -> Briefing {
        Briefing {
            set_up: "the attacker first, face-down markers 30 cm from each other and from every edge",
            first_turn: "the defender, who moves on",
            length: "until the last transport has left or is destroyed",
            edges: "a D6 for the short edge the convoy comes from; it leaves by the opposite one",
        }
    }

    fn class(&self) -> MissionClass {
        MissionClass::Raid
    }

    fn faces(&self) -> &'static [u8] {
        &[5, 6]
    }

    fn wrong_forces(&self, forces: &Forces<'_>) -> Vec<Fault> {
        if forces.attacks {
            return out_of_place(forces);
        }
        let (escorts, pairs) = (forces.picked.len(), forces.convoy.map_or(0, |convoy| convoy.transports / 2));
        if escorts <= usize::try_from(pairs).unwrap_or(usize::MAX) {
            return Vec::new();
        }
        vec![Fault::by("SCEN-65", format!("{escorts} escort {pairs} pairs of transports: one squadron a pair"))]
    }

    /// What cannot be filled becomes clusters, and escorts are optional.
    fn needs_ships(&self) -> bool {
        false
    }

    fn convoy(&self, size: u32) -> Option<RangeInclusive<u32>> {
        Some(2..=size / 100 * 2)
    }

    fn transports(&self, role: Role, convoy: Option<&Ambush>, _given: u32) -> u32 {
        match role {
            Role::Attacker => 0,
            Role::Defender => convoy.map_or(0, |convoy| convoy.transports),
        }
    }

    /// 1 to 3 by the face, and two for each result that no ship fills (SCEN-67).
    fn clusters(&self, convoy: &Ambush, units: usize) -> u32 {
        let rolled: u32 = convoy.attackers.iter().filter(|face| **face <= 3).map(|face| u32::from(*face)).sum();
        let results = convoy.attackers.iter().filter(|face| **face > 3).count();
        rolled + 2 * u32::try_from(results.saturating_sub(units)).unwrap_or(0)
    }

    fn defence_share(&self) -> Option<Share> {
        None
    }

    fn zones(&self) -> &'static [Zone] {
        Zone::ALL
    }

    fn dice(&self, plan: &Plan, dice: &mut dyn Dice, lines: &mut Lines, dealt: &mut Dealt) -> Result<(), DiceError> {
        let defender = &plan.sides.defender.name;
        dealt.left = d6(dice, Why::new("edge of the convoy", defender))? <= 3;
        let edge = if dealt.left { "left" } else { "right" };
        lines.say("SCEN-70", format!("{defender} enters from the {edge} short edge"));
        lines.say("SCEN-71", format!("{defender} has the first turn"));
        Ok(())
    }

    /// SCEN-69 to SCEN-71.
    fn deploy(&self, deployment: &mut Deployment<'_>) -> Role {
        let (width, depth) = deployment.table();
        let enters = if deployment.dealt.left { Edge::Left } else { Edge::Right };
        let defenders: Vec<ShipId> = deployment.units[1].iter().flatten().copied().collect();
        let at = Some(deployment.berths.battle.ground.on_edge(enters, Length::cm(depth / 2)));
        let (ships, edge) = (Deployment::crowd(&defenders), Some(enters));
        deployment.group(Group { kind: GroupKind::Convoy, side: Side::Two, ships, edge, at, ..Group::default() });
        deployment.berths.battle.mission.exits[Side::Two as usize] = Some(enters.opposite());
        deployment.berths.battle.mission.convoy = Some(Side::Two);
        // Markers 30 cm apart and from the edges: ships in the middle of the way, clusters about them.
        let columns = (width - 60) / 30 + 1;
        let rows = (depth - 60) / 30 + 1;
        let mut spots: Vec<Point> = (0..columns)
            .flat_map(|column| (0..rows).map(move |row| Point::cm(30 + 30 * column, 30 + 30 * row)))
            .collect();
        let middle = Point::cm(width / 2, depth / 2);
        spots.sort_by_key(|spot| (spot.squared(middle), spot.x, spot.y));
        let mut next = spots.iter().cycle().copied();
        for unit in deployment.units[0].clone() {
            let ships = Deployment::crowd(&unit);
            deployment.group(Group { kind: GroupKind::Contact, ships, at: next.next(), ..Group::default() });
        }
        let craft = own_craft(deployment);
        for number in 0..deployment.clusters {
            let bays = number % 2 == 1 && !craft.is_empty();
            let cluster = Some(if bays { Cluster::Craft } else { Cluster::Torpedoes });
            deployment.group(Group { kind: GroupKind::Contact, at: next.next(), cluster, craft, ..Group::default() });
        }
        Role::Defender
    }

    fn check(&self, check: &mut Check<'_>) {
        match check.side {
            Side::One => contacts(check),
            Side::Two => entry(check),
        }
    }

    fn told(&self, role: Role) -> Option<(&'static str, &'static str)> {
        Some(match role {
            Role::Attacker => ("contacts 30 cm apart and from every edge", "SCEN-69"),
            Role::Defender => ("an entry point 45 cm from the long edges", "SCEN-70"),
        })
    }

    fn asks(&self) -> &'static [Question] {
        &[Question::TransportsThrough]
    }

    fn notes(&self) -> &'static [Note] {
        &[Note::Clusters]
    }

    fn measure(&self, answers: &Answers) -> Measure {
        Measure::Transports(answers.half_transports_through)
    }
}

/// Each ship in ambush fills one rolled result (SCEN-67).
fn out_of_place(forces: &Forces<'_>) -> Vec<Fault> {
    let rolled = forces.convoy.map(|convoy| convoy.attackers.as_slice()).unwrap_or_default();
    let mut places: Vec<u8> = rolled.iter().copied().filter(|face| *face >= 4).collect();
    places.sort_unstable();
    let mut picked: Vec<_> = forces.picked.iter().collect();
    picked.sort_by_key(|vessel| std::cmp::Reverse(vessel.points));
    let mut found = Vec::new();
    for vessel in picked {
        let (escorts, points) = (vessel.class.is_escort(), vessel.points);
        // The dearest first, each into the narrowest place that holds it.
        let fits = |face: u8| match face {
            4 => escorts && points <= 100,
            5 => escorts && points <= 150,
            _ => !escorts && points <= 200,
        };
        match places.iter().position(|face| fits(*face)) {
            Some(index) => {
                places.remove(index);
            }
            None => {
                let says = format!("no rolled result has room for \"{}\" ({points} points)", vessel.name);
                let hint = "4 is a squadron of up to 100 points, 5 of up to 150, 6 a capital ship of up to 200";
                found.push(Fault::by("SCEN-67", says).hint(hint));
            }
        }
    }
    found
}

/// The attack craft of the attacker's fleet: fighters, bombers, assault boats.
fn own_craft(deployment: &mut Deployment<'_>) -> FixedList<CraftId, CLUSTER> {
    let mut found = FixedList::new();
    for (index, kind) in (0..).zip(&deployment.roster.craft) {
        let carried = |id: &ShipId| {
            let entry = &deployment.roster[*id];
            deployment.berths.battle.ship(*id).side == Side::One
                && entry.craft.iter().any(|craft| usize::from(craft.0) == index)
        };
        let plain = kind.role != CraftRole::TorpedoBomber;
        if plain
            && deployment.units[0].iter().flatten().any(carried)
            && let Err(full) = found.push(CraftId(u8::try_from(index).unwrap_or(0)))
        {
            deployment.outgrown = Some(full.of("kinds of attack craft in a cluster"));
        }
    }
    found
}

fn entry(check: &mut Check<'_>) {
    let (cm, (_, depth)) = (Length::cm, check.table());
    let groups = check.battle.mission.groups;
    for at in groups.iter().filter(|group| group.kind == GroupKind::Convoy).filter_map(|group| group.at) {
        if falls_short(at.y.min(cm(depth) - at.y), 45) {
            check.wrong("SCEN-70", format!("the entry point {at} is less than 45 cm from a long edge"));
        }
    }
}

fn contacts(check: &mut Check<'_>) {
    let markers: Vec<(usize, Point)> = (1..)
        .zip(check.battle.mission.groups.iter())
        .filter(|(_, group)| group.kind == GroupKind::Contact)
        .filter_map(|(number, group)| Some((number, group.at?)))
        .collect();
    for (place, (number, at)) in markers.iter().enumerate() {
        if falls_short(check.battle.ground.to_edge(*at), 30) {
            check.wrong("SCEN-69", format!("contact {number} at {at} is less than 30 cm from a table edge"));
        }
        // Where no more fit, markers are stacked.
        let near = |other: &&(usize, Point)| other.1 != *at && falls_short(other.1.distance(*at), 30);
        if let Some((other, _)) = markers[..place].iter().find(near) {
            check.wrong("SCEN-69", format!("contact {number} at {at} is less than 30 cm from contact {other}"));
        }
    }
}
