//! Reads and writes what ships do by rules of their own.

use super::rows::Row;
use super::told::Told;
use super::values::small;
use crate::battle::gothic::special::Feats;
use crate::battle::gothic::state::{Fate, Ship};
use crate::catalog::reader::Node;

/// What a ship has done, the marks aside.
pub(super) fn read(node: &Node<'_>) -> Feats {
    let number = |key| small(node, key).unwrap_or(0);
    Feats {
        frenzy: number("frenzy"),
        flush: number("flush"),
        flushed: number("flushed"),
        turrets: number("turrets_rolled"),
        gun: number("gun"),
        doubles: number("doubles"),
        charge: number("charge"),
        cooling: number("cooling"),
        idle: number("idle"),
        turned: number("turned"),
        docked: number("docked"),
        joined: number("joined"),
        inert: number("inert"),
        ..Feats::default()
    }
}

/// Writes it.
pub(super) fn write(row: &mut Row, feats: &Feats) {
    row.number("frenzy", feats.frenzy).number("flush", feats.flush).number("flushed", feats.flushed);
    row.number("turrets_rolled", feats.turrets).number("gun", feats.gun).number("doubles", feats.doubles);
    row.number("charge", feats.charge).number("cooling", feats.cooling).number("idle", feats.idle);
    row.number("turned", feats.turned).number("docked", feats.docked).number("joined", feats.joined);
    row.number("inert", feats.inert);
}

/// A daemonship fights by itself and without a commander, and only daemonships come and go by the warp.
pub(super) fn check(told: &impl Told, daemon: bool, ship: &Ship) {
    if daemon && (ship.squadron.is_some() || ship.commander.is_some() || ship.flagship) {
        told.problem("a daemonship is in no squadron and has no commander aboard");
    }
    if !daemon && matches!(ship.fate, Fate::Haunting | Fate::Spectral) {
        told.problem_at("fate", "only a daemonship waits in the warp");
    }
}
