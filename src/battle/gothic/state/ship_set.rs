//! Sets of ships.

use super::ShipId;

/// A set of ships.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crowd(u64);

impl Crowd {
    /// Whether a ship is in it.
    #[must_use]
    pub const fn contains(self, ship: ShipId) -> bool {
        self.0 & (1 << ship.0) != 0
    }

    /// Whether nobody is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many are in it.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The ships that are in both.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The ships that are in either.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Takes a ship in.
    pub fn insert(&mut self, ship: ShipId) {
        self.0 |= 1 << ship.0;
    }

    /// Lets a ship go.
    pub fn remove(&mut self, ship: ShipId) {
        self.0 &= !(1 << ship.0);
    }

    /// Its ships, by id.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = ShipId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = (left != 0).then(|| ShipId(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
            first
        })
    }
}
