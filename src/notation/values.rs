//! Values of a situation file: figures, places, sides, ships by name.

use crate::battle::gothic::state::SquadronId;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::ship_set::Crowd;
use crate::battle::gothic::state::{SHIPS, SQUADRONS, ShipId, Unit};
use crate::catalog::reader::Node;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;

pub(super) fn small(node: &Node<'_>, key: &'static str) -> Option<u8> {
    let number = node.opt_number(key)?;
    let small = u8::try_from(number).ok().filter(|number| *number <= 200);
    if small.is_none() {
        node.problem_at(key, format_args!("`{key}` is {number}, but cannot be above 200"));
    }
    small
}

pub(super) fn length(node: &Node<'_>, key: &'static str) -> Option<Length> {
    let text = node.opt_decimal(key)?;
    text.parse().map_err(|problem: String| node.problem_at(key, format_args!("`{key}`: {problem}"))).ok()
}

pub(super) fn place_of(node: &Node<'_>, key: &str, numbers: &[String]) -> Option<Point> {
    let [x, y] = numbers else {
        node.problem_at(key, format_args!("`{key}` must be two numbers, [x, y]"));
        return None;
    };
    let read = |text: &str| {
        text.parse::<Length>().map_err(|problem| node.problem_at(key, format_args!("`{key}`: {problem}"))).ok()
    };
    Some(Point { x: read(x)?, y: read(y)? })
}

pub(super) fn side(node: &Node<'_>, key: &'static str, roster: &Roster) -> Side {
    let Some(name) = node.opt_text(key) else { return Side::One };
    match roster.sides.iter().position(|known| known.eq_ignore_ascii_case(&name)) {
        Some(0) => Side::One,
        Some(_) => Side::Two,
        None => {
            node.problem_at(key, format_args!("`{key}` is \"{name}\", which is no side"));
            Side::One
        }
    }
}

pub(super) fn ship(node: &Node<'_>, key: &str, roster: &Roster, name: &str) -> Option<ShipId> {
    let found = roster.ships.iter().position(|entry| entry.name.eq_ignore_ascii_case(name));
    if found.is_none() {
        node.problem_at(key, format_args!("there is no ship \"{name}\""));
    }
    // That there are too many ships is said where they are counted.
    found.filter(|index| *index < SHIPS).map(|index| ShipId(index as u8))
}

pub(super) fn unit(node: &Node<'_>, key: &str, roster: &Roster, name: &str) -> Option<Unit> {
    let found = roster.squadrons.iter().position(|known| known.eq_ignore_ascii_case(name));
    match found.filter(|index| *index < SQUADRONS) {
        Some(index) => Some(Unit::Squadron(SquadronId(index as u8))),
        None => ship(node, key, roster, name).map(Unit::Ship),
    }
}

pub(super) fn ship_at(node: &Node<'_>, key: &'static str, roster: &Roster) -> Option<ShipId> {
    ship(node, key, roster, &node.text(key))
}

pub(super) fn unit_at(node: &Node<'_>, key: &'static str, roster: &Roster) -> Option<Unit> {
    unit(node, key, roster, &node.text(key))
}

pub(super) fn opt_ship(node: &Node<'_>, key: &'static str, roster: &Roster) -> Option<ShipId> {
    ship(node, key, roster, &node.opt_text(key)?)
}

pub(super) fn point(node: &Node<'_>, key: &'static str) -> Point {
    place_of(node, key, &node.decimals(key)).unwrap_or_default()
}

/// Ships by their names.
pub(super) fn ships(node: &Node<'_>, key: &'static str, roster: &Roster) -> Crowd {
    let mut found = Crowd::default();
    for name in node.texts(key) {
        if let Some(id) = ship(node, key, roster, &name) {
            found.insert(id);
        }
    }
    found
}

/// A short list of tables.
pub(super) fn rows_of<T: Copy + Default, const N: usize>(
    node: &Node<'_>,
    key: &'static str,
    read: impl FnMut(&mut Node<'_>) -> T,
) -> FixedList<T, N> {
    let mut found = FixedList::new();
    if node.tables(key, read).into_iter().any(|item| found.push(item).is_err()) {
        node.problem_at(key, format_args!("`{key}` has more than {N} rows"));
    }
    found
}

/// A short list of words.
pub(super) fn list_of<T: Copy + Default, const N: usize>(
    node: &Node<'_>,
    key: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> FixedList<T, N> {
    let mut found = FixedList::new();
    for word in node.texts(key) {
        if read(&word).is_none_or(|item| found.push(item).is_err()) {
            node.problem_at(key, format_args!("\"{word}\" cannot stand in `{key}`"));
        }
    }
    found
}
