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
    pub const DIRECT: &'static [Self] =
        &[Self::Battery, Self::Lance, Self::Pulsar, Self::HeavyGunz, Self::Bombardment, Self::Warp];

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
            | Self::Nova
            | Self::Torpedoes
            | Self::Bays => 1,
        }
    }

    /// Whether its dice come from the gunnery table.
    #[must_use]
    pub const fn is_gunnery(self) -> bool {
        matches!(self, Self::Battery | Self::HeavyGunz | Self::Bombardment)
    }

    /// What a die must show to hit an armour value.
    #[must_use]
    pub const fn needed(self, armour: u8) -> u8 {
        match self {
            Self::Lance | Self::Pulsar | Self::Bombardment | Self::Warp => 4,
            Self::Battery | Self::HeavyGunz | Self::Nova | Self::Torpedoes | Self::Bays => armour,
        }
    }

    /// Hits that one die is worth, shields counting each (BRACE-13).
    #[must_use]
    pub const fn hits(self) -> u8 {
        match self {
            Self::HeavyGunz => 2,
            Self::Battery
            | Self::Lance
            | Self::Pulsar
            | Self::Bombardment
            | Self::Warp
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
            | Self::Nova
            | Self::Torpedoes
            | Self::Bays => 6,
        }
    }

    /// Whether neither shields nor holofields stop it.
    #[must_use]
    pub const fn pierces(self) -> bool {
        matches!(self, Self::Warp)
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
            Self::Battery => "GUNNERY-04",
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
            Self::Nova | Self::Torpedoes | Self::Bays => &[],
        }
    }
}
