//! The table of a battle as a standalone picture: no fonts, scripts or pictures from elsewhere, the same bytes each
//! time.

pub mod bridge;
pub mod film;
pub mod text;

use std::fmt::Write as _;

use crate::battle::gothic::decisions;
use crate::battle::gothic::ordnance::outlines::{HALF_SALVO, MINE, blocks};
use crate::battle::gothic::state::ordnance::{Flight, FlightKind};
use crate::battle::gothic::state::phenomena::LOW;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Fate, Feature, FeatureKind, Shape, Ship};
use crate::table::edge::Edge;
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;
use crate::text::escape;

/// Pixels for a centimetre.
const SCALE: i32 = 6;
const MARGIN: i32 = 40;
/// Tenths of a pixel between the table and low orbit.
const GAP: i32 = 500;

/// Fill and line of the two sides: told apart by brightness as well as by colour.
const COLOURS: [(&str, &str); 2] = [("#56b4e9", "#0b3c5d"), ("#e69f00", "#5a3600")];

/// The way a ship or a flight has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// Whose it is.
    pub side: Side,
    /// Drawn thinner than a ship's.
    pub ordnance: bool,
    /// Where it was, one place after the other.
    pub points: Vec<Point>,
}

/// Draws a battle.
#[must_use]
pub fn svg(roster: &Roster, battle: &Battle) -> String {
    let (width, depth) = (px(battle.ground.width), px(battle.ground.depth));
    // Low orbit has a panel of its own below the table.
    let low = battle.ground.low.map_or((0, 0), |low| (px(low.length), px(low.width) + GAP));
    let bottom = depth + low.1;
    let (all_width, all_height) = (width.max(low.0) + 20 * MARGIN, bottom + 20 * MARGIN + 400);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" \
         font-family=\"sans-serif\">\n<rect width=\"{w}\" height=\"{h}\" fill=\"#f7f7f4\"/>",
        w = tenths(all_width),
        h = tenths(all_height)
    );
    let title = format!("Turn {}, {}: {}", battle.turn, roster.sides[battle.active as usize], battle.phase);
    let _ = writeln!(
        out,
        "<title>{0}</title>\n<text x=\"{MARGIN}\" y=\"26\" font-size=\"18\" fill=\"#222\">{0}</text>",
        escape(&title)
    );
    let _ = writeln!(
        out,
        "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{}\" height=\"{}\" fill=\"#ffffff\" stroke=\"#444\"/>",
        tenths(width),
        tenths(depth)
    );
    grid(&mut out, battle);
    low_orbit(&mut out, battle);
    sun(&mut out, battle);
    for feature in &battle.features {
        draw_feature(&mut out, battle, feature);
    }
    for marker in &battle.markers {
        let (x, y) = place(battle, *marker);
        let _ = writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"#d55e00\" fill-opacity=\"0.55\" stroke=\"#a04000\"/>",
            tenths(px(Length(1_250)))
        );
    }
    for (id, ship) in battle.all().filter(|(_, ship)| ship.present() || ship.fate == Fate::Spectral) {
        draw_ship(&mut out, battle, &roster[id], ship);
    }
    for flight in battle.flights.iter().filter(|flight| flight.aboard.is_none()) {
        draw_flight(&mut out, battle, flight);
    }
    legend(&mut out, roster, bottom);
    due(&mut out, roster, battle, bottom);
    out.push_str("</svg>\n");
    out
}

/// A salvo as a bar across its heading, a wave as its markers, a mine as a disc; fighters on patrol as a ring.
fn draw_flight(out: &mut String, battle: &Battle, flight: &Flight) {
    let (fill, line) = COLOURS[flight.side as usize];
    let style = format!("fill=\"{fill}\" stroke=\"{line}\"");
    let (x, y) = place(battle, flight.at);
    let _ = writeln!(out, "<g><title>{}, {}</title>", flight.id, flight.size());
    match flight.id.kind {
        FlightKind::Salvo | FlightKind::Boarding => {
            let end = |turn| place(battle, flight.at.ahead(flight.heading.turned(turn), HALF_SALVO));
            let ((x1, y1), (x2, y2)) = (end(-90), end(90));
            let _ = writeln!(
                out,
                "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{line}\" stroke-width=\"3\"/>"
            );
        }
        FlightKind::Wave if flight.patrol.is_some() => {
            let ring = format!("fill=\"none\" stroke=\"{line}\" stroke-dasharray=\"2 2\"");
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" {ring}/>", tenths(px(Length(3_300))));
        }
        FlightKind::Wave => {
            for block in &blocks(flight.size(), flight.at) {
                let (x, y) = place(battle, Point { x: block.low.x, y: block.high.y });
                let (width, height) = (tenths(px(block.high.x - block.low.x)), tenths(px(block.high.y - block.low.y)));
                let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {style}/>");
            }
        }
        FlightKind::Mine => {
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" {style}/>", tenths(px(MINE)));
        }
    }
    out.push_str("</g>\n");
}

