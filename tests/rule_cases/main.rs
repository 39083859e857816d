//! The rules as they are written down: cases, reference, tables, odds, fleets and maps.

mod battle_tables;
mod cases;
mod fleets;
mod known_figures;
mod maps;
mod odds;
mod reference;
mod refused;
