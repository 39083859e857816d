//! Cases of the battle engine: a situation, actions and dice, and what must come of them.

use serde_json::{Map, Value, json};

use super::{Case, same};
use crate::battle::gothic;
use crate::battle::gothic::decisions;
use crate::battle::gothic::decisions::answer::{Decision, Stop};
use crate::battle::gothic::event::Event;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Unit};
use crate::battle::gothic::sub_plots::judged::achieved;
use crate::battle::gothic::victory::Facts;
use crate::catalog::fleets::Fleets;
use crate::catalog::reader::Node;
use crate::dice::{Dice as _, Listed};
use crate::notation;
use crate::notation::Situation;
use crate::table::side::Side;

/// What a case of the battle engine holds beside the keys of every case.
#[derive(Clone, Debug)]
pub(super) struct Fight {
    situation: String,
    actions: Vec<String>,
    events: Option<Vec<String>>,
    pending: Option<String>,
    figures: Vec<(String, Value)>,
}

impl Fight {
    pub(super) fn expects_something(&self) -> bool {
        self.events.is_some() || self.pending.is_some() || !self.figures.is_empty()
    }
}

/// The table that cases without one of their own play on.
const EMPTY: &str = "ordnance = \"unused\"\nside = [{ name = \"Anna\" }, { name = \"Bert\" }]\n";

/// Reads the keys of a battle case; `None` when it has none of them.
pub(super) fn read(node: &Node<'_>, tables: &[(String, String)]) -> Option<Fight> {
    let (ships, with) = (node.has("ships"), node.has("with"));
    let table = node.opt_text("table");
    let figures = node.opt_table("figures", |node| {
        node.allow_any_key();
        node.keys().into_iter().map(|key| (key.clone(), node.json(&key).unwrap_or(Value::Null))).collect::<Vec<_>>()
    });
    if figures.iter().flatten().any(|(path, _)| path == "pending") {
        node.problem_at("figures", "`pending` is a key of the case itself, not one of its figures");
    }
    let actions = node.texts("actions");
    let events = node.has("events").then(|| node.texts("events"));
    let pending = node.opt_text("pending");
    if !ships && !with && table.is_none() {
        return None;
    }
    let base = match &table {
        None => EMPTY,
        Some(name) => match tables.iter().find(|(known, _)| known == name) {
            Some((_, text)) => text,
            None => {
                node.problem_at("table", format_args!("there is no [[table]] called \"{name}\""));
                EMPTY
            }
        },
    };
    let situation = match merged(base, node.json("with"), node.json("ships")) {
        Ok(text) => text,
        Err(problem) => {
            node.problem(problem);
            String::new()
        }
    };
    Some(Fight { situation, actions, events, pending, figures: figures.unwrap_or_default() })
}

/// The base with other keys laid over it, and ships laid over those of the same name or added.
pub(super) fn merged(base: &str, with: Option<Value>, ships: Option<Value>) -> Result<String, String> {
    let mut table: toml::Table = base.parse().map_err(|error: toml::de::Error| error.message().to_owned())?;
    if let Some(Value::Object(with)) = with {
        table.extend(with.iter().map(|(key, value)| (key.clone(), to_toml(value))));
    }
    if let Some(Value::Array(ships)) = ships {
        let list = table.entry("ship").or_insert_with(|| toml::Value::Array(Vec::new()));
        let list = list.as_array_mut().ok_or("`ship` must be a list")?;
        for ship in &ships {
            let toml::Value::Table(ship) = to_toml(ship) else { return Err("`ships` must hold tables".to_owned()) };
            let same = |known: &&mut toml::Value| known.get("name") == ship.get("name");
            match list.iter_mut().find(same).and_then(|known| known.as_table_mut()) {
                Some(known) => known.extend(ship),
                None => list.push(toml::Value::Table(ship)),
            }
        }
    }
    toml::to_string(&table).map_err(|error| error.to_string())
}

pub(super) fn to_toml(value: &Value) -> toml::Value {
    match value {
        Value::Null => toml::Value::from(""),
        Value::Bool(flag) => toml::Value::from(*flag),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => toml::Value::from(whole),
            None => toml::Value::from(number.as_f64().unwrap_or_default()),
        },
        Value::String(text) => toml::Value::from(text.as_str()),
        Value::Array(items) => toml::Value::Array(items.iter().map(to_toml).collect()),
        Value::Object(map) => toml::Value::Table(map.iter().map(|(key, item)| (key.clone(), to_toml(item))).collect()),
    }
}

