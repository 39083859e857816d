//! Moving: the order and the course that promise most.
//!
//! Every place that a ship can reach is weighed: what it can fire at from there, what can fire at it afterwards and at
//! which aspect, the table's edge, markers, phenomena and salvoes, its squadron, and what its side plays for. An order
//! is tried when what it adds, times the chance to get it, is worth the risk that a failed check stops all others.

use super::aims::goal;
use super::closing::{self, BOARDING};
use super::ram;
use super::tracks::{Track, contact_track, each_track};
use super::worth::{Armed, HIT, Pose, Survey, band, chance};
use super::{Goal, Standing};
use crate::battle::answer::Answer;
use crate::battle::few::Few;
use crate::battle::geometry::{Heading, Length, Point, Quarter, whole_root};
use crate::battle::ordnance::FlightKind;
use crate::battle::profile::{Profile, Roster, Size};
use crate::battle::state::{
    Battle, Crowd, Edge, FEATURES, Feature, FeatureKind, Order, Phase, Shape, ShipId, Side, Unit,
};

/// One victory point, in the unit in which places are weighed.
const POINT: i32 = 16;
/// What a check must promise at least.
const LEAST_GAIN: i32 = 2 * POINT;
/// The square of a distance beyond which nothing comes within range in a move.
const FAR: i64 = 130_000 * 130_000;
/// No order carries a ship this much farther than its speed and what it has rolled, its base included.
const FARTHER: Length = Length::cm(60);
/// Markers within reach that are looked at.
const NEAR_MARKERS: usize = 48;

/// A move about to be chosen: everything seen, and the ship.
struct Bridge<'b> {
    battle: &'b Battle,
    roster: &'b Roster,
    standing: &'b Standing,
    survey: &'b Survey,
    me: Armed,
    profile: &'b Profile,
    /// It starts in markers or a cloud.
    slowed: bool,
    /// What the ship is sent for.
    goal: Goal,
    /// Nobody has fired a shot yet.
    fresh: bool,
    /// Markers that a move could end on.
    markers: Few<Point, NEAR_MARKERS>,
    /// Phenomena that a move could meet, with what that costs.
    hazards: Few<(Shape, i32), FEATURES>,
    /// Ships of its squadron that have moved.
    company: Few<Point, 8>,
}

/// The best of some moves.
#[derive(Clone, Copy)]
struct Choice {
    score: i32,
    track: Track,
}

/// The next unit to move: an order for it, or the move of its first ship.
pub(super) fn begin(
    battle: &Battle,
    roster: &Roster,
    side: Side,
    standing: &Standing,
    survey: &mut Survey,
) -> Option<Answer> {
    if battle.arrivals(side).next().is_some() {
        return None;
    }
    let unmoved = battle.fleet(side).filter(|(_, ship)| !ship.done.moved);
    // One failure stops all orders (LEAD-04): those who carry the day's purpose are asked first, then those who are
    // surest to pass a check.
    let rank = |(id, ship): &(ShipId, &crate::battle::state::Ship)| {
        let sent = matches!(goal(battle, roster, standing, *id), Goal::Leave(_) | Goal::Assault(_));
        (sent, ship.commander.unwrap_or(ship.leadership), roster.ships[usize::from(id.0)].profile.worth, 255 - id.0)
    };
    let (id, _) = unmoved.max_by_key(rank)?;
    let survey = survey.take(battle, roster, side, standing);
    let bridge = Bridge::new(battle, roster, standing, survey, id);
    let plain = bridge.best(battle.ship(id).order)?;
    if let Some(order) = bridge.order(plain.score) {
        return Some(Answer::Order(battle.unit_of(id), order));
    }
    let boards = if battle.ship(id).order.is_none() { bridge.boarding(&plain) } else { None };
    Some(boards.unwrap_or(plain).track.answer(id))
}

