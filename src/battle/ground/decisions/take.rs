//! Carries out an answer to what is asked.

use super::due;
use crate::battle::ground::agenda::{Moving, Question, Task, Test};
use crate::battle::ground::answer::{Answer, Declined, Going, Judged, Word, refuse};
use crate::battle::ground::event::Log;
use crate::battle::ground::movement::course::Manner;
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::FormationId;
use crate::battle::ground::state::Action;
use crate::battle::ground::turn::arrivals::surfaces_from;
use crate::dice::Dice;
use crate::table::side::Side;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Takes an answer; the battle is then in the middle, and goes on with `advance`.
    pub(in crate::battle::ground) fn take(&mut self, given: &Answer) -> Judged<()> {
        let Some(Task::Ask(question)) = self.battle.agenda.last().cloned() else {
            return refuse("EP-WIN-03", "the battle is over").map_err(Into::into);
        };
        self.battle.agenda.pop();
        match &question {
            Question::Objectives(_)
            | Question::Plan(_)
            | Question::Exit(_)
            | Question::Deploy(_)
            | Question::Arrive(_)
            | Question::First(_) => self.take_set_up(&question, given),
            Question::Activate(side) => self.take_activation(*side, given),
            Question::Reroll(side, formation, test) => self.take_reroll(*side, *formation, *test, given),
            Question::Retain(side) => match given {
                Answer::Word(Word::Retain) => {
                    self.retain(*side);
                    Ok(())
                }
                Answer::Decline(Declined::Retain) => {
                    self.hand_over(*side);
                    Ok(())
                }
                _ => self.not_asked(&question),
            },
            Question::Move(..)
            | Question::Shoot(..)
            | Question::Marshal(_)
            | Question::Hold(_)
            | Question::Overwatch(..)
            | Question::Sniper(_)
            | Question::Withdraw(..) => self.take_action(&question, given),
            Question::CounterCharge(_) | Question::Split(_) | Question::Support(_) | Question::Consolidate(_) => {
                self.take_assault(&question, given)
            }
            Question::Approach(_)
            | Question::Interception(..)
            | Question::Jink(_)
            | Question::Flak(..)
            | Question::AirAttack(_)
            | Question::Leave(_)
            | Question::Pinpoint(..)
            | Question::Land(_)
            | Question::Disembark(_) => self.take_air(&question, given),
        }
    }

    fn not_asked(&self, question: &Question) -> Judged<()> {
        let due = due::words(self.roster, question);
        refuse("EP-ACT-01", format!("that is no answer to what is due: {due}")).map_err(Into::into)
    }

    fn take_set_up(&mut self, question: &Question, given: &Answer) -> Judged<()> {
        match (question, given) {
            (Question::Objectives(side), Answer::Objectives(places)) => self.place_objectives(*side, places),
            (Question::Plan(side), Answer::Plan(craft, turn, aims, drops)) => {
                self.plan(*side, *craft, *turn, aims, drops)
            }
            (Question::Plan(side), Answer::StayAway(craft)) => {
                if self.roster[*craft].side != *side {
                    return self.not_asked(question);
                }
                self.battle[*craft].gone = true;
                self.battle.active = side.other();
                let craft = *craft;
                self.tell("EP-SPACE-02", |roster| format!("{} is not used", roster[craft].name));
                Ok(())
            }
            (Question::Exit(formation), Answer::Exit(who, place)) if formation == who => self.exit(*formation, *place),
            (Question::Deploy(side), Answer::Deploy(formation, placed)) => self.deploy(*side, *formation, placed),
            (Question::Deploy(side), Answer::Reserve(formation)) => self.reserve(*side, *formation),
            (Question::Arrive(formation), Answer::Teleport(who, placed)) if formation == who => {
                self.teleport(*formation, placed)
            }
            (Question::Arrive(formation), Answer::Surface(who)) if formation == who => self.surface(*formation),
            (Question::Arrive(formation), Answer::Wait(who)) if formation == who => Ok(()),
            (Question::Arrive(_), Answer::Surface(who)) => {
                let name = &self.roster[*who].name;
                let from = self.battle[*who].exit.map_or(2, |exit| surfaces_from(self.roster, *who, exit));
                refuse("EP-SPEC-21", format!("{name} does not surface now; it may from turn {from} on"))
                    .map_err(Into::into)
            }
            (Question::First(side), Answer::Word(Word::First)) => {
                self.begins(*side);
                Ok(())
            }
            (Question::First(side), Answer::Word(Word::Second)) => {
                self.begins(side.other());
                Ok(())
            }
            _ => self.not_asked(question),
        }
    }

    fn take_activation(&mut self, side: Side, given: &Answer) -> Judged<()> {
        match given {
            Answer::Act(act) => self.activate(side, act),
            Answer::Keep(formation, action) => self.keep(side, *formation, *action),
            Answer::Arrive(craft) => self.arrive(side, *craft),
            _ => self.not_asked(&Question::Activate(side)),
        }
    }

    /// Overwatch or patrol is kept from the last turn: the activation, without a test (EP-TURN-03, EP-AIR-07).
    fn keep(&mut self, side: Side, formation: FormationId, action: Action) -> Judged<()> {
        let state = &self.battle[formation];
        let waits = match action {
            Action::Overwatch => state.overwatch,
            Action::Patrol => state.patrol,
            _ => false,
        };
        if self.roster[formation].side != side || !waits || state.did.is_some() {
            let name = &self.roster[formation].name;
            return refuse("EP-OVER-02", format!("{name} is not on {action} from the last turn")).map_err(Into::into);
        }
        self.battle[formation].did = Some(action);
        self.battle[formation].passed = true;
        self.tell("EP-OVER-02", |roster| format!("{} stays on {action}", roster[formation].name));
        self.then(Task::EndActivation(formation));
        Ok(())
    }

    fn take_reroll(&mut self, side: Side, formation: FormationId, test: Test, given: &Answer) -> Judged<()> {
        match (given, test) {
            (Answer::Word(Word::Reroll), _) => {
                self.battle.sides[side as usize].reroll_used = true;
                match test {
                    Test::Action => self.action_again(formation),
                    Test::Rally => self.rally(formation, "EP-SPEC-15").map(|_| ()),
                    Test::Craft(craft) => self.craft_again(craft),
                }
            }
            (Answer::Decline(Declined::Reroll), Test::Action) => self.failed(formation),
            (Answer::Decline(Declined::Reroll), Test::Rally) => {
                self.not_rallied(formation);
                Ok(())
            }
            (Answer::Decline(Declined::Reroll), Test::Craft(craft)) => {
                self.craft_failed(craft);
                Ok(())
            }
            _ => self.not_asked(&Question::Reroll(side, formation, test)),
        }
    }

    fn take_action(&mut self, question: &Question, given: &Answer) -> Judged<()> {
        match (question, given) {
            (Question::Move(formation, moving, _), Answer::Go(Going::Move, steps)) => {
                self.take_move(*formation, self.manner(*moving), steps)
            }
            (Question::Shoot(formation, modifier), Answer::Fire(fire)) => self.fire(*formation, fire, *modifier),
            (Question::Marshal(formation), Answer::Fire(fire)) => self.fire(*formation, fire, -1),
            (Question::Marshal(formation) | Question::Hold(formation), Answer::Go(Going::Move, steps)) => {
                self.take_move(*formation, Manner::Move, steps)
            }
            (Question::Move(..), Answer::Decline(Declined::Move))
            | (Question::Shoot(..), Answer::Decline(Declined::Fire))
            | (Question::Marshal(_) | Question::Hold(_), Answer::Decline(Declined::Move | Declined::Fire))
            | (Question::Overwatch(..), Answer::Decline(Declined::Overwatch)) => Ok(()),
            (Question::Hold(formation), Answer::Fire(fire)) => self.fire(*formation, fire, 0),
            (Question::Hold(formation), Answer::Word(Word::Regroup)) => self.regroup(*formation),
            (Question::Overwatch(side, mover), Answer::Overwatch(formation, fire)) => {
                self.overwatch(*side, *mover, *formation, fire)
            }
            (Question::Sniper(_), Answer::Snipe(unit)) => self.snipe(*unit),
            (Question::Withdraw(formation, _), Answer::Go(Going::Withdraw, steps)) => self.withdraw(*formation, steps),
            (Question::Withdraw(formation, number), Answer::Decline(Declined::Withdraw)) => {
                if *number == 1 {
                    let second = Task::Ask(Question::Withdraw(*formation, 2));
                    self.battle.agenda.retain(|task| *task != second);
                }
                Ok(())
            }
            _ => self.not_asked(question),
        }
    }

    const fn manner(&self, moving: Moving) -> Manner {
        match moving {
            Moving::Charge => Manner::Charge,
            Moving::March => match &self.battle.declared {
                Some(declared) if declared.by_road => Manner::Road,
                _ => Manner::Move,
            },
            Moving::Plain | Moving::Hold | Moving::Marshal => Manner::Move,
        }
    }

    fn take_assault(&mut self, question: &Question, given: &Answer) -> Judged<()> {
        match (question, given) {
            (Question::CounterCharge(formation), Answer::Go(Going::CounterCharge, steps)) => {
                self.counter_charge(*formation, steps)
            }
            (Question::CounterCharge(_), Answer::Decline(Declined::CounterCharge)) => {
                // Intermingled formations are one (EP-ASLT-16): declined for all.
                self.battle.agenda.retain(|task| !matches!(task, Task::Ask(Question::CounterCharge(_))));
                Ok(())
            }
            (Question::Support(_), Answer::Decline(Declined::Support))
            | (Question::Consolidate(_), Answer::Decline(Declined::Consolidate)) => Ok(()),
            (Question::Split(unit), Answer::Split(who, close)) if unit == who => self.split(*unit, *close),
            (Question::Support(side), Answer::Support(formations)) => self.support(*side, formations),
            (Question::Consolidate(formation), Answer::Go(Going::Consolidate, steps)) => {
                self.consolidate(*formation, steps)
            }
            _ => self.not_asked(question),
        }
    }

    fn take_air(&mut self, question: &Question, given: &Answer) -> Judged<()> {
        match (question, given) {
            (Question::Approach(formation), Answer::Approach(flight)) => self.approach(*formation, flight),
            (Question::Interception(side, target), Answer::Interception(patrol, flight)) => {
                self.interception(*side, *target, *patrol, flight)
            }
            (Question::Interception(..), Answer::Decline(Declined::Interception))
            | (Question::Jink(_), Answer::Decline(Declined::Jink))
            | (Question::Flak(..), Answer::Decline(Declined::Flak))
            | (Question::AirAttack(_), Answer::Decline(Declined::Attack))
            | (Question::Pinpoint(..), Answer::Decline(Declined::Pinpoint))
            | (Question::Disembark(_), Answer::Decline(Declined::Disembark)) => Ok(()),
            (Question::Jink(formation), Answer::Word(Word::Jink)) => {
                let formation = *formation;
                self.jinks(formation);
                Ok(())
            }
            (Question::Flak(side, target, leaving), Answer::Flak(guns)) => self.flak(*side, *target, *leaving, guns),
            (Question::AirAttack(formation), Answer::Fire(fire)) => self.air_attack(*formation, fire),
            (Question::AirAttack(formation), Answer::Land(landing)) => self.land(*formation, landing),
            (Question::Leave(formation), Answer::Leave(flight)) => self.leave(*formation, flight),
            (Question::Leave(formation), Answer::Decline(Declined::Leave)) => {
                if self.battle[*formation].landed {
                    return Ok(());
                }
                refuse("EP-AIR-21", "aircraft in the air leave in the end phase").map_err(Into::into)
            }
            (Question::Pinpoint(craft, _), Answer::Pinpoint(unit)) => self.pinpoint(*craft, *unit),
            (Question::Land(formation), Answer::Planetfall(placed)) => self.come_down(*formation, placed),
            (Question::Disembark(formation), Answer::Go(Going::Disembark, steps)) => self.disembark(*formation, steps),
            _ => self.not_asked(question),
        }
    }

    /// 4+ to save, and no attacks any more this turn (EP-AIR-13).
    fn jinks(&mut self, formation: FormationId) {
        self.battle[formation].jinking = true;
        self.tell("EP-AIR-13", |roster| format!("{} jinks", roster[formation].name));
        self.battle.agenda.retain(|task| match task {
            Task::Ask(Question::AirAttack(who)) | Task::InterceptorsFire(who, _) => *who != formation,
            _ => true,
        });
    }
}
