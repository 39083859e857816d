//! Merchant hulls turned to war: fire ships, and Q-ships in the guise of freighters.

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Cause, Event, Log};
use crate::battle::gothic::ordnance::outlines::Form;
use crate::battle::gothic::state::ordnance::Flight;
use crate::battle::gothic::state::{Battle, ShipId};
use crate::battle::gothic::turn::sequence::Play;
use crate::dice::Dice;
use crate::table::geometry::Length;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A fire ship explodes in its Movement Phase: D3 fires on every ship within 3D6 cm; escorts and ordnance are
    /// destroyed (MERCHANT-01).
    ///
    /// Ruling: the fires are automatic criticals, which neither shields nor Brace stop (CRIT-02), on friends as on
    /// enemies whose bases are within reach, as of an explosion (CATA-06); hulks have nothing left to burn. The fire
    /// ship itself is lost like any escort and leaves its marker (DAMAGE-04).
    pub(in crate::battle::gothic) fn detonate(&mut self, id: ShipId) -> Judged<()> {
        if !self.profile(id).fire_ship {
            return Err(Refusal::new("MERCHANT-01", format!("{} is no fire ship", self.name(id))).into());
        }
        let faces = self.roll("fire ship", self.name(id), 3)?;
        let radius = Length::cm(i32::from(faces.iter().sum::<u8>()));
        let at = self.battle.ship(id).at;
        self.remove(id, "MERCHANT-01");
        self.put_marker(at, "DAMAGE-04");
        self.tell(|| Event::Detonated(id, radius));
        self.blame(id);
        for ship in &self.inside(at, radius, None) {
            if !self.battle.ship(*ship).fights() {
                continue;
            }
            let crippled = self.battle.crippled(self.roster, *ship);
            if self.profile(*ship).is_light() {
                let hits = self.battle.ship(*ship).hits;
                self.lose(*ship, hits, Cause::Critical);
                continue;
            }
            let fires = self.d6("fire ship", self.name(*ship))?.div_ceil(2);
            for _ in 0..fires {
                self.kindle(*ship)?;
            }
            self.tell_crippled(*ship, crippled);
        }
        let near = |battle: &Battle, flight: &Flight| {
            let form = battle.form(self.roster, flight);
            flight.aboard.is_none() && form.touches(flight.at, Form::Disc(radius), at)
        };
        while let Some(burnt) = self.battle.flights.iter().find(|flight| near(self.battle, flight)).map(|f| f.id) {
            self.remove_flight(burnt, "MERCHANT-01");
        }
        self.resolve_dying();
        Ok(())
    }

    /// A Q-ship shows what it is.
    pub(in crate::battle::gothic) fn reveal(&mut self, id: ShipId) -> Judged<()> {
        if self.battle.ship(id).done.disguise == 0 {
            return Err(Refusal::new("MERCHANT-02", format!("{} is not disguised", self.name(id))).into());
        }
        self.battle.ship_mut(id).done.disguise = 0;
        self.tell(|| Event::Revealed(id));
        Ok(())
    }

    /// A hit on a disguised ship: no freighter stands the second.
    pub(in crate::battle::gothic) fn see_through(&mut self, id: ShipId) {
        let left = self.battle.ship(id).done.disguise;
        if left > 0 {
            self.battle.ship_mut(id).done.disguise = left - 1;
            if left == 1 {
                self.tell(|| Event::Revealed(id));
            }
        }
    }
}
