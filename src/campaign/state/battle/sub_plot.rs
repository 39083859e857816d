//! The sub-plot of a side as it was rolled, with everything its dice did (PLOT-01, PLOT-46).

use serde::{Deserialize, Serialize};

use crate::battle::gothic::sub_plots::Plot;
use crate::campaign::state::VesselId;

/// What is said of a meteor storm's critical hit that does nothing (PLOT-20).
pub(in crate::campaign) const IGNORED: &str = "its prow ignores critical hit";

/// A sub-plot of one side, with every die it asked for (PLOT-46).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubPlot {
    /// Which.
    pub plot: Plot,
    /// The ship it drew or nominated.
    pub ship: Option<VesselId>,
    /// What the further dice gave, in words.
    pub effects: Vec<String>,
    /// The same for those who play the battle; empty in records older than this.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<Outcome>,
    /// The turns a hit-and-run may take (PLOT-42).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// Hits that ships are short of from the start; they stay lost (PLOT-12).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damage: Vec<(VesselId, u32)>,
    /// Hits that an experimental ship has more or fewer of, for this battle (PLOT-38).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hits: i32,
    /// Known to its player alone until the battle is reported (PLOT-06).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}

impl SubPlot {
    /// Whether its dice did something that only words tell, as in records older than outcomes.
    #[must_use]
    pub fn in_words_only(&self) -> bool {
        let needless = |effect: &&String| match self.plot {
            // A hit that a ship is short of stands in the damage, a hit-and-run's turns in the number.
            Plot::ExtendedDuty => self.effects.len() == self.damage.len(),
            Plot::HitAndRun => true,
            Plot::MeteorStorm => effect.contains(IGNORED),
            Plot::GunneryPractice
            | Plot::BloodBond
            | Plot::FleetExperience
            | Plot::NoQuarter
            | Plot::Vendetta
            | Plot::SignallingProblems
            | Plot::UnexpectedHelp
            | Plot::NavigationalHazards
            | Plot::FreshCaptain
            | Plot::EnemyPlans
            | Plot::SurpriseAttack
            | Plot::SecretIntelligence
            | Plot::ExperimentalShip
            | Plot::DesperateMission
            | Plot::Decoy => false,
        };
        self.outcomes.is_empty() && !self.effects.iter().all(|effect| needless(&effect))
    }
}

/// One thing that a sub-plot does to a battle. Hits that a ship is short of stand in [`SubPlot::damage`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Outcome {
    /// Leadership for Lock On (PLOT-10, PLOT-12).
    LockOn {
        /// Whose.
        ship: VesselId,
        /// What is added.
        by: i8,
    },
    /// Leadership for Reload Ordnance (PLOT-12).
    Reload {
        /// Whose.
        ship: VesselId,
        /// What is added.
        by: i8,
    },
    /// Leadership in everything (PLOT-28).
    Leadership {
        /// Whose.
        ship: VesselId,
        /// What is added.
        by: i8,
    },
    /// A critical hit from the start (PLOT-20).
    Critical {
        /// Whose.
        ship: VesselId,
        /// The result on its table, one that can be applied (CRIT-08).
        result: u8,
    },
    /// An improvement and a side effect, by their faces (PLOT-36, PLOT-37).
    Experiment {
        /// Whose.
        ship: VesselId,
        /// The face of the improvement.
        gain: u8,
        /// The face of the side effect.
        cost: u8,
    },
    /// The enemy has no special orders at first (PLOT-32).
    NoOrders {
        /// For so many turns.
        turns: u8,
    },
    /// A guest may join (PLOT-24).
    Help {
        /// Worth so much at most.
        points: u32,
    },
    /// Further phenomena (PLOT-26).
    Hazards {
        /// Gas or dust clouds.
        clouds: u8,
        /// Asteroid fields.
        asteroids: u8,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
const fn is_zero(number: &i32) -> bool {
    *number == 0
}
