//! Reads the classes of a fleet file.

use crate::catalog::reader::Node;
use crate::ships::class::{
    Arc, Armour, ClassLeadership, ClassOption, ClassUse, Confidence, Field, Hull, People, PointShare, ShipClass,
    ShipType, Strength, Weapon, WeaponKind,
};
use crate::text::did_you_mean;

use super::effects::read_effects;
use super::ledger::{Kind, Ledger};

/// Reads one `[[class]]`.
pub(super) fn read_class(node: &mut Node<'_>, fleet: &str, people: People, ledger: &mut Ledger) -> ShipClass {
    let id = ledger.define(node, Kind::Class, "");
    let template = node.flag("template");
    let hits = node.number("hits");
    if hits == 0 && !template && node.has("hits") {
        node.problem_at("hits", "`hits` is 0, but a class that can be bought needs at least 1");
    }
    let (confidence, conflicts) = read_confidence(node);
    ShipClass {
        name: node.text("name"),
        fleet: fleet.to_owned(),
        people: node.opt_word("people", People::ALL, People::word).unwrap_or(people),
        kind: node.word("type", ShipType::ALL, ShipType::word).unwrap_or(ShipType::Cruiser),
        hull: node.word("hull", Hull::ALL, Hull::word).unwrap_or(Hull::Cruiser),
        points: node.opt_number("points"),
        hits,
        speed_cm: node.number("speed_cm"),
        speed_bands_cm: node.numbers("speed_bands_cm"),
        turn_degrees: node.opt_number("turn_degrees"),
        shields: node.number("shields"),
        field: node.opt_word("field", Field::ALL, Field::word),
        armour: read_armour(node),
        turrets: node.number("turrets"),
        spores: node.opt_number("spores"),
        hull_save: node.opt_number("hull_save"),
        leadership: node.opt_table("leadership", read_leadership).flatten(),
        quadrants: node.opt_number("quadrants"),
        weapons: node.tables("weapon", |weapon| read_weapon(weapon, &id, ledger)),
        options: node.tables("option", |option| read_option(option, &id, ledger)),
        attack_craft: ledger.names(node, "attack_craft", Kind::Craft, ""),
        special: ledger.names(node, "special", Kind::Special, ""),
        unique: node.flag("unique"),
        xenos: node.flag("xenos"),
        template,
        variant_of: node.opt_text("variant_of"),
        uses: read_words(node, "uses", ClassUse::ALL, ClassUse::word),
        max: node.opt_number("max"),
        famous_names: node.texts("famous_names"),
        limit: node.opt_text("limit"),
        note: node.opt_text("note"),
        confidence,
        conflicts,
        id,
    }
}

/// Reads `confidence` and `conflicts`, which belong together.
pub(super) fn read_confidence(node: &Node<'_>) -> (Confidence, Vec<String>) {
    let confidence = node.word("confidence", Confidence::ALL, Confidence::word).unwrap_or(Confidence::SingleSource);
    let conflicts = node.texts("conflicts");
    if confidence == Confidence::Conflict && conflicts.is_empty() {
        node.problem_at("confidence", "`confidence` is \"conflict\", but `conflicts` does not say how");
    }
    (confidence, conflicts)
}

/// Reads a list of words of a closed set.
pub(super) fn read_words<T: Copy>(
    node: &Node<'_>,
    key: &'static str,
    all: &[T],
    word: impl Fn(T) -> &'static str,
) -> Vec<T> {
    node.texts(key)
        .iter()
        .filter_map(|text| {
            let found = all.iter().copied().find(|value| word(*value) == text);
            if found.is_none() {
                let hint = did_you_mean(text, all.iter().map(|value| word(*value)));
                node.problem_at(key, format_args!("`{key}` holds \"{text}\"{hint}"));
            }
            found
        })
        .collect()
}

fn read_armour(node: &Node<'_>) -> Armour {
    let read = |armour: &mut Node<'_>| {
        let side = |key| {
            let value = armour.number(key);
            // The gunnery table and every printed profile know no other values.
            if armour.has(key) && !(3..=6).contains(&value) {
                armour.problem_at(key, format_args!("`{key}` is {value}, but armour is 3 to 6"));
            }
            value
        };
        Armour { front: side("front"), side: side("side"), rear: side("rear") }
    };
    node.opt_table("armour", read).unwrap_or_else(|| {
        if !node.has("armour") {
            node.problem("`armour` is missing");
        }
        Armour { front: 5, side: 5, rear: 5 }
    })
}

const LEADERSHIP: &[&str] = &["fixed", "falls with damage", "parent plus", "squadron size", "instinct"];

