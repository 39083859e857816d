//! What torpedoes do to ships (TORP-05, TORP-06, BTORP-03).

use super::outlines::Form;
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::FlyingQuestion;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::movement::squadrons::Members;
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::ordnance::{Flight, FlightId, FlightKind};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::armour::armour;
use crate::ships::traits::Trait;
use crate::ships::warhead::Warhead;
use crate::table::geometry::{Length, quarter};

/// Ships whose stems are so near one another cannot be told apart (ORD-17).
const STACKED: Length = Length(100);

impl Battle {
    /// The ships that a flight meets at the same spot as one of them: those it touches there, and those of equal base
    /// stacked with it, their stems within 0.1 cm (ORD-16, ORD-17).
    #[must_use]
    pub fn met_with(&self, roster: &Roster, id: FlightId, ship: ShipId) -> Members {
        let mut found = Members::new();
        let Some(flight) = self.flight(id) else { return found };
        let base = |id: ShipId| roster[id].profile.base;
        for (other, there) in self.all().filter(|(other, _)| self.preys_on(roster, flight, *other)) {
            if self.path.launch && flight.through.contains(other) {
                continue;
            }
            let stacked = base(other) == base(ship) && there.at.within(self.ship(ship).at, STACKED);
            if other == ship || stacked || Form::of(flight).touches(flight.at, Form::Disc(base(other)), there.at) {
                found.push(other).expect("each ship once");
            }
        }
        found
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A flight has met a ship; of several at one spot its owner chooses (ORD-16). Craft are told before they fly.
    pub(crate) fn meet_ship(&mut self, id: FlightId, ship: ShipId) {
        if id.kind != FlightKind::Wave && self.battle.met_with(self.roster, id, ship).len() > 1 {
            self.ask(FlyingQuestion::Single { flight: id, ship });
        } else {
            self.then(Task::Onset { flight: id, ship });
        }
    }

    /// The answer to [`FlyingQuestion::Single`].
    pub(crate) fn single_out(&mut self, id: FlightId, ship: ShipId, chosen: ShipId) -> Judged<()> {
        if !self.battle.met_with(self.roster, id, ship).contains(&chosen) {
            let message = format!("{id} does not meet {} there", self.name(chosen));
            return Err(Refusal::new("ORD-16", message).into());
        }
        self.battle.agenda.pop();
        self.then(Task::Onset { flight: id, ship: chosen });
        Ok(())
    }

    /// Boarding torpedoes turn about the centre of their marker, then fly on; what the outer end sweeps is lost to the
    /// way of the centre (BTORP-02, TORP-13).
    pub(crate) fn veer(&mut self, id: FlightId, degrees: i32) -> Judged<()> {
        let refuse = |rule, message: String| Err(Refusal::new(rule, message).into());
        let Some(flight) = self.battle.flight(id).copied() else {
            return refuse("ORD-21", format!("there is no {id} in play"));
        };
        if flight.side != self.battle.flying || !self.battle.may_fly(self.roster, &flight) {
            return refuse("ORD-21", format!("{id} does not move now"));
        }
        let guided = flight.warhead == Warhead::Guided;
        if flight.id.kind != FlightKind::Boarding && !guided {
            return refuse("TORP-04", format!("{id} goes straight ahead and cannot turn"));
        }
        if flight.aboard.is_some() || flight.done.launched {
            return refuse("TORP-13", format!("{id} cannot turn in the phase of its launch"));
        }
        if degrees.abs() > 45 {
            return refuse("BTORP-02", format!("{id} may turn 45 degrees at most, not {}", degrees.abs()));
        }
        if guided {
            return self.guide(&flight, degrees);
        }
        self.turn_salvo(id, degrees);
        Ok(())
    }

    /// A salvo loses strength, and is gone at 0.
    pub(crate) fn lose_torpedoes(&mut self, id: FlightId, lost: u8, rule: &'static str) {
        let Some(flight) = self.battle.flight_mut(id) else { return };
        flight.strength = flight.strength.saturating_sub(lost);
        if flight.strength == 0 {
            self.remove_flight(id, rule);
        }
    }

    /// One die for each torpedo against the armour that the salvo's centre faces, through shields (TORP-05, TORP-06).
    pub(crate) fn torpedo_attack(&mut self, flight: &Flight, id: ShipId) -> Judged<()> {
        let ship = *self.battle.ship(id);
        let needed = armour(self.battle.armour_of(self.roster, id), quarter(ship.at, ship.heading, flight.at));
        // A mucous membrane takes one off their dice (HIVE-60).
        let needed = if self.profile(id).is(Trait::Slimy) { (needed + 1).min(6) } else { needed };
        let side = self.roster.sides[flight.side as usize].as_str();
        let tag = flight.id;
        let faces = self.roll("torpedoes", side, flight.strength)?;
        let mut hits = faces.iter().filter(|face| **face >= needed).count() as u8;
        self.tell(|| Event::OrdnanceDice(tag, id, faces, needed, hits, "TORP-05"));
        if flight.done.eldar && hits < flight.strength {
            let again = self.roll("torpedoes", side, flight.strength - hits)?;
            let more = again.iter().filter(|face| **face >= needed).count() as u8;
            hits += more;
            self.tell(|| Event::OrdnanceDice(tag, id, again, needed, more, "TORP-07"));
        }
        if flight.id.kind == FlightKind::Boarding {
            // Each hit is a hit-and-run attack of the launcher's crew, at once (BTORP-03, HITRUN-02).
            for _ in 0..hits {
                if self.battle.ship(id).fights() && self.battle.ship(id).hits > 0 {
                    self.torpedo_raid(flight.from.unwrap_or_default(), id)?;
                }
            }
        } else if ship.is_hulk() {
            if hits > 0 {
                self.dies(id);
            }
        } else {
            let mut marks = 0;
            self.blame_flight(flight);
            for _ in 0..hits {
                if !self.eludes(id, flight.at, &mut marks, "ELDAR-12")? {
                    self.warhead_hit(flight, id, &mut marks)?;
                }
            }
        }
        self.lose_torpedoes(flight.id, hits, "TORP-06");
        Ok(())
    }
}
