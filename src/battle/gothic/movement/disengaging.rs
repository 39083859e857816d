//! Leaving the battle.

use super::squadrons::Members;
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::ordnance::outlines::squares;
use crate::battle::gothic::state::agenda::Test;
use crate::battle::gothic::state::ordnance::{Flight, FlightKind, Mark};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Fate, Ship, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::Size;
use crate::table::geometry::{Length, Point, SLACK};

impl Battle {
    /// What the disengage test adds to Leadership (DISENG-02); each marker and enemy once for a whole squadron.
    #[must_use]
    pub fn disengage_bonus(&self, roster: &Roster, unit: Unit) -> i8 {
        let members = self.members(unit);
        let near = |test: &dyn Fn(&Ship) -> bool| members.iter().any(|ship| test(self.ship(*ship)));
        let reach = Length::cm(5) + crate::battle::gothic::damage::blast_markers::RADIUS;
        let markers = self.markers.iter().filter(|marker| near(&|ship| ship.at.within(**marker, reach))).count();
        // A burst or a flare is everywhere (DISENG-03).
        let weather = self.burst > 0 || self.flaring;
        let everywhere = weather && near(&|ship| !self.ground.is_low(ship.at));
        let phenomenon = everywhere || near(&|ship| self.phenomenon_within(ship.at, Length::cm(15)));
        let enemies = self.fleet(self.side_of(unit).other());
        let enemies = enemies.filter(|(_, enemy)| near(&|ship| ship.at.within(enemy.at, Length::cm(15)))).count();
        let ordnance = self.flights_of(self.side_of(unit).other()).filter(|flight| flight.aboard.is_none());
        let beset = |flight: &Flight| self.markers_within(roster, flight, &members, Length::cm(15));
        let ordnance: usize = ordnance.map(beset).sum();
        let bonus = markers as i64 + if phenomenon { 3 } else { 0 } - enemies as i64 - ordnance as i64;
        bonus.clamp(-60, 60) as i8
    }

    /// The markers of a flight whose nearest edge lies within a distance of any of some ships: each of a wave by itself.
    fn markers_within(&self, roster: &Roster, flight: &Flight, ships: &Members, limit: Length) -> usize {
        let near = |gap: &dyn Fn(Point) -> Length| ships.iter().any(|ship| gap(self.ship(*ship).at) <= limit + SLACK);
        if flight.id.kind == FlightKind::Wave && flight.patrol.is_none() {
            let squares = squares(flight.size(), flight.at);
            return squares.filter(|square| near(&|at| square.nearest(at).distance(at))).count();
        }
        usize::from(near(&|at| self.mark_gap(roster, at, Mark::Flight(flight.id))))
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Tries to leave the battle, at the end of the Movement Phase (DISENG-01).
    pub(in crate::battle::gothic) fn disengage(&mut self, unit: Unit) -> Judged<()> {
        let name = self.unit_name(unit);
        if let Unit::Squadron(_) = unit
            && !self.is_escort(unit)
        {
            let message = format!("the capital ships of {name} disengage one by one");
            return Err(Refusal::new("DISENG-11", message).into());
        }
        if self.is_escort(unit) {
            self.is_a_unit(unit, "DISENG-10")?;
        }
        let members = self.battle.members(unit);
        if members.iter().any(|ship| self.profile(*ship).is_stationary()) {
            return Err(Refusal::new("DEF-01", format!("{name} does not move and cannot leave")).into());
        }
        if members.iter().any(|ship| self.battle.ship(*ship).done.assaults) {
            let message = format!("{name} attacks the planet and does nothing else in this turn");
            return Err(Refusal::new("SCEN-88", message).into());
        }
        if members.iter().any(|ship| self.battle.ship(*ship).done.tried) {
            return Err(Refusal::new("DISENG-01", format!("{name} has tried to disengage this turn")).into());
        }
        let bound = |ship: ShipId| self.battle.ship(ship).grappled.is_some() || self.battle.latched(ship).is_some();
        if let Some(grappled) = members.iter().find(|ship| bound(**ship)) {
            let message = format!("{} is grappled and cannot leave", self.name(*grappled));
            let rule = if self.battle.latched(*grappled).is_some() { "ORK-07" } else { "BOARD-12" };
            return Err(Refusal::new(rule, message).into());
        }
        if let Unit::Ship(id) = unit
            && self.profile(id).odd.daemon
        {
            self.drop_back(id);
            return Ok(());
        }
        self.try_to_leave(unit)
    }

    fn try_to_leave(&mut self, unit: Unit) -> Judged<()> {
        for ship in &self.battle.members(unit) {
            self.battle.ship_mut(*ship).done.tried = true;
        }
        // A squadroned capital ship tests on its own Leadership (DISENG-11).
        let own = match unit {
            Unit::Ship(ship) => self.battle.own_leadership(ship),
            Unit::Squadron(_) => self.battle.leadership(unit),
        };
        let needed = own.saturating_add(self.battle.disengage_bonus(self.roster, unit));
        self.test(unit, Test::Disengage, 2, needed)
    }

    pub(in crate::battle::gothic) fn disengage_tested(&mut self, unit: Unit, passed: bool) {
        let members = self.battle.members(unit);
        for id in &members {
            let capital = self.profile(*id).size != Size::Escort;
            if passed {
                self.retire(*id, Fate::Disengaged);
            } else {
                let ship = self.battle.ship_mut(*id);
                ship.done.lingers = true;
                // A capital ship also falls out of its squadron for good (DISENG-12).
                ship.done.left_squadron |= capital && ship.squadron.is_some();
            }
        }
        if passed {
            self.tell(|| Event::Disengaged(unit));
        }
    }

    /// A unit that has to try, tries at once (DISENG-10, LEAD-14).
    pub(in crate::battle::gothic) fn must_disengage(&mut self, unit: Unit) -> Judged<()> {
        let members = self.battle.members(unit);
        if members.is_empty() || members.iter().any(|ship| self.battle.ship(*ship).done.tried) {
            return Ok(());
        }
        self.try_to_leave(unit)
    }

    /// At the end of the Movement Phase those who must try to leave do: squadrons whose escorts have fled
    /// (DISENG-10), and ships of Leadership 1 that did not head for the nearest edge (LEAD-14). True when one tried.
    pub(in crate::battle::gothic) fn forced_departure(&mut self) -> Judged<bool> {
        let side = self.battle.active;
        for id in (0..self.battle.ships.len() as u8).map(ShipId) {
            let ship = self.battle.ship(id);
            let bound =
                ship.grappled.is_some() || self.battle.latched(id).is_some() || self.profile(id).is_stationary();
            if ship.side != side || !ship.fights() || ship.done.tried || bound {
                continue;
            }
            let left = |other: &Ship| other.squadron == ship.squadron && other.fate == Fate::Disengaged;
            let escort = self.profile(id).size == Size::Escort;
            let fled = escort && ship.squadron.is_some() && self.battle.ships.iter().any(left);
            let strays = self.battle.ground.to_edge(ship.at) >= ship.done.from_edge;
            if fled || strays && self.battle.leadership(self.battle.unit_of(id)) <= 1 {
                let unit = self.battle.unit_of(id);
                let who = if self.is_escort(unit) { unit } else { Unit::Ship(id) };
                // A straggler that has tried may be back in formation: then all of it has (DISENG-01).
                if !self.battle.members(who).iter().any(|member| self.battle.ship(*member).done.tried) {
                    return self.must_disengage(who).map(|()| true);
                }
            }
        }
        Ok(false)
    }
}
