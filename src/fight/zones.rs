//! Where the rules let a fleet deploy: the zones of each scenario, and everything that is wrong with a deployment.

use super::Fight;
use super::places::rect;
use crate::battle::gothic::missions::mission::GroupKind;
use crate::battle::gothic::state::{Battle, FeatureKind, Ship, ShipId};
use crate::campaign::refusal::Refusal;
use crate::campaign::turn::report::Role;
use crate::campaign::turn::scenario::Scenario;
use crate::campaign::turn::set_up::SetUp;
use crate::table::geometry::{self, Heading, Length, Point, Rect};
use crate::table::side::Side;

/// A division of a side: where it stands, and which way it faces.
pub(super) type Division = (Rect, Heading);

const NORTH: Heading = Heading::new(0);
const EAST: Heading = Heading::new(90);
const SOUTH: Heading = Heading::new(180);
const WEST: Heading = Heading::new(270);

/// Deviation from a facing that nobody measures, in degrees.
const SLACK: i32 = 5;

/// The zones of white and of dark grey on the map of a Fleet Engagement (SCEN-133).
pub(super) fn engagement(map: char, width: i32, depth: i32) -> [Vec<Division>; 2] {
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

/// Whether a place lies in a zone, with the tolerance of SHIP-20.
fn holds(zone: &Rect, at: Point) -> bool {
    zone.nearest(at).within(at, Length::ZERO)
}

/// Whether a distance is less than it must be, with the tolerance of SHIP-20.
fn falls_short(distance: Length, least: i32) -> bool {
    distance + geometry::SLACK < Length::cm(least)
}

/// Everything that is wrong with where a side stands.
#[must_use]
pub fn faults(fight: &Fight, set_up: &SetUp, battle: &Battle, side: Side) -> Vec<Refusal> {
    let mut check = Check { fight, set_up, battle, side, found: Vec::new() };
    check.table();
    check.formations();
    match fight.scenario {
        Scenario::CruiserClash => check.cruiser_clash(),
        Scenario::TheBait => check.the_bait(),
        Scenario::TheRaiders if side == Side::Two => check.the_raiders(),
        Scenario::SurpriseAttack if side == Side::Two => check.surprise_attack(),
        Scenario::BlockadeRun => check.blockade_run(),
        Scenario::Convoy => check.convoy(),
        Scenario::PlanetaryAssault => check.planetary_assault(),
        Scenario::EscalatingEngagement => check.escalating_engagement(),
        Scenario::Exterminatus => check.exterminatus(),
        Scenario::FleetEngagement => check.fleet_engagement(),
        Scenario::TheRaiders | Scenario::SurpriseAttack => {}
    }
    check.found
}

/// A deployment as it is judged.
struct Check<'a> {
    fight: &'a Fight,
    set_up: &'a SetUp,
    battle: &'a Battle,
    side: Side,
    found: Vec<Refusal>,
}

