//! Star forts on the table: four quadrants that are placed as one.

use super::places::Berths;
use crate::battle::gothic::defences::star_forts;
use crate::battle::gothic::defences::star_forts::QUADRANTS;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId};
use crate::table::geometry::{Heading, Point, Quarter};

/// The four quadrants of the fort that begins with a ship, the ship alone of any other, none of the rest of a fort.
pub(crate) fn whole(roster: &Roster, id: ShipId) -> Vec<ShipId> {
    match roster[id].profile.odd.quadrant {
        None => vec![id],
        Some(Quarter::Front) => (0..4).map(|place| ShipId(id.0 + place)).collect(),
        Some(_) => Vec::new(),
    }
}

/// The ships of a list by which they are placed: of a fort its first quadrant.
pub(crate) fn leads(roster: &Roster, ships: &[ShipId]) -> Vec<ShipId> {
    ships.iter().copied().filter(|id| !whole(roster, *id).is_empty()).collect()
}

/// Puts the quadrants of a fort about the place where its first was put.
pub(crate) fn spread(roster: &Roster, battle: &mut Battle, id: ShipId) {
    let (at, heading) = (battle.ship(id).at, battle.ship(id).heading);
    if front(roster, id) == Some(id) {
        put(battle, id, at, heading);
    }
}

/// Puts a fort about a centre.
pub(crate) fn put(battle: &mut Battle, front: ShipId, centre: Point, heading: Heading) {
    for (place, quadrant) in (0..).zip(QUADRANTS) {
        let (at, outward) = star_forts::place(centre, heading, quadrant);
        Berths { battle }.put(ShipId(front.0 + place), at, outward);
    }
}

/// The first quadrant of the fort that a ship belongs to.
pub(crate) fn front(roster: &Roster, id: ShipId) -> Option<ShipId> {
    let quadrant = roster[id].profile.odd.quadrant?;
    Some(ShipId(id.0 - quadrant as u8))
}
