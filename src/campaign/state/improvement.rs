//! Refits and crew skills that a vessel has, and what they add to its worth (REFIT-04, REFIT-29).

use serde::{Deserialize, Serialize};

/// A refit or crew skill that a vessel has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Improvement {
    /// Slug.
    pub id: String,
    /// What it does.
    pub effect: String,
    /// What it adds to the worth of the ship.
    #[serde(default, skip_serializing_if = "Price::is_usual")]
    pub price: Price,
}

impl Improvement {
    /// One of the usual price.
    #[must_use]
    pub fn plain(id: &str, effect: &str) -> Self {
        Self { id: id.to_owned(), effect: effect.to_owned(), price: Price::default() }
    }
}

impl Improvement {
    /// The rule that gave it.
    #[must_use]
    pub fn rule(&self) -> &'static str {
        match self.price {
            Price::Points(0) => "RANK-05",
            Price::Points(_) => "REFIT-29",
            Price::Tenths(_) if self.id.ends_with(TORPEDOES) => "APPEAL-18",
            Price::Tenths(_) => "REFIT-02",
        }
    }

    /// Whether it came with a commander's rank: it costs nothing and stays with the flagship (RANK-05).
    #[must_use]
    pub fn by_rank(&self) -> bool {
        self.price == Price::Points(0)
    }
}

/// What a refit adds to the worth of its ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Price {
    /// So many tenths of the list value: 1, and 2 for special torpedoes of the Eldar (REFIT-04, APPEAL-18).
    Tenths(u32),
    /// So many points: those of a Tyranid evolution, none for a refit that comes with a rank (REFIT-29, RANK-05).
    Points(u32),
}

impl Default for Price {
    fn default() -> Self {
        Self::Tenths(1)
    }
}

impl Price {
    /// Whether it is the tenth of an ordinary refit.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// The worth of a ship with its refits: 10% of the list value each, the total rounded up, or what else they cost
/// (REFIT-04, REFIT-29).
#[must_use]
pub fn worth(list_points: u32, refits: &[Improvement]) -> u32 {
    let (tenths, points) = refits.iter().fold((10, 0), |(tenths, points), refit| match refit.price {
        Price::Tenths(more) => (tenths + more, points),
        Price::Points(more) => (tenths, points + more),
    });
    (list_points * tenths).div_ceil(10) + points
}

/// How the slugs of special torpedoes end.
pub(in crate::campaign) const TORPEDOES: &str = "-torpedoes";
