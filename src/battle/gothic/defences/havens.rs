//! What damage does to an Eldar Haven turn by turn (HAVEN-01).
//!
//! Ruling: both are worked out when the turn of its player begins.

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::event::{Cause, Event, Log};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::CriticalTable;
use crate::ships::traits::Trait;
use crate::table::geometry::Length;

/// How far a Haven drifts in a turn.
const DRIFT: Length = Length::cm(5);

impl Battle {
    /// Whether blast markers and solar flares do a ship no harm; a Haven adrift has lost that (HAVEN-01).
    #[must_use]
    pub fn polarised(&self, roster: &Roster, id: ShipId) -> bool {
        let profile = &roster[id].profile;
        profile.is(Trait::Impervious)
            || profile.improved.polarised && self.ship(id).criticals.count(Critical::Adrift) == 0
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Cracks cost a hit on a 1, and a Haven adrift nears what is nearest.
    pub(in crate::battle::gothic) fn open_haven(&mut self) -> Judged<()> {
        for id in (0..self.battle.ships.len() as u8).map(ShipId) {
            let ship = *self.battle.ship(id);
            let havens = self.profile(id).criticals == CriticalTable::Haven;
            if !havens || ship.side != self.battle.active || !ship.fights() {
                continue;
            }
            if ship.criticals.count(Critical::Adrift) > 0 {
                let near = |shape: crate::battle::gothic::state::Shape| shape.centre().squared(ship.at);
                let nearest = self.battle.features.iter().map(|feature| feature.shape).min_by_key(|shape| near(*shape));
                if let Some(shape) = nearest {
                    let at = ship.at.towards(shape.centre(), DRIFT);
                    self.battle.ship_mut(id).at = at;
                    self.take_along(id);
                    self.tell(|| Event::Moved(id, DRIFT, at, ship.heading));
                }
            }
            if ship.criticals.count(Critical::Cracks) > 0 {
                let face = self.d6("superstructure", self.name(id))?;
                self.tell(|| Event::Strain(id, face));
                if face == 1 {
                    let crippled = self.battle.crippled(self.roster, id);
                    self.lose(id, 1, Cause::Critical);
                    self.tell_crippled(id, crippled);
                    self.resolve_dying();
                }
            }
        }
        Ok(())
    }
}
