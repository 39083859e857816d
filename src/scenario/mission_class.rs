//! Raid or battle: the table that a scenario stands in, and how many points it is fought with (SCEN-01, MISSION-10).

use crate::text::words;

words! {
    /// Raid, major raid or battle (PIRATE-01).
    MissionClass {
        /// 500 to 750 points, from the Raids table.
        Raid = "raid",
        /// 750 to 1,500 points, from the Raids table.
        MajorRaid = "major raid",
        /// 750 to 1,500 points, from the Battles table.
        Battle = "battle",
    }
}

impl MissionClass {
    /// Least and most points.
    #[must_use]
    pub const fn range(self) -> (u32, u32) {
        match self {
            Self::Raid => (500, 750),
            Self::MajorRaid | Self::Battle => (750, 1500),
        }
    }

    /// The class whose table it rolls on: a major raid uses the raids (PIRATE-01).
    #[must_use]
    pub const fn table(self) -> Self {
        match self {
            Self::Raid | Self::MajorRaid => Self::Raid,
            Self::Battle => Self::Battle,
        }
    }
}
