//! Bought options and upgrades, marks and commanders: what they make of a ship when it is entered, by the ids under
//! which a campaign keeps them.

use super::class::ShipClass;
use super::effects;
use super::effects::{Ability, Effect, Effects, Unfit};
use super::fitting::Fitting;
use super::profile::{LARGE, Profile};

impl Profile {
    /// Takes the upgrades of a ship in, or says which of them are not played. What an appeal gave the ship is kept with
    /// them (APPEAL-13).
    pub(crate) fn upgrade(
        &mut self,
        class: &ShipClass,
        fitting: &Fitting,
        book: &dyn Effects,
        refused: &mut Vec<String>,
    ) {
        let hits = self.hits;
        let mut taken: Vec<(&str, Effect)> = Vec::new();
        for id in &fitting.upgrades {
            let found = effects::of_upgrade(class, id, book).ok_or(Unfit::NotPlayed);
            let unfit = match found {
                Ok(found) => {
                    let unfit = found.iter().find_map(|effect| self.take(effect, hits).err());
                    taken.extend(found.into_iter().map(|effect| (id.as_str(), effect)));
                    unfit
                }
                Err(unfit) => Some(unfit),
            };
            refused.extend(unfit.map(|unfit| unfit.told("upgrade", id)));
        }
        // A third shield stands on a large base, wherever it came from (SHIP-05).
        if self.shields >= 3 {
            self.base = LARGE;
        }
        let bears = |ability: Ability| taken.iter().any(|(_, effect)| *effect == ability.into());
        // A Warmaster of the incursion makes the Mark of Khorne bite deeper.
        if bears(Ability::Warmaster) && bears(Ability::DoubleBoarding) {
            self.crew.ferocity = 1;
        }
        refused.extend(self.quarrels(&taken));
    }
}
