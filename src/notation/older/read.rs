//! Reads a situation.

use super::{Situation, ship, under_way};
use crate::battle::space_fleet::cards::{Card, DECK};
use crate::battle::space_fleet::class::Fleet;
use crate::battle::space_fleet::measures::inches;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::scenario::Scenario;
use crate::battle::space_fleet::state::{
    Agreed, Asteroid, Battle, Counter, Edge, House, Module, NAMED, Phase, SHIPS, ShipId, SquadronId,
};
use crate::catalog::older::Older;
use crate::catalog::reader::{self, Node, Problem};
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;

/// Reads a situation file.
///
/// # Errors
/// Every problem of it.
pub fn read(file: &str, text: &str, older: &Older) -> Result<Situation, Vec<Problem>> {
    reader::read(file, text, |root| read_in(root, older))
}

/// Reads a situation out of a table that may hold more.
pub fn read_in(root: &Node<'_>, older: &Older) -> Situation {
    if root.opt_text("rules").is_none_or(|rules| rules != "older") {
        root.problem("`rules = \"older\"` is missing");
    }
    let mut roster = sides(root, older);
    let mut battle = Battle { board: board(root), ..Battle::default() };
    battle.turn = small(root, "turn").unwrap_or(1).max(1);
    battle.last_turn = small(root, "last_turn").unwrap_or(30);
    battle.phase = root.opt_word("phase", Phase::ALL, Phase::word).unwrap_or_default();
    let first = roster.hive().map_or(Side::One, Side::other);
    battle.initiative = side(root, "initiative", &roster).unwrap_or(first);
    let acting = match battle.phase {
        Phase::Swarms | Phase::Cards => roster.hive().unwrap_or(battle.initiative),
        Phase::Reformation | Phase::Movement | Phase::Shooting | Phase::Boarding | Phase::Repair | Phase::Over => {
            battle.initiative
        }
    };
    battle.active = side(root, "active", &roster).unwrap_or(acting);
    battle.late = root.flag("late");
    agreements(root, &mut battle);
    battle.goal = u16::try_from(root.opt_number("goal").unwrap_or(0)).unwrap_or(0);
    let mut names = Vec::new();
    let read = root.tables("ship", |node| ship::read(node, older, &mut roster, battle.turn));
    for (ship, pending) in read {
        if battle.ships.push(ship).is_err() {
            root.problem_at("ship", format_args!("a battle holds {SHIPS} ships at most"));
            break;
        }
        names.push(pending);
    }
    for (at, pending) in (0..).map(ShipId).zip(names) {
        if let Some((name, place)) = pending {
            match roster.find(&battle, &name) {
                Some(holder) => battle.ship_mut(at).held_by = Some(holder),
                None => root.report(place.problem(format!("there is no ship \"{name}\""))),
            }
        }
    }
    battle.counters = rows(root, "fuel", |node| {
        // Who dropped it may be told; it burns everybody alike.
        side(node, "side", &roster);
        fuel(node)
    });
    battle.asteroids =
        rows(root, "asteroid", |node| Asteroid { at: point(node, "at"), damage: small(node, "damage").unwrap_or(24) });
    grips(&roster, &mut battle);
    cards(root, &mut battle);
    scenario(root, &roster, &mut battle);
    squadrons(root, &roster, &mut battle);
    under_way::read(root, older, &mut roster, &mut battle);
    check(root, &roster, &battle);
    load(root, &roster, &mut battle);
    Situation { roster, battle }
}

fn sides(root: &Node<'_>, older: &Older) -> Roster {
    let read = root.tables("side", |node| {
        (node.text("name"), node.opt_word("fleet", Fleet::ALL, Fleet::word).unwrap_or_default())
    });
    let mut read = read.into_iter();
    let one = read.next().unwrap_or_else(|| ("Anna".to_owned(), Fleet::Imperial));
    let two = read.next().unwrap_or_else(|| ("Bert".to_owned(), Fleet::Imperial));
    if read.next().is_some() {
        root.problem_at("side", "there are two sides");
    }
    if one.0 == two.0 {
        root.problem_at("side", "the two sides have one name");
    }
    if one.1 == Fleet::Tyranid && two.1 == Fleet::Tyranid {
        root.problem_at("side", "two hive fleets cannot fight each other (SF-TYR-04)");
    }
    let squadrons = root.texts("squadrons");
    Roster {
        sides: [one.0, two.0],
        fleets: [one.1, two.1],
        classes: older.classes().clone(),
        ships: Vec::new(),
        squadrons,
    }
}

