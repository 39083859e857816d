//! Dice the program rolls itself.

use rand::rngs::{ChaCha20Rng, SysRng, Xoshiro256PlusPlus};
use rand::{Rng as _, SeedableRng as _, TryRng as _};

use super::{Dice, DiceError, Pip, Source, Why};

/// The campaign's own dice: ChaCha20 under a 256-bit key.
///
/// A key drawn afresh from the system for every command is kept nowhere, so neither the dice already seen nor
/// the campaign file tells anything about the dice to come.
pub struct Rolled(ChaCha20Rng);

impl Rolled {
    /// A stream under a new secret key from the system.
    ///
    /// # Errors
    /// When the system has no randomness to give.
    pub fn from_system() -> Result<Self, String> {
        let mut key = [0; 32];
        SysRng.try_fill_bytes(&mut key).map_err(|error| format!("the system gives no random numbers: {error}"))?;
        Ok(Self(ChaCha20Rng::from_seed(key)))
    }

    /// A stream under a known key, for demonstrations and tests.
    #[must_use]
    pub fn from_seed(seed: &str) -> Self {
        Self(ChaCha20Rng::from_seed(blake3::derive_key("renown 2026 seeded dice", seed.as_bytes())))
    }
}

impl Dice for Rolled {
    fn roll(&mut self, _: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        faces.fill_with(|| face(|| self.0.next_u32()));
        Ok(())
    }

    fn source(&self) -> Source {
        Source::ChaCha20
    }
}

/// Fast dice for simulations and map drawing; never those of a campaign, since their stream can be foreseen.
pub struct Fast(Xoshiro256PlusPlus);

impl Fast {
    /// The stream number `index` of a seed: one for each simulated battle, so that threads cannot change a result.
    #[must_use]
    pub fn new(seed: u64, index: u64) -> Self {
        let mut bytes = [0; 32];
        for (chunk, salt) in bytes.chunks_exact_mut(8).zip(1_u64..) {
            chunk.copy_from_slice(&split_mix(seed ^ split_mix(index, 0).rotate_left(32), salt).to_le_bytes());
        }
        Self(Xoshiro256PlusPlus::from_seed(bytes))
    }

    /// A number below `bound`, without bias.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "there is no number below 0");
        let limit = u32::MAX - u32::MAX % bound;
        loop {
            let drawn = self.0.next_u32();
            if drawn < limit {
                return drawn % bound;
            }
        }
    }
}

impl Dice for Fast {
    fn roll(&mut self, _: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        faces.fill_with(|| face(|| self.0.next_u32()));
        Ok(())
    }

    fn source(&self) -> Source {
        Source::Xoshiro
    }
}

/// Maps a 32-bit number to a face without bias. Our own mapping: a library's may change between releases.
fn face(mut next: impl FnMut() -> u32) -> Pip {
    const LIMIT: u32 = u32::MAX - u32::MAX % 6;
    loop {
        let drawn = next();
        if drawn < LIMIT {
            return Pip::try_from((drawn % 6) as u8 + 1).unwrap_or(Pip::ONE);
        }
    }
}

const fn split_mix(state: u64, salt: u64) -> u64 {
    let mut z = state.wrapping_add(salt.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faces(dice: &mut dyn Dice, count: usize) -> Vec<u8> {
        let mut faces = vec![Pip::ONE; count];
        dice.roll(Why::new("test", ""), &mut faces).unwrap();
        faces.into_iter().map(Pip::face).collect()
    }

    /// Old journals and replays must keep their meaning: these faces may never change.
    #[test]
    fn both_generators_give_the_same_faces_for_ever() {
        assert_eq!(faces(&mut Rolled::from_seed("gothic"), 16), CHACHA_GOTHIC);
        assert_eq!(faces(&mut Fast::new(41, 7), 16), XOSHIRO_41_7);
    }

    const CHACHA_GOTHIC: [u8; 16] = [1, 2, 5, 4, 2, 2, 6, 3, 3, 6, 3, 6, 6, 6, 6, 2];
    const XOSHIRO_41_7: [u8; 16] = [1, 3, 2, 5, 2, 6, 4, 6, 4, 1, 6, 4, 3, 1, 6, 2];

    #[test]
    fn every_face_is_as_likely_as_the_others() {
        let mut counts = [0_u32; 6];
        for face in faces(&mut Rolled::from_seed("fair"), 60_000) {
            counts[usize::from(face) - 1] += 1;
        }
        // Six standard deviations of a fair die: about 550.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 550), "{counts:?}");
    }

    #[test]
    fn two_commands_never_share_a_key() {
        let mut first = Rolled::from_system().unwrap();
        let mut second = Rolled::from_system().unwrap();
        assert_ne!(faces(&mut first, 64), faces(&mut second, 64));
    }

    #[test]
    fn streams_of_one_seed_differ() {
        assert_ne!(faces(&mut Fast::new(1, 0), 64), faces(&mut Fast::new(1, 1), 64));
        assert_ne!(faces(&mut Fast::new(1, 0), 64), faces(&mut Fast::new(2, 0), 64));
    }
}