/// The move of the next ship of a unit that has begun.
pub(super) fn go_on(
    battle: &Battle,
    roster: &Roster,
    unit: Unit,
    standing: &Standing,
    survey: &mut Survey,
) -> Option<Answer> {
    let id = battle.unmoved(unit).next()?;
    let survey = survey.take(battle, roster, battle.side_of(unit), standing);
    let bridge = Bridge::new(battle, roster, standing, survey, id);
    Some(bridge.best(battle.ship(id).order)?.track.answer(id))
}

/// The second move of ships under sail.
pub(super) fn sail(
    battle: &Battle,
    roster: &Roster,
    side: Side,
    standing: &Standing,
    survey: &mut Survey,
) -> Option<Answer> {
    let Some((id, _)) = battle.fleet(side).find(|(_, ship)| !ship.done.moved) else { return Some(Answer::End) };
    let survey = survey.take(battle, roster, side, standing);
    let bridge = Bridge::new(battle, roster, standing, survey, id);
    Some(bridge.best(battle.ship(id).order)?.track.answer(id))
}

impl<'b> Bridge<'b> {
    fn new(battle: &'b Battle, roster: &'b Roster, standing: &'b Standing, survey: &'b Survey, id: ShipId) -> Self {
        let me = Armed::of(battle, roster, id, Crowd::default());
        let (ship, profile) = (battle.ship(id), &roster.ships[usize::from(id.0)].profile);
        let mut bridge = Self {
            battle,
            roster,
            standing,
            survey,
            me,
            profile,
            slowed: !profile.improved.clear_passage && battle.in_shroud(roster, id),
            goal: goal(battle, roster, standing, id),
            fresh: battle.markers.is_empty() && battle.all().all(|(_, ship)| ship.hits >= ship.started),
            markers: Few::new(),
            hazards: Few::new(),
            company: Few::new(),
        };
        let farthest = me.stride + ship.done.surge + FARTHER;
        for feature in battle.features.iter().filter(|feature| feature.shape.gap(ship.at) <= farthest) {
            if let Some(cost) = bridge.hazard(feature) {
                let _ = bridge.hazards.push((feature.shape, cost));
            }
        }
        let reach = me.stride + Length::cm(20);
        for marker in battle.markers.iter().filter(|marker| ship.at.within(**marker, reach)) {
            let _ = bridge.markers.push(*marker);
        }
        if let Some(squadron) = ship.squadron {
            for (_, other) in battle.fleet(ship.side).filter(|(other, _)| *other != id) {
                if other.squadron == Some(squadron) && other.done.moved && !other.done.left_squadron {
                    let _ = bridge.company.push(other.at);
                }
            }
        }
        bridge
    }

    /// The best move under an order that the ship has or might have.
    fn best(&self, order: Option<Order>) -> Option<Choice> {
        let mut best: Option<Choice> = None;
        each_track(self.battle, self.roster, self.me.id, order, self.slowed, |track| {
            let score = self.weigh(track, order);
            // What the last ship of a squadron may not do is known only under the order that it has (SQUAD-09).
            let kept = |track: &Track| {
                let certain = order == self.battle.ship(self.me.id).order;
                !certain || self.battle.stays_together(self.roster, self.me.id, &track.legs)
            };
            if best.is_none_or(|known| score > known.score) && kept(track) {
                best = Some(Choice { score, track: *track });
            }
        });
        best
    }

    /// The move that leads to a boarding action, if one promises more than a move without does.
    fn boarding(&self, plain: &Choice) -> Option<Choice> {
        let (battle, id) = (self.battle, self.me.id);
        if self.profile.no_boarding || self.slowed || matches!(self.goal, Goal::Leave(_) | Goal::Assault(_)) {
            return None;
        }
        let mut best: Option<Choice> = None;
        let reach = self.me.stride + Length::cm(6);
        for foe in self.survey.foes.iter().filter(|foe| foe.pose.at.within(self.me.pose.at, reach)) {
            let odds = closing::odds(battle, self.roster, id, foe.id);
            if odds < BOARDING {
                continue;
            }
            let Some(track) = contact_track(battle, self.roster, id, foe.id) else { continue };
            // Who boards does not fire; each point of the odds is a hit, and the better ones a critical.
            let prize = odds.min(foe.hits + 1) * foe.value;
            let score = self.weigh(&track, Some(Order::BurnRetros)) + prize;
            if score > plain.score && best.is_none_or(|known| score > known.score) {
                best = Some(Choice { score, track });
            }
        }
        best
    }

