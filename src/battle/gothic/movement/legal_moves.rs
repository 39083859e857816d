//! What moves a ship may make: how far it goes, how it turns, and what it may not.

use super::illegal_moves::Astray;
use super::moving::{DRAG, FULL};
use super::solar_sails::swing;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Course, Critical, LEGS, Leg, Order, ShipId};
use crate::ships::profile::Profile;
use crate::ships::traits::Trait;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point};

impl Battle {
    /// Speed after damage (MOVE-12).
    #[must_use]
    pub fn speed(&self, roster: &Roster, id: ShipId) -> Length {
        self.speed_on(roster, id, self.ship(id).heading)
    }

    /// Speed after damage on a heading: under sail the sun gives it.
    #[must_use]
    pub fn speed_on(&self, roster: &Roster, id: ShipId, heading: Heading) -> Length {
        let (ship, profile) = (self.ship(id), &roster[id].profile);
        if profile.odd.unslowed {
            return profile.speed;
        }
        let full = profile.sails.map_or(profile.speed, |sails| sails.speed(self.ground.sunward, heading));
        let lost = |damaged: bool, cm: i32| if damaged { Length::cm(cm) } else { Length::ZERO };
        let crippled = lost(self.crippled(roster, id), 5);
        let thrusters = lost(ship.criticals.count(Critical::Thrusters) > 0, 10);
        let sore = ship.criticals.count(Critical::Mainsail) + ship.criticals.count(Critical::Drives) > 0;
        let mainsail = lost(sore, 5);
        let leeches = lost(ship.criticals.count(Critical::Leech) > 0, 10);
        (full - crippled - thrusters - mainsail - leeches).max(Length::ZERO)
    }

    /// The most a ship may move, before markers slow it (MOVE-12).
    #[must_use]
    pub fn reach(&self, roster: &Roster, id: ShipId) -> Length {
        let speed = self.speed(roster, id);
        if self.latched(id).is_some() {
            return speed.half();
        }
        match self.ship(id).helm() {
            Some(Order::AllAheadFull) => speed + self.ship(id).done.surge,
            Some(Order::BurnRetros) => speed.min(roster[id].profile.speed.half()),
            _ => speed,
        }
    }

    /// What a ship may make of its legs: the whole course, or why not.
    pub(in crate::battle::gothic) fn plan(
        &self,
        roster: &Roster,
        id: ShipId,
        legs: &FixedList<Leg, LEGS>,
    ) -> Result<Course, Refusal> {
        let conn = self.conn(roster, id);
        let course = self.steer(&conn, legs).map_err(|astray| astray.refusal(roster, id))?;
        self.keeps_formation(&conn, &course)?;
        Ok(course)
    }

