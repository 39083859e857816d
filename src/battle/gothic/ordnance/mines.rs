//! Orbital mines and minefields (MINE).

use super::outlines::MINE;
use crate::battle::gothic::damage::blast_markers;
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::ordnance::{Flight, FlightId, FlightKind, Path};
use crate::battle::gothic::state::{Battle, Feature, FeatureKind, Order, SHIPS, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::armour::armour;
use crate::ships::profile::Size;
use crate::ships::warhead::Warhead;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point, quarter};
use crate::text;

/// Dice of a mine's attack (MINE-02).
pub const CHARGE: u8 = 8;
/// How far a mine goes in an Ordnance Phase (MINE-01).
pub const SPEED: Length = Length::cm(10);
/// How far a minefield sees (MINE-05).
const SIGHT: Length = Length::cm(30);

impl Battle {
    /// The enemy that a mine goes for: one inside the field it came from, else the nearest; hulks are left out (MINE-01,
    /// MINE-06).
    #[must_use]
    pub fn mine_prey(&self, mine: &Flight) -> Option<ShipId> {
        if mine.id.kind != FlightKind::Mine {
            return None;
        }
        let alive = |id: &ShipId| self.ship(*id).fights() && self.ship(*id).hits > 0;
        let nearest = || {
            let near = |at: Point| self.ground.on_one_table(mine.at, at);
            let enemies = self.fleet(mine.side.other()).filter(|(_, enemy)| enemy.hits > 0 && near(enemy.at));
            enemies.min_by_key(|(id, enemy)| (mine.at.squared(enemy.at), *id)).map(|(id, _)| id)
        };
        mine.sent_at.filter(alive).or_else(nearest)
    }

    /// Enemies that are equally the nearest to a mine, of which its owner picks one (MINE-01).
    pub fn mine_ties(&self, mine: &Flight) -> impl Iterator<Item = ShipId> {
        let at = mine.at;
        let nearest = self.mine_prey(mine).filter(|_| mine.sent_at.is_none()).map(|id| at.squared(self.ship(id).at));
        let enemies = self.fleet(mine.side.other()).filter(|(_, enemy)| enemy.hits > 0);
        enemies.filter(move |(_, enemy)| Some(at.squared(enemy.at)) == nearest).map(|(id, _)| id)
    }

