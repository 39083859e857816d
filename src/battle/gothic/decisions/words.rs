//! Parts of answers that every chapter reads and writes alike: places, degrees, lengths.

use crate::table::geometry::Point;

pub(crate) fn degrees(text: &str) -> Result<i32, String> {
    text.trim().parse().ok().filter(|turn| (0..360).contains(turn)).ok_or_else(|| format!("\"{text}\" are no degrees"))
}

pub(crate) fn point(text: &str) -> Result<Point, String> {
    let mut numbers = text.split_whitespace();
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(x), Some(y), None) => Ok(Point { x: x.parse()?, y: y.parse()? }),
        _ => Err(format!("\"{text}\" is not a place: write X Y in cm")),
    }
}

pub(in crate::battle::gothic) fn strip<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    let head = text.get(..start.len())?;
    head.eq_ignore_ascii_case(start).then(|| text[start.len()..].trim())
}
