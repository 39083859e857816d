//! Formations of a table and their units.

use super::army::initiative;
use super::read::{point, side};
use crate::battle::ground::kinds::Type;
use crate::battle::ground::roster::{CraftId, FormationEntry, FormationId, Roster, UnitEntry, UnitId};
use crate::battle::ground::state::{Action, Formation, Keeps, Place, Unit};
use crate::catalog::reader::Node;
use crate::table::geometry::{Heading, Length, Point};
use crate::text::did_you_mean;

/// A formation before its units are known by id.
pub(super) struct Draft {
    entry: FormationEntry,
    state: Formation,
    units: Vec<(usize, Unit, Ride)>,
}

impl Draft {
    pub(super) const fn size(&self) -> usize {
        self.units.len()
    }
}

/// Names that would be mistaken for parts of answers.
const RESERVED: &[&str] = &["with", "and", "to", "into", "out", "slowly", "at", "in"];

/// Reads one formation.
pub(super) fn read(node: &mut Node<'_>, roster: &Roster) -> Draft {
    let name = node.text("name");
    node.call(format!("formation \"{name}\""));
    let word = |part: &str| RESERVED.contains(&part.to_lowercase().as_str()) || part.parse::<f64>().is_ok();
    if name.is_empty() || name.contains([',', ':']) || name.split_whitespace().any(word) || name.trim() != name {
        node.problem_at(
            "name",
            "a formation's name holds no comma, colon or number, and none of \"with\", \"and\", \"to\"",
        );
    }
    let listed = node.placed_texts("units");
    let none = listed.is_empty();
    let units: Vec<_> = listed
        .into_iter()
        .filter_map(|(text, place)| match unit(&text, roster) {
            Ok(found) => Some(found),
            Err(problem) => {
                node.report(place.problem(problem));
                None
            }
        })
        .collect();
    if none {
        node.problem("it has no units");
    }
    let air = units.iter().filter(|found| roster.kinds[found.0].of == Type::Aircraft).count();
    let carried = |id: &str| {
        let carriers = units.iter().map(|found| &roster.kinds[found.0]).filter(|kind| kind.of == Type::Aircraft);
        carriers.flat_map(|kind| &kind.transports).any(|(carried, _)| carried == id)
    };
    let stranger =
        units.iter().map(|found| &roster.kinds[found.0]).find(|kind| kind.of != Type::Aircraft && !carried(&kind.id));
    if let Some(kind) = stranger.filter(|_| air > 0) {
        node.problem_at(
            "units",
            format_args!("aircraft form formations with what they carry; {} is not carried (EP-AIR-01)", kind.id),
        );
    }
    let entry = FormationEntry {
        name,
        side: side(node, "side", &roster.sides),
        initiative: initiative(node),
        points: node.opt_number("points").unwrap_or(0).min(100_000),
        units: Vec::new(),
        carrier: carrier(node, roster),
    };
    let state = state(node, &entry, air > 0 && units.iter().any(|found| matches!(found.1.place, Place::At(_))));
    Draft { entry, state, units }
}

fn carrier(node: &Node<'_>, roster: &Roster) -> Option<CraftId> {
    let name = node.opt_text("carrier")?;
    let found = roster.craft.iter().position(|craft| craft.name.eq_ignore_ascii_case(&name));
    if found.is_none() {
        let near = did_you_mean(&name, roster.craft.iter().map(|craft| craft.name.as_str()));
        node.problem_at("carrier", format_args!("there is no spacecraft \"{name}\"{near}"));
    }
    found.map(CraftId)
}

fn state(node: &Node<'_>, entry: &FormationEntry, over_table: bool) -> Formation {
    let did = node.opt_word("did", Action::ALL, |action| action.word());
    let landed = node.flag("landed");
    let heading = node.opt_number("flying").map(|degrees| Heading::new(degrees.min(100_000).cast_signed()));
    let keeps = node.opt_word("keeps", Keeps::ALL, |keeps| keeps.word());
    let broken = node.flag("broken");
    let markers = node.opt_number("markers").unwrap_or(0).min(1000);
    if broken && markers > 0 {
        node.problem_at("markers", "a broken formation has no markers (EP-BLAST-04)");
    }
    Formation {
        markers,
        broken,
        did,
        moved: node.opt_flag("moved").unwrap_or_else(|| did.is_some_and(Action::moves)),
        overwatch: node.flag("overwatch"),
        patrol: node.flag("patrol"),
        keeps: keeps.or_else(|| entry.carrier.filter(|_| !node.flag("down")).map(|_| Keeps::Aboard)),
        exit: point(node, "exit"),
        drop: point(node, "drop"),
        flying: heading.or_else(|| (over_table && !landed).then(Heading::default)),
        landed,
        passed: did.is_some(),
        ..Formation::default()
    }
}

/// Where a unit rides: a formation's name where it is another's, and the number there.
type Ride = Option<(Option<String>, usize)>;