    /// The blast markers inside or touching a minefield, by their place in the list (MINE-08).
    fn markers_in<'b>(&'b self, field: &'b Feature) -> impl Iterator<Item = u8> + 'b {
        (0_u8..)
            .zip(self.markers.iter())
            .filter(|(_, marker)| field.shape.touches(**marker, blast_markers::RADIUS))
            .map(|(index, _)| index)
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Sends a mine at one of the enemies that are nearest to it.
    pub(crate) fn send_at(&mut self, mine: &Flight, target: ShipId) -> Judged<()> {
        if !self.battle.mine_ties(mine).any(|id| id == target) {
            let message = format!("{} is not the nearest enemy of {}", self.name(target), mine.id);
            return Err(Refusal::new("MINE-01", message).into());
        }
        let left = self.battle.flight_speed(self.roster, mine);
        let steps = FixedList::one(mine.at.towards(self.battle.ship(target).at, left));
        self.set_out(mine.id, Path { flight: mine.id, steps, left, ..Path::default() });
        Ok(())
    }

    /// A mine goes off: 8 dice against the armour it faces, or 4 when turrets hit it; shields hold (MINE-02).
    pub(crate) fn mine_attack(&mut self, mine: &Flight, id: ShipId) -> Judged<()> {
        if mine.warhead == Warhead::Distortion {
            self.tear_rift(mine);
            return Ok(());
        }
        let ship = *self.battle.ship(id);
        let needed = armour(self.profile(id).armour, quarter(ship.at, ship.heading, mine.at));
        let side = self.roster.sides[mine.side as usize].as_str();
        let faces = self.roll("mine", side, mine.strength)?;
        let hits = faces.iter().filter(|face| **face >= needed).count() as u8;
        let tag = mine.id;
        self.tell(|| Event::OrdnanceDice(tag, id, faces, needed, hits, "MINE-02"));
        let mut marks = 0;
        self.blame_flight(mine);
        for _ in 0..hits {
            if self.battle.ship(id).hits > 0 {
                self.hit(id, mine.at, &mut marks)?;
            }
        }
        self.remove_flight(mine.id, "MINE-02");
        Ok(())
    }

    /// Every minefield of the active player rolls for each enemy in sight and sends out mines (MINE-05).
    pub(crate) fn detect(&mut self) -> Judged<()> {
        let side = self.battle.active;
        for field in &self.battle.features.clone() {
            if field.kind != FeatureKind::Minefield || field.owner != side {
                continue;
            }
            let mut seen: FixedList<(Length, ShipId), SHIPS> = FixedList::new();
            for (id, enemy) in self.battle.fleet(side.other()) {
                let gap = field.shape.gap(enemy.at);
                if gap <= SIGHT {
                    seen.push((gap, id)).expect("each ship once");
                }
            }
            // Those inside come first, then the nearest (MINE-06).
            seen.sort_unstable();
            let markers = self.battle.markers_in(field).count() as i8;
            for (_, id) in &seen {
                let (ship, escort) = (self.battle.ship(*id), self.profile(*id).size == Size::Escort);
                let order = match ship.order {
                    Some(Order::AllAheadFull) => 1,
                    Some(Order::BurnRetros) => -1,
                    _ => 0,
                };
                let plus = order - i8::from(escort) - markers;
                let face = self.d6("detection", self.name(*id))?;
                let found = face as i8 + plus >= 5;
                let id = *id;
                self.tell(|| Event::Detected(id, face, plus, found));
                if found {
                    self.place_mine(field, id);
                }
            }
        }
        Ok(())
    }

    /// Puts a mine against a field where it is nearest to a ship.
    ///
    /// With enemies inside the field it goes for one of them: the ship detected, or another as its owner says (MINE-06).
    fn place_mine(&mut self, field: &Feature, target: ShipId) {
        let at = self.battle.ship(target).at;
        let edge = field.shape.nearest(at);
        let inside = |id: &ShipId| field.shape.holds(self.battle.ship(*id).at);
        let sent_at = Some(target).filter(inside).or_else(|| {
            let mut enemies = self.battle.fleet(field.owner.other()).map(|(id, _)| id);
            enemies.find(inside)
        });
        self.battle.last_flight += 1;
        let mine = Flight {
            id: FlightId { kind: FlightKind::Mine, number: self.battle.last_flight },
            side: field.owner,
            at: edge.towards(at, MINE.min(edge.distance(at))),
            speed: SPEED,
            strength: CHARGE,
            sent_at,
            ..Flight::default()
        };
        self.enter_flight(mine);
        self.tell(|| Event::MinePlaced(mine.id, mine.at));
        self.offer_prey(mine.id, mine.side);
    }

    /// A hit on a minefield puts a marker against it on the side of the firer (MINE-07).
    pub(crate) fn mark_minefield(&mut self, field: u8, from: Point) {
        let shape = self.battle.features[usize::from(field)].shape;
        let heading = from.heading_to(shape.nearest(from)).unwrap_or_default();
        let spot = |step: i32| {
            let across = from.ahead(heading.turned(90), Length(2_500 * step));
            let edge = shape.nearest(across);
            edge.towards(across, blast_markers::RADIUS)
        };
        let free = |place: &Point| self.battle.markers.iter().all(|known| !known.within(*place, Length(2_400)));
        let steps = std::iter::once(0).chain((1..8).flat_map(|step| [step, -step]));
        let place = steps.map(spot).find(free).unwrap_or_else(|| spot(0));
        self.put_marker(place, "MINE-07");
    }

    /// Each minefield loses a die of markers in every End Phase (MINE-08).
    pub(crate) fn settle_minefields(&mut self) -> Judged<()> {
        for field in &self.battle.features.clone() {
            let there = self.battle.markers_in(field).count() as u8;
            if field.kind != FeatureKind::Minefield || there == 0 {
                continue;
            }
            let side = self.roster.sides[field.owner as usize].as_str();
            let face = self.d6("minefield", side)?;
            self.tell(|| Event::FieldSettles(face, there));
            for _ in 0..face.min(there) {
                let next = self.battle.markers_in(field).next();
                if let Some(index) = next {
                    self.remove_marker(index, "MINE-08");
                }
            }
        }
        Ok(())
    }

    /// Launches so many mines, each by itself (MINE-09).
    pub(crate) fn launch_mines(&mut self, ships: &[ShipId], count: u8) -> Judged<()> {
        let [id] = *ships else {
            return Err(Refusal::new("MINE-09", "mines are never launched together by several ships").into());
        };
        let name = self.name(id);
        if !self.profile(id).mines {
            return Err(Refusal::new("MINE-09", format!("{name} carries no orbital mines")).into());
        }
        let ready = self.battle.bays_ready(self.roster, id);
        if count == 0 || count > ready {
            return Err(Refusal::new(
                "MINE-09",
                format!("{name} can launch {}, not {count}", text::count(ready, "mine")),
            )
            .into());
        }
        if self.battle.flights.len() + usize::from(count) > crate::battle::gothic::state::ordnance::FLIGHTS {
            return Err(Refusal::new("ORD-01", "so many flights at once are not played").into());
        }
        let ship = self.battle.ship_mut(id);
        ship.spent.craft = true;
        // What is not launched is not kept (ORD-02).
        ship.done.bays += ready;
        for _ in 0..count {
            self.put_flight(FlightKind::Mine, Flight { speed: SPEED, strength: CHARGE, ..Flight::default() }, ships);
        }
        Ok(())
    }
}
