//! Parts of answers that every family reads and writes alike: places, degrees, legs of a move, ships, flights and craft
//! by their names.

use crate::battle::gothic::movement::moving::FULL;
use crate::battle::gothic::state::ordnance::{Band, FlightId, FlightKind};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Leg, ShipId, SquadronId, Unit};
use crate::ships::craft::CraftId;
use crate::table::geometry::Point;
use crate::text::did_you_mean;

pub(crate) fn degrees(text: &str) -> Result<i32, String> {
    text.trim().parse().ok().filter(|turn| (0..360).contains(turn)).ok_or_else(|| format!("\"{text}\" are no degrees"))
}

pub(crate) fn point(text: &str) -> Result<Point, String> {
    let mut numbers = text.split_whitespace();
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(x), Some(y), None) => Ok(Point { x: x.parse()?, y: y.parse()? }),
        _ => Err(format!("\"{text}\" is not a place: write X Y in cm")),
    }
}

pub(super) fn number(word: &str) -> Result<u8, String> {
    word.parse().map_err(|_| format!("\"{word}\" is no number"))
}

/// What follows a beginning.
pub(super) fn strip<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    let head = text.get(..start.len())?;
    head.eq_ignore_ascii_case(start).then(|| text[start.len()..].trim())
}

/// What comes before an end. The lower-case text is no measure: some letters change their length with their case.
pub(super) fn strip_end<'t>(text: &'t str, end: &str) -> Option<&'t str> {
    let (name, tail) = text.split_at_checked(text.len().checked_sub(end.len())?)?;
    tail.eq_ignore_ascii_case(end).then_some(name)
}

/// Reads a leg of a move: `ahead 10`, `right 45`.
///
/// # Errors
/// What could not be understood.
pub fn leg(word: &str) -> Result<Leg, String> {
    let (kind, figure) = word.split_once(' ').unwrap_or((word, ""));
    let turn = |sign: i32| degrees(figure).map(|turn| turn * sign);
    match kind {
        "ahead" if figure.is_empty() => Ok(Leg::Ahead(FULL)),
        "ahead" => Ok(Leg::Ahead(figure.parse()?)),
        "mark" => Ok(Leg::Trail),
        "right" => turn(1).map(Leg::Turn),
        "left" => turn(-1).map(Leg::Turn),
        "drawn" => match figure.split_once(' ') {
            Some(("right", figure)) => degrees(figure).map(Leg::Drawn),
            Some(("left", figure)) => degrees(figure).map(|turn| Leg::Drawn(-turn)),
            _ => Err("write a free turn as `drawn right 30`".to_owned()),
        },
        _ => Err(format!("\"{word}\" is no part of a move: ahead 10, right 45, left 45, drawn right 30, stay")),
    }
}

/// Writes a leg of a move as it is read.
#[must_use]
pub fn write_leg(leg: Leg) -> String {
    let turn = |degrees: i32| format!("{} {}", if degrees < 0 { "left" } else { "right" }, degrees.abs());
    match leg {
        Leg::Trail => "mark".to_owned(),
        Leg::Ahead(length) if length == FULL => "ahead".to_owned(),
        Leg::Ahead(length) => format!("ahead {length}"),
        Leg::Turn(degrees) => turn(degrees),
        Leg::Drawn(degrees) => format!("drawn {}", turn(degrees)),
    }
}

/// The unit of a name: a ship that acts with its squadron stands for it only when the squadron is named.
pub(super) fn unit(roster: &Roster, name: &str) -> Result<Unit, String> {
    let squadrons = roster.squadrons.iter().map(String::as_str);
    let whole = |known: &str| known.eq_ignore_ascii_case(name);
    if let Some(index) = squadrons.clone().position(whole) {
        return Ok(Unit::Squadron(SquadronId(index as u8)));
    }
    let ships = || roster.ships.iter().map(|ship| ship.name.as_str());
    if !ships().any(whole)
        && let Some(index) = shortened(&squadrons, name)
    {
        // `Hound` is the squadron, though `Hound Squadron II` begins so as well.
        return Ok(Unit::Squadron(SquadronId(index as u8)));
    }
    ship(roster, name).map(Unit::Ship)
}

/// The ship of a name, or of the beginning of it or of one of its words, where that means one ship only.
///
/// # Errors
/// When it means none, or several.
pub fn ship(roster: &Roster, name: &str) -> Result<ShipId, String> {
    let ships = || roster.ships.iter().map(|ship| ship.name.as_str());
    let whole = ships().position(|known| known.eq_ignore_ascii_case(name));
    whole.or_else(|| shortened(&ships(), name)).map(|index| ShipId(index as u8)).ok_or_else(|| {
        if ships().filter(|known| begins(known, name)).count() > 1 {
            return format!("\"{name}\" may be one of several: write more of the name");
        }
        let known = ships().chain(roster.squadrons.iter().map(String::as_str));
        format!("there is no ship \"{name}\"{}", did_you_mean(name, known))
    })
}

