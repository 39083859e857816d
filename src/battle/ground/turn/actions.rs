//! Activations: the action test and what each action leads to (EP-ACT).

use super::eligible;
use crate::battle::ground::agenda::{Moving, Question, Task, Test};
use crate::battle::ground::answer::{Act, Judged, refuse};
use crate::battle::ground::charts::FIVE;
use crate::battle::ground::event::Log;
use crate::battle::ground::kinds::{Ability, AirKind};
use crate::battle::ground::measure::{near, within};
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::FormationId;
use crate::battle::ground::sight::on_road;
use crate::battle::ground::state::{Action, Assault, Declared};
use crate::dice::Dice;
use crate::table::side::Side;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A formation is nominated and its action declared (EP-ACT-01).
    pub(in crate::battle::ground) fn activate(&mut self, side: Side, act: &Act) -> Judged<()> {
        self.may_declare(side, act)?;
        if act.action == Action::StandDown {
            self.battle[act.formation].did = Some(Action::StandDown);
            self.battle[act.formation].passed = false;
            self.tell("EP-AIR-08", |roster| format!("{} stands down", roster[act.formation].name));
            self.then(Task::EndActivation(act.formation));
            return Ok(());
        }
        let by_road = act.action == Action::March && !act.across && self.on_road(act.formation);
        self.battle.declared = Some(Declared {
            formation: act.formation,
            action: act.action,
            targets: act.targets.clone(),
            with: act.with.clone(),
            pop_up: act.pop_up,
            by_road,
        });
        if by_road {
            self.tell("EP-ACT-15", |roster| {
                format!("{} marches along the road, without a test", roster[act.formation].name)
            });
            self.passed(act.formation);
            return Ok(());
        }
        self.action_test(act.formation)
    }

    fn may_declare(&self, side: Side, act: &Act) -> Judged<()> {
        let roster = self.roster;
        let name = &roster[act.formation].name;
        if roster[act.formation].side != side {
            return refuse("EP-TURN-03", format!("{name} is not {}'s", roster.player(side))).map_err(Into::into);
        }
        if self.battle[act.formation].broken {
            return refuse("EP-ACT-14", format!("{name} is broken and cannot act")).map_err(Into::into);
        }
        if !eligible::formation(self.battle, roster, act.formation) {
            let why = match self.battle[act.formation].did {
                Some(did) => format!("{name} has acted this turn: {did}"),
                None => format!("{name} is not on the table"),
            };
            return refuse("EP-TURN-03", why).map_err(Into::into);
        }
        let air = self.battle.airborne(roster, act.formation);
        match act.action {
            Action::Hold | Action::Disembarked => {
                refuse("EP-ACT-12", "a formation holds only after a failed test").map_err(Into::into)
            }
            Action::GroundAttack | Action::Intercept | Action::Patrol | Action::StandDown => {
                self.may_fly(act, air, name)
            }
            Action::Advance
            | Action::Engage
            | Action::Double
            | Action::March
            | Action::Marshal
            | Action::Overwatch
            | Action::Sustained => {
                if air {
                    return refuse(
                        "EP-AIR-04",
                        format!("{name} flies: ground attack, intercept, patrol or stand down"),
                    )
                    .map_err(Into::into);
                }
                self.may_pop_up(act, name)?;
                if act.across && act.action != Action::March {
                    return refuse("EP-ACT-15", format!("{name} goes across country on a march only"))
                        .map_err(Into::into);
                }
                self.may_engage(act, name)
            }
        }
    }

    fn may_fly(&self, act: &Act, air: bool, name: &str) -> Judged<()> {
        if !air {
            return refuse("EP-AIR-04", format!("{name} does not fly")).map_err(Into::into);
        }
        let fights = matches!(act.action, Action::Intercept | Action::Patrol);
        let fighters = self
            .battle
            .left(self.roster, act.formation)
            .filter_map(|unit| self.roster.kind(unit).air)
            .all(|kind| matches!(kind, AirKind::Fighter | AirKind::FighterBomber));
        if fights && !fighters {
            let rule = if act.action == Action::Intercept { "EP-AIR-05" } else { "EP-AIR-06" };
            return refuse(rule, format!("{name} holds bombers: only fighters and fighter-bombers do that"))
                .map_err(Into::into);
        }
        Ok(())
    }

    fn may_pop_up(&self, act: &Act, name: &str) -> Judged<()> {
        if act.pop_up && (act.action == Action::March || !self.roster.any(act.formation, Ability::Skimmer)) {
            return refuse("EP-SPEC-13", format!("{name} cannot pop up: skimmers do, and not on a march"))
                .map_err(Into::into);
        }
        Ok(())
    }

    fn on_road(&self, formation: FormationId) -> bool {
        self.battle.standing(self.roster, formation).all(|(_, at)| on_road(self.roster, at))
    }

    fn may_engage(&self, act: &Act, name: &str) -> Judged<()> {
        let roster = self.roster;
        if act.action != Action::Engage {
            return Ok(());
        }
        if act.targets.is_empty() {
            return refuse("EP-ASLT-01", format!("whom does {name} engage? \"{name}: engage TARGET\""))
                .map_err(Into::into);
        }
        for target in &act.targets {
            let target_name = &roster[*target].name;
            if roster[*target].side == roster[act.formation].side {
                return refuse("EP-ASLT-01", format!("{target_name} is no enemy")).map_err(Into::into);
            }
            if !self.battle.on_ground(roster, *target) {
                return refuse("EP-AIR-02", format!("{target_name} is not on the ground and cannot be assaulted"))
                    .map_err(Into::into);
            }
        }
        for (index, target) in act.targets.iter().enumerate().skip(1) {
            let mixed = act.targets[..index].iter().any(|other| {
                self.battle.standing(roster, *other).any(|unit| near(self.battle, roster, unit, *target, FIVE))
            });
            if !mixed {
                let other = &roster[*target].name;
                return refuse("EP-ASLT-16", format!("{other} is not intermingled with the others: no unit within 5"))
                    .map_err(Into::into);
            }
        }
        self.may_combine(act, name)
    }

    /// A commander takes up to three formations with him (EP-SPEC-02).
    fn may_combine(&self, act: &Act, name: &str) -> Judged<()> {
        let roster = self.roster;
        if act.with.is_empty() {
            return Ok(());
        }
        let commanders: Vec<_> = self
            .battle
            .standing(roster, act.formation)
            .filter(|(unit, _)| roster.kind(*unit).has(Ability::Commander))
            .collect();
        if commanders.is_empty() {
            return refuse("EP-SPEC-02", format!("{name} has no commander to lead a combined assault"))
                .map_err(Into::into);
        }
        if act.with.len() > 2 {
            return refuse("EP-SPEC-02", "a combined assault is made by three formations at most").map_err(Into::into);
        }
        for other in &act.with {
            let other_name = &roster[*other].name;
            let own = roster[*other].side == roster[act.formation].side && *other != act.formation;
            if !own || !eligible::formation(self.battle, roster, *other) || roster.is_air(*other) {
                return refuse(
                    "EP-SPEC-02",
                    format!("{other_name} cannot join: it has acted, is broken or is no friend"),
                )
                .map_err(Into::into);
            }
            let mut units = self.battle.standing(roster, *other);
            let reached = units.any(|unit| commanders.iter().any(|commander| within(roster, *commander, unit, FIVE)));
            if !reached {
                return refuse("EP-SPEC-02", format!("no unit of {other_name} is within 5 of the commander"))
                    .map_err(Into::into);
            }
        }
        Ok(())
    }

    /// What a formation's action test needs: initiative, more with markers (per marker in the air), more on a retained
    /// initiative (EP-ACT-02, EP-AIR-22).
    fn needs(&self, formation: FormationId) -> i32 {
        let air = self.battle.airborne(self.roster, formation);
        let with = self.battle.declared.as_ref().map(|declared| declared.with.clone()).unwrap_or_default();
        let markers = self.battle[formation].markers;
        let marked = markers > 0 || with.iter().any(|other| self.battle[*other].markers > 0);
        let penalty = if air { markers } else { u32::from(marked) };
        i32::from(self.roster[formation].initiative) + penalty as i32 + i32::from(self.battle.retained)
    }

    fn action_test(&mut self, formation: FormationId) -> Judged<()> {
        let roster = self.roster;
        let needs = self.needs(formation);
        let face = i32::from(self.d6("action test", &roster[formation].name)?);
        let passed = face >= needs;
        let word = if passed { "passed" } else { "failed" };
        let action = self.battle.declared.as_ref().map_or(Action::Hold, |declared| declared.action);
        self.tell("EP-ACT-01", |roster| {
            format!("{} tests for {action}: {face} against {needs}+, {word}", roster[formation].name)
        });
        if passed {
            self.passed(formation);
            return Ok(());
        }
        let side = self.side(formation);
        if self.can_reroll(side) {
            self.ask(Question::Reroll(side, formation, Test::Action));
            return Ok(());
        }
        self.failed(formation)
    }

    /// Whether a supreme commander's re-roll is left this turn (EP-SPEC-15).
    pub(in crate::battle::ground) fn can_reroll(&self, side: Side) -> bool {
        !self.battle.sides[side as usize].reroll_used
            && self.roster.formations_of(side).any(|formation| {
                self.battle
                    .left(self.roster, formation)
                    .any(|unit| self.roster.kind(unit).abilities.contains(&Ability::SupremeCommander))
            })
    }

    /// Rolls an action test again.
    pub(in crate::battle::ground) fn action_again(&mut self, formation: FormationId) -> Judged<()> {
        let roster = self.roster;
        let needs = self.needs(formation);
        let face = i32::from(self.d6("action test", &roster[formation].name)?);
        self.tell("EP-SPEC-15", |roster| format!("{} tests again: {face} against {needs}+", roster[formation].name));
        if face >= needs {
            self.passed(formation);
            return Ok(());
        }
        self.failed(formation)
    }

    /// The test failed: a marker and Hold (EP-ACT-03); aircraft stand down, without a marker (EP-AIR-08, EP-AIR-22).
    pub(in crate::battle::ground) fn failed(&mut self, formation: FormationId) -> Judged<()> {
        self.battle.declared = None;
        let air = self.battle.airborne(self.roster, formation);
        let state = &mut self.battle[formation];
        state.passed = false;
        state.overwatch = false;
        state.patrol = false;
        state.moved = false;
        self.then(Task::EndActivation(formation));
        if air {
            let state = &mut self.battle[formation];
            state.markers = 0;
            state.did = Some(Action::StandDown);
            self.tell("EP-AIR-08", |roster| format!("{} stands down", roster[formation].name));
            return Ok(());
        }
        self.battle[formation].did = Some(Action::Hold);
        self.ask(Question::Hold(formation));
        self.mark(formation, 1, "EP-ACT-03")
    }

    /// The test was passed, or none was needed.
    fn passed(&mut self, formation: FormationId) {
        let Some(declared) = self.battle.declared.clone() else { return };
        let action = declared.action;
        let state = &mut self.battle[formation];
        state.did = Some(action);
        state.passed = true;
        state.overwatch = false;
        state.patrol = false;
        state.moved = action.moves();
        state.popped = declared.pop_up;
        self.then(Task::EndActivation(formation));
        match action {
            Action::Advance => {
                self.ask(Question::Shoot(formation, 0));
                self.ask(Question::Move(formation, Moving::Plain, 0));
            }
            Action::Double => {
                self.ask(Question::Shoot(formation, -1));
                self.ask(Question::Move(formation, Moving::Plain, 0));
                self.ask(Question::Move(formation, Moving::Plain, 1));
            }
            Action::March => {
                for left in 0..3 {
                    self.ask(Question::Move(formation, Moving::March, left));
                }
            }
            Action::Marshal => {
                self.then(Task::Regroup(formation));
                self.ask(Question::Marshal(formation));
            }
            Action::Overwatch => {
                self.battle[formation].overwatch = true;
                self.tell("EP-ACT-10", |roster| format!("{} is on overwatch", roster[formation].name));
            }
            Action::Sustained => self.ask(Question::Shoot(formation, 1)),
            Action::Engage => self.engages(&declared),
            Action::GroundAttack | Action::Intercept => {
                self.battle[formation].markers = 0;
                self.ask(Question::AirAttack(formation));
                self.then(Task::Overhead(formation));
                self.ask(Question::Approach(formation));
            }
            Action::Patrol => {
                self.battle[formation].markers = 0;
                self.battle[formation].patrol = true;
                self.tell("EP-AIR-06", |roster| format!("{} is on patrol", roster[formation].name));
            }
            Action::StandDown | Action::Hold | Action::Disembarked => {}
        }
    }

    fn engages(&mut self, declared: &Declared) {
        let side = self.side(declared.formation);
        let mut attackers = vec![declared.formation];
        attackers.extend(&declared.with);
        for other in &declared.with {
            let state = &mut self.battle[*other];
            state.did = Some(Action::Engage);
            state.passed = true;
            state.overwatch = false;
            state.moved = true;
        }
        self.battle.assault = Some(Assault {
            side,
            attackers: attackers.clone(),
            defenders: declared.targets.clone(),
            ..Assault::default()
        });
        self.then(Task::BeginAssault);
        for attacker in attackers.into_iter().rev() {
            self.ask(Question::Move(attacker, Moving::Charge, 0));
        }
    }
}
