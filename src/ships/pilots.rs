//! What the crew that launches ordnance gives it for as long as it flies (SKILL-06, SKILL-12, REFIT-27).

use crate::table::geometry::Length;

/// How much farther accelerated ordnance goes in its first move.
const BOOST: Length = Length::cm(10);

/// Who flies in a flight and how it was sent off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pilots {
    /// Excellent pilots: bombers may roll their attack runs again, fighters stay in play on 4+ (SKILL-06).
    pub excellent: bool,
    /// Bombers save themselves like resilient craft (SKILL-12).
    pub hardy: bool,
    /// Fighters may move before the enemy's ordnance (SKILL-12).
    pub early: bool,
    /// Bombers roll a D6 for their attacks, whatever their kind rolls (REFIT-27).
    pub mad: bool,
    /// Accelerated when launched (REFIT-27).
    pub accelerated: bool,
}

impl Pilots {
    /// What ordnance has from all who launch it together.
    ///
    /// Ruling: no marker of a wave or salvo tells which ship it came from, so that it has only what all of them give.
    #[must_use]
    pub fn of<'a>(launchers: impl IntoIterator<Item = &'a Self>) -> Self {
        let all = launchers.into_iter().copied();
        let both = |one: Self, other: Self| Self {
            excellent: one.excellent && other.excellent,
            hardy: one.hardy && other.hardy,
            early: one.early && other.early,
            mad: one.mad && other.mad,
            accelerated: one.accelerated && other.accelerated,
        };
        all.reduce(both).unwrap_or_default()
    }

    /// How much farther ordnance goes in its first move.
    #[must_use]
    pub const fn boost(self) -> Length {
        if self.accelerated { BOOST } else { Length::ZERO }
    }
}
