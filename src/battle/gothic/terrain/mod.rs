//! Celestial phenomena: what they do to ships, solar flares, low orbit (TERRAIN).

pub(super) mod celestial_phenomena;
pub mod low_orbit;
pub(super) mod solar_flares;
