//! The duty of a squadron to keep together when it moves (SQUAD-09).

use super::few::Few;
use super::geometry::{Length, Point};
use super::movement::FULL;
use super::profile::Roster;
use super::refusal::Refusal;
use super::squadron::LINK;
use super::state::{Battle, Course, Crowd, LEGS, Leg, ShipId, Unit};

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

/// A ship that cannot keep formation may end this much farther from the rest than it could.
const MARGIN: Length = Length::cm(1);

impl Battle {
    /// Refuses a move that breaks the formation, or leads away from it, where another would not (SQUAD-09).
    ///
    /// Ruling: judged by the squadron's last ship to move, when all others are where they will be. The other moves that
    /// are looked at are a spread of lengths and turns. A ship may leave the table all the same (DISENG-10).
    pub(super) fn keeps_formation(&self, roster: &Roster, id: ShipId, course: &Course) -> Result<(), Refusal> {
        let Some(others) = self.waiting_for(id) else { return Ok(()) };
        let end = self.end_of(id, &course.legs);
        if !self.ground.holds(end) {
            return Ok(());
        }
        let (own, best) = (self.order(others, end), || self.regrouping(roster, id, others));
        let better = match own {
            Order::Formation => false,
            Order::Linked => best().is_some_and(|(best, _)| best < own),
            Order::Apart(gap) => best().is_some_and(|(best, _)| best < Order::Apart(gap - MARGIN)),
        };
        if !better {
            return Ok(());
        }
        let name = &roster.ships[usize::from(id.0)].name;
        let squadron = self.ship(id).squadron.map_or("", |squadron| &roster.squadrons[usize::from(squadron.0)]);
        let message = format!("{name} may not leave the formation of {squadron}: it has a move that keeps to it");
        Err(Refusal::new("SQUAD-09", message))
    }

    /// Whether a move, if it is legal otherwise, keeps a ship with its squadron.
    #[must_use]
    pub fn stays_together(&self, roster: &Roster, id: ShipId, legs: &Few<Leg, LEGS>) -> bool {
        let Some(squadron) = self.ship(id).squadron else { return true };
        let last = self.unmoved(Unit::Squadron(squadron)).all(|other| other == id);
        !last || self.steer(roster, id, legs).is_ok_and(|course| self.keeps_formation(roster, id, &course).is_ok())
    }

    /// The other ships of a squadron on its last ship's table, once all of them have moved.
    fn waiting_for(&self, id: ShipId) -> Option<Crowd> {
        let ship = self.ship(id);
        let mut others = self.company(ship.squadron?);
        // A crew that is broken makes for the edge (LEAD-14).
        if !others.contains(id) || self.leadership(self.unit_of(id)) <= 1 {
            return None;
        }
        others.remove(id);
        if others.iter().any(|other| !self.ship(other).done.moved) {
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
        let nearest = others.iter().map(|other| self.ship(other).at.distance(at)).min().unwrap_or_default();
        if !others.iter().any(|other| self.ship(other).at.within(at, LINK)) {
            return Order::Apart(nearest);
        }
        let mut left = others;
        while let Some(near) = left.iter().find(|other| self.ship(*other).at.within(at, LINK)) {
            self.chain(near, &mut left);
        }
        if left.is_empty() { Order::Formation } else { Order::Linked }
    }

    /// The move of a spread that keeps the squadron together best, for its last ship.
    fn regrouping(&self, roster: &Roster, id: ShipId, others: Crowd) -> Option<(Order, Few<Leg, LEGS>)> {
        let profile = &roster.ships[usize::from(id.0)].profile;
        let (reach, before) = (self.reach(roster, id), profile.before_turn());
        let under_sail = profile.sails.is_some();
        let widest = if under_sail { 180 } else { profile.turn };
        let mut best: Option<(Order, Few<Leg, LEGS>)> = None;
        for share in 0..=4 {
            for part in -3..=3 {
                let whole = Length(reach.0 / 4 * share);
                let first = if under_sail { Length::ZERO } else { before };
                let rest = if share == 4 { FULL } else { whole - first };
                let legs = match part {
                    0 => [Leg::Ahead(if share == 4 { FULL } else { whole }), Leg::Turn(0), Leg::Turn(0)],
                    _ if rest < Length::ZERO => continue,
                    _ => [Leg::Ahead(first), Leg::Turn(widest * part / 3), Leg::Ahead(rest)],
                };
                let mut few = Few::new();
                for leg in legs.into_iter().filter(|leg| *leg != Leg::Turn(0) && *leg != Leg::Ahead(Length::ZERO)) {
                    let _ = few.push(leg);
                }
                let Ok(course) = self.steer(roster, id, &few) else { continue };
                let end = self.end_of(id, &course.legs);
                let order = self.order(others, end);
                if self.ground.holds(end) && best.as_ref().is_none_or(|(known, _)| order < *known) {
                    best = Some((order, few));
                }
            }
        }
        best
    }

    /// A move that keeps a squadron together as well as can be, for its last ship.
    pub(super) fn back_in_line(&self, roster: &Roster, id: ShipId) -> Option<Few<Leg, LEGS>> {
        self.waiting_for(id).and_then(|others| self.regrouping(roster, id, others)).map(|(_, legs)| legs)
    }
}
