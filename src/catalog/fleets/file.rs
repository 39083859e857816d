//! Reads one fleet file.

use crate::campaign::extras::Extras;
use crate::campaign::lists::{
    AttackCraft, CommanderKind, Fleet, FleetBattle, FleetList, LeadershipTable, RatingBeside, Upgrade,
};
use crate::catalog::reader::{self, Node, Problem};
use crate::catalog::tree::Table;
use crate::ships::class::{People, ShipClass};
use crate::ships::craft::{Resilience, Runs};

use super::class::read_class;
use super::commander::read_commander;
use super::extras::read_extras;
use super::ledger::{Kind, Ledger};
use super::limit::read_selectors;
use super::list::{read_leadership_table, read_list, read_upgrade};

/// Everything one fleet file holds.
#[derive(Clone, Debug)]
pub struct FleetFile {
    /// The file as the user knows it, such as `fleets/orks.toml`.
    pub name: String,
    /// What all its lists share.
    pub fleet: Fleet,
    /// Fleet lists.
    pub lists: Vec<FleetList>,
    /// Commanders, some of whom lists of other fleets may offer.
    pub commanders: Vec<CommanderKind>,
    /// Classes.
    pub classes: Vec<ShipClass>,
    /// Attack craft.
    pub craft: Vec<AttackCraft>,
    /// Upgrades of the whole fleet; those of a single list stand in the list.
    pub upgrades: Vec<Upgrade>,
    /// What only this fleet has.
    pub extras: Extras,
    pub(super) ledger: Ledger,
}

/// Reads a fleet file that stands alone. Names of other files are checked by [`super::Fleets::check`].
///
/// # Errors
/// Every problem of the file.
pub fn load(file: &str, text: &str) -> Result<FleetFile, Vec<Problem>> {
    load_over(file, text, |_| None)
}

/// Reads a fleet file whose missing fleet-level keys are taken from the fleet of the same id.
pub(super) fn load_over<'b>(
    file: &str,
    text: &str,
    base: impl FnOnce(&str) -> Option<&'b Fleet>,
) -> Result<FleetFile, Vec<Problem>> {
    reader::read(file, text, |node| {
        let mut ledger = Ledger::default();
        let id = super::ledger::read_id(node);
        ledger.head(node, &id);
        let fleet = read_fleet(node, &id, base(&id), &mut ledger);
        let people = fleet.people;
        FleetFile {
            name: file.to_owned(),
            extras: read_extras(node, &mut ledger),
            craft: node.tables("craft", |craft| read_craft(craft, &mut ledger)),
            upgrades: node.tables("upgrade", |upgrade| {
                let upgrade_id = ledger.define(upgrade, Kind::Upgrade, &id);
                let lists = ledger.names(upgrade, "lists", Kind::List, "");
                read_upgrade(upgrade, upgrade_id, &id, lists, &mut ledger)
            }),
            commanders: node.tables("commander", |commander| read_commander(commander, &id, &mut ledger)),
            lists: node.tables("list", |list| read_list(list, &id, &mut ledger)),
            classes: node.tables("class", |class| read_class(class, &id, people, &mut ledger)),
            fleet,
            ledger,
        }
    })
}

/// Reads what all lists of an embedded file share, without them.
pub(super) fn load_fleet(file: &str, root: &Table<'static>) -> Fleet {
    reader::read_part(file, root, |node| {
        let id = super::ledger::read_id(node);
        read_fleet(node, &id, None, &mut Ledger::default())
    })
}

/// Reads one list of an embedded file alone.
pub(super) fn load_list(file: &str, root: &Table<'static>, fleet: &Fleet, index: usize) -> Option<FleetList> {
    reader::read_part(file, root, |node| {
        node.nth_table("list", index, |list| read_list(list, &fleet.id, &mut Ledger::default()))
    })
}

