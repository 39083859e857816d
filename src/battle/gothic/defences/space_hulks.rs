//! Space hulks: their pace, their gravity well, and the crew that is lost aboard them.
//!
//! Ruling: the engine knows no orbit about what moves, so that nobody is carried along: who lies in the well may stay
//! there, and moves by himself (TERRAIN-34).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::{Question, ShootingQuestion};
use crate::battle::gothic::event::Log;
use crate::battle::gothic::special::{Deed, Wonder};
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, Feature, FeatureKind, Leg, Shape, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::{CriticalTable, Gun, LARGE, Location, Mount};
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point, Quarter, Rect, quarter};

/// How far from its stem a space hulk draws ships.
const WELL: Length = Length(LARGE.0 + 5_000);
/// Turns, the present one among them, until a space hulk turns again.
const BETWEEN_TURNS: u8 = 2;
/// The last result of its table, counted from 0: thrusters.
const LAST_TORN: u8 = 6;

/// Firepower that one critical tears off a side (HULK-04).
const GUNS: u8 = 2;

impl Battle {
    /// What criticals have torn off a weapon of a space hulk (HULK-04).
    pub(in crate::battle::gothic) fn torn_off(&self, mount: &Mount, id: ShipId) -> u8 {
        let count = |critical| self.ship(id).criticals.count(critical);
        match (mount.gun, mount.location) {
            (Gun::Lance, _) => count(Critical::Dorsal),
            (Gun::Bays, Location::Port) => count(Critical::PortBay),
            (Gun::Bays, Location::Starboard) => count(Critical::StarboardBay),
            (Gun::Torpedoes, Location::Prow) => count(Critical::ProwTube),
            (Gun::Torpedoes, Location::Port) => count(Critical::PortTube),
            (Gun::Torpedoes, Location::Starboard) => count(Critical::StarboardTube),
            (Gun::Battery, location) => GUNS * count(CriticalTable::SpaceHulk.silencing(location, Gun::Battery)),
            _ => 0,
        }
    }

    /// What a result of the table, 0 to 6, tears off a hulk that is attacked from a place; `None` where nothing of it is
    /// left there.
    fn tears(&self, roster: &Roster, id: ShipId, result: u8, from: Point) -> Option<Critical> {
        let (ship, profile) = (self.ship(id), &roster[id].profile);
        let side = quarter(ship.at, ship.heading, from);
        let location = match side {
            Quarter::Front => Location::Prow,
            Quarter::Left => Location::Port,
            Quarter::Right => Location::Starboard,
            Quarter::Rear => Location::Stern,
        };
        let left = |gun: Gun, at: Option<Location>| {
            let meant = |mount: &&Mount| mount.gun == gun && at.is_none_or(|at| mount.location == at);
            profile.weapons.iter().filter(meant).any(|mount| mount.strength > self.torn_off(mount, id))
        };
        let (critical, there) = match (result, side) {
            (0, _) => (Critical::Dorsal, left(Gun::Lance, None)),
            (1, _) => (Critical::Shield, profile.shields > ship.criticals.count(Critical::Shield)),
            (2, _) => (Critical::Turret, profile.turrets > ship.criticals.count(Critical::Turret)),
            (3, Quarter::Left) => (Critical::PortBay, left(Gun::Bays, Some(location))),
            (3, Quarter::Right) => (Critical::StarboardBay, left(Gun::Bays, Some(location))),
            (4, Quarter::Front) => (Critical::ProwTube, left(Gun::Torpedoes, Some(location))),
            (4, Quarter::Left) => (Critical::PortTube, left(Gun::Torpedoes, Some(location))),
            (4, Quarter::Right) => (Critical::StarboardTube, left(Gun::Torpedoes, Some(location))),
            (3 | 4, _) => return None,
            (5, _) => {
                let guns = CriticalTable::SpaceHulk.silencing(location, Gun::Battery);
                (guns, left(Gun::Battery, Some(location)))
            }
            _ => (Critical::Thrusters, true),
        };
        there.then_some(critical)
    }

