//! Distortion charges: dropped astern, they go for the nearest enemy like a mine and tear open a warp rift.
//!
//! Ruling: a charge is put in contact with the stern. The rift is as large as a nova template.

use super::{Deed, Stage};
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::ordnance::mines::SPEED;
use crate::battle::gothic::ordnance::outlines::{Form, MINE};
use crate::battle::gothic::shooting::nova_cannon::TEMPLATE;
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::ordnance::{Flight, FlightKind};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Feature, FeatureKind, Shape, ShipId, Unit};
use crate::battle::gothic::turn::sequence::Play;
use crate::dice::Dice;
use crate::ships::warhead::Warhead;

impl Battle {
    /// Whether a ship may drop its charge.
    #[must_use]
    pub fn may_drop(&self, roster: &Roster, id: ShipId) -> bool {
        let ship = self.ship(id);
        let fitted = roster[id].profile.odd.distortion && !ship.done.feats.charge_dropped;
        fitted && ship.fights() && self.silenced(id).is_none() && !self.flights.is_full() && !self.is_low(id)
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Drops the charge of a ship, once a battle, when ordnance is launched.
    pub(super) fn drop_charge(&mut self, id: ShipId) -> Judged<()> {
        if self.battle.no_ordnance || !self.battle.may_drop(self.roster, id) {
            return Err(Refusal::new("REFIT-27", format!("{} has no distortion charge to drop", self.name(id))).into());
        }
        self.battle.ship_mut(id).done.feats.charge_dropped = true;
        let charge = Flight { speed: SPEED, strength: 1, warhead: Warhead::Distortion, ..Flight::default() };
        self.put_flight(FlightKind::Mine, charge, &[id]);
        let ship = self.battle.ship(id);
        let at = ship.at.ahead(ship.heading.turned(180), self.profile(id).base + MINE);
        let at = self.battle.ground.table(ship.at).nearest(at);
        if let Some(charge) = self.battle.flights.iter_mut().last() {
            (charge.at, charge.aboard) = (at, None);
        }
        Ok(())
    }

    /// A charge goes off: a rift where it struck, which draws in every ship it touches.
    pub(in crate::battle::gothic) fn tear_rift(&mut self, charge: &Flight) {
        self.remove_flight(charge.id, "REFIT-27");
        let shape = Shape::Disc { centre: charge.at, radius: TEMPLATE };
        let rift = Feature { kind: FeatureKind::Rift, shape, owner: charge.side, closes: true };
        if let Err(full) = self.battle.features.push(rift) {
            self.outgrown = Some(full.of("celestial phenomena on the table"));
            return;
        }
        self.tell_deed(Deed::Rift(charge.at));
        // A rift destroys what flies into it (TERRAIN-25).
        for flight in &self.battle.flights.clone() {
            let form = self.battle.form(self.roster, flight);
            let inside = form.touches(flight.at, Form::Disc(TEMPLATE), charge.at);
            if inside && flight.aboard.is_none() {
                self.remove_flight(flight.id, "TERRAIN-25");
            }
        }
        for id in (0..self.battle.ships.len() as u8).rev().map(ShipId) {
            let ship = self.battle.ship(id);
            let drawn = ship.fights() && !self.battle.forts.contains(id);
            if drawn && charge.at.touches(ship.at, TEMPLATE + self.profile(id).base) {
                self.then(Task::Feat(Stage::Sucked(id)));
            }
        }
    }

    /// A ship in a rift that has just opened tests as one that ran into it (TERRAIN-26).
    pub(super) fn sucked(&mut self, id: ShipId) -> Judged<()> {
        if !self.battle.ship(id).fights() {
            return Ok(());
        }
        let needed = self.battle.own_leadership(id);
        self.test(Unit::Ship(id), crate::battle::gothic::state::agenda::Test::Rift, 3, needed)
    }

    /// At the start of its player's turn such a rift closes on a 6.
    pub(super) fn close_rifts(&mut self) -> Judged<()> {
        let side = self.battle.active;
        for index in (0..self.battle.features.len()).rev() {
            let feature = self.battle.features[index];
            if !feature.closes || feature.owner != side {
                continue;
            }
            let face = self.d6("warp rift", self.side_name(side))?;
            self.tell_deed(Deed::RiftRolls(face));
            if face == 6 {
                self.battle.features.remove(index);
            }
        }
        Ok(())
    }
}
