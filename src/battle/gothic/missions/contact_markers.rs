//! Contact markers: ships and clusters that lie in wait for a convoy (SCEN-69 to SCEN-76).

use super::mission::{Cluster, Group, GroupKind};
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::ArrivalsQuestion;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::ordnance::{Band, Flight, FlightId, FlightKind, Flown, Marker, Markers};
use crate::battle::gothic::state::{Battle, Fate, ShipId};
use crate::battle::gothic::turn::sequence::Play;
use crate::dice::Dice;
use crate::ships::profile::Size;
use crate::table::geometry::{Heading, Length, Point, SLACK, line_touches};
use crate::table::side::Side;
use crate::text;

/// A convoy vessel so near finds a contact marker (SCEN-72).
const FOUND: Length = Length::cm(30);
/// How fast deadfall torpedoes go (SCEN-74).
const DEADFALL: Length = Length::cm(30);
/// How far apart the ships of a squadron are put.
const ABREAST: Length = Length::cm(4);

impl Battle {
    /// Contact markers of a side that are still face down, by their places among the groups.
    pub fn contacts(&self, side: Side) -> impl Iterator<Item = u8> {
        let groups = (0..).zip(self.mission.groups.iter());
        groups.filter(move |(_, group)| group.side == side && self.is_hidden(group)).map(|(index, _)| index)
    }

    /// Whether a group is a contact marker that lies face down.
    #[must_use]
    pub fn is_hidden(&self, group: &Group) -> bool {
        group.kind == GroupKind::Contact
            && !group.found
            && (group.cluster.is_some() || self.to_come(group).next().is_some())
    }

