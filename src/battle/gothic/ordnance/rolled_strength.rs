//! Ordnance whose strength is rolled: torpedoes when they are launched, launch bays when launching begins.

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::ShootingQuestion;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::{Order, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::Gun;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Whether a ship's ordnance of a kind is rolled.
    pub(crate) fn rolls(&self, id: ShipId, gun: Gun) -> bool {
        self.profile(id).weapons.iter().any(|weapon| weapon.gun == gun && weapon.rolled.is_some())
    }

    /// Rolls a ship's ordnance of a kind, its damage halving each weapon (ORD-04).
    fn roll_ordnance(&mut self, id: ShipId, gun: Gun) -> Judged<u8> {
        let crippled = self.battle.crippled(self.roster, id);
        let mut total: u8 = 0;
        for (index, weapon) in (0..).zip(&self.profile(id).weapons) {
            if weapon.gun != gun || self.battle.damaged(self.roster, id, index) {
                continue;
            }
            let mut strength = weapon.strength;
            if let Some(rolled) = weapon.rolled {
                let faces = self.roll("strength", self.name(id), rolled.dice)?;
                strength = rolled.total(&faces);
                self.tell(|| Event::Power(id, index, faces, strength));
            }
            let strength = self.battle.weakened(weapon, id, strength);
            total += if crippled { strength.div_ceil(2) } else { strength };
        }
        Ok(total)
    }

    /// The strength of a salvo whose tubes are rolled: no more than was asked for.
    pub(crate) fn roll_salvo_strength(&mut self, ships: &[ShipId], wanted: u8) -> Judged<u8> {
        let mut strength: u8 = 0;
        for id in ships {
            let own = if self.rolls(*id, Gun::Torpedoes) {
                let rolled = self.roll_ordnance(*id, Gun::Torpedoes)?;
                let braced = self.battle.ship(*id).order == Some(Order::Brace);
                if braced { rolled.div_ceil(2) } else { rolled }
            } else {
                self.battle.torpedoes_ready(self.roster, *id)
            };
            strength = strength.saturating_add(own);
        }
        Ok(strength.min(wanted))
    }

    /// Offers the second roll of looted torpedoes, once the salvo is in play.
    pub(crate) fn offer_loaders(&mut self, id: ShipId) {
        let tube = self.profile(id).weapons.iter().position(|w| w.gun == Gun::Torpedoes && w.rolled.is_some());
        if let Some(weapon) = tube.filter(|_| self.profile(id).odd.looted_torpedoes) {
            self.ask(ShootingQuestion::Gunners { ship: id, weapon: weapon as u8 });
        }
    }

    /// Rolls the last salvo again; the second roll stands (DICE-05).
    pub(crate) fn reload_salvo(&mut self, id: ShipId, weapon: u8) -> Judged<()> {
        let strength = if self.profile(id).odd.space_hulk {
            self.roll_tubes(id, weapon)?
        } else {
            self.roll_salvo_strength(&[id], u8::MAX)?
        };
        let number = self.battle.last_flight;
        if let Some(flight) = self.battle.flights.iter_mut().find(|flight| flight.id.number == number) {
            flight.strength = strength;
        }
        Ok(())
    }

    /// Rolls what launch bays without a fixed strength come to in this turn, when launching begins: what they can send
    /// out, and what they add to the craft that the fleet may have in play.
    ///
    /// Ruling: those that are not loaded roll while the fleet has craft in play, since craft beyond the limit go.
    pub(crate) fn open_bays(&mut self) -> Judged<()> {
        let in_play = self.battle.craft_in_play(self.battle.active) > 0;
        for id in (0..self.battle.ships.len() as u8).map(ShipId) {
            let ship = self.battle.ship(id);
            if ship.side != self.battle.active || !ship.fights() || !self.rolls(id, Gun::Bays) {
                continue;
            }
            let loaded = !ship.spent.craft;
            let hangar = if loaded || in_play { self.roll_ordnance(id, Gun::Bays)? } else { 0 };
            self.battle.ship_mut(id).done.hangar = hangar;
        }
        Ok(())
    }
}
