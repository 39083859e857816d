//! Makes a sub-sector map of any size: the same picks give the same chart, on every machine.
//!
//! All arithmetic is in whole numbers. Nothing here draws a random number itself.

mod names;
mod net;

use std::ops::RangeInclusive;

use super::chart::{Chart, StarSystem, WorldType};
use crate::text::slug;

/// How many systems a generated map may have.
pub const SYSTEMS: RangeInclusive<u32> = 4..=60;

/// Room left free at the edges of the drawing, for names.
const MARGIN: u32 = 60;
const SIDE: u32 = 1000 - 2 * MARGIN;
/// Coordinates are multiples of this, which keeps the file tidy.
const STEP: u32 = 5;
/// Places tried at random before the emptiest one is taken.
const TRIES: usize = 40;

/// A number below the one given, all equally likely.
type Pick<'p> = &'p mut dyn FnMut(u32) -> u32;

/// Makes a connected map without crossing channels.
///
/// `systems` is brought into [`SYSTEMS`]. `pick(n)` must give a number below `n`.
#[must_use]
pub fn generate(systems: u32, name: &str, pick: &mut dyn FnMut(u32) -> u32) -> Chart {
    let name: String = name.trim().chars().filter(|character| !character.is_control()).collect();
    let name = if name.is_empty() { "Unnamed Sub-sector".to_owned() } else { name };
    let systems = systems.clamp(*SYSTEMS.start(), *SYSTEMS.end());
    let mut points = places(systems, pick);
    // Names, and so the file, run from the top left to the bottom right.
    points.sort_by_key(|&(x, y)| (y / 125, x, y));
    let channels = net::channels(&points);
    let kinds = kinds(systems, &channels, pick);
    let blackstones = blackstones(&kinds, pick);
    let names = names::names(&kinds, pick);
    let ids: Vec<String> = names.iter().map(|name| slug(name)).collect();
    let systems: Vec<StarSystem> = names
        .into_iter()
        .enumerate()
        .map(|(index, name)| StarSystem {
            id: ids[index].clone(),
            name,
            kind: kinds[index],
            x: points[index].0,
            y: points[index].1,
            blackstone: blackstones.contains(&index),
            port_maw: false,
            note: None,
        })
        .collect();
    let id = slug(&name);
    Chart {
        id: if id.is_empty() { "sub-sector".to_owned() } else { id },
        name,
        note: format!("A generated map of {} systems: every name, type and channel is made up.", systems.len()),
        systems,
        channels: channels.into_iter().map(|(a, b)| (ids[a].clone(), ids[b].clone())).collect(),
    }
}

/// The square of the least distance between two systems of a generated map.
///
/// Discs of this radius around all systems but one cannot cover the map, not even the points of a lattice in it, so
/// the emptiest place is always far enough.
#[must_use]
pub const fn least_distance_squared(systems: u32) -> u32 {
    SIDE * SIDE / (4 * systems)
}

fn places(systems: u32, pick: Pick<'_>) -> Vec<(u16, u16)> {
    // Twice the guaranteed square: darts nearly always find it, and the map looks even.
    let wanted = 2 * least_distance_squared(systems);
    let mut points: Vec<(u16, u16)> = Vec::new();
    for _ in 0..systems {
        let mut dart = || coordinate(pick(SIDE / STEP + 1));
        let thrown = (0..TRIES).map(|_| (dart(), dart())).find(|point| clearance(&points, *point) >= wanted);
        points.push(thrown.unwrap_or_else(|| emptiest(&points)));
    }
    points
}

fn coordinate(step: u32) -> u16 {
    u16::try_from(MARGIN + step * STEP).unwrap_or(u16::MAX)
}

/// The square of the distance to the nearest point.
fn clearance(points: &[(u16, u16)], place: (u16, u16)) -> u32 {
    points.iter().map(|point| net::distance_squared(*point, place)).min().unwrap_or(u32::MAX)
}

fn emptiest(points: &[(u16, u16)]) -> (u16, u16) {
    let lattice = || (0..=SIDE / (2 * STEP)).map(|step| coordinate(step * 2));
    lattice()
        .flat_map(|y| lattice().map(move |x| (x, y)))
        .max_by_key(|place| clearance(points, *place))
        .unwrap_or_default()
}

