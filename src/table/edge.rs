//! The four edges of a table.

use super::geometry::Heading;
use crate::text::words;

words! {
    /// Edges of the table.
    Edge {
        /// x = 0.
        Left = "left",
        /// x = width.
        Right = "right",
        /// y = 0.
        Near = "near",
        /// y = depth.
        Far = "far",
    }
}

impl Edge {
    /// The heading that leads to the edge.
    #[must_use]
    pub const fn heading(self) -> Heading {
        Heading::new(match self {
            Self::Far => 0,
            Self::Right => 90,
            Self::Near => 180,
            Self::Left => 270,
        })
    }

    /// The edge of a face, wherever a random one is called for (ZONE-20).
    #[must_use]
    pub const fn rolled(face: u8) -> Self {
        match face {
            ..=1 => Self::Left,
            2 | 3 => Self::Far,
            4 | 5 => Self::Near,
            6.. => Self::Right,
        }
    }

    /// The edge across the table.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Near => Self::Far,
            Self::Far => Self::Near,
        }
    }

    /// The heading that leads straight in from it.
    #[must_use]
    pub const fn inward(self) -> Heading {
        self.opposite().heading()
    }

    /// Whether it is a short one of the usual table.
    #[must_use]
    pub const fn is_short(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }
}
