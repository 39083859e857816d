//! Damage: hits, critical hits, catastrophic damage, blast markers (DAMAGE, CRIT, CATA, BLAST).

pub(super) mod blast_markers;
pub(super) mod catastrophic_damage;
pub mod critical_hits;
pub(super) mod hits;
