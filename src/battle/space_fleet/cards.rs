//! The Tyranid command cards (SF-CARD-01).

use crate::text::words;

words! {
    /// Command cards.
    #[derive(Default)]
    Card {
        /// Two points for every vessel of the hive fleet.
        Fleet2 = "fleet_2",
        /// One point for every vessel of a swarm.
        #[default]
        Swarm1 = "swarm_1",
        /// Two points.
        Swarm2 = "swarm_2",
        /// Three points.
        Swarm3 = "swarm_3",
        /// Four points.
        Swarm4 = "swarm_4",
        /// Heals an Energy Cortex.
        EnergyCortex = "energy_cortex",
        /// Heals a Hive Mind Synapse.
        HiveMindSynapse = "hive_mind_synapse",
        /// Heals a Deathburner.
        DeathBurner = "death_burner",
        /// Heals a Hullgrinder.
        HullGrinder = "hull_grinder",
        /// Heals a Respiratory Vent.
        RespiratoryVent = "respiratory_vent",
        /// Heals a Sensory Cluster.
        SensoryCluster = "sensory_cluster",
        /// Heals anything.
        Any = "any",
        /// Brings reinforcements.
        Reinforce = "reinforce",
        /// Boards with 8.
        Board8 = "board_8",
        /// Boards with 9.
        Board9 = "board_9",
        /// Boards with 10.
        Board10 = "board_10",
        /// Infects.
        Infect = "infect",
        /// Five points, then death.
        Frenzy5 = "frenzy_5",
        /// Seven points, then death.
        Frenzy7 = "frenzy_7",
        /// Regains wounds.
        Regenerate = "regenerate",
    }
}

/// How many cards the deck has (SF-CARD-01).
pub const DECK: usize = 44;

impl Card {
    /// How many of it are in the deck (SF-CARD-02 to 09).
    #[must_use]
    pub const fn count(self) -> u8 {
        match self {
            Self::Swarm2 => 8,
            Self::Swarm3 => 6,
            Self::Reinforce | Self::Regenerate => 4,
            Self::Swarm4 => 3,
            Self::Swarm1 | Self::Any | Self::Board9 | Self::Infect => 2,
            Self::Fleet2
            | Self::EnergyCortex
            | Self::HiveMindSynapse
            | Self::DeathBurner
            | Self::HullGrinder
            | Self::RespiratoryVent
            | Self::SensoryCluster
            | Self::Board8
            | Self::Board10
            | Self::Frenzy5
            | Self::Frenzy7 => 1,
        }
    }

    /// Action points it gives (SF-CARD-02, SF-CARD-08).
    #[must_use]
    pub const fn points(self) -> Option<u8> {
        match self {
            Self::Swarm1 => Some(1),
            Self::Fleet2 | Self::Swarm2 => Some(2),
            Self::Swarm3 => Some(3),
            Self::Swarm4 => Some(4),
            Self::Frenzy5 => Some(5),
            Self::Frenzy7 => Some(7),
            Self::EnergyCortex
            | Self::HiveMindSynapse
            | Self::DeathBurner
            | Self::HullGrinder
            | Self::RespiratoryVent
            | Self::SensoryCluster
            | Self::Any
            | Self::Reinforce
            | Self::Board8
            | Self::Board9
            | Self::Board10
            | Self::Infect
            | Self::Regenerate => None,
        }
    }

    /// Boarding strength it lends (SF-CARD-06).
    #[must_use]
    pub const fn strength(self) -> Option<u8> {
        match self {
            Self::Board8 => Some(8),
            Self::Board9 => Some(9),
            Self::Board10 => Some(10),
            Self::Fleet2
            | Self::Swarm1
            | Self::Swarm2
            | Self::Swarm3
            | Self::Swarm4
            | Self::EnergyCortex
            | Self::HiveMindSynapse
            | Self::DeathBurner
            | Self::HullGrinder
            | Self::RespiratoryVent
            | Self::SensoryCluster
            | Self::Any
            | Self::Reinforce
            | Self::Infect
            | Self::Frenzy5
            | Self::Frenzy7
            | Self::Regenerate => None,
        }
    }

    /// Whether it heals a critical wound (SF-CARD-04).
    #[must_use]
    pub const fn heals(self) -> bool {
        matches!(
            self,
            Self::EnergyCortex
                | Self::HiveMindSynapse
                | Self::DeathBurner
                | Self::HullGrinder
                | Self::RespiratoryVent
                | Self::SensoryCluster
                | Self::Any
        )
    }
}
