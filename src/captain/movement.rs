//! Moving: the order and the course that promise most.
//!
//! Every place that a ship can reach is weighed: what it can fire at from there, what can fire at it afterwards and at
//! which aspect, the table's edge, markers, phenomena and salvoes, its squadron, and what its side plays for. An order
//! is tried when what it adds, times the chance to get it, is worth the risk that a failed check stops all others.

use super::duels::Duels;
use super::end_of_movement::{self, LEAST_BOARDING};
use super::enemies::Enemies;
use super::firing_positions::Foe;
use super::goals::goal;
use super::hazards::contacts;
use super::possible_moves::{TRACKS, Track, beside, contact_track, each_track};
use super::ram;
use super::weights::Weights;
use super::worth::{Armed, HIT, chance};
use super::{Goal, Standing, note};
use crate::battle::gothic::decisions::answer::Answer;
use crate::battle::gothic::state::ordnance::FLIGHTS;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, FEATURES, Order, SHIPS, Shape, ShipId, Unit};
use crate::ships::profile::Profile;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;

/// One victory point, in the unit in which places are weighed.
pub(super) const POINT: i32 = 16;
/// No order carries a ship this much farther than its speed and what it has rolled, its base included.
const FARTHER: Length = Length::cm(60);
/// How far beyond a base a marker touches it, with all tolerances.
const MARKER: Length = Length(1_500);
/// Markers within reach that are looked at.
const NEAR_MARKERS: usize = 48;

/// A move about to be chosen: everything seen, and the ship.
pub(super) struct Bridge<'b> {
    pub(super) battle: &'b Battle,
    pub(super) roster: &'b Roster,
    pub(super) standing: &'b Standing,
    pub(super) enemies: &'b Enemies,
    pub(super) duels: &'b mut Duels,
    pub(super) profile: &'b Profile,
    /// It starts in markers or a cloud.
    slowed: bool,
    /// What the ship is sent for.
    pub(super) goal: Goal,
    /// Nobody has fired a shot yet.
    pub(super) fresh: bool,
    pub(super) room: &'b mut Room,
}

/// What a move is weighed by: kept from one decision to the next only for its room.
#[derive(Default)]
pub(super) struct Room {
    /// Markers within reach, and those of them that a move could end on.
    about: FixedList<Point, NEAR_MARKERS>,
    pub(super) markers: FixedList<Point, NEAR_MARKERS>,
    /// Phenomena that a move could meet, with what that costs and how far they are.
    pub(super) hazards: FixedList<(Shape, i32, Length), FEATURES>,
    /// Enemy salvoes that could run over the end of a move.
    pub(super) salvoes: FixedList<u8, FLIGHTS>,
    /// Ships of its squadron that have moved.
    pub(super) company: FixedList<Point, 8>,
    /// The moves that are weighed against each other, and what is known of each.
    tracks: FixedList<Track, TRACKS>,
    ways: FixedList<Way, TRACKS>,
    /// Enemies that matter to any of these moves.
    pub(super) fray: FixedList<Foe, SHIPS>,
}

impl Room {
    fn clear(&mut self) {
        self.about.clear();
        self.hazards.clear();
        self.salvoes.clear();
        self.company.clear();
    }

    /// Keeps the markers that a move of a length could end on.
    fn keep_markers(&mut self, start: Point, length: Length) {
        self.markers.clear();
        for marker in self.about.iter().filter(|marker| start.within(**marker, length)) {
            note(&mut self.markers, *marker);
        }
    }
}

/// A move that is weighed.
#[derive(Clone, Copy, Default)]
struct Way {
    /// What it is worth before anybody fires.
    calm: i32,
    /// What its fire is worth at most.
    fire: i32,
    /// What it promises, once that is worked out.
    score: Option<i32>,
    barred: bool,
}

/// The best of some moves.
#[derive(Clone, Copy)]
struct Choice {
    score: i32,
    track: Track,
}

/// What a captain has on his notes when he moves.
type Papers<'d> = (&'d mut Enemies, &'d mut Duels, &'d mut Room);

