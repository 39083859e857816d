//! Where attack craft may fly, and what they pass by on the way (CRAFT-03 to CRAFT-07, CRAFT-13).

use super::flight::Contact;
use super::outlines::Form;
use crate::battle::gothic::decisions::answer::{Flying, Judged};
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::ordnance::{Flight, FlightId, FlightKind, Path, Quarry};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, FeatureKind, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::table::geometry::{Length, Point, SLACK, TOUCH};

/// Stems so near one another cannot be told apart (ORD-17).
const STACKED: Length = Length(100);

impl Battle {
    /// The order of what is met at one spot: terrain, ordnance, ships; among ships and among flights the moving
    /// player's choice first (ORD-16).
    pub(super) fn rank(&self, contact: Contact) -> u8 {
        let quarry = self.path.quarry;
        match contact {
            Contact::Edge | Contact::Feature(_) | Contact::Marker => 0,
            Contact::Flight(id) => 1 + u8::from(quarry != Some(Quarry::Flight(id))),
            Contact::Ship(id) => 3 + u8::from(quarry != Some(Quarry::Ship(id))),
            Contact::Base(_) => 5,
        }
    }

    /// Whether a ship is passed over for another: one stacked with it (ORD-17), or one on a small base that lies within
    /// its large base (CRAFT-06).
    pub(super) fn spares(&self, roster: &Roster, id: ShipId) -> bool {
        let Some(Quarry::Ship(quarry)) = self.path.quarry.filter(|quarry| *quarry != Quarry::Ship(id)) else {
            return false;
        };
        let base = |id: ShipId| roster[id].profile.base;
        let (one, other) = (self.ship(quarry), self.ship(id));
        let stacked = base(id) == base(quarry) && one.at.within(other.at, STACKED);
        // Torpedoes have no quarry, so this is for craft alone.
        let inside = base(quarry) < base(id) && one.at.within(other.at, base(id) - base(quarry) + TOUCH);
        one.present() && (stacked || inside)
    }

    /// Whether the base of a ship bars the way of a wave: an enemy's that it does not attack, unless it enters to fight
    /// ordnance that shelters there (CRAFT-05, CRAFT-13).
    pub(in crate::battle::gothic) fn bars(&self, roster: &Roster, flight: &Flight, id: ShipId) -> bool {
        let ship = self.ship(id);
        if flight.id.kind != FlightKind::Wave || ship.side == flight.side || !ship.present() || self.spares(roster, id)
        {
            return false;
        }
        let shelters = |other: &Flight| {
            self.clash(roster, flight, other) && self.flight_touches(roster, other, id) && other.aboard.is_none()
        };
        !self.preys_on(roster, flight, id) && !self.flights.iter().any(shelters)
    }

    /// How far a wave goes towards a place until it enters a base; nothing when it is in it already.
    pub(in crate::battle::gothic) fn enters(
        &self,
        roster: &Roster,
        flight: &Flight,
        to: Point,
        id: ShipId,
    ) -> Option<Length> {
        // To touch is not to enter.
        let base = Form::Disc(roster[id].profile.base - STACKED);
        let found = Form::of(flight).meets(flight.at, to, base, self.ship(id).at);
        found.filter(|at| *at > Length::ZERO)
    }

