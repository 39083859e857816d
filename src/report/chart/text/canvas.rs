//! A grid of character cells: lines go under, words go over.

use super::columns;
use crate::report::chart::SystemView;
use crate::report::chart::labels::Area;
use crate::report::style::Style;

/// Foreground colours of owners: the six plain ones, then the six bright ones.
const COLOURS: [u8; 12] = [36, 33, 35, 32, 31, 34, 96, 93, 95, 92, 91, 94];
/// Channels stand back behind systems.
const DIM: u8 = 90;

/// Room at the sides, so that names fit under systems at the edge.
const LEFT: i32 = 4;
const RIGHT: i32 = 8;

pub(super) struct Canvas {
    width: i32,
    height: i32,
    cells: Vec<Cell>,
}

#[derive(Clone)]
enum Cell {
    Blank,
    Line(char),
    /// A text that starts here and covers the cells after it; a whole text, because a terminal decides the width
    /// of joined characters together.
    Text(String, Option<usize>),
    Covered,
}

impl Canvas {
    pub(super) fn new(width: usize, height: usize) -> Self {
        let size = |cells: usize| i32::try_from(cells).unwrap_or(i32::MAX);
        Self { width: size(width), height: size(height), cells: vec![Cell::Blank; width * height] }
    }

    pub(super) const fn area(&self) -> Area {
        // A text at the right edge needs no free column after it.
        Area::new(0, 0, self.width + 1, self.height)
    }

    /// The area of each system, `widths` columns wide: at its place on the map, or the nearest that no other takes.
    /// `None` when there are too many for this size.
    pub(super) fn spots(&self, systems: &[SystemView], widths: &[i32]) -> Option<Vec<Area>> {
        let bounds = |of: fn(&SystemView) -> u16| {
            let all = || systems.iter().map(|system| i32::from(of(system)));
            (all().min().unwrap_or(0), all().max().unwrap_or(0))
        };
        let (across, down) = (bounds(|system| system.x), bounds(|system| system.y));
        let mut taken: Vec<Area> = Vec::new();
        for (system, width) in systems.iter().zip(widths) {
            let left = LEFT + scale(i32::from(system.x), across, self.width - LEFT - RIGHT) - 1;
            let top = 1 + scale(i32::from(system.y), down, self.height - 3);
            taken.push(self.free_area(Area::new(left, top, *width, 1), &taken)?);
        }
        Some(taken)
    }

    fn free_area(&self, wanted: Area, taken: &[Area]) -> Option<Area> {
        let free = |area: &Area| area.within(&self.area()) && !taken.iter().any(|other| other.overlaps(area));
        if free(&wanted) {
            return Some(wanted);
        }
        let width = wanted.right - wanted.left;
        (0..self.height)
            .flat_map(|top| (0..self.width).map(move |left| Area::new(left, top, width, 1)))
            .filter(free)
            // A row is as high as two columns are wide.
            .min_by_key(|area| (area.left - wanted.left).pow(2) + 4 * (area.top - wanted.top).pow(2))
    }

