//! What a unit is (EP-UNIT-01): type, figures, weapons, abilities. A club's own data; the sheet prints none (EP-UNIT-06).

use serde::{Deserialize, Serialize};

use crate::table::geometry::Length;
use crate::text::words;

words! {
    /// Types of units, which say what hits them and how terrain treats them (EP-UNIT-02).
    Type {
        /// Hit by AP.
        Infantry = "infantry",
        /// Hit by AT.
        ArmouredVehicle = "armoured vehicle",
        /// Hit by both (EP-SPEC-09).
        LightVehicle = "light vehicle",
        /// A vehicle for terrain, infantry for everything else (EP-SPEC-10).
        Mounted = "mounted",
        /// Has a damage capacity.
        WarEngine = "war engine",
        /// Hit by AA while it flies.
        Aircraft = "aircraft",
    }
}

words! {
    /// Abilities of units (EP-SPEC).
    Ability {
        /// EP-SPEC-01.
        Character = "character",
        /// EP-SPEC-02.
        Commander = "commander",
        /// EP-SPEC-03.
        Fearless = "fearless",
        /// EP-SPEC-04.
        Infiltrator = "infiltrator",
        /// EP-SPEC-05.
        Inspiring = "inspiring",
        /// EP-SPEC-06.
        Invulnerable = "invulnerable",
        /// EP-SPEC-07.
        JumpPack = "jump pack",
        /// EP-SPEC-08.
        Leader = "leader",
        /// EP-SPEC-11.
        ReinforcedArmour = "reinforced armour",
        /// EP-SPEC-12.
        Scout = "scout",
        /// EP-SPEC-13.
        Skimmer = "skimmer",
        /// EP-SPEC-14.
        Sniper = "sniper",
        /// EP-SPEC-15.
        SupremeCommander = "supreme commander",
        /// EP-SPEC-16.
        ThickRearArmour = "thick rear armour",
        /// EP-SPEC-17.
        Teleport = "teleport",
        /// EP-SPEC-18.
        Walker = "walker",
        /// EP-SPEC-19.
        SupportCraft = "support craft",
        /// EP-SPEC-20.
        Expendable = "expendable",
        /// EP-SPEC-21.
        Tunneller = "tunneller",
        /// EP-SPACE-07.
        Planetfall = "planetfall",
        /// EP-SPACE-14.
        SelfPlanetfall = "self planetfall",
    }
}

words! {
    /// How an aircraft turns (EP-AIR-10).
    AirKind {
        /// 90 degrees.
        Fighter = "fighter",
        /// 45 degrees.
        Bomber = "bomber",
        /// A bomber on ground attack, else a fighter.
        FighterBomber = "fighter-bomber",
    }
}

words! {
    /// Which firepower a shot uses (EP-UNIT-03).
    Power {
        /// Against infantry.
        Ap = "ap",
        /// Against armour.
        At = "at",
        /// Against aircraft.
        Aa = "aa",
    }
}

/// Points of damage that are rolled or fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Amount {
    /// So many.
    Fixed(u8),
    /// A D6 halved, rounding up.
    D3,
    /// A D6.
    D6,
}

/// What a weapon does beyond its figures (EP-WPN).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trait {
    /// EP-WPN-02.
    Disrupt,
    /// EP-WPN-03.
    ExtraAttacks(u8),
    /// The weapon of a unit's close combat.
    CloseCombat,
    /// The weapon of a unit's firefights.
    Firefight,
    /// EP-WPN-04.
    FirstStrike,
    /// EP-WPN-05.
    IgnoreCover,
    /// EP-WPN-06.
    Macro,
    /// EP-WPN-08.
    SingleShot,
    /// EP-WPN-09.
    SlowFiring,
    /// EP-WPN-10, with its damage to war engines.
    TitanKiller(Amount),
    /// EP-WPN-11.
    Indirect,
    /// EP-WPN-01: the mark of a weapon with an AA value.
    AntiAircraft,
}