    /// The order worth trying, given what the best move without one promises.
    fn order(&self, plain: i32) -> Option<Order> {
        let (battle, ship) = (self.battle, self.battle.ship(self.me.id));
        let unit = battle.unit_of(self.me.id);
        let failed = battle.players[ship.side as usize].check_failed;
        let held = |id: &ShipId| {
            let ship = battle.ship(*id);
            ship.order.is_some() || ship.done.evaded || ship.done.moved
        };
        let members = battle.members(unit);
        let settled = battle.current.is_some() || members.iter().any(held);
        if failed || settled || battle.enthralled(unit) {
            return None;
        }
        let needed = battle.command_leadership(self.roster, unit);
        let count = members.len() as i32;
        let mut found: Option<(i32, Order)> = None;
        let mut offer = |order: Order, gain: i32, odds: i32| {
            // A failed check costs the orders of those who come after.
            let gain = gain * odds / HIT - (HIT - odds) * 3 * POINT / HIT;
            if gain > LEAST_GAIN && found.is_none_or(|(known, _)| gain > known) {
                found = Some((gain, order));
            }
        };
        let odds = chance(needed);
        if self.profile.has_ordnance() && !battle.no_ordnance {
            let spent: i32 = members.iter().map(|id| self.reload(*id)).sum();
            offer(Order::ReloadOrdnance, spent, chance(needed - self.profile.slow_reload));
        }
        if self.profile.nominal {
            return found.map(|(_, order)| order);
        }
        let best = |order: Order| self.best(Some(order)).map_or(plain, |choice| choice.score);
        if self.profile.sails.is_none() {
            offer(Order::LockOn, (best(Order::LockOn) - plain) * count, odds);
        }
        if self.profile.sails.is_none() && !self.profile.stationed && !self.profile.is_stationary() {
            if !self.profile.steady {
                offer(Order::ComeToNewHeading, (best(Order::ComeToNewHeading) - plain) * count, odds);
            }
            let free = self.profile.crew.free_ahead;
            let rammed = ram::best(battle, self.roster, self.standing, self.me.id).map_or(0, |(promise, _)| promise);
            let gain = (best(Order::AllAheadFull) - plain) * count + rammed;
            offer(Order::AllAheadFull, gain, if free { HIT } else { odds });
        }
        found.map(|(_, order)| order)
    }

    /// What reloading a ship is worth.
    fn reload(&self, id: ShipId) -> i32 {
        let ship = self.battle.ship(id);
        let weapons = &self.roster.ships[usize::from(id.0)].profile.weapons;
        let strength = |gun| {
            weapons.iter().filter(|weapon| weapon.gun == gun).map(|weapon| i32::from(weapon.strength)).sum::<i32>()
        };
        let torpedoes = if ship.spent.torpedoes { strength(crate::battle::gun::Gun::Torpedoes) } else { 0 };
        let craft = if ship.spent.craft { strength(crate::battle::gun::Gun::Bays) } else { 0 };
        POINT * (3 * torpedoes + 7 * craft)
    }

    /// What a move promises.
    fn weigh(&self, track: &Track, order: Option<Order>) -> i32 {
        let end = &track.end;
        self.fight(end, order) + self.ground(track) + self.salvoes(end) + self.keep_together(end) + self.purpose(end)
    }

