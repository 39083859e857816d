//! What the owner of ordnance decides: which of several markers met at one spot strikes first (ORD-15), and which ship
//! inside a minefield a mine goes for (MINE-06).

use super::super::answer::Judged;
use super::super::event::Log;
use super::super::few::Few;
use super::super::ordnance::form::Form;
use super::super::ordnance::{FLIGHTS, FlightId};
use super::super::play::Play;
use super::super::profile::Roster;
use super::super::refusal::Refusal;
use super::super::state::{Battle, FeatureKind, ShipId, Side};
use super::Stage;
use crate::dice::Dice;

impl Battle {
    /// The flights of a side that a moving ship meets where it is.
    pub(super) fn met_here(&self, roster: &Roster, ship: ShipId, side: Side) -> Few<FlightId, FLIGHTS> {
        let mut found = Few::new();
        let (at, base) = (self.ship(ship).at, roster.ships[usize::from(ship.0)].profile.base);
        for flight in self.flights.iter().filter(|flight| flight.side == side && flight.aboard.is_none()) {
            let touches = || self.form(roster, flight).touches(flight.at, Form::Disc(base), at);
            if self.preys_on(roster, flight, ship) && touches() {
                found.push(flight.id).expect("each flight once");
            }
        }
        found
    }

    /// Enemies inside a minefield of a side, by id.
    pub(super) fn inside_fields(&self, side: Side) -> impl Iterator<Item = ShipId> {
        let inside = move |id: ShipId| {
            let at = self.ship(id).at;
            let own = |kind, owner| kind == FeatureKind::Minefield && owner == side;
            self.features.iter().any(|feature| own(feature.kind, feature.owner) && feature.shape.holds(at))
        };
        self.fleet(side.other()).map(|(id, _)| id).filter(move |id| inside(*id))
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A moving ship meets ordnance: of several markers at one spot their owner picks the first.
    pub(in super::super) fn run_into_one(&mut self, flight: FlightId, ship: ShipId) {
        let side = self.battle.flight(flight).map_or(self.battle.active, |flight| flight.side);
        if self.battle.met_here(self.roster, ship, side).len() > 1 {
            self.then_stage(Stage::First { ship, side });
        } else {
            self.run_into(flight, ship);
        }
    }

    /// The answer to [`Stage::First`].
    pub(super) fn strike_first(&mut self, (ship, side): (ShipId, Side), chosen: FlightId) -> Judged<()> {
        if !self.battle.met_here(self.roster, ship, side).contains(&chosen) {
            let message = format!("{chosen} does not meet {} there", self.name(ship));
            return Err(Refusal::new("ORD-15", message).into());
        }
        self.battle.agenda.pop();
        self.run_into(chosen, ship);
        Ok(())
    }

    /// Asks which of several ships inside the field a mine goes for.
    pub(in super::super) fn offer_prey(&mut self, mine: FlightId, side: Side) {
        if self.battle.inside_fields(side).nth(1).is_some() {
            self.then_stage(Stage::Send { flight: mine, side });
        }
    }

    /// The answer to [`Stage::Send`].
    pub(super) fn send_mine(&mut self, (mine, side): (FlightId, Side), chosen: ShipId) -> Judged<()> {
        if !self.battle.inside_fields(side).any(|id| id == chosen) {
            let message = format!("{} is not inside the minefield", self.name(chosen));
            return Err(Refusal::new("MINE-06", message).into());
        }
        self.battle.agenda.pop();
        if let Some(mine) = self.battle.flight_mut(mine) {
            mine.sent_at = Some(chosen);
        }
        Ok(())
    }
}
