//! Star forts in battles of the campaign: one entry of a register or one bought defence, four quadrants at the table.

use super::muster::{Enlisted, Muster};
use super::places::Yard;
use crate::battle::gothic::defences::star_forts;
use crate::battle::gothic::defences::star_forts::QUADRANTS;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId};
use crate::catalog::Catalog;
use crate::ships::option::ClassLeadership;
use crate::table::geometry::{Heading, Point, Quarter};

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
                _ if ship.is_guest() => BOUGHT,
                _ => ship.leadership,
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

/// The four quadrants of the fort that begins with a ship, the ship alone of any other, none of the rest of a fort.
pub(super) fn whole(roster: &Roster, id: ShipId) -> Vec<ShipId> {
    match roster[id].profile.odd.quadrant {
        None => vec![id],
        Some(Quarter::Front) => (0..4).map(|place| ShipId(id.0 + place)).collect(),
        Some(_) => Vec::new(),
    }
}

/// The ships of a list by which they are placed: of a fort its first quadrant.
pub(super) fn leads(roster: &Roster, ships: &[ShipId]) -> Vec<ShipId> {
    ships.iter().copied().filter(|id| !whole(roster, *id).is_empty()).collect()
}

/// Puts the quadrants of a fort about the place where its first was put.
pub(super) fn spread(roster: &Roster, battle: &mut Battle, id: ShipId) {
    let (at, heading) = (battle.ship(id).at, battle.ship(id).heading);
    if front(roster, id) == Some(id) {
        put(battle, id, at, heading);
    }
}

/// Puts a fort about a centre.
pub(super) fn put(battle: &mut Battle, front: ShipId, centre: Point, heading: Heading) {
    for (place, quadrant) in (0..).zip(QUADRANTS) {
        let (at, outward) = star_forts::place(centre, heading, quadrant);
        Yard { battle }.put(ShipId(front.0 + place), at, outward);
    }
}

/// The first quadrant of the fort that a ship belongs to.
pub(super) fn front(roster: &Roster, id: ShipId) -> Option<ShipId> {
    let quadrant = roster[id].profile.odd.quadrant?;
    Some(ShipId(id.0 - quadrant as u8))
}
