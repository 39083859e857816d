//! Writes a situation as it is read.

use std::fmt::Write as _;

use super::codes;
use super::ship::DONE;
use super::under_way::source_word;
use crate::battle::space_fleet::bonus::ONCE;
use crate::battle::space_fleet::cards::Card;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::ship::NO_CAP;
use crate::battle::space_fleet::state::{
    Attack, Battle, Counter, House, Module, NAMED, Phase, Ship, ShipId, Squad, SquadronId,
};
use crate::table::geometry::Point;

/// Keys and values of one table.
#[derive(Default)]
struct Row(String);

impl Row {
    fn raw(&mut self, key: &str, value: impl std::fmt::Display) {
        let comma = if self.0.is_empty() { "" } else { ", " };
        write!(self.0, "{comma}{key} = {value}").expect("a text takes more");
    }

    fn text(&mut self, key: &str, value: &str) {
        self.raw(key, quoted(value));
    }

    fn flag(&mut self, key: &str, value: bool) {
        if value {
            self.raw(key, true);
        }
    }

    fn number(&mut self, key: &str, value: u8) {
        if value > 0 {
            self.raw(key, value);
        }
    }

    fn texts(&mut self, key: &str, values: &[&str]) {
        if !values.is_empty() {
            self.raw(key, list(values.iter().map(|value| quoted(value))));
        }
    }

    fn numbers(&mut self, key: &str, values: &[u8]) {
        if values.iter().any(|value| *value > 0) {
            self.raw(key, list(values.iter().map(u8::to_string)));
        }
    }

    fn point(&mut self, key: &str, at: Point) {
        self.raw(key, format_args!("[{}, {}]", at.x, at.y));
    }
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(", "))
}

fn lines(out: &mut String, key: &str, rows: &[Row]) {
    if rows.is_empty() {
        return;
    }
    let body: Vec<String> = rows.iter().map(|row| format!("    {{ {} }},\n", row.0)).collect();
    write!(out, "{key} = [\n{}]\n", body.concat()).expect("a text takes more");
}

/// A situation as text.
#[must_use]
pub fn write(roster: &Roster, battle: &Battle) -> String {
    let mut out = String::from("rules = \"older\"\n");
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    line(format!("board = [{}, {}]", battle.board.0, battle.board.1));
    let sides: Vec<String> = (0..2)
        .map(|at| format!("{{ name = {}, fleet = {} }}", quoted(&roster.sides[at]), quoted(roster.fleets[at].word())))
        .collect();
    line(format!("side = [{}]", sides.join(", ")));
    line(format!("squadrons = {}", list(roster.squadrons.iter().map(|name| quoted(name)))));
    line(format!("turn = {}\nlast_turn = {}\nphase = {}", battle.turn, battle.last_turn, quoted(battle.phase.word())));
    line(format!(
        "initiative = {}\nactive = {}",
        quoted(roster.side(battle.initiative)),
        quoted(roster.side(battle.active))
    ));
    let mut top = Row::default();
    let off: Vec<&str> =
        Module::ALL.iter().filter(|module| !battle.agreed.plays(**module)).map(|module| module.word()).collect();
    let house: Vec<&str> = House::ALL.iter().filter(|rule| battle.agreed.has(**rule)).map(|rule| rule.word()).collect();
    let passed: Vec<&str> = (0..2).filter(|at| battle.passed[*at]).map(|at| roster.sides[at].as_str()).collect();
    top.flag("late", battle.late);
    top.texts("off", &off);
    top.texts("house", &house);
    top.texts("passed", &passed);
    if let Some(wind) = battle.wind {
        top.text("wind", wind.word());
    }
    if battle.goal > 0 {
        top.raw("goal", battle.goal);
    }
    top.flag("loaded", battle.phase == Phase::Shooting);
    scenario(roster, battle, &mut top);
    piles(battle, &mut top);
    let top = top.0.replace(", \u{0}", "");
    for part in split_top(&top) {
        line(part);
    }
    let ships: Vec<Row> = battle.ids().map(|id| ship(roster, battle, id, battle.ship(id), false)).collect();
    lines(&mut out, "ship", &ships);
    lines(&mut out, "fuel", &battle.counters.iter().map(counter).collect::<Vec<_>>());
    let rocks: Vec<Row> = battle
        .asteroids
        .iter()
        .map(|rock| {
            let mut row = Row::default();
            row.point("at", rock.at);
            row.raw("damage", rock.damage);
            row
        })
        .collect();
    lines(&mut out, "asteroid", &rocks);
    squadrons(roster, battle, &mut out);
    under_way(roster, battle, &mut out);
    out
}

