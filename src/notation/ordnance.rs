//! Reads and writes ordnance in flight.

use crate::battle::gothic::state::ordnance::Mark;
use crate::notation::flights::flight_at;
use crate::notation::flights::name;
use crate::notation::flights::written;
use crate::notation::values::opt_ship;
use crate::notation::values::ship;
use crate::notation::values::ships;
use std::fmt::Write as _;

use super::rows::{Row, place, rows};
use super::values::{length, place_of, side, small};
use crate::battle::gothic::ordnance::mines::{CHARGE, SPEED};
use crate::battle::gothic::state::ordnance::MarkShot;
use crate::battle::gothic::state::ordnance::{Flight, FlightKind, Flown, KINDS, Marker, Path, Quarry, WAVE};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, Unit};
use crate::catalog::fleets::Fleets;
use crate::catalog::reader::Node;
use crate::ships::craft::{CraftId, CraftKind, Resilience, Role, Runs};
use crate::ships::pilots::Pilots;
use crate::ships::warhead::Warhead;
use crate::table::geometry::{Heading, Length};
use crate::table::side::Side;
use crate::text::did_you_mean;

/// The highest number of a flight that a situation may have: room for all that are launched after it.
const LAST_FLIGHT: u16 = 60_000;

/// Where a mark is kept.
type Noted = fn(&mut Flown) -> &mut bool;

/// The marks a flight may bear, with where they are kept.
const MARKS: [(&str, Noted); 8] = [
    ("moved", |done| &mut done.moved),
    ("rolled", |done| &mut done.rolled),
    ("launched", |done| &mut done.launched),
    ("made", |done| &mut done.made),
    ("eldar", |done| &mut done.eldar),
    ("rocks", |done| &mut done.rocks),
    ("tired", |done| &mut done.tired),
    ("decayed", |done| &mut done.decayed),
];

/// Where something that a crew gives is kept.
type Gift = fn(&mut Pilots) -> &mut bool;

/// What a crew may give a flight, with where it is kept.
const PILOTS: [(&str, Gift); 5] = [
    ("excellent", |pilots| &mut pilots.excellent),
    ("hardy", |pilots| &mut pilots.hardy),
    ("early", |pilots| &mut pilots.early),
    ("mad", |pilots| &mut pilots.mad),
    ("accelerated", |pilots| &mut pilots.accelerated),
];

/// The craft of the option `torpedo-bombers`.
pub(super) const TORPEDO_BOMBER: &str = "torpedo-bomber";

/// What follows the name of a marker that has saved itself.
const SAVED: &str = " (saved)";

/// The kind of craft of a name, taken into the roster when it is new.
pub(super) fn craft(fleets: &Fleets, roster: &mut Roster, id: &str) -> Result<CraftId, String> {
    if let Some(index) = roster.craft.iter().position(|known| known.id == id) {
        return Ok(CraftId(index as u8));
    }
    // Torpedo bombers have no entry of their own in most fleets: 20 cm for all (CRAFT-14).
    if id == TORPEDO_BOMBER {
        roster.craft.push(CraftKind {
            id: id.to_owned(),
            name: "Torpedo bomber".to_owned(),
            role: Role::TorpedoBomber,
            speed: Length::cm(20),
            resilient: Resilience::None,
            runs: Runs::Full,
        });
        return Ok(CraftId((roster.craft.len() - 1) as u8));
    }
    let found = fleets.craft(id).ok_or_else(|| format!("there is no attack craft \"{id}\""))?;
    let role =
        Role::from_word(&found.kind).ok_or_else(|| format!("its {} are not played: {}", found.name, found.kind))?;
    roster.craft.push(CraftKind {
        id: id.to_owned(),
        name: found.name.clone(),
        role,
        speed: Length::cm(i32::try_from(found.speed_cm).unwrap_or(0)),
        resilient: found.resilient,
        runs: found.runs,
    });
    Ok(CraftId((roster.craft.len() - 1) as u8))
}

/// Reads every flight, and the path under way.
pub(super) fn read(root: &Node<'_>, fleets: &Fleets, roster: &mut Roster, battle: &mut Battle) {
    for id in root.texts("craft") {
        if let Err(problem) = craft(fleets, roster, &id) {
            root.problem_at("craft", problem);
        }
    }
    for flight in root.tables("flight", |node| flight(node, fleets, roster)) {
        if battle.flights.iter().any(|known| known.id.number == flight.id.number) {
            root.problem_at("flight", format_args!("two flights have the number {}", flight.id.number));
        }
        battle.last_flight = battle.last_flight.max(flight.id.number);
        if battle.flights.push(flight).is_err() {
            root.problem_at("flight", "there are too many flights");
        }
    }
    if let Some(last) = root.opt_number("last_flight") {
        match u16::try_from(last) {
            Ok(last) if last >= battle.last_flight => battle.last_flight = last,
            _ => root.problem_at("last_flight", "`last_flight` is below the number of a flight, or too high"),
        }
    }
    if battle.last_flight > LAST_FLIGHT {
        root.problem_at("flight", format_args!("no battle has more than {LAST_FLIGHT} flights, numbers included"));
    }
    (battle.converting, battle.early) = (root.flag("converting"), root.flag("early"));
    battle.flying = if root.has("flying") { side(root, "flying", roster) } else { Side::One };
    if let Some(path) = root.opt_table("path", |node| path(node, roster)) {
        battle.path = path;
    }
}

