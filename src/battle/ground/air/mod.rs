//! Aerospace operations (EP-AIR): flights, interceptions, flak, landings.

pub mod combat;
pub mod flight;
pub mod landing;
pub mod sorties;
