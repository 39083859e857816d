//! The turn that binds the chapters (SF-TURN-01).

pub mod play;
pub mod sequence;
mod tasks;
