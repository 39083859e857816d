//! Cases of the older game: a situation, answers and dice, and what must come of them. `tests/rules/older.md` has the form.

use serde_json::{Map, Value, json};

use super::fight::merged;
use super::{Case, same};
use crate::battle::space_fleet::SpaceFleet;
use crate::battle::space_fleet::decisions;
use crate::battle::space_fleet::decisions::answer::{Decision, Stop};
use crate::battle::space_fleet::event::Event;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, Fate, Phase, ShipId};
use crate::battle::{RuleSet as _, space_fleet};
use crate::catalog::older::Older;
use crate::catalog::reader::Node;
use crate::catalog::rules::Rules;
use crate::dice::{Dice as _, Listed};
use crate::notation::older as notation;
use crate::notation::older::Situation;
use crate::table::side::Side;

/// What a case of the older game holds beside the keys of every case.
#[derive(Clone, Debug)]
pub(super) struct Bout {
    situation: String,
    actions: Vec<String>,
    events: Option<Vec<String>>,
    cites: Vec<String>,
    cites_not: Vec<String>,
    pending: Option<String>,
    figures: Vec<(String, Value)>,
}

impl Bout {
    pub(super) fn expects_something(&self) -> bool {
        self.events.is_some()
            || self.pending.is_some()
            || !self.figures.is_empty()
            || !self.cites.is_empty()
            || !self.cites_not.is_empty()
    }
}

/// The table of cases that name none of their own.
const EMPTY: &str = "rules = \"older\"\n";

/// Reads the keys of a case of the older game; `None` when it is none.
pub(super) fn read(node: &Node<'_>, tables: &[(String, String)]) -> Option<Bout> {
    let name = node.json("table").and_then(|value| value.as_str().map(str::to_owned))?;
    let own = tables.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_str());
    let base = own.or((name == "older").then_some(EMPTY)).filter(|text| {
        text.parse::<toml::Table>().is_ok_and(|table| table.get("rules").and_then(toml::Value::as_str) == Some("older"))
    })?;
    for key in ["table", "ships", "with"] {
        debug_assert!(node.has(key) || !node.has(key));
    }
    let rules = |key: &'static str| {
        let found = node.texts(key);
        for id in found.iter().filter(|id| Rules::embedded().get(id).is_none()) {
            node.problem_at(key, format_args!("there is no rule {id}"));
        }
        found
    };
    let figures = node.opt_table("figures", |node| {
        node.allow_any_key();
        node.keys().into_iter().map(|key| (key.clone(), node.json(&key).unwrap_or(Value::Null))).collect::<Vec<_>>()
    });
    let situation = merged(base, node.json("with"), node.json("ships")).unwrap_or_else(|problem| {
        node.problem(problem);
        String::new()
    });
    Some(Bout {
        situation,
        actions: node.texts("actions"),
        events: node.has("events").then(|| node.texts("events")),
        cites: rules("cites"),
        cites_not: rules("cites_not"),
        pending: node.opt_text("pending"),
        figures: figures.unwrap_or_default(),
    })
}

/// Whether the messages cite exactly these rules, in any order.
pub(super) fn cited(expected: &[String], messages: &[String]) -> Result<(), String> {
    let rule = |message: &String| {
        message.rsplit_once('(').and_then(|(_, rest)| rest.strip_suffix(')')).unwrap_or("").to_owned()
    };
    let mut found: Vec<String> = messages.iter().map(rule).collect();
    let mut wanted = expected.to_vec();
    found.sort();
    found.dedup();
    wanted.sort();
    if found == wanted {
        Ok(())
    } else {
        Err(format!("refused by {found:?}, not by {wanted:?}:\n{}", messages.join("\n")))
    }
}

