//! Sub-sector charts: named systems of one type each, joined by warp channels (MAP-01 to MAP-04).

use serde::{Deserialize, Serialize};

use crate::text::words;

/// A sub-sector map as a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chart {
    /// Kebab-case slug.
    pub id: String,
    /// Name of the sub-sector.
    pub name: String,
    /// What it is and where it comes from: every map of ours is a house map.
    pub note: String,
    /// Systems in the order of the file.
    pub systems: Vec<StarSystem>,
    /// Pairs of system ids; a channel works in both directions (MAP-03).
    pub channels: Vec<(String, String)>,
}

/// One system of a chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StarSystem {
    /// Kebab-case slug, unique within the chart.
    pub id: String,
    /// Name.
    pub name: String,
    /// The type of its dominant world.
    #[serde(rename = "type")]
    pub kind: WorldType,
    /// Place on the drawing, 0 to 1000 from left to right.
    pub x: u16,
    /// Place on the drawing, 0 to 1000 from top to bottom.
    pub y: u16,
    /// A Blackstone Fortress may stand among its defences (MAP-07).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blackstone: bool,
    /// Its planets have twice the normal defences: Port Maw (MAP-08).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub port_maw: bool,
    /// A remark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

words! {
    /// Types of system (MAP-01).
    WorldType {
        /// Agri-world.
        Agri = "agri-world",
        /// Civilised world.
        Civilised = "civilised world",
        /// Forge world.
        Forge = "forge world",
        /// Hive world.
        Hive = "hive world",
        /// Mining world.
        Mining = "mining world",
        /// Penal colony.
        Penal = "penal colony",
        /// Uninhabited system.
        Uninhabited = "uninhabited system",
    }
}

impl WorldType {
    /// The letter of the rulebook's key (MAP-02).
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Agri => 'A',
            Self::Civilised => 'C',
            Self::Forge => 'F',
            Self::Hive => 'H',
            Self::Mining => 'M',
            Self::Penal => 'P',
            Self::Uninhabited => 'U',
        }
    }

    /// Reads a letter of the key.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.letter() == letter)
    }
}
