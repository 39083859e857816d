//! Bridgehead: the attacker runs out of fuel and ammunition (SF-SCEN-12).

use crate::battle::space_fleet::decisions::answer::Judged;
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::state::agenda::Task;
use crate::battle::space_fleet::state::{ShipId, SquadronId};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;

impl<D: Dice + ?Sized> Play<'_, D> {
    /// Each attacking squadron rolls; one that has broken down takes another critical.
    pub(super) fn supplies(&mut self) -> Judged<()> {
        let side = self.battle.scenario.attacker;
        let squadrons: Vec<SquadronId> = self.battle.squadrons(side).collect();
        for squadron in squadrons {
            if self.battle.squads[squadron].broken_down {
                self.push(Task::Breakdown(squadron))?;
                continue;
            }
            let roster = self.roster;
            let die = self.die_of("supplies", &roster.squadron_name(squadron))?;
            self.tell("SF-SCEN-12", What::Supplies(squadron, die));
            match die {
                ..=2 => {}
                3 | 4 => self.each_of(squadron, |ship| ship.speed_lost = ship.speed_lost.saturating_add(2)),
                5 => self.each_of(squadron, |ship| ship.silenced = true),
                6.. => {
                    self.battle.squads[squadron].broken_down = true;
                    self.push(Task::Breakdown(squadron))?;
                }
            }
        }
        Ok(())
    }

    fn each_of(&mut self, squadron: SquadronId, mut change: impl FnMut(&mut crate::battle::space_fleet::state::Ship)) {
        for id in self.battle.ids() {
            if self.ship(id).squadron == squadron {
                change(self.battle.ship_mut(id));
            }
        }
    }

    /// One ship of a squadron, at random, takes a critical.
    pub(in crate::battle::space_fleet) fn breakdown(&mut self, squadron: SquadronId) -> Judged<()> {
        let members: Vec<ShipId> =
            self.battle.members(squadron).filter(|(_, ship)| ship.cripple.is_none()).map(|(id, _)| id).collect();
        if members.is_empty() {
            return Ok(());
        }
        let pick = self.random_of(members.len())?;
        self.roll_critical(members[pick])
    }
}
