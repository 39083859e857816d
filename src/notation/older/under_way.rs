//! What is under way: the agenda, a move, an attack, a boarding action.

use super::codes;
use super::read::{fuel, length, point, rows, side, small};
use super::ship;
use crate::battle::space_fleet::class::WeaponKind;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Attack, Battle, Before, Course, Leg, Mover, ShipId, Source};
use crate::catalog::older::Older;
use crate::catalog::reader::Node;
use crate::table::fixed_list::FixedList;

/// Where an attack comes from, as a word.
pub(super) fn source_word(source: Source) -> &'static str {
    match source {
        Source::Weapon(kind) => kind.word(),
        Source::Claws => "claws",
        Source::Fuel => "fuel",
        Source::Splash => "splash",
        Source::Clinging => "clinging",
    }
}

fn source(word: &str) -> Option<Source> {
    Some(match word {
        "claws" => Source::Claws,
        "fuel" => Source::Fuel,
        "splash" => Source::Splash,
        "clinging" => Source::Clinging,
        _ => Source::Weapon(WeaponKind::from_word(word)?),
    })
}

/// Reads what is under way.
pub(super) fn read(root: &Node<'_>, older: &Older, roster: &mut Roster, battle: &mut Battle) {
    for name in root.texts("passed") {
        match roster.sides.iter().position(|known| *known == name) {
            Some(at) => battle.passed[at] = true,
            None => root.problem_at("passed", format_args!("\"{name}\" is no side")),
        }
    }
    battle.current = root.opt_text("current").and_then(|name| {
        let found = roster.find_squadron(battle, &name);
        if found.is_none() {
            root.problem_at("current", format_args!("there is no squadron \"{name}\""));
        }
        found
    });
    battle.vessel = id(root, "vessel", battle);
    for text in root.texts("agenda") {
        match codes::read_task(&text, battle.ships.len()) {
            Some(task) if battle.agenda.push(task).is_err() => {
                root.problem_at("agenda", "there is no room for so much");
            }
            Some(_) => {}
            None => root.problem_at("agenda", format_args!("\"{text}\" is nothing that is to be done")),
        }
    }
    battle.caught = ids(root, "caught", battle);
    battle.boarders = ids(root, "boarders", battle);
    battle.boarded = id(root, "boarded", battle).unwrap_or_default();
    battle.lent = small(root, "lent").unwrap_or(0);
    let ships = battle.ships.len();
    battle.course = root.opt_table("course", |node| course(node, ships)).unwrap_or_default();
    battle.attack = root.opt_table("attack", |node| attack(node, ships)).unwrap_or_default();
    let (turn, mut kept) = (battle.turn, roster.clone());
    kept.ships.clear();
    let before = root.tables("before", |node| {
        let (mut ship, _) = ship::read(node, older, &mut kept, turn);
        ship.held_by = node.opt_number("holder").and_then(|id| u8::try_from(id).ok()).map(ShipId);
        ship
    });
    let mut list = FixedList::new();
    for ship in before {
        if list.push(ship).is_err() {
            root.problem_at("before", "there are too many ships");
            break;
        }
    }
    let counters = rows(root, "fuel_before", |node| fuel(node));
    battle.before = Before { ships: list, counters };
    debug_assert!(side(root, "active", roster).is_none_or(|side| side == battle.active));
}

fn id(node: &Node<'_>, key: &'static str, battle: &Battle) -> Option<ShipId> {
    let number = node.opt_number(key)?;
    let found = u8::try_from(number).ok().filter(|id| usize::from(*id) < battle.ships.len());
    if found.is_none() {
        node.problem_at(key, format_args!("there is no ship number {number}"));
    }
    found.map(ShipId)
}

fn ids<const N: usize>(node: &Node<'_>, key: &'static str, battle: &Battle) -> FixedList<ShipId, N> {
    let mut found = FixedList::new();
    for number in node.numbers(key) {
        let id = u8::try_from(number).ok().filter(|id| usize::from(*id) < battle.ships.len());
        if id.is_none_or(|id| found.push(ShipId(id)).is_err()) {
            node.problem_at(key, format_args!("there is no ship number {number}, or there are too many"));
        }
    }
    found
}

fn course(node: &mut Node<'_>, ships: usize) -> Course {
    let known = |node: &Node<'_>, key: &'static str| small(node, key).filter(|id| usize::from(*id) < ships).map(ShipId);
    Course {
        movers: rows(node, "movers", |node| {
            let mut legs = FixedList::new();
            for number in node.texts("legs") {
                let leg = number.parse::<i16>().ok().map(Leg::from_code);
                if leg.is_none_or(|leg| legs.push(leg).is_err()) {
                    node.problem_at("legs", "a leg is a number, and there are 26 at most");
                }
            }
            Mover { ship: known(node, "ship").unwrap_or_default(), legs }
        }),
        leg: small(node, "leg").unwrap_or(0),
        gone: length(node, "gone").unwrap_or_default(),
        met: known(node, "met"),
        dodged: known(node, "dodged"),
    }
}

fn attack(node: &mut Node<'_>, ships: usize) -> Attack {
    let ship = |key: &'static str| small(node, key).filter(|id| usize::from(*id) < ships).map(ShipId);
    let word = node.text("source");
    let faces = |key: &'static str| {
        let mut found = FixedList::new();
        for number in node.numbers(key) {
            if u8::try_from(number).ok().is_none_or(|face| found.push(face).is_err()) {
                node.problem_at(key, "there are not so many dice");
            }
        }
        found
    };
    let number = |key: &'static str| small(node, key).unwrap_or(0);
    Attack {
        source: source(&word).unwrap_or_else(|| {
            node.problem_at("source", format_args!("\"{word}\" is no source of attacks"));
            Source::default()
        }),
        by: ship("by"),
        system: number("system"),
        target: ship("target").unwrap_or_default(),
        from: point(node, "from"),
        centre: point(node, "centre"),
        main: ship("main"),
        on_cripple: node.flag("on_cripple"),
        dice: number("dice"),
        needs: number("needs"),
        faces: faces("faces"),
        ignored: number("ignored"),
        aimed: number("aimed"),
        rows: faces("rows"),
        sixes: number("sixes"),
        hull: number("hull"),
        repeated: node.flag("repeated"),
        again: node.flag("again"),
        read: number("read"),
        squadron: crate::battle::space_fleet::state::SquadronId(number("squadron") % 128),
    }
}
