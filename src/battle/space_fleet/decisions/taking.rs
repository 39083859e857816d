//! Carries an answer out.

use super::answer::{Answer, Decision, Judged, Refusal, Target};
use crate::battle::space_fleet::bonus::Bonus;
use crate::battle::space_fleet::cards::Card;
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::measures::{CONTACT, DRIFT};
use crate::battle::space_fleet::state::ShipId;
use crate::battle::space_fleet::state::agenda::{Question, Task};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::geometry::{Heading, square};

impl<D: Dice + ?Sized> Play<'_, D> {
    /// Takes an answer to what is due; one that is none to it is refused.
    pub(in crate::battle::space_fleet) fn take(&mut self, given: &Answer) -> Judged<()> {
        let decision = self.battle.pending();
        let taken = match decision {
            Decision::Asked(_, question) => self.answer_question(question, given)?,
            Decision::Prepare(_) => self.answer_prepare(given)?,
            Decision::Reform(_) => match given {
                Answer::Reform(squadron, berths) => {
                    self.reform(*squadron, berths)?;
                    true
                }
                Answer::Done => self.done(),
                _ => false,
            },
            Decision::Move(_) => match given {
                Answer::Move(squadron, movers) => {
                    self.move_squadron(*squadron, movers)?;
                    true
                }
                _ => false,
            },
            Decision::Shoot(..) => self.answer_shoot(given)?,
            Decision::Board(_) => self.answer_board(given)?,
            Decision::Repair(_) => self.answer_repair(given)?,
            Decision::Swarm(_) => self.swarm_answer(given)?,
            Decision::Discard(_) => match given {
                Answer::Discard(cards) => {
                    self.discard(cards)?;
                    true
                }
                Answer::Done => {
                    self.discard(&[])?;
                    true
                }
                _ => false,
            },
            Decision::Over => return Err(Refusal::new("SF-VP-02", "the battle is over").into()),
        };
        if taken {
            Ok(())
        } else {
            Err(Refusal::new("SF-TURN-01", format!("that is no answer now: {}", super::due(self.roster, &decision)))
                .into())
        }
    }

    /// The side that chooses does no more in this step.
    fn done(&mut self) -> bool {
        let side = self.battle.active;
        self.battle.passed[side as usize] = true;
        self.pass_on();
        true
    }

    fn answer_prepare(&mut self, given: &Answer) -> Judged<bool> {
        match given {
            Answer::Shield(ship, on) => self.switch(*ship, *on)?,
            Answer::Jettison(ship, megatons) => self.jettison(*ship, *megatons)?,
            Answer::Done => {
                self.done();
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn answer_shoot(&mut self, given: &Answer) -> Judged<bool> {
        match given {
            Answer::Fire(ship, system, target) => self.fire(*ship, *system, *target)?,
            Answer::Split(ship, system, shares) => self.split(*ship, *system, shares)?,
            Answer::Turn(ship, to) => self.turn_turret(*ship, *to)?,
            Answer::Gunnery(ship) => self.fire_twice(*ship)?,
            Answer::HoldFire(squadron) => self.hold_fire(*squadron)?,
            Answer::Done => match self.battle.current {
                Some(squadron) => self.end_fire(squadron),
                None => {
                    return Err(
                        Refusal::new("SF-TURN-06", "no squadron is firing; name one that holds its fire").into()
                    );
                }
            },
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn answer_board(&mut self, given: &Answer) -> Judged<bool> {
        match given {
            Answer::Board(target, boarders) => self.board(*target, boarders)?,
            Answer::Claw(ship, target) => self.claw(*ship, *target)?,
            Answer::Done => {
                self.done();
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn answer_repair(&mut self, given: &Answer) -> Judged<bool> {
        match given {
            Answer::Repair(ship) => self.repair(*ship)?,
            Answer::Done => {
                let side = self.battle.active;
                if let Some((id, _)) = self.battle.fleet(side).find(|(id, _)| self.battle.must_repair(*id)) {
                    return Err(Refusal::new(
                        "SF-REPAIR-05",
                        format!("{} is crippled and must roll", self.roster.name(id)),
                    )
                    .into());
                }
                self.done();
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Answers a question in the middle of something else; it is taken off the agenda when the answer is legal.
    fn answer_question(&mut self, question: Question, given: &Answer) -> Judged<bool> {
        match question {
            Question::CarryOn(_)
            | Question::ReRoll(_)
            | Question::Skilful(_)
            | Question::Evade(_)
            | Question::Inspire(_)
            | Question::Desperate { .. }
            | Question::Drop(_) => {
                let yes = match given {
                    Answer::Yes => true,
                    Answer::No => false,
                    _ => return Ok(false),
                };
                self.battle.agenda.pop();
                self.answer_yes(question, yes)?;
                Ok(true)
            }
            Question::Counter(by) => match given {
                Answer::Counter(on) => self.counter_attack(by, *on).map(|()| true),
                Answer::No => {
                    self.battle.agenda.pop();
                    self.repelled(by).map(|()| true)
                }
                _ => Ok(false),
            },
            Question::Grip(holder) => {
                if !matches!(given, Answer::LetGo | Answer::Keep | Answer::Tear) {
                    return Ok(false);
                }
                self.battle.agenda.pop();
                self.grip(holder, given)
            }
            Question::Dodge { ship, by } => self.answer_dodge(ship, by, given),
            Question::Row { ship, face, free } => self.answer_row(ship, face, free, given),
            Question::Which(ship) => self.answer_which(ship, given),
            Question::Place { ship, shields } => {
                let Answer::Shields(placed) = given else { return Ok(false) };
                self.judge_shields(ship, *placed, shields)?;
                self.battle.agenda.pop();
                self.place_shields(ship, *placed, false);
                Ok(true)
            }
            Question::Creep(ship) => {
                let Answer::Creep(by, turn) = given else { return Ok(false) };
                self.creep(ship, *by, *turn).map(|()| true)
            }
            Question::Salvo(ship) => self.answer_salvo(ship, given),
            Question::Infect(_) | Question::Defend(_) | Question::Spawn(_) | Question::SpawnAt { .. } => {
                self.answer_hive(question, given)
            }
        }
    }

    fn answer_yes(&mut self, question: Question, yes: bool) -> Judged<()> {
        match question {
            Question::CarryOn(ship) if !yes => self.stop(ship),
            Question::ReRoll(ship) if yes => self.re_roll_miss(ship)?,
            Question::Skilful(ship) if yes => self.turn_miss(ship),
            Question::Evade(ship) if yes => self.attack_again(ship, Bonus::EvasiveAction)?,
            Question::Inspire(ship) if yes => self.attack_again(ship, Bonus::InspiredShooting)?,
            Question::Desperate { ship, row, die } => {
                if !yes {
                    return self.suffer(ship, usize::from(row), die);
                }
                let turn = self.battle.turn;
                self.battle.ship_mut(ship).spent.spend(Bonus::DesperateManoeuvre, turn);
                self.tell("SF-FLAG-32", What::Uses(ship, Bonus::DesperateManoeuvre));
            }
            Question::Drop(ship) => self.drop_half(ship, yes)?,
            _ => {}
        }
        Ok(())
    }

    /// Sixth Sense: 2 on any heading, into nobody's way (SF-FLAG-48).
    fn answer_dodge(&mut self, ship: ShipId, by: ShipId, given: &Answer) -> Judged<bool> {
        match given {
            Answer::No => {
                self.battle.agenda.pop();
                self.push(Task::Sail)?;
                self.push(Task::Ram { by, on: ship })?;
                Ok(true)
            }
            Answer::Shift(heading) => {
                self.judge_shift(ship, by, *heading)?;
                self.battle.agenda.pop();
                let at = self.ship(ship).at.ahead(*heading, DRIFT);
                self.battle.ship_mut(ship).at = at;
                self.battle.course.dodged = Some(ship);
                self.tell("SF-FLAG-48", What::Dodges(ship, at));
                self.push(Task::Sail)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn judge_shift(&self, ship: ShipId, by: ShipId, heading: Heading) -> Result<(), Refusal> {
        let at = self.ship(ship).at.ahead(heading, DRIFT);
        let touched = self.battle.all().find(|(other, prey)| {
            *other != ship && *other != by && prey.is_there() && prey.at.squared(at) <= square(CONTACT)
        });
        if let Some((other, _)) = touched {
            let message = format!("{} would run into {}", self.roster.name(ship), self.roster.name(other));
            return Err(Refusal::new("SF-FLAG-48", message));
        }
        if self.battle.holds(at) {
            Ok(())
        } else {
            Err(Refusal::new("SF-FLAG-48", format!("{} would leave the table", self.roster.name(ship))))
        }
    }

    /// Plasma rows (SF-FLAG-49, SF-FLAG-53).
    fn answer_row(&mut self, ship: ShipId, face: u8, free: bool, given: &Answer) -> Judged<bool> {
        let row = match given {
            Answer::Row(row) => *row,
            Answer::No => face,
            _ => return Ok(false),
        };
        let marksmen = self.roster.bonus(ship, Bonus::Marksmen) > 0 && row.abs_diff(face) <= 1;
        if !(1..=6).contains(&row) || !(row == face || free || marksmen) {
            return Err(Refusal::new(
                "SF-FLAG-49",
                format!("a hit of {face} is read as row {} to {}", face.saturating_sub(1).max(1), (face + 1).min(6)),
            )
            .into());
        }
        self.battle.agenda.pop();
        self.read_row(ship, face, row)?;
        Ok(true)
    }

    fn answer_which(&mut self, ship: ShipId, given: &Answer) -> Judged<bool> {
        let Answer::Critical(face) = given else { return Ok(false) };
        let row = self
            .class(ship)
            .row(*face)
            .filter(|row| self.battle.repairable(self.roster, ship).any(|known| known == *row));
        let Some(row) = row else {
            let message = format!("{} bears no critical {face} that can be repaired", self.roster.name(ship));
            let borne = self.class(ship).row(*face).filter(|row| self.ship(ship).bears(*row));
            let rule = match borne {
                None => "SF-REPAIR-02",
                Some(row) if self.class(ship).criticals[row].repairable => "SF-REPAIR-03",
                Some(_) => "SF-CRIT-10",
            };
            return Err(Refusal::new(rule, message).into());
        };
        self.battle.agenda.pop();
        self.mend(ship, row)?;
        Ok(true)
    }

    /// A cripple fires once (SF-REPAIR-08): every weapon that bears, one attack each.
    fn answer_salvo(&mut self, ship: ShipId, given: &Answer) -> Judged<bool> {
        match given {
            Answer::Done => {
                self.battle.agenda.pop();
                self.battle.ship_mut(ship).shots = [0; 4];
                Ok(true)
            }
            Answer::Fire(by, system, target @ Target::Ship(_)) if *by == ship => {
                // The agenda is put back as it was when the shot is refused.
                let kept = (*self.battle, self.events.len());
                self.battle.agenda.pop();
                self.battle.active = self.ship(ship).side;
                let squadron = self.ship(ship).squadron;
                self.battle.squads[squadron].fired = false;
                self.push(Task::Salvo(ship))?;
                if let Err(stop) = self.fire(ship, *system, *target) {
                    *self.battle = kept.0;
                    self.events.truncate(kept.1);
                    return Err(stop);
                }
                self.battle.active = kept.0.active;
                self.battle.squads[squadron].fired = kept.0.squads[squadron].fired;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn answer_hive(&mut self, question: Question, given: &Answer) -> Judged<bool> {
        match (question, given) {
            (Question::Infect(target), Answer::Play(Card::Infect)) => self.infect(target)?,
            (Question::Infect(_) | Question::Defend(_), Answer::No) => {
                self.battle.agenda.pop();
            }
            (Question::Defend(ship), Answer::Play(card)) => self.defend(ship, *card)?,
            (Question::Spawn(hive), Answer::Spawn(class)) => self.choose_spawn(hive, *class)?,
            (Question::SpawnAt { hive, class, number }, Answer::SpawnAt(at, heading)) => {
                self.spawn(hive, class, number, (*at, *heading))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
