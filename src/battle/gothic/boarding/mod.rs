//! Boarding, and hit-and-run attacks (BOARD, HITRUN, TELE).

pub(super) mod boarding_actions;
pub(super) mod boarding_re_rolls;