/// Reads one class of an embedded file alone.
pub(super) fn load_class(file: &str, root: &Table<'static>, fleet: &Fleet, index: usize) -> Option<ShipClass> {
    reader::read_part(file, root, |node| {
        node.nth_table("class", index, |class| read_class(class, &fleet.id, fleet.people, &mut Ledger::default()))
    })
}

fn read_fleet(node: &Node<'_>, id: &str, base: Option<&Fleet>, ledger: &mut Ledger) -> Fleet {
    let text = |key, of: fn(&Fleet) -> &String| match base {
        Some(base) if !node.has(key) => of(base).clone(),
        _ => node.text(key),
    };
    let number = |key, of: fn(&Fleet) -> u32| match base {
        Some(base) if !node.has(key) => of(base),
        _ => node.number(key),
    };
    let flag = |key, of: fn(&Fleet) -> bool, usual| node.opt_flag(key).unwrap_or_else(|| base.map_or(usual, of));
    let people = match base {
        Some(base) if !node.has("people") => base.people,
        _ => node.word("people", People::ALL, People::word).unwrap_or(People::Any),
    };
    let special = match base {
        Some(base) if !node.has("special") => base.special.clone(),
        _ => ledger.names(node, "special", Kind::Special, ""),
    };
    let ratings = node.tables("rating", |rating| read_rating(rating, ledger));
    Fleet {
        id: id.to_owned(),
        name: text("name", |fleet| &fleet.name),
        race: text("race", |fleet| &fleet.race),
        people,
        playable: flag("playable", |fleet| fleet.playable, true),
        start_points: number("start_points", |fleet| fleet.start_points),
        pirate: flag("pirate", |fleet| fleet.pirate, false),
        attack_rating: number("attack_rating", |fleet| fleet.attack_rating),
        leadership: read_leadership(node, base),
        battle: node
            .opt_table("battle", |battle| read_battle(battle))
            .unwrap_or_else(|| base.map(|base| base.battle.clone()).unwrap_or_default()),
        ratings: if ratings.is_empty() { base.map(|base| base.ratings.clone()).unwrap_or_default() } else { ratings },
        special,
        notes: match base {
            Some(base) if !node.has("notes") => base.notes.clone(),
            _ => node.texts("notes"),
        },
    }
}

fn read_leadership(node: &Node<'_>, base: Option<&Fleet>) -> LeadershipTable {
    match (read_leadership_table(node), base) {
        (Some(table), _) => table,
        (None, Some(base)) => base.leadership,
        (None, None) => {
            if !node.has("leadership") {
                node.problem("`leadership` is missing");
            }
            LeadershipTable::STANDARD
        }
    }
}

fn read_battle(node: &Node<'_>) -> FleetBattle {
    FleetBattle {
        boarding: node.opt_signed("boarding").unwrap_or_default(),
        boarding_later: node.opt_signed("boarding_later"),
        hit_and_run: node.opt_signed("hit_and_run").unwrap_or_default(),
        enemy_hit_and_run: node.opt_signed("enemy_hit_and_run").unwrap_or_default(),
        extra_repair_dice: node.opt_number("extra_repair_dice").unwrap_or_default(),
        all_ahead_full: node.opt_text("all_ahead_full"),
        all_ahead_full_free: node.flag("all_ahead_full_free"),
    }
}

fn read_rating(node: &Node<'_>, ledger: &mut Ledger) -> RatingBeside {
    RatingBeside {
        rating: node.number("rating"),
        lists: ledger.names(node, "lists", Kind::List, ""),
        beside: read_selectors(node, "beside", None, ledger),
    }
}

fn read_craft(node: &mut Node<'_>, ledger: &mut Ledger) -> AttackCraft {
    AttackCraft {
        id: ledger.define(node, Kind::Craft, ""),
        name: node.text("name"),
        kind: node.text("kind"),
        speed_cm: node.number("speed_cm"),
        runs: node.opt_word("runs", Runs::ALL, Runs::word).unwrap_or_default(),
        resilient: node.opt_word("resilient", Resilience::ALL, Resilience::word).unwrap_or_default(),
        note: node.opt_text("note"),
    }
}
