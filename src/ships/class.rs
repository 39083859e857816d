//! Ship classes: the figures of a data sheet, as the fleet files state them.
//!
//! A class is plain data. What its special-rule keys do in a battle is the engine's business; what it costs
//! and who may buy it is the fleet list's.

use serde::{Deserialize, Serialize};

use crate::text::words;

pub use super::option::{ClassLeadership, ClassOption, ClassUse, PointShare};
pub use super::weapon::{Arc, Strength, Weapon, WeaponKind};

/// The armament, defences and price of one class of ship, squadron member or planetary defence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipClass {
    /// Kebab-case slug, unique over all fleet files.
    pub id: String,
    /// Full name, such as `Lunar class cruiser`.
    pub name: String,
    /// The fleet file the class stands in.
    pub fleet: String,
    /// The people who crew it, for the rules about allies (ALLY-10).
    pub people: People,
    /// Battleship, cruiser, escort…
    #[serde(rename = "type")]
    pub kind: ShipType,
    /// What turning, ramming and target rules look at.
    pub hull: Hull,
    /// Price, or `None` when the class has no price of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// Damage capacity.
    pub hits: u32,
    /// Highest speed in centimetres.
    pub speed_cm: u32,
    /// Eldar speeds with the sun ahead, astern and abeam.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub speed_bands_cm: Vec<u32>,
    /// Turn in degrees, or `None` where a special rule governs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_degrees: Option<u32>,
    /// Shield strength; 0 where `field` stands in.
    pub shields: u32,
    /// What stands in for shields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<Field>,
    /// The number to roll or better, by facing.
    pub armour: Armour,
    /// Turrets.
    pub turrets: u32,
    /// Tyranid spores, which stand in for turrets and shields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spores: Option<u32>,
    /// Necron hull save.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hull_save: Option<u32>,
    /// Leadership it has instead of rolling it (FLEET-10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leadership: Option<ClassLeadership>,
    /// Number of quadrants of a star fort; its figures are per quadrant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quadrants: Option<u32>,
    /// Weapons in the order of the data sheet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<Weapon>,
    /// Priced or free alternatives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<ClassOption>,
    /// Ids of the attack craft its launch bays carry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attack_craft: Vec<String>,
    /// Keys of `fleets/special-rules.toml`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub special: Vec<String>,
    /// A named ship, of which there is only one (COMP-10).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unique: bool,
    /// An alien vessel of a Rogue Trader, barred beside Space Marines (ALLY-20).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub xenos: bool,
    /// A rule for adapting another hull rather than a profile; it cannot be bought as it stands.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub template: bool,
    /// Name of a family of variants, such as the Tau Hero configurations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant_of: Option<String>,
    /// Where it appears besides the fleet lists.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<ClassUse>,
    /// Most of its kind where it is bought as a defence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
    /// Names that ships of the class are known to have borne.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub famous_names: Vec<String>,
    /// Limits in words, for the data sheet; the binding ones are in the fleet lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// A remark for the data sheet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// How sure the figures are.
    pub confidence: Confidence,
    /// Where the sources differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<String>,
}

impl ShipClass {
    /// Whether another has the same figures, and describes at least as many of its options: classes that were filed
    /// before options told their effects are still themselves.
    #[must_use]
    pub fn is_described_by(&self, other: &Self) -> bool {
        let told = |class: &Self| class.options.iter().any(|option| option.effects.is_some());
        if told(self) || !told(other) {
            return self == other;
        }
        let mut silent = other.clone();
        silent.options.iter_mut().for_each(|option| option.effects = None);
        *self == silent
    }

    /// Whether the class fights in squadrons of its own kind rather than as a capital ship.
    #[must_use]
    pub fn is_escort(&self) -> bool {
        matches!(self.hull, Hull::Escort)
    }

    /// The name without the word `class` and what follows: `Lunar` for `Lunar class cruiser`.
    #[must_use]
    pub fn short_name(&self) -> &str {
        self.name.split_once(" class ").map_or(self.name.as_str(), |(short, _)| short)
    }
}

