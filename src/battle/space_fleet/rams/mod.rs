//! Rams (SF-RAM).

pub mod ramming;
pub mod tables;