impl Trait {
    /// Reads a trait as data files write it: `titan killer(D3)`.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let (name, figure) = match word.split_once('(') {
            Some((name, rest)) => (name.trim(), Some(rest.strip_suffix(')')?.trim())),
            None => (word, None),
        };
        match (name, figure) {
            ("disrupt", None) => Some(Self::Disrupt),
            ("extra attacks", Some(figure)) => {
                figure.parse().ok().filter(|number| (1..=12).contains(number)).map(Self::ExtraAttacks)
            }
            ("close combat", None) => Some(Self::CloseCombat),
            ("firefight", None) => Some(Self::Firefight),
            ("first strike", None) => Some(Self::FirstStrike),
            ("ignore cover", None) => Some(Self::IgnoreCover),
            ("macro", None) => Some(Self::Macro),
            ("single shot", None) => Some(Self::SingleShot),
            ("slow firing", None) => Some(Self::SlowFiring),
            ("titan killer", None) => Some(Self::TitanKiller(Amount::Fixed(1))),
            ("titan killer", Some("D3")) => Some(Self::TitanKiller(Amount::D3)),
            ("titan killer", Some("D6")) => Some(Self::TitanKiller(Amount::D6)),
            ("titan killer", Some(figure)) => figure
                .parse()
                .ok()
                .filter(|points| (2..=12).contains(points))
                .map(|points| Self::TitanKiller(Amount::Fixed(points))),
            ("indirect", None) => Some(Self::Indirect),
            ("anti-aircraft", None) => Some(Self::AntiAircraft),
            (_, _) => None,
        }
    }

    /// The word of the data files.
    #[must_use]
    pub fn word(self) -> String {
        match self {
            Self::Disrupt => "disrupt".to_owned(),
            Self::ExtraAttacks(number) => format!("extra attacks({number})"),
            Self::CloseCombat => "close combat".to_owned(),
            Self::Firefight => "firefight".to_owned(),
            Self::FirstStrike => "first strike".to_owned(),
            Self::IgnoreCover => "ignore cover".to_owned(),
            Self::Macro => "macro".to_owned(),
            Self::SingleShot => "single shot".to_owned(),
            Self::SlowFiring => "slow firing".to_owned(),
            Self::TitanKiller(Amount::Fixed(1)) => "titan killer".to_owned(),
            Self::TitanKiller(Amount::Fixed(points)) => format!("titan killer({points})"),
            Self::TitanKiller(Amount::D3) => "titan killer(D3)".to_owned(),
            Self::TitanKiller(Amount::D6) => "titan killer(D6)".to_owned(),
            Self::Indirect => "indirect".to_owned(),
            Self::AntiAircraft => "anti-aircraft".to_owned(),
        }
    }

    /// Words to offer for one that is not known.
    pub const WORDS: &'static [&'static str] = &[
        "disrupt",
        "extra attacks(1)",
        "close combat",
        "firefight",
        "first strike",
        "ignore cover",
        "macro",
        "single shot",
        "slow firing",
        "titan killer",
        "titan killer(D3)",
        "titan killer(D6)",
        "indirect",
        "anti-aircraft",
    ];
}

/// A weapon of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// What it is called.
    pub name: String,
    /// How many attacks of its kind (EP-UNIT-04).
    pub count: u8,
    /// How far it reaches; nothing for a weapon of assaults.
    pub range: Length,
    /// Scores needed.
    pub ap: Option<u8>,
    /// Scores needed.
    pub at: Option<u8>,
    /// Scores needed.
    pub aa: Option<u8>,
    /// Barrage points instead of values (EP-BARR-01).
    pub barrage: u8,
    /// What else it does.
    pub traits: Vec<Trait>,
}

impl Weapon {
    /// Whether it has a trait.
    #[must_use]
    pub fn has(&self, wanted: Trait) -> bool {
        self.traits.contains(&wanted)
    }

    /// The score it needs with a firepower.
    #[must_use]
    pub const fn value(&self, power: Power) -> Option<u8> {
        match power {
            Power::Ap => self.ap,
            Power::At => self.at,
            Power::Aa => self.aa,
        }
    }

    /// Its damage to war engines, of a titan killer.
    #[must_use]
    pub fn titan_killer(&self) -> Option<Amount> {
        self.traits.iter().find_map(|found| if let Trait::TitanKiller(amount) = found { Some(*amount) } else { None })
    }

    /// Its hits go past ordinary saves (EP-WPN-06, EP-WPN-10).
    #[must_use]
    pub fn is_macro(&self) -> bool {
        self.has(Trait::Macro) || self.titan_killer().is_some()
    }

    /// Attacks that it adds in assaults (EP-WPN-03).
    #[must_use]
    pub fn extra_attacks(&self) -> u8 {
        self.traits.iter().map(|found| if let Trait::ExtraAttacks(number) = found { *number } else { 0 }).sum()
    }

    /// Whether it shoots at all.
    #[must_use]
    pub const fn shoots(&self) -> bool {
        self.ap.is_some() || self.at.is_some() || self.aa.is_some() || self.barrage > 0
    }
}

/// The effect of a critical hit on a war engine (EP-WE-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Critical {
    /// Nothing more.
    Nothing,
    /// So many more points of damage.
    Damage(Amount),
    /// It is destroyed.
    Destroyed,
}

