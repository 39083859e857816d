//! Blast markers: who touches them, what they cost, and where new ones go.

use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::movement::squadrons::Members;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, MARKERS, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::LARGE;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point, TOUCH, about, beside, first_within, square};

/// Radius of a blast marker (BLAST-01).
pub(in crate::battle::gothic) const RADIUS: Length = Length(1_250);
/// Centres of two markers side by side.
const PITCH: Length = Length(2_500);

impl Battle {
    /// Whether a marker physically touches a ship's base.
    #[must_use]
    pub fn touches_marker(&self, roster: &Roster, id: ShipId, marker: Point) -> bool {
        self.ship(id).at.touches(marker, roster[id].profile.base + RADIUS)
    }

    /// Whether any marker physically touches a ship's base, as boarders look at it (BOARD-04).
    #[must_use]
    pub fn touched_directly(&self, roster: &Roster, id: ShipId) -> bool {
        self.markers.iter().any(|marker| self.touches_marker(roster, id, *marker))
    }

    /// Markers in contact: those that touch its base or a base it overlaps, each once (BLAST-06).
    #[must_use]
    pub fn markers_on(&self, roster: &Roster, id: ShipId) -> u8 {
        let at = self.ship(id).at;
        // Every base that it overlaps, and what touches that, lies within three large ones.
        let within = |by: Length| self.markers.iter().filter(move |marker| about(at, **marker, by));
        let farthest = LARGE + LARGE + LARGE + RADIUS + TOUCH;
        if !self.markers.may_lie(at, at, farthest) || within(farthest).next().is_none() {
            return 0;
        }
        let mut under = Members::new();
        under.push(id).expect("each ship once");
        for other in self.standing().iter() {
            // No two bases reach farther than large ones.
            let near = about(at, self.ship(other).at, LARGE + LARGE);
            if near && other != id && self.overlap(roster, id, other) {
                under.push(other).expect("each ship once");
            }
        }
        let reach = if under.len() == 1 { LARGE } else { LARGE + LARGE + LARGE } + RADIUS + TOUCH;
        within(reach).filter(|marker| under.iter().any(|base| self.touches_marker(roster, *base, **marker))).count()
            as u8
    }

    /// Whether two bases overlap (SHIP-08).
    #[must_use]
    pub fn overlap(&self, roster: &Roster, a: ShipId, b: ShipId) -> bool {
        let base = |id: ShipId| roster[id].profile.base;
        self.ship(a).at.overlaps(self.ship(b).at, base(a) + base(b))
    }

    /// Whether two bases touch (SHIP-07).
    #[must_use]
    pub fn in_contact(&self, roster: &Roster, a: ShipId, b: ShipId) -> bool {
        let base = |id: ShipId| roster[id].profile.base;
        self.ship(a).at.touches(self.ship(b).at, base(a) + base(b))
    }

    /// Whether a ship has a marker in contact or touches a cloud, which is one to it (TERRAIN-10).
    #[must_use]
    pub fn in_shroud(&self, roster: &Roster, id: ShipId) -> bool {
        self.markers_on(roster, id) > 0 || self.in_cloud(roster, id)
    }

    /// Whether a ship suffers from a marker or cloud in contact: clouds that Eldar brave do not count (TERRAIN-11).
    #[must_use]
    pub fn shrouded(&self, roster: &Roster, id: ShipId) -> bool {
        self.markers_on(roster, id) > 0 || self.ship(id).done.clouds != Some(true) && self.in_cloud(roster, id)
    }

    /// Whether a ship touches a cloud.
    #[must_use]
    pub fn in_cloud(&self, roster: &Roster, id: ShipId) -> bool {
        self.clouds_on(self.ship(id).at, roster[id].profile.base) > 0
    }

    /// How far a ship goes straight ahead until its base touches a marker, or a cloud if `clouds` count.
    pub(in crate::battle::gothic) fn next_shroud(
        &self,
        roster: &Roster,
        id: ShipId,
        at: Point,
        heading: Heading,
        length: Length,
        clouds: bool,
    ) -> Option<Length> {
        let reach = roster[id].profile.base + RADIUS + TOUCH;
        let to = at.ahead(heading, length);
        // The margin is more than any rounding.
        let margin = reach + TOUCH;
        let near = || self.markers.iter().filter(|marker| beside(at, to, **marker, margin));
        let markers = if self.markers.may_lie(at, to, margin) {
            near().filter_map(|marker| first_within(at, heading, length, *marker, reach)).min()
        } else {
            None
        };
        let cloud = if clouds { self.next_cloud(roster, id, at, heading, length) } else { None };
        markers.into_iter().chain(cloud).min()
    }

