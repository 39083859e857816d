//! Places, lengths, headings: whole numbers only.
//!
//! A [`Length`] is a whole number of thousandths of a centimetre. That is the tolerance which SHIP-20 allows at every
//! distance limit, and the rounding of a place after a move stays below it: a ship that moved exactly 30 cm away is at
//! 30 cm. Headings are whole degrees, clockwise from the far edge of the table (0 is up, 90 is right).

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

pub use super::rect::Rect;
use super::sines::{ONE, cosine, sine};

/// A length in thousandths of a centimetre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, ::serde::Serialize, ::serde::Deserialize)]
pub struct Length(pub i32);

impl Length {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// Whole centimetres.
    #[must_use]
    pub const fn cm(cm: i32) -> Self {
        Self(cm * 1000)
    }

    /// Half of it; distances are never rounded (DICE-07), and a thousandth is the least there is.
    #[must_use]
    pub const fn half(self) -> Self {
        Self(self.0 / 2)
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, value) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        let (whole, part) = (value / 1000, value % 1000);
        if part == 0 {
            return write!(f, "{sign}{whole}");
        }
        let digits = format!("{part:03}");
        write!(f, "{sign}{whole}.{}", digits.trim_end_matches('0'))
    }
}

impl std::str::FromStr for Length {
    type Err = String;

    /// Reads centimetres with up to three decimals: `12.5`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is not a length in cm with at most three decimals");
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || whole.len() > 5 || part.len() > 3 || !plain(whole) || !plain(part) {
            return Err(wrong());
        }
        let value: i32 = format!("{whole}{part:0<3}").parse().map_err(|_| wrong())?;
        Ok(Self(if negative { -value } else { value }))
    }
}

impl Add for Length {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Length {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Length {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl AddAssign for Length {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Length {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

/// Bases, markers and templates touch up to this far apart (SHIP-20).
pub const TOUCH: Length = Length(50);
/// Distance limits are met up to this far beyond (SHIP-20).
pub const SLACK: Length = Length(1);

/// A heading in whole degrees, 0 to 359, clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, ::serde::Serialize, ::serde::Deserialize)]
pub struct Heading(u16);

impl Heading {
    /// Any whole degrees, brought into 0 to 359.
    #[inline]
    #[must_use]
    pub const fn new(degrees: i32) -> Self {
        Self(degrees.rem_euclid(360) as u16)
    }

    /// The degrees, 0 to 359.
    #[must_use]
    pub const fn degrees(self) -> u16 {
        self.0
    }

    /// The heading after a turn, to the right when positive.
    #[inline]
    #[must_use]
    pub const fn turned(self, degrees: i32) -> Self {
        Self::new(self.0 as i32 + degrees)
    }

    /// The least turn that leads to another heading, -179 to 180; right is positive.
    #[must_use]
    pub const fn turn_to(self, other: Self) -> i32 {
        let right = (other.0 as i32 - self.0 as i32).rem_euclid(360);
        if right > 180 { right - 360 } else { right }
    }
}

/// A place on the table: from its left edge and from its near edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, ::serde::Serialize, ::serde::Deserialize)]
pub struct Point {
    /// From the left edge.
    pub x: Length,
    /// From the near edge.
    pub y: Length,
}

impl Point {
    /// A place in whole centimetres.
    #[must_use]
    pub const fn cm(x: i32, y: i32) -> Self {
        Self { x: Length::cm(x), y: Length::cm(y) }
    }

    /// The place so far ahead along a heading.
    #[inline]
    #[must_use]
    pub fn ahead(self, heading: Heading, by: Length) -> Self {
        let part = |share: i64| Length(scaled(share * i64::from(by.0)) as i32);
        Self { x: self.x + part(sine(heading.0)), y: self.y + part(cosine(heading.0)) }
    }

    /// The place so far towards another; the other itself when that is nearer.
    #[must_use]
    pub fn towards(self, other: Self, by: Length) -> Self {
        let whole = self.distance(other);
        if whole <= by {
            return other;
        }
        let part = |from: Length, to: Length| {
            from + Length(round_div(i64::from(to.0 - from.0) * i64::from(by.0), i64::from(whole.0)) as i32)
        };
        Self { x: part(self.x, other.x), y: part(self.y, other.y) }
    }