/// The next unit to move: an order for it, or the move of its first ship.
pub(super) fn begin(
    battle: &Battle,
    roster: &Roster,
    side: Side,
    standing: &Standing,
    papers: Papers<'_>,
) -> Option<Answer> {
    if battle.arrivals(side).next().is_some() {
        return None;
    }
    let unmoved = battle.fleet(side).filter(|(_, ship)| !ship.done.moved);
    // One failure stops all orders (LEAD-04): those who carry the day's purpose are asked first, then those who are
    // surest to pass a check.
    let ambush = contacts(battle, side).next().is_some();
    let rank = |(id, ship): &(ShipId, &crate::battle::gothic::state::Ship)| {
        let sent = !ambush && matches!(goal(battle, roster, standing, *id), Goal::Leave(_) | Goal::Assault(_));
        (sent, ship.commander.unwrap_or(ship.leadership), roster[*id].profile.worth, 255 - id.0)
    };
    let (id, _) = unmoved.max_by_key(rank)?;
    let mut bridge = Bridge::new(battle, roster, standing, papers, id);
    let plain = bridge.best(battle.ship(id).order, i32::MIN)?;
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
    papers: Papers<'_>,
) -> Option<Answer> {
    let id = battle.unmoved(unit).next()?;
    let mut bridge = Bridge::new(battle, roster, standing, papers, id);
    Some(bridge.best(battle.ship(id).order, i32::MIN)?.track.answer(id))
}

/// The second move of ships under sail.
pub(super) fn sail(
    battle: &Battle,
    roster: &Roster,
    side: Side,
    standing: &Standing,
    papers: Papers<'_>,
) -> Option<Answer> {
    let Some((id, _)) = battle.fleet(side).find(|(_, ship)| !ship.done.moved) else { return Some(Answer::End) };
    let mut bridge = Bridge::new(battle, roster, standing, papers, id);
    Some(bridge.best(battle.ship(id).order, i32::MIN)?.track.answer(id))
}

impl<'b> Bridge<'b> {
    fn new(
        battle: &'b Battle,
        roster: &'b Roster,
        standing: &'b Standing,
        (enemies, duels, room): Papers<'b>,
        id: ShipId,
    ) -> Self {
        let (ship, profile) = (battle.ship(id), &roster[id].profile);
        let enemies = enemies.take(battle, roster, ship.side, standing);
        let duels = duels.of(battle, roster, id);
        let mut bridge = Self {
            battle,
            roster,
            standing,
            enemies,
            duels,
            profile,
            slowed: !battle.passes_clear(roster, id) && battle.in_shroud(roster, id),
            goal: goal(battle, roster, standing, id),
            fresh: battle.markers.is_empty() && battle.all().all(|(_, ship)| ship.hits >= ship.started),
            room,
        };
        bridge.look_about(id);
        bridge
    }

    /// Looks at what lies about the ship.
    fn look_about(&mut self, id: ShipId) {
        let (battle, ship, stride) = (self.battle, self.battle.ship(id), self.me().stride);
        let farthest = stride + ship.done.surge + FARTHER;
        self.room.clear();
        for feature in &battle.features {
            let gap = feature.shape.gap(ship.at);
            if let Some(cost) = self.hazard(feature).filter(|_| gap <= farthest) {
                self.room.hazards.push((feature.shape, cost, gap)).expect("each feature once");
            }
        }
        let reach = stride + Length::cm(20);
        for marker in battle.markers.iter().filter(|marker| ship.at.within(**marker, reach)) {
            note(&mut self.room.about, *marker);
        }
        for (index, flight) in (0..).zip(&battle.flights) {
            let near = || ship.at.within(flight.at, farthest + flight.speed);
            if flight.side != ship.side && flight.id.kind.is_salvo() && near() {
                self.room.salvoes.push(index).expect("each flight once");
            }
        }
        if let Some(squadron) = ship.squadron {
            for (_, other) in battle.fleet(ship.side).filter(|(other, _)| *other != id) {
                if other.squadron == Some(squadron) && other.done.moved && !other.done.left_squadron {
                    note(&mut self.room.company, other.at);
                }
            }
        }
    }

    /// The ship that moves.
    pub(super) fn me(&self) -> &Armed {
        self.duels.me()
    }

