//! The source keeps to its own rules.

#[path = "../support/modules.rs"]
mod modules;

mod layering;
mod programs;
