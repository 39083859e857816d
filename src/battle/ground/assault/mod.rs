//! Assaults (EP-ASLT): charge, counter-charge, attacks, support, result.

pub mod attacks;
pub mod charge;
pub mod result;
pub mod support;
