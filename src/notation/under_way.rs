//! Reads what is under way: the move, the volley, the agenda.

use super::agenda;
use super::flights::mark;
use super::values::{length, list_of, opt_ship, point, rows_of, ship, ship_at, ships, small, unit, unit_at};
use crate::battle::gothic::decisions::words;
use crate::battle::gothic::state::ordnance::MarkShot;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{AGENDA, Battle, Course, Power, SHIPS, Salvo, Shell, ShipId, Shot, Strike, Volley};
use crate::catalog::reader::Node;
use crate::ships::profile::Gun;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::Heading;

pub(super) fn read(root: &Node<'_>, roster: &Roster, battle: &mut Battle) {
    if let Some(name) = root.opt_text("current") {
        if let Some(unit) = unit(root, "current", roster, &name) {
            battle.set_out(unit);
        }
        if root.has("formed") {
            battle.formed = ships(root, "formed", roster);
        }
    }
    for name in root.texts("dying") {
        if let Some(id) = ship(root, "dying", roster, &name)
            && battle.dying.push(id).is_err()
        {
            root.problem_at("dying", format_args!("more than {SHIPS} ships are dying"));
        }
    }
    if let Some(course) = root.opt_table("course", |node| course(node, roster)) {
        battle.course = course;
    }
    if let Some(volley) = root.opt_table("volley", |node| volley(node, roster)) {
        battle.volley = volley;
    }
    for task in root.tables("agenda", |node| agenda::read(node, roster, battle)) {
        if let Some(task) = task
            && battle.agenda.push(task).is_err()
        {
            root.problem_at("agenda", format_args!("the agenda has more than {AGENDA} tasks"));
        }
    }
}

fn course(node: &Node<'_>, roster: &Roster) -> Course {
    let mut legs = FixedList::new();
    for word in node.texts("legs") {
        match words::leg(&word) {
            Ok(leg) => {
                if legs.push(leg).is_err() {
                    node.problem_at("legs", "a move has at most 8 legs");
                }
            }
            Err(problem) => node.problem_at("legs", problem),
        }
    }
    Course {
        ship: ship_at(node, "ship", roster).unwrap_or_default(),
        legs,
        gone: length(node, "gone").unwrap_or_default(),
        limit: length(node, "limit").unwrap_or_default(),
        slowed: node.flag("slowed"),
        scorched: node.flag("scorched"),
        ram: opt_ship(node, "ram", roster),
        keeps: node.opt_number("keeps").and_then(|degrees| i32::try_from(degrees).ok()).map(Heading::new),
        trail: node.has("trail").then(|| point(node, "trail")),
        passed: ships(node, "passed", roster),
    }
}

/// A weapon of a ship, by their names.
fn mount(node: &Node<'_>, roster: &Roster) -> (ShipId, u8) {
    let ship = ship_at(node, "ship", roster).unwrap_or_default();
    (ship, agenda::weapon(node, "weapon", roster, ship))
}

fn volley(node: &Node<'_>, roster: &Roster) -> Volley {
    let mut volley = Volley { unit: unit_at(node, "unit", roster).unwrap_or_default(), ..Volley::default() };
    volley.first = list_of(node, "first", Gun::from_word);
    volley.column = small(node, "column");
    volley.powers = rows_of(node, "power", |node| {
        let (ship, weapon) = mount(node, roster);
        Power { ship, weapon, strength: small(node, "strength").unwrap_or(0) }
    });
    let shots = node.tables("shot", |node| {
        let (ship, weapon) = mount(node, roster);
        let target = unit_at(node, "target", roster).unwrap_or_default();
        Shot { ship, weapon, target, share: small(node, "share").unwrap_or(0) }
    });
    let strikes = node.tables("strike", |node| Strike {
        target: unit_at(node, "target", roster).unwrap_or_default(),
        salvos: rows_of(node, "salvo", |node| Salvo {
            gun: node.word("gun", Gun::ALL, Gun::word).unwrap_or_default(),
            dice: small(node, "dice").unwrap_or(0),
            locked: small(node, "locked").unwrap_or(0),
            column: small(node, "column").unwrap_or(0),
            ships: ships(node, "ships", roster),
            firers: ships(node, "firers", roster),
        }),
    });
    let shells = node.tables("shell", |node| Shell {
        ship: ship_at(node, "ship", roster).unwrap_or_default(),
        at: point(node, "at"),
    });
    let marks = node.tables("mark", |node| {
        let (ship, weapon) = mount(node, roster);
        MarkShot { ship, weapon, mark: mark(node), share: small(node, "share").unwrap_or(0) }
    });
    let full = shots.into_iter().any(|shot| volley.shots.push(shot).is_err())
        | strikes.into_iter().any(|strike| volley.strikes.push(strike).is_err())
        | marks.into_iter().any(|shot| volley.marks.push(shot).is_err())
        | shells.into_iter().any(|shell| volley.shells.push(shell).is_err());
    if full {
        node.problem("the volley is too long");
    }
    volley
}
