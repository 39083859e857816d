//! Outlines of what lies on the table, and where moving ones touch (ORD-22).

use crate::battle::gothic::state::ordnance::{Flight, FlightKind};
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point, Rect, TOUCH, line_touches, root};

/// Half the width of a torpedo marker (TORP-01).
pub const HALF_SALVO: Length = Length(1_250);
/// Side of an attack craft marker (CRAFT-01).
pub const SQUARE: Length = Length(2_000);
/// Radius of a mine (MINE-01).
pub const MINE: Length = Length(1_000);
/// The least step of a search for contact: well below the tolerance of SHIP-20.
const STEP: Length = Length(10);

/// An outline about a centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A base, a blast marker, a mine.
    Disc(Length),
    /// A salvo: a line across its heading.
    Bar(Heading),
    /// A wave of so many square markers in rows (CRAFT-09).
    Block(u8),
}

impl Form {
    /// The outline of a flight.
    #[must_use]
    pub fn of(flight: &Flight) -> Self {
        match flight.id.kind {
            FlightKind::Salvo | FlightKind::Boarding => Self::Bar(flight.heading),
            FlightKind::Wave => Self::Block(flight.craft.len() as u8),
            FlightKind::Mine => Self::Disc(MINE),
        }
    }

    /// The radius of a disc about the centre that holds it.
    pub(in crate::battle::gothic) fn reach(self) -> Length {
        match self {
            Self::Disc(radius) => radius,
            Self::Bar(_) => HALF_SALVO,
            Self::Block(count) => {
                let (wide, rows) = grid(count);
                let (x, y) = (i64::from(wide) * i64::from(SQUARE.0), i64::from(rows) * i64::from(SQUARE.0));
                Length(root(x * x + y * y) as i32).half() + STEP
            }
        }
    }

    fn bar(heading: Heading, at: Point) -> (Point, Point) {
        (at.ahead(heading.turned(-90), HALF_SALVO), at.ahead(heading.turned(90), HALF_SALVO))
    }

    /// How far two outlines are apart; 0 when they overlap.
    #[must_use]
    pub fn gap(self, at: Point, other: Self, there: Point) -> Length {
        let less = |gap: Length, radius: Length| (gap - radius).max(Length::ZERO);
        match (self, other) {
            (Self::Disc(a), Self::Disc(b)) => less(at.distance(there), a + b),
            (Self::Disc(radius), Self::Bar(heading)) => {
                let (one, two) = Self::bar(heading, there);
                less(to_line(one, two, at), radius)
            }
            (Self::Disc(radius), Self::Block(count)) => {
                let gaps = blocks(count, there);
                less(gaps.iter().map(|rect| rect.nearest(at).distance(at)).min().unwrap_or_default(), radius)
            }
            (Self::Bar(a), Self::Bar(b)) => {
                let ((a1, a2), (b1, b2)) = (Self::bar(a, at), Self::bar(b, there));
                line_to_line(a1, a2, b1, b2)
            }
            (Self::Bar(heading), Self::Block(count)) => {
                let (one, two) = Self::bar(heading, at);
                blocks(count, there).iter().map(|rect| line_to_rect(one, two, rect)).min().unwrap_or_default()
            }
            (Self::Block(a), Self::Block(b)) => {
                let (these, those) = (blocks(a, at), blocks(b, there));
                let gaps = these.iter().flat_map(|rect| those.iter().map(move |other| rect_to_rect(rect, other)));
                gaps.min().unwrap_or_default()
            }
            (Self::Bar(_), Self::Disc(_)) | (Self::Block(_), _) => other.gap(there, self, at),
        }
    }

    /// Whether two outlines touch.
    #[must_use]
    pub fn touches(self, at: Point, other: Self, there: Point) -> bool {
        let reach = self.reach() + other.reach();
        at.touches(there, reach) && self.gap(at, other, there) <= TOUCH
    }

    /// How far it moves from one place towards another until it touches; 0 when it already does.
    #[must_use]
    pub fn meets(self, from: Point, to: Point, other: Self, there: Point) -> Option<Length> {
        if !line_touches(from, to, there, self.reach() + other.reach() + TOUCH) {
            return None;
        }
        approach(from, to, |at| self.gap(at, other, there))
    }

