//! What the crew that launches ordnance gives it for as long as it flies (SKILL-06, SKILL-12, REFIT-27).

use crate::battle::gothic::event::Log;
use crate::battle::gothic::state::Battle;
use crate::battle::gothic::state::ordnance::{Flight, FlightKind, Marker};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::craft::{Resilience, Runs};
use crate::table::geometry::Length;

impl Flight {
    /// What it has on top of its speed now: accelerators help in the turn of its launch only.
    #[must_use]
    pub fn boost(&self) -> Length {
        if self.done.launched { self.pilots.boost() } else { Length::ZERO }
    }

    /// Against what a marker of it saves itself (RESIL-12).
    ///
    /// Ruling: fighters of excellent pilots stay as resilient craft do, once in a phase; those that are resilient gain
    /// no second roll.
    #[must_use]
    pub fn resilience(&self, roster: &Roster, marker: &Marker) -> Resilience {
        let kind = roster.kind(marker);
        match kind.resilient {
            Resilience::None | Resilience::Fighters if self.pilots.hardy && kind.role.bombs() => Resilience::All,
            Resilience::None if self.pilots.excellent && kind.role.fights() => Resilience::NotMines,
            own @ (Resilience::None | Resilience::All | Resilience::Fighters | Resilience::NotMines) => own,
        }
    }

    /// Whether bombers of a marker roll a D3 for their attacks (BOMBER-01).
    #[must_use]
    pub fn halved(&self, roster: &Roster, marker: &Marker) -> bool {
        roster.kind(marker).runs == Runs::Half && !self.pilots.mad
    }

    /// Whether bombers of a marker may roll for their attacks again (SKILL-06).
    pub(super) fn again(&self, roster: &Roster, marker: Marker) -> bool {
        let kind = roster.kind(&marker);
        kind.runs == Runs::Again || self.pilots.excellent && kind.role.bombs()
    }
}

impl Battle {
    /// Whether a flight can move in this part of the Ordnance Phase.
    ///
    /// Ruling: a player moves his ordnance in any order, so that fighters that move before enemy craft go before all of
    /// it. They may wait for their owner's own part. A wave that has other craft in it is not early.
    #[must_use]
    pub fn may_fly(&self, roster: &Roster, flight: &Flight) -> bool {
        let fighters = || flight.id.kind == FlightKind::Wave && flight.fighters(roster) == flight.size();
        !flight.done.moved && (!self.early || flight.pilots.early && fighters())
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// The Ordnance Phase turns to flying: early fighters of the player whose turn it is not come first.
    pub(super) fn begin_flying(&mut self) {
        let side = self.battle.active.other();
        (self.battle.flying, self.battle.converting, self.battle.early) = (side, false, true);
        if !self.battle.flights_of(side).any(|flight| self.battle.may_fly(self.roster, flight)) {
            self.end_early();
        }
    }

    /// The other fighters wait; one that paused in its move has ended it.
    pub(crate) fn end_early(&mut self) {
        for flight in self.battle.flights.iter_mut().filter(|flight| flight.left.is_some()) {
            (flight.done.moved, flight.left) = (true, None);
        }
        (self.battle.flying, self.battle.early) = (self.battle.active, false);
    }
}
