//! What a player sees from the bridge: his ships and the enemy's, who can be fired at and with which odds, which orders
//! may be given, and answers that the rules take now. Everything is asked of the engine; nothing is rolled for good.

use std::fmt::Write as _;

use serde::Serialize;

use super::text::{letters, place};
use crate::battle::gothic;
use crate::battle::gothic::decisions;
use crate::battle::gothic::decisions::answer::{Answer, Decision, Stop};
use crate::battle::gothic::event::Silent;
use crate::battle::gothic::shooting::gunnery_table;
use crate::battle::gothic::state::agenda::Test;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, Fate, Order, Ship, ShipId, Unit};
use crate::dice::Rolled;
use crate::report::listing::{Listing, figures, words};
use crate::report::odds::{self, Attack, Odds, Volley};
use crate::report::style::Style;
use crate::ships::armour::armour;
use crate::table::geometry::{Length, quarter};
use crate::table::side::Side;

/// Most examples of answers.
const EXAMPLES: usize = 9;

/// A row of the ships on the table.
#[derive(Serialize)]
struct Row {
    sign: String,
    name: String,
    hits: String,
    shields: u8,
    leadership: i8,
    place: String,
    heading: u16,
    state: String,
}

/// Every ship that is on the table or still to come, both sides, as far as the side that looks may see.
#[must_use]
pub fn ships(roster: &Roster, battle: &Battle, side: Side, style: Style) -> String {
    let own = side;
    let letters = letters(battle);
    let mut out = String::new();
    for side in Side::BOTH {
        let rows: Vec<Row> = letters
            .iter()
            .filter(|(_, id)| battle.ship(*id).side == side)
            .map(|(letter, id)| row(roster, battle, *letter, *id))
            .collect();
        let _ = writeln!(out, "{}", style.heading(&format!("{}:", roster.sides[side as usize])));
        let list = Listing::new(
            rows,
            &[
                words("", &|row: &Row| row.sign.clone()),
                words("Ship", &|row| row.name.clone()),
                figures("Hits", &|row| row.hits.clone()),
                figures("Sh", &|row| row.shields.to_string()),
                figures("Ld", &|row| row.leadership.to_string()),
                words("At", &|row| row.place.clone()),
                figures("Hdg", &|row| row.heading.to_string()),
                words("State", &|row| row.state.clone()),
            ],
        );
        let _ = writeln!(out, "{}", list.table(style));
    }
    let gone: Vec<String> = battle
        .all()
        // What the enemy has still to bring is his own affair.
        .filter(|(_, ship)| !ship.present() && (ship.side == own || !waits(ship)))
        .map(|(id, ship)| format!("{} ({})", roster[id].name, ship.fate))
        .collect();
    if !gone.is_empty() {
        let _ = writeln!(out, "{}", style.wrap(&format!("Not on the table: {}", gone.join(", ")), 2));
    }
    out.truncate(out.trim_end().len());
    out
}

/// Whether a ship has not been seen on the table yet.
const fn waits(ship: &Ship) -> bool {
    matches!(ship.fate, Fate::ToCome | Fate::Haunting | Fate::NeverEntered)
}

fn row(roster: &Roster, battle: &Battle, letter: char, id: ShipId) -> Row {
    let (entry, ship) = (&roster[id], battle.ship(id));
    Row {
        sign: letter.to_string(),
        name: entry.name.clone(),
        hits: format!("{}/{}", ship.hits, entry.profile.hits),
        shields: battle.shields(roster, id),
        leadership: battle.own_leadership(id),
        place: place(ship.at),
        heading: ship.heading.degrees(),
        state: state(roster, battle, id).join(", "),
    }
}

/// What befell a ship, and what it has done.
fn state(roster: &Roster, battle: &Battle, id: ShipId) -> Vec<String> {
    let ship = battle.ship(id);
    let mut words = Vec::new();
    if !ship.fights() {
        words.push(ship.fate.to_string());
    }
    words.extend(ship.flagship.then(|| "flagship".to_owned()));
    words.extend(battle.crippled(roster, id).then(|| "crippled".to_owned()));
    words.extend(ship.order.map(|order| order.to_string()));
    words.extend(criticals(ship));
    words.extend(ship.done.standby.then(|| "on standby".to_owned()));
    words.extend(ship.grappled.map(|other| format!("grappled with {}", roster[other].name)));
    words
}

fn criticals(ship: &Ship) -> Vec<String> {
    let mut words = Vec::new();
    for critical in Critical::ALL {
        match ship.criticals.count(*critical) {
            0 => {}
            1 => words.push(format!("{critical} damaged")),
            times => words.push(format!("{critical} damaged, {times} times")),
        }
    }
    words.extend(ship.criticals.bridge_smashed.then(|| "bridge smashed".to_owned()));
    words.extend(ship.criticals.shields_collapsed.then(|| "shields collapsed".to_owned()));
    words
}

