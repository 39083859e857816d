//! A map drawn as a standalone SVG file: no fonts, scripts or pictures from elsewhere, and the same bytes each time.

mod legend;
mod shapes;

use std::fmt::Write as _;

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::labels::{Area, Candidate, place};
use super::{ChartView, SystemView, clean};
use crate::text::{and_list, slug};
use shapes::{BADGE, RADIUS, escape};

const INK: &str = "#e8edf7";
const SOFT_INK: &str = "#aebbd6";
const SPACE: &str = "#0b1020";

/// Height of a line of a name, and how far below its top the letters stand.
const LINE: i32 = 26;
const BASELINE: i32 = 20;
/// Nothing of a system but its name lies further from its centre.
const REACH: i32 = RADIUS + BADGE + 2;
/// Longest name that is written out, in columns.
const LONGEST: usize = 32;

/// How a map is drawn.
#[derive(Clone, Copy, Default)]
pub struct Look<'a> {
    /// For a narrow screen: higher than wide.
    pub tall: bool,
    /// The page that each system leads to, by its index.
    pub links: Option<&'a dyn Fn(usize) -> Option<String>>,
}

/// Draws the map with its legend.
#[must_use]
pub fn svg(view: &ChartView) -> String {
    picture(view, &Look::default())
}

/// Draws the map with its legend as it is asked for. Two pictures of one page have ids of their own.
#[must_use]
pub fn picture(view: &ChartView, look: &Look<'_>) -> String {
    let frame = Frame::of(&view.systems, look.tall);
    let names = names(view, &frame);
    let side = frame.title_side();
    let (legend, legend_height) = legend::legend(view, &names, (side, frame.width), frame.bottom() + 30);
    let height = frame.bottom() + 30 + legend_height;
    let prefix = if look.tall { "tall" } else { "chart" };
    let mut out = head(view, look, prefix, (frame.width, height));
    shapes::background(&mut out, prefix, frame.width, height);
    let (size, longest) = if look.tall { (26, 34) } else { (36, 48) };
    let _ = writeln!(
        out,
        "<text x=\"{side}\" y=\"66\" font-size=\"{size}\" font-weight=\"bold\" letter-spacing=\"1\" \
         fill=\"{INK}\">{}</text>\n<text x=\"{side}\" y=\"98\" font-size=\"18\" fill=\"{SOFT_INK}\">{}</text>",
        escape(&cut(&view.name, longest)),
        view.size()
    );
    out.push_str("<g stroke=\"#7d8bb5\" stroke-width=\"3\" stroke-linecap=\"round\">\n");
    for (a, b) in view.joined() {
        let ((x1, y1), (x2, y2)) = (frame.point(a), frame.point(b));
        let _ = writeln!(out, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>");
    }
    out.push_str("</g>\n<g font-size=\"20\" text-anchor=\"middle\">\n");
    let mut ids: Vec<String> = Vec::new();
    for (index, (system, name)) in view.systems.iter().zip(&names).enumerate() {
        let id = free_id(&slug(&clean(&system.id)), &ids);
        let page = look.links.and_then(|links| links(index));
        if let Some(page) = &page {
            let _ = writeln!(out, "<a href=\"{}\">", escape(page));
        }
        let place = if look.tall { format!("tall-{id}") } else { id.clone() };
        draw_system(&mut out, view, system, name, &place, frame.point(system));
        if page.is_some() {
            out.push_str("</a>\n");
        }
        ids.push(id);
    }
    out.push_str("</g>\n");
    out.push_str(&legend);
    out.push_str("</svg>\n");
    out
}

/// Where the map lies in the drawing; it grows with the number of systems, so that names stay as large beside them.
struct Frame {
    tall: bool,
    width: i32,
    height: i32,
    across: (i32, i32),
    down: (i32, i32),
}

impl Frame {
    const TOP: i32 = 120;
    /// Room over the first and under the last system.
    const EDGE: i32 = 50;

    fn of(systems: &[SystemView], tall: bool) -> Self {
        let beyond = i32::try_from(systems.len().saturating_sub(16).min(1000)).unwrap_or_default();
        let width = if tall { 600 + 6 * beyond } else { 1200 + 18 * beyond };
        let height = if tall { width * 130 / 100 + 10 * beyond } else { width * 66 / 100 };
        let bounds = |of: fn(&SystemView) -> u16| {
            let all = || systems.iter().map(|system| i32::from(of(system)));
            (all().min().unwrap_or(0), all().max().unwrap_or(0))
        };
        Self { tall, width, height, across: bounds(|system| system.x), down: bounds(|system| system.y) }
    }

    /// Room left and right of the systems.
    const fn side(&self) -> i32 {
        if self.tall { 70 } else { 120 }
    }

    /// Room left of the title and the legend.
    const fn title_side(&self) -> i32 {
        if self.tall { 24 } else { 60 }
    }

    fn point(&self, system: &SystemView) -> (i32, i32) {
        let along = |place: u16, range: (i32, i32), length: i32| {
            (i32::from(place) - range.0) * length / (range.1 - range.0).max(1)
        };
        let x = self.side() + along(system.x, self.across, self.width - 2 * self.side());
        (x, Self::TOP + Self::EDGE + along(system.y, self.down, self.height - 2 * Self::EDGE))
    }

    const fn bottom(&self) -> i32 {
        Self::TOP + self.height
    }

    const fn area(&self) -> Area {
        Area::new(10, Self::TOP, self.width - 20, self.height + 10)
    }
}

/// A name as it stands in the drawing.
struct Name {
    area: Area,
    text: String,
    /// Whether `text` is a number that the legend explains.
    number: bool,
}

fn names(view: &ChartView, frame: &Frame) -> Vec<Name> {
    let points: Vec<(i32, i32)> = view.systems.iter().map(|system| frame.point(system)).collect();
    let lines: Vec<_> = view.joined().map(|(a, b)| (frame.point(a), frame.point(b))).collect();
    let numbers: Vec<String> = (1..=points.len()).map(|number| number.to_string()).collect();
    let labels: Vec<Vec<Candidate>> = (0..points.len())
        .map(|index| {
            let name = cut(&view.systems[index].name, LONGEST);
            let mut found = candidates(&name, 0, index, &points, &lines, frame);
            found.extend(candidates(&numbers[index], 5_000, index, &points, &lines, frame));
            found.retain(|candidate| !candidate.text.is_empty());
            found
        })
        .collect();
    place(&labels)
        .into_iter()
        .enumerate()
        .map(|(index, choice)| {
            // Where even a number has no place of its own, it goes over whatever is there.
            let under = Area::new(points[index].0 - 15, points[index].1 + REACH, 30, LINE);
            let (area, text) = choice.map_or((under, &numbers[index]), |choice| (choice.area, &choice.text));
            Name { area, text: text.clone(), number: *text == numbers[index] }
        })
        .collect()
}

type Line = ((i32, i32), (i32, i32));

/// The eight places around a system where a text fits; one that a channel runs through costs more.
fn candidates(
    text: &str,
    cost: u32,
    index: usize,
    points: &[(i32, i32)],
    lines: &[Line],
    frame: &Frame,
) -> Vec<Candidate> {
    let (x, y) = points[index];
    let width = text_width(text, 20);
    let places = [
        (x + REACH, y - LINE / 2),
        (x - REACH - width, y - LINE / 2),
        (x - width / 2, y + REACH - 2),
        (x - width / 2, y - REACH - LINE + 2),
        (x + RADIUS, y + REACH - 8),
        (x + RADIUS, y - REACH - LINE + 8),
        (x - RADIUS - width, y + REACH - 8),
        (x - RADIUS - width, y - REACH - LINE + 8),
    ];
    let own_half = |&(px, py): &(i32, i32)| Area::new(px - RADIUS, py - RADIUS, 2 * RADIUS, 2 * RADIUS);
    let whole = |&(px, py): &(i32, i32)| Area::new(px - REACH, py - REACH, 2 * REACH, 2 * REACH);
    (0_u32..)
        .zip(places)
        .filter_map(|(rank, (left, top))| {
            let area = Area::new(left, top, width, LINE);
            let free = area.within(&frame.area())
                && points.iter().enumerate().all(|(other, point)| {
                    let taken = if other == index { own_half(point) } else { whole(point) };
                    !taken.overlaps(&area)
                });
            let crossed = lines.iter().filter(|line| runs_through(line, &area)).count();
            let cost = cost + 4 * rank + 30 * u32::try_from(crossed).unwrap_or(100);
            free.then(|| Candidate { area, cost, text: text.to_owned() })
        })
        .collect()
}

/// Whether a line passes through an area: it ends there or crosses one of its diagonals.
fn runs_through(&(from, to): &Line, area: &Area) -> bool {
    let inside = |(x, y): (i32, i32)| (area.left..area.right).contains(&x) && (area.top..area.bottom).contains(&y);
    let side = |o: (i32, i32), a: (i32, i32), b: (i32, i32)| {
        let product = |p: i32, q: i32| i64::from(p) * i64::from(q);
        (product(a.0 - o.0, b.1 - o.1) - product(a.1 - o.1, b.0 - o.0)).signum()
    };
    let crosses = |a, b| side(from, to, a) * side(from, to, b) <= 0 && side(a, b, from) * side(a, b, to) <= 0;
    inside(from)
        || inside(to)
        || crosses((area.left, area.top), (area.right, area.bottom))
        || crosses((area.left, area.bottom), (area.right, area.top))
}

fn head(view: &ChartView, look: &Look<'_>, prefix: &str, (width, height): (i32, i32)) -> String {
    // A picture is one thing to a reader; one with links holds many.
    let role = if look.links.is_some() { "group" } else { "img" };
    let mut description = format!("Sub-sector map with {}.", view.size());
    if let Some(note) = &view.note {
        let _ = write!(description, " {note}");
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"{role}\" \
         aria-labelledby=\"{prefix}-title {prefix}-description\" \
         font-family=\"'DejaVu Sans', Verdana, 'Segoe UI', sans-serif\">\n\
         <title id=\"{prefix}-title\">{}</title>\n<desc id=\"{prefix}-description\">{}</desc>\n",
        escape(&view.name),
        escape(&description)
    )
}

fn draw_system(out: &mut String, view: &ChartView, system: &SystemView, name: &Name, id: &str, at: (i32, i32)) {
    let _ = writeln!(out, "<g id=\"system-{}\">\n<title>{}</title>", escape(id), escape(&spoken(view, system)));
    // The letters stand for what the title says in words.
    out.push_str("<g aria-hidden=\"true\">\n");
    shapes::system(out, system, at);
    out.push_str("</g>\n");
    // Beside a system the text begins or ends there; over and under it, it is centred.
    let (anchor, x) = if name.area.left > at.0 {
        ("start", name.area.left)
    } else if name.area.right < at.0 {
        ("end", name.area.right)
    } else {
        ("middle", i32::midpoint(name.area.left, name.area.right))
    };
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{}\" text-anchor=\"{anchor}\" fill=\"{INK}\" stroke=\"{SPACE}\" stroke-width=\"5\" \
         stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>\n</g>",
        name.area.top + BASELINE,
        escape(&name.text)
    );
}

