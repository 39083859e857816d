//! The berzerker tide: crews that throw themselves at the enemy and heed no orders afterwards.

use super::{Deed, Stage};
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId};
use crate::battle::gothic::turn::sequence::Play;
use crate::dice::Dice;
use crate::ships::gun::Gun;
use crate::table::geometry::Length;

/// An enemy must be nearer than this for a carrier to flush its bays.
const NEAR: Length = Length::cm(20);
/// This turn and the next of the same player.
const TURNS: u8 = 2;

impl Battle {
    /// Why a ship may not flush its bays now; `None` when it may.
    pub(in crate::battle::gothic) fn may_flush(&self, roster: &Roster, id: ShipId) -> Option<&'static str> {
        let (ship, profile) = (self.ship(id), &roster[id].profile);
        let bays = profile.weapons.iter().any(|weapon| weapon.gun == Gun::Bays) && !profile.mines;
        if !profile.odd.tide || !bays {
            return Some("has no berzerkers to launch");
        }
        if ship.done.feats.flush > 0 || ship.done.bays > 0 || self.bays_ready(roster, id) == 0 {
            return Some("has launched, or has nothing to launch");
        }
        let near = |at| ship.at.within(at, NEAR) && ship.at.distance(at) < NEAR;
        (!self.fleet(ship.side.other()).any(|(_, enemy)| near(enemy.at))).then_some("has no enemy within 20 cm")
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Asks each boarder with such a crew whether it presses on, while the ship boarded can still be hurt.
    pub(in crate::battle::gothic) fn offer_tide(&mut self, boarders: &[ShipId], target: ShipId, needed: u8) {
        let ship = self.battle.ship(target);
        if needed > 6 || !ship.fights() || ship.hits == 0 {
            return;
        }
        for ship in boarders.iter().rev() {
            if self.profile(*ship).odd.tide && self.battle.ship(*ship).fights() && self.battle.ship(*ship).hits > 0 {
                self.then_stage(Stage::Tide { ship: *ship, target, needed });
            }
        }
    }

    /// Ruling: the D3 rolls need what the boarding action's own roll needed (BOARD-08).
    pub(in crate::battle::gothic) fn answer_tide(
        &mut self,
        (id, target, needed): (ShipId, ShipId, u8),
        yes: bool,
    ) -> Judged<()> {
        let prey = self.battle.ship(target);
        if !yes || !prey.fights() || prey.hits == 0 {
            return Ok(());
        }
        let rolls = self.d6("berzerker tide", self.name(id))?.div_ceil(2);
        self.tell_deed(Deed::Tide(id, rolls));
        self.battle.ship_mut(id).done.feats.frenzy = TURNS;
        self.blame(id);
        for _ in 0..rolls {
            self.boarding_critical(target, needed)?;
        }
        self.resolve_dying();
        Ok(())
    }

    /// Launches D3 markers more than it has bays, and none in the next turn.
    pub(super) fn flush(&mut self, id: ShipId) -> Judged<()> {
        if let Some(why) = self.battle.may_flush(self.roster, id) {
            return Err(Refusal::new("CHAOS-06", format!("{} {why}", self.name(id))).into());
        }
        let more = self.d6("berzerker tide", self.name(id))?.div_ceil(2);
        self.tell_deed(Deed::Flushed(id, more));
        let feats = &mut self.battle.ship_mut(id).done.feats;
        (feats.flush, feats.flushed) = (more, TURNS);
        Ok(())
    }
}