/// Runs a case.
pub(super) fn run(case: &Case, bout: &Bout, older: &Older) -> Result<(), String> {
    let mut found = match notation::read("situation", &bout.situation, older) {
        Ok(found) => found,
        Err(problems) => {
            let problems: Vec<String> = problems.into_iter().map(|problem| problem.message).collect();
            return match (&case.refused, case.refused_by.is_empty()) {
                (Some(expected), _) => same("problems", expected, &problems),
                (None, false) => cited(&case.refused_by, &problems),
                (None, true) => Err(format!("the situation has problems:\n{}", problems.join("\n"))),
            };
        }
    };
    reads_back(&found, older).map_err(|problem| format!("the situation {problem}"))?;
    let mut dice = Listed::parse(case.dice.as_deref().unwrap_or("")).map_err(|error| error.to_string())?;
    let mut events = Vec::new();
    let mut refused = None;
    if !bout.actions.is_empty() {
        SpaceFleet::settle(&mut found.battle, &found.roster, &mut dice, &mut events)
            .map_err(|stop| stop.to_string())?;
    }
    for action in &bout.actions {
        if let Some(message) = refused {
            return Err(format!("refused before the last action: {message}"));
        }
        refused = act(&mut found, action, &mut dice, &mut events, older)?;
    }
    let told: Vec<String> = events.iter().map(|event: &Event| event.tell(&found.roster)).collect();
    let out = told.join("\n");
    match (case.refused.is_some() || !case.refused_by.is_empty(), refused) {
        (false, Some(message)) => return Err(format!("refused: {message}")),
        (true, None) => return Err(format!("not refused; what happened:\n{out}")),
        (true, Some(message)) => match &case.refused {
            Some(expected) => same("refusals", expected, &[message])?,
            None => cited(&case.refused_by, &[message])?,
        },
        (false, None) => {}
    }
    dice.finish().map_err(|error| format!("{error}; what happened:\n{out}"))?;
    expect(case, bout, &found, (&events, &told)).map_err(|problem| format!("{problem}; what happened:\n{out}"))
}

fn expect(case: &Case, bout: &Bout, found: &Situation, (events, told): (&[Event], &[String])) -> Result<(), String> {
    if let Some(expected) = &bout.events {
        same("events", expected, told)?;
    }
    let out = told.join("\n");
    if let Some(text) = case.says.iter().find(|text| !out.contains(text.as_str())) {
        return Err(format!("\"{text}\" is not told"));
    }
    if let Some(text) = case.lacks.iter().find(|text| out.contains(text.as_str())) {
        return Err(format!("\"{text}\" is told"));
    }
    if let Some(rule) = bout.cites.iter().find(|rule| !events.iter().any(|event| event.rule == rule.as_str())) {
        return Err(format!("{rule} is not cited"));
    }
    if let Some(rule) = bout.cites_not.iter().find(|rule| events.iter().any(|event| event.rule == rule.as_str())) {
        return Err(format!("{rule} is cited"));
    }
    let decision = found.battle.pending();
    let due = decisions::due(&found.roster, &decision);
    match &bout.pending {
        Some(expected) if !due.starts_with(expected.as_str()) => {
            return Err(format!("pending is \"{due}\", not \"{expected}\""));
        }
        None if case.refused.is_none() && case.refused_by.is_empty() && matches!(decision, Decision::Asked(..)) => {
            return Err(format!(
                "something is asked that the case does not name; if that is right, add pending = \"{due}\""
            ));
        }
        Some(_) | None => {}
    }
    let figures = figures(&found.roster, &found.battle);
    for (path, wanted) in &bout.figures {
        let value = path.split('/').try_fold(&figures, |value, step| value.get(step)).unwrap_or(&Value::Null);
        let alike = value == wanted || value.as_f64().is_some_and(|value| wanted.as_f64() == Some(value));
        if !(alike || value.is_null() && wanted == "none") {
            return Err(format!("{path} is {value}, not {wanted}"));
        }
    }
    Ok(())
}

fn reads_back(found: &Situation, older: &Older) -> Result<(), String> {
    let text = notation::write(&found.roster, &found.battle);
    match notation::read("again", &text, older) {
        Ok(again) if again == *found => Ok(()),
        Ok(again) if again.roster != found.roster => Err(format!("reads back with another roster:\n{text}")),
        Ok(again) => {
            let (one, two) = (format!("{:#?}", found.battle), format!("{:#?}", again.battle));
            let differs = one.lines().zip(two.lines()).find(|(one, two)| one != two);
            Err(format!("reads back differently: {differs:?}\n{text}"))
        }
        Err(problems) => Err(format!("does not read back: {problems:?}\n{text}")),
    }
}

/// Takes one action; the message when it is refused. A refused action must change nothing.
fn act(
    found: &mut Situation,
    action: &str,
    dice: &mut Listed,
    events: &mut Vec<Event>,
    older: &Older,
) -> Result<Option<String>, String> {
    let given = match SpaceFleet::read(&found.battle, &found.roster, action) {
        Ok(given) => given,
        Err(message) => return Ok(Some(message)),
    };
    let written = SpaceFleet::write(&found.roster, &given);
    if SpaceFleet::read(&found.battle, &found.roster, &written).as_ref() != Ok(&given) {
        return Err(format!("`{action}` is written as `{written}`, which does not read back"));
    }
    let (before, told) = (found.battle, events.len());
    match SpaceFleet::proceed(&mut found.battle, &found.roster, &given, dice, events) {
        Ok(()) => reads_back(found, older)
            .map(|()| None)
            .map_err(|problem| format!("after `{action}` the situation {problem}")),
        Err(Stop::Refused(refusal)) => {
            if found.battle != before || events.len() != told {
                return Err(format!("`{action}` is refused but changed the battle"));
            }
            Ok(Some(refusal.to_string()))
        }
        Err(Stop::Outgrown(outgrown)) => {
            found.battle = before;
            events.truncate(told);
            Ok(Some(outgrown.to_string()))
        }
        Err(Stop::Dice(error)) => {
            let told: Vec<String> = events.iter().map(|event| event.tell(&found.roster)).collect();
            Err(format!("`{action}`: {error}; so far:\n{}", told.join("\n")))
        }
    }
}

