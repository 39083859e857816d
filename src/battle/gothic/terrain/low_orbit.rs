//! Low orbit: a table of its own, laid out so far beyond the main one that nothing measured on one reaches the other
//! (ORBIT-14).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::TerrainQuestion;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::phenomena::LOW;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Fate, FeatureKind, Order, SHELLS, SHOTS, Shape, ShipId, Volley};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::Gun;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;

/// How far from the planet edge ships are pulled (ORBIT-09).
const GRIP: Length = Length::cm(45);

impl Battle {
    /// Whether a ship is in low orbit.
    #[must_use]
    pub fn is_low(&self, id: ShipId) -> bool {
        self.ground.is_low(self.ship(id).at)
    }

    /// The planet below the low orbit table: its centre and radius.
    fn planet_below(&self) -> Option<(Point, Length)> {
        let low = self.ground.low?;
        match self.features.get(usize::from(low.planet))?.shape {
            Shape::Disc { centre, radius } => Some((centre, radius)),
            Shape::Rect(_) | Shape::Ring { .. } => None,
        }
    }

    /// How far ships are pulled: 5, 8 or 10 cm for a small, medium or large planet (ORBIT-09, TERRAIN-30).
    #[must_use]
    pub fn pull(&self) -> Length {
        let across = self.planet_below().map_or(Length::ZERO, |(_, radius)| radius + radius);
        if across <= Length::cm(15) {
            Length::cm(5)
        } else if across <= Length::cm(25) {
            Length::cm(8)
        } else {
            Length::cm(10)
        }
    }

