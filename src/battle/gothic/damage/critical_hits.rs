//! Critical hits (CRIT-03).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::event::{Cause, Event, Log};
use crate::battle::gothic::state::{Critical, Criticals, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::{CriticalTable, Location, Profile, Size};

// Ruling: the sources name the Eldar's own table without printing it; the entries here are those of the published Eldar
// fleet rules. Its weapons follow the common table's readings: several of one kind count once, keel and unnamed mounts
// are one location. That of space hulks is not printed either: their weapons fall silent by location as on the common
// table, those astern in place of the engine room, and 8 to 10 are what befalls defences, since a hulk has neither one
// bridge nor thrusters that count.

/// The critical that can be repaired of a result, 2 to 8.
const fn repairable(table: CriticalTable, result: u8) -> Option<Critical> {
    use CriticalTable::{Common, Eldar, SpaceHulk};
    Some(match (table, result) {
        (Common | SpaceHulk, 2) => Critical::Dorsal,
        (Common | SpaceHulk, 3) => Critical::Starboard,
        (Common | SpaceHulk, 4) => Critical::Port,
        (Common | SpaceHulk, 5) | (Eldar, 4) => Critical::Prow,
        (Common, 6) => Critical::Engine,
        (SpaceHulk, 6) => Critical::Stern,
        (Common, 7) | (SpaceHulk, 7 | 8) => Critical::Fire,
        (SpaceHulk, 9 | 10) => Critical::Reactors,
        (Common, 8) => Critical::Thrusters,
        (Eldar, 2) => Critical::Circuit,
        (Eldar, 3) => Critical::Keel,
        (Eldar, 5) => Critical::Mast,
        (Eldar, 6) => Critical::Mainsail,
        (Eldar, 7) => Critical::Superstructure,
        (Eldar, 8) => Critical::Shredded,
        _ => return None,
    })
}

/// What a result is called.
#[must_use]
pub const fn title(table: CriticalTable, result: u8) -> &'static str {
    use CriticalTable::{Common, Eldar, SpaceHulk};
    match (table, result) {
        (Common | SpaceHulk, 2) => "dorsal armament damaged",
        (Common | SpaceHulk, 3) => "starboard armament damaged",
        (Common | SpaceHulk, 4) => "port armament damaged",
        (Common | SpaceHulk, 5) | (Eldar, 4) => "prow armament damaged",
        (Common, 6) => "engine room damaged",
        (SpaceHulk, 6) => "aft armament damaged",
        (Common, 7) | (SpaceHulk, 7 | 8) => "fire",
        (SpaceHulk, 9 | 10) => "reactors damaged",
        (Common, 8) => "thrusters damaged",
        (Common, 9) => "bridge smashed",
        (Common, 10) => "shields collapse",
        (Eldar, 2) => "infinity circuit damaged",
        (Eldar, 3) => "keel armament damaged",
        (Eldar, 5) => "mast lines severed",
        (Eldar, 6) => "mainsail scarred",
        (Eldar, 7) => "superstructure damaged",
        (Eldar, 8) => "mainsail shredded",
        (Eldar, 9) => "infinity circuit smashed",
        (Eldar, 10) => "holofield generators destroyed",
        (_, 11) => "hull breach",
        _ => "bulkhead collapse",
    }
}

impl CriticalTable {
    /// The rule that it is in.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Common => "CRIT-03",
            Self::Eldar => "ELDAR-21",
            Self::SpaceHulk => "HULK-04",
        }
    }
}