    /// How far it moves from one place towards another until it touches the edge of a disc from within.
    #[must_use]
    pub fn leaves(self, from: Point, to: Point, centre: Point, radius: Length) -> Option<Length> {
        approach(from, to, |at| {
            let far = match self {
                Self::Bar(heading) => {
                    let (one, two) = Self::bar(heading, at);
                    centre.distance(one).max(centre.distance(two))
                }
                other @ (Self::Disc(_) | Self::Block(_)) => centre.distance(at) + other.reach(),
            };
            (radius - far).max(Length::ZERO)
        })
    }

    /// As [`meets`](Self::meets), of the ground of a phenomenon.
    #[must_use]
    pub fn meets_rect(self, from: Point, to: Point, rect: &Rect) -> Option<Length> {
        // The box about its way, as far as it reaches.
        let reach = self.reach() + TOUCH + TOUCH;
        let apart = |one: Length, other: Length, low: Length, high: Length| {
            one.max(other) + reach < low || one.min(other) - reach > high
        };
        if apart(from.x, to.x, rect.low.x, rect.high.x) || apart(from.y, to.y, rect.low.y, rect.high.y) {
            return None;
        }
        approach(from, to, |at| match self {
            Self::Disc(radius) => (rect.nearest(at).distance(at) - radius).max(Length::ZERO),
            Self::Bar(heading) => {
                let (one, two) = Self::bar(heading, at);
                line_to_rect(one, two, rect)
            }
            Self::Block(count) => {
                blocks(count, at).iter().map(|block| rect_to_rect(block, rect)).min().unwrap_or_default()
            }
        })
    }
}

/// How far something moves from one place towards another until a gap closes.
fn approach(from: Point, to: Point, gap: impl Fn(Point) -> Length) -> Option<Length> {
    let whole = from.distance(to);
    let mut gone = Length::ZERO;
    loop {
        // Nothing is met before the gap could close, so the search steps by what is left of it.
        let left = gap(from.towards(to, gone));
        if left <= TOUCH {
            return Some(gone);
        }
        if gone >= whole {
            return None;
        }
        gone = whole.min(gone + (left - TOUCH).max(STEP));
    }
}

/// Markers in a row, and rows, of a wave (CRAFT-09).
#[must_use]
pub fn grid(count: u8) -> (u8, u8) {
    let mut wide = 1;
    while wide * wide < count {
        wide += 1;
    }
    (wide, count.div_ceil(wide).max(1))
}

/// The ground that a wave covers: its full rows, and the short last one.
#[must_use]
pub fn blocks(count: u8, at: Point) -> FixedList<Rect, 2> {
    let (wide, rows) = grid(count);
    let size = |markers: u8| Length(SQUARE.0 * i32::from(markers));
    let low = Point { x: at.x - size(wide).half(), y: at.y - size(rows).half() };
    let full = count / wide;
    let mut rects = FixedList::new();
    if full > 0 {
        rects.push(Rect { low, high: Point { x: low.x + size(wide), y: low.y + size(full) } }).expect("two blocks");
    }
    if full < rows {
        let low = Point { x: low.x, y: low.y + size(full) };
        rects
            .push(Rect { low, high: Point { x: low.x + size(count - full * wide), y: low.y + size(1) } })
            .expect("two blocks");
    }
    rects
}

/// The square of each marker of a wave, row by row.
pub fn squares(count: u8, at: Point) -> impl Iterator<Item = Rect> {
    let (wide, rows) = grid(count);
    let size = |markers: u8| Length(SQUARE.0 * i32::from(markers));
    let corner = Point { x: at.x - size(wide).half(), y: at.y - size(rows).half() };
    (0..count).map(move |place| {
        let low = Point { x: corner.x + size(place % wide), y: corner.y + size(place / wide) };
        Rect { low, high: Point { x: low.x + SQUARE, y: low.y + SQUARE } }
    })
}

/// How far a place is from a line between two others.
fn to_line(from: Point, to: Point, place: Point) -> Length {
    let (lx, ly) = (i64::from(to.x.0 - from.x.0), i64::from(to.y.0 - from.y.0));
    let (px, py) = (i64::from(place.x.0 - from.x.0), i64::from(place.y.0 - from.y.0));
    let (dot, whole) = (lx * px + ly * py, lx * lx + ly * ly);
    if dot <= 0 {
        from.distance(place)
    } else if dot >= whole {
        to.distance(place)
    } else {
        let cross = (lx * py - ly * px).abs();
        Length((cross / root(whole).max(1)) as i32)
    }
}

/// Which side of a line a place lies on.
fn side(from: Point, to: Point, place: Point) -> i64 {
    let (lx, ly) = (i64::from(to.x.0 - from.x.0), i64::from(to.y.0 - from.y.0));
    let (px, py) = (i64::from(place.x.0 - from.x.0), i64::from(place.y.0 - from.y.0));
    (lx * py - ly * px).signum()
}