/// Tenths of a pixel.
fn px(length: Length) -> i32 {
    length.0 * SCALE / 100
}

fn tenths(value: i32) -> String {
    if value % 10 == 0 { (value / 10).to_string() } else { format!("{}.{}", value / 10, (value % 10).abs()) }
}

/// The far edge of the table is the top of the picture.
fn place(battle: &Battle, at: Point) -> (String, String) {
    let (x, y) = spot(battle, at);
    (tenths(x), tenths(y))
}

/// As [`place`], in tenths of a pixel.
fn spot(battle: &Battle, at: Point) -> (i32, i32) {
    let (x, y) = match battle.ground.low.filter(|_| battle.ground.is_low(at)) {
        Some(low) => (px(at.x - LOW), px(battle.ground.depth) + GAP + px(low.width - at.y)),
        None => (px(at.x), px(battle.ground.depth - at.y)),
    };
    (x + 10 * MARGIN, y + 10 * MARGIN)
}

/// A line every 30 cm, which is the reach of most weapons.
fn grid(out: &mut String, battle: &Battle) {
    out.push_str("<g stroke=\"#e3e3de\">\n");
    let mut line = |from: Point, to: Point| {
        let ((x1, y1), (x2, y2)) = (place(battle, from), place(battle, to));
        let _ = writeln!(out, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>");
    };
    let steps = |size: Length| (1..).map(|step| Length::cm(30 * step)).take_while(move |at| *at < size);
    for x in steps(battle.ground.width) {
        line(Point { x, y: Length::ZERO }, Point { x, y: battle.ground.depth });
    }
    for y in steps(battle.ground.depth) {
        line(Point { x: Length::ZERO, y }, Point { x: battle.ground.width, y });
    }
    out.push_str("</g>\n");
}

/// The low orbit table, with the planet along its lower edge (ORBIT-01).
fn low_orbit(out: &mut String, battle: &Battle) {
    let Some(low) = battle.ground.low else { return };
    let (x, y) = place(battle, Point { x: LOW, y: low.width });
    let (width, depth) = (tenths(px(low.length)), tenths(px(low.width)));
    let _ = writeln!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{depth}\" fill=\"#f2f6fa\" stroke=\"#444\"/>\n\
         <text x=\"{x}\" y=\"{y}\" dy=\"-6\" font-size=\"14\" fill=\"#444\">low orbit</text>"
    );
    let ((x1, y1), (x2, _)) = (
        place(battle, Point { x: LOW, y: Length::ZERO }),
        place(battle, Point { x: LOW + low.length, y: Length::ZERO }),
    );
    let _ =
        writeln!(out, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y1}\" stroke=\"#5c7a89\" stroke-width=\"5\"/>");
}

