//! What torpedoes carry.

use crate::text::words;

words! {
    /// What the torpedoes of a salvo carry.
    #[derive(Default)]
    Warhead {
        /// Nothing special.
        #[default]
        Plain = "plain",
        /// Faster, and burnt out on a 6 after each move.
        ShortBurn = "short-burn",
        /// Turned by a Leadership test of their ship.
        Guided = "guided",
        /// They turn to the nearest enemy by themselves.
        Seeking = "seeking",
        /// For planets; shields stop them.
        Barrage = "barrage-bombs",
        /// Fires in place of damage.
        Melta = "melta",
        /// Every hit is a critical.
        Vortex = "vortex",
        /// Missiles, which turn and go as far as their player likes (TAU-09).
        Missiles = "missiles",
        /// A rift in place of an attack: a distortion charge (REFIT-27).
        Distortion = "distortion charge",
    }
}

impl Warhead {
    /// Whether a ship has one salvo of them a battle.
    #[must_use]
    pub const fn is_single(self) -> bool {
        matches!(self, Self::Seeking | Self::Melta | Self::Vortex)
    }
}