    /// The stems of space hulks in whose wells a place lies (TERRAIN-33); none draws itself.
    pub(in crate::battle::gothic) fn hulks_about(&self, at: Point) -> impl Iterator<Item = Point> {
        let drawing = self.space_hulks.iter().map(|id| self.ship(id)).filter(|hulk| hulk.present());
        drawing.map(|hulk| hulk.at).filter(move |centre| *centre != at && centre.within(at, WELL))
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A space hulk that turns does not turn in its next turn; free turns cost it nothing (TERRAIN-32).
    pub(in crate::battle::gothic) fn note_turn(&mut self, id: ShipId, leg: Leg) {
        if self.battle.space_hulks.contains(id) && matches!(leg, Leg::Turn(degrees) if degrees != 0) {
            self.battle.ship_mut(id).done.feats.turned = BETWEEN_TURNS;
        }
    }

    /// A critical on a space hulk: one die, and another for the first four faces of it (HULK-04).
    pub(in crate::battle::gothic) fn torn(&mut self, id: ShipId) -> Judged<()> {
        let first = self.d6("critical", self.name(id))?;
        let rolled = match first {
            1..=4 => {
                let second = self.d6("critical", self.name(id))?;
                (first - 1) / 2 * 3 + (second - 1) / 2
            }
            _ => LAST_TORN,
        };
        if self.meks_ignore(id)? {
            return Ok(());
        }
        let from = self.from;
        let found = (rolled..=LAST_TORN).find_map(|result| self.battle.tears(self.roster, id, result, from));
        if let Some(critical) = found {
            *self.battle.ship_mut(id).criticals.count_mut(critical) += 1;
            self.tell_wonder(Wonder::Torn(id, critical));
        }
        Ok(())
    }

    /// Whether damaged thrusters let a hulk turn: the die must show more than there are such criticals (HULK-04).
    pub(in crate::battle::gothic) fn thrusters_turn(&mut self, id: ShipId) -> Judged<bool> {
        let damaged = self.battle.ship(id).criticals.count(Critical::Thrusters);
        if damaged == 0 || !self.battle.space_hulks.contains(id) {
            return Ok(true);
        }
        let face = self.d6("thrusters", self.name(id))?;
        self.tell_wonder(Wonder::Steers(id, face, face > damaged));
        Ok(face > damaged)
    }

    /// A space hulk at 0 hits whose drives go: an asteroid field, or a rift that takes whoever is in it (HULK-06).
    ///
    /// Ruling: the rift is as large as its base, about its stem.
    pub(in crate::battle::gothic) fn hulk_ends(&mut self, id: ShipId, implodes: bool) -> Judged<()> {
        let at = self.battle.ship(id).at;
        self.remove(id, "HULK-06");
        let (kind, shape) = if implodes {
            (FeatureKind::Rift, Shape::Disc { centre: at, radius: LARGE })
        } else {
            let face = self.d6("asteroid field", self.name(id))?.div_ceil(2);
            let half = Length(i32::from(face) * 2_500);
            let low = self.battle.ground.table(at).nearest(Point { x: at.x - half, y: at.y - half });
            let high = self.battle.ground.table(at).nearest(Point { x: at.x + half, y: at.y + half });
            (FeatureKind::Asteroids, Shape::Rect(Rect { low, high }))
        };
        if let Err(full) = self.battle.features.push(Feature { kind, shape, ..Feature::default() }) {
            self.outgrown = Some(full.of("celestial phenomena on the table"));
            return Ok(());
        }
        self.tell_wonder(Wonder::Wreckage(id, kind));
        if implodes {
            for other in (0..self.battle.ships.len() as u8).rev().map(ShipId) {
                let ship = self.battle.ship(other);
                let drawn = ship.fights() && !self.battle.forts.contains(other);
                if drawn && at.touches(ship.at, LARGE + self.profile(other).base) {
                    self.then_stage(crate::battle::gothic::special::Stage::Sucked(other));
                }
            }
        }
        Ok(())
    }

    /// Mad meks aboard a space hulk have a critical put right at once on a 6, and roll no repairs again.
    pub(in crate::battle::gothic) fn meks_ignore(&mut self, id: ShipId) -> Judged<bool> {
        let profile = self.profile(id);
        if !profile.odd.space_hulk || !profile.crew.meks {
            return Ok(false);
        }
        let face = self.d6("mad meks", self.name(id))?;
        self.tell_deed(Deed::Meks(id, face));
        Ok(face == 6)
    }

    /// Gunners or loaders of a space hulk roll again for one weapon in a turn.
    ///
    /// Ruling: which one is said when its dice have fallen, as by other gunners.
    pub(in crate::battle::gothic) fn spur(&mut self, id: ShipId) {
        if !self.battle.space_hulks.contains(id) {
            return;
        }
        self.battle.ship_mut(id).done.feats.spurred = true;
        let mut left = FixedList::new();
        for task in self.battle.agenda.iter().filter(|task| !matches!(task, Task::Ask(Question::Shooting(ShootingQuestion::Gunners { ship, .. })) if *ship == id))
        {
            left.push(*task).expect("some of the tasks");
        }
        self.battle.agenda = left;
    }
}
