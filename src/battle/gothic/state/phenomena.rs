//! The table and the celestial phenomena on it.

use crate::table::edge::Edge;
use crate::table::geometry::{Length, Point, Rect};
use crate::table::side::Side;
use crate::text::words;

words! {
    /// Kinds of celestial phenomena.
    #[derive(Default)]
    FeatureKind {
        /// Gas or dust cloud (TERRAIN-10).
        #[default]
        Cloud = "cloud",
        /// Asteroid field (TERRAIN-14).
        Asteroids = "asteroids",
        /// Warp rift (TERRAIN-25).
        Rift = "warp rift",
        /// Planet (TERRAIN-28).
        Planet = "planet",
        /// Moon (TERRAIN-36).
        Moon = "moon",
        /// Minefield, which also counts as an asteroid field (MINE-04).
        Minefield = "minefield",
    }
}

/// The ground that a feature covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A rectangle along the table's edges.
    Rect(Rect),
    /// A disc.
    Disc {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: Length,
    },
    /// A ring about a planet (TERRAIN-35).
    Ring {
        /// The planet's centre.
        centre: Point,
        /// Where it begins.
        inner: Length,
        /// Where it ends.
        outer: Length,
    },
}

impl Default for Shape {
    fn default() -> Self {
        Self::Rect(Rect::default())
    }
}

/// One celestial phenomenon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Feature {
    /// What it is.
    pub kind: FeatureKind,
    /// Where it is.
    pub shape: Shape,
    /// Whose minefield it is, or who tore the rift open.
    pub owner: Side,
    /// A rift that closes by itself (REFIT-27).
    pub closes: bool,
}

/// The table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// Its length, along x.
    pub width: Length,
    /// Its depth, along y.
    pub depth: Length,
    /// The edge towards the sun (TERRAIN-08).
    pub sunward: Option<Edge>,
    /// Fire towards the sun has doubled range shifts (TERRAIN-38).
    pub glare: bool,
    /// The low orbit table, where there is one.
    pub low: Option<LowOrbit>,
}

impl Default for Ground {
    fn default() -> Self {
        Self { width: Length::cm(180), depth: Length::cm(120), sunward: None, glare: false, low: None }
    }
}

impl Ground {
    /// Whether a stem there is on its table (MOVE-13).
    #[must_use]
    pub fn holds(&self, place: Point) -> bool {
        self.table(place).nearest(place) == place
    }

    /// How far the nearest edge is.
    #[must_use]
    pub fn to_edge(&self, place: Point) -> Length {
        let Rect { low, high } = self.table(place);
        (place.x - low.x).min(place.y - low.y).min(high.x - place.x).min(high.y - place.y)
    }
}

/// Where the low orbit table begins along x. The main table ends at 600 cm at most, and nothing reaches the 400 between.
pub const LOW: Length = Length::cm(1000);

/// The low orbit table. Its near edge is the planet, its far edge the atmosphere (ORBIT-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowOrbit {
    /// Along the planet.
    pub length: Length,
    /// From the planet to the atmosphere edge.
    pub width: Length,
    /// The planet, by its place among the features.
    pub planet: u8,
}

impl Ground {
    /// Whether a place lies on the low orbit table or beside it.
    #[must_use]
    pub fn is_low(&self, place: Point) -> bool {
        self.low.is_some() && place.x >= LOW - Length::cm(200)
    }

    /// The table a place belongs to.
    #[must_use]
    pub fn table(&self, place: Point) -> Rect {
        match self.low.filter(|_| self.is_low(place)) {
            Some(low) => {
                Rect { low: Point { x: LOW, y: Length::ZERO }, high: Point { x: LOW + low.length, y: low.width } }
            }
            None => Rect { low: Point::default(), high: Point { x: self.width, y: self.depth } },
        }
    }

    /// Whether two places are on one table (ORBIT-14).
    #[must_use]
    pub fn on_one_table(&self, a: Point, b: Point) -> bool {
        self.is_low(a) == self.is_low(b)
    }
}
