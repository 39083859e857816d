//! The lengths of the game, in inches (SF-SETUP-09, SF-SETUP-11).

use crate::table::geometry::Length;

/// So many inches. The table's lengths are thousandths of whatever a game measures in.
#[must_use]
pub const fn inches(number: i32) -> Length {
    Length::cm(number)
}

/// Bases touch at this distance between centres (SF-SETUP-11).
pub const CONTACT: Length = inches(1);
/// Ships are adjacent up to this distance (SF-SETUP-09).
pub const ADJACENT: Length = inches(3);
/// Radius of blasts (SF-AREA-01).
pub const BLAST: Length = inches(3);
/// Radius of a blind field (SF-WEAPON-10).
pub const BLIND_FIELD: Length = inches(2);
/// How near a Constellation must be (SF-SHIP-12).
pub const ASSOCIATED: Length = inches(2);
/// How far a ship shifts when it reforms (SF-REFORM-03).
pub const REFORM: Length = inches(3);
/// How far a drifting or slow cripple goes (SF-CRIPPLE-06, SF-REPAIR-07).
pub const DRIFT: Length = inches(2);
/// Radius of an asteroid (SF-AREA-10).
pub const ASTEROID: Length = inches(1);
