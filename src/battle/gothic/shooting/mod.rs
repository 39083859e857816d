//! Direct fire: targets, the gunnery table, declaring fire and working it out, nova cannon (SHOOT, GUN, LANCE, NOVA).
// A new variant is met where it matters, not passed over.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod bearing;
pub(super) mod combined_fire;
pub(super) mod declaring_fire;
pub(super) mod fire_at_asteroids;
pub mod gunnery_table;
pub(super) mod holofields;
pub(super) mod landing_hits;
pub(super) mod nova_cannon;
pub(super) mod resolving_fire;
pub mod target_priority;
pub(super) mod targeting;
