//! A map drawn with characters.

mod canvas;

use unicode_width::UnicodeWidthStr as _;

use super::labels::{Area, Candidate, place};
use super::{ChartView, SystemView, clean, mark};
use crate::report::style::Style;
use canvas::Canvas;

/// Columns the names of the legend's rows take.
const INDENT: usize = 9;
/// Names are cut no shorter than this; below it a number is clearer.
const SHORTEST: usize = 6;

/// Draws the map for a terminal of `style.width` columns; between 60 and 160 of them are used.
///
/// A name for which there is no room is shortened, or else becomes a number that the legend explains.
#[must_use]
pub fn text(view: &ChartView, style: Style) -> String {
    let width = usize::from(style.width.clamp(60, 160));
    let height = (width * 42 / 100).clamp(16, 44);
    let (canvas, short) = draw(view, style, Canvas::new(width, height), Room::AsItFalls)
        // Too many systems for this size: it grows until they fit.
        .or_else(|| {
            let mut sizes = (1..).map(|round| Canvas::new(width, height + 8 * round));
            sizes.find_map(|canvas| draw(view, style, canvas, Room::Kept))
        })
        .unwrap_or_else(|| (Canvas::new(width, height), Vec::new()));
    let mut out = String::new();
    let (title, size) = (clean(&view.name), view.size());
    for line in wrap(&[(format!("{title}: {size}"), None)], width, 0) {
        out.push_str(&canvas::line(&line, style));
    }
    out.push('\n');
    out.push_str(&canvas.rows(style));
    out.push_str(&legend(view, &short, style, width));
    out
}

/// A name that is not in the drawing in full: what stands there, and the name.
type Short = (String, String);

/// Whether room for a number is kept beside every system, which makes sure that each has at least that.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Room {
    AsItFalls,
    Kept,
}

fn draw(view: &ChartView, style: Style, mut canvas: Canvas, room: Room) -> Option<(Canvas, Vec<Short>)> {
    let tokens: Vec<String> = view.systems.iter().map(token).collect();
    let kept = if room == Room::Kept { columns(&number(0, view.systems.len())) + 1 } else { 0 };
    let widths: Vec<i32> = tokens.iter().map(|token| columns(token) + 1 + kept).collect();
    let areas = canvas.spots(&view.systems, &widths)?;
    let own: Vec<Area> = areas.iter().map(|area| Area { right: area.right - kept, ..*area }).collect();
    for (a, b) in view.channels.iter().filter_map(|&(a, b)| own.get(a).zip(own.get(b))) {
        canvas.trace((a.left + 1, a.top), (b.left + 1, b.top), style.unicode);
    }
    let names: Vec<String> = view.systems.iter().map(|system| clean(&system.name)).collect();
    let labels: Vec<Vec<Candidate>> = (0..names.len())
        .map(|index| {
            let others: Vec<Area> =
                (0..areas.len()).map(|other| if other == index { own[index] } else { areas[other] }).collect();
            candidates(&variants(index, &names, style), &others, index, &canvas)
        })
        .collect();
    let chosen = place(&labels);
    let mut short = Vec::new();
    for (index, choice) in chosen.into_iter().enumerate() {
        let (system, choice) = (&view.systems[index], choice?);
        canvas.write(own[index].left, own[index].top, &tokens[index], system.owner);
        canvas.write(choice.area.left, choice.area.top, &choice.text, system.owner);
        if choice.text != names[index] {
            short.push((choice.text.clone(), names[index].clone()));
        }
    }
    Some((canvas, short))
}

/// A system in brackets with its marks: `[H]a^*+@b`.
fn token(system: &SystemView) -> String {
    let mut token = format!("[{}]", system.kind.letter());
    if let Some(owner) = system.owner {
        token.push_str(&mark(owner));
    }
    for (shown, sign) in [(system.home.is_some(), '^'), (system.blackstone, '*'), (system.port_maw, '+')] {
        if shown {
            token.push(sign);
        }
    }
    if let Some(owner) = system.base {
        token.push('@');
        token.push_str(&mark(owner));
    }
    token
}

/// What may stand for a name, with what it costs in clearness. A short form that could mean another system is none.
fn variants(index: usize, names: &[String], style: Style) -> Vec<(String, u32)> {
    let name = &names[index];
    let mut variants = vec![(name.clone(), 0)];
    for (length, cost) in [(SHORTEST.max(name.width() * 2 / 3), 1_000), (20, 2_000)] {
        if name.width() > length + 1 {
            let start = beginning(name, length - 2);
            if names.iter().filter(|other| other.starts_with(start)).count() == 1 {
                variants.push((shorten(name, length, style), cost));
            }
        }
    }
    variants.retain(|(text, _)| text.width() > 0);
    variants.push((number(index, names.len()), 5_000));
    variants
}

/// The number that stands for a name, as wide as that of the last system.
fn number(index: usize, systems: usize) -> String {
    format!("{:01$}", index + 1, systems.to_string().len())
}

