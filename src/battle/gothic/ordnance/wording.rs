//! Answers about ordnance as text: `Agrippa: launch torpedoes heading 90`, `wave 4: to 60 40, patrol Agrippa`.

use crate::battle::gothic::decisions::answer::{Answer, Flying, Load};
use crate::battle::gothic::decisions::wording;
use crate::battle::gothic::decisions::words::degrees;
use crate::battle::gothic::decisions::words::point;
use crate::battle::gothic::decisions::words::strip;
use crate::battle::gothic::state::ordnance::LAUNCHERS;
use crate::battle::gothic::state::ordnance::LENDERS;
use crate::battle::gothic::state::ordnance::{Band, FlightId, FlightKind, Mark, Marker, Quarry, STEPS};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, FeatureKind, Leg, ShipId, Unit};
use crate::ships::craft::CraftId;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::Heading;
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

/// Ordnance that is fired at: a flight, or `minefield 2`; `None` when the name is that of neither.
#[must_use]
pub fn mark(battle: &Battle, name: &str) -> Option<Result<Mark, String>> {
    if let Some(number) = strip(name, "minefield ") {
        let index = number.parse::<u8>().ok().and_then(|place| place.checked_sub(1));
        let known = index.filter(|index| {
            battle.features.get(usize::from(*index)).is_some_and(|feature| feature.kind == FeatureKind::Minefield)
        });
        return Some(known.map(Mark::Minefield).ok_or_else(|| format!("phenomenon {number} is no minefield")));
    }
    flight(battle, name).map(|found| found.map(Mark::Flight))
}

/// Reads what a flight is to do.
///
/// # Errors
/// What could not be understood.
pub fn fly(battle: &Battle, roster: &Roster, id: FlightId, what: &str) -> Result<Answer, String> {
    let what = what.trim();
    match what.to_lowercase().as_str() {
        "recall" => return Ok(Answer::Recall(id, Band::new())),
        "leave" => return Ok(Answer::Leave(id)),
        _ => {}
    }
    if let Ok(Leg::Turn(degrees)) = wording::leg(&what.trim().to_lowercase()) {
        return Ok(Answer::Veer(id, degrees));
    }
    if let Some(list) = strip(what, "recall ") {
        return Ok(Answer::Recall(id, band(roster, list)?));
    }
    if let Some(order) = strip(what, "convert ") {
        let (count, heading) = order.split_once(" heading ").ok_or("write `convert 3 heading 90`")?;
        return Ok(Answer::Convert(id, number(count.trim())?, Heading::new(degrees(heading)?)));
    }
    let mut flying = Flying { flight: id, ..Flying::default() };
    for item in what.split(',').map(str::trim) {
        if matches!(item.to_lowercase().as_str(), "go" | "stay") {
        } else if item.eq_ignore_ascii_case("pause") {
            flying.pause = true;
        } else if let Some(name) = strip(item, "patrol ") {
            flying.patrol = Some(wording::ship(battle, roster, name)?);
        } else if let Some(name) = strip(item, "attack ") {
            flying.quarry = Some(match flight(battle, name) {
                Some(found) => Quarry::Flight(found?),
                None => Quarry::Ship(wording::ship(battle, roster, name)?),
            });
        } else if let Some(place) = strip(item, "to ") {
            flying.steps.push(point(place)?).map_err(|_| format!("a flight is sent through {STEPS} places at most"))?;
        } else if item.starts_with(|first: char| first.is_ascii_digit()) {
            let (part, rest) = item.split_once(" to ").map_or((item, None), |(part, place)| (part, Some(place)));
            flying.band.push(batch(roster, part)?).map_err(|_| "too many kinds of craft at once")?;
            if let Some(place) = rest {
                let full = |_| format!("a flight is sent through {STEPS} places at most");
                flying.steps.push(point(place)?).map_err(full)?;
            }
        } else {
            let known = "go, stay, 2 fury, to X Y, attack NAME, patrol SHIP, pause, leave, recall, convert";
            return Err(format!("\"{item}\" is no part of a flight: {known}"));
        }
    }
    Ok(Answer::Fly(flying))
}

