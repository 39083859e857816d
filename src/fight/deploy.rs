//! Where everybody stands when a scenario begins: the set-ups of the rulebook, by the dice of a set-up.
//!
//! Ruling: what the players would decide at deployment is decided alike for both: units in line, the dearest in the
//! middle, facing the enemy. Who may choose goes first, except where waiting helps.

use super::places::{Units, Yard, rect};
use super::{forts, zones::engagement};
use crate::battle::gothic::missions::mission::{CLUSTER, Cluster, Group, GroupKind, Mission};
use crate::battle::gothic::state::phenomena::LowOrbit;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, Feature, FeatureKind, Ground, Shape, ShipId};
use crate::campaign::turn::report::Role;
use crate::campaign::turn::scenario::Scenario;
use crate::campaign::turn::set_up::{Dealt, SetUp};
use crate::scenario::battlefield::{Battlefield, Edge as TableEdge, Kind};
use crate::ships::craft::{CraftId, Role as CraftRole};
use crate::ships::profile::Size;
use crate::table::edge::Edge;
use crate::table::fixed_list::{FixedList, Outgrown};
use crate::table::geometry::{Heading, Length, Point, Rect};
use crate::table::side::Side;

const EAST: Heading = Heading::new(90);
const WEST: Heading = Heading::new(270);
const NORTH: Heading = Heading::new(0);
const SOUTH: Heading = Heading::new(180);

/// A deployment under way.
struct Deployment<'a> {
    yard: Yard<'a>,
    roster: &'a Roster,
    dealt: &'a Dealt,
    /// Ships of the attacker and of the defender that move, by units; then defences.
    units: [Units; 2],
    defences: Vec<ShipId>,
    size: u32,
    clusters: u32,
    /// What there was no room for.
    outgrown: Option<Outgrown>,
}

/// Puts both fleets on the table and says what they fight for; gives who goes first.
///
/// # Errors
/// When the set-up has more of something than the engine plays.
pub(super) fn deploy(
    scenario: Scenario,
    set_up: &SetUp,
    battle: &mut Battle,
    roster: &Roster,
    units: [Units; 2],
    size: u32,
    clusters: u32,
) -> Result<Role, Outgrown> {
    lay(&set_up.field, battle)?;
    battle.mission = Mission { on: true, attacker: Side::One, ..Mission::default() };
    let stands = |id: &ShipId| roster[*id].profile.is_stationary();
    let defences: Vec<ShipId> = units[1].iter().flatten().copied().filter(stands).collect();
    let [attackers, defenders] =
        units.map(|side| side.into_iter().filter(|unit| !unit.iter().all(stands)).collect::<Units>());
    let dealt = &set_up.dealt;
    let (yard, units) = (Yard { battle }, [attackers, defenders]);
    let mut deployment = Deployment { yard, roster, dealt, units, defences, size, clusters, outgrown: None };
    let first = match scenario {
        Scenario::CruiserClash => deployment.cruiser_clash(),
        Scenario::TheBait => deployment.the_bait(),
        Scenario::TheRaiders => deployment.the_raiders(),
        Scenario::SurpriseAttack => deployment.surprise_attack(),
        Scenario::BlockadeRun => deployment.blockade_run(),
        Scenario::Convoy => deployment.convoy(),
        Scenario::PlanetaryAssault => deployment.planetary_assault(),
        Scenario::EscalatingEngagement => deployment.escalating_engagement(),
        Scenario::Exterminatus => deployment.exterminatus(),
        Scenario::FleetEngagement => deployment.fleet_engagement(),
    };
    deployment.place_defences();
    if let Some(outgrown) = deployment.outgrown {
        return Err(outgrown);
    }
    battle.mission.clash = scenario == Scenario::CruiserClash;
    let surprised = matches!(scenario, Scenario::TheRaiders | Scenario::FleetEngagement);
    if surprised {
        battle.mission.surprised[Side::Two as usize] = dealt.alarm;
    }
    battle.first = if first == Role::Attacker { Side::One } else { Side::Two };
    battle.active = battle.first;
    (battle.turn, battle.last_turn) = (1, last_turn(scenario));
    Ok(first)
}

