//! What a die that has hit does to the ship it falls on (SHOOT-19 steps 9 to 12).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::state::ShipId;
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::Gun;
use crate::table::geometry::Point;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// What a die that hit does to the ship it falls on; `marks` counts the markers of the volley on it.
    pub(in crate::battle::gothic) fn land(
        &mut self,
        (gun, face): (Gun, u8),
        ship: ShipId,
        from: Point,
        marks: &mut u8,
    ) -> Judged<()> {
        (self.attack.acid, self.attack.warp) = (gun == Gun::Acid, gun == Gun::Warp);
        self.from = from;
        // Gunnery is shifted by a holofield; whatever else hits may be eluded.
        if gun.pierces(face) {
            self.blame_volley(gun, ship);
            return self.hull_hit(ship);
        }
        if !gun.is_gunnery() && self.eludes(ship, from, marks, "ELDAR-12")? {
            return Ok(());
        }
        self.blame_volley(gun, ship);
        // Both hits of a heavy gun fall on the same ship, each against shields, save and hull (BRACE-13).
        let more = u8::from(self.attack.relays && gun == Gun::Lance && face == 6);
        for _ in 0..gun.hits(face) + more {
            if self.battle.ship(ship).hits == 0 {
                break;
            }
            if gun.skips_shields() {
                self.hull_hit(ship)?;
            } else {
                self.hit_critical_on(ship, from, marks, gun.critical_on())?;
            }
        }
        Ok(())
    }
}
