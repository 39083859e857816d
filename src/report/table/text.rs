//! The table as text: a map of signs, for who plays at a terminal.

use std::fmt::Write as _;

use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, FeatureKind, Shape, ShipId};
use crate::report::style::Style;
use crate::table::edge::Edge;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;

/// Columns for the frame and the figures at its left.
const FRAME: u16 = 6;

/// A battle as a side sees it, drawn in signs: a letter with an arrow for each ship, and who each letter is.
#[must_use]
pub fn map(roster: &Roster, battle: &Battle, style: Style) -> String {
    let mut sheet = Sheet::new(battle, style);
    for feature in &battle.features {
        sheet.fill(feature.shape, sign_of(feature.kind));
    }
    for marker in &battle.markers {
        sheet.put(*marker, '*');
    }
    for flight in battle.flights.iter().filter(|flight| flight.aboard.is_none()) {
        sheet.put(flight.at, if flight.id.kind.is_salvo() { '!' } else { '"' });
    }
    for group in &battle.mission.groups {
        if let Some(at) = group.at.filter(|_| battle.is_hidden(group)) {
            sheet.put(at, '?');
        }
    }
    let letters = letters(battle);
    for (letter, id) in &letters {
        let ship = battle.ship(*id);
        sheet.ship(ship.at, ship.heading, *letter);
    }
    let title = format!("Turn {}, {}: {}", battle.turn, roster.sides[battle.active as usize], battle.phase);
    let mut out = style.heading(&title);
    out.push('\n');
    sheet.draw(&mut out, battle);
    legend(&mut out, roster, battle, &letters, style);
    out
}

/// What a phenomenon is drawn with.
const fn sign_of(kind: FeatureKind) -> char {
    match kind {
        FeatureKind::Cloud => '~',
        FeatureKind::Asteroids => ':',
        FeatureKind::Minefield => 'x',
        FeatureKind::Rift => '%',
        FeatureKind::Planet | FeatureKind::Moon => 'o',
    }
}

/// The letter of each ship that is on the table: capitals for the one side, small ones for the other, then figures.
#[must_use]
pub fn letters(battle: &Battle) -> Vec<(char, ShipId)> {
    let mut list = Vec::new();
    for side in Side::BOTH {
        let signs: Vec<char> = match side {
            Side::One => ('A'..='Z').collect(),
            Side::Two => ('a'..='z').filter(|letter| !"ox".contains(*letter)).collect(),
        };
        let present = battle.all().filter(|(_, ship)| ship.side == side && ship.present());
        for (index, (id, _)) in present.enumerate() {
            list.push((signs.get(index).copied().unwrap_or('#'), id));
        }
    }
    list
}

/// A grid of signs over the table.
struct Sheet {
    /// Thousandths of a centimetre that a sign is wide.
    step: i32,
    columns: usize,
    rows: usize,
    signs: Vec<Vec<char>>,
    depth: Length,
    unicode: bool,
}

impl Sheet {
    fn new(battle: &Battle, style: Style) -> Self {
        let room = i32::from(style.width.clamp(40, 100) - FRAME);
        let (width, depth) = (battle.ground.width.0, battle.ground.depth.0);
        // Half a centimetre more or less reads better than a fraction of one.
        let step = (width + room * 500 - 1) / (room * 500) * 500;
        let size = |length: i32, step: i32| usize::try_from((length + step - 1) / step).unwrap_or(1).max(1);
        let (columns, rows) = (size(width, step), size(depth, 2 * step));
        Self {
            step,
            columns,
            rows,
            signs: vec![vec![' '; columns]; rows],
            depth: battle.ground.depth,
            unicode: style.unicode,
        }
    }

    /// Row and column of a place; `None` off the table, as in low orbit.
    fn cell(&self, at: Point) -> Option<(usize, usize)> {
        let column = usize::try_from(at.x.0.div_euclid(self.step)).ok()?;
        let row = usize::try_from((self.depth - at.y).0.div_euclid(2 * self.step)).ok()?;
        let inside = column <= self.columns && row <= self.rows;
        inside.then(|| (row.min(self.rows - 1), column.min(self.columns - 1)))
    }

    fn put(&mut self, at: Point, sign: char) {
        if let Some((row, column)) = self.cell(at) {
            self.signs[row][column] = sign;
        }
    }

    /// Every sign whose middle lies in a shape.
    fn fill(&mut self, shape: Shape, sign: char) {
        for row in 0..self.rows {
            for column in 0..self.columns {
                let along = |count: usize, step: i32| i32::try_from(count).unwrap_or(0) * step + step / 2;
                let x = Length(along(column, self.step));
                let y = self.depth - Length(along(row, 2 * self.step));
                if holds(shape, Point { x, y }) {
                    self.signs[row][column] = sign;
                }
            }
        }
    }

