//! Made-up names of systems, in the manner of the sector.

use super::{Pick, choose};
use crate::campaign::chart::WorldType;
use crate::text::slug;

const FIRST: &[&str] = &[
    "Al", "Bel", "Bran", "Cal", "Cor", "Drav", "Dur", "El", "Fen", "Gal", "Hal", "Har", "Is", "Kar", "Kel", "Lor",
    "Mal", "Mor", "Nar", "Or", "Pell", "Quor", "Ras", "Sar", "Sol", "Tal", "Tor", "Ul", "Vol", "Vor", "Xan", "Zel",
];
const MIDDLE: &[&str] = &["a", "an", "ar", "e", "en", "i", "ith", "o", "or", "u"];
const LAST: &[&str] = &[
    "bane", "cor", "dane", "dis", "dran", "gar", "geth", "kand", "lis", "los", "mar", "mere", "nis", "phon", "rax",
    "ros", "sun", "tane", "tha", "tis", "tor", "vane", "ven", "vex",
];
const AFTER: &[&str] =
    &["Prime", "Secundus", "Reach", "Deep", "Gate", "Rest", "Watch", "Drift", "Shoal", "Landing", "Hollow", "Minor"];
const MARKED: &[&str] = &["Anvil", "Beacon", "Cinder", "Lantern", "Marker", "Sentinel", "Tollgate", "Waypoint"];

/// Bad luck beyond this many clashes is ended by a number behind the name.
const TRIES: u32 = 50;

/// One name per system, no two alike and no two with the same slug.
pub(super) fn names(kinds: &[WorldType], pick: Pick<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut slugs: Vec<String> = Vec::new();
    for kind in kinds {
        let mut name = name(*kind, pick);
        for _ in 0..TRIES {
            if !slugs.contains(&slug(&name)) {
                break;
            }
            name = self::name(*kind, pick);
        }
        let plain = name.clone();
        for number in 2.. {
            if !slugs.contains(&slug(&name)) {
                break;
            }
            name = format!("{plain} {number}");
        }
        slugs.push(slug(&name));
        names.push(name);
    }
    names
}

/// Nobody lives to name an uninhabited system, so most of them have a number.
fn name(kind: WorldType, pick: Pick<'_>) -> String {
    let numbered = if kind == WorldType::Uninhabited { 6 } else { 1 };
    match pick(10) {
        roll if roll < numbered => format!("{} {}", MARKED[choose(MARKED.len(), pick)], 2 + pick(97)),
        9 => format!("{} {}", word(pick), AFTER[choose(AFTER.len(), pick)]),
        _ => word(pick),
    }
}

fn word(pick: Pick<'_>) -> String {
    let first = FIRST[choose(FIRST.len(), pick)];
    let middle = if pick(3) == 0 { MIDDLE[choose(MIDDLE.len(), pick)] } else { "" };
    format!("{first}{middle}{}", LAST[choose(LAST.len(), pick)])
}