/// Reads an answer to what a fight of attack craft asks; `None` when the text is not one.
#[must_use]
pub fn choice(roster: &Roster, text: &str) -> Option<Result<Answer, String>> {
    if text == "fight no more" {
        return Some(Ok(Answer::Pair(None)));
    }
    // Nobody may be chosen: the word then stands alone.
    if let Some(faces) = text.strip_prefix("again").filter(|faces| faces.is_empty() || faces.starts_with(' ')) {
        let faces = faces.split([',', ' ']).filter(|word| !word.is_empty()).map(number);
        let mut chosen = FixedList::new();
        for face in faces {
            match face {
                Ok(face) if chosen.push(face).is_ok() => {}
                Ok(_) => return Some(Err("so many attack runs are not rolled again".to_owned())),
                Err(problem) => return Some(Err(problem)),
            }
        }
        return Some(Ok(Answer::Again(chosen)));
    }
    let (mine, theirs) = text.split_once(" meets ")?;
    let pair = || Ok((marker(roster, mine)?, marker(roster, theirs)?));
    Some(pair().map(|pair| Answer::Pair(Some(pair))))
}

/// Reads a marker of a sort: `thunderhawk`, `saved thunderhawk`.
fn marker(roster: &Roster, text: &str) -> Result<Marker, String> {
    let text = text.trim();
    let (kind, saved) = text.strip_prefix("saved ").map_or((text, false), |kind| (kind, true));
    Ok(Marker { craft: craft(roster, kind)?, saved })
}

/// Reads a launch: `torpedoes heading 90`, `5 torpedoes heading 90`, `boarding torpedoes heading 90`,
/// `2 fury, 4 starhawk`.
///
/// # Errors
/// What could not be understood.
pub fn launch(battle: &Battle, roster: &Roster, who: &str, what: &str) -> Result<Answer, String> {
    let mut ships: FixedList<ShipId, LAUNCHERS> = FixedList::new();
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
    if ships.is_empty() {
        return Err(format!("{} has no ship left to launch", who.trim()));
    }
    if let Some((torpedoes, heading)) = what.to_lowercase().rsplit_once(" heading ") {
        let words: Vec<&str> = torpedoes.split_whitespace().collect();
        let (strength, boarding, special) = match words[..] {
            ["torpedoes"] => (0, false, false),
            ["boarding", "torpedoes"] => (0, true, false),
            ["special", "torpedoes"] => (0, false, true),
            [count, "torpedoes"] => (number(count)?, false, false),
            [count, "boarding", "torpedoes"] => (number(count)?, true, false),
            [count, "special", "torpedoes"] => (number(count)?, false, true),
            _ => return Err(format!("\"{torpedoes}\" cannot be launched: write `5 torpedoes heading 90`")),
        };
        let heading = Heading::new(degrees(heading)?);
        return Ok(Answer::Launch(ships, Load::Torpedoes { strength, heading, boarding, special }));
    }
    if let Some((count, "mine" | "mines")) = what.trim().split_once(' ') {
        return Ok(Answer::Launch(ships, Load::Mines(number(count)?)));
    }
    Ok(Answer::Launch(ships, Load::Craft(band(roster, what)?)))
}

/// Reads who fires turrets: `fire alone`, `fire with Vigil + Hope`; `None` when it is something else.
#[must_use]
pub fn mass(battle: &Battle, roster: &Roster, text: &str) -> Option<Result<Answer, String>> {
    if text.eq_ignore_ascii_case("fire alone") {
        return Some(Ok(Answer::Mass(FixedList::new())));
    }
    let names = strip(text, "fire with ")?;
    let mut lenders: FixedList<ShipId, LENDERS> = FixedList::new();
    for name in names.split(" + ") {
        let found = wording::ship(battle, roster, name.trim());
        let pushed = found.and_then(|ship| {
            lenders.push(ship).map_err(|_| format!("at most {LENDERS} ships mass turrets with another (TURRET-03)"))
        });
        if let Err(problem) = pushed {
            return Some(Err(problem));
        }
    }
    Some(Ok(Answer::Mass(lenders)))
}

