//! Reads one class of the older game.

use crate::battle::space_fleet::cards::Card;
use crate::battle::space_fleet::class::{
    AnyCritical, Arc, Class, CriticalRow, Effect, FlagshipType, Fleet, Limits, Manoeuvre, Mount, Special, System,
    Weapon, WeaponKind, Wind,
};
use crate::catalog::reader::Node;

fn small(node: &Node<'_>, key: &'static str) -> u8 {
    opt_small(node, key).unwrap_or(0)
}

fn opt_small(node: &Node<'_>, key: &'static str) -> Option<u8> {
    let number = node.opt_number(key)?;
    let small = u8::try_from(number).ok().filter(|number| *number <= 100);
    if small.is_none() {
        node.problem_at(key, format_args!("`{key}` is {number}, but cannot be above 100"));
    }
    small
}

/// A class, and everything wrong with it.
pub(super) fn read(node: &mut Node<'_>, fleet: Option<Fleet>) -> Class {
    let id = node.text("id");
    node.call(format!("class \"{id}\""));
    let fleet = fleet.unwrap_or_else(|| {
        node.problem("the file has no `fleet`");
        Fleet::Imperial
    });
    let damage = if fleet == Fleet::Tyranid { small(node, "wounds") } else { small(node, "damage") };
    if damage == 0 {
        node.problem("a ship has one damage point or wound at least");
    }
    let wind = node.opt_table("speed_by_wind", |node| Wind {
        rear: small(node, "rear"),
        side: small(node, "side"),
        front: small(node, "front"),
    });
    let weapons = node.tables("weapons", weapon);
    let systems = systems(node, &weapons);
    let criticals = node.tables("criticals", critical);
    let any_critical = node.opt_word("any_critical", AnyCritical::ALL, AnyCritical::word);
    check_rows(node, &criticals);
    Class {
        name: node.text("name"),
        kind: node.text("kind"),
        rule: node.text("rule"),
        points: u16::try_from(node.number("points")).unwrap_or_else(|_| {
            node.problem_at("points", "`points` is too much");
            0
        }),
        speed: wind.map_or_else(|| small(node, "speed"), |wind| wind.rear),
        wind,
        manoeuvre: node.opt_word("manoeuvre", Manoeuvre::ALL, Manoeuvre::word).unwrap_or_default(),
        damage,
        strength: opt_small(node, "boarding_strength").unwrap_or(damage),
        shields: shields(node),
        limits: limits(node),
        flagship: node.opt_word("flagship_type", FlagshipType::ALL, FlagshipType::word),
        ram: node.tables("ram_bonus", ram),
        save: opt_small(node, "save"),
        any_critical,
        special: special(node),
        regiments: small(node, "regiments"),
        fuel: small(node, "fuel"),
        coherency: opt_small(node, "coherency").unwrap_or(3),
        cards_per_turn: small(node, "cards_per_turn"),
        cards_to_hand: small(node, "cards_to_hand"),
        weapons,
        systems,
        criticals,
        fleet,
        id,
    }
}

fn special(node: &Node<'_>) -> Special {
    let kind = node.opt_text("kind").unwrap_or_default();
    Special {
        split_broadside: node.flag("split_broadside"),
        claws: node.flag("claws"),
        never_rams: node.flag("never_rams"),
        pooled_shield: node.flag("pooled_shield"),
        generator: node.flag("generator"),
        targeting: node.flag("targeting"),
        blind_field: node.flag("blind_field"),
        holo_fields: node.flag("holo_fields"),
        support: kind == "support",
        one_convoy: node.flag("one_convoy"),
        joins_others: node.flag("joins_others"),
        no_commander: node.flag("no_commander"),
        kraken: kind == "kraken",
        hiveship: kind == "hiveship",
        mine: kind == "mine",
    }
}

fn shields(node: &Node<'_>) -> [u8; 4] {
    let read = node.opt_table("shields", |node| ["front", "left", "right", "rear"].map(|key| small(node, key)));
    read.unwrap_or_default()
}

fn span(node: &Node<'_>, key: &'static str) -> Option<(u8, Option<u8>)> {
    node.opt_table(key, |node| (small(node, "min"), opt_small(node, "max")))
}

