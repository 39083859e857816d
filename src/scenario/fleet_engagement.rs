//! Scenario ten, Fleet Engagement (SCEN-119 to SCEN-130, SCEN-133), with its formations and set-up maps.

use super::deployment::{Deployment, EAST, NORTH, SOUTH, WEST};
use super::faults::{Check, SLACK, holds};
use super::mission_class::MissionClass;
use super::party::{Formation, Party};
use super::places::{Units, rect};
use super::record::Note;
use super::role::Role;
use super::rules::{Briefing, Parts, ROLLED, Rules, TO_THE_END};
use super::set_up::{Dealt, Lines, Plan, first_to_deploy, first_turn, surprised};
use super::zone::Zone;
use crate::dice::{Dice, DiceError, Why, d6};
use crate::table::geometry::{Heading, Length, Point, Rect};
use crate::table::side::Side;

/// Two whole fleets in formation.
pub struct FleetEngagement;

impl Rules for FleetEngagement {
    fn parts(&self) -> Parts {
        Parts {
            forces: &["SCEN-119"],
            battlezone: &["SCEN-120"],
            set_up: &["SCEN-121", "SCEN-133", "SCEN-122", "SCEN-123", "SCEN-124", "SCEN-125"],
            first_turn: &["SCEN-126"],
            special: &["SCEN-127"],
            length: &["SCEN-128"],
            victory: &["SCEN-129"],
            record: &["SCEN-130"],
        }
    }

    fn briefing(&self) -> Briefing {
        Briefing {
            set_up: "both choose a formation in secret; both roll a D6, the lower places first, then in turn",
            first_turn: ROLLED,
            length: TO_THE_END,
            edges: "by the set-up map that both formations give",
        }
    }

    fn class(&self) -> MissionClass {
        MissionClass::Battle
    }

    fn faces(&self) -> &'static [u8] {
        &[5, 6]
    }

    fn roles(&self) -> Option<&'static str> {
        None
    }

    /// Ruling: no die is printed for these; it is read as in The Bait.
    fn zones(&self) -> &'static [Zone] {
        &[Zone::InnerBiosphere, Zone::PrimaryBiosphere]
    }

    fn any_zone(&self) -> bool {
        true
    }

    fn has_formations(&self) -> bool {
        true
    }

    fn dice(&self, plan: &Plan, dice: &mut dyn Dice, lines: &mut Lines, dealt: &mut Dealt) -> Result<(), DiceError> {
        formations(plan, dice, lines, dealt)?;
        first_to_deploy(plan, dice, "SCEN-123", lines, dealt)?;
        first_turn(plan, dice, "SCEN-126", lines, dealt)?;
        if plan.surprised {
            surprised(plan, dice, "SCEN-127", lines, dealt)?;
        }
        Ok(())
    }

    /// SCEN-121 to SCEN-125, SCEN-133: zones and facings of the four maps; one unit at least in each division.
    fn deploy(&self, deployment: &mut Deployment<'_>) -> Role {
        let (width, depth) = deployment.table();
        let (map, attacker_white) = deployment.dealt.map.unwrap_or(('B', true));
        let [white, grey] = divisions(map, width, depth)
            .map(|zones| zones.into_iter().map(|(zone, facing)| (inside(&zone), facing)).collect::<Vec<_>>());
        let (attacker, defender) = if attacker_white { (white, grey) } else { (grey, white) };
        let [attackers, defenders] = deployment.units.clone();
        divide(deployment, &attackers, &attacker);
        divide(deployment, &defenders, &defender);
        deployment.surprise();
        deployment.chosen()
    }

    fn check(&self, check: &mut Check<'_>) {
        let (width, depth) = check.table();
        let (map, attacker_white) = check.dealt.map.unwrap_or(('B', true));
        let white = attacker_white == (check.side == Side::One);
        let zones = &divisions(map, width, depth)[usize::from(!white)];
        let mut filled = vec![false; zones.len()];
        for (id, ship) in check.ships() {
            let inside = |(zone, _): &&Division| holds(zone, ship.at);
            let Some(place) = zones.iter().position(|zone| inside(&zone)) else {
                let says = format!("{} at {} is in no division of its side on map {map}", check.name(id), ship.at);
                check.wrong("SCEN-133", says);
                continue;
            };
            // Where divisions meet, either facing will do.
            let fits = |(_, facing): &Division| ship.heading.turn_to(*facing).abs() <= SLACK;
            if !zones.iter().filter(inside).any(fits) {
                check.faces("SCEN-125", id, &ship, zones[place].1);
            }
            for (filled, zone) in filled.iter_mut().zip(zones) {
                *filled |= inside(&zone) && fits(zone);
            }
        }
        let units = check.own_units().iter().filter(|unit| !unit.is_empty()).count();
        if units >= zones.len() && filled.contains(&false) {
            let each = match zones.len() {
                1 => "the division".to_owned(),
                number => format!("each of the {number} divisions"),
            };
            check.wrong("SCEN-124", format!("{each} of map {map} needs a ship"));
        }
    }

    fn told(&self, _role: Role) -> Option<(&'static str, &'static str)> {
        Some(("in the divisions of your colour, along their arrows", "SCEN-124, SCEN-125, SCEN-133"))
    }

    fn notes(&self) -> &'static [Note] {
        &[Note::Formations]
    }
}

/// A division of a side: where it stands, and which way it faces.
type Division = (Rect, Heading);

