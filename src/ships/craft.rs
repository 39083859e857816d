//! Kinds of attack craft (CRAFT-14).

use crate::table::geometry::Length;
use crate::text::words;

/// A kind of attack craft, by its place in the roster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct CraftId(pub u8);

words! {
    /// What a kind of attack craft does (CRAFT-14).
    Role {
        /// Fights ordnance.
        Fighter = "fighter",
        /// D6 less turrets attacks.
        Bomber = "bomber",
        /// One hit-and-run attack.
        AssaultBoat = "assault boat",
        /// Becomes torpedoes.
        TorpedoBomber = "torpedo bomber",
        /// Both.
        FighterBomber = "fighter and bomber",
        /// Both.
        FighterAssault = "fighter and assault boat",
    }
}

impl Role {
    /// Whether it fights all ordnance it touches (FIGHTER-02).
    #[must_use]
    pub const fn fights(self) -> bool {
        matches!(self, Self::Fighter | Self::FighterBomber | Self::FighterAssault)
    }

    /// Whether it attacks ships.
    #[must_use]
    pub const fn strikes(self) -> bool {
        !matches!(self, Self::Fighter | Self::TorpedoBomber)
    }

    /// Whether it makes attack runs (BOMBER-01).
    #[must_use]
    pub const fn bombs(self) -> bool {
        matches!(self, Self::Bomber | Self::FighterBomber)
    }

    /// Whether it makes hit-and-run attacks (ASSAULT-01).
    #[must_use]
    pub const fn raids(self) -> bool {
        matches!(self, Self::AssaultBoat | Self::FighterAssault)
    }
}

/// A kind of attack craft that a roster knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CraftKind {
    /// Slug, as in the fleet files.
    pub id: String,
    /// Name.
    pub name: String,
    /// What it does.
    pub role: Role,
    /// How far it flies in an Ordnance Phase.
    pub speed: Length,
    /// Whether it may save itself from other ordnance (RESIL-12).
    pub resilient: Resilience,
    /// How it rolls its attack runs.
    pub runs: Runs,
}

words! {
    /// How a kind of bomber rolls the number of its attacks (BOMBER-01).
    #[derive(Default)]
    Runs {
        /// A D6.
        #[default]
        Full = "D6",
        /// A D3.
        Half = "D3",
        /// A D6 that may be rolled again.
        Again = "D6 with a re-roll",
    }
}

words! {
    /// Against what a craft saves itself (RESIL-12).
    #[derive(Default)]
    Resilience {
        /// Nothing.
        #[default]
        None = "nothing",
        /// All ordnance.
        All = "all ordnance",
        /// Fighters only.
        Fighters = "fighters",
        /// Attack craft and torpedoes, not mines (SKILL-06).
        NotMines = "all but mines",
    }
}
