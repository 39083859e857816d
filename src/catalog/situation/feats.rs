//! Reads and writes what ships do by rules of their own.

use super::read::small;
use super::under_way::ship_at;
use super::write::Row;
use crate::battle::feats::{Feats, Stage};
use crate::battle::profile::Roster;
use crate::battle::state::{ShipId, Unit};
use crate::catalog::reader::Node;

/// What a ship has done, the marks aside.
pub(super) fn read(node: &Node<'_>) -> Feats {
    let number = |key| small(node, key).unwrap_or(0);
    Feats {
        frenzy: number("frenzy"),
        flush: number("flush"),
        flushed: number("flushed"),
        turrets: number("turrets_rolled"),
        ..Feats::default()
    }
}

/// Writes it.
pub(super) fn write(row: &mut Row, feats: &Feats) {
    row.number("frenzy", feats.frenzy).number("flush", feats.flush).number("flushed", feats.flushed);
    row.number("turrets_rolled", feats.turrets);
}

const BEASTS: &str = "warp beasts";
const TIDE: &str = "tide";
const GRAB: &str = "grab";
const KLAWS: &str = "klaws";
const SHOKK: &str = "shokk";

/// Whether a task is one of these.
pub(super) fn is_stage(kind: &str) -> bool {
    [BEASTS, TIDE, GRAB, KLAWS, SHOKK].contains(&kind)
}

/// Reads what is under way.
pub(super) fn read_stage(node: &Node<'_>, roster: &Roster, kind: &str) -> Option<Stage> {
    let ship = ship_at(node, "ship", roster)?;
    let target = || ship_at(node, "target", roster);
    Some(match kind {
        BEASTS => Stage::Beasts { ship, target: target()? },
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
    };
    row.text("do", kind).text("ship", name(stage.decider()));
    match stage {
        Stage::Beasts { target, .. }
        | Stage::Grab { target, .. }
        | Stage::Klaws { target, .. }
        | Stage::Shokk { target, .. } => row.text("target", name(target)),
        Stage::Tide { target, needed, .. } => row.text("target", name(target)).number("needed", needed),
    }
}
