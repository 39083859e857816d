//! Rectangles along the table's edges.

use super::geometry::{Heading, Length, Point, Ratio, SLACK, TOUCH, first_within, square};

/// A rectangle whose sides run along the table's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    /// Its corner nearest to the left and near edges.
    pub low: Point,
    /// Its corner farthest from them.
    pub high: Point,
}

impl Rect {
    /// The point of it nearest to a place.
    #[must_use]
    pub fn nearest(&self, place: Point) -> Point {
        Point { x: place.x.clamp(self.low.x, self.high.x), y: place.y.clamp(self.low.y, self.high.y) }
    }

    /// Whether a place lies inside, edges left out.
    #[must_use]
    pub fn holds(&self, place: Point) -> bool {
        self.low.x < place.x && place.x < self.high.x && self.low.y < place.y && place.y < self.high.y
    }

    fn grown(&self, by: Length) -> (Self, Self) {
        let wide = Self {
            low: Point { x: self.low.x - by, y: self.low.y },
            high: Point { x: self.high.x + by, y: self.high.y },
        };
        let high = Self {
            low: Point { x: self.low.x, y: self.low.y - by },
            high: Point { x: self.high.x, y: self.high.y + by },
        };
        (wide, high)
    }

    /// Its corners, all the way round.
    #[must_use]
    pub fn corners(&self) -> [Point; 4] {
        let Self { low, high } = *self;
        [low, Point { x: high.x, y: low.y }, high, Point { x: low.x, y: high.y }]
    }

    /// The part of a line that lies in the closed rectangle, as fractions of the line over `scale`.
    fn clip(&self, from: Point, to: Point) -> Option<(Ratio, Ratio)> {
        let (mut enter, mut leave) = (Ratio::whole(0), Ratio::whole(1));
        for (at, by, low, high) in [
            (from.x.0, to.x.0 - from.x.0, self.low.x.0, self.high.x.0),
            (from.y.0, to.y.0 - from.y.0, self.low.y.0, self.high.y.0),
        ] {
            let (at, by, low, high) = (i128::from(at), i128::from(by), i128::from(low), i128::from(high));
            if by == 0 {
                if at < low || at > high {
                    return None;
                }
                continue;
            }
            let (first, last) = if by > 0 { (low - at, high - at) } else { (at - high, at - low) };
            let (first, last) = (Ratio(first, by.abs()), Ratio(last, by.abs()));
            if first > enter {
                enter = first;
            }
            if last < leave {
                leave = last;
            }
        }
        (enter <= leave).then_some((enter, leave))
    }

    /// Whether a line passes through the inside; touching an edge is not enough (SHOOT-12).
    #[must_use]
    pub fn line_enters(&self, from: Point, to: Point) -> bool {
        let apart =
            |one: Length, other: Length, low: Length, high: Length| one.max(other) <= low || one.min(other) >= high;
        if apart(from.x, to.x, self.low.x, self.high.x) || apart(from.y, to.y, self.low.y, self.high.y) {
            return false;
        }
        // Shrunk by the least length on every side, the closed rectangle is the inside of this one.
        let inner = Self {
            low: Point { x: self.low.x + SLACK, y: self.low.y + SLACK },
            high: Point { x: self.high.x - SLACK, y: self.high.y - SLACK },
        };
        inner.low.x <= inner.high.x && inner.low.y <= inner.high.y && inner.clip(from, to).is_some()
    }

    /// How far a disc moving straight ahead goes until it touches; 0 when it already does.
    #[must_use]
    pub fn first_touch(&self, from: Point, heading: Heading, length: Length, radius: Length) -> Option<Length> {
        let reach = radius + TOUCH;
        if self.nearest(from).squared(from) <= square(reach) {
            return Some(Length::ZERO);
        }
        let to = from.ahead(heading, length);
        // The margin is more than any rounding.
        let near = |one: Length, other: Length, low: Length, high: Length| {
            one.max(other) + reach + TOUCH >= low && one.min(other) - reach - TOUCH <= high
        };
        if !near(from.x, to.x, self.low.x, self.high.x) || !near(from.y, to.y, self.low.y, self.high.y) {
            return None;
        }
        let (wide, high) = self.grown(reach);
        let sides = [wide, high].into_iter().filter_map(|side| {
            let (enter, _) = side.clip(from, to)?;
            Some(Length((enter.0 * i128::from(length.0) / enter.1) as i32))
        });
        let corners = self.corners().into_iter().filter_map(|c| first_within(from, heading, length, c, reach));
        sides.chain(corners).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_is_met_at_its_side_or_its_corner() {
        let field = Rect { low: Point::cm(20, 0), high: Point::cm(30, 10) };
        let met = |y, degrees| field.first_touch(Point::cm(0, y), Heading::new(degrees), Length::cm(60), Length(1_950));
        assert_eq!(met(5, 90), Some(Length::cm(18)));
        // 12 cm up: 2 cm above the corner, which is exactly the reach of the disc.
        assert_eq!(met(12, 90), Some(Length::cm(20)));
        assert_eq!(met(13, 90), None);
        assert_eq!(met(5, 270), None);
        assert!(field.line_enters(Point::cm(0, 5), Point::cm(60, 5)));
        assert!(!field.line_enters(Point::cm(0, 10), Point::cm(60, 10)));
        assert!(!field.line_enters(Point::cm(0, 5), Point::cm(20, 5)));
        assert!(field.line_enters(Point::cm(25, 5), Point::cm(60, 5)));
    }
}
