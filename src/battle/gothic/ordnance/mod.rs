//! Ordnance: torpedo salvoes, waves of attack craft, mines (ORD).
//!
//! A [`Flight`] is one marker, wave or salvo. It is launched at the end of the Shooting Phase (`launch`), flies in every
//! Ordnance Phase (`phase`, `flight`), and attacks what it touches (`attack`, `turrets`, `torpedoes`, `mines`). `form`
//! knows outlines and contact, `fire` is direct fire at ordnance. Attack craft keep to `capacity`, fly by `route` and
//! `split`, fight ordnance in `dogfight`, ships in `bombers`, guard their own in `patrol`, and become torpedoes in
//! `conversion`; what their crews add is in `pilots`, what torpedoes carry in `warheads`.
// A new variant is met where it matters, not passed over.
#![warn(clippy::wildcard_enum_match_arm)]

mod attack;
mod bombers;
mod capacity;
mod combat_air_patrol;
mod conversion;
mod dogfight;
pub mod fire;
pub mod flight;
pub mod launch;
pub mod mines;
mod missiles;
mod ordnance_phase;
pub mod outlines;
mod pilots;
mod rolled_strength;
mod route;
mod space_hulk_tubes;
mod splitting;
mod torpedoes;
pub mod turrets;
pub mod warheads;

pub use crate::ships::pilots::Pilots;
pub use crate::ships::warhead::Warhead;