/// A zone without its rim, so that nobody stands on the very edge of it.
fn inside(zone: &Rect) -> Rect {
    let rim = Length::cm(4);
    Rect {
        low: Point { x: zone.low.x + rim, y: zone.low.y + rim },
        high: Point { x: zone.high.x - rim, y: zone.high.y - rim },
    }
}

/// Game turns of a scenario, 0 for no limit.
const fn last_turn(scenario: Scenario) -> u8 {
    match scenario {
        Scenario::CruiserClash | Scenario::TheRaiders => 8,
        Scenario::BlockadeRun => 6,
        _ => 0,
    }
}

/// Lays the table out as the set-up rolled it.
///
/// # Errors
/// When there are more phenomena than the engine plays.
pub(super) fn lay(field: &Battlefield, battle: &mut Battle) -> Result<(), Outgrown> {
    let cm = |value: u32| Length::cm(i32::try_from(value).unwrap_or(0));
    let depth = field.table.depth;
    let glare = field.zone.is_some_and(|zone| zone.sunward_shooting());
    battle.ground =
        Ground { width: cm(field.table.width), depth: cm(depth), sunward: field.sunward.map(edge), glare, low: None };
    battle.features = FixedList::new();
    battle.flares = u8::try_from(field.solar_flares).unwrap_or(0).min(36);
    battle.bursts = u8::try_from(field.radiation_bursts).unwrap_or(0).min(36);
    for thing in &field.things {
        let centre = Point { x: cm(thing.x), y: cm(depth.saturating_sub(thing.y)) };
        let half = |extent: u32| Length(cm(extent).0 / 2);
        let (wide, deep) = (half(thing.width), half(thing.depth));
        let area = Shape::Rect(Rect {
            low: Point { x: centre.x - wide, y: centre.y - deep },
            high: Point { x: centre.x + wide, y: centre.y + deep },
        });
        let disc = Shape::Disc { centre, radius: wide };
        let (kind, shape) = match &thing.kind {
            Kind::Asteroids => (FeatureKind::Asteroids, area),
            Kind::Cloud => (FeatureKind::Cloud, area),
            Kind::WarpRift => (FeatureKind::Rift, area),
            Kind::Planet { .. } => (FeatureKind::Planet, disc),
            Kind::Moon { .. } => (FeatureKind::Moon, disc),
        };
        let mut lie = |kind, shape| {
            let feature = Feature { kind, shape, owner: Side::One, closes: false };
            battle.features.push(feature).map_err(|full| full.of("celestial phenomena on the table"))
        };
        lie(kind, shape)?;
        if let Kind::Planet { rings, .. } = &thing.kind {
            for ring in rings {
                let inner = wide + cm(ring.from);
                let shape = Shape::Ring { centre, inner, outer: inner + cm(ring.width) };
                let kind = if ring.asteroids { FeatureKind::Asteroids } else { FeatureKind::Cloud };
                lie(kind, shape)?;
            }
        }
    }
    Ok(())
}

const fn edge(edge: TableEdge) -> Edge {
    match edge {
        TableEdge::Left => Edge::Left,
        TableEdge::Right => Edge::Right,
        TableEdge::Near => Edge::Near,
        TableEdge::Far => Edge::Far,
    }
}

