//! The dice of a battle that was written down.

use super::listed::read_faces;
use super::{Dice, DiceError, Listed, Replayed, Roll, Source};

/// Dice as a battle file holds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Faces in order, for no purpose that anybody wrote down: files made by hand, and records of old.
    Faces(String),
    /// Every roll with its purpose.
    Rolls(Vec<Roll>),
}

impl Default for Kept {
    fn default() -> Self {
        Self::Faces(String::new())
    }
}

impl Kept {
    /// Reads rolls, one from each line `purpose = faces`.
    ///
    /// # Errors
    /// The line that is none.
    pub fn read<'l>(lines: impl IntoIterator<Item = &'l str>) -> Result<Self, String> {
        let rolls = lines.into_iter().map(|line| {
            // A ship's name may hold `=`; faces never do.
            let (purpose, faces) =
                line.rsplit_once(" = ").ok_or_else(|| format!("\"{line}\" is not PURPOSE = FACES"))?;
            let faces = read_faces(faces, purpose).map_err(|error| error.to_string())?;
            Ok(Roll { purpose: purpose.to_owned(), faces, source: Source::List, mark: None })
        });
        Ok(Self::Rolls(rolls.collect::<Result<_, String>>()?))
    }

    /// The rolls as they are read; nothing of faces without purposes.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let rolls = if let Self::Rolls(rolls) = self { rolls.as_slice() } else { &[] };
        rolls.iter().map(|roll| {
            let faces: String = roll.faces.iter().map(|pip| char::from(b'0' + pip.face())).collect();
            format!("{} = {faces}", roll.purpose)
        })
    }

    /// Whether there is nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Faces(faces) => faces.trim().is_empty(),
            Self::Rolls(rolls) => rolls.is_empty(),
        }
    }

    /// Gives them back in their order, each only for its purpose where that is known.
    ///
    /// # Errors
    /// A face that no die has.
    pub fn again(&self) -> Result<Box<dyn Dice>, DiceError> {
        Ok(match self {
            Self::Faces(faces) => Box::new(Listed::parse(faces)?),
            Self::Rolls(rolls) => Box::new(Replayed::new(rolls.clone())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Why, d6};
    use super::*;

    #[test]
    fn rolls_are_read_as_they_are_written() {
        let lines = ["leadership: a = b = 43", "fire: Agrippa = 1"];
        let kept = Kept::read(lines).unwrap();
        assert_eq!(kept.lines().collect::<Vec<_>>(), lines);
        assert_eq!(Kept::read(["fire 1"]).unwrap_err(), "\"fire 1\" is not PURPOSE = FACES");
        assert!(Kept::read(["fire = 7"]).unwrap_err().contains("not a face"));
    }

    #[test]
    fn a_roll_is_given_back_for_its_purpose_only() {
        let mut dice = Kept::read(["fire: Agrippa = 1"]).unwrap().again().unwrap();
        let error = d6(&mut *dice, Why::new("fire", "Vigil")).unwrap_err();
        assert_eq!(error.to_string(), "the recorded roll was for \"fire: Agrippa\", but \"fire: Vigil\" is due");
    }
}
