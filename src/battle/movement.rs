//! Moving ships: how far, which turns, and what they meet on the way.

use super::agenda::{Task, Test, Threat};
use super::answer::Judged;
use super::event::{Event, Log};
use super::few::Few;
use super::geometry::{Heading, Length, Point, TOUCH, beside};
use super::ordnance::FlightId;
use super::ordnance::form::Form;
use super::play::Play;
use super::profile::Roster;
use super::refusal::Refusal;
use super::sails::swing;
use super::state::{Battle, Course, Critical, Fate, FeatureKind, LEGS, Leg, Order, Phase, ShipId, Unit};
use crate::dice::Dice;

/// What moving through markers costs (BLAST-11).
const DRAG: Length = Length::cm(5);
/// `ahead` without a figure: as far as the ship may go.
pub const FULL: Length = Length(i32::MAX);

impl Battle {
    /// Speed after damage (MOVE-12).
    #[must_use]
    pub fn speed(&self, roster: &Roster, id: ShipId) -> Length {
        self.speed_on(roster, id, self.ship(id).heading)
    }

    /// Speed after damage on a heading: under sail the sun gives it.
    #[must_use]
    pub fn speed_on(&self, roster: &Roster, id: ShipId, heading: Heading) -> Length {
        let (ship, profile) = (self.ship(id), &roster.ships[usize::from(id.0)].profile);
        if profile.odd.rok {
            return profile.speed;
        }
        let full = profile.sails.map_or(profile.speed, |sails| sails.speed(self.ground.sunward, heading));
        let lost = |damaged: bool, cm: i32| if damaged { Length::cm(cm) } else { Length::ZERO };
        let crippled = lost(self.crippled(roster, id), 5);
        let thrusters = lost(ship.criticals.count(Critical::Thrusters) > 0, 10);
        let mainsail = lost(ship.criticals.count(Critical::Mainsail) > 0, 5);
        (full - crippled - thrusters - mainsail).max(Length::ZERO)
    }

    /// The most a ship may move, before markers slow it (MOVE-12).
    #[must_use]
    pub fn reach(&self, roster: &Roster, id: ShipId) -> Length {
        let speed = self.speed(roster, id);
        match self.ship(id).order {
            Some(Order::AllAheadFull) => speed + self.ship(id).done.surge,
            Some(Order::BurnRetros) => speed.min(roster.ships[usize::from(id.0)].profile.speed.half()),
            _ => speed,
        }
    }

    /// What a ship may make of its legs: the whole course, or why not.
    pub(super) fn plan(&self, roster: &Roster, id: ShipId, legs: &Few<Leg, LEGS>) -> Result<Course, Refusal> {
        let course = self.steer(roster, id, legs)?;
        self.keeps_formation(roster, id, &course)?;
        Ok(course)
    }

