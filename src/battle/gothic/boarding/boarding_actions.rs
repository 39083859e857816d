//! Boarding.

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::BoardingQuestion;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Cause, Event, Log};
use crate::battle::gothic::movement::squadrons::Members;
use crate::battle::gothic::state::agenda::{Struggle, Task};
use crate::battle::gothic::state::{Crowd, Fate, Phase, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::{Profile, Size};
use crate::ships::traits::Trait;

/// What the winner and the loser need for a critical, by the difference; 0 is automatic, 7 never (BOARD-08).
const fn criticals(margin: u8) -> (u8, u8) {
    match margin {
        1 => (5, 5),
        2 => (4, 5),
        3 => (3, 6),
        4 => (2, 6),
        _ => (0, 7),
    }
}

/// The best of the boarding value modifiers (BOARD-05).
const fn value_bonus(own: u16, enemy: u16) -> i8 {
    if own >= 4 * enemy {
        4
    } else if own >= 3 * enemy {
        3
    } else if own >= 2 * enemy {
        2
    } else if own > enemy {
        1
    } else {
        0
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Declares boarding, at the end of the Movement Phase (BOARD-02).
    pub(in crate::battle::gothic) fn declare_boarding(&mut self, id: ShipId, target: ShipId) -> Judged<()> {
        let (ship, enemy) = (self.battle.ship(id), self.battle.ship(target));
        let (name, against) = (self.name(id), self.name(target));
        let refuse = |rule, message: String| Err(Refusal::new(rule, message).into());
        if enemy.side == ship.side || !enemy.fights() {
            return refuse("BOARD-01", format!("{name} can board only an enemy ship, not {against}"));
        }
        if ship.boards.is_some() {
            return refuse("BOARD-01", format!("{name} boards one ship a turn"));
        }
        if ship.done.assaults {
            return refuse("SCEN-88", format!("{name} attacks the planet and does nothing else in this turn"));
        }
        if ship.grappled.is_some() || ship.done.standby || ship.done.lingers {
            return refuse("SHOOT-18", format!("{name} cannot board now"));
        }
        if self.profile(target).improved.not_boarded {
            return refuse("CHAOS-03", format!("{against} may not be boarded"));
        }
        self.may_board_fort(id, target)?;
        if self.profile(id).no_boarding {
            return refuse("ELDAR-32", format!("{name}: a {} may not board", self.profile(id).class));
        }
        if self.battle.phase == Phase::Sailing && self.profile(id).sails.is_none() {
            return refuse("BOARD-02", format!("{name} can declare boarding only in the Movement Phase"));
        }
        if self.battle.phase == Phase::Sailing && ship.done.fired {
            return refuse("BOARD-02", format!("{name} has fired or launched this turn and cannot board"));
        }
        if !self.battle.in_contact(self.roster, id, target) {
            return refuse("BOARD-01", format!("the base of {name} does not touch {against}"));
        }
        let ship = self.battle.ship_mut(id);
        ship.boards = Some(target);
        // It stays where it boards.
        ship.done.moved = true;
        self.tell(|| Event::BoardingDeclared(id, target));
        Ok(())
    }

    /// Boarding actions of the turn, and every grapple (END-01 step 1).
    pub(in crate::battle::gothic) fn begin_end(&mut self) {
        self.squeeze();
        let mut boarded = Crowd::default();
        self.battle.ships.iter().filter_map(|ship| ship.boards).for_each(|target| boarded.insert(target));
        for target in (0..self.battle.ships.len() as u8).rev().map(ShipId).filter(|ship| boarded.contains(*ship)) {
            let boarders = self.boarders(target, None);
            let groups = boarders.iter().filter(|ship| self.leads_group(**ship, &boarders)).count();
            match (boarders.first(), groups) {
                (None, _) => {}
                (Some(first), 1) => self.then(Task::Fight { target, boarder: Some(*first) }),
                // Those who are grappled together fight on together (BOARD-12).
                _ if self.battle.ship(target).grappled.is_some() => self.then(Task::Fight { target, boarder: None }),
                _ => self.ask(BoardingQuestion::Boarders(target)),
            }
        }
    }

    /// Ships that board a target in this End Phase; with `of`, only that ship or its escort squadron (BOARD-15).
    pub(in crate::battle::gothic) fn boarders(&self, target: ShipId, of: Option<ShipId>) -> Members {
        let mut found = Members::new();
        for (id, ship) in self.battle.all() {
            let bound = ship.grappled == Some(target);
            let due = ship.boards == Some(target) && (ship.side == self.battle.active || bound) && !ship.done.boarded;
            let able = || ship.fights() && ship.hits > 0 && (bound || self.battle.in_contact(self.roster, id, target));
            if due && able() && of.is_none_or(|first| self.same_group(first, id)) {
                found.push(id).expect("each ship once");
            }
        }
        found
    }

    fn same_group(&self, a: ShipId, b: ShipId) -> bool {
        let squadron = self.battle.ship(a).squadron;
        a == b || self.profile(a).size == Size::Escort && squadron.is_some() && squadron == self.battle.ship(b).squadron
    }

    fn leads_group(&self, ship: ShipId, all: &Members) -> bool {
        all.iter().find(|other| self.same_group(**other, ship)) == Some(&ship)
    }

    /// The answer to [`BoardingQuestion::Boarders`].
    pub(in crate::battle::gothic) fn answer_boarders(&mut self, target: ShipId, together: bool) {
        if together {
            return self.then(Task::Fight { target, boarder: None });
        }
        let all = self.boarders(target, None);
        for ship in all.iter().rev() {
            if !self.leads_group(*ship, &all) {
                continue;
            }
            self.then(Task::Fight { target, boarder: Some(*ship) });
        }
    }

    /// One boarding action: a die each, with modifiers (BOARD-03 to BOARD-06).
    pub(in crate::battle::gothic) fn fight(&mut self, target: ShipId, boarder: Option<ShipId>) -> Judged<()> {
        let attackers = self.boarders(target, boarder);
        if attackers.is_empty() || !self.battle.ship(target).fights() || self.battle.ship(target).hits == 0 {
            return Ok(());
        }
        let lead = attackers[0];
        let (mut marks, from) = (0, self.battle.ship(lead).at);
        if self.battle.ship(target).grappled.is_none() && self.eludes(target, from, &mut marks, "ELDAR-12")? {
            for ship in &attackers {
                self.battle.ship_mut(*ship).done.boarded = true;
                self.battle.ship_mut(*ship).boards = None;
            }
            return Ok(());
        }
        let attack = attackers.iter().map(|ship| self.boarding_value(*ship)).sum::<u16>();
        let defence = self.boarding_value(target) + u16::from(self.battle.turrets(self.roster, target));
        let (charge, stand) = (self.warlord_charges(&attackers), self.warlord_charges(&[target]));
        let weakness = |ships: &[ShipId]| {
            let any = |test: &dyn Fn(ShipId) -> bool| ships.iter().any(|ship| test(*ship));
            i8::from(any(&|ship| self.battle.touched_directly(self.roster, ship)))
                + if any(&|ship| self.battle.crippled(self.roster, ship)) { 2 } else { 0 }
                + i8::from(any(&|ship| self.battle.ship(ship).order.is_some()))
        };
        // Race and other bonuses count once for all who board together, the best of them (BOARD-16).
        let best = |ships: &[ShipId], of: fn(&Profile) -> i8| {
            ships.iter().map(|ship| of(self.profile(*ship))).max().unwrap_or(0)
        };
        let crew = |ships: &[ShipId]| {
            best(ships, |profile| profile.crew.race) + best(ships, |profile| profile.improved.boarding)
        };
        let plus = weakness(&[target])
            + charge
            + crew(&attackers)
            + value_bonus(attack, defence)
            + self.profile(target).boarded_bonus.cast_signed()
            - self.profile(target).improved.guarded;
        let minus = weakness(&attackers)
            + stand
            + crew(&[target])
            + value_bonus(defence, attack)
            + self.profile(target).boarding_defence.cast_signed();
        self.see_decoy(lead);
        self.came_aboard(self.battle.ship(lead).side, target);
        let first = self.boarding_die(lead)?;
        let second = self.boarding_die(target)?;
        self.tell(|| Event::Boarding(lead, first, plus));
        self.tell(|| Event::Boarding(target, second, minus));
        self.seek_plans(lead, target)?;
        for ship in &attackers {
            self.battle.ship_mut(*ship).done.boarded = self.battle.ship(*ship).grappled.is_none();
        }
        let scores = [first.cast_signed() + plus, second.cast_signed() + minus];
        self.struggle(&attackers, Struggle { target, boarder, faces: [first, second], scores })
    }

    /// The die of a side in a boarding action; a ship without a crew has none.
    fn boarding_die(&mut self, id: ShipId) -> Judged<u8> {
        if self.profile(id).odd.unmanned {
            return Ok(0);
        }
        Ok(self.d6("boarding", self.name(id))?)
    }

    /// Hits left, doubled by special rules; turrets come on top of it (BOARD-06).
    fn boarding_value(&self, id: ShipId) -> u16 {
        let profile = self.profile(id);
        let value = u16::from(self.battle.ship(id).hits.max(profile.crew.boards_as));
        // Halves round up (TAU-03).
        let value = if profile.is(Trait::HalfBoarding) { value.div_ceil(2) } else { value };
        if profile.improved.double_boarding { 2 * value } else { value }
    }

    pub(in crate::battle::gothic) fn decide(
        &mut self,
        target: ShipId,
        boarder: Option<ShipId>,
        difference: i8,
    ) -> Judged<()> {
        let attackers = self.fighting(target, boarder);
        let (lead, margin) = (attackers[0], difference.unsigned_abs());
        if difference == 0 {
            for ship in &attackers {
                self.battle.ship_mut(*ship).grappled = Some(target);
                self.battle.ship_mut(*ship).done.boarded = false;
            }
            self.battle.ship_mut(target).grappled = Some(lead);
            self.tell(|| Event::Grappled(lead, target));
            return Ok(());
        }
        if difference > 0 {
            self.tell(|| Event::BoardingWon(lead, margin));
            self.blame_all(&attackers);
            self.lose(target, margin, Cause::Boarding);
            return self.boarding_criticals(target, boarder, margin, true);
        }
        self.tell(|| Event::BoardingWon(target, margin));
        if attackers.len() > 1 {
            self.ask(BoardingQuestion::Share { target, boarder, points: margin, margin });
            return Ok(());
        }
        self.blame(target);
        self.lose(lead, margin, Cause::Boarding);
        self.boarding_criticals(target, boarder, margin, false)
    }

    /// The boarders of an action that is being worked out.
    fn fighting(&self, target: ShipId, boarder: Option<ShipId>) -> Members {
        let mut found = Members::new();
        for (id, ship) in self.battle.all() {
            let in_it = ship.boards == Some(target)
                && ship.fights()
                && (ship.side == self.battle.active || ship.grappled.is_some());
            if in_it && boarder.is_none_or(|first| self.same_group(first, id)) {
                found.push(id).expect("each ship once");
            }
        }
        found
    }

    /// The answer to [`BoardingQuestion::Share`]: which boarder takes the next point (BOARD-14).
    pub(in crate::battle::gothic) fn share(
        &mut self,
        (target, boarder, points, margin): (ShipId, Option<ShipId>, u8, u8),
        taker: ShipId,
    ) -> Judged<()> {
        let attackers = self.fighting(target, boarder);
        if !attackers.contains(&taker) || self.battle.ship(taker).hits == 0 {
            let message = format!("{} is no boarder that can take damage", self.name(taker));
            return Err(Refusal::new("BOARD-14", message).into());
        }
        self.battle.agenda.pop();
        self.blame(target);
        self.lose(taker, 1, Cause::Boarding);
        let left = attackers.iter().any(|ship| self.battle.ship(*ship).hits > 0);
        if points > 1 && left {
            self.ask(BoardingQuestion::Share { target, boarder, points: points - 1, margin });
            return Ok(());
        }
        self.boarding_criticals(target, boarder, margin, false)
    }

    /// Those the damage brought to 0 are hulks; then each side may score a critical (BOARD-08 to BOARD-10).
    fn boarding_criticals(&mut self, target: ShipId, boarder: Option<ShipId>, margin: u8, won: bool) -> Judged<()> {
        let attackers = self.fighting(target, boarder);
        let grappled = self.battle.ship(target).grappled.is_some();
        while let Some(ship) = self.battle.dying.pop() {
            if self.profile(ship).is_light() {
                self.then(Task::Doom { ship, also: None });
            } else {
                self.hulk(ship, Fate::Drifting);
            }
        }
        let (winner, loser) = criticals(margin);
        let (on_target, on_boarders) = if won { (winner, loser) } else { (loser, winner) };
        let ferocity = |ships: &[ShipId]| ships.iter().map(|ship| self.profile(*ship).crew.ferocity).max().unwrap_or(0);
        let eased =
            |needed: u8, by: u8| if matches!(needed, 0 | 7) { needed } else { needed.saturating_sub(by).max(1) };
        let (on_target, on_boarders) =
            (eased(on_target, ferocity(&attackers)), eased(on_boarders, ferocity(&[target])));
        self.blame_all(&attackers);
        self.boarding_critical(target, on_target)?;
        self.blame(target);
        for ship in &attackers {
            self.boarding_critical(*ship, on_boarders)?;
        }
        let plague = attackers.iter().any(|ship| self.profile(*ship).odd.pestilent);
        if plague && self.battle.ship(target).fights() && self.battle.ship(target).hits > 0 {
            self.blame_all(&attackers);
            self.kindle(target)?;
        }
        self.resolve_dying();
        self.offer_tide(&attackers, target, on_target);
        if !grappled {
            for ship in &attackers {
                self.battle.ship_mut(*ship).boards = None;
            }
        }
        Ok(())
    }

    pub(in crate::battle::gothic) fn boarding_critical(&mut self, on: ShipId, needed: u8) -> Judged<()> {
        if needed > 6 || needed == 0 && !self.battle.ship(on).fights() {
            return Ok(());
        }
        let face = if needed == 0 { 6 } else { self.d6("boarding critical", self.name(on))? };
        self.tell(|| Event::BoardingCritical(on, face, needed));
        if face >= needed && self.battle.ship(on).fights() && self.battle.ship(on).hits > 0 {
            let crippled = self.battle.crippled(self.roster, on);
            self.critical(on)?;
            self.tell_crippled(on, crippled);
        }
        Ok(())
    }
}
