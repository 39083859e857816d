//! Army files: units, formations and spacecraft of a club (EP-UNIT-06).

use std::fmt::Write as _;

use super::unit;
use crate::battle::ground::kinds::{Critical, Kind, Type, Weapon};
use crate::catalog::reader::{self, Node, Problem};
use crate::text::{did_you_mean, quoted};

/// A formation of an army list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyFormation {
    /// Its word in files.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What it is worth.
    pub points: u32,
    /// The score its tests need.
    pub initiative: u8,
    /// How many of which units.
    pub units: Vec<(String, u32)>,
}

/// A spacecraft of an army list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyCraft {
    /// Its name.
    pub name: String,
    /// The score its test needs.
    pub initiative: u8,
    /// Barrage points.
    pub orbital_bp: u8,
    /// How many bombardments.
    pub bombardments: u8,
    /// How many pinpoint attacks.
    pub pinpoint: u8,
    /// How many units it brings down.
    pub planetfall: u8,
    /// Slow and steady.
    pub slow: bool,
    /// Self-planetfall.
    pub small: bool,
}

/// An army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// Its name.
    pub name: String,
    /// Where its figures are from: a line for whoever looks.
    pub note: Option<String>,
    /// Its strategy rating (EP-TURN-02).
    pub strategy: u8,
    /// Its units.
    pub units: Vec<Kind>,
    /// Its formations.
    pub formations: Vec<ArmyFormation>,
    /// Its spacecraft.
    pub craft: Vec<ArmyCraft>,
}

impl Army {
    /// Points of the whole list.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.formations.iter().map(|formation| formation.points).sum()
    }
}

fn small(node: &Node<'_>, key: &'static str, most: u32, otherwise: u8) -> u8 {
    match node.opt_number(key) {
        None => otherwise,
        Some(number) if number <= most => number as u8,
        Some(number) => {
            node.problem_at(key, format_args!("`{key}` is {number}; {most} at most"));
            otherwise
        }
    }
}

/// Reads a spacecraft's figures.
pub(super) fn craft(node: &mut Node<'_>) -> ArmyCraft {
    let name = node.text("name");
    node.call(format!("spacecraft \"{name}\""));
    let orbital_bp = small(node, "orbital_bp", 20, 0);
    ArmyCraft {
        name,
        initiative: initiative(node),
        orbital_bp,
        bombardments: small(node, "bombardments", 6, u8::from(orbital_bp > 0)),
        pinpoint: small(node, "pinpoint_attacks", 12, 0),
        planetfall: small(node, "planetfall", 99, 0),
        slow: node.flag("slow"),
        small: node.flag("small"),
    }
}

/// The score of a formation's tests, 2 unless given.
pub(super) fn initiative(node: &Node<'_>) -> u8 {
    match node.opt_number("initiative") {
        None => 2,
        Some(number @ 1..=6) => number as u8,
        Some(number) => {
            node.problem_at("initiative", format_args!("`initiative` is {number}; it may be 1 to 6"));
            2
        }
    }
}

/// Reads an army file.
///
/// # Errors
/// Every problem of it.
pub fn read_army(file: &str, text: &str) -> Result<Army, Vec<Problem>> {
    reader::read(file, text, |root| {
        let units = root.tables("unit", unit::kind);
        if units.is_empty() {
            root.problem("there is no [[unit]] in it");
        }
        for (index, kind) in units.iter().enumerate() {
            if units[..index].iter().any(|other| other.id == kind.id) {
                root.problem_at("unit", format_args!("two units have the id \"{}\"", kind.id));
            }
        }
        let formations = root.tables("formation", |node| formation(node, &units));
        if formations.is_empty() {
            root.problem("there is no [[formation]] in it");
        }
        for (index, one) in formations.iter().enumerate() {
            if formations[..index].iter().any(|other| other.id == one.id || other.name == one.name) {
                root.problem_at("formation", format_args!("two formations are called \"{}\"", one.name));
            }
        }
        carried(root, &units);
        Army {
            name: root.text("name"),
            note: root.opt_text("note"),
            strategy: small(root, "strategy_rating", 12, 1),
            craft: root.tables("craft", craft),
            units,
            formations,
        }
    })
}

/// What transports carry must be units of the army.
fn carried(root: &Node<'_>, units: &[Kind]) {
    for kind in units {
        for (id, number) in &kind.transports {
            if *number == 0 {
                root.problem_at("unit", format_args!("unit \"{}\" transports no \"{id}\": 0", kind.id));
            }
            unknown(root, "unit", units, id, &format!("unit \"{}\" transports", kind.id));
        }
    }
}

