//! Ships that come later: by an edge, by a roll, or not at all.

use super::mission::{Group, GroupKind};
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::ArrivalsQuestion;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Fate, Ship, ShipId};
use crate::battle::gothic::turn::sequence::Play;
use crate::dice::Dice;
use crate::table::edge::Edge;
use crate::table::geometry::{Heading, Length, Point, SLACK};
use crate::table::side::Side;

/// How far apart the ships of a squadron come on.
const ABREAST: Length = Length::cm(5);
/// How far from its marker a division comes on (SCEN-101).
const BESIDE: Length = Length::cm(10);
/// Friends so near help a division on, and draw its marker (SCEN-98, SCEN-100).
const FRIENDS: Length = Length::cm(30);
/// No marker is put so near an enemy ship (SCEN-98).
const ENEMIES: Length = Length::cm(60);
/// How much farther along the long edges a reserve may come on in each turn (SCEN-35).
const STEP: i32 = 30;
/// The turns in which a convoy enters (SCEN-71).
const CONVOY: u8 = 2;

impl Battle {
    /// Speed of the slowest ship of a group.
    #[must_use]
    pub fn slowest(&self, roster: &Roster, group: &Group) -> Length {
        let speed = |id: ShipId| {
            let profile = &roster[id].profile;
            // Ruling: a ship under sail counts with its fastest sailing, the figure on its data sheet.
            profile.sails.map_or(profile.speed, |sails| sails.fastest())
        };
        self.to_come(group).map(speed).min().unwrap_or(Length::ZERO)
    }

    /// The die a group needs to arrive (SCEN-99, SCEN-114): speeds between the bands use the lower one.
    #[must_use]
    pub fn arrives_on(&self, roster: &Roster, group: &Group) -> u8 {
        let slowest = self.slowest(roster, group);
        if slowest >= Length::cm(30) {
            3
        } else if slowest >= Length::cm(25) {
            4
        } else {
            5
        }
    }

    /// Whether friends of a side are within 30 cm of a place.
    fn friends_near(&self, side: Side, at: Point) -> bool {
        self.fleet(side).any(|(id, ship)| !self.is_low(id) && ship.at.within(at, FRIENDS))
    }

    /// Why a ship may not come on there, if it may not.
    pub(in crate::battle::gothic) fn bars_arrival(
        &self,
        id: ShipId,
        at: Point,
        heading: Heading,
    ) -> Option<(&'static str, String)> {
        let index = self.group_of(id).filter(|_| self.ship(id).is_to_come());
        let Some(group) = index.map(|index| &self.mission.groups[index]) else {
            return Some(("SCEN-14", "has not to come".to_owned()));
        };
        if group.kind == GroupKind::Contact {
            return Some(("SCEN-72", "comes when its contact marker is found".to_owned()));
        }
        if !group.ready || group.side != self.active {
            return Some((group.kind.rule(), "cannot come yet".to_owned()));
        }
        if self.ground.edges_at(at).next().is_none() {
            return Some((group.kind.rule(), format!("comes from an edge, and {at} is on none")));
        }
        if !self.ground.holds(at.ahead(heading, Length::cm(1)))
            || self.ground.to_edge(at.ahead(heading, Length::cm(1))) <= Length::ZERO
        {
            return Some((group.kind.rule(), format!("must head onto the table, not {}", heading.degrees())));
        }
        let why = self.may_use_edge(group, at)?;
        Some((group.kind.rule(), why))
    }