    /// What the moves of a ship are judged by.
    pub(in crate::battle::gothic) fn conn<'r>(&self, roster: &'r Roster, id: ShipId) -> Conn<'r> {
        let profile = &roster[id].profile;
        let clouds = !self.hopes(roster, id);
        // Where it starts counts, and is the reason why a slowed ship may not have to move at all (BLAST-12, MOVE-04).
        // Navigational shields let it through unslowed (REFIT-13).
        let slowed =
            !self.passes_clear(roster, id) && (self.markers_on(roster, id) > 0 || clouds && self.in_cloud(roster, id));
        Conn { id, roster, profile, reach: self.reach(roster, id), clouds, slowed, helm: Helm::new(self, roster, id) }
    }

    /// Whether markers and clouds do not slow a ship (REFIT-13, MECH-08, NEC-09).
    #[must_use]
    pub fn passes_clear(&self, roster: &Roster, id: ShipId) -> bool {
        let profile = &roster[id].profile;
        profile.improved.clear_passage || profile.is(Trait::Impervious) || self.repels(roster, id)
    }

    /// As [`plan`](Self::plan), whatever becomes of its squadron.
    pub(in crate::battle::gothic) fn steer(
        &self,
        conn: &Conn<'_>,
        legs: &FixedList<Leg, LEGS>,
    ) -> Result<Course, Astray> {
        let Conn { id, roster, profile, mut reach, clouds, slowed, mut helm } = *conn;
        let turns = |leg: &Leg| matches!(leg, Leg::Turn(degrees) | Leg::Drawn(degrees) if *degrees != 0);
        if profile.is_stationary() && legs.iter().any(turns) {
            return Err(Astray::Stationary);
        }
        let sails = profile.sails.is_some();
        let mut course = Course { ship: id, ..Course::default() };
        let mut gone = Length::ZERO;
        let (mut at, mut heading) = (self.ship(id).at, self.ship(id).heading);
        let mut touched = slowed.then_some(Length::ZERO);
        let first_shroud = |at: Point, heading: Heading, length: Length, gone: Length| {
            let ahead = length > Length::ZERO && !self.passes_clear(roster, id);
            let touch = ahead.then(|| self.next_shroud(roster, id, at, heading, length, clouds)).flatten();
            touch.map(|touch| gone + touch)
        };
        let odd = profile.odd;
        for (index, leg) in legs.iter().enumerate() {
            let leg = match *leg {
                Leg::Ahead(length) if length == FULL => {
                    let rest = reach - gone;
                    touched = touched.or_else(|| first_shroud(at, heading, rest, gone));
                    Leg::Ahead(
                        touched.filter(|_| !odd.unslowed).map_or(reach, |at| at.max(reach - DRAG).max(gone)) - gone,
                    )
                }
                leg @ (Leg::Ahead(_) | Leg::Turn(_) | Leg::Drawn(_) | Leg::Trail) => leg,
            };
            match leg {
                Leg::Ahead(length) => {
                    if length < Length::ZERO {
                        return Err(Astray::Backwards);
                    }
                    if !self.may_climb(id, at, heading, length) {
                        return Err(Astray::Climbs);
                    }
                    touched = touched.or_else(|| first_shroud(at, heading, length, gone));
                    at = at.ahead(heading, length);
                    gone += length;
                    helm.went(length);
                }
                Leg::Trail => {
                    if !odd.trails || course.trail.is_some() {
                        return Err(Astray::Trail);
                    }
                    course.trail = Some(at);
                    continue;
                }
                Leg::Turn(degrees) => {
                    helm.turn(degrees, index + 1 == legs.len())?;
                    // Pushed aside by less than 10 cm, a rok keeps its course.
                    if odd.rok {
                        course.keeps = Some(heading);
                    }
                    heading = heading.turned(degrees);
                }
                Leg::Drawn(degrees) => {
                    let ends = index == 0 || index + 1 == legs.len();
                    if course.keeps.is_some() {
                        return Err(Astray::Pushed);
                    }
                    if !ends {
                        return Err(Astray::DrawnMidway);
                    }
                    if !self.may_be_drawn(at, heading, degrees) {
                        return Err(Astray::NotDrawn(degrees.abs()));
                    }
                    heading = heading.turned(degrees);
                }
            }
            // The sun gives the speed on the heading before the first cm.
            if sails && gone == Length::ZERO {
                reach = self.speed_on(roster, id, heading);
            }
            course.legs.push(leg).expect("as many as the answer holds");
        }
        // Its mass carries a rok through markers at its own pace.
        let touched = touched.filter(|_| !odd.unslowed);
        course.limit = reach;
        let most = touched.map_or(reach, |touch| touch.max(reach - DRAG));
        match self.may_go(roster, id, gone, most, touched.is_some()) {
            // Alongside a friendly star fort a ship may halt, and lie.
            Err(Astray::TooShort(..)) if self.docks_at(roster, id, at) => {}
            judged => judged?,
        }
        Ok(course)
    }

    fn may_go(&self, roster: &Roster, id: ShipId, gone: Length, most: Length, slowed: bool) -> Result<(), Astray> {
        let profile = &roster[id].profile;
        if gone > most {
            return Err(Astray::TooFar(most, gone, slowed));
        }
        if self.ship(id).helm() == Some(Order::AllAheadFull) {
            if gone < most {
                return Err(Astray::NotAllAhead(most));
            }
            return Ok(());
        }
        // Neither in a gravity well nor in low orbit need a ship move (TERRAIN-34, ORBIT-03), nor under sail.
        let held = self.in_well(self.ship(id).at)
            || self.is_low(id)
            || profile.sails.is_some()
            || profile.odd.floats && !profile.odd.unslowed;
        let free = self.ship(id).order == Some(Order::BurnRetros) || held;
        let slowest = if profile.odd.unslowed { profile.speed } else { profile.speed.half() };
        let least = if free { Length::ZERO } else { slowest.min(most) };
        if gone < least {
            return Err(Astray::TooShort(least, gone));
        }
        Ok(())
    }

    /// Whether a gravity well gives a free turn there (TERRAIN-31, TERRAIN-33).
    pub(in crate::battle::gothic) fn may_be_drawn(&self, at: Point, heading: Heading, degrees: i32) -> bool {
        let towards = self.wells(at).any(|centre| {
            let turn = at.heading_to(centre).map_or(0, |to| heading.turn_to(to));
            // Directly astern the owner picks the side; otherwise no farther than facing the planet (TERRAIN-33).
            let side = turn.signum() == degrees.signum() || turn.abs() == 180;
            side && degrees.abs() <= turn.abs().min(45)
        });
        towards || degrees == 0
    }
}

