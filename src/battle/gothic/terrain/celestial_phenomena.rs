//! Celestial phenomena: what they touch, block and do to a ship that moves.

use crate::battle::gothic::damage::blast_markers::RADIUS;
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::TerrainQuestion;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::agenda::{Task, Threat};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Fate, Feature, FeatureKind, Ground, Order, Shape, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::{LARGE, Size};
use crate::table::geometry::{Heading, Length, Point, SLACK, TOUCH, beside, first_within, line_enters, line_touches};

impl Shape {
    /// Whether a disc touches it.
    #[must_use]
    pub fn touches(&self, at: Point, radius: Length) -> bool {
        match self {
            Self::Rect(rect) => rect.nearest(at).touches(at, radius),
            Self::Disc { centre, radius: own } => centre.touches(at, *own + radius),
            Self::Ring { centre, inner, outer } => {
                centre.touches(at, *outer + radius) && centre.distance(at) + radius + TOUCH >= *inner
            }
        }
    }

    /// Whether a place lies inside; of a disc the edge counts, since a stem at the edge is on the template.
    #[must_use]
    pub fn holds(&self, at: Point) -> bool {
        match self {
            Self::Rect(rect) => rect.holds(at),
            Self::Disc { centre, radius } => centre.within(at, *radius),
            Self::Ring { centre, inner, outer } => centre.within(at, *outer) && centre.distance(at) >= *inner,
        }
    }

    /// How far it is from another; 0 when they overlap.
    #[must_use]
    pub fn apart(&self, other: &Self) -> Length {
        match (self, other) {
            (Self::Rect(a), Self::Rect(b)) => crate::battle::gothic::ordnance::outlines::rect_to_rect(a, b),
            (_, Self::Disc { centre, radius }) => (self.gap(*centre) - *radius).max(Length::ZERO),
            // A ring is as near as its rim, to what lies outside it.
            (_, Self::Ring { centre, outer, .. }) => (self.gap(*centre) - *outer).max(Length::ZERO),
            (Self::Disc { .. } | Self::Ring { .. }, Self::Rect(_)) => other.apart(self),
        }
    }

    /// How far a place is from its nearest edge, from outside.
    #[must_use]
    pub fn gap(&self, at: Point) -> Length {
        match self {
            Self::Rect(rect) => rect.nearest(at).distance(at),
            Self::Disc { centre, radius } => (centre.distance(at) - *radius).max(Length::ZERO),
            Self::Ring { centre, inner, outer } => {
                let distance = centre.distance(at);
                (distance - *outer).max(*inner - distance).max(Length::ZERO)
            }
        }
    }

    /// The point of its outline that looks towards a place far off.
    #[must_use]
    pub fn rim(&self, far: Point) -> Point {
        match self {
            Self::Rect(rect) => rect.nearest(far),
            Self::Disc { centre, radius } => centre.towards(far, *radius),
            Self::Ring { centre, outer, .. } => centre.towards(far, *outer),
        }
    }

    /// How far its farthest point is from its middle.
    #[must_use]
    pub fn extent(&self) -> Length {
        match self {
            Self::Rect(rect) => self.centre().distance(rect.low),
            Self::Disc { radius, .. } => *radius,
            Self::Ring { outer, .. } => *outer,
        }
    }

    /// Its middle.
    #[must_use]
    pub fn centre(&self) -> Point {
        match self {
            Self::Rect(rect) => Point {
                x: Length(i32::midpoint(rect.low.x.0, rect.high.x.0)),
                y: Length(i32::midpoint(rect.low.y.0, rect.high.y.0)),
            },
            Self::Disc { centre, .. } | Self::Ring { centre, .. } => *centre,
        }
    }

    /// Whether a line passes through its inside.
    #[must_use]
    pub fn line_enters(&self, from: Point, to: Point) -> bool {
        match self {
            Self::Rect(rect) => rect.line_enters(from, to),
            Self::Disc { centre, radius } => line_enters(from, to, *centre, *radius),
            // A line between two places in the hole stays in it.
            Self::Ring { centre, inner, outer } => {
                let hole = |at: Point| centre.distance(at) <= *inner;
                line_enters(from, to, *centre, *outer) && !(hole(from) && hole(to))
            }
        }
    }

