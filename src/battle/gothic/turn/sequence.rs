//! The sequence of play: what comes next, until somebody must decide.

use crate::battle::gothic::decisions::answer::{Decision, Judged};
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::{Battle, Critical, Fate, Order, Phase, ShipId, Unit};
use crate::battle::gothic::sub_plots::Blame;
use crate::dice::Dice;
use crate::ships::profile::{Gun, Size};
use crate::table::side::Side;

pub(in crate::battle::gothic) use super::play::Play;

impl Battle {
    /// Who must decide what.
    #[must_use]
    pub fn pending(&self) -> Decision {
        if self.phase == Phase::Over {
            return Decision::Over;
        }
        if let Some(Task::Ask(question)) = self.agenda.last() {
            return Decision::Asked(question.side(self), *question);
        }
        let side = self.active;
        match self.phase {
            Phase::Movement | Phase::Sailing => {
                match self.current.filter(|unit| self.unmoved(*unit).next().is_some()) {
                    Some(unit) => Decision::Continue(side, unit),
                    None if self.phase == Phase::Sailing => Decision::Sail(side),
                    None => Decision::Move(side),
                }
            }
            Phase::Closing => Decision::Close(side),
            Phase::Shooting => Decision::Shoot(side),
            Phase::Launching => Decision::Launch(side),
            Phase::Ordnance if self.converting => Decision::Convert(self.flying),
            Phase::Ordnance => Decision::Fly(self.flying),
            Phase::End => Decision::End(side),
            Phase::Over => Decision::Over,
        }
    }

    /// Whose decision is due; `None` when the battle is over.
    #[must_use]
    pub fn due_from(&self) -> Option<Side> {
        self.pending().side()
    }

