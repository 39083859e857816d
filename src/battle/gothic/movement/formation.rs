//! The duty of a squadron to keep together when it moves (SQUAD-09).

use std::cell::OnceCell;

use super::legal_moves::Conn;
use super::moving::{DRAG, FULL};
use super::squadrons::LINK;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Course, Crowd, LEGS, Leg, ShipId, Unit};
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point, SLACK};

/// What a place makes of a ship's squadron; the first is the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    /// All ships in one chain.
    Formation,
    /// Linked with some of the others.
    Linked,
    /// So far from the nearest of the others.
    Apart(Length),
}

/// The rest of a squadron, and the best that its last ship can make of it, found when it is asked for.
pub(in crate::battle::gothic) struct Line {
    others: Crowd,
    best: OnceCell<Option<(Order, FixedList<Leg, LEGS>)>>,
}

/// A ship that cannot keep formation may end this much farther from the rest than it could.
const MARGIN: Length = Length::cm(1);

impl Battle {
    /// Refuses a move that breaks the formation, or leads away from it, where another would not (SQUAD-09).
    ///
    /// Ruling: judged by the squadron's last ship to move, when all others are where they will be. The other moves that
    /// are looked at are a spread of lengths and turns. A ship may leave the table all the same (DISENG-10).
    pub(in crate::battle::gothic) fn keeps_formation(&self, conn: &Conn<'_>, course: &Course) -> Result<(), Refusal> {
        if !self.breaks_formation(conn, course) {
            return Ok(());
        }
        let (roster, id) = (conn.roster, conn.id);
        let name = &roster[id].name;
        let squadron = self.ship(id).squadron.map_or("", |squadron| &roster.squadrons[usize::from(squadron.0)]);
        let message = format!("{name} may not leave the formation of {squadron}: it has a move that keeps to it");
        Err(Refusal::new("SQUAD-09", message))
    }

    /// As [`keeps_formation`](Self::keeps_formation), without a word.
    pub(in crate::battle::gothic) fn breaks_formation(&self, conn: &Conn<'_>, course: &Course) -> bool {
        let Some(others) = self.waiting_for(conn.id) else { return false };
        let Some(least) = self.must_beat(conn.id, others, course) else { return false };
        // The farthest first: what falls short of half its speed is seldom legal.
        Self::spread(conn).rev().any(|legs| {
            let order = || self.regroups(conn, others, &legs);
            self.may_reach(conn, others, &legs, least) && order().is_some_and(|order| order < least)
        })
    }

    /// What another move must make of a squadron for a course to break its formation; `None` where none can.
    fn must_beat(&self, id: ShipId, others: Crowd, course: &Course) -> Option<Order> {
        let end = self.end_of(id, &course.legs);
        if !self.ground.holds(end) {
            return None;
        }
        match self.order(others, end) {
            Order::Formation => None,
            Order::Linked => Some(Order::Linked),
            Order::Apart(gap) => Some(Order::Apart(gap - MARGIN)),
        }
    }

    /// What a ship that is the last of its squadron to move has to keep to; `None` for any other.
    pub(in crate::battle::gothic) fn line(&self, id: ShipId) -> Option<Line> {
        Some(Line { others: self.waiting_for(id)?, best: OnceCell::new() })
    }

    /// As [`breaks_formation`](Self::breaks_formation), for several courses of one ship.
    pub(in crate::battle::gothic) fn leaves_line(&self, conn: &Conn<'_>, line: &Line, course: &Course) -> bool {
        let least = self.must_beat(conn.id, line.others, course);
        least.is_some_and(|least| self.best_in_line(conn, line).is_some_and(|(best, _)| best < least))
    }

    /// Whether a move, if it is legal otherwise, keeps a ship with its squadron.
    #[must_use]
    pub fn stays_together(&self, roster: &Roster, id: ShipId, legs: &FixedList<Leg, LEGS>) -> bool {
        let Some(squadron) = self.ship(id).squadron else { return true };
        let last = self.unmoved(Unit::Squadron(squadron)).all(|other| other == id);
        let conn = || self.conn(roster, id);
        let keeps = |conn: Conn<'_>| self.steer(&conn, legs).is_ok_and(|course| !self.breaks_formation(&conn, &course));
        !last || keeps(conn())
    }

    /// The other ships of a squadron on its last ship's table, once all of them have moved.
    fn waiting_for(&self, id: ShipId) -> Option<Crowd> {
        let ship = self.ship(id);
        let mut others = self.company(ship.squadron?);
        if !others.contains(id) {
            return None;
        }
        others.remove(id);
        // A crew that is broken makes for the edge (LEAD-14).
        if others.iter().any(|other| !self.ship(other).done.moved) || self.leadership(self.unit_of(id)) <= 1 {
            return None;
        }
        for other in others.iter().filter(|other| !self.ground.on_one_table(self.ship(*other).at, ship.at)) {
            others.remove(other);
        }
        (!others.is_empty()).then_some(others)
    }

