//! The Experimental Ship: one improvement and one side effect, for one battle (PLOT-36 to PLOT-38).

use super::super::class::words;
use super::super::effects::Effect;
use super::super::geometry::Length;
use super::super::gun::Gun;
use super::super::profile::{LARGE, Profile};

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

impl Profile {
    /// Takes an experiment in: shields never fall below 0, hits never below 1 (PLOT-38).
    pub(in super::super) fn experiment(&mut self, experiment: Experiment) {
        let hits = self.hits;
        let mut take = |effect| {
            let _ = self.take(effect, hits);
        };
        match experiment.gain {
            Gain::Shield => take(Effect::Shields(1)),
            Gain::Speed => take(Effect::Speed(5)),
            Gain::Hits => take(Effect::Hits(2)),
            Gain::Turns => self.turn = self.turn.max(90),
            Gain::Range => self.reach_of_guns(|range| range + range.half()),
            Gain::Leadership => {}
        }
        match experiment.cost {
            Cost::Shield => self.shields = self.shields.saturating_sub(1),
            Cost::Speed => drop(self.take(Effect::Speed(-5), hits)),
            Cost::Hits => drop(self.take(Effect::Hits(-2), hits)),
            Cost::Range => self.reach_of_guns(Length::half),
            Cost::Strength => self.halve_guns(),
            Cost::Leadership => {}
        }
        // A third shield stands on a large base, wherever it came from (SHIP-05).
        if self.shields >= 3 {
            self.base = LARGE;
        }
    }

    fn reach_of_guns(&mut self, change: impl Fn(Length) -> Length) {
        for weapon in self.weapons.iter_mut().filter(|weapon| is_gun(weapon.gun)) {
            weapon.range = change(weapon.range);
        }
    }

    /// A strength that is rolled is halved once it is known.
    fn halve_guns(&mut self) {
        for weapon in self.weapons.iter_mut().filter(|weapon| is_gun(weapon.gun)) {
            weapon.strength = weapon.strength.div_ceil(2);
            if let Some(rolled) = &mut weapon.rolled {
                rolled.weak = true;
            }
        }
    }
}

/// Whether a weapon is a battery or a lance.
///
/// Ruling: pulsars are lances and heavy gunz are batteries by their data sheets; bombardment cannon, nova cannon and
/// ordnance are neither.
const fn is_gun(gun: Gun) -> bool {
    matches!(gun, Gun::Battery | Gun::Lance | Gun::Pulsar | Gun::HeavyGunz)
}
