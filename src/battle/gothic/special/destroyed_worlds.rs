//! Planets and moons that are destroyed by an overcharged Armageddon gun or by fortresses that fire as one.
//!
//! Ruling: a planet or moon that is destroyed leaves an asteroid field of its size. Ships on its template are lost with
//! it, and so is everything in its low orbit, table and all; its rings stay. An attack on that planet is thereby decided (SCEN-116).

use super::Deed;
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::state::{Feature, FeatureKind, ShipId};
use crate::battle::gothic::turn::sequence::Play;
use crate::dice::Dice;

impl Feature {
    /// Whether it is a planet or a moon.
    pub(super) const fn is_world(&self) -> bool {
        matches!(self.kind, FeatureKind::Planet | FeatureKind::Moon)
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Destroys the planet or moon at a place in the list, by a rule.
    pub(super) fn shatter(&mut self, index: u8, rule: &'static str) -> Judged<()> {
        let world = self.battle.features[usize::from(index)];
        self.tell_deed(Deed::Shatters(world.kind, world.shape.centre(), rule));
        let below = self.battle.ground.low.is_some_and(|low| low.planet == index);
        for id in (0..self.battle.ships.len() as u8).map(ShipId) {
            let ship = self.battle.ship(id);
            let there = world.shape.holds(ship.at) || below && self.battle.is_low(id);
            if ship.present() && there {
                self.remove(id, rule);
            }
        }
        self.battle.features[usize::from(index)].kind = FeatureKind::Asteroids;
        if below {
            self.clear_low_orbit(rule);
        }
        let mission = &mut self.battle.mission;
        if below && (mission.exterminatus || mission.assault.is_some()) {
            mission.planet_destroyed = true;
            return self.over().map(|_| ());
        }
        Ok(())
    }

    /// Takes the low orbit table away, and what lies on it.
    fn clear_low_orbit(&mut self, rule: &'static str) {
        for flight in &self.battle.flights.clone() {
            if self.battle.ground.is_low(flight.at) {
                self.remove_flight(flight.id, rule);
            }
        }
        for index in (0..self.battle.markers.len() as u8).rev() {
            if self.battle.ground.is_low(self.battle.markers[usize::from(index)]) {
                self.remove_marker(index, rule);
            }
        }
        self.battle.ground.low = None;
    }
}
