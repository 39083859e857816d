//! Reads a situation: what lies on the table.

use super::check;
use super::entrant;
use super::mission;
use super::ordnance;
use super::ship;
use super::under_way;
use super::{Situation, defences, forts, plots};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, FEATURES, Feature, FeatureKind, Ground, MARKERS, Phase, Player, Shape};
use crate::catalog::fleets::Fleets;
use crate::catalog::reader;
use crate::catalog::reader::{Node, Problem};
use crate::notation::values::length;
use crate::notation::values::place_of;
use crate::notation::values::side;
use crate::notation::values::small;
use crate::table::edge::Edge;
use crate::table::geometry::{Length, Point, Rect};
use crate::table::side::Side;

/// Reads a situation.
///
/// # Errors
/// Every problem of it.
pub fn read(file: &str, text: &str, fleets: &Fleets) -> Result<Situation, Vec<Problem>> {
    reader::read(file, text, |root| situation(root, fleets))
}

/// Reads the situation that a table holds, among keys of others.
pub(super) fn situation(root: &Node<'_>, fleets: &Fleets) -> Situation {
    let mut battle = Battle { ground: ground(root), ..Battle::default() };
    let mut roster = Roster::default();
    sides(root, &mut roster, &mut battle);
    battle.turn = small(root, "turn").unwrap_or(1).max(1);
    battle.last_turn = small(root, "last_turn").unwrap_or(0);
    battle.first = side(root, "first", &roster);
    battle.active = if root.has("active") { side(root, "active", &roster) } else { battle.first };
    battle.phase = root.opt_word("phase", Phase::ALL, Phase::word).unwrap_or_default();
    battle.rubble = small(root, "rubble").unwrap_or(0);
    battle.flares = small(root, "flares").unwrap_or(0);
    battle.bursts = small(root, "bursts").unwrap_or(0);
    battle.burst = small(root, "burst").unwrap_or(0);
    battle.flaring = root.flag("flaring");
    if battle.flares > 0 && battle.ground.sunward.is_none() {
        root.problem_at("flares", "`flares` needs `sunward`: the edge towards the sun");
    }
    for (key, value, most) in [("flares", battle.flares, 36), ("bursts", battle.bursts, 36), ("burst", battle.burst, 6)]
    {
        if value > most {
            root.problem_at(key, format_args!("`{key}` is {value}, but cannot be above {most}"));
        }
    }
    for place in root.decimal_lists("markers") {
        if let Some(at) = place_of(root, "markers", &place)
            && battle.markers.push(at).is_err()
        {
            root.problem_at("markers", format_args!("there are more than {MARKERS} markers"));
        }
    }
    for feature in root.tables("feature", |node| feature(node, &roster)) {
        if battle.features.push(feature).is_err() {
            root.problem_at("feature", format_args!("there are more than {FEATURES} phenomena"));
        }
    }
    battle.ground.low = root.opt_table("low_orbit", |node| defences::low_orbit(node, &battle));
    check_minefields(root, &battle);
    let unused = root.opt_text("ordnance");
    if unused.as_deref().is_some_and(|word| word != "unused") {
        root.problem_at("ordnance", "`ordnance` can only be \"unused\": the players fight without it");
    }
    battle.no_ordnance = unused.is_some();
    let (mut loose, mut count) = (Vec::new(), 0);
    let entered = root.tables("ship", |node| forts::read(node, fleets, &mut roster));
    for (ship, names) in entered.into_iter().flatten() {
        count += 1;
        if battle.ships.push(ship).is_ok() {
            loose.push(names);
        }
    }
    check::count(root, count, &roster, &battle);
    battle.recount();
    // Names of ships can point forward, so they are looked up once all are known.
    for (index, names) in loose.iter().enumerate() {
        ship::link(root, names, &roster, &mut battle, index);
    }
    ordnance::read(root, fleets, &mut roster, &mut battle);
    entrant::settle(&roster, &mut battle);
    check::ships(root, &roster, &battle, root.has("course"));
    mission::read(root, fleets, &mut roster, &mut battle);
    plots::read(root, &roster, &mut battle);
    under_way::read(root, &roster, &mut battle);
    Situation { roster, battle }
}