    /// The best move under an order that the ship has or might have; of equals the first, and none that promises no
    /// more than `least`.
    fn best(&mut self, order: Option<Order>, least: i32) -> Option<Choice> {
        let (battle, roster, id) = (self.battle, self.roster, self.me().id);
        self.room.tracks.clear();
        self.room.ways.clear();
        let tracks = &mut self.room.tracks;
        each_track(battle, roster, id, order, self.slowed, |track| {
            note(tracks, *track);
        });
        self.calm(order);
        if self.profile.sails.is_some()
            && let Some((_, index)) = self.top(order, least)
        {
            let (best, tracks) = (self.room.tracks[index], &mut self.room.tracks);
            beside(battle, roster, id, order, &best, |track| {
                note(tracks, *track);
            });
            self.calm(order);
        }
        // What the last ship of a squadron may not do is known only under the order that it has (SQUAD-09).
        let certain = order == self.battle.ship(id).order;
        loop {
            let (score, index) = self.top(order, least)?;
            let track = &self.room.tracks[index];
            if !certain || self.battle.stays_together(self.roster, id, &track.legs) {
                return Some(Choice { score, track: *track });
            }
            self.room.ways[index].barred = true;
        }
    }

    /// Weighs what is cheaply weighed of every move that has not been looked at.
    fn calm(&mut self, order: Option<Order>) {
        let farthest = self.room.tracks.iter().map(|track| track.length).max().unwrap_or_default();
        let most = self.gather(farthest);
        let start = self.me().pose.at;
        self.room.keep_markers(start, farthest + self.profile.base + MARKER);
        for index in self.room.ways.len()..self.room.tracks.len() {
            let track = &self.room.tracks[index];
            let (nearest, fire) = self.outlook(track.end.at, most);
            let calm = self.place(track) - self.closing(nearest);
            self.room
                .ways
                .push(Way { calm, fire: by_order(fire, order), ..Way::default() })
                .expect("one for each track");
        }
    }

    /// The move that promises most of those that are not barred. What could not promise more than one that is known is
    /// not looked at more closely.
    fn top(&mut self, order: Option<Order>, least: i32) -> Option<(i32, usize)> {
        let calmest = (0..self.room.ways.len()).filter(|index| !self.room.ways[*index].barred).max_by_key(|index| {
            let way = &self.room.ways[*index];
            way.score.unwrap_or(way.calm)
        })?;
        let mut found: Option<(i32, usize)> = None;
        let beats = |found: Option<(i32, usize)>, score: i32, index: usize| {
            found.map_or(score > least, |(known, first)| score > known || score == known && index < first)
        };
        for index in std::iter::once(calmest).chain(0..self.room.ways.len()) {
            let way = self.room.ways[index];
            if way.barred || !beats(found, way.calm + way.fire, index) {
                continue;
            }
            let end = self.room.tracks[index].end;
            let score = way.score.unwrap_or_else(|| way.calm + self.fight(&end, order));
            self.room.ways[index].score = Some(score);
            if beats(found, score, index) {
                found = Some((score, index));
            }
        }
        found
    }

    /// What a move is worth before anybody fires, but for the distance to the enemy.
    fn place(&self, track: &Track) -> i32 {
        let end = &track.end;
        self.ground(track) + self.torpedoed(end) + self.keep_together(end) + self.purpose(end) + self.broken(end)
    }

    /// What a move promises.
    fn weigh(&mut self, track: &Track, order: Option<Order>) -> i32 {
        self.gather(track.length);
        let start = self.me().pose.at;
        self.room.keep_markers(start, track.length + self.profile.base + MARKER);
        let (nearest, _) = self.outlook(track.end.at, 0);
        self.place(track) - self.closing(nearest) + self.fight(&track.end, order)
    }

    /// The move that leads to a boarding action, if one promises more than a move without does.
    fn boarding(&mut self, plain: &Choice) -> Option<Choice> {
        let (battle, id, enemies) = (self.battle, self.me().id, self.enemies);
        if self.profile.no_boarding || self.slowed || matches!(self.goal, Goal::Leave(_) | Goal::Assault(_)) {
            return None;
        }
        let mut best: Option<Choice> = None;
        let (start, reach) = (self.me().pose.at, self.me().stride + Length::cm(6));
        for foe in enemies.foes.iter().filter(|foe| foe.pose.at.within(start, reach)) {
            let promise = end_of_movement::boarding(battle, self.roster, self.standing, id, foe.id);
            if promise < LEAST_BOARDING {
                continue;
            }
            let Some(track) = contact_track(battle, self.roster, id, foe.id) else { continue };
            // Who boards does not fire.
            let score = self.weigh(&track, Some(Order::BurnRetros)) + promise;
            if score > plain.score && best.is_none_or(|known| score > known.score) {
                best = Some(Choice { score, track });
            }
        }
        best
    }

