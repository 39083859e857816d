//! Units: ships by themselves, and squadrons in formation.

use super::few::Few;
use super::geometry::Length;
use super::state::{Battle, SHIPS, ShipId, SquadronId, Unit};

/// Ships of a unit.
pub type Members = Few<ShipId, SHIPS>;

/// Ships farther apart than this are not linked (SQUAD-07).
const LINK: Length = Length::cm(15);

impl Battle {
    /// The unit a ship acts and is shot at with (SQUAD-08).
    #[must_use]
    pub fn unit_of(&self, ship: ShipId) -> Unit {
        match self.ship(ship).squadron {
            Some(squadron) if self.formation(squadron).contains(&ship) => Unit::Squadron(squadron),
            _ => Unit::Ship(ship),
        }
    }

    /// The ships of a unit that fight.
    #[must_use]
    pub fn members(&self, unit: Unit) -> Members {
        match unit {
            Unit::Ship(ship) => {
                let mut members = Members::new();
                if self.ship(ship).fights() {
                    let _ = members.push(ship);
                }
                members
            }
            Unit::Squadron(squadron) => self.formation(squadron),
        }
    }

    /// The largest chain of a squadron's ships with links of at most 15 cm (SQUAD-07). Of equal chains, the one with
    /// the highest Leadership, then the one with the first ship.
    fn formation(&self, squadron: SquadronId) -> Members {
        let mut left = Members::new();
        for (id, ship) in self.all() {
            if ship.squadron == Some(squadron) && ship.fights() && !ship.done.left_squadron {
                let _ = left.push(id);
            }
        }
        let mut best = Members::new();
        let mut best_leadership = i8::MIN;
        while let Some(seed) = left.first().copied() {
            let mut chain = Members::new();
            let _ = chain.push(seed);
            left.remove(0);
            let mut next = 0;
            while next < chain.len() {
                let at = self.ship(chain[next]).at;
                next += 1;
                let mut index = 0;
                while index < left.len() {
                    if self.ship(left[index]).at.within(at, LINK) {
                        let _ = chain.push(left.remove(index));
                    } else {
                        index += 1;
                    }
                }
            }
            let leadership = chain.iter().map(|ship| self.own_leadership(*ship)).max().unwrap_or(0);
            if (chain.len(), leadership) > (best.len(), best_leadership) {
                chain.sort_unstable();
                (best, best_leadership) = (chain, leadership);
            }
        }
        best
    }

    /// The ships of a unit that have still to move.
    pub fn unmoved(&self, unit: Unit) -> impl Iterator<Item = ShipId> {
        let members = match unit {
            // Ships of a squadron that has begun to move stay together until it has finished (SQUAD-09).
            Unit::Squadron(squadron) => {
                let mut members = Members::new();
                for (id, ship) in self.all() {
                    if ship.squadron == Some(squadron) && ship.fights() && !ship.done.left_squadron {
                        let _ = members.push(id);
                    }
                }
                members
            }
            Unit::Ship(_) => self.members(unit),
        };
        let unmoved: Members = {
            let mut unmoved = Members::new();
            for ship in members.iter().filter(|ship| !self.ship(**ship).done.moved) {
                let _ = unmoved.push(*ship);
            }
            unmoved
        };
        (0..unmoved.len()).map(move |index| unmoved[index])
    }
}