fn read_leadership(node: &mut Node<'_>) -> Option<ClassLeadership> {
    let kind = node.word("kind", LEADERSHIP, |word| word)?;
    if kind == "instinct" {
        return Some(ClassLeadership::Instinct);
    }
    let value = read_small(node, "value", 10);
    Some(match kind {
        "fixed" => ClassLeadership::Fixed(value),
        "falls with damage" => ClassLeadership::FallsWithDamage(value),
        "parent plus" => ClassLeadership::ParentPlus(value),
        _ => ClassLeadership::SquadronSize(value),
    })
}

/// Reads a number from 0 to `most` that must be there.
pub(super) fn read_small(node: &Node<'_>, key: &'static str, most: u8) -> u8 {
    let number = node.number(key);
    u8::try_from(number).ok().filter(|value| *value <= most).unwrap_or_else(|| {
        node.problem_at(key, format_args!("`{key}` is {number}, but cannot be more than {most}"));
        0
    })
}

fn read_weapon(node: &mut Node<'_>, class: &str, ledger: &mut Ledger) -> Weapon {
    let name = node.text("name");
    node.call(format!("class \"{class}\": weapon \"{name}\""));
    let kind = node.word("kind", WeaponKind::ALL, WeaponKind::word);
    let weapon = Weapon {
        name,
        mount: node.text("mount"),
        kind: kind.unwrap_or(WeaponKind::Battery),
        range_cm: node.opt_number("range_cm"),
        range_min_cm: node.opt_number("range_min_cm"),
        speed_cm: node.opt_number("speed_cm"),
        speed_min_cm: node.opt_number("speed_min_cm"),
        strength: read_strength(node),
        arcs: read_words(node, "arcs", Arc::ALL, Arc::word),
        attack_craft: ledger.names(node, "attack_craft", Kind::Craft, ""),
        attack_craft_optional: ledger.names(node, "attack_craft_optional", Kind::Craft, ""),
        carries: ledger.names(node, "carries", Kind::Class, ""),
        choice_slot: node.opt_text("choice_slot"),
        points: node.opt_number("points"),
        contact_only: node.flag("contact_only"),
    };
    match kind {
        Some(WeaponKind::Torpedo | WeaponKind::BoardingTorpedo) if weapon.speed_cm.is_none() => {
            node.problem("torpedoes need `speed_cm`");
        }
        Some(WeaponKind::Battery | WeaponKind::Lance) if weapon.range_cm.is_none() => {
            node.problem("a weapon that fires directly needs `range_cm`");
        }
        Some(WeaponKind::LaunchBay) if weapon.attack_craft.is_empty() && weapon.attack_craft_optional.is_empty() => {
            node.problem("launch bays need `attack_craft`");
        }
        _ => {}
    }
    weapon
}

fn read_strength(node: &Node<'_>) -> Strength {
    let found = node.has("strength").then(|| node.json("strength")).flatten();
    match &found {
        Some(serde_json::Value::String(dice)) if dice == "special" || is_dice(dice) => {
            return Strength::Dice(dice.clone());
        }
        Some(value) => {
            if let Some(number) = value.as_u64().and_then(|number| u32::try_from(number).ok()) {
                return Strength::Fixed(number);
            }
            node.problem_at("strength", "`strength` must be a number, dice such as \"2D6+2\", or \"special\"");
        }
        None => node.problem("`strength` is missing"),
    }
    Strength::Fixed(0)
}

fn is_dice(text: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (dice, plus) = text.split_once('+').map_or((text, None), |(dice, plus)| (dice, Some(plus)));
    let sides = dice.split_once('D').filter(|(count, _)| count.is_empty() || number(count)).map(|(_, sides)| sides);
    sides.is_some_and(|sides| matches!(sides, "3" | "6")) && plus.is_none_or(number)
}

fn read_option(node: &mut Node<'_>, class: &str, ledger: &mut Ledger) -> ClassOption {
    let id = ledger.part(node, Kind::Option, class);
    if !node.has("points") {
        node.problem("`points` is missing");
    }
    ClassOption {
        id,
        points: node.opt_signed("points").unwrap_or_default(),
        effect: node.text("effect"),
        effects: read_effects(node),
        leadership: node.has("leadership").then(|| read_small(node, "leadership", 10)),
        lists: ledger.names(node, "lists", Kind::List, ""),
        max: node.opt_number("max"),
        max_per_points: node.opt_table("max_per_points", |share| PointShare {
            count: share.number("count"),
            points: share.number("points"),
        }),
        by_agreement: node.flag("by_agreement"),
        limit: node.opt_text("limit"),
        times: node.opt_number("times").unwrap_or(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_told_from_other_words() {
        for dice in ["D6", "2D6+2", "D3+1"] {
            assert!(is_dice(dice), "{dice}");
        }
        for other in ["", "6", "D", "D8", "D6+", "xD6", "D6-1"] {
            assert!(!is_dice(other), "{other}");
        }
    }
}
