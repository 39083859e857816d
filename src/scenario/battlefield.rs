//! A table with what lies on it, in whole centimetres from its far left corner (ZONE-03, ZONE-13 to ZONE-28).

use serde::{Deserialize, Serialize};

use super::zone::{Found, HouseRules, PlanetSize, Zone, d3, generate};
use crate::battle::gothic::state;
use crate::dice::{Dice, DiceError, Why, d6};
use crate::text::words;

/// A table; its long edges are the far and the near one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Length of the long edges, in centimetres.
    pub width: u32,
    /// Length of the short edges.
    pub depth: u32,
}

impl Table {
    /// The usual table (ZONE-28).
    pub const USUAL: Self = Self { width: 180, depth: 120 };
}

words! {
    /// The edges of a table, seen from a long one.
    Edge {
        /// On the left.
        Left = "left short edge",
        /// At the far side.
        Far = "far long edge",
        /// At the near side.
        Near = "near long edge",
        /// On the right.
        Right = "right short edge",
    }
}

impl Edge {
    /// The edge of a face, wherever a random one is called for (ZONE-20).
    #[must_use]
    pub const fn rolled(face: u8) -> Self {
        match state::Edge::rolled(face) {
            state::Edge::Left => Self::Left,
            state::Edge::Far => Self::Far,
            state::Edge::Near => Self::Near,
            state::Edge::Right => Self::Right,
        }
    }

    /// Whether it is one of the long ones.
    #[must_use]
    pub const fn is_long(self) -> bool {
        matches!(self, Self::Far | Self::Near)
    }
}

/// What lies on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// An asteroid field.
    Asteroids,
    /// A gas or dust cloud.
    Cloud,
    /// A warp rift.
    WarpRift,
    /// A planet.
    Planet {
        /// Its size.
        size: PlanetSize,
        /// Its gravity well, in centimetres from its edge.
        gravity_well: u32,
        /// Its rings.
        rings: Vec<Ring>,
    },
    /// A moon, which counts as a small planet.
    Moon {
        /// Its gravity well, in centimetres from its edge.
        gravity_well: u32,
    },
}

/// A ring of a planet (ZONE-17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ring {
    /// Asteroids, not gas and dust.
    pub asteroids: bool,
    /// Where it begins, in centimetres from the planet's edge.
    pub from: u32,
    /// Its width.
    pub width: u32,
}

/// One thing: its middle and its extent along the long and the short edges, in centimetres.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thing {
    /// What.
    pub kind: Kind,
    /// Middle, from the left short edge.
    pub x: u32,
    /// Middle, from the far long edge.
    pub y: u32,
    /// Extent along the long edges.
    pub width: u32,
    /// Extent along the short edges.
    pub depth: u32,
}

impl Thing {
    /// The corners, doubled so that odd extents stay whole.
    const fn sides(&self) -> [i64; 4] {
        let (x, y) = (2 * self.x as i64, 2 * self.y as i64);
        let (width, depth) = (self.width as i64, self.depth as i64);
        [x - width, x + width, y - depth, y + depth]
    }

    fn touches(&self, other: &Self) -> bool {
        let ([left, right, top, bottom], [l, r, t, b]) = (self.sides(), other.sides());
        left < r && l < right && top < b && t < bottom
    }
}

/// A table ready for deployment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battlefield {
    /// The table.
    pub table: Table,
    /// The battlezone, where one is used.
    pub zone: Option<Zone>,
    /// The edge towards the sun.
    pub sunward: Option<Edge>,
    /// What lies where.
    pub things: Vec<Thing>,
    /// Dice rolled each turn for a solar flare, which comes once a game on a 6 (ZONE-26).
    pub solar_flares: u32,
    /// Dice rolled each turn for a radiation burst, at most one a turn, on 5 or 6.
    pub radiation_bursts: u32,
    /// What found no room.
    pub left_out: Vec<String>,
}

/// A part of the table.
struct Square {
    name: String,
    left: u32,
    top: u32,
    width: u32,
    depth: u32,
}

/// Rolls a battlefield.
pub struct Roller<'d> {
    dice: &'d mut dyn Dice,
    house: HouseRules,
    field: Battlefield,
}

impl<'d> Roller<'d> {
    /// An empty table.
    pub fn new(dice: &'d mut dyn Dice, table: Table, house: HouseRules) -> Self {
        let field = Battlefield {
            table,
            zone: None,
            sunward: None,
            things: Vec::new(),
            solar_flares: 0,
            radiation_bursts: 0,
            left_out: Vec::new(),
        };
        Self { dice, house, field }
    }

    /// The table so far.
    #[must_use]
    pub const fn field(&self) -> &Battlefield {
        &self.field
    }

    /// The dice, for what is rolled besides.
    pub fn dice(&mut self) -> &mut dyn Dice {
        self.dice
    }