    /// Where legs lead a ship.
    fn end_of(&self, id: ShipId, legs: &[Leg]) -> Point {
        let (mut at, mut heading) = (self.ship(id).at, self.ship(id).heading);
        for leg in legs {
            match *leg {
                Leg::Ahead(length) => at = at.ahead(heading, length),
                Leg::Turn(degrees) | Leg::Drawn(degrees) => heading = heading.turned(degrees),
                Leg::Trail => {}
            }
        }
        at
    }

    /// What a ship at a place makes of its squadron.
    fn order(&self, others: Crowd, at: Point) -> Order {
        let places = others.iter().map(|other| self.ship(other).at);
        let nearest = places.min_by_key(|place| place.squared(at)).unwrap_or(at);
        if !nearest.within(at, LINK) {
            return Order::Apart(nearest.distance(at));
        }
        let mut left = others;
        while let Some(near) = left.iter().find(|other| self.ship(*other).at.within(at, LINK)) {
            self.chain(near, &mut left);
        }
        if left.is_empty() { Order::Formation } else { Order::Linked }
    }

    /// A spread of lengths and turns, some of them legal.
    fn spread(conn: &Conn<'_>) -> impl DoubleEndedIterator<Item = FixedList<Leg, LEGS>> {
        let Conn { profile, reach, .. } = *conn;
        let under_sail = profile.sails.is_some();
        let widest = if under_sail { 180 } else { profile.turn };
        let first = if under_sail { Length::ZERO } else { profile.before_turn() };
        let parts = (0..=4).flat_map(|share| (-3..=3).map(move |part| (share, part)));
        parts.filter_map(move |(share, part)| {
            let whole = Length(reach.0 / 4 * share);
            let rest = if share == 4 { FULL } else { whole - first };
            let legs = match part {
                0 => [Leg::Ahead(if share == 4 { FULL } else { whole }), Leg::Turn(0), Leg::Turn(0)],
                _ if rest < Length::ZERO => return None,
                _ => [Leg::Ahead(first), Leg::Turn(widest * part / 3), Leg::Ahead(rest)],
            };
            let mut few = FixedList::new();
            for leg in legs.into_iter().filter(|leg| *leg != Leg::Turn(0) && *leg != Leg::Ahead(Length::ZERO)) {
                few.push(leg).expect("three legs");
            }
            Some(few)
        })
    }

    /// Whether legs may lead to a better place than one that is known: a cheap look before all rules of moving.
    fn may_reach(&self, conn: &Conn<'_>, others: Crowd, legs: &FixedList<Leg, LEGS>, known: Order) -> bool {
        let id = conn.id;
        let Some(full) = legs.iter().position(|leg| *leg == Leg::Ahead(FULL)) else {
            return self.order(others, self.end_of(id, legs)) < known;
        };
        if conn.profile.sails.is_some() {
            return true;
        }
        let gone = legs.iter().map(|leg| if let Leg::Ahead(length) = leg { *length } else { Length::ZERO });
        let rest = gone.take(full).fold(conn.reach, |rest, gone| rest - gone);
        let mut legs = *legs;
        legs[full] = Leg::Ahead(rest);
        // Markers on the way may make it stop this much short; the margin is more than any rounding.
        let short = DRAG + SLACK + SLACK;
        match self.order(others, self.end_of(id, &legs)) {
            Order::Apart(gap) if gap > LINK + short => Order::Apart(gap - short) < known,
            Order::Formation | Order::Linked | Order::Apart(_) => true,
        }
    }

    /// What legal legs make of a squadron, for its last ship.
    fn regroups(&self, conn: &Conn<'_>, others: Crowd, legs: &FixedList<Leg, LEGS>) -> Option<Order> {
        let course = self.steer(conn, legs).ok()?;
        let end = self.end_of(conn.id, &course.legs);
        self.ground.holds(end).then(|| self.order(others, end))
    }

    /// A move that keeps a squadron together as well as can be, for its last ship.
    pub(in crate::battle::gothic) fn back_in_line(&self, conn: &Conn<'_>, line: &Line) -> Option<FixedList<Leg, LEGS>> {
        self.best_in_line(conn, line).map(|(_, legs)| legs)
    }

    fn best_in_line(&self, conn: &Conn<'_>, line: &Line) -> Option<(Order, FixedList<Leg, LEGS>)> {
        *line.best.get_or_init(|| self.find_in_line(conn, line.others))
    }

    fn find_in_line(&self, conn: &Conn<'_>, others: Crowd) -> Option<(Order, FixedList<Leg, LEGS>)> {
        let mut best: Option<(Order, FixedList<Leg, LEGS>)> = None;
        for legs in Self::spread(conn) {
            let known = best.as_ref().map(|(order, _)| *order);
            if known.is_some_and(|known| !self.may_reach(conn, others, &legs, known)) {
                continue;
            }
            let order = self.regroups(conn, others, &legs);
            if let Some(order) = order.filter(|order| known.is_none_or(|known| *order < known)) {
                best = Some((order, legs));
            }
        }
        best
    }
}
