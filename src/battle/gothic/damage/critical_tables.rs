//! The tables of criticals, a row for each result: what it is called, what it costs and what then stands (CRIT-03).
//!
//! Ruling: several weapons of one kind count once, and unnamed mounts are one location. A result that cannot apply becomes
//! the next higher one, as on the common table (CRIT-08).

use crate::battle::gothic::state::{Critical, Criticals};
use crate::ships::profile::{CriticalTable, Gun, Location, Profile};
use crate::ships::traits::Trait;

/// One result of a table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What it is called.
    pub title: &'static str,
    /// Its extra damage: each of these with equal chance.
    pub extra: &'static [u8],
    /// What then stands.
    pub bears: Bears,
    /// Leadership that it costs for the rest of the battle.
    pub leadership: u8,
    needs: Needs,
}

/// What a result leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bears {
    /// Nothing but its damage.
    Nothing,
    /// Something that is counted, and can be repaired unless it says otherwise.
    Counted(Critical),
    /// A smashed bridge (CRIT-12).
    Bridge,
    /// No shields or field for good (CRIT-13).
    Shields,
}

/// What a ship must have for a result to befall it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    Nothing,
    /// A weapon that sits there.
    Mount(Location),
    /// A weapon that the critical silences or weakens.
    Weapon(Critical),
    /// A prow that bears something, or is hardened.
    Prow,
    /// It turns.
    Turn,
    /// It moves.
    Speed,
    Sails,
    /// A bridge that is whole (CRIT-09).
    Bridge,
    /// Shields, spores or a field that are not gone for good.
    Shields,
    /// Shields or turrets.
    Power,
    /// A planet below.
    Orbit,
    /// Leadership that no result has lowered yet.
    Tower,
    Sepulchre,
}

const NONE: &[u8] = &[0];
const ONE: &[u8] = &[1];
const D3: &[u8] = &[1, 2, 3];
const D6: &[u8] = &[1, 2, 3, 4, 5, 6];

const fn row(title: &'static str, extra: &'static [u8], bears: Bears, needs: Needs) -> Row {
    Row { title, extra, bears, leadership: 0, needs }
}

const fn counted(title: &'static str, extra: &'static [u8], critical: Critical, needs: Needs) -> Row {
    row(title, extra, Bears::Counted(critical), needs)
}

const fn silenced(title: &'static str, critical: Critical, location: Location) -> Row {
    counted(title, NONE, critical, Needs::Mount(location))
}

const fn weapon(title: &'static str, critical: Critical) -> Row {
    counted(title, NONE, critical, Needs::Weapon(critical))
}

const fn always(title: &'static str, extra: &'static [u8], critical: Critical) -> Row {
    counted(title, extra, critical, Needs::Nothing)
}

/// A result that costs Leadership for good (NEC-12).
const fn shaking(row: Row, leadership: u8) -> Row {
    Row { leadership, ..row }
}

const DORSAL: Row = silenced("dorsal armament damaged", Critical::Dorsal, Location::Dorsal);
const STARBOARD: Row = silenced("starboard armament damaged", Critical::Starboard, Location::Starboard);
const PORT: Row = silenced("port armament damaged", Critical::Port, Location::Port);
const PROW: Row = counted("prow armament damaged", NONE, Critical::Prow, Needs::Prow);
const FIRE: Row = always("fire", NONE, Critical::Fire);
const BREACH: Row = row("hull breach", D3, Bears::Nothing, Needs::Nothing);
const COLLAPSE: Row = row("bulkhead collapse", D6, Bears::Nothing, Needs::Nothing);

type Table = [Row; 11];

/// CRIT-03.
const COMMON: Table = [
    DORSAL,
    STARBOARD,
    PORT,
    PROW,
    counted("engine room damaged", ONE, Critical::Engine, Needs::Turn),
    FIRE,
    counted("thrusters damaged", ONE, Critical::Thrusters, Needs::Speed),
    row("bridge smashed", NONE, Bears::Bridge, Needs::Bridge),
    row("shields collapse", NONE, Bears::Shields, Needs::Shields),
    BREACH,
    COLLAPSE,
];

/// DEF-08.
const DEFENCE: Table = [
    weapon("lances damaged", Critical::Lances),
    weapon("lances damaged", Critical::Lances),
    weapon("main armament damaged", Critical::MainArmament),
    weapon("main armament damaged", Critical::MainArmament),
    counted("ordnance bays hit", ONE, Critical::OrdnanceBays, Needs::Weapon(Critical::OrdnanceBays)),
    counted("reactors damaged", NONE, Critical::Reactors, Needs::Power),
    always("fire", ONE, Critical::Fire),
    always("fire", ONE, Critical::Fire),
    counted("orbit lost", NONE, Critical::Orbit, Needs::Orbit),
    BREACH,
    COLLAPSE,
];