    /// The table as it is now.
    #[must_use]
    pub fn finish(self) -> Battlefield {
        self.field
    }

    /// Rolls which edge is sunward, before anything is placed (ZONE-20).
    ///
    /// # Errors
    /// When a die cannot be had.
    pub fn sunward(&mut self) -> Result<Edge, DiceError> {
        let edge = Edge::rolled(d6(self.dice, Why::new("sunward edge", ""))?);
        self.field.sunward = Some(edge);
        Ok(edge)
    }

    /// Places a planet with its rings and moons (ZONE-14, ZONE-15, ZONE-17, ZONE-18).
    ///
    /// # Errors
    /// When a die cannot be had.
    pub fn planet(&mut self, size: PlanetSize, x: u32, y: u32) -> Result<(), DiceError> {
        let rings = if size == PlanetSize::Large { self.rings()? } else { Vec::new() };
        let across = size.diameter();
        let kind = Kind::Planet { size, gravity_well: size.gravity_well(), rings };
        self.field.things.push(Thing { kind, x, y, width: across, depth: across });
        let moons = match size {
            PlanetSize::Small => 0,
            PlanetSize::Medium => d3(self.dice, "moons (D3-1)", "")? - 1,
            PlanetSize::Large => d6(self.dice, Why::new("moons (D6-2)", ""))?.saturating_sub(2),
        };
        for _ in 0..moons {
            self.moon(across / 2, x, y)?;
        }
        Ok(())
    }

    fn rings(&mut self) -> Result<Vec<Ring>, DiceError> {
        let least = if self.house.rings_on_4 { 4 } else { 5 };
        let mut rings = Vec::new();
        if d6(self.dice, Why::new("rings", ""))? < least {
            return Ok(rings);
        }
        for _ in 0..d3(self.dice, "number of rings (D3)", "")? {
            let asteroids = d6(self.dice, Why::new("kind of ring", ""))? >= 5;
            let width = u32::from(d6(self.dice, Why::new("width of the ring", ""))?);
            let from = u32::from(d6(self.dice, Why::new("distance of the ring", ""))?) * 5;
            rings.push(Ring { asteroids, from, width });
        }
        Ok(rings)
    }

    /// A moon 2D6 x 10 cm from the planet's edge; a direction off the table is rolled again (ZONE-18).
    fn moon(&mut self, radius: u32, x: u32, y: u32) -> Result<(), DiceError> {
        let far =
            d6(self.dice, Why::new("distance of the moon", ""))? + d6(self.dice, Why::new("distance of the moon", ""))?;
        let distance = i64::from(radius) + i64::from(far) * 10;
        let table = self.field.table;
        let at = |direction: u32| {
            let place = |middle: u32, by: i64| u32::try_from(i64::from(middle) + by).ok();
            let (across, along) = (cosine(direction), cosine(direction + 27));
            let x = place(x, round(distance * across))?;
            let y = place(y, round(distance * along))?;
            (x <= table.width && y <= table.depth).then_some((x, y))
        };
        if (0..36).all(|direction| at(direction).is_none()) {
            self.field
                .left_out
                .push(format!("a moon {} cm away from the planet: it is off the table", u32::from(far) * 10));
            return Ok(());
        }
        let (x, y) = loop {
            let first = d6(self.dice, Why::new("direction of the moon", ""))?;
            let second = d6(self.dice, Why::new("direction of the moon", ""))?;
            if let Some(place) = at(u32::from(first - 1) * 6 + u32::from(second - 1)) {
                break place;
            }
        };
        let kind = Kind::Moon { gravity_well: PlanetSize::Small.gravity_well() };
        self.field.things.push(Thing { kind, x, y, width: 5, depth: 5 });
        Ok(())
    }

    /// Method 2: every square of 60 cm has phenomena on 4 or more, all of one zone (ZONE-03, ZONE-04).
    ///
    /// # Errors
    /// When a die cannot be had.
    pub fn phenomena(&mut self, zone: Zone) -> Result<(), DiceError> {
        self.field.zone = Some(zone);
        for square in squares(self.field.table) {
            if d6(self.dice, Why::new("square", &square.name))? < 4 {
                continue;
            }
            let planet = self.field.things.iter().any(|thing| matches!(thing.kind, Kind::Planet { .. }));
            match generate(self.dice, zone, self.house, planet, &square.name)? {
                Found::SolarFlare => self.field.solar_flares += 1,
                Found::RadiationBurst => self.field.radiation_bursts += 1,
                Found::Asteroids(number) => self.several(number, &Kind::Asteroids, &square)?,
                Found::Clouds(number) => self.several(number, &Kind::Cloud, &square)?,
                Found::WarpRift => self.several(1, &Kind::WarpRift, &square)?,
                Found::Planet(size) => {
                    let across = size.diameter();
                    if let Some((x, y)) = self.room(&square, across, across)? {
                        self.planet(size, x, y)?;
                    } else {
                        self.field.left_out.push(format!("a {size} planet in square {}", square.name));
                    }
                }
            }
        }
        Ok(())
    }

