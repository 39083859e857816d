//! Ships under solar sail: the Eldar turn before they move, take their speed from the sun, and move twice a turn.
//!
//! Ruling: the sources speak of the Eldar's two moves without laying them out (BLAST-11); the rest is read from the
//! published Eldar fleet rules. The second move comes in their own Ordnance Phase when all ordnance has moved, never in
//! the enemy's.

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::event::{Cause, Event, Log};
use crate::battle::gothic::state::agenda::{Task, Threat};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Course, Critical, Leg, Phase, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point};

/// How far a turn really swings the ship: 270 degrees to the right are 90 to the left.
pub(in crate::battle::gothic) const fn swing(degrees: i32) -> i32 {
    let right = degrees.rem_euclid(360);
    if right > 180 { 360 - right } else { right }
}

impl Battle {
    /// Whether a ship can declare boarding after its second move: an enemy in contact, nothing fired or launched.
    pub(in crate::battle::gothic) fn boards_late(&self, roster: &Roster, id: ShipId) -> bool {
        let (ship, profile) = (self.ship(id), &roster[id].profile);
        profile.sails.is_some()
            && !profile.no_boarding
            && !(ship.done.fired || ship.done.standby || ship.done.lingers)
            && ship.boards.is_none()
            && ship.grappled.is_none()
            && self.fleet(ship.side.other()).any(|(enemy, _)| self.in_contact(roster, id, enemy))
    }

    /// Whether the plans of a ship may leave clouds out: Eldar whose test for them is still to come (TERRAIN-11).
    pub(in crate::battle::gothic) fn hopes(&self, roster: &Roster, id: ShipId) -> bool {
        let untested = self.current.is_none() || self.ship(id).done.clouds != Some(false);
        roster[id].profile.is_eldar() && untested
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Ordnance has moved: ships under sail move again, then the End Phase follows.
    pub(in crate::battle::gothic) fn after_ordnance(&mut self) {
        let more = |id: ShipId| self.sails_again(id) || self.battle.boards_late(self.roster, id);
        let sails = self.battle.fleet(self.battle.active).any(|(id, _)| more(id));
        self.begin(if sails { Phase::Sailing } else { Phase::End });
    }

    /// Whether a ship makes a second move: not when it boards, nor with its mainsail shredded.
    fn sails_again(&self, id: ShipId) -> bool {
        let ship = self.battle.ship(id);
        self.profile(id).sails.is_some()
            && !self.stands_still(id)
            && ship.boards.is_none()
            && ship.criticals.count(Critical::Shredded) == 0
    }

    /// Opens the second move.
    pub(in crate::battle::gothic) fn begin_sailing(&mut self) {
        for id in (0..self.battle.ships.len() as u8).map(ShipId) {
            let again = self.battle.ship(id).fights() && self.sails_again(id);
            let side = self.battle.active;
            let ship = self.battle.ship_mut(id);
            if ship.side == side {
                ship.done.moved = !again;
                ship.done.asteroids = None;
                ship.done.struck = false;
            }
        }
    }

    /// Whether nobody has anything left to do in the second move.
    pub(in crate::battle::gothic) fn sailed(&self) -> bool {
        let mut fleet = self.battle.fleet(self.battle.active);
        !fleet.any(|(id, ship)| !ship.done.moved || self.battle.boards_late(self.roster, id))
    }

    /// A unit begins to move: its test for clouds is to be taken anew.
    pub(in crate::battle::gothic) fn cast_off(&mut self, unit: Unit) {
        for ship in &self.battle.members(unit) {
            self.battle.ship_mut(*ship).done.clouds = None;
        }
    }

    /// What the test for clouds brings, for the whole unit as with asteroids (TERRAIN-11).
    ///
    /// Ruling: a passed test spares them what they would suffer (speed, damage, Leadership, their own aim) until they
    /// move again. Fire at them through the cloud is shifted all the same.
    pub(in crate::battle::gothic) fn clouds_tested(&mut self, unit: Unit, passed: bool) {
        for ship in &self.battle.members(unit) {
            self.battle.ship_mut(*ship).done.clouds = Some(passed);
        }
    }

    /// A sharp turn of a ship with a damaged superstructure: a 1 costs a hit.
    pub(in crate::battle::gothic) fn sharp_turn(&mut self, id: ShipId) -> Judged<()> {
        let face = self.d6("superstructure", self.name(id))?;
        self.tell(|| Event::Strain(id, face));
        if face == 1 {
            let crippled = self.battle.crippled(self.roster, id);
            self.lose(id, 1, Cause::Critical);
            self.tell_crippled(id, crippled);
        }
        Ok(())
    }

    /// The answer to `TerrainQuestion::Ride`.
    pub(in crate::battle::gothic) fn answer_ride(&mut self, unit: Unit, ride: bool) -> Judged<()> {
        if !ride {
            self.flare_catches(unit);
            return Ok(());
        }
        let needed = self.battle.leadership(unit);
        self.test(unit, crate::battle::gothic::state::agenda::Test::Flare, 2, needed)
    }

    /// Eldar who pass ignore the flare, marker and all, and are driven before it (TERRAIN-44).
    ///
    /// Ruling: a squadron tests once and rolls its distance once. What it meets on the way counts as in any move.
    pub(in crate::battle::gothic) fn ride_tested(&mut self, unit: Unit, passed: bool) -> Judged<()> {
        if !passed {
            self.flare_catches(unit);
            return Ok(());
        }
        let faces = self.roll("driven by the flare", self.unit_name(unit), 2)?;
        self.tell(|| Event::Driven(unit, faces));
        let length = Length::cm(faces.iter().map(|face| i32::from(*face)).sum());
        for ship in self.battle.members(unit).iter().rev() {
            self.then(Task::Drive { ship: *ship, length });
        }
        Ok(())
    }

    /// The flare strikes a unit of Eldar like any other (TERRAIN-41, TERRAIN-42).
    fn flare_catches(&mut self, unit: Unit) {
        for ship in self.battle.members(unit).iter().rev() {
            self.flare_reaches(*ship);
        }
    }

    /// Turns a ship away from the sun and moves it; one that is held stays where it is.
    pub(in crate::battle::gothic) fn drive(&mut self, id: ShipId, length: Length) {
        let Some(edge) = self.battle.ground.sunward else { return };
        if !self.battle.ship(id).fights() || self.stands_still(id) {
            return;
        }
        let legs = FixedList::one(Leg::Ahead(length));
        let ship = self.battle.ship_mut(id);
        ship.heading = edge.heading().turned(180);
        (ship.done.asteroids, ship.done.struck, ship.done.clouds) = (None, false, None);
        self.battle.course = Course { ship: id, legs, limit: length, ..Course::default() };
        self.then(Task::Go);
    }

    /// A marker on the sunward side, and a hit on a ship without shields.
    pub(in crate::battle::gothic) fn flare_reaches(&mut self, id: ShipId) {
        let Some(edge) = self.battle.ground.sunward else { return };
        let sun = self.battle.ship(id).at.ahead(edge.heading(), Length::cm(10));
        self.flash(id, sun);
    }

    /// A marker on the side from which a flare comes, and a hit on a ship without shields.
    pub(in crate::battle::gothic) fn flash(&mut self, id: ShipId, from: Point) {
        let ship = *self.battle.ship(id);
        self.mark(id, from, 0, "TERRAIN-41");
        if ship.fights() && self.battle.shield_value(self.roster, id) == 0 {
            self.then(Task::Flare(id));
            self.offer_brace(self.battle.unit_of(id), Threat::Flare);
        }
    }
}
