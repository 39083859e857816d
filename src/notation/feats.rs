//! Reads and writes what ships do by rules of their own.

use super::flights::{flight_at, written};
use super::rows::Row;
use super::values::ship_at;
use super::values::{side, small};
use crate::battle::gothic::special::{Feats, Stage};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Fate, Ship, ShipId, Unit};
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
        ..Feats::default()
    }
}

/// Writes it.
pub(super) fn write(row: &mut Row, feats: &Feats) {
    row.number("frenzy", feats.frenzy).number("flush", feats.flush).number("flushed", feats.flushed);
    row.number("turrets_rolled", feats.turrets).number("gun", feats.gun).number("doubles", feats.doubles);
    row.number("charge", feats.charge).number("cooling", feats.cooling).number("idle", feats.idle);
    row.number("turned", feats.turned).number("docked", feats.docked).number("joined", feats.joined);
}

/// A daemonship fights by itself and without a commander, and only daemonships come and go by the warp.
pub(super) fn check(node: &Node<'_>, daemon: bool, ship: &Ship) {
    if daemon && (ship.squadron.is_some() || ship.commander.is_some() || ship.flagship) {
        node.problem("a daemonship is in no squadron and has no commander aboard");
    }
    if !daemon && matches!(ship.fate, Fate::Haunting | Fate::Spectral) {
        node.problem_at("fate", "only a daemonship waits in the warp");
    }
}

const BEASTS: &str = "warp beasts";
const TIDE: &str = "tide";
const GRAB: &str = "grab";
const KLAWS: &str = "klaws";
const SHOKK: &str = "shokk";
const FACE: &str = "face";
const BLAST: &str = "charged shot";
const SUCKED: &str = "rift about";
const FIRST: &str = "strike first";
const SEND: &str = "send";
const JAM: &str = "jam";
const MISLEAD: &str = "mislead";
const TRANSLATE: &str = "translate";
const ANNIHILATE: &str = "armageddon gun";
const OVERCHARGE: &str = "overcharge";

/// Whether a task is one of these.
pub(super) fn is_stage(kind: &str) -> bool {
    [
        BEASTS, TIDE, GRAB, KLAWS, SHOKK, BLAST, SUCKED, FIRST, SEND, JAM, MISLEAD, FACE, TRANSLATE, ANNIHILATE,
        OVERCHARGE,
    ]
    .contains(&kind)
}

/// Reads what is under way.
pub(super) fn read_stage(node: &Node<'_>, roster: &Roster, kind: &str) -> Option<Stage> {
    if kind == SEND {
        return Some(Stage::Send { flight: flight_at(node, "flight"), side: side(node, "side", roster) });
    }
    let ship = ship_at(node, "ship", roster)?;
    let target = || ship_at(node, "target", roster);
    Some(match kind {
        BEASTS => Stage::Beasts { ship, target: target()? },
        JAM => Stage::Jam { ship, flight: flight_at(node, "flight") },
        MISLEAD => Stage::Mislead { ship, flight: flight_at(node, "flight") },
        BLAST => Stage::Blast(ship),
        SUCKED => Stage::Sucked(ship),
        FIRST => Stage::First { ship, side: side(node, "side", roster) },
        FACE => Stage::Face(ship),
        TRANSLATE => Stage::Translate(ship),
        ANNIHILATE => Stage::Annihilate(ship),
        OVERCHARGE => Stage::Overcharge(ship),
        GRAB => Stage::Grab { ship, target: target()? },
        KLAWS => Stage::Klaws { ship, target: target()? },
        SHOKK => Stage::Shokk { ship, target: target()? },
        _ => Stage::Tide { ship, target: target()?, needed: small(node, "needed").unwrap_or(0) },
    })
}

/// Writes what is under way.
pub(super) fn write_stage<'r>(row: &'r mut Row, roster: &Roster, stage: Stage) -> &'r mut Row {
    let name = |id: ShipId| roster.unit_name(Unit::Ship(id));
    let kind = match stage {
        Stage::Beasts { .. } => BEASTS,
        Stage::Tide { .. } => TIDE,
        Stage::Grab { .. } => GRAB,
        Stage::Klaws { .. } => KLAWS,
        Stage::Shokk { .. } => SHOKK,
        Stage::Jam { .. } => JAM,
        Stage::Mislead { .. } => MISLEAD,
        Stage::Blast(_) => BLAST,
        Stage::Sucked(_) => SUCKED,
        Stage::First { .. } => FIRST,
        Stage::Send { .. } => SEND,
        Stage::Face(_) => FACE,
        Stage::Translate(_) => TRANSLATE,
        Stage::Annihilate(_) => ANNIHILATE,
        Stage::Overcharge(_) => OVERCHARGE,
    };
    row.text("do", kind);
    if let Stage::Send { flight, side } = stage {
        return row.text("flight", &written(flight)).text("side", &roster.sides[side as usize]);
    }
    row.text("ship", name(stage.ship()));
    match stage {
        Stage::Beasts { target, .. }
        | Stage::Grab { target, .. }
        | Stage::Klaws { target, .. }
        | Stage::Shokk { target, .. } => row.text("target", name(target)),
        Stage::Jam { flight, .. } | Stage::Mislead { flight, .. } => row.text("flight", &written(flight)),
        Stage::First { side, .. } => row.text("side", &roster.sides[side as usize]),
        Stage::Send { .. }
        | Stage::Sucked(_)
        | Stage::Blast(_)
        | Stage::Face(_)
        | Stage::Translate(_)
        | Stage::Annihilate(_)
        | Stage::Overcharge(_) => row,
        Stage::Tide { target, needed, .. } => row.text("target", name(target)).number("needed", needed),
    }
}