    fn may_use_edge(&self, group: &Group, at: Point) -> Option<String> {
        let on = |edge: Edge| self.ground.edges_at(at).any(|known| known == edge);
        let edge = group.edge?;
        match group.kind {
            GroupKind::Raid | GroupKind::Patrol => (!on(edge)).then(|| format!("comes from the {edge} edge")),
            GroupKind::Convoy | GroupKind::Division => {
                let marker =
                    group.at.unwrap_or_else(|| self.ground.on_edge(edge, self.ground.edge_length(edge).half()));
                let reach = if group.kind == GroupKind::Convoy { Length::ZERO } else { BESIDE };
                (!on(edge) || !at.within(marker, reach)).then(|| {
                    if reach == Length::ZERO {
                        format!("comes from {marker}")
                    } else {
                        format!("comes within {reach} cm of {marker}")
                    }
                })
            }
            GroupKind::Reserve => {
                let far = Length::cm(STEP * (i32::from(self.turn) - 1));
                let corner = match edge {
                    Edge::Left | Edge::Near => Length::ZERO,
                    Edge::Right => self.ground.width,
                    Edge::Far => self.ground.depth,
                };
                let along = if edge.is_short() { at.x } else { at.y };
                let reached = Length((along - corner).0.abs()) <= far && !on(edge.opposite());
                (!on(edge) && !reached)
                    .then(|| format!("comes from the {edge} edge or {far} cm beside it in turn {}", self.turn))
            }
            GroupKind::Contact => None,
        }
    }

    /// Why a division's marker may not be put there, if it may not (SCEN-98).
    pub(in crate::battle::gothic) fn bars_post(&self, group: &Group, at: Point) -> Option<String> {
        let edge = group.edge?;
        if !self.ground.edges_at(at).any(|known| known == edge) {
            return Some(format!("the marker goes on the {edge} edge, and {at} is not on it"));
        }
        if !self.is_clear(group.side, at) {
            return Some(format!("{at} is within {ENEMIES} cm of an enemy ship"));
        }
        let to_edge = |ship: Point| ship.distance(self.nearest_on(edge, ship));
        let beside =
            self.fleet(group.side).filter(|(id, ship)| !self.is_low(*id) && to_edge(ship.at) <= FRIENDS + SLACK);
        let mut friends = beside.map(|(_, ship)| ship.at).peekable();
        if friends.peek().is_none() || self.friends_near(group.side, at) {
            return None;
        }
        // Where no place meets both, the enemies' limit wins, and the marker goes as near to friends as may be.
        let nearest = |place: Point| self.fleet(group.side).map(|(_, ship)| ship.at.squared(place)).min();
        let mut spots = self.spots(edge).filter(|spot| self.is_clear(group.side, *spot));
        let met = spots.clone().any(|spot| self.friends_near(group.side, spot));
        let best = spots.all(|spot| nearest(spot) >= nearest(at));
        (met || !best).then(|| format!("there are friends near that edge, and {at} is not within {FRIENDS} cm of them"))
    }

    fn is_clear(&self, side: Side, at: Point) -> bool {
        !self.fleet(side.other()).any(|(id, ship)| !self.is_low(id) && ship.at.within(at, ENEMIES))
    }

    fn nearest_on(&self, edge: Edge, at: Point) -> Point {
        self.ground.on_edge(edge, if edge.is_short() { at.y } else { at.x })
    }

    /// Places along an edge, 5 cm apart, from its middle outwards.
    pub(in crate::battle::gothic) fn spots(&self, edge: Edge) -> impl Iterator<Item = Point> + Clone + use<> {
        let (ground, length) = (self.ground, self.ground.edge_length(edge));
        let steps = length.half().0 / 5000;
        (0..=2 * steps).map(move |step| {
            let out = Length::cm(5 * ((step + 1) / 2) * if step % 2 == 0 { 1 } else { -1 });
            ground.on_edge(edge, length.half() + out)
        })
    }

    /// A place where a division's marker may go, if there is one.
    pub(in crate::battle::gothic) fn usual_post(&self, group: &Group) -> Option<Point> {
        let edge = group.edge?;
        let legal = |spot: &Point| self.bars_post(group, *spot).is_none();
        let near_friends = self.spots(edge).filter(|spot| self.friends_near(group.side, *spot)).find(legal);
        near_friends.or_else(|| self.spots(edge).find(legal))
    }