fn line_to_line(a1: Point, a2: Point, b1: Point, b2: Point) -> Length {
    let crosses = side(a1, a2, b1) * side(a1, a2, b2) < 0 && side(b1, b2, a1) * side(b1, b2, a2) < 0;
    if crosses {
        return Length::ZERO;
    }
    to_line(a1, a2, b1).min(to_line(a1, a2, b2)).min(to_line(b1, b2, a1)).min(to_line(b1, b2, a2))
}

fn line_to_rect(one: Point, two: Point, rect: &Rect) -> Length {
    if rect.line_enters(one, two) {
        return Length::ZERO;
    }
    let ends = rect.nearest(one).distance(one).min(rect.nearest(two).distance(two));
    rect.corners().iter().map(|corner| to_line(one, two, *corner)).min().unwrap_or(ends).min(ends)
}

/// How far two rectangles are apart.
#[must_use]
pub fn rect_to_rect(a: &Rect, b: &Rect) -> Length {
    let apart = |low: Length, high: Length, other_low: Length, other_high: Length| {
        (other_low - high).max(low - other_high).max(Length::ZERO)
    };
    let x = apart(a.low.x, a.high.x, b.low.x, b.high.x);
    let y = apart(a.low.y, a.high.y, b.low.y, b.high.y);
    Length(root(i64::from(x.0) * i64::from(x.0) + i64::from(y.0) * i64::from(y.0)) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Form = Form::Disc(Length(1_600));
    const SALVO: Form = Form::Bar(Heading::new(90));

    #[test]
    fn a_salvo_touches_a_small_base_up_to_2_85_off_its_line_and_2_9_with_the_tolerance() {
        let meets =
            |y: i32| SALVO.meets(Point::cm(0, 0), Point::cm(30, 0), SMALL, Point { x: Length::cm(20), y: Length(y) });
        assert_eq!(meets(0), Some(Length(18_350)));
        assert!(meets(2_850).is_some());
        assert!(meets(2_899).is_some());
        assert_eq!(meets(2_910), None);
    }

    #[test]
    fn eight_markers_are_rows_of_three_three_and_two() {
        assert_eq!(grid(8), (3, 3));
        assert_eq!(grid(6), (3, 2));
        assert_eq!(grid(4), (2, 2));
        assert_eq!(grid(1), (1, 1));
        let rects = blocks(8, Point::cm(10, 10));
        assert_eq!(
            *rects,
            [
                Rect { low: Point::cm(7, 7), high: Point::cm(13, 11) },
                Rect { low: Point::cm(7, 11), high: Point::cm(11, 13) },
            ]
        );
    }

    #[test]
    fn the_squares_of_a_wave_cover_its_ground() {
        let last = squares(8, Point::cm(10, 10)).last();
        assert_eq!(last, Some(Rect { low: Point::cm(9, 11), high: Point::cm(11, 13) }));
        for count in 1..=24 {
            let ground = blocks(count, Point::cm(10, 10));
            let middle = |square: Rect| Point { x: square.low.x + SQUARE.half(), y: square.low.y + SQUARE.half() };
            let covered = |square| ground.iter().filter(|block| block.holds(middle(square))).count() == 1;
            assert!(squares(count, Point::cm(10, 10)).all(covered), "{count} markers");
            assert_eq!(squares(count, Point::cm(10, 10)).count(), usize::from(count));
        }
    }

    #[test]
    fn a_wave_meets_a_base_with_its_nearest_edge() {
        let found = Form::Block(4).meets(Point::cm(0, 0), Point::cm(30, 0), SMALL, Point::cm(20, 0));
        assert_eq!(found, Some(Length(16_350)));
        assert_eq!(Form::Block(1).meets(Point::cm(0, 0), Point::cm(30, 0), SMALL, Point::cm(20, 4)), None);
    }

    #[test]
    fn gaps_are_alike_from_both_sides() {
        let forms = [SMALL, SALVO, Form::Bar(Heading::new(30)), Form::Block(1), Form::Block(5)];
        for (one, other) in forms.iter().flat_map(|one| forms.iter().map(move |other| (*one, *other))) {
            for there in [Point::cm(5, 3), Point::cm(1, 0), Point::cm(0, 9)] {
                assert_eq!(one.gap(Point::cm(0, 0), other, there), other.gap(there, one, Point::cm(0, 0)));
            }
        }
    }
}