/// FORT-02.
const STAR_FORT: Table = [
    weapon("lances damaged", Critical::Lances),
    weapon("lances damaged", Critical::Lances),
    weapon("main armament damaged", Critical::HalfBatteries),
    weapon("ordnance bays hit", Critical::OrdnanceBays),
    counted("reactors damaged", ONE, Critical::Reactors, Needs::Power),
    FIRE,
    BREACH,
    shaking(row("command tower lost", NONE, Bears::Nothing, Needs::Tower), 2),
    row("shields collapse", NONE, Bears::Shields, Needs::Shields),
    always("basilica penetrated", D3, Critical::Basilica),
    row("reactor struck", D6, Bears::Nothing, Needs::Nothing),
];

/// HULK-04: rolled with two dice that are read one after the other, and only as far as the eighth result.
const SPACE_HULK: Table = [
    weapon("a lance torn off", Critical::Dorsal),
    counted("a shield generator torn off", NONE, Critical::Shield, Needs::Power),
    counted("a turret torn off", NONE, Critical::Turret, Needs::Power),
    always("a launch bay crushed", NONE, Critical::PortBay),
    always("a torpedo tube crushed", NONE, Critical::PortTube),
    always("guns torn off", NONE, Critical::Port),
    always("thrusters damaged", NONE, Critical::Thrusters),
    BREACH,
    BREACH,
    BREACH,
    COLLAPSE,
];

/// ELDAR-21.
const ELDAR: Table = [
    always("infinity circuit damaged", NONE, Critical::Circuit),
    silenced("keel armament damaged", Critical::Keel, Location::Keel),
    silenced("prow armament damaged", Critical::Prow, Location::Prow),
    counted("mast lines severed", NONE, Critical::Mast, Needs::Sails),
    counted("mainsail scarred", NONE, Critical::Mainsail, Needs::Sails),
    always("superstructure damaged", ONE, Critical::Superstructure),
    counted("mainsail shredded", NONE, Critical::Shredded, Needs::Sails),
    row("infinity circuit smashed", ONE, Bears::Bridge, Needs::Bridge),
    row("holofield generators destroyed", NONE, Bears::Shields, Needs::Shields),
    BREACH,
    COLLAPSE,
];

/// HAVEN-01.
const HAVEN: Table = [
    always("infinity circuit damaged", NONE, Critical::Circuit),
    weapon("batteries damaged", Critical::MainArmament),
    weapon("pulsars damaged", Critical::Lances),
    weapon("launch bays damaged", Critical::OrdnanceBays),
    always("power drained", NONE, Critical::HalfPower),
    always("superstructure damaged", ONE, Critical::Cracks),
    always("adrift", NONE, Critical::Adrift),
    row("infinity circuit smashed", ONE, Bears::Bridge, Needs::Bridge),
    row("holofield generators destroyed", NONE, Bears::Shields, Needs::Shields),
    BREACH,
    COLLAPSE,
];

/// DARK-14.
const DARK_ELDAR: Table = [
    always("weapons damaged", NONE, Critical::Weapons),
    silenced("prow armament damaged", Critical::Prow, Location::Prow),
    always("manoeuvring damaged", NONE, Critical::Manoeuvring),
    weapon("batteries damaged", Critical::MainArmament),
    always("fins damaged", NONE, Critical::Fins),
    always("engines damaged", NONE, Critical::Thrusters),
    always("superstructure damaged", ONE, Critical::Struts),
    shaking(row("commanders slain", NONE, Bears::Nothing, Needs::Nothing), 1),
    row("shadowfield destroyed", NONE, Bears::Shields, Needs::Shields),
    BREACH,
    COLLAPSE,
];

/// NEC-11.
const NECRON: Table = [
    weapon("port discharge cut off", Critical::PortArc),
    weapon("starboard discharge cut off", Critical::StarboardArc),
    weapon("lightning arc silenced", Critical::Arcs),
    always("weapons silenced", NONE, Critical::Weapons),
    shaking(always("steering damaged", NONE, Critical::Engine), 1),
    shaking(always("drive weakened", NONE, Critical::Drives), 1),
    shaking(always("inertialess drive damaged", NONE, Critical::Surge), 1),
    shaking(counted("sepulchre silenced", NONE, Critical::Sepulchre, Needs::Sepulchre), 2),
    shaking(row("command core struck", NONE, Bears::Nothing, Needs::Nothing), 3),
    shaking(row("power surge", D3, Bears::Nothing, Needs::Nothing), 2),
    shaking(row("power core ruptured", D6, Bears::Nothing, Needs::Nothing), 2),
];

/// HIVE-39.
const TYRANID: Table = [
    counted("spores injured", NONE, Critical::Spores, Needs::Shields),
    STARBOARD,
    PORT,
    silenced("prow armament damaged", Critical::Prow, Location::Prow),
    counted("thorax armament damaged", ONE, Critical::Dorsal, Needs::Mount(Location::Dorsal)),
    always("heavy wound", NONE, Critical::Wound),
    always("discharge vents damaged", ONE, Critical::Engine),
    always("synapse severed", NONE, Critical::Synapse),
    row("spores ruptured", NONE, Bears::Shields, Needs::Shields),
    row("severe wound", D3, Bears::Nothing, Needs::Nothing),
    row("massive haemorrhage", D6, Bears::Nothing, Needs::Nothing),
];