    /// How far a ship goes straight ahead until its base touches a cloud.
    pub(in crate::battle::gothic) fn next_cloud(
        &self,
        roster: &Roster,
        id: ShipId,
        at: Point,
        heading: Heading,
        length: Length,
    ) -> Option<Length> {
        let base = roster[id].profile.base;
        self.clouds().filter_map(|cloud| cloud.first_touch(at, heading, length, base)).min()
    }

    /// Shield strength: halved when crippled, nothing after a collapse or of a hulk (SHIELD-02, CRIT-13).
    #[must_use]
    pub fn shield_value(&self, roster: &Roster, id: ShipId) -> u8 {
        let (ship, profile) = (self.ship(id), &roster[id].profile);
        let charged = if ship.done.feats.charge > 0 { 2 } else { 0 };
        let torn = ship.criticals.count(Critical::Shield);
        let shields = (self.powered(id, profile.shields) + charged).saturating_sub(torn);
        match ship.criticals.shields_collapsed || !ship.fights() {
            true => 0,
            false if self.crippled(roster, id) => {
                crate::ships::improvements::part(shields, profile.improved.crippled_share)
            }
            false => shields,
        }
    }

    /// Shields up now: each marker in contact and each cloud takes one (BLAST-17), unless it is braved (TERRAIN-11).
    #[must_use]
    pub fn shields(&self, roster: &Roster, id: ShipId) -> u8 {
        let value = self.shield_value(roster, id);
        if value == 0 {
            return 0;
        }
        let (ship, base) = (self.ship(id), roster[id].profile.base);
        let clouds = if ship.done.clouds == Some(true) { 0 } else { self.clouds_on(ship.at, base) };
        value.saturating_sub(self.markers_on(roster, id)).saturating_sub(clouds)
    }

    /// The spot for a marker on a ship under fire from a place; `nth` counts the markers of the volley on it.
    fn spot(&self, roster: &Roster, id: ShipId, from: Point, nth: u8) -> Point {
        let ship = self.ship(id);
        let base = roster[id].profile.base;
        let bearing = ship.at.heading_to(from).unwrap_or(ship.heading);
        let at = |offset: i32| ship.at.ahead(bearing.turned(offset), base + RADIUS);
        // Only what is near enough to touch a marker beside the base, or the base itself, is looked at.
        let close = base + RADIUS + RADIUS + LARGE + TOUCH + TOUCH;
        let (mut neighbours, mut known) = (Members::new(), FixedList::<u8, MARKERS>::new());
        for other in self.standing().iter() {
            if other != id && about(ship.at, self.ship(other).at, close) {
                neighbours.push(other).expect("each ship once");
            }
        }
        for (index, marker) in (0..).zip(self.markers.iter()) {
            if about(ship.at, *marker, base + RADIUS + PITCH + TOUCH) {
                known.push(index).expect("each marker once");
            }
        }
        let others = || neighbours.iter().map(|other| (*other, self.ship(*other)));
        // The ship in contact that lies nearest to the line of fire may share the first markers (BLAST-04).
        let between = others()
            .filter(|(other, _)| self.in_contact(roster, id, *other))
            .min_by_key(|(_, other)| ship.at.heading_to(other.at).map_or(0, |to| bearing.turn_to(to).abs()));
        let touching = |spot: Point| others().filter(move |(other, _)| self.touches_marker(roster, *other, spot));
        let spares = |spot: Point| touching(spot).all(|(other, _)| self.in_contact(roster, id, other));
        let lone = |spot: Point| touching(spot).all(|(other, _)| Some(other) == between.map(|(known, _)| known));
        let clear = |spot: Point| known.iter().all(|at| self.markers[usize::from(*at)].squared(spot) >= PITCH_SQUARED);
        // Turns at which a marker near the line of fire is still too close are not tried: a chord and a gap add up to
        // less than the pitch. The margin is more than the rounding of two places.
        let gaps = known.iter().map(|index| self.markers[usize::from(*index)].distance(at(0)));
        let room = gaps.min().map_or(Length::ZERO, |gap| PITCH - gap - Length(4));
        let (mut first, mut farther) = (0, 90);
        while room > Length::ZERO && farther - first > 1 {
            let step = i32::midpoint(first, farther);
            if at(0).squared(at(step)) < square(room) { first = step } else { farther = step }
        }
        let turns = move |from: i32| {
            let straight = (from == 0).then_some(0);
            straight.into_iter().chain((from.max(1)..=180).flat_map(|step| [step, -step])).map(at)
        };
        let (offsets, clear_offsets) = (|| turns(0), || turns(first));
        let limited = nth < 2;
        clear_offsets()
            .find(|spot| clear(*spot) && spares(*spot) && (!limited || lone(*spot)))
            .or_else(|| clear_offsets().find(|spot| limited && clear(*spot) && spares(*spot)))
            .or_else(|| offsets().find(|spot| spares(*spot)))
            .unwrap_or_else(|| at(0))
    }
}