fn unknown(node: &Node<'_>, key: &str, units: &[Kind], id: &str, what: &str) {
    if !units.iter().any(|kind| kind.id == id) {
        let near = did_you_mean(id, units.iter().map(|kind| kind.id.as_str()));
        node.problem_at(key, format_args!("{what} \"{id}\", which is no unit of the army{near}"));
    }
}

fn formation(node: &mut Node<'_>, units: &[Kind]) -> ArmyFormation {
    let id = node.text("id");
    node.call(format!("formation \"{id}\""));
    let holds = node.number_map("units");
    if holds.iter().map(|(_, number)| *number).sum::<u32>() == 0 {
        node.problem_at("units", "it has no units");
    }
    for (unit, number) in &holds {
        unknown(node, "units", units, unit, "it holds");
        if *number > 40 {
            node.problem_at("units", format_args!("{number} of \"{unit}\"; 40 at most"));
        }
    }
    let of = |id: &str| units.iter().find(|kind| kind.id == id);
    let aircraft: Vec<&Kind> =
        holds.iter().filter_map(|(id, _)| of(id)).filter(|kind| kind.of == Type::Aircraft).collect();
    let carried = |id: &str| aircraft.iter().flat_map(|kind| &kind.transports).any(|(carried, _)| carried == id);
    for (id, _) in holds.iter().filter(|(id, _)| of(id).is_some_and(|kind| kind.of != Type::Aircraft)) {
        if !aircraft.is_empty() && !carried(id) {
            node.problem_at(
                "units",
                format_args!("aircraft form formations with what they carry; {id} is not carried (EP-AIR-01)"),
            );
        }
    }
    ArmyFormation {
        name: node.opt_text("name").unwrap_or_else(|| id.clone()),
        id,
        points: node.opt_number("points").unwrap_or(0),
        initiative: initiative(node),
        units: holds,
    }
}

/// Writes a unit as an inline table.
#[must_use]
pub fn write_kind(kind: &Kind) -> String {
    let mut out = format!(
        "{{ id = {}, name = {}, type = {}, speed = {}, armour = {}, close_combat = {}, firefight = {}",
        quoted(&kind.id),
        quoted(&kind.name),
        quoted(kind.of.word()),
        kind.speed,
        kind.armour,
        kind.close_combat,
        kind.firefight
    );
    if kind.capacity > 1 {
        let _ = write!(out, ", damage_capacity = {}", kind.capacity);
    }
    if kind.critical != Critical::Nothing {
        let _ = write!(out, ", critical = {}", quoted(&kind.critical.word()));
    }
    if !kind.abilities.is_empty() {
        let words: Vec<String> = kind.abilities.iter().map(|ability| quoted(ability.word())).collect();
        let _ = write!(out, ", abilities = [{}]", words.join(", "));
    }
    if let Some(air) = kind.air {
        let _ = write!(out, ", air_kind = {}", quoted(air.word()));
    }
    if !kind.transports.is_empty() {
        let pairs: Vec<String> =
            kind.transports.iter().map(|(id, number)| format!("{} = {number}", quoted(id))).collect();
        let _ = write!(out, ", transports = {{ {} }}", pairs.join(", "));
    }
    if kind.carries_others {
        out.push_str(", carries_others = true");
    }
    if !kind.weapons.is_empty() {
        let weapons: Vec<String> = kind.weapons.iter().map(write_weapon).collect();
        let _ = write!(out, ", weapons = [{}]", weapons.join(", "));
    }
    out.push_str(" }");
    out
}

fn write_weapon(weapon: &Weapon) -> String {
    let mut out = format!("{{ name = {}, count = {}, range = {}", quoted(&weapon.name), weapon.count, weapon.range);
    for (key, score) in [("ap", weapon.ap), ("at", weapon.at), ("aa", weapon.aa)] {
        if let Some(score) = score {
            let _ = write!(out, ", {key} = {score}");
        }
    }
    if weapon.barrage > 0 {
        let _ = write!(out, ", barrage = {}", weapon.barrage);
    }
    if !weapon.traits.is_empty() {
        let words: Vec<String> = weapon.traits.iter().map(|found| quoted(&found.word())).collect();
        let _ = write!(out, ", traits = [{}]", words.join(", "));
    }
    out.push_str(" }");
    out
}
