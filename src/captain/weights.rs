//! What a captain weighs by: every figure with its meaning, in one place.

/// Figures by which places and orders are weighed; points are victory points in 16ths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The part of the fire that could fall on a ship which he reckons with, in 64ths.
    pub caution: i32,
    /// The same for who only means to live or to get away.
    pub flight: i32,
    /// What a campaign, in which ships are to be kept, makes of either, in 64ths.
    pub kept: i32,
    /// What each cm costs that the nearest enemy is farther than a ship's weapons like.
    pub far: i32,
    /// What each cm costs that he is nearer.
    pub near: i32,
    /// Centimetres that are added to the range that a ship's weapons like.
    pub stand_off: i32,
    /// What an order must promise at least.
    pub order: i32,
    /// What a failed check costs those who come after, as it stops all orders (LEAD-04).
    pub check: i32,
}

impl Weights {
    /// What a captain weighs by unless he is told otherwise.
    pub const USUAL: Self =
        Self { caution: 16, flight: 40, kept: 96, far: 16, near: 4, stand_off: 0, order: 32, check: 48 };
}

impl Default for Weights {
    fn default() -> Self {
        Self::USUAL
    }
}