/// Writes who fires turrets.
#[must_use]
pub fn write_mass(roster: &Roster, lenders: &[ShipId]) -> String {
    if lenders.is_empty() {
        return "fire alone".to_owned();
    }
    let names: Vec<&str> = lenders.iter().map(|ship| roster.unit_name(Unit::Ship(*ship))).collect();
    format!("fire with {}", names.join(" + "))
}

fn number(word: &str) -> Result<u8, String> {
    word.parse().map_err(|_| format!("\"{word}\" is no number"))
}

/// Reads so many of some kinds of craft: `2 fury, 4 starhawk`.
pub(in crate::battle::gothic) fn band(roster: &Roster, text: &str) -> Result<Band, String> {
    let mut band = Band::new();
    for item in text.split(',').map(str::trim) {
        band.push(batch(roster, item)?).map_err(|_| "too many kinds of craft at once")?;
    }
    Ok(band)
}

fn batch(roster: &Roster, item: &str) -> Result<(CraftId, u8), String> {
    let (count, kind) = item.split_once(' ').ok_or_else(|| format!("write \"{item}\" as `2 fury`"))?;
    Ok((craft(roster, kind.trim())?, number(count)?))
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
        Load::Torpedoes { strength, heading, boarding, special } => {
            let count = if *strength == 0 { String::new() } else { format!("{strength} ") };
            let kind = match (boarding, special) {
                (true, _) => "boarding ",
                (false, true) => "special ",
                (false, false) => "",
            };
            format!("{count}{kind}torpedoes heading {}", heading.degrees())
        }
        Load::Mines(count) => format!("{count} {}", if *count == 1 { "mine" } else { "mines" }),
        Load::Craft(band) => write_band(roster, band),
    };
    format!("{}: launch {what}", names.join(" + "))
}

pub(in crate::battle::gothic) fn write_band(roster: &Roster, band: &Band) -> String {
    let kinds: Vec<String> =
        band.iter().map(|(craft, count)| format!("{count} {}", roster.craft[usize::from(craft.0)].id)).collect();
    kinds.join(", ")
}

/// Writes an answer about a flight as it is read.
#[must_use]
pub fn write(roster: &Roster, given: &Answer) -> String {
    match given {
        Answer::Recall(flight, band) if band.is_empty() => format!("{flight}: recall"),
        Answer::Recall(flight, band) => format!("{flight}: recall {}", write_band(roster, band)),
        Answer::Leave(flight) => format!("{flight}: leave"),
        Answer::Convert(flight, count, heading) => format!("{flight}: convert {count} heading {}", heading.degrees()),
        Answer::Pair(None) => "fight no more".to_owned(),
        Answer::Pair(Some((mine, theirs))) => {
            format!("{} meets {}", write_marker(roster, *mine), write_marker(roster, *theirs))
        }
        Answer::Again(faces) => {
            let faces = faces.iter().map(u8::to_string);
            std::iter::once("again".to_owned()).chain(faces).collect::<Vec<_>>().join(" ")
        }
        Answer::Fly(flying) => write_fly(roster, flying),
        _ => String::new(),
    }
}

fn write_marker(roster: &Roster, marker: Marker) -> String {
    format!("{}{}", if marker.saved { "saved " } else { "" }, roster.kind(&marker).id)
}

fn write_fly(roster: &Roster, flying: &Flying) -> String {
    let mut items: Vec<String> = Vec::new();
    if !flying.band.is_empty() {
        items.push(write_band(roster, &flying.band));
    }
    items.extend(flying.steps.iter().map(|step| format!("to {step}")));
    items.extend(flying.quarry.map(|quarry| match quarry {
        Quarry::Ship(ship) => format!("attack {}", roster.unit_name(Unit::Ship(ship))),
        Quarry::Flight(flight) => format!("attack {flight}"),
    }));
    items.extend(flying.patrol.map(|ship| format!("patrol {}", roster.unit_name(Unit::Ship(ship)))));
    if flying.pause {
        items.push("pause".to_owned());
    }
    if items.is_empty() {
        items.push("go".to_owned());
    }
    format!("{}: {}", flying.flight, items.join(", "))
}
