//! Shooting (EP-SHOOT), blast markers (EP-BLAST), crossfire (EP-XFIRE), barrages (EP-BARR).

pub mod aim;
pub mod allocation;
pub mod barrage;
pub mod crossfire;
pub mod fire;
pub mod hits;
pub mod markers;
pub mod volley;