/// The only one of some names that begins so, or else the only one of which a word does.
fn shortened<'n>(known: &(impl Iterator<Item = &'n str> + Clone), name: &str) -> Option<usize> {
    let only = |test: &dyn Fn(&str) -> bool| {
        let mut found = known.clone().enumerate().filter(|(_, known)| test(known)).map(|(index, _)| index);
        found.next().filter(|_| found.next().is_none())
    };
    if known.clone().any(|known| begins(known, name)) {
        return only(&|known| begins(known, name));
    }
    let later = |known: &str| known.split_whitespace().any(|word| begins(word, name));
    if name.chars().count() > 2 { only(&later) } else { None }
}

/// Whether a name begins as something that was typed.
fn begins(known: &str, typed: &str) -> bool {
    !typed.is_empty() && strip(known, typed).is_some()
}

/// The ship that a unit is, where a squadron cannot act as one.
pub(super) fn alone(roster: &Roster, unit: Unit) -> Result<ShipId, String> {
    match unit {
        Unit::Ship(ship) => Ok(ship),
        Unit::Squadron(_) => Err(format!("name one ship of {}", roster.unit_name(unit))),
    }
}

/// The flight of a name such as `salvo 3`, `wave 4`, `mine 5`, or what is wrong with it; `None` when the name is not
/// that of a flight at all.
pub(super) fn flight(battle: &Battle, name: &str) -> Option<Result<FlightId, String>> {
    let (noun, number) = name.trim().rsplit_once(' ')?;
    let noun = noun.to_lowercase();
    if !FlightKind::ALL.iter().any(|kind| kind.noun() == noun) {
        return None;
    }
    let number: u16 = number.parse().ok()?;
    let found = battle.flights.iter().find(|flight| flight.id.number == number && flight.id.kind.noun() == noun);
    Some(found.map(|flight| flight.id).ok_or_else(|| format!("there is no {noun} {number} in play")))
}

/// Reads so many of some kinds of craft: `2 fury, 4 starhawk`.
pub(super) fn band(roster: &Roster, text: &str) -> Result<Band, String> {
    let mut band = Band::new();
    for item in text.split(',').map(str::trim) {
        band.push(batch(roster, item)?).map_err(|_| "too many kinds of craft at once")?;
    }
    Ok(band)
}

/// Reads so many of one kind of craft: `2 fury`.
pub(super) fn batch(roster: &Roster, item: &str) -> Result<(CraftId, u8), String> {
    let (count, kind) = item.split_once(' ').ok_or_else(|| format!("write \"{item}\" as `2 fury`"))?;
    Ok((craft(roster, kind.trim())?, number(count)?))
}

/// The kind of craft of a name.
pub(super) fn craft(roster: &Roster, name: &str) -> Result<CraftId, String> {
    let found = roster.craft.iter().position(|known| known.id.eq_ignore_ascii_case(name));
    found.map(|index| CraftId(index as u8)).ok_or_else(|| {
        let near = did_you_mean(name, roster.craft.iter().map(|known| known.id.as_str()));
        format!("nobody here carries \"{name}\"{near}")
    })
}

/// Writes so many of some kinds of craft.
pub(super) fn write_band(roster: &Roster, band: &Band) -> String {
    let kinds: Vec<String> =
        band.iter().map(|(craft, count)| format!("{count} {}", roster.craft[usize::from(craft.0)].id)).collect();
    kinds.join(", ")
}

/// Answers `measure Agrippa Unclean` or `measure Agrippa 60 40`, which anybody may ask at any time (SHIP-15); `None` for
/// any other text.
#[must_use]
pub fn measure(battle: &Battle, roster: &Roster, text: &str) -> Option<Result<String, String>> {
    let what = strip(text.trim(), "measure ")?;
    // Names have spaces: the longest beginning that is a ship is meant.
    let mut ends = what.char_indices().rev().filter(|(_, letter)| letter.is_whitespace()).map(|(at, _)| at);
    let split = ends.find_map(|at| Some((ship(roster, what[..at].trim()).ok()?, what[at..].trim())));
    let Some((from, to)) = split else {
        return Some(Err("write `measure SHIP SHIP` or `measure SHIP X Y`".to_owned()));
    };
    let target = point(to).map(|place| (to.to_owned(), place)).or_else(|_| {
        let id = ship(roster, to)?;
        Ok::<_, String>((roster[id].name.clone(), battle.ship(id).at))
    });
    Some(target.map(|(to, place)| {
        let distance = battle.ship(from).at.distance(place);
        format!("{} is {distance} cm from {to} (SHIP-15)", roster[from].name)
    }))
}
