//! The six battlezones and their generators (ZONE-05 to ZONE-17, ZONE-25).

use crate::dice::{Dice, DiceError, Why, d6};
use crate::text::words;

words! {
    /// The battlezones in order from the sun (ZONE-06).
    Zone {
        /// Zone 1.
        FlareRegion = "flare region",
        /// Zone 2.
        MercurialZone = "mercurial zone",
        /// Zone 3.
        InnerBiosphere = "inner biosphere",
        /// Zone 4.
        PrimaryBiosphere = "primary biosphere",
        /// Zone 5.
        OuterReaches = "outer reaches",
        /// Zone 6.
        DeepSpace = "deep space",
    }
}

impl Zone {
    /// The zone of a face (ZONE-04).
    #[must_use]
    pub fn rolled(face: u8) -> Self {
        Self::ALL[usize::from(face.clamp(1, 6)) - 1]
    }

    /// Its number, from 1.
    #[must_use]
    pub fn number(self) -> u32 {
        (1..).zip(Self::ALL).find(|(_, zone)| **zone == self).map_or(0, |(number, _)| number)
    }

    /// Whether shooting towards the sunward edge is affected (ZONE-25).
    #[must_use]
    pub const fn sunward_shooting(self) -> bool {
        matches!(self, Self::FlareRegion | Self::MercurialZone | Self::InnerBiosphere)
    }

    /// The zone of whoever has the higher sum of zone and attack rating; equal sums roll off (ZONE-05).
    ///
    /// # Errors
    /// When a die cannot be had.
    pub fn contested(
        dice: &mut dyn Dice,
        names: [&str; 2],
        choices: [Self; 2],
        ratings: [u32; 2],
    ) -> Result<Self, DiceError> {
        let sum = |side: usize| choices[side].number() + ratings[side];
        loop {
            match sum(0).cmp(&sum(1)) {
                std::cmp::Ordering::Greater => return Ok(choices[0]),
                std::cmp::Ordering::Less => return Ok(choices[1]),
                std::cmp::Ordering::Equal => {
                    let faces =
                        [d6(dice, Why::new("battlezone", names[0]))?, d6(dice, Why::new("battlezone", names[1]))?];
                    match faces[0].cmp(&faces[1]) {
                        std::cmp::Ordering::Greater => return Ok(choices[0]),
                        std::cmp::Ordering::Less => return Ok(choices[1]),
                        std::cmp::Ordering::Equal => {}
                    }
                }
            }
        }
    }
}

words! {
    /// Sizes of planets (ZONE-19).
    PlanetSize {
        /// Up to 15 cm across.
        Small = "small",
        /// 16 to 25 cm.
        Medium = "medium",
        /// 26 to 50 cm.
        Large = "large",
    }
}

impl PlanetSize {
    /// The largest template of its size, in centimetres: that is the one the program lays.
    #[must_use]
    pub const fn diameter(self) -> u32 {
        match self {
            Self::Small => 15,
            Self::Medium => 25,
            Self::Large => 50,
        }
    }

    /// The gravity well, in centimetres from the template's edge.
    #[must_use]
    pub const fn gravity_well(self) -> u32 {
        match self {
            Self::Small => 10,
            Self::Medium => 15,
            Self::Large => 30,
        }
    }
}

/// House rules about phenomena.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HouseRules {
    /// Rings on 4 or more (ZONE-15).
    pub rings_on_4: bool,
    /// A planet of the outer reaches is large on 4 to 6 (ZONE-16).
    pub large_outer_planets: bool,
}

/// What a generator gives for a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A die for solar flares, for the whole table (ZONE-26).
    SolarFlare,
    /// A die for radiation bursts, for the whole table.
    RadiationBurst,
    /// Asteroid fields.
    Asteroids(u8),
    /// Gas and dust clouds.
    Clouds(u8),
    /// A warp rift.
    WarpRift,
    /// A planet.
    Planet(PlanetSize),
}

/// One line of a generator.
#[derive(Clone, Copy)]
enum Line {
    Flare,
    Burst,
    /// Roll again: 1-3 radiation burst, 4-6 solar flare.
    FlareOrBurst,
    Field,
    Fields,
    FieldsAndOne,
    Cloud,
    Clouds,
    Rift,
    /// Small up to this face, then medium; in the outer reaches large where the club says so.
    Planet {
        small_to: u8,
    },
}

/// The generators by zone and face (ZONE-07 to ZONE-12).
const GENERATORS: [[Line; 6]; 6] = {
    use Line::{Burst, Cloud, Clouds, Field, Fields, FieldsAndOne, Flare, FlareOrBurst, Planet, Rift};
    const NEAR: Line = Planet { small_to: 5 };
    const OUTER: Line = Planet { small_to: 3 };
    const DEEP: Line = Planet { small_to: 6 };
    [
        [Flare, Flare, Burst, Field, Clouds, NEAR],
        [Flare, Burst, Field, Clouds, Clouds, NEAR],
        [FlareOrBurst, Field, Fields, Clouds, Clouds, NEAR],
        [Field, Fields, Cloud, Clouds, NEAR, NEAR],
        [FieldsAndOne, Fields, Clouds, Cloud, OUTER, OUTER],
        [Fields, Field, Clouds, Cloud, Rift, DEEP],
    ]
};

