//! A battle as many pictures on one page: the ground and the counters are drawn once, and every picture uses them.
//! Colours and sizes are the page's style, so that a phone can show numbers where a desk shows names.

use std::fmt::Write as _;

use super::{GAP, MARGIN, Track, draw_feature, escape, grid, low_orbit, px, spot, sun};
use crate::battle::gothic::ordnance::outlines::{HALF_SALVO, MINE, blocks};
use crate::battle::gothic::state::ordnance::{Flight, FlightKind};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, FEATURES, Fate, Feature, ShipId};
use crate::table::fixed_list::FixedList;
use crate::table::geometry::Length;
use crate::table::side::Side;

/// What the pictures of a battle have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    ground: String,
    features: FixedList<Feature, FEATURES>,
    width: i32,
    height: i32,
    /// Sizes of counters, in tenths of a pixel.
    bases: Vec<i32>,
    /// The number of each ship; a squadron has one.
    numbers: Vec<u8>,
    /// Whom the numbers mean, of each side.
    pub key: [Vec<(u8, String)>; 2],
}

impl Stage {
    /// Of a battle as it begins.
    #[must_use]
    pub fn new(roster: &Roster, battle: &Battle) -> Self {
        let (width, depth) = (px(battle.ground.width), px(battle.ground.depth));
        // Low orbit has a panel of its own below the table.
        let low = battle.ground.low.map_or((0, 0), |low| (px(low.length), px(low.width) + GAP));
        let mut bases: Vec<i32> = roster.ships.iter().map(|entry| px(entry.profile.base)).collect();
        bases.sort_unstable();
        bases.dedup();
        let (mut numbers, mut key): (Vec<u8>, [Vec<(u8, String)>; 2]) = Default::default();
        let mut squadrons: Vec<(usize, u8)> = Vec::new();
        for (id, ship) in battle.all() {
            let squadron = ship.squadron.map(|squadron| usize::from(squadron.0));
            let known = squadrons.iter().find(|(known, _)| Some(*known) == squadron).map(|(_, number)| *number);
            let number = known.unwrap_or_else(|| {
                let number = u8::try_from(key[0].len() + key[1].len() + 1).unwrap_or(u8::MAX);
                let name = squadron.and_then(|squadron| roster.squadrons.get(squadron));
                let name = name.unwrap_or(&roster[id].name);
                key[ship.side as usize].push((number, name.clone()));
                squadrons.extend(squadron.map(|squadron| (squadron, number)));
                number
            });
            numbers.push(number);
        }
        Self {
            ground: ground(battle),
            features: battle.features,
            width: width.max(low.0) + 20 * MARGIN,
            height: depth + low.1 + 20 * MARGIN,
            bases,
            numbers,
            key,
        }
    }

    /// A drawing that is not seen itself.
    #[must_use]
    pub fn defs(&self) -> String {
        let mut out = String::from("<svg class=\"stage\" aria-hidden=\"true\"><defs>\n<g id=\"ground\">\n");
        out.push_str(&self.ground);
        out.push_str("</g>\n");
        for base in &self.bases {
            // Bow, the two corners of the stern, and the notch between them.
            let part = |share: i32| base * share / 1000;
            let _ = write!(out, "<g id=\"b{base}\"><circle r=\"");
            put(&mut out, *base);
            out.push_str("\" fill-opacity=\".35\"/><path d=\"M0 -");
            put(&mut out, *base);
            out.push('L');
            at(&mut out, (part(459), part(655)));
            out.push_str("L0 ");
            put(&mut out, part(400));
            out.push('L');
            at(&mut out, (-part(459), part(655)));
            out.push_str("z\"/></g>\n");
        }
        out.push_str("</defs></svg>\n");
        out
    }

    /// A moment of the battle with what led to it. `label` says what it shows.
    #[must_use]
    pub fn picture(&self, roster: &Roster, battle: &Battle, tracks: &[Track], label: &str) -> String {
        let mut out = String::with_capacity(4096);
        out.push_str("<svg viewBox=\"0 0 ");
        at(&mut out, (self.width, self.height));
        let _ = write!(out, "\" role=\"img\" aria-label=\"{}\">", escape(label));
        if battle.features == self.features {
            out.push_str("<use href=\"#ground\"/>\n");
        } else {
            out.push_str(&ground(battle));
        }
        markers(&mut out, battle);
        for side in Side::BOTH {
            for (ordnance, class) in [(false, 't'), (true, 'o')] {
                let ways = tracks.iter().filter(|track| track.side == side && track.ordnance == ordnance);
                let mut ways = ways.filter(|track| track.points.len() > 1).peekable();
                if ways.peek().is_none() {
                    continue;
                }
                let _ = write!(out, "<path class=\"{class}{}\" d=\"", side as u8);
                for track in ways {
                    for (index, point) in track.points.iter().enumerate() {
                        out.push(if index == 0 { 'M' } else { 'L' });
                        at(&mut out, spot(battle, *point));
                    }
                }
                out.push_str("\"/>\n");
            }
        }
        for flight in battle.flights.iter().filter(|flight| flight.aboard.is_none()) {
            draw_flight(&mut out, battle, flight);
        }
        self.ships(&mut out, roster, battle);
        out.push_str("</svg>\n");
        out
    }

