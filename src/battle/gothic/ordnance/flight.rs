//! Flying: a flight's move and what it touches on the way (ORD-15, ORD-16, ORD-22).

use super::outlines::Form;
use super::warheads;
use crate::battle::gothic::damage::blast_markers;
use crate::battle::gothic::decisions::answer::{Flying, Judged};
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::ordnance::{Flight, FlightId, FlightKind, Path, Quarry};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, FeatureKind, Shape, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::Gun;
use crate::ships::warhead::Warhead;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point, TOUCH, beside};

/// What a flight meets. Of what it meets at one spot, the first in this order comes first: terrain and markers, enemy
/// ordnance, then ships (ORD-16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Contact {
    /// It leaves the table (ORD-18).
    Edge,
    /// A phenomenon, by its place in the list.
    Feature(u8),
    /// A blast marker (ORD-11), or a cloud, which is one to ordnance (TERRAIN-10).
    Marker,
    /// Another flight.
    Flight(FlightId),
    /// A ship.
    Ship(ShipId),
    /// The base of an enemy that it does not attack and may not fly through (CRAFT-05).
    Base(ShipId),
}

/// Whether the way from one place to another leads off a template that the first lies beside: a salvo launched there
/// does not run into it (TORP-16).
fn leads_off(shape: &Shape, from: Point, to: Point) -> bool {
    let centre = shape.centre();
    let along = |from: Length, to: Length, centre: Length| i64::from((to - from).0) * i64::from((from - centre).0);
    along(from.x, to.x, centre.x) + along(from.y, to.y, centre.y) >= 0
}

impl Battle {
    /// How far a flight may go in one Ordnance Phase (CRAFT-08).
    #[must_use]
    pub fn flight_speed(&self, roster: &Roster, flight: &Flight) -> Length {
        if flight.id.kind != FlightKind::Wave {
            return flight.speed + flight.boost();
        }
        let speeds = flight.craft.iter().map(|marker| roster.craft[usize::from(marker.craft.0)].speed);
        speeds.min().unwrap_or_default() + flight.boost()
    }

    /// How far a flight may still go in this phase.
    #[must_use]
    pub fn reach_of(&self, roster: &Roster, flight: &Flight) -> Length {
        flight.left.unwrap_or_else(|| self.flight_speed(roster, flight))
    }

    /// Whether a flight attacks a ship that it touches.
    #[must_use]
    pub fn preys_on(&self, roster: &Roster, flight: &Flight, id: ShipId) -> bool {
        let ship = self.ship(id);
        if !ship.present() || ship.fights() && ship.hits == 0 {
            return false;
        }
        let enemy = ship.side != flight.side;
        let fresh = !flight.struck.iter().any(|crowd| crowd.contains(id));
        match flight.id.kind {
            // Torpedoes know neither friend nor foe, nor hulks (TORP-05, TORP-14).
            FlightKind::Salvo => fresh && (enemy || !warheads::spares_friends(flight)),
            FlightKind::Boarding => fresh && enemy && ship.fights(),
            FlightKind::Mine => enemy && ship.fights(),
            // Hulks of the enemy are attacked only by choice (CRAFT-04).
            FlightKind::Wave => {
                enemy && flight.strikers(roster) > 0 && (ship.fights() || self.path.quarry == Some(Quarry::Ship(id)))
            }
        }
    }

    /// Whether two flights that touch affect one another.
    #[must_use]
    pub fn clash(&self, roster: &Roster, one: &Flight, other: &Flight) -> bool {
        if one.aboard.is_some() || other.aboard.is_some() {
            return false;
        }
        let enemies = one.side != other.side;
        match (one.id.kind, other.id.kind) {
            (FlightKind::Boarding, FlightKind::Boarding) => enemies,
            (FlightKind::Salvo | FlightKind::Boarding, FlightKind::Salvo | FlightKind::Boarding) => true,
            (FlightKind::Wave, FlightKind::Wave) => enemies && (one.fighters(roster) > 0 || other.fighters(roster) > 0),
            (FlightKind::Wave, FlightKind::Salvo) => one.fighters(roster) > 0,
            (FlightKind::Salvo, FlightKind::Wave) => other.fighters(roster) > 0,
            (FlightKind::Wave, FlightKind::Boarding | FlightKind::Mine) => enemies && one.fighters(roster) > 0,
            (FlightKind::Boarding | FlightKind::Mine, FlightKind::Wave) => enemies && other.fighters(roster) > 0,
            _ => false,
        }
    }