    /// Whether a flight passes another that it would fight: fighters on patrol that meet it when it attacks their ship
    /// (CAP-03), those its launcher's ordnance goes past (CAP-12), and an enemy that it leaves (RESIL-11).
    pub(super) fn lets_pass(&self, roster: &Roster, flight: &Flight, other: &Flight) -> bool {
        if flight.beside == Some(other.id) && self.path.quarry != Some(Quarry::Flight(other.id)) {
            return true;
        }
        let Some(ship) = other.patrol else { return false };
        let launched = self.path.launch && flight.side == other.side && flight.through.contains(ship);
        let attacks = self.preys_on(roster, flight, ship) && !self.spares(roster, ship);
        launched || attacks || flight.struck[0].contains(ship)
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Sends a wave, or a part of it, on its way.
    pub(super) fn fly_wave(&mut self, flight: &Flight, given: &Flying) -> Judged<()> {
        let mut left = flight.craft;
        let taken = self.take_out(flight.id, &mut left, &given.band)?;
        let part = if given.band.is_empty() { *flight } else { Flight { craft: taken, ..*flight } };
        self.may_leave_patrol(flight, given)?;
        let reach = flight.left.unwrap_or_else(|| self.battle.flight_speed(self.roster, &part));
        let end = self.judge_route(&part, given, reach)?;
        if let Some(ship) = given.patrol {
            self.may_patrol(&part, ship)?;
            let base = Form::Disc(self.profile(ship).base);
            if !Form::of(&part).touches(end, base, self.battle.ship(ship).at) {
                let message = format!("{} does not end its move at {}", flight.id, self.name(ship));
                return Err(Refusal::new("FIGHTER-04", message).into());
            }
        }
        self.judge_quarry(&part, given)?;
        let id = self.split(flight.id, &given.band)?;
        let stays = given.steps.is_empty();
        let path = Path {
            flight: id,
            steps: given.steps,
            left: reach,
            patrol: given.patrol.or(flight.patrol.filter(|_| stays)),
            quarry: given.quarry,
            pause: given.pause,
            ..Path::default()
        };
        self.set_out(id, path);
        match given.quarry.filter(|_| stays) {
            Some(Quarry::Ship(ship)) => self.then(Task::Onset { flight: id, ship }),
            Some(Quarry::Flight(other)) => self.dogfight(id, other)?,
            None => {}
        }
        Ok(())
    }

    fn may_leave_patrol(&self, flight: &Flight, given: &Flying) -> Result<(), Refusal> {
        let Some(ship) = flight.patrol.filter(|_| !given.steps.is_empty()) else { return Ok(()) };
        let name = self.name(ship);
        if flight.side == self.battle.active {
            let message = format!("{} has moved with {name} and does not fly in this phase", flight.id);
            return Err(Refusal::new("CAP-01", message));
        }
        if flight.done.tired {
            let message = format!("{name} took {} farther than it flies: it stays in this phase", flight.id);
            return Err(Refusal::new("CAP-02", message));
        }
        Ok(())
    }

    /// Judges the length of a route and the bases in its way; where it ends.
    fn judge_route(&self, part: &Flight, given: &Flying, reach: Length) -> Result<Point, Refusal> {
        let (mut gone, mut there) = (Length::ZERO, *part);
        for step in &given.steps {
            gone += there.at.distance(*step);
            let barred = self.battle.all().map(|(id, _)| id).find(|id| {
                part.strikers(self.roster) == 0
                    && self.battle.bars(self.roster, part, *id)
                    && self.battle.enters(self.roster, &there, *step, *id).is_some()
            });
            if let Some(ship) = barred {
                let message = format!("{} may not fly through the base of {}", part.id, self.name(ship));
                return Err(Refusal::new("CRAFT-05", message));
            }
            there.at = *step;
        }
        if gone > reach + SLACK {
            return Err(Refusal::new("CRAFT-03", format!("{} may fly {reach} cm, not {gone}", part.id)));
        }
        Ok(there.at)
    }

    fn judge_quarry(&self, part: &Flight, given: &Flying) -> Result<(), Refusal> {
        let id = part.id;
        match given.quarry {
            None => Ok(()),
            Some(Quarry::Ship(ship)) => {
                let (target, name) = (self.battle.ship(ship), self.name(ship));
                if target.side == part.side || !target.present() || part.strikers(self.roster) == 0 {
                    return Err(Refusal::new("CRAFT-04", format!("{id} cannot attack {name}")));
                }
                let there = part.aboard.is_none() && self.battle.flight_touches(self.roster, part, ship);
                if given.steps.is_empty() && !there {
                    let rule = if part.patrol.is_some() { "CAP-07" } else { "CRAFT-04" };
                    return Err(Refusal::new(rule, format!("{id} does not touch {name}")));
                }
                Ok(())
            }
            Some(Quarry::Flight(other)) => {
                let touches = self.battle.flight(other).is_some_and(|other| {
                    let (form, outline) = (self.battle.form(self.roster, part), self.battle.form(self.roster, other));
                    other.id.kind == FlightKind::Wave
                        && self.battle.clash(self.roster, part, other)
                        && (!given.steps.is_empty() || form.touches(part.at, outline, other.at))
                });
                if touches {
                    return Ok(());
                }
                Err(Refusal::new("RESIL-11", format!("{id} is not in contact with {other} to fight it")))
            }
        }
    }

    /// Craft that have saved themselves go no farther, unless they touch a ship that they attack; true when the path
    /// must be looked at again (RESIL-02, RESIL-09).
    pub(super) fn stops_saved(&mut self, flight: &Flight, met: Option<(Length, Contact)>) -> bool {
        let touches = matches!(met, Some((at, Contact::Ship(_))) if at == Length::ZERO);
        if touches || flight.craft.iter().all(|marker| !marker.saved) {
            return false;
        }
        self.leave_saved(flight.id);
        if self.battle.flight(flight.id).is_none_or(|flight| flight.done.moved) {
            self.battle.path.steps.clear();
        }
        true
    }

    /// A wave or mine that begins its turn to move in an asteroid field rolls for it (TERRAIN-20).
    pub(super) fn rocks_at(&mut self, id: FlightId) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        if flight.id.kind.is_salvo() || flight.done.rocks {
            return Ok(());
        }
        let form = Form::of(&flight);
        let fields = self.battle.features.iter().filter(|feature| flight.minds_rocks(feature));
        let inside = fields.into_iter().any(|field| field.shape.meets(form, flight.at, flight.at).is_some());
        if inside { self.rocks(id) } else { Ok(()) }
    }

    /// A die for a wave or mine in asteroids: a 6 removes it (TERRAIN-20).
    pub(super) fn rocks(&mut self, id: FlightId) -> Judged<()> {
        let Some(flight) = self.battle.flight_mut(id) else { return Ok(()) };
        flight.done.rocks = true;
        let side = self.roster.sides[flight.side as usize].as_str();
        let face = self.d6("craft in asteroids", side)?;
        self.tell(|| Event::FlightRoll(id, face, "TERRAIN-20"));
        if face == 6 {
            self.remove_flight(id, "TERRAIN-20");
        }
        Ok(())
    }

    /// A flight meets a phenomenon (TORP-16, TERRAIN-20, TERRAIN-25).
    pub(super) fn meet_feature(&mut self, id: FlightId, index: u8) -> Judged<bool> {
        let kind = self.battle.features[usize::from(index)].kind;
        match (id.kind, kind) {
            (FlightKind::Wave | FlightKind::Mine, FeatureKind::Asteroids | FeatureKind::Minefield) => self.rocks(id)?,
            (FlightKind::Wave, _) => self.remove_flight(id, "TERRAIN-25"),
            (FlightKind::Salvo, FeatureKind::Planet) => {
                if let Some(flight) = self.battle.flight(id).copied() {
                    self.bombards(&flight);
                }
                self.remove_flight(id, "TORP-16");
            }
            _ => self.remove_flight(id, "TORP-16"),
        }
        Ok(false)
    }
}
