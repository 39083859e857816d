//! Swarm after swarm, vessel after vessel: action points, movement, mines (SF-TYR-08 to 15, 29, 32).

use crate::battle::space_fleet::cards::Card;
use crate::battle::space_fleet::class::Effect;
use crate::battle::space_fleet::decisions::answer::{Answer, Judged, Refusal};
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::measures::inches;
use crate::battle::space_fleet::state::agenda::Task;
use crate::battle::space_fleet::state::answers_under_way::Step;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, Course, Leg, Mover, Phase, ShipId, SquadronId};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length};
use crate::table::side::Side;

/// Action points that legs cost: 1 for each 2 inches, begun or full, and for each turn of 90 (SF-TYR-14).
#[must_use]
pub fn price(legs: &[Leg]) -> u16 {
    legs.iter()
        .map(|leg| match leg.step() {
            Step::Ahead(by) => (by.0.max(0) as u32).div_ceil(2000) as u16,
            Step::Turn(_) => 1,
        })
        .sum()
}

impl Battle {
    /// Whether an enraged Doomripper must be given a Death Frenzy card: while its swarm may be given one (SF-TYR-08).
    #[must_use]
    pub fn must_rage(&self, roster: &Roster, id: ShipId) -> bool {
        let ship = self.ship(id);
        self.bears(roster, id, |effect| effect == Effect::Enraged)
            && !ship.urge.frenzy
            && !ship.urge.finished
            && self.squads[ship.squadron].cards < roster.class(self, id).cards_per_turn
    }
}

