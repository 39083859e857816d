//! Dice rolled at the table and typed in.

use super::{Dice, DiceError, Pip, Source, Why};

/// Asks somebody a question and gives back the line, or `None` when nobody is there.
pub type Ask<'a> = dyn FnMut(&str) -> Option<String> + 'a;

/// Dice that people roll: asks for the faces of each roll until it gets as many as it needs.
pub struct Typed<'a>(pub Box<Ask<'a>>);

impl Dice for Typed<'_> {
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        if faces.is_empty() {
            return Ok(());
        }
        let purpose = why.to_string();
        let dice = if faces.len() == 1 { "one die".to_owned() } else { format!("{} dice", faces.len()) };
        let mut remark = "";
        loop {
            let question = format!("{remark}Roll {dice} for {purpose}: ");
            let Some(line) = (self.0)(&question) else { return Err(DiceError::NotTyped { purpose }) };
            let digits: Vec<u32> =
                line.chars().filter(|c| !c.is_whitespace() && *c != ',').map(|c| c.to_digit(10).unwrap_or(0)).collect();
            let read: Option<Vec<Pip>> = digits.iter().map(|digit| Pip::new(u8::try_from(*digit).ok()?)).collect();
            match read {
                Some(read) if read.len() == faces.len() => {
                    faces.copy_from_slice(&read);
                    return Ok(());
                }
                Some(_) => remark = "That is another number of dice. ",
                None => remark = "A die shows 1 to 6. ",
            }
        }
    }

    fn source(&self) -> Source {
        Source::Typed
    }
}

#[cfg(test)]
mod tests {
    use super::super::d6;
    use super::*;

    #[test]
    fn asks_again_until_the_answer_is_a_roll() {
        let mut answers = vec!["3", "34", "7"];
        let mut asked = Vec::new();
        {
            let mut dice = Typed(Box::new(|question: &str| {
                asked.push(question.to_owned());
                answers.pop().map(str::to_owned)
            }));
            assert_eq!(d6(&mut dice, Why::new("leadership", "Agrippa")), Ok(3));
            assert!(matches!(d6(&mut dice, Why::new("leadership", "Vigo")), Err(DiceError::NotTyped { .. })));
        }
        assert_eq!(asked[0], "Roll one die for leadership: Agrippa: ");
        assert_eq!(asked[1], "A die shows 1 to 6. Roll one die for leadership: Agrippa: ");
        assert_eq!(asked[2], "That is another number of dice. Roll one die for leadership: Agrippa: ");
    }
}
