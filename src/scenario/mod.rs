//! What lies on the table before a battle: battlezones and their phenomena. Pure: dice come in with a purpose, places
//! go out in whole centimetres, so that the same values can be printed, drawn and fought over.

pub mod battlefield;
pub mod crew;
pub mod zone;