    fn to(self, other: Self) -> (i64, i64) {
        (i64::from(other.x.0 - self.x.0), i64::from(other.y.0 - self.y.0))
    }

    /// The square of the distance.
    #[inline]
    #[must_use]
    pub fn squared(self, other: Self) -> i64 {
        let (x, y) = self.to(other);
        x * x + y * y
    }

    /// The distance, rounded to the nearest thousandth.
    #[inline]
    #[must_use]
    pub fn distance(self, other: Self) -> Length {
        Length(root(self.squared(other)) as i32)
    }

    /// Whether another place is no farther than a limit, with the tolerance of SHIP-20.
    #[inline]
    #[must_use]
    pub fn within(self, other: Self, limit: Length) -> bool {
        self.squared(other) <= square(limit + SLACK)
    }

    /// Whether discs whose radii add up to `reach` touch (SHIP-07).
    #[inline]
    #[must_use]
    pub fn touches(self, other: Self, reach: Length) -> bool {
        self.squared(other) <= square(reach + TOUCH)
    }

    /// Whether discs whose radii add up to `reach` overlap, which is more than touching (SHIP-08).
    #[inline]
    #[must_use]
    pub fn overlaps(self, other: Self, reach: Length) -> bool {
        self.squared(other) < square(reach - TOUCH)
    }

    /// How far ahead and how far to the right another place lies.
    #[inline]
    #[must_use]
    pub fn seen_along(self, heading: Heading, other: Self) -> (i64, i64) {
        let (x, y) = self.to(other);
        let (sin, cos) = (sine(heading.0), cosine(heading.0));
        (scaled(x * sin + y * cos), scaled(x * cos - y * sin))
    }

