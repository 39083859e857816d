//! Reads answers as players write them.

use super::due::{Decision, pending, subject};
use super::words::Reader;
use crate::battle::ground::agenda::Question;
use crate::battle::ground::answer::{
    Act, Answer, Declined, Flight, FlightLeg, Going, Landing, Leg, Placing, Step, Word,
};
use crate::battle::ground::roster::{CraftId, FormationId, Roster};
use crate::battle::ground::state::{Action, Battle, Fire};
use crate::table::geometry::Heading;

type Read<T> = Result<T, String>;

/// Reads an answer to what is due.
///
/// # Errors
/// What could not be understood.
pub fn read(battle: &Battle, roster: &Roster, text: &str) -> Read<Answer> {
    let text = text.trim();
    if let Some(word) = Word::ALL.iter().find(|word| word.word().eq_ignore_ascii_case(text)) {
        return Ok(Answer::Word(*word));
    }
    if let Some(word) = Declined::ALL.iter().find(|word| word.word().eq_ignore_ascii_case(text)) {
        return Ok(Answer::Decline(*word));
    }
    let question = match pending(battle) {
        Decision::Asked(question) => question,
        Decision::Over(_) => return Err("the battle is over".to_owned()),
    };
    if let Some((name, rest)) = text.split_once(':') {
        return named(roster, &question, name.trim(), rest.trim());
    }
    let own = subject(&question);
    let verb = text.split([' ', ',']).next().unwrap_or_default();
    let rest = text[verb.len()..].trim();
    if let Some(going) = Going::ALL.iter().find(|going| going.word() == verb) {
        return Ok(Answer::Go(*going, steps(roster, own, rest)?));
    }
    match verb {
        "fire" => Ok(Answer::Fire(fire(roster, own, rest)?)),
        "objectives" => Ok(Answer::Objectives(items(rest).map(|item| place_only(roster, item)).collect::<Read<_>>()?)),
        "hit" => Ok(Answer::Snipe(unit_only(roster, None, rest)?)),
        "pinpoint" => Ok(Answer::Pinpoint(unit_only(roster, None, rest)?)),
        "support" => Ok(Answer::Support(formations(roster, rest)?)),
        "flak" => Ok(Answer::Flak(formations(roster, rest)?)),
        "approach" => Ok(Answer::Approach(flight(roster, rest, true)?)),
        "leave" => Ok(Answer::Leave(flight(roster, rest, false)?)),
        "land" => landing(roster, &question, own, rest),
        _ => Err(format!("\"{text}\" is not understood; what is due: {}", super::due::words(roster, &question))),
    }
}

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|item| !item.is_empty())
}

fn place_only(roster: &Roster, text: &str) -> Read<crate::table::geometry::Point> {
    let mut words = Reader::new(roster, None, text);
    let place = words.place()?;
    words.ends()?;
    Ok(place)
}

fn unit_only(roster: &Roster, own: Option<FormationId>, text: &str) -> Read<crate::battle::ground::roster::UnitId> {
    let mut words = Reader::new(roster, own, text);
    let unit = words.unit()?;
    words.ends()?;
    Ok(unit)
}

fn formations(roster: &Roster, text: &str) -> Read<Vec<FormationId>> {
    items(text).map(|item| formation_only(roster, item)).collect()
}

fn formation_only(roster: &Roster, text: &str) -> Read<FormationId> {
    let mut words = Reader::new(roster, None, text);
    let formation = words.formation()?;
    words.ends()?;
    Ok(formation)
}

