//! Planetary defences, star forts and space hulks (DEF).
// A new variant is met where it matters, not passed over.
#![warn(clippy::wildcard_enum_match_arm)]

pub(super) mod end_of_a_fort;
pub(super) mod havens;
pub(super) mod planetary_defences;
pub(super) mod space_hulks;
pub mod star_forts;