/// At most `length` columns of a name, the last of them a sign that more follows.
fn shorten(name: &str, length: usize, style: Style) -> String {
    if name.width() <= length {
        return name.to_owned();
    }
    let more = if style.unicode { "…" } else { ".." };
    format!("{}{more}", beginning(name, length - 2).trim_end())
}

/// As much of a text as `length` columns hold.
fn beginning(text: &str, length: usize) -> &str {
    let ends = text.char_indices().map(|(at, character)| at + character.len_utf8());
    ends.take_while(|end| text[..*end].width() <= length).last().map_or("", |end| &text[..end])
}

/// The places beside, under and over a system where each variant of its name fits.
fn candidates(variants: &[(String, u32)], areas: &[Area], index: usize, canvas: &Canvas) -> Vec<Candidate> {
    let own = areas[index];
    let mut found = Vec::new();
    for (text, cost) in variants {
        let width = columns(text);
        let middle = own.left + 1 - width / 2;
        let sides = [
            (own.right, own.top),
            (own.left - width - 1, own.top),
            (middle, own.top + 1),
            (middle, own.top - 1),
            (own.left, own.top + 1),
            (own.left, own.top - 1),
            (own.left + 3 - width, own.top + 1),
            (own.left + 3 - width, own.top - 1),
            (own.left + 3, own.top + 1),
            (own.left + 3, own.top - 1),
        ];
        for (rank, (left, top)) in (0_u32..).zip(sides) {
            // One column more than the text keeps it apart from what follows.
            let area = Area::new(left, top, width + 1, 1);
            let free = !areas.iter().any(|other| other.overlaps(&area));
            if free && area.within(&canvas.area()) {
                let hidden = canvas.traced_in(&area);
                found.push(Candidate { area, cost: cost + rank + 6 * hidden, text: text.clone() });
            }
        }
    }
    found
}

fn legend(view: &ChartView, short: &[Short], style: Style, width: usize) -> String {
    let mut owners: Vec<Item> = Vec::new();
    for (index, owner) in view.owners.iter().enumerate() {
        let name = shorten(&clean(&owner.name), width - INDENT - 12, style);
        owners.push((format!("{} {name} ({})", mark(index), view.owned_by(Some(index))), Some(index)));
    }
    let unowned = view.owned_by(None);
    if !owners.is_empty() && unowned > 0 {
        owners.push((format!("nobody ({unowned})"), None));
    }
    let plain = |text: String| (text, None);
    let key = view.kinds().map(|kind| plain(format!("{} {kind}", kind.letter()))).collect();
    let signs = [
        (view.systems.iter().any(|system| system.home.is_some()), "^ home"),
        (view.systems.iter().any(|system| system.blackstone), "* Blackstone Fortress"),
        (view.systems.iter().any(|system| system.port_maw), "+ Port Maw"),
        (view.systems.iter().any(|system| system.base.is_some()), "@ hidden base"),
    ];
    let marks = signs.into_iter().filter(|(shown, _)| *shown).map(|(_, sign)| plain(sign.to_owned())).collect();
    let names = short.iter().map(|(stands, name)| plain(format!("{stands} {name}"))).collect();
    let note: Vec<Item> =
        view.note.iter().flat_map(|note| note.split_whitespace()).map(|word| plain(clean(word))).collect();

    let mut out = String::new();
    for (title, items, gap) in
        [("Owners", owners, 3), ("Key", key, 3), ("Marks", marks, 3), ("Names", names, 3), ("Note", note, 1)]
    {
        for (row, mut line) in wrap(&items, width - INDENT, gap).into_iter().enumerate() {
            let title = if row == 0 { title } else { "" };
            line.insert(0, (format!("{title:INDENT$}"), None));
            out.push_str(&canvas::line(&line, style));
        }
    }
    out
}

/// A piece of text and the owner whose colour it has.
type Item = (String, Option<usize>);

/// Lines of items with `gap` spaces between them, none wider than `width` columns.
fn wrap(items: &[Item], width: usize, gap: usize) -> Vec<Vec<Item>> {
    let mut lines: Vec<Vec<Item>> = Vec::new();
    let mut used = 0;
    for (text, owner) in items {
        for piece in pieces(text, width) {
            let length = piece.width();
            match lines.last_mut() {
                Some(line) if used + gap + length <= width => {
                    line.push((" ".repeat(gap), None));
                    line.push((piece, *owner));
                    used += gap + length;
                }
                _ => {
                    lines.push(vec![(piece, *owner)]);
                    used = length;
                }
            }
        }
    }
    lines
}

/// A text cut where it is wider than a line.
fn pieces(text: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for character in text.chars() {
        if let Some(last) = pieces.last_mut() {
            last.push(character);
            if last.width() > width {
                last.pop();
                pieces.push(character.to_string());
            }
        }
    }
    pieces
}

fn columns(text: &str) -> i32 {
    i32::try_from(text.width()).unwrap_or(i32::MAX)
}
