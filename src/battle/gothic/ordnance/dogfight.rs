//! Attack craft against ordnance: markers go one for one, and resilient ones may save themselves (FIGHTER, RESIL).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::FlyingQuestion;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::Battle;
use crate::battle::gothic::state::ordnance::{Flight, FlightId, FlightKind, KINDS, Marker};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::craft::Resilience;
use crate::table::fixed_list::FixedList;

/// What a marker fights.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Foe {
    /// Fighters.
    Fighter,
    /// Other craft, or torpedoes.
    Other,
    /// A mine.
    Mine,
}

/// Sorts of markers in a wave: of each kind those that have saved themselves, and the rest.
const SORTS: usize = 2 * KINDS;

/// Pairs of markers that may fight next.
pub(crate) type Pairs = FixedList<(Marker, Marker), { SORTS * SORTS }>;

impl Flight {
    /// One marker of each sort that some markers are of. Where no save tells markers apart the first will do.
    fn sorts(&self, roster: &Roster, is: impl Fn(&Marker) -> bool, found: &mut FixedList<Marker, SORTS>) {
        for marker in self.craft.iter().filter(|marker| is(marker)) {
            let plain = |marker: &Marker| self.resilience(roster, marker) == Resilience::None;
            let known = found.iter().any(|known| known == marker || plain(known) && plain(marker));
            if !known {
                found.push(*marker).expect("each sort once");
            }
        }
    }

    /// The markers that are lost first: its fighters while it has any, then the rest (CRAFT-10).
    fn front(&self, roster: &Roster) -> FixedList<Marker, SORTS> {
        let fights = self.fighters(roster) > 0;
        let mut found = FixedList::new();
        self.sorts(roster, |marker| roster.kind(marker).role.fights() == fights, &mut found);
        found
    }

    /// The markers that may attack next. Those that have saved themselves need not, so that others may stand in for
    /// them (FIGHTER-06).
    fn attackers(&self, roster: &Roster) -> FixedList<Marker, SORTS> {
        let mut found = self.front(roster);
        if self.fighters(roster) > 0 && found.iter().all(|marker| marker.saved) {
            self.sorts(roster, |marker| !roster.kind(marker).role.fights(), &mut found);
        }
        found
    }
}

