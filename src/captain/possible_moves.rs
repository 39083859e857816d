//! Moves that a ship might make, with where each would end.

use super::worth::Pose;
use crate::battle::gothic::FULL;
use crate::battle::gothic::decisions::answer::Answer;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, LEGS, Leg, Order, ShipId};
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point, first_within};

/// Most moves that are shown of a ship.
pub(super) const TRACKS: usize = 40;
/// Degrees between the headings that are looked at first under sail; those between only beside the best.
const TACK: i32 = 40;

/// A move, and where it ends unless something slows the ship.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Track {
    pub(super) legs: FixedList<Leg, LEGS>,
    pub(super) end: Pose,
    /// Where it turns last.
    pub(super) middle: Point,
    pub(super) length: Length,
}

impl Track {
    pub(super) fn answer(&self, ship: ShipId) -> Answer {
        Answer::Move(ship, self.legs)
    }
}

/// What a ship may do with its helm under an order.
struct Helm<F> {
    start: Pose,
    /// The most and the least it may move.
    most: Length,
    least: Length,
    /// How far it must go before a turn.
    before: Length,
    /// The widest turn, and how many.
    turn: i32,
    turns: u8,
    /// Who is shown each move.
    show: F,
}

/// Shows the moves of a ship under an order that it has or might have, one after another. A ship that starts in markers
/// is slowed by them (BLAST-12).
pub(super) fn each_track(
    battle: &Battle,
    roster: &Roster,
    id: ShipId,
    order: Option<Order>,
    slowed: bool,
    show: impl FnMut(&Track),
) {
    let (ship, profile) = (battle.ship(id), &roster[id].profile);
    let speed = battle.speed(roster, id);
    let start = Pose::new(ship.at, ship.heading);
    if profile.sails.is_some() {
        let widest = widest(battle, id, order);
        // The whole way round is no turn either way.
        let first = if widest == 180 { -160 } else { -widest };
        let turns = (first..=widest).step_by(TACK as usize);
        return under_sail(battle, roster, id, start, turns, show);
    }
    let surge = if ship.done.surge > Length::ZERO {
        ship.done.surge
    } else {
        Length::cm(7 * i32::from(profile.ahead_dice) / 2)
    };
    let half = if profile.odd.unslowed { profile.speed } else { profile.speed.half() };
    let speed = if slowed && !profile.odd.unslowed { (speed - Length::cm(5)).max(Length::ZERO) } else { speed };
    let (most, least) = match order {
        Some(Order::AllAheadFull) => (speed + surge, speed + surge),
        Some(Order::BurnRetros) => (speed.min(half), Length::ZERO),
        _ => (speed, half.min(speed)),
    };
    let held = battle.in_well(ship.at) || battle.is_low(id);
    let stuck = ship.criticals.count(Critical::Engine) > 0
        || profile.odd.rok
        || profile.is_stationary()
        || ship.done.feats.turned > 0;
    let (turns, before) = match order {
        _ if stuck => (0, Length::ZERO),
        Some(Order::AllAheadFull | Order::LockOn) => (0, Length::ZERO),
        Some(Order::ComeToNewHeading) => (2, profile.before_turn()),
        Some(Order::BurnRetros) => (1, Length::ZERO),
        _ => (1, profile.before_turn()),
    };
    let before = if battle.is_low(id) { Length::ZERO } else { before };
    let least = if held && order != Some(Order::AllAheadFull) { Length::ZERO } else { least };
    let mut helm = Helm { start, most, least, before, turn: profile.turn, turns, show };
    // What could be done as well without the order is not looked at before it is given.
    let extra = order == Some(Order::ComeToNewHeading) && ship.order != order;
    if !extra {
        helm.straight();
    }
    if !extra && helm.turns > 0 && before <= most {
        helm.one_turn();
    }
    if helm.turns > 1 && before + before <= most {
        helm.two_turns();
    }
}

/// The move without an order that ends in contact with an enemy, if there is one: straight, or after one turn.
pub(super) fn contact_track(battle: &Battle, roster: &Roster, id: ShipId, target: ShipId) -> Option<Track> {
    let (ship, enemy) = (battle.ship(id), battle.ship(target));
    let profile = |id: ShipId| &roster[id].profile;
    let (own, most) = (profile(id), battle.speed(roster, id));
    let reach = own.base + profile(target).base;
    let before = own.before_turn();
    let least = (if own.odd.unslowed { own.speed } else { own.speed.half() }).min(most);
    let mut found = None;
    let start = Pose::new(ship.at, ship.heading);
    let turns = u8::from(ship.criticals.count(Critical::Engine) == 0);
    let show = |track: &Track| found = Some(*track);
    let mut helm = Helm { start, most, least, before, turn: own.turn, turns, show };
    if let Some(length) = first_within(ship.at, ship.heading, most, enemy.at, reach).filter(|length| *length >= least) {
        helm.add(&[Leg::Ahead(length)]);
    } else if turns > 0 && before <= most && own.sails.is_none() {
        let corner = ship.at.ahead(ship.heading, before);
        let turn = ship.heading.turn_to(corner.heading_to(enemy.at)?).clamp(-own.turn, own.turn);
        let rest = first_within(corner, ship.heading.turned(turn), most - before, enemy.at, reach)?;
        if before + rest >= least {
            helm.add(&[Leg::Ahead(before), Leg::Turn(turn), Leg::Ahead(rest)]);
        }
    }
    found
}