fn board(root: &Node<'_>) -> (Length, Length) {
    if !root.has("board") {
        return (inches(72), inches(48));
    }
    let at = point(root, "board");
    let fits = |length: Length| length >= inches(12) && length <= inches(200);
    if !fits(at.x) || !fits(at.y) {
        root.problem_at("board", "`board` must be two lengths from 12 to 200");
    }
    (at.x, at.y)
}

pub(super) fn small(node: &Node<'_>, key: &'static str) -> Option<u8> {
    let number = node.opt_number(key)?;
    let small = u8::try_from(number).ok().filter(|number| *number <= 200);
    if small.is_none() {
        node.problem_at(key, format_args!("`{key}` is {number}, but cannot be above 200"));
    }
    small
}

pub(super) fn length(node: &Node<'_>, key: &'static str) -> Option<Length> {
    let text = node.opt_decimal(key)?;
    text.parse()
        .map_err(|_| node.problem_at(key, format_args!("`{key}` is no length in inches with at most three decimals")))
        .ok()
}

pub(super) fn point(node: &Node<'_>, key: &'static str) -> Point {
    let numbers = node.decimals(key);
    let [x, y] = numbers.as_slice() else {
        node.problem_at(key, format_args!("`{key}` must be two numbers, [x, y]"));
        return Point::default();
    };
    let read = |text: &str| {
        text.parse::<Length>().unwrap_or_else(|_| {
            node.problem_at(key, format_args!("`{key}`: \"{text}\" is no length in inches"));
            Length::ZERO
        })
    };
    Point { x: read(x), y: read(y) }
}

pub(super) fn side(node: &Node<'_>, key: &'static str, roster: &Roster) -> Option<Side> {
    let name = node.opt_text(key)?;
    let found = Side::BOTH.into_iter().find(|side| roster.side(*side).eq_ignore_ascii_case(&name));
    if found.is_none() {
        node.problem_at(key, format_args!("`{key}` is \"{name}\", which is no side"));
    }
    found
}

