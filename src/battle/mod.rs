//! Battles, a folder a rule set. Pure: no file, clock, terminal, SQL or random source.

pub mod gothic;