    /// How far an outline goes from one place towards another until it touches; 0 when it already does.
    #[must_use]
    pub fn meets(
        &self,
        form: crate::battle::gothic::ordnance::outlines::Form,
        from: Point,
        to: Point,
    ) -> Option<Length> {
        match self {
            Self::Rect(rect) => form.meets_rect(from, to, rect),
            Self::Disc { centre, radius } => {
                form.meets(from, to, crate::battle::gothic::ordnance::outlines::Form::Disc(*radius), *centre)
            }
            Self::Ring { centre, outer, inner } if centre.distance(from) > *inner => {
                form.meets(from, to, crate::battle::gothic::ordnance::outlines::Form::Disc(*outer), *centre)
            }
            Self::Ring { centre, inner, .. } => {
                let length = from.distance(to);
                out_of_hole(*centre, *inner - form.reach(), length, |gone| from.towards(to, gone))
            }
        }
    }

    /// How far an outline that starts on a template goes until it touches its edge from within; at once from elsewhere.
    #[must_use]
    pub fn left_by(
        &self,
        form: crate::battle::gothic::ordnance::outlines::Form,
        from: Point,
        to: Point,
    ) -> Option<Length> {
        match self {
            Self::Rect(_) | Self::Ring { .. } => Some(Length::ZERO),
            Self::Disc { centre, radius } => form.leaves(from, to, *centre, *radius),
        }
    }

    /// The place on its ground nearest to another.
    #[must_use]
    pub fn nearest(&self, place: Point) -> Point {
        match self {
            Self::Rect(rect) => rect.nearest(place),
            Self::Disc { centre, radius } => centre.towards(place, (*radius).min(centre.distance(place))),
            Self::Ring { centre, inner, outer } if centre.distance(place) >= *inner => {
                centre.towards(place, (*outer).min(centre.distance(place)))
            }
            Self::Ring { centre, inner, .. } => centre.ahead(centre.heading_to(place).unwrap_or_default(), *inner),
        }
    }

    /// How far a disc moving straight ahead goes until it touches.
    #[must_use]
    pub fn first_touch(&self, from: Point, heading: Heading, length: Length, radius: Length) -> Option<Length> {
        match self {
            Self::Rect(rect) => rect.first_touch(from, heading, length, radius),
            Self::Disc { centre, radius: own } => first_within(from, heading, length, *centre, *own + radius + TOUCH),
            Self::Ring { centre, inner, outer } => {
                if centre.distance(from) > *inner {
                    return first_within(from, heading, length, *centre, *outer + radius + TOUCH);
                }
                out_of_hole(*centre, *inner - radius, length, |gone| from.ahead(heading, gone))
            }
        }
    }
}

impl FeatureKind {
    /// Whether it counts as an asteroid field (MINE-04).
    #[must_use]
    pub const fn is_rocky(self) -> bool {
        matches!(self, Self::Asteroids | Self::Minefield)
    }
}

/// How far something in the hole of a ring goes until it touches: the hole is convex, so it does once and for all.
fn out_of_hole(centre: Point, inner: Length, length: Length, at: impl Fn(Length) -> Point) -> Option<Length> {
    let touches = |gone: Length| centre.distance(at(gone)) + TOUCH >= inner;
    if touches(Length::ZERO) {
        return Some(Length::ZERO);
    }
    if !touches(length) {
        return None;
    }
    let (mut clear, mut touching) = (0, length.0);
    while touching - clear > 1 {
        let middle = i32::midpoint(clear, touching);
        if touches(Length(middle)) { touching = middle } else { clear = middle }
    }
    Some(Length(touching))
}

