//! Kinds of units and their weapons, as army and table files hold them.

use crate::battle::ground::kinds::{Ability, AirKind, Critical, Kind, Trait, Type, Weapon};
use crate::catalog::reader::Node;
use crate::table::geometry::Length;
use crate::text::did_you_mean;

/// A score of a D6: 2 to 6, 0 for none.
fn score(node: &Node<'_>, key: &'static str) -> u8 {
    let number = node.opt_number(key).unwrap_or(0);
    if number == 0 || (1..=6).contains(&number) {
        return number as u8;
    }
    node.problem_at(key, format_args!("`{key}` is {number}; a score is 1 to 6, or 0 for none"));
    0
}

fn opt_score(node: &Node<'_>, key: &'static str) -> Option<u8> {
    Some(score(node, key)).filter(|score| *score > 0)
}

fn bounded(node: &Node<'_>, key: &'static str, least: u32, most: u32, otherwise: u32) -> u32 {
    let number = node.opt_number(key).unwrap_or(otherwise);
    if (least..=most).contains(&number) {
        return number;
    }
    node.problem_at(key, format_args!("`{key}` is {number}; it may be {least} to {most}"));
    otherwise
}

/// Reads one unit (EP-UNIT-01).
pub(super) fn kind(node: &mut Node<'_>) -> Kind {
    let id = node.text("id");
    node.call(format!("unit \"{id}\""));
    if id.contains(char::is_whitespace) || id.parse::<i64>().is_ok() {
        node.problem_at("id", "an id is one word and no number");
    }
    let of = node.word("type", Type::ALL, |of| of.word()).unwrap_or(Type::Infantry);
    let mut kind = Kind {
        name: node.opt_text("name").unwrap_or_else(|| id.clone()),
        id,
        of,
        speed: Length::cm(bounded(node, "speed", 0, 200, 0).cast_signed()),
        armour: score(node, "armour"),
        close_combat: score(node, "close_combat"),
        firefight: score(node, "firefight"),
        capacity: bounded(node, "damage_capacity", 1, 20, 1) as u8,
        critical: critical(node),
        abilities: abilities(node),
        air: node.opt_word("air_kind", AirKind::ALL, |kind| kind.word()),
        transports: node.number_map("transports").into_iter().map(|(id, number)| (id, number.min(99) as u8)).collect(),
        carries_others: node.flag("carries_others"),
        weapons: node.tables("weapons", weapon),
    };
    if of != Type::WarEngine && kind.capacity > 1 {
        node.problem_at("damage_capacity", "only war engines have a damage capacity");
        kind.capacity = 1;
    }
    match (of, kind.air) {
        (Type::Aircraft, None) => node.problem("`air_kind` is missing: fighter, bomber or fighter-bomber"),
        (Type::Aircraft, Some(_)) | (_, None) => {}
        (_, Some(_)) => node.problem_at("air_kind", "only aircraft have an `air_kind`"),
    }
    kind
}

fn critical(node: &Node<'_>) -> Critical {
    let Some(word) = node.opt_text("critical") else { return Critical::Nothing };
    Critical::from_word(&word).unwrap_or_else(|| {
        node.problem_at(
            "critical",
            format_args!("`critical` is \"{word}\"; it can be none, destroyed, damage 1 or damage D3"),
        );
        Critical::Nothing
    })
}

fn abilities(node: &Node<'_>) -> Vec<Ability> {
    let mut found = Vec::new();
    for (word, place) in node.placed_texts("abilities") {
        match Ability::from_word(&word) {
            Some(ability) => found.push(ability),
            None => {
                let near = did_you_mean(&word, Ability::ALL.iter().map(|ability| ability.word()));
                node.report(place.problem(format!("there is no ability \"{word}\"{near}")));
            }
        }
    }
    found
}

fn weapon(node: &mut Node<'_>) -> Weapon {
    let name = node.text("name");
    node.call(format!("weapon \"{name}\""));
    let mut traits = Vec::new();
    for (word, place) in node.placed_texts("traits") {
        match Trait::from_word(&word) {
            Some(found) => traits.push(found),
            None => {
                let near = did_you_mean(&word, Trait::WORDS.iter().copied());
                node.report(place.problem(format!("there is no trait \"{word}\"{near}")));
            }
        }
    }
    let weapon = Weapon {
        name,
        count: bounded(node, "count", 1, 20, 1) as u8,
        range: Length::cm(bounded(node, "range", 0, 500, 0).cast_signed()),
        ap: opt_score(node, "ap"),
        at: opt_score(node, "at"),
        aa: opt_score(node, "aa"),
        barrage: bounded(node, "barrage", 0, 20, 0) as u8,
        traits,
    };
    let assaults = weapon.has(Trait::CloseCombat) || weapon.has(Trait::Firefight);
    if !weapon.shoots() && !assaults {
        node.problem("it has neither ap, at, aa nor barrage, and is no weapon of close combat or firefights");
    }
    if weapon.shoots() && weapon.range == Length::ZERO && !assaults {
        node.problem("`range` is missing");
    }
    if weapon.barrage > 0 && (weapon.ap.is_some() || weapon.at.is_some()) {
        node.problem_at("barrage", "a weapon has barrage points in place of ap and at (EP-BARR-01)");
    }
    weapon
}