    /// The side of a unit.
    #[must_use]
    pub fn side_of(&self, unit: Unit) -> Side {
        match unit {
            Unit::Ship(ship) => self.ship(ship).side,
            Unit::Squadron(squadron) => {
                self.enrolled(squadron).iter().next().map_or(Side::One, |first| self.ship(first).side)
            }
        }
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Works on until somebody must decide.
    pub(in crate::battle::gothic) fn advance(&mut self) -> Judged<()> {
        loop {
            if let Some(outgrown) = self.outgrown {
                return Err(outgrown.into());
            }
            if self.battle.phase == Phase::Over {
                self.battle.agenda.clear();
                return Ok(());
            }
            match self.battle.agenda.last().copied() {
                Some(task) if task.is_decision() => return Ok(()),
                Some(task) => {
                    self.battle.agenda.pop();
                    self.blame = Blame::default();
                    self.perform(task)?;
                }
                None => {
                    if let Some(ship) = self.next_doomed() {
                        self.then(Task::Doom { ship, also: None });
                    } else if !self.settle()? {
                        return Ok(());
                    }
                }
            }
        }
    }

    fn perform(&mut self, task: Task) -> Judged<()> {
        match task {
            Task::Drive { ship, length } => {
                self.drive(ship, length);
                Ok(())
            }
            Task::Strain(ship) => self.sharp_turn(ship),
            Task::Surge(unit) => self.surge(unit),
            Task::Go => self.go(),
            Task::Impact { ship, target } => self.impact(ship, target),
            Task::Boulders(ship) => self.boulders(ship),
            Task::Rubble(ship) => self.shower(ship, self.battle.rubble, true),
            Task::Scorch(ship) => self.scorch(ship),
            Task::Bays => self.open_bays(),
            Task::Power => self.power(),
            Task::Reckon => self.reckon(),
            Task::Strike => self.strike(),
            Task::Doom { ship, also } => self.doom(ship, also),
            Task::Burst { at, strength, radius, also } => self.burst(at, strength, radius, also),
            Task::Drift(ship) => self.drift(ship),
            Task::Adrift { ship, left, gone } => {
                self.adrift(ship, left, gone);
                Ok(())
            }
            Task::Fight { target, boarder } => self.fight(target, boarder),
            Task::Raid { ship, target, raiders } => self.raid(ship, target, raiders),
            Task::Mend(place) => self.mend(place),
            Task::Burn => {
                self.burn();
                Ok(())
            }
            Task::Clear => self.clear(),
            Task::Unbrace => {
                self.end_braces();
                Ok(())
            }
            Task::Dispel(place) => self.dispel(place),
            Task::Fall(ship) => self.fall(ship),
            Task::Pull => {
                self.pull();
                Ok(())
            }
            Task::NextTurn => self.next_turn(),
            Task::Muster => self.muster(),
            Task::Draw => self.draw_division(),
            Task::Open => {
                self.open_feats()?;
                self.begin(Phase::Movement);
                self.open_movement();
                self.offer_signal();
                self.offer_rousing();
                Ok(())
            }
            Task::Flare(ship) => self.flare_strikes(ship),
            Task::Fly => self.go_on(),
            Task::RunOn => {
                self.run_on();
                Ok(())
            }
            Task::Onset { flight, ship } => self.onset(flight, ship),
            Task::Detect => self.detect(),
            Task::Settle => self.settle_minefields(),
            Task::Defend { flight, ship } => self.defend(flight, ship),
            Task::Assault { flight, ship } => self.assault(flight, ship),
            Task::Intercept { flight, ship, after } => self.intercept(flight, ship, after),
            Task::Runs { flight, ship, faces, turrets } => self.attack_runs(flight, ship, &faces, turrets),
            Task::Sortie { flight, ship } => self.sortie(flight, ship),
            Task::Feat(stage) => self.stage(stage),
            Task::Nothing | Task::Ask(_) => Ok(()),
        }
    }

    /// What happens by itself when nothing is under way; false when a player must decide.
    fn settle(&mut self) -> Judged<bool> {
        if self.over()? {
            return Ok(true);
        }
        let side = self.battle.active;
        if matches!(self.battle.phase, Phase::Movement | Phase::Sailing) {
            if let Some(unit) = self.battle.current {
                if self.battle.unmoved(unit).next().is_some() {
                    return Ok(false);
                }
                self.battle.come_to_rest();
                return self.after_unit(unit).map(|()| true);
            }
            if self.battle.phase == Phase::Sailing {
                let done = self.sailed();
                if done {
                    self.begin(Phase::End);
                }
                return Ok(done);
            }
            if self.battle.fleet(side).any(|(_, ship)| !ship.done.moved) || self.battle.arrivals(side).next().is_some()
            {
                return Ok(false);
            }
            self.begin(Phase::Closing);
            return Ok(true);
        }
        match self.battle.phase {
            Phase::Closing => self.forced_departure(),
            Phase::Launching => Ok(self.settle_launching()),
            Phase::Ordnance => Ok(self.settle_ordnance()),
            Phase::Movement | Phase::Sailing | Phase::Shooting | Phase::End | Phase::Over => Ok(false),
        }
    }

    /// Whether the scenario says that it is over, or one side has no ships left and that ends it (TURN-07).
    pub(in crate::battle::gothic) fn over(&mut self) -> Judged<bool> {
        if !self.battle.dying.is_empty() {
            return Ok(false);
        }
        if let Some((rule, winner)) = self.battle.scenario_over(self.roster) {
            self.close()?;
            self.tell(|| Event::Decided(rule, winner));
            return Ok(true);
        }
        let left = Side::BOTH.map(|side| self.battle.in_play(self.roster, side));
        let winner = match left {
            [true, true] => return Ok(false),
            _ if self.battle.goes_on(self.roster) => return Ok(false),
            [true, false] => Some(Side::One),
            [false, true] => Some(Side::Two),
            [false, false] => None,
        };
        self.end_battle(winner)?;
        Ok(true)
    }

    /// Ships lost in the warp return on 2 or more; then the battle is over (TERRAIN-27).
    fn close(&mut self) -> Judged<()> {
        for id in (0..self.battle.ships.len() as u8).map(ShipId) {
            if self.battle.ship(id).fate != Fate::InTheWarp {
                continue;
            }
            let face = self.d6("return from the warp", self.name(id))?;
            if face == 1 {
                self.battle.set_fate(id, Fate::LostForGood);
            }
            self.tell(|| Event::FromTheWarp(id, face));
        }
        self.battle.phase = Phase::Over;
        Ok(())
    }

    fn end_battle(&mut self, winner: Option<Side>) -> Judged<()> {
        self.close()?;
        self.tell(|| Event::Over(winner));
        Ok(())
    }

    /// Enters a phase of the active player's turn.
    pub(in crate::battle::gothic) fn begin(&mut self, phase: Phase) {
        self.battle.phase = phase;
        self.battle.come_to_rest();
        let side = self.battle.active;
        // Launching is the end of the Shooting Phase, not a phase of its own (ORD-01).
        if phase != Phase::Launching {
            self.tell(|| Event::Phase(side, phase));
        }
        match phase {
            Phase::Shooting => {
                for ship in self.battle.ships.iter_mut() {
                    ship.done.fired = false;
                    ship.done.aim = None;
                }
                self.offer_evasion();
            }
            Phase::Launching => {
                let active = self.battle.active;
                let rolled = self.battle.fleet(active).any(|(id, _)| self.rolls(id, Gun::Bays));
                if rolled && !self.battle.no_ordnance {
                    self.then(Task::Bays);
                }
            }
            Phase::Ordnance => self.begin_ordnance(),
            Phase::Closing => {
                self.discharge();
                self.vortices();
                self.reveal_contacts();
            }
            Phase::Sailing => self.begin_sailing(),
            Phase::End => self.begin_end(),
            Phase::Movement | Phase::Over => {}
        }
    }

    /// The other player's turn begins (TURN-02).
    fn next_turn(&mut self) -> Judged<()> {
        let battle = &mut *self.battle;
        battle.active = battle.active.other();
        if battle.active == battle.first {
            if battle.last_turn > 0 && battle.turn >= battle.last_turn {
                return self.end_battle(None);
            }
            battle.turn = battle.turn.saturating_add(1);
        }
        self.start_turn()
    }

    /// What happens at the start of a turn, before the Movement Phase (TURN-10).
    pub(in crate::battle::gothic) fn start_turn(&mut self) -> Judged<()> {
        let (side, turn) = (self.battle.active, self.battle.turn);
        self.tell(|| Event::Turn(side, turn));
        self.avenge();
        self.then(Task::Open);
        if self.battle.ground.low.is_some() {
            self.then(Task::Pull);
        }
        if self.battle.mission.on {
            self.then(Task::Muster);
        }
        self.weather()
    }

    /// Orders end, marks of the last turn go, hulks drift (ORDER-03, CATA-02).
    pub(in crate::battle::gothic) fn open_movement(&mut self) {
        let side = self.battle.active;
        let player = self.battle.player_mut(side);
        (player.check_failed, player.ghost_failed) = (false, false);
        self.free_turrets();
        self.age_flights();
        for id in (0..self.battle.ships.len() as u8).map(ShipId) {
            let ship = self.battle.ship_mut(id);
            ship.done.asteroids = None;
            ship.done.struck = false;
            ship.done.weave_failed = false;
            ship.done.lance_rerolled = false;
            if ship.side != side {
                continue;
            }
            ship.done.lingers = false;
            ship.done.tried = false;
            ship.done.roused = false;
            ship.done.assaults = false;
            ship.done.teleported = false;
            ship.done.raids = 0;
            ship.done.boarded = false;
            if ship.grappled.is_none() {
                ship.boards = None;
            }
            if let Some(order) = ship.order.filter(|order| *order != Order::Brace) {
                ship.order = None;
                self.tell(|| Event::OrderEnded(id, order));
            }
            let (still, waits) = (self.stands_still(id), self.battle.awaits_orders(self.roster, id));
            let from_edge = self.battle.ground.to_edge(self.battle.ship(id).at);
            let ship = self.battle.ship_mut(id);
            ship.done.from_edge = from_edge;
            ship.done.surge = crate::table::geometry::Length::ZERO;
            ship.done.moves_under = None;
            ship.done.moved = !ship.fights() || still && !waits;
            if still {
                ship.done.slow = true;
            }
        }
        for id in (0..self.battle.ships.len() as u8).rev().map(ShipId) {
            let ship = *self.battle.ship(id);
            if ship.side != side {
                continue;
            }
            match (self.profile(id).size, ship.fate) {
                // Defences never drift (CATA-11); one that burns rolls again all the same.
                (Size::Defence, Fate::Blazing) => self.then(Task::Doom { ship: id, also: None }),
                (Size::Defence, Fate::Fighting) if ship.criticals.count(Critical::Orbit) > 0 => {
                    self.then(Task::Fall(id));
                }
                (Size::Defence, _) => {}
                (_, Fate::Drifting | Fate::Blazing) => self.then(Task::Drift(id)),
                _ => {}
            }
        }
    }

    /// Whether a ship need not and may not move (MOVE-14).
    pub(in crate::battle::gothic) fn stands_still(&self, id: ShipId) -> bool {
        let ship = self.battle.ship(id);
        let held = ship.grappled.is_some() || self.battle.held_fast(self.roster, id);
        ship.fights() && (held || ship.done.standby || self.profile(id).speed.0 == 0)
    }

    fn next_doomed(&mut self) -> Option<ShipId> {
        if self.battle.dying.is_empty() { None } else { Some(self.battle.dying.remove(0)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::gothic::decisions::answer::Stop;
    use crate::battle::gothic::decisions::question::ArrivalsQuestion;
    use crate::battle::gothic::event::Silent;
    use crate::battle::gothic::state::AGENDA;
    use crate::battle::gothic::state::roster::Roster;
    use crate::dice::Fast;

    #[test]
    fn a_full_agenda_stops_the_answer_and_loses_nothing() {
        let (mut battle, roster, mut dice) = (Battle::default(), Roster::default(), Fast::new(1, 1));
        let mut play = Play {
            battle: &mut battle,
            roster: &roster,
            dice: &mut dice,
            log: &mut Silent,
            blame: Blame::default(),
            outgrown: None,
            from: crate::table::geometry::Point::default(),
            attack: crate::battle::gothic::turn::play::Attack::default(),
        };
        (0..AGENDA).for_each(|_| play.ask(ArrivalsQuestion::Signal));
        assert_eq!(play.advance(), Ok(()), "the last of them is asked");
        play.then(Task::Go);
        let stop = play.advance().expect_err("one too many");
        assert_eq!(
            stop.to_string(),
            "the battle outgrows the engine: it plays 96 things to do or to decide at once at most"
        );
        assert!(matches!(stop, Stop::Outgrown(_)) && battle.agenda.len() == AGENDA);
    }
}
