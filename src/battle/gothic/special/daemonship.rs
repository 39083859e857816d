//! Daemonships: they come out of the warp as spectres, become solid, and drop back into it.
//!
//! Ruling: scatter is rolled as for a nova shell (NOVA-03). What a daemonship regains in the warp is rolled for when it
//! comes back, a turn for each game turn since it left.

use super::{Deed, Feat, Stage};
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Cause, Event, Log};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Fate, ShipId};
use crate::battle::gothic::turn::sequence::Play;
use crate::dice::Dice;
use crate::ships::profile::Size;
use crate::table::geometry::{Heading, Length, Point, Rect, TOUCH};
use crate::table::side::Side;

/// How far from the ship that draws it a daemonship is put.
const NEAR: Length = Length::cm(20);
/// How far a spectre weighs on the enemy.
const DREAD: Length = Length::cm(15);

impl Battle {
    /// Whether a side has a daemonship that may still come: a spectre, or one in the warp with a capital ship to draw it.
    pub(in crate::battle::gothic) fn haunts(&self, roster: &Roster, side: Side) -> bool {
        if self.daemons.is_empty() {
            return false;
        }
        let drawn = self.all().any(|(id, ship)| ship.fights() && roster[id].profile.is_capital());
        self.daemons.iter().map(|id| self.ship(id)).any(|ship| {
            let waits = ship.fate == Fate::Spectral || ship.fate == Fate::Haunting && drawn;
            ship.side == side && waits
        })
    }

    /// Whether a spectre of the enemy is within 15 cm.
    pub(in crate::battle::gothic) fn dreads(&self, id: ShipId) -> bool {
        let ship = self.ship(id);
        let near = |other: ShipId| {
            let other = self.ship(other);
            other.fate == Fate::Spectral && other.side != ship.side && ship.at.within(other.at, DREAD)
        };
        !self.daemons.is_empty() && self.daemons.iter().any(near)
    }

    /// Why a daemonship may not come out of the warp there: rule and reason.
    fn may_haunt(&self, roster: &Roster, id: ShipId, by: ShipId, at: Point) -> Option<(&'static str, &'static str)> {
        let (ship, other) = (self.ship(id), self.ship(by));
        if ship.side != self.active || ship.fate != Fate::Haunting {
            return Some(("DAEMON-01", "does not wait in the warp"));
        }
        if self.turn < 2 || ship.done.feats.haunted && ship.arrived >= self.turn {
            return Some(("DAEMON-01", "comes out of the warp only in a later turn"));
        }
        if !other.fights() || !roster[by].profile.is_capital() {
            return Some(("DAEMON-01", "is drawn by a capital ship only"));
        }
        let there = self.ground.holds(at) && !self.ground.is_low(at) && other.at.within(at, NEAR);
        (!there).then_some(("DAEMON-01", "is put within 20 cm of that ship, on the table"))
    }

    /// Why a spectre may not become solid now: rule and reason.
    fn may_manifest(&self, roster: &Roster, id: ShipId) -> Option<(&'static str, &'static str)> {
        let ship = self.ship(id);
        if ship.side != self.active || ship.fate != Fate::Spectral || ship.done.feats.manifests {
            return Some(("DAEMON-03", "is no spectre that could become solid"));
        }
        if ship.arrived >= self.turn {
            return Some(("DAEMON-03", "becomes solid only in a later turn"));
        }
        let touched = self.fleet(ship.side.other()).any(|(enemy, _)| self.overlaps(roster, id, enemy));
        touched.then_some(("DAEMON-03", "touches an enemy"))
    }

    fn overlaps(&self, roster: &Roster, id: ShipId, other: ShipId) -> bool {
        let base = |id: ShipId| roster[id].profile.base;
        self.ship(id).at.within(self.ship(other).at, base(id) + base(other) + TOUCH)
    }