impl CriticalTable {
    const fn rows(self) -> &'static Table {
        match self {
            Self::Common => &COMMON,
            Self::Defence => &DEFENCE,
            Self::StarFort => &STAR_FORT,
            Self::SpaceHulk => &SPACE_HULK,
            Self::Eldar => &ELDAR,
            Self::Haven => &HAVEN,
            Self::DarkEldar => &DARK_ELDAR,
            Self::Necron => &NECRON,
            Self::Tyranid => &TYRANID,
        }
    }

    /// A result from 2 to 12.
    #[must_use]
    pub const fn row(self, result: u8) -> &'static Row {
        let place = if result < 2 {
            0
        } else if result > 12 {
            10
        } else {
            result as usize - 2
        };
        &self.rows()[place]
    }

    /// The result that is a fire, if there is one.
    #[must_use]
    pub fn fire(self) -> Option<u8> {
        (2..=12).find(|result| self.row(*result).bears == Bears::Counted(Critical::Fire))
    }

    /// The rule that it is in.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Common => "CRIT-03",
            Self::Defence => "DEF-08",
            Self::StarFort => "FORT-02",
            Self::SpaceHulk => "HULK-04",
            Self::Eldar => "ELDAR-21",
            Self::Haven => "HAVEN-01",
            Self::DarkEldar => "DARK-14",
            Self::Necron => "NEC-11",
            Self::Tyranid => "HIVE-39",
        }
    }

    /// The critical that silences a weapon, or that weakens it, on ships with this table.
    #[must_use]
    pub const fn silencing(self, location: Location, gun: Gun) -> Critical {
        match self {
            Self::Defence | Self::StarFort | Self::Haven => match gun {
                Gun::Lance | Gun::Pulsar | Gun::Phantom | Gun::Whip | Gun::BioPlasma | Gun::Beam => Critical::Lances,
                Gun::Torpedoes | Gun::Bays => Critical::OrdnanceBays,
                Gun::Battery if matches!(self, Self::StarFort) => Critical::HalfBatteries,
                Gun::Battery | Gun::Bombardment | Gun::HeavyGunz | Gun::Warp | Gun::Arc | Gun::Acid | Gun::Nova => {
                    Critical::MainArmament
                }
            },
            Self::DarkEldar if matches!(gun, Gun::Battery) => Critical::MainArmament,
            Self::Necron if matches!(gun, Gun::Arc) => Critical::Arcs,
            Self::Necron => Critical::Weapons,
            Self::Common | Self::SpaceHulk | Self::Eldar | Self::DarkEldar | Self::Tyranid => match location {
                Location::Dorsal | Location::Basilica => Critical::Dorsal,
                Location::Keel => Critical::Keel,
                Location::Starboard => Critical::Starboard,
                Location::Port => Critical::Port,
                Location::Prow => Critical::Prow,
                Location::Stern => Critical::Stern,
            },
        }
    }
}

impl Row {
    /// Whether it can befall a ship that bears these criticals; `falls` where a planet is below (CRIT-08, CRIT-09, DEF-09).
    #[must_use]
    pub fn applies(&self, profile: &Profile, criticals: &Criticals, falls: bool) -> bool {
        let mounted = |location| profile.weapons.iter().any(|weapon| weapon.location == location);
        match self.needs {
            Needs::Nothing => true,
            Needs::Mount(location) => mounted(location),
            Needs::Weapon(critical) => profile.weapons.iter().any(|weapon| {
                profile.criticals.silencing(weapon.location, weapon.gun) == critical
                    && weapon.location != Location::Basilica
            }),
            Needs::Prow => mounted(Location::Prow) || profile.hard_prow || profile.is(Trait::Deflector),
            Needs::Turn => profile.turn > 0,
            Needs::Speed => profile.speed.0 > 0,
            Needs::Sails => profile.sails.is_some(),
            Needs::Bridge => !criticals.bridge_smashed,
            Needs::Shields => (profile.shields > 0 || profile.veil > 0) && !criticals.shields_collapsed,
            Needs::Power => profile.shields > 0 || profile.turrets > 0,
            Needs::Orbit => falls,
            Needs::Tower => criticals.shaken == 0,
            Needs::Sepulchre => false,
        }
    }

    /// Puts it among the criticals that a ship bears, its extra damage aside.
    pub fn bear(&self, criticals: &mut Criticals) {
        match self.bears {
            Bears::Counted(critical) => *criticals.count_mut(critical) += 1,
            Bears::Bridge => criticals.bridge_smashed = true,
            Bears::Shields => criticals.shields_collapsed = true,
            Bears::Nothing => {}
        }
        criticals.shaken = criticals.shaken.saturating_add(self.leadership);
    }
}