/// Runs a battle case.
pub(super) fn run(case: &Case, fight: &Fight, fleets: &Fleets) -> Result<(), String> {
    let read = notation::read("situation", &fight.situation, fleets);
    let mut found = match read {
        Ok(found) => found,
        Err(problems) => {
            let problems: Vec<String> = problems.into_iter().map(|problem| problem.message).collect();
            return match &case.refused {
                Some(expected) => same("problems", expected, &problems),
                None => Err(format!("the situation has problems:\n{}", problems.join("\n"))),
            };
        }
    };
    // Whatever can be read can be written, and read again as the same battle.
    let again = notation::read("again", &notation::write(&found.roster, &found.battle), fleets);
    if again.as_ref() != Ok(&found) {
        return Err(format!("the situation does not read back:\n{again:?}"));
    }
    let mut dice = Listed::parse(case.dice.as_deref().unwrap_or("")).map_err(|error| error.to_string())?;
    let mut events: Vec<Event> = Vec::new();
    let mut refused = None;
    for action in &fight.actions {
        if let Some(message) = refused {
            return Err(format!("refused before the last action: {message}"));
        }
        refused = act(&mut found, action, &mut dice, &mut events, fleets)?;
    }
    let told: Vec<String> = events.iter().map(|event| event.tell(&found.roster)).collect();
    match (&case.refused, refused) {
        (None, Some(message)) => return Err(format!("refused: {message}")),
        (Some(_), None) => return Err(format!("not refused; what happened:\n{}", told.join("\n"))),
        (Some(expected), Some(message)) => same("refusals", expected, &[message])?,
        (None, None) => {}
    }
    dice.finish().map_err(|error| format!("{error}; what happened:\n{}", told.join("\n")))?;
    if let Some(expected) = &fight.events {
        same("events", expected, &told)?;
    }
    let out = told.join("\n");
    due(case, fight, &found).map_err(|problem| format!("{problem}; what happened:\n{out}"))?;
    if let Some(text) = case.says.iter().find(|text| !out.contains(text.as_str())) {
        return Err(format!("\"{text}\" is not in what happened:\n{out}"));
    }
    if let Some(text) = case.lacks.iter().find(|text| out.contains(text.as_str())) {
        return Err(format!("\"{text}\" is in what happened:\n{out}"));
    }
    let figures = figures(&found.roster, &found.battle);
    for (path, wanted) in &fight.figures {
        let value = path.split('/').try_fold(&figures, |value, step| value.get(step)).unwrap_or(&Value::Null);
        if value != wanted && !(value.is_null() && wanted == "none") {
            return Err(format!("{path} is {value}, not {wanted}; what happened:\n{out}"));
        }
    }
    Ok(())
}

/// What is due at the end is part of what happened: wherever somebody is asked something the case names it, so that no
/// question goes unnoticed. The move, the fire or whatever else a phase is for goes without saying, and so does a
/// question that has just been answered wrongly.
fn due(case: &Case, fight: &Fight, found: &Situation) -> Result<(), String> {
    let decision = found.battle.pending();
    let due = decisions::due(&found.roster, &decision);
    match &fight.pending {
        Some(expected) if *expected == due => Ok(()),
        Some(expected) => Err(format!("pending is \"{due}\", not \"{expected}\"")),
        None if case.refused.is_none() && matches!(decision, Decision::Asked(..) | Decision::Convert(_)) => {
            Err(format!("something is asked that the case does not name; if that is right, add pending = \"{due}\""))
        }
        None => Ok(()),
    }
}

