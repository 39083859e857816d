//! Reads a table of the ground war.

use super::army::{ArmyCraft, craft as craft_figures};
use super::formation::{self, Draft};
use super::{GroundSituation, army, army_ids, progress, unit};
use crate::battle::ground::agenda::Task;
use crate::battle::ground::charts::Terrain;
use crate::battle::ground::kinds::Kind;
use crate::battle::ground::note_asked;
use crate::battle::ground::roster::{CraftEntry, Feature, House, Player, Roster, Shape};
use crate::battle::ground::state::{Battle, Craft, Force, Objective, Phase};
use crate::catalog::reader::{self, Node, Problem};
use crate::table::edge::Edge;
use crate::table::geometry::{Length, Point, Rect};
use crate::table::side::Side;
use crate::text::did_you_mean;

/// The most of anything on a table.
const MOST: usize = 400;

/// Reads a table.
///
/// # Errors
/// Every problem of it.
pub fn read(file: &str, text: &str) -> Result<GroundSituation, Vec<Problem>> {
    reader::read(file, text, situation)
}

/// The table that a root describes.
pub(super) fn situation(root: &Node<'_>) -> GroundSituation {
    let (sides, forces) = sides(root);
    let kinds = kinds(root);
    let table = table(root);
    let crafts = root.tables("craft", |node| (craft_figures(node), craft(node, &sides)));
    let mut roster = Roster {
        sides,
        table,
        kinds,
        formations: Vec::new(),
        units: Vec::new(),
        craft: crafts.iter().map(|(figures, (side, _))| craft_entry(figures, *side)).collect(),
        terrain: root.tables("terrain", feature).into_iter().flatten().collect(),
        house: root
            .opt_table("house", |node| House { barrages_cross: node.flag("barrages_cross") })
            .unwrap_or_default(),
    };
    let drafts: Vec<Draft> = root.tables("formation", |node| formation::read(node, &roster));
    crowded(root, &drafts, &roster);
    let (formations, units) = formation::raise(root, drafts, &mut roster);
    let mut battle = Battle {
        turn: root.opt_number("turn").map_or(1, |turn| turn.clamp(1, 20) as u8),
        phase: root.opt_word("phase", Phase::ALL, |phase| phase.word()).unwrap_or(Phase::Action),
        active: side(root, "active", &roster.sides),
        retained: root.flag("retained"),
        won_strategy: side(root, "won_strategy", &roster.sides),
        sides: forces,
        formations,
        units,
        craft: crafts.into_iter().map(|(_, (_, state))| state).collect(),
        objectives: root.tables("objective", |node| Objective {
            at: point(node, "at").unwrap_or_default(),
            half: side(node, "half", &roster.sides),
        }),
        agenda: Vec::new(),
        assault: None,
        declared: None,
        volley: None,
        rallied: Vec::new(),
        asked: None,
        winner: None,
    };
    let under_way = progress::read(root, &roster, &mut battle);
    if !under_way {
        battle.agenda = match battle.phase {
            Phase::SetUp => vec![Task::SetUp],
            Phase::Start => vec![Task::StartTurn],
            Phase::Strategy => vec![Task::Strategy],
            Phase::Action => vec![Task::NextActivation],
            Phase::End => vec![Task::Goals, Task::Rally(battle.won_strategy), Task::AircraftLeave],
        };
    }
    note_asked(&mut battle, &roster);
    GroundSituation { roster, battle, under_way }
}

fn crowded(root: &Node<'_>, drafts: &[Draft], roster: &Roster) {
    let units: usize = drafts.iter().map(Draft::size).sum();
    if units > MOST || drafts.len() > MOST || roster.terrain.len() > MOST || roster.kinds.len() > MOST {
        root.problem(format_args!("a table holds at most {MOST} units, formations, features and kinds each"));
    }
}

fn sides(root: &Node<'_>) -> ([Player; 2], [Force; 2]) {
    let found = root.tables("side", |node| {
        let player = Player {
            name: node.text("name"),
            strategy: node.opt_number("strategy").unwrap_or(1).min(20) as u8,
            edge: node.opt_word("edge", Edge::ALL, |edge| edge.word()).unwrap_or(Edge::Near),
        };
        let given = node.has("edge");
        let force = Force { lost_choice: node.flag("lost_choice"), reroll_used: node.flag("reroll_used") };
        (player, given, force)
    });
    let Ok([(one, _, first), (mut two, given, second)]) = <[_; 2]>::try_from(found) else {
        root.problem("`side` must name two sides");
        let nobody = |name: &str, edge| Player { name: name.to_owned(), strategy: 1, edge };
        return ([nobody("One", Edge::Near), nobody("Two", Edge::Far)], [Force::default(); 2]);
    };
    if !given {
        two.edge = one.edge.opposite();
    }
    if two.edge != one.edge.opposite() {
        root.problem_at("side", "the sides set up at opposite edges (EP-TURN-06)");
    }
    if one.name.eq_ignore_ascii_case(&two.name) {
        root.problem_at("side", "both sides have one name");
    }
    ([one, two], [first, second])
}

