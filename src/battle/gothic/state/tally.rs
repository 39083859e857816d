//! Which ships fight, drift and belong together, kept beside them so that nobody has to look through all of them.

use super::ship_set::Crowd;
use super::{Battle, Fate, SQUADRONS, ShipId, SquadronId};
use crate::table::side::Side;

/// What is known of all ships at a glance. It follows from the ships: [`Battle::set_fate`] keeps it, and
/// [`Battle::recount`] makes it anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    fighting: [Crowd; 2],
    hulks: Crowd,
    squadrons: [Crowd; SQUADRONS],
}

impl Tally {
    fn of(battle: &Battle) -> Self {
        let mut tally = Self::default();
        for (id, ship) in battle.all() {
            if ship.fights() {
                tally.fighting[ship.side as usize].insert(id);
            }
            if ship.is_hulk() {
                tally.hulks.insert(id);
            }
            if let Some(squadron) = ship.squadron {
                tally.squadrons[usize::from(squadron.0)].insert(id);
            }
        }
        tally
    }
}

impl Battle {
    /// Counts all ships again: after they were entered, or changed otherwise than by [`set_fate`](Self::set_fate).
    pub fn recount(&mut self) {
        self.tally = Tally::of(self);
    }

    /// Whether the tally is what the ships say.
    pub(in crate::battle::gothic) fn is_counted(&self) -> bool {
        self.tally == Tally::of(self)
    }

    /// Settles what has become of a ship.
    pub fn set_fate(&mut self, id: ShipId, fate: Fate) {
        let ship = self.ship_mut(id);
        ship.fate = fate;
        let (side, fights, hulk) = (ship.side as usize, ship.fights(), ship.is_hulk());
        for (crowd, holds) in [(&mut self.tally.fighting[side], fights), (&mut self.tally.hulks, hulk)] {
            if holds {
                crowd.insert(id);
            } else {
                crowd.remove(id);
            }
        }
    }

    /// The ships of a player that fight.
    #[inline]
    #[must_use]
    pub fn fighting(&self, side: Side) -> Crowd {
        self.tally.fighting[side as usize]
    }

    /// The hulks on the table.
    #[inline]
    #[must_use]
    pub fn hulks(&self) -> Crowd {
        self.tally.hulks
    }

    /// Ships on the table, hulks among them.
    #[inline]
    #[must_use]
    pub fn standing(&self) -> Crowd {
        let [one, two] = self.tally.fighting;
        one.or(two).or(self.tally.hulks)
    }

    /// All ships that a squadron began with.
    #[inline]
    #[must_use]
    pub fn enrolled(&self, squadron: SquadronId) -> Crowd {
        self.tally.squadrons[usize::from(squadron.0)]
    }
}
