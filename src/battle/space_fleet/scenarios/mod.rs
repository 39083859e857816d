//! The twenty scenarios (SF-SCEN): what happens in them turn by turn. How they are won stands in `victory`.

pub mod arrivals;
pub mod loyalty;
pub mod supplies;
