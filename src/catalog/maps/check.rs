//! Checks over the whole of a map: what is there twice, what is too near, what cannot be reached.

use super::{FEWEST_SYSTEMS, ReadSystem};
use crate::catalog::reader::{Node, Place};
use crate::text::{and_list, count, did_you_mean, nearest};

/// Nearer than this, two systems cannot be told apart in a drawing.
const NEAR: u32 = 20;

type Channel = ((String, String), Place);

pub(super) fn check(root: &Node<'_>, systems: &[ReadSystem], channels: &[Channel]) {
    let number = i64::try_from(systems.len()).unwrap_or(i64::MAX);
    if systems.len() < FEWEST_SYSTEMS {
        let message = format!("the map has {}, but a campaign needs {FEWEST_SYSTEMS}", count(number, "system"));
        root.report(root.place().problem(message));
    }
    distinct(root, systems);
    let joined = ends(root, systems, channels);
    reachable(root, systems, &joined);
}

fn distinct(root: &Node<'_>, systems: &[ReadSystem]) {
    for (index, later) in systems.iter().enumerate() {
        let report = |message: String| {
            root.report(later.place.problem(format!("system \"{}\": {message}", later.system.id)));
        };
        let earlier = &systems[..index];
        let first = |same: &dyn Fn(&ReadSystem) -> bool| earlier.iter().find(|read| same(read));
        if let Some(other) = first(&|read| !read.system.id.is_empty() && read.system.id == later.system.id) {
            report(format!("the id stands at line {} already", other.place.line()));
        }
        let name = later.system.name.to_lowercase();
        if let Some(other) = first(&|read| !name.is_empty() && read.system.name.to_lowercase() == name) {
            report(format!("the name \"{}\" stands at line {} already", later.system.name, other.place.line()));
        }
        if let Some(other) = first(&|read| too_near(read, later)) {
            report(format!(
                "it lies on nearly the same spot as \"{}\" at line {}",
                other.system.id,
                other.place.line()
            ));
        }
    }
}

fn too_near(a: &ReadSystem, b: &ReadSystem) -> bool {
    let (Some(a), Some(b)) = (a.at, b.at) else { return false };
    let (dx, dy) = (u32::from(a.0.abs_diff(b.0)), u32::from(a.1.abs_diff(b.1)));
    dx * dx + dy * dy < NEAR * NEAR
}

/// The channels as pairs of indices. A name that is almost right counts as the one meant, and a second system of the
/// same id as the first, so that one slip of the pen is not reported again as a system that cannot be reached.
fn ends(root: &Node<'_>, systems: &[ReadSystem], channels: &[Channel]) -> Vec<(usize, usize)> {
    let find = |id: &str| systems.iter().position(|read| read.system.id == id);
    let ids = || systems.iter().map(|read| read.system.id.as_str());
    let mut joined: Vec<(usize, usize)> =
        systems.iter().enumerate().filter_map(|(index, read)| Some((find(&read.system.id)?, index))).collect();
    for (index, ((a, b), place)) in channels.iter().enumerate() {
        let report = |message: String| {
            root.report(place.problem(format!(
                "channel \"{}\" to \"{}\": {message}",
                a.escape_debug(),
                b.escape_debug()
            )));
        };
        for end in [a, b] {
            if find(end).is_none() {
                report(format!("there is no system \"{}\"{}", end.escape_debug(), did_you_mean(end, ids())));
            }
        }
        if a == b {
            report("a channel joins two different systems".to_owned());
        }
        let same = |(c, d): &(String, String)| (c, d) == (a, b) || (c, d) == (b, a);
        if let Some((_, other)) = channels[..index].iter().find(|(pair, _)| same(pair)) {
            report(format!("it stands at line {} already, and a channel works in both directions", other.line()));
        }
        let meant = |end: &str| find(end).or_else(|| nearest(end, ids()).and_then(find));
        joined.extend(meant(a).zip(meant(b)));
    }
    joined
}

fn reachable(root: &Node<'_>, systems: &[ReadSystem], joined: &[(usize, usize)]) {
    let parts = parts(systems.len(), joined);
    let Some(largest) = parts.iter().rev().max_by_key(|part| part.len()) else { return };
    let quoted = |index: usize| format!("\"{}\"", systems[index].system.id);
    for part in parts.iter().filter(|part| *part != largest) {
        let message = if let [only] = part.as_slice() {
            format!("system {}: no channel leads there", quoted(*only))
        } else {
            let names: Vec<String> = part.iter().map(|index| quoted(*index)).collect();
            format!("systems {} cannot be reached from {}", and_list(&names), quoted(largest[0]))
        };
        root.report(systems[part[0]].place.problem(message));
    }
}

/// The connected parts, each in the order of the file.
fn parts(systems: usize, joined: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut part: Vec<usize> = (0..systems).collect();
    for &(a, b) in joined {
        let (keep, drop) = (part[a].min(part[b]), part[a].max(part[b]));
        for mark in &mut part {
            if *mark == drop {
                *mark = keep;
            }
        }
    }
    (0..systems)
        .map(|root| (0..systems).filter(|index| part[*index] == root).collect::<Vec<_>>())
        .filter(|members| !members.is_empty())
        .collect()
}
