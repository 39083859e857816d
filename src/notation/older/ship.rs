//! One ship of a situation.

use super::read::{enter_squadron, length, point, side, small};
use crate::battle::space_fleet::bonus::{Bonus, ONCE};
use crate::battle::space_fleet::class::Class;
use crate::battle::space_fleet::state::roster::{Entry, Roster};
use crate::battle::space_fleet::state::ship::{Done, NO_CAP, Urge};
use crate::battle::space_fleet::state::{Cripple, Edge, Engines, Fate, Ship, ShipId, SquadronId, Tubes, Turret};
use crate::catalog::older::Older;
use crate::catalog::reader::{Node, Place};
use crate::table::geometry::Heading;
use crate::table::side::Side;
use crate::text::did_you_mean;

/// A name that points at another ship, with its place.
pub(super) type Pending = Option<(String, Place)>;

type Mark = (&'static str, fn(&mut Done) -> &mut bool);

/// What a ship has done in this turn, as words.
pub(super) const DONE: [Mark; 8] = [
    ("moved", |done| &mut done.moved),
    ("fired", |done| &mut done.fired),
    ("boarded", |done| &mut done.boarded),
    ("repaired", |done| &mut done.repaired),
    ("reformed", |done| &mut done.reformed),
    ("turret turned", |done| &mut done.turret),
    ("re-rolled", |done| &mut done.rerolled),
    ("associated", |done| &mut done.associated),
];

/// Reads a ship and enters it.
pub(super) fn read(node: &mut Node<'_>, older: &Older, roster: &mut Roster, turn: u8) -> (Ship, Pending) {
    let name = node.text("name");
    node.call(format!("ship \"{name}\""));
    if roster.ships.iter().any(|entry| entry.name.eq_ignore_ascii_case(&name)) {
        node.problem_at("name", "another ship has this name");
    }
    let class_id = node.text("class");
    let place = older.class(&class_id).map_or_else(
        || {
            let hint = did_you_mean(&class_id, older.classes().iter().map(|class| class.id.as_str()));
            node.problem_at("class", format_args!("there is no class \"{class_id}\"{hint}"));
            0
        },
        |(at, _)| at,
    );
    let class = &older.classes()[place];
    let class_at = u8::try_from(place).unwrap_or(0);
    let spawned = node.flag("spawned");
    if !spawned {
        let entry = Entry {
            name: name.clone(),
            class: class_at,
            flagship: node.flag("flagship"),
            free: node.flag("free"),
            bonuses: bonuses(node),
            paid: 0,
        };
        let paid = node.opt_number("paid").map(|paid| u16::try_from(paid).unwrap_or(0));
        // Left out, every bonus was paid for (SF-FLAG-03).
        let entry = Entry { paid: paid.unwrap_or(25 * entry.bonuses.all().count() as u16), ..entry };
        roster.ships.push(entry);
    }
    let owner = side(node, "side", roster).unwrap_or(Side::One);
    let mut ship =
        Ship { class: class_at, side: owner, owner: side(node, "owner", roster).unwrap_or(owner), ..Ship::default() };
    ship.squadron = match node.opt_number("lone") {
        Some(id) => SquadronId::of_ship(ShipId(u8::try_from(id).unwrap_or(0) % 64)),
        None => enter_squadron(roster, node.opt_text("squadron").as_deref().unwrap_or(&name)),
    };
    ship.fate = node.opt_word("fate", Fate::ALL, Fate::word).unwrap_or_default();
    ship.edge = node.opt_word("edge", Edge::ALL, Edge::word);
    if node.has("at") || matches!(ship.fate, Fate::Fighting | Fate::Overrun | Fate::Doomed) {
        ship.at = point(node, "at");
    }
    let heading = node.opt_number("heading").unwrap_or(0);
    if heading >= 360 {
        node.problem_at("heading", format_args!("`heading` is {heading}, but must be 0 to 359"));
    }
    ship.heading = Heading::new(i32::try_from(heading % 360).unwrap_or(0));
    condition(node, class, roster, &mut ship, turn);
    extras(node, class, &mut ship);
    for used in &mut ship.spent.turn {
        *used *= turn;
    }
    let held = node.opt_text("held_by").map(|name| (name, node.place_of("held_by")));
    (ship, held)
}

fn bonuses(node: &Node<'_>) -> crate::battle::space_fleet::bonus::Bonuses {
    let mut found = crate::battle::space_fleet::bonus::Bonuses::default();
    for word in node.texts("bonuses") {
        match Bonus::from_word(&word) {
            Some(bonus) => found.add(bonus),
            None => {
                let hint = did_you_mean(&word, Bonus::ALL.iter().map(|bonus| bonus.word()));
                node.problem_at("bonuses", format_args!("there is no bonus \"{word}\"{hint}"));
            }
        }
    }
    found
}

/// Shields, damage, criticals, cripples.
fn condition(node: &Node<'_>, class: &Class, roster: &Roster, ship: &mut Ship, turn: u8) {
    let entry = roster.ships.last().filter(|_| !node.flag("spawned"));
    let bonuses = entry.map(|entry| entry.bonuses).unwrap_or_default();
    let full = class.damage + 2 * bonuses.count(Bonus::MassiveHull);
    let mut most = class.shields;
    let eldar = class.fleet == crate::battle::space_fleet::class::Fleet::Eldar;
    let again = bonuses.count(Bonus::HoloFields).saturating_sub(u8::from(!class.special.holo_fields));
    let more = 2 * (bonuses.count(Bonus::ReinforcedShields) + again);
    for (at, shield) in most.iter_mut().enumerate() {
        if eldar || at < 3 {
            *shield += more;
        }
    }
    ship.shields = most;
    if node.has("shields") {
        let numbers = node.numbers("shields");
        if numbers.len() == 4 && numbers.iter().zip(most).all(|(number, most)| *number <= u32::from(most)) {
            for (slot, number) in ship.shields.iter_mut().zip(&numbers) {
                *slot = u8::try_from(*number).unwrap_or(0);
            }
        } else {
            node.problem_at("shields", format_args!("`shields` must be [front, left, right, rear], at most {most:?}"));
        }
    }
    ship.damage = small(node, "damage").unwrap_or(full);
    if ship.damage > full {
        node.problem_at("damage", format_args!("`damage` is {}, and the class has {full}", ship.damage));
    }
    rows(node, class, ship, "criticals", 1);
    rows(node, class, ship, "fresh", turn + 1);
    let engines = node.opt_word("crippled", Engines::ALL, Engines::word);
    let repaired = node.texts("repaired");
    if let Some(engines) = engines {
        let now = node.flag("crippled_now");
        let has = |word: &str| repaired.iter().any(|known| known == word);
        ship.cripple = Some(Cripple {
            engines,
            turn: if now { turn } else { 0 },
            engines_repaired: has("engines"),
            weapons_repaired: has("weapons"),
        });
        ship.damage = 0;
    }
}

fn rows(node: &Node<'_>, class: &Class, ship: &mut Ship, key: &'static str, mark: u8) {
    for face in node.numbers(key) {
        let Some(row) = u8::try_from(face).ok().and_then(|face| class.row(face)) else {
            node.problem_at(key, format_args!("the critical table of {} has no {face}", class.name));
            continue;
        };
        if ship.marks[row] > 0 {
            ship.twice |= 1 << row;
        }
        ship.marks[row] = mark;
    }
}

/// What its class has beyond others, and what it has done.
fn extras(node: &Node<'_>, class: &Class, ship: &mut Ship) {
    ship.tubes = node.opt_word("tubes", Tubes::ALL, Tubes::word).unwrap_or_default();
    ship.moved = length(node, "moved").unwrap_or_default();
    for word in node.texts("done") {
        match DONE.iter().find(|(known, _)| *known == word) {
            Some((_, mark)) => *mark(&mut ship.done) = true,
            None => node.problem_at("done", format_args!("\"{word}\" is nothing that a ship does in a turn")),
        }
    }
    ship.turret = node.opt_word("turret", Turret::ALL, Turret::word).unwrap_or_default();
    ship.shield_on = node.opt_text("shield").is_some_and(|word| word == "on");
    ship.stored = small(node, "stored").unwrap_or(0);
    ship.fuel = small(node, "fuel").unwrap_or(class.fuel);
    ship.regiments = small(node, "regiments").unwrap_or(class.regiments);
    ship.prize_crews = small(node, "prize_crews").unwrap_or(0);
    ship.infected = node.flag("infected");
    ship.locked = node.flag("locked");
    ship.standby = node.flag("standby");
    ship.silenced = node.flag("silenced");
    ship.taken = node.flag("taken");
    ship.speed_cap = small(node, "speed_cap").unwrap_or(NO_CAP);
    ship.speed_lost = small(node, "speed_lost").unwrap_or(0);
    for (slot, number) in ship.shots.iter_mut().zip(node.numbers("shots")) {
        *slot = u8::try_from(number).unwrap_or(0);
    }
    for word in node.texts("spent") {
        match ONCE.iter().position(|bonus| bonus.word() == word) {
            Some(at) => ship.spent.times[at] += 1,
            None => node.problem_at("spent", format_args!("\"{word}\" is no bonus that is used once")),
        }
    }
    for word in node.texts("spent_now") {
        if let Some(at) = ONCE.iter().position(|bonus| bonus.word() == word) {
            ship.spent.turn[at] = ship.spent.turn[at].max(1);
        }
    }
    let urge = node.numbers("urge");
    let at = |index: usize| urge.get(index).and_then(|number| u8::try_from(*number).ok()).unwrap_or(0);
    ship.urge = Urge {
        points: at(0),
        on_movement: at(1),
        on_attacks: at(2),
        attacks: at(3),
        attacking: at(4) > 0,
        finished: at(5) > 0,
        frenzy: at(6) > 0,
        newborn: at(7) > 0,
    };
    if node.has("points") {
        ship.urge.points = small(node, "points").unwrap_or(0);
    }
}