/// Types in the proportions of MAP-06: mostly mining, agri and civilised worlds, a few special ones, some uninhabited.
///
/// Hive and forge worlds are the prizes, so no two of them are neighbours while there is another place.
fn kinds(systems: u32, channels: &[(usize, usize)], pick: Pick<'_>) -> Vec<WorldType> {
    let uninhabited = (systems + 2) / 10;
    let special = if systems < 6 { 0 } else { systems / 6 };
    let mut kinds: Vec<Option<WorldType>> = (0..systems).map(|_| None).collect();
    for index in 0..special {
        // The first is a hive or forge world whatever the dice say.
        let choices: &[WorldType] = match index {
            0 => &[WorldType::Hive, WorldType::Forge],
            _ => &[WorldType::Hive, WorldType::Forge, WorldType::Penal],
        };
        let kind = choices[choose(choices.len(), pick)];
        let free: Vec<usize> = (0..kinds.len()).filter(|at| kinds[*at].is_none()).collect();
        let apart: Vec<usize> = free.iter().copied().filter(|at| !beside_a_prize(*at, &kinds, channels)).collect();
        let spots = if apart.is_empty() { &free } else { &apart };
        kinds[spots[choose(spots.len(), pick)]] = Some(kind);
    }
    let common = [WorldType::Mining, WorldType::Agri, WorldType::Civilised];
    let mut deck: Vec<WorldType> = vec![WorldType::Uninhabited; uninhabited as usize];
    let rest = (systems - special - uninhabited) as usize;
    deck.extend((0..rest - rest % 3).map(|index| common[index % 3]));
    deck.extend((0..rest % 3).map(|_| common[choose(3, pick)]));
    let free = kinds.into_iter().map(|kind| kind.unwrap_or_else(|| deck.swap_remove(choose(deck.len(), pick))));
    free.collect()
}

fn beside_a_prize(at: usize, kinds: &[Option<WorldType>], channels: &[(usize, usize)]) -> bool {
    channels.iter().any(|&(a, b)| {
        let other = if a == at { b } else { a };
        (a == at || b == at) && matches!(kinds[other], Some(WorldType::Hive | WorldType::Forge))
    })
}

/// The inhabited systems with a Blackstone Fortress (MAP-07): about one system in twelve of a map of ten or more.
fn blackstones(kinds: &[WorldType], pick: Pick<'_>) -> Vec<usize> {
    let number = if kinds.len() < 10 { 0 } else { (kinds.len() + 6) / 12 };
    let mut inhabited: Vec<usize> = (0..kinds.len()).filter(|at| kinds[*at] != WorldType::Uninhabited).collect();
    (0..number).map(|_| inhabited.swap_remove(choose(inhabited.len(), pick))).collect()
}

/// An index below `length`, which is never more than a few dozen.
fn choose(length: usize, pick: Pick<'_>) -> usize {
    pick(u32::try_from(length).unwrap_or(u32::MAX)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picks_without_any_chance_still_end_in_a_map() {
        for systems in [4, 5, 11, 30, 60] {
            for constant in [0, u32::MAX] {
                let chart = generate(systems, "", &mut |below| constant.min(below - 1));
                assert_eq!(chart.systems.len(), systems as usize);
                assert_eq!(chart.id, "unnamed-sub-sector");
                let points: Vec<_> = chart.systems.iter().map(|system| (system.x, system.y)).collect();
                for (index, point) in points.iter().enumerate() {
                    assert!(clearance(&points[..index], *point) >= least_distance_squared(systems), "{systems}");
                }
            }
        }
    }

    #[test]
    fn a_size_out_of_range_is_brought_into_it() {
        assert_eq!(generate(0, "Small", &mut |_| 0).systems.len(), 4);
        assert_eq!(generate(1000, "Large", &mut |_| 0).systems.len(), 60);
    }

    #[test]
    fn a_map_of_twelve_has_one_blackstone_fortress_and_one_of_nine_has_none() {
        let fortresses = |systems| generate(systems, "x", &mut |_| 0).systems.iter().filter(|s| s.blackstone).count();
        assert_eq!([9, 10, 12, 24, 60].map(fortresses), [0, 1, 1, 2, 5]);
    }
}
