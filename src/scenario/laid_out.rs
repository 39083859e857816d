//! A rolled table laid out for the engine. Here, and nowhere else, whole centimetres from the far left corner become
//! thousandths of a centimetre from the near left one.

use super::battlefield::{Battlefield, Edge as TableEdge, Kind};
use crate::battle::gothic::state::{Battle, Feature, FeatureKind, Ground, Shape};
use crate::table::edge::Edge;
use crate::table::fixed_list::{FixedList, Outgrown};
use crate::table::geometry::{Length, Point, Rect};
use crate::table::side::Side;

/// Lays the table out as the set-up rolled it.
///
/// # Errors
/// When there are more phenomena than the engine plays.
pub(crate) fn lay(field: &Battlefield, battle: &mut Battle) -> Result<(), Outgrown> {
    let cm = |value: u32| Length::cm(i32::try_from(value).unwrap_or(0));
    let depth = field.table.depth;
    let glare = field.zone.is_some_and(|zone| zone.sunward_shooting());
    battle.ground =
        Ground { width: cm(field.table.width), depth: cm(depth), sunward: field.sunward.map(edge), glare, low: None };
    battle.features = FixedList::new();
    battle.flares = u8::try_from(field.solar_flares).unwrap_or(0).min(36);
    battle.bursts = u8::try_from(field.radiation_bursts).unwrap_or(0).min(36);
    for thing in &field.things {
        let centre = Point { x: cm(thing.x), y: cm(depth.saturating_sub(thing.y)) };
        let half = |extent: u32| Length(cm(extent).0 / 2);
        let (wide, deep) = (half(thing.width), half(thing.depth));
        let area = Shape::Rect(Rect {
            low: Point { x: centre.x - wide, y: centre.y - deep },
            high: Point { x: centre.x + wide, y: centre.y + deep },
        });
        let disc = Shape::Disc { centre, radius: wide };
        let (kind, shape) = match &thing.kind {
            Kind::Asteroids => (FeatureKind::Asteroids, area),
            Kind::Cloud => (FeatureKind::Cloud, area),
            Kind::WarpRift => (FeatureKind::Rift, area),
            Kind::Planet { .. } => (FeatureKind::Planet, disc),
            Kind::Moon { .. } => (FeatureKind::Moon, disc),
        };
        let mut lie = |kind, shape| {
            let feature = Feature { kind, shape, owner: Side::One, closes: false };
            battle.features.push(feature).map_err(|full| full.of("celestial phenomena on the table"))
        };
        lie(kind, shape)?;
        if let Kind::Planet { rings, .. } = &thing.kind {
            for ring in rings {
                let inner = wide + cm(ring.from);
                let shape = Shape::Ring { centre, inner, outer: inner + cm(ring.width) };
                let kind = if ring.asteroids { FeatureKind::Asteroids } else { FeatureKind::Cloud };
                lie(kind, shape)?;
            }
        }
    }
    Ok(())
}

const fn edge(edge: TableEdge) -> Edge {
    match edge {
        TableEdge::Left => Edge::Left,
        TableEdge::Right => Edge::Right,
        TableEdge::Near => Edge::Near,
        TableEdge::Far => Edge::Far,
    }
}
