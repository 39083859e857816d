//! Who destroyed whom, read from what was told: the enemy vessel whose attack took a ship's last hit.
//!
//! For the story alone, so it must never be wrong: where several vessels share the dice, or no attack is behind the
//! last hit, nobody has the kill.

use std::collections::BTreeMap;

use super::{Muster, Source};
use crate::battle::gothic::event::{Cause, Event};
use crate::battle::gothic::state::ordnance::FlightId;
use crate::battle::gothic::state::{Battle, ShipId, SquadronId, Unit};
use crate::campaign::state::VesselId;
use crate::campaign::turn::report::{Destroyer, Role};

/// The kills of a battle.
pub(super) struct Kills(Vec<Option<VesselId>>);

/// Whose a ship is.
#[derive(Clone, Copy)]
struct Hull {
    role: Role,
    /// Its register entry.
    vessel: Option<VesselId>,
    squadron: Option<SquadronId>,
}

impl Kills {
    /// Follows a battle to its end.
    pub(super) fn read(muster: &Muster, end: &Battle, events: &[Event]) -> Self {
        let hulls = (0..).zip(&muster.ships).map(|(index, enlisted)| Hull {
            role: enlisted.role,
            vessel: match enlisted.source {
                Source::Register(vessel) => Some(vessel),
                Source::Guest { .. } => None,
            },
            squadron: end.ship(ShipId(index)).squadron,
        });
        Self::follow(&hulls.collect::<Vec<_>>(), events)
    }

    fn follow(hulls: &[Hull], events: &[Event]) -> Self {
        let none = vec![None; hulls.len()];
        let mut hunt = Hunt {
            hulls,
            hands: none.clone(),
            killers: none,
            flights: BTreeMap::new(),
            shell: None,
            boarders: BTreeMap::new(),
            struggle: Vec::new(),
        };
        for event in events {
            hunt.note(event);
        }
        Self(hunt.killers)
    }

    /// Who destroyed these ships, one line for each destroyer.
    pub(super) fn of(&self, ships: &[ShipId]) -> Vec<Destroyer> {
        let mut found = Vec::new();
        for ship in ships {
            count(&mut found, self.0[usize::from(ship.0)]);
        }
        found
    }
}

/// Counts one more ship.
pub(super) fn count(found: &mut Vec<Destroyer>, by: Option<VesselId>) {
    match found.iter_mut().find(|known| known.by == by) {
        Some(known) => known.number += 1,
        None => found.push(Destroyer { by, number: 1 }),
    }
}

struct Hunt<'a> {
    hulls: &'a [Hull],
    /// Whose attack each ship is under.
    hands: Vec<Option<VesselId>>,
    killers: Vec<Option<VesselId>>,
    flights: BTreeMap<FlightId, Option<VesselId>>,
    shell: Option<VesselId>,
    /// Everybody who ever boarded a ship.
    boarders: BTreeMap<ShipId, Vec<ShipId>>,
    /// Who has rolled in the boarding action that is not decided yet.
    struggle: Vec<ShipId>,
}

