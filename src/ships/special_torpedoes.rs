//! Special torpedoes in the tubes of a ship (APPEAL-18).

use super::profile::Profile;
use crate::ships::gun::Gun;
use crate::ships::warhead::Warhead;

impl Profile {
    /// Loads special torpedoes: capital ships with tubes, Orks with looted ones; false when it cannot have them.
    pub(crate) fn load_warheads(&mut self, warhead: Warhead, orks: bool) -> bool {
        let tubes = self.weapons.iter().any(|weapon| weapon.gun == Gun::Torpedoes);
        let able = tubes && self.is_capital() && self.warhead == Warhead::Plain && (!orks || self.odd.looted_torpedoes);
        if able {
            self.warhead = warhead;
        }
        able
    }
}