/// What a reader who cannot see the drawing needs to know of a system.
fn spoken(view: &ChartView, system: &SystemView) -> String {
    let owner = |index: usize| view.owners.get(index).map(|owner| clean(&owner.name));
    let mut facts = vec![system.kind.to_string()];
    facts.extend(system.owner.and_then(owner).map(|name| format!("held by {name}")));
    facts.extend(system.home.and_then(owner).map(|name| format!("home of {name}")));
    facts.extend(system.base.and_then(owner).map(|name| format!("hidden base of {name}")));
    if system.blackstone {
        facts.push("Blackstone Fortress".to_owned());
    }
    if system.port_maw {
        facts.push("twice the normal planetary defences".to_owned());
    }
    format!("{}: {}", clean(&system.name), and_list(&facts))
}

fn free_id(wanted: &str, taken: &[String]) -> String {
    let wanted = if wanted.is_empty() { "unnamed" } else { wanted };
    let mut id = wanted.to_owned();
    let mut number = 2;
    while taken.contains(&id) {
        id = format!("{wanted}-{number}");
        number += 1;
    }
    id
}

/// A name without steering characters, cut to a number of columns.
fn cut(name: &str, columns: usize) -> String {
    let name = clean(name);
    if name.width() <= columns {
        return name;
    }
    let mut short = String::new();
    for character in name.chars() {
        short.push(character);
        if short.width() >= columns {
            short.pop();
            break;
        }
    }
    format!("{}…", short.trim_end())
}

/// About how wide a text is. Fonts differ, so this is generous.
fn text_width(text: &str, size: i32) -> i32 {
    let tenths = |character: char| match character {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | '\'' | '!' | '|' | ' ' => 4,
        'f' | 'r' | 't' => 5,
        'm' | 'w' | 'M' | 'W' => 10,
        character if character.is_uppercase() => 8,
        character => i32::try_from(character.width().unwrap_or(0)).unwrap_or(0).min(2) * 13 / 2,
    };
    text.chars().map(tenths).sum::<i32>() * size / 10 + 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_through_an_area_is_seen_from_any_side() {
        let area = Area::new(10, 10, 20, 10);
        assert!(runs_through(&((0, 15), (100, 15)), &area));
        assert!(runs_through(&((20, 0), (20, 100)), &area));
        assert!(runs_through(&((15, 15), (16, 15)), &area));
        assert!(!runs_through(&((0, 0), (100, 5)), &area));
        assert!(!runs_through(&((0, 30), (5, 0)), &area));
    }

    #[test]
    fn two_systems_never_share_an_id() {
        assert_eq!(free_id("rebo", &["rebo".to_owned(), "rebo-2".to_owned()]), "rebo-3");
        assert_eq!(free_id("", &[]), "unnamed");
    }
}