fn sides(root: &Node<'_>, roster: &mut Roster, battle: &mut Battle) {
    let sides = root.tables("side", |node| {
        let name = node.text("name");
        let rerolls = small(node, "rerolls").unwrap_or(0);
        (
            name,
            Player {
                rerolls,
                check_failed: node.flag("check_failed"),
                ghost_failed: node.flag("ghost_failed"),
                plot: None,
            },
        )
    });
    if sides.len() != 2 {
        root.problem(format_args!("there must be two [[side]], not {}", sides.len()));
    }
    for ((slot, player), (name, read)) in roster.sides.iter_mut().zip(&mut battle.players).zip(sides) {
        (*slot, *player) = (name, read);
    }
    if roster.sides[0].eq_ignore_ascii_case(&roster.sides[1]) {
        root.problem_at("side", format_args!("both sides are called \"{}\"", roster.sides[0]));
    }
}

fn ground(root: &Node<'_>) -> Ground {
    let mut ground = Ground::default();
    if root.has("table") {
        let size = root.decimals("table");
        if let Some(at) = place_of(root, "table", &size) {
            (ground.width, ground.depth) = (at.x, at.y);
        }
        let least = Length::cm(30);
        let most = Length::cm(600);
        if [ground.width, ground.depth].iter().any(|side| *side < least || *side > most) {
            root.problem_at("table", format_args!("`table` must be {least} to {most} cm each way"));
            ground = Ground::default();
        }
    }
    ground.sunward = root.opt_word("sunward", Edge::ALL, Edge::word);
    ground.glare = root.flag("glare");
    if ground.glare && ground.sunward.is_none() {
        root.problem_at("glare", "`glare` needs `sunward`: the edge towards the sun");
    }
    ground
}

fn feature(node: &mut Node<'_>, roster: &Roster) -> Feature {
    let kind = node.word("kind", FeatureKind::ALL, FeatureKind::word).unwrap_or_default();
    node.call(kind.word());
    let at = |key: &'static str| {
        let place = node.decimals(key);
        if place.is_empty() && !node.has(key) {
            node.problem(format_args!("`{key}` is missing"));
            return Point::default();
        }
        place_of(node, key, &place).unwrap_or_default()
    };
    let planet = matches!(kind, FeatureKind::Planet | FeatureKind::Moon);
    let shape = if planet || node.has("radius") {
        let (centre, radius) = (at("at"), length(node, "radius").unwrap_or_default());
        if radius <= Length::ZERO {
            node.problem("`radius` must be above 0");
        }
        match length(node, "inner") {
            // Rings are of gas and dust, or of asteroids (TERRAIN-35).
            Some(_) if planet || kind == FeatureKind::Rift => {
                node.problem_at("inner", "only clouds and asteroids lie as a ring (TERRAIN-35)");
                Shape::Disc { centre, radius }
            }
            Some(inner) => {
                if inner <= Length::ZERO || inner >= radius {
                    node.problem_at("inner", "`inner` must be above 0 and below `radius`");
                }
                Shape::Ring { centre, inner, outer: radius }
            }
            None => Shape::Disc { centre, radius },
        }
    } else {
        let mut rect = Rect { low: at("low"), high: at("high") };
        if rect.low.x >= rect.high.x || rect.low.y >= rect.high.y {
            node.problem("`low` must be left of and nearer than `high`");
            // The checks that follow still measure to it.
            rect.high = rect.low;
        }
        Shape::Rect(rect)
    };
    let closes = node.flag("closes");
    if closes && kind != FeatureKind::Rift {
        node.problem_at("closes", "only a warp rift closes (REFIT-27)");
    }
    let owned = kind == FeatureKind::Minefield || closes;
    let owner = if owned { side(node, "side", roster) } else { Side::One };
    Feature { kind, shape, owner, closes }
}

/// A minefield lies within 15 cm of other terrain (MINE-04).
fn check_minefields(root: &Node<'_>, battle: &Battle) {
    let (mines, other): (Vec<&Feature>, Vec<&Feature>) =
        battle.features.iter().partition(|feature| feature.kind == FeatureKind::Minefield);
    for field in mines {
        if !other.iter().any(|feature| field.shape.apart(&feature.shape) <= Length::cm(15)) {
            root.problem_at("feature", "a minefield must lie within 15 cm of other terrain (MINE-04)");
        }
    }
}
