//! Reads and writes what a battle is fought for.

use std::fmt::Write as _;

use super::ordnance;
use super::rows::{Row, place, rows};
use super::told::Told;
use super::values::{place_of, rows_of, ships, side, small};
use crate::battle::gothic::missions::mission::{Cluster, Group, GroupKind, Mission};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, Fate, ShipId};
use crate::catalog::fleets::Fleets;
use crate::catalog::reader::Node;
use crate::table::edge::Edge;
use crate::table::side::Side;

/// Reads the `[mission]` of a situation, once its ships are known.
pub(super) fn read(root: &Node<'_>, fleets: &Fleets, roster: &mut Roster, battle: &mut Battle) {
    let found = root.opt_table("mission", |node| {
        let surrendered = node.has("surrendered").then(|| side(node, "surrendered", roster));
        let by_side = |key| node.tables(key, |node| (side(node, "side", roster), small(node, "turns").unwrap_or(0)));
        let mut mission = Mission {
            on: true,
            attacker: side(node, "attacker", roster),
            convoy: node.has("convoy").then(|| side(node, "convoy", roster)),
            assault: small(node, "half_assault_points"),
            exterminators: ships(node, "exterminators", roster),
            exterminatus: node.flag("exterminatus"),
            planet_destroyed: node.flag("planet_destroyed"),
            clash: node.flag("clash"),
            reduced_pays: node.flag("reduced_squadrons_pay"),
            surrendered,
            signals: small(node, "signals").unwrap_or(0),
            ..Mission::default()
        };
        for (of, turns) in by_side("surprised") {
            mission.surprised[of as usize] = turns;
        }
        for (of, edge) in
            node.tables("exit", |node| (side(node, "side", roster), node.word("edge", Edge::ALL, Edge::word)))
        {
            mission.exits[of as usize] = edge;
        }
        let attacked = mission.assault.is_some() || mission.exterminatus;
        if attacked && battle.ground.low.is_none() && !mission.planet_destroyed {
            node.problem("the planet is attacked from a `low_orbit` table, and there is none (ZONE-27)");
        }
        if mission.exterminatus && mission.exterminators.is_empty() {
            node.problem("`exterminatus` needs `exterminators` (SCEN-105)");
        }
        for id in mission.exterminators.iter() {
            let entry = &roster[id];
            if !entry.fitting.upgrades.iter().any(|upgrade| upgrade == "exterminator") {
                node.problem(format_args!("{} needs the upgrade `exterminator` (SCEN-105)", entry.name));
            }
        }
        mission.groups = rows_of(node, "group", |node| group(node, fleets, roster));
        mission
    });
    if let Some(mission) = found {
        battle.mission = mission;
    }
    check_groups(root, roster, battle);
}

/// Whoever is to come is brought by a group of his side.
pub(super) fn check_groups(told: &impl Told, roster: &Roster, battle: &Battle) {
    // A class that is refused leaves the ids of the others out of step.
    if roster.ships.len() != battle.ships.len() {
        return;
    }
    for (id, _) in battle.all().filter(|(_, ship)| ship.is_to_come()) {
        if battle.group_of(id).is_none() {
            told.problem(format_args!("{} is to come, and no group of the mission brings it", name(roster, id)));
        }
    }
    for group in &battle.mission.groups {
        for id in group.ships.iter().filter(|id| usize::from(id.0) < battle.ships.len()) {
            if battle.ship(id).side != group.side {
                told.problem(format_args!("{} is in a group of the other side", name(roster, id)));
            }
        }
    }
}

fn name(roster: &Roster, id: ShipId) -> &str {
    roster.ships.get(usize::from(id.0)).map_or("a ship", |entry| entry.name.as_str())
}

