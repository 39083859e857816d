//! The two players of a game.

/// One of the two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, ::serde::Serialize, ::serde::Deserialize)]
pub enum Side {
    /// The first named.
    #[default]
    One,
    /// The second named.
    Two,
}

impl Side {
    /// Both, first the first.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// The enemy.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}