    /// As [`plan`](Self::plan), whatever becomes of its squadron.
    pub(super) fn steer(&self, roster: &Roster, id: ShipId, legs: &Few<Leg, LEGS>) -> Result<Course, Refusal> {
        let name = &roster.ships[usize::from(id.0)].name;
        let mut reach = self.reach(roster, id);
        let turns = |leg: &Leg| matches!(leg, Leg::Turn(degrees) | Leg::Drawn(degrees) if *degrees != 0);
        if roster.ships[usize::from(id.0)].profile.is_stationary() && legs.iter().any(turns) {
            return Err(Refusal::new("DEF-01", format!("{name} does not move: it may only stay")));
        }
        let sails = roster.ships[usize::from(id.0)].profile.sails.is_some();
        let clouds = !self.hopes(roster, id);
        let mut course = Course { ship: id, ..Course::default() };
        let mut gone = Length::ZERO;
        let (mut at, mut heading) = (self.ship(id).at, self.ship(id).heading);
        let mut helm = Helm::new(self, roster, id);
        // Where it starts counts, and is the reason why a slowed ship may not have to move at all (BLAST-12, MOVE-04).
        // Navigational shields let it through unslowed (REFIT-13).
        let clear = roster.ships[usize::from(id.0)].profile.improved.clear_passage;
        let starts = self.markers_on(roster, id) > 0 || clouds && self.in_cloud(roster, id);
        let mut touched = (starts && !clear).then_some(Length::ZERO);
        let first_shroud = |at: Point, heading: Heading, length: Length, gone: Length| {
            let ahead = length > Length::ZERO && !clear;
            let touch = ahead.then(|| self.next_shroud(roster, id, at, heading, length, clouds)).flatten();
            touch.map(|touch| gone + touch)
        };
        let odd = roster.ships[usize::from(id.0)].profile.odd;
        for (index, leg) in legs.iter().enumerate() {
            let leg = match *leg {
                Leg::Ahead(length) if length == FULL => {
                    let rest = reach - gone;
                    touched = touched.or_else(|| first_shroud(at, heading, rest, gone));
                    Leg::Ahead(touched.filter(|_| !odd.rok).map_or(reach, |at| at.max(reach - DRAG).max(gone)) - gone)
                }
                leg => leg,
            };
            match leg {
                Leg::Ahead(length) => {
                    if length < Length::ZERO {
                        return Err(Refusal::new("MOVE-06", format!("{name} cannot move backwards")));
                    }
                    self.may_climb(name, id, at, heading, length)?;
                    touched = touched.or_else(|| first_shroud(at, heading, length, gone));
                    at = at.ahead(heading, length);
                    gone += length;
                    helm.went(length);
                }
                Leg::Trail => {
                    if !odd.trails || course.trail.is_some() {
                        return Err(Refusal::new("BLAST-01", format!("{name} leaves no blast marker there")));
                    }
                    course.trail = Some(at);
                    continue;
                }
                Leg::Turn(degrees) => {
                    helm.turn(name, degrees, index + 1 == legs.len())?;
                    // Pushed aside by less than 10 cm, a rok keeps its course.
                    if odd.rok {
                        course.keeps = Some(heading);
                    }
                    heading = heading.turned(degrees);
                }
                Leg::Drawn(degrees) => {
                    let ends = index == 0 || index + 1 == legs.len();
                    if course.keeps.is_some() {
                        let message = format!("{name} is turned by all ahead full and draws no further");
                        return Err(Refusal::new("TERRAIN-31", message));
                    }
                    self.may_be_drawn(name, at, heading, degrees, ends)?;
                    heading = heading.turned(degrees);
                }
            }
            // The sun gives the speed on the heading before the first cm.
            if sails && gone == Length::ZERO {
                reach = self.speed_on(roster, id, heading);
            }
            let _ = course.legs.push(leg);
        }
        // Its mass carries a rok through markers at its own pace.
        let touched = touched.filter(|_| !odd.rok);
        course.limit = reach;
        let most = touched.map_or(reach, |touch| touch.max(reach - DRAG));
        self.may_go(roster, id, gone, most, touched.is_some())?;
        Ok(course)
    }

    fn may_go(&self, roster: &Roster, id: ShipId, gone: Length, most: Length, slowed: bool) -> Result<(), Refusal> {
        let entry = &roster.ships[usize::from(id.0)];
        let name = &entry.name;
        if gone > most {
            let (rule, why) = if slowed { ("BLAST-13", " through blast markers") } else { ("MOVE-02", "") };
            return Err(Refusal::new(rule, format!("{name} may move {most} cm at most{why}, not {gone}")));
        }
        if self.ship(id).order == Some(Order::AllAheadFull) {
            if gone < most {
                return Err(Refusal::new("ORDER-04", format!("{name} must move exactly {most} cm on all ahead full")));
            }
            return Ok(());
        }
        // Neither in a gravity well nor in low orbit need a ship move (TERRAIN-34, ORBIT-03), nor under sail.
        let held = self.in_well(self.ship(id).at) || self.is_low(id) || entry.profile.sails.is_some();
        let free = self.ship(id).order == Some(Order::BurnRetros) || held;
        let slowest = if entry.profile.odd.rok { entry.profile.speed } else { entry.profile.speed.half() };
        let least = if free { Length::ZERO } else { slowest.min(most) };
        if gone < least {
            return Err(Refusal::new("MOVE-03", format!("{name} must move at least {least} cm, not {gone}")));
        }
        Ok(())
    }

    fn may_be_drawn(
        &self,
        name: &str,
        at: Point,
        heading: Heading,
        degrees: i32,
        at_an_end: bool,
    ) -> Result<(), Refusal> {
        let refuse = |message: String| Err(Refusal::new("TERRAIN-31", message));
        if !at_an_end {
            return refuse(format!("{name} may make a free turn only at the beginning and at the end of its move"));
        }
        let towards = self.wells(at).any(|centre| {
            let turn = at.heading_to(centre).map_or(0, |to| heading.turn_to(to));
            // Directly astern the owner picks the side; otherwise no farther than facing the planet (TERRAIN-33).
            let side = turn.signum() == degrees.signum() || turn.abs() == 180;
            side && degrees.abs() <= turn.abs().min(45)
        });
        if towards || degrees == 0 {
            return Ok(());
        }
        refuse(format!("{name} has no free turn of {} degrees there", degrees.abs()))
    }
}