    /// One more phenomenon of a kind, in any square (PLOT-26).
    ///
    /// Ruling: where the player does not place it by hand, a die names the square.
    ///
    /// # Errors
    /// When a die cannot be had.
    pub fn more(&mut self, kind: &Kind) -> Result<(), DiceError> {
        let squares = squares(self.field.table);
        let face = usize::from(d6(self.dice, Why::new("square of a hazard", ""))?);
        match squares.get((face - 1) % squares.len().max(1)) {
            Some(square) => self.several(1, kind, square),
            None => Ok(()),
        }
    }

    /// Phenomena of one kind in a square.
    fn several(&mut self, number: u8, kind: &Kind, square: &Square) -> Result<(), DiceError> {
        for _ in 0..number {
            let (across, along) = self.size(kind, &square.name)?;
            // They run parallel to the sunward edge (ZONE-21, ZONE-22).
            let long = self.field.sunward.is_none_or(Edge::is_long);
            let (width, depth) = if long { (along, across) } else { (across, along) };
            match self.room(square, width, depth)? {
                Some((x, y)) => self.field.things.push(Thing { kind: kind.clone(), x, y, width, depth }),
                None => self.field.left_out.push(format!("{} in square {}", name_of(kind), square.name)),
            }
        }
        Ok(())
    }

    /// Width and length by dice (ZONE-21 to ZONE-23).
    fn size(&mut self, kind: &Kind, square: &str) -> Result<(u32, u32), DiceError> {
        let across;
        let along;
        match kind {
            Kind::Cloud => {
                across = u32::from(d6(self.dice, Why::new("width of the cloud", square))?) * 2;
                along = u32::from(d6(self.dice, Why::new("length of the cloud", square))?) * 5;
            }
            Kind::WarpRift => {
                across = u32::from(d3(self.dice, "width of the rift (D3)", square)?) * 5;
                along = u32::from(d3(self.dice, "length of the rift (D3)", square)?) * 10;
            }
            // Planets and moons have their size by the generator, and never come here.
            Kind::Asteroids | Kind::Planet { .. } | Kind::Moon { .. } => {
                across = u32::from(d3(self.dice, "width of the field (D3)", square)?) * 5;
                along = u32::from(d3(self.dice, "length of the field (D3)", square)?) * 5;
            }
        }
        Ok((across, along))
    }

    /// A free place in a square. Ruling: where nobody places by hand, a die for each direction names one of six strips
    /// of the square, and a place that is taken is rolled again; after six rolls the first free one is used.
    fn room(&mut self, square: &Square, width: u32, depth: u32) -> Result<Option<(u32, u32)>, DiceError> {
        let within = |at: u32, from: u32, length: u32, extent: u32| {
            let (least, most) = (from + extent.div_ceil(2), (from + length).saturating_sub(extent.div_ceil(2)));
            at.clamp(least.min(most), most.max(least))
        };
        let at = |column: u32, row: u32| {
            let x = square.left + (square.width * (2 * column - 1)) / 12;
            let y = square.top + (square.depth * (2 * row - 1)) / 12;
            (within(x, square.left, square.width, width), within(y, square.top, square.depth, depth))
        };
        for _ in 0..6 {
            let column = d6(self.dice, Why::new("place", &square.name))?;
            let row = d6(self.dice, Why::new("place", &square.name))?;
            let (x, y) = at(u32::from(column), u32::from(row));
            if self.is_free(x, y, width, depth) {
                return Ok(Some((x, y)));
            }
        }
        let all = (1..=6).flat_map(|row| (1..=6).map(move |column| (column, row)));
        Ok(all.map(|(column, row)| at(column, row)).find(|(x, y)| self.is_free(*x, *y, width, depth)))
    }

    fn is_free(&self, x: u32, y: u32, width: u32, depth: u32) -> bool {
        let new = Thing { kind: Kind::Cloud, x, y, width, depth };
        !self.field.things.iter().any(|thing| thing.touches(&new))
    }
}

/// What a thing is called.
#[must_use]
pub const fn name_of(kind: &Kind) -> &'static str {
    match kind {
        Kind::Asteroids => "asteroid field",
        Kind::Cloud => "gas or dust cloud",
        Kind::WarpRift => "warp rift",
        Kind::Planet { size: PlanetSize::Small, .. } => "small planet",
        Kind::Planet { size: PlanetSize::Medium, .. } => "medium planet",
        Kind::Planet { size: PlanetSize::Large, .. } => "large planet",
        Kind::Moon { .. } => "moon",
    }
}