impl<F: FnMut(&Track)> Helm<F> {
    /// Adds a move of legs; a length of [`FULL`] goes as far as is left.
    fn add(&mut self, legs: &[Leg]) {
        let mut track = Track { middle: self.start.at, ..Track::default() };
        let (mut at, mut heading) = (self.start.at, self.start.heading);
        for leg in legs {
            match *leg {
                Leg::Ahead(length) => {
                    let length = if length == FULL { self.most - track.length } else { length };
                    at = at.ahead(heading, length);
                    track.length += length;
                }
                Leg::Turn(degrees) => {
                    heading = heading.turned(degrees);
                    track.middle = at;
                }
                Leg::Drawn(_) | Leg::Trail => {}
            }
            track.legs.push(*leg).expect("a few legs");
        }
        track.end = Pose::new(at, heading);
        (self.show)(&track);
    }

    fn straight(&mut self) {
        self.add(&[Leg::Ahead(FULL)]);
        if self.least < self.most {
            let between = Length(i32::midpoint(self.least.0, self.most.0));
            self.add(&[Leg::Ahead(between)]);
            self.add(&[Leg::Ahead(self.least)]);
        }
    }

    fn one_turn(&mut self) {
        for turn in [-self.turn, -self.turn / 2, self.turn / 2, self.turn] {
            self.add(&[Leg::Ahead(self.before), Leg::Turn(turn), Leg::Ahead(FULL)]);
            self.add(&[Leg::Ahead(FULL), Leg::Turn(turn)]);
        }
        if self.least < self.most {
            for turn in [-self.turn, self.turn] {
                let (first, rest) = (self.before, self.least - self.before);
                if rest > Length::ZERO {
                    self.add(&[Leg::Ahead(first), Leg::Turn(turn), Leg::Ahead(rest)]);
                } else {
                    self.add(&[Leg::Ahead(first), Leg::Turn(turn)]);
                }
            }
        }
    }

    fn two_turns(&mut self) {
        for turn in [-self.turn, self.turn] {
            for again in [turn, turn / 2, -turn] {
                let first = [Leg::Ahead(self.before), Leg::Turn(turn), Leg::Ahead(self.before), Leg::Turn(again)];
                self.add(&[first[0], first[1], first[2], first[3], Leg::Ahead(FULL)]);
                self.add(&[first[0], first[1], Leg::Ahead(FULL), first[3]]);
            }
        }
    }
}

/// How far a ship under sail may turn.
fn widest(battle: &Battle, id: ShipId, order: Option<Order>) -> i32 {
    let ship = battle.ship(id);
    match ship.criticals.count(Critical::Mast) {
        _ if ship.criticals.count(Critical::Engine) > 0 || order == Some(Order::LockOn) => 0,
        0 => 180,
        _ => 90,
    }
}

/// The moves under sail on headings beside that of another.
pub(super) fn beside(
    battle: &Battle,
    roster: &Roster,
    id: ShipId,
    order: Option<Order>,
    track: &Track,
    show: impl FnMut(&Track),
) {
    let widest = widest(battle, id, order);
    let turn = match track.legs.first() {
        Some(Leg::Turn(degrees)) => *degrees,
        _ => 0,
    };
    let ship = battle.ship(id);
    let turns = [turn - TACK / 2, turn + TACK / 2].into_iter().filter(|turn| turn.abs() <= widest);
    under_sail(battle, roster, id, Pose::new(ship.at, ship.heading), turns, show);
}

/// Under sail: some headings, then as far as the sun bears the ship, or half of it.
fn under_sail(
    battle: &Battle,
    roster: &Roster,
    id: ShipId,
    start: Pose,
    turns: impl Iterator<Item = i32>,
    show: impl FnMut(&Track),
) {
    let none = Length::ZERO;
    let mut helm = Helm { start, most: none, least: none, before: none, turn: 0, turns: 0, show };
    for turn in turns {
        helm.most = battle.speed_on(roster, id, start.heading.turned(turn));
        for ahead in [FULL, helm.most.half()] {
            if turn == 0 {
                helm.add(&[Leg::Ahead(ahead)]);
            } else {
                helm.add(&[Leg::Turn(turn), Leg::Ahead(ahead)]);
            }
        }
    }
}
