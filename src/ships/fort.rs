//! What makes a star fort, one of its quadrants, and a space hulk.

use super::profile::{CriticalTable, LARGE, Profile};
use crate::table::geometry::Quarter;

impl Profile {
    /// Makes a space hulk: it keeps its pace, turns slowly, never runs out of ordnance (ORD-06), and has a table of
    /// criticals of its own.
    pub(crate) fn make_space_hulk(&mut self) {
        (self.odd.space_hulk, self.odd.unslowed) = (true, true);
        // All Ahead Full adds nothing to its way (HULK-03).
        (self.stationed, self.turn, self.ahead_dice) = (true, 45, 0);
        self.endless_craft = true;
        self.criticals = CriticalTable::SpaceHulk;
    }

    /// Takes in the rules of star forts.
    pub(crate) fn make_fort(&mut self) {
        (self.stationed, self.nominal) = (true, false);
        (self.odd.docks, self.odd.shut, self.odd.double_craft) = (true, true, true);
    }

    /// Makes one quadrant of a fort: a quarter of its value, and boarders that are aboard the first alone.
    pub(crate) fn make_quadrant(&mut self, quadrant: Quarter) {
        self.odd.quadrant = Some(quadrant);
        self.criticals = CriticalTable::StarFort;
        self.worth = (self.worth + 3 - quadrant as u32) / 4;
        self.base = LARGE;
        if quadrant != Quarter::Front {
            self.crew.parties.clear();
        }
    }
}
