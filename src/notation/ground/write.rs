//! Writes a table as it is read.

use std::fmt::Write as _;

use super::army::write_kind;
use super::formation::written;
use super::progress;
use crate::battle::ground::roster::{CraftId, FormationId, Roster, Shape, UnitId};
use crate::battle::ground::state::{Battle, Place};
use crate::table::side::Side;
use crate::text::quoted;

/// Writes a battle.
#[must_use]
pub fn write(roster: &Roster, battle: &Battle) -> String {
    let mut out = String::new();
    let name = |side: Side| quoted(roster.player(side));
    let _ = writeln!(out, "turn = {}\nphase = {}", battle.turn, quoted(battle.phase.word()));
    let _ = writeln!(out, "active = {}\nwon_strategy = {}", name(battle.active), name(battle.won_strategy));
    if battle.retained {
        out.push_str("retained = true\n");
    }
    let _ = writeln!(out, "table = {}", written(roster.table.high));
    let _ = writeln!(out, "under_way = {}", quoted(&progress::write(battle)));
    list(&mut out, "side", Side::BOTH.map(|side| write_side(roster, battle, side)));
    list(&mut out, "unit", roster.kinds.iter().map(write_kind));
    list(
        &mut out,
        "terrain",
        roster.terrain.iter().map(|feature| {
            let kind = quoted(feature.kind.word());
            match feature.shape {
                Shape::Disc(centre, radius) => {
                    format!("{{ kind = {kind}, at = {}, radius = {radius} }}", written(centre))
                }
                Shape::Rect(rect) => {
                    format!("{{ kind = {kind}, from = {}, to = {} }}", written(rect.low), written(rect.high))
                }
            }
        }),
    );
    list(
        &mut out,
        "objective",
        battle
            .objectives
            .iter()
            .map(|objective| format!("{{ at = {}, half = {} }}", written(objective.at), name(objective.half))),
    );
    list(&mut out, "craft", roster.craft_ids().map(|craft| write_craft(roster, battle, craft)));
    list(&mut out, "formation", roster.formation_ids().map(|formation| write_formation(roster, battle, formation)));
    if roster.house.barrages_cross {
        out.push_str("house = { barrages_cross = true }\n");
    }
    out
}

fn list(out: &mut String, key: &str, items: impl IntoIterator<Item = String>) {
    let mut items = items.into_iter().peekable();
    if items.peek().is_none() {
        return;
    }
    let _ = writeln!(out, "{key} = [");
    for item in items {
        let _ = writeln!(out, "    {item},");
    }
    out.push_str("]\n");
}

fn flags(out: &mut String, flags: &[(&str, bool)]) {
    for (key, _) in flags.iter().filter(|(_, set)| *set) {
        let _ = write!(out, ", {key} = true");
    }
}

fn write_side(roster: &Roster, battle: &Battle, side: Side) -> String {
    let (player, force) = (&roster.sides[side as usize], battle.sides[side as usize]);
    let mut out = format!(
        "{{ name = {}, strategy = {}, edge = {}",
        quoted(&player.name),
        player.strategy,
        quoted(player.edge.word())
    );
    flags(&mut out, &[("lost_choice", force.lost_choice), ("reroll_used", force.reroll_used)]);
    out.push_str(" }");
    out
}

fn write_craft(roster: &Roster, battle: &Battle, craft: CraftId) -> String {
    let (entry, state) = (&roster[craft], &battle[craft]);
    let mut out = format!(
        "{{ name = {}, side = {}, initiative = {}, orbital_bp = {}, bombardments = {}, pinpoint_attacks = {}, planetfall = {}",
        quoted(&entry.name),
        quoted(roster.player(entry.side)),
        entry.initiative,
        entry.orbital_bp,
        entry.bombardments,
        entry.pinpoint,
        entry.planetfall
    );
    if state.arrives > 0 {
        let _ = write!(out, ", arrives = {}", state.arrives);
    }
    if !state.aims.is_empty() {
        let aims: Vec<String> = state.aims.iter().map(|aim| written(*aim)).collect();
        let _ = write!(out, ", aims = [{}]", aims.join(", "));
    }
    let marks = [
        ("slow", entry.slow),
        ("small", entry.small),
        ("gone", state.gone),
        ("acted", state.acted),
        ("delayed", state.delayed),
    ];
    flags(&mut out, &marks);
    out.push_str(" }");
    out
}

fn write_formation(roster: &Roster, battle: &Battle, formation: FormationId) -> String {
    let (entry, state) = (&roster[formation], &battle[formation]);
    let mut out = format!(
        "{{ name = {}, side = {}, initiative = {}, points = {}",
        quoted(&entry.name),
        quoted(roster.player(entry.side)),
        entry.initiative,
        entry.points
    );
    if state.markers > 0 {
        let _ = write!(out, ", markers = {}", state.markers);
    }
    if let Some(did) = state.did {
        let _ = write!(out, ", did = {}", quoted(did.word()));
    }
    let _ = write!(out, ", moved = {}", state.moved);
    let marks = [
        ("broken", state.broken),
        ("overwatch", state.overwatch),
        ("patrol", state.patrol),
        ("landed", state.landed),
        ("down", entry.carrier.is_some() && state.keeps.is_none()),
    ];
    flags(&mut out, &marks);
    if let Some(keeps) = state.keeps {
        let _ = write!(out, ", keeps = {}", quoted(keeps.word()));
    }
    if let Some(carrier) = entry.carrier {
        let _ = write!(out, ", carrier = {}", quoted(&roster[carrier].name));
    }
    for (key, place) in [("exit", state.exit), ("drop", state.drop)] {
        if let Some(place) = place {
            let _ = write!(out, ", {key} = {}", written(place));
        }
    }
    if let Some(heading) = state.flying {
        let _ = write!(out, ", flying = {}", heading.degrees());
    }
    let units: Vec<String> = entry.units.iter().map(|unit| quoted(&write_unit(roster, battle, *unit))).collect();
    let _ = write!(out, ", units = [{}] }}", units.join(", "));
    out
}

fn write_unit(roster: &Roster, battle: &Battle, unit: UnitId) -> String {
    let (kind, state) = (roster.kind(unit), &battle[unit]);
    let mut out = match state.place {
        Place::At(at) => format!("{} at {at}", kind.id),
        Place::In(carrier) if roster.formation_of(carrier) == roster.formation_of(unit) => {
            format!("{} in {}", kind.id, roster[carrier].number)
        }
        Place::In(carrier) => format!("{} in {}", kind.id, roster.unit_name(carrier)),
        Place::Off => format!("{} off", kind.id),
        Place::Lost => format!("{} lost", kind.id),
    };
    if state.damage > 0 {
        let _ = write!(out, ", damage {}", state.damage);
    }
    for (weapon, turn) in &state.fired {
        let _ = write!(out, ", fired {} turn {turn}", weapon + 1);
    }
    out
}