impl<D: Dice + ?Sized> Play<'_, D> {
    /// The hive fleet's part of the turn begins; those that cling bite on (SF-SHIP-25).
    pub(in crate::battle::space_fleet) fn begin_swarms(&mut self, hive: Side) {
        self.open(Phase::Swarms);
        self.battle.active = hive;
        self.battle.vessel = None;
        for id in self.battle.ids() {
            let ship = self.battle.ship_mut(id);
            if ship.side == hive {
                ship.moved = Length::ZERO;
            }
        }
    }

    fn acts(&self, id: ShipId) -> bool {
        let ship = self.ship(id);
        ship.fights()
            && ship.side == self.battle.active
            && !ship.urge.finished
            && !ship.urge.newborn
            && self.class(id).is_tyranid()
    }

    pub(in crate::battle::space_fleet) fn step_swarms(&mut self) -> Judged<bool> {
        if let Some(prey) = self.next_clinging() {
            let holder = self.ship(prey).held_by;
            if let Some(holder) = holder {
                self.battle.ship_mut(holder).urge.attacks += 1;
                self.cling(holder, prey)?;
            }
            return Ok(true);
        }
        if self.battle.ids().any(|id| self.acts(id)) {
            return Ok(false);
        }
        self.end_swarms()?;
        Ok(true)
    }

    /// A ship that a Doomripper clings to, before it has bitten on in this turn.
    fn next_clinging(&self) -> Option<ShipId> {
        self.battle.ids().find(|id| {
            let held = self.ship(*id).held_by.filter(|holder| self.class(*holder).is_tyranid());
            held.is_some_and(|holder| {
                self.ship(holder).urge.attacks == 0
                    && self.ship(holder).urge.points == 0
                    && !self.ship(holder).urge.finished
            }) && self.ship(*id).fights()
                && self.battle.turn > 0
                && !self.ship(*id).done.associated
        })
    }

    fn end_swarms(&mut self) -> Judged<()> {
        self.battle.vessel = None;
        self.battle.current = None;
        self.begin_shooting()
    }

    /// An answer to the hive fleet's decision; whether it is one.
    pub(in crate::battle::space_fleet) fn swarm_answer(&mut self, given: &Answer) -> Judged<bool> {
        self.judge_rage(given)?;
        match *given {
            Answer::Play(card) => self.play_fleet_card(card)?,
            Answer::PlayOnSwarm(card, squadron) => self.play_on_swarm(card, squadron)?,
            Answer::PlayOn(card, ship, row) => self.play_on(card, ship, row)?,
            Answer::PlayBoard(card, ship, target) => self.play_board(card, ship, target)?,
            Answer::Steer(mover) => self.steer(&mover)?,
            Answer::Strike(ship, system, target, times) => self.strike(ship, system, target, times)?,
            Answer::Drift(ship, heading) => self.drift(ship, heading)?,
            Answer::Explode(ship) => {
                self.judge_mine(ship)?;
                self.push(Task::Mine(ship))?;
            }
            Answer::Finish(ship) => self.finish_vessel(ship)?,
            Answer::FinishSwarm(squadron) => self.finish_swarm(squadron)?,
            Answer::Done => {
                for id in self.battle.ids() {
                    if self.acts(id) {
                        self.retire(id)?;
                    }
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// An enraged Doomripper must be given a Death Frenzy card at once (SF-SHIP-25).
    fn judge_rage(&self, given: &Answer) -> Result<(), Refusal> {
        let frenzy = [Card::Frenzy5, Card::Frenzy7].into_iter().find(|card| self.holds_card(*card));
        let raging = self.battle.ids().find(|id| self.acts(*id) && self.battle.must_rage(self.roster, *id));
        let (Some(card), Some(ship)) = (frenzy, raging) else { return Ok(()) };
        if matches!(given, Answer::PlayOn(Card::Frenzy5 | Card::Frenzy7, on, _) if *on == ship) {
            return Ok(());
        }
        let message = format!("{} is enraged: play {card} on it first", self.roster.name(ship));
        Err(Refusal::new("SF-SHIP-25", message))
    }

    /// Whether a vessel may act now: mines first, one vessel and one swarm at a time (SF-TYR-10, SF-TYR-32).
    pub(super) fn judge_vessel(&self, id: ShipId) -> Result<(), Refusal> {
        let name = self.roster.name(id);
        if !self.acts(id) {
            return Err(Refusal::new("SF-TYR-10", format!("{name} is no vessel of yours that can act now")));
        }
        self.judge_swarm(self.ship(id).squadron)?;
        Ok(())
    }

    pub(super) fn judge_swarm(&self, squadron: SquadronId) -> Result<(), Refusal> {
        let mine = |id: ShipId| self.class(id).special.mine;
        let own = self.battle.members(squadron).any(|(id, _)| mine(id) || self.battle.must_rage(self.roster, id));
        if !own && let Some(waiting) = self.battle.ids().find(|id| mine(*id) && self.acts(*id)) {
            let waiting = self.roster.name(waiting);
            return Err(Refusal::new("SF-TYR-32", format!("spore mines act first: {waiting} has not")));
        }
        Ok(())
    }

    /// Turns to a swarm; who acted before does no more (SF-TYR-10).
    pub(super) fn begin_swarm(&mut self, squadron: SquadronId) -> Judged<()> {
        let former = self.battle.current.replace(squadron).filter(|former| *former != squadron);
        if let Some(former) = former.filter(|former| self.battle.members(*former).any(|(id, _)| self.acts(id))) {
            self.finish_swarm(former)?;
            self.battle.current = Some(squadron);
        }
        Ok(())
    }

    /// Begins with a vessel.
    pub(super) fn begin_vessel(&mut self, id: ShipId) -> Judged<()> {
        self.begin_swarm(self.ship(id).squadron)?;
        let former = self.battle.vessel.replace(id).filter(|former| *former != id && self.acts(*former));
        if let Some(former) = former {
            self.retire(former)?;
            self.battle.vessel = Some(id);
        }
        Ok(())
    }

    /// A cap that criticals put on something; none for no cap.
    pub(super) fn cap(&self, id: ShipId, of: impl Fn(Effect) -> Option<u8>) -> Option<u8> {
        let ship = self.ship(id);
        let rows = self.class(id).criticals.iter().enumerate().filter(|(at, _)| ship.bears(*at));
        rows.filter_map(|(_, row)| of(row.effect)).min()
    }

    /// A vessel moves by action points (SF-TYR-14).
    fn steer(&mut self, mover: &Mover) -> Judged<()> {
        let id = mover.ship;
        self.judge_vessel(id)?;
        let name = self.roster.name(id);
        let refused = |rule: String, message: String| Err(Refusal::new(rule, message).into());
        if self.class(id).special.mine {
            return refused("SF-TYR-32".to_owned(), format!("{name} drifts or explodes"));
        }
        if self.ship(id).urge.attacking {
            return refused("SF-TYR-11".to_owned(), format!("{name} has attacked, and moves no more"));
        }
        if self.bears(id, |effect| effect == Effect::StopsDead) {
            return refused(self.class(id).rule.clone(), format!("{name} has stopped dead until it is healed"));
        }
        if mover.legs.iter().any(|leg| matches!(leg.step(), Step::Turn(degrees) if degrees.abs() != 90)) {
            return refused("SF-TYR-14".to_owned(), format!("{name} turns 90 degrees at a time"));
        }
        let cost = price(&mover.legs);
        let urge = self.ship(id).urge;
        if cost > u16::from(urge.points) {
            return refused(
                "SF-TYR-14".to_owned(),
                format!("that costs {cost} action points, and {name} has {}", urge.points),
            );
        }
        let cap = self.cap(id, |effect| match effect {
            Effect::MovementPointsCap(most) => Some(most),
            _ => None,
        });
        if let Some(most) = cap.filter(|most| u16::from(urge.on_movement) + cost > u16::from(*most)) {
            return refused(
                self.class(id).rule.clone(),
                format!("{name} may spend {most} action points a turn on movement"),
            );
        }
        self.judge_swarm_end(mover)?;
        self.begin_vessel(id)?;
        self.tell("SF-TYR-14", What::Spends(id, cost as u8));
        let urge = &mut self.battle.ship_mut(id).urge;
        urge.points -= cost as u8;
        urge.on_movement += cost as u8;
        self.battle.course = Course { movers: FixedList::one(*mover), ..Course::default() };
        self.push(Task::Sail)
    }

    /// The last vessel of a swarm ends beside another, or nearer than it was (SF-TYR-02).
    fn judge_swarm_end(&self, mover: &Mover) -> Result<(), Refusal> {
        let squadron = self.ship(mover.ship).squadron;
        let mates = || self.battle.members(squadron).filter(|(id, _)| *id != mover.ship);
        if mates().next().is_none() || mates().any(|(id, _)| self.acts(id)) {
            return Ok(());
        }
        let end = self.battle.walked(mover.ship, &mover.legs).at;
        let nearest = |at| mates().map(|(_, ship)| ship.at.distance(at)).min();
        let (was, is) = (nearest(self.ship(mover.ship).at), nearest(end));
        if is <= Some(self.battle.coherency(self.roster, squadron)) || is < was {
            return Ok(());
        }
        let name = self.roster.name(mover.ship);
        Err(Refusal::new(
            "SF-TYR-02",
            format!("{name} would leave its swarm: it must end within 3 of another, or nearer than now"),
        ))
    }

    fn judge_mine(&self, id: ShipId) -> Result<(), Refusal> {
        self.judge_vessel(id)?;
        if self.class(id).special.mine {
            return Ok(());
        }
        Err(Refusal::new("SF-TYR-32", format!("{} is no spore mine", self.roster.name(id))))
    }

    /// A mine drifts 2 in any direction.
    fn drift(&mut self, id: ShipId, heading: Heading) -> Judged<()> {
        self.judge_mine(id)?;
        let ship = self.battle.ship_mut(id);
        (ship.heading, ship.urge.finished) = (heading, true);
        self.battle.course = Course {
            movers: FixedList::one(Mover { ship: id, legs: FixedList::one(Leg::ahead(inches(2))) }),
            ..Course::default()
        };
        self.push(Task::Sail)
    }

    fn finish_vessel(&mut self, id: ShipId) -> Judged<()> {
        if !self.acts(id) {
            return Err(Refusal::new(
                "SF-TYR-10",
                format!("{} is no vessel of yours that can act now", self.roster.name(id)),
            )
            .into());
        }
        self.retire(id)
    }

    fn finish_swarm(&mut self, squadron: SquadronId) -> Judged<()> {
        let members: Vec<ShipId> =
            self.battle.members(squadron).map(|(id, _)| id).filter(|id| self.acts(*id)).collect();
        if members.is_empty() {
            return Err(Refusal::new(
                "SF-TYR-10",
                format!("{} is no swarm of yours that can act now", self.roster.squadron_name(squadron)),
            )
            .into());
        }
        for id in members {
            self.retire(id)?;
        }
        self.battle.squads[squadron].acted = true;
        self.battle.current = None;
        Ok(())
    }

    /// A vessel does no more in this turn; one in frenzy dies (SF-TYR-29).
    fn retire(&mut self, id: ShipId) -> Judged<()> {
        let urge = &mut self.battle.ship_mut(id).urge;
        (urge.finished, urge.points) = (true, 0);
        let frenzy = urge.frenzy;
        if self.battle.vessel == Some(id) {
            self.battle.vessel = None;
        }
        if frenzy { self.push(Task::Die(id)) } else { Ok(()) }
    }

    pub(in crate::battle::space_fleet) fn die_of_frenzy(&mut self, id: ShipId) -> Judged<()> {
        self.destroy("SF-TYR-29", id)
    }

    /// Injured vents cost a wound at the start of a turn (SF-TYR-19).
    pub(in crate::battle::space_fleet) fn bleed(&mut self, hive: Side) -> Judged<()> {
        for id in self.battle.ids() {
            let ship = self.ship(id);
            if ship.side == hive && ship.fights() && self.bears(id, |effect| effect == Effect::WoundEachTurn) {
                self.tell("SF-TYR-19", What::Bleeds(id));
                self.lose("SF-TYR-19", id, 1)?;
            }
        }
        Ok(())
    }
}
