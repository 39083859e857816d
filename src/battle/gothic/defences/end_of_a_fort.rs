//! The end of a star fort: quadrants that break up one by one, and what becomes of the last (FORT-01, FORT-03).
//!
//! Ruling: who is drawn towards an implosion meets nothing on the way and stops at the rift; what a meltdown does beyond its
//! reach is a solar flare that comes from the fort, a marker on that side of every ship and a hit on those without
//! shields, critical on 4 or more (TERRAIN-41, TERRAIN-42), which nobody rides.

use super::star_forts::{SPAN, fort_of};
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::ordnance::outlines::Form;
use crate::battle::gothic::special::Wonder;
use crate::battle::gothic::state::{Feature, FeatureKind, Shape, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::LARGE;
use crate::table::geometry::{Length, Point};

/// Half the width of the field that a collapsed fort leaves.
const COLLAPSED: Length = Length(7_500);
/// How far an implosion draws everything.
const DRAWN: Length = Length::cm(15);
/// Lances of a meltdown.
const MELTDOWN: u8 = 8;
/// Lances of an implosion.
const IMPLOSION: u8 = 4;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A quadrant at 0 hits is an asteroid field from then on; with the last of them the fort rolls for its end.
    pub(in crate::battle::gothic) fn fort_falls(&mut self, id: ShipId) -> Judged<()> {
        let (at, hub) = (self.battle.ship(id).at, self.battle.hub(id));
        self.remove(id, "FORT-01");
        self.litter(FeatureKind::Asteroids, at, LARGE);
        if fort_of(self.roster, id).into_iter().any(|quadrant| self.battle.ship(quadrant).fights()) {
            return Ok(());
        }
        let face = self.d6("end of a star fort", self.name(id))?;
        self.tell_wonder(Wonder::FortEnds(id, face));
        match face {
            1 | 2 => {}
            3 => self.litter(FeatureKind::Asteroids, hub, COLLAPSED),
            4 | 5 => self.melts_down(id, hub)?,
            _ => self.implodes(id, hub)?,
        }
        Ok(())
    }

    /// Puts a phenomenon on the table where something was.
    fn litter(&mut self, kind: FeatureKind, centre: Point, radius: Length) {
        let shape = Shape::Disc { centre, radius };
        if let Err(full) = self.battle.features.push(Feature { kind, shape, ..Feature::default() }) {
            self.outgrown = Some(full.of("celestial phenomena on the table"));
        }
    }

    fn reach_of_its_end(&mut self, id: ShipId) -> Judged<Length> {
        let faces = self.roll("explosion radius", self.name(id), 4)?;
        Ok(Length::cm(i32::from(faces.iter().sum::<u8>())))
    }

    fn melts_down(&mut self, id: ShipId, hub: Point) -> Judged<()> {
        let radius = self.reach_of_its_end(id)?;
        let heading = self.battle.ship(id).heading;
        for flight in &self.battle.flights.clone() {
            let form = self.battle.form(self.roster, flight);
            if flight.aboard.is_none() && form.touches(flight.at, Form::Disc(radius), hub) {
                self.remove_flight(flight.id, "FORT-03");
            }
        }
        let markers: u8 = self.roll("blast markers", self.name(id), 2)?.iter().sum();
        self.ring_markers(hub, heading, markers);
        let inside = self.inside(hub, radius, None);
        self.spread(hub, MELTDOWN, radius, None);
        for other in (0..self.battle.ships.len() as u8).rev().map(ShipId) {
            let ship = self.battle.ship(other);
            if ship.present() && !inside.contains(&other) && self.battle.ground.on_one_table(ship.at, hub) {
                self.flash(other, hub);
            }
        }
        Ok(())
    }

    fn implodes(&mut self, id: ShipId, hub: Point) -> Judged<()> {
        let radius = self.reach_of_its_end(id)?;
        self.spread(hub, IMPLOSION, radius, None);
        for flight in &self.battle.flights.clone() {
            let form = self.battle.form(self.roster, flight);
            if flight.aboard.is_none() && form.touches(flight.at, Form::Disc(radius), hub) {
                let faces = self.roll("implosion", self.name(id), IMPLOSION)?;
                // Any hit destroys a marker (LANCE-03).
                if faces.contains(&6) {
                    self.remove_flight(flight.id, "FORT-03");
                }
            }
        }
        self.litter(FeatureKind::Rift, hub, SPAN + LARGE);
        for other in (0..self.battle.ships.len() as u8).map(ShipId) {
            let ship = self.battle.ship(other);
            let gap = ship.at.distance(hub) - SPAN - LARGE - self.profile(other).base;
            let drawn = ship.present() && !self.battle.forts.contains(other) && !self.profile(other).is_stationary();
            if drawn && gap > Length::ZERO && self.battle.ground.on_one_table(ship.at, hub) {
                self.battle.ship_mut(other).at = ship.at.towards(hub, DRAWN.min(gap));
                self.take_along(other);
            }
        }
        for place in 0..self.battle.flights.len() {
            let at = self.battle.flights[place].at;
            if self.battle.flights[place].aboard.is_none() {
                self.battle.flights[place].at = at.towards(hub, DRAWN);
            }
        }
        Ok(())
    }
}
