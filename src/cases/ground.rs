//! Cases of the ground war: a table, answers and dice, and what must come of them. `tests/rules/ground.md` has the form.

use serde_json::{Map, Value, json};

use crate::battle::RuleSet as _;
use crate::battle::ground::answer::Stop;
use crate::battle::ground::decisions::usual::usual;
use crate::battle::ground::event::Event;
use crate::battle::ground::roster::{FormationId, Roster, UnitId};
use crate::battle::ground::state::{Battle, Place, Winner};
use crate::battle::ground::turn::goals;
use crate::battle::ground::{self, Ground};
use crate::catalog::reader::Node;
use crate::dice::{Dice as _, Listed};
use crate::notation::ground::{self as notation, GroundSituation};
use crate::table::side::Side;

/// What a case of the ground war holds beside the keys of every case.
#[derive(Clone, Debug)]
pub(super) struct GroundCase {
    situation: String,
    actions: Vec<String>,
    events: Option<Vec<String>>,
    pending: Option<String>,
    asks: Option<String>,
    cites: Vec<String>,
    refused_by: Option<String>,
    figures: Vec<(String, Value)>,
}

/// What every case may expect.
pub(super) struct Expected<'c> {
    pub(super) dice: &'c str,
    pub(super) says: &'c [String],
    pub(super) lacks: &'c [String],
    pub(super) refused: Option<&'c [String]>,
}

impl GroundCase {
    pub(super) fn expects_something(&self) -> bool {
        self.events.is_some()
            || self.pending.is_some()
            || self.asks.is_some()
            || self.refused_by.is_some()
            || !self.cites.is_empty()
            || !self.figures.is_empty()
    }
}

/// Reads the keys of a ground case; `None` when it names no table of the ground.
pub(super) fn read(node: &Node<'_>, tables: &[(String, String)]) -> Option<GroundCase> {
    let name = node.opt_text("ground")?;
    let base = match tables.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => text.as_str(),
        None => {
            node.problem_at("ground", format_args!("there is no [[ground]] called \"{name}\""));
            ""
        }
    };
    let figures = node.opt_table("figures", |node| {
        node.allow_any_key();
        node.keys().into_iter().map(|key| (key.clone(), node.json(&key).unwrap_or(Value::Null))).collect::<Vec<_>>()
    });
    // Both are read as JSON, which marks nothing as read.
    let _read = (node.has("with"), node.has("formations"));
    let situation = merged(base, node.json("with"), node.json("formations")).unwrap_or_else(|problem| {
        node.problem(problem);
        String::new()
    });
    Some(GroundCase {
        situation,
        actions: node.texts("actions"),
        events: node.has("events").then(|| node.texts("events")),
        pending: node.opt_text("pending"),
        asks: node.opt_text("asks"),
        cites: node.texts("cites"),
        refused_by: node.opt_text("refused_by"),
        figures: figures.unwrap_or_default(),
    })
}

/// The base with other keys laid over it, and formations laid over those of the same name or added.
fn merged(base: &str, with: Option<Value>, formations: Option<Value>) -> Result<String, String> {
    let mut table: toml::Table = base.parse().map_err(|error: toml::de::Error| error.message().to_owned())?;
    if let Some(Value::Object(with)) = with {
        table.extend(with.iter().map(|(key, value)| (key.clone(), super::fight::to_toml(value))));
    }
    if let Some(Value::Array(formations)) = formations {
        let list = table.entry("formation").or_insert_with(|| toml::Value::Array(Vec::new()));
        let list = list.as_array_mut().ok_or("`formation` must be a list")?;
        for formation in &formations {
            let toml::Value::Table(formation) = super::fight::to_toml(formation) else {
                return Err("`formations` must hold tables".to_owned());
            };
            let same = |known: &&mut toml::Value| known.get("name") == formation.get("name");
            match list.iter_mut().find(same).and_then(|known| known.as_table_mut()) {
                Some(known) => known.extend(formation),
                None => list.push(toml::Value::Table(formation)),
            }
        }
    }
    toml::to_string(&table).map_err(|error| error.to_string())
}