    /// What can be fired at from a place, less what can be fired at it.
    fn fight(&self, end: &Pose, order: Option<Order>) -> i32 {
        let me = &self.me;
        let mut dealt = [0; 4];
        let (mut taken, mut nearest) = (0, i64::MAX);
        let fires = self.battle.phase != Phase::Sailing;
        for foe in &self.survey.foes {
            let squared = end.at.squared(foe.pose.at);
            nearest = nearest.min(squared);
            if squared > FAR || me.out_of_reach(foe, squared) {
                continue;
            }
            let (bearing, from) = (end.quarter(foe.pose.at), foe.pose.quarter(end.at));
            if fires && me.in_reach(squared) {
                let reached = band(squared);
                let hits = foe.hits_from(me.power(bearing, reached), from, reached);
                let salvo = if bearing == Quarter::Front && reached < 2 { me.salvo } else { 0 };
                let harm = foe.harm(hits) + foe.harm(salvo * i32::from(7 - foe.armour(from)) / 6) / 2;
                let best = &mut dealt[bearing as usize];
                *best = harm.max(*best);
            }
            if let Some((power, range)) = foe.threat(from, squared) {
                taken += me.harm(me.hits_from(power, bearing, range));
            }
        }
        let most = dealt.iter().copied().max().unwrap_or(0);
        let fire = i32::midpoint(dealt.iter().sum(), most);
        let fire = match order {
            Some(Order::LockOn) => fire * 3 / 2,
            Some(order) if order.halves() => fire / 2,
            _ => fire,
        };
        // Who comes into the enemy's range without firing himself gives the first volley away.
        let caution = match fire {
            0 if self.profile.sails.is_some() => 2 * self.caution(),
            0 if self.fresh => self.caution() * 7 / 4,
            _ => self.caution(),
        };
        fire - taken * caution / HIT - self.closing(nearest)
    }

    /// The part of the fire that could fall on a ship which a captain reckons with, in 64ths.
    fn caution(&self) -> i32 {
        let calm = match self.goal {
            Goal::Survive | Goal::Leave(_) => 40,
            _ => 16,
        };
        let kept = if self.standing.campaign { calm * 3 / 2 } else { calm };
        let hurt = if self.me.crippled { 2 * kept } else { kept };
        if self.profile.sails.is_some() { 2 * hurt } else { hurt }
    }

    /// What it costs to be farther from the enemy than one's weapons like, or much closer.
    fn closing(&self, nearest: i64) -> i32 {
        if nearest == i64::MAX || matches!(self.goal, Goal::Leave(_) | Goal::Assault(_)) {
            return 0;
        }
        // A fire ship burns what it touches.
        let wanted = if self.profile.fire_ship { 0 } else { self.me.distance().0 };
        let gap = whole_root(nearest) as i32 - wanted;
        if gap >= 0 { gap / 1000 * POINT } else { -gap / 1000 * (POINT / 4) }
    }

    /// The table: its edge, markers and phenomena.
    fn ground(&self, track: &Track) -> i32 {
        let end = &track.end;
        let mut score = self.edge(end);
        let base = self.profile.base;
        let reach = base + Length(1_300);
        let under = self.markers.iter().filter(|marker| end.at.touches(**marker, reach)).count() as i32;
        score -= under * 8 * POINT;
        for (shape, cost) in &self.hazards {
            let met = [track.middle.at, end.at].iter().any(|place| shape.touches(*place, base))
                || shape.line_enters(track.middle.at, end.at);
            score -= i32::from(met) * cost * POINT;
        }
        score
    }

