//! Dice of a command that is decided again: what was rolled stands, by purpose, and only what is missing is rolled.

use super::record::{Mark, Roll};
use super::{Dice, DiceError, Pip, Source, Why};

/// Recorded rolls first, each for its purpose, whatever the order; another source for the rest.
pub struct Matched<'a> {
    recorded: Vec<Roll>,
    fresh: &'a mut dyn Dice,
    /// Whether a name still exists; what was rolled for one that does not may serve another.
    known: &'a dyn Fn(&str) -> bool,
    rolls: Vec<Roll>,
    source: Source,
}

impl<'a> Matched<'a> {
    /// Gives back `recorded` where it fits and asks `fresh` otherwise.
    pub fn new(recorded: &[Roll], fresh: &'a mut dyn Dice, known: &'a dyn Fn(&str) -> bool) -> Self {
        let recorded = recorded.iter().map(|roll| Roll { mark: None, ..roll.clone() }).collect();
        Self { recorded, fresh, known, rolls: Vec::new(), source: Source::List }
    }

    /// What was rolled and, marked, what was not needed.
    #[must_use]
    pub fn into_rolls(self) -> Vec<Roll> {
        let unneeded = self
            .recorded
            .into_iter()
            .filter(|roll| !roll.faces.is_empty())
            .map(|roll| Roll { mark: Some(Mark::Unneeded), ..roll });
        self.rolls.into_iter().chain(unneeded).collect()
    }

    /// The recorded roll of this purpose; failing that, one of this kind whose ship or player bears another name now.
    fn find(&self, why: Why<'_>, number: usize) -> Option<usize> {
        let purpose = why.to_string();
        let fits = |roll: &&Roll| roll.faces.len() == number;
        let exact = self.recorded.iter().position(|roll| fits(&roll) && roll.purpose == purpose);
        exact.or_else(|| {
            self.recorded.iter().position(|roll| {
                let renamed = roll.purpose.strip_prefix(why.what).and_then(|rest| rest.strip_prefix(": "));
                fits(&roll) && renamed.is_some_and(|name| !(self.known)(name))
            })
        })
    }
}

impl Dice for Matched<'_> {
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        if faces.is_empty() {
            return Ok(());
        }
        if let Some(index) = self.find(why, faces.len()) {
            let roll = self.recorded.remove(index);
            faces.copy_from_slice(&roll.faces);
            self.source = roll.source;
            self.rolls.push(Roll { purpose: why.to_string(), ..roll });
            return Ok(());
        }
        self.fresh.roll(why, faces)?;
        self.source = self.fresh.source();
        let (purpose, source) = (why.to_string(), self.source);
        self.rolls.push(Roll { purpose, faces: faces.to_vec(), source, mark: Some(Mark::New) });
        Ok(())
    }

    fn source(&self) -> Source {
        self.source
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Listed, Recorder, Replayed, Typed, d6};
    use super::*;

    fn roll(purpose: &str, face: u8) -> Roll {
        let faces = vec![Pip::new(face).unwrap()];
        Roll { purpose: purpose.to_owned(), faces, source: Source::Typed, mark: None }
    }

    #[test]
    fn dice_are_matched_by_purpose_and_what_is_left_is_kept() {
        let recorded = [roll("leadership: Vigil", 2), roll("leadership: Agrippa", 5), roll("initiative: Anna", 6)];
        let mut fresh = Listed::parse("3").unwrap();
        let mut dice = Matched::new(&recorded, &mut fresh, &|_| true);
        assert_eq!(d6(&mut dice, Why::new("leadership", "Agrippa")), Ok(5));
        assert_eq!(d6(&mut dice, Why::new("leadership", "Duke")), Ok(3));
        assert_eq!(d6(&mut dice, Why::new("leadership", "Vigil")), Ok(2));
        let marks: Vec<(String, Option<Mark>)> =
            dice.into_rolls().into_iter().map(|roll| (roll.purpose, roll.mark)).collect();
        let expected = [
            ("leadership: Agrippa", None),
            ("leadership: Duke", Some(Mark::New)),
            ("leadership: Vigil", None),
            ("initiative: Anna", Some(Mark::Unneeded)),
        ];
        assert_eq!(marks, expected.map(|(purpose, mark)| (purpose.to_owned(), mark)));
    }

    #[test]
    fn a_roll_of_no_dice_is_no_roll() {
        let none = Roll { faces: Vec::new(), ..roll("turrets: Agrippa", 1) };
        let why = Why::new("turrets", "Agrippa");
        let mut fresh = Listed::parse("3").unwrap();
        let mut kept = Recorder::new(&mut fresh);
        assert_eq!((kept.roll(why, &mut []), kept.is_empty()), (Ok(()), true));
        let recorded = [none.clone(), roll("turrets: Agrippa", 5)];
        let mut dice = Matched::new(&recorded, &mut fresh, &|_| true);
        assert_eq!((dice.roll(why, &mut []), d6(&mut dice, why)), (Ok(()), Ok(5)));
        assert_eq!(dice.into_rolls(), [roll("turrets: Agrippa", 5)]);
        // A journal that holds one is read as if it did not.
        let mut again = Replayed::new(vec![none, roll("turrets: Agrippa", 5)]);
        assert_eq!((again.roll(why, &mut []), d6(&mut again, why), again.finish()), (Ok(()), Ok(5), Ok(())));
        let mut typed = Typed(Box::new(|_| None));
        assert_eq!(typed.roll(why, &mut []), Ok(()));
    }

    #[test]
    fn a_renamed_ship_keeps_its_dice() {
        let recorded = [roll("leadership: Agripa", 5)];
        let mut fresh = Listed::parse("").unwrap();
        let mut dice = Matched::new(&recorded, &mut fresh, &|name| name == "Agrippa");
        assert_eq!(d6(&mut dice, Why::new("leadership", "Agrippa")), Ok(5));
        assert_eq!(dice.into_rolls(), [roll("leadership: Agrippa", 5)]);
    }
}
