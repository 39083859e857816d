//! Ships at 0 hits: catastrophic damage, explosions, hulks.

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::movement::squadrons::Members;
use crate::battle::gothic::ordnance::outlines::Form;
use crate::battle::gothic::state::agenda::{Task, Threat};
use crate::battle::gothic::state::ordnance::FlightId;
use crate::battle::gothic::state::{Criticals, Fate, FeatureKind, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::Size;
use crate::table::geometry::{Length, Point};

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Resolves a ship at 0 hits, or rolls again for a hulk (DAMAGE-02, CATA-03).
    pub(in crate::battle::gothic) fn doom(&mut self, id: ShipId, also: Option<ShipId>) -> Judged<()> {
        if !self.battle.ship(id).present() {
            return Ok(());
        }
        if self.profile(id).is_light() {
            let at = self.battle.ship(id).at;
            let rule = if self.profile(id).size == Size::Defence { "DEF-11" } else { "DAMAGE-04" };
            let (fighters, first) = (self.patrol_ids(id), self.battle.markers.len());
            self.remove(id, rule);
            self.put_marker(at, rule);
            return self.blast_tests(&fighters, first);
        }
        if self.battle.forts.contains(id) {
            return self.fort_falls(id);
        }
        if self.profile(id).odd.crumbles {
            let (at, heading) = (self.battle.ship(id).at, self.battle.ship(id).heading);
            self.remove(id, "ORK-05");
            self.ring_markers(at, heading, 4);
            return Ok(());
        }
        let faces = self.roll("catastrophic damage", self.name(id), self.profile(id).catastrophe_dice)?;
        let result = faces.iter().sum::<u8>().min(12);
        self.tell(|| Event::Catastrophe(id, faces, result));
        let hits = self.profile(id).hits;
        match result {
            ..=6 => self.hulk(id, Fate::Drifting),
            7 | 8 => self.hulk(id, Fate::Blazing),
            9.. if self.profile(id).odd.space_hulk => return self.hulk_ends(id, result == 12),
            9..=11 => return self.explode(id, hits.div_ceil(2), also),
            _ => return self.explode(id, hits, also),
        }
        Ok(())
    }

    /// Makes a hulk, with its marker the first time (CATA-02).
    pub(in crate::battle::gothic) fn hulk(&mut self, id: ShipId, fate: Fate) {
        let before = self.battle.ship(id).fate;
        self.retire(id, fate);
        let ship = self.battle.ship_mut(id);
        ship.hits = 0;
        ship.criticals = Criticals::default();
        self.tell(|| Event::Fate(id, fate, "CATA-01"));
        if before == Fate::Fighting {
            self.mark_stern(id, "CATA-02");
        }
    }

    /// Takes a destroyed ship off the table.
    pub(in crate::battle::gothic) fn remove(&mut self, id: ShipId, rule: &'static str) {
        self.retire(id, Fate::Destroyed);
        self.battle.ship_mut(id).hits = 0;
        self.tell(|| Event::Fate(id, Fate::Destroyed, rule));
    }

    /// Takes a ship out of the fight: no order, and whoever was grappled with it is free (BOARD-12).
    pub(in crate::battle::gothic) fn retire(&mut self, id: ShipId, fate: Fate) {
        if self.battle.ship(id).fights() && !matches!(fate, Fate::Disengaged | Fate::LeftByEdge | Fate::Haunting) {
            self.commander_lost(id);
            if matches!(fate, Fate::Destroyed | Fate::Drifting | Fate::Blazing) {
                self.fell(id);
            }
        }
        let ship = self.battle.ship_mut(id);
        (ship.order, ship.grappled, ship.boards) = (None, None, None);
        ship.done.braced_late = false;
        self.battle.set_fate(id, fate);
        self.dissolve_patrols(id, fate);
        for place in 0..self.battle.ships.len() {
            if self.battle.ships[place].grappled == Some(id) {
                // Whoever else holds it still does.
                let held = ShipId(place as u8);
                let other = self.battle.all().find(|(_, ship)| ship.grappled == Some(held)).map(|(other, _)| other);
                self.battle.ship_mut(held).grappled = other;
            }
        }
    }

    /// An explosion, up to the moment when the ships inside may brace (CATA-16 steps 1 to 6).
    fn explode(&mut self, id: ShipId, strength: u8, also: Option<ShipId>) -> Judged<()> {
        let (at, heading) = (self.battle.ship(id).at, self.battle.ship(id).heading);
        let (fighters, first) = (self.patrol_ids(id), self.battle.markers.len());
        self.remove(id, "CATA-04");
        self.ring_markers(at, heading, strength);
        self.blast_tests(&fighters, first)?;
        let radius = self.roll("explosion radius", self.name(id), 3)?.iter().sum::<u8>();
        let radius = Length::cm(i32::from(radius));
        self.tell(|| Event::Explosion(id, strength, radius));
        self.spread(at, strength, radius, also);
        Ok(())
    }

    /// The lances of an explosion are due, and who is inside may brace first.
    pub(in crate::battle::gothic) fn spread(&mut self, at: Point, strength: u8, radius: Length, also: Option<ShipId>) {
        self.then(Task::Burst { at, strength, radius, also });
        let mut asked: Vec16 = Vec16::new();
        for ship in &self.inside(at, radius, also) {
            let unit = self.battle.unit_of(*ship);
            if self.battle.ship(*ship).fights() && !asked.contains(&unit) {
                asked.push(unit).expect("each unit once");
            }
        }
        // The nearest is asked first, so it goes on top.
        for unit in asked.iter().rev() {
            self.offer_brace(*unit, Threat::Explosion);
        }
    }

    /// Ships whose base lies within the radius, nearest stem first (CATA-06).
    pub(in crate::battle::gothic) fn inside(&self, at: Point, radius: Length, also: Option<ShipId>) -> Members {
        let mut inside = Members::new();
        for (id, ship) in self.battle.all() {
            let alive = ship.is_hulk() || ship.fights() && ship.hits > 0;
            if alive && (Some(id) == also || at.within(ship.at, radius + self.profile(id).base)) {
                inside.push(id).expect("each ship once");
            }
        }
        inside.sort_unstable_by_key(|id| (at.squared(self.battle.ship(*id).at), *id));
        inside
    }

    /// The lances of an explosion at every ship inside (CATA-16 steps 7 and 8).
    pub(in crate::battle::gothic) fn burst(
        &mut self,
        at: Point,
        strength: u8,
        radius: Length,
        also: Option<ShipId>,
    ) -> Judged<()> {
        let mut again = Members::new();
        for id in &self.inside(at, radius, also) {
            let faces = self.roll("explosion", self.name(*id), strength)?;
            let hits = faces.iter().filter(|face| **face >= 4).count() as u8;
            if strength > 0 {
                self.tell(|| Event::Burst(*id, faces, hits));
            }
            if self.battle.ship(*id).is_hulk() {
                // Any number of hits on a hulk is one roll (CATA-09).
                if hits > 0 {
                    again.push(*id).expect("each ship once");
                }
                continue;
            }
            let mut marks = 0;
            self.blame_enemy_of(*id);
            for _ in 0..hits {
                if self.battle.ship(*id).hits == 0 {
                    break;
                }
                self.hit(*id, at, &mut marks)?;
            }
        }
        for hulk in &again {
            self.dies(*hulk);
        }
        // Nearest first, so that one explosion is finished before the next (CATA-15).
        let mut dying = self.battle.dying;
        dying.sort_unstable_by_key(|id| (at.squared(self.battle.ship(*id).at), *id));
        self.battle.dying = dying;
        self.resolve_dying();
        Ok(())
    }

    /// A hulk drifts 4D6 cm, is drawn by planets, and is lost in what it drifts into (CATA-02, CATA-12, CATA-13).
    pub(in crate::battle::gothic) fn drift(&mut self, id: ShipId) -> Judged<()> {
        let ship = self.battle.ship(id);
        if !ship.is_hulk() {
            return Ok(());
        }
        let length: u8 = self.roll("drift", self.name(id), 4)?.iter().sum();
        let length = Length::cm(i32::from(length));
        self.draw_in(id);
        self.then(Task::Adrift { ship: id, left: length, gone: Length::ZERO });
        Ok(())
    }

    /// A hulk goes on drifting until something ends it or a salvo strikes it (CATA-12, TORP-14).
    pub(in crate::battle::gothic) fn adrift(&mut self, id: ShipId, left: Length, gone: Length) {
        let (ship, base) = (*self.battle.ship(id), self.profile(id).base);
        if !ship.is_hulk() {
            return;
        }
        let edge = self.battle.ground.leaves(ship.at, ship.heading, left).map(|at| (at, None));
        let ends = self.battle.features.iter().filter_map(|feature| {
            let reach = match feature.kind {
                FeatureKind::Cloud => return None,
                FeatureKind::Asteroids | FeatureKind::Minefield | FeatureKind::Rift => base,
                FeatureKind::Planet | FeatureKind::Moon => -crate::table::geometry::TOUCH,
            };
            let at = feature.shape.first_touch(ship.at, ship.heading, left, reach)?;
            Some((at, Some(feature.kind)))
        });
        let end = ends.chain(edge).min_by_key(|(at, _)| *at);
        let met = self.met_adrift(id, left).filter(|(at, _)| end.is_none_or(|(end, _)| *at < end));
        let by = met.map(|(at, _)| at).or(end.map(|(at, _)| at)).unwrap_or(left);
        self.battle.ship_mut(id).at = ship.at.ahead(ship.heading, by);
        if let Some((at, flight)) = met {
            self.then(Task::Adrift { ship: id, left: left - at, gone: gone + at });
            return self.run_into(flight, id);
        }
        if let Some((_, end)) = end {
            let rule = if end.is_some() { "CATA-12" } else { "DISENG-13" };
            return self.remove(id, rule);
        }
        self.draw_in(id);
        let ship = *self.battle.ship(id);
        self.tell(|| Event::Moved(id, gone + left, ship.at, ship.heading));
        self.mark_stern(id, "CATA-02");
        if ship.fate == Fate::Blazing {
            self.then(Task::Doom { ship: id, also: None });
        }
    }

    /// The first ordnance that attacks a hulk on its way; torpedoes do, of either side (TORP-14, CATA-08).
    fn met_adrift(&self, id: ShipId, left: Length) -> Option<(Length, FlightId)> {
        let (ship, base) = (self.battle.ship(id), Form::Disc(self.profile(id).base));
        let to = ship.at.ahead(ship.heading, left);
        let flights = self.battle.flights.iter().filter(|flight| flight.aboard.is_none());
        let met = flights.filter(|flight| self.battle.preys_on(self.roster, flight, id)).filter_map(|flight| {
            let at = base.meets(ship.at, to, self.battle.form(self.roster, flight), flight.at)?;
            Some((at, flight.id))
        });
        met.min()
    }

    /// A hulk takes all of the free turn towards a planet that it may (CATA-13).
    fn draw_in(&mut self, id: ShipId) {
        let ship = *self.battle.ship(id);
        let Some(centre) = self.battle.wells(ship.at).next() else { return };
        let turn = ship.at.heading_to(centre).map_or(0, |to| ship.heading.turn_to(to));
        self.battle.ship_mut(id).heading = ship.heading.turned(turn.clamp(-45, 45));
    }
}

type Vec16 = crate::table::fixed_list::FixedList<Unit, { crate::battle::gothic::state::SHIPS }>;