/// What a case can ask about a battle.
fn figures(roster: &Roster, battle: &Battle) -> Value {
    let mut all = Map::new();
    for id in battle.ids() {
        all.insert(roster.name(id).into_owned(), ship_figures(roster, battle, id));
    }
    let halves = battle.half_points(roster);
    for side in Side::BOTH {
        let half = halves[side as usize];
        let points = if half.is_multiple_of(2) { json!(half / 2) } else { json!(f64::from(half) / 2.0) };
        let hand = if roster.hive() == Some(side) { battle.cards.hand.len() } else { 0 };
        all.insert(roster.side(side).to_owned(), json!({ "points": points, "hand": hand }));
    }
    let winner = match battle.phase {
        Phase::Over => Some(battle.winner(roster).map_or("draw", |side| roster.side(side))),
        _ => None,
    };
    let extra = json!({
        "turn": battle.turn,
        "phase": battle.phase.word(),
        "active": roster.side(battle.active),
        "initiative": roster.side(battle.initiative),
        "winner": winner,
        "fuel": battle.counters.len(),
        "asteroids": battle.asteroids.iter().filter(|rock| rock.damage > 0).count(),
    });
    if let Value::Object(extra) = extra {
        all.extend(extra);
    }
    Value::Object(all)
}

fn ship_figures(roster: &Roster, battle: &Battle, id: ShipId) -> Value {
    let (ship, class) = (battle.ship(id), roster.class(battle, id));
    let rows: Vec<u8> = class
        .criticals
        .iter()
        .enumerate()
        .filter(|(at, _)| ship.bears(*at))
        .flat_map(|(at, row)| std::iter::repeat_n(row.low, 1 + usize::from(ship.twice & (1 << at) != 0)))
        .collect();
    let fate = match ship.fate {
        Fate::Doomed => "destroyed",
        Fate::Fighting if ship.cripple.is_some() => "crippled",
        fate @ (Fate::Fighting | Fate::Destroyed | Fate::Left | Fate::Overrun | Fate::Reserve) => fate.word(),
    };
    let dice: Map<String, Value> = (0..class.systems.len())
        .map(|system| {
            let against = battle.ids().map(|other| {
                let able = battle.attacks_of(roster, id, system, false) > 0;
                let dice = if able { battle.dice_against(roster, id, system, other) } else { 0 };
                (roster.name(other).into_owned(), json!(dice))
            });
            (class.system_name(system).to_owned(), Value::Object(against.collect()))
        })
        .collect();
    let engines =
        ship.cripple.map(|cripple| if cripple.engines_repaired { "repaired" } else { cripple.engines.word() });
    json!({
        "at": ship.at.to_string(),
        "heading": ship.heading.degrees(),
        "shields": ship.shields,
        "damage": ship.damage,
        "criticals": rows,
        "fate": fate,
        "engines": engines,
        "weapons": !ship.weapons_out() && ship.fights(),
        "side": roster.side(ship.side),
        "owner": roster.side(ship.owner),
        "squadron": roster.squadron_name(ship.squadron),
        "speed": space_fleet_number(battle.speed(roster, id)),
        "strength": battle.strength(roster, id),
        "tubes": ship.tubes.word(),
        "turret": ship.turret.word(),
        "shield": if ship.shield_on { "on" } else { "off" },
        "stored": ship.stored,
        "fuel": ship.fuel,
        "regiments": ship.regiments,
        "held_by": ship.held_by.map(|holder| roster.name(holder)),
        "infected": ship.infected,
        "moved": space_fleet_number(ship.moved),
        "points": ship.urge.points,
        "dice": dice,
    })
}

/// A length as a number.
fn space_fleet_number(length: crate::table::geometry::Length) -> Value {
    debug_assert!(space_fleet::measures::inches(1).0 == 1000);
    if length.0 % 1000 == 0 { json!(length.0 / 1000) } else { json!(f64::from(length.0) / 1000.0) }
}
