//! Holofields: gunnery at them shifts, and whatever else is aimed at the ship misses on 2 or more.
//!
//! Ruling: beside the nova cannon (NOVA-12) the sources only tell what a holofield does not stop (SHOOT-15, TERRAIN-17);
//! the rest is read from the published Eldar fleet rules. It saves once against each lance hit, ordnance hit, shell,
//! hit-and-run attack, ram and boarding attempt, never against what follows from one that was not saved. Every save made
//! puts a blast marker on the ship. Blast markers, explosions, flares and asteroids go through it.

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::traits::Trait;
use crate::table::geometry::Point;

impl Battle {
    /// Whether a ship has a holofield that works; a hulk has none (CATA-07).
    #[must_use]
    pub fn holofield(&self, roster: &Roster, id: ShipId) -> bool {
        let ship = self.ship(id);
        roster[id].profile.veil > 0 && ship.fights() && !ship.criticals.shields_collapsed
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Whether a holofield makes an attack from a place miss; a save puts a marker on the side it came from. `marks`
    /// counts the markers of the attack on the ship.
    pub(in crate::battle::gothic) fn eludes(
        &mut self,
        id: ShipId,
        from: Point,
        marks: &mut u8,
        rule: &'static str,
    ) -> Judged<bool> {
        if !self.battle.holofield(self.roster, id) || self.battle.ship(id).hits == 0 {
            return Ok(false);
        }
        let face = self.d6("holofield", self.name(id))?;
        let saved = face >= 2;
        self.tell(|| Event::Holofield(id, face, saved, rule));
        if saved {
            self.mark(id, from, *marks, rule);
            *marks += 1;
        }
        Ok(saved)
    }

    /// As [`eludes`](Self::eludes), of attack craft: some may roll a failed save again (ELDAR-26).
    pub(in crate::battle::gothic) fn eludes_craft(&mut self, id: ShipId, from: Point, marks: &mut u8) -> Judged<bool> {
        if self.eludes(id, from, marks, "ELDAR-12")? {
            return Ok(true);
        }
        let again = self.profile(id).is(Trait::FieldReroll);
        if again { self.eludes(id, from, marks, "ELDAR-26") } else { Ok(false) }
    }
}