    /// What daemonships of a side may do when the turn ends: near each capital ship, and become solid.
    pub(in crate::battle::gothic) fn hauntings<'b>(
        &'b self,
        roster: &'b Roster,
        side: Side,
    ) -> impl Iterator<Item = Feat> + 'b {
        let solid = self.daemons.iter().filter(|id| self.may_manifest(roster, *id).is_none()).map(Feat::Manifest);
        let waiting = self.daemons.iter().filter(move |id| self.ship(*id).side == side);
        let drawn = waiting.flat_map(move |id| {
            self.all().filter_map(move |(by, ship)| {
                let at = ship.at.ahead(ship.heading.turned(90), Length::cm(12));
                let (at, heading) = (self.ground.table(ship.at).nearest(at), ship.heading);
                self.may_haunt(roster, id, by, at).is_none().then_some(Feat::Haunt { ship: id, by, at, heading })
            })
        });
        solid.chain(drawn)
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Brings a daemonship out of the warp beside a ship, as a spectre.
    pub(super) fn haunt(&mut self, (id, by): (ShipId, ShipId), at: Point, heading: Heading) -> Judged<()> {
        if let Some((rule, why)) = self.battle.may_haunt(self.roster, id, by, at) {
            return Err(Refusal::new(rule, format!("{} {why}", self.name(id))).into());
        }
        let scatter = self.d6("scatter", self.name(id))?;
        let mut spot = at;
        let mut edge = false;
        if scatter > 2 {
            let way = self.roll("scatter direction", self.name(id), 2)?;
            let far = self.roll("scatter distance", self.name(id), 4)?;
            let way = Heading::new(((i32::from(way[0]) - 1) * 6 + i32::from(way[1]) - 1) * 10);
            let far = Length::cm(far.iter().map(|face| i32::from(*face)).sum());
            let left = self.battle.ground.leaves(at, way, far);
            edge = left.is_some();
            spot = at.ahead(way, left.unwrap_or(far));
        }
        let spot = self.clear_of_enemies(id, self.wholly_on(id, at, spot));
        let turns = self.battle.turn - self.battle.ship(id).arrived;
        let turn = self.battle.turn;
        let ship = self.battle.ship_mut(id);
        (ship.at, ship.heading, ship.arrived) = (spot, heading, turn);
        self.battle.set_fate(id, Fate::Spectral);
        self.tell_deed(Deed::Haunts(id, spot));
        if edge {
            self.then_stage(Stage::Face(id));
        }
        self.reknit(id, turns)
    }

    /// A place with the whole base on its table.
    fn wholly_on(&self, id: ShipId, table: Point, spot: Point) -> Point {
        let (Rect { low, high }, base) = (self.battle.ground.table(table), self.profile(id).base);
        let within = |at: Length, low: Length, high: Length| at.max(low + base).min(high - base);
        Point { x: within(spot.x, low.x, high.x), y: within(spot.y, low.y, high.y) }
    }

    /// Moves a place off the bases of enemies. Ruling: straight away from each, however far that is.
    fn clear_of_enemies(&self, id: ShipId, mut spot: Point) -> Point {
        let side = self.battle.ship(id).side;
        for (enemy, other) in self.battle.all().filter(|(_, other)| other.side != side && other.present()) {
            let apart = self.profile(id).base + self.profile(enemy).base + TOUCH + TOUCH;
            if other.at.within(spot, apart) {
                let away = other.at.heading_to(spot).unwrap_or_default();
                spot = self.wholly_on(id, spot, other.at.ahead(away, apart));
            }
        }
        spot
    }

    /// The answer to [`Stage::Face`].
    pub(in crate::battle::gothic) fn face(&mut self, id: ShipId, heading: Heading) {
        self.battle.agenda.pop();
        self.battle.ship_mut(id).heading = heading;
    }

    /// What a damaged daemonship regains in the warp: 1 on 4+, 2 on 6+, a battleship and each turn adding 1.
    fn reknit(&mut self, id: ShipId, turns: u8) -> Judged<()> {
        let full = self.profile(id).hits;
        let ship = self.battle.ship(id);
        if !ship.done.feats.haunted || ship.hits >= full {
            return Ok(());
        }
        let bonus = turns + u8::from(self.profile(id).size == Size::Battleship);
        let face = self.d6("warp translation", self.name(id))?;
        let gained = match face + bonus {
            ..=3 => 0,
            4 | 5 => 1,
            _ => 2,
        };
        self.battle.regain(self.roster, id, gained);
        let hits = self.battle.ship(id).hits;
        self.tell_deed(Deed::Reknit(id, face, bonus, hits));
        Ok(())
    }

    /// Says that a spectre is to become solid when the turn ends.
    pub(super) fn manifest(&mut self, id: ShipId) -> Judged<()> {
        if let Some((rule, why)) = self.battle.may_manifest(self.roster, id) {
            return Err(Refusal::new(rule, format!("{} {why}", self.name(id))).into());
        }
        self.battle.ship_mut(id).done.feats.manifests = true;
        Ok(())
    }

    /// At the very end of the End Phase spectres become solid on 2+.
    pub(super) fn translate(&mut self) -> Judged<()> {
        for id in self.battle.daemons.iter() {
            if !std::mem::take(&mut self.battle.ship_mut(id).done.feats.manifests) {
                continue;
            }
            let face = self.d6("warp translation", self.name(id))?;
            self.tell_deed(Deed::Manifests(id, face));
            if face >= 2 {
                self.battle.set_fate(id, Fate::Fighting);
            }
        }
        Ok(())
    }

    /// A daemonship that leaves the battle drops back into the warp, without a test.
    pub(in crate::battle::gothic) fn drop_back(&mut self, id: ShipId) {
        self.retire(id, Fate::Haunting);
        let turn = self.battle.turn;
        let ship = self.battle.ship_mut(id);
        (ship.done.feats.haunted, ship.arrived) = (true, turn);
        self.tell_deed(Deed::DropsBack(id));
    }

    /// Fires burn on in the warp and on spectres.
    pub(in crate::battle::gothic) fn burn_in_the_warp(&mut self, id: ShipId, fires: u8) {
        self.lose(id, fires, Cause::Fire);
        if self.battle.ship(id).hits == 0 {
            self.battle.dying.pop();
            self.battle.set_fate(id, Fate::Destroyed);
            self.tell(|| Event::Fate(id, Fate::Destroyed, "END-04"));
        }
    }
}
