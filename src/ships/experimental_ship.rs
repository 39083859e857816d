//! What an experiment makes of a ship (PLOT-36 to PLOT-38).

use super::effects::Effect;
use super::gun::Gun;
use super::profile::{LARGE, Profile};
use crate::ships::experiment::Cost;
use crate::ships::experiment::Experiment;
use crate::ships::experiment::Gain;
use crate::table::geometry::Length;

impl Profile {
    /// Takes an experiment in: shields never fall below 0, hits never below 1 (PLOT-38).
    pub(crate) fn experiment(&mut self, experiment: Experiment) {
        match experiment.gain {
            Gain::Shield => self.change(&Effect::Shields(1)),
            Gain::Speed => self.change(&Effect::Speed(5)),
            Gain::Hits => self.change(&Effect::Hits(2)),
            Gain::Turns => self.turn = self.turn.max(90),
            Gain::Range => self.reach_of_guns(|range| range + range.half()),
            Gain::Leadership => {}
        }
        match experiment.cost {
            Cost::Shield => self.shields = self.shields.saturating_sub(1),
            Cost::Speed => self.change(&Effect::Speed(-5)),
            Cost::Hits => self.change(&Effect::Hits(-2)),
            Cost::Range => self.reach_of_guns(Length::half),
            Cost::Strength => self.halve_guns(),
            Cost::Leadership => {}
        }
        // A third shield stands on a large base, wherever it came from (SHIP-05).
        if self.shields >= 3 {
            self.base = LARGE;
        }
    }

    /// Nothing refuses more or fewer shields, speed or hits.
    fn change(&mut self, effect: &Effect) {
        let _ = self.take(effect, self.hits);
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
