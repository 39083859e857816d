//! What the owner of ordnance decides: which of several markers met at one spot strikes first (ORD-15), and which ship
//! inside a minefield a mine goes for (MINE-06).

use super::Stage;
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::ordnance::outlines::Form;
use crate::battle::gothic::state::ordnance::{FLIGHTS, FlightId};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, FeatureKind, ShipId};
use crate::battle::gothic::turn::sequence::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::side::Side;

impl Battle {
    /// The flights of a side that a moving ship meets where it is.
    pub(in crate::battle::gothic) fn met_here(
        &self,
        roster: &Roster,
        ship: ShipId,
        side: Side,
    ) -> FixedList<FlightId, FLIGHTS> {
        let mut found = FixedList::new();
        let (at, base) = (self.ship(ship).at, roster[ship].profile.base);
        for flight in self.flights.iter().filter(|flight| flight.side == side && flight.aboard.is_none()) {
            let touches = || self.form(roster, flight).touches(flight.at, Form::Disc(base), at);
            if self.preys_on(roster, flight, ship) && touches() {
                found.push(flight.id).expect("each flight once");
            }
        }
        found
    }

    /// Enemies inside a minefield of a side, by id.
    pub(in crate::battle::gothic) fn inside_fields(&self, side: Side) -> impl Iterator<Item = ShipId> {
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
    pub(in crate::battle::gothic) fn run_into_one(&mut self, flight: FlightId, ship: ShipId) {
        let side = self.battle.flight(flight).map_or(self.battle.active, |flight| flight.side);
        if self.battle.met_here(self.roster, ship, side).len() > 1 {
            self.then_stage(Stage::First { ship, side });
        } else {
            self.run_into(flight, ship);
        }
    }

    /// The answer to [`Stage::First`].
    pub(in crate::battle::gothic) fn strike_first(
        &mut self,
        (ship, side): (ShipId, Side),
        chosen: FlightId,
    ) -> Judged<()> {
        if !self.battle.met_here(self.roster, ship, side).contains(&chosen) {
            let message = format!("{chosen} does not meet {} there", self.name(ship));
            return Err(Refusal::new("ORD-15", message).into());
        }
        self.battle.agenda.pop();
        self.run_into(chosen, ship);
        Ok(())
    }

    /// Asks which of several ships inside the field a mine goes for.
    pub(in crate::battle::gothic) fn offer_prey(&mut self, mine: FlightId, side: Side) {
        if self.battle.inside_fields(side).nth(1).is_some() {
            self.then_stage(Stage::Send { flight: mine, side });
        }
    }

    /// The answer to [`Stage::Send`].
    pub(in crate::battle::gothic) fn send_mine(
        &mut self,
        (mine, side): (FlightId, Side),
        chosen: ShipId,
    ) -> Judged<()> {
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
