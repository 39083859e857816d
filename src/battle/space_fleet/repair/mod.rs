//! Repairs (SF-REPAIR).

pub mod crippled_ships;
pub mod critical_damage;
