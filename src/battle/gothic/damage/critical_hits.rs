//! Critical hits (CRIT-03).

use super::critical_tables::Bears;
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::defences::star_forts::fort_of;
use crate::battle::gothic::event::{Cause, Event, Log};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, Criticals, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::{CriticalTable, Profile};

/// The last result of a table.
const WORST: u8 = 12;

impl Battle {
    /// Whether a result of its table can befall a ship now (CRIT-08, CRIT-09, DEF-09).
    fn suffers(&self, roster: &Roster, id: ShipId, result: u8) -> bool {
        let profile = &roster[id].profile;
        let falls = || self.is_low(id) || self.nearest_world(self.ship(id).at).is_some();
        profile.criticals.row(result).applies(profile, &self.ship(id).criticals, falls())
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Rolls a critical and applies it.
    pub(in crate::battle::gothic) fn critical(&mut self, id: ShipId) -> Judged<()> {
        let profile = self.profile(id);
        // An escort is destroyed by any (CRIT-04).
        if profile.is_light() || profile.odd.solid {
            return self.apply_critical(id, 2);
        }
        if profile.criticals == CriticalTable::SpaceHulk {
            return self.torn(id);
        }
        let faces = self.roll("critical", self.name(id), 2)?;
        self.apply_critical(id, faces.iter().sum())
    }

    /// A critical of which nothing is known but its score, as of a hit-and-run attack (HITRUN-01).
    pub(in crate::battle::gothic) fn scored_critical(&mut self, id: ShipId, score: u8) -> Judged<()> {
        let hulk = self.profile(id).criticals == CriticalTable::SpaceHulk;
        if hulk { self.critical(id) } else { self.apply_critical(id, score) }
    }

    /// A fire that something else than a roll on the table has lit.
    pub(in crate::battle::gothic) fn kindle(&mut self, id: ShipId) -> Judged<()> {
        let profile = self.profile(id);
        if profile.is_light() || profile.odd.solid {
            return self.apply_critical(id, 2);
        }
        match profile.criticals.fire() {
            Some(fire) => self.apply_critical(id, fire),
            None => {
                *self.battle.ship_mut(id).criticals.count_mut(Critical::Fire) += 1;
                self.tell(|| Event::Kindled(id));
                self.lit(id);
                Ok(())
            }
        }
    }

    /// Applies a result of the table, 2 to 12, moving up until one applies (CRIT-08, CRIT-09).
    pub(in crate::battle::gothic) fn apply_critical(&mut self, id: ShipId, rolled: u8) -> Judged<()> {
        let profile = self.profile(id);
        if profile.is_light() {
            let hits = self.battle.ship(id).hits;
            self.lose(id, hits, Cause::Critical);
            return Ok(());
        }
        if profile.odd.solid {
            self.tell(|| Event::Solid(id));
            self.lose(id, 1, Cause::Critical);
            return Ok(());
        }
        if self.meks_ignore(id)? {
            return Ok(());
        }
        let mut result = rolled.min(WORST);
        while result < WORST && !self.battle.suffers(self.roster, id, result) {
            result += 1;
        }
        if result == 5 && profile.hard_prow && profile.criticals == CriticalTable::Common {
            self.tell(|| Event::CriticalIgnored(id));
            return Ok(());
        }
        self.suffer(id, rolled, result)
    }

    /// Carries out a result that can befall a ship.
    fn suffer(&mut self, id: ShipId, rolled: u8, result: u8) -> Judged<()> {
        let table = self.profile(id).criticals;
        let row = table.row(result);
        let extra = match row.extra {
            [one] => *one,
            [_, _, _] => self.d6("hull breach", self.name(id))?.div_ceil(2),
            _ => self.d6("bulkhead collapse", self.name(id))?,
        };
        self.tell(|| Event::Critical(id, rolled, result, extra));
        let reach = self.battle.reach(self.roster, id);
        row.bear(&mut self.battle.ship_mut(id).criticals);
        self.hamper(id, reach);
        if table == CriticalTable::StarFort && (row.leadership > 0 || result >= 11) {
            return self.fort_critical(id, result, extra);
        }
        let counted = match row.bears {
            Bears::Counted(critical) => Some(critical),
            Bears::Bridge | Bears::Shields | Bears::Nothing => None,
        };
        if counted == Some(Critical::Fire) {
            self.lit(id);
        }
        // Neither shields nor Brace stop it, and it rolls for no further critical (CRIT-02, CRIT-14).
        self.lose(id, extra, Cause::Critical);
        counted.map_or(Ok(()), |critical| self.cook_off(id, critical))
    }

    /// What strikes all quadrants of a star fort: its tower, its basilica or its reactor (FORT-02).
    fn fort_critical(&mut self, id: ShipId, result: u8, extra: u8) -> Judged<()> {
        let lost = CriticalTable::StarFort.row(result).leadership;
        // A quadrant that is looked at by itself has no others (`renown odds`).
        let whole = self.battle.forts.contains(id);
        let quadrants = if whole { fort_of(self.roster, id) } else { [id; 4] };
        for quadrant in quadrants.into_iter().take(if whole { 4 } else { 1 }) {
            if quadrant != id {
                self.battle.ship_mut(quadrant).criticals.shaken += lost;
            }
            if self.battle.ship(quadrant).fights() {
                let crippled = self.battle.crippled(self.roster, quadrant);
                self.lose(quadrant, extra, Cause::Critical);
                if quadrant != id {
                    self.tell_crippled(quadrant, crippled);
                }
            }
        }
        if result < WORST || self.battle.ship(id).hits == 0 {
            return Ok(());
        }
        // Ruling: a second 12 does its damage and brings no third critical.
        let faces = self.roll("critical", self.name(id), 2)?;
        let rolled = faces.iter().sum::<u8>();
        if rolled < WORST { self.apply_critical(id, rolled) } else { self.struck_again(id) }
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A 12 that follows a 12.
    fn struck_again(&mut self, id: ShipId) -> Judged<()> {
        let extra = self.d6("bulkhead collapse", self.name(id))?;
        self.tell(|| Event::Critical(id, WORST, WORST, extra));
        self.lose(id, extra, Cause::Critical);
        Ok(())
    }
}

/// The result that befalls a ship without criticals: one that cannot becomes the next higher (CRIT-08).
#[must_use]
pub fn befalls(profile: &Profile, rolled: u8) -> u8 {
    let whole = Criticals::default();
    let applies = |result: &u8| profile.criticals.row(*result).applies(profile, &whole, false);
    (rolled..WORST).find(applies).unwrap_or(WORST)
}