/// A D3: a die halved, rounded up.
pub(super) fn d3(dice: &mut dyn Dice, what: &'static str, who: &str) -> Result<u8, DiceError> {
    Ok(d6(dice, Why::new(what, who))?.div_ceil(2))
}

/// Rolls what lies in a square. With a planet on the table a second one is rolled again, the whole roll (ZONE-13).
///
/// # Errors
/// When a die cannot be had.
pub fn generate(
    dice: &mut dyn Dice,
    zone: Zone,
    house: HouseRules,
    planet: bool,
    square: &str,
) -> Result<Found, DiceError> {
    loop {
        let face = d6(dice, Why::new("phenomena", square))?;
        let line = GENERATORS[usize::try_from(zone.number()).unwrap_or(1) - 1][usize::from(face) - 1];
        return Ok(match line {
            Line::Burst => Found::RadiationBurst,
            Line::FlareOrBurst if d6(dice, Why::new("flare or burst", square))? <= 3 => Found::RadiationBurst,
            Line::Flare | Line::FlareOrBurst => Found::SolarFlare,
            Line::Field => Found::Asteroids(1),
            Line::Fields => Found::Asteroids(d3(dice, "asteroid fields (D3)", square)?),
            Line::FieldsAndOne => Found::Asteroids(d3(dice, "asteroid fields (D3)", square)? + 1),
            Line::Cloud => Found::Clouds(1),
            Line::Clouds => Found::Clouds(d3(dice, "clouds (D3)", square)?),
            Line::Rift => Found::WarpRift,
            Line::Planet { .. } if planet => continue,
            // The planet of deep space is always small; no die is rolled for it (ZONE-12).
            Line::Planet { small_to: 6 } => Found::Planet(PlanetSize::Small),
            Line::Planet { small_to } if d6(dice, Why::new("size of the planet", square))? <= small_to => {
                Found::Planet(PlanetSize::Small)
            }
            Line::Planet { small_to: 3 } if house.large_outer_planets => Found::Planet(PlanetSize::Large),
            Line::Planet { .. } => Found::Planet(PlanetSize::Medium),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Listed;

    fn found(zone: Zone, faces: &str) -> Found {
        let mut dice = Listed::parse(faces).expect("faces");
        let found = generate(&mut dice, zone, HouseRules::default(), false, "A1").expect("dice");
        dice.finish().expect("every die is used");
        found
    }

    #[test]
    fn every_line_of_every_generator_is_the_printed_one() {
        use Found::{Asteroids, Clouds, Planet, RadiationBurst, SolarFlare, WarpRift};
        use PlanetSize::{Medium, Small};
        let printed: [(Zone, [(&str, Found); 7]); 6] = [
            (
                Zone::FlareRegion,
                [
                    ("1", SolarFlare),
                    ("2", SolarFlare),
                    ("3", RadiationBurst),
                    ("4", Asteroids(1)),
                    ("5,3", Clouds(2)),
                    ("6,5", Planet(Small)),
                    ("6,6", Planet(Medium)),
                ],
            ),
            (
                Zone::MercurialZone,
                [
                    ("1", SolarFlare),
                    ("2", RadiationBurst),
                    ("3", Asteroids(1)),
                    ("4,1", Clouds(1)),
                    ("5,6", Clouds(3)),
                    ("6,5", Planet(Small)),
                    ("6,6", Planet(Medium)),
                ],
            ),
            (
                Zone::InnerBiosphere,
                [
                    ("1,3", RadiationBurst),
                    ("1,4", SolarFlare),
                    ("2", Asteroids(1)),
                    ("3,5", Asteroids(3)),
                    ("4,1", Clouds(1)),
                    ("5,3", Clouds(2)),
                    ("6,6", Planet(Medium)),
                ],
            ),
            (
                Zone::PrimaryBiosphere,
                [
                    ("1", Asteroids(1)),
                    ("2,6", Asteroids(3)),
                    ("3", Clouds(1)),
                    ("4,3", Clouds(2)),
                    ("5,5", Planet(Small)),
                    ("5,6", Planet(Medium)),
                    ("6,1", Planet(Small)),
                ],
            ),
            (
                Zone::OuterReaches,
                [
                    ("1,3", Asteroids(3)),
                    ("2,3", Asteroids(2)),
                    ("3,1", Clouds(1)),
                    ("4", Clouds(1)),
                    ("5,3", Planet(Small)),
                    ("6,4", Planet(Medium)),
                    ("6,6", Planet(Medium)),
                ],
            ),
            (
                Zone::DeepSpace,
                [
                    ("1,4", Asteroids(2)),
                    ("2", Asteroids(1)),
                    ("3,2", Clouds(1)),
                    ("4", Clouds(1)),
                    ("5", WarpRift),
                    ("6", Planet(Small)),
                    ("3,6", Clouds(3)),
                ],
            ),
        ];
        for (zone, lines) in printed {
            for (faces, expected) in lines {
                assert_eq!(found(zone, faces), expected, "{zone}, {faces}");
            }
        }
    }
}
