//! A line over time as a small picture.

use std::fmt::Write as _;

use chrono::NaiveDate;

use super::html::{Html, escape};

const WIDTH: i64 = 320;
const HEIGHT: i64 = 150;
const LEFT: i64 = 30;
const RIGHT: i64 = 8;
const TOP: i64 = 10;
const BOTTOM: i64 = 22;

/// Draws figures that hold from a day on until the next. `label` says in words what the picture shows.
pub(super) fn steps(label: &str, points: &[(NaiveDate, i32)], until: NaiveDate) -> Html {
    let (Some((first, _)), Some((last, now))) = (points.first(), points.last()) else { return Html::default() };
    let until = until.max(*last);
    let most = points.iter().map(|(_, value)| *value).max().unwrap_or(1).max(1);
    let step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].into_iter().find(|step| most <= 4 * step).unwrap_or(most);
    let top = i64::from(step) * i64::from((most + step - 1) / step);
    let days = (until - *first).num_days().max(1);
    let x = |on: NaiveDate| LEFT + (on - *first).num_days() * (WIDTH - LEFT - RIGHT) / days;
    let y = |value: i64| HEIGHT - BOTTOM - value * (HEIGHT - BOTTOM - TOP) / top;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"{}\">",
        escape(label)
    );
    let mut value = 0;
    while value <= top {
        let at = y(value);
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{at}\" x2=\"{}\" y2=\"{at}\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{value}</text>",
            WIDTH - RIGHT,
            LEFT - 5,
            at + 4
        );
        value += i64::from(step);
    }
    let _ = write!(
        out,
        "<text x=\"{LEFT}\" y=\"{0}\">{first}</text><text x=\"{1}\" y=\"{0}\" text-anchor=\"end\">{until}</text>",
        HEIGHT - 5,
        WIDTH - RIGHT
    );
    let mut path = String::new();
    for (on, value) in points {
        let (x, y) = (x(*on), y(i64::from(*value)));
        let _ = if path.is_empty() { write!(path, "M{x} {y}") } else { write!(path, "H{x}V{y}") };
    }
    let (end_x, end_y) = (x(until), y(i64::from(*now)));
    let _ = writeln!(
        out,
        "<path class=\"line\" d=\"{path}H{end_x}\"/><circle cx=\"{end_x}\" cy=\"{end_y}\" r=\"3\"/></svg>"
    );
    Html::drawn(out)
}
