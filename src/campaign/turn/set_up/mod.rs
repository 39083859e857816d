//! The set-up of a battle of the campaign: its sides as the registers have them, rolled once by the scenario's rules.
#![warn(clippy::wildcard_enum_match_arm)]

mod party;
mod recorded;

pub use party::party;
pub(in crate::campaign) use recorded::set_up;
pub use recorded::{Choices, plan};
