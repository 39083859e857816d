//! Answers that a cadet draws one by one, without listing all there are.

use super::cadet::Cadet;
use crate::battle::gothic::decisions::answer::{Answer, Flying, Load};
use crate::battle::gothic::decisions::question::{
    BoardingQuestion, DamageQuestion, FlyingQuestion, MovementQuestion, Question, ReRollQuestion, ShootingQuestion,
    TerrainQuestion,
};
use crate::battle::gothic::state::ordnance::{Band, Flight, FlightKind, Quarry, WAVE};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Ship, ShipId, Unit};
use crate::ships::profile::Size;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length};
use crate::table::side::Side;

/// Ships that a cadet looks at before he lets it be.
const LOOKS: usize = 4;

impl Cadet {
    /// Some ships of a side, from any one on.
    fn some_of<'b>(&mut self, battle: &'b Battle, side: Side) -> impl Iterator<Item = (ShipId, &'b Ship)> + use<'b> {
        let count = battle.ships.len();
        let first = self.draw(count.max(1) as u32) as usize;
        let ships = battle.ships.iter().enumerate().cycle().skip(first).take(count);
        ships.filter(move |(_, ship)| ship.side == side && ship.fights()).map(|(id, ship)| (ShipId(id as u8), ship))
    }

    /// What a ship may do when all have moved.
    pub(super) fn any_closing(&mut self, battle: &Battle, roster: &Roster, side: Side) -> Answer {
        for (id, ship) in self.some_of(battle, side).take(LOOKS) {
            let profile = &roster[id].profile;
            let mut enemies = battle.fleet(side.other());
            let found = if battle.crippled(roster, id) && !ship.done.tried && !profile.is_stationary() {
                let escort = profile.size == Size::Escort;
                Some(Answer::Disengage(if escort { battle.unit_of(id) } else { Unit::Ship(id) }))
            } else if ship.done.disguise > 0 {
                Some(Answer::Reveal(id))
            } else if profile.fire_ship && enemies.any(|(_, enemy)| ship.at.within(enemy.at, Length::cm(10))) {
                Some(Answer::Detonate(id))
            } else {
                let near = battle.fleet(side.other()).find(|(enemy, _)| battle.in_contact(roster, id, *enemy));
                near.map(|(enemy, _)| Answer::Board(id, enemy))
            };
            if let Some(answer) = found.filter(|_| self.draw(2) == 0) {
                return answer;
            }
        }
        Answer::End
    }

    /// A teleport attack within reach, or the end of the turn.
    pub(super) fn any_raid(&mut self, battle: &Battle, roster: &Roster, side: Side) -> Answer {
        for (id, ship) in self.some_of(battle, side).take(LOOKS).filter(|(_, ship)| !ship.done.teleported) {
            let reach = roster[id].profile.crew.teleporters;
            let near = self.some_of(battle, side.other()).find(|(_, enemy)| ship.at.within(enemy.at, reach));
            if let Some((enemy, _)) = near.filter(|_| self.draw(2) == 0) {
                return Answer::Teleport(id, enemy);
            }
        }
        Answer::End
    }

    /// Torpedoes or craft of any ship that has some ready.
    pub(super) fn any_launch(&mut self, battle: &Battle, roster: &Roster, side: Side) -> Answer {
        if self.draw(8) == 0 {
            return Answer::End;
        }
        for (id, ship) in self.some_of(battle, side) {
            let ships = FixedList::one(id);
            if battle.torpedoes_ready(roster, id) > 0 {
                let heading = ship.heading.turned(20 * self.draw(5) as i32 - 40);
                return Answer::Launch(
                    ships,
                    Load::Torpedoes { strength: 0, heading, boarding: false, special: false },
                );
            }
            let craft = &roster[id].craft;
            let ready = battle.bays_ready(roster, id).min(WAVE as u8);
            if ready == 0 || craft.is_empty() {
                continue;
            }
            let room = battle.craft_room(roster, side).min(ready);
            if room == 0 {
                let mut waves = battle.flights_of(side).filter(|flight| flight.id.kind == FlightKind::Wave);
                if let Some(wave) = waves.next().filter(|_| self.draw(4) == 0) {
                    return Answer::Recall(wave.id, first_of(wave));
                }
                continue;
            }
            let mut band = Band::new();
            let count = 1 + self.draw(u32::from(room)) as u8;
            band.push((craft[self.draw(craft.len() as u32) as usize], count)).expect("one kind");
            return Answer::Launch(ships, Load::Craft(band));
        }
        Answer::End
    }

    /// The flight of any salvo or wave; now and then the rest is left to fly on by itself.
    pub(super) fn any_flight(&mut self, battle: &Battle, roster: &Roster, side: Side) -> Answer {
        let waiting = || battle.flights_of(side).filter(|flight| battle.may_fly(roster, flight));
        let chosen = self.draw(1 + waiting().count() as u32) as usize;
        // What has paused must finish first (ORD-21).
        let paused = waiting().find(|flight| flight.left.is_some());
        let Some(flight) = paused.or_else(|| waiting().nth(chosen)) else { return Answer::End };
        if flight.id.kind == FlightKind::Wave {
            return Answer::Fly(self.any_wave(battle, roster, flight));
        }
        Answer::Fly(Flying { flight: flight.id, ..Flying::default() })
    }

    fn any_wave(&mut self, battle: &Battle, roster: &Roster, flight: &Flight) -> Flying {
        // A thousandth less, so that rounding never makes it too far.
        let speed = battle.reach_of(roster, flight) - Length(1);
        let mut flying = Flying { flight: flight.id, ..Flying::default() };
        let mut sent = |place| {
            flying.steps.push(place).expect("a place or two");
        };
        match self.draw(8) {
            0 => {}
            1 => {
                if let Some((id, friend)) = self.some_of(battle, flight.side).next() {
                    sent(flight.at.towards(friend.at, speed));
                    flying.patrol = flight.at.within(friend.at, speed).then_some(id);
                }
            }
            2 | 3 => {
                sent(flight.at.ahead(Heading::new(90 * self.draw(4) as i32), speed));
                if flight.craft.len() > 1 && self.draw(2) == 0 {
                    flying.band = first_of(flight);
                }
            }
            4 => {
                sent(flight.at.ahead(Heading::new(90 * self.draw(4) as i32), speed.half()));
                flying.pause = true;
            }
            _ => {
                if let Some((id, enemy)) = self.some_of(battle, flight.side.other()).next() {
                    sent(flight.at.towards(enemy.at, speed));
                    flying.quarry = (flight.strikers(roster) > 0).then_some(Quarry::Ship(id));
                }
            }
        }
        flying
    }

    /// An answer to what an attack or a roll asks, where it is plain what there is to answer.
    pub(super) fn any_word(&mut self, battle: &Battle, side: Side, question: &Question) -> Option<Answer> {
        match question {
            Question::ReRoll(ReRollQuestion::Spend(_)) => {
                Some([Answer::Yes, Answer::No, Answer::Fleet][self.draw(3) as usize])
            }
            Question::Damage(DamageQuestion::Brace { .. })
            | Question::ReRoll(ReRollQuestion::Pass(_))
            | Question::Movement(MovementQuestion::Double(_))
            | Question::Boarding(BoardingQuestion::Boarders(_) | BoardingQuestion::BoardAgain { .. })
            | Question::Flying(FlyingQuestion::Turrets { .. })
            | Question::Terrain(TerrainQuestion::Ride(_))
            | Question::Shooting(ShootingQuestion::Gunners { .. }) => {
                Some(if self.draw(2) == 0 { Answer::Yes } else { Answer::No })
            }
            Question::Movement(MovementQuestion::NameRam(_)) => {
                let enemy = self.some_of(battle, side.other()).next();
                Some(enemy.filter(|_| self.draw(4) == 0).map_or(Answer::No, |(enemy, _)| Answer::Ram(enemy)))
            }
            Question::Movement(MovementQuestion::Evade(_))
            | Question::Boarding(BoardingQuestion::Share { .. } | BoardingQuestion::Pick { .. })
            | Question::Flying(
                FlyingQuestion::Pair { .. } | FlyingQuestion::RunsAgain { .. } | FlyingQuestion::Single { .. },
            )
            | Question::Terrain(TerrainQuestion::Enter | TerrainQuestion::Depart(_) | TerrainQuestion::Emerge { .. })
            | Question::Arrivals(_)
            | Question::End(_)
            | Question::Feat(_) => None,
        }
    }
}

/// The first marker of a wave, as a part of it.
fn first_of(flight: &Flight) -> Band {
    let mut band = Band::new();
    if let Some(marker) = flight.craft.first() {
        band.push((marker.craft, 1)).expect("one kind");
    }
    band
}
