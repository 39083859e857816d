//! The end phase (EP-END): aircraft leave, formations rally, goals are checked.

use super::goals;
use crate::battle::ground::agenda::{Question, Task, Test};
use crate::battle::ground::answer::Judged;
use crate::battle::ground::charts::RALLY;
use crate::battle::ground::event::Log;
use crate::battle::ground::kinds::Ability;
use crate::battle::ground::measure::within;
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::FormationId;
use crate::battle::ground::state::{Phase, Winner};
use crate::dice::Dice;
use crate::table::side::Side;
use crate::text::count;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// The end phase begins.
    pub(in crate::battle::ground) fn end_phase(&mut self) {
        self.battle.phase = Phase::End;
        self.battle.rallied.clear();
        self.battle.retained = false;
        let first = self.battle.won_strategy;
        self.then(Task::Goals);
        self.then(Task::Rally(first));
        self.then(Task::AircraftLeave);
    }

    /// The next air formation leaves (EP-AIR-21).
    pub(in crate::battle::ground) fn aircraft_leave(&mut self) {
        let next = self.roster.formation_ids().find(|formation| {
            self.roster.is_air(*formation)
                && self.battle[*formation].flying.is_some()
                && !self.battle.rallied.contains(formation)
                && self.battle.standing(self.roster, *formation).any(|(unit, _)| self.kind(unit).air.is_some())
        });
        match next {
            Some(formation) => {
                self.battle.rallied.push(formation);
                self.then(Task::AircraftLeave);
                self.ask(Question::Leave(formation));
            }
            None => self.battle.rallied.clear(),
        }
    }

    /// The formation of a side that rallies next: the best initiative first (EP-END-01); aircraft do not (EP-END-07).
    fn to_rally(&self, side: Side) -> Option<FormationId> {
        self.roster
            .formations_of(side)
            .filter(|formation| {
                let state = &self.battle[*formation];
                (state.broken || state.markers > 0)
                    && !self.battle.airborne(self.roster, *formation)
                    && !self.battle.rallied.contains(formation)
                    && !self.battle.destroyed(self.roster, *formation)
            })
            .min_by_key(|formation| (self.roster[*formation].initiative, *formation))
    }

    /// The sides rally in turn, one formation at a time.
    pub(in crate::battle::ground) fn rally_next(&mut self, side: Side) -> Judged<()> {
        let (who, formation) = match (self.to_rally(side), self.to_rally(side.other())) {
            (Some(formation), _) => (side, formation),
            (None, Some(formation)) => (side.other(), formation),
            (None, None) => return Ok(()),
        };
        self.battle.rallied.push(formation);
        self.then(Task::Rally(who.other()));
        if !self.rally(formation, "EP-END-02")? && self.can_reroll(who) {
            self.ask(Question::Reroll(who, formation, Test::Rally));
            return Ok(());
        }
        Ok(())
    }

    /// A rally test (EP-END-02); whether it settled anything: a failure that may be rolled again does not.
    pub(in crate::battle::ground) fn rally(&mut self, formation: FormationId, rule: &'static str) -> Judged<bool> {
        let roster = self.roster;
        let enemy = self.side(formation).other();
        let near = self
            .battle
            .standing(roster, formation)
            .any(|unit| self.battle.ground(roster, enemy).any(|other| within(roster, unit, other, RALLY)));
        let state = &self.battle[formation];
        let needs = i32::from(roster[formation].initiative) + 2 * i32::from(state.broken) + i32::from(near);
        let face = i32::from(self.d6("rally", &roster[formation].name)?);
        let word = if face >= needs { "passed" } else { "failed" };
        self.tell(rule, |roster| format!("{} rallies: {face} against {needs}+, {word}", roster[formation].name));
        if face >= needs {
            self.rallied(formation);
            return Ok(true);
        }
        let again = rule != "EP-SPEC-15" && self.can_reroll(self.side(formation));
        if !again {
            self.not_rallied(formation);
        }
        Ok(!again)
    }

    /// A failed test: a broken formation withdraws again (EP-END-05).
    pub(in crate::battle::ground) fn not_rallied(&mut self, formation: FormationId) {
        if self.battle[formation].broken && self.battle.on_ground(self.roster, formation) {
            self.tell("EP-END-05", |roster| format!("{} must withdraw", roster[formation].name));
            self.withdraws(formation);
        }
    }

    /// Half of the markers go, rounded up, and one more for each leader (EP-END-03, EP-END-04, EP-SPEC-08).
    fn rallied(&mut self, formation: FormationId) {
        let leaders =
            self.battle.left(self.roster, formation).filter(|unit| self.kind(*unit).has(Ability::Leader)).count();
        let strength = self.battle.strength(self.roster, formation);
        let recovers = self.battle[formation].broken;
        let markers = if recovers { strength.div_ceil(2) } else { self.battle[formation].markers };
        let left = (markers - markers.div_ceil(2)).saturating_sub(leaders as u32);
        self.battle[formation].markers = left;
        self.battle[formation].broken = false;
        let rule = if recovers { "EP-END-04" } else { "EP-END-03" };
        let kept = count(left, "blast marker");
        self.tell(rule, |roster| format!("{} has {kept} left", roster[formation].name));
    }

    /// Goals, and whether it is over (EP-WIN-03).
    pub(in crate::battle::ground) fn check_goals(&mut self) {
        for side in Side::BOTH {
            let met = goals::met(self.battle, self.roster, side);
            let words: Vec<&str> = met.iter().map(|goal| goal.word()).collect();
            let words = if words.is_empty() { "none".to_owned() } else { words.join(", ") };
            self.tell("EP-WIN-01", |roster| format!("goals of {}: {words}", roster.player(side)));
        }
        self.battle.winner = goals::winner(self.battle, self.roster);
        match self.battle.winner {
            Some(Winner::Side(side)) => {
                self.tell("EP-WIN-03", |roster| format!("{} wins", roster.player(side)));
                self.battle.agenda.clear();
            }
            Some(Winner::Draw) => {
                self.tell("EP-WIN-03", |_| "the battle is a draw".to_owned());
                self.battle.agenda.clear();
            }
            None => {
                self.battle.turn += 1;
                self.then(Task::StartTurn);
            }
        }
    }
}
