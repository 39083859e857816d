//! What a task of the agenda does.

use super::play::Play;
use crate::battle::space_fleet::decisions::answer::Judged;
use crate::battle::space_fleet::state::AGENDA;
use crate::battle::space_fleet::state::agenda::{Question, Task};
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;

impl<D: Dice + ?Sized> Play<'_, D> {
    /// Does what a task says.
    pub(super) fn perform(&mut self, task: Task) -> Judged<()> {
        match task {
            // Asked, not done: the loop stops before it.
            Task::Ask(_) => Ok(()),
            Task::Sail => self.sail(),
            Task::Ram { by, on } => self.ram(by, on),
            Task::Forced(ship) => self.forced_move(ship),
            Task::Veer(ship) => self.veer(ship),
            Task::Volley { ship, system, target, dice } => self.volley(ship, system, target, dice),
            Task::Roll => self.roll_attack(),
            Task::Damage => self.damage_of_attack(),
            Task::Criticals => self.next_critical(),
            Task::Finish => self.finish_attack(),
            Task::Settle => self.settle_attack(),
            Task::Area => self.next_caught(),
            Task::Burn(counter) => self.burn(counter),
            Task::CrippledRoll(ship) => self.crippled_roll(ship),
            Task::CrippledHit { ship, sixes } => self.crippled_hit(ship, sixes),
            Task::Crash(ship) => self.crash(ship),
            Task::Explode(ship) => self.spectacular_explosion(ship),
            Task::Burst(ship) => self.burst(ship),
            Task::FuelExplosion(ship) => {
                if self.waits_for_attack(task)? {
                    Ok(())
                } else {
                    self.fuel_explosion(ship)
                }
            }
            Task::Beacon(ship) => self.beacon(ship),
            Task::Shatter(asteroid) => self.shatter(asteroid),
            Task::BoardRoll { on, counter } => self.board_roll(on, counter),
            Task::Grab => self.grab(),
            Task::Escape(ship) => self.escape(ship),
            Task::Mine(ship) => {
                if self.waits_for_attack(task)? {
                    Ok(())
                } else {
                    self.mine_explodes(ship)
                }
            }
            Task::Die(ship) => self.die_of_frenzy(ship),
            Task::Fever(ship) => self.fever(ship),
            Task::Breakdown(squadron) => self.breakdown(squadron),
            Task::Salvo(ship) => {
                let more = self.ship(ship).fights() && self.battle.has_attack(self.roster, ship);
                if more { self.ask(Question::Salvo(ship)) } else { Ok(()) }
            }
        }
    }

    /// A blast is an area attack of its own: one in the middle of an attack comes when that is settled. Whether it waits.
    fn waits_for_attack(&mut self, task: Task) -> Judged<bool> {
        let of_attack = |task: &Task| {
            matches!(
                task,
                Task::Roll
                    | Task::Damage
                    | Task::Criticals
                    | Task::Finish
                    | Task::Settle
                    | Task::Area
                    | Task::Grab
                    | Task::Ask(_)
            )
        };
        let mut lifted: FixedList<Task, AGENDA> = FixedList::new();
        while let Some(top) = self.battle.agenda.last().copied().filter(of_attack) {
            self.battle.agenda.pop();
            lifted.push(top).map_err(|full| full.of("things at once"))?;
        }
        let waits = !lifted.is_empty();
        if waits {
            self.push(task)?;
        }
        while let Some(top) = lifted.pop() {
            self.push(top)?;
        }
        Ok(waits)
    }
}
