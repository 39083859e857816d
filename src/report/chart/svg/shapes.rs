//! The signs of the drawing: systems, stars, badges.

use std::fmt::Write as _;

use super::{INK, SPACE};
use crate::campaign::chart::WorldType;
use crate::report::chart::{SystemView, mark};
pub(super) use crate::text::escape;

/// Radius of a system.
pub(super) const RADIUS: i32 = 22;
/// Radius of the signs at its corners.
pub(super) const BADGE: i32 = 11;

/// Fill of a system nobody holds.
const EMPTY: &str = "#1a2440";
const EDGE: &str = "#9fb2d8";

/// Colours of owners, told apart by people with any kind of colour vision as far as twelve colours can be; all are
/// light enough for dark letters. The letter beside each system says the same.
const COLOURS: [&str; 12] = [
    "#e69f00", "#56b4e9", "#f0e442", "#cc79a7", "#2bb58a", "#d55e00", "#6f8fe8", "#f4f4f8", "#b8862d", "#c7a6f0",
    "#9bd770", "#ff9a8b",
];

pub(super) const fn colour(owner: usize) -> &'static str {
    COLOURS[owner % COLOURS.len()]
}

/// Dark space with faint stars, always the same ones.
pub(super) fn background(out: &mut String, prefix: &str, width: i32, height: i32) {
    let _ = writeln!(
        out,
        "<defs><radialGradient id=\"{prefix}-space\" cx=\"50%\" cy=\"40%\" r=\"75%\">\
         <stop offset=\"0\" stop-color=\"#16204a\"/><stop offset=\"1\" stop-color=\"{SPACE}\"/></radialGradient></defs>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"url(#{prefix}-space)\"/>\n<g fill=\"#c9d6f2\">"
    );
    let mut seed: u32 = 40_000;
    let mut below = |limit: i32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        i32::try_from(seed >> 16).unwrap_or_default() % limit.max(1)
    };
    for _ in 0..width * height / 9_000 {
        let (x, y) = (below(width), below(height));
        let (radius, opacity) = ([1, 1, 1, 2][usize::try_from(below(4)).unwrap_or(0)], 1 + below(3));
        let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" opacity=\".{opacity}\"/>");
    }
    out.push_str("</g>\n");
}

/// A system with its letter and the signs at its corners.
pub(super) fn system(out: &mut String, system: &SystemView, (x, y): (i32, i32)) {
    if let Some(owner) = system.home {
        let ring = RADIUS + 6;
        let _ = writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{ring}\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\"/>",
            colour(owner)
        );
    }
    world(out, system.kind, system.owner, RADIUS, (x, y));
    let corner = RADIUS - 4;
    if let Some(owner) = system.owner {
        badge(out, owner, (x + corner, y + corner));
    }
    if system.blackstone {
        star(out, (x + corner, y - corner));
    }
    if system.port_maw {
        cross(out, (x - corner, y - corner));
    }
    if let Some(owner) = system.base {
        base(out, owner, (x - corner, y + corner));
    }
}

/// The circle of a system and its key letter; a broken edge where nobody lives.
pub(super) fn world(out: &mut String, kind: WorldType, owner: Option<usize>, radius: i32, (x, y): (i32, i32)) {
    let (fill, letter) = owner.map_or((EMPTY, INK), |owner| (colour(owner), SPACE));
    let dashes = if kind == WorldType::Uninhabited { " stroke-dasharray=\"6 4\"" } else { "" };
    let _ = writeln!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{EDGE}\" stroke-width=\"2\"{dashes}/>\n\
         <text x=\"{x}\" y=\"{}\" font-size=\"{radius}\" font-weight=\"bold\" text-anchor=\"middle\" \
         fill=\"{letter}\">{}</text>",
        y + radius * 3 / 8,
        kind.letter()
    );
}

/// The letter of an owner, for readers who do not see the colour.
pub(super) fn badge(out: &mut String, owner: usize, (x, y): (i32, i32)) {
    let _ = writeln!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{BADGE}\" fill=\"{SPACE}\" stroke=\"{}\" stroke-width=\"2\"/>",
        colour(owner)
    );
    letter(out, owner, INK, (x, y));
}

/// A hidden base: a diamond with its owner's letter.
pub(super) fn base(out: &mut String, owner: usize, (x, y): (i32, i32)) {
    let reach = BADGE + 3;
    let _ = writeln!(
        out,
        "<path d=\"M{x} {}l{reach} {reach}-{reach} {reach}-{reach}-{reach}z\" fill=\"{}\" stroke=\"{SPACE}\" \
         stroke-width=\"2\"/>",
        y - reach,
        colour(owner)
    );
    letter(out, owner, SPACE, (x, y));
}

fn letter(out: &mut String, owner: usize, fill: &str, (x, y): (i32, i32)) {
    let mark = mark(owner);
    let size = if mark.len() > 1 { 10 } else { 14 };
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\" font-weight=\"bold\" text-anchor=\"middle\" \
         fill=\"{fill}\">{mark}</text>",
        y + 4
    );
}

/// A Blackstone Fortress: a star of eight points.
pub(super) fn star(out: &mut String, (x, y): (i32, i32)) {
    let _ = writeln!(
        out,
        "<path d=\"M{x} {}l3 8 7-3-3 7 8 3-8 3 3 7-7-3-3 8-3-8-7 3 3-7-8-3 8-3-3-7 7 3z\" fill=\"{INK}\" \
         stroke=\"{SPACE}\" stroke-width=\"1.5\"/>",
        y - 15
    );
}

/// Port Maw: a cross.
pub(super) fn cross(out: &mut String, (x, y): (i32, i32)) {
    let _ = writeln!(
        out,
        "<path d=\"M{} {}h6v7h7v6h-7v7h-6v-7h-7v-6h7z\" fill=\"{INK}\" stroke=\"{SPACE}\" stroke-width=\"1.5\"/>",
        x - 3,
        y - 10
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance as WCAG 2 defines it.
    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("hexadecimal")) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_letter_can_be_read_on_its_ground() {
        for colour in COLOURS {
            assert!(contrast(colour, SPACE) >= 4.5, "{colour}");
        }
        for ground in [SPACE, "#16204a", EMPTY] {
            assert!(contrast(INK, ground) >= 4.5, "{ground}");
            assert!(contrast(super::super::SOFT_INK, ground) >= 4.5, "{ground}");
            assert!(contrast("#7d8bb5", ground) >= 3.0, "{ground}");
        }
    }
}