    /// Where the ships of a contact marker go: the first on it, the rest beside each other no nearer to the enemy
    /// (SCEN-76).
    fn drawn_up(&self, group: &Group, at: Point, place: usize) -> Point {
        if place == 0 {
            return at;
        }
        let enemies = self.fleet(group.side.other()).filter(|(id, _)| !self.is_low(*id));
        let nearest = enemies.min_by_key(|(id, ship)| (ship.at.squared(at), *id)).map(|(_, ship)| ship.at);
        let away = nearest.and_then(|enemy| enemy.heading_to(at)).unwrap_or_default();
        let row = i32::try_from(place.div_ceil(2)).unwrap_or(1);
        let aside = away.turned(if place.is_multiple_of(2) { 60 } else { -60 });
        let spot = at.ahead(aside, Length(ABREAST.0 * row));
        self.ground.table(at).nearest(spot)
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A convoy vessel has gone from one place to another: the markers it came near are found (SCEN-72).
    pub(in crate::battle::gothic) fn find_contacts(&mut self, id: ShipId, from: Point) {
        if self.battle.mission.groups.is_empty() {
            return;
        }
        let (side, to) = (self.battle.ship(id).side, self.battle.ship(id).at);
        for index in 0..self.battle.mission.groups.len() {
            let group = self.battle.mission.groups[index];
            if group.side == side || !self.battle.is_hidden(&group) {
                continue;
            }
            let near = group.at.is_some_and(|at| line_touches(from, to, at, FOUND + SLACK));
            if near {
                self.battle.mission.groups[index].found = true;
                let at = group.at.unwrap_or_default();
                self.tell(|| Event::ContactFound(id, at));
            }
        }
    }

    /// After the convoy's Movement Phase what was found is deployed (SCEN-72).
    pub(in crate::battle::gothic) fn reveal_contacts(&mut self) {
        for index in (0..self.battle.mission.groups.len() as u8).rev() {
            let group = &self.battle.mission.groups[usize::from(index)];
            let open = group.cluster.is_some() || self.battle.to_come(group).next().is_some();
            if group.kind == GroupKind::Contact && group.found && open {
                self.ask(ArrivalsQuestion::Unmask(index));
            }
        }
    }

    /// At the start of his turn the attacker may activate one marker, or two while a convoy ship is on special orders
    /// (SCEN-73).
    pub(in crate::battle::gothic) fn signal(&mut self) {
        let side = self.battle.active;
        let orders = self.battle.fleet(side.other()).any(|(_, ship)| ship.order.is_some());
        self.battle.mission.signals =
            if self.battle.contacts(side).next().is_some() { 1 + u8::from(orders) } else { 0 };
    }

    /// Asks which marker is activated, once the Movement Phase is open.
    pub(in crate::battle::gothic) fn offer_signal(&mut self) {
        let side = self.battle.active;
        if self.battle.mission.signals > 0 && self.battle.contacts(side).next().is_some() {
            self.ask(ArrivalsQuestion::Signal);
        }
    }

    /// The answer to [`ArrivalsQuestion::Signal`].
    pub(in crate::battle::gothic) fn activate(&mut self, index: u8) -> Judged<()> {
        if !self.battle.contacts(self.battle.active).any(|known| known == index) {
            return Err(Refusal::new("SCEN-73", format!("there is no contact marker {}", index + 1)).into());
        }
        self.battle.agenda.pop();
        self.battle.mission.signals -= 1;
        self.battle.mission.groups[usize::from(index)].found = true;
        self.offer_signal();
        self.ask(ArrivalsQuestion::Unmask(index));
        Ok(())
    }

    /// The answer to [`ArrivalsQuestion::Unmask`]: what was under the marker, heading as its owner likes.
    pub(in crate::battle::gothic) fn unmask(&mut self, index: u8, heading: Heading) -> Judged<()> {
        let group = self.battle.mission.groups[usize::from(index)];
        let Some(at) = group.at else { return Ok(()) };
        self.battle.agenda.pop();
        self.battle.mission.groups[usize::from(index)].cluster = None;
        let first = self.battle.to_come(&group).next();
        match group.cluster {
            Some(Cluster::Torpedoes) => {
                let strength = self.d6("deadfall torpedoes", self.side_name(group.side))? + 2;
                let salvo = Flight { heading, speed: DEADFALL, strength, ..Flight::default() };
                self.put_cluster(FlightKind::Salvo, salvo, &group, at);
            }
            Some(Cluster::Craft) => {
                let count = self.d6("attack craft cluster (D3)", self.side_name(group.side))?.div_ceil(2) + 1;
                self.ask(ArrivalsQuestion::Scramble { group: index, count });
            }
            None => {}
        }
        let mut place = 0;
        for id in group.ships.iter() {
            if !self.battle.ship(id).is_to_come() {
                continue;
            }
            let spot = if Some(id) == first { at } else { self.battle.drawn_up(&group, at, place) };
            place += 1;
            self.place(id, spot, heading);
            // What the convoy has found waits for its own turn.
            let active = self.battle.active == group.side;
            self.battle.ship_mut(id).done.moved |= !active;
        }
        Ok(())
    }

    /// The answer to [`ArrivalsQuestion::Scramble`]: so many squadrons in any mix, as one wave (SCEN-75).
    pub(in crate::battle::gothic) fn scramble(&mut self, index: u8, count: u8, band: &Band) -> Judged<()> {
        let group = self.battle.mission.groups[usize::from(index)];
        let named: u8 = band.iter().map(|(_, number)| *number).sum();
        if named != count {
            return Err(Refusal::new(
                "SCEN-75",
                format!("the cluster has {}, not {named}", text::count(count, "squadron")),
            )
            .into());
        }
        let mut craft = Markers::new();
        for (kind, number) in band {
            if !group.craft.contains(kind) {
                let name = &self.roster.craft[usize::from(kind.0)].name;
                return Err(Refusal::new("SCEN-75", format!("the cluster has no {name}")).into());
            }
            for _ in 0..*number {
                craft.push(Marker { craft: *kind, saved: false }).map_err(|full| full.of("markers in a wave"))?;
            }
        }
        self.battle.agenda.pop();
        let at = group.at.unwrap_or_default();
        self.put_cluster(FlightKind::Wave, Flight { craft, ..Flight::default() }, &group, at);
        Ok(())
    }

    fn put_cluster(&mut self, kind: FlightKind, flight: Flight, group: &Group, at: Point) {
        self.battle.last_flight += 1;
        let id = FlightId { kind, number: self.battle.last_flight };
        let flight = Flight { id, side: group.side, at, done: Flown::default(), ..flight };
        self.enter_flight(flight);
        self.tell(|| Event::ClusterOpens(id, flight.size(), at));
    }

    /// A ship has left by its objective edge: what it counts as (SCEN-63, SCEN-78).
    pub(in crate::battle::gothic) fn leaves_by_goal(&self, id: ShipId, at: Point) -> bool {
        let ship = self.battle.ship(id);
        let goal = self.battle.mission.exits[ship.side as usize];
        let edge = self.battle.ground.nearest_edge(at);
        let counts = self.battle.mission.convoy.is_none() || self.profile(id).transport > 0;
        goal == Some(edge) && counts && self.profile(id).size != Size::Defence && ship.fate == Fate::Fighting
    }
}
