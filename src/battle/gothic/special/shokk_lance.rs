//! The shokk attack lance: snotlings teleported aboard a ship whose shields are down.

use super::{Deed, Peril, Stage};
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Cause, Log};
use crate::battle::gothic::state::agenda::Threat;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, Order, ShipId, Unit};
use crate::battle::gothic::turn::sequence::Play;
use crate::dice::Dice;
use crate::ships::profile::{Arcs, Size};
use crate::table::geometry::Length;

const RANGE: Length = Length::cm(30);

impl Battle {
    /// Whether snotlings roam a ship: it rolls a die more for Leadership.
    pub(in crate::battle::gothic) fn infested(&self, id: ShipId) -> bool {
        self.ship(id).criticals.count(Critical::Hordes) > 0
    }

    /// Why a ship may not fire its lance at another: rule and reason.
    pub(in crate::battle::gothic) fn may_shokk(
        &self,
        roster: &Roster,
        id: ShipId,
        target: ShipId,
    ) -> Option<(&'static str, &'static str)> {
        let (ship, other) = (self.ship(id), self.ship(target));
        let profile = &roster[id].profile;
        if !profile.odd.shokk || ship.done.feats.shokked {
            return Some(("ORK-08", "is beyond it: it has no shokk attack lance to fire"));
        }
        if ship.order == Some(Order::Brace) || self.crippled(roster, id) || self.silenced(id).is_some() {
            return Some(("ORK-08", "is safe: the lance of a ship that is crippled, braced or silenced does not fire"));
        }
        if ship.criticals.count(Critical::Prow) > 0 {
            return Some(("ORK-08", "is safe: the prow armament is damaged"));
        }
        if other.side == ship.side || !other.fights() || !ship.at.within(other.at, RANGE) {
            return Some(("ORK-08", "is no enemy within 30 cm"));
        }
        if !Arcs::FRONT.bear(ship.at, ship.heading, other.at) || !self.sees(roster, id, target) {
            return Some(("ORK-08", "is not before its prow, or out of sight"));
        }
        (self.shields(roster, target) > 0).then_some(("ORK-08", "has its shields up"))
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Every special order tried, whether it is passed or not, rids a ship of one horde.
    pub(in crate::battle::gothic) fn throw_out(&mut self, unit: Unit) {
        for id in &self.battle.members(unit) {
            let hordes = self.battle.ship_mut(*id).criticals.count_mut(Critical::Hordes);
            *hordes = hordes.saturating_sub(1);
        }
    }

    /// Fires the lance at a ship without shields.
    ///
    /// Ruling: it is aimed by itself, whatever else the ship fires, at any ship it can reach, as a teleport attack is.
    pub(super) fn fire_shokk(&mut self, id: ShipId, target: ShipId) -> Judged<()> {
        if let Some((rule, why)) = self.battle.may_shokk(self.roster, id, target) {
            return Err(Refusal::new(rule, format!("{}: {} {why}", self.name(id), self.name(target))).into());
        }
        self.battle.ship_mut(id).done.feats.shokked = true;
        self.then_stage(Stage::Shokk { ship: id, target });
        self.offer_brace(self.battle.unit_of(target), Threat::Feat(Peril::Shokk, id));
        Ok(())
    }

    /// On 4+ hordes get aboard; otherwise they burst against the hull. An escort is lost to them on 3 or less of a die
    /// of its own.
    pub(super) fn shokk(&mut self, id: ShipId, target: ShipId) -> Judged<()> {
        if !self.battle.ship(target).fights() {
            return Ok(());
        }
        let (mut marks, from) = (0, self.battle.ship(id).at);
        let face = self.d6("shokk attack lance", self.name(id))?;
        self.tell_deed(Deed::Shokk(id, target, face));
        if face < 4 {
            self.mark(target, from, 0, "ORK-08");
            return Ok(());
        }
        if self.eludes(target, from, &mut marks, "ELDAR-12")? || !self.gets_past_brace(target)? {
            return Ok(());
        }
        if self.profile(target).size == Size::Escort {
            let face = self.d6("snotling hordes", self.name(target))?;
            self.tell_deed(Deed::Overrun(target, face));
            if face >= 4 {
                self.mark(target, from, 0, "ORK-08");
                return Ok(());
            }
            self.blame(id);
            let hits = self.battle.ship(target).hits;
            self.lose(target, hits, Cause::Hit);
            self.resolve_dying();
            return Ok(());
        }
        let hordes = self.d6("snotling hordes", self.name(id))?.div_ceil(2) + 1;
        *self.battle.ship_mut(target).criticals.count_mut(Critical::Hordes) += hordes;
        self.tell_deed(Deed::Hordes(target, hordes));
        Ok(())
    }
}