/// Runs a ground case.
pub(super) fn run(case: &GroundCase, expected: &Expected<'_>) -> Result<(), String> {
    let mut found = match notation::read("situation", &case.situation) {
        Ok(found) => found,
        Err(problems) => {
            let problems: Vec<String> = problems.into_iter().map(|problem| problem.message).collect();
            return match expected.refused {
                Some(wanted) => super::same("problems", wanted, &problems),
                None => Err(format!("the table has problems:\n{}", problems.join("\n"))),
            };
        }
    };
    let mut dice = Listed::parse(expected.dice).map_err(|error| error.to_string())?;
    let mut events: Vec<Event> = Vec::new();
    if !found.under_way {
        let done = ground::begin(&mut found.battle, &found.roster, &mut dice, &mut events);
        done.map_err(|stop| format!("the table cannot be opened: {stop}"))?;
    }
    let mut refused = None;
    for action in &case.actions {
        if let Some(message) = refused {
            return Err(format!("refused before the last action: {message}"));
        }
        refused = act(&mut found, action, &mut dice, &mut events)?;
    }
    let told: Vec<String> = events.iter().map(ToString::to_string).collect();
    let out = told.join("\n");
    refusal(case, expected, refused, &out)?;
    dice.finish().map_err(|error| format!("{error}; what happened:\n{out}"))?;
    if let Some(wanted) = &case.events {
        super::same("events", wanted, &told)?;
    }
    outcome(case, expected, &found, &out)
}

fn refusal(case: &GroundCase, expected: &Expected<'_>, refused: Option<String>, out: &str) -> Result<(), String> {
    match (expected.refused, &case.refused_by, refused) {
        (None, None, Some(message)) => Err(format!("refused: {message}; what happened:\n{out}")),
        (None, None, None) => Ok(()),
        (_, _, None) => Err(format!("not refused; what happened:\n{out}")),
        (wanted, rule, Some(message)) => {
            if let Some(rule) = rule
                && !message.ends_with(&format!("({rule})"))
            {
                return Err(format!("refused, but not by {rule}: {message}"));
            }
            wanted.map_or(Ok(()), |wanted| super::same("refusals", wanted, &[message]))
        }
    }
}

fn outcome(case: &GroundCase, expected: &Expected<'_>, found: &GroundSituation, out: &str) -> Result<(), String> {
    let due = ground::due(&found.roster, &Ground::pending(&found.battle));
    if let Some(wanted) = case.pending.as_ref().filter(|wanted| **wanted != due) {
        return Err(format!("pending is \"{due}\", not \"{wanted}\"; what happened:\n{out}"));
    }
    let asked = ground::due_from(&found.battle).map(|side| found.roster.player(side));
    if let Some(wanted) = case.asks.as_deref().filter(|wanted| Some(*wanted) != asked) {
        return Err(format!("asked is {asked:?}, not \"{wanted}\": {due}; what happened:\n{out}"));
    }
    if let Some(rule) = case.cites.iter().find(|rule| !out.contains(&format!("({rule})"))) {
        return Err(format!("nothing cites {rule}; what happened:\n{out}"));
    }
    if let Some(text) = expected.says.iter().find(|text| !out.contains(text.as_str())) {
        return Err(format!("\"{text}\" is not in what happened:\n{out}"));
    }
    if let Some(text) = expected.lacks.iter().find(|text| out.contains(text.as_str())) {
        return Err(format!("\"{text}\" is in what happened:\n{out}"));
    }
    let figures = figures(&found.roster, &found.battle);
    for (path, wanted) in &case.figures {
        let value = path.split('/').try_fold(&figures, |value, step| value.get(step)).unwrap_or(&Value::Null);
        if value != wanted && !(value.is_null() && wanted == "none") {
            return Err(format!("{path} is {value}, not {wanted}; due: {due}; what happened:\n{out}"));
        }
    }
    Ok(())
}

