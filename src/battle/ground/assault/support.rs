//! Supporting fire (EP-ASLT-08).

use super::attacks::{Blows, blows, enemies_near};
use crate::battle::ground::agenda::Task;
use crate::battle::ground::answer::{Judged, refuse};
use crate::battle::ground::event::Log;
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::{FormationId, Roster, UnitId};
use crate::battle::ground::sight::sees;
use crate::battle::ground::state::{Action, Assault, Battle};
use crate::dice::Dice;
use crate::table::side::Side;

/// The enemies of a side in the fight.
fn enemies(assault: &Assault, side: Side) -> &[FormationId] {
    if assault.side == side { &assault.defenders } else { &assault.attackers }
}

/// Units of a formation that could support: a firefight value, an enemy in the fight within 15 and in sight.
#[must_use]
pub fn supporters(battle: &Battle, roster: &Roster, formation: FormationId) -> Vec<(UnitId, Vec<UnitId>)> {
    let Some(assault) = &battle.assault else { return Vec::new() };
    let enemies = enemies(assault, roster[formation].side);
    battle
        .standing(roster, formation)
        .filter(|(unit, _)| roster.kind(*unit).firefight > 0)
        .map(|(unit, _)| (unit, enemies_near(battle, roster, unit, enemies)))
        .filter(|(unit, near)| near.iter().any(|enemy| sees(battle, roster, *unit, *enemy)))
        .collect()
}

/// Whether a formation may support: not in the fight, not broken, marching or flying.
#[must_use]
pub fn may_support(battle: &Battle, roster: &Roster, formation: FormationId) -> bool {
    let Some(assault) = &battle.assault else { return false };
    let state = &battle[formation];
    !assault.attackers.contains(&formation)
        && !assault.defenders.contains(&formation)
        && !state.broken
        && state.did != Some(Action::March)
        && battle.on_ground(roster, formation)
        && !supporters(battle, roster, formation).is_empty()
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A side names its supporters.
    pub(in crate::battle::ground) fn support(&mut self, side: Side, formations: &[FormationId]) -> Judged<()> {
        for formation in formations {
            let name = &self.roster[*formation].name;
            if self.roster[*formation].side != side || !may_support(self.battle, self.roster, *formation) {
                return refuse("EP-ASLT-08", format!("{name} cannot lend support")).map_err(Into::into);
            }
        }
        if let Some(assault) = &mut self.battle.assault {
            assault.supporters.extend(formations);
        }
        Ok(())
    }

    /// Supporters of both sides fire at once; they are not hit themselves.
    pub(in crate::battle::ground) fn supporting_fire(&mut self) -> Judged<()> {
        let Some(assault) = self.battle.assault.clone() else { return Ok(()) };
        self.then(Task::AssaultResult);
        let dice_of = |play: &Self, side: Side| -> Vec<Blows> {
            let own = assault.supporters.iter().filter(|formation| play.roster[**formation].side == side);
            own.flat_map(|formation| supporters(play.battle, play.roster, *formation))
                .flat_map(|(unit, near)| {
                    let dice = play.roster.kind(unit).capacity;
                    blows(play.roster, unit, 0, dice, &near)
                })
                .collect()
        };
        let (ours, theirs) = (dice_of(self, assault.side), dice_of(self, assault.side.other()));
        for formation in &assault.supporters {
            let formation = *formation;
            self.tell("EP-ASLT-08", |roster| format!("{} lends support", roster[formation].name));
        }
        self.exchange(&ours, &theirs, &assault)
    }
}
