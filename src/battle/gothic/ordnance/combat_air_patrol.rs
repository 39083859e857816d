//! Combat air patrol: fighters that fly with a ship and keep ordnance off it (CAP).
//!
//! Every marker on patrol is a flight of its own (CAP-04) and stands all round the base of its ship (CAP-03).

use super::outlines::Form;
use crate::battle::gothic::damage::blast_markers;
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::agenda::{Task, Threat};
use crate::battle::gothic::state::ordnance::{FLIGHTS, Flight, FlightId, FlightKind, Markers};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Fate, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point, TOUCH};

/// Some flights.
pub(crate) type Flights = FixedList<FlightId, FLIGHTS>;

impl Battle {
    /// Whether a squadron was asked to brace when ordnance struck another of its ships: the choice against one salvo or
    /// wave is made once (BRACE-11).
    fn has_faced(&self, flight: &Flight, unit: Unit, ship: ShipId) -> bool {
        let Unit::Squadron(squadron) = unit else { return false };
        let members = self.members(unit);
        let of_it = |other: &ShipId| members.contains(other) || !self.ship(*other).fights();
        flight.struck[0].and(self.enrolled(squadron)).iter().any(|other| other != ship && of_it(&other))
    }

    /// The outline of a flight: that of its ship's base for one on patrol.
    #[must_use]
    pub fn form(&self, roster: &Roster, flight: &Flight) -> Form {
        match flight.patrol {
            Some(ship) => Form::Disc(roster[ship].profile.base),
            None => Form::of(flight),
        }
    }

    /// The fighters on patrol with a ship, by number.
    pub fn patrols(&self, ship: ShipId) -> impl Iterator<Item = &Flight> {
        self.flights.iter().filter(move |flight| flight.patrol == Some(ship))
    }

    /// Whether a flight touches the base of a ship.
    pub(super) fn flight_touches(&self, roster: &Roster, flight: &Flight, ship: ShipId) -> bool {
        let base = Form::Disc(roster[ship].profile.base);
        self.form(roster, flight).touches(flight.at, base, self.ship(ship).at)
    }

    /// How far a ship with fighters on patrol goes until they meet blast markers or a cloud; each rolls once in a move
    /// (CAP-04, TERRAIN-10).
    pub(crate) fn screen_meets(&self, roster: &Roster, id: ShipId, length: Length) -> Option<Length> {
        if !self.patrols(id).any(|flight| !flight.done.rolled) {
            return None;
        }
        let ship = self.ship(id);
        let base = Form::Disc(roster[id].profile.base);
        let to = ship.at.ahead(ship.heading, length);
        let meets = |marker: &Point| base.meets(ship.at, to, Form::Disc(blast_markers::RADIUS), *marker);
        let clouds = self.clouds().filter_map(|cloud| cloud.meets(base, ship.at, to));
        self.markers.iter().filter_map(meets).chain(clouds).min()
    }