/// Takes one answer; the message when it is refused. A refused one must change nothing.
fn act(
    found: &mut GroundSituation,
    action: &str,
    dice: &mut Listed,
    events: &mut Vec<Event>,
) -> Result<Option<String>, String> {
    let GroundSituation { roster, battle, .. } = found;
    let given = if action == "usual" {
        usual(battle, roster).ok_or_else(|| "the battle is over".to_owned())
    } else {
        Ground::read(battle, roster, action)
    };
    let given = match given {
        Ok(given) => given,
        Err(message) => return Ok(Some(message)),
    };
    let written = Ground::write(roster, &given);
    if Ground::read(battle, roster, &written).as_ref() != Ok(&given) {
        return Err(format!("`{action}` is written as `{written}`, which does not read back"));
    }
    let (before, told) = (battle.clone(), events.len());
    match Ground::answer(battle, roster, &given, dice, events) {
        Ok(()) => {
            let text = notation::write(roster, battle);
            match notation::read("again", &text) {
                Ok(again) if again.battle == *battle && again.roster == *roster => Ok(None),
                Ok(_) => Err(format!("after `{action}` the table reads back differently:\n{text}")),
                Err(problems) => Err(format!("after `{action}` the table does not read back: {problems:?}\n{text}")),
            }
        }
        Err(Stop::Refused(refusal)) => {
            if *battle != before || events.len() != told {
                return Err(format!("`{action}` is refused but changed the battle"));
            }
            Ok(Some(refusal.to_string()))
        }
        Err(Stop::Dice(error)) => {
            let told: Vec<String> = events.iter().map(ToString::to_string).collect();
            Err(format!("`{action}`: {error}; so far:\n{}", told.join("\n")))
        }
    }
}

/// What a case can ask about a battle.
fn figures(roster: &Roster, battle: &Battle) -> Value {
    let mut all = Map::new();
    all.insert("turn".to_owned(), json!(battle.turn));
    all.insert("phase".to_owned(), json!(battle.phase.word()));
    all.insert("active".to_owned(), json!(roster.player(battle.active)));
    let winner = battle.winner.map(|winner| match winner {
        Winner::Side(side) => roster.player(side),
        Winner::Draw => "draw",
    });
    all.insert("winner".to_owned(), json!(winner));
    for side in Side::BOTH {
        let met: Vec<&str> = goals::met(battle, roster, side).into_iter().map(|goal| goal.word()).collect();
        all.insert(roster.player(side).to_owned(), json!({ "goals": met }));
    }
    for craft in roster.craft_ids() {
        let value =
            json!({ "acted": battle[craft].acted, "arrives": battle[craft].arrives, "gone": battle[craft].gone });
        all.insert(roster[craft].name.clone(), value);
    }
    for formation in roster.formation_ids() {
        all.insert(roster[formation].name.clone(), formation_figures(roster, battle, formation));
    }
    Value::Object(all)
}

fn formation_figures(roster: &Roster, battle: &Battle, formation: FormationId) -> Value {
    let state = &battle[formation];
    let mut value = json!({
        "units": battle.left(roster, formation).count(),
        "markers": state.markers,
        "broken": state.broken,
        "destroyed": battle.destroyed(roster, formation),
        "did": state.did.map(|did| did.word()),
        "acted": state.did.is_some(),
        "overwatch": state.overwatch,
        "patrol": state.patrol,
    });
    for unit in &roster[formation].units {
        value[roster[*unit].number.to_string()] = unit_figures(roster, battle, *unit);
    }
    value
}

fn unit_figures(roster: &Roster, battle: &Battle, unit: UnitId) -> Value {
    let at = match battle[unit].place {
        Place::At(at) => at.to_string(),
        Place::In(carrier) => format!("in {}", roster[carrier].number),
        Place::Off => "off".to_owned(),
        Place::Lost => "lost".to_owned(),
    };
    json!({ "at": at, "damage": battle[unit].damage })
}
