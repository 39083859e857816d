//! Weapons as a data sheet has them.

use serde::{Deserialize, Serialize};

use crate::text::words;

/// One line of a data sheet's armament table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Name, such as `Port lance battery`.
    pub name: String,
    /// Where it sits.
    pub mount: String,
    /// What it is.
    pub kind: WeaponKind,
    /// Range of direct fire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range_cm: Option<u32>,
    /// Least range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range_min_cm: Option<u32>,
    /// Speed of ordnance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed_cm: Option<u32>,
    /// Least speed of ordnance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed_min_cm: Option<u32>,
    /// Firepower or strength.
    pub strength: Strength,
    /// Fire arcs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arcs: Vec<Arc>,
    /// Attack craft of a launch bay.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attack_craft: Vec<String>,
    /// Attack craft that must be bought.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attack_craft_optional: Vec<String>,
    /// Ships that a gravitic hook carries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carries: Vec<String>,
    /// Weapons sharing a slot are alternatives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice_slot: Option<String>,
    /// Extra price of the choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// Works in base contact only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub contact_only: bool,
}

/// Firepower of batteries, strength of everything else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Strength {
    /// A plain figure.
    Fixed(u32),
    /// Dice rolled for each use, such as `2D6+2`, or `special` where a special rule gives it.
    Dice(String),
}

impl std::fmt::Display for Strength {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Fixed(n) => write!(f, "{n}"),
            Self::Dice(dice) => f.write_str(dice),
        }
    }
}

words! {
    /// Kinds of weapon.
    WeaponKind {
        /// Weapons battery.
        Battery = "battery",
        /// Lance battery.
        Lance = "lance",
        /// Nova cannon.
        NovaCannon = "nova cannon",
        /// Torpedoes.
        Torpedo = "torpedo",
        /// Boarding torpedoes.
        BoardingTorpedo = "boarding torpedo",
        /// Launch bay.
        LaunchBay = "launch bay",
        /// Bombardment cannon.
        BombardmentCannon = "bombardment cannon",
        /// Ork heavy gunz.
        HeavyGunz = "heavy gunz",
        /// Eldar pulsar lance.
        PulsarLance = "pulsar lance",
        /// Dark Eldar phantom lance.
        PhantomLance = "phantom lance",
        /// Dark Eldar impaler.
        Impaler = "impaler",
        /// Necron lightning arc.
        LightningArc = "lightning arc",
        /// Necron particle whip.
        ParticleWhip = "particle whip",
        /// Necron star pulse.
        StarPulse = "star pulse",
        /// Necron portal.
        Portal = "portal",
        /// Tyranid bio-plasma.
        BioPlasma = "bio-plasma",
        /// Tyranid feeder tentacles.
        FeederTentacles = "feeder tentacles",
        /// Tyranid massive claws.
        MassiveClaws = "massive claws",
        /// Tau gravitic hook.
        GraviticHook = "gravitic hook",
        /// Demiurg cutting beam.
        CuttingBeam = "cutting beam",
        /// Tyranid pyro-acid battery.
        PyroAcid = "pyro-acid battery",
        /// Fra'al ether cannon.
        EtherCannon = "ether cannon",
        /// Armageddon gun of the Planet Killer.
        ArmageddonGun = "armageddon gun",
        /// Warp cannon of a Blackstone Fortress.
        WarpCannon = "warp cannon",
    }
}

words! {
    /// Fire arcs.
    Arc {
        /// Front.
        Front = "front",
        /// Left.
        Left = "left",
        /// Right.
        Right = "right",
        /// Rear.
        Rear = "rear",
        /// One quadrant of a star fort.
        Quadrant = "quadrant",
    }
}
