//! Ghostships: crewed by the dead, who heed commands apart from the living (ELDAR-22 to ELDAR-25).

use super::Wonder;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::traits::Trait;

impl Battle {
    /// Whether all of a unit are Ghostships.
    pub(in crate::battle::gothic) fn is_ghost(&self, roster: &Roster, unit: Unit) -> bool {
        let members = self.members(unit);
        !members.is_empty() && members.iter().all(|ship| roster[*ship].profile.is(Trait::Ghostship))
    }

    /// Whether a failed check keeps a unit from special orders: that of the living or that of the dead (LEAD-04, ELDAR-24).
    #[must_use]
    pub fn stopped(&self, roster: &Roster, unit: Unit) -> bool {
        let player = &self.players[self.side_of(unit) as usize];
        if self.is_ghost(roster, unit) { player.ghost_failed } else { player.check_failed }
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// The dead aboard a unit do nothing but move: in this turn or the one that comes, by `turns`.
    pub(in crate::battle::gothic) fn fall_silent(&mut self, unit: Unit, turns: u8) {
        for ship in &self.battle.members(unit) {
            let feats = &mut self.battle.ship_mut(*ship).done.feats;
            feats.inert = feats.inert.max(turns);
            self.tell_wonder(Wonder::Silent(*ship));
        }
    }
}
