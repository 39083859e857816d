//! The campaign turn: a battle as a state machine over the rulebook's sequence (CAMP-12).
//!
//! Challenge, initiative, orders, scenario, location, size, fleets, sub-plots. A step out of order is refused with the
//! step that is due.

pub(super) mod challenge;
pub mod defences;
pub mod fleets;
pub mod initiative;
pub mod location;
pub(super) mod orders;
pub mod plots;
pub mod report;
pub mod set_up;
pub mod size;
pub mod under_way;
pub mod victory;

pub use super::state::battle::{Agreement, Battle, Confirmation, Ending, Fielded, Side, Step, Work};
pub(super) use super::steps::{at_step, sides};
pub use crate::scenario::forces::Convoy;
pub use crate::scenario::mission_class::MissionClass;
pub use crate::scenario::role::BySide;
