//! Where blast markers lie.

use std::ops::Deref;

use super::MARKERS;
use crate::table::fixed_list::{FixedList, Full};
use crate::table::geometry::{Length, Point};

/// Cells along either side of the grid; beyond them it begins again.
const CELLS: i32 = 16;
/// Thousandths of a cm along a cell, as a power of two: some 8 cm.
const CELL: u32 = 13;

/// Centres of blast markers, and a grid of the parts of the table where any lies: most ships are near none, and a look at
/// the grid tells so at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blasts {
    centres: FixedList<Point, MARKERS>,
    rows: [u16; CELLS as usize],
}

impl Blasts {
    /// Adds a marker.
    ///
    /// # Errors
    /// When there are as many as a table takes.
    pub fn push(&mut self, at: Point) -> Result<(), Full> {
        self.centres.push(at)?;
        self.enter(at);
        Ok(())
    }

    /// Takes a marker away; those behind it move up.
    pub fn remove(&mut self, index: usize) -> Point {
        let at = self.centres.remove(index);
        self.rows = Default::default();
        for index in 0..self.centres.len() {
            self.enter(self.centres[index]);
        }
        at
    }

    fn enter(&mut self, at: Point) {
        self.rows[row(at.y)] |= 1 << row(at.x);
    }

    /// Whether any may lie in the box between two places, grown by `by` on every side. Where it says no, none does.
    #[inline]
    #[must_use]
    pub fn may_lie(&self, one: Point, other: Point, by: Length) -> bool {
        let span = |one: Length, other: Length| ((one.min(other) - by).0 >> CELL, (one.max(other) + by).0 >> CELL);
        let ((left, right), (near, far)) = (span(one.x, other.x), span(one.y, other.y));
        let across = right - left + 1;
        let columns = if across >= CELLS { u16::MAX } else { ((1_u32 << across) - 1) as u16 };
        let columns = columns.rotate_left((left & (CELLS - 1)) as u32);
        (near..=far.min(near + CELLS - 1)).any(|cell| self.rows[(cell & (CELLS - 1)) as usize] & columns != 0)
    }
}

/// The row or column of a length.
fn row(length: Length) -> usize {
    ((length.0 >> CELL) & (CELLS - 1)) as usize
}

impl Deref for Blasts {
    type Target = [Point];

    #[inline]
    fn deref(&self) -> &[Point] {
        &self.centres
    }
}

impl<'a> IntoIterator for &'a Blasts {
    type Item = &'a Point;
    type IntoIter = std::slice::Iter<'a, Point>;

    fn into_iter(self) -> Self::IntoIter {
        self.centres.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Fast;
    use crate::table::geometry::beside;

    #[test]
    fn the_grid_misses_no_marker() {
        let mut draws = Fast::new(2026, 1);
        let mut place = |low: bool| {
            let x = draws.below(180_000).cast_signed() + if low { 1_000_000 } else { 0 };
            Point { x: Length(x), y: Length(draws.below(120_000).cast_signed()) }
        };
        let mut blasts = Blasts::default();
        let mut told = 0;
        for round in 0..2_000_u32 {
            if blasts.len() > 12 {
                blasts.remove(round as usize % blasts.len());
            }
            let low = round % 3 == 0;
            blasts.push(place(low)).expect("there is room");
            let (one, other) = (place(low), place(low));
            let near = one.towards(other, Length::cm(20));
            for by in [Length::ZERO, Length::cm(4), Length::cm(11)] {
                let lies = blasts.iter().any(|at| beside(one, near, *at, by));
                let may = blasts.may_lie(one, near, by);
                assert!(may || !lies, "{one} {near} {by}");
                told += u32::from(!may);
            }
        }
        assert!(told > 1_000, "the grid tells nothing: {told}");
    }
}
