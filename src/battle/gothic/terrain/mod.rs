//! Celestial phenomena: what they do to ships, solar flares, low orbit (TERRAIN).
// A new variant is met where it matters, not passed over.
#![warn(clippy::wildcard_enum_match_arm)]

pub(super) mod celestial_phenomena;
pub mod low_orbit;
pub(super) mod solar_flares;
