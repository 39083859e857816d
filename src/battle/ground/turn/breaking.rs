//! Breaking, withdrawing, regrouping (EP-BREAK).

use crate::battle::ground::agenda::{Question, Task};
use crate::battle::ground::answer::{Judged, Step};
use crate::battle::ground::charts::NEAR;
use crate::battle::ground::event::Log;
use crate::battle::ground::kinds::Ability;
use crate::battle::ground::measure::within;
use crate::battle::ground::movement::course::Manner;
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::{FormationId, UnitId};
use crate::battle::ground::shooting::hits::Saves;
use crate::battle::ground::state::Hit;
use crate::dice::Dice;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A formation breaks: its markers go, its action ends, and it withdraws.
    pub(in crate::battle::ground) fn break_up(&mut self, formation: FormationId, withdraws: bool) {
        let state = &mut self.battle[formation];
        state.markers = 0;
        state.broken = true;
        state.overwatch = false;
        state.patrol = false;
        state.popped = false;
        self.gone(formation);
        if withdraws && self.battle.on_ground(self.roster, formation) {
            self.withdraws(formation);
        }
    }

    /// Two moves away, then the check for enemies near (EP-BREAK-03).
    pub(in crate::battle::ground) fn withdraws(&mut self, formation: FormationId) {
        self.then(Task::Withdrawn(formation));
        self.ask(Question::Withdraw(formation, 2));
        self.ask(Question::Withdraw(formation, 1));
    }

    /// Nothing more of a formation's action is carried out.
    pub(in crate::battle::ground) fn gone(&mut self, formation: FormationId) {
        let destroyed = self.battle.destroyed(self.roster, formation);
        self.battle.agenda.retain(|task| match task {
            Task::Ask(
                Question::Move(who, ..)
                | Question::Shoot(who, _)
                | Question::Marshal(who)
                | Question::Hold(who)
                | Question::Sniper(who)
                | Question::CounterCharge(who)
                | Question::Withdraw(who, _)
                | Question::Consolidate(who)
                | Question::Disembark(who),
            )
            | Task::Withdrawn(who)
            | Task::AfterMove(who)
            | Task::Regroup(who) => *who != formation,
            Task::Ask(Question::Overwatch(_, mover)) => *mover != formation || !destroyed,
            _ => true,
        });
        if let Some(assault) = &mut self.battle.assault
            && self.battle.agenda.contains(&Task::BeginAssault)
        {
            assault.attackers.retain(|attacker| *attacker != formation);
        }
    }

    /// A withdrawal move.
    pub(in crate::battle::ground) fn withdraw(&mut self, formation: FormationId, steps: &[Step]) -> Judged<()> {
        self.go(formation, Manner::Withdraw, steps)?;
        self.then(Task::AfterMove(formation));
        Ok(())
    }

    /// Who ends a withdrawal within 15 of an enemy is destroyed; an engine takes a point for each such enemy (EP-BREAK-04, EP-WE-08).
    pub(in crate::battle::ground) fn withdrawn(&mut self, formation: FormationId) -> Judged<()> {
        let enemy = self.side(formation).other();
        let standing: Vec<_> = self.battle.standing(self.roster, formation).collect();
        for (unit, at) in standing {
            let near =
                self.battle.ground(self.roster, enemy).filter(|other| within(self.roster, (unit, at), *other, NEAR));
            let number = u8::try_from(near.count()).unwrap_or(u8::MAX);
            if number == 0 || self.kind(unit).has(Ability::Fearless) {
                continue;
            }
            self.caught(unit, number)?;
        }
        if self.battle.destroyed(self.roster, formation) {
            self.tell("EP-BREAK-04", |roster| format!("{} is destroyed", roster[formation].name));
        }
        Ok(())
    }

    fn caught(&mut self, unit: UnitId, enemies: u8) -> Judged<()> {
        let name = self.roster.unit_name(unit);
        if self.kind(unit).is_engine() {
            self.tell("EP-WE-08", |_| format!("{name} withdraws within 15 of {enemies} enemies"));
            let formation = self.roster.formation_of(unit);
            let mut account = self.account(formation, false, Vec::new());
            return self.damage(&mut account, unit, enemies, &Hit::BARE, Saves::None);
        }
        self.tell("EP-BREAK-04", |_| format!("{name} is caught within 15 of the enemy and lost"));
        self.perish(unit);
        Ok(())
    }

    /// 2D6: the higher takes so many markers off (EP-BREAK-01).
    pub(in crate::battle::ground) fn regroup(&mut self, formation: FormationId) -> Judged<()> {
        if self.battle[formation].broken || self.battle.destroyed(self.roster, formation) {
            return Ok(());
        }
        let roster = self.roster;
        let (one, other) = self.two_dice("regroup", &roster[formation].name)?;
        let off = u32::from(one.max(other)).min(self.battle[formation].markers);
        self.battle[formation].markers -= off;
        self.tell("EP-BREAK-01", |roster| {
            format!("{} regroups, {one} and {other}: {off} of its markers go", roster[formation].name)
        });
        Ok(())
    }
}
