//! What people read: values first, drawn as text, then as pictures. Opens no file and no database.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod battle;
pub mod chart;
pub mod due;
pub mod ground;
pub mod history;
pub mod journal;
pub mod listing;
pub mod lists;
pub mod newsletter;
pub mod odds;
pub mod register;
pub mod rules;
pub mod scenario;
pub mod score;
pub mod sheet;
pub mod ship;
pub mod standings;
pub mod story;
pub mod style;
pub mod table;
