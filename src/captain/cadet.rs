//! The cadet: any legal answer at random.

use crate::battle::gothic::FULL;
use crate::battle::gothic::decisions::answer::{Answer, Decision};
use crate::battle::gothic::decisions::{options, usual, volley};
use crate::battle::gothic::movement::squadrons::Members;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, Leg, Order, Phase, ShipId, Unit};
use crate::dice::Fast;
use crate::table::fixed_list::FixedList;
use crate::table::side::Side;

/// Draws tried before the usual answer is taken.
const TRIES: u32 = 8;

/// What a cadet draws from, and which ships he has looked at in this phase.
pub(super) struct Cadet {
    draws: Fast,
    /// Ships that he has found without a target in the phase of `when`.
    idle: Crowd,
    when: (u8, Side, Phase),
    /// Answers of the decisions that are listed rather than drawn.
    found: Vec<Answer>,
}

impl Cadet {
    pub(super) fn new(draws: Fast) -> Self {
        Self { draws, idle: Crowd::default(), when: (0, Side::One, Phase::Over), found: Vec::new() }
    }

    /// Any answer; some draws are refused by the rules, and then another is taken.
    pub(super) fn decide(&mut self, battle: &Battle, roster: &Roster, refused: u32) -> Option<Answer> {
        let drawn = if refused < TRIES { self.any(battle, roster, refused) } else { None };
        drawn.or_else(|| usual(battle, roster))
    }

    pub(super) fn draw(&mut self, bound: u32) -> u32 {
        self.draws.below(bound)
    }

    /// Any answer to the decision that is due. What is asked often is drawn directly, the rest from a list.
    fn any(&mut self, battle: &Battle, roster: &Roster, attempt: u32) -> Option<Answer> {
        match battle.pending() {
            Decision::Over => None,
            Decision::Move(side) => {
                let id = self.one_of(battle.fleet(side).filter(|(_, ship)| !ship.done.moved).map(|(id, _)| id))?;
                let free = battle.ship(id).order.is_none() && !battle.players[side as usize].check_failed;
                if attempt == 0 && free && self.draw(6) == 0 {
                    let order = Order::ALL[self.draw(5) as usize];
                    return Some(Answer::Order(battle.unit_of(id), order));
                }
                Some(self.any_move(battle, roster, id))
            }
            Decision::Continue(_, unit) => {
                let id = self.one_of(battle.unmoved(unit))?;
                Some(self.any_move(battle, roster, id))
            }
            Decision::Shoot(side) => Some(self.any_fire(battle, roster, side)),
            Decision::Close(side) => Some(self.any_closing(battle, roster, side)),
            Decision::Launch(side) => Some(self.any_launch(battle, roster, side)),
            Decision::Fly(side) => Some(self.any_flight(battle, roster, side)),
            Decision::End(side) => Some(self.any_raid(battle, roster, side)),
            Decision::Asked(..) if attempt == 0 && self.draw(2) == 0 => usual(battle, roster),
            Decision::Asked(side, question) => {
                self.any_word(battle, side, &question).or_else(|| self.any_listed(battle, roster))
            }
            Decision::Convert(_) | Decision::Sail(_) => self.any_listed(battle, roster),
        }
    }

    /// Any answer of the list of all.
    fn any_listed(&mut self, battle: &Battle, roster: &Roster) -> Option<Answer> {
        options(battle, roster, &mut self.found);
        let count = self.found.len() as u32;
        (count > 0).then(|| self.found[self.draws.below(count) as usize])
    }

    /// Any one of some ships.
    fn one_of(&mut self, ships: impl Iterator<Item = ShipId>) -> Option<ShipId> {
        let mut all = Members::new();
        for ship in ships {
            all.push(ship).expect("each ship once");
        }
        if all.is_empty() { None } else { Some(all[self.draw(all.len() as u32) as usize]) }
    }

    fn any_move(&mut self, battle: &Battle, roster: &Roster, id: ShipId) -> Answer {
        let profile = &roster[id].profile;
        let turn = if self.draw(2) == 0 { profile.turn } else { -profile.turn };
        let mut legs = FixedList::new();
        let mut add = |leg| {
            legs.push(leg).expect("a few legs");
        };
        if profile.sails.is_some() {
            add(Leg::Turn(30 * self.draw(12) as i32 - 150));
            add(Leg::Ahead(FULL));
            return Answer::Move(id, legs);
        }
        match self.draw(5) {
            0 | 1 => {
                add(Leg::Ahead(profile.before_turn()));
                add(Leg::Turn(turn));
                add(Leg::Ahead(FULL));
            }
            2 => {
                add(Leg::Ahead(FULL));
                add(Leg::Turn(turn));
            }
            3 => add(Leg::Ahead(battle.reach(roster, id).half().max(profile.speed.half()))),
            _ => add(Leg::Ahead(FULL)),
        }
        Answer::Move(id, legs)
    }

    /// The whole fire of any unit that has a target, or the end of the phase when none has.
    fn any_fire(&mut self, battle: &Battle, roster: &Roster, side: Side) -> Answer {
        let now = (battle.turn, battle.active, battle.phase);
        if self.when != now {
            (self.when, self.idle) = (now, Crowd::default());
        }
        loop {
            let idle = self.idle;
            let ready = battle.fleet(side).filter(move |(id, ship)| !ship.done.fired && !idle.contains(*id));
            let Some(id) = self.one_of(ready.map(|(id, _)| id)) else { return Answer::End };
            let unit = battle.unit_of(id);
            if let Some(fire) = volley(battle, roster, unit) {
                return fire;
            }
            match unit {
                Unit::Ship(id) => self.idle.insert(id),
                Unit::Squadron(_) => battle.members(unit).iter().for_each(|id| self.idle.insert(*id)),
            }
        }
    }
}
