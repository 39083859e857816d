//! Warp beasts: once a battle they fall upon an enemy beside the ship that brought them.

use super::{Deed, Peril, Stage};
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::state::agenda::Threat;
use crate::battle::gothic::state::{Battle, ShipId};
use crate::battle::gothic::turn::sequence::Play;
use crate::dice::Dice;
use crate::table::geometry::Length;

/// How far they go.
const REACH: Length = Length::cm(15);

impl Battle {
    /// Enemies that the warp beasts of a ship may fall upon.
    pub(in crate::battle::gothic) fn prey_of_beasts(&self, id: ShipId) -> impl Iterator<Item = ShipId> {
        let ship = self.ship(id);
        let near = self.fleet(ship.side.other()).filter(|(_, enemy)| ship.at.within(enemy.at, REACH));
        near.map(|(enemy, _)| enemy).filter(move |_| !ship.done.feats.unleashed)
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Sets warp beasts on an enemy in the End Phase.
    pub(super) fn unleash(&mut self, id: ShipId, target: ShipId) -> Judged<()> {
        let (name, against) = (self.name(id), self.name(target));
        let refuse = |message: String| Err(Refusal::new("CHAOS-04", message).into());
        if !self.profile(id).odd.beasts {
            return refuse(format!("{name} has no warp beasts"));
        }
        if self.battle.ship(id).done.feats.unleashed {
            return refuse(format!("the warp beasts of {name} have been unleashed in this battle"));
        }
        if !self.battle.prey_of_beasts(id).any(|prey| prey == target) {
            return refuse(format!("{against} is no enemy within {REACH} cm of {name}"));
        }
        self.battle.ship_mut(id).done.feats.unleashed = true;
        self.then_stage(Stage::Beasts { ship: id, target });
        self.offer_brace(self.battle.unit_of(target), Threat::Feat(Peril::Beasts, id));
        Ok(())
    }

    /// D6 hits that no shield stops. Ruling: a holofield saves once against all of them, as against a shell (NOVA-12).
    pub(super) fn beasts(&mut self, id: ShipId, target: ShipId) -> Judged<()> {
        let (mut marks, from) = (0, self.battle.ship(id).at);
        if !self.battle.ship(target).fights() || self.eludes(target, from, &mut marks, "ELDAR-12")? {
            return Ok(());
        }
        let hits = self.d6("warp beasts", self.name(id))?;
        self.tell_deed(Deed::Beasts(id, target, hits));
        self.blame(id);
        for _ in 0..hits {
            self.hull_hit(target)?;
        }
        self.resolve_dying();
        Ok(())
    }
}