    /// A letter, and beside it where the ship points.
    fn ship(&mut self, at: Point, heading: Heading, letter: char) {
        let Some((row, column)) = self.cell(at) else { return };
        self.signs[row][column] = letter;
        let arrows = if self.unicode { "↑↗→↘↓↙←↖" } else { "^/>\\v/<\\" };
        let eighth = usize::from((heading.degrees() + 22) % 360 / 45);
        let beside = if column + 1 < self.columns { column + 1 } else { column.saturating_sub(1) };
        if let Some(arrow) = arrows.chars().nth(eighth)
            && !self.signs[row][beside].is_alphabetic()
        {
            self.signs[row][beside] = arrow;
        }
    }

    fn draw(&self, out: &mut String, battle: &Battle) {
        let bar = if self.unicode { "─" } else { "-" };
        let line = bar.repeat(self.columns);
        let (corner, wall) = if self.unicode { (["┌", "┐", "└", "┘"], "│") } else { (["+"; 4], "|") };
        let _ = writeln!(out, "     {}{line}{}", corner[0], corner[1]);
        for (row, signs) in self.signs.iter().enumerate() {
            let y = (self.depth.0 - i32::try_from(row).unwrap_or(0) * 2 * self.step) / 1000;
            let label = if row % 4 == 0 { format!("{y:>4} ") } else { " ".repeat(5) };
            let text: String = signs.iter().collect();
            let _ = writeln!(out, "{label}{wall}{text}{wall}");
        }
        let _ = writeln!(out, "     {}{line}{}", corner[2], corner[3]);
        let width = battle.ground.width.to_string();
        let gap = " ".repeat(self.columns.saturating_sub(width.len() + 4));
        let _ = writeln!(out, "      0{gap}{width} cm");
        if let Some(edge) = battle.ground.sunward {
            let edge = match edge {
                Edge::Left => "left",
                Edge::Right => "right",
                Edge::Near => "near (bottom)",
                Edge::Far => "far (top)",
            };
            let _ = writeln!(out, "The {edge} edge lies towards the sun.");
        }
    }
}

/// Whether a place is in a shape.
fn holds(shape: Shape, at: Point) -> bool {
    match shape {
        Shape::Rect(rect) => (rect.low.x..=rect.high.x).contains(&at.x) && (rect.low.y..=rect.high.y).contains(&at.y),
        Shape::Disc { centre, radius } => centre.within(at, radius),
        Shape::Ring { centre, inner, outer } => centre.within(at, outer) && !centre.within(at, inner),
    }
}

/// Who the letters are, and what the signs mean that are on the map.
fn legend(out: &mut String, roster: &Roster, battle: &Battle, letters: &[(char, ShipId)], style: Style) {
    for side in Side::BOTH {
        let own: Vec<String> = letters
            .iter()
            .filter(|(_, id)| battle.ship(*id).side == side)
            .map(|(letter, id)| format!("{letter} {}", roster[*id].name))
            .collect();
        if !own.is_empty() {
            let text = format!("{}: {}", roster.sides[side as usize], own.join(", "));
            let _ = writeln!(out, "{}", style.wrap(&text, 2));
        }
    }
    for flight in battle.flights.iter().filter(|flight| flight.aboard.is_none()) {
        let (owner, at) = (&roster.sides[flight.side as usize], place(flight.at));
        let heading =
            if flight.id.kind.is_salvo() { format!(", heading {}", flight.heading.degrees()) } else { String::new() };
        let _ = writeln!(out, "{} of {owner}: {} at {at}{heading}", flight.id, flight.size());
    }
    let low: Vec<&str> = letters
        .iter()
        .filter(|(_, id)| battle.ground.is_low(battle.ship(*id).at))
        .map(|(_, id)| roster[*id].name.as_str())
        .collect();
    if !low.is_empty() {
        let _ = writeln!(out, "In low orbit, not drawn: {}", low.join(", "));
    }
    let mut signs: Vec<String> = Vec::new();
    for kind in FeatureKind::ALL {
        if battle.features.iter().any(|feature| feature.kind == *kind) {
            signs.push(format!("{} {kind}", sign_of(*kind)));
        }
    }
    signs.extend((!battle.markers.is_empty()).then(|| "* blast marker".to_owned()));
    signs.extend((!battle.flights.is_empty()).then(|| "! torpedoes, \" attack craft and mines".to_owned()));
    signs.extend(battle.mission.groups.iter().any(|group| battle.is_hidden(group)).then(|| "? contact".to_owned()));
    if !signs.is_empty() {
        let _ = writeln!(out, "{}", style.wrap(&signs.join(", "), 2));
    }
    out.truncate(out.trim_end().len());
}

/// `60 40`, to a tenth.
pub(super) fn place(at: Point) -> String {
    let tenth = |length: Length| {
        let tenths = (length.0 + 50).div_euclid(100);
        if tenths % 10 == 0 { (tenths / 10).to_string() } else { format!("{}.{}", tenths / 10, tenths % 10) }
    };
    format!("{} {}", tenth(at.x), tenth(at.y))
}