const PITCH_SQUARED: i64 = PITCH.0 as i64 * PITCH.0 as i64;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Puts a marker on the table.
    pub(in crate::battle::gothic) fn put_marker(&mut self, at: Point, rule: &'static str) {
        match self.battle.markers.push(at) {
            Ok(()) => self.tell(|| Event::Marker(at, rule)),
            Err(full) => self.outgrown = Some(full.of("blast markers on the table")),
        }
    }

    /// Puts a marker against a ship, facing a place (BLAST-02).
    pub(in crate::battle::gothic) fn mark(&mut self, id: ShipId, from: Point, nth: u8, rule: &'static str) {
        let spot = self.battle.spot(self.roster, id, from, nth);
        self.put_marker(spot, rule);
    }

    /// Ships about a vortex gain a marker each when its owner's Movement Phase ends.
    pub(in crate::battle::gothic) fn vortices(&mut self) {
        for id in (0..self.battle.ships.len() as u8).map(ShipId) {
            let ship = *self.battle.ship(id);
            if !ship.fights() || ship.side != self.battle.active || !self.profile(id).odd.vortex {
                continue;
            }
            for other in (0..self.battle.ships.len() as u8).map(ShipId).filter(|other| *other != id) {
                let near = self.battle.ship(other);
                if near.present() && near.at.within(ship.at, Length::cm(15)) {
                    self.mark(other, ship.at, 0, "CHAOS-09");
                }
            }
        }
    }

    /// Puts a marker at a ship's stern (CATA-02).
    pub(in crate::battle::gothic) fn mark_stern(&mut self, id: ShipId, rule: &'static str) {
        let ship = self.battle.ship(id);
        let astern = ship.at.ahead(ship.heading.turned(180), Length::cm(10));
        self.mark(id, astern, 0, rule);
    }

    /// Puts markers on the outline of a phenomenon, side by side from the point nearest to a place (NOVA-08,
    /// TERRAIN-24).
    pub(in crate::battle::gothic) fn mark_rim(&mut self, feature: u8, from: Point, count: u8, rule: &'static str) {
        let shape = self.battle.features[usize::from(feature)].shape;
        let centre = shape.centre();
        let Some(bearing) = centre.heading_to(from) else { return };
        let spot = |offset: i32| {
            let far = centre.ahead(bearing.turned(offset), shape.extent() + Length::cm(5));
            shape.rim(far).towards(far, RADIUS)
        };
        let mut left = count;
        for offset in std::iter::once(0).chain((1..=180).flat_map(|step| [step, -step])) {
            let at = spot(offset);
            let clear = self.battle.markers.iter().all(|known| known.squared(at) >= PITCH_SQUARED);
            if left > 0 && clear && self.battle.ground.holds(at) {
                left -= 1;
                self.put_marker(at, rule);
            }
        }
    }

    /// The markers of an exploding ship: one at its stem, the rest in rings about it (BLAST-18).
    pub(in crate::battle::gothic) fn ring_markers(&mut self, centre: Point, heading: Heading, count: u8) {
        let mut left = count;
        let mut put = |play: &mut Self, at: Point| {
            if left > 0 {
                left -= 1;
                play.put_marker(at, "BLAST-18");
            }
            left > 0
        };
        if !put(self, centre) {
            return;
        }
        for ring in 1..=16 {
            let corner = |side: i32| centre.ahead(heading.turned(side * 60), Length(PITCH.0 * ring));
            for side in 0..6 {
                let (from, to) = (corner(side), corner(side + 1));
                for step in 0..ring {
                    if !put(self, from.towards(to, Length(PITCH.0 * step))) {
                        return;
                    }
                }
            }
        }
    }
}
