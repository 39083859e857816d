//! Kinds of weapon, and what their dice do.

use crate::text::words;

words! {
    /// Kinds of weapon that the engine fires.
    #[derive(Default)]
    Gun {
        /// Weapons battery.
        #[default]
        Battery = "battery",
        /// Lance battery.
        Lance = "lance",
        /// Eldar pulsar lance.
        Pulsar = "pulsar lance",
        /// Bombardment cannon.
        Bombardment = "bombardment cannon",
        /// Ork heavy gunz.
        HeavyGunz = "heavy gunz",
        /// Warp cannon of a Blackstone Fortress.
        Warp = "warp cannon",
        /// Dark Eldar phantom lance.
        Phantom = "phantom lance",
        /// Necron lightning arc.
        Arc = "lightning arc",
        /// Necron particle whip.
        Whip = "particle whip",
        /// Tyranid bio-plasma.
        BioPlasma = "bio-plasma",
        /// Tyranid pyro-acid battery.
        Acid = "pyro-acid battery",
        /// Demiurg cutting beam.
        Beam = "cutting beam",
        /// Nova cannon.
        Nova = "nova cannon",
        /// Torpedo tubes.
        Torpedoes = "torpedoes",
        /// Launch bays.
        Bays = "launch bays",
    }
}

impl Gun {
    /// Weapons that fire at ships, in the order in which their hits are applied unless the shooter chooses another
    /// (GUNNERY-12): those that gain by shields already down come last.
    pub const DIRECT: &'static [Self] = &[
        Self::Battery,
        Self::Arc,
        Self::Lance,
        Self::Beam,
        Self::Pulsar,
        Self::Phantom,
        Self::Whip,
        Self::Acid,
        Self::HeavyGunz,
        Self::Bombardment,
        Self::BioPlasma,
        Self::Warp,
    ];

    /// Whether it fires at ships.
    #[must_use]
    pub fn is_direct(self) -> bool {
        Self::DIRECT.contains(&self)
    }

    /// How often a die that hits may fall in all.
    #[must_use]
    pub const fn rounds(self) -> u8 {
        match self {
            Self::Pulsar => 3,
            Self::Battery
            | Self::Lance
            | Self::Bombardment
            | Self::HeavyGunz
            | Self::Warp
            | Self::Phantom
            | Self::Arc
            | Self::Whip
            | Self::BioPlasma
            | Self::Acid
            | Self::Beam
            | Self::Nova
            | Self::Torpedoes
            | Self::Bays => 1,
        }
    }

    /// Whether its dice come from the gunnery table.
    #[must_use]
    pub const fn is_gunnery(self) -> bool {
        matches!(self, Self::Battery | Self::HeavyGunz | Self::Bombardment | Self::Arc | Self::Acid)
    }

    /// What a die must show to hit an armour value.
    #[must_use]
    pub const fn needed(self, armour: u8) -> u8 {
        match self {
            Self::Lance
            | Self::Pulsar
            | Self::Bombardment
            | Self::Warp
            | Self::Phantom
            | Self::Whip
            | Self::BioPlasma
            | Self::Beam => 4,
            Self::Battery | Self::HeavyGunz | Self::Arc | Self::Acid | Self::Nova | Self::Torpedoes | Self::Bays => {
                armour
            }
        }
    }

    /// Hits that a die of this face is worth, shields counting each (BRACE-13, DARK-16).
    #[must_use]
    pub const fn hits(self, face: u8) -> u8 {
        match self {
            Self::HeavyGunz => 2,
            Self::Phantom if face >= 5 => 2,
            Self::Battery
            | Self::Lance
            | Self::Pulsar
            | Self::Bombardment
            | Self::Warp
            | Self::Phantom
            | Self::Arc
            | Self::Whip
            | Self::BioPlasma
            | Self::Acid
            | Self::Beam
            | Self::Nova
            | Self::Torpedoes
            | Self::Bays => 1,
        }
    }

    /// What the die after a point of damage must show for a critical.
    #[must_use]
    pub const fn critical_on(self) -> u8 {
        match self {
            Self::Bombardment => 4,
            Self::Battery
            | Self::Lance
            | Self::Pulsar
            | Self::HeavyGunz
            | Self::Warp
            | Self::Phantom
            | Self::Arc
            | Self::Whip
            | Self::BioPlasma
            | Self::Acid
            | Self::Beam
            | Self::Nova
            | Self::Torpedoes
            | Self::Bays => 6,
        }
    }

    /// Whether neither shields nor holofields stop a die of this face (STONE-03, NEC-20).
    #[must_use]
    pub const fn pierces(self, face: u8) -> bool {
        matches!(self, Self::Warp) || matches!(self, Self::Whip) && face == 6
    }

    /// Whether shields do not stop it, though holofields do (HIVE-23).
    #[must_use]
    pub const fn skips_shields(self) -> bool {
        matches!(self, Self::BioPlasma)
    }

    /// Whether range shifts its column.
    #[must_use]
    pub const fn minds_range(self) -> bool {
        !matches!(self, Self::HeavyGunz)
    }

    /// The rule its dice to hit go by.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Lance => "LANCE-01",
            Self::Pulsar => "ELDAR-09",
            Self::Warp => "STONE-03",
            Self::HeavyGunz => "ORK-03",
            Self::Phantom => "DARK-16",
            Self::Whip => "NEC-20",
            Self::BioPlasma => "HIVE-23",
            Self::Beam => "DEMI-03",
            Self::Battery | Self::Arc | Self::Acid => "GUNNERY-04",
            Self::Bombardment | Self::Nova | Self::Torpedoes | Self::Bays => "MARINE-04",
        }
    }

    /// What it is called in an answer, besides its name on the data sheet.
    #[must_use]
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Battery => &["battery", "batteries"],
            Self::Lance => &["lance", "lances"],
            Self::Pulsar => &["lance", "lances", "pulsar", "pulsars"],
            Self::Bombardment => &["bombardment cannon", "bombardment"],
            Self::HeavyGunz => &["heavy gunz"],
            Self::Warp => &["warp cannon", "warp cannons"],
            Self::Phantom => &["lance", "lances", "phantom lance"],
            Self::Arc => &["lightning arc", "arc"],
            Self::Whip => &["particle whip", "whip"],
            Self::BioPlasma => &["bio-plasma", "plasma"],
            Self::Acid => &["battery", "pyro-acid", "pyro-acid battery"],
            Self::Beam => &["lance", "cutting beam"],
            Self::Nova | Self::Torpedoes | Self::Bays => &[],
        }
    }
}
