//! Critical hits (CRIT-03).

use super::answer::Judged;
use super::event::{Cause, Event, Log};
use super::play::Play;
use super::profile::{Location, Profile, Size};
use super::state::{Critical, ShipId};
use crate::dice::Dice;

/// The critical that can be repaired of a result, 2 to 8.
const fn repairable(result: u8) -> Option<Critical> {
    Some(match result {
        2 => Critical::Dorsal,
        3 => Critical::Starboard,
        4 => Critical::Port,
        5 => Critical::Prow,
        6 => Critical::Engine,
        7 => Critical::Fire,
        8 => Critical::Thrusters,
        _ => return None,
    })
}

/// What a result is called.
#[must_use]
pub(super) const fn title(result: u8) -> &'static str {
    match result {
        2 => "dorsal armament damaged",
        3 => "starboard armament damaged",
        4 => "port armament damaged",
        5 => "prow armament damaged",
        6 => "engine room damaged",
        7 => "fire",
        8 => "thrusters damaged",
        9 => "bridge smashed",
        10 => "shields collapse",
        11 => "hull breach",
        _ => "bulkhead collapse",
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Rolls a critical and applies it.
    pub(super) fn critical(&mut self, id: ShipId) -> Judged<()> {
        // An escort is destroyed by any (CRIT-04).
        if self.profile(id).is_light() || self.profile(id).odd.solid {
            self.apply_critical(id, 2)
        } else {
            let faces = self.roll("critical", self.name(id), 2)?;
            self.apply_critical(id, faces.iter().sum())
        }
    }

    /// Applies a result of the table, 2 to 12, moving up until one applies (CRIT-08, CRIT-09).
    pub(super) fn apply_critical(&mut self, id: ShipId, rolled: u8) -> Judged<()> {
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
        if profile.size == Size::Defence {
            return self.defence_critical(id, rolled);
        }
        let mut result = rolled.min(12);
        let criticals = self.battle.ship(id).criticals;
        while !applies(profile, criticals.bridge_smashed, criticals.shields_collapsed, result) {
            result += 1;
        }
        if result == 5 && profile.hard_prow {
            self.tell(|| Event::CriticalIgnored(id));
            return Ok(());
        }
        let extra = match result {
            6 | 8 => 1,
            11 => self.d6("hull breach", self.name(id))?.div_ceil(2),
            12 => self.d6("bulkhead collapse", self.name(id))?,
            _ => 0,
        };
        self.tell(|| Event::Critical(id, rolled, result, extra));
        let criticals = &mut self.battle.ship_mut(id).criticals;
        match (repairable(result), result) {
            (Some(critical), _) => *criticals.count_mut(critical) += 1,
            (None, 9) => criticals.bridge_smashed = true,
            (None, 10) => criticals.shields_collapsed = true,
            _ => {}
        }
        // Neither shields nor Brace stop it, and it rolls for no further critical (CRIT-02, CRIT-14).
        self.lose(id, extra, Cause::Critical);
        Ok(())
    }
}

/// Whether a result can befall a ship of this profile, a bridge smashed or shields gone before (CRIT-08, CRIT-09).
#[must_use]
pub fn applies(profile: &Profile, bridge_smashed: bool, shields_collapsed: bool, result: u8) -> bool {
    let mounted = |location| profile.weapons.iter().any(|weapon| weapon.location == location);
    match result {
        2 => mounted(Location::Dorsal),
        3 => mounted(Location::Starboard),
        4 => mounted(Location::Port),
        5 => mounted(Location::Prow) || profile.hard_prow,
        6 => profile.turn > 0,
        8 => profile.speed.0 > 0,
        9 => !bridge_smashed,
        10 => profile.shields > 0 && !shields_collapsed,
        _ => true,
    }
}
