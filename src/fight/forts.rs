//! Star forts in battles of the campaign: one entry of a register or one bought defence, four quadrants at the table.

use super::muster::{Enlisted, Muster};
use crate::battle::gothic::defences::star_forts;
use crate::battle::gothic::defences::star_forts::QUADRANTS;
use crate::catalog::Catalog;
use crate::ships::option::ClassLeadership;
use crate::table::geometry::Quarter;

/// Ruling: who crews a star fort that is bought for one battle has Leadership 8.
const BOUGHT: u8 = 8;

impl Muster {
    /// Puts the quadrants of star forts in their place, each with its part of the hits that are missing and the first
    /// with the fort's re-roll.
    pub(super) fn raise_forts(&mut self, catalog: &Catalog) {
        for ship in std::mem::take(&mut self.ships) {
            let Some(class) = catalog.fleets.class(&ship.class).filter(|class| class.quadrants.is_some()) else {
                self.ships.push(ship);
                continue;
            };
            let leadership = match class.leadership {
                Some(ClassLeadership::Fixed(value)) => value,
                Some(_) | None if ship.is_guest() => BOUGHT,
                Some(_) | None => ship.leadership,
            };
            for quadrant in QUADRANTS {
                let mut part = Enlisted { leadership, commander: None, ..ship.clone() };
                part.name = format!("{} {}", ship.name, star_forts::word(quadrant));
                part.short = (ship.short + 3 - quadrant as u8) / 4;
                part.rerolls = u8::from(quadrant == Quarter::Front);
                part.flagship &= quadrant == Quarter::Front;
                part.fitting.quadrant = Some(quadrant);
                self.ships.push(part);
            }
        }
    }
}
