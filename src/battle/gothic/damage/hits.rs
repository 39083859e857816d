//! What a hit does: shields, Brace save, damage, critical (DAMAGE-01).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::event::{Cause, Event, Log};
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, Order, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::improvements::part;
use crate::ships::traits::Trait;
use crate::table::geometry::Point;

/// Fleet defence turrets of a ship (MECH-09).
pub(in crate::battle::gothic) const WARDING: u8 = 2;

impl Battle {
    /// Whether a ship has lost half its starting hits (CRIPPLE-01).
    #[inline]
    #[must_use]
    pub fn crippled(&self, roster: &Roster, id: ShipId) -> bool {
        let full = roster[id].profile.hits;
        2 * u16::from(full.saturating_sub(self.ship(id).hits)) >= u16::from(full) && !roster[id].profile.odd.space_hulk
    }

    /// A ship regains hits; that it was crippled in this battle stays so (VP-22).
    pub(in crate::battle::gothic) fn regain(&mut self, roster: &Roster, id: ShipId, hits: u8) {
        let crippled = self.crippled(roster, id) && self.ship(id).hits < self.ship(id).started;
        let full = roster[id].profile.hits;
        let ship = self.ship_mut(id);
        ship.done.was_crippled |= crippled && hits > 0;
        ship.hits = (ship.hits + hits).min(full);
    }

    /// What saves a hit on the hull now: Brace, a reactive hull or a hide of chitin; 7 for nothing (BRACE-04, NEC-04,
    /// NEC-06, HIVE-47).
    #[must_use]
    pub fn saves_on(&self, roster: &Roster, id: ShipId) -> u8 {
        let traits = &roster[id].profile.traits;
        let braced = self.ship(id).order == Some(Order::Brace);
        if traits.hull_save <= 6 {
            if braced { 2 } else { traits.hull_save }
        } else if braced || traits.has(Trait::AlwaysBraced) {
            4
        } else {
            7
        }
    }

