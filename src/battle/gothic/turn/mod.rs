//! The turn: its sequence, and the End Phase (TURN-01, END-01).
// A new variant is met where it matters, not passed over.
#![warn(clippy::wildcard_enum_match_arm)]

pub(super) mod end_phase;
pub(super) mod play;
pub(super) mod sequence;
