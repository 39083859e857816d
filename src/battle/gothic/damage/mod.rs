//! Damage: hits, critical hits, catastrophic damage, blast markers (DAMAGE, CRIT, CATA, BLAST).
// A new variant is met where it matters, not passed over.
#![warn(clippy::wildcard_enum_match_arm)]

pub(super) mod blast_markers;
pub(super) mod catastrophic_damage;
pub mod critical_hits;
pub mod critical_tables;
pub(super) mod hits;
