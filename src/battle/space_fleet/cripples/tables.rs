//! The crippled tables (SF-CRIPPLE-04, SF-CRIPPLE-13).

use crate::battle::space_fleet::state::Engines;

/// What a roll makes of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing.
    None,
    /// Crippled.
    Crippled(Engines),
    /// Destroyed.
    Destroyed,
    /// Destroyed on a crash course.
    Crash,
    /// Destroyed in an explosion.
    Explosion,
}

/// A ship at 0: die and criticals (SF-CRIPPLE-04).
#[must_use]
pub const fn crippled(roll: u8) -> Outcome {
    match roll {
        ..=1 => Outcome::Crippled(Engines::Stationary),
        2 => Outcome::Crippled(Engines::Drifting),
        3 => Outcome::Crippled(Engines::FullSpeed),
        4..=6 => Outcome::Destroyed,
        7 => Outcome::Crash,
        8.. => Outcome::Explosion,
    }
}

/// A cripple that is hit: die and sixes (SF-CRIPPLE-13).
#[must_use]
pub const fn hit(roll: u8) -> Outcome {
    match roll {
        ..=3 => Outcome::None,
        4..=6 => Outcome::Destroyed,
        7 => Outcome::Crash,
        8.. => Outcome::Explosion,
    }
}
