//! A ground battle while an answer is carried out: state, roster, dice and log together.

use super::agenda::{Question, Task};
use super::answer::Judged;
use super::event::{Event, Log};
use super::kinds::{Amount, Kind};
use super::roster::{FormationId, Roster, UnitId};
use super::state::Battle;
use crate::dice::{Dice, Pip, Why};
use crate::table::side::Side;

/// What the chapters work with.
pub struct Play<'p, D: ?Sized, L> {
    /// The battle.
    pub battle: &'p mut Battle,
    /// What never changes.
    pub roster: &'p Roster,
    /// The dice.
    pub dice: &'p mut D,
    /// Who listens.
    pub log: &'p mut L,
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Tells something with its rule.
    pub(super) fn tell(&mut self, rule: &'static str, text: impl FnOnce(&Roster) -> String) {
        let roster = self.roster;
        self.log.tell(|| Event { rule, text: text(roster) });
    }

    /// Asks a player next.
    pub(super) fn ask(&mut self, question: Question) {
        self.battle.agenda.push(Task::Ask(question));
    }

    /// Does something next.
    pub(super) fn then(&mut self, task: Task) {
        self.battle.agenda.push(task);
    }

    /// A die for somebody.
    pub(super) fn d6(&mut self, what: &'static str, who: &str) -> Judged<u8> {
        let mut face = [Pip::ONE];
        self.dice.roll(Why::new(what, who), &mut face)?;
        Ok(face[0].face())
    }

    /// Two dice for somebody.
    pub(super) fn two_dice(&mut self, what: &'static str, who: &str) -> Judged<(u8, u8)> {
        let mut faces = [Pip::ONE; 2];
        self.dice.roll(Why::new(what, who), &mut faces)?;
        Ok((faces[0].face(), faces[1].face()))
    }

    /// An amount, rolled where it must be.
    pub(super) fn amount(&mut self, amount: Amount, who: &str) -> Judged<u8> {
        Ok(match amount {
            Amount::Fixed(points) => points,
            Amount::D3 => self.d6("damage", who)?.div_ceil(2),
            Amount::D6 => self.d6("damage", who)?,
        })
    }

    /// The kind of a unit.
    pub(super) fn kind(&self, unit: UnitId) -> &'_ Kind {
        self.roster.kind(unit)
    }

    /// Whose a formation is.
    pub(super) fn side(&self, formation: FormationId) -> Side {
        self.roster[formation].side
    }
}
