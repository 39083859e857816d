//! The sequence of a turn: what comes next when nobody has to decide.

use super::eligible;
use crate::battle::ground::agenda::{Question, Task};
use crate::battle::ground::answer::Judged;
use crate::battle::ground::event::Log;
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::FormationId;
use crate::battle::ground::state::{Phase, Winner};
use crate::dice::Dice;
use crate::table::side::Side;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Does what comes next until somebody must decide.
    pub(in crate::battle::ground) fn advance(&mut self) -> Judged<()> {
        while self.battle.winner.is_none() {
            let Some(task) = self.battle.agenda.pop() else {
                self.battle.winner = Some(Winner::Draw);
                break;
            };
            if let Task::Ask(question) = task {
                self.battle.agenda.push(Task::Ask(question));
                return Ok(());
            }
            self.perform(task)?;
        }
        Ok(())
    }

    fn perform(&mut self, task: Task) -> Judged<()> {
        match task {
            Task::Ask(question) => self.ask(question),
            Task::SetUp => self.set_up(),
            Task::StartTurn => self.start_turn(),
            Task::Strategy => return self.strategy(),
            Task::NextActivation => self.next_activation(),
            Task::EndActivation(formation) => self.end_activation(formation),
            Task::CraftGone(craft) => self.craft_gone(craft),
            Task::AfterMove(formation) => self.after_move(formation),
            Task::Regroup(formation) => return self.regroup(formation),
            Task::BeginAssault => self.begin_assault(),
            Task::AssaultRound => self.assault_round(),
            Task::Attacks => return self.attacks(),
            Task::SupportingFire => return self.supporting_fire(),
            Task::AssaultResult => return self.assault_result(),
            Task::AssaultOver => self.assault_over(),
            Task::Withdrawn(formation) => return self.withdrawn(formation),
            Task::PopDown(formation) => self.battle[formation].popped = false,
            Task::Overhead(formation) => self.overhead(formation),
            Task::InterceptorsFire(who, at) => return self.interceptors_fire(who, at),
            Task::FlakFires(who, at, leaving) => return self.flak_fires(&who, at, leaving),
            Task::Gone(formation) => return self.flown_off(formation),
            Task::Bombard(craft) => return self.bombard(craft),
            Task::Planetfall(craft) => self.planetfall(craft),
            Task::AircraftLeave => self.aircraft_leave(),
            Task::Rally(side) => return self.rally_next(side),
            Task::Goals => self.check_goals(),
        }
        Ok(())
    }

    /// A turn begins: everybody may act again; arrivals come before the strategy roll (EP-TURN-04).
    fn start_turn(&mut self) {
        self.battle.phase = Phase::Start;
        self.battle.retained = false;
        for formation in &mut self.battle.formations {
            formation.did = None;
            formation.moved = false;
            formation.popped = false;
            formation.jinking = false;
            formation.passed = false;
            formation.marked = [false; 2];
        }
        for unit in &mut self.battle.units {
            unit.flak.clear();
        }
        for side in &mut self.battle.sides {
            side.reroll_used = false;
        }
        let turn = self.battle.turn;
        self.tell("EP-TURN-01", |_| format!("turn {turn}"));
        self.then(Task::Strategy);
        self.arrivals();
    }

    /// D6 and the rating; ties go to who lost the choice last turn, and are rolled again on the first (EP-TURN-02).
    fn strategy(&mut self) -> Judged<()> {
        self.battle.phase = Phase::Strategy;
        let roster = self.roster;
        let mut totals = [0; 2];
        for side in Side::BOTH {
            let face = self.d6("strategy", roster.player(side))?;
            let rating = roster.sides[side as usize].strategy;
            totals[side as usize] = u32::from(face) + u32::from(rating);
            self.tell("EP-TURN-02", |roster| format!("{} rolls {face} + {rating} for strategy", roster.player(side)));
        }
        let winner = match totals[0].cmp(&totals[1]) {
            std::cmp::Ordering::Greater => Side::One,
            std::cmp::Ordering::Less => Side::Two,
            std::cmp::Ordering::Equal => match self.battle.sides {
                [one, two] if one.lost_choice != two.lost_choice => {
                    if one.lost_choice {
                        Side::One
                    } else {
                        Side::Two
                    }
                }
                _ => {
                    self.then(Task::Strategy);
                    return Ok(());
                }
            },
        };
        self.battle.won_strategy = winner;
        self.battle.sides[winner as usize].lost_choice = false;
        self.battle.sides[winner.other() as usize].lost_choice = true;
        self.ask(Question::First(winner));
        Ok(())
    }

    /// The winner's choice.
    pub(in crate::battle::ground) fn begins(&mut self, side: Side) {
        self.battle.phase = Phase::Action;
        self.battle.active = side;
        self.tell("EP-TURN-02", |roster| format!("{} acts first", roster.player(side)));
        self.then(Task::NextActivation);
    }

    /// Sides alternate; one that has nobody left is passed over (EP-TURN-03).
    fn next_activation(&mut self) {
        let active = self.battle.active;
        for side in [active, active.other()] {
            if eligible::anybody(self.battle, self.roster, side) {
                if side != active {
                    self.battle.active = side;
                    self.battle.retained = false;
                }
                self.ask(Question::Activate(side));
                return;
            }
        }
        self.end_phase();
    }

    /// Whether the initiative may be retained (EP-ACT-04), or passes.
    fn end_activation(&mut self, formation: FormationId) {
        let side = self.side(formation);
        self.battle.declared = None;
        self.battle[formation].popped = false;
        let may = self.battle[formation].passed && !self.battle.retained;
        if may && eligible::anybody(self.battle, self.roster, side) {
            self.ask(Question::Retain(side));
            return;
        }
        self.hand_over(side);
    }

    /// The initiative passes to the other side.
    pub(in crate::battle::ground) fn hand_over(&mut self, side: Side) {
        self.battle.retained = false;
        self.battle.active = side.other();
        self.then(Task::NextActivation);
    }

    /// The side acts again, at -1.
    pub(in crate::battle::ground) fn retain(&mut self, side: Side) {
        self.battle.retained = true;
        self.battle.active = side;
        self.tell("EP-ACT-04", |roster| format!("{} retains the initiative", roster.player(side)));
        self.then(Task::NextActivation);
    }
}
