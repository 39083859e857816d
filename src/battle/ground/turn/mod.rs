//! The turn (EP-TURN): set-up, arrivals, strategy, activations, the end phase.

pub mod actions;
pub mod arrivals;
pub mod breaking;
pub mod eligible;
pub mod end_phase;
pub mod goals;
pub mod overwatch;
pub mod sequence;
pub mod set_up;
