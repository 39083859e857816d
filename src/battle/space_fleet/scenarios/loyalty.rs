//! Renegades: squadrons change sides (SF-SCEN-20); and the derelict of SF-SCEN-07.

use crate::battle::space_fleet::decisions::answer::Judged;
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::state::{ShipId, SquadronId};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;

impl<D: Dice + ?Sized> Play<'_, D> {
    /// The first attack of a squadron tests it and its target's squadron.
    pub(in crate::battle::space_fleet) fn test_loyalty(&mut self, by: ShipId, target: ShipId) -> Judged<()> {
        if self.battle.scenario.number != 20 {
            return Ok(());
        }
        let (firing, aimed) = (self.ship(by).squadron, self.ship(target).squadron);
        let tested = [firing, aimed].map(|squadron| self.battle.squads[squadron].tested);
        if tested[0] {
            return Ok(());
        }
        let die = self.die("loyalty", by)?;
        self.tell("SF-SCEN-20", What::Scenario(self.ship(by).side, die));
        for squadron in [firing, aimed] {
            self.battle.squads[squadron].tested = true;
        }
        match die {
            1 => self.defect(firing),
            6 if !tested[1] => self.defect(aimed),
            _ => {}
        }
        Ok(())
    }

    fn defect(&mut self, squadron: SquadronId) {
        let Some(side) = self.battle.members(squadron).next().map(|(_, ship)| ship.side.other()) else { return };
        for id in self.battle.ids() {
            let ship = self.battle.ship_mut(id);
            if ship.squadron == squadron {
                // Ships count as the new owner's for scoring.
                (ship.side, ship.owner) = (side, side);
            }
        }
        if self.battle.current == Some(squadron) {
            self.battle.current = None;
        }
        self.tell("SF-SCEN-20", What::Defects(squadron, side));
    }

    /// The hulk has a crew; from now on it must be repaired.
    pub(in crate::battle::space_fleet) fn hulk_captured(&mut self, id: ShipId) {
        if self.battle.scenario.hulk == Some(id) {
            self.battle.scenario.hulk_held = true;
        }
    }
}
