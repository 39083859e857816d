//! Moving ships, and what they meet on the way.

use super::solar_sails::swing;
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::MovementQuestion;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::ordnance::outlines::Form;
use crate::battle::gothic::state::agenda::{Task, Test, Threat};
use crate::battle::gothic::state::ordnance::FlightId;
use crate::battle::gothic::state::{Course, Critical, Fate, FeatureKind, LEGS, Leg, Order, Phase, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, TOUCH, beside};

/// What moving through markers costs (BLAST-11).
pub(in crate::battle::gothic) const DRAG: Length = Length::cm(5);
/// `ahead` without a figure: as far as the ship may go.
pub const FULL: Length = Length(i32::MAX);

/// What a moving ship meets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Met {
    Asteroids(u8),
    Cloud,
    Screen,
    Grazed,
    Scorch,
    Shroud,
    Rift(u8),
    Ram(ShipId),
    // What it carries at its prow comes after the prow.
    Klaws(ShipId),
    // Craft on patrol with a ship that is rammed attack after the ram (CAP-07).
    Flight(FlightId),
    Edge,
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Moves a ship of the active player.
    pub(in crate::battle::gothic) fn move_ship(&mut self, id: ShipId, legs: &FixedList<Leg, LEGS>) -> Judged<()> {
        let ship = self.battle.ship(id);
        if ship.done.moved {
            let rule = if self.battle.held_fast(self.roster, id) { "ORK-07" } else { "MOVE-14" };
            return Err(Refusal::new(rule, format!("{} has moved or may not move", self.name(id))).into());
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
            self.battle.set_out(unit);
            self.cast_off(unit);
        }
        let ram = self.battle.ship_mut(id).done.ram.take();
        self.battle.course = Course { ram, ..course };
        self.then(Task::Go);
        Ok(())
    }

    /// Goes on with the move until it ends or something is met.
    pub(in crate::battle::gothic) fn go(&mut self) -> Judged<()> {
        let id = self.battle.course.ship;
        loop {
            let ship = self.battle.ship(id);
            if !ship.fights() || ship.hits == 0 {
                break;
            }
            let (from, frail) = (ship.heading, ship.criticals.count(Critical::Superstructure) > 0);
            let Some(leg) = self.battle.course.legs.first().copied() else { break };
            let length = match leg {
                // A ship that was slowed or could not turn may have missed the well (TERRAIN-31).
                Leg::Drawn(degrees) if !self.battle.may_be_drawn(ship.at, from, degrees) => {
                    self.battle.course.legs.remove(0);
                    continue;
                }
                Leg::Turn(degrees) if degrees != 0 && !self.thrusters_turn(id)? => {
                    self.battle.course.legs.remove(0);
                    continue;
                }
                Leg::Turn(degrees) | Leg::Drawn(degrees) => {
                    self.battle.ship_mut(id).heading = from.turned(degrees);
                    self.note_turn(id, leg);
                    self.battle.course.legs.remove(0);
                    if swing(degrees) > 45 && frail {
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
        self.drag_along(id, from);
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
                FeatureKind::Cloud
                | FeatureKind::Asteroids
                | FeatureKind::Planet
                | FeatureKind::Moon
                | FeatureKind::Minefield => {}
            }
        }
        consider(self.battle.screen_meets(self.roster, id, length), Met::Screen);
        consider(self.battle.screen_grazes(self.roster, id, length), Met::Grazed);
        let profile = self.profile(id);
        let bare = self.battle.shield_value(self.roster, id) == 0
            && !course.scorched
            && !self.battle.polarised(self.roster, id);
        let starts = course.gone == Length::ZERO;
        if bare || !course.slowed && !profile.odd.unslowed && !self.battle.passes_clear(self.roster, id) {
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
            consider(crate::table::geometry::first_within(ship.at, ship.heading, length, at, reach), Met::Ram(target));
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
        if profile.odd.klaws
            && let Some((at, enemy)) = self.next_prey(id, length)
        {
            consider(Some(at), Met::Klaws(enemy));
        }
        consider(self.battle.ground.leaves(ship.at, ship.heading, length), Met::Edge);
        first
    }

    /// Deals with what was met; true when the move waits for it.
    fn meet(&mut self, id: ShipId, met: Met) -> Judged<bool> {
        match met {
            Met::Edge if self.battle.is_low(id) => return Ok(self.leave_low_orbit(id)),
            Met::Edge => {
                self.leave_table(id);
                return Ok(false);
            }
            Met::Screen => {
                self.screen_rolls(id)?;
                return Ok(false);
            }
            Met::Grazed => {
                self.screen_rocks(id)?;
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
                self.meet_asteroids(id, index)?;
            }
            Met::Flight(flight) => {
                self.then(Task::Go);
                self.run_into_one(flight, id);
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
            Met::Klaws(target) => self.offer_klaws(id, target),
            Met::Ram(target) => {
                self.battle.course.ram = None;
                self.then(Task::Go);
                self.strike_ram(id, target);
            }
        }
        Ok(true)
    }

    /// A ship leaves by an edge: by the one it was to reach, or out of the battle (MOVE-13).
    fn leave_table(&mut self, id: ShipId) {
        if self.leaves_by_goal(id, self.battle.ship(id).at) {
            self.retire(id, Fate::LeftByEdge);
            let rule = if self.battle.mission.convoy.is_some() { "SCEN-78" } else { "SCEN-63" };
            self.tell(|| Event::LeftByGoal(id, rule));
        } else {
            self.retire(id, Fate::Disengaged);
            self.tell(|| Event::LeftTable(id));
        }
    }

    /// A unit tests against asteroids and mines, once a turn (TERRAIN-15).
    fn meet_asteroids(&mut self, id: ShipId, index: u8) -> Judged<()> {
        if self.battle.ship(id).done.asteroids == Some(false) {
            self.strike_next(id);
            return Ok(());
        }
        let unit = self.battle.unit_of(id);
        let feature = self.battle.features[usize::from(index)];
        let ship = self.battle.ship(id);
        let mined = feature.kind == FeatureKind::Minefield && feature.owner != ship.side;
        let dice = if mined || ship.helm() == Some(Order::AllAheadFull) { 3 } else { 2 };
        let needed = self.battle.leadership(unit);
        self.test(unit, Test::Asteroids, dice, needed)
    }

    /// Markers or asteroids take 5 cm off the rest of the move, once (BLAST-13, TERRAIN-18).
    pub(in crate::battle::gothic) fn drag(&mut self, id: ShipId) {
        let clear = self.battle.passes_clear(self.roster, id) || self.profile(id).odd.unslowed;
        let course = &mut self.battle.course;
        if course.ship != id || course.slowed || clear {
            return;
        }
        course.slowed = true;
        course.limit = course.gone.max(course.limit - DRAG);
        let limit = course.limit;
        self.tell(|| Event::Slowed(id, limit, "BLAST-13"));
    }

    /// What breaks on a ship in the middle of its move tells on the rest of it: with its engine room hit it makes no more
    /// turns but those that a gravity well gives (CRIT-11), and what it loses of its speed it goes less far.
    ///
    /// Ruling: the book has the damage last from the hit to its repair and exempts no move under way, so thrusters and
    /// crippling are treated as the engine room is (MOVE-12). A ship is never moved back.
    pub(in crate::battle::gothic) fn hamper(&mut self, id: ShipId, before: Length) {
        if self.battle.course.ship != id || self.battle.course.legs.is_empty() {
            return;
        }
        let odd = self.profile(id).odd;
        let stuck = self.battle.ship(id).criticals.count(Critical::Engine) > 0 && !odd.rok && !odd.floats;
        let is_turn = |leg: &Leg| matches!(leg, Leg::Turn(degrees) if *degrees != 0);
        if stuck && self.battle.course.legs.iter().any(is_turn) {
            let mut legs = FixedList::new();
            for leg in self.battle.course.legs.iter().filter(|leg| !is_turn(leg)) {
                legs.push(*leg).expect("some of as many");
            }
            self.battle.course.legs = legs;
            self.tell(|| Event::Stuck(id));
        }
        let lost = before - self.battle.reach(self.roster, id);
        let course = &mut self.battle.course;
        if lost > Length::ZERO && course.gone < course.limit {
            course.limit = course.gone.max(course.limit - lost);
            let limit = course.limit;
            self.tell(|| Event::Slowed(id, limit, "MOVE-12"));
        }
    }

    fn finish_move(&mut self, id: ShipId) {
        let Course { gone, keeps, trail, .. } = self.battle.course;
        let first = self.battle.phase == Phase::Movement;
        let ship = self.battle.ship_mut(id);
        if let Some(heading) = keeps.filter(|_| ship.done.surge < Length::cm(10)) {
            ship.heading = heading;
        }
        ship.done.moved = true;
        ship.done.feats.stirred |= gone > Length::ZERO;
        // Ruling: either move of a turn is enough for a ship under sail not to stand still (MOVE-05).
        ship.done.slow = gone < DRAG && (first || ship.done.slow);
        let (at, heading, fights) = (ship.at, ship.heading, ship.fights());
        self.tire(id, gone);
        self.battle.course = Course::default();
        if fights {
            self.tell(|| Event::Moved(id, gone, at, heading));
            if let Some(at) = trail {
                self.put_marker(at, "CHAOS-08");
            }
        }
    }

    /// Rolls the extra distance of All Ahead Full once for the unit; each ship takes its best dice (ORDER-05).
    pub(in crate::battle::gothic) fn surge(&mut self, unit: Unit) -> Judged<()> {
        let members = self.battle.members(unit);
        let most = members.iter().map(|ship| self.profile(*ship).ahead_dice).max().unwrap_or(0);
        let faces = self.roll("all ahead full", self.unit_name(unit), most)?;
        if most > 0 {
            self.tell(|| Event::Surge(unit, faces));
        }
        let mut best = faces;
        best.sort_unstable_by(|a, b| b.cmp(a));
        for id in &members {
            let own = usize::from(self.profile(*id).ahead_dice);
            let sum: u8 = best.iter().take(own).sum();
            self.battle.ship_mut(*id).done.surge = Length::cm(i32::from(sum));
        }
        for id in members.iter().rev() {
            if self.profile(*id).improved.double_surge && !self.battle.ship(*id).done.surge_spent {
                self.ask(MovementQuestion::Double(*id));
            }
        }
        Ok(())
    }

    /// Rolls for damage where a ship without shields touches a marker (BLAST-14).
    pub(in crate::battle::gothic) fn scorch(&mut self, id: ShipId) -> Judged<()> {
        let face = self.d6("blast markers", self.name(id))?;
        self.tell(|| Event::Scorch(id, face));
        if face == 6 {
            self.hull_hit(id)?;
        }
        Ok(())
    }
}
