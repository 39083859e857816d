//! Sines of whole degrees, so that no machine computes them differently.

/// What 1 is in [`SINES`].
pub(crate) const ONE: i64 = 1 << 30;

/// `sin(d) * ONE`, rounded, for 0 to 90 degrees.
const SINES: [i64; 91] = [
    0,
    18_739_379,
    37_473_049,
    56_195_305,
    74_900_443,
    93_582_766,
    112_236_583,
    130_856_211,
    149_435_979,
    167_970_228,
    186_453_311,
    204_879_599,
    223_243_478,
    241_539_355,
    259_761_657,
    277_904_834,
    295_963_357,
    313_931_728,
    331_804_471,
    349_576_144,
    367_241_333,
    384_794_656,
    402_230_767,
    419_544_355,
    436_730_145,
    453_782_903,
    470_697_435,
    487_468_587,
    504_091_252,
    520_560_366,
    536_870_912,
    553_017_922,
    568_996_477,
    584_801_711,
    600_428_808,
    615_873_009,
    631_129_609,
    646_193_961,
    661_061_475,
    675_727_625,
    690_187_940,
    704_438_018,
    718_473_518,
    732_290_163,
    745_883_746,
    759_250_125,
    772_385_229,
    785_285_058,
    797_945_680,
    810_363_241,
    822_533_958,
    834_454_122,
    846_120_104,
    857_528_349,
    868_675_383,
    879_557_810,
    890_172_315,
    900_515_665,
    910_584_710,
    920_376_381,
    929_887_697,
    939_115_760,
    948_057_759,
    956_710_970,
    965_072_759,
    973_140_576,
    980_911_966,
    988_384_560,
    995_556_083,
    1_002_424_350,
    1_008_987_269,
    1_015_242_840,
    1_021_189_159,
    1_026_824_413,
    1_032_146_887,
    1_037_154_959,
    1_041_847_103,
    1_046_221_891,
    1_050_277_989,
    1_054_014_162,
    1_057_429_273,
    1_060_522_280,
    1_063_292_242,
    1_065_738_315,
    1_067_859_754,
    1_069_655_912,
    1_071_126_243,
    1_072_270_298,
    1_073_087_729,
    1_073_578_288,
    1_073_741_824,
];

/// `sin(d) * ONE` all the way round and a quarter more, so that cosines need no second table.
const ROUND: [i64; 450] = {
    let mut round = [0; 450];
    let mut degrees = 0;
    while degrees < round.len() {
        round[degrees] = match degrees % 360 {
            first @ 0..=90 => SINES[first],
            second @ 91..=180 => SINES[180 - second],
            third @ 181..=270 => -SINES[third - 180],
            fourth => -SINES[360 - fourth],
        };
        degrees += 1;
    }
    round
};

/// The sine of 0 to 359 degrees, times [`ONE`].
#[inline]
pub(crate) const fn sine(degrees: u16) -> i64 {
    ROUND[degrees as usize]
}

/// The cosine of 0 to 359 degrees, times [`ONE`].
#[inline]
pub(crate) const fn cosine(degrees: u16) -> i64 {
    ROUND[degrees as usize + 90]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::cast_precision_loss, reason = "30 bits fit")]
    #[test]
    fn the_table_is_the_sine() {
        for degrees in 0..360_u16 {
            let exact = (f64::from(degrees).to_radians().sin() * ONE as f64).round();
            assert!((exact - sine(degrees) as f64).abs() < 2.0, "{degrees}");
            let exact = (f64::from(degrees).to_radians().cos() * ONE as f64).round();
            assert!((exact - cosine(degrees) as f64).abs() < 2.0, "{degrees}");
        }
    }
}
