//! Star forts: four quadrants that are hit, ordered and crippled by themselves, and a basilica that they share.
//!
//! Ruling: each quadrant stands on a large base of its own, and the four touch one another about the centre. Ranges are
//! measured from the stem of a quadrant, arcs and facing from the centre. Past a quadrant that no longer fights all the
//! others lie open. The basilica fires with the first quadrant that is not crippled, of front, right, rear and left, and no
//! critical of a quadrant silences it. The fort holds its quadrants: none loses orbit (DEF-08), turns by evasive jets, is
//! dragged along by klaws or drawn into a rift.

use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::special::Deed;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, Ship, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point, Quarter, quarters_of};

/// How far from the centre the stems of the quadrants are: their bases touch.
pub const SPAN: Length = Length(4_243);
/// Dice for repairs that a docked ship has besides its own.
pub(in crate::battle::gothic) const DOCKYARD: u8 = 4;
/// Turns alongside after which a docked ship has reloaded.
const RELOADED: u8 = 2;

/// The quadrants of a fort, in the order in which they stand in a roster.
pub const QUADRANTS: [Quarter; 4] = [Quarter::Front, Quarter::Right, Quarter::Rear, Quarter::Left];

/// What a quadrant is called.
#[must_use]
pub const fn word(quadrant: Quarter) -> &'static str {
    match quadrant {
        Quarter::Front => "front",
        Quarter::Right => "right",
        Quarter::Rear => "rear",
        Quarter::Left => "left",
    }
}

/// Where a quadrant of a fort stands, and where it points.
#[must_use]
pub fn place(centre: Point, heading: Heading, quadrant: Quarter) -> (Point, Heading) {
    let outward = heading.turned(90 * quadrant as i32);
    (centre.ahead(outward, SPAN), outward)
}

/// The quadrants of the fort that one belongs to.
pub(in crate::battle::gothic) fn fort_of(roster: &Roster, id: ShipId) -> [ShipId; 4] {
    let quadrant = roster[id].profile.odd.quadrant.unwrap_or(Quarter::Front);
    let first = id.0 - quadrant as u8;
    [first, first + 1, first + 2, first + 3].map(ShipId)
}

impl Battle {
    /// The centre of the fort that a quadrant belongs to; of any other ship its stem.
    #[inline]
    #[must_use]
    pub fn hub(&self, id: ShipId) -> Point {
        let ship = self.ship(id);
        if self.forts.contains(id) { ship.at.ahead(ship.heading.turned(180), SPAN) } else { ship.at }
    }

    /// Whether others of its fort stand between a quadrant and a place.
    #[inline]
    #[must_use]
    pub fn averted(&self, roster: &Roster, id: ShipId, from: Point) -> bool {
        self.forts.contains(id) && !self.faces(roster, id, from)
    }

    /// Whether a quadrant faces a place: it lies in its quarter, or in that of one which no longer fights.
    fn faces(&self, roster: &Roster, id: ShipId, from: Point) -> bool {
        let Some((one, other)) = quarters_of(self.hub(id), self.ship(id).heading, from) else { return true };
        let quadrants = fort_of(roster, id);
        let own = quadrants.iter().position(|known| *known == id).unwrap_or(0);
        let open = |quarter: Quarter| {
            quarter == Quarter::Front || !self.ship(quadrants[(own + quarter as usize) % 4]).fights()
        };
        open(one) || open(other)
    }

    /// Whether two quadrants are of one fort.
    pub(in crate::battle::gothic) fn one_fort(&self, roster: &Roster, a: ShipId, b: ShipId) -> bool {
        self.forts.contains(a) && fort_of(roster, a).contains(&b)
    }

    /// Whether the weapons of the basilica are a quadrant's to fire.
    pub(in crate::battle::gothic) fn holds_basilica(&self, roster: &Roster, id: ShipId) -> bool {
        let standing = || fort_of(roster, id).into_iter().filter(|known| self.ship(*known).fights());
        standing().find(|known| !self.crippled(roster, *known)).or_else(|| standing().next()) == Some(id)
    }

