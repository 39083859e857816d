//! Boarding (SF-BOARD): strengths, the table, counter-attacks, prizes, claws.

pub mod actions;
pub mod claws;
pub mod strength;