fn limits(node: &Node<'_>) -> Limits {
    let (squadrons_min, squadrons_max) = span(node, "squadrons").unwrap_or((0, None));
    let ships = span(node, "ships_per_squadron").or_else(|| span(node, "swarm"));
    let (ships_min, ships_max) = ships.unwrap_or((1, None));
    Limits { squadrons_min, squadrons_max, ships_min, ships_max }
}

fn ram(node: &mut Node<'_>) -> (u8, u8) {
    let inches = node.numbers("inches");
    let upto = inches.get(1).copied().unwrap_or(0);
    if inches.len() != 2 {
        node.problem_at("inches", "`inches` must be two numbers, [from, to]");
    }
    (u8::try_from(upto).unwrap_or(0), small(node, "bonus"))
}

fn three(node: &Node<'_>, key: &'static str) -> [u8; 3] {
    let mut found = [0; 3];
    let numbers = node.numbers(key);
    if numbers.is_empty() || numbers.len() > 3 {
        node.problem_at(key, format_args!("`{key}` must be one to three numbers"));
    }
    for (slot, number) in found.iter_mut().zip(numbers) {
        *slot = u8::try_from(number).unwrap_or(0);
    }
    found
}

fn weapon(node: &mut Node<'_>) -> Weapon {
    let name = node.text("name");
    node.call(format!("weapon \"{name}\""));
    let (dice, bands) = (three(node, "dice"), three(node, "bands"));
    if node.numbers("dice").len() != node.numbers("bands").len() {
        node.problem("`dice` and `bands` must be as many");
    }
    let fires = node.opt_text("fires");
    if fires.as_ref().is_some_and(|word| word != "every_second_turn") {
        node.problem_at("fires", "`fires` can only be \"every_second_turn\"");
    }
    Weapon {
        name,
        kind: node.word("kind", WeaponKind::ALL, WeaponKind::word).unwrap_or_default(),
        arc: node.word("arc", Arc::ALL, Arc::word).unwrap_or_default(),
        dice,
        bands,
        attacks: opt_small(node, "attacks").unwrap_or(1),
        reload: fires.is_some(),
        points: small(node, "action_points"),
    }
}

fn systems(node: &Node<'_>, weapons: &[Weapon]) -> Vec<System> {
    let mut found = Vec::new();
    for (at, weapon) in (0..).zip(weapons) {
        if weapon.arc == Arc::Broadsides {
            found.push(System { weapon: at, mount: Mount::Left });
            found.push(System { weapon: at, mount: Mount::Right });
        } else {
            found.push(System { weapon: at, mount: Mount::Arc });
        }
    }
    if found.len() > 4 {
        node.problem("a ship has four weapon systems at most; broadsides are two");
        found.truncate(4);
    }
    found
}

fn critical(node: &mut Node<'_>) -> CriticalRow {
    let name = node.text("name");
    node.call(format!("critical \"{name}\""));
    let rolls = node.numbers("rolls");
    let face = |at: Option<&u32>| at.and_then(|face| u8::try_from(*face).ok()).filter(|face| (1..=6).contains(face));
    let (low, high) = (face(rolls.first()), face(rolls.last()));
    if low.is_none() || high.is_none() {
        node.problem_at("rolls", "`rolls` must be faces of a die");
    }
    let cards = node.texts("healed_by");
    let healed_by = cards.iter().filter_map(|word| {
        let card = Card::from_word(word);
        if card.is_none() {
            node.problem_at("healed_by", format_args!("there is no card \"{word}\""));
        }
        card
    });
    CriticalRow {
        low: low.unwrap_or(1),
        high: high.unwrap_or(1),
        effect: effect(node),
        repairable: node.flag("repairable"),
        healed_by: healed_by.collect(),
        name,
    }
}

/// Every face once, or no table at all.
fn check_rows(node: &Node<'_>, rows: &[CriticalRow]) {
    for face in 1..=6 {
        let rows = rows.iter().filter(|row| (row.low..=row.high).contains(&face)).count();
        if rows > 1 || (rows == 0 && node.has("criticals")) {
            node.problem_at("criticals", format_args!("{rows} rows of the critical table have a {face}"));
        }
    }
}

