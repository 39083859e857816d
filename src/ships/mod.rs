//! What a ship is, without play: class, weapons, options, what it is fitted with, and the figures that come of them.
//!
//! [`class`] is what the fleet files say; [`fitting`] what one ship has beyond its class; [`profile`] the figures that a
//! game plays with, made from both. What the engine does not play is refused by name ([`Profile::of`](profile::Profile::of)).
#![warn(clippy::wildcard_enum_match_arm)]
#![expect(clippy::cast_possible_truncation, reason = "figures of data sheets are small")]

pub mod ability;
mod acquired;
pub mod armament;
pub mod armour;
pub mod class;
pub mod craft;
pub mod crew;
pub mod critical_table;
pub mod effect;
mod effect_words;
pub mod effects;
pub mod experiment;
mod experimental_ship;
pub mod fitting;
mod fort;
pub mod gun;
pub(crate) mod improvements;
pub mod mount;
mod mounted_weapons;
pub mod option;
pub mod pilots;
pub mod profile;
pub mod raiders;
pub mod sails;
pub mod special_rules;
pub mod traits;
mod upgrades;
pub mod warhead;
pub mod weapon;
pub mod worth;
