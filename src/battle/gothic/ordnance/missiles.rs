//! Missiles: torpedoes that turn, go as far as their player likes, and dwindle (TAU-09, TAU-10).
//!
//! Ruling: `salvo 3: to 90 60` sends them to a place, up to 45 degrees aside; `go` sends them 40 cm straight on. In the phase
//! of their launch they keep the heading that they were launched on.

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::ordnance::{Flight, FlightId, Path};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::warhead::Warhead;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point};

/// The least that missiles go.
const LEAST: Length = Length::cm(20);
/// How far they may turn.
const TURN: i32 = 45;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Sends missiles to a place.
    pub(super) fn fly_missiles(&mut self, flight: &Flight, steps: &[Point]) -> Judged<()> {
        let refuse = |message: String| Err(Refusal::new("TAU-09", message).into());
        let (id, most) = (flight.id, self.battle.flight_speed(self.roster, flight));
        let &[to] = steps else { return refuse(format!("{id} goes straight to one place")) };
        let way = flight.at.distance(to);
        if way < LEAST || way > most {
            return refuse(format!("{id} goes {LEAST} to {most} cm, not {way}"));
        }
        let turn = flight.at.heading_to(to).map_or(0, |to| flight.heading.turn_to(to));
        let fresh = flight.aboard.is_some() || flight.done.launched;
        if turn.abs() > if fresh { 0 } else { TURN } {
            let most = if fresh { 0 } else { TURN };
            return refuse(format!("{id} may turn {most} degrees at most, not {}", turn.abs()));
        }
        let heading = flight.heading.turned(turn);
        if let Some(flight) = self.battle.flight_mut(id) {
            flight.heading = heading;
        }
        let steps = FixedList::one(flight.at.ahead(heading, way));
        self.set_out(id, Path { flight: id, steps, left: way, ..Path::default() });
        Ok(())
    }

    /// Before missiles move, each phase but that of their launch, a 6 among a die for each takes one off.
    pub(super) fn decay(&mut self, id: FlightId) -> Judged<()> {
        let Some(flight) = self.battle.flight(id).copied() else { return Ok(()) };
        if flight.warhead != Warhead::Missiles || flight.done.launched || flight.done.decayed {
            return Ok(());
        }
        if let Some(flight) = self.battle.flight_mut(id) {
            flight.done.decayed = true;
        }
        let side = self.roster.sides[flight.side as usize].as_str();
        let faces = self.roll("missiles", side, flight.strength)?;
        let lost = faces.iter().filter(|face| **face >= 6).count() as u8;
        for face in &faces {
            self.tell(|| Event::FlightRoll(id, *face, "TAU-10"));
        }
        if lost > 0 {
            self.lose_torpedoes(id, lost, "TAU-10");
        }
        Ok(())
    }
}