    /// What it costs to meet a phenomenon.
    fn hazard(&self, feature: &Feature) -> Option<i32> {
        match feature.kind {
            FeatureKind::Cloud => Some(12),
            FeatureKind::Asteroids if self.profile.size == Size::Escort => Some(12),
            FeatureKind::Asteroids => Some(30),
            FeatureKind::Rift => Some(90),
            FeatureKind::Minefield if feature.owner == self.battle.ship(self.me.id).side => Some(30),
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
        let wanted = |place: Point| matches!(self.goal, Goal::Leave(edge) if crosses(self.battle, place) == Some(edge));
        if !ground.holds(end.at) {
            return if wanted(end.at) { 400 * POINT } else { -2_000 * POINT };
        }
        if self.profile.sails.is_some() {
            return 0;
        }
        // Far enough inside, the edge is beyond the next two moves whatever the heading.
        if ground.to_edge(end.at) > Length::cm(41) {
            return 0;
        }
        let ahead = |cm: i32| {
            let place = end.at.ahead(end.heading, Length::cm(cm));
            ground.holds(place) || wanted(place)
        };
        match (ahead(12), ahead(25)) {
            (true, true) if ahead(40) || self.turns_away(end) => 0,
            (true, true) => -40 * POINT,
            (true, false) => -15 * POINT - if self.turns_away(end) { 0 } else { 40 * POINT },
            (false, _) => -120 * POINT,
        }
    }

    /// Whether two more moves, as short and as sharp as they go, keep a ship on the table.
    fn turns_away(&self, end: &Pose) -> bool {
        let before = self.profile.before_turn();
        let rest = (self.profile.speed.half() - before).max(Length::ZERO);
        let ways = [-self.profile.turn, self.profile.turn].map(move |turn| {
            move |(at, heading): (Point, Heading)| {
                let heading_on = heading.turned(turn);
                (at.ahead(heading, before).ahead(heading_on, rest), heading_on)
            }
        });
        let ground = &self.battle.ground;
        ways.iter().any(|way| {
            let (at, heading) = way((end.at, end.heading));
            let next = way((at, heading));
            ground.holds(at) && ground.holds(next.0)
        })
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
    fn salvoes(&self, end: &Pose) -> i32 {
        let mut score = 0;
        let side = self.battle.ship(self.me.id).side;
        for flight in self.battle.flights.iter().filter(|flight| flight.side != side && flight.id.kind.is_salvo()) {
            let (ahead, right) = flight.at.seen_along(flight.heading, end.at);
            let run = i64::from(flight.speed.0) + 2_000;
            if (-2_000..run).contains(&ahead) && right.abs() < 3_500 {
                let armour = self.me.armour(end.quarter(flight.at));
                let boarding = flight.id.kind == FlightKind::Boarding;
                let pierce = if boarding { 2 } else { i32::from(7 - armour) };
                let hits = i32::from(flight.strength) * HIT * pierce / 6;
                score -= hits.min(self.me.hits * HIT) * self.me.value / HIT;
            }
        }
        score
    }

    /// Squadrons stay within reach of one another (SQUAD-07).
    fn keep_together(&self, end: &Pose) -> i32 {
        let nearest = self.company.iter().map(|place| place.squared(end.at)).min();
        nearest.map_or(0, |squared| {
            let beyond = whole_root(squared) as i32 / 1000 - 11;
            if beyond > 0 { -beyond * 8 * POINT } else { 0 }
        })
    }

    /// What the side plays for besides the enemy.
    fn purpose(&self, end: &Pose) -> i32 {
        match self.goal {
            Goal::Assault(_) if self.battle.ground.is_low(end.at) => {
                // Near enough to land or to bombard (SCEN-87, SCEN-112), not so near that the planet has it.
                let ends = self.battle.mission.exterminators.contains(self.me.id);
                let height = if ends { 38_000 } else { 25_000 };
                -(end.at.y.0 - height).abs() / 1000 * 8 * POINT
            }
            Goal::Leave(edge) => -to_edge(self.battle, end.at, edge) / 1000 * 6 * POINT,
            Goal::Assault(place) => -end.at.distance(place).0 / 1000 * 6 * POINT,
            Goal::Guard(place) => -end.at.distance(place).0 / 1000 * 2 * POINT,
            Goal::Destroy | Goal::Kill(_) | Goal::Survive => 0,
        }
    }
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
