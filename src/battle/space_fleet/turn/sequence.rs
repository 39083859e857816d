//! Phase after phase, and whose choice is next (SF-TURN-01 to 06).

use super::play::Play;
use crate::battle::space_fleet::decisions::answer::{Decision, Judged};
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::state::agenda::Task;
use crate::battle::space_fleet::state::ship::{Done, Urge};
use crate::battle::space_fleet::state::{Battle, Fate, Phase, ShipId, SquadronId, Squads, Tubes};
use crate::dice::Dice;
use crate::table::side::Side;

impl Battle {
    /// The decision that is due.
    #[must_use]
    pub fn pending(&self) -> Decision {
        if self.phase == Phase::Over {
            return Decision::Over;
        }
        if let Some(Task::Ask(question)) = self.agenda.last() {
            return Decision::Asked(self.asked(question), *question);
        }
        let side = self.active;
        match self.phase {
            Phase::Reformation if self.late => Decision::Reform(side),
            Phase::Reformation => Decision::Prepare(side),
            Phase::Movement => Decision::Move(side),
            Phase::Swarms => Decision::Swarm(side),
            Phase::Shooting => Decision::Shoot(side, self.current),
            Phase::Boarding => Decision::Board(side),
            Phase::Repair => Decision::Repair(side),
            Phase::Cards => Decision::Discard(side),
            Phase::Over => Decision::Over,
        }
    }
}