/// Reads a unit: `tank at 60 40, damage 1`.
fn unit(text: &str, roster: &Roster) -> Result<(usize, Unit, Ride), String> {
    let mut parts = text.split(',').map(str::trim);
    let first = parts.next().unwrap_or_default();
    let (id, where_to) =
        first.split_once(' ').ok_or_else(|| format!("\"{text}\": \"KIND at X Y\", in N, off or lost"))?;
    let kind = roster.kinds.iter().position(|kind| kind.id == id).ok_or_else(|| {
        format!("there is no unit \"{id}\"{}", did_you_mean(id, roster.kinds.iter().map(|kind| kind.id.as_str())))
    })?;
    let mut unit = Unit::NEW;
    let mut ride = None;
    let words: Vec<&str> = where_to.split_whitespace().collect();
    match words.as_slice() {
        ["at", x, y] => unit.place = Place::At(Point { x: length(x)?, y: length(y)? }),
        ["in", name @ .., number] => {
            let number = number.parse().map_err(|_| format!("\"{text}\": aboard which unit? \"in 3\""))?;
            ride = Some(((!name.is_empty()).then(|| name.join(" ")), number));
        }
        ["off"] => {}
        ["lost"] => unit.place = Place::Lost,
        _ => return Err(format!("\"{text}\": \"KIND at X Y\", \"KIND in N\", \"KIND off\" or \"KIND lost\"")),
    }
    for part in parts {
        extra(part, &mut unit, roster.kinds[kind].capacity, roster.kinds[kind].weapons.len())?;
    }
    Ok((kind, unit, ride))
}

fn length(text: &str) -> Result<Length, String> {
    let length: Length = text.parse()?;
    if length.0.abs() > 2_000_000 { Err(format!("{text} lies beyond any table")) } else { Ok(length) }
}

fn extra(part: &str, unit: &mut Unit, capacity: u8, weapons: usize) -> Result<(), String> {
    let words: Vec<&str> = part.split_whitespace().collect();
    let number = |text: &str| text.parse::<usize>().map_err(|_| format!("\"{part}\" is not understood"));
    let (weapon, turn) = match words.as_slice() {
        ["damage", points] => {
            let points = number(points)?;
            let lost = unit.place == Place::Lost;
            if points > usize::from(capacity) || points == usize::from(capacity) && !lost {
                return Err(format!("\"{part}\": it has {capacity} in all; write \"lost\""));
            }
            unit.damage = points as u8;
            return Ok(());
        }
        ["spent", weapon] => (number(weapon)?, 0),
        ["fired", weapon, "turn", turn] => (number(weapon)?, number(turn)?.min(20)),
        _ => return Err(format!("\"{part}\" is not understood")),
    };
    if weapon == 0 || weapon > weapons {
        return Err(format!("\"{part}\": it has {weapons} weapons"));
    }
    unit.fired.push((weapon - 1, turn as u8));
    Ok(())
}

/// Gives every unit its id and puts passengers aboard.
pub(super) fn raise(root: &Node<'_>, drafts: Vec<Draft>, roster: &mut Roster) -> (Vec<Formation>, Vec<Unit>) {
    let (mut states, mut units, mut rides) = (Vec::new(), Vec::new(), Vec::new());
    for (index, draft) in drafts.into_iter().enumerate() {
        let mut entry = draft.entry;
        if roster.formations.iter().any(|other| other.name.eq_ignore_ascii_case(&entry.name)) {
            root.problem_at("formation", format_args!("two formations are called \"{}\"", entry.name));
        }
        if roster.craft.iter().any(|other| other.name.eq_ignore_ascii_case(&entry.name)) {
            root.problem_at("formation", format_args!("\"{}\" is a spacecraft too", entry.name));
        }
        for (number, (kind, unit, ride)) in draft.units.into_iter().enumerate() {
            let id = UnitId(units.len());
            roster.units.push(UnitEntry { kind, formation: FormationId(index), number: number + 1 });
            entry.units.push(id);
            rides.push((id, ride));
            units.push(unit);
        }
        roster.formations.push(entry);
        states.push(draft.state);
    }
    for (unit, ride) in rides {
        let Some((name, number)) = ride else { continue };
        match aboard(roster, unit, name.as_deref(), number) {
            Ok(carrier) => units[unit.0].place = Place::In(carrier),
            Err(problem) => root.problem_at("formation", problem),
        }
    }
    check_places(root, roster, &units);
    (states, units)
}

fn aboard(roster: &Roster, unit: UnitId, name: Option<&str>, number: usize) -> Result<UnitId, String> {
    let formation = match name {
        None => roster.formation_of(unit),
        Some(name) => {
            let found = roster.formations.iter().position(|entry| entry.name.eq_ignore_ascii_case(name));
            FormationId(found.ok_or_else(|| format!("there is no formation \"{name}\" to be aboard of"))?)
        }
    };
    let carrier = number.checked_sub(1).and_then(|index| roster[formation].units.get(index)).copied();
    let carrier = carrier.ok_or_else(|| format!("{} has no unit {number} to be aboard of", roster[formation].name))?;
    let holds = roster.kind(carrier).transports.iter().any(|(id, _)| *id == roster.kind(unit).id);
    if carrier == unit || !holds || roster[formation].side != roster.side_of(unit) {
        return Err(format!("{} cannot be aboard {}", roster.unit_name(unit), roster.unit_name(carrier)));
    }
    Ok(carrier)
}

/// Nobody stands off the table; nobody is aboard what is aboard something else.
fn check_places(root: &Node<'_>, roster: &Roster, units: &[Unit]) {
    for (index, unit) in units.iter().enumerate() {
        let name = || roster.unit_name(UnitId(index));
        match unit.place {
            Place::At(at) if !roster.on_table(at) => {
                root.problem_at("formation", format_args!("{} stands at {at}, which is not on the table", name()));
            }
            Place::In(carrier) if matches!(units[carrier.0].place, Place::In(_)) => {
                root.problem_at("formation", format_args!("{} is aboard what is aboard something itself", name()));
            }
            Place::In(carrier) if units[carrier.0].place == Place::Lost => {
                root.problem_at("formation", format_args!("{} is aboard what is lost", name()));
            }
            Place::At(_) | Place::In(_) | Place::Off | Place::Lost => {}
        }
    }
}

/// A place that may be written.
pub(super) fn written(place: Point) -> String {
    format!("[{}, {}]", place.x, place.y)
}
