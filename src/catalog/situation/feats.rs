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
    Feats { frenzy: number("frenzy"), flush: number("flush"), flushed: number("flushed"), ..Feats::default() }
}

/// Writes it.
pub(super) fn write(row: &mut Row, feats: Feats) {
    row.number("frenzy", feats.frenzy).number("flush", feats.flush).number("flushed", feats.flushed);
}

const BEASTS: &str = "warp beasts";
const TIDE: &str = "tide";

/// Whether a task is one of these.
pub(super) fn is_stage(kind: &str) -> bool {
    [BEASTS, TIDE].contains(&kind)
}

/// Reads what is under way.
pub(super) fn read_stage(node: &Node<'_>, roster: &Roster, kind: &str) -> Option<Stage> {
    let ship = ship_at(node, "ship", roster)?;
    let target = || ship_at(node, "target", roster);
    Some(match kind {
        BEASTS => Stage::Beasts { ship, target: target()? },
        _ => Stage::Tide { ship, target: target()?, needed: small(node, "needed").unwrap_or(0) },
    })
}

/// Writes what is under way.
pub(super) fn write_stage<'r>(row: &'r mut Row, roster: &Roster, stage: Stage) -> &'r mut Row {
    let name = |id: ShipId| roster.unit_name(Unit::Ship(id));
    match stage {
        Stage::Beasts { ship, target } => row.text("do", BEASTS).text("ship", name(ship)).text("target", name(target)),
        Stage::Tide { ship, target, needed } => {
            row.text("do", TIDE).text("ship", name(ship)).text("target", name(target)).number("needed", needed)
        }
    }
}
