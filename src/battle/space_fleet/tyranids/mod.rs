//! Tyranid hive fleets: a turn machine of their own over the same ships (SF-TYR, SF-CARD).

pub mod attacks;
pub mod hand;
pub mod infection;
pub mod playing_cards;
pub mod reinforcements;
pub mod swarms;
