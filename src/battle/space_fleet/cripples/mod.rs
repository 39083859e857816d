//! Crippled ships (SF-CRIPPLE): the two tables, crash courses, explosions.

pub mod crippling;
pub mod explosions;
pub mod tables;