    /// Where a ship may come on, in the middle of what is open to it.
    #[must_use]
    pub fn usual_arrival(&self, id: ShipId) -> Option<(Point, Heading)> {
        let group = &self.mission.groups[self.group_of(id)?];
        let edges = group.edge.map_or(Edge::ALL, |edge| &Edge::ALL[edge as usize..=edge as usize]);
        let others = group.ships;
        // Beside the ships of the group that came before it, not upon them.
        let taken = |spot: Point| self.all().any(|(id, ship)| others.contains(id) && ship.present() && ship.at == spot);
        let legal = |edge: Edge, spot: Point| {
            let heading = edge.inward();
            self.bars_arrival(id, spot, heading).is_none().then_some((spot, heading))
        };
        let marked = group.at.into_iter().flat_map(|at| edges.iter().map(move |edge| (*edge, at)));
        let along = edges.iter().flat_map(|edge| self.spots(*edge).map(move |spot| (*edge, spot)));
        let found = along.clone().chain(marked.clone()).filter_map(|(edge, spot)| legal(edge, spot));
        let near = |spot: &(Point, Heading)| group.at.is_none_or(|at| spot.0.within(at, BESIDE));
        // A squadron comes on side by side: a ship keeps within reach of those that came before it, on a way of its own.
        let squadron = self.ship(id).squadron;
        let mate = |(other, ship): &(ShipId, &Ship)| {
            squadron.is_some() && ship.squadron == squadron && *other != id && others.contains(*other) && ship.fights()
        };
        let aside = |(spot, heading): (Point, Heading), ship: &Ship| {
            let across = if heading.degrees() % 180 == 0 { spot.x - ship.at.x } else { spot.y - ship.at.y };
            Length(across.0.abs())
        };
        let abreast = |spot: &(Point, Heading)| {
            let nearest = self.all().filter(mate).map(|(_, ship)| aside(*spot, ship)).min();
            nearest.is_some_and(|gap| (ABREAST..=ABREAST + ABREAST).contains(&gap))
        };
        let beside = found.clone().filter(near).find(|place| !taken(place.0) && abreast(place));
        let free = || found.clone().filter(near).find(|(spot, _)| !taken(*spot));
        beside.or_else(free).or_else(|| found.clone().find(near))
    }
}