    /// The order worth trying, given what the best move without one promises.
    fn order(&mut self, plain: i32) -> Option<Order> {
        let (battle, id) = (self.battle, self.me().id);
        let unit = battle.unit_of(id);
        let failed = battle.players[battle.ship(id).side as usize].check_failed;
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
        let weights = self.standing.weights;
        let mut offers = Offers { plain, count: members.len() as i32, weights, found: None };
        let odds = chance(needed);
        if self.profile.has_ordnance() && !battle.no_ordnance {
            let spent: i32 = members.iter().map(|id| self.reload(*id)).sum();
            offers.offer(Order::ReloadOrdnance, spent, chance(needed - self.profile.slow_reload));
        }
        if self.profile.sails.is_none() && !self.profile.nominal {
            if self.all_stay(&members, Order::LockOn) {
                offers.move_under(self, Order::LockOn, 0, odds);
            }
            if !self.profile.stationed && !self.profile.is_stationary() {
                if !self.profile.steady {
                    offers.move_under(self, Order::ComeToNewHeading, 0, odds);
                }
                let free = self.profile.crew.free_ahead;
                let rammed = ram::best(battle, self.roster, self.standing, id).map_or(0, |(promise, _)| promise);
                // Transports do not run ahead of those who find what lies in wait for them.
                let waits = self.profile.transport > 0 && contacts(battle, battle.ship(id).side).next().is_some();
                if !waits && self.all_stay(&members, Order::AllAheadFull) {
                    offers.move_under(self, Order::AllAheadFull, rammed, if free { HIT } else { odds });
                }
            }
        }
        offers.found.map(|(_, order)| order)
    }

    /// What reloading a ship is worth.
    fn reload(&self, id: ShipId) -> i32 {
        let ship = self.battle.ship(id);
        let weapons = &self.roster[id].profile.weapons;
        let strength = |gun| {
            weapons.iter().filter(|weapon| weapon.gun == gun).map(|weapon| i32::from(weapon.strength)).sum::<i32>()
        };
        let torpedoes = if ship.spent.torpedoes { strength(crate::ships::gun::Gun::Torpedoes) } else { 0 };
        let craft = if ship.spent.craft { strength(crate::ships::gun::Gun::Bays) } else { 0 };
        POINT * (3 * torpedoes + 7 * craft)
    }
}

/// Orders that are compared, and the best of them so far.
struct Offers {
    /// What a move without an order promises.
    plain: i32,
    /// Ships in the unit.
    count: i32,
    weights: Weights,
    found: Option<(i32, Order)>,
}

impl Offers {
    /// A failed check costs the orders of those who come after.
    fn risk(&self, odds: i32) -> i32 {
        (HIT - odds) * self.weights.check / HIT
    }

    /// What an order must promise, times its chance and less its risk.
    fn bar(&self) -> i32 {
        self.found.map_or(self.weights.order, |(known, _)| known.max(self.weights.order))
    }

    /// Takes an order that promises more than those before it.
    fn offer(&mut self, order: Order, gain: i32, odds: i32) {
        let gain = gain * odds / HIT - self.risk(odds);
        if gain > self.bar() {
            self.found = Some((gain, order));
        }
    }

    /// Offers the best move under an order; it is not looked for among moves that could not be offered.
    fn move_under(&mut self, bridge: &mut Bridge<'_>, order: Order, more: i32, odds: i32) {
        if odds <= 0 {
            return;
        }
        let gain = (HIT * (self.bar() + self.risk(odds) + 1) + odds - 1) / odds;
        let each = -(more - gain).div_euclid(self.count.max(1));
        if let Some(choice) = bridge.best(Some(order), self.plain + each - 1) {
            self.offer(order, (choice.score - self.plain) * self.count + more, odds);
        }
    }
}

/// What fire is worth under an order.
pub(super) const fn by_order(fire: i32, order: Option<Order>) -> i32 {
    match order {
        Some(Order::LockOn) => fire * 3 / 2,
        Some(order) if order.halves() => fire / 2,
        _ => fire,
    }
}