impl Check<'_> {
    fn wrong(&mut self, rule: &'static str, says: String) {
        self.found.push(Refusal::by(rule, says));
    }

    fn name(&self, id: ShipId) -> &str {
        &self.fight.roster[id].name
    }

    /// Ships of the side on the table that move.
    fn ships(&self) -> Vec<(ShipId, Ship)> {
        let moves = |id: ShipId| !self.fight.roster[id].profile.is_stationary();
        self.battle.fleet(self.side).filter(|(id, _)| moves(*id)).map(|(id, ship)| (id, *ship)).collect()
    }

    /// Units of the side, each with those of its ships that are on the table.
    fn units(&self) -> Vec<Vec<(ShipId, Ship)>> {
        let ships = self.ships();
        let of = |unit: &Vec<ShipId>| ships.iter().filter(|(id, _)| unit.contains(id)).copied().collect::<Vec<_>>();
        self.fight.units[self.side as usize].iter().map(of).collect()
    }

    fn size(&self) -> (i32, i32) {
        (self.battle.ground.width.0 / 1000, self.battle.ground.depth.0 / 1000)
    }

    /// Everybody on the table, off planets, moons and rifts.
    fn table(&mut self) {
        for (id, ship) in self.ships() {
            let name = self.name(id).to_owned();
            if !self.battle.ground.holds(ship.at) {
                self.wrong("SCEN-10", format!("{name} at {} is not on the table", ship.at));
            }
            let solid = |kind: FeatureKind| matches!(kind, FeatureKind::Planet | FeatureKind::Moon | FeatureKind::Rift);
            let mut features = self.battle.features.iter();
            if let Some(met) = features.find(|met| solid(met.kind) && met.shape.holds(ship.at)) {
                self.wrong("SCEN-10", format!("{name} at {} is on a {}", ship.at, met.kind));
            }
        }
    }

    /// Squadrons stand in formation.
    fn formations(&mut self) {
        for unit in self.units().into_iter().filter(|unit| unit.len() > 1) {
            let mut linked = vec![unit[0]];
            let mut rest = unit[1..].to_vec();
            while let Some(next) = rest
                .iter()
                .position(|(_, ship)| linked.iter().any(|(_, other)| ship.at.within(other.at, Length::cm(15))))
            {
                linked.push(rest.remove(next));
            }
            for (id, ship) in rest {
                let says = format!("{} at {} is more than 15 cm from the rest of its squadron", self.name(id), ship.at);
                self.wrong("SQUAD-07", says);
            }
        }
    }

    /// Everybody in a zone.
    fn within(&mut self, rule: &'static str, ships: &[(ShipId, Ship)], zone: &Rect, what: &str) {
        for (id, ship) in ships {
            if !holds(zone, ship.at) {
                let says = format!("{} at {} is not {what}", self.name(*id), ship.at);
                self.wrong(rule, says);
            }
        }
    }

    /// Everybody so far from every edge.
    fn clear_of_edges(&mut self, rule: &'static str, ships: &[(ShipId, Ship)], by: i32) {
        for (id, ship) in ships {
            if falls_short(self.battle.ground.to_edge(ship.at), by) {
                let says = format!("{} at {} is less than {by} cm from a table edge", self.name(*id), ship.at);
                self.wrong(rule, says);
            }
        }
    }

    fn faces(&mut self, rule: &'static str, id: ShipId, ship: &Ship, facing: Heading) {
        if ship.heading.turn_to(facing).abs() > SLACK {
            let (name, now, wanted) = (self.name(id).to_owned(), ship.heading.degrees(), facing.degrees());
            self.wrong(rule, format!("{name} heads {now}, and must head {wanted}"));
        }
    }

    fn cruiser_clash(&mut self) {
        let (width, depth) = self.size();
        let near = self.set_up.dealt.zone_a == (self.side == Side::One);
        let (low, high, facing) = if near { (0, depth / 4, NORTH) } else { (depth - depth / 4, depth, SOUTH) };
        let zone = rect(width / 2 - 45, low, width / 2 + 45, high);
        let ships = self.ships();
        self.within("SCEN-20", &ships, &zone, &format!("in its zone, {} to {} by {low} to {high}", 45, width - 45));
        for (id, ship) in &ships {
            self.faces("SCEN-21", *id, ship, facing);
        }
    }

    fn the_bait(&mut self) {
        let (width, depth) = self.size();
        let middle = Point::cm(width / 2, depth / 2);
        let ships = self.ships();
        if self.side == Side::One {
            // Phenomena may leave no room in the very middle, and a squadron needs some.
            if !ships.iter().any(|(_, ship)| ship.at.within(middle, Length::cm(15))) {
                self.wrong("SCEN-33", format!("the bait must be at the table centre, {middle}"));
            }
            for (id, ship) in &ships {
                self.faces("SCEN-33", *id, ship, EAST);
            }
            let worth: u32 = ships.iter().map(|(id, _)| self.fight.roster[*id].profile.worth).sum();
            let ((most, reserve), units) = (Scenario::pursued(self.fight.size()), &self.fight.units[0]);
            let worths =
                units.iter().map(|unit| unit.iter().map(|id| self.fight.roster[*id].profile.worth).sum::<u32>());
            let (all, dearest) = (worths.clone().sum::<u32>(), worths.clone().filter(|worth| *worth <= most).max());
            if worth > most && worths.min().is_some_and(|least| least < worth) {
                self.wrong("SCEN-30", format!("a bait of {worth} points is dearer than {most}"));
            } else if all.saturating_sub(worth) > reserve && dearest.is_some_and(|dearest| dearest > worth) {
                let rest = all.saturating_sub(worth);
                self.wrong(
                    "SCEN-30",
                    format!("beside a bait of {worth} points, {rest} of reinforcements are more than {reserve}"),
                );
            }
            return;
        }
        let bait: Vec<Point> = self.battle.fleet(Side::One).map(|(_, ship)| ship.at).collect();
        for (id, ship) in &ships {
            let near = bait.iter().any(|bait| ship.at.within(*bait, Length::cm(60)));
            if near || ship.at.x >= middle.x {
                let says = format!("{} at {} is not behind the bait, more than 60 cm from it", self.name(*id), ship.at);
                self.wrong("SCEN-33", says);
            }
        }
    }

    fn the_raiders(&mut self) {
        let ships = self.ships();
        self.clear_of_edges("SCEN-41", &ships, 30);
        if let Some((_, first)) = ships.first() {
            let facing = first.heading;
            for (id, ship) in &ships {
                self.faces("SCEN-41", *id, ship, facing);
            }
        }
        let units = self.units();
        for (index, unit) in units.iter().enumerate() {
            for other in &units[..index] {
                let close = |(_, ship): &(ShipId, Ship)| {
                    other.iter().any(|(_, next)| falls_short(ship.at.distance(next.at), 20))
                };
                if let (Some((id, _)), Some((next, _))) = (unit.iter().find(|ship| close(ship)), other.first()) {
                    let says = format!("{} is less than 20 cm from {}", self.name(*id), self.name(*next));
                    self.wrong("SCEN-41", says);
                }
            }
        }
    }

    fn surprise_attack(&mut self) {
        for unit in self.units().into_iter().filter(|unit| !unit.is_empty()) {
            if unit[0].1.done.standby {
                self.in_orbit(&unit);
            } else {
                self.clear_of_edges("SCEN-49", &unit, 30);
            }
        }
    }

    /// A unit on standby: some ship of it near the planet, and all beam-on to it (SCEN-50).
    fn in_orbit(&mut self, unit: &[(ShipId, Ship)]) {
        let planet = self.battle.features.iter().find(|feature| feature.kind == FeatureKind::Planet);
        let Some(shape) = planet.map(|planet| planet.shape) else { return };
        if unit.iter().all(|(_, ship)| shape.gap(ship.at) > Length::cm(15) + geometry::SLACK) {
            self.wrong("SCEN-50", format!("{} is more than 15 cm from the planet", self.name(unit[0].0)));
        }
        for (id, ship) in unit {
            let to = ship.at.heading_to(shape.centre());
            let beam = to.map_or(90, |to| ship.heading.turn_to(to).abs());
            if (beam - 90).abs() > 2 * SLACK {
                let says =
                    format!("{} heading {} is not beam-on to the planet", self.name(*id), ship.heading.degrees());
                self.wrong("SCEN-50", says);
            }
        }
    }

    fn blockade_run(&mut self) {
        let (width, depth) = self.size();
        if self.side == Side::One {
            let ships = self.ships();
            return self.within("SCEN-60", &ships, &rect(0, 0, 15, depth), "within 15 cm of the left edge");
        }
        for (index, unit) in self.units().into_iter().enumerate() {
            // The attacker's left is the far side.
            let third = i32::from(self.set_up.dealt.thirds.get(index).copied().unwrap_or(1).min(2));
            let (low, high) = (depth * (2 - third) / 3, depth * (3 - third) / 3);
            let what = format!("in its third, y {low} to {high}, 60 cm from the left edge");
            self.within("SCEN-59", &unit, &rect(60, low, width, high), &what);
        }
    }

    fn convoy(&mut self) {
        let cm = Length::cm;
        let groups = self.battle.mission.groups;
        if self.side == Side::Two {
            let (_, depth) = self.size();
            for at in groups.iter().filter(|group| group.kind == GroupKind::Convoy).filter_map(|group| group.at) {
                if falls_short(at.y.min(cm(depth) - at.y), 45) {
                    self.wrong("SCEN-70", format!("the entry point {at} is less than 45 cm from a long edge"));
                }
            }
            return;
        }
        let markers: Vec<(usize, Point)> = (1..)
            .zip(groups.iter())
            .filter(|(_, group)| group.kind == GroupKind::Contact)
            .filter_map(|(number, group)| Some((number, group.at?)))
            .collect();
        for (place, (number, at)) in markers.iter().enumerate() {
            if falls_short(self.battle.ground.to_edge(*at), 30) {
                self.wrong("SCEN-69", format!("contact {number} at {at} is less than 30 cm from a table edge"));
            }
            // Where no more fit, markers are stacked.
            let near = |other: &&(usize, Point)| other.1 != *at && falls_short(other.1.distance(*at), 30);
            if let Some((other, _)) = markers[..place].iter().find(near) {
                self.wrong("SCEN-69", format!("contact {number} at {at} is less than 30 cm from contact {other}"));
            }
        }
    }

    fn planetary_assault(&mut self) {
        if self.side == Side::One {
            return self.far_edge("SCEN-85");
        }
        for unit in self.units().into_iter().filter(|unit| !unit.is_empty()) {
            if unit[0].1.done.standby {
                for (id, ship) in unit.iter().filter(|(_, ship)| !self.battle.in_well(ship.at)) {
                    let says = format!("{} at {} is not in the planet's gravity well", self.name(*id), ship.at);
                    self.found.push(Refusal::by("SCEN-84", says));
                }
                continue;
            }
            self.clear_of_edges("SCEN-84", &unit, 30);
            for (id, ship) in &unit {
                let mut features = self.battle.features.iter();
                if let Some(met) = features.find(|met| met.shape.holds(ship.at)) {
                    self.wrong("SCEN-84", format!("{} at {} is inside a {}", self.name(*id), ship.at, met.kind));
                }
            }
        }
    }

    /// The attacker along the short edge farthest from the planet.
    fn far_edge(&mut self, rule: &'static str) {
        let (width, depth) = self.size();
        let (low, edge) = if self.set_up.dealt.left { (width - 15, "right") } else { (0, "left") };
        let ships = self.ships();
        self.within(rule, &ships, &rect(low, 0, low + 15, depth), &format!("within 15 cm of the {edge} edge"));
    }

    /// The starting division about its marker, which is in the middle of it.
    fn escalating_engagement(&mut self) {
        let middle = |side: Side| {
            let ships = || self.battle.fleet(side).map(|(_, ship)| ship.at);
            let (low, high) = (ships().map(|at| at.x).min()?, ships().map(|at| at.x).max()?);
            let (near, far) = (ships().map(|at| at.y).min()?, ships().map(|at| at.y).max()?);
            Some(Point { x: low + (high - low).half(), y: near + (far - near).half() })
        };
        let Some(marker) = middle(self.side) else { return };
        let enemy = middle(self.side.other());
        if falls_short(self.battle.ground.to_edge(marker), 30) {
            self.wrong("SCEN-96", format!("the marker at {marker} is less than 30 cm from a table edge"));
        }
        if let Some(enemy) = enemy.filter(|enemy| falls_short(enemy.distance(marker), 60)) {
            self.wrong("SCEN-96", format!("the marker at {marker} is less than 60 cm from the enemy's at {enemy}"));
        }
        for (id, ship) in self.ships() {
            // A division round its marker: half a base more than the 10 cm that are measured to it.
            if !ship.at.within(marker, Length::cm(13)) {
                let says = format!("{} at {} is more than 10 cm from its marker at {marker}", self.name(id), ship.at);
                self.wrong("SCEN-96", says);
            }
        }
    }

    fn exterminatus(&mut self) {
        if self.side == Side::One {
            return self.far_edge("SCEN-110");
        }
        let ships = self.ships();
        self.clear_of_edges("SCEN-109", &ships, 30);
    }

    fn fleet_engagement(&mut self) {
        let (width, depth) = self.size();
        let (map, attacker_white) = self.set_up.dealt.map.unwrap_or(('B', true));
        let white = attacker_white == (self.side == Side::One);
        let zones = &engagement(map, width, depth)[usize::from(!white)];
        let mut filled = vec![false; zones.len()];
        for (id, ship) in self.ships() {
            let inside = |(zone, _): &&Division| holds(zone, ship.at);
            let Some(place) = zones.iter().position(|zone| inside(&zone)) else {
                let says = format!("{} at {} is in no division of its side on map {map}", self.name(id), ship.at);
                self.wrong("SCEN-133", says);
                continue;
            };
            // Where divisions meet, either facing will do.
            let fits = |(_, facing): &Division| ship.heading.turn_to(*facing).abs() <= SLACK;
            if !zones.iter().filter(inside).any(fits) {
                self.faces("SCEN-125", id, &ship, zones[place].1);
            }
            for (filled, zone) in filled.iter_mut().zip(zones) {
                *filled |= inside(&zone) && fits(zone);
            }
        }
        let units = self.units().iter().filter(|unit| !unit.is_empty()).count();
        if units >= zones.len() && filled.contains(&false) {
            let each = match zones.len() {
                1 => "the division".to_owned(),
                number => format!("each of the {number} divisions"),
            };
            self.wrong("SCEN-124", format!("{each} of map {map} needs a ship"));
        }
    }
}

