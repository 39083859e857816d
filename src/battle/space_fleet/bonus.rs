//! Bonuses of flagships (SF-FLAG-20, SF-FLAG-40).

use crate::text::words;

words! {
    /// What a flagship may have beyond its class.
    Bonus {
        /// Two more damage points.
        MassiveHull = "Massive Hull",
        /// Two more shields a facing.
        ReinforcedShields = "Reinforced Shields",
        /// An attack on it is rolled again.
        EvasiveAction = "Evasive Action",
        /// One more die, torpedoes excepted.
        HighPoweredWeaponry = "High-Powered Weaponry",
        /// Torpedoes every turn.
        AdditionalTorpedoTubes = "Additional Torpedo Tubes",
        /// A 5+ save against fire.
        ArmouredHull = "Armoured Hull",
        /// It fires twice.
        EliteGunneryCrews = "Elite Gunnery Crews",
        /// Two Stalwarts.
        StalwartDefence = "Stalwart Defence",
        /// Its own attack is rolled again.
        InspiredShooting = "Inspired Shooting",
        /// Two inches more.
        Overdrive = "Overdrive",
        /// Longer ranges.
        AdvancedTargeters = "Advanced Targeters",
        /// A critical is ignored.
        DesperateManoeuvre = "Desperate Manoeuvre",
        /// Better boarders.
        AssaultSquads = "Space Marine Assault Squads",
        /// Better repairs.
        Advisors = "Adeptus Mechanicus Advisors",
        /// A miss becomes a hit.
        SkilfulTargeting = "Skilful Targeting",
        /// One more laser die.
        HighPoweredLasers = "High-Powered Lasers",
        /// The wind is chosen.
        BrilliantStrategy = "Brilliant Strategy",
        /// Two inches more by every wind.
        SailClose = "Sail Close to the Wind",
        /// Damage is regained.
        Bonesingers = "Bonesingers",
        /// It dodges rams.
        SixthSense = "Sixth Sense",
        /// Plasma rows are shifted.
        Marksmen = "Marksmen",
        /// Holo fields.
        HoloFields = "Holo Fields",
        /// A turn after moving.
        ExpertHelmsman = "Expert Helmsman",
        /// Another plasma torpedo.
        EnhancedPlasma = "Enhanced Plasma Torpedoes",
    }
}

/// How many kinds there are.
pub const BONUSES: usize = 24;

/// Copies of each bonus that a ship has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bonuses([u8; BONUSES]);

impl Bonuses {
    /// How many copies of one.
    #[must_use]
    pub const fn count(&self, bonus: Bonus) -> u8 {
        self.0[bonus as usize]
    }

    /// Whether there is one at least.
    #[must_use]
    pub const fn has(&self, bonus: Bonus) -> bool {
        self.0[bonus as usize] > 0
    }

    /// Adds a copy.
    pub fn add(&mut self, bonus: Bonus) {
        let count = &mut self.0[bonus as usize];
        *count = count.saturating_add(1);
    }

    /// Every copy, in the order of the list.
    pub fn all(&self) -> impl Iterator<Item = Bonus> {
        Bonus::ALL.iter().flat_map(|bonus| (0..self.count(*bonus)).map(|_| *bonus))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|count| *count == 0)
    }
}

/// Bonuses that are used once a copy and a turn, by their place in [`Spent`].
pub const ONCE: [Bonus; 5] = [
    Bonus::EvasiveAction,
    Bonus::EliteGunneryCrews,
    Bonus::InspiredShooting,
    Bonus::DesperateManoeuvre,
    Bonus::SkilfulTargeting,
];

/// Which once-per-game bonuses have been used: how often, and in which turn last (SF-FLAG-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// How often, by the place in [`ONCE`].
    pub times: [u8; 5],
    /// In which turn last.
    pub turn: [u8; 5],
}

impl Spent {
    fn place(bonus: Bonus) -> Option<usize> {
        ONCE.iter().position(|known| *known == bonus)
    }

    /// Whether a copy is left for this turn.
    #[must_use]
    pub fn is_free(&self, had: &Bonuses, bonus: Bonus, turn: u8) -> bool {
        Self::place(bonus).is_some_and(|at| had.count(bonus) > self.times[at] && self.turn[at] != turn)
    }

    /// Uses a copy.
    pub fn spend(&mut self, bonus: Bonus, turn: u8) {
        if let Some(at) = Self::place(bonus) {
            self.times[at] += 1;
            self.turn[at] = turn;
        }
    }
}