impl<D: Dice + ?Sized> Play<'_, D> {
    /// Plays on to the next decision.
    pub(in crate::battle::space_fleet) fn advance(&mut self) -> Judged<()> {
        loop {
            if self.battle.phase == Phase::Over {
                return Ok(());
            }
            match self.battle.agenda.last() {
                Some(Task::Ask(_)) => return Ok(()),
                Some(_) => {
                    let task = self.battle.agenda.pop();
                    if let Some(task) = task {
                        self.perform(task)?;
                    }
                }
                None => {
                    if self.battle.scenario.number > 0 && self.battle.condition(self.roster, false).is_some() {
                        self.finish();
                        return Ok(());
                    }
                    if !self.step()? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Opens a turn: what happens by itself, up to the Reformation Phase.
    pub(in crate::battle::space_fleet) fn start_turn(&mut self) -> Judged<()> {
        let turn = self.battle.turn;
        self.tell("SF-TURN-01", What::Turn(turn));
        for id in self.battle.ids() {
            let ship = self.battle.ship_mut(id);
            ship.done = Done::default();
            ship.urge = Urge::default();
            ship.silenced = false;
            ship.shots = [0; 4];
            ship.grow_old();
        }
        for squad in &mut self.battle.squads.0 {
            (squad.moved, squad.fired, squad.acted, squad.cards) = (false, false, false, 0);
        }
        self.battle.cards.played = false;
        self.open(Phase::Reformation);
        self.scenario_rolls()?;
        match self.roster.hive() {
            None => self.roll_initiative()?,
            Some(hive) => {
                self.battle.initiative = hive.other();
                self.bleed(hive)?;
                self.fevers()?;
            }
        }
        self.open(Phase::Reformation);
        Ok(())
    }

    /// SF-TURN-03.
    fn roll_initiative(&mut self) -> Judged<()> {
        loop {
            let roster = self.roster;
            let one = self.die_of("initiative", roster.side(Side::One))?;
            let two = self.die_of("initiative", roster.side(Side::Two))?;
            if one != two {
                let side = if one > two { Side::One } else { Side::Two };
                self.battle.initiative = side;
                self.tell("SF-TURN-03", What::Initiative(one, two, side));
                return Ok(());
            }
        }
    }

    /// Begins a phase, or a step of it, with the side that has the initiative.
    pub(in crate::battle::space_fleet) fn open(&mut self, phase: Phase) {
        self.battle.phase = phase;
        self.battle.late = false;
        self.reopen();
    }

    fn reopen(&mut self) {
        self.battle.active = self.battle.initiative;
        self.battle.passed = [false; 2];
        if let Some(hive) = self.roster.hive() {
            self.battle.passed[hive as usize] = true;
            self.battle.active = hive.other();
        }
        self.battle.current = None;
    }

    /// Hands the choice to the other side, unless it has done with this step.
    pub(in crate::battle::space_fleet) fn pass_on(&mut self) {
        let other = self.battle.active.other();
        if !self.battle.passed[other as usize] {
            self.battle.active = other;
        }
    }

    /// The next thing of a phase; whether something was done, so that it is asked again.
    fn step(&mut self) -> Judged<bool> {
        match self.battle.phase {
            Phase::Swarms => return self.step_swarms(),
            Phase::Cards => return self.step_cards(),
            Phase::Over => return Ok(false),
            Phase::Reformation | Phase::Movement | Phase::Shooting | Phase::Boarding | Phase::Repair => {}
        }
        if let Some(squadron) = self.battle.current {
            if self.can_fire(squadron) {
                return Ok(false);
            }
            self.end_fire(squadron);
            return Ok(true);
        }
        for side in [self.battle.active, self.battle.active.other()] {
            if self.battle.passed[side as usize] {
                continue;
            }
            if self.has_choice(side) {
                self.battle.active = side;
                return Ok(false);
            }
            // Who could do nothing now may be able to later in the phase, but only in the Boarding Phase.
            self.battle.passed[side as usize] =
                self.battle.phase != Phase::Boarding || self.battle.passed[side.other() as usize];
        }
        self.close()?;
        Ok(true)
    }

    fn has_choice(&self, side: Side) -> bool {
        // A hive fleet does everything in a phase of its own (SF-TYR-04).
        if self.roster.hive() == Some(side) {
            return false;
        }
        match self.battle.phase {
            Phase::Reformation if self.battle.late => self.can_reform(side),
            Phase::Reformation => self.can_prepare(side),
            Phase::Movement => !self.battle.late && self.can_move(side),
            Phase::Shooting => {
                !self.battle.late
                    && self
                        .battle
                        .squadrons(side)
                        .any(|squadron| !self.battle.squads[squadron].fired && self.can_fire(squadron))
            }
            Phase::Boarding => self.can_board(side),
            Phase::Repair => self.can_repair(side),
            Phase::Swarms | Phase::Cards | Phase::Over => false,
        }
    }

    /// Ends the step or the phase in which nobody has a choice left.
    fn close(&mut self) -> Judged<()> {
        match (self.battle.phase, self.battle.late) {
            (Phase::Reformation, false) => {
                self.reload();
                self.overlaps()?;
                self.battle.late = true;
                self.reopen();
            }
            (Phase::Reformation, true) => self.open(Phase::Movement),
            (Phase::Movement, _) => return self.end_movement(),
            (Phase::Shooting, false) => self.end_of_fire()?,
            (Phase::Shooting, true) => {
                // Whoever fell to 0 by an explosion rolls in the same step (SF-CRIPPLE-10).
                if !self.roll_the_crippled()? && !self.ended() {
                    self.begin_boarding();
                }
            }
            (Phase::Boarding, _) => {
                self.end_boarding();
                self.open(Phase::Repair);
                self.sing()?;
            }
            (Phase::Repair, _) => match self.roster.hive() {
                Some(hive) => {
                    self.open(Phase::Cards);
                    self.battle.active = hive;
                }
                None => self.end_turn()?,
            },
            (Phase::Swarms | Phase::Cards | Phase::Over, _) => {}
        }
        Ok(())
    }

    /// Cripples move, ship by ship and side by side; then the next phase (SF-TURN-05, SF-MOVE-06).
    fn end_movement(&mut self) -> Judged<()> {
        if !self.battle.late {
            self.battle.late = true;
            self.battle.active = self.battle.initiative;
        }
        let side = self.battle.active;
        let due = |battle: &Battle, side: Side| {
            battle.fleet(side).find(|(_, ship)| ship.engines_out() && !ship.done.moved).map(|(id, _)| id)
        };
        if let Some(id) = due(self.battle, side).or_else(|| due(self.battle, side.other())) {
            self.battle.active = self.ship(id).side.other();
            self.battle.ship_mut(id).done.moved = true;
            return self.push(Task::Forced(id));
        }
        self.overlaps()?;
        if let Some(hive) = self.roster.hive() {
            self.begin_swarms(hive);
            return Ok(());
        }
        self.begin_shooting()
    }

    /// SF-TURN-04, and SF-FLAG-25 for those that need no reloading.
    fn reload(&mut self) {
        for id in self.battle.ids() {
            let ship = self.battle.ship_mut(id);
            ship.tubes = match ship.tubes {
                Tubes::Ready | Tubes::Reloading => Tubes::Ready,
                Tubes::Fired => Tubes::Reloading,
            };
        }
    }

    /// After the last shot: the destroyed are removed, and those at 0 roll (SF-CRIPPLE-02).
    fn end_of_fire(&mut self) -> Judged<()> {
        self.battle.late = true;
        self.reopen();
        for id in self.battle.ids() {
            let ship = self.battle.ship_mut(id);
            if ship.fate == Fate::Doomed {
                ship.fate = Fate::Destroyed;
            }
        }
        self.roll_the_crippled().map(|_| ())
    }

    /// Those at 0 roll: the side with the initiative first, in the order of the list. Whether anybody does.
    fn roll_the_crippled(&mut self) -> Judged<bool> {
        let first = self.battle.initiative;
        let mut any = false;
        for side in [first.other(), first] {
            for id in (0..self.battle.ships.len() as u8).rev().map(ShipId) {
                if self.ship(id).side == side && self.ship(id).awaits_its_roll() {
                    self.push(Task::CrippledRoll(id))?;
                    any = true;
                }
            }
        }
        Ok(any)
    }

    /// The end of a turn (SF-VP-02).
    pub(in crate::battle::space_fleet) fn end_turn(&mut self) -> Judged<()> {
        if self.ended() {
            return Ok(());
        }
        if self.battle.turn >= self.battle.last_turn {
            self.finish();
            return Ok(());
        }
        self.battle.turn += 1;
        self.start_turn()
    }

    /// A prize or a newcomer is a squadron of its own (SF-BOARD-08).
    pub(in crate::battle::space_fleet) fn detach(&mut self, id: ShipId) {
        let squadron = SquadronId::of_ship(id);
        self.battle.ship_mut(id).squadron = squadron;
        self.battle.squads[squadron] = Squads::default()[squadron];
    }
}