    /// Why a ship may not enter low orbit, if it may not (ORBIT-02).
    pub(in crate::battle::gothic) fn bars_entry(&self, roster: &Roster, id: ShipId) -> Option<&'static str> {
        let (ship, profile) = (self.ship(id), &roster[id].profile);
        let planet = self.ground.low.and_then(|low| self.features.get(usize::from(low.planet)));
        let well = planet.filter(|planet| planet.kind == FeatureKind::Planet).and_then(|planet| planet.well());
        if ship.side != self.active || !ship.fights() {
            Some("is no ship of the player whose turn it is")
        } else if profile.is_stationary() || ship.grappled.is_some() || ship.done.standby {
            Some("cannot move")
        } else if self.is_low(id) {
            Some("is in low orbit")
        } else if !well.is_some_and(|(centre, reach)| centre.within(ship.at, reach)) {
            Some("is not in the gravity well")
        } else {
            None
        }
    }

    /// The ships of a player that may enter low orbit now.
    pub fn may_enter<'b>(&'b self, roster: &'b Roster, side: Side) -> impl Iterator<Item = ShipId> + 'b {
        self.fleet(side).map(|(id, _)| id).filter(|id| self.bars_entry(roster, *id).is_none())
    }

    /// A leg that leaves low orbit in the turn in which the ship entered is refused (ORBIT-12). All Ahead Full takes
    /// its ship as far as it goes: then the move ends at the edge.
    pub(in crate::battle::gothic) fn may_climb(&self, id: ShipId, at: Point, heading: Heading, by: Length) -> bool {
        let ship = self.ship(id);
        let held = ship.done.entered && self.is_low(id) && ship.helm() != Some(Order::AllAheadFull);
        let out = |edge: Length| at.ahead(heading, edge).y >= Length::ZERO;
        !held || !self.ground.leaves(at, heading, by).is_some_and(out)
    }

    /// Where a ship comes back to the main table: its base against the planet, so many degrees round it (ORBIT-12).
    pub(in crate::battle::gothic) fn above_planet(
        &self,
        roster: &Roster,
        id: ShipId,
        bearing: Heading,
    ) -> Option<Point> {
        let (centre, radius) = self.planet_below()?;
        let at = centre.ahead(bearing, radius + roster[id].profile.base);
        (!self.ground.is_low(at) && self.ground.holds(at)).then_some(at)
    }

    /// Whether the air bars a ship's torpedoes: in low orbit only ground defences fire them (ORBIT-06, ORBIT-07).
    #[must_use]
    pub fn air_bars(&self, roster: &Roster, id: ShipId) -> bool {
        self.is_low(id) && !roster[id].profile.ground
    }

    /// What a radiation burst takes off a ship's Leadership: a ship in low orbit is off its table (ORBIT-14).
    pub(in crate::battle::gothic) fn burst_on(&self, id: ShipId) -> u8 {
        if self.is_low(id) { 0 } else { self.burst }
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// The start of a turn in low orbit: every ship within 45 cm of the planet edge is pulled towards it (ORBIT-09),
    /// then ships may enter (ORBIT-02).
    ///
    /// Ruling: hulks are pulled like ships; satellites keep their orbit and ground units their place.
    pub(in crate::battle::gothic) fn pull(&mut self) {
        let by = self.battle.pull();
        for id in (0..self.battle.ships.len() as u8).map(ShipId) {
            let ship = self.battle.ship_mut(id);
            ship.done.entered = false;
            let at = ship.at;
            let gripped = ship.present() && at.y <= GRIP && !self.profile(id).is_stationary();
            if !gripped || !self.battle.is_low(id) {
                continue;
            }
            let at = Point { y: at.y - by, ..at };
            self.battle.ship_mut(id).at = at;
            self.take_along(id);
            self.tell(|| Event::Pulled(id, by, at));
            if at.y < Length::ZERO {
                self.remove(id, "ORBIT-10");
            }
        }
        if self.battle.may_enter(self.roster, self.battle.active).next().is_some() {
            self.ask(TerrainQuestion::Enter);
        }
    }

    /// The answer to [`TerrainQuestion::Enter`] for one ship: against the atmosphere edge, where and as its owner likes.
    pub(in crate::battle::gothic) fn enter(&mut self, id: ShipId, x: Length, heading: Heading) -> Judged<()> {
        let name = self.name(id);
        if let Some(why) = self.battle.bars_entry(self.roster, id) {
            return Err(Refusal::new("ORBIT-02", format!("{name} {why} and cannot enter low orbit")).into());
        }
        let Some(low) = self.battle.ground.low else { return Ok(()) };
        if x < LOW || x > LOW + low.length {
            let message = format!("the low orbit table runs from {LOW} to {}: {x} is beside it", LOW + low.length);
            return Err(Refusal::new("ORBIT-02", message).into());
        }
        let at = Point { x, y: low.width - self.profile(id).base };
        let ship = self.battle.ship_mut(id);
        (ship.at, ship.heading, ship.done.entered) = (at, heading, true);
        self.end_patrols(id);
        self.tell(|| Event::EnteredOrbit(id, at, heading));
        if self.battle.may_enter(self.roster, self.battle.active).next().is_none() {
            self.battle.agenda.pop();
        }
        Ok(())
    }

    /// A ship moves off the low orbit table: it lands or crashes at the planet edge (ORBIT-11), and goes back to the
    /// main table by any other (ORBIT-12). True when its owner must say where.
    pub(in crate::battle::gothic) fn leave_low_orbit(&mut self, id: ShipId) -> bool {
        let at = self.battle.ship(id).at;
        if at.y < Length::ZERO {
            if self.profile(id).lands {
                self.retire(id, Fate::Landed);
                self.tell(|| Event::Fate(id, Fate::Landed, "ORBIT-11"));
            } else {
                self.remove(id, "ORBIT-11");
            }
            return false;
        }
        let table = self.battle.ground.table(at);
        self.battle.ship_mut(id).at = table.nearest(at);
        self.take_along(id);
        self.battle.course.legs.clear();
        if self.battle.ship(id).done.entered {
            return false;
        }
        self.then(Task::Go);
        self.ask(TerrainQuestion::Depart(id));
        true
    }

    /// The answer to [`TerrainQuestion::Depart`].
    pub(in crate::battle::gothic) fn depart(&mut self, id: ShipId, bearing: Heading, heading: Heading) -> Judged<()> {
        let Some(at) = self.battle.above_planet(self.roster, id, bearing) else {
            let message = format!("{} would come back off the table at bearing {}", self.name(id), bearing.degrees());
            return Err(Refusal::new("ORBIT-12", message).into());
        };
        self.battle.agenda.pop();
        let ship = self.battle.ship_mut(id);
        (ship.at, ship.heading) = (at, heading);
        self.end_patrols(id);
        self.tell(|| Event::LeftOrbit(id, at, heading));
        Ok(())
    }

    /// Craft do not change tables with the ship they fly patrol for (ORBIT-08, ORBIT-14).
    fn end_patrols(&mut self, id: ShipId) {
        for flight in self.battle.flights.iter_mut().filter(|flight| flight.patrol == Some(id)) {
            flight.patrol = None;
        }
    }

    /// Lances and nova cannon of ships in low orbit fire only on 4+, a die for each weapon; those that fail are spent
    /// (ORBIT-05). Ground defences are not bound (ORBIT-07). True when something fell silent.
    ///
    /// Ruling: the dice fall when the fire is declared, before anybody braces: they decide whether there is an attack.
    pub(in crate::battle::gothic) fn through_atmosphere(&mut self, volley: &mut Volley) -> Judged<bool> {
        let nova = |ship: ShipId| self.profile(ship).weapons.iter().position(|weapon| weapon.gun == Gun::Nova);
        let mut bound: FixedList<(ShipId, u8), { SHOTS + SHELLS }> = FixedList::new();
        let shells = volley.shells.iter().filter_map(|shell| Some((shell.ship, nova(shell.ship)? as u8)));
        for (ship, weapon) in volley.shots.iter().map(|shot| (shot.ship, shot.weapon)).chain(shells) {
            let free = self.profile(ship).ground || self.profile(ship).weapons[usize::from(weapon)].gun.is_gunnery();
            if self.battle.is_low(ship) && !free && !bound.contains(&(ship, weapon)) {
                bound.push((ship, weapon)).expect("each weapon once");
            }
        }
        let mut silent: FixedList<(ShipId, u8), { SHOTS + SHELLS }> = FixedList::new();
        for (ship, weapon) in &bound {
            let face = self.d6("low orbit", self.name(*ship))?;
            self.tell(|| Event::Atmosphere(*ship, *weapon, face));
            if face < 4 {
                silent.push((*ship, *weapon)).expect("some of those");
            }
        }
        let (mut shots, mut shells) = (FixedList::new(), FixedList::new());
        for shot in volley.shots.iter().filter(|shot| !silent.contains(&(shot.ship, shot.weapon))) {
            shots.push(*shot).expect("some of the shots");
        }
        let nova = |ship: ShipId| self.profile(ship).weapons.iter().position(|weapon| weapon.gun == Gun::Nova);
        let spent = |ship: ShipId| nova(ship).is_some_and(|weapon| silent.contains(&(ship, weapon as u8)));
        for shell in volley.shells.iter().filter(|shell| !spent(shell.ship)) {
            shells.push(*shell).expect("some of the shells");
        }
        (volley.shots, volley.shells) = (shots, shells);
        Ok(!silent.is_empty())
    }
}
