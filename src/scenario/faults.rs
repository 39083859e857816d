//! Everything that is wrong with a deployment. Each scenario's file knows its zones; here is what they share.

use super::Scenario;
use super::deployment::Fleets;
use super::fault::Fault;
use super::places::{Units, rect};
use super::set_up::Dealt;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, FeatureKind, Ship, ShipId};
use crate::table::geometry::{self, Heading, Length, Point, Rect};
use crate::table::side::Side;

/// Deviation from a facing that nobody measures, in degrees.
pub(super) const SLACK: i32 = 5;

/// Whether a place lies in a zone, with the tolerance of SHIP-20.
pub(super) fn holds(zone: &Rect, at: Point) -> bool {
    zone.nearest(at).within(at, Length::ZERO)
}

/// Whether a distance is less than it must be, with the tolerance of SHIP-20.
pub(super) fn falls_short(distance: Length, least: i32) -> bool {
    distance + geometry::SLACK < Length::cm(least)
}

/// Everything that is wrong with where a side stands.
#[must_use]
pub fn faults(scenario: Scenario, fleets: &Fleets<'_>, dealt: &Dealt, battle: &Battle, side: Side) -> Vec<Fault> {
    let Fleets { roster, units, size, .. } = fleets;
    let mut check = Check { roster, units, size: *size, dealt, battle, side, found: Vec::new() };
    check.on_the_table();
    check.formations();
    scenario.rules().check(&mut check);
    check.found
}

/// A deployment as it is judged.
pub struct Check<'a> {
    pub(super) roster: &'a Roster,
    /// The ships of both sides, by units.
    pub(super) units: &'a [Units; 2],
    /// Agreed points.
    pub(super) size: u32,
    pub(super) dealt: &'a Dealt,
    pub(super) battle: &'a Battle,
    /// Whose deployment it is.
    pub(super) side: Side,
    found: Vec<Fault>,
}

impl Check<'_> {
    pub(super) fn wrong(&mut self, rule: &'static str, says: String) {
        self.found.push(Fault::by(rule, says));
    }

    pub(super) fn name(&self, id: ShipId) -> &str {
        &self.roster[id].name
    }

    /// Ships of the side on the table that move.
    pub(super) fn ships(&self) -> Vec<(ShipId, Ship)> {
        let moves = |id: ShipId| !self.roster[id].profile.is_stationary();
        self.battle.fleet(self.side).filter(|(id, _)| moves(*id)).map(|(id, ship)| (id, *ship)).collect()
    }

    /// Units of the side, each with those of its ships that are on the table.
    pub(super) fn own_units(&self) -> Vec<Vec<(ShipId, Ship)>> {
        let ships = self.ships();
        let of = |unit: &Vec<ShipId>| ships.iter().filter(|(id, _)| unit.contains(id)).copied().collect::<Vec<_>>();
        self.units[self.side as usize].iter().map(of).collect()
    }

    /// Width and depth of the table in whole centimetres.
    pub(super) fn table(&self) -> (i32, i32) {
        (self.battle.ground.width.0 / 1000, self.battle.ground.depth.0 / 1000)
    }

    /// Everybody on the table, off planets, moons and rifts.
    fn on_the_table(&mut self) {
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
        for unit in self.own_units().into_iter().filter(|unit| unit.len() > 1) {
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
    pub(super) fn within(&mut self, rule: &'static str, ships: &[(ShipId, Ship)], zone: &Rect, what: &str) {
        for (id, ship) in ships {
            if !holds(zone, ship.at) {
                let says = format!("{} at {} is not {what}", self.name(*id), ship.at);
                self.wrong(rule, says);
            }
        }
    }

    /// Everybody so far from every edge.
    pub(super) fn clear_of_edges(&mut self, rule: &'static str, ships: &[(ShipId, Ship)], by: i32) {
        for (id, ship) in ships {
            if falls_short(self.battle.ground.to_edge(ship.at), by) {
                let says = format!("{} at {} is less than {by} cm from a table edge", self.name(*id), ship.at);
                self.wrong(rule, says);
            }
        }
    }

    pub(super) fn faces(&mut self, rule: &'static str, id: ShipId, ship: &Ship, facing: Heading) {
        if ship.heading.turn_to(facing).abs() > SLACK {
            let (name, now, wanted) = (self.name(id).to_owned(), ship.heading.degrees(), facing.degrees());
            self.wrong(rule, format!("{name} heads {now}, and must head {wanted}"));
        }
    }

    /// A unit on standby: some ship of it near the planet, and all beam-on to it (SCEN-50).
    pub(super) fn in_orbit(&mut self, unit: &[(ShipId, Ship)]) {
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

    /// The attacker along the short edge farthest from the planet.
    pub(super) fn far_edge(&mut self, rule: &'static str) {
        let (width, depth) = self.table();
        let (low, edge) = if self.dealt.left { (width - 15, "right") } else { (0, "left") };
        let ships = self.ships();
        self.within(rule, &ships, &rect(low, 0, low + 15, depth), &format!("within 15 cm of the {edge} edge"));
    }
}
