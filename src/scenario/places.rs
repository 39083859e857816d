//! Finding places: units drawn up in a zone, clear of planets and of each other.

use crate::battle::gothic::state::{Battle, FeatureKind, ShipId};
use crate::table::geometry::{Heading, Length, Point, Rect};

/// How far apart the ships of a squadron stand.
const ABREAST: i32 = 4;

/// The units of a side: the ships of each, in the order they are placed.
pub type Units = Vec<Vec<ShipId>>;

/// A rectangle in whole centimetres.
pub(crate) fn rect(left: i32, near: i32, right: i32, far: i32) -> Rect {
    Rect { low: Point::cm(left, near), high: Point::cm(right, far) }
}

/// Draws units up.
pub(crate) struct Berths<'b> {
    pub(crate) battle: &'b mut Battle,
}

impl Berths<'_> {
    /// Whether a ship may be put there: on the table, clear of phenomena (SCEN-84), and not where another stands.
    pub(crate) fn is_free(&self, at: Point) -> bool {
        let ground = &self.battle.ground;
        let clear = Length::cm(3);
        let features = self.battle.features.iter();
        ground.holds(at)
            && !features.into_iter().any(|feature| feature.shape.touches(at, clear))
            && !self.battle.all().any(|(_, ship)| ship.present() && ship.at.within(at, clear))
    }

    /// The free place of a zone nearest to a wish.
    pub(crate) fn near(&self, zone: &Rect, wish: Point) -> Point {
        let wish = zone.nearest(wish);
        let (width, depth) = ((zone.high.x - zone.low.x).0 / 2000, (zone.high.y - zone.low.y).0 / 2000);
        let spots = (0..=width).flat_map(|x| (0..=depth).map(move |y| (x, y)));
        let spots = spots.map(|(x, y)| Point { x: zone.low.x + Length::cm(2 * x), y: zone.low.y + Length::cm(2 * y) });
        let free = spots.filter(|spot| self.is_free(*spot));
        if self.is_free(wish) {
            return wish;
        }
        free.min_by_key(|spot| (spot.squared(wish), spot.x, spot.y)).unwrap_or(wish)
    }

    /// Puts a ship on the table.
    pub(crate) fn put(&mut self, id: ShipId, at: Point, heading: Heading) {
        let from_edge = self.battle.ground.to_edge(at);
        let ship = self.battle.ship_mut(id);
        (ship.at, ship.heading, ship.done.from_edge) = (at, heading, from_edge);
        self.battle.set_fate(id, crate::battle::gothic::state::Fate::Fighting);
    }

    /// Where the ship of a unit stands that comes so many places after its first: in line abreast.
    fn abreast(wish: Point, heading: Heading, place: i32) -> Point {
        let aside = ABREAST * ((place + 1) / 2) * if place % 2 == 0 { 1 } else { -1 };
        if aside < 0 {
            wish.ahead(heading.turned(-90), Length::cm(-aside))
        } else {
            wish.ahead(heading.turned(90), Length::cm(aside))
        }
    }

    /// Whether a whole unit fits about a place, so far from every other ship.
    pub(crate) fn holds_unit(
        &self,
        ships: &[ShipId],
        zone: &Rect,
        wish: Point,
        heading: Heading,
        apart: Length,
    ) -> bool {
        let mut spots = (0_i32..).zip(ships).map(|(place, _)| Self::abreast(wish, heading, place));
        let lonely = |spot: Point| !self.battle.all().any(|(_, ship)| ship.present() && ship.at.distance(spot) < apart);
        spots.all(|spot| zone.holds(spot) && self.is_free(spot) && lonely(spot))
    }

    /// The place nearest to a wish where a whole unit fits, so that a squadron stays in formation.
    fn room(&self, ships: &[ShipId], zone: &Rect, wish: Point, heading: Heading) -> Option<Point> {
        let fits = |spot: &Point| self.holds_unit(ships, zone, *spot, heading, Length::ZERO);
        let wish = zone.nearest(wish);
        let rings = (0..40).flat_map(|ring| (0..12).map(move |step| (ring, step)));
        let spots = rings.map(|(ring, step)| wish.ahead(Heading::new(30 * step), Length::cm(2 * ring)));
        spots.into_iter().find(fits)
    }

    /// Puts a unit about a place: a squadron in line abreast.
    pub(crate) fn unit(&mut self, ships: &[ShipId], zone: &Rect, wish: Point, heading: Heading) {
        let wish = self.room(ships, zone, wish, heading).unwrap_or(wish);
        for (place, id) in (0_i32..).zip(ships) {
            let at = self.near(zone, Self::abreast(wish, heading, place));
            self.put(*id, at, heading);
        }
    }

    /// Draws units up along the longer side of a zone, the first in the middle.
    pub(crate) fn line(&mut self, units: &[Vec<ShipId>], zone: &Rect, heading: Heading) {
        let count = i32::try_from(units.len()).unwrap_or(1).max(1);
        let (width, depth) = (zone.high.x - zone.low.x, zone.high.y - zone.low.y);
        let middle = Point { x: zone.low.x + width.half(), y: zone.low.y + depth.half() };
        for (index, ships) in (0_i32..).zip(units) {
            // The first in the middle, the others to its right and left in turn.
            let slot = 2 * ((index + 1) / 2) * if index % 2 == 0 { 1 } else { -1 };
            let wish = if width >= depth {
                Point { x: Length(middle.x.0 + slot * width.0 / (2 * (count + 1))), y: middle.y }
            } else {
                Point { x: middle.x, y: Length(middle.y.0 + slot * depth.0 / (2 * (count + 1))) }
            };
            self.unit(ships, zone, wish, heading);
        }
    }

    /// The middle of a planet, and how far its edge is from there.
    pub(crate) fn planet(&self) -> Option<(Point, Length)> {
        self.battle.features.iter().find_map(|feature| match (feature.kind, feature.shape) {
            (FeatureKind::Planet, crate::battle::gothic::state::Shape::Disc { centre, radius }) => {
                Some((centre, radius))
            }
            _ => None,
        })
    }

    /// A unit beam-on to the planet at so many degrees round it, within 15 cm of its edge (SCEN-50).
    pub(crate) fn in_orbit(&mut self, ships: &[ShipId], bearing: i32) {
        let Some((centre, radius)) = self.planet() else { return };
        for (place, id) in (0_i32..).zip(ships) {
            let step = (0..36).map(|step| bearing + 10 * ((step + 1) / 2) * if step % 2 == 0 { 1 } else { -1 });
            let spot = |degrees: i32, out: i32| centre.ahead(Heading::new(degrees), radius + Length::cm(out));
            let rings = [8, 12, 5, 14];
            let spots = rings.into_iter().flat_map(|out| step.clone().map(move |degrees| (degrees, out)));
            let shift = 8 * place;
            let found = spots
                .map(|(degrees, out)| (degrees + shift, out))
                .find(|(degrees, out)| self.is_free(spot(*degrees, *out)));
            let (degrees, out) = found.unwrap_or((bearing + shift, 8));
            self.put(*id, spot(degrees, out), Heading::new(degrees + 90));
        }
    }
}
