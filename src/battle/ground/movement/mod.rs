//! Movement (EP-MOVE): ways, zones of control, terrain, transports, coherency.

pub mod barging;
pub mod course;
pub mod legs;
pub mod moving;