pub(super) fn rows<T: Copy + Default, const N: usize>(
    node: &Node<'_>,
    key: &'static str,
    read: impl FnMut(&mut Node<'_>) -> T,
) -> FixedList<T, N> {
    let mut found = FixedList::new();
    if node.tables(key, read).into_iter().any(|item| found.push(item).is_err()) {
        node.problem_at(key, format_args!("`{key}` has more than {N} rows"));
    }
    found
}

/// Whoever is held outside the Boarding Phase was kept hold of (SF-SHIP-04).
fn grips(roster: &Roster, battle: &mut Battle) {
    if battle.phase == Phase::Boarding {
        return;
    }
    for id in battle.ids() {
        let held = battle.ship(id).held_by.filter(|holder| roster.class(battle, *holder).special.claws);
        if let Some(holder) = held {
            battle.ship_mut(id).locked = true;
            battle.ship_mut(holder).locked = true;
        }
    }
}

fn agreements(root: &Node<'_>, battle: &mut Battle) {
    let mut agreed = Agreed::default();
    for word in root.texts("off") {
        match Module::from_word(&word) {
            Some(module) => agreed.off[module as usize] = true,
            None => root.problem_at("off", format_args!("there is no module \"{word}\"")),
        }
    }
    for word in root.texts("house") {
        match House::from_word(&word) {
            Some(rule) => agreed.house[rule as usize] = true,
            None => root.problem_at("house", format_args!("there is no house rule \"{word}\"")),
        }
    }
    battle.agreed = agreed;
    battle.wind = root.opt_word("wind", Edge::ALL, Edge::word);
}

/// A counter of burning fuel.
pub(super) fn fuel(node: &Node<'_>) -> Counter {
    Counter {
        at: point(node, "at"),
        megatons: small(node, "megatons").unwrap_or(1),
        burns: small(node, "burns").unwrap_or(2),
        burnt: false,
    }
}

fn pile(root: &Node<'_>, key: &'static str) -> FixedList<Card, DECK> {
    let mut found = FixedList::new();
    for word in root.texts(key) {
        match Card::from_word(&word) {
            Some(card) if found.push(card).is_err() => root.problem_at(key, "there are not so many cards"),
            Some(_) => {}
            None => root.problem_at(key, format_args!("there is no card \"{word}\"")),
        }
    }
    found
}

fn cards(root: &Node<'_>, battle: &mut Battle) {
    battle.cards.hand = pile(root, "hand");
    // The first card of the text is drawn first: the list is drawn from its end.
    battle.cards.deck = pile(root, "deck");
    battle.cards.deck.reverse();
    battle.cards.discard = pile(root, "discard");
    battle.cards.removed = pile(root, "removed");
    battle.cards.played = root.flag("card_played");
    for card in Card::ALL {
        let piles = [&battle.cards.hand, &battle.cards.deck, &battle.cards.discard, &battle.cards.removed];
        let all: usize = piles.iter().map(|pile| pile.iter().filter(|held| *held == card).count()).sum();
        if all > usize::from(card.count()) {
            root.problem(format_args!("there are {all} cards {card}, and the deck has {} (SF-CARD-01)", card.count()));
        }
    }
}

fn scenario(root: &Node<'_>, roster: &Roster, battle: &mut Battle) {
    let number = small(root, "scenario").unwrap_or(0);
    if number > 20 {
        root.problem_at("scenario", "there are scenarios 1 to 20 (SF-SCEN-21)");
    }
    let hulk = root.opt_text("hulk").and_then(|name| {
        let found = roster.find(battle, &name);
        if found.is_none() {
            root.problem_at("hulk", format_args!("there is no ship \"{name}\""));
        }
        found
    });
    battle.scenario = Scenario {
        number,
        attacker: side(root, "attacker", roster).unwrap_or(Side::One),
        arrival: small(root, "arrival").unwrap_or(0),
        edge: root.opt_word("arrival_edge", Edge::ALL, Edge::word),
        rolls: small(root, "arrival_rolls").unwrap_or(0),
        hulk,
        hulk_held: root.flag("hulk_held"),
        convoy: root.flag("convoy"),
        decided: None,
    };
}

/// What squadrons have done: as written, or as what their ships have done says.
fn squadrons(root: &Node<'_>, roster: &Roster, battle: &mut Battle) {
    if !root.has("squadron") {
        for id in battle.ids() {
            let ship = *battle.ship(id);
            battle.squads[ship.squadron].moved |= ship.done.moved || ship.done.reformed;
            battle.squads[ship.squadron].fired |= ship.done.fired;
        }
        return;
    }
    root.tables("squadron", |node| {
        let name = node.text("name");
        let Some(id) = roster.find_squadron(battle, &name) else {
            node.problem_at("name", format_args!("there is no squadron \"{name}\""));
            return;
        };
        let squad = &mut battle.squads[id];
        (squad.moved, squad.fired, squad.acted) = (node.flag("moved"), node.flag("fired"), node.flag("acted"));
        (squad.tested, squad.broken_down) = (node.flag("tested"), node.flag("broken_down"));
        squad.cards = small(node, "cards").unwrap_or(0);
    });
}

fn check(root: &Node<'_>, roster: &Roster, battle: &Battle) {
    if roster.squadrons.len() > NAMED {
        root.problem_at("ship", format_args!("a battle holds {NAMED} squadrons at most"));
    }
    for (id, ship) in battle.all() {
        if ship.is_there() && !battle.holds(ship.at) {
            root.problem_at("ship", format_args!("ship \"{}\": {} is off the table", roster.name(id), ship.at));
        }
        if ship.squadron.0 >= NAMED as u8 && usize::from(ship.squadron.0) - NAMED >= battle.ships.len() {
            root.problem_at("ship", "a squadron is named after no ship");
        }
        let mates = battle.all().filter(|(_, other)| other.squadron == ship.squadron);
        if mates.count() > crate::battle::space_fleet::state::MOVERS {
            root.problem_at(
                "ship",
                format_args!("the squadron {} has too many ships", roster.squadron_name(ship.squadron)),
            );
        }
        let tyranid = roster.class(battle, id).is_tyranid();
        if tyranid && roster.fleets[ship.owner as usize] != Fleet::Tyranid {
            root.problem_at("ship", format_args!("ship \"{}\" is Tyranid, and its side is not", roster.name(id)));
        }
    }
}

/// A situation that begins with the Shooting Phase has its weapons ready (SF-TURN-07).
fn load(root: &Node<'_>, roster: &Roster, battle: &mut Battle) {
    if root.flag("loaded") || battle.phase != Phase::Shooting {
        return;
    }
    for id in battle.ids() {
        if !battle.ship(id).fights() || battle.ship(id).done.fired {
            continue;
        }
        for system in 0..roster.class(battle, id).systems.len() {
            let attacks = battle.attacks_of(roster, id, system, false);
            battle.ship_mut(id).shots[system] = attacks;
        }
    }
}

/// The squadron of a name, entered when it is new.
pub(super) fn enter_squadron(roster: &mut Roster, name: &str) -> SquadronId {
    let known = roster.squadrons.iter().position(|known| known.eq_ignore_ascii_case(name));
    let at = known.unwrap_or_else(|| {
        roster.squadrons.push(name.to_owned());
        roster.squadrons.len() - 1
    });
    SquadronId(u8::try_from(at).unwrap_or(0))
}