    /// Turrets now: halved when crippled, none of a hulk (CRIPPLE-02, CATA-07).
    #[must_use]
    pub fn turrets(&self, roster: &Roster, id: ShipId) -> u8 {
        let rolled = self.ship(id).done.feats.turrets;
        let whole = if rolled > 0 { rolled } else { roster[id].profile.turrets };
        let turrets = self.powered(id, whole).saturating_sub(self.ship(id).criticals.count(Critical::Turret));
        let turrets = match (self.ship(id).fights(), self.crippled(roster, id)) {
            (false, _) => 0,
            (true, true) => part(turrets, roster[id].profile.improved.crippled_share),
            (true, false) => turrets,
        };
        // While they defend another they are not the ship's own (MECH-09).
        if self.ship(id).done.feats.wards.is_some() { turrets.saturating_sub(WARDING) } else { turrets }
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A hit of a kind that shields stop; `marks` counts the markers this attack has put on the ship.
    pub(in crate::battle::gothic) fn hit(&mut self, id: ShipId, from: Point, marks: &mut u8) -> Judged<()> {
        self.hit_critical_on(id, from, marks, 6)
    }

    /// As [`hit`](Self::hit), with a critical on another face than 6.
    pub(in crate::battle::gothic) fn hit_critical_on(
        &mut self,
        id: ShipId,
        from: Point,
        marks: &mut u8,
        least: u8,
    ) -> Judged<()> {
        self.from = from;
        if self.battle.shields(self.roster, id) == 0 {
            return self.hull_hit_critical_on(id, least);
        }
        if self.profile(id).improved.shield_save <= 6 && self.capacitors(id)? {
            return Ok(());
        }
        self.tell(|| Event::Absorbed(id));
        self.see_through(id);
        self.mark(id, from, *marks, "BLAST-02");
        *marks += 1;
        Ok(())
    }

    /// A die for a hit on the shields that may cancel it with its marker (REFIT-19); a 1 may strike back (REFIT-27).
    fn capacitors(&mut self, id: ShipId) -> Judged<bool> {
        let face = self.d6("shield capacitors", self.name(id))?;
        let improved = &self.profile(id).improved;
        let held = face >= improved.shield_save;
        self.tell(|| Event::Capacitors(id, face, held));
        if face == 1 && improved.shield_backlash {
            let again = self.d6("shield overload", self.name(id))?;
            self.tell(|| Event::Overload(id, again));
            if again == 6 {
                let crippled = self.battle.crippled(self.roster, id);
                self.critical(id)?;
                self.tell_crippled(id, crippled);
            }
        }
        Ok(held)
    }

    /// A hit that no shield stops: a Brace save, then damage and its critical die.
    pub(in crate::battle::gothic) fn hull_hit(&mut self, id: ShipId) -> Judged<()> {
        self.hull_hit_critical_on(id, 6)
    }

    /// As [`hull_hit`](Self::hull_hit), with a critical on this face, or the one of the ship if that is lower.
    pub(in crate::battle::gothic) fn hull_hit_critical_on(&mut self, id: ShipId, least: u8) -> Judged<()> {
        if self.battle.ship(id).hits == 0 {
            return Ok(());
        }
        self.see_through(id);
        let least_save = self.save_of(id);
        if least_save <= 6 {
            let face = self.d6("brace save", self.name(id))?;
            let saved = face >= least_save;
            self.tell(|| Event::Save(id, least_save, face, saved));
            if saved {
                return Ok(());
            }
        } else if self.profile(id).improved.weave <= 6 {
            let face = self.d6("drunken weave", self.name(id))?;
            let saved = face >= self.profile(id).improved.weave;
            self.tell(|| Event::Weave(id, face, saved));
            if saved {
                return Ok(());
            }
            self.battle.ship_mut(id).done.weave_failed = true;
        }
        let crippled = self.battle.crippled(self.roster, id);
        self.lose(id, 1, Cause::Hit);
        // The point that brings it to 0 hits rolls for nothing (SHOOT-19).
        if self.battle.ship(id).hits > 0 && !self.attack.mild {
            let face = self.d6("critical hit", self.name(id))?;
            self.tell(|| Event::CriticalDie(id, face));
            if face >= least.min(self.profile(id).critical_on) {
                self.critical(id)?;
                if self.attack.acid && self.battle.ship(id).hits > 0 {
                    self.kindle(id)?;
                }
            }
        }
        self.tell_crippled(id, crippled);
        Ok(())
    }

    /// What saves a ship from a hit of the attack that is being worked out: nothing but Brace from warp cannon (NEC-08).
    fn save_of(&self, id: ShipId) -> u8 {
        let save = self.battle.saves_on(self.roster, id);
        let bare = self.attack.warp && !self.is_braced(id) && self.profile(id).traits.hull_save <= 6;
        if bare { 7 } else { save }
    }

    /// Takes hits off a ship; what goes beyond its last is lost (DAMAGE-06).
    pub(in crate::battle::gothic) fn lose(&mut self, id: ShipId, points: u8, cause: Cause) {
        let (crippled, reach) = (self.battle.crippled(self.roster, id), self.battle.reach(self.roster, id));
        let ship = self.battle.ship_mut(id);
        let lost = points.min(ship.hits);
        if lost == 0 {
            return;
        }
        ship.hits -= lost;
        let left = ship.hits;
        self.tell(|| Event::Damage(id, lost, left, cause));
        self.suffered(id, crippled, cause);
        if left > 0 {
            self.hamper(id, reach);
        } else {
            self.dies(id);
        }
    }

    /// A ship at 0 hits, or a hulk that is struck, is to be resolved.
    pub(in crate::battle::gothic) fn dies(&mut self, id: ShipId) {
        if let Err(full) = self.battle.dying.push(id) {
            self.outgrown = Some(full.of("ships lost at once"));
        }
    }

    /// Tells that a ship has become crippled, if it has.
    pub(in crate::battle::gothic) fn tell_crippled(&mut self, id: ShipId, before: bool) {
        if !before && self.battle.ship(id).hits > 0 && self.battle.crippled(self.roster, id) {
            self.tell(|| Event::Crippled(id));
        }
    }

    /// Ships brought to 0 hits are resolved next, in the order they were lost (SHOOT-19 step 13).
    pub(in crate::battle::gothic) fn resolve_dying(&mut self) {
        while let Some(ship) = self.battle.dying.pop() {
            self.then(Task::Doom { ship, also: None });
        }
    }
}
