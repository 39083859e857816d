//! Renown.

pub mod battle;
pub mod campaign;
pub mod cases;
pub mod catalog;
pub mod cli;
pub mod dice;
pub mod door;
pub mod report;
pub mod store;
pub mod text;
