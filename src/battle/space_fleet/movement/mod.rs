//! Movement: speed, turns, formation, forced moves, reforming (SF-MOVE, SF-REFORM).

pub mod forced_moves;
pub mod formation;
pub mod legal_moves;
pub mod moving;
pub mod paths;
pub mod reforming;
pub mod speed;
pub mod squadron_moves;