    fn cell(&mut self, x: i32, y: i32) -> Option<&mut Cell> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        let index = usize::try_from(y * self.width + x).ok()?;
        if inside { self.cells.get_mut(index) } else { None }
    }

    /// Draws a line between two cells; words written later go over it.
    pub(super) fn trace(&mut self, from: (i32, i32), to: (i32, i32), unicode: bool) {
        let (dx, dy) = ((to.0 - from.0).abs(), -(to.1 - from.1).abs());
        let (step_x, step_y) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let ((mut x, mut y), mut error) = (from, dx + dy);
        while (x, y) != to {
            let twice = 2 * error;
            let (moves_x, moves_y) = (twice >= dy, twice <= dx);
            if moves_x {
                error += dy;
                x += step_x;
            }
            if moves_y {
                error += dx;
                y += step_y;
            }
            let stroke = stroke((moves_x, moves_y), step_x == step_y, unicode);
            if let Some(cell) = self.cell(x, y) {
                *cell = Cell::Line(stroke);
            }
        }
    }

    /// How many cells of an area hold a part of a line.
    pub(super) fn traced_in(&self, area: &Area) -> u32 {
        let traced = |x: i32, y: i32| {
            let index = usize::try_from(y * self.width + x).ok();
            matches!(index.and_then(|index| self.cells.get(index)), Some(Cell::Line(_)))
        };
        let cells = (area.top..area.bottom).flat_map(|y| (area.left..area.right - 1).map(move |x| (x, y)));
        cells.map(|(x, y)| u32::from(traced(x, y))).sum()
    }

    /// Writes a text over whatever lines are there and cuts them off beside it.
    pub(super) fn write(&mut self, left: i32, top: i32, text: &str, owner: Option<usize>) {
        let width = columns(text);
        for x in left..left + width {
            if let Some(cell) = self.cell(x, top) {
                *cell = Cell::Covered;
            }
        }
        if let Some(cell) = self.cell(left, top) {
            *cell = Cell::Text(text.to_owned(), owner);
        }
        if !text.starts_with('[') {
            for x in [left - 1, left + width] {
                if let Some(cell @ Cell::Line(_)) = self.cell(x, top) {
                    *cell = Cell::Blank;
                }
            }
        }
    }

    /// The rows as text, without blank ones at the top and bottom.
    pub(super) fn rows(&self, style: Style) -> String {
        let width = usize::try_from(self.width).unwrap_or(1);
        let mut rows: Vec<String> = self.cells.chunks(width).map(|cells| row(cells, style)).collect();
        while rows.last().is_some_and(String::is_empty) {
            rows.pop();
        }
        let mut out: String = rows.iter().skip_while(|row| row.is_empty()).flat_map(|row| [row, "\n"]).collect();
        out.push('\n');
        out
    }
}

/// `place` of `range` brought to 0 to `cells`.
fn scale(place: i32, range: (i32, i32), cells: i32) -> i32 {
    let span = (range.1 - range.0).max(1);
    ((place - range.0) * cells + span / 2) / span
}

/// The character of one step of a line; `falling` is from the top left.
const fn stroke(moves: (bool, bool), falling: bool, unicode: bool) -> char {
    let (plain, drawn) = match (moves, falling) {
        ((true, true), true) => ('\\', '╲'),
        ((true, true), false) => ('/', '╱'),
        ((true, false), _) => ('-', '─'),
        ((false, _), _) => ('|', '│'),
    };
    if unicode { drawn } else { plain }
}

fn row(cells: &[Cell], style: Style) -> String {
    let mut pieces: Vec<(String, Option<u8>)> = Vec::new();
    for cell in cells {
        let mut buffer = [0; 4];
        let (text, colour): (&str, _) = match cell {
            Cell::Blank => (" ", None),
            Cell::Line(stroke) => (stroke.encode_utf8(&mut buffer), Some(DIM)),
            Cell::Text(text, owner) => (text, owner.map(colour)),
            Cell::Covered => continue,
        };
        match pieces.last_mut() {
            Some(last) if last.1 == colour => last.0.push_str(text),
            _ => pieces.push((text.to_owned(), colour)),
        }
    }
    if let Some((text, None)) = pieces.last_mut() {
        text.truncate(text.trim_end().len());
    }
    pieces.iter().map(|(text, colour)| painted(text, *colour, style)).collect()
}

/// One line of the legend.
pub(super) fn line(items: &[(String, Option<usize>)], style: Style) -> String {
    let mut out: String = items.iter().map(|(text, owner)| painted(text, owner.map(colour), style)).collect();
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn colour(owner: usize) -> u8 {
    COLOURS[owner % COLOURS.len()]
}

fn painted(text: &str, colour: Option<u8>, style: Style) -> String {
    match colour {
        Some(colour) if style.colour && !text.is_empty() => crate::text::painted(text, &colour.to_string()),
        _ => text.to_owned(),
    }
}