/// One ship: its figures now, its weapons, and whom it can fire at.
#[must_use]
pub fn ship(roster: &Roster, battle: &Battle, id: ShipId, style: Style) -> String {
    let (entry, ship) = (&roster[id], battle.ship(id));
    let owner = &roster.sides[ship.side as usize];
    let mut out = style.heading(&format!("{}, {} of {owner}", entry.name, entry.profile.class));
    if !ship.present() {
        let _ = write!(out, "\n{}", ship.fate);
        return out;
    }
    let [front, side, rear] = entry.profile.armour;
    let _ = write!(
        out,
        "\nat {}, heading {}; {}/{} hits, {} shields up, armour {front}+/{side}+/{rear}+, {} turrets, Leadership {}",
        place(ship.at),
        ship.heading.degrees(),
        ship.hits,
        entry.profile.hits,
        battle.shields(roster, id),
        battle.turrets(roster, id),
        battle.own_leadership(id),
    );
    let _ = write!(out, "\nspeed {} cm, turns {}°", battle.speed(roster, id), entry.profile.turn);
    let state = state(roster, battle, id);
    if !state.is_empty() {
        let _ = write!(out, "\n{}", state.join(", "));
    }
    for (index, mount) in (0..).zip(&entry.profile.weapons) {
        let strength = battle.strength(roster, battle.unit_of(id), id, index);
        let now = if strength == mount.strength { String::new() } else { format!(" (now {strength})") };
        let reach = if mount.range == Length::ZERO { String::new() } else { format!(", {} cm", mount.range) };
        let _ = write!(out, "\n  {}: {} {}{now}{reach}", mount.name, mount.gun, mount.strength);
    }
    let tubes = battle.torpedoes_ready(roster, id);
    let bays = battle.bays_ready(roster, id);
    if tubes > 0 || bays > 0 {
        let _ = write!(out, "\nready to launch: {tubes} torpedoes, {bays} squadrons of craft");
    }
    for line in shots(roster, battle, id) {
        let _ = write!(out, "\n{line}");
    }
    style.plain(&out)
}

/// Whom each ship of a side can fire at now, nearest first, with the odds.
#[must_use]
pub fn targets(roster: &Roster, battle: &Battle, side: Side, style: Style) -> String {
    let mut out = String::new();
    for (id, _) in battle.fleet(side) {
        let lines = shots(roster, battle, id);
        if !lines.is_empty() {
            let _ = writeln!(out, "{}:", roster[id].name);
            for line in lines {
                let _ = writeln!(out, "  {line}");
            }
        }
    }
    if out.is_empty() {
        out.push_str("Nobody bears on an enemy from where he is.");
    }
    out.truncate(out.trim_end().len());
    style.plain(&out)
}

/// What the guns of a ship can do to each enemy they bear on.
fn shots(roster: &Roster, battle: &Battle, id: ShipId) -> Vec<String> {
    let unit = battle.unit_of(id);
    let mut enemies: Vec<ShipId> = battle.fleet(battle.ship(id).side.other()).map(|(enemy, _)| enemy).collect();
    enemies.sort_by_key(|enemy| battle.ship(id).at.squared(battle.ship(*enemy).at));
    let silent = battle.silenced(id);
    let mut lines = Vec::new();
    for enemy in enemies {
        let mut parts = Vec::new();
        let mut volleys = Vec::new();
        for weapon in Battle::guns(roster, id).filter(|weapon| battle.bears(roster, id, *weapon, enemy)) {
            let mount = &roster[id].profile.weapons[usize::from(weapon)];
            let strength = battle.strength(roster, unit, id, weapon);
            if strength == 0 {
                continue;
            }
            let foe = battle.ship(enemy);
            let from = quarter(foe.at, foe.heading, battle.ship(id).at);
            let needed = mount.gun.needed(armour(roster[enemy].profile.armour, from));
            let (dice, column) = if mount.gun.is_gunnery() {
                let column = battle.column(roster, id, mount.gun, enemy);
                (gunnery_table::dice(u16::from(strength), column), format!(" in column {column}"))
            } else {
                (strength, String::new())
            };
            parts.push(format!("{} {strength}{column}: {dice} dice at {needed}+", mount.name));
            volleys.push(Volley { dice, needed, gun: mount.gun });
        }
        if parts.is_empty() {
            continue;
        }
        let away = tenth(battle.ship(id).at.distance(battle.ship(enemy).at));
        let odds = silent.map_or_else(
            || chances(&against(roster, battle, id, enemy, volleys)),
            |(rule, why)| format!("but it {why} ({rule})"),
        );
        lines.push(format!("at {}, {away} cm: {}; {odds}", roster[enemy].name, parts.join(", ")));
    }
    lines
}