/// What a zone of a side is called, to be told before it deploys.
#[must_use]
pub fn told(scenario: Scenario, role: Role) -> Option<(&'static str, &'static str)> {
    Some(match (scenario, role) {
        (Scenario::CruiserClash, _) => ("anywhere in your zone, facing the opposite long edge", "SCEN-21"),
        (Scenario::TheBait, Role::Attacker) => ("the bait in the middle, heading 90; the rest comes later", "SCEN-33"),
        (Scenario::TheBait, Role::Defender) => ("behind the bait, more than 60 cm from it", "SCEN-33"),
        (Scenario::TheRaiders, Role::Defender) => {
            ("30 cm from every edge, units 20 cm apart, all facing one way", "SCEN-41")
        }
        (Scenario::SurpriseAttack, Role::Defender) => {
            ("on alert 30 cm from every edge; on standby within 15 cm of the planet, beam-on", "SCEN-49, SCEN-50")
        }
        (Scenario::BlockadeRun, Role::Attacker) => ("within 15 cm of the left edge", "SCEN-60"),
        (Scenario::BlockadeRun, Role::Defender) => ("each unit in its third, 60 cm from the left edge", "SCEN-59"),
        (Scenario::Convoy, Role::Attacker) => ("contacts 30 cm apart and from every edge", "SCEN-69"),
        (Scenario::Convoy, Role::Defender) => ("an entry point 45 cm from the long edges", "SCEN-70"),
        (Scenario::PlanetaryAssault, Role::Attacker) => {
            ("within 15 cm of the short edge farthest from the planet", "SCEN-85")
        }
        (Scenario::PlanetaryAssault, Role::Defender) => {
            ("patrols 30 cm from every edge, clear of phenomena; standby in the gravity well", "SCEN-84")
        }
        (Scenario::EscalatingEngagement, _) => {
            ("within 10 cm of a marker 30 cm from every edge and 60 cm from the enemy's", "SCEN-96")
        }
        (Scenario::Exterminatus, Role::Attacker) => {
            ("within 15 cm of the short edge farthest from the planet", "SCEN-110")
        }
        (Scenario::Exterminatus, Role::Defender) => ("30 cm from every edge; patrols come later", "SCEN-109"),
        (Scenario::FleetEngagement, _) => {
            ("in the divisions of your colour, along their arrows", "SCEN-124, SCEN-125, SCEN-133")
        }
        (Scenario::TheRaiders | Scenario::SurpriseAttack, Role::Attacker) => return None,
    })
}