/// Writes fire at ordnance under way.
pub(super) fn write_marks(out: &mut String, roster: &Roster, marks: &[MarkShot]) {
    let marks: Vec<Row> = marks
        .iter()
        .map(|shot| {
            let entry = &roster[shot.ship];
            let mut row = Row::default();
            row.text("ship", &entry.name).text("weapon", &entry.profile.weapons[usize::from(shot.weapon)].name);
            match shot.mark {
                Mark::Flight(id) => row.text("flight", &written(id)),
                Mark::Minefield(index) => row.number("minefield", index + 1),
            };
            row.number("share", shot.share);
            row
        })
        .collect();
    rows(out, "mark", &marks);
}

fn flight(node: &mut Node<'_>, fleets: &Fleets, roster: &mut Roster) -> Flight {
    let id = flight_at(node, "name");
    node.call(id.to_string());
    let mut flight = Flight {
        id,
        side: side(node, "side", roster),
        at: place_of(node, "at", &node.decimals("at")).unwrap_or_default(),
        heading: Heading::new(i32::try_from(node.opt_number("heading").unwrap_or(0)).unwrap_or(0)),
        speed: length(node, "speed").unwrap_or_default(),
        strength: small(node, "strength").unwrap_or(0),
        aboard: opt_ship(node, "aboard", roster),
        launcher: opt_ship(node, "launcher", roster),
        through: ships(node, "through", roster),
        patrol: opt_ship(node, "patrol", roster),
        left: length(node, "left"),
        escorts: small(node, "escorts").unwrap_or(0),
        raids: i8::try_from(node.opt_signed("raids").unwrap_or(0)).unwrap_or(0),
        beside: node.opt_text("beside").map(|text| name(node, "beside", &text)),
        struck: [ships(node, "struck", roster), ships(node, "struck_before", roster)],
        from: opt_ship(node, "from", roster),
        sent_at: opt_ship(node, "sent_at", roster),
        warhead: node.opt_word("warhead", Warhead::ALL, Warhead::word).unwrap_or_default(),
        ..Flight::default()
    };
    if id.kind == FlightKind::Mine {
        (flight.speed, flight.strength) = (SPEED, if flight.strength == 0 { CHARGE } else { flight.strength });
    }
    for word in node.texts("craft") {
        let (kind, saved) = word.strip_suffix(SAVED).map_or((word.as_str(), false), |kind| (kind, true));
        match craft(fleets, roster, kind) {
            Ok(craft) => {
                if flight.craft.push(Marker { craft, saved }).is_err() {
                    node.problem_at("craft", format_args!("a wave has more than {WAVE} markers"));
                }
            }
            Err(problem) => node.problem_at("craft", problem),
        }
    }
    let mut kinds: Vec<_> = flight.craft.iter().map(|marker| marker.craft.0).collect();
    kinds.sort_unstable();
    kinds.dedup();
    if kinds.len() > KINDS {
        node.problem_at("craft", format_args!("a wave has craft of {} kinds: {KINDS} at most are played", kinds.len()));
    }
    for word in node.texts("marks") {
        match MARKS.iter().find(|(known, _)| *known == word) {
            Some((_, mark)) => *mark(&mut flight.done) = true,
            None => {
                let near = did_you_mean(&word, MARKS.iter().map(|(known, _)| *known));
                node.problem_at("marks", format_args!("there is no mark \"{word}\"{near}"));
            }
        }
    }
    for word in node.texts("pilots") {
        match PILOTS.iter().find(|(known, _)| *known == word) {
            Some((_, gift)) => *gift(&mut flight.pilots) = true,
            None => {
                let near = did_you_mean(&word, PILOTS.iter().map(|(known, _)| *known));
                node.problem_at("pilots", format_args!("there are no pilots \"{word}\"{near}"));
            }
        }
    }
    check(node, &flight);
    flight
}

fn check(node: &Node<'_>, flight: &Flight) {
    let wave = flight.id.kind == FlightKind::Wave;
    if wave && flight.craft.is_empty() {
        node.problem("a wave needs `craft`");
    }
    if flight.id.kind == FlightKind::Boarding && flight.from.is_none() {
        node.problem("a boarding salvo needs `from`: the ship that launched it");
    }
    if flight.id.kind.is_salvo() && (flight.strength == 0 || flight.strength > 60) {
        node.problem("a salvo needs a `strength` of 1 to 60");
    }
    if !wave && flight.speed <= Length::ZERO {
        node.problem("`speed` is missing");
    }
}