fn tenth(length: Length) -> String {
    let tenths = (length.0 + 50) / 100;
    if tenths % 10 == 0 { (tenths / 10).to_string() } else { format!("{}.{}", tenths / 10, tenths % 10) }
}

fn against(roster: &Roster, battle: &Battle, id: ShipId, enemy: ShipId, volleys: Vec<Volley>) -> Odds {
    let foe = battle.ship(enemy);
    odds::attack(&Attack {
        volleys,
        lock_on: battle.ship(id).order == Some(Order::LockOn),
        shields: Some(battle.shields(roster, enemy)),
        braced: foe.order == Some(Order::Brace),
        ship: Some((roster[enemy].profile.clone(), foe.hits)),
    })
}

/// `a hit past the shields 42 %, crippled 8 %, destroyed 0 %`.
fn chances(odds: &Odds) -> String {
    let percent = |chance: f64| format!("{:.0}%", chance * 100.0);
    let mut words = vec![format!("hurt {}", percent(1.0 - odds.damage.first().copied().unwrap_or(1.0)))];
    words.extend(odds.crippled.map(|chance| format!("crippled {}", percent(chance))));
    words.extend(odds.destroyed.filter(|chance| *chance > 0.0).map(|chance| format!("destroyed {}", percent(chance))));
    words.join(", ")
}

/// Which special orders each unit of a side may be given now, with the chance of its command check, and why not the
/// others (ORDER-01).
#[must_use]
pub fn orders(roster: &Roster, battle: &Battle, side: Side, style: Style) -> String {
    if battle.pending() != Decision::Move(side) {
        return "Special orders are given in the Movement Phase, before a ship moves (ORDER-02); Brace For Impact is \
                asked about when it may be given (BRACE-01)."
            .to_owned();
    }
    let mut units: Vec<Unit> = battle.fleet(side).map(|(id, _)| battle.unit_of(id)).collect();
    units.dedup();
    let mut out = String::new();
    for unit in units {
        let mut may = Vec::new();
        let mut not = Vec::new();
        for order in Order::ALL.iter().filter(|order| **order != Order::Brace) {
            match tried(roster, battle, &Answer::Order(unit, *order)) {
                Ok(()) => may.push(format!("{order} {}", check(roster, battle, unit, *order))),
                Err(why) => not.push(why),
            }
        }
        not.dedup();
        let may = if may.is_empty() { "none".to_owned() } else { may.join(", ") };
        let line = format!("{}: {may}", roster.unit_name(unit));
        let _ = writeln!(out, "{line}");
        for why in not {
            let _ = writeln!(out, "  not: {why}");
        }
    }
    out.truncate(out.trim_end().len());
    style.plain(&out)
}

/// The chance of a command check, re-rolls aside.
fn check(roster: &Roster, battle: &Battle, unit: Unit, order: Order) -> String {
    let bonus = battle.test_bonus(roster, unit, Test::Order(order).kind());
    let leadership = battle.command_leadership(roster, unit).saturating_add(bonus).clamp(0, 10);
    let chance = odds::test(leadership.unsigned_abs(), 2, false);
    format!("{:.0}%", chance * 100.0)
}

/// Whether the rules take an answer now, on a copy and with dice that count for nothing.
fn tried(roster: &Roster, battle: &Battle, answer: &Answer) -> Result<(), String> {
    let mut copy = *battle;
    match gothic::answer(&mut copy, roster, answer, &mut Rolled::from_seed("an example"), &mut Silent) {
        Ok(()) => Ok(()),
        Err(Stop::Refused(refusal)) => Err(refusal.to_string()),
        Err(stop) => Err(stop.to_string()),
    }
}

/// Answers that the rules take now, of as many kinds as there are, the usual one first.
#[must_use]
pub fn examples(roster: &Roster, battle: &Battle) -> Vec<String> {
    let mut found = Vec::new();
    decisions::options(battle, roster, &mut found);
    let usual = decisions::usual(battle, roster);
    let mut kinds: Vec<(std::mem::Discriminant<Answer>, usize)> = Vec::new();
    let mut list: Vec<String> = Vec::new();
    for answer in usual.into_iter().chain(found) {
        let kind = std::mem::discriminant(&answer);
        let text = decisions::write(roster, &answer);
        let known = kinds.iter_mut().find(|(known, _)| *known == kind);
        let often = known.as_ref().map_or(0, |(_, often)| *often);
        if often >= 3 || list.contains(&text) || tried(roster, battle, &answer).is_err() {
            continue;
        }
        match known {
            Some((_, often)) => *often += 1,
            None => kinds.push((kind, 1)),
        }
        list.push(text);
        if list.len() == EXAMPLES {
            break;
        }
    }
    list
}