/// The extra damage of a result: each of these with equal chance.
#[must_use]
pub const fn extra_damage(table: CriticalTable, result: u8) -> &'static [u8] {
    match (table, result) {
        (CriticalTable::Common, 6 | 8) | (CriticalTable::Eldar, 6 | 7 | 9) => &[1],
        (_, 11) => &[1, 2, 3],
        (_, 12) => &[1, 2, 3, 4, 5, 6],
        _ => &[0],
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Rolls a critical and applies it.
    pub(in crate::battle::gothic) fn critical(&mut self, id: ShipId) -> Judged<()> {
        // An escort is destroyed by any (CRIT-04).
        if self.profile(id).is_light() || self.profile(id).odd.solid {
            self.apply_critical(id, 2)
        } else {
            let faces = self.roll("critical", self.name(id), 2)?;
            self.apply_critical(id, faces.iter().sum())
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
        if profile.size == Size::Defence && profile.criticals != CriticalTable::SpaceHulk {
            return self.defence_critical(id, rolled);
        }
        let mut result = rolled.min(12);
        let criticals = self.battle.ship(id).criticals;
        while !applies(profile, criticals.bridge_smashed, criticals.shields_collapsed, result) {
            result += 1;
        }
        if result == 5 && profile.hard_prow && profile.criticals == CriticalTable::Common {
            self.tell(|| Event::CriticalIgnored(id));
            return Ok(());
        }
        let extra = match extra_damage(profile.criticals, result) {
            [one] => *one,
            [_, _, _] => self.d6("hull breach", self.name(id))?.div_ceil(2),
            _ => self.d6("bulkhead collapse", self.name(id))?,
        };
        self.tell(|| Event::Critical(id, rolled, result, extra));
        let reach = self.battle.reach(self.roster, id);
        bear(profile.criticals, result, &mut self.battle.ship_mut(id).criticals);
        self.hamper(id, reach);
        if repairable(profile.criticals, result) == Some(Critical::Fire) {
            self.lit(id);
        }
        // Neither shields nor Brace stop it, and it rolls for no further critical (CRIT-02, CRIT-14).
        self.lose(id, extra, Cause::Critical);
        match repairable(profile.criticals, result) {
            Some(critical) => self.cook_off(id, critical),
            None => Ok(()),
        }
    }
}

/// The result that befalls a ship without criticals: one that cannot becomes the next higher (CRIT-08).
#[must_use]
pub fn befalls(profile: &Profile, rolled: u8) -> u8 {
    (rolled..12).find(|result| applies(profile, false, false, *result)).unwrap_or(12)
}

/// Puts a result of a table among the criticals that a ship bears, its extra damage aside.
pub fn bear(table: CriticalTable, result: u8, criticals: &mut Criticals) {
    match (repairable(table, result), result) {
        (Some(critical), _) => *criticals.count_mut(critical) += 1,
        (None, 9) => criticals.bridge_smashed = true,
        (None, 10) => criticals.shields_collapsed = true,
        _ => {}
    }
}

/// Whether a result can befall a ship of this profile, a bridge smashed or shields gone before (CRIT-08, CRIT-09).
#[must_use]
pub fn applies(profile: &Profile, bridge_smashed: bool, shields_collapsed: bool, result: u8) -> bool {
    let mounted = |location| profile.weapons.iter().any(|weapon| weapon.location == location);
    if profile.criticals == CriticalTable::Eldar {
        return match result {
            3 => mounted(Location::Keel),
            4 => mounted(Location::Prow),
            5 | 6 | 8 => profile.sails.is_some(),
            9 => !bridge_smashed,
            10 => profile.veil > 0 && !shields_collapsed,
            _ => true,
        };
    }
    match result {
        2 => mounted(Location::Dorsal),
        3 => mounted(Location::Starboard),
        4 => mounted(Location::Port),
        5 => mounted(Location::Prow) || profile.hard_prow,
        6 if profile.criticals == CriticalTable::SpaceHulk => mounted(Location::Stern),
        7..=10 if profile.criticals == CriticalTable::SpaceHulk => true,
        6 => profile.turn > 0,
        8 => profile.speed.0 > 0,
        9 => !bridge_smashed,
        10 => profile.shields > 0 && !shields_collapsed,
        _ => true,
    }
}