impl Feature {
    /// How far its gravity well reaches from its edge (TERRAIN-30, TERRAIN-36).
    #[must_use]
    pub fn well(&self) -> Option<(Point, Length)> {
        let Shape::Disc { centre, radius } = self.shape else { return None };
        let across = radius + radius;
        let reach = match self.kind {
            FeatureKind::Moon => 10,
            FeatureKind::Planet if across <= Length::cm(15) => 10,
            FeatureKind::Planet if across <= Length::cm(25) => 15,
            FeatureKind::Planet => 30,
            FeatureKind::Cloud | FeatureKind::Asteroids | FeatureKind::Rift | FeatureKind::Minefield => return None,
        };
        Some((centre, radius + Length::cm(reach)))
    }
}

impl Ground {
    /// How far something moving straight ahead goes until its centre crosses the edge (MOVE-13).
    #[must_use]
    pub fn leaves(&self, from: Point, heading: Heading, length: Length) -> Option<Length> {
        if self.holds(from.ahead(heading, length)) {
            return None;
        }
        // The table is convex: once off, a straight line never comes back.
        let (mut on, mut off) = (0, length.0);
        while off - on > 1 {
            let middle = i32::midpoint(on, off);
            if self.holds(from.ahead(heading, Length(middle))) { on = middle } else { off = middle }
        }
        Some(Length(off))
    }
}

impl Battle {
    /// Centres of the planets and moons in whose gravity wells a place lies (TERRAIN-31).
    pub fn wells(&self, at: Point) -> impl Iterator<Item = Point> {
        self.features
            .iter()
            .filter_map(Feature::well)
            .filter(move |(centre, reach)| centre.within(at, *reach))
            .map(|(centre, _)| centre)
            .chain(self.hulks_about(at))
    }

    /// Whether a place lies in a gravity well.
    #[must_use]
    pub fn in_well(&self, at: Point) -> bool {
        self.wells(at).next().is_some()
    }

    /// Whether the line of sight between two stems is free (SHOOT-12, TERRAIN-21, TERRAIN-28).
    #[must_use]
    pub fn sees(&self, roster: &Roster, from: ShipId, to: ShipId) -> bool {
        self.sees_place(roster, self.ship(from).at, self.ship(to).at, Some(to))
    }

    /// Whether the line of sight between two places is free; a hulk never blocks fire at itself.
    #[must_use]
    pub fn sees_place(&self, roster: &Roster, a: Point, b: Point, target: Option<ShipId>) -> bool {
        self.sees_past(roster, a, b, target, None)
    }

    /// As [`sees_place`](Self::sees_place), one phenomenon left out: the one that is aimed at itself.
    #[must_use]
    pub fn sees_past(&self, roster: &Roster, a: Point, b: Point, target: Option<ShipId>, aimed: Option<u8>) -> bool {
        let blocked = (0_u8..).zip(self.features.iter()).any(|(index, feature)| match feature.kind {
            _ if Some(index) == aimed => false,
            FeatureKind::Cloud => false,
            FeatureKind::Planet | FeatureKind::Moon => {
                feature.shape.line_enters(a, b) && !feature.shape.holds(a) && !feature.shape.holds(b)
            }
            // Two ships inside one field see each other (TERRAIN-21).
            FeatureKind::Asteroids | FeatureKind::Minefield => {
                feature.shape.line_enters(a, b) && !(feature.shape.holds(a) && feature.shape.holds(b))
            }
            FeatureKind::Rift => feature.shape.line_enters(a, b),
        });
        let hides = |id: ShipId| {
            let at = self.ship(id).at;
            let near = Some(id) != target && beside(a, b, at, LARGE);
            near && line_enters(a, b, at, roster[id].profile.base)
        };
        !blocked && !self.hulks().iter().any(hides)
    }

    /// The hulk on whose base a place lies: it may be aimed at and does not hide itself (CATA-09).
    #[must_use]
    pub fn hulk_at(&self, roster: &Roster, at: Point) -> Option<ShipId> {
        self.hulks().iter().find(|id| self.ship(*id).at.touches(at, roster[*id].profile.base))
    }

