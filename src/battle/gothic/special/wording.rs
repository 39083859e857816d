//! What ships do by rules of their own, in words.

use super::{Deed, Peril};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{ShipId, Unit};
use crate::text::count;

impl Deed {
    pub(in crate::battle::gothic) fn tell(self, roster: &Roster) -> String {
        let name = |ship: ShipId| roster.unit_name(Unit::Ship(ship));
        match self {
            Self::Beasts(ship, target, hits) => {
                format!("the warp beasts of {} roll {hits} on {} (CHAOS-04)", name(ship), name(target))
            }
            Self::Tide(ship, rolls) => format!("the berzerkers of {} press on: {rolls} more (CHAOS-05)", name(ship)),
            Self::Klaws(ship, target, first, second, hits) => {
                let (ship, hits) = (name(ship), count(i64::from(hits), "hit"));
                format!("the klaws of {ship} roll {first}, {second} at {}, 4+: {hits} (ORK-06)", name(target))
            }
            Self::Latched(ship, target) => format!("the klaws of {} hold {} (ORK-07)", name(ship), name(target)),
            Self::Shokk(ship, target, face) => {
                let (ship, result) = (name(ship), if face >= 4 { "a hit" } else { "a miss" });
                format!("the shokk attack lance of {ship} rolls {face} at {}, 4+: {result} (ORK-08)", name(target))
            }
            Self::Hordes(ship, hordes) => {
                format!("{} get aboard {} (ORK-09)", count(i64::from(hordes), "snotling horde"), name(ship))
            }
            Self::Overrun(ship, face) => {
                let result = if face >= 4 { "they find nothing" } else { "it is lost to them" };
                format!("snotlings roam {}, rolls {face}: {result} (ORK-09)", name(ship))
            }
            Self::Turrets(ship, turrets) => {
                format!("{} has {} in this turn (ORK-10)", name(ship), count(turrets, "turret"))
            }
            Self::CooksOff(ship, count) => format!("the torpedoes aboard {} go off: {count} (WARHEAD-08)", name(ship)),
            Self::Blasted(ship, hits) => {
                format!("the charged shot scores {} on {} (STONE-01)", count(i64::from(hits), "hit"), name(ship))
            }
            Self::Joins(ship, other) => format!("{} joins the charged shot of {} (STONE-02)", name(ship), name(other)),
            Self::Shatters(kind, at, rule) => format!("the {kind} at {at} is destroyed ({rule})"),
            Self::Krumps(ship) => format!("the Warlord of {} joins the fight: +2 (ORK-15)", name(ship)),
            Self::Restocked(ship) => format!("{} is reloaded alongside (FORT-09)", name(ship)),
            Self::Meks(ship, face) => {
                let result = if face == 6 { "put the critical right" } else { "do not help" };
                format!("the mad meks of {} roll {face}: they {result} (HULK-07)", name(ship))
            }
            Self::Wonder(wonder) => wonder.tell(roster),
            Self::Rift(at) => format!("a warp rift opens at {at} (REFIT-27)"),
            Self::RiftRolls(face) => {
                format!("the warp rift rolls {face}: {} (REFIT-27)", if face == 6 { "it closes" } else { "it stays" })
            }
            Self::Haunts(..)
            | Self::Reknit(..)
            | Self::Manifests(..)
            | Self::DropsBack(_)
            | Self::Annihilates(..)
            | Self::Charges(..)
            | Self::GunRuined(_)
            | Self::GunWorn(_) => self.tell_of_chaos(roster),
            Self::Flushed(ship, more) => format!("{} flushes its bays: {more} more (CHAOS-06)", name(ship)),
        }
    }
}

impl Deed {
    fn tell_of_chaos(self, roster: &Roster) -> String {
        let name = |ship: ShipId| roster.unit_name(Unit::Ship(ship));
        match self {
            Self::Haunts(ship, at) => format!("{} comes out of the warp at {at}, a spectre (DAEMON-01)", name(ship)),
            Self::Reknit(ship, face, bonus, hits) => {
                format!(
                    "{} rolls {face} + {bonus} for what it regained: {} (DAEMON-04)",
                    name(ship),
                    count(hits, "hit")
                )
            }
            Self::Manifests(ship, face) => {
                let result = if face >= 2 { "it is solid" } else { "it stays a spectre" };
                format!("{} rolls {face}: {result} (DAEMON-03)", name(ship))
            }
            Self::DropsBack(ship) => format!("{} drops back into the warp (DAEMON-04)", name(ship)),
            Self::Annihilates(ship, target, hits) => {
                let (ship, hits) = (name(ship), count(i64::from(hits), "hit"));
                format!("the Armageddon gun of {ship} scores {hits} on {} (KILLER-01)", name(target))
            }
            Self::Charges(ship, 0) => format!("the charge of {} goes off (KILLER-04)", name(ship)),
            Self::Charges(ship, turn) => format!("{} charges its Armageddon gun: turn {turn} (KILLER-03)", name(ship)),
            Self::GunRuined(ship) => format!("the Armageddon gun of {} is ruined (KILLER-02)", name(ship)),
            Self::GunWorn(ship) => format!("the Armageddon gun of {} has one shot left (KILLER-02)", name(ship)),
            Self::Beasts(..)
            | Self::Tide(..)
            | Self::Klaws(..)
            | Self::Latched(..)
            | Self::Shokk(..)
            | Self::Hordes(..)
            | Self::Overrun(..)
            | Self::Turrets(..)
            | Self::CooksOff(..)
            | Self::Blasted(..)
            | Self::Joins(..)
            | Self::Shatters(..)
            | Self::Krumps(_)
            | Self::Restocked(_)
            | Self::Meks(..)
            | Self::Wonder(_)
            | Self::Rift(_)
            | Self::RiftRolls(_)
            | Self::Flushed(..) => String::new(),
        }
    }
}

impl Peril {
    /// What it is, and whose.
    pub(in crate::battle::gothic) fn of(self, roster: &Roster, ship: ShipId) -> String {
        format!("the {self} of {}", roster.unit_name(Unit::Ship(ship)))
    }
}
