//! Boarding, and hit-and-run attacks (BOARD, HITRUN, TELE).
// A new variant is met where it matters, not passed over.
#![warn(clippy::wildcard_enum_match_arm)]

pub(super) mod boarding_actions;
pub(super) mod boarding_re_rolls;
pub(super) mod hit_and_run;
