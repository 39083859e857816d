//! Victory points and who has won (SF-VP, and the conditions of SF-SCEN).

pub mod conditions;
pub mod points;