impl Battle {
    /// Pairs of markers of two waves that may fight next, as the attacking player likes, and whether he may stop: a
    /// marker of his that has saved itself fights a second time only if he wants it (FIGHTER-06, RESIL-05).
    #[must_use]
    pub fn pairs(&self, roster: &Roster, id: FlightId, other: FlightId) -> (Pairs, bool) {
        let mut pairs = Pairs::new();
        let (Some(one), Some(two)) = (self.flight(id), self.flight(other)) else { return (pairs, true) };
        if one.fighters(roster) + two.fighters(roster) == 0 {
            return (pairs, true);
        }
        for mine in &one.attackers(roster) {
            for theirs in &two.front(roster) {
                // Bombers and boats fight nothing but fighters (BOMBER-05, ASSAULT-02).
                if roster.kind(mine).role.fights() || roster.kind(theirs).role.fights() {
                    pairs.push((*mine, *theirs)).expect("each pair of sorts once");
                }
            }
        }
        // What is on patrol must intercept while it can (CAP-03).
        let forced = two.patrol.is_some() && two.craft.iter().any(|marker| !marker.saved);
        (pairs, !forced && one.craft.iter().all(|marker| marker.saved))
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Two waves fight; the player whose wave `id` is attacks. He is asked whenever there is something to choose.
    pub(crate) fn dogfight(&mut self, id: FlightId, other: FlightId) -> Judged<()> {
        loop {
            let (pairs, may_stop) = self.battle.pairs(self.roster, id, other);
            if pairs.is_empty() {
                return Ok(());
            }
            if pairs.len() > 1 || may_stop {
                self.ask(FlyingQuestion::Pair { flight: id, other });
                return Ok(());
            }
            self.clash_markers((id, pairs[0].0), (other, pairs[0].1))?;
        }
    }

    /// The answer to [`FlyingQuestion::Pair`].
    pub(crate) fn pair(&mut self, id: FlightId, other: FlightId, chosen: Option<(Marker, Marker)>) -> Judged<()> {
        let (pairs, may_stop) = self.battle.pairs(self.roster, id, other);
        match chosen {
            None if may_stop => {
                self.battle.agenda.pop();
                self.part_company(id, other);
                Ok(())
            }
            None => {
                let message = format!("{id} must fight {other}: only craft that have saved themselves may stop");
                Err(Refusal::new("FIGHTER-06", message).into())
            }
            Some(pair) if pairs.contains(&pair) => {
                self.battle.agenda.pop();
                self.clash_markers((id, pair.0), (other, pair.1))?;
                self.dogfight(id, other)
            }
            Some(_) => Err(Refusal::new("CRAFT-10", "fighters fight first, and only with what is there").into()),
        }
    }

    /// Flights that fought and both stand remember it, so that they may part in their next move (RESIL-11).
    fn part_company(&mut self, id: FlightId, other: FlightId) {
        for (one, two) in [(id, other), (other, id)] {
            if let Some(flight) = self.battle.flight_mut(one) {
                flight.beside = Some(two);
            }
        }
    }

    /// Two markers remove one another, unless they save themselves (FIGHTER-01, RESIL-01, RESIL-06).
    fn clash_markers(&mut self, (id, mine): (FlightId, Marker), (other, theirs): (FlightId, Marker)) -> Judged<()> {
        let foe = |marker: &Marker| if self.roster.kind(marker).role.fights() { Foe::Fighter } else { Foe::Other };
        let (against_mine, against_theirs) = (foe(&theirs), foe(&mine));
        let first = self.survives(id, mine, against_mine)?;
        let second = self.survives(other, theirs, against_theirs)?;
        for (flight, marker, survives) in [(id, mine, first), (other, theirs, second)] {
            if survives {
                self.mark_saved(flight, marker);
            } else {
                self.lose_marker(flight, marker, "FIGHTER-06");
            }
        }
        if first && second {
            self.part_company(id, other);
        }
        Ok(())
    }

    /// One fighter of a wave removes a salvo or a mine, and itself (TORP-15, FIGHTER-05).
    ///
    /// Ruling: the attacking player chooses the fighter (RESIL-05). He takes one of his own that can still save itself,
    /// and of his enemy's one that cannot.
    pub(crate) fn intercept_salvo(&mut self, wave: FlightId, salvo: FlightId, wave_attacks: bool) -> Judged<()> {
        let Some(flight) = self.battle.flight(wave).copied() else { return Ok(()) };
        let front = flight.front(self.roster);
        let wanted = front.iter().find(|marker| marker.saved != wave_attacks).or(front.first());
        let Some(marker) = wanted.copied() else { return Ok(()) };
        let rule = if salvo.kind == FlightKind::Mine { "FIGHTER-05" } else { "TORP-15" };
        let foe = if salvo.kind == FlightKind::Mine { Foe::Mine } else { Foe::Other };
        if self.survives(wave, marker, foe)? {
            self.mark_saved(wave, marker);
        } else {
            self.lose_marker(wave, marker, rule);
        }
        self.remove_flight(salvo, rule);
        Ok(())
    }

    /// The save of a resilient marker: once in a phase, on 4 or more (RESIL-01, RESIL-04).
    fn survives(&mut self, id: FlightId, marker: Marker, foe: Foe) -> Judged<bool> {
        let Some(flight) = self.battle.flight(id) else { return Ok(false) };
        let able = match flight.resilience(self.roster, &marker) {
            Resilience::None => false,
            Resilience::All => true,
            Resilience::Fighters => foe == Foe::Fighter,
            Resilience::NotMines => foe != Foe::Mine,
        };
        if !able || marker.saved {
            return Ok(false);
        }
        let face = self.d6("resilient craft", self.roster.sides[flight.side as usize].as_str())?;
        self.tell(|| Event::CraftSave(id, face, face >= 4));
        Ok(face >= 4)
    }

    fn mark_saved(&mut self, id: FlightId, marker: Marker) {
        let Some(flight) = self.battle.flight_mut(id) else { return };
        if let Some(known) = flight.craft.iter_mut().find(|known| **known == marker) {
            known.saved = true;
        }
        if flight.craft.iter().all(|marker| marker.saved) && flight.patrol.is_none() {
            // It moves no farther in this phase, in neither player's part of it (RESIL-02).
            flight.done.moved = true;
            flight.left = None;
        }
    }

    /// A wave loses a marker of a sort.
    fn lose_marker(&mut self, id: FlightId, marker: Marker, rule: &'static str) {
        let Some(flight) = self.battle.flight_mut(id) else { return };
        let Some(place) = flight.craft.iter().position(|known| *known == marker) else { return };
        flight.craft.remove(place);
        let left = flight.craft.len() as u8;
        if left == 0 {
            self.remove_flight(id, rule);
        } else {
            self.tell(|| Event::MarkerLost(id, left, rule));
        }
    }

    /// A wave loses one marker to turrets, which no save helps against: a fighter if it has one (CRAFT-10, RESIL-03).
    pub(crate) fn lose_fighter(&mut self, id: FlightId, rule: &'static str) {
        let Some(flight) = self.battle.flight(id).copied() else { return };
        if let Some(marker) = flight.front(self.roster).first() {
            self.lose_marker(id, *marker, rule);
        }
    }
}