    /// Whether the basilica of a fort has been penetrated (FORT-02).
    pub(in crate::battle::gothic) fn basilica_lost(&self, roster: &Roster, id: ShipId) -> bool {
        fort_of(roster, id).into_iter().any(|known| self.ship(known).criticals.count(Critical::Basilica) > 0)
    }

    /// The quadrant that keeps the re-roll of a fort, which serves all four.
    pub(in crate::battle::gothic) fn fort_reroller(&self, roster: &Roster, unit: Unit) -> Option<ShipId> {
        let Unit::Ship(id) = unit else { return None };
        let quadrants = self.forts.contains(id).then(|| fort_of(roster, id))?;
        quadrants.into_iter().find(|known| self.ship(*known).rerolls > 0)
    }

    /// Whether a ship that stops at a place lies alongside a friendly fort.
    pub(in crate::battle::gothic) fn docks_at(&self, roster: &Roster, id: ShipId, at: Point) -> bool {
        let base = |id: ShipId| roster[id].profile.base;
        let docks = |fort: ShipId| {
            let quadrant = self.ship(fort);
            let friend = quadrant.side == self.ship(id).side && quadrant.fights();
            friend && roster[fort].profile.odd.docks && quadrant.at.touches(at, base(fort) + base(id))
        };
        !self.forts.contains(id) && self.forts.iter().any(docks)
    }

    /// Whether a ship lies alongside a friendly fort.
    pub(in crate::battle::gothic) fn docked(&self, roster: &Roster, id: ShipId) -> bool {
        !self.forts.is_empty() && self.docks_at(roster, id, self.ship(id).at)
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Only a space hulk is large enough to board some forts.
    pub(in crate::battle::gothic) fn may_board_fort(&self, id: ShipId, target: ShipId) -> Result<(), Refusal> {
        if self.profile(target).odd.shut && !self.profile(id).odd.space_hulk {
            let message = format!("{} may be boarded by a space hulk alone", self.name(target));
            return Err(Refusal::new("FORT-07", message));
        }
        Ok(())
    }

    /// The silos of the basilica are loaded or empty whichever quadrant fires them.
    pub(in crate::battle::gothic) fn share_silos(&mut self, id: ShipId) {
        if !self.battle.forts.contains(id) || !self.battle.holds_basilica(self.roster, id) {
            return;
        }
        let empty = self.battle.ship(id).spent.torpedoes;
        for quadrant in fort_of(self.roster, id) {
            self.battle.ship_mut(quadrant).spent.torpedoes = empty;
        }
    }

    /// Ships that have lain alongside a fort for two of their turns have loaded everything again.
    pub(in crate::battle::gothic) fn end_docking(&mut self) {
        let side = self.battle.active;
        let ships = if self.battle.forts.is_empty() { 0 } else { self.battle.ships.len() as u8 };
        for id in (0..ships).map(ShipId) {
            let ship = self.battle.ship(id);
            if ship.side != side || !ship.fights() {
                continue;
            }
            let turns = if self.battle.docked(self.roster, id) { ship.done.feats.docked + 1 } else { 0 };
            let ship: &mut Ship = self.battle.ship_mut(id);
            ship.done.feats.docked = turns % RELOADED;
            if turns == RELOADED
                && std::mem::take(&mut ship.spent) != crate::battle::gothic::state::ordnance::Spent::default()
            {
                self.tell_deed(Deed::Restocked(id));
            }
        }
    }

    /// A salvo that has struck one quadrant has struck the fort (TORP-10).
    pub(in crate::battle::gothic) fn struck_quarters(&self, ship: ShipId) -> FixedList<ShipId, 4> {
        let mut struck = FixedList::new();
        if self.battle.forts.contains(ship) {
            for quadrant in fort_of(self.roster, ship) {
                struck.push(quadrant).expect("four quadrants");
            }
        }
        struck
    }
}
