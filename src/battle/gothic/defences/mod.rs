//! Planetary defences, star forts and space hulks (DEF).

pub(super) mod planetary_defences;
pub(super) mod space_hulks;
pub mod star_forts;
