//! Klaws: arms that grab a ship when their own runs up against it.
//!
//! Ruling: nothing says when klaws let go; they hold until one of the two ships no longer fights. A ship stops where it
//! latches on. Of two ships of different size the larger moves on at half speed in later turns and drags the other
//! along. Neither leaves the battle while they are latched, as if grappled (BOARD-12).

use super::{Deed, Peril, Stage};
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::state::agenda::{Task, Threat};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Phase, ShipId};
use crate::battle::gothic::turn::sequence::Play;
use crate::dice::Dice;
use crate::ships::profile::Size;
use crate::table::geometry::{Length, Point, TOUCH, first_within};

/// What a die of the klaws must show.
const HITS_ON: u8 = 4;

impl Battle {
    /// The ship that a ship is latched to, by its own klaws or the other's.
    #[must_use]
    pub fn latched(&self, id: ShipId) -> Option<ShipId> {
        self.ship(id).done.feats.latched.filter(|other| self.ship(*other).fights())
    }

    /// Whether klaws keep a ship where it is: only the larger of the two may move.
    #[must_use]
    pub fn held_fast(&self, roster: &Roster, id: ShipId) -> bool {
        let size = |id: ShipId| roster[id].profile.size;
        self.latched(id).is_some_and(|other| size(id) <= size(other))
    }

    /// Whether a ship has klaws that it may use in this turn; a crippled capital ship may not.
    fn may_grab(&self, roster: &Roster, id: ShipId) -> bool {
        let (ship, profile) = (self.ship(id), &roster[id].profile);
        let able = profile.size == Size::Escort || !self.crippled(roster, id);
        profile.odd.klaws && able && !ship.done.feats.klawed && self.latched(id).is_none()
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// The next enemy that a ship on the move comes up against, if it may grab one.
    pub(in crate::battle::gothic) fn next_prey(&self, id: ShipId, length: Length) -> Option<(Length, ShipId)> {
        if self.battle.phase != Phase::Movement || !self.battle.may_grab(self.roster, id) {
            return None;
        }
        let (ship, base, passed) = (self.battle.ship(id), self.profile(id).base, self.battle.course.passed);
        let enemies = self.battle.fleet(ship.side.other()).filter(|(enemy, _)| !passed.contains(*enemy));
        let free = enemies.filter(|(enemy, _)| self.battle.latched(*enemy).is_none());
        free.filter_map(|(enemy, other)| {
            let reach = base + self.profile(enemy).base + TOUCH;
            first_within(ship.at, ship.heading, length, other.at, reach).map(|at| (at, enemy))
        })
        .min()
    }

    /// Asks whether the klaws snap at an enemy in contact.
    pub(in crate::battle::gothic) fn offer_klaws(&mut self, id: ShipId, target: ShipId) {
        self.battle.course.passed.insert(target);
        self.then(Task::Go);
        self.then_stage(Stage::Grab { ship: id, target });
    }

    pub(in crate::battle::gothic) fn answer_grab(&mut self, id: ShipId, target: ShipId, yes: bool) {
        if yes {
            self.battle.ship_mut(id).done.feats.klawed = true;
            self.then_stage(Stage::Klaws { ship: id, target });
            self.offer_brace(self.battle.unit_of(target), Threat::Feat(Peril::Klaws, id));
        }
    }

    /// Two dice that hit on 4+, whatever the shields; two hits latch on, and a third comes on top of two while latched.
    pub(super) fn klaws(&mut self, id: ShipId, target: ShipId) -> Judged<()> {
        if !self.battle.ship(target).fights() || !self.battle.ship(id).fights() {
            return Ok(());
        }
        let faces = self.roll("klaws", self.name(id), 2)?;
        let struck = faces.iter().filter(|face| **face >= HITS_ON).count() as u8;
        self.tell_deed(Deed::Klaws(id, target, faces[0], faces[1], struck));
        let held = self.battle.latched(id) == Some(target);
        let (mut marks, from, mut hits) = (0, self.battle.ship(id).at, 0);
        for _ in 0..struck {
            if !self.eludes(target, from, &mut marks, "ELDAR-12")? {
                hits += 1;
            }
        }
        self.blame(id);
        for _ in 0..hits + u8::from(held && hits == 2) {
            self.hull_hit(target)?;
        }
        let held_fast = held || self.battle.forts.contains(target);
        if hits == 2 && !held_fast && self.battle.ship(target).hits > 0 {
            self.latch(id, target);
        }
        self.resolve_dying();
        Ok(())
    }

    fn latch(&mut self, id: ShipId, target: ShipId) {
        self.battle.ship_mut(id).done.feats.latched = Some(target);
        self.battle.ship_mut(target).done.feats.latched = Some(id);
        if self.battle.course.ship == id {
            self.battle.course.legs.clear();
        }
        self.tell_deed(Deed::Latched(id, target));
    }

    /// In each End Phase klaws that have latched on squeeze.
    pub(in crate::battle::gothic) fn squeeze(&mut self) {
        for id in (0..self.battle.ships.len() as u8).rev().map(ShipId) {
            if !self.profile(id).odd.klaws || !self.battle.ship(id).fights() {
                continue;
            }
            if let Some(target) = self.battle.latched(id) {
                self.then_stage(Stage::Klaws { ship: id, target });
                self.offer_brace(self.battle.unit_of(target), Threat::Feat(Peril::Klaws, id));
            }
        }
    }

    /// What is latched to a ship goes with it.
    pub(in crate::battle::gothic) fn drag_along(&mut self, id: ShipId, from: Point) {
        let Some(other) = self.battle.latched(id) else { return };
        let to = self.battle.ship(id).at;
        let (x, y) = (to.x - from.x, to.y - from.y);
        let at = self.battle.ship(other).at;
        let dragged = Point { x: at.x + x, y: at.y + y };
        self.battle.ship_mut(other).at = self.battle.ground.table(at).nearest(dragged);
        self.take_along(other);
    }
}