fn kinds(root: &Node<'_>) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = root.tables("unit", unit::kind);
    for id in root.texts("army") {
        match army(&id) {
            Some(army) => {
                for kind in army.units {
                    if !kinds.iter().any(|known| known.id == kind.id) {
                        kinds.push(kind);
                    }
                }
            }
            None => {
                let near = did_you_mean(&id, army_ids());
                root.problem_at("army", format_args!("there is no army \"{id}\"{near}"));
            }
        }
    }
    for (index, kind) in kinds.iter().enumerate() {
        if kinds[..index].iter().any(|other| other.id == kind.id) {
            root.problem_at("unit", format_args!("two units have the id \"{}\"", kind.id));
        }
    }
    kinds
}

fn table(root: &Node<'_>) -> Rect {
    let size = if root.has("table") { pair(root, "table") } else { Some(Point::cm(180, 120)) };
    let high = size.unwrap_or(Point::cm(180, 120));
    let fits = |length: Length| (Length::cm(30)..=Length::cm(1000)).contains(&length);
    if !fits(high.x) || !fits(high.y) {
        root.problem_at("table", "a table is 30 to 1000 cm wide and deep");
    }
    Rect { low: Point::default(), high }
}

/// A place `[x, y]` that may be absent; the table's own size is no limit here.
pub(super) fn point(node: &Node<'_>, key: &'static str) -> Option<Point> {
    node.has(key).then(|| pair(node, key)).flatten()
}

fn pair(node: &Node<'_>, key: &'static str) -> Option<Point> {
    place_of(node, key, &node.decimals(key))
}

/// A place of two numbers as they are written.
pub(super) fn place_of(node: &Node<'_>, key: &'static str, numbers: &[String]) -> Option<Point> {
    let [x, y] = numbers else {
        node.problem_at(key, format_args!("`{key}` must be two numbers, [x, y]"));
        return None;
    };
    let read = |text: &str| match text.parse::<Length>() {
        Ok(length) if length.0.abs() <= 2_000_000 => Some(length),
        Ok(_) => {
            node.problem_at(key, format_args!("`{key}` lies beyond any table"));
            None
        }
        Err(problem) => {
            node.problem_at(key, format_args!("`{key}`: {problem}"));
            None
        }
    };
    Some(Point { x: read(x)?, y: read(y)? })
}

/// A side by its name, the first unless given.
pub(super) fn side(node: &Node<'_>, key: &'static str, sides: &[Player; 2]) -> Side {
    let Some(name) = node.opt_text(key) else { return Side::One };
    match sides.iter().position(|known| known.name.eq_ignore_ascii_case(&name)) {
        Some(0) => Side::One,
        Some(_) => Side::Two,
        None => {
            let near = did_you_mean(&name, sides.iter().map(|side| side.name.as_str()));
            node.problem_at(key, format_args!("`{key}` is \"{name}\", which is no side{near}"));
            Side::One
        }
    }
}

fn feature(node: &mut Node<'_>) -> Option<Feature> {
    let kind = node.word("kind", Terrain::ALL, |kind| kind.word())?;
    let shape = if node.has("radius") {
        let centre = point(node, "at")?;
        let radius: Length = node.opt_decimal("radius")?.parse().ok()?;
        if radius.0 <= 0 || radius > Length::cm(500) {
            node.problem_at("radius", "`radius` must be more than 0 and 500 at most");
        }
        Shape::Disc(centre, radius)
    } else if node.has("from") {
        let (one, other) = (point(node, "from")?, point(node, "to")?);
        let low = Point { x: one.x.min(other.x), y: one.y.min(other.y) };
        let high = Point { x: one.x.max(other.x), y: one.y.max(other.y) };
        Shape::Rect(Rect { low, high })
    } else {
        node.problem("a feature has `at` and `radius`, or `from` and `to`");
        return None;
    };
    Some(Feature { kind, shape })
}

fn craft(node: &Node<'_>, sides: &[Player; 2]) -> (Side, Craft) {
    let mut aims: Vec<Point> =
        node.decimal_lists("aims").iter().filter_map(|numbers| place_of(node, "aims", numbers)).collect();
    aims.extend(point(node, "aim"));
    let state = Craft {
        arrives: node.opt_number("arrives").unwrap_or(0).min(20) as u8,
        aims,
        gone: node.flag("gone"),
        acted: node.flag("acted"),
        delayed: node.flag("delayed"),
    };
    (side(node, "side", sides), state)
}

fn craft_entry(figures: &ArmyCraft, side: Side) -> CraftEntry {
    CraftEntry {
        name: figures.name.clone(),
        side,
        initiative: figures.initiative,
        orbital_bp: figures.orbital_bp,
        bombardments: figures.bombardments,
        pinpoint: figures.pinpoint,
        planetfall: figures.planetfall,
        slow: figures.slow,
        small: figures.small,
    }
}
