//! Overwatch (EP-OVER).

use crate::battle::ground::agenda::Task;
use crate::battle::ground::answer::{Judged, refuse};
use crate::battle::ground::event::Log;
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::{FormationId, Roster};
use crate::battle::ground::shooting::fire;
use crate::battle::ground::state::{Battle, Fire};
use crate::dice::Dice;
use crate::table::side::Side;

/// Formations of a side that wait to fire and could fire at one that moved.
pub fn waiting<'b>(
    battle: &'b Battle,
    roster: &'b Roster,
    side: Side,
    mover: FormationId,
) -> impl Iterator<Item = FormationId> + 'b {
    roster.formations_of(side).filter(move |formation| {
        battle[*formation].overwatch
            && !battle[*formation].broken
            && fire::judge(battle, roster, *formation, &Fire::at(mover)).is_ok()
    })
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Whether anybody of a side can fire from overwatch at who moved.
    pub(in crate::battle::ground) fn may_overwatch(&self, side: Side, mover: FormationId) -> bool {
        waiting(self.battle, self.roster, side, mover).next().is_some()
    }

    /// A formation on overwatch fires at one that has just moved; others may follow (EP-OVER-01).
    pub(in crate::battle::ground) fn overwatch(
        &mut self,
        side: Side,
        mover: FormationId,
        formation: FormationId,
        fire: &Fire,
    ) -> Judged<()> {
        let name = &self.roster[formation].name;
        if self.roster[formation].side != side || !self.battle[formation].overwatch {
            return refuse("EP-OVER-01", format!("{name} is not on overwatch")).map_err(Into::into);
        }
        if fire.target != mover {
            let mover = &self.roster[mover].name;
            return refuse("EP-OVER-01", format!("{name} may fire at {mover}, which has moved")).map_err(Into::into);
        }
        fire::judge(self.battle, self.roster, formation, fire)?;
        // Others may follow, if they can.
        self.then(Task::AfterMove(mover));
        self.battle[formation].overwatch = false;
        self.tell("EP-OVER-01", |roster| format!("{} fires from overwatch", roster[formation].name));
        self.fire(formation, fire, 0)
    }
}