const EFFECTS: [&str; 33] = [
    "all_shields_lost",
    "left_broadside_out",
    "right_broadside_out",
    "weapon_out",
    "ram_and_prow_laser_out",
    "speed_cap",
    "super_manoeuvrable_lost",
    "damage",
    "wounds",
    "attack_repeated",
    "barrel_out",
    "turret_stuck",
    "boards_cripples_only",
    "claws_only",
    "boarding_strength",
    "holo_fields_lost",
    "holo_fields_below_half_only",
    "speed_by_wind",
    "stored_hits",
    "shield_stuck",
    "shield_off_for_good",
    "range_bonus",
    "targeting_lost",
    "no_boarding_or_landing",
    "regiments",
    "jettison_half_or_explode",
    "no_jettison",
    "fuel_explodes_ship_destroyed",
    "fuel_jet_half",
    "dice_cap",
    "movement_points_cap",
    "no_reinforcements",
    "no_boarding",
];
const MORE_EFFECTS: [&str; 5] =
    ["attacks_cap", "attack_points_cap", "wound_each_turn", "stops_dead", "death_frenzy_at_once"];

fn effect(node: &Node<'_>) -> Effect {
    let word = node.text("effect");
    let and = node.opt_text("and");
    let _shown = (node.opt_text("repeat"), node.has("wounds"));
    let kind = node.opt_word("weapon", WeaponKind::ALL, WeaponKind::word);
    let dice = node.opt_text("dice");
    let weapon = || {
        kind.unwrap_or_else(|| {
            node.problem("`weapon` is missing");
            WeaponKind::Laser
        })
    };
    let change = node.opt_signed("change").unwrap_or(0).unsigned_abs();
    match word.as_str() {
        "all_shields_lost" => Effect::AllShieldsLost,
        "left_broadside_out" => Effect::LeftBroadsideOut,
        "right_broadside_out" => Effect::RightBroadsideOut,
        "weapon_out" => Effect::WeaponOut(weapon()),
        "ram_and_prow_laser_out" => Effect::RamAndProwLaserOut,
        "speed_cap" => Effect::SpeedCap { inches: small(node, "inches"), clumsy: and.is_some() },
        "super_manoeuvrable_lost" => Effect::SuperLost,
        "damage" | "wounds" => Effect::Damage,
        "attack_repeated" => Effect::AttackRepeated,
        "barrel_out" => Effect::BarrelOut,
        "turret_stuck" => Effect::TurretStuck,
        "boards_cripples_only" => Effect::BoardsCripplesOnly,
        "claws_only" => Effect::ClawsOnly,
        "boarding_strength" => Effect::BoardingStrength(u8::try_from(change).unwrap_or(0)),
        "holo_fields_lost" => Effect::HoloLost,
        "holo_fields_below_half_only" => Effect::HoloBelowHalf,
        "speed_by_wind" => Effect::SpeedByWind(Wind {
            rear: small(node, "rear"),
            side: small(node, "side"),
            front: small(node, "front"),
        }),
        "stored_hits" => Effect::StoredHits,
        "shield_stuck" => Effect::ShieldStuck,
        "shield_off_for_good" => Effect::ShieldOffForGood,
        "range_bonus" => Effect::RangeBonus { inches: small(node, "inches"), blinded: and.is_some() },
        "targeting_lost" => Effect::TargetingLost,
        "no_boarding_or_landing" => Effect::NoBoardingOrLanding,
        "regiments" => Effect::RegimentLost,
        "jettison_half_or_explode" => Effect::JettisonHalf,
        "no_jettison" => Effect::NoJettison,
        "fuel_explodes_ship_destroyed" => Effect::FuelExplodes,
        "fuel_jet_half" => Effect::FuelJet,
        "dice_cap" => Effect::DiceCap(weapon(), dice.and_then(|dice| dice.parse().ok()).unwrap_or(1)),
        "movement_points_cap" => Effect::MovementPointsCap(small(node, "points")),
        "no_reinforcements" => Effect::NoReinforcements,
        "no_boarding" => Effect::NoBoarding,
        "attacks_cap" => Effect::AttacksCap(small(node, "attacks")),
        "attack_points_cap" => Effect::AttackPointsCap(small(node, "points")),
        "wound_each_turn" => Effect::WoundEachTurn,
        "stops_dead" => Effect::StopsDead,
        "death_frenzy_at_once" => Effect::Enraged,
        _ => {
            let hint = crate::text::did_you_mean(&word, EFFECTS.into_iter().chain(MORE_EFFECTS));
            node.problem_at("effect", format_args!("there is no effect \"{word}\"{hint}"));
            Effect::TurretStuck
        }
    }
}