impl Critical {
    /// Reads an effect as data files write it.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "none" => Some(Self::Nothing),
            "destroyed" => Some(Self::Destroyed),
            "damage D3" => Some(Self::Damage(Amount::D3)),
            "damage D6" => Some(Self::Damage(Amount::D6)),
            word => {
                let points: u8 = word.strip_prefix("damage ")?.parse().ok()?;
                (1..=12).contains(&points).then_some(Self::Damage(Amount::Fixed(points)))
            }
        }
    }

    /// The words of the data files.
    #[must_use]
    pub fn word(self) -> String {
        match self {
            Self::Nothing => "none".to_owned(),
            Self::Destroyed => "destroyed".to_owned(),
            Self::Damage(Amount::Fixed(points)) => format!("damage {points}"),
            Self::Damage(Amount::D3) => "damage D3".to_owned(),
            Self::Damage(Amount::D6) => "damage D6".to_owned(),
        }
    }
}

/// A kind of unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its word in files.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Its type.
    pub of: Type,
    /// Centimetres a move.
    pub speed: Length,
    /// The score that saves; 0 for none.
    pub armour: u8,
    /// The score that hits in close combat; 0 for none.
    pub close_combat: u8,
    /// The score that hits in a firefight; 0 for none.
    pub firefight: u8,
    /// Hits that destroy it; 1 of everything but war engines.
    pub capacity: u8,
    /// Effect of a critical hit.
    pub critical: Critical,
    /// What it can do.
    pub abilities: Vec<Ability>,
    /// How it flies, of aircraft.
    pub air: Option<AirKind>,
    /// Ids of what it carries, and how many of each.
    pub transports: Vec<(String, u8)>,
    /// Whether it carries units of other formations (EP-WE-03).
    pub carries_others: bool,
    /// Its weapons.
    pub weapons: Vec<Weapon>,
}

impl Kind {
    /// Whether it has an ability. A supreme commander is a commander and a leader (EP-SPEC-15), support craft are skimmers
    /// (EP-SPEC-19).
    #[must_use]
    pub fn has(&self, wanted: Ability) -> bool {
        self.abilities.contains(&wanted)
            || matches!(wanted, Ability::Commander | Ability::Leader)
                && self.abilities.contains(&Ability::SupremeCommander)
            || wanted == Ability::Skimmer && self.abilities.contains(&Ability::SupportCraft)
    }

    /// Whether it is a war engine.
    #[must_use]
    pub const fn is_engine(&self) -> bool {
        matches!(self.of, Type::WarEngine)
    }

    /// Whether it fights as infantry: cover saves, moving through friends (EP-SPEC-10).
    #[must_use]
    pub const fn is_foot(&self) -> bool {
        matches!(self.of, Type::Infantry | Type::Mounted)
    }

    /// Whether a firepower can hit it on the ground (EP-UNIT-02). A landed aircraft is an armoured target.
    #[must_use]
    pub const fn hit_by(&self, power: Power) -> bool {
        match power {
            Power::Ap => matches!(self.of, Type::Infantry | Type::Mounted | Type::LightVehicle),
            Power::At => {
                matches!(self.of, Type::ArmouredVehicle | Type::LightVehicle | Type::WarEngine | Type::Aircraft)
            }
            Power::Aa => false,
        }
    }

    /// The radius of its circle (EP-UNIT-07).
    #[must_use]
    pub const fn radius(&self) -> Length {
        if self.is_engine() { Length(1500 + 500 * self.capacity as i32) } else { Length(1500) }
    }

    /// How far it may be from others of its formation (EP-UNIT-05, EP-WE-02, EP-SPEC-12).
    #[must_use]
    pub fn link(&self) -> Length {
        if self.is_engine() {
            Length::cm(5 * i32::from(self.capacity))
        } else if self.has(Ability::Scout) {
            Length::cm(20)
        } else {
            Length::cm(5)
        }
    }

    /// How far its zone of control reaches (EP-MOVE-03, EP-SPEC-12).
    #[must_use]
    pub fn zone(&self) -> Length {
        Length::cm(if self.has(Ability::Scout) { 10 } else { 5 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traits_and_criticals_are_read_as_they_are_written() {
        for word in Trait::WORDS {
            assert_eq!(Trait::from_word(word).map(Trait::word).as_deref(), Some(*word));
        }
        for word in ["titan killer(D4)", "extra attacks", "extra attacks(0)", "disrupt(2)", "macro(", "Macro"] {
            assert_eq!(Trait::from_word(word), None, "{word}");
        }
        for word in ["none", "destroyed", "damage 1", "damage D3", "damage D6"] {
            assert_eq!(Critical::from_word(word).map(Critical::word).as_deref(), Some(word));
        }
        assert_eq!(Critical::from_word("damage 0"), None);
    }
}
