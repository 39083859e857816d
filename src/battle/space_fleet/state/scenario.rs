//! What a scenario keeps while it is played.

use super::ShipId;
use crate::table::edge::Edge;
use crate::table::side::Side;

/// The scenario of a battle; number 0 is a plain fleet action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// Its number on the table (SF-SCEN-21).
    pub number: u8,
    /// Who attacks.
    pub attacker: Side,
    /// The turn in which somebody arrives, or from which it is rolled for; 0 for none.
    pub arrival: u8,
    /// Where, as the attacker wrote it (SF-SCEN-10).
    pub edge: Option<Edge>,
    /// Rolls made so far that add to the next.
    pub rolls: u8,
    /// The derelict (SF-SCEN-07).
    pub hulk: Option<ShipId>,
    /// Its captor has begun to roll for repairs.
    pub hulk_held: bool,
    /// The convoy matters more (SF-VP-04).
    pub convoy: bool,
    /// A condition that was met at once, and by whom.
    pub decided: Option<Side>,
}

impl Scenario {
    /// Who defends.
    #[must_use]
    pub const fn defender(&self) -> Side {
        self.attacker.other()
    }

    /// Whether a ship is the hulk, and nobody has taken it (SF-SCEN-07).
    #[must_use]
    pub fn is_idle_hulk(&self, id: ShipId) -> bool {
        self.hulk == Some(id) && !self.hulk_held
    }
}
