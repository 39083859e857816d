//! What a ship is made of. Pure: no file, clock, terminal, SQL or random source.

pub mod armament;
pub mod class;
pub mod option;
