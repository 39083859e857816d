//! Dice given as a list, with or without their purposes.

use std::collections::VecDeque;

use super::{Dice, DiceError, Pip, Source, Why};

/// A list of faces. Either plain, used in order, or named by purpose, used in whatever order the rules ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed(List);

#[derive(Clone, Debug, PartialEq, Eq)]
enum List {
    Plain(VecDeque<Pip>),
    Named(Vec<(String, VecDeque<Pip>)>),
}

impl Listed {
    /// Reads a list. A line `purpose = faces` names a roll; a list without `=` is plain. `#` starts a comment.
    /// Faces may be run together (`416`) or set apart by spaces or commas.
    ///
    /// # Errors
    /// [`DiceError::BadFace`] for anything but 1 to 6.
    pub fn parse(text: &str) -> Result<Self, DiceError> {
        let lines: Vec<&str> = text
            .lines()
            .map(|line| line.split(" #").next().unwrap_or(line).trim())
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .collect();
        if !lines.iter().any(|line| line.contains('=')) {
            let faces = lines.iter().map(|line| read_faces(line, "")).collect::<Result<Vec<_>, _>>()?;
            return Ok(Self(List::Plain(faces.into_iter().flatten().collect())));
        }
        let mut named: Vec<(String, VecDeque<Pip>)> = Vec::new();
        for line in lines {
            // A ship's name may hold `=`; faces never do.
            let (purpose, faces) = line.rsplit_once('=').unwrap_or(("", line));
            let purpose = purpose.trim();
            let faces = read_faces(faces, purpose)?;
            match named.iter_mut().find(|(known, _)| same(known, purpose)) {
                Some((_, queue)) => queue.extend(faces),
                None => named.push((purpose.to_owned(), faces.into())),
            }
        }
        Ok(Self(List::Named(named)))
    }
}

pub(super) fn read_faces(text: &str, purpose: &str) -> Result<Vec<Pip>, DiceError> {
    let bad = |given: &str| DiceError::BadFace { given: given.to_owned(), purpose: purpose.to_owned() };
    let mut faces = Vec::new();
    for word in text.split([' ', ',', '\t']).filter(|word| !word.is_empty()) {
        for digit in word.chars() {
            let face = digit.to_digit(10).and_then(|face| Pip::new(u8::try_from(face).ok()?));
            faces.push(face.ok_or_else(|| bad(word))?);
        }
    }
    Ok(faces)
}

fn same(left: &str, right: &str) -> bool {
    left.to_lowercase() == right.to_lowercase()
}

impl Dice for Listed {
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        if faces.is_empty() {
            return Ok(());
        }
        let purpose = why.to_string();
        let queue = match &mut self.0 {
            List::Plain(queue) => queue,
            List::Named(named) => {
                let found = named.iter_mut().position(|(known, queue)| same(known, &purpose) && !queue.is_empty());
                let Some(index) = found else {
                    let given = named.iter().filter(|(_, queue)| !queue.is_empty()).map(|(name, _)| name.clone());
                    return Err(DiceError::NoSuchPurpose { purpose, given: given.collect() });
                };
                &mut named[index].1
            }
        };
        if queue.len() < faces.len() {
            return Err(DiceError::RanOut { purpose, wanted: faces.len(), left: queue.len() });
        }
        let wanted = faces.len();
        for (face, die) in faces.iter_mut().zip(queue.drain(..wanted)) {
            *face = die;
        }
        Ok(())
    }

    fn source(&self) -> Source {
        Source::List
    }

    fn finish(&mut self) -> Result<(), DiceError> {
        let show = |queue: &VecDeque<Pip>| queue.iter().map(|pip| pip.face().to_string()).collect::<Vec<_>>().join(" ");
        let left: Vec<String> = match &self.0 {
            List::Plain(queue) if queue.is_empty() => Vec::new(),
            List::Plain(queue) => vec![show(queue)],
            List::Named(named) => named
                .iter()
                .filter(|(_, queue)| !queue.is_empty())
                .map(|(purpose, queue)| format!("{} for \"{purpose}\"", show(queue)))
                .collect(),
        };
        if left.is_empty() { Ok(()) } else { Err(DiceError::LeftOver { left }) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::d6;
    use super::*;

    #[test]
    fn a_plain_list_is_used_in_order_and_must_come_out_even() {
        let mut dice = Listed::parse("4, 1 6").unwrap();
        assert_eq!(d6(&mut dice, Why::new("leadership", "Agrippa")), Ok(4));
        assert_eq!(dice.finish().unwrap_err().to_string(), "dice left over in the list: 1 6");
        let mut two = [Pip::ONE; 2];
        dice.roll(Why::new("starting order", "Anna"), &mut two).unwrap();
        assert_eq!(dice.finish(), Ok(()));
        let error = d6(&mut dice, Why::new("leadership", "Sword of Orion")).unwrap_err();
        assert_eq!(error.to_string(), "the dice list has run out: 1 more needed for \"leadership: Sword of Orion\"");
    }

    #[test]
    fn a_named_list_is_used_in_any_order() {
        let text =
            "# game night\nleadership: Agrippa = 4\nstarting order: Anna = 5 # a good one\n leadership: a = b = 2";
        let mut dice = Listed::parse(text).unwrap();
        assert_eq!(d6(&mut dice, Why::new("starting order", "Anna")), Ok(5));
        assert_eq!(d6(&mut dice, Why::new("leadership", "a = b")), Ok(2));
        let error = d6(&mut dice, Why::new("leadership", "Gothic")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the dice list has no roll for \"leadership: Gothic\"; left in it: \"leadership: Agrippa\""
        );
        assert_eq!(dice.finish().unwrap_err().to_string(), "dice left over in the list: 4 for \"leadership: Agrippa\"");
    }

    #[test]
    fn only_faces_of_a_die_are_taken() {
        assert_eq!(Listed::parse("1 7").unwrap_err().to_string(), "\"7\" is not a face of a die: 1 to 6");
        let error = Listed::parse("leadership: Agrippa = 0").unwrap_err();
        assert_eq!(error.to_string(), "\"0\", given for \"leadership: Agrippa\", is not a face of a die: 1 to 6");
    }
}
