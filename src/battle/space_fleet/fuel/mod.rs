//! Plasma fuel (SF-FUEL): dropped, burning, exploding, spraying.

use super::class::Effect;
use super::decisions::answer::{Judged, Refusal};
use super::event::What;
use super::measures::{CONTACT, inches};
use super::state::agenda::Question;
use super::state::{Attack, Counter, ShipId, Source};
use super::turn::play::Play;
use crate::dice::Dice;
use crate::table::geometry::{Heading, line_touches};

impl<D: Dice + ?Sized> Play<'_, D> {
    /// A Castellan's shield is switched (SF-SHIP-11).
    pub(in crate::battle::space_fleet) fn switch(&mut self, id: ShipId, on: bool) -> Judged<()> {
        let name = self.roster.name(id);
        if self.ship(id).side != self.battle.active || !self.ship(id).fights() || !self.can_switch(id) {
            return Err(Refusal::new("SF-SHIP-11", format!("{name} has no shield that you can switch")).into());
        }
        let ship = self.battle.ship_mut(id);
        ship.shield_on = on;
        if !on {
            ship.stored = 0;
        }
        self.tell("SF-SHIP-11", What::Shield(id, on));
        Ok(())
    }

    /// Fuel is dropped where the ship stands (SF-FUEL-02).
    pub(in crate::battle::space_fleet) fn jettison(&mut self, id: ShipId, megatons: u8) -> Judged<()> {
        let name = self.roster.name(id);
        if self.ship(id).side != self.battle.active || !self.ship(id).fights() || self.ship(id).fuel == 0 {
            return Err(Refusal::new("SF-FUEL-02", format!("{name} has no fuel that you can jettison")).into());
        }
        if !self.can_jettison(id) {
            return Err(Refusal::new("SF-FUEL-07", format!("{name} cannot jettison: its controls are damaged")).into());
        }
        let fuel = self.ship(id).fuel;
        if megatons == 0 || megatons > fuel {
            return Err(Refusal::new("SF-FUEL-02", format!("{name} has {fuel} megatons aboard, not {megatons}")).into());
        }
        self.drop_fuel(id, megatons)
    }

    fn drop_fuel(&mut self, id: ShipId, megatons: u8) -> Judged<()> {
        let ship = self.battle.ship_mut(id);
        ship.fuel -= megatons;
        let at = ship.at;
        self.tell("SF-FUEL-02", What::Jettison(id, megatons));
        let counter = Counter { at, megatons, burns: 2, burnt: false };
        self.battle.counters.push(counter).map_err(|full| full.of("fuel counters"))?;
        Ok(())
    }

    /// A counter goes off: one die for each megaton against each ship (SF-FUEL-04, SF-FUEL-05).
    pub(in crate::battle::space_fleet) fn burn(&mut self, at: u8) -> Judged<()> {
        let Some(counter) = self.battle.counters.get(usize::from(at)).copied() else { return Ok(()) };
        self.tell("SF-FUEL-04", What::Burns(counter.at, counter.megatons));
        if counter.burns <= 1 {
            self.battle.counters.remove(usize::from(at));
            self.tell("SF-FUEL-05", What::BurntOut(counter.at));
        } else {
            self.battle.counters[usize::from(at)].burns -= 1;
        }
        self.fuel_blast(counter)
    }

    fn fuel_blast(&mut self, counter: Counter) -> Judged<()> {
        self.battle.attack = Attack {
            source: Source::Fuel,
            centre: counter.at,
            dice: counter.megatons.min(40),
            needs: 3,
            ..Attack::default()
        };
        self.catch(counter.at, None, |_| false)
    }

    /// A Goliath's fuel explodes with it, and burns on (SF-FUEL-06).
    pub(in crate::battle::space_fleet) fn fuel_explosion(&mut self, id: ShipId) -> Judged<()> {
        let ship = self.battle.ship_mut(id);
        let (megatons, at) = (std::mem::take(&mut ship.fuel), ship.at);
        if megatons == 0 {
            return Ok(());
        }
        self.tell("SF-FUEL-06", What::FuelExplodes(id, megatons));
        let counter = Counter { at, megatons, burns: 1, burnt: false };
        self.battle.counters.push(counter).map_err(|full| full.of("fuel counters"))?;
        self.fuel_blast(counter)
    }

    /// Half the fuel must be dropped, or the ship explodes (SF-FUEL-07).
    pub(in crate::battle::space_fleet) fn forced_jettison(&mut self, id: ShipId) -> Judged<()> {
        if self.ship(id).fuel == 0 {
            return Ok(());
        }
        if self.bears(id, |effect| matches!(effect, Effect::NoJettison)) {
            return self.destroy("SF-FUEL-07", id);
        }
        self.ask(Question::Drop(id))
    }

    /// The owner has chosen.
    pub(in crate::battle::space_fleet) fn drop_half(&mut self, id: ShipId, drops: bool) -> Judged<()> {
        let half = self.ship(id).fuel.div_ceil(2);
        if drops { self.drop_fuel(id, half) } else { self.destroy("SF-FUEL-07", id) }
    }

    /// Half the fuel sprays out in one of eight directions (SF-FUEL-08).
    pub(in crate::battle::space_fleet) fn fuel_jet(&mut self, id: ShipId) -> Judged<()> {
        let half = self.ship(id).fuel.div_ceil(2);
        if half == 0 {
            return Ok(());
        }
        // Ruling: eight headings alike from six-sided dice: a half by one die, a quarter of it by the next, 5 and 6 again.
        let upper = self.die("jet", id)? > 3;
        let eighth = loop {
            let die = self.die("jet", id)?;
            if die <= 4 {
                break die - 1 + 4 * u8::from(upper);
            }
        };
        let heading = Heading::new(45 * i32::from(eighth));
        let ship = self.battle.ship_mut(id);
        ship.fuel -= half;
        let from = ship.at;
        self.tell("SF-FUEL-08", What::Jet(id, heading, half));
        let to = from.ahead(heading, inches(2 * i32::from(half)));
        for other in self.battle.ids() {
            if other != id && self.ship(other).fights() && line_touches(from, to, self.ship(other).at, CONTACT.half()) {
                let die = self.die("jet damage", other)?;
                self.blow(other, die, from)?;
            }
        }
        Ok(())
    }
}
