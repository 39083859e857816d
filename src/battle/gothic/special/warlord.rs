//! The Warlord of an Ork clan, who throws himself into one boarding action of a battle.
//!
//! Ruling: it is the first in which his ship takes part, as boarder or boarded.

use super::Deed;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::state::ShipId;
use crate::battle::gothic::turn::sequence::Play;
use crate::dice::Dice;

/// What he adds to the roll.
const CHARGE: i8 = 2;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// What a Warlord among these ships adds to their boarding roll, if he has not fought yet.
    pub(in crate::battle::gothic) fn warlord_charges(&mut self, ships: &[ShipId]) -> i8 {
        let fresh = |id: &&ShipId| self.profile(**id).odd.clan_warlord && !self.battle.ship(**id).done.feats.charged;
        let Some(id) = ships.iter().find(fresh).copied() else { return 0 };
        self.battle.ship_mut(id).done.feats.charged = true;
        self.tell_deed(Deed::Krumps(id));
        CHARGE
    }
}
