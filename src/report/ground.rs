//! The ground war in words and pictures: an army's sheet, a table drawn.

use std::fmt::Write as _;

use crate::battle::ground::charts::Terrain;
use crate::battle::ground::kinds::{Kind, Weapon};
use crate::battle::ground::roster::{Roster, Shape};
use crate::battle::ground::state::Battle;
use crate::battle::ground::turn::goals::controls;
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;
use crate::text::escape;

/// A score as it is written: `4+`.
fn score(value: u8) -> String {
    if value == 0 { "-".to_owned() } else { format!("{value}+") }
}

fn weapon_line(weapon: &Weapon) -> String {
    let mut out = weapon.name.clone();
    if weapon.count > 1 {
        let _ = write!(out, " x{}", weapon.count);
    }
    if weapon.range > Length::ZERO {
        let _ = write!(out, ", {} cm", weapon.range);
    }
    for (word, value) in [("AP", weapon.ap), ("AT", weapon.at), ("AA", weapon.aa)] {
        if let Some(value) = value {
            let _ = write!(out, ", {word} {value}+");
        }
    }
    if weapon.barrage > 0 {
        let _ = write!(out, ", {} BP", weapon.barrage);
    }
    for found in &weapon.traits {
        let _ = write!(out, ", {}", found.word());
    }
    out
}

/// A unit in one line, and its weapons in others.
#[must_use]
pub fn unit_lines(kind: &Kind) -> Vec<String> {
    let mut out = format!(
        "{} ({}): {}, speed {}, armour {}, close combat {}, firefight {}",
        kind.name,
        kind.id,
        kind.of,
        kind.speed,
        score(kind.armour),
        score(kind.close_combat),
        score(kind.firefight)
    );
    if kind.is_engine() {
        let _ = write!(out, ", damage capacity {}, critical: {}", kind.capacity, kind.critical.word());
    }
    for ability in &kind.abilities {
        let _ = write!(out, ", {ability}");
    }
    for (id, number) in &kind.transports {
        let _ = write!(out, ", carries {number} {id}");
    }
    let mut lines = vec![out];
    lines.extend(kind.weapons.iter().map(|weapon| format!("    {}", weapon_line(weapon))));
    lines
}

/// What a formation of a list is: name, points, initiative, units.
pub struct FormationLine<'f> {
    /// Its id.
    pub id: &'f str,
    /// Its name.
    pub name: &'f str,
    /// What it is worth.
    pub points: u32,
    /// The score its tests need.
    pub initiative: u8,
    /// How many of which units.
    pub units: &'f [(String, u32)],
}

/// A formation in one line.
#[must_use]
pub fn formation_line(line: &FormationLine<'_>) -> String {
    let units: Vec<String> = line.units.iter().map(|(id, number)| format!("{number} {id}")).collect();
    format!(
        "{} ({}): {} points, initiative {}+: {}",
        line.name,
        line.id,
        line.points,
        line.initiative,
        units.join(", ")
    )
}

const COLOURS: [&str; 2] = ["#1f5fa8", "#a8321f"];

fn fill(kind: Terrain) -> &'static str {
    match kind {
        Terrain::Road => "#b9a98a",
        Terrain::Slope => "#d9d2b8",
        Terrain::Scrub => "#c9d6a4",
        Terrain::Woods => "#7fa66b",
        Terrain::Ruins | Terrain::Buildings => "#a7a29b",
        Terrain::Jungle => "#5d8a5d",
        Terrain::Fortification => "#8d8f94",
        Terrain::Marsh => "#a9bfa4",
        Terrain::River => "#8fb5cf",
        Terrain::Cliff => "#6f665c",
    }
}

/// The table as a picture: features, objectives, units by side, broken formations hollow, markers as figures.
#[must_use]
pub fn svg(roster: &Roster, battle: &Battle) -> String {
    let (width, depth) = (roster.table.high.x.0, roster.table.high.y.0);
    // Up is the far edge.
    let flip = |place: Point| (place.x.0, depth - place.y.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {depth}\" width=\"900\" font-family=\"sans-serif\">\n\
         <title>{} and {}, turn {}</title>\n<rect width=\"{width}\" height=\"{depth}\" fill=\"#eae6d6\"/>\n",
        escape(roster.player(Side::One)),
        escape(roster.player(Side::Two)),
        battle.turn
    );
    for feature in &roster.terrain {
        let colour = fill(feature.kind);
        let _ = match feature.shape {
            Shape::Disc(centre, radius) => {
                let (x, y) = flip(centre);
                writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{colour}\"/>", radius.0)
            }
            Shape::Rect(rect) => {
                let (x, y) = (rect.low.x.0, depth - rect.high.y.0);
                let (w, h) = (rect.high.x.0 - rect.low.x.0, rect.high.y.0 - rect.low.y.0);
                writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{colour}\"/>")
            }
        };
    }
    for objective in &battle.objectives {
        let (x, y) = flip(objective.at);
        let holder = Side::BOTH.into_iter().find(|side| controls(battle, roster, *side, objective));
        let colour = holder.map_or("#555", |side| COLOURS[side as usize]);
        let _ = writeln!(
            out,
            "<path d=\"M{x} {} l1800 1800 l-1800 1800 l-1800 -1800 z\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"500\"/>",
            y - 1800
        );
    }
    for formation in roster.formation_ids() {
        draw_formation(&mut out, roster, battle, formation, depth);
    }
    out.push_str("</svg>\n");
    out
}

fn draw_formation(
    out: &mut String,
    roster: &Roster,
    battle: &Battle,
    formation: crate::battle::ground::roster::FormationId,
    depth: i32,
) {
    let colour = COLOURS[roster[formation].side as usize];
    let state = &battle[formation];
    let inside = if state.broken { "none" } else { colour };
    let mut first = None;
    for (unit, at) in battle.standing(roster, formation) {
        let (x, y, radius) = (at.x.0, depth - at.y.0, roster.kind(unit).radius().0);
        first.get_or_insert((x, y));
        let _ = writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{inside}\" fill-opacity=\"0.75\" stroke=\"{colour}\" stroke-width=\"300\"><title>{}, {}</title></circle>",
            escape(&roster.unit_name(unit)),
            escape(&roster.kind(unit).name)
        );
    }
    if let Some((x, y)) = first {
        let markers = if state.markers > 0 { format!(" *{}", state.markers) } else { String::new() };
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{}\" font-size=\"3200\" fill=\"{colour}\">{}{markers}</text>",
            y - 2500,
            escape(&roster[formation].name)
        );
    }
}