/// Answers that begin with a name: `Blue: advance`.
fn named(roster: &Roster, question: &Question, name: &str, rest: &str) -> Read<Answer> {
    let mut words = Reader::new(roster, None, name);
    if let Some(craft) = words.craft().filter(|_| words.ends().is_ok()) {
        return of_craft(roster, craft, rest);
    }
    let formation = formation_only(roster, name)?;
    let verb = rest.split_whitespace().next().unwrap_or_default();
    let after = rest[verb.len()..].trim();
    match verb {
        "deploy" => Ok(Answer::Deploy(formation, placings(roster, formation, after)?)),
        "reserve" => Ok(Answer::Reserve(formation)),
        "teleport" => Ok(Answer::Teleport(formation, placings(roster, formation, after)?)),
        "surface" => Ok(Answer::Surface(formation)),
        "wait" => Ok(Answer::Wait(formation)),
        "exit" => Ok(Answer::Exit(formation, place_only(roster, after)?)),
        "keep" => match after {
            "overwatch" => Ok(Answer::Keep(formation, Action::Overwatch)),
            "patrol" => Ok(Answer::Keep(formation, Action::Patrol)),
            other => Err(format!("overwatch and patrol are kept, not \"{other}\"")),
        },
        "fire" => Ok(Answer::Overwatch(formation, fire(roster, Some(formation), after)?)),
        "approach" => Ok(Answer::Interception(formation, flight(roster, after, true)?)),
        "split" => {
            let mut words = Reader::new(roster, Some(formation), after);
            let unit = words.unit()?;
            words.wants("cc")?;
            let close = words.number()?;
            words.ends()?;
            Ok(Answer::Split(unit, close))
        }
        _ => act(roster, formation, rest)
            .map_err(|why| format!("{why}; what is due: {}", super::due::words(roster, question))),
    }
}

/// `arrive turn 2, aim 60 40, drop Drop Company 90 60`, or `arrive` when it acts.
fn of_craft(roster: &Roster, craft: CraftId, rest: &str) -> Read<Answer> {
    if rest == "arrive" {
        return Ok(Answer::Arrive(craft));
    }
    if rest == "stay away" {
        return Ok(Answer::StayAway(craft));
    }
    let (mut turn, mut aims, mut drops) = (None, Vec::new(), Vec::new());
    for item in items(rest) {
        let mut words = Reader::new(roster, None, item);
        if words.takes("arrive") {
            words.wants("turn")?;
            turn = Some(words.number()?);
        } else if words.takes("aim") {
            aims.push(words.place()?);
        } else {
            words.wants("drop")?;
            let formation = words.formation()?;
            drops.push((formation, words.place()?));
        }
        words.ends()?;
    }
    let turn = turn.ok_or("in which turn? \"arrive turn 2\"")?;
    Ok(Answer::Plan(craft, turn, aims, drops))
}

fn placings(roster: &Roster, formation: FormationId, text: &str) -> Read<Vec<Placing>> {
    items(text)
        .map(|item| {
            let mut words = Reader::new(roster, Some(formation), item);
            let unit = words.unit()?;
            let placing = if words.takes("in") {
                Placing::In(unit, words.unit()?)
            } else {
                words.wants("at")?;
                Placing::At(unit, words.place()?)
            };
            words.ends()?;
            Ok(placing)
        })
        .collect()
}

/// `engage Red and Green with Second, Third`, `advance, pop up`, `march, across country`.
fn act(roster: &Roster, formation: FormationId, text: &str) -> Read<Answer> {
    let mut act =
        Act { formation, action: Action::Advance, targets: Vec::new(), with: Vec::new(), pop_up: false, across: false };
    let mut parts: Vec<&str> = items(text).collect();
    parts.retain(|part| {
        act.pop_up |= *part == "pop up";
        act.across |= *part == "across country";
        *part != "pop up" && *part != "across country"
    });
    let first = parts.first().copied().unwrap_or_default();
    if let Some(targets) = first.strip_prefix("engage ") {
        act.action = Action::Engage;
        let (targets, with) = targets.split_once(" with ").map_or((targets, None), |(to, with)| (to, Some(with)));
        for target in targets.split(" and ") {
            act.targets.push(formation_only(roster, target)?);
        }
        for other in with.into_iter().chain(parts.iter().skip(1).copied()) {
            act.with.push(formation_only(roster, other)?);
        }
        return Ok(Answer::Act(act));
    }
    act.action = Action::from_word(first).ok_or_else(|| format!("\"{first}\" is no action"))?;
    match parts.get(1) {
        Some(more) => Err(format!("\"{more}\" is not understood")),
        None => Ok(Answer::Act(act)),
    }
}

