//! Carries out moves: dangerous terrain, coherency, overwatch.

use super::course::{self, Manner};
use crate::battle::ground::agenda::{Question, Task};
use crate::battle::ground::answer::{Judged, Step, refuse};
use crate::battle::ground::event::Log;
use crate::battle::ground::kinds::Ability;
use crate::battle::ground::measure::strays;
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::{FormationId, UnitId};
use crate::battle::ground::state::{Action, Place};
use crate::dice::Dice;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Moves a formation as its owner says; the question has been taken off the agenda.
    pub(in crate::battle::ground) fn go(
        &mut self,
        formation: FormationId,
        manner: Manner,
        steps: &[Step],
    ) -> Judged<()> {
        let course = course::judge(self.battle, self.roster, formation, manner, steps)?;
        if manner == Manner::Charge {
            self.charge_reaches(formation, &course.battle)?;
        }
        *self.battle = course.battle;
        let units: Vec<UnitId> = steps.iter().map(|step| step.unit).collect();
        self.tell_moves(formation, manner, &units);
        for unit in course.barged {
            self.tell("EP-WE-10", |roster| format!("{} is pushed aside", roster.unit_name(unit)));
        }
        for other in course.shifted {
            self.shifts(other);
        }
        if course.moved {
            self.battle[formation].moved |= manner == Manner::Move || manner == Manner::Road;
            for unit in course.tested {
                self.dangerous_terrain(unit)?;
            }
            self.close_up(formation, manner)?;
        }
        Ok(())
    }

    fn tell_moves(&mut self, formation: FormationId, manner: Manner, units: &[UnitId]) {
        let rule = match manner {
            Manner::Move => "EP-MOVE-01",
            Manner::Road => "EP-ACT-15",
            Manner::Charge => "EP-ASLT-02",
            Manner::CounterCharge => "EP-ASLT-04",
            Manner::Withdraw => "EP-BREAK-03",
            Manner::Consolidate => "EP-ASLT-15",
        };
        let word = match manner {
            Manner::Move | Manner::Road => "moves",
            Manner::Charge => "charges",
            Manner::CounterCharge => "counter-charges",
            Manner::Withdraw => "withdraws",
            Manner::Consolidate => "consolidates",
        };
        let mut moved: Vec<UnitId> = units.to_vec();
        moved.dedup();
        let places: Vec<String> = moved
            .iter()
            .map(|unit| {
                let number = self.roster[*unit].number;
                match self.battle[*unit].place {
                    Place::At(at) => format!("{number} to {at}"),
                    Place::In(carrier) => format!("{number} into {}", self.roster[carrier].number),
                    Place::Off | Place::Lost => format!("{number} off the table"),
                }
            })
            .collect();
        self.tell(rule, |roster| format!("{} {word}: {}", roster[formation].name, places.join(", ")));
    }

    /// Who gets in or out of another formation's transport acts no more this turn (EP-WE-03).
    fn shifts(&mut self, formation: FormationId) {
        if self.battle[formation].did.is_none() {
            self.battle[formation].did = Some(Action::Disembarked);
        }
        self.tell("EP-WE-03", |roster| format!("{} takes no further action this turn", roster[formation].name));
    }

    /// D6: on a 1 it is destroyed, or an engine loses a point; walkers roll again (EP-MOVE-10, EP-SPEC-18). No marker follows.
    fn dangerous_terrain(&mut self, unit: UnitId) -> Judged<()> {
        if !self.battle.lives(unit) {
            return Ok(());
        }
        let name = self.roster.unit_name(unit);
        let mut face = self.d6("dangerous terrain", &name)?;
        if face == 1 && self.kind(unit).has(Ability::Walker) {
            face = self.d6("dangerous terrain", &name)?;
            self.tell("EP-SPEC-18", |_| format!("{name} rolls again for dangerous terrain: {face}"));
        }
        if face > 1 {
            return Ok(());
        }
        let kind = self.kind(unit);
        if kind.is_engine() {
            let capacity = kind.capacity;
            self.battle[unit].damage += 1;
            self.tell("EP-MOVE-10", |_| format!("{name} loses a point in dangerous terrain"));
            if self.battle[unit].damage >= capacity {
                self.perish(unit);
            }
        } else {
            self.tell("EP-MOVE-10", |_| format!("{name} is lost in dangerous terrain"));
            self.perish(unit);
        }
        Ok(())
    }

    /// Takes a unit off, with everybody aboard.
    pub(in crate::battle::ground) fn perish(&mut self, unit: UnitId) {
        let aboard: Vec<UnitId> = self.battle.passengers(unit).collect();
        for passenger in aboard {
            self.battle[passenger].place = Place::Lost;
        }
        self.battle[unit].place = Place::Lost;
    }

    /// Units out of formation after a move are destroyed, a marker each (EP-MOVE-05).
    fn close_up(&mut self, formation: FormationId, manner: Manner) -> Judged<()> {
        let lost = strays(self.battle, self.roster, formation);
        for unit in &lost {
            let name = self.roster.unit_name(*unit);
            self.tell("EP-MOVE-05", |_| format!("{name} is out of formation and lost"));
            let expendable = self.kind(*unit).has(Ability::Expendable);
            self.perish(*unit);
            if manner != Manner::Withdraw && !expendable {
                self.mark(formation, 1, "EP-MOVE-05")?;
            }
        }
        Ok(())
    }

    /// A move is complete: enemies on overwatch may fire (EP-OVER-01).
    pub(in crate::battle::ground) fn after_move(&mut self, formation: FormationId) {
        let side = self.side(formation).other();
        if self.battle.on_ground(self.roster, formation) && self.may_overwatch(side, formation) {
            self.ask(Question::Overwatch(side, formation));
        }
    }

    /// An answer to a move of an action.
    pub(in crate::battle::ground) fn take_move(
        &mut self,
        formation: FormationId,
        manner: Manner,
        steps: &[Step],
    ) -> Judged<()> {
        if steps.is_empty() {
            return refuse("EP-MOVE-01", "nobody is named; \"no move\" leaves all where they are").map_err(Into::into);
        }
        self.go(formation, manner, steps)?;
        self.then(Task::AfterMove(formation));
        Ok(())
    }
}