words! {
    /// What a class is called on its data sheet.
    ShipType {
        /// Battleship.
        Battleship = "battleship",
        /// Grand cruiser.
        GrandCruiser = "grand cruiser",
        /// Battlecruiser.
        Battlecruiser = "battlecruiser",
        /// Heavy cruiser.
        HeavyCruiser = "heavy cruiser",
        /// Cruiser.
        Cruiser = "cruiser",
        /// Light cruiser.
        LightCruiser = "light cruiser",
        /// Escort.
        Escort = "escort",
        /// Transport or merchant vessel.
        Transport = "transport",
        /// Planetary defence, hulk or star fort.
        Defence = "defence",
    }
}

impl ShipType {
    /// Whether it is a capital ship of a fleet: no escort, transport or defence.
    #[must_use]
    pub const fn is_of_the_line(self) -> bool {
        !matches!(self, Self::Escort | Self::Transport | Self::Defence)
    }

    /// The three types that the reserve and ally rules know (RESV-02); `None` for what is none of them.
    #[must_use]
    pub const fn reserve_type(self) -> Option<ReserveType> {
        match self {
            Self::Battleship => Some(ReserveType::Battleship),
            Self::GrandCruiser | Self::Battlecruiser | Self::HeavyCruiser | Self::Cruiser | Self::LightCruiser => {
                Some(ReserveType::Cruiser)
            }
            Self::Escort => Some(ReserveType::Escort),
            Self::Transport | Self::Defence => None,
        }
    }
}

words! {
    /// The types among which one ship in three may be a reserve or an ally (RESV-02).
    ReserveType {
        /// Battleships.
        Battleship = "battleship",
        /// Cruisers of every kind.
        Cruiser = "cruiser",
        /// Escorts.
        Escort = "escort",
    }
}

words! {
    /// Hull size.
    Hull {
        /// Battleship hull.
        Battleship = "battleship",
        /// Cruiser hull.
        Cruiser = "cruiser",
        /// Escort hull.
        Escort = "escort",
        /// Orbital defence.
        Defence = "defence",
        /// Defence on the ground.
        Ground = "ground",
    }
}

words! {
    /// What protects a ship that has no shields.
    Field {
        /// Eldar holofield.
        Holofield = "holofield",
        /// Dark Eldar shadowfield.
        Shadowfield = "shadowfield",
        /// Necron reactive hull, saving on 4 or more.
        ReactiveHull4 = "reactive hull 4+",
        /// Necron reactive hull, saving on 5 or more.
        ReactiveHull5 = "reactive hull 5+",
        /// Necron reactive hull, saving on 6.
        ReactiveHull6 = "reactive hull 6+",
        /// Tyranid spores.
        Spores = "spores",
        /// Nothing at all.
        None = "none",
    }
}

words! {
    /// Who crews a ship, as the rules about allies divide them (ALLY-24).
    People {
        /// Imperial Navy and Adeptus Mechanicus.
        Imperial = "imperial",
        /// Space Marines.
        SpaceMarines = "space marines",
        /// Chaos.
        Chaos = "chaos",
        /// Orks.
        Orks = "orks",
        /// Corsair Eldar.
        CorsairEldar = "corsair eldar",
        /// Craftworld Eldar.
        CraftworldEldar = "craftworld eldar",
        /// Dark Eldar.
        DarkEldar = "dark eldar",
        /// Tau, with the Nicassar they employ.
        Tau = "tau",
        /// Demiurg.
        Demiurg = "demiurg",
        /// Kroot.
        Kroot = "kroot",
        /// Rogue Traders, pirates and wolf packs.
        RogueTraders = "rogue traders",
        /// Necrons.
        Necrons = "necrons",
        /// Tyranids.
        Tyranids = "tyranids",
        /// Planetary defences and merchant vessels, which anyone may crew.
        Any = "any",
    }
}

words! {
    /// How many public sources stand behind a figure.
    Confidence {
        /// Two or more agree.
        CrossChecked = "cross-checked",
        /// They differ; the fleets book's figure is used.
        Conflict = "conflict",
        /// One source only.
        SingleSource = "single source",
    }
}

/// Armour by facing: the number to roll or better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Armour {
    /// Front.
    pub front: u32,
    /// Left and right.
    pub side: u32,
    /// Rear.
    pub rear: u32,
}