/// What the moves of a ship are judged by, looked up once for all that are tried.
#[derive(Clone, Copy)]
pub(in crate::battle::gothic) struct Conn<'r> {
    pub(in crate::battle::gothic) id: ShipId,
    pub(in crate::battle::gothic) roster: &'r Roster,
    pub(in crate::battle::gothic) profile: &'r Profile,
    /// How far it may go, before markers slow it.
    pub(in crate::battle::gothic) reach: Length,
    /// Clouds count as markers to it.
    clouds: bool,
    /// It is slowed from where it starts.
    slowed: bool,
    helm: Helm,
}

/// The turns a ship may make in one move.
#[derive(Clone, Copy)]
struct Helm {
    left: u8,
    widest: i32,
    before: Length,
    since: Length,
    reason: (&'static str, &'static str),
    exactly: bool,
    /// Turns only before the first cm.
    sails: bool,
    /// One turn of 45 degrees anywhere in place of that (REFIT-27).
    rigged: bool,
    /// One turn of 90 degrees at the end in place of that (REFIT-27).
    swings_last: bool,
}

impl Helm {
    fn new(battle: &Battle, roster: &Roster, id: ShipId) -> Self {
        let (ship, profile) = (battle.ship(id), &roster[id].profile);
        // In low orbit a turn needs no way before it (ORBIT-03).
        let mut before = if battle.is_low(id) { Length::ZERO } else { profile.before_turn() };
        let (left, reason) = if profile.odd.rok {
            let pushed = ship.helm() == Some(Order::AllAheadFull);
            (u8::from(pushed), ("ORK-04", "but once, on all ahead full"))
        } else if ship.done.feats.charge > 0 {
            (0, ("KILLER-03", "while it charges its gun"))
        } else if ship.done.feats.turned > 0 {
            (0, ("HULK-01", "in two turns running"))
        } else if ship.criticals.count(Critical::Engine) > 0 {
            (0, ("CRIT-11", "with engine room damage"))
        } else {
            match ship.helm() {
                Some(Order::AllAheadFull) => (0, ("ORDER-04", "on all ahead full")),
                Some(Order::LockOn) => (0, ("ORDER-10", "on lock on")),
                Some(Order::ComeToNewHeading) => (2, ("ORDER-08", "more than twice on come to new heading")),
                Some(Order::BurnRetros) => {
                    before = Length::ZERO;
                    (1, ("ORDER-09", "more than once on burn retros"))
                }
                _ => (1, ("MOVE-07", "more than once in a move")),
            }
        };
        let left = if left > 0 && profile.improved.extra_turn { left + 1 } else { left };
        let (exactly, since) = (profile.odd.rok || profile.odd.space_hulk, Length::ZERO);
        let (rigged, swings_last) = (profile.improved.rigged, profile.improved.swings_last);
        if profile.odd.floats {
            let (left, before) = (1, Length::ZERO);
            let (rigged, swings_last) = (false, false);
            return Self { left, widest: 180, before, since, reason, exactly, sails: true, rigged, swings_last };
        }
        if profile.sails.is_some() {
            // Under sail it faces any way it likes before it moves; with severed mast lines up to 90 degrees aside.
            let widest = if ship.criticals.count(Critical::Mast) > 0 { 90 } else { 180 };
            let before = Length::ZERO;
            return Self { left, widest, before, since, reason, exactly, sails: true, rigged, swings_last };
        }
        Self { left, widest: profile.turn, before, since, reason, exactly, sails: false, rigged, swings_last }
    }

    fn went(&mut self, length: Length) {
        self.since += length;
    }

    /// How far it may turn under way while under sail.
    fn under_way(&self, last: bool) -> i32 {
        match (self.swings_last && last, self.rigged) {
            (true, _) => 90,
            (false, true) => 45,
            (false, false) => 0,
        }
    }

    fn turn(&mut self, degrees: i32, last: bool) -> Result<(), Astray> {
        if self.left == 0 {
            return Err(Astray::Turns(self.reason.0, self.reason.1));
        }
        if self.sails && self.since > Length::ZERO && swing(degrees) > self.under_way(last) {
            return Err(Astray::TurnsLate);
        }
        let swing = if self.sails { swing(degrees) } else { degrees.abs() };
        if swing > self.widest {
            return Err(Astray::TooWide(self.widest, degrees.abs()));
        }
        if self.since < self.before || self.exactly && self.since > self.before {
            return Err(Astray::TooSoon(self.before, self.since));
        }
        self.left -= 1;
        self.since = Length::ZERO;
        Ok(())
    }
}
