//! Units: ships by themselves, and squadrons in formation.

use super::few::Few;
use super::geometry::Length;
use super::state::{Battle, Crowd, SHIPS, ShipId, SquadronId, Unit};

/// Ships of a unit.
pub type Members = Few<ShipId, SHIPS>;

/// Ships farther apart than this are not linked (SQUAD-07).
pub(super) const LINK: Length = Length::cm(15);

impl Battle {
    /// The unit a ship acts and is shot at with (SQUAD-08).
    #[inline]
    #[must_use]
    pub fn unit_of(&self, ship: ShipId) -> Unit {
        match self.ship(ship).squadron {
            Some(squadron) if self.formation(squadron).contains(ship) => Unit::Squadron(squadron),
            _ => Unit::Ship(ship),
        }
    }

    /// The ships of a unit that fight.
    #[must_use]
    pub fn members(&self, unit: Unit) -> Members {
        let mut members = Members::new();
        match unit {
            Unit::Ship(ship) => {
                if self.ship(ship).fights() {
                    let _ = members.push(ship);
                }
            }
            Unit::Squadron(squadron) => {
                for ship in self.formation(squadron).iter() {
                    let _ = members.push(ship);
                }
            }
        }
        members
    }

    /// Whether a ship is one of a unit that fight.
    #[must_use]
    pub fn is_of(&self, ship: ShipId, unit: Unit) -> bool {
        match unit {
            Unit::Ship(own) => own == ship && self.ship(ship).fights(),
            Unit::Squadron(squadron) => {
                self.enrolled(squadron).contains(ship) && self.formation(squadron).contains(ship)
            }
        }
    }

    /// Whether anybody of a unit fights.
    #[must_use]
    pub fn is_afloat(&self, unit: Unit) -> bool {
        match unit {
            Unit::Ship(ship) => self.ship(ship).fights(),
            Unit::Squadron(squadron) => !self.company(squadron).is_empty(),
        }
    }

    /// The ships of a squadron that fight and have not left it.
    pub(super) fn company(&self, squadron: SquadronId) -> Crowd {
        let enrolled = self.enrolled(squadron);
        let mut company = enrolled;
        for id in enrolled.iter() {
            let ship = self.ship(id);
            if !ship.fights() || ship.done.left_squadron {
                company.remove(id);
            }
        }
        company
    }

    /// The largest chain of a squadron's ships with links of at most 15 cm (SQUAD-07). Of equal chains, the one with
    /// the highest Leadership, then the one with the first ship.
    fn formation(&self, squadron: SquadronId) -> Crowd {
        let leadership = |chain: Crowd| chain.iter().map(|ship| self.own_leadership(ship)).max();
        let mut left = self.company(squadron);
        if left.count() <= 1 {
            return left;
        }
        let mut best = Crowd::default();
        while left.count() >= best.count() {
            let Some(seed) = left.iter().next() else { break };
            let chain = self.chain(seed, &mut left);
            let longer = chain.count() > best.count();
            if longer || chain.count() == best.count() && leadership(chain) > leadership(best) {
                best = chain;
            }
        }
        best
    }

    /// Takes the ships that are linked with one out of those that are left.
    pub(super) fn chain(&self, seed: ShipId, left: &mut Crowd) -> Crowd {
        let (mut chain, mut open) = (Crowd::default(), Crowd::default());
        open.insert(seed);
        left.remove(seed);
        while let Some(ship) = open.iter().next() {
            open.remove(ship);
            chain.insert(ship);
            let at = self.ship(ship).at;
            for other in left.iter() {
                if self.ship(other).at.within(at, LINK) {
                    open.insert(other);
                    left.remove(other);
                }
            }
        }
        chain
    }

    /// The ships of a unit that have still to move.
    pub fn unmoved(&self, unit: Unit) -> impl Iterator<Item = ShipId> {
        let mut members = match unit {
            // Ships of a squadron that has begun to move stay together until it has finished (SQUAD-09).
            Unit::Squadron(squadron) => self.company(squadron),
            Unit::Ship(ship) => {
                let mut alone = Crowd::default();
                if self.ship(ship).fights() {
                    alone.insert(ship);
                }
                alone
            }
        };
        for ship in members.iter().filter(|ship| self.ship(*ship).done.moved) {
            members.remove(ship);
        }
        members.iter()
    }
}
