//! Reads the fleet lists of a fleet file, and the upgrades that they or the fleet sell.

use crate::campaign::lists::{Company, FleetList, LeadershipTable, ReserveRule, ReservesFrom, Section, Upgrade};
use crate::catalog::reader::Node;
use crate::ships::class::{Confidence, People, WeaponKind};

use super::class::{read_confidence, read_words};
use super::effects::read_effects_of;
use super::ledger::{Kind, Ledger};
use super::limit::{read_limit, read_per, read_price, read_selectors};

/// Reads one `[[list]]`.
pub(super) fn read_list(node: &mut Node<'_>, fleet: &str, ledger: &mut Ledger) -> FleetList {
    let id = ledger.define(node, Kind::List, "");
    let (confidence, conflicts) = read_confidence(node);
    let list = FleetList {
        fleet: fleet.to_owned(),
        name: node.text("name"),
        period: node.opt_text("period"),
        attack_rating: node.opt_number("attack_rating"),
        people: node.opt_word("people", People::ALL, People::word),
        allies: node.opt_flag("allies").unwrap_or(true),
        reserves: node.opt_flag("reserves").unwrap_or(true),
        pirate: node.opt_flag("pirate"),
        start_points: node.opt_number("start_points"),
        leadership: read_leadership_table(node),
        playable: node.opt_flag("playable").unwrap_or(true),
        accompanies: node.opt_table("accompanies", |company| read_company(company, &id, ledger)),
        reserves_from: node
            .opt_table("reserves_from", |from| ReservesFrom { races: from.texts("races"), xenos: from.flag("xenos") }),
        reserve_rules: node.tables("reserve", |rule| read_reserve_rule(rule, &id, ledger)),
        sections: node.tables("section", |section| read_section(section, &id, ledger)),
        limits: node.tables("limit", |limit| read_limit(limit, &id, ledger)).into_iter().flatten().collect(),
        upgrades: node.tables("upgrade", |upgrade| {
            let upgrade_id = ledger.part(upgrade, Kind::Upgrade, &id);
            read_upgrade(upgrade, upgrade_id, fleet, vec![id.clone()], ledger)
        }),
        ordnance: node.opt_text("ordnance"),
        notes: node.texts("notes"),
        confidence,
        limits_confidence: node
            .opt_word("limits_confidence", Confidence::ALL, Confidence::word)
            .unwrap_or(Confidence::SingleSource),
        conflicts,
        id,
    };
    if list.sections.iter().all(|section| section.classes.is_empty()) {
        node.problem("no section sells a class");
    }
    list
}

/// Reads six values of Leadership, one for each face of the die.
pub(super) fn read_leadership_table(node: &Node<'_>) -> Option<LeadershipTable> {
    if !node.has("leadership") {
        return None;
    }
    let values: Vec<u8> = node.numbers("leadership").into_iter().filter_map(|value| value.try_into().ok()).collect();
    match <[u8; 6]>::try_from(values) {
        Ok(table) if table.iter().all(|value| (1..=10).contains(value)) => Some(LeadershipTable(table)),
        _ => {
            node.problem_at("leadership", "`leadership` must be six numbers from 1 to 10, one for each roll");
            None
        }
    }
}

fn read_company(node: &Node<'_>, list: &str, ledger: &mut Ledger) -> Company {
    Company {
        section: ledger.opt_name(node, "section", Kind::Section, list).unwrap_or_default(),
        never: ledger.names(node, "never", Kind::Fleet, ""),
        at_most: node.number("at_most"),
        per_points: node.number("per_points"),
        hosts: read_words(node, "hosts", People::ALL, People::word),
    }
}

fn read_reserve_rule(node: &mut Node<'_>, list: &str, ledger: &mut Ledger) -> ReserveRule {
    let says = node.text("says");
    node.call(format!("list \"{list}\": reserve \"{says}\""));
    ReserveRule {
        classes: ledger.names(node, "classes", Kind::Class, ""),
        count: node.number("count"),
        per: read_per(node),
        others: read_selectors(node, "others", Some(list), ledger),
        max: node.opt_number("max"),
        fleet_points: node.opt_number("fleet_points"),
        commander: ledger.names(node, "commander", Kind::Commander, list),
        says,
    }
}

fn read_section(node: &mut Node<'_>, list: &str, ledger: &mut Ledger) -> Section {
    let section = Section {
        id: ledger.part(node, Kind::Section, list),
        name: node.text("name"),
        classes: ledger.names(node, "classes", Kind::Class, ""),
        squadron_min: node.opt_number("squadron_min"),
        squadron_max: node.opt_number("squadron_max"),
        by_agreement: node.flag("by_agreement"),
        prices: ledger.prices(node, "prices"),
        note: node.opt_text("note"),
    };
    if let (Some(min), Some(max)) = (section.squadron_min, section.squadron_max)
        && min > max
    {
        node.problem_at("squadron_min", format_args!("`squadron_min` is {min}, but `squadron_max` is {max}"));
    }
    for (class, _) in section.prices.iter().filter(|(class, _)| !section.classes.contains(class)) {
        node.problem_at("prices", format_args!("`prices` names \"{class}\", which the section does not sell"));
    }
    section
}

/// Reads the body of an upgrade whose `id` is read already.
pub(super) fn read_upgrade(
    node: &Node<'_>,
    id: String,
    fleet: &str,
    lists: Vec<String>,
    ledger: &mut Ledger,
) -> Upgrade {
    Upgrade {
        lists,
        price: read_price(node),
        prices: ledger.prices(node, "prices"),
        effect: node.text("effect"),
        effects: read_effects_of(node, &id),
        of: read_selectors(node, "of", None, ledger),
        not_of: read_selectors(node, "not_of", None, ledger),
        front_armour: node.opt_number("front_armour"),
        without: node.opt_word("without", WeaponKind::ALL, WeaponKind::word),
        with_commander: node.flag("with_commander"),
        marked: node.flag("marked"),
        not_flagship: node.flag("not_flagship"),
        needs: ledger.names(node, "needs", Kind::Upgrade, fleet),
        excludes: ledger.names(node, "excludes", Kind::Upgrade, fleet),
        max: node.opt_number("max"),
        share: node.opt_number("share"),
        limit: node.opt_text("limit"),
        confidence: read_confidence(node).0,
        id,
    }
}
