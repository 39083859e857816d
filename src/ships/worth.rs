//! The shares by which a ship is paid (VP-18, VP-24).

/// The shares by which a unit is paid (VP-18, VP-24).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pays {
    /// A quarter crippled, all of it destroyed.
    #[default]
    Common,
    /// All of it crippled, half as much again destroyed.
    Venerable,
    /// Half crippled, twice destroyed, three times as a hulk.
    Necron,
}

impl Pays {
    /// By what a class is: its people and its special rules.
    #[must_use]
    pub fn of(class: &crate::ships::class::ShipClass) -> Self {
        const VENERABLE: &str = "victory-points-100-crippled-150-destroyed";
        if class.people == crate::ships::class::People::Necrons {
            Self::Necron
        } else if class.special.iter().any(|key| key == VENERABLE) {
            Self::Venerable
        } else {
            Self::Common
        }
    }
}
