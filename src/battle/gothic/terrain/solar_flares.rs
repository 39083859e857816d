//! What happens to the whole table at the start of a turn: solar flares and radiation bursts (TURN-10).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::TerrainQuestion;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::ShipId;
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Rolls for flares, then for bursts.
    pub(in crate::battle::gothic) fn weather(&mut self) -> Judged<()> {
        self.battle.burst = 0;
        self.battle.flaring = false;
        let side = self.roster.sides[self.battle.active as usize].as_str();
        if self.battle.flares > 0 {
            let faces = self.roll("solar flares", side, self.battle.flares)?;
            let breaks_out = faces.contains(&6);
            self.tell(|| Event::Flare(faces, breaks_out));
            if breaks_out {
                self.flare()?;
            }
        }
        if self.battle.bursts > 0 {
            let faces = self.roll("radiation bursts", side, self.battle.bursts)?;
            // However many dice show one, there is one burst a turn.
            if faces.iter().any(|face| *face >= 5) {
                self.battle.burst = self.d6("radiation level", side)?;
            }
            let level = self.battle.burst;
            self.tell(|| Event::Radiation(faces, level));
        }
        Ok(())
    }

    /// A flare, once a game: a marker on the sunward side of every ship, a hit on those without shields (TERRAIN-41,
    /// TERRAIN-42).
    fn flare(&mut self) -> Judged<()> {
        self.battle.flares = 0;
        self.battle.flaring = true;
        self.flare_flights()?;
        for id in (0..self.battle.ships.len() as u8).rev().map(ShipId) {
            let ship = *self.battle.ship(id);
            let spared = self.battle.polarised(self.roster, id) && ship.fights();
            if !ship.present() || self.battle.is_low(id) || spared {
                continue;
            }
            // Eldar may try to ride it first, each unit once (TERRAIN-44).
            if ship.fights() && self.profile(id).is_eldar() {
                let unit = self.battle.unit_of(id);
                if self.battle.members(unit).first() == Some(&id) {
                    self.ask(TerrainQuestion::Ride(unit));
                }
                continue;
            }
            self.flare_reaches(id);
        }
        Ok(())
    }

    /// One hit, with a critical on 4+ instead of 6.
    pub(in crate::battle::gothic) fn flare_strikes(&mut self, id: ShipId) -> Judged<()> {
        self.hull_hit_critical_on(id, 4)?;
        self.resolve_dying();
        Ok(())
    }
}
