//! The Experimental Ship: one improvement and one side effect, for one battle (PLOT-36 to PLOT-38).

use crate::text::words;

words! {
    /// Improvements, by the faces of the die (PLOT-36).
    Gain {
        /// Batteries and lances +50% range.
        Range = "longer range",
        /// +1 shield.
        Shield = "one more shield",
        /// +5 cm.
        Speed = "more speed",
        /// +2 hits.
        Hits = "two more hits",
        /// 90 degree turns.
        Turns = "90 degree turns",
        /// +1 Leadership.
        Leadership = "better leadership",
    }
}

words! {
    /// Side effects, by the faces of the die (PLOT-37).
    Cost {
        /// -1 shield.
        Shield = "one shield fewer",
        /// Batteries and lances at half range.
        Range = "half range",
        /// -2 hits.
        Hits = "two hits fewer",
        /// -5 cm.
        Speed = "less speed",
        /// -1 Leadership.
        Leadership = "worse leadership",
        /// Batteries and lances at half strength, rounding up.
        Strength = "half strength",
    }
}

/// What an experimental ship has gained, and at what cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experiment {
    /// The improvement.
    pub gain: Gain,
    /// The side effect.
    pub cost: Cost,
}

impl Experiment {
    /// By the faces of two dice; `None` for faces that no die has and for a pair that contradicts itself (PLOT-37).
    #[must_use]
    pub fn rolled(gain: u8, cost: u8) -> Option<Self> {
        let gain = *Gain::ALL.get(usize::from(gain).checked_sub(1)?)?;
        let cost = *Cost::ALL.get(usize::from(cost).checked_sub(1)?)?;
        let experiment = Self { gain, cost };
        (!experiment.contradicts_itself()).then_some(experiment)
    }

    /// Whether the side effect undoes the improvement (PLOT-37).
    #[must_use]
    pub const fn contradicts_itself(&self) -> bool {
        matches!(
            (self.gain, self.cost),
            (Gain::Range, Cost::Range)
                | (Gain::Shield, Cost::Shield)
                | (Gain::Speed, Cost::Speed)
                | (Gain::Hits, Cost::Hits)
                | (Gain::Leadership, Cost::Leadership)
        )
    }

    /// What it adds to Leadership.
    #[must_use]
    pub const fn leadership(&self) -> i8 {
        match (self.gain, self.cost) {
            (Gain::Leadership, _) => 1,
            (_, Cost::Leadership) => -1,
            _ => 0,
        }
    }
}