/// The zones of white and of dark grey on the map of a Fleet Engagement (SCEN-133).
fn divisions(map: char, width: i32, depth: i32) -> [Vec<Division>; 2] {
    let middle = |wide: i32| (width / 2 - wide / 2, width / 2 + wide / 2);
    let top = |low: i32, high: i32| rect(low, depth - 30, high, depth);
    let bottom = |low: i32, high: i32| rect(low, 0, high, 30);
    let sides = |wide: i32| [rect(0, 0, wide, depth), rect(width - wide, 0, width, depth)];
    match map {
        'A' => {
            let (low, high) = middle(60);
            let [left, right] = sides(low - 30);
            let strip = bottom(low - 30, high + 30);
            [vec![(top(low, high), SOUTH)], vec![(strip, NORTH), (left, Heading::new(60)), (right, Heading::new(300))]]
        }
        'C' => {
            let [left, right] = sides(30);
            [vec![(rect(60, depth - 45, width - 60, depth), SOUTH)], vec![(left, NORTH), (right, NORTH)]]
        }
        'D' => {
            let (low, high) = middle(60);
            [
                vec![(top(45, width - 45), SOUTH)],
                vec![(bottom(low, high), NORTH), (bottom(0, low), NORTH), (bottom(high, width), NORTH)],
            ]
        }
        _ => {
            // The middle division is 45 cm wide, which is no whole number of centimetres to either side.
            let (centre, half) = (Length::cm(width).half(), Length(22_500));
            let (low, high) = (centre - half, centre + half);
            let thirds = |row: Rect, facing: Heading| {
                let part = |from: Length, to: Length| Rect {
                    low: Point { x: from, ..row.low },
                    high: Point { x: to, ..row.high },
                };
                [part(low, high), part(row.low.x, low), part(high, row.high.x)].map(|part| (part, facing)).to_vec()
            };
            [thirds(top(0, width), EAST), thirds(bottom(0, width), WEST)]
        }
    }
}

/// A zone without its rim, so that nobody stands on the very edge of it.
fn inside(zone: &Rect) -> Rect {
    let rim = Length::cm(4);
    Rect {
        low: Point { x: zone.low.x + rim, y: zone.low.y + rim },
        high: Point { x: zone.high.x - rim, y: zone.high.y - rim },
    }
}

/// Shares units out over divisions, as evenly as they go.
fn divide(deployment: &mut Deployment<'_>, units: &Units, zones: &[Division]) {
    for (index, (zone, facing)) in zones.iter().enumerate() {
        let own: Units = units.iter().skip(index).step_by(zones.len()).cloned().collect();
        deployment.berths.line(&own, zone, *facing);
    }
}

/// The set-up maps of a pair of formations, as the attacker's row has them (SCEN-121): map and his colour.
const fn maps(own: Formation, other: Formation) -> &'static [(char, &'static str)] {
    use Formation::{Cross, Sphere, Wedge};
    match (own, other) {
        (Sphere, Wedge) => &[('A', "dark grey"), ('C', "dark grey")],
        (Sphere, Cross) => &[('A', "dark grey"), ('D', "dark grey")],
        (Wedge, Sphere) => &[('A', "white"), ('C', "white")],
        (Wedge, Wedge) => &[('D', "dark grey"), ('D', "white")],
        (Cross, Sphere) => &[('A', "white"), ('D', "white")],
        (Sphere, Sphere) | (Wedge, Cross) | (Cross, Wedge | Cross) => &[('B', "white"), ('B', "dark grey")],
    }
}

/// The set-up map, and who chooses between two (SCEN-121, SCEN-122, SCEN-133).
fn formations(plan: &Plan, dice: &mut dyn Dice, lines: &mut Lines, dealt: &mut Dealt) -> Result<(), DiceError> {
    let (attacker, defender) = (&plan.sides.attacker, &plan.sides.defender);
    let (Some(own), Some(other)) = (attacker.formation, defender.formation) else {
        lines.say("SCEN-121", "both choose a formation in secret: sphere, wedge or cross");
        return Ok(());
    };
    let choices: Vec<String> = maps(own, other).iter().map(|(map, colour)| format!("{map} {colour}")).collect();
    lines.say("SCEN-121", format!("{own} against {other}: map {}, seen from {}", choices.join(" or "), attacker.name));
    let better = |own: u32, other: u32| u32::from(own > other);
    let bonus = |own: &Party, other: &Party| {
        better(own.fastest, other.fastest)
            + better(own.leadership, other.leadership)
            + better(own.escorts, other.escorts)
    };
    let bonuses = [bonus(attacker, defender), bonus(defender, attacker)];
    let (chooser, totals) = loop {
        let first = u32::from(d6(dice, Why::new("set-up map", &attacker.name))?) + bonuses[0];
        let second = u32::from(d6(dice, Why::new("set-up map", &defender.name))?) + bonuses[1];
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => break (attacker, [first, second]),
            std::cmp::Ordering::Less => break (defender, [first, second]),
            std::cmp::Ordering::Equal => {}
        }
    };
    // Who chooses takes the first of the two as his own row has them, in the place of a wish that nobody has told.
    let mine = chooser.name == attacker.name;
    let all = maps(own, other);
    let (map, colour) = if mine { all[0] } else { all[all.len() - 1] };
    dealt.map = Some((map, colour == "white"));
    lines.say("SCEN-122", format!("{} to {}: {} chooses which", totals[0], totals[1], chooser.name));
    Ok(())
}
