//! Weapons as they are mounted: where, which way they fire, and how strong they are.

use super::gun::Gun;
use super::weapon::{Arc, Strength, Weapon, WeaponKind};
use crate::table::geometry::{Heading, Length, Point, Quarter, quarters_of};
use crate::text::words;

words! {
    /// Where a weapon is mounted, for the critical hits table (CRIT-10).
    Location {
        /// Dorsal, and keel or unnamed mounts of a ship with the common table.
        Dorsal = "dorsal",
        /// Keel or unnamed mounts of an Eldar ship.
        Keel = "keel",
        /// Right side.
        Starboard = "starboard",
        /// Left side.
        Port = "port",
        /// Front.
        Prow = "prow",
        /// Stern and aft: on no table but that of space hulks.
        Stern = "stern",
        /// The basilica of a star fort, which its quadrants share.
        Basilica = "basilica",
    }
}

/// A set of fire arcs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arcs(u8);

impl Arcs {
    /// Every arc, as of area effects and satellites.
    pub const ALL: Self = Self(0b1111);
    /// The front alone.
    pub const FRONT: Self = Self(1 << Quarter::Front as u8);

    pub(crate) fn of(arcs: &[Arc]) -> Self {
        Self(arcs.iter().fold(0, |set, arc| {
            set | match arc {
                // A quadrant of a star fort points outward.
                Arc::Front | Arc::Quadrant => 1 << Quarter::Front as u8,
                Arc::Right => 1 << Quarter::Right as u8,
                Arc::Rear => 1 << Quarter::Rear as u8,
                Arc::Left => 1 << Quarter::Left as u8,
            }
        }))
    }

    /// Whether a place lies in one of the arcs of a ship (SHOOT-03).
    #[must_use]
    pub fn bear(self, ship: Point, heading: Heading, place: Point) -> bool {
        self.hold(quarters_of(ship, heading, place))
    }

    /// Whether one of the arcs is among the quarters of a place, or of the ship's own place, which is in all.
    #[must_use]
    pub fn hold(self, quarters: Option<(Quarter, Quarter)>) -> bool {
        let bit = |quarter: Quarter| 1 << quarter as u8;
        quarters.map_or(self.0 != 0, |(one, other)| self.0 & (bit(one) | bit(other)) != 0)
    }

    /// The arcs in the set.
    pub fn iter(self) -> impl Iterator<Item = Quarter> {
        [Quarter::Front, Quarter::Right, Quarter::Rear, Quarter::Left]
            .into_iter()
            .filter(move |arc| self.0 & (1 << *arc as u8) != 0)
    }
}

/// A strength that is rolled for each use, such as `2D6+2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// How many dice.
    pub dice: u8,
    /// Whether a die counts half, rounded up: a D3 (DICE-02).
    pub halved: bool,
    /// What is added.
    pub plus: u8,
    /// Whether all of it counts half, rounded up (PLOT-37).
    pub weak: bool,
}

impl Rolled {
    /// Reads `D6`, `D3+1`, `2D6+6`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (dice, plus) = text.split_once('+').unwrap_or((text, "0"));
        let (count, sides) = dice.split_once('D')?;
        let halved = match sides {
            "6" => false,
            "3" => true,
            _ => return None,
        };
        let count = if count.is_empty() { "1" } else { count };
        Some(Self { dice: count.parse().ok()?, halved, plus: plus.parse().ok()?, weak: false })
    }

    /// The strength that faces give.
    #[must_use]
    pub fn total(self, faces: &[u8]) -> u8 {
        let worth = |face: &u8| if self.halved { face.div_ceil(2) } else { *face };
        self.left_of(faces.iter().map(worth).sum::<u8>() + self.plus)
    }

    /// The most it can be.
    #[must_use]
    pub const fn most(self) -> u8 {
        self.left_of(self.dice * if self.halved { 3 } else { 6 } + self.plus)
    }

    const fn left_of(self, whole: u8) -> u8 {
        if self.weak { whole.div_ceil(2) } else { whole }
    }
}