    /// The planet, moon or asteroid field on which a place lies, seen from outside of it (NOVA-08).
    #[must_use]
    pub fn body_at(&self, from: Point, at: Point) -> Option<u8> {
        let solid = |kind| matches!(kind, FeatureKind::Planet | FeatureKind::Moon | FeatureKind::Asteroids);
        let index = self
            .features
            .iter()
            .position(|feature| solid(feature.kind) && feature.shape.holds(at) && !feature.shape.holds(from))?;
        Some(index as u8)
    }

    /// The asteroid field that holds two places both, in which fire reaches 10 cm at most (TERRAIN-21).
    #[must_use]
    pub fn shared_field(&self, a: Point, b: Point) -> bool {
        self.features.iter().any(|feature| feature.kind.is_rocky() && feature.shape.holds(a) && feature.shape.holds(b))
    }

    /// The ground of every gas and dust cloud, rings of gas among them (TERRAIN-10, TERRAIN-35).
    pub fn clouds(&self) -> impl Iterator<Item = &Shape> {
        self.features.iter().filter(|feature| feature.kind == FeatureKind::Cloud).map(|cloud| &cloud.shape)
    }

    /// Clouds that a disc touches; each is one blast marker to a ship (TERRAIN-10).
    #[must_use]
    pub fn clouds_on(&self, at: Point, radius: Length) -> u8 {
        self.clouds().filter(|cloud| cloud.touches(at, radius)).count() as u8
    }

    /// Whether a place lies in an asteroid field or minefield (TERRAIN-21).
    #[must_use]
    pub fn in_field(&self, at: Point) -> bool {
        self.features.iter().any(|feature| feature.kind.is_rocky() && feature.shape.holds(at))
    }

    /// Whether a line crosses a marker.
    fn markers_between(&self, a: Point, b: Point) -> bool {
        self.markers.may_lie(a, b, RADIUS) && self.markers.iter().any(|marker| line_touches(a, b, *marker, RADIUS))
    }

    /// Whether a line of fire enters a cloud or crosses a marker (GUNNERY-07).
    #[must_use]
    pub fn obscured(&self, a: Point, b: Point) -> bool {
        self.markers_between(a, b) || self.clouds().any(|cloud| cloud.line_enters(a, b))
    }

    /// As [`obscured`](Self::obscured) for the fire of a ship; a cloud about Eldar who brave it does not count
    /// (TERRAIN-11).
    #[must_use]
    pub fn hidden(&self, roster: &Roster, firer: ShipId, to: Point) -> bool {
        let (ship, base) = (self.ship(firer), roster[firer].profile.base);
        if ship.done.clouds != Some(true) {
            return self.obscured(ship.at, to);
        }
        self.markers_between(ship.at, to)
            || self.clouds().any(|cloud| !cloud.touches(ship.at, base) && cloud.line_enters(ship.at, to))
    }

