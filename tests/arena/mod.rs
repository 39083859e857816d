//! Tables for battles between captains: a fleet of each people against its own mirror image.

use std::fmt::Write as _;

use renown::battle::gothic::victory::Facts;
use renown::catalog::fleets::Fleets;
use renown::dice::Fast;
use renown::notation;
use renown::notation::Situation;

/// A fleet of about 1,500 points; the first half of its units is about half of it.
pub(crate) struct Fleet {
    pub(crate) people: &'static str,
    /// Units: a capital ship, or escorts of one squadron; a class may name its armament, `wraithship+prow-pulsar-lance`.
    pub(crate) units: &'static [&'static [&'static str]],
}

pub(crate) const FLEETS: [Fleet; 9] = [
    Fleet {
        people: "Imperial Navy",
        units: &[
            &["lunar"],
            &["dictator"],
            &["dauntless"],
            &["sword", "sword", "sword", "sword"],
            &["retribution"],
            &["dominator"],
            &["cobra", "cobra", "cobra"],
        ],
    },
    Fleet {
        people: "Chaos",
        units: &[
            &["devastation"],
            &["murder"],
            &["slaughter"],
            &["iconoclast", "iconoclast", "iconoclast", "iconoclast"],
            &["carnage"],
            &["hades"],
            &["slaughter"],
            &["infidel", "infidel", "infidel"],
        ],
    },
    Fleet {
        people: "Orks",
        units: &[
            &["terror-ship"],
            &["kill-kroozer"],
            &["onslaught", "onslaught", "onslaught", "onslaught"],
            &["savage", "savage", "savage", "savage"],
            &["brute", "brute", "brute", "brute"],
            &["hammer"],
            &["kill-kroozer"],
            &["kill-kroozer"],
            &["terror-ship"],
            &["ravager", "ravager", "ravager"],
        ],
    },
    Fleet {
        people: "Corsair Eldar",
        units: &[
            &["eclipse"],
            &["aurora"],
            &["hellebore", "hellebore"],
            &["hemlock", "hemlock", "hemlock"],
            &["shadow"],
            &["eclipse"],
            &["solaris"],
            &["aconite", "aconite"],
            &["nightshade", "nightshade", "nightshade"],
        ],
    },
    Fleet {
        people: "Space Marines",
        units: &[
            &["sm-strike-cruiser"],
            &["sm-strike-cruiser"],
            &["sm-gladius", "sm-gladius", "sm-gladius"],
            &["sm-nova", "sm-nova", "sm-nova"],
            &["sm-battle-barge"],
            &["sm-strike-cruiser"],
            &["sm-strike-cruiser"],
            &["sm-hunter", "sm-hunter", "sm-hunter"],
        ],
    },
    Fleet {
        people: "Craftworld Eldar",
        units: &[
            &["dragonship+prow-pulsar-lance+keel-launch-bays"],
            &["wraithship+prow-pulsar-lance+keel-torpedoes"],
            &["shadowhunter+prow-shadow-lance", "shadowhunter+prow-shadow-lance", "shadowhunter+prow-weapons-battery"],
            &["wraithship+prow-weapons-battery+keel-torpedoes"],
            &["wraithship+prow-pulsar-lance+keel-torpedoes"],
            &["dragonship+prow-weapons-battery+keel-torpedoes"],
            &["shadowhunter+prow-weapons-battery", "shadowhunter+prow-weapons-battery"],
        ],
    },
    Fleet {
        people: "Adeptus Mechanicus",
        units: &[
            &["am-lunar"],
            &["am-dictator"],
            &["am-sword", "am-sword", "am-sword", "am-sword"],
            &["am-gothic"],
            &["am-tyrant"],
            &["am-endurance"],
            &["am-cobra", "am-cobra", "am-cobra"],
        ],
    },
    Fleet {
        people: "Rogue Traders",
        units: &[
            &["rt-cruiser"],
            &["rt-cruiser"],
            &["rt-iconoclast", "rt-iconoclast", "rt-iconoclast", "rt-iconoclast"],
            &["warsphere"],
            &["rt-cruiser"],
            &["rt-endeavour"],
            &["fraal-battleship"],
            &["fraal-raider", "fraal-raider", "fraal-raider"],
        ],
    },
    Fleet {
        people: "Tau",
        units: &[
            &["hero-vashya"],
            &["protector-tolku"],
            &["defender", "defender", "defender", "messenger"],
            &["merchant-dalyth"],
            &["hero-tolku"],
            &["explorer-borkan"],
            &["emissary-sacea"],
            &["castellan", "castellan", "castellan"],
        ],
    },
];

/// A place in a list of so many.
fn one_of(draws: &mut Fast, count: usize) -> usize {
    draws.below(u32::try_from(count).expect("a short list")) as usize
}

/// A table for battle `index`: the first `units` of two fleets, deployed alike and turned about when they are the same,
/// some phenomena between them, and either side first.
pub(crate) fn table(catalog: &Fleets, fleets: [&Fleet; 2], units: usize, index: u64) -> Situation {
    let mut draws = Fast::new(77, index);
    let first = if index.is_multiple_of(2) { "Anna" } else { "Bert" };
    let sun = ["left", "right", "near", "far"][one_of(&mut draws, 4)];
    let mut text = format!(
        "last_turn = 8\nfirst = \"{first}\"\nsunward = \"{sun}\"\n\
         side = [{{ name = \"Anna\", rerolls = 1 }}, {{ name = \"Bert\", rerolls = 1 }}]\nfeature = [\n"
    );
    for _ in 0..draws.below(3) {
        let kind = ["cloud", "asteroids"][one_of(&mut draws, 2)];
        let (x, y) = (55 + draws.below(58), 20 + draws.below(68));
        let _ = writeln!(text, "{{ kind = \"{kind}\", low = [{x}, {y}], high = [{}, {}] }},", x + 12, y + 12);
    }
    text.push_str("]\nship = [\n");
    let deployment = u64::from(draws.below(1 << 30));
    for (side, fleet) in ["Anna", "Bert"].into_iter().zip(fleets) {
        let mut draws = Fast::new(deployment, 0);
        let count = fleet.units.len().min(units);
        let mut slots: Vec<usize> = (0..count).collect();
        for place in (1..count).rev() {
            slots.swap(place, one_of(&mut draws, place + 1));
        }
        for (unit, slot) in fleet.units.iter().take(count).zip(slots) {
            for (number, class) in unit.iter().enumerate() {
                let squadron =
                    if unit.len() > 1 { format!(", squadron = \"{side} squadron {slot}\"") } else { String::new() };
                let (x, y) = (30 + draws.below(5), 8 + 100 * (2 * slot + 1) / (2 * count) + 4 * number - 3);
                let (x, y, heading) = if side == "Anna" { (x, y, 90) } else { (180 - x, 120 - y, 270) };
                let mut parts = class.split('+');
                let class = parts.next().unwrap_or_default();
                let armament: Vec<String> = parts.map(|part| format!("\"{part}\"")).collect();
                let armament =
                    if armament.is_empty() { String::new() } else { format!(", armament = [{}]", armament.join(", ")) };
                let leader = if slot == 0 && number == 0 { ", commander = 9, flagship = true" } else { "" };
                let _ = writeln!(
                    text,
                    "{{ name = \"{side} {slot} {number}\", class = \"{class}\", side = \"{side}\"{squadron}, \
                     at = [{x}, {y}], heading = {heading}, leadership = {}{leader}{armament} }},",
                    6 + draws.below(4)
                );
            }
        }
    }
    text.push_str("]\n");
    notation::read("arena", &text, catalog).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
}

/// Victory points of both sides.
pub(crate) fn points(end: &Situation) -> [u32; 2] {
    Facts::of(&end.roster, &end.battle).standing().0
}
