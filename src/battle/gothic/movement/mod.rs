//! Movement: what moves are legal, moving, squadrons, solar sails, ramming, disengaging (MOVE, SQUAD, RAM, DISENG).
// A new variant is met where it matters, not passed over.
#![warn(clippy::wildcard_enum_match_arm)]

pub(super) mod disengaging;
pub(super) mod engine_refits;
pub(super) mod formation;
pub(super) mod illegal_moves;
pub(super) mod legal_moves;
pub(super) mod moving;
pub(super) mod ramming;
pub mod solar_sails;
pub mod squadrons;
