//! What stands under the map: owners, key letters, signs, and names that had no room.

use std::fmt::Write as _;

use super::shapes::{base, colour, cross, escape, star, world};
use super::{INK, Name, SOFT_INK, cut, text_width};
use crate::campaign::chart::WorldType;
use crate::report::chart::{ChartView, mark};

const ROW: i32 = 42;
/// Room for the name of a part.
const TITLE: i32 = 90;
const SIZE: i32 = 17;
/// Radius of the signs.
const SIGN: i32 = 15;

/// A sign and what it means.
enum Item {
    Owner(usize, String),
    Kind(WorldType),
    Sign(fn(&mut String, (i32, i32)), &'static str),
    Plain(String),
}

/// The legend from `top` down, and its height.
pub(super) fn legend(view: &ChartView, names: &[Name], (side, width): (i32, i32), top: i32) -> (String, i32) {
    let mut out = String::new();
    let _ = writeln!(out, "<path d=\"M{side} {top}H{}\" stroke=\"#4a5a8c\"/>", width - side);
    let left = side + TITLE;
    let mut y = top + ROW / 2 + 12;
    for (title, items) in sections(view, names) {
        if items.is_empty() {
            continue;
        }
        let _ =
            writeln!(out, "<text x=\"{side}\" y=\"{}\" font-size=\"{SIZE}\" fill=\"{SOFT_INK}\">{title}</text>", y + 6);
        let mut x = left;
        for item in &items {
            let text = words(item);
            let sign = if matches!(item, Item::Plain(_)) { 0 } else { 2 * SIGN + 10 };
            let length = sign + text_width(&text, SIZE) + 24;
            if x > left && x + length > width - side * 2 / 3 {
                x = left;
                y += ROW;
            }
            draw(&mut out, item, (x + SIGN, y));
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"{SIZE}\" fill=\"{INK}\">{}</text>",
                x + sign,
                y + 6,
                escape(&text)
            );
            x += length;
        }
        y += ROW + 6;
    }
    (out, y - top)
}

fn sections(view: &ChartView, names: &[Name]) -> [(&'static str, Vec<Item>); 4] {
    let mut owners: Vec<Item> = Vec::new();
    for (index, owner) in view.owners.iter().enumerate() {
        owners.push(Item::Owner(index, format!("{} ({})", cut(&owner.name, 40), view.owned_by(Some(index)))));
    }
    let unowned = view.owned_by(None);
    if !owners.is_empty() && unowned > 0 {
        owners.push(Item::Plain(format!("nobody ({unowned})")));
    }
    let any = |shown: fn(&crate::report::chart::SystemView) -> bool| view.systems.iter().any(shown);
    let mut signs: Vec<Item> = Vec::new();
    if any(|system| system.blackstone) {
        signs.push(Item::Sign(star, "Blackstone Fortress"));
    }
    if any(|system| system.port_maw) {
        signs.push(Item::Sign(cross, "Port Maw"));
    }
    if any(|system| system.home.is_some()) {
        signs.push(Item::Sign(home, "home"));
    }
    if any(|system| system.base.is_some()) {
        signs.push(Item::Sign(|out, at| base(out, 0, at), "hidden base"));
    }
    let numbered = view.systems.iter().zip(names).filter(|(_, name)| name.number);
    let numbers = numbered.map(|(system, name)| Item::Plain(format!("{} {}", name.text, cut(&system.name, 60))));
    [
        ("Owners", owners),
        ("Key", view.kinds().map(Item::Kind).collect()),
        ("Marks", signs),
        ("Names", numbers.collect()),
    ]
}

fn words(item: &Item) -> String {
    match item {
        Item::Owner(_, text) | Item::Plain(text) => text.clone(),
        Item::Kind(kind) => kind.to_string(),
        Item::Sign(_, text) => (*text).to_owned(),
    }
}

fn draw(out: &mut String, item: &Item, (x, y): (i32, i32)) {
    match item {
        Item::Owner(index, _) => {
            let _ = writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{SIGN}\" fill=\"{}\"/>\n\
                 <text x=\"{x}\" y=\"{}\" font-size=\"15\" font-weight=\"bold\" text-anchor=\"middle\" \
                 fill=\"#0b1020\">{}</text>",
                colour(*index),
                y + 5,
                mark(*index)
            );
        }
        Item::Kind(kind) => world(out, *kind, None, SIGN, (x, y)),
        Item::Sign(sign, _) => sign(out, (x, y)),
        Item::Plain(_) => {}
    }
}

/// The ring around a home.
fn home(out: &mut String, (x, y): (i32, i32)) {
    let _ = writeln!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"12\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\"/>\n\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{SOFT_INK}\"/>"
    );
}