impl Hunt<'_> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the few events by which a kill is known")]
    fn note(&mut self, event: &Event) {
        match *event {
            // What is not worked out by then has another cause.
            Event::Turn(..)
            | Event::Phase(..)
            | Event::Flare(..)
            | Event::Radiation(..)
            | Event::Detonated(..)
            | Event::Feat(_) => {
                self.hands.fill(None);
                self.shell = None;
                self.struggle.clear();
            }
            Event::Dice(firer, target, ..) => {
                let hand = self.unit(firer);
                for ship in self.members(target) {
                    self.attack(ship, hand);
                }
            }
            Event::RamDice(who, whom, ..) | Event::RamSpike(who, whom, _) => self.attack(whom, self.vessel(who)),
            Event::Shell(firer, ..) => self.shell = self.vessel(firer),
            Event::ShellHits(ship, _) => self.attack(ship, self.shell),
            Event::Raid(who, whom, ..) => self.attack(whom, self.alone(who)),
            Event::Launched(flight, by, _) => {
                self.flights.insert(flight, self.alone(by));
            }
            Event::Split(from, part, _) | Event::Converted(from, _, part, _) => {
                let hand = self.flights.get(&from).copied().flatten();
                self.flights.insert(part, hand);
            }
            Event::OrdnanceDice(flight, ship, ..) | Event::BoatRaid(flight, ship, ..) => {
                let hand = self.flights.get(&flight).copied().flatten();
                self.attack(ship, hand);
            }
            Event::BoardingDeclared(who, whom) => self.boarders.entry(whom).or_default().push(who),
            // Who rolls again has rolled already.
            Event::Boarding(ship, ..) if !self.struggle.contains(&ship) => self.struggle.push(ship),
            Event::Grappled(..) => self.struggle.clear(),
            Event::BoardingWon(winner, _) => self.boarded(winner),
            Event::Burst(ship, ..)
            | Event::Boulders(ship, _)
            | Event::Scorch(ship, _)
            | Event::Strain(ship, _)
            | Event::Overload(ship, _)
            | Event::Pulled(ship, ..)
            | Event::Moved(ship, ..) => self.attack(ship, None),
            Event::Raked(unit, ..) => {
                for ship in self.members(unit) {
                    self.attack(ship, None);
                }
            }
            Event::Damage(ship, _, 0, cause) => {
                let index = usize::from(ship.0);
                let enemy = |hand: &VesselId| self.side_of(*hand) != Some(self.hulls[index].role);
                let attacked = matches!(cause, Cause::Hit | Cause::Critical | Cause::Boarding);
                let hand = self.hands[index].filter(|_| attacked).filter(enemy);
                self.killers[index] = hand;
            }
            _ => {}
        }
    }

    fn attack(&mut self, ship: ShipId, hand: Option<VesselId>) {
        self.hands[usize::from(ship.0)] = hand;
    }

    /// The two who rolled last have decided it: the target has the kill, or its boarder where only one ever came.
    fn boarded(&mut self, winner: ShipId) {
        let &[lead, target] = self.struggle.as_slice() else { return };
        self.struggle.clear();
        let came = self.boarders.get(&target).cloned().unwrap_or_default();
        if winner == target {
            for ship in came {
                self.attack(ship, self.vessel(target));
            }
            self.attack(lead, self.vessel(target));
        } else {
            let only = came.iter().all(|ship| self.vessel(*ship) == self.vessel(lead));
            self.attack(target, self.vessel(lead).filter(|_| only));
        }
    }

    /// The register entry of a ship.
    fn vessel(&self, ship: ShipId) -> Option<VesselId> {
        self.hulls[usize::from(ship.0)].vessel
    }

    /// The register entry of a ship, unless others of its squadron may have had a part in what it does.
    fn alone(&self, ship: ShipId) -> Option<VesselId> {
        match self.hulls[usize::from(ship.0)].squadron {
            Some(squadron) => self.unit(Unit::Squadron(squadron)),
            None => self.vessel(ship),
        }
    }

    /// The register entry that all ships of a unit belong to.
    fn unit(&self, unit: Unit) -> Option<VesselId> {
        let members = self.members(unit);
        let first = self.vessel(*members.first()?)?;
        members.iter().all(|ship| self.vessel(*ship) == Some(first)).then_some(first)
    }

    fn members(&self, unit: Unit) -> Vec<ShipId> {
        match unit {
            Unit::Ship(ship) => vec![ship],
            Unit::Squadron(squadron) => {
                let all = (0..).map(ShipId).zip(self.hulls).filter(|(_, hull)| hull.squadron == Some(squadron));
                all.map(|(id, _)| id).collect()
            }
        }
    }

    fn side_of(&self, vessel: VesselId) -> Option<Role> {
        self.hulls.iter().find(|hull| hull.vessel == Some(vessel)).map(|hull| hull.role)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::gothic::event::Faces;
    use crate::battle::gothic::state::ordnance::FlightKind;
    use crate::table::geometry::Length;

    const A: ShipId = ShipId(0);
    const B: ShipId = ShipId(1);
    const X: ShipId = ShipId(2);
    const Y: ShipId = ShipId(3);

    /// Two capital ships in a squadron, A and B, against the lone ship X and the escort Y.
    fn killers(events: &[Event]) -> [Option<u32>; 4] {
        let hull = |role, vessel, squadron: Option<u8>| Hull {
            role,
            vessel: Some(VesselId(vessel)),
            squadron: squadron.map(SquadronId),
        };
        let hulls = [
            hull(Role::Attacker, 10, Some(0)),
            hull(Role::Attacker, 11, Some(0)),
            hull(Role::Defender, 20, None),
            hull(Role::Defender, 21, Some(1)),
        ];
        let kills = Kills::follow(&hulls, events);
        [A, B, X, Y].map(|ship| kills.of(&[ship])[0].by.map(|vessel| vessel.0))
    }

    fn fire(from: Unit, at: ShipId) -> Event {
        Event::Dice(from, Unit::Ship(at), Faces::new(), 4, 1, "LANCE-01")
    }

    const fn dies(ship: ShipId) -> Event {
        Event::Damage(ship, 1, 0, Cause::Hit)
    }

    #[test]
    fn the_last_attacker_has_the_kill() {
        assert_eq!(killers(&[fire(Unit::Ship(X), A), dies(A)]), [Some(20), None, None, None]);
        let twice = [fire(Unit::Ship(A), X), fire(Unit::Ship(B), X), dies(X)];
        assert_eq!(killers(&twice)[2], Some(11));
        // An escort squadron is one entry of the register, and so is a ship out of formation.
        assert_eq!(killers(&[fire(Unit::Squadron(SquadronId(1)), A), dies(A)])[0], Some(21));
        let bombs = FlightId { kind: FlightKind::Wave, number: 3 };
        let strike = Event::OrdnanceDice(bombs, A, Faces::new(), 5, 1, "BOMBER-01");
        assert_eq!(killers(&[Event::Launched(bombs, X, 4), strike, dies(A)])[0], Some(20));
        let ram =
            [Event::RamDice(X, A, Faces::new(), 5, 1), Event::RamDice(A, X, Faces::new(), 5, 1), dies(A), dies(X)];
        assert_eq!(killers(&ram), [Some(20), None, Some(10), None]);
    }

    #[test]
    fn nobody_has_what_no_single_vessel_did() {
        // The dice of a squadron of capital ships are one roll.
        assert_eq!(killers(&[fire(Unit::Squadron(SquadronId(0)), X), dies(X)])[2], None);
        let salvo = FlightId { kind: FlightKind::Salvo, number: 1 };
        let strike = Event::OrdnanceDice(salvo, X, Faces::new(), 5, 1, "TORP-05");
        assert_eq!(killers(&[Event::Launched(salvo, A, 12), strike, dies(X)])[2], None);
        let fired = fire(Unit::Ship(X), A);
        for cause in [
            Event::Burst(A, Faces::new(), 1),
            Event::Boulders(A, 6),
            Event::Scorch(A, 6),
            Event::Strain(A, 1),
            Event::Detonated(Y, Length::cm(9)),
        ] {
            assert_eq!(killers(&[fired, cause, dies(A)])[0], None, "{cause:?}");
        }
        assert_eq!(killers(&[fired, Event::Damage(A, 1, 0, Cause::Fire)])[0], None);
        // A friend's shell is no kill.
        assert_eq!(killers(&[fire(Unit::Ship(B), A), dies(A)])[0], None);
    }

    #[test]
    fn a_boarding_is_won_by_one() {
        let board = |who, whom| Event::BoardingDeclared(who, whom);
        let rolls = [Event::Boarding(A, 5, 0), Event::Boarding(X, 2, 0), Event::BoardingWon(A, 3)];
        let taken = Event::Damage(X, 3, 0, Cause::Boarding);
        let one: Vec<Event> = [board(A, X)].into_iter().chain(rolls).chain([taken]).collect();
        assert_eq!(killers(&one)[2], Some(10));
        let two: Vec<Event> = [board(A, X), board(B, X)].into_iter().chain(rolls).chain([taken]).collect();
        assert_eq!(killers(&two)[2], None);
    }
}
