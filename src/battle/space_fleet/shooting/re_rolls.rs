//! Dice that are rolled again or turned, before damage (SF-SHIP-12, SF-FLAG-35).

use super::attack;
use crate::battle::space_fleet::bonus::Bonus;
use crate::battle::space_fleet::decisions::answer::Judged;
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::state::agenda::Question;
use crate::battle::space_fleet::state::{Attack, ShipId, Source};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;

impl<D: Dice + ?Sized> Play<'_, D> {
    /// The first die that missed and that no field ignored.
    fn missed(attack: &Attack) -> Option<usize> {
        attack.faces.iter().position(|face| !Self::hits(attack, *face) && face + attack.aimed > attack.ignored.min(2))
    }

    /// Asks the firer about a missed die.
    pub(super) fn offer_re_rolls(&mut self) -> Judged<()> {
        debug_assert!(attack::shock_damage(6).is_none());
        let attack = self.battle.attack;
        let Some(by) = attack.by.filter(|_| matches!(attack.source, Source::Weapon(_))) else { return Ok(()) };
        let Some(at) = Self::missed(&attack) else { return Ok(()) };
        // Ruling: a die that a field ignored cannot be rescued (SF-FLAG-35).
        let rescued = attack.faces[at] + attack.aimed > attack.ignored || attack.ignored < 3;
        if rescued && self.may_use(by, Bonus::SkilfulTargeting) && attack.main.is_none_or(|main| main == attack.target)
        {
            self.ask(Question::Skilful(by))?;
        }
        if !self.ship(by).done.rerolled && self.battle.aid(self.roster, by).is_some() {
            self.ask(Question::ReRoll(by))?;
        }
        Ok(())
    }

    /// A missed die is rolled again.
    pub(in crate::battle::space_fleet) fn re_roll_miss(&mut self, by: ShipId) -> Judged<()> {
        let Some(at) = Self::missed(&self.battle.attack) else { return Ok(()) };
        let was = self.battle.attack.faces[at];
        let face = self.die("attack", by)?;
        self.battle.attack.faces[at] = face;
        self.battle.ship_mut(by).done.rerolled = true;
        self.tell("SF-SHIP-12", What::ReRolled(by, was, face));
        Ok(())
    }

    /// A missed die counts as a 3 (SF-FLAG-35, SF-FLAG-46).
    pub(in crate::battle::space_fleet) fn turn_miss(&mut self, by: ShipId) {
        let Some(at) = Self::missed(&self.battle.attack) else { return };
        let turn = self.battle.turn;
        self.battle.attack.faces[at] = self.battle.attack.needs.max(3);
        self.battle.ship_mut(by).spent.spend(Bonus::SkilfulTargeting, turn);
        self.tell("SF-FLAG-35", What::Uses(by, Bonus::SkilfulTargeting));
    }
}
