//! What the crew that launches ordnance gives it for as long as it flies (SKILL-06, SKILL-12, REFIT-27).

use super::super::event::Log;
use super::super::geometry::Length;
use super::super::play::Play;
use super::super::profile::{Profile, Roster};
use super::super::state::Battle;
use super::{Flight, FlightKind, Marker, Resilience, Runs};
use crate::dice::Dice;

/// How much farther accelerated ordnance goes in its first move.
const BOOST: Length = Length::cm(10);

/// Who flies in a flight and how it was sent off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pilots {
    /// Excellent pilots: bombers may roll their attack runs again, fighters stay in play on 4+ (SKILL-06).
    pub excellent: bool,
    /// Bombers save themselves like resilient craft (SKILL-12).
    pub hardy: bool,
    /// Fighters may move before the enemy's ordnance (SKILL-12).
    pub early: bool,
    /// Bombers roll a D6 for their attacks, whatever their kind rolls (REFIT-27).
    pub mad: bool,
    /// Accelerated when launched (REFIT-27).
    pub accelerated: bool,
}

impl Pilots {
    /// What ordnance has from all who launch it together.
    ///
    /// Ruling: no marker of a wave or salvo tells which ship it came from, so that it has only what all of them give.
    #[must_use]
    pub fn of<'a>(launchers: impl IntoIterator<Item = &'a Profile>) -> Self {
        let all = launchers.into_iter().map(|profile| profile.improved.pilots);
        let both = |one: Self, other: Self| Self {
            excellent: one.excellent && other.excellent,
            hardy: one.hardy && other.hardy,
            early: one.early && other.early,
            mad: one.mad && other.mad,
            accelerated: one.accelerated && other.accelerated,
        };
        all.reduce(both).unwrap_or_default()
    }

    /// How much farther ordnance goes in its first move.
    #[must_use]
    pub const fn boost(self) -> Length {
        if self.accelerated { BOOST } else { Length::ZERO }
    }
}

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
            own => own,
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
