//! What a battle is fought for: who comes later and from where, contact markers, standby, planetary assault (SCEN).

pub(super) mod arrivals;
pub(super) mod contact_markers;
pub mod mission;
pub mod planetary_assault;
pub(super) mod standby;
pub(super) mod wording;