impl Deployment<'_> {
    /// Width and depth of the table in whole centimetres.
    fn table(&self) -> (i32, i32) {
        let ground = &self.yard.battle.ground;
        (ground.width.0 / 1000, ground.depth.0 / 1000)
    }

    /// Who chooses takes the first turn (SCEN-09).
    fn chosen(&self) -> Role {
        self.dealt.chooses_turn.unwrap_or(Role::Attacker)
    }

    fn worth(&self, ships: &[ShipId]) -> u32 {
        ships.iter().map(|id| self.roster[*id].profile.worth).sum()
    }

    fn crowd(ships: &[ShipId]) -> Crowd {
        let mut crowd = Crowd::default();
        ships.iter().for_each(|id| crowd.insert(*id));
        crowd
    }

    fn group(&mut self, group: Group) {
        if let Err(full) = self.yard.battle.mission.groups.push(group) {
            self.outgrown = Some(full.of("groups of ships and contact markers"));
        }
    }

    /// All of a side comes on by an edge in the first turn.
    fn raiders(&mut self, side: Side) {
        let ships: Vec<ShipId> = self.units[side as usize].iter().flatten().copied().collect();
        self.group(Group { kind: GroupKind::Raid, side, ships: Self::crowd(&ships), ..Group::default() });
    }

    /// SCEN-20, SCEN-21.
    fn cruiser_clash(&mut self) -> Role {
        let (width, depth) = self.table();
        let (left, right) = (width / 2 - 45, width / 2 + 45);
        let near = rect(left, 4, right, depth / 4);
        let far = rect(left, depth - depth / 4, right, depth - 4);
        let (attacker, defender) =
            if self.dealt.zone_a { ((near, NORTH), (far, SOUTH)) } else { ((far, SOUTH), (near, NORTH)) };
        let [attackers, defenders] = self.units.clone();
        self.yard.line(&attackers, &attacker.0, attacker.1);
        self.yard.line(&defenders, &defender.0, defender.1);
        self.chosen()
    }

    /// SCEN-33, SCEN-35: the bait is the dearest unit of a third of the points at most.
    fn the_bait(&mut self) -> Role {
        let (width, depth) = self.table();
        let [attackers, defenders] = self.units.clone();
        let (most, _) = Scenario::pursued(self.size);
        let fit = (0..attackers.len()).filter(|index| self.worth(&attackers[*index]) <= most);
        let cheapest = (0..attackers.len()).min_by_key(|index| self.worth(&attackers[*index]));
        let bait = fit.max_by_key(|index| self.worth(&attackers[*index])).or(cheapest).unwrap_or(0);
        let all = rect(2, 2, width - 2, depth - 2);
        for (index, unit) in attackers.iter().enumerate() {
            if index == bait {
                self.yard.unit(unit, &all, Point::cm(width / 2, depth / 2), EAST);
            } else {
                let ships = Self::crowd(unit);
                let edge = Some(Edge::Right);
                self.group(Group { kind: GroupKind::Reserve, side: Side::One, ships, edge, ..Group::default() });
            }
        }
        let behind = rect(6, 10, width / 2 - 65, depth - 10);
        self.yard.line(&defenders, &behind, EAST);
        Role::Attacker
    }

    /// SCEN-41, SCEN-42.
    fn the_raiders(&mut self) -> Role {
        self.spread_out();
        self.raiders(Side::One);
        Role::Attacker
    }

    /// Defenders facing one way, 30 cm from every edge and 20 cm from each other, from the middle outwards.
    fn spread_out(&mut self) {
        let (width, depth) = self.table();
        let zone = rect(30, 30, width - 30, depth - 30);
        let middle = Point::cm(width / 2, depth / 2);
        let mut spots: Vec<Point> = (30..=width - 30)
            .step_by(3)
            .flat_map(|x| (30..=depth - 30).step_by(3).map(move |y| Point::cm(x, y)))
            .collect();
        spots.sort_by_key(|spot| (spot.squared(middle), spot.x, spot.y));
        for unit in self.units[1].clone() {
            let found =
                spots.iter().copied().find(|spot| self.yard.holds_unit(&unit, &zone, *spot, EAST, Length::cm(20)));
            self.yard.unit(&unit, &zone, found.unwrap_or(middle), EAST);
        }
    }

    /// SCEN-48 to SCEN-51.
    fn surprise_attack(&mut self) -> Role {
        let (width, depth) = self.table();
        let zone = rect(30, 30, width - 30, depth - 30);
        let mut defenders = self.units[1].clone();
        // Escorts are lost where they lie, capital ships wake in time: so escorts are on alert first, within reach of the rest.
        let capital = |unit: &Vec<ShipId>| self.roster[unit[0]].profile.size != Size::Escort;
        defenders.sort_by_key(|unit| (capital(unit), std::cmp::Reverse(self.worth(unit))));
        let alert = usize::from(self.dealt.alert);
        for (index, unit) in defenders.iter().enumerate() {
            let turn = i32::try_from(index).unwrap_or(0);
            if index < alert {
                let side = if index % 2 == 0 { 1 } else { -1 };
                self.yard.unit(unit, &zone, Point::cm(width / 2 + 28 * side, depth / 2 + 10 * side), NORTH);
            } else {
                self.yard.in_orbit(unit, 60 * turn);
                for id in unit {
                    let ship = self.yard.battle.ship_mut(*id);
                    (ship.done.standby, ship.done.moved) = (true, true);
                }
            }
        }
        self.raiders(Side::One);
        Role::Attacker
    }

    /// SCEN-59, SCEN-60: along the table, from the left short edge to the right one.
    fn blockade_run(&mut self) -> Role {
        let (width, depth) = self.table();
        let [attackers, defenders] = self.units.clone();
        let mut placed = [0_i32; 3];
        for (index, unit) in defenders.iter().enumerate() {
            // The attacker's left is the far side.
            let third = self.dealt.thirds.get(index).copied().unwrap_or(1).min(2);
            let (low, high) = (depth * (2 - i32::from(third)) / 3, depth * (3 - i32::from(third)) / 3);
            let zone = rect(62, low + 3, width - 10, high - 3);
            let column = placed[usize::from(third)];
            placed[usize::from(third)] += 1;
            let wish = Point::cm((width - 50 + 20 * column).min(width - 12), i32::midpoint(low, high));
            self.yard.unit(unit, &zone, wish, WEST);
        }
        self.yard.line(&attackers, &rect(4, 10, 13, depth - 10), EAST);
        self.yard.battle.mission.exits[Side::One as usize] = Some(Edge::Right);
        self.chosen()
    }

    /// SCEN-69 to SCEN-71.
    fn convoy(&mut self) -> Role {
        let (width, depth) = self.table();
        let enters = if self.dealt.left { Edge::Left } else { Edge::Right };
        let defenders: Vec<ShipId> = self.units[1].iter().flatten().copied().collect();
        let at = self.yard.battle.ground.on_edge(enters, Length::cm(depth / 2));
        let ships = Self::crowd(&defenders);
        self.group(Group {
            kind: GroupKind::Convoy,
            side: Side::Two,
            ships,
            edge: Some(enters),
            at: Some(at),
            ..Group::default()
        });
        self.yard.battle.mission.exits[Side::Two as usize] = Some(enters.opposite());
        self.yard.battle.mission.convoy = Some(Side::Two);
        // Markers 30 cm apart and from the edges: ships in the middle of the way, clusters about them.
        let columns = (width - 60) / 30 + 1;
        let rows = (depth - 60) / 30 + 1;
        let mut spots: Vec<Point> = (0..columns)
            .flat_map(|column| (0..rows).map(move |row| Point::cm(30 + 30 * column, 30 + 30 * row)))
            .collect();
        let middle = Point::cm(width / 2, depth / 2);
        spots.sort_by_key(|spot| (spot.squared(middle), spot.x, spot.y));
        let mut next = spots.iter().cycle().copied();
        for unit in self.units[0].clone() {
            let ships = Self::crowd(&unit);
            self.group(Group { kind: GroupKind::Contact, ships, at: next.next(), ..Group::default() });
        }
        let craft = self.own_craft();
        for number in 0..self.clusters {
            let bays = number % 2 == 1 && !craft.is_empty();
            let cluster = Some(if bays { Cluster::Craft } else { Cluster::Torpedoes });
            self.group(Group { kind: GroupKind::Contact, at: next.next(), cluster, craft, ..Group::default() });
        }
        Role::Defender
    }

    /// The attack craft of the attacker's fleet: fighters, bombers, assault boats.
    fn own_craft(&mut self) -> FixedList<CraftId, CLUSTER> {
        let mut found = FixedList::new();
        for (index, kind) in (0..).zip(&self.roster.craft) {
            let carried = |id: &ShipId| {
                let entry = &self.roster[*id];
                self.yard.battle.ship(*id).side == Side::One
                    && entry.craft.iter().any(|craft| usize::from(craft.0) == index)
            };
            let plain = kind.role != CraftRole::TorpedoBomber;
            if plain
                && self.units[0].iter().flatten().any(carried)
                && let Err(full) = found.push(CraftId(u8::try_from(index).unwrap_or(0)))
            {
                self.outgrown = Some(full.of("kinds of attack craft in a cluster"));
            }
        }
        found
    }

    /// The low orbit table, and the attacker along the short edge farthest from the planet (SCEN-85, SCEN-110).
    fn before_the_planet(&mut self) {
        let (width, depth) = self.table();
        let planet = self.yard.battle.features.iter().position(|feature| feature.kind == FeatureKind::Planet);
        let planet = u8::try_from(planet.unwrap_or(0)).unwrap_or(0);
        self.yard.battle.ground.low = Some(LowOrbit { length: Length::cm(120), width: Length::cm(60), planet });
        let attackers = self.units[0].clone();
        let (zone, heading) = if self.dealt.left {
            (rect(width - 13, 8, width - 3, depth - 8), WEST)
        } else {
            (rect(3, 8, 13, depth - 8), EAST)
        };
        self.yard.line(&attackers, &zone, heading);
    }

    /// Between the planet and the attacker, seen along the long edges.
    fn outward(&self) -> (i32, Heading) {
        if self.dealt.left { (1, EAST) } else { (-1, WEST) }
    }

    /// SCEN-84: half of the units on patrol, the rest on standby in the gravity well.
    fn planetary_assault(&mut self) -> Role {
        let (width, depth) = self.table();
        self.before_the_planet();
        self.yard.battle.mission.assault = Some(0);
        let defenders = self.units[1].clone();
        let zone = rect(30, 30, width - 30, depth - 30);
        let (out, facing) = self.outward();
        let centre = self.yard.planet().map_or(width / 2, |(centre, _)| centre.x.0 / 1000);
        let patrols = defenders.len().div_ceil(2);
        for (index, unit) in defenders.iter().enumerate() {
            let turn = i32::try_from(index).unwrap_or(0);
            if index < patrols {
                let by = self.dealt.patrols_by.get(index).copied().unwrap_or(Role::Defender);
                let y = depth / 2 + 18 * ((turn + 1) / 2) * if turn % 2 == 0 { 1 } else { -1 };
                // The defender puts it between the planet and the enemy, the enemy behind the planet.
                let wish = match by {
                    Role::Defender => Point::cm(centre + 35 * out, y),
                    Role::Attacker => {
                        Point::cm(if out > 0 { 30 } else { width - 30 }, if y > depth / 2 { depth - 30 } else { 30 })
                    }
                };
                self.yard.unit(unit, &zone, wish, facing);
            } else {
                self.yard.in_orbit(unit, 60 * turn);
                for id in unit {
                    let ship = self.yard.battle.ship_mut(*id);
                    (ship.done.standby, ship.done.moved) = (true, true);
                }
            }
        }
        self.chosen()
    }

    /// SCEN-93, SCEN-96.
    fn escalating_engagement(&mut self) -> Role {
        let (width, depth) = self.table();
        for (side, x, facing) in [(Side::One, width / 4, EAST), (Side::Two, width - width / 4, WEST)] {
            let role = if side == Side::One { Role::Attacker } else { Role::Defender };
            let start = usize::from(*self.dealt.divisions.of(role)).min(4);
            let units = self.units[side as usize].clone();
            for division in 0..5 {
                let own: Units = units.iter().skip(division).step_by(5).cloned().collect();
                let ships: Vec<ShipId> = own.iter().flatten().copied().collect();
                if ships.is_empty() {
                    continue;
                }
                if division == start {
                    let zone = rect(x - 9, depth / 2 - 9, x + 9, depth / 2 + 9);
                    self.yard.line(&own, &zone, facing);
                } else {
                    let ships = Self::crowd(&ships);
                    self.group(Group { kind: GroupKind::Division, side, ships, ..Group::default() });
                }
            }
        }
        self.chosen()
    }

    /// SCEN-105, SCEN-109, SCEN-110.
    fn exterminatus(&mut self) -> Role {
        let (width, depth) = self.table();
        self.before_the_planet();
        let arms = |id: &ShipId| self.roster[*id].fitting.upgrades.iter().any(|upgrade| upgrade == "exterminator");
        let exterminators: Vec<ShipId> = self.units[0].iter().flatten().copied().filter(arms).collect();
        self.yard.battle.mission.exterminatus = true;
        self.yard.battle.mission.exterminators = Self::crowd(&exterminators);
        let mut defenders = self.units[1].clone();
        let worth: u32 = defenders.iter().map(|unit| self.worth(unit)).sum();
        let patrols = usize::try_from(worth / 500).unwrap_or(0).min(defenders.len());
        // The fastest are the likeliest to arrive.
        let speed =
            |unit: &[ShipId]| unit.iter().map(|id| self.roster[*id].profile.speed).min().unwrap_or(Length::ZERO);
        defenders.sort_by_key(|unit| std::cmp::Reverse(speed(unit)));
        let (out, facing) = self.outward();
        let centre = self.yard.planet().map_or(width / 2, |(centre, _)| centre.x.0 / 1000);
        for unit in defenders.iter().take(patrols) {
            let ships = Self::crowd(unit);
            self.group(Group { kind: GroupKind::Patrol, side: Side::Two, ships, ..Group::default() });
        }
        let x = centre + 40 * out;
        let zone = rect((x - 10).max(30), 30, (x + 10).min(width - 30), depth - 30);
        let rest: Units = defenders.iter().skip(patrols).cloned().collect();
        self.yard.line(&rest, &zone, facing);
        self.chosen()
    }

    /// SCEN-121 to SCEN-125, SCEN-133: zones and facings of the four maps; one unit at least in each division.
    fn fleet_engagement(&mut self) -> Role {
        let (width, depth) = self.table();
        let (map, attacker_white) = self.dealt.map.unwrap_or(('B', true));
        let [white, grey] = engagement(map, width, depth)
            .map(|zones| zones.into_iter().map(|(zone, facing)| (inside(&zone), facing)).collect::<Vec<_>>());
        let (attacker, defender) = if attacker_white { (white, grey) } else { (grey, white) };
        let [attackers, defenders] = self.units.clone();
        self.divide(&attackers, &attacker);
        self.divide(&defenders, &defender);
        self.chosen()
    }

    /// Shares units out over divisions, as evenly as they go.
    fn divide(&mut self, units: &Units, zones: &[(Rect, Heading)]) {
        for (index, (zone, facing)) in zones.iter().enumerate() {
            let own: Units = units.iter().skip(index).step_by(zones.len()).cloned().collect();
            self.yard.line(&own, zone, *facing);
        }
    }

    /// Defences: ground units at the planet edge of low orbit, the rest in high orbit about the planet.
    fn place_defences(&mut self) {
        let low = self.yard.battle.ground.low;
        let (width, depth) = self.table();
        let mut on_ground = 0;
        for (index, id) in (0_i32..).zip(forts::leads(self.roster, &self.defences)) {
            let profile = &self.roster[id].profile;
            if profile.ground
                && let Some(low) = low
            {
                on_ground += 1;
                let along = Length(low.length.0 * on_ground / 8 % low.length.0.max(1));
                self.yard.put(
                    id,
                    Point { x: crate::battle::gothic::state::phenomena::LOW + along, y: Length::ZERO },
                    NORTH,
                );
            } else if self.yard.planet().is_some() {
                self.yard.in_orbit(&[id], 45 * index + 20);
                if profile.is_stationary() {
                    let (at, centre) =
                        (self.yard.battle.ship(id).at, self.yard.planet().map_or(Point::default(), |p| p.0));
                    // It faces away from what it guards.
                    self.yard.battle.ship_mut(id).heading = centre.heading_to(at).unwrap_or_default();
                }
            } else {
                let zone = rect(30, 20, width - 30, depth - 20);
                let wish = self.units[1].first().and_then(|unit| unit.first()).map(|id| self.yard.battle.ship(*id).at);
                let at = self.yard.near(&zone, wish.unwrap_or(Point::cm(width / 2, depth / 2)));
                self.yard.put(id, at, NORTH);
            }
            let still = profile.size == Size::Defence && !profile.has_ordnance();
            self.yard.battle.ship_mut(id).done.moved |= still;
            forts::spread(self.roster, self.yard.battle, id);
        }
    }
}
