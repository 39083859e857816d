//! Reads the commanders of a fleet file.

use crate::campaign::lists::{CommanderKind, CommanderLeadership, CommanderRole, PerShips};
use crate::catalog::reader::Node;
use crate::ships::class::People;

use super::class::{read_confidence, read_small};
use super::effects::read_effects_of;
use super::ledger::{Kind, Ledger};
use super::limit::{read_per, read_selectors};

/// Reads one `[[commander]]`.
pub(super) fn read_commander(node: &mut Node<'_>, fleet: &str, ledger: &mut Ledger) -> CommanderKind {
    let id = ledger.define(node, Kind::Commander, fleet);
    let (confidence, conflicts) = read_confidence(node);
    let lists = ledger.names(node, "lists", Kind::List, "");
    if lists.is_empty() {
        node.problem("no list offers him: `lists` is empty or missing");
    }
    CommanderKind {
        rank: node.text("rank"),
        fleet: fleet.to_owned(),
        lists,
        role: node.word("role", CommanderRole::ALL, CommanderRole::word).unwrap_or(CommanderRole::FleetCommander),
        leadership: node.opt_table("leadership", read_leadership).unwrap_or(CommanderLeadership::None),
        points: node.number("points"),
        prices: ledger.prices(node, "prices"),
        rerolls: node.opt_number("rerolls").unwrap_or_default(),
        rerolls_per_turn: node.flag("rerolls_per_turn"),
        extra_rerolls: node.tables("extra_rerolls", |extra| (extra.number("count"), extra.number("points"))),
        max: node.opt_number("max"),
        max_per_points: node.opt_number("max_per_points"),
        exact: node.flag("exact"),
        per_ships: node.tables("per_ships", |per| PerShips {
            lists: ledger.names(per, "lists", Kind::List, ""),
            count: per.number("count"),
            per: read_per(per),
            of: read_selectors(per, "of", None, ledger),
            least: per.opt_number("least").unwrap_or_default(),
            most: per.opt_number("most"),
        }),
        further: node.flag("further"),
        fleet_points: node.opt_number("fleet_points"),
        required_above_points: node.opt_number("required_above_points"),
        aboard: read_selectors(node, "aboard", None, ledger),
        aboard_people: node.opt_word("aboard_people", People::ALL, People::word),
        attack_rating: node.opt_number("attack_rating"),
        marks_max: node.opt_number("marks_max").unwrap_or_default(),
        marks_table: ledger.opt_name(node, "marks_table", Kind::MarkTable, fleet),
        limit: node.text("limit"),
        effects: read_effects_of(node, &id),
        placement: node.opt_text("placement"),
        notes: node.texts("notes"),
        confidence,
        conflicts,
        id,
    }
}

fn read_leadership(node: &mut Node<'_>) -> CommanderLeadership {
    if node.has("set") {
        return CommanderLeadership::Set(read_small(node, "set", 10));
    }
    if node.has("add") {
        return CommanderLeadership::Add { by: read_small(node, "add", 10), most: read_small(node, "most", 10) };
    }
    if node.flag("space_marine_table") {
        return CommanderLeadership::SpaceMarineTable;
    }
    node.problem("`leadership` needs `set`, `add` with `most`, or `space_marine_table`");
    CommanderLeadership::None
}
