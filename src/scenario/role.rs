//! Attacker and defender (ATT-08), and what each of them has.

use serde::{Deserialize, Serialize};

use crate::table::side::Side;
use crate::text::words;

words! {
    /// One of the two sides.
    Role {
        /// The attacker.
        Attacker = "attacker",
        /// The defender.
        Defender = "defender",
    }
}

impl Role {
    /// Both, the attacker first (CAMP-13).
    pub const BOTH: [Self; 2] = [Self::Attacker, Self::Defender];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }

    /// The side of the table that it plays: the attacker is the first named.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::Attacker => Side::One,
            Self::Defender => Side::Two,
        }
    }

    /// The role of a side of the table.
    #[must_use]
    pub const fn of(side: Side) -> Self {
        match side {
            Side::One => Self::Attacker,
            Side::Two => Self::Defender,
        }
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BySide<T> {
    /// The attacker's.
    pub attacker: T,
    /// The defender's.
    pub defender: T,
}

impl<T> BySide<T> {
    /// Both, the attacker first (CAMP-13).
    pub fn both(&self) -> [&T; 2] {
        [&self.attacker, &self.defender]
    }

    /// The value of a side.
    pub const fn of(&self, role: Role) -> &T {
        match role {
            Role::Attacker => &self.attacker,
            Role::Defender => &self.defender,
        }
    }

    /// The value of a side, to be changed.
    pub const fn of_mut(&mut self, role: Role) -> &mut T {
        match role {
            Role::Attacker => &mut self.attacker,
            Role::Defender => &mut self.defender,
        }
    }
}