/// Takes one action; the message when it is refused. A refused action must change nothing.
fn act(
    found: &mut Situation,
    action: &str,
    dice: &mut Listed,
    events: &mut Vec<Event>,
    fleets: &Fleets,
) -> Result<Option<String>, String> {
    let Situation { roster, battle } = found;
    let given = match decisions::read(battle, roster, action) {
        Ok(given) => given,
        Err(message) => return Ok(Some(message)),
    };
    let written = decisions::write(roster, &given);
    if decisions::read(battle, roster, &written).as_ref() != Ok(&given) {
        return Err(format!("`{action}` is written as `{written}`, which does not read back"));
    }
    let (before, told) = (*battle, events.len());
    match gothic::answer(battle, roster, &given, dice, events) {
        Ok(()) => {
            let text = notation::write(roster, battle);
            match notation::read("again", &text, fleets) {
                Ok(again) if again.battle == *battle && again.roster == *roster => Ok(None),
                Ok(_) => Err(format!("after `{action}` the situation reads back differently:\n{text}")),
                Err(problems) => {
                    Err(format!("after `{action}` the situation does not read back: {problems:?}\n{text}"))
                }
            }
        }
        Err(Stop::Refused(refusal)) => {
            if *battle != before || events.len() != told {
                return Err(format!("`{action}` is refused but changed the battle"));
            }
            Ok(Some(refusal.to_string()))
        }
        Err(Stop::Outgrown(outgrown)) => {
            if *battle != before {
                return Err(format!("`{action}` is refused but changed the battle"));
            }
            // What was told of it has not happened.
            events.truncate(told);
            Ok(Some(outgrown.to_string()))
        }
        Err(Stop::Dice(error)) => {
            let told: Vec<String> = events.iter().map(|event| event.tell(roster)).collect();
            Err(format!("`{action}`: {error}; so far:\n{}", told.join("\n")))
        }
    }
}

/// What a case can ask about a battle.
fn figures(roster: &Roster, battle: &Battle) -> Value {
    let mut all = Map::new();
    for (id, ship) in battle.all() {
        let entry = &roster[id];
        let unit = battle.unit_of(id);
        let weapons: Map<String, Value> = (0..)
            .zip(&entry.profile.weapons)
            .map(|(index, weapon)| (weapon.name.to_lowercase(), json!(battle.strength(roster, unit, id, index))))
            .collect();
        // Any distance may be measured at any time (SHIP-15), by the words of `renown play`.
        let range = |other: &str| decisions::measure(battle, roster, &format!("measure {} {other}", entry.name));
        let ranges = roster.ships.iter().filter_map(|other| {
            let told = range(&other.name)?.ok()?;
            Some((other.name.clone(), json!(told)))
        });
        let ranges: Map<String, Value> = ranges.collect();
        let name = |unit: Option<Unit>| unit.map(|unit| roster.unit_name(unit));
        let value = json!({
            "at": ship.at.to_string(),
            "heading": ship.heading.degrees(),
            "hits": ship.hits,
            "fate": ship.fate.word(),
            "order": ship.order.map(|order| order.word()),
            "shields": battle.shields(roster, id),
            "turrets": battle.turrets(roster, id),
            "crippled": battle.crippled(roster, id),
            "speed": battle.speed(roster, id).to_string(),
            "base": entry.profile.base.to_string(),
            "leadership": battle.leadership(unit),
            "command": battle.command_leadership(roster, unit),
            "disengage": battle.disengage_bonus(roster, unit),
            "markers": battle.markers_on(roster, id),
            "unit": roster.unit_name(unit),
            "slow": ship.done.slow,
            "grappled": name(ship.grappled.map(Unit::Ship)),
            "fires": ship.criticals.count(crate::battle::gothic::state::Critical::Fire),
            "criticals": ship.criticals.repairable(),
            "weapons": weapons,
            "range": ranges,
        });
        all.insert(entry.name.clone(), value);
    }
    let facts = Facts::of(roster, battle);
    let (points, winner) = facts.standing();
    for side in Side::BOTH {
        let player = battle.players[side as usize];
        let earned = points[side as usize];
        let plot = player.plot.and_then(|_| achieved(&facts, side, winner));
        let value = json!({
            "rerolls": player.rerolls,
            "stopped": player.check_failed,
            "victory": earned,
            "sub-plot": plot,
        });
        all.insert(roster.sides[side as usize].clone(), value);
    }
    all.insert("turn".to_owned(), json!(battle.turn));
    all.insert("active".to_owned(), json!(roster.sides[battle.active as usize]));
    all.insert("phase".to_owned(), json!(battle.phase.word()));
    all.insert("markers".to_owned(), json!(battle.markers.len()));
    Value::Object(all)
}