/// A yellow line along the edge towards the sun.
fn sun(out: &mut String, battle: &Battle) {
    let Some(edge) = battle.ground.sunward else { return };
    let (width, depth) = (battle.ground.width, battle.ground.depth);
    let (from, to) = match edge {
        Edge::Left => ((Length::ZERO, Length::ZERO), (Length::ZERO, depth)),
        Edge::Right => ((width, Length::ZERO), (width, depth)),
        Edge::Near => ((Length::ZERO, Length::ZERO), (width, Length::ZERO)),
        Edge::Far => ((Length::ZERO, depth), (width, depth)),
    };
    let [(x1, y1), (x2, y2)] = [from, to].map(|(x, y)| place(battle, Point { x, y }));
    let _ =
        writeln!(out, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#e8c33c\" stroke-width=\"6\"/>");
}

fn draw_feature(out: &mut String, battle: &Battle, feature: &Feature) {
    let (fill, line) = match feature.kind {
        FeatureKind::Cloud => ("#b9c7b0", "#7f8f77"),
        FeatureKind::Asteroids => ("#b8a58c", "#7a684f"),
        FeatureKind::Minefield => ("#c9a5a0", "#8a3b34"),
        FeatureKind::Rift => ("#b79bc9", "#6f4d86"),
        FeatureKind::Planet | FeatureKind::Moon => ("#9db7c4", "#5c7a89"),
    };
    let style = format!("fill=\"{fill}\" fill-opacity=\"0.6\" stroke=\"{line}\"");
    let label = match feature.shape {
        Shape::Rect(rect) => {
            let (x, y) = place(battle, Point { x: rect.low.x, y: rect.high.y });
            let (width, depth) = (px(rect.high.x - rect.low.x), px(rect.high.y - rect.low.y));
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" {style}/>",
                tenths(width),
                tenths(depth)
            );
            Point { x: rect.low.x, y: rect.high.y }
        }
        Shape::Ring { centre, inner, outer } => {
            let (x, y) = place(battle, centre);
            let (far, near) = (tenths(px(outer)), tenths(px(inner)));
            let _ = writeln!(
                out,
                "<path fill-rule=\"evenodd\" transform=\"translate({x} {y})\" {style} d=\"M-{far} 0a{far} {far} 0 1 0 \
                 {0} 0a{far} {far} 0 1 0 -{0} 0zM-{near} 0a{near} {near} 0 1 0 {1} 0a{near} {near} 0 1 0 -{1} 0z\"/>",
                tenths(px(outer + outer)),
                tenths(px(inner + inner)),
            );
            Point { x: centre.x, y: centre.y + outer }
        }
        Shape::Disc { centre, radius } => {
            let (x, y) = place(battle, centre);
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" {style}/>", tenths(px(radius)));
            if let Some((_, reach)) = feature.well() {
                let _ = writeln!(
                    out,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{line}\" stroke-dasharray=\"6 5\"/>",
                    tenths(px(reach))
                );
            }
            // Under the middle, where a ship on the template does not hide it.
            Point { x: centre.x, y: centre.y - Length(radius.0 / 2) }
        }
    };
    let (x, y) = place(battle, label);
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" dy=\"14\" dx=\"4\" font-size=\"12\" fill=\"#444\">{}</text>",
        feature.kind
    );
}

fn draw_ship(out: &mut String, battle: &Battle, entry: &crate::battle::gothic::state::roster::Entry, ship: &Ship) {
    let (fill, line) = if ship.is_hulk() || ship.fate == Fate::Spectral {
        ("#bbbbbb", "#555555")
    } else {
        COLOURS[ship.side as usize]
    };
    let base = entry.profile.base;
    let (x, y) = place(battle, ship.at);
    let corner = |degrees: i32, share: i32| {
        let (x, y) = place(battle, ship.at.ahead(ship.heading.turned(degrees), Length(base.0 * share / 100)));
        format!("{x},{y}")
    };
    let _ = writeln!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{fill}\" fill-opacity=\"0.35\" stroke=\"{line}\"/>\n\
         <polygon points=\"{} {} {} {}\" fill=\"{fill}\" stroke=\"{line}\"/>",
        tenths(px(base)),
        corner(0, 100),
        corner(145, 80),
        corner(180, 40),
        corner(215, 80)
    );
    let state = if ship.fate == Fate::Fighting {
        let order = ship.order.map_or_else(String::new, |order| format!(", {order}"));
        format!("{}/{}{order}", ship.hits, entry.profile.hits)
    } else {
        ship.fate.to_string()
    };
    // What is written of a quadrant stands clear of the rest of its fort.
    let turned = entry.profile.odd.quadrant.is_some() && ship.heading.degrees() > 180;
    let (anchor, aside) = if turned { (" text-anchor=\"end\"", -1) } else { ("", 1) };
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" dx=\"{}\" dy=\"-4\" font-size=\"12\" fill=\"#111\"{anchor}>{}</text>\n\
         <text x=\"{x}\" y=\"{y}\" dx=\"{}\" dy=\"9\" font-size=\"10\" fill=\"#444\"{anchor}>{}</text>",
        tenths(aside * (px(base) + 30)),
        escape(&entry.name),
        tenths(aside * (px(base) + 30)),
        escape(&state)
    );
}

fn legend(out: &mut String, roster: &Roster, depth: i32) {
    let top = depth + 10 * MARGIN + 200;
    for side in Side::BOTH {
        let x = MARGIN + 160 * side as i32;
        let (fill, line) = COLOURS[side as usize];
        let _ = writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{fill}\" stroke=\"{line}\"/>\
             <text x=\"{}\" y=\"{y}\" dy=\"5\" font-size=\"14\" fill=\"#222\">{}</text>",
            x + 14,
            escape(&roster.sides[side as usize]),
            y = tenths(top)
        );
    }
}

/// What is due next, below the legend.
fn due(out: &mut String, roster: &Roster, battle: &Battle, depth: i32) {
    let top = depth + 10 * MARGIN + 200;
    let due = decisions::due(roster, &battle.pending());
    let _ = writeln!(
        out,
        "<text x=\"{MARGIN}\" y=\"{}\" font-size=\"14\" fill=\"#444\">{}</text>",
        tenths(top + 280),
        escape(&due)
    );
}
