//! The battle engine and those who play it: battles, captains, scenarios, records, and battles of the campaign
//! on its table.

#[path = "../arena/mod.rs"]
mod arena;
#[path = "../random/mod.rs"]
mod random;
#[path = "../support/mod.rs"]
mod support;

mod battles;
mod boons;
mod bridge;
mod capacity;
mod captains;
mod forts;
mod ground;
mod judge;
mod notation;
mod older;
mod play;
mod proof;
mod recorded;
mod scenarios;
mod stations;
mod sub_plots;
mod wars;