/// Squares of 60 cm; a strip that is left over belongs to its neighbour (ZONE-03).
fn squares(table: Table) -> Vec<Square> {
    let parts = |length: u32| {
        let number = (length / 60).max(1);
        (0..number)
            .map(move |part| {
                let from = part * 60;
                (from, if part + 1 == number { length - from } else { 60 })
            })
            .collect::<Vec<_>>()
    };
    let columns = parts(table.width);
    let mut squares = Vec::new();
    for (row, (top, depth)) in (1..).zip(parts(table.depth)) {
        for (column, (left, width)) in ('A'..='Z').zip(&columns) {
            squares.push(Square { name: format!("{column}{row}"), left: *left, top, width: *width, depth });
        }
    }
    squares
}

/// Thousandths of the cosine of a direction in tens of degrees, so that every machine places a moon alike.
fn cosine(tens: u32) -> i64 {
    const QUARTER: [i64; 10] = [1000, 985, 940, 866, 766, 643, 500, 342, 174, 0];
    let tens = usize::try_from(tens % 36).unwrap_or(0);
    match tens {
        0..=9 => QUARTER[tens],
        10..=18 => -QUARTER[18 - tens],
        19..=27 => -QUARTER[tens - 18],
        _ => QUARTER[36 - tens],
    }
}

/// Thousandths to whole centimetres.
const fn round(thousandths: i64) -> i64 {
    if thousandths >= 0 { (thousandths + 500) / 1000 } else { -((500 - thousandths) / 1000) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Listed, Rolled};

    #[test]
    fn a_usual_table_has_six_squares_and_a_strip_joins_its_neighbour() {
        let names = |table| squares(table).into_iter().map(|square| square.name).collect::<Vec<_>>();
        assert_eq!(names(Table::USUAL), ["A1", "B1", "C1", "A2", "B2", "C2"]);
        let wide = squares(Table { width: 200, depth: 120 });
        assert_eq!(wide.iter().map(|square| square.width).collect::<Vec<_>>(), [60, 60, 80, 60, 60, 80]);
    }

    #[test]
    fn directions_are_whole_turns() {
        assert_eq!([0, 9, 18, 27, 36].map(cosine), [1000, 0, -1000, 0, 1000]);
        assert_eq!((cosine(3), cosine(15), cosine(21), cosine(33)), (866, -866, -866, 866));
        assert_eq!((round(1499), round(1500), round(-1499), round(-1500)), (1, 2, -1, -2));
    }

    /// Whatever the dice: at most one planet, nothing on top of another, everything but moons within the table.
    #[test]
    fn random_battlefields_are_legal() {
        for seed in 0..400 {
            let mut dice = Rolled::from_seed(&seed.to_string());
            let mut roller = Roller::new(&mut dice, Table::USUAL, HouseRules::default());
            roller.sunward().expect("dice");
            if seed % 3 == 0 {
                roller.planet(PlanetSize::Large, 90, 60).expect("dice");
            }
            roller.phenomena(Zone::ALL[seed % 6]).expect("dice");
            let field = roller.finish();
            let planets = field.things.iter().filter(|thing| matches!(thing.kind, Kind::Planet { .. })).count();
            assert!(planets <= 1, "seed {seed}: {field:?}");
            for (index, thing) in field.things.iter().enumerate() {
                let [left, right, top, bottom] = thing.sides();
                let moon = matches!(thing.kind, Kind::Moon { .. });
                assert!(moon || (left >= 0 && right <= 360 && top >= 0 && bottom <= 240), "seed {seed}: {thing:?}");
                let after = field.things[index + 1..].iter().filter(|other| !matches!(other.kind, Kind::Moon { .. }));
                assert!(!after.into_iter().any(|other| !moon && other.touches(thing)), "seed {seed}: {field:?}");
            }
        }
    }

    #[test]
    fn rings_are_laid_as_in_the_rules_example() {
        // Rings on a 5, D3 = 2: gas 3 cm wide from 10 cm, asteroids 6 cm wide from 20 cm; D6 = 1 is no moon.
        let mut dice = Listed::parse("5,3,4,3,2,5,6,4,1").expect("faces");
        let mut roller = Roller::new(&mut dice, Table::USUAL, HouseRules::default());
        roller.planet(PlanetSize::Large, 90, 60).expect("dice");
        let field = roller.finish();
        dice.finish().expect("every die is used");
        let rings = vec![Ring { asteroids: false, from: 10, width: 3 }, Ring { asteroids: true, from: 20, width: 6 }];
        let kind = Kind::Planet { size: PlanetSize::Large, gravity_well: 30, rings };
        assert_eq!(field.things, [Thing { kind, x: 90, y: 60, width: 50, depth: 50 }]);
    }
}