fn path(node: &Node<'_>, roster: &Roster) -> Path {
    let mut path = Path {
        flight: flight_at(node, "flight"),
        left: length(node, "left").unwrap_or_default(),
        launch: node.flag("launch"),
        patrol: opt_ship(node, "patrol", roster),
        pause: node.flag("pause"),
        ..Path::default()
    };
    path.quarry = match node.opt_text("quarry") {
        None => None,
        Some(text) if text.starts_with("wave ") => Some(Quarry::Flight(name(node, "quarry", &text))),
        Some(text) => ship(node, "quarry", roster, &text).map(Quarry::Ship),
    };
    for step in node.decimal_lists("steps") {
        if let Some(at) = place_of(node, "steps", &step)
            && path.steps.push(at).is_err()
        {
            node.problem_at("steps", "a path has too many steps");
        }
    }
    for text in node.texts("met") {
        if path.met.push(name(node, "met", &text)).is_err() {
            node.problem_at("met", format_args!("`met` names more than {} flights", path.met.len()));
        }
    }
    path
}

/// Writes every flight, and the path under way.
#[expect(clippy::let_underscore_must_use, reason = "writing to a string cannot fail")]
pub(super) fn write(out: &mut String, roster: &Roster, battle: &Battle) {
    // Kinds that no ship here carries, so that they keep their order whatever is left of them.
    let carried = |index: usize| roster.ships.iter().any(|ship| ship.craft.contains(&CraftId(index as u8)));
    let foreign = roster.craft.iter().enumerate().filter(|(index, _)| !carried(*index));
    let foreign: Vec<String> = foreign.map(|(_, kind)| format!("\"{}\"", kind.id)).collect();
    if !foreign.is_empty() {
        let _ = writeln!(out, "craft = [{}]", foreign.join(", "));
    }
    let flights: Vec<Row> = battle.flights.iter().map(|flight| row(roster, flight)).collect();
    rows(out, "flight", &flights);
    if battle.path != Path::default() {
        let path = &battle.path;
        let mut row = Row::default();
        row.text("flight", &written(path.flight));
        let steps: Vec<String> = path.steps.iter().map(|step| place(*step)).collect();
        row.raw("steps", format!("[{}]", steps.join(", "))).length("left", path.left).flag("launch", path.launch);
        row.list("met", &path.met.iter().map(|id| written(*id)).collect::<Vec<_>>());
        row.opt("patrol", path.patrol.map(|id| roster.unit_name(Unit::Ship(id)))).flag("pause", path.pause);
        match path.quarry {
            None => {}
            Some(Quarry::Ship(ship)) => {
                row.text("quarry", roster.unit_name(Unit::Ship(ship)));
            }
            Some(Quarry::Flight(id)) => {
                row.text("quarry", &written(id));
            }
        }
        let _ = writeln!(out, "path = {}", row.inline());
    }
}

fn row(roster: &Roster, flight: &Flight) -> Row {
    let name = |id| roster.unit_name(Unit::Ship(id));
    let names = |ships: Crowd| ships.iter().map(|id| name(id).to_owned()).collect::<Vec<_>>();
    let mut row = Row::default();
    row.text("name", &written(flight.id)).text("side", &roster.sides[flight.side as usize]);
    row.raw("at", place(flight.at)).length("speed", flight.speed).number("strength", flight.strength);
    if flight.heading != Heading::default() {
        row.raw("heading", flight.heading.degrees());
    }
    let craft = flight.craft.iter().map(|marker| {
        let id = &roster.craft[usize::from(marker.craft.0)].id;
        format!("{id}{}", if marker.saved { SAVED } else { "" })
    });
    row.list("craft", &craft.collect::<Vec<_>>());
    row.opt("aboard", flight.aboard.map(name)).opt("launcher", flight.launcher.map(name));
    row.list("through", &names(flight.through)).opt("patrol", flight.patrol.map(name));
    if let Some(left) = flight.left {
        row.raw("left", left);
    }
    row.number("escorts", flight.escorts);
    if flight.raids != 0 {
        row.raw("raids", flight.raids);
    }
    if let Some(beside) = flight.beside {
        row.text("beside", &written(beside));
    }
    let mut done = flight.done;
    let marks = MARKS.iter().filter(|(_, mark)| *mark(&mut done));
    row.list("marks", &marks.map(|(word, _)| (*word).to_owned()).collect::<Vec<_>>());
    let mut pilots = flight.pilots;
    let gifts = PILOTS.iter().filter(|(_, gift)| *gift(&mut pilots));
    row.list("pilots", &gifts.map(|(word, _)| (*word).to_owned()).collect::<Vec<_>>());
    row.list("struck", &names(flight.struck[0])).list("struck_before", &names(flight.struck[1]));
    row.opt("from", flight.from.map(name)).opt("sent_at", flight.sent_at.map(name));
    row.opt("warhead", (flight.warhead != Warhead::Plain).then(|| flight.warhead.word()));
    row
}
