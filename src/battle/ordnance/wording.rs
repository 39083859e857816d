//! Answers about ordnance as text: `Agrippa: launch torpedoes heading 90`, `wave 4: to 60 40, patrol Agrippa`.

use super::super::answer::{Answer, Load};
use super::super::few::Few;
use super::super::geometry::{Heading, Point};
use super::super::profile::Roster;
use super::super::state::{Battle, ShipId, Unit};
use super::super::wording;
use super::launch::LAUNCHERS;
use super::{Band, CraftId, FlightId, FlightKind, STEPS};
use crate::text::did_you_mean;

/// The flight of a name such as `salvo 3`, `wave 4`, `mine 5`, or what is wrong with it; `None` when the name is not
/// that of a flight at all.
#[must_use]
pub fn flight(battle: &Battle, name: &str) -> Option<Result<FlightId, String>> {
    let (noun, number) = name.trim().rsplit_once(' ')?;
    let noun = noun.to_lowercase();
    if !FlightKind::ALL.iter().any(|kind| kind.noun() == noun) {
        return None;
    }
    let number: u16 = number.parse().ok()?;
    let found = battle.flights.iter().find(|flight| flight.id.number == number && flight.id.kind.noun() == noun);
    Some(found.map(|flight| flight.id).ok_or_else(|| format!("there is no {noun} {number} in play")))
}

/// Reads what a flight is to do.
///
/// # Errors
/// What could not be understood.
pub fn fly(battle: &Battle, roster: &Roster, id: FlightId, what: &str) -> Result<Answer, String> {
    let lower = what.trim().to_lowercase();
    if lower == "recall" {
        return Ok(Answer::Recall(id));
    }
    let mut steps: Few<Point, STEPS> = Few::new();
    let mut patrol = None;
    for item in what.split(',').map(str::trim).filter(|item| !matches!(item.to_lowercase().as_str(), "go" | "stay")) {
        if let Some(name) = wording::strip(item, "patrol ") {
            patrol = Some(wording::ship(battle, roster, name)?);
        } else if let Some(place) = wording::strip(item, "to ") {
            steps
                .push(wording::point(place)?)
                .map_err(|_| format!("a flight is sent through {STEPS} places at most"))?;
        } else {
            return Err(format!("\"{item}\" is no part of a flight: go, stay, to X Y, patrol SHIP, recall"));
        }
    }
    Ok(Answer::Fly { flight: id, steps, patrol })
}

/// Reads a launch: `torpedoes heading 90`, `5 torpedoes heading 90`, `boarding torpedoes heading 90`,
/// `2 fury, 4 starhawk`.
///
/// # Errors
/// What could not be understood.
pub fn launch(battle: &Battle, roster: &Roster, who: &str, what: &str) -> Result<Answer, String> {
    let mut ships: Few<ShipId, LAUNCHERS> = Few::new();
    for name in who.split(" + ") {
        match wording::find(battle, roster, name.trim())? {
            Unit::Ship(ship) => ships.push(ship).map_err(|_| format!("at most {LAUNCHERS} ships launch together"))?,
            squadron @ Unit::Squadron(_) => {
                for ship in &battle.members(squadron) {
                    ships.push(*ship).map_err(|_| format!("at most {LAUNCHERS} ships launch together"))?;
                }
            }
        }
    }
    if let Some((torpedoes, heading)) = what.to_lowercase().rsplit_once(" heading ") {
        let words: Vec<&str> = torpedoes.split_whitespace().collect();
        let (strength, boarding) = match words[..] {
            ["torpedoes"] => (0, false),
            ["boarding", "torpedoes"] => (0, true),
            [count, "torpedoes"] => (number(count)?, false),
            [count, "boarding", "torpedoes"] => (number(count)?, true),
            _ => return Err(format!("\"{torpedoes}\" cannot be launched: write `5 torpedoes heading 90`")),
        };
        let heading = Heading::new(wording::degrees(heading)?);
        return Ok(Answer::Launch(ships, Load::Torpedoes { strength, heading, boarding }));
    }
    Ok(Answer::Launch(ships, Load::Craft(band(roster, what)?)))
}

fn number(word: &str) -> Result<u8, String> {
    word.parse().map_err(|_| format!("\"{word}\" is no number"))
}

/// Reads so many of some kinds of craft: `2 fury, 4 starhawk`.
fn band(roster: &Roster, text: &str) -> Result<Band, String> {
    let mut band = Band::new();
    for item in text.split(',').map(str::trim) {
        let (count, kind) = item.split_once(' ').ok_or_else(|| format!("write \"{item}\" as `2 fury`"))?;
        band.push((craft(roster, kind.trim())?, number(count)?)).map_err(|_| "too many kinds of craft at once")?;
    }
    Ok(band)
}

/// The kind of craft of a name.
fn craft(roster: &Roster, name: &str) -> Result<CraftId, String> {
    let found = roster.craft.iter().position(|known| known.id.eq_ignore_ascii_case(name));
    found.map(|index| CraftId(index as u8)).ok_or_else(|| {
        let near = did_you_mean(name, roster.craft.iter().map(|known| known.id.as_str()));
        format!("nobody here carries \"{name}\"{near}")
    })
}

/// Writes an answer as it is read.
#[must_use]
pub fn write_launch(roster: &Roster, ships: &[ShipId], load: &Load) -> String {
    let names: Vec<&str> = ships.iter().map(|ship| roster.unit_name(Unit::Ship(*ship))).collect();
    let what = match load {
        Load::Torpedoes { strength, heading, boarding } => {
            let count = if *strength == 0 { String::new() } else { format!("{strength} ") };
            let kind = if *boarding { "boarding " } else { "" };
            format!("{count}{kind}torpedoes heading {}", heading.degrees())
        }
        Load::Craft(band) => write_band(roster, band),
    };
    format!("{}: launch {what}", names.join(" + "))
}

fn write_band(roster: &Roster, band: &Band) -> String {
    let kinds: Vec<String> =
        band.iter().map(|(craft, count)| format!("{count} {}", roster.craft[usize::from(craft.0)].id)).collect();
    kinds.join(", ")
}

/// Writes an answer as it is read.
#[must_use]
pub fn write_fly(roster: &Roster, id: FlightId, steps: &[Point], patrol: Option<ShipId>) -> String {
    let mut items: Vec<String> = steps.iter().map(|step| format!("to {step}")).collect();
    items.extend(patrol.map(|ship| format!("patrol {}", roster.unit_name(Unit::Ship(ship)))));
    if items.is_empty() {
        items.push("go".to_owned());
    }
    format!("{id}: {}", items.join(", "))
}
