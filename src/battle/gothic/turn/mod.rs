//! The turn: its sequence, and the End Phase (TURN-01, END-01).

pub(super) mod end_phase;
pub(super) mod sequence;
