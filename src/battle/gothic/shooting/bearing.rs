//! What the guns of a unit bear on, judged once for a whole volley.

use crate::battle::gothic::movement::squadrons::Members;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, Order, ShipId, Unit};
use crate::ships::profile::Arcs;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, quarters_of};

/// Most guns of one unit.
pub const GUNS: usize = 40;

/// One gun and what it bears on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bearing {
    /// The ship it belongs to.
    pub ship: ShipId,
    /// Which of its weapons.
    pub weapon: u8,
    arcs: Arcs,
    range: Length,
    /// Enemies it can be fired at, hulks among them.
    pub targets: Crowd,
    /// The square of the distance of the nearest of them that fights, and its id, one higher: 0 for none. So that a new
    /// list of guns is all zeroes, and short.
    squared: i64,
    prey: u8,
}

impl Bearing {
    /// The nearest enemy that fights and can be fired at, with the square of its distance (SHOOT-05).
    #[inline]
    #[must_use]
    pub fn nearest(&self) -> Option<(i64, ShipId)> {
        self.prey.checked_sub(1).map(|prey| (self.squared, ShipId(prey)))
    }
}

/// The guns of a unit.
pub type Bearings = FixedList<Bearing, GUNS>;

impl Battle {
    /// What each direct-fire weapon of a unit bears on.
    #[must_use]
    pub fn bearings(&self, roster: &Roster, unit: Unit) -> Bearings {
        let mut bearings = Bearings::new();
        for ship in &self.members(unit) {
            let first = bearings.len();
            for weapon in Self::guns(roster, *ship) {
                let arcs = roster[*ship].profile.weapons[usize::from(weapon)].arcs;
                let range = self.range(roster, *ship, weapon);
                bearings
                    .push(Bearing { ship: *ship, weapon, arcs, range, ..Bearing::default() })
                    .expect("the guns of a unit are counted when it is entered");
            }
            self.look_about(roster, *ship, &mut bearings[first..]);
        }
        bearings
    }

    /// Finds what the guns of a ship bear on.
    fn look_about(&self, roster: &Roster, id: ShipId, bearings: &mut [Bearing]) {
        let (ship, hub) = (self.ship(id), self.hub(id));
        let farthest = bearings.iter().map(|bearing| bearing.range).max().unwrap_or_default();
        for enemy in self.fighting(ship.side.other()).or(self.hulks()).iter() {
            let other = self.ship(enemy);
            let far = !ship.at.within(other.at, farthest);
            if far || other.side == ship.side || self.averted(roster, enemy, ship.at) {
                continue;
            }
            let quarters = quarters_of(hub, ship.heading, other.at);
            let squared = ship.at.squared(other.at);
            let mut seen = None;
            for bearing in bearings.iter_mut() {
                if !ship.at.within(other.at, bearing.range) || !bearing.arcs.hold(quarters) {
                    continue;
                }
                if !*seen.get_or_insert_with(|| self.fires_past(roster, id, enemy)) {
                    break;
                }
                bearing.targets.insert(enemy);
                if other.fights() && bearing.nearest().is_none_or(|(known, _)| squared < known) {
                    (bearing.squared, bearing.prey) = (squared, enemy.0 + 1);
                }
            }
        }
    }

    /// Whether nothing on the table is in the way of fire between two ships (SHOOT-12, TERRAIN-21, TERRAIN-23).
    fn fires_past(&self, roster: &Roster, id: ShipId, target: ShipId) -> bool {
        let (ship, other) = (self.ship(id), self.ship(target));
        let hampered = || ship.order == Some(Order::Brace) || self.crippled(roster, id);
        self.sees(roster, id, target)
            && (!self.shared_field(ship.at, other.at) || ship.at.within(other.at, Length::cm(10)) && !hampered())
    }

    /// The ships of a target that a gun bears on.
    #[must_use]
    pub fn seen_of(&self, bearing: &Bearing, target: Unit) -> Members {
        let mut found = Members::new();
        match target {
            Unit::Ship(ship) => {
                if bearing.targets.contains(ship) {
                    found.push(ship).expect("each ship once");
                }
            }
            Unit::Squadron(_) => {
                for ship in self.members(target).iter().filter(|ship| bearing.targets.contains(**ship)) {
                    found.push(*ship).expect("each ship once");
                }
            }
        }
        found
    }

    /// Whether a target is a gun's nearest: as near as the nearest, or a hulk that nothing is nearer than (SHOOT-08).
    /// Ties are the shooter's choice.
    #[must_use]
    pub fn is_nearest(&self, bearing: &Bearing, target: Unit) -> bool {
        let at = self.ship(bearing.ship).at;
        let own = self.seen_of(bearing, target).iter().map(|seen| at.squared(self.ship(*seen).at)).min();
        own.is_some_and(|own| bearing.nearest().is_none_or(|(nearest, _)| own <= nearest))
    }
}

/// The gun that a weapon is, if it is one of the unit's.
#[must_use]
pub fn bearing_of(bearings: &Bearings, ship: ShipId, weapon: u8) -> Option<&Bearing> {
    bearings.iter().find(|bearing| (bearing.ship, bearing.weapon) == (ship, weapon))
}