    /// Counters first, so that no name lies under one; names for a desk, numbers for a phone.
    fn ships(&self, out: &mut String, roster: &Roster, battle: &Battle) {
        let present = || battle.all().filter(|(_, ship)| ship.present() || ship.fate == Fate::Spectral);
        let base = |id: ShipId| px(roster[id].profile.base);
        for (id, ship) in present() {
            let class = if ship.is_hulk() || ship.fate == Fate::Spectral { 2 } else { ship.side as u8 };
            let _ = write!(out, "<use class=\"s{class}\" href=\"#b{}\" transform=\"translate(", base(id));
            at(out, spot(battle, ship.at));
            let _ = writeln!(out, ")rotate({})\"/>", ship.heading.degrees());
        }
        out.push_str("<g class=\"n\">\n");
        for (id, ship) in present() {
            let entry = &roster[id];
            let (x, y) = spot(battle, ship.at);
            let (x, y) = ((x + base(id) + 30) / 10, y / 10);
            let _ = write!(out, "<text x=\"{x}\" y=\"{}\">{}</text>", y - 4, escape(&entry.name));
            let _ = write!(out, "<text class=\"o\" x=\"{x}\" y=\"{}\">", y + 9);
            match (ship.fate, ship.order) {
                (Fate::Fighting, None) => write!(out, "{}/{}", ship.hits, entry.profile.hits),
                (Fate::Fighting, Some(order)) => write!(out, "{}/{}, {order}", ship.hits, entry.profile.hits),
                (fate, _) => write!(out, "{fate}"),
            }
            .unwrap_or_default();
            out.push_str("</text>\n");
        }
        out.push_str("</g>\n<g class=\"k\">\n");
        let mut told = [false; 256];
        for (id, ship) in present() {
            let number = self.numbers.get(usize::from(id.0)).copied().unwrap_or_default();
            if !std::mem::replace(&mut told[usize::from(number)], true) {
                let (x, y) = spot(battle, ship.at);
                let _ = writeln!(out, "<text x=\"{}\" y=\"{}\">{number}</text>", (x + base(id)) / 10 + 4, y / 10 + 14);
            }
        }
        out.push_str("</g>\n");
    }
}

/// The table without what moves.
fn ground(battle: &Battle) -> String {
    let mut out = String::with_capacity(2048);
    let _ = write!(out, "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"");
    put(&mut out, px(battle.ground.width));
    out.push_str("\" height=\"");
    put(&mut out, px(battle.ground.depth));
    out.push_str("\" fill=\"#fff\" stroke=\"#444\"/>\n");
    grid(&mut out, battle);
    low_orbit(&mut out, battle);
    sun(&mut out, battle);
    for feature in &battle.features {
        draw_feature(&mut out, battle, feature);
    }
    out
}

/// Blast markers are the round ends of lines without length.
fn markers(out: &mut String, battle: &Battle) {
    if battle.markers.is_empty() {
        return;
    }
    out.push_str("<path class=\"m\" d=\"");
    for marker in &battle.markers {
        out.push('M');
        at(out, spot(battle, *marker));
        out.push_str("h0");
    }
    out.push_str("\"/>\n");
}

/// A salvo as a bar across its heading, a wave as its markers, a mine as a disc; fighters on patrol as a ring.
fn draw_flight(out: &mut String, battle: &Battle, flight: &Flight) {
    let side = flight.side as u8;
    let disc = |out: &mut String, class: char, radius: i32| {
        let (x, y) = spot(battle, flight.at);
        let _ = write!(out, "<circle class=\"{class}{side}\" cx=\"");
        put(out, x);
        out.push_str("\" cy=\"");
        put(out, y);
        out.push_str("\" r=\"");
        put(out, radius);
        out.push_str("\">");
        "circle"
    };
    let tag = match flight.id.kind {
        FlightKind::Salvo | FlightKind::Boarding => {
            let end = |turn| spot(battle, flight.at.ahead(flight.heading.turned(turn), HALF_SALVO));
            let _ = write!(out, "<path class=\"f{side}\" d=\"M");
            at(out, end(-90));
            out.push('L');
            at(out, end(90));
            out.push_str("\">");
            "path"
        }
        FlightKind::Wave if flight.patrol.is_some() => disc(out, 'r', px(Length(3_300))),
        FlightKind::Mine => disc(out, 's', px(MINE)),
        FlightKind::Wave => {
            let _ = write!(out, "<path class=\"s{side}\" d=\"");
            for block in &blocks(flight.size(), flight.at) {
                let (low, high) = (spot(battle, block.low), spot(battle, block.high));
                out.push('M');
                at(out, low);
                out.push('V');
                put(out, high.1);
                out.push('H');
                put(out, high.0);
                out.push('V');
                put(out, low.1);
                out.push('z');
            }
            out.push_str("\">");
            "path"
        }
    };
    let _ = writeln!(out, "<title>{}, {}</title></{tag}>", flight.id, flight.size());
}

fn at(out: &mut String, (x, y): (i32, i32)) {
    put(out, x);
    out.push(' ');
    put(out, y);
}

/// Writes tenths without asking the formatter: pictures are made of numbers.
fn put(out: &mut String, tenths: i32) {
    let mut digits = [0_u8; 12];
    let (mut at, mut rest) = (digits.len(), tenths.unsigned_abs());
    let fraction = u8::try_from(rest % 10).unwrap_or(0);
    rest /= 10;
    loop {
        at -= 1;
        digits[at] = b'0' + u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if tenths < 0 {
        out.push('-');
    }
    out.extend(digits[at..].iter().map(|digit| char::from(*digit)));
    if fraction > 0 {
        out.push('.');
        out.push(char::from(b'0' + fraction));
    }
}

#[cfg(test)]
mod tests {
    use super::put;

    #[test]
    fn tenths_are_written_short() {
        let text = |tenths| {
            let mut out = String::new();
            put(&mut out, tenths);
            out
        };
        assert_eq!(
            [0, 7, -7, 10, 1234, -400, i32::MAX].map(text),
            ["0", "0.7", "-0.7", "1", "123.4", "-40", "214748364.7"]
        );
    }
}
