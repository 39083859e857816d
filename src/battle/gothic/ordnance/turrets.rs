//! Turrets (TURRET).

use crate::battle::gothic::damage::hits::WARDING;
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::FlyingQuestion;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Faces, Log};
use crate::battle::gothic::movement::squadrons::Members;
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::ordnance::LENDERS;
use crate::battle::gothic::state::ordnance::{FlightId, FlightKind, Prey};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Phase, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::traits::Trait;
use crate::ships::warhead::Warhead;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, TOUCH};

/// Dice of a mine that turrets have hit (MINE-02).
const SPOILT: u8 = 4;
/// How far fleet defence turrets reach (MECH-09).
const WARDS: Length = Length::cm(15);

impl Battle {
    /// Friends who may lend a die to a ship under attack, those already bound to the same kind of ordnance first, then
    /// by distance (TURRET-03, TURRET-04, TURRET-06, TURRET-07).
    #[must_use]
    pub fn lenders(&self, roster: &Roster, id: ShipId, prey: Prey) -> Members {
        let ship = self.ship(id);
        let mut found = Members::new();
        for (other, friend) in self.all() {
            if self.may_ward(roster, other, id) {
                found.push(other).expect("each ship once");
                continue;
            }
            let able = other != id
                && friend.side == ship.side
                && friend.hits > 0
                && self.turrets(roster, other) > 0
                && !self.crippled(roster, other)
                && friend.done.turrets.is_none_or(|bound| bound == prey)
                && self.in_contact(roster, id, other);
            if able && (self.phase != Phase::Movement || self.just_met(roster, id, other)) {
                found.push(other).expect("each ship once");
            }
        }
        found.sort_unstable_by_key(|other| {
            let friend = self.ship(*other);
            (friend.done.turrets.is_none(), ship.at.squared(friend.at), *other)
        });
        found
    }

    /// Whether the fleet defence turrets of a ship may serve another: within 15 cm, one ship in a phase (MECH-09).
    ///
    /// Ruling: who helps so is one of the three friends of TURRET-03.
    fn may_ward(&self, roster: &Roster, warder: ShipId, id: ShipId) -> bool {
        let (friend, ship) = (self.ship(warder), self.ship(id));
        roster[warder].profile.is(Trait::FleetDefence)
            && warder != id
            && friend.side == ship.side
            && friend.fights()
            && friend.hits > 0
            && friend.done.feats.wards.is_none_or(|known| known == id)
            && (friend.done.feats.wards.is_some() || self.turrets(roster, warder) > 0)
            && friend.at.within(ship.at, WARDS)
    }

    /// Whether a moving ship has come into contact with a friend only now, within the tolerance of SHIP-20 (TURRET-08).
    fn just_met(&self, roster: &Roster, id: ShipId, friend: ShipId) -> bool {
        let ship = self.ship(id);
        let base = |id: ShipId| roster[id].profile.base;
        let before = ship.at.ahead(ship.heading.turned(180), TOUCH);
        self.course.ship == id && !before.touches(self.ship(friend).at, base(id) + base(friend))
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// The turrets' turn: their owner chooses what they fire at in this phase (TURRET-02).
    pub(crate) fn defend(&mut self, id: FlightId, ship: ShipId) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        let escorts = flight.fighters(self.roster);
        if let Some(flight) = self.battle.flight_mut(id) {
            flight.escorts = escorts;
        }
        self.then(Task::Assault { flight: id, ship });
        if self.profile(ship).odd.miasma && flight.id.kind != FlightKind::Wave {
            return Ok(());
        }
        let own = self.battle.turrets(self.roster, ship);
        let lenders = self.battle.lenders(self.roster, ship, flight.prey());
        let bound = |id: ShipId| self.battle.ship(id).done.turrets;
        match bound(ship) {
            Some(prey) if prey != flight.prey() => {}
            None if own == 0 && lenders.is_empty() => {}
            // Somebody must still bind himself to this kind of ordnance, or not.
            chosen if chosen.is_none() || lenders.iter().take(LENDERS).any(|lender| bound(*lender).is_none()) => {
                self.ask(FlyingQuestion::Turrets { flight: id, ship });
            }
            _ => self.turret_fire(id, ship, &lenders)?,
        }
        Ok(())
    }

    /// The answer to [`FlyingQuestion::Turrets`]: with every friend who can help, or not at all.
    pub(crate) fn answer_turrets(&mut self, id: FlightId, ship: ShipId, fire: bool) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        if !fire {
            return Ok(());
        }
        let lenders = self.battle.lenders(self.roster, ship, flight.prey());
        self.turret_fire(id, ship, &lenders)
    }

    /// The answer to [`FlyingQuestion::Turrets`] with the friends who help.
    pub(crate) fn mass_turrets(
        &mut self,
        id: FlightId,
        ship: ShipId,
        chosen: FixedList<ShipId, LENDERS>,
    ) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        let able = self.battle.lenders(self.roster, ship, flight.prey());
        for (place, lender) in chosen.iter().enumerate() {
            if !able.contains(lender) || chosen[..place].contains(lender) {
                let message = format!("{} cannot mass its turrets with {}", self.name(*lender), self.name(ship));
                return Err(Refusal::new("TURRET-03", message).into());
            }
        }
        self.battle.agenda.pop();
        self.turret_fire(id, ship, &chosen)
    }

    /// A die for each turret and each friend who helps; every 4 or more shoots down a torpedo or a marker (TURRET-01).
    fn turret_fire(&mut self, id: FlightId, ship: ShipId, lenders: &[ShipId]) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        self.battle.ship_mut(ship).done.turrets = Some(flight.prey());
        let mut dice = self.battle.turrets(self.roster, ship);
        for lender in lenders.iter().take(LENDERS) {
            if self.battle.may_ward(self.roster, *lender, ship) {
                self.battle.ship_mut(*lender).done.feats.wards = None;
                dice += self.battle.turrets(self.roster, *lender).min(WARDING);
                self.battle.ship_mut(*lender).done.feats.wards = Some(ship);
                continue;
            }
            self.battle.ship_mut(*lender).done.turrets = Some(flight.prey());
            dice += 1;
        }
        if dice == 0 {
            return Ok(());
        }
        let faces = self.roll("turrets", self.name(ship), dice)?;
        let hit = |faces: &Faces| faces.iter().filter(|face| **face >= flight.turrets_hit_on()).count() as u8;
        let (mut hits, tag) = (hit(&faces), flight.id);
        self.tell(|| Event::Turrets(ship, tag, faces, hits));
        // A tracking system has every miss rolled again (TAU-07).
        if hits < dice && self.battle.tracked(self.roster, ship) {
            let again = self.roll("turrets", self.name(ship), dice - hits)?;
            let more = hit(&again);
            self.tell(|| Event::Turrets(ship, tag, again, more));
            hits += more;
        }
        match flight.id.kind {
            FlightKind::Wave => {
                for _ in 0..hits {
                    self.lose_fighter(id, "TURRET-01");
                }
            }
            FlightKind::Salvo | FlightKind::Boarding => self.lose_torpedoes(id, hits, "TURRET-01"),
            FlightKind::Mine if flight.warhead == Warhead::Distortion => {
                if hits > 0 {
                    self.remove_flight(id, "TURRET-01");
                }
            }
            FlightKind::Mine => {
                if let Some(mine) = self.battle.flight_mut(id).filter(|_| hits > 0) {
                    mine.strength = SPOILT;
                }
            }
        }
        Ok(())
    }
}
