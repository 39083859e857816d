//! Crews who may roll the die of a boarding action again (SKILL-12).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::BoardingQuestion;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::ShipId;
use crate::battle::gothic::state::agenda::Struggle;
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::traits::Trait;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// The dice have fallen: boarders who may roll theirs again are asked first, then the ship they board.
    pub(in crate::battle::gothic) fn struggle(&mut self, boarders: &[ShipId], struggle: Struggle) -> Judged<()> {
        // Who boards the Mechanicus may roll again, whoever he is (MECH-02).
        let yields = self.profile(struggle.target).is(Trait::Yields);
        match boarders.iter().find(|ship| yields || self.profile(**ship).improved.boards_again) {
            Some(ship) => self.ask(BoardingQuestion::BoardAgain { ship: *ship, struggle }),
            None => return self.stand(struggle),
        }
        Ok(())
    }

    fn stand(&mut self, struggle: Struggle) -> Judged<()> {
        if self.profile(struggle.target).improved.boards_again {
            self.ask(BoardingQuestion::BoardAgain { ship: struggle.target, struggle });
            return Ok(());
        }
        self.struggled(struggle)
    }

    fn struggled(&mut self, struggle: Struggle) -> Judged<()> {
        let [boarders, target] = struggle.scores;
        self.decide(struggle.target, struggle.boarder, boarders - target)
    }

    /// The answer to [`BoardingQuestion::BoardAgain`]: the second roll stands.
    pub(in crate::battle::gothic) fn board_again(
        &mut self,
        ship: ShipId,
        mut struggle: Struggle,
        again: bool,
    ) -> Judged<()> {
        let place = usize::from(ship == struggle.target);
        if again {
            let face = self.d6("boarding", self.name(ship))?;
            let bonus = struggle.scores[place] - struggle.faces[place].cast_signed();
            struggle.faces[place] = face;
            struggle.scores[place] = face.cast_signed() + bonus;
            self.tell(|| Event::BoardsAgain(ship));
            self.tell(|| Event::Boarding(ship, face, bonus));
        }
        if place == 0 { self.stand(struggle) } else { self.struggled(struggle) }
    }
}