fn group(node: &mut Node<'_>, fleets: &Fleets, roster: &mut Roster) -> Group {
    let mut craft = crate::table::fixed_list::FixedList::new();
    for id in node.texts("craft") {
        match ordnance::craft(fleets, roster, &id) {
            Ok(kind) => {
                if craft.push(kind).is_err() {
                    node.problem_at("craft", "a cluster has at most 4 kinds of craft");
                }
            }
            Err(problem) => node.problem_at("craft", problem),
        }
    }
    let group = Group {
        kind: node.word("kind", GroupKind::ALL, GroupKind::word).unwrap_or_default(),
        side: side(node, "side", roster),
        ships: ships(node, "ships", roster),
        edge: node.opt_word("edge", Edge::ALL, Edge::word),
        at: node.has("at").then(|| place_of(node, "at", &node.decimals("at")).unwrap_or_default()),
        ready: node.flag("ready"),
        found: node.flag("found"),
        cluster: node.opt_word("cluster", Cluster::ALL, Cluster::word),
        craft,
    };
    if group.kind == GroupKind::Contact && group.at.is_none() {
        node.problem("a contact marker needs `at` (SCEN-69)");
    }
    if group.cluster == Some(Cluster::Craft) && group.craft.is_empty() {
        node.problem("a cluster of attack craft needs `craft` (SCEN-75)");
    }
    group
}

/// Writes the mission, where there is one.
#[expect(clippy::let_underscore_must_use, reason = "writing to a string cannot fail")]
pub(super) fn write(out: &mut String, roster: &Roster, battle: &Battle) {
    let mission = &battle.mission;
    if !mission.on {
        return;
    }
    let called = |side: Side| roster.sides[side as usize].as_str();
    let names = |ships: Crowd| ships.iter().map(|id| name(roster, id).to_owned()).collect::<Vec<_>>();
    let mut head = Row::default();
    head.text("attacker", called(mission.attacker)).opt("convoy", mission.convoy.map(called));
    if let Some(half) = mission.assault {
        head.raw("half_assault_points", half);
    }
    head.list("exterminators", &names(mission.exterminators)).flag("exterminatus", mission.exterminatus);
    head.flag("planet_destroyed", mission.planet_destroyed).opt("surrendered", mission.surrendered.map(called));
    head.flag("clash", mission.clash).flag("reduced_squadrons_pay", mission.reduced_pays);
    head.number("signals", mission.signals);
    let _ = writeln!(out, "\n[mission]");
    for line in head.lines() {
        let _ = writeln!(out, "{line}");
    }
    let surprised = Side::BOTH.into_iter().filter(|side| mission.surprised[*side as usize] > 0);
    let surprised: Vec<Row> = surprised
        .map(|side| {
            let mut row = Row::default();
            row.text("side", called(side)).number("turns", mission.surprised[side as usize]);
            row
        })
        .collect();
    rows(out, "surprised", &surprised);
    let exits = Side::BOTH.into_iter().filter_map(|side| Some((side, mission.exits[side as usize]?)));
    let exits: Vec<Row> = exits
        .map(|(side, edge)| {
            let mut row = Row::default();
            row.text("side", called(side)).text("edge", edge.word());
            row
        })
        .collect();
    rows(out, "exit", &exits);
    let groups: Vec<Row> = mission
        .groups
        .iter()
        .map(|group| {
            let mut row = Row::default();
            row.text("kind", group.kind.word()).text("side", called(group.side)).list("ships", &names(group.ships));
            row.opt("edge", group.edge.map(|edge| edge.word()));
            if let Some(at) = group.at {
                row.raw("at", place(at));
            }
            row.flag("ready", group.ready).flag("found", group.found);
            row.opt("cluster", group.cluster.map(|cluster| cluster.word()));
            let craft: Vec<String> =
                group.craft.iter().map(|kind| roster.craft[usize::from(kind.0)].id.clone()).collect();
            row.list("craft", &craft);
            row
        })
        .collect();
    rows(out, "group", &groups);
}

/// Whether a ship of a fate has its hits unless they are given.
pub(super) const fn is_whole(fate: Fate) -> bool {
    matches!(fate, Fate::Fighting | Fate::ToCome | Fate::Haunting | Fate::Spectral)
}