    /// The heading, in whole degrees, that leads to another place; `None` when it is the same place.
    #[must_use]
    pub fn heading_to(self, other: Self) -> Option<Heading> {
        let (x, y) = self.to(other);
        if (x, y) == (0, 0) {
            return None;
        }
        let (mut low, mut high) = (0_u16, 90_u16);
        let (ax, ay) = (x.abs(), y.abs());
        // Positive when the direction lies clockwise of `degrees`, within the first quarter.
        let beyond = |degrees: u16| ax * cosine(degrees) - ay * sine(degrees);
        while high - low > 1 {
            let middle = u16::midpoint(low, high);
            if beyond(middle) >= 0 { low = middle } else { high = middle }
        }
        let nearest = if beyond(low).abs() <= beyond(high).abs() { low } else { high };
        Some(Heading::new(match (x >= 0, y >= 0) {
            (true, true) => i32::from(nearest),
            (true, false) => 180 - i32::from(nearest),
            (false, false) => 180 + i32::from(nearest),
            (false, true) => 360 - i32::from(nearest),
        }))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.x, self.y)
    }
}

/// The quarters of the bearing compass (SHIP-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quarter {
    /// 315 to 45 degrees from the heading.
    Front,
    /// 45 to 135.
    Right,
    /// 135 to 225.
    Rear,
    /// 225 to 315.
    Left,
}

/// The two quarters whose common line a bearing lies on, or its one quarter twice.
///
/// A bearing within 0.01 degree of a line is on it (SHIP-20).
#[inline]
fn quarters(ahead: i64, right: i64) -> (Quarter, Quarter) {
    let (along, across) = (ahead.abs(), right.abs());
    let lengthwise = if ahead >= 0 { Quarter::Front } else { Quarter::Rear };
    let sideways = if right >= 0 { Quarter::Right } else { Quarter::Left };
    // Near the diagonal, 0.01 degree is a difference of 2 × 0.01° in radians = 0.000349 of either leg.
    if (along - across).abs() * 1_000_000 <= 349 * along.max(across) {
        (lengthwise, sideways)
    } else if along > across {
        (lengthwise, lengthwise)
    } else {
        (sideways, sideways)
    }
}

/// The quarter of a ship in which a place lies, for aspect and armour: a line belongs to front and rear (SHIP-14).
#[inline]
#[must_use]
pub fn quarter(ship: Point, heading: Heading, place: Point) -> Quarter {
    let (ahead, right) = ship.seen_along(heading, place);
    quarters(ahead, right).0
}

/// The quarters in which a place lies, as the two of a common line or one twice (SHOOT-03); `None` for the ship's own
/// place, which is in all.
#[inline]
#[must_use]
pub fn quarters_of(ship: Point, heading: Heading, place: Point) -> Option<(Quarter, Quarter)> {
    let (ahead, right) = ship.seen_along(heading, place);
    ((ahead, right) != (0, 0)).then(|| quarters(ahead, right))
}

/// Whether a place lies in a fire arc: a line belongs to both its arcs (SHOOT-03). The firer's own place is in all.
#[must_use]
pub fn in_quarter(ship: Point, heading: Heading, place: Point, arc: Quarter) -> bool {
    quarters_of(ship, heading, place).is_none_or(|(one, other)| one == arc || other == arc)
}

/// Whether the line between two places comes nearer than `radius` to a third: through the inside of a disc.
#[inline]
#[must_use]
pub fn line_enters(from: Point, to: Point, centre: Point, radius: Length) -> bool {
    beside(from, to, centre, radius) && line_squared(from, to, centre) < Ratio::whole(square(radius))
}

/// Whether the line between two places comes as near as `radius` to a third.
#[inline]
#[must_use]
pub fn line_touches(from: Point, to: Point, centre: Point, radius: Length) -> bool {
    beside(from, to, centre, radius) && line_squared(from, to, centre) <= Ratio::whole(square(radius))
}

/// Whether a place lies in the box about another that reaches `by` to every side.
#[inline]
#[must_use]
pub fn about(centre: Point, place: Point, by: Length) -> bool {
    let in_span = |one: i32, other: i32| (other - one + by.0).cast_unsigned() <= (2 * by.0).cast_unsigned();
    in_span(centre.x.0, place.x.0) & in_span(centre.y.0, place.y.0)
}

/// Whether a place lies in the box about a line, grown by `by` on every side. What lies outside is farther from the
/// line than `by`: a cheap look before an exact one.
#[inline]
#[must_use]
pub fn beside(from: Point, to: Point, place: Point, by: Length) -> bool {
    let in_span = |one: i32, other: i32, at: i32| one.min(other) - by.0 <= at && at <= one.max(other) + by.0;
    in_span(from.x.0, to.x.0, place.x.0) && in_span(from.y.0, to.y.0, place.y.0)
}

/// A fraction of two whole numbers, compared without rounding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ratio(pub(crate) i128, pub(crate) i128);

impl Ratio {
    pub(crate) const fn whole(value: i64) -> Self {
        Self(value as i128, 1)
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        self.0 * other.1 == other.0 * self.1
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        (self.0 * other.1).partial_cmp(&(other.0 * self.1))
    }
}

/// The square of the distance from a place to the nearest point of a line.
fn line_squared(from: Point, to: Point, place: Point) -> Ratio {
    let (lx, ly) = from.to(to);
    let (px, py) = from.to(place);
    let (dot, whole) = (lx * px + ly * py, lx * lx + ly * ly);
    if dot <= 0 {
        Ratio::whole(px * px + py * py)
    } else if dot >= whole {
        Ratio::whole(to.squared(place))
    } else {
        let cross = i128::from(lx * py - ly * px);
        Ratio(cross * cross, i128::from(whole))
    }
}

/// How far something moving straight ahead goes until it is within `reach` of a place; 0 when it already is.
#[inline]
#[must_use]
pub fn first_within(from: Point, heading: Heading, length: Length, place: Point, reach: Length) -> Option<Length> {
    if from.squared(place) <= square(reach) {
        return Some(Length::ZERO);
    }
    let (along, across) = from.seen_along(heading, place);
    let left = square(reach) - across * across;
    if along < 0 || left < 0 {
        return None;
    }
    let at = Length((along - root(left)).max(0) as i32);
    (at <= length).then_some(at)
}

/// A length times itself.
#[inline]
#[must_use]
pub fn square(length: Length) -> i64 {
    i64::from(length.0) * i64::from(length.0)
}

/// What a sum of sines times lengths comes to in lengths, rounded.
#[inline]
const fn scaled(value: i64) -> i64 {
    (value + ONE / 2) >> ONE.trailing_zeros()
}

#[inline]
const fn round_div(value: i64, by: i64) -> i64 {
    (value + by / 2).div_euclid(by)
}

/// The square root, rounded to the nearest.
#[must_use]
#[inline]
pub fn root(square: i64) -> i64 {
    let floor = whole_root(square);
    if square - floor * floor > floor { floor + 1 } else { floor }
}

/// The square root, rounded down.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "only a first guess, which is then made exact")]
#[inline]
pub fn whole_root(square: i64) -> i64 {
    // Hardware finds the root of what fits in 52 bits faster than whole numbers do; the steps below leave nothing to it.
    let mut floor = (square as f64).sqrt() as i64;
    while floor * floor > square {
        floor -= 1;
    }
    while (floor + 1) * (floor + 1) <= square {
        floor += 1;
    }
    floor
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_of_thirty_centimetres_ends_thirty_centimetres_away() {
        let from = Point::cm(90, 60);
        for degrees in 0..360 {
            let to = from.ahead(Heading::new(degrees), Length::cm(30));
            assert!(from.within(to, Length::cm(30)), "{degrees}");
            assert!(!from.within(to, Length(29_998)), "{degrees}");
            assert_eq!(from.heading_to(to), Some(Heading::new(degrees)));
        }
    }

    #[test]
    fn a_diagonal_belongs_to_both_arcs_and_to_one_facing() {
        let ship = Point::cm(50, 50);
        for heading in 0..360 {
            let heading = Heading::new(heading);
            let corner = ship.ahead(heading.turned(45), Length::cm(40));
            assert!(in_quarter(ship, heading, corner, Quarter::Front), "{heading:?}");
            assert!(in_quarter(ship, heading, corner, Quarter::Right), "{heading:?}");
            assert!(!in_quarter(ship, heading, corner, Quarter::Rear));
            assert_eq!(quarter(ship, heading, corner), Quarter::Front);
            assert_eq!(quarter(ship, heading, ship.ahead(heading.turned(135), Length::cm(40))), Quarter::Rear);
            assert_eq!(quarter(ship, heading, ship.ahead(heading.turned(134), Length::cm(40))), Quarter::Right);
        }
    }

    #[test]
    fn lengths_are_read_and_written_alike() {
        for text in ["0", "12.5", "-3", "0.001", "180", "-0.25"] {
            assert_eq!(text.parse::<Length>().unwrap().to_string(), text);
        }
        for text in ["", ".5", "1.2345", "1e3", "--1", "1,5", "123456"] {
            assert!(text.parse::<Length>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_disc_meets_a_disc_where_the_gap_closes() {
        let from = Point::cm(0, 0);
        let found = first_within(from, Heading::new(90), Length::cm(30), Point::cm(20, 3), Length::cm(5));
        assert_eq!(found, Some(Length::cm(16)));
        assert_eq!(first_within(from, Heading::new(90), Length::cm(10), Point::cm(20, 3), Length::cm(5)), None);
        assert_eq!(first_within(from, Heading::new(270), Length::cm(30), Point::cm(20, 3), Length::cm(5)), None);
        assert_eq!(first_within(from, Heading::new(0), Length::cm(1), Point::cm(0, 4), Length::cm(5)), Some(Length(0)));
    }

    #[test]
    fn lines_touch_or_enter_a_disc() {
        let (from, to) = (Point::cm(0, 0), Point::cm(30, 0));
        assert!(line_touches(from, to, Point::cm(10, 5), Length::cm(5)));
        assert!(!line_enters(from, to, Point::cm(10, 5), Length::cm(5)));
        assert!(line_enters(from, to, Point::cm(32, 0), Length(2_001)));
        assert!(!line_touches(from, to, Point::cm(33, 0), Length::cm(2)));
    }
}