fn steps(roster: &Roster, own: Option<FormationId>, text: &str) -> Read<Vec<Step>> {
    items(text).map(|item| step(roster, own, item)).collect()
}

fn step(roster: &Roster, own: Option<FormationId>, text: &str) -> Read<Step> {
    let mut words = Reader::new(roster, own, text);
    let mut step = Step {
        unit: words.unit()?,
        slowly: words.takes("slowly"),
        out: words.takes("out"),
        legs: Vec::new(),
        into: None,
    };
    loop {
        if words.takes("to") {
            let leg = if words.has_place() { Leg::To(words.place()?) } else { Leg::Touch(words.unit()?) };
            step.legs.push(leg);
        } else if words.takes("into") {
            step.into = Some(words.unit()?);
        } else {
            words.ends()?;
            break;
        }
    }
    if step.legs.is_empty() && step.into.is_none() {
        return Err(format!("\"{text}\" goes nowhere: \"to X Y\""));
    }
    Ok(step)
}

/// `at Red, in the open, ap 1 3, template 60 80`.
fn fire(roster: &Roster, own: Option<FormationId>, text: &str) -> Read<Fire> {
    let mut parts = items(text);
    let target = parts.next().unwrap_or_default();
    let target = target.strip_prefix("at ").ok_or("at whom? \"fire at NAME\"")?;
    let mut fire = Fire::at(formation_only(roster, target)?);
    for part in parts {
        match part {
            "in the open" => fire.open = true,
            "indirect" => fire.indirect = true,
            _ => {
                let mut words = Reader::new(roster, own, part);
                let verb = words.next().unwrap_or_default();
                if verb == "template" {
                    fire.templates.push(words.place()?);
                    words.ends()?;
                    continue;
                }
                let list = match verb {
                    "ap" => &mut fire.ap,
                    "at" => &mut fire.at,
                    "hold" => &mut fire.hold,
                    other => return Err(format!("\"{other}\" is not understood")),
                };
                while words.peek().is_some() {
                    list.push(words.unit()?);
                }
            }
        }
    }
    Ok(fire)
}

/// `60 0 heading 0, ahead 50, right 45, ahead 30`.
fn flight(roster: &Roster, text: &str, approach: bool) -> Read<Flight> {
    let mut parts = items(text);
    let mut words = Reader::new(roster, None, parts.next().unwrap_or_default());
    let from = if approach { Some(words.place()?) } else { None };
    words.wants("heading")?;
    let heading = Heading::new(words.number()?);
    words.ends()?;
    let mut legs = Vec::new();
    for part in parts {
        let mut words = Reader::new(roster, None, part);
        let leg = if words.takes("ahead") {
            FlightLeg::Ahead(words.length()?)
        } else if words.takes("right") {
            FlightLeg::Turn(words.number()?)
        } else {
            words.wants("left")?;
            FlightLeg::Turn(-words.number::<i32>()?)
        };
        words.ends()?;
        legs.push(leg);
    }
    Ok(Flight { from, heading, legs })
}

/// A landing of aircraft, or of units from orbit.
fn landing(roster: &Roster, question: &Question, own: Option<FormationId>, text: &str) -> Read<Answer> {
    if let (Question::Land(_), Some(formation)) = (question, own) {
        return Ok(Answer::Planetfall(placings(roster, formation, text)?));
    }
    let mut landing = Landing { assault: None, out: Vec::new(), into: Vec::new() };
    for part in items(text) {
        if let Some(target) = part.strip_prefix("for assault on ") {
            landing.assault = Some(formation_only(roster, target)?);
            continue;
        }
        let mut words = Reader::new(roster, own, part);
        let unit = words.unit()?;
        if words.takes("out") {
            words.wants("to")?;
            landing.out.push((unit, words.place()?));
        } else {
            words.wants("into")?;
            landing.into.push((unit, words.unit()?));
        }
        words.ends()?;
    }
    Ok(Answer::Land(landing))
}
