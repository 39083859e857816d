//! The ten scenarios: which table they stand in, and what the build-up must know of them (SCEN-01).

mod choice;
mod parts;

pub use choice::{Choice, at_random, by_rating};
pub use parts::{Briefing, Parts};

use super::MissionClass;
use crate::text::words;

words! {
    /// The scenarios of the rulebook.
    Scenario {
        /// Scenario one.
        CruiserClash = "Cruiser Clash",
        /// Scenario two.
        TheBait = "The Bait",
        /// Scenario three.
        TheRaiders = "The Raiders",
        /// Scenario four.
        SurpriseAttack = "Surprise Attack",
        /// Scenario five.
        BlockadeRun = "Blockade Run",
        /// Scenario six.
        Convoy = "Convoy",
        /// Scenario seven.
        PlanetaryAssault = "Planetary Assault",
        /// Scenario eight.
        EscalatingEngagement = "Escalating Engagement",
        /// Scenario nine.
        Exterminatus = "Exterminatus",
        /// Scenario ten.
        FleetEngagement = "Fleet Engagement",
    }
}

/// The Raids table by face (MISSION-03).
const RAIDS: [Scenario; 6] = [
    Scenario::CruiserClash,
    Scenario::TheBait,
    Scenario::TheRaiders,
    Scenario::BlockadeRun,
    Scenario::Convoy,
    Scenario::Convoy,
];

/// The Battles table by face (MISSION-04).
const BATTLES: [Scenario; 6] = [
    Scenario::Exterminatus,
    Scenario::SurpriseAttack,
    Scenario::PlanetaryAssault,
    Scenario::EscalatingEngagement,
    Scenario::FleetEngagement,
    Scenario::FleetEngagement,
];

impl Scenario {
    /// The scenario of a face.
    #[must_use]
    pub fn rolled(class: MissionClass, face: u8) -> Self {
        Self::table(class)[usize::from(face.clamp(1, 6)) - 1]
    }

    /// The table of a class; a major raid uses the raids (PIRATE-01).
    #[must_use]
    pub const fn table(class: MissionClass) -> &'static [Self; 6] {
        match class {
            MissionClass::Raid | MissionClass::MajorRaid => &RAIDS,
            MissionClass::Battle => &BATTLES,
        }
    }

    /// Whether it stands in the Raids table (SCEN-01).
    #[must_use]
    pub fn is_raid(self) -> bool {
        RAIDS.contains(&self)
    }

    /// Points of the attacker and the defender for an agreed size, before reductions.
    #[must_use]
    pub const fn split(self, size: u32) -> (u32, u32) {
        match self {
            Self::TheRaiders | Self::BlockadeRun => (size / 2, size),
            // The attacker is pursued: a third at start and the rest in reserve (SCEN-30, SCEN-31).
            Self::TheBait => (size, size * 2 / 3),
            _ => (size, size),
        }
    }

    /// Points of the bait and of its reinforcements at most, for an agreed size (SCEN-30).
    #[must_use]
    pub const fn pursued(size: u32) -> (u32, u32) {
        (size / 3, size * 2 / 3)
    }

    /// The defender rolls for free planetary defences (SCEN-47, SCEN-82, SCEN-107).
    #[must_use]
    pub const fn free_defences(self) -> bool {
        matches!(self, Self::SurpriseAttack | Self::PlanetaryAssault | Self::Exterminatus)
    }

    /// Whether it needs a low orbit table (ZONE-27).
    #[must_use]
    pub const fn low_orbit(self) -> bool {
        matches!(self, Self::PlanetaryAssault | Self::Exterminatus)
    }

    /// The part of his allowance a defender may spend on defences, as a divisor; `None` for no defences at all.
    #[must_use]
    pub const fn defence_share(self) -> Option<u32> {
        match self {
            Self::CruiserClash | Self::Convoy => None,
            // The scenario's own 25 % replaces the general third (SCEN-107, COMP-03).
            Self::Exterminatus => Some(4),
            _ => Some(3),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_tables_are_the_printed_ones() {
        let names = |class| (1..=6).map(|face| Scenario::rolled(class, face).word()).collect::<Vec<_>>();
        let raids = ["Cruiser Clash", "The Bait", "The Raiders", "Blockade Run", "Convoy", "Convoy"];
        assert_eq!(names(MissionClass::Raid), raids);
        assert_eq!(names(MissionClass::MajorRaid), raids);
        let battles = [
            "Exterminatus",
            "Surprise Attack",
            "Planetary Assault",
            "Escalating Engagement",
            "Fleet Engagement",
            "Fleet Engagement",
        ];
        assert_eq!(names(MissionClass::Battle), battles);
    }

    #[test]
    fn points_are_split_as_the_scenario_says() {
        assert_eq!(Scenario::TheRaiders.split(701), (350, 701));
        assert_eq!(Scenario::BlockadeRun.split(600), (300, 600));
        assert_eq!(Scenario::TheBait.split(600), (600, 400));
        assert_eq!(Scenario::FleetEngagement.split(1000), (1000, 1000));
    }
}