/// The turns a ship may make in one move.
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
        let (ship, profile) = (battle.ship(id), &roster.ships[usize::from(id.0)].profile);
        // In low orbit a turn needs no way before it (ORBIT-03).
        let mut before = if battle.is_low(id) { Length::ZERO } else { profile.before_turn() };
        let (left, reason) = if profile.odd.rok {
            let pushed = ship.order == Some(Order::AllAheadFull);
            (u8::from(pushed), ("MOVE-07", "but once, on all ahead full"))
        } else if ship.criticals.count(Critical::Engine) > 0 {
            (0, ("CRIT-11", "with engine room damage"))
        } else {
            match ship.order {
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
        let (exactly, since) = (profile.odd.rok, Length::ZERO);
        let (rigged, swings_last) = (profile.improved.rigged, profile.improved.swings_last);
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

    fn turn(&mut self, name: &str, degrees: i32, last: bool) -> Result<(), Refusal> {
        if self.left == 0 {
            return Err(Refusal::new(self.reason.0, format!("{name} may not turn {}", self.reason.1)));
        }
        if self.sails && self.since > Length::ZERO && swing(degrees) > self.under_way(last) {
            return Err(Refusal::new("MOVE-07", format!("{name} may turn only before it moves")));
        }
        let swing = if self.sails { swing(degrees) } else { degrees.abs() };
        if swing > self.widest {
            let message = format!("{name} may turn {} degrees at most, not {}", self.widest, degrees.abs());
            return Err(Refusal::new("MOVE-07", message));
        }
        if self.since < self.before || self.exactly && self.since > self.before {
            let message = format!("{name} must move {} cm before a turn, not {}", self.before, self.since);
            return Err(Refusal::new("MOVE-08", message));
        }
        self.left -= 1;
        self.since = Length::ZERO;
        Ok(())
    }
}

/// What a moving ship meets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Met {
    Asteroids(u8),
    Cloud,
    Screen,
    Scorch,
    Shroud,
    Rift(u8),
    Ram(ShipId),
    // Craft on patrol with a ship that is rammed attack after the ram (CAP-07).
    Flight(FlightId),
    Edge,
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Moves a ship of the active player.
    pub(super) fn move_ship(&mut self, id: ShipId, legs: &Few<Leg, LEGS>) -> Judged<()> {
        let ship = self.battle.ship(id);
        if ship.done.moved {
            return Err(Refusal::new("MOVE-14", format!("{} has moved or may not move", self.name(id))).into());
        }
        let unit = self.battle.unit_of(id);
        if let Some(current) = self
            .battle
            .current
            .filter(|current| *current != unit && !self.battle.unmoved(*current).any(|unmoved| unmoved == id))
        {
            let message = format!("{} must finish its move first", self.unit_name(current));
            return Err(Refusal::new("ORDER-02", message).into());
        }
        let course = self.battle.plan(self.roster, id, legs)?;
        if self.battle.current.is_none() {
            self.battle.current = Some(unit);
            self.cast_off(unit);
        }
        let ram = self.battle.ship_mut(id).done.ram.take();
        self.battle.course = Course { ram, ..course };
        self.then(Task::Go);
        Ok(())
    }

    /// Goes on with the move until it ends or something is met.
    pub(super) fn go(&mut self) -> Judged<()> {
        let id = self.battle.course.ship;
        loop {
            let ship = *self.battle.ship(id);
            if !ship.fights() || ship.hits == 0 {
                break;
            }
            let Some(leg) = self.battle.course.legs.first().copied() else { break };
            let length = match leg {
                Leg::Turn(degrees) | Leg::Drawn(degrees) => {
                    self.battle.ship_mut(id).heading = ship.heading.turned(degrees);
                    self.battle.course.legs.remove(0);
                    if swing(degrees) > 45 && ship.criticals.count(Critical::Superstructure) > 0 {
                        self.then(Task::Go);
                        self.then(Task::Strain(id));
                        return Ok(());
                    }
                    continue;
                }
                Leg::Trail => {
                    self.battle.course.legs.remove(0);
                    continue;
                }
                Leg::Ahead(length) => length.min(self.battle.course.limit - self.battle.course.gone),
            };
            if length <= Length::ZERO {
                self.battle.course.legs.remove(0);
                continue;
            }
            match self.next_met(id, length) {
                Some((at, met)) => {
                    self.advance_by(id, at);
                    if self.meet(id, met)? {
                        return Ok(());
                    }
                }
                None => self.advance_by(id, length),
            }
        }
        self.finish_move(id);
        Ok(())
    }

    fn advance_by(&mut self, id: ShipId, by: Length) {
        let ship = self.battle.ship_mut(id);
        let from = ship.at;
        ship.at = from.ahead(ship.heading, by);
        self.find_contacts(id, from);
        self.take_along(id);
        let course = &mut self.battle.course;
        course.gone += by;
        if let Some(Leg::Ahead(left)) = course.legs.first_mut() {
            *left -= by;
        }
    }

    fn next_met(&self, id: ShipId, length: Length) -> Option<(Length, Met)> {
        let (ship, course, base) = (self.battle.ship(id), &self.battle.course, self.profile(id).base);
        let mut first: Option<(Length, Met)> = None;
        let mut consider = |found: Option<Length>, met: Met| {
            if let Some(at) = found
                && first.is_none_or(|(known, other)| (at, met) < (known, other))
            {
                first = Some((at, met));
            }
        };
        let struck = ship.done.asteroids == Some(true) || ship.done.struck;
        for (index, feature) in (0..).zip(self.battle.features.iter()) {
            let touch = || feature.shape.first_touch(ship.at, ship.heading, length, base);
            match feature.kind {
                FeatureKind::Asteroids | FeatureKind::Minefield if !struck => consider(touch(), Met::Asteroids(index)),
                FeatureKind::Rift => consider(touch(), Met::Rift(index)),
                _ => {}
            }
        }
        consider(self.battle.screen_meets(self.roster, id, length), Met::Screen);
        let profile = self.profile(id);
        let bare = self.battle.shield_value(self.roster, id) == 0 && !course.scorched && !profile.improved.polarised;
        let starts = course.gone == Length::ZERO;
        if bare || !course.slowed && !profile.odd.rok && !profile.improved.clear_passage {
            let (battle, roster) = (&*self.battle, self.roster);
            // Eldar test before a cloud means anything to them (TERRAIN-11).
            if profile.is_eldar() && ship.done.clouds.is_none() {
                let inside = starts && battle.in_cloud(roster, id);
                let ahead = || battle.next_cloud(roster, id, ship.at, ship.heading, length);
                consider(if inside { Some(Length::ZERO) } else { ahead() }, Met::Cloud);
            }
            let clouds = !profile.is_eldar() || ship.done.clouds == Some(false);
            let inside = starts && (battle.markers_on(roster, id) > 0 || clouds && battle.in_cloud(roster, id));
            let ahead = || battle.next_shroud(roster, id, ship.at, ship.heading, length, clouds);
            consider(if inside { Some(Length::ZERO) } else { ahead() }, if bare { Met::Scorch } else { Met::Shroud });
        }
        if let Some(target) = course.ram.filter(|target| self.battle.ship(*target).present()) {
            let reach = base + self.profile(target).base + TOUCH;
            let at = self.battle.ship(target).at;
            consider(super::geometry::first_within(ship.at, ship.heading, length, at, reach), Met::Ram(target));
        }
        let to = ship.at.ahead(ship.heading, length);
        for flight in self.battle.flights.iter().filter(|flight| flight.aboard.is_none()) {
            let form = self.battle.form(self.roster, flight);
            // What lies farther from the way than the outlines reach is not met.
            let near = beside(ship.at, to, flight.at, base + form.reach() + TOUCH);
            if near && self.battle.preys_on(self.roster, flight, id) {
                consider(Form::Disc(base).meets(ship.at, to, form, flight.at), Met::Flight(flight.id));
            }
        }
        consider(self.battle.ground.leaves(ship.at, ship.heading, length), Met::Edge);
        first
    }

    /// Deals with what was met; true when the move waits for it.
    fn meet(&mut self, id: ShipId, met: Met) -> Judged<bool> {
        match met {
            Met::Edge if self.battle.is_low(id) => return Ok(self.leave_low_orbit(id)),
            Met::Edge if self.leaves_by_goal(id, self.battle.ship(id).at) => {
                self.retire(id, Fate::LeftByEdge);
                self.tell(|| Event::LeftByGoal(id));
                return Ok(false);
            }
            Met::Edge => {
                self.retire(id, Fate::Disengaged);
                self.tell(|| Event::LeftTable(id));
                return Ok(false);
            }
            Met::Screen => {
                self.screen_rolls(id)?;
                return Ok(false);
            }
            Met::Shroud => {
                self.drag(id);
                return Ok(false);
            }
            Met::Scorch => {
                self.battle.course.scorched = true;
                self.drag(id);
                self.then(Task::Go);
                self.then(Task::Scorch(id));
                self.offer_brace(self.battle.unit_of(id), Threat::Markers);
            }
            Met::Asteroids(index) => {
                self.then(Task::Go);
                let unit = self.battle.unit_of(id);
                if self.battle.ship(id).done.asteroids == Some(false) {
                    self.battle.ship_mut(id).done.struck = true;
                    self.then(Task::Boulders(id));
                    self.offer_brace(unit, Threat::Asteroids);
                } else {
                    let feature = self.battle.features[usize::from(index)];
                    let ship = self.battle.ship(id);
                    let mined = feature.kind == FeatureKind::Minefield && feature.owner != ship.side;
                    let dice = if mined || ship.order == Some(Order::AllAheadFull) { 3 } else { 2 };
                    let needed = self.battle.leadership(unit);
                    self.test(unit, Test::Asteroids, dice, needed)?;
                }
            }
            Met::Flight(flight) => {
                self.then(Task::Go);
                self.run_into(flight, id);
            }
            Met::Cloud => {
                self.then(Task::Go);
                let unit = self.battle.unit_of(id);
                let needed = self.battle.leadership(unit);
                self.test(unit, Test::Clouds, 2, needed)?;
            }
            Met::Rift(_) => {
                self.battle.course.legs.clear();
                // A rift destroys attack craft that enter it (TERRAIN-25).
                for flight in &self.patrol_ids(id) {
                    self.remove_flight(*flight, "TERRAIN-25");
                }
                self.then(Task::Go);
                let needed = self.battle.own_leadership(id);
                self.test(Unit::Ship(id), Test::Rift, 3, needed)?;
            }
            Met::Ram(target) => {
                self.battle.course.ram = None;
                self.then(Task::Go);
                self.strike_ram(id, target);
            }
        }
        Ok(true)
    }

    /// Markers or asteroids take 5 cm off the rest of the move, once (BLAST-13, TERRAIN-18).
    pub(super) fn drag(&mut self, id: ShipId) {
        let clear = self.profile(id).improved.clear_passage || self.profile(id).odd.rok;
        let course = &mut self.battle.course;
        if course.ship != id || course.slowed || clear {
            return;
        }
        course.slowed = true;
        course.limit = course.gone.max(course.limit - DRAG);
        let limit = course.limit;
        self.tell(|| Event::Slowed(id, limit));
    }

    fn finish_move(&mut self, id: ShipId) {
        let Course { gone, keeps, trail, .. } = self.battle.course;
        let first = self.battle.phase == Phase::Movement;
        let ship = self.battle.ship_mut(id);
        if let Some(heading) = keeps.filter(|_| ship.done.surge < Length::cm(10)) {
            ship.heading = heading;
        }
        ship.done.moved = true;
        // Ruling: either move of a turn is enough for a ship under sail not to stand still (MOVE-05).
        ship.done.slow = gone < DRAG && (first || ship.done.slow);
        let (at, heading, fights) = (ship.at, ship.heading, ship.fights());
        self.tire(id, gone);
        self.battle.course = Course::default();
        if fights {
            self.tell(|| Event::Moved(id, gone, at, heading));
            if let Some(at) = trail {
                self.put_marker(at, "BLAST-01");
            }
        }
    }

    /// Rolls the extra distance of All Ahead Full once for the unit; each ship takes its best dice (ORDER-05).
    pub(super) fn surge(&mut self, unit: Unit) -> Judged<()> {
        let members = self.battle.members(unit);
        let most = members.iter().map(|ship| self.profile(*ship).ahead_dice).max().unwrap_or(0);
        let faces = self.roll("all ahead full", self.unit_name(unit), most)?;
        self.tell(|| Event::Surge(unit, faces));
        let mut best = faces;
        best.sort_unstable_by(|a, b| b.cmp(a));
        for id in &members {
            let own = usize::from(self.profile(*id).ahead_dice);
            let sum: u8 = best.iter().take(own).sum();
            self.battle.ship_mut(*id).done.surge = Length::cm(i32::from(sum));
        }
        for id in members.iter().rev() {
            if self.profile(*id).improved.double_surge && !self.battle.ship(*id).done.surge_spent {
                self.then(Task::Double(*id));
            }
        }
        Ok(())
    }

    /// Rolls for damage where a ship without shields touches a marker (BLAST-14).
    pub(super) fn scorch(&mut self, id: ShipId) -> Judged<()> {
        let face = self.d6("blast markers", self.name(id))?;
        self.tell(|| Event::Scorch(id, face));
        if face == 6 {
            self.hull_hit(id)?;
        }
        Ok(())
    }
}
