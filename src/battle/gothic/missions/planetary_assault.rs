//! What is done to a planet from low orbit: assault points (SCEN-87), and its end (SCEN-112).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::{Order, ShipId};
use crate::battle::gothic::turn::sequence::Play;
use crate::dice::Dice;
use crate::table::geometry::Length;

/// How near the planet edge ships land troops or bombard (SCEN-87).
pub const ASSAULT_REACH: Length = Length::cm(30);
/// How near an Exterminator must be (SCEN-112).
pub const EXTERMINATOR_REACH: Length = Length::cm(45);

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A ship lands troops or bombards, and does nothing else in this turn (SCEN-87, SCEN-88).
    pub(in crate::battle::gothic) fn assault_planet(&mut self, id: ShipId) -> Judged<()> {
        let (ship, name) = (*self.battle.ship(id), self.name(id));
        let Some(scored) = self.battle.mission.assault else {
            return Err(Refusal::new("SCEN-87", "no assault points are scored in this battle").into());
        };
        if ship.side != self.battle.mission.attacker {
            return Err(Refusal::new("SCEN-87", format!("{name} does not attack the planet")).into());
        }
        let value = self.battle.assault_value(self.roster, id);
        if value == 0 {
            return Err(Refusal::new("SCEN-87", format!("{name} lands no troops")).into());
        }
        if !self.battle.is_low(id) || ship.at.y > ASSAULT_REACH {
            let message = format!("{name} is not within {ASSAULT_REACH} cm of the planet edge in low orbit");
            return Err(Refusal::new("SCEN-87", message).into());
        }
        let busy = ship.order.is_some_and(|order| order != Order::Brace) || ship.boards.is_some();
        if busy || ship.done.assaults || ship.done.tried {
            return Err(Refusal::new("SCEN-88", format!("{name} does something else in this turn")).into());
        }
        self.battle.ship_mut(id).done.assaults = true;
        self.battle.mission.assault = Some(scored.saturating_add(value));
        self.tell(|| Event::Assault(id, value, scored.saturating_add(value)));
        Ok(())
    }

    /// Each Exterminator near enough rolls to destroy the planet at the start of the attacker's turn (SCEN-112).
    pub(in crate::battle::gothic) fn exterminate(&mut self) -> Judged<()> {
        if !self.battle.mission.exterminatus || self.battle.active != self.battle.mission.attacker {
            return Ok(());
        }
        for id in self.battle.mission.exterminators.iter() {
            let ship = *self.battle.ship(id);
            // The Armageddon gun reaches the planet from anywhere above it, as long as it can be fired.
            let gun = self.profile(id).odd.armageddon;
            let far = if gun { ship.done.feats.gun == 2 } else { ship.at.y > EXTERMINATOR_REACH };
            let idle = self.profile(id).odd.charged_shot
                && ship.done.feats.idle < crate::battle::gothic::special::blackstone::CHARGED;
            if !ship.fights() || !self.battle.is_low(id) || far || idle {
                continue;
            }
            let (face, needed) = (self.d6("exterminatus", self.name(id))?, self.profile(id).exterminates);
            self.tell(|| Event::Exterminatus(id, face, needed));
            if face >= needed {
                self.battle.mission.planet_destroyed = true;
                return self.over().map(|_| ());
            }
        }
        Ok(())
    }
}
