//! Planetary defences: their critical hits, their fall, and the markers that leave them.

use crate::battle::gothic::decisions::answer::{Judged, PICKS};
use crate::battle::gothic::decisions::question::EndQuestion;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, FeatureKind, Shape, ShipId};
use crate::battle::gothic::turn::end_phase::going;
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point};

impl Battle {
    /// Shields or turrets that damaged reactors leave: half, rounded up, before crippling halves them (DEF-08).
    pub(in crate::battle::gothic) fn powered(&self, id: ShipId, figure: u8) -> u8 {
        if self.ship(id).criticals.count(Critical::Reactors) > 0 { figure.div_ceil(2) } else { figure }
    }

    /// Whether a ship that cannot move has still to say whether it reloads.
    #[must_use]
    pub fn awaits_orders(&self, roster: &Roster, id: ShipId) -> bool {
        let (ship, profile) = (self.ship(id), &roster[id].profile);
        profile.is_stationary() && profile.has_ordnance() && ship.grappled.is_none() && !ship.done.standby
    }

    /// The markers that touch a ship, by their place in the list.
    pub fn clinging<'b>(&'b self, roster: &'b Roster, id: ShipId) -> impl Iterator<Item = u8> + 'b {
        let touches = move |index: &u8| self.touches_marker(roster, id, self.markers[usize::from(*index)]);
        (0..self.markers.len() as u8).filter(touches)
    }

    /// The centre and radius of the planet or moon nearest to a place.
    pub(in crate::battle::gothic) fn nearest_world(&self, at: Point) -> Option<(Point, Length)> {
        let worlds = self.features.iter().filter_map(|feature| match (feature.kind, feature.shape) {
            (FeatureKind::Planet | FeatureKind::Moon, Shape::Disc { centre, radius }) => Some((centre, radius)),
            _ => None,
        });
        worlds.min_by_key(|(centre, radius)| centre.distance(at) - *radius)
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A defence whose orbit is lost falls D6 cm; at the planet it is destroyed (DEF-10).
    pub(in crate::battle::gothic) fn fall(&mut self, id: ShipId) -> Judged<()> {
        let at = self.battle.ship(id).at;
        // In low orbit the planet is the whole edge.
        let below = self.battle.is_low(id).then_some((Point { y: Length::ZERO, ..at }, Length::ZERO));
        let world = below.or_else(|| self.battle.nearest_world(at));
        let Some((centre, radius)) = world.filter(|_| self.battle.ship(id).fights()) else { return Ok(()) };
        let by = Length::cm(i32::from(self.d6("fall", self.name(id))?));
        let at = at.towards(centre, by);
        self.battle.ship_mut(id).at = at;
        self.take_along(id);
        self.tell(|| Event::Fell(id, by, at));
        if centre.within(at, radius) {
            self.remove(id, "DEF-10");
        }
        Ok(())
    }

    /// The roll to free one defence of the markers that touch it: the active player's by id, then the other's (DEF-12).
    pub(in crate::battle::gothic) fn dispel(&mut self, place: u8) -> Judged<()> {
        let count = self.battle.ships.len() as u8;
        let sticks = |place: &u8| {
            let id = ShipId(*place % count);
            let side = if *place < count { self.battle.active } else { self.battle.active.other() };
            let ship = self.battle.ship(id);
            let due = ship.side == side && ship.fights() && self.profile(id).is_stationary();
            due && self.battle.clinging(self.roster, id).next().is_some()
        };
        let Some(place) = (place..2 * count).find(sticks) else { return Ok(()) };
        self.then(crate::battle::gothic::state::agenda::Task::Dispel(place + 1));
        let id = ShipId(place % count);
        let there = self.battle.clinging(self.roster, id).count() as u8;
        let face = self.d6("blast marker removal", self.name(id))?;
        self.tell(|| Event::Dispelled(id, face, there));
        if there > face {
            self.ask(EndQuestion::Free { ship: id, count: face });
            return Ok(());
        }
        for index in (0..self.battle.markers.len() as u8).rev() {
            if self.battle.touches_marker(self.roster, id, self.battle.markers[usize::from(index)]) {
                self.remove_marker(index, "DEF-12");
            }
        }
        Ok(())
    }

    /// The answer to [`EndQuestion::Free`]: markers by their place in the list.
    pub(in crate::battle::gothic) fn free(
        &mut self,
        id: ShipId,
        count: u8,
        chosen: FixedList<u8, PICKS>,
    ) -> Judged<()> {
        if chosen.len() != usize::from(count) {
            return Err(Refusal::new("DEF-12", format!("{}, not {}", going(count), chosen.len())).into());
        }
        let mut sorted = chosen;
        sorted.sort_unstable();
        for (place, index) in sorted.iter().enumerate() {
            let twice = place > 0 && sorted[place - 1] == *index;
            if twice || !self.battle.clinging(self.roster, id).any(|known| known == *index) {
                let message = format!("marker {} does not touch {}", index + 1, self.name(id));
                return Err(Refusal::new("DEF-12", message).into());
            }
        }
        self.battle.agenda.pop();
        for index in sorted.iter().rev() {
            self.remove_marker(*index, "DEF-12");
        }
        Ok(())
    }
}