/// A weapon as the engine fires it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mount {
    /// Name on the data sheet.
    pub name: String,
    /// Where it sits.
    pub location: Location,
    /// What it is.
    pub gun: Gun,
    /// Range, or speed of ordnance.
    pub range: Length,
    /// Firepower or strength; the most it can be when it is rolled.
    pub strength: u8,
    /// How it is rolled for each use, where it is.
    pub rolled: Option<Rolled>,
    /// Where it fires.
    pub arcs: Arcs,
}

/// A weapon of a data sheet as it is mounted, in the keel of an Eldar ship where it is nowhere else; `None` for what is
/// not played.
pub(super) fn mounted(weapon: &Weapon, eldar: bool) -> Option<Mount> {
    let gun = gun_of(weapon.kind)?;
    let (strength, rolled) = strength(&weapon.strength)?;
    let location = match weapon.mount.as_str() {
        "prow" => Location::Prow,
        "port" => Location::Port,
        "starboard" => Location::Starboard,
        "stern" | "aft" => Location::Stern,
        "basilica" => Location::Basilica,
        _ if eldar => Location::Keel,
        _ => Location::Dorsal,
    };
    let reach = weapon.range_cm.or(weapon.speed_cm).unwrap_or(if gun == Gun::Torpedoes { 30 } else { 0 });
    Some(Mount {
        name: weapon.name.clone(),
        location,
        gun,
        range: Length::cm(i32::try_from(reach).unwrap_or(0)),
        strength,
        rolled,
        arcs: Arcs::of(&weapon.arcs),
    })
}

/// The kind of gun that a kind of weapon is on the table; `None` for what is not played or has a rule of its own.
pub(super) const fn gun_of(kind: WeaponKind) -> Option<Gun> {
    match kind {
        WeaponKind::Battery => Some(Gun::Battery),
        WeaponKind::Lance => Some(Gun::Lance),
        WeaponKind::PulsarLance => Some(Gun::Pulsar),
        WeaponKind::NovaCannon => Some(Gun::Nova),
        WeaponKind::Torpedo => Some(Gun::Torpedoes),
        WeaponKind::LaunchBay => Some(Gun::Bays),
        WeaponKind::BombardmentCannon => Some(Gun::Bombardment),
        WeaponKind::HeavyGunz => Some(Gun::HeavyGunz),
        WeaponKind::WarpCannon => Some(Gun::Warp),
        WeaponKind::PhantomLance => Some(Gun::Phantom),
        WeaponKind::LightningArc => Some(Gun::Arc),
        WeaponKind::ParticleWhip => Some(Gun::Whip),
        WeaponKind::BioPlasma => Some(Gun::BioPlasma),
        WeaponKind::PyroAcid => Some(Gun::Acid),
        WeaponKind::CuttingBeam => Some(Gun::Beam),
        WeaponKind::BoardingTorpedo
        | WeaponKind::EtherCannon
        | WeaponKind::Impaler
        | WeaponKind::StarPulse
        | WeaponKind::Portal
        | WeaponKind::FeederTentacles
        | WeaponKind::MassiveClaws
        | WeaponKind::GraviticHook
        | WeaponKind::ArmageddonGun => None,
    }
}

/// The most that a strength can be, and how it is rolled for each use; `None` where a special rule gives it.
pub(super) fn strength(strength: &Strength) -> Option<(u8, Option<Rolled>)> {
    match strength {
        Strength::Fixed(strength) => Some((u8::try_from(*strength).unwrap_or(u8::MAX), None)),
        Strength::Dice(text) => Rolled::read(text).map(|rolled| (rolled.most(), Some(rolled))),
    }
}

/// The name of a weapon that is of another kind now: `Prow looted lances` for `Prow heavy gunz`.
pub(super) fn renamed(name: &str, kind: WeaponKind, called: &str) -> String {
    let large = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    name.replace(kind.word(), called).replace(&large(kind.word()), &large(called))
}
