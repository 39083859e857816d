//! Special torpedoes: what they do besides (APPEAL-18).
//!
//! Ruling: a ship that has them launches either these or its ordinary ones. Those that last for one salvo are spent by it.
//! Seeking and guided torpedoes turn as boarding torpedoes do, and not in the phase of their launch (TORP-13).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Cause, Event, Log};
use crate::battle::gothic::special::Stage;
use crate::battle::gothic::state::agenda::Test;
use crate::battle::gothic::state::ordnance::{Flight, FlightId, FlightKind, Path};
use crate::battle::gothic::state::{Battle, Critical, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::{Gun, Location, Profile};
use crate::ships::warhead::Warhead;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::Length;

/// How far short burn torpedoes go.
pub(super) const SHORT_BURN: Length = Length::cm(40);
/// How far a salvo may be turned (BTORP-02).
const TURN: i32 = 45;
/// A salvo of barrage bombs of so many scores twice.
const HEAVY: u8 = 7;

impl Battle {
    /// Whether a ship has special torpedoes left.
    #[must_use]
    pub fn warheads_left(&self, profile: &Profile, id: ShipId) -> bool {
        profile.warhead != Warhead::Plain && !self.ship(id).done.feats.warheads_spent
    }

    /// The turn, to the right when positive, that a seeking salvo makes towards the nearest enemy; of several the largest.
    fn homing(&self, roster: &crate::battle::gothic::state::roster::Roster, flight: &Flight) -> i32 {
        let size = |id: ShipId| roster[id].profile.size;
        let enemies = self.fleet(flight.side.other()).filter(|(_, ship)| self.ground.on_one_table(flight.at, ship.at));
        let nearest = enemies.min_by_key(|(id, ship)| (flight.at.squared(ship.at), std::cmp::Reverse(size(*id)), *id));
        let way = nearest.and_then(|(_, ship)| flight.at.heading_to(ship.at));
        way.map_or(0, |way| flight.heading.turn_to(way).clamp(-TURN, TURN))
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Turns a salvo about its centre and sends it on; what its outer end sweeps is lost to its way (TORP-13).
    pub(crate) fn turn_salvo(&mut self, id: FlightId, degrees: i32) {
        let Some(flight) = self.battle.flight(id).copied() else { return };
        // 1.25 cm for each radian.
        let swept = Length((degrees.abs() * 21_817 + 500) / 1_000);
        let left = self.battle.flight_speed(self.roster, &flight) - swept;
        let heading = flight.heading.turned(degrees);
        if let Some(flight) = self.battle.flight_mut(id) {
            flight.heading = heading;
        }
        let steps = FixedList::one(flight.at.ahead(heading, left));
        self.set_out(id, Path { flight: id, steps, left, ..Path::default() });
    }

    /// A seeking salvo turns by itself before it flies; whether it did.
    pub(crate) fn seeks(&mut self, flight: &Flight) -> bool {
        let seeks = flight.warhead == Warhead::Seeking && flight.aboard.is_none() && !flight.done.launched;
        let turn = if seeks { self.battle.homing(self.roster, flight) } else { 0 };
        if turn != 0 {
            self.turn_salvo(flight.id, turn);
        }
        turn != 0
    }

    /// The ship that launched guided torpedoes tries to turn them.
    pub(crate) fn guide(&mut self, flight: &Flight, degrees: i32) -> Judged<()> {
        let Some(ship) = flight.from.filter(|ship| self.battle.ship(*ship).fights()) else {
            return Err(Refusal::new("WARHEAD-02", format!("nobody is left to guide {}", flight.id)).into());
        };
        let needed = self.battle.own_leadership(ship);
        self.test(Unit::Ship(ship), Test::Guide(flight.id, degrees), 2, needed)
    }

    /// Guided torpedoes turn, or an enemy may try to mislead them.
    ///
    /// Ruling: of the enemy's ships the one with the highest Leadership tries.
    pub(crate) fn guided(&mut self, id: FlightId, degrees: i32, passed: bool) {
        if passed {
            return self.turn_salvo(id, degrees);
        }
        let Some(side) = self.battle.flight(id).map(|flight| flight.side) else { return };
        let enemies = self.battle.fleet(side.other()).map(|(ship, _)| ship);
        let best = enemies.max_by_key(|ship| (self.battle.own_leadership(*ship), std::cmp::Reverse(*ship)));
        match best {
            Some(ship) => self.then_stage(Stage::Jam { ship, flight: id }),
            None => self.fly_on(id),
        }
    }

    /// The answer to [`Stage::Jam`].
    pub(crate) fn answer_jam(&mut self, ship: ShipId, id: FlightId, yes: bool) -> Judged<()> {
        if yes {
            let needed = self.battle.own_leadership(ship);
            return self.test(Unit::Ship(ship), Test::Jam(id), 2, needed);
        }
        self.fly_on(id);
        Ok(())
    }

    pub(crate) fn jammed(&mut self, unit: Unit, id: FlightId, passed: bool) {
        match unit {
            Unit::Ship(ship) if passed => self.then_stage(Stage::Mislead { ship, flight: id }),
            Unit::Ship(_) | Unit::Squadron(_) => self.fly_on(id),
        }
    }

    /// The answer to [`Stage::Mislead`].
    pub(crate) fn mislead(&mut self, id: FlightId, degrees: i32) -> Judged<()> {
        if degrees.abs() > TURN {
            let message = format!("{id} may be turned {TURN} degrees at most, not {}", degrees.abs());
            return Err(Refusal::new("WARHEAD-02", message).into());
        }
        self.battle.agenda.pop();
        self.turn_salvo(id, degrees);
        Ok(())
    }

    /// After its move a short burn salvo runs out of fuel on a 6.
    pub(crate) fn burn_out(&mut self, id: FlightId) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        if flight.warhead != Warhead::ShortBurn || !flight.done.moved {
            return Ok(());
        }
        let side = self.roster.sides[flight.side as usize].as_str();
        let face = self.d6("short burn torpedoes", side)?;
        self.tell(|| Event::FlightRoll(id, face, "WARHEAD-01"));
        if face == 6 {
            self.remove_flight(id, "WARHEAD-01");
            self.put_marker(flight.at, "WARHEAD-01");
        }
        Ok(())
    }

    /// A hit of a salvo on a ship that no holofield kept off.
    pub(super) fn warhead_hit(&mut self, flight: &Flight, id: ShipId, marks: &mut u8) -> Judged<()> {
        match flight.warhead {
            Warhead::Barrage => self.hit(id, flight.at, marks),
            Warhead::Vortex => self.hull_hit_critical_on(id, 1),
            Warhead::Melta => {
                if self.battle.ship(id).hits > 0 && self.gets_past_brace(id)? {
                    let crippled = self.battle.crippled(self.roster, id);
                    self.kindle(id)?;
                    self.tell_crippled(id, crippled);
                }
                Ok(())
            }
            Warhead::Plain
            | Warhead::ShortBurn
            | Warhead::Guided
            | Warhead::Seeking
            | Warhead::Missiles
            | Warhead::Distortion => self.hull_hit(id),
        }
    }

    /// A salvo of barrage bombs strikes the planet: assault points for the attacker (SCEN-87).
    pub(crate) fn bombards(&mut self, flight: &Flight) {
        let scored = self.battle.mission.assault.filter(|_| flight.side == self.battle.mission.attacker);
        if let (Warhead::Barrage, Some(scored)) = (flight.warhead, scored) {
            let value = if flight.strength >= HEAVY { 4 } else { 2 };
            self.battle.mission.assault = Some(scored.saturating_add(value));
            let from = flight.from.unwrap_or_default();
            self.tell(|| Event::Assault(from, value, scored.saturating_add(value)));
        }
    }

    /// Melta and vortex torpedoes aboard go off when their tubes are struck: D3 fires, or D3 damage and a critical.
    pub(crate) fn cook_off(&mut self, id: ShipId, struck: Critical) -> Judged<()> {
        let profile = self.profile(id);
        if !matches!(profile.warhead, Warhead::Melta | Warhead::Vortex) || !self.battle.warheads_left(profile, id) {
            return Ok(());
        }
        let tubes = |location: Location, critical: Critical| {
            let there = profile.weapons.iter().any(|w| w.gun == Gun::Torpedoes && w.location == location);
            critical == struck && there
        };
        let hit = tubes(Location::Prow, Critical::Prow)
            || tubes(Location::Port, Critical::Port)
            || tubes(Location::Starboard, Critical::Starboard)
            || tubes(Location::Dorsal, Critical::Dorsal)
            || tubes(Location::Keel, Critical::Keel);
        if !hit {
            return Ok(());
        }
        self.battle.ship_mut(id).done.feats.warheads_spent = true;
        let count = self.d6("torpedoes aboard", self.name(id))?.div_ceil(2);
        self.tell(|| Event::Feat(crate::battle::gothic::special::Deed::CooksOff(id, count)));
        if profile.warhead == Warhead::Vortex {
            self.lose(id, count, Cause::Critical);
            return if self.battle.ship(id).hits > 0 { self.critical(id) } else { Ok(()) };
        }
        for _ in 0..count {
            if self.battle.ship(id).hits > 0 {
                self.kindle(id)?;
            }
        }
        Ok(())
    }

    /// Why ships may not launch special torpedoes together.
    pub(super) fn may_load(&self, ships: &[ShipId]) -> Result<Warhead, Refusal> {
        let first = self.profile(ships[0]).warhead;
        let able =
            |id: &ShipId| self.profile(*id).warhead == first && self.battle.warheads_left(self.profile(*id), *id);
        match ships.iter().find(|id| !able(id)) {
            None => Ok(first),
            Some(id) => Err(Refusal::new("WARHEAD-07", format!("{} has no such torpedoes left", self.name(*id)))),
        }
    }
}

/// Whether a flight spares its own side: seeking torpedoes know friends.
pub(super) fn spares_friends(flight: &Flight) -> bool {
    flight.id.kind == FlightKind::Salvo && flight.warhead == Warhead::Seeking
}

/// What removes a flight among blast markers: a 6, or less for those that look about (ORD-11).
pub(super) fn blinded_on(flight: &Flight) -> u8 {
    if flight.warhead == Warhead::Seeking { 5 } else { 6 }
}