/// The keys of a row, one a line.
fn split_top(row: &str) -> Vec<String> {
    if row.is_empty() {
        return Vec::new();
    }
    let mut parts: Vec<String> = Vec::new();
    let (mut depth, mut quote, mut start) = (0, false, 0);
    for (at, letter) in row.char_indices() {
        match letter {
            '"' => quote = !quote,
            '[' if !quote => depth += 1,
            ']' if !quote => depth -= 1,
            ',' if !quote && depth == 0 => {
                parts.push(row[start..at].trim().to_owned());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(row[start..].trim().to_owned());
    parts
}

fn scenario(roster: &Roster, battle: &Battle, row: &mut Row) {
    let scenario = &battle.scenario;
    row.number("scenario", scenario.number);
    if scenario.attacker != crate::table::side::Side::One {
        row.text("attacker", roster.side(scenario.attacker));
    }
    row.number("arrival", scenario.arrival);
    if let Some(edge) = scenario.edge {
        row.text("arrival_edge", edge.word());
    }
    row.number("arrival_rolls", scenario.rolls);
    if let Some(hulk) = scenario.hulk {
        row.text("hulk", &roster.name(hulk));
    }
    row.flag("hulk_held", scenario.hulk_held);
    row.flag("convoy", scenario.convoy);
}

fn piles(battle: &Battle, row: &mut Row) {
    let words = |cards: &[Card]| cards.iter().map(|card| card.word()).collect::<Vec<_>>();
    row.texts("hand", &words(&battle.cards.hand));
    let mut deck = words(&battle.cards.deck);
    deck.reverse();
    row.texts("deck", &deck);
    row.texts("discard", &words(&battle.cards.discard));
    row.texts("removed", &words(&battle.cards.removed));
    row.flag("card_played", battle.cards.played);
}

fn counter(counter: &Counter) -> Row {
    let mut row = Row::default();
    row.point("at", counter.at);
    row.raw("megatons", counter.megatons);
    row.raw("burns", counter.burns);
    row
}

/// One ship; `before` for one that an attack may be taken back to.
fn ship(roster: &Roster, battle: &Battle, id: ShipId, ship: &Ship, before: bool) -> Row {
    let class = &roster.classes[usize::from(ship.class)];
    let mut row = Row::default();
    row.text("name", &roster.name(id));
    row.text("class", &class.id);
    row.text("side", roster.side(ship.side));
    if ship.owner != ship.side {
        row.text("owner", roster.side(ship.owner));
    }
    if usize::from(ship.squadron.0) < NAMED {
        row.text("squadron", &roster.squadron_name(ship.squadron));
    } else {
        row.raw("lone", usize::from(ship.squadron.0) - NAMED);
    }
    match roster.ships.get(usize::from(id.0)) {
        Some(entry) => {
            row.flag("flagship", entry.flagship);
            row.flag("free", entry.free);
            let names: Vec<&str> = entry.bonuses.all().map(|bonus| bonus.word()).collect();
            row.texts("bonuses", &names);
            if !entry.bonuses.is_empty() {
                row.raw("paid", entry.paid);
            }
        }
        None => row.flag("spawned", true),
    }
    row.point("at", ship.at);
    row.raw("heading", ship.heading.degrees());
    row.raw("shields", format_args!("{:?}", ship.shields));
    row.raw("damage", ship.damage);
    if ship.fate != crate::battle::space_fleet::state::Fate::Fighting {
        row.text("fate", ship.fate.word());
    }
    if let Some(edge) = ship.edge {
        row.text("edge", edge.word());
    }
    condition(class, battle.turn, ship, &mut row);
    extras(class, battle.turn, ship, &mut row);
    if let Some(holder) = ship.held_by {
        if before {
            row.raw("holder", holder.0);
        } else {
            row.text("held_by", &roster.name(holder));
        }
    }
    row
}

fn condition(class: &crate::battle::space_fleet::class::Class, turn: u8, ship: &Ship, row: &mut Row) {
    let (mut old, mut fresh) = (Vec::new(), Vec::new());
    for (at, critical) in class.criticals.iter().enumerate().filter(|(at, _)| ship.bears(*at)) {
        let list = if ship.marks[at] > turn { &mut fresh } else { &mut old };
        list.push(critical.low);
        if ship.twice & (1 << at) != 0 {
            list.push(critical.low);
        }
    }
    row.numbers("criticals", &old);
    row.numbers("fresh", &fresh);
    if let Some(cripple) = ship.cripple {
        row.text("crippled", cripple.engines.word());
        row.flag("crippled_now", cripple.turn == turn);
        let mut repaired = Vec::new();
        repaired.extend(cripple.engines_repaired.then_some("engines"));
        repaired.extend(cripple.weapons_repaired.then_some("weapons"));
        row.texts("repaired", &repaired);
    }
}

fn extras(class: &crate::battle::space_fleet::class::Class, turn: u8, ship: &Ship, row: &mut Row) {
    use crate::battle::space_fleet::state::{Tubes, Turret};
    if ship.tubes != Tubes::Ready {
        row.text("tubes", ship.tubes.word());
    }
    if ship.moved.0 != 0 {
        row.raw("moved", ship.moved);
    }
    let mut done = ship.done;
    let words: Vec<&str> = DONE.iter().filter(|(_, mark)| *mark(&mut done)).map(|(word, _)| *word).collect();
    row.texts("done", &words);
    if ship.turret != Turret::Front {
        row.text("turret", ship.turret.word());
    }
    if ship.shield_on {
        row.text("shield", "on");
    }
    row.number("stored", ship.stored);
    if ship.fuel != class.fuel {
        row.raw("fuel", ship.fuel);
    }
    if ship.regiments != class.regiments {
        row.raw("regiments", ship.regiments);
    }
    row.number("prize_crews", ship.prize_crews);
    row.flag("infected", ship.infected);
    row.flag("locked", ship.locked);
    row.flag("standby", ship.standby);
    row.flag("silenced", ship.silenced);
    row.flag("taken", ship.taken);
    if ship.speed_cap != NO_CAP {
        row.raw("speed_cap", ship.speed_cap);
    }
    row.number("speed_lost", ship.speed_lost);
    row.numbers("shots", &ship.shots);
    let times: Vec<&str> =
        ONCE.iter().zip(ship.spent.times).flat_map(|(bonus, times)| (0..times).map(|_| bonus.word())).collect();
    row.texts("spent", &times);
    let now: Vec<&str> =
        ONCE.iter().zip(ship.spent.turn).filter(|(_, used)| *used == turn).map(|(bonus, _)| bonus.word()).collect();
    row.texts("spent_now", &now);
    let urge = ship.urge;
    row.numbers(
        "urge",
        &[
            urge.points,
            urge.on_movement,
            urge.on_attacks,
            urge.attacks,
            u8::from(urge.attacking),
            u8::from(urge.finished),
            u8::from(urge.frenzy),
            u8::from(urge.newborn),
        ],
    );
}

/// What squadrons have done; the key stands there always, so that it is not guessed from the ships.
fn squadrons(roster: &Roster, battle: &Battle, out: &mut String) {
    let mut rows = Vec::new();
    for at in 0..battle.squads.0.len() {
        let id = SquadronId(at as u8);
        let squad = battle.squads[id];
        if squad == Squad::default() || !battle.all().any(|(_, ship)| ship.squadron == id) {
            continue;
        }
        let mut row = Row::default();
        row.text("name", &roster.squadron_name(id));
        row.flag("moved", squad.moved);
        row.flag("fired", squad.fired);
        row.flag("acted", squad.acted);
        row.flag("tested", squad.tested);
        row.flag("broken_down", squad.broken_down);
        row.number("cards", squad.cards);
        rows.push(row);
    }
    if rows.is_empty() {
        out.push_str("squadron = []\n");
    }
    lines(out, "squadron", &rows);
}

fn under_way(roster: &Roster, battle: &Battle, out: &mut String) {
    let mut row = Row::default();
    if let Some(current) = battle.current {
        row.text("current", &roster.squadron_name(current));
    }
    if let Some(vessel) = battle.vessel {
        row.raw("vessel", vessel.0);
    }
    let tasks: Vec<String> = battle.agenda.iter().copied().map(codes::task).collect();
    row.texts("agenda", &tasks.iter().map(String::as_str).collect::<Vec<_>>());
    let ids = |list: &[ShipId]| list.iter().map(|id| id.0.to_string()).collect::<Vec<_>>();
    if !battle.caught.is_empty() {
        row.raw("caught", list(ids(&battle.caught).into_iter()));
    }
    if !battle.boarders.is_empty() {
        row.raw("boarders", list(ids(&battle.boarders).into_iter()));
    }
    row.number("boarded", battle.boarded.0);
    row.number("lent", battle.lent);
    for part in split_top(&row.0) {
        out.push_str(&part);
        out.push('\n');
    }
    if battle.course != crate::battle::space_fleet::state::Course::default() {
        writeln!(out, "course = {{ {} }}", course(battle)).expect("a text takes more");
    }
    if battle.attack != Attack::default() {
        writeln!(out, "attack = {{ {} }}", attack(&battle.attack)).expect("a text takes more");
    }
    let before: Vec<Row> = (0..)
        .map(ShipId)
        .zip(battle.before.ships.iter())
        .map(|(id, one)| ship(roster, battle, id, one, true))
        .collect();
    lines(out, "before", &before);
    lines(out, "fuel_before", &battle.before.counters.iter().map(counter).collect::<Vec<_>>());
}

fn course(battle: &Battle) -> String {
    let course = &battle.course;
    let mut row = Row::default();
    let movers = course.movers.iter().map(|mover| {
        let legs = list(mover.legs.iter().map(|leg| format!("\"{}\"", leg.code())));
        format!("{{ ship = {}, legs = {legs} }}", mover.ship.0)
    });
    row.raw("movers", list(movers));
    row.number("leg", course.leg);
    if course.gone.0 != 0 {
        row.raw("gone", course.gone);
    }
    for (key, id) in [("met", course.met), ("dodged", course.dodged)] {
        if let Some(id) = id {
            row.raw(key, id.0);
        }
    }
    row.0
}

fn attack(attack: &Attack) -> String {
    let mut row = Row::default();
    row.text("source", source_word(attack.source));
    for (key, id) in [("by", attack.by), ("target", Some(attack.target)), ("main", attack.main)] {
        if let Some(id) = id {
            row.raw(key, id.0);
        }
    }
    row.number("system", attack.system);
    row.point("from", attack.from);
    row.point("centre", attack.centre);
    row.flag("on_cripple", attack.on_cripple);
    for (key, value) in [
        ("dice", attack.dice),
        ("needs", attack.needs),
        ("ignored", attack.ignored),
        ("aimed", attack.aimed),
        ("sixes", attack.sixes),
        ("hull", attack.hull),
        ("read", attack.read),
        ("squadron", attack.squadron.0),
    ] {
        row.number(key, value);
    }
    row.numbers_all("faces", &attack.faces);
    row.numbers_all("rows", &attack.rows);
    row.flag("repeated", attack.repeated);
    row.flag("again", attack.again);
    row.0
}

impl Row {
    /// Numbers of which some are 0.
    fn numbers_all(&mut self, key: &str, values: &[u8]) {
        if !values.is_empty() {
            self.raw(key, list(values.iter().map(u8::to_string)));
        }
    }
}