    /// The first thing that a flight meets on its way to a place.
    fn first_contact(&self, roster: &Roster, flight: &Flight, to: Point) -> Option<(Length, Contact)> {
        let (form, from) = (Form::of(flight), flight.at);
        let mut first: Option<(Length, Contact)> = None;
        let mut consider = |found: Option<Length>, contact: Contact| {
            if let Some(at) = found
                && first.is_none_or(|known| (at, self.rank(contact), contact) < (known.0, self.rank(known.1), known.1))
            {
                first = Some((at, contact));
            }
        };
        consider(self.leaves_table(from, to), Contact::Edge);
        for (index, feature) in (0_u8..).zip(self.features.iter()) {
            let bars = match feature.kind {
                FeatureKind::Cloud => false,
                FeatureKind::Asteroids | FeatureKind::Minefield => {
                    flight.id.kind.is_salvo() || flight.minds_rocks(feature)
                }
                FeatureKind::Rift => true,
                FeatureKind::Planet | FeatureKind::Moon => flight.id.kind.is_salvo(),
            };
            let disc = matches!(feature.kind, FeatureKind::Planet | FeatureKind::Moon);
            if bars && disc && feature.shape.holds(from) {
                // Launched on the template, it runs across to the edge (TORP-17).
                consider(feature.shape.left_by(form, from, to), Contact::Feature(index));
            } else if bars && !(disc && self.path.launch && leads_off(&feature.shape, from, to)) {
                consider(feature.shape.meets(form, from, to), Contact::Feature(index));
            }
        }
        // Nothing that lies farther from the way than the outlines reach is met.
        let reach = form.reach() + TOUCH;
        let near = |at: Point, own: Length| beside(from, to, at, reach + own);
        if !flight.done.rolled {
            // A marker in contact counts all round the base of the launcher (ORD-11), and so does a cloud (TERRAIN-10).
            let shrouded = flight.launcher.is_some_and(|launcher| self.shrouded(roster, launcher));
            consider((self.path.launch && shrouded).then_some(Length::ZERO), Contact::Marker);
            for marker in self.markers.iter().filter(|marker| near(**marker, blast_markers::RADIUS)) {
                consider(form.meets(from, to, Form::Disc(blast_markers::RADIUS), *marker), Contact::Marker);
            }
            for cloud in self.clouds() {
                consider(cloud.meets(form, from, to), Contact::Marker);
            }
        }
        for other in &self.flights {
            let outline = self.form(roster, other);
            if !near(other.at, outline.reach()) {
                continue;
            }
            let known = other.id == flight.id || self.path.met.contains(&other.id);
            let outside = self.path.launch && !self.in_launch_arc(roster, flight, other.at);
            if !known && !outside && self.clash(roster, flight, other) && !self.lets_pass(roster, flight, other) {
                consider(form.meets(from, to, outline, other.at), Contact::Flight(other.id));
            }
        }
        for (id, ship) in self.all() {
            let own = roster[id].profile.base;
            if !near(ship.at, own) {
                continue;
            }
            let base = Form::Disc(own);
            if self.bars(roster, flight, id) {
                consider(self.enters(roster, flight, to, id), Contact::Base(id));
            }
            if !self.preys_on(roster, flight, id)
                || self.path.launch && (flight.through.contains(id) || !self.in_launch_arc(roster, flight, ship.at))
                || self.spares(roster, id)
            {
                continue;
            }
            consider(form.meets(from, to, base, ship.at), Contact::Ship(id));
        }
        first
    }

    /// Whether something there can be touched in the first move of a salvo (TORP-03).
    fn in_launch_arc(&self, roster: &Roster, flight: &Flight, at: Point) -> bool {
        let (Some(launcher), true) = (flight.launcher, flight.id.kind.is_salvo()) else { return true };
        let ship = self.ship(launcher);
        let tubes = roster[launcher].profile.weapons.iter().filter(|w| w.gun == Gun::Torpedoes);
        tubes.into_iter().any(|tube| tube.arcs.bear(ship.at, ship.heading, at))
    }

