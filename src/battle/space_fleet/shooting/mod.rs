//! Shooting: arcs and bands, fire by squadrons, attacks, criticals, blasts (SF-SHOOT, SF-CRIT, SF-WEAPON, SF-AREA).

pub mod area;
pub mod attack;
pub mod bearing;
pub mod criticals;
pub mod fire;
pub mod re_rolls;
pub mod rocks;
