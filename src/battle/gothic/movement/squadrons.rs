//! Units: ships by themselves, and squadrons in formation.

use crate::battle::gothic::state::{Battle, Crowd, SHIPS, ShipId, SquadronId, Unit};
use crate::table::fixed_list::FixedList;
use crate::table::geometry::Length;

/// Ships of a unit.
pub type Members = FixedList<ShipId, SHIPS>;

/// Ships farther apart than this are not linked (SQUAD-07).
pub(in crate::battle::gothic) const LINK: Length = Length::cm(15);

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
                    members.push(ship).expect("each ship once");
                }
            }
            Unit::Squadron(squadron) => {
                for ship in self.formation(squadron).iter() {
                    members.push(ship).expect("each ship once");
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
    pub(in crate::battle::gothic) fn company(&self, squadron: SquadronId) -> Crowd {
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
        if self.current.is_some() && self.moves_now(squadron) {
            return left.and(self.formed);
        }
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

    /// Whether a squadron, or a ship of it that is out of formation, has begun its move and not finished it.
    fn moves_now(&self, squadron: SquadronId) -> bool {
        match self.current {
            Some(Unit::Squadron(moving)) => moving == squadron,
            Some(Unit::Ship(ship)) => self.ship(ship).squadron == Some(squadron),
            None => false,
        }
    }

    /// A unit has been given an order or begins to move. Who is in formation is not judged again before all of it has
    /// moved (SQUAD-09).
    pub fn set_out(&mut self, unit: Unit) {
        let squadron = match unit {
            Unit::Squadron(squadron) => Some(squadron),
            Unit::Ship(ship) => self.ship(ship).squadron,
        };
        self.formed = squadron.map_or(Crowd::default(), |squadron| self.formation(squadron));
        self.current = Some(unit);
    }

    /// The unit under way has moved, or the phase is over.
    pub fn come_to_rest(&mut self) {
        self.current = None;
        self.formed = Crowd::default();
    }

    /// The squadron that a ship acts with, if others are in formation with it (SQUAD-03, SQUAD-18).
    #[must_use]
    pub fn bound_to(&self, ship: ShipId) -> Option<SquadronId> {
        let squadron = self.ship(ship).squadron?;
        let formation = self.formation(squadron);
        (formation.contains(ship) && formation.count() > 1).then_some(squadron)
    }

    /// Takes the ships that are linked with one out of those that are left.
    pub(in crate::battle::gothic) fn chain(&self, seed: ShipId, left: &mut Crowd) -> Crowd {
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