impl GroupKind {
    /// The rule by which it comes.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Raid => "SCEN-42",
            Self::Reserve => "SCEN-35",
            Self::Convoy => "SCEN-71",
            Self::Patrol => "SCEN-114",
            Self::Division => "SCEN-101",
            Self::Contact => "SCEN-72",
        }
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// The start of a turn in a scenario: who may come on now, and what is rolled for it.
    pub(in crate::battle::gothic) fn muster(&mut self) -> Judged<()> {
        self.signal();
        for index in (0..self.battle.mission.groups.len()).rev() {
            let group = self.battle.mission.groups[index];
            if group.side != self.battle.active || self.battle.to_come(&group).next().is_none() {
                continue;
            }
            match group.kind {
                GroupKind::Raid | GroupKind::Reserve => self.battle.mission.groups[index].ready = true,
                GroupKind::Convoy if self.battle.turn <= CONVOY => self.battle.mission.groups[index].ready = true,
                GroupKind::Convoy => self.lost_on_the_way(index),
                GroupKind::Patrol if !group.ready => self.hail_patrol(index)?,
                GroupKind::Division if !group.ready && group.at.is_some() => self.hail_division(index)?,
                GroupKind::Patrol | GroupKind::Division | GroupKind::Contact => {}
            }
        }
        self.exterminate()
    }

    /// Ships of a convoy that have not entered in two turns take no part (SCEN-71).
    fn lost_on_the_way(&mut self, index: usize) {
        let group = self.battle.mission.groups[index];
        for id in group.ships.iter() {
            if self.battle.ship(id).is_to_come() {
                self.battle.set_fate(id, Fate::NeverEntered);
                self.tell(|| Event::Fate(id, Fate::NeverEntered, "SCEN-71"));
            }
        }
    }

    fn first_of(&self, group: &Group) -> ShipId {
        self.battle.to_come(group).next().unwrap_or_default()
    }

    fn hail_patrol(&mut self, index: usize) -> Judged<()> {
        let group = self.battle.mission.groups[index];
        let first = self.first_of(&group);
        let (needed, face) = (self.battle.arrives_on(self.roster, &group), self.d6("arrival", self.name(first))?);
        self.tell(|| Event::Hailed(first, face, 0, needed));
        if face >= needed {
            let edge = Edge::rolled(self.d6("edge of arrival", self.name(first))?);
            let group = &mut self.battle.mission.groups[index];
            (group.ready, group.edge) = (true, Some(edge));
            self.tell(|| Event::ComesBy(first, edge));
        }
        Ok(())
    }

    fn hail_division(&mut self, index: usize) -> Judged<()> {
        let group = self.battle.mission.groups[index];
        let first = self.first_of(&group);
        let (needed, face) = (self.battle.arrives_on(self.roster, &group), self.d6("arrival", self.name(first))?);
        let near = group.at.is_some_and(|at| self.battle.friends_near(group.side, at));
        let bonus = if near { 2 } else { 0 };
        self.tell(|| Event::Hailed(first, face, bonus, needed));
        if face + bonus >= needed {
            self.battle.mission.groups[index].ready = true;
        } else {
            self.ask(ArrivalsQuestion::Shift(index as u8));
        }
        Ok(())
    }

    /// The answer to [`ArrivalsQuestion::Shift`]: the marker moves along its edge, at most as far as the slowest ship goes
    /// (SCEN-101).
    pub(in crate::battle::gothic) fn shift_marker(&mut self, index: u8, by: Length) -> Judged<()> {
        let group = self.battle.mission.groups[usize::from(index)];
        let most = self.battle.slowest(self.roster, &group);
        if Length(by.0.abs()) > most {
            let message = format!("the marker may be moved {most} cm at most, not {}", Length(by.0.abs()));
            return Err(Refusal::new("SCEN-101", message).into());
        }
        self.battle.agenda.pop();
        if let (Some(edge), Some(at)) = (group.edge, group.at) {
            let along = if edge.is_short() { at.y } else { at.x };
            let at = self.battle.ground.on_edge(edge, along + by);
            self.battle.mission.groups[usize::from(index)].at = Some(at);
            self.tell(|| Event::Posted(group.side, at, "SCEN-101"));
        }
        Ok(())
    }

    /// In the End Phase another division is drawn, and its marker goes to a random edge (SCEN-98).
    pub(in crate::battle::gothic) fn draw_division(&mut self) -> Judged<()> {
        let side = self.battle.active;
        let waits = |group: &Group| group.kind == GroupKind::Division && group.side == side && group.at.is_none();
        let mut waiting = crate::table::fixed_list::FixedList::<u8, { super::mission::GROUPS }>::new();
        for (index, group) in (0..).zip(self.battle.mission.groups.iter()) {
            if waits(group) && self.battle.to_come(group).next().is_some() {
                waiting.push(index).expect("each group once");
            }
        }
        let count = waiting.len() as u8;
        if count == 0 {
            return Ok(());
        }
        // One of at most five with the same chance each.
        let drawn = loop {
            let face = self.d6("division drawn", self.side_name(side))? - 1;
            if face < 6 - 6 % count {
                break waiting[usize::from(face % count)];
            }
        };
        let edge = Edge::rolled(self.d6("edge of the division", self.side_name(side))?);
        self.battle.mission.groups[usize::from(drawn)].edge = Some(edge);
        let first = self.first_of(&self.battle.mission.groups[usize::from(drawn)]);
        self.tell(|| Event::ComesBy(first, edge));
        if self.battle.usual_post(&self.battle.mission.groups[usize::from(drawn)]).is_some() {
            self.ask(ArrivalsQuestion::Post(drawn));
        } else {
            // Ruling: no place of the edge is free of enemies: the marker is drawn again in a later turn.
            self.battle.mission.groups[usize::from(drawn)].edge = None;
        }
        Ok(())
    }

    /// The answer to [`ArrivalsQuestion::Post`].
    pub(in crate::battle::gothic) fn post(&mut self, index: u8, at: Point) -> Judged<()> {
        let group = self.battle.mission.groups[usize::from(index)];
        if let Some(why) = self.battle.bars_post(&group, at) {
            return Err(Refusal::new("SCEN-98", why).into());
        }
        self.battle.agenda.pop();
        self.battle.mission.groups[usize::from(index)].at = Some(at);
        self.tell(|| Event::Posted(group.side, at, "SCEN-98"));
        Ok(())
    }

    /// A ship comes on; it then moves as usual.
    pub(in crate::battle::gothic) fn arrive(&mut self, id: ShipId, at: Point, heading: Heading) -> Judged<()> {
        if let Some((rule, why)) = self.battle.bars_arrival(id, at, heading) {
            return Err(Refusal::new(rule, format!("{} {why}", self.name(id))).into());
        }
        let index = self.battle.group_of(id).unwrap_or_default();
        let group = &mut self.battle.mission.groups[index];
        // The whole fleet uses the edge of its first ship (SCEN-42).
        if group.kind == GroupKind::Raid && group.edge.is_none() {
            group.edge = self.battle.ground.edges_at(at).next();
        }
        let edge = group.edge;
        if group.kind == GroupKind::Raid {
            let side = group.side;
            let others = self.battle.mission.groups.iter_mut();
            for other in others.filter(|other| other.side == side && other.kind == GroupKind::Raid) {
                other.edge = edge;
            }
        }
        self.place(id, at, heading);
        Ok(())
    }

    /// Puts a ship that was to come on the table.
    pub(in crate::battle::gothic) fn place(&mut self, id: ShipId, at: Point, heading: Heading) {
        let turn = self.battle.turn;
        let still = self.profile(id).speed.0 == 0;
        let ship = self.battle.ship_mut(id);
        (ship.at, ship.heading, ship.arrived) = (at, heading, turn);
        ship.done.moved = still;
        self.battle.set_fate(id, Fate::Fighting);
        self.tell(|| Event::Arrived(id, at, heading));
    }

    /// Everybody has moved, and the ships that may still come wait for another turn.
    pub(in crate::battle::gothic) fn end_arrivals(&mut self) -> Judged<()> {
        let side = self.battle.active;
        if let Some((id, _)) = self.battle.fleet(side).find(|(_, ship)| !ship.done.moved) {
            return Err(Refusal::new("MOVE-01", format!("{} has still to move", self.name(id))).into());
        }
        if self.battle.must_arrive(side) {
            let id = self.battle.arrivals(side).next().unwrap_or_default();
            let rule =
                self.battle.group_of(id).map_or("SCEN-42", |index| self.battle.mission.groups[index].kind.rule());
            return Err(Refusal::new(rule, format!("{} must come on in this turn", self.name(id))).into());
        }
        for group in self.battle.mission.groups.iter_mut().filter(|group| group.side == side) {
            group.ready = false;
        }
        Ok(())
    }

    /// A player declares that a ship, or its squadron, will not come (SCEN-14).
    pub(in crate::battle::gothic) fn stay_away(&mut self, id: ShipId) -> Judged<()> {
        let ship = *self.battle.ship(id);
        if !ship.is_to_come() || ship.side != self.battle.active {
            return Err(Refusal::new("SCEN-14", format!("{} has not to come", self.name(id))).into());
        }
        let with = |(other, of): &(ShipId, &crate::battle::gothic::state::Ship)| {
            *other == id || ship.squadron.is_some() && of.squadron == ship.squadron && of.is_to_come()
        };
        let mut away = crate::battle::gothic::state::Crowd::default();
        self.battle.all().filter(with).for_each(|(other, _)| away.insert(other));
        for other in away.iter() {
            self.battle.set_fate(other, Fate::NeverEntered);
            self.tell(|| Event::Fate(other, Fate::NeverEntered, "SCEN-14"));
        }
        Ok(())
    }

    /// The active player gives up (SCEN-131).
    pub(in crate::battle::gothic) fn surrender(&mut self) {
        let side = self.battle.active;
        (self.battle.mission.on, self.battle.mission.surrendered) = (true, Some(side));
        self.tell(|| Event::Surrendered(side));
    }
}