    /// Whether any phenomenon lies within a distance (DISENG-02).
    #[must_use]
    pub fn phenomenon_within(&self, at: Point, limit: Length) -> bool {
        self.features.iter().any(|feature| feature.shape.holds(at) || feature.shape.gap(at) <= limit + SLACK)
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// What the asteroid test of a unit brings (TERRAIN-15, TERRAIN-19).
    pub(in crate::battle::gothic) fn asteroids_tested(&mut self, unit: Unit, passed: bool) {
        for ship in &self.battle.members(unit) {
            self.battle.ship_mut(*ship).done.asteroids = Some(passed);
        }
        if passed {
            return;
        }
        let ship = self.battle.course.ship;
        self.battle.ship_mut(ship).done.struck = true;
        self.then(Task::Boulders(ship));
        self.offer_brace(unit, Threat::Asteroids);
    }

    /// A ship of a unit that has failed its test touches the field: a capital ship rolls for itself, an escort takes
    /// what is left of its squadron's one roll (TERRAIN-19).
    pub(in crate::battle::gothic) fn strike_next(&mut self, id: ShipId) {
        self.battle.ship_mut(id).done.struck = true;
        if self.profile(id).size == Size::Escort {
            // The die has fallen: too late to brace (BRACE-10, BRACE-12).
            self.then(Task::Rubble(id));
            return;
        }
        self.then(Task::Boulders(id));
        self.offer_brace(self.battle.unit_of(id), Threat::Asteroids);
    }

    /// The roll for asteroid damage: for a ship, or for an escort squadron in all (TERRAIN-17, TERRAIN-19).
    pub(in crate::battle::gothic) fn boulders(&mut self, id: ShipId) -> Judged<()> {
        let face = self.d6("asteroid damage", self.name(id))?;
        // Asteroid pilots fare worse when they fail (SKILL-12).
        let bold =
            self.profile(id).improved.asteroid_pilots && self.battle.ship(id).helm() == Some(Order::AllAheadFull);
        let face = face + u8::from(bold);
        self.tell(|| Event::Boulders(id, face));
        // A straggler keeps its damage to itself.
        let shares = matches!(self.battle.unit_of(id), Unit::Squadron(_)) && self.profile(id).size == Size::Escort;
        self.shower(id, face, shares)
    }

    /// Asteroids strike a ship; of a roll that is shared the rest is for the next.
    pub(in crate::battle::gothic) fn shower(&mut self, id: ShipId, damage: u8, shares: bool) -> Judged<()> {
        let mut left = damage;
        // Shields are subtracted for this one roll and leave no markers (SHIELD-07).
        let held = self.battle.shields(self.roster, id).min(left);
        if held > 0 {
            left -= held;
            self.tell(|| Event::Deflected(id, held));
            self.drag(id);
        }
        while left > 0 && self.battle.ship(id).hits > 0 {
            left -= 1;
            self.hull_hit(id)?;
        }
        if shares {
            self.battle.rubble = left;
        }
        Ok(())
    }

    /// What the test of a ship in a warp rift brings (TERRAIN-26).
    pub(in crate::battle::gothic) fn rift_tested(&mut self, unit: Unit, passed: bool) -> Judged<()> {
        let Unit::Ship(ship) = unit else { return Ok(()) };
        if !passed {
            self.retire(ship, Fate::InTheWarp);
            self.tell(|| Event::Fate(ship, Fate::InTheWarp, "TERRAIN-26"));
            return Ok(());
        }
        let faces = self.roll("out of the warp", self.name(ship), 2)?;
        let reach = Length::cm(i32::from(faces.iter().sum::<u8>()) * 10);
        let (at, base) = (self.battle.ship(ship).at, self.profile(ship).base);
        let rift = self
            .battle
            .features
            .iter()
            .position(|feature| feature.kind == FeatureKind::Rift && feature.shape.touches(at, base))
            .unwrap_or(0) as u8;
        self.ask(TerrainQuestion::Emerge { ship, reach, rift });
        Ok(())
    }

    /// The answer to [`TerrainQuestion::Emerge`].
    pub(in crate::battle::gothic) fn emerge(
        &mut self,
        (ship, reach, rift): (ShipId, Length, u8),
        at: Point,
        heading: Heading,
    ) -> Judged<()> {
        let shape = self.battle.features[usize::from(rift)].shape;
        let name = self.name(ship);
        if !self.battle.ground.holds(at) {
            return Err(Refusal::new("TERRAIN-26", format!("{name} must come out on the table, not at {at}")).into());
        }
        let gap = shape.gap(at);
        if gap > reach + SLACK {
            let message = format!("{name} comes out at most {reach} cm from the rift, not {gap}");
            return Err(Refusal::new("TERRAIN-26", message).into());
        }
        if shape.touches(at, self.profile(ship).base) {
            return Err(Refusal::new("TERRAIN-26", format!("{name} must come out clear of the rift")).into());
        }
        let moved = self.battle.ship_mut(ship);
        (moved.at, moved.heading) = (at, heading);
        self.tell(|| Event::Emerged(ship, at, heading));
        Ok(())
    }

    /// Whether a ship is braced.
    pub(in crate::battle::gothic) fn is_braced(&self, ship: ShipId) -> bool {
        self.battle.ship(ship).order == Some(Order::Brace)
    }
}