    /// How far a ship with fighters on patrol goes until they meet asteroids; each rolls once in a move (TERRAIN-20).
    pub(crate) fn screen_grazes(&self, roster: &Roster, id: ShipId, length: Length) -> Option<Length> {
        let ship = self.ship(id);
        let base = Form::Disc(roster[id].profile.base);
        let to = ship.at.ahead(ship.heading, length);
        let fields = self.features.iter().filter(|field| self.patrols(id).any(|flight| flight.minds_rocks(field)));
        fields.filter_map(|field| field.shape.meets(base, ship.at, to)).min()
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Whether a flight may go on patrol with a ship at the end of a move (CAP-06, CAP-09).
    pub(super) fn may_patrol(&self, flight: &Flight, ship: ShipId) -> Result<(), Refusal> {
        let (id, name) = (flight.id, self.name(ship));
        let fighters = flight.fighters(self.roster);
        if fighters == 0 {
            return Err(Refusal::new("CAP-06", format!("{id} has no fighters and cannot fly combat air patrol")));
        }
        if fighters < flight.size() {
            let message = format!("the fighters of {id} must split off before they fly combat air patrol");
            return Err(Refusal::new("CAP-09", message));
        }
        let friend = self.battle.ship(ship);
        if friend.side != flight.side || !friend.fights() {
            return Err(Refusal::new("FIGHTER-04", format!("{name} is no friendly ship to patrol with")));
        }
        if self.battle.flights.len() + flight.craft.len() > FLIGHTS {
            return Err(Refusal::new("CAP-04", format!("more than {FLIGHTS} flights at once are not played")));
        }
        Ok(())
    }

    /// A flight that ended its move at a friendly ship goes on patrol with it, marker by marker (CAP-04).
    pub(super) fn go_on_patrol(&mut self, id: FlightId, ship: ShipId) {
        let Some(flight) = self.battle.flight(id).copied() else { return };
        let all_fight = flight.fighters(self.roster) == flight.size();
        if !all_fight || !self.battle.flight_touches(self.roster, &flight, ship) || !self.battle.ship(ship).fights() {
            return;
        }
        let at = self.battle.ship(ship).at;
        if let Some(flight) = self.battle.flight_mut(id) {
            (flight.patrol, flight.at) = (Some(ship), at);
        }
        self.tell(|| Event::OnPatrol(id, ship));
        let mut rest = flight.craft;
        while rest.len() > 1 {
            let one = Markers::one(rest.remove(rest.len() - 1));
            self.part(id, rest, one);
        }
    }

    /// Fighters leave combat air patrol at the beginning of their owner's Movement Phase (CAP-10).
    pub(crate) fn leave(&mut self, id: FlightId) -> Judged<()> {
        let side = self.battle.active;
        let found = self.battle.flight(id).filter(|flight| flight.side == side);
        let Some(ship) = found.and_then(|flight| flight.patrol) else {
            return Err(Refusal::new("CAP-10", format!("{id} is not on combat air patrol")).into());
        };
        if self.battle.ship(ship).done.moved && !self.stands_still(ship) {
            let message = format!("{id} has moved with {} and stays on combat air patrol", self.name(ship));
            return Err(Refusal::new("CAP-01", message).into());
        }
        if let Some(flight) = self.battle.flight_mut(id) {
            flight.patrol = None;
        }
        self.tell(|| Event::OffPatrol(id, ship));
        Ok(())
    }

    /// Fighters on patrol are where their ship is.
    pub(crate) fn take_along(&mut self, ship: ShipId) {
        let at = self.battle.ship(ship).at;
        for flight in self.battle.flights.iter_mut().filter(|flight| flight.patrol == Some(ship)) {
            flight.at = at;
        }
    }

    /// A ship has moved so far: slower fighters may not move in the next Ordnance Phase either (CAP-02).
    pub(crate) fn tire(&mut self, ship: ShipId, gone: Length) {
        let roster = self.roster;
        for flight in self.battle.flights.iter_mut().filter(|flight| flight.patrol == Some(ship)) {
            let speed = flight.craft.iter().map(|marker| roster.kind(marker).speed).min().unwrap_or_default();
            flight.done.tired = gone > speed + TOUCH;
        }
    }

    /// Each fighter on patrol with a ship that moves through blast markers rolls for itself (CAP-04).
    pub(crate) fn screen_rolls(&mut self, ship: ShipId) -> Judged<()> {
        for id in &self.patrol_ids(ship) {
            if self.battle.flight(*id).is_some_and(|flight| !flight.done.rolled) {
                self.blast_roll(*id)?;
            }
        }
        Ok(())
    }

    /// Each fighter on patrol with a ship that moves through asteroids rolls for itself (TERRAIN-20, CAP-04).
    pub(crate) fn screen_rocks(&mut self, ship: ShipId) -> Judged<()> {
        for id in &self.patrol_ids(ship) {
            if self.battle.flight(*id).is_some_and(|flight| !flight.done.rocks) {
                self.rocks(*id)?;
            }
        }
        Ok(())
    }

    pub(crate) fn patrol_ids(&self, ship: ShipId) -> Flights {
        let mut ids = Flights::new();
        for flight in self.battle.patrols(ship) {
            ids.push(flight.id).expect("each flight once");
        }
        ids
    }

    /// Fighters on patrol meet what attacks their ship, one after another; then the ship may brace (CAP-03, ORD-20).
    pub(crate) fn intercept(&mut self, id: FlightId, ship: ShipId, after: u16) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        let next = self.battle.patrols(ship).find(|patrol| {
            patrol.id.number > after && patrol.id != id && self.battle.clash(self.roster, &flight, patrol)
        });
        let Some(patrol) = next.map(|patrol| patrol.id) else {
            if flight.id.kind != FlightKind::Wave || flight.strikers(self.roster) > 0 {
                self.then(Task::Defend { flight: id, ship });
                let unit = self.battle.unit_of(ship);
                if !self.battle.has_faced(&flight, unit, ship) {
                    self.offer_brace(unit, Threat::Ordnance(id));
                }
            }
            return Ok(());
        };
        self.then(Task::Intercept { flight: id, ship, after: patrol.number });
        if flight.id.kind == FlightKind::Wave {
            self.dogfight(id, patrol)
        } else {
            self.intercept_salvo(patrol, id, false)
        }
    }

    /// The fighters on patrol with a ship that is lost: with a ship that leaves the table they go, otherwise they fly
    /// on by themselves (CAP-05).
    pub(crate) fn dissolve_patrols(&mut self, ship: ShipId, fate: Fate) {
        for id in &self.patrol_ids(ship) {
            if matches!(fate, Fate::Disengaged | Fate::InTheWarp | Fate::LeftByEdge | Fate::Haunting) {
                self.remove_flight(*id, "ORD-18");
            } else if let Some(flight) = self.battle.flight_mut(*id) {
                flight.patrol = None;
                flight.done.tired = false;
            }
        }
    }

    /// Ordnance that the markers of an explosion touch tests against them: the fighters of the ship each for itself
    /// (CATA-14, CAP-05).
    pub(crate) fn blast_tests(&mut self, fighters: &[FlightId], first: usize) -> Judged<()> {
        let mut tested = Flights::new();
        for flight in &self.battle.flights {
            let form = self.battle.form(self.roster, flight);
            let disc = Form::Disc(blast_markers::RADIUS);
            let touched = || {
                let new = self.battle.markers.iter().skip(first);
                new.into_iter().any(|marker| form.touches(flight.at, disc, *marker))
            };
            let moving = self.battle.path.flight == flight.id && flight.done.rolled;
            if flight.aboard.is_none() && !moving && (fighters.contains(&flight.id) || touched()) {
                tested.push(flight.id).expect("each flight once");
            }
        }
        for id in &tested {
            self.blast_roll(*id)?;
        }
        Ok(())
    }
}