    /// How far a centre goes from one place towards another until it is off the table.
    fn leaves_table(&self, from: Point, to: Point) -> Option<Length> {
        if self.ground.holds(to) {
            return None;
        }
        let (mut on, mut off) = (0, from.distance(to).0);
        while off - on > 1 {
            let middle = i32::midpoint(on, off);
            if self.ground.holds(from.towards(to, Length(middle))) { on = middle } else { off = middle }
        }
        Some(Length(off))
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// The answer to [`Decision::Fly`](crate::battle::gothic::decisions::answer::Decision::Fly): one flight moves.
    pub(crate) fn fly(&mut self, given: &Flying) -> Judged<()> {
        let id = given.flight;
        let Some(flight) = self.battle.flight(id).copied() else {
            return Err(Refusal::new("ORD-21", format!("there is no {id} in play")).into());
        };
        if flight.side != self.battle.flying {
            let side = &self.roster.sides[self.battle.flying as usize];
            return Err(Refusal::new("ORD-21", format!("{side} moves ordnance now, not {}", flight.id)).into());
        }
        if flight.done.moved {
            return Err(Refusal::new("ORD-21", format!("{} has moved in this phase", flight.id)).into());
        }
        if !self.battle.may_fly(self.roster, &flight) {
            let message = format!("{} does not move before the enemy's ordnance", flight.id);
            return Err(Refusal::new("SKILL-12", message).into());
        }
        if flight.left.is_none()
            && let Some(paused) = self.battle.flights_of(flight.side).find(|flight| flight.left.is_some())
        {
            return Err(Refusal::new("ORD-21", format!("{} must finish its move first", paused.id)).into());
        }
        if flight.id.kind == FlightKind::Wave {
            return self.fly_wave(&flight, given);
        }
        let plain = Flying { flight: id, ..Flying::default() };
        if flight.id.kind == FlightKind::Mine
            && let Some(Quarry::Ship(target)) = given.quarry
            && *given == (Flying { quarry: given.quarry, ..plain })
        {
            return self.send_at(&flight, target);
        }
        if flight.warhead == Warhead::Missiles && *given == (Flying { steps: given.steps, ..plain }) && *given != plain
        {
            return self.fly_missiles(&flight, &given.steps);
        }
        if *given != plain {
            let message = format!("{} goes straight ahead and cannot be steered", flight.id);
            return Err(Refusal::new("TORP-04", message).into());
        }
        self.fly_on(id);
        Ok(())
    }

    /// A flight moves as it must: a salvo straight ahead, a mine by itself; craft stay where they are.
    pub(crate) fn fly_on(&mut self, id: FlightId) {
        let Some(flight) = self.battle.flight(id).copied() else { return };
        if self.seeks(&flight) {
            return;
        }
        let mut steps = FixedList::new();
        let left = match flight.id.kind {
            FlightKind::Wave => Length::ZERO,
            FlightKind::Salvo | FlightKind::Boarding | FlightKind::Mine => {
                self.battle.flight_speed(self.roster, &flight)
            }
        };
        if flight.id.kind.is_salvo() {
            steps.push(flight.at.ahead(flight.heading, left)).expect("the first place");
        } else if let Some(prey) = self.battle.mine_prey(&flight) {
            steps.push(flight.at.towards(self.battle.ship(prey).at, left)).expect("the first place");
        }
        self.set_out(id, Path { flight: id, steps, left, patrol: flight.patrol, ..Path::default() });
    }

    pub(crate) fn set_out(&mut self, id: FlightId, path: Path) {
        let Some(flight) = self.battle.flight_mut(id) else { return };
        let launch = flight.aboard.is_some();
        if !path.steps.is_empty() {
            flight.patrol = None;
        }
        flight.launcher = flight.aboard.take();
        self.battle.path = Path { launch, ..path };
        self.then(Task::Fly);
    }

    /// Goes on with the path until it ends or something is met that must be worked out first.
    pub(crate) fn go_on(&mut self) -> Judged<()> {
        let id = self.battle.path.flight;
        self.decay(id)?;
        self.rocks_at(id)?;
        while let Some(flight) = self.battle.flight(id).copied() {
            let Some(step) = self.battle.path.steps.first().copied() else { break };
            let whole = flight.at.distance(step);
            let found = self.battle.first_contact(self.roster, &flight, step);
            if self.stops_saved(&flight, found) {
                continue;
            }
            match found {
                Some((at, contact)) => {
                    self.shift(id, flight.at.towards(step, at), at);
                    if self.contact(id, contact)? {
                        return Ok(());
                    }
                }
                None => {
                    self.shift(id, step, whole);
                    self.battle.path.steps.remove(0);
                }
            }
        }
        self.end_flight(id);
        self.burn_out(id)
    }

    fn shift(&mut self, id: FlightId, at: Point, by: Length) {
        self.battle.path.left -= by;
        if let Some(flight) = self.battle.flight_mut(id) {
            flight.at = at;
        }
    }

    fn end_flight(&mut self, id: FlightId) {
        let path = std::mem::take(&mut self.battle.path);
        let Some(flight) = self.battle.flight_mut(id) else { return };
        let pauses = path.pause && !flight.done.moved && path.steps.is_empty();
        flight.done.moved = !pauses;
        flight.left = pauses.then_some(path.left);
        flight.launcher = None;
        flight.beside = flight.beside.filter(|other| path.met.contains(other));
        let (tag, at) = (flight.id, flight.at);
        self.tell(|| Event::Flew(tag, at));
        if let Some(ship) = path.patrol {
            self.go_on_patrol(id, ship);
        }
    }

    /// Deals with what was met; true when the path waits for it.
    fn contact(&mut self, id: FlightId, contact: Contact) -> Judged<bool> {
        match contact {
            Contact::Edge => {
                self.strike_ground(id);
                self.remove_flight(id, "ORD-18");
            }
            Contact::Feature(index) => return self.meet_feature(id, index),
            Contact::Marker => {
                self.blast_roll(id)?;
            }
            Contact::Flight(other) => {
                self.battle.path.met.push(other).map_err(|full| full.of("flights met in one move"))?;
                self.then(Task::Fly);
                self.meet_flight(id, other)?;
                return Ok(true);
            }
            // The way is barred: what is left of the wave stays (CRAFT-05).
            Contact::Base(_) => self.battle.path.steps.clear(),
            Contact::Ship(ship) => {
                self.then(Task::Fly);
                self.meet_ship(id, ship);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A salvo in low orbit that leaves its table by the planet edge strikes the planet.
    fn strike_ground(&mut self, id: FlightId) {
        if let Some(flight) = self.battle.flight(id).copied()
            && self.battle.ground.is_low(flight.at)
            && flight.at.y <= TOUCH
        {
            self.bombards(&flight);
        }
    }

    /// One die for a flight that touches blast markers: a 6 removes it (ORD-11). Whether it is still there.
    pub(crate) fn blast_roll(&mut self, id: FlightId) -> Judged<bool> {
        let Some(flight) = self.battle.flight_mut(id) else { return Ok(false) };
        flight.done.rolled = true;
        let (tag, least) = (flight.id, warheads::blinded_on(flight));
        let side = self.roster.sides[flight.side as usize].as_str();
        let face = self.d6("ordnance in blast markers", side)?;
        self.tell(|| Event::FlightRoll(tag, face, "ORD-11"));
        if face >= least {
            self.remove_flight(id, "ORD-11");
        }
        Ok(face < least)
    }

    /// Two flights touch (TORP-08, TORP-15, FIGHTER-01, FIGHTER-06).
    fn meet_flight(&mut self, id: FlightId, other: FlightId) -> Judged<()> {
        match (id.kind, other.kind) {
            (FlightKind::Wave, FlightKind::Wave) => self.dogfight(id, other)?,
            (FlightKind::Wave, _) => self.intercept_salvo(id, other, true)?,
            (_, FlightKind::Wave) => self.intercept_salvo(other, id, false)?,
            _ => {
                self.remove_flight(id, "TORP-08");
                self.remove_flight(other, "TORP-08");
            }
        }
        Ok(())
    }
}
