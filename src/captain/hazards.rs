//! What a place is worth before anybody fires: the table's edge, markers, phenomena and salvoes, the squadron, and what a
//! side plays for.

use super::Goal;
use super::movement::{Bridge, POINT};
use super::possible_moves::Track;
use super::worth::{HIT, Pose};
use crate::battle::gothic::missions::mission::{Group, GroupKind};
use crate::battle::gothic::state::ordnance::FlightKind;
use crate::battle::gothic::state::{Battle, Critical, Feature, FeatureKind, Order, ShipId};
use crate::ships::profile::Size;
use crate::table::edge::Edge;
use crate::table::geometry::{Heading, Length, Point, TOUCH, whole_root};
use crate::table::side::Side;

/// Ships of a squadron leave each other so much room.
const ROOM: i64 = 4_000;
/// Ships of a squadron that are as near as this keep together.
const CLOSE: i64 = 12_000;

impl Bridge<'_> {
    /// The table: its edge, markers and phenomena.
    pub(super) fn ground(&self, track: &Track) -> i32 {
        let end = &track.end;
        let mut score = self.edge(end);
        let base = self.profile.base;
        let reach = base + Length(1_300);
        let under = self.room.markers.iter().filter(|marker| end.at.touches(**marker, reach)).count() as i32;
        score -= under * 8 * POINT;
        // What is farther than the whole way is not met on it.
        let far = track.length + base + TOUCH + TOUCH;
        for (shape, cost, _) in self.room.hazards.iter().filter(|(.., gap)| *gap <= far) {
            let met = [track.middle, end.at].iter().any(|place| shape.touches(*place, base))
                || shape.line_enters(track.middle, end.at);
            score -= i32::from(met) * cost * POINT;
        }
        score
    }

    /// What it costs to meet a phenomenon.
    pub(super) fn hazard(&self, feature: &Feature) -> Option<i32> {
        match feature.kind {
            FeatureKind::Cloud => Some(12),
            FeatureKind::Asteroids if self.profile.size == Size::Escort => Some(12),
            FeatureKind::Asteroids => Some(30),
            FeatureKind::Rift => Some(90),
            FeatureKind::Minefield if feature.owner == self.battle.ship(self.me().id).side => Some(30),
            FeatureKind::Minefield => Some(60),
            FeatureKind::Planet | FeatureKind::Moon => None,
        }
    }

    /// The edge must not be crossed unless a side plays for it, now or in the next move.
    fn edge(&self, end: &Pose) -> i32 {
        let ground = &self.battle.ground;
        if ground.is_low(end.at) {
            return self.orbit(end);
        }
        if !ground.holds(end.at) {
            let wanted = matches!(self.goal, Goal::Leave(edge) if crosses(self.battle, end.at) == Some(edge));
            return if wanted { 400 * POINT } else { -2_000 * POINT };
        }
        if self.profile.sails.is_some() {
            return 0;
        }
        // Far enough inside, the edge is beyond the next two moves whatever the heading.
        if ground.to_edge(end.at) > Length::cm(41) {
            return 0;
        }
        // All of the way lies between its ends.
        if ground.holds(end.at.ahead(end.heading, Length::cm(40))) {
            return 0;
        }
        let worth = self.profile.worth.max(40).cast_signed() * POINT;
        match self.moves_left(end) {
            // Only an order could keep it on the table, and an order may fail.
            0 => -2 * worth,
            1 => -worth,
            _ if ground.holds(end.at.ahead(end.heading, Length::cm(25))) => 0,
            _ => -15 * POINT,
        }
    }

    /// How many moves without an order a ship can make and stay on the table, as far as two.
    fn moves_left(&self, end: &Pose) -> u8 {
        let (battle, id) = (self.battle, self.me().id);
        let stuck = battle.ship(id).criticals.count(Critical::Engine) > 0 || self.profile.odd.rok;
        let speed = battle.speed(self.roster, id);
        let least = if self.profile.odd.unslowed { self.profile.speed } else { self.profile.speed.half() }.min(speed);
        let before = self.profile.before_turn();
        let turn = if stuck || before > speed { 0 } else { self.profile.turn };
        let stays = |place: Point| {
            battle.ground.holds(place) || matches!(self.goal, Goal::Leave(edge) if crosses(battle, place) == Some(edge))
        };
        // Where the shortest move leads that turns by an angle.
        let moved = |(at, heading): (Point, Heading), angle: i32| {
            let corner = at.ahead(heading, if angle == 0 { Length::ZERO } else { before });
            let rest = (least - if angle == 0 { Length::ZERO } else { before }).max(Length::ZERO);
            let heading = heading.turned(angle);
            (corner.ahead(heading, rest), heading)
        };
        let angles = [-turn, 0, turn];
        let mut left = 0;
        for first in angles.map(|angle| moved((end.at, end.heading), angle)).into_iter().filter(|to| stays(to.0)) {
            left = left.max(1);
            if angles.iter().any(|angle| stays(moved(first, *angle).0)) {
                return 2;
            }
        }
        left
    }

    /// Whether every ship of a unit stays on the table under an order that forbids turns.
    pub(super) fn all_stay(&self, members: &[ShipId], order: Order) -> bool {
        if matches!(self.goal, Goal::Leave(_)) {
            return true;
        }
        members.iter().all(|id| {
            let (ship, profile) = (self.battle.ship(*id), &self.roster[*id].profile);
            let speed = self.battle.speed(self.roster, *id);
            let way = match order {
                Order::AllAheadFull => speed + Length::cm(6 * i32::from(profile.ahead_dice)),
                Order::LockOn => speed.min(profile.speed.half()),
                Order::ComeToNewHeading | Order::BurnRetros | Order::ReloadOrdnance | Order::Brace => Length::ZERO,
            };
            self.battle.ground.holds(ship.at.ahead(ship.heading, way))
        })
    }

    /// A crew of Leadership 1 that does not make for the nearest edge has to try to leave (LEAD-14).
    pub(super) fn broken(&self, end: &Pose) -> i32 {
        let (battle, id) = (self.battle, self.me().id);
        if battle.leadership(battle.unit_of(id)) > 1 || self.profile.is_stationary() {
            return 0;
        }
        let nearer = battle.ground.to_edge(end.at) < battle.ship(id).done.from_edge;
        if nearer { 0 } else { -self.profile.worth.max(40).cast_signed() * POINT / 4 }
    }

    /// In low orbit the planet pulls a ship down before it moves again (ORBIT-09): who stays flies along the planet.
    fn orbit(&self, end: &Pose) -> i32 {
        let (pull, height) = (self.battle.pull(), end.at.y);
        let down = (120..=240).contains(&end.heading.degrees());
        if height.0 <= 2 * pull.0 {
            -2_000 * POINT
        } else if down && height.0 <= 4 * pull.0 + 10_000 {
            -60 * POINT
        } else {
            0
        }
    }

    /// Enemy torpedoes about to run over a place.
    pub(super) fn torpedoed(&self, end: &Pose) -> i32 {
        let mut score = 0;
        for flight in self.room.salvoes.iter().map(|index| &self.battle.flights[usize::from(*index)]) {
            let (ahead, right) = flight.at.seen_along(flight.heading, end.at);
            let run = i64::from(flight.speed.0) + 2_000;
            if (-2_000..run).contains(&ahead) && right.abs() < 3_500 {
                let armour = self.me().armour(end.quarter(flight.at));
                let boarding = flight.id.kind == FlightKind::Boarding;
                let pierce = if boarding { 2 } else { i32::from(7 - armour) };
                let hits = i32::from(flight.strength) * HIT * pierce / 6;
                score -= hits.min(self.me().hits * HIT) * self.me().value / HIT;
            }
        }
        score
    }

    /// Squadrons stay within reach of one another (SQUAD-07), but not so near that one salvo or explosion has them all.
    pub(super) fn keep_together(&self, end: &Pose) -> i32 {
        let gaps = || self.room.company.iter().map(|place| place.squared(end.at));
        let Some(nearest) = gaps().min() else { return 0 };
        if nearest >= CLOSE * CLOSE {
            let beyond = (whole_root(nearest) - CLOSE) as i32 / 1000 + 1;
            return -beyond * 8 * POINT;
        }
        let crowd = gaps().filter(|squared| *squared < ROOM * ROOM).count() as i32;
        -crowd * 20 * POINT
    }

    /// What the side plays for besides the enemy.
    pub(super) fn purpose(&self, end: &Pose) -> i32 {
        match self.goal {
            Goal::Assault(_) if self.battle.ground.is_low(end.at) => {
                // Near enough to land or to bombard (SCEN-87, SCEN-112), not so near that the planet has it.
                let ends = self.battle.mission.exterminators.contains(self.me().id);
                let height = if ends { 38_000 } else { 25_000 };
                -(end.at.y.0 - height).abs() / 1000 * 8 * POINT
            }
            Goal::Leave(edge) => -to_edge(self.battle, end.at, edge) / 1000 * 6 * POINT,
            Goal::Assault(place) => -end.at.distance(place).0 / 1000 * 6 * POINT,
            Goal::Guard(place) => -end.at.distance(place).0 / 1000 * 2 * POINT,
            Goal::Destroy | Goal::Kill(_) | Goal::Survive => -self.to_contact(end.at) / 1000 * POINT,
        }
    }

    /// How far the nearest contact marker of the enemy is, in thousandths of a cm: warships find what lies in wait before
    /// it finds the transports (SCEN-72).
    fn to_contact(&self, at: Point) -> i32 {
        let contacts = contacts(self.battle, self.battle.ship(self.me().id).side);
        contacts.map(|contact| contact.distance(at).0).min().unwrap_or(0)
    }
}

/// Where contact markers of the enemy of a side lie face down.
pub(super) fn contacts(battle: &Battle, side: Side) -> impl Iterator<Item = Point> {
    let lies = move |group: &&Group| group.kind == GroupKind::Contact && group.side != side && !group.found;
    battle.mission.groups.iter().filter(lies).filter_map(|group| group.at)
}

/// How far an edge is, in thousandths of a cm.
fn to_edge(battle: &Battle, place: Point, edge: Edge) -> i32 {
    match edge {
        Edge::Left => place.x.0,
        Edge::Right => battle.ground.width.0 - place.x.0,
        Edge::Near => place.y.0,
        Edge::Far => battle.ground.depth.0 - place.y.0,
    }
}

/// The edge beyond which a place lies.
fn crosses(battle: &Battle, place: Point) -> Option<Edge> {
    [Edge::Left, Edge::Right, Edge::Near, Edge::Far].into_iter().find(|edge| to_edge(battle, place, *edge) < 0)
}
