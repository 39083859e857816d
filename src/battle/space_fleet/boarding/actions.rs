//! Boarding actions: who may board, the attack, counter-attacks, capture (SF-BOARD-01, 02, 06 to 10, 13).

use super::strength::{Boarded, table};
use crate::battle::space_fleet::class::Effect;
use crate::battle::space_fleet::decisions::answer::{Judged, Refusal};
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::measures::ADJACENT;
use crate::battle::space_fleet::state::agenda::{Question, Task};
use crate::battle::space_fleet::state::ship::Done;
use crate::battle::space_fleet::state::{Engines, Fate, MOVERS, Module, Phase, ShipId};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::side::Side;

impl<D: Dice + ?Sized> Play<'_, D> {
    pub(in crate::battle::space_fleet) fn begin_boarding(&mut self) {
        self.open(Phase::Boarding);
        for id in self.battle.ids() {
            self.battle.ship_mut(id).locked = false;
        }
    }

    /// Whom nobody took a further grip of goes free (SF-SHIP-04).
    pub(in crate::battle::space_fleet) fn end_boarding(&mut self) {
        for id in self.battle.ids() {
            let held = self.ship(id).held_by.filter(|holder| self.class(*holder).special.claws);
            if held.is_some() && !self.ship(id).locked {
                self.battle.ship_mut(id).held_by = None;
                self.tell("SF-SHIP-04", What::LetGo(id));
            }
        }
    }

    pub(in crate::battle::space_fleet) fn can_board(&self, side: Side) -> bool {
        self.battle.agreed.plays(Module::Boarding)
            && self.battle.fleet(side).any(|(id, _)| {
                self.battle
                    .ids()
                    .any(|target| self.judge_boarder(id, target).is_ok() || self.judge_claws(id, target).is_ok())
            })
    }

    /// Whether a ship may take part in boarding another (SF-BOARD-01).
    pub(in crate::battle::space_fleet) fn judge_boarder(&self, id: ShipId, target: ShipId) -> Result<(), Refusal> {
        let (ship, prey) = (self.ship(id), self.ship(target));
        let (name, other) = (self.roster.name(id), self.roster.name(target));
        if !ship.fights() || ship.standby {
            return Err(Refusal::new("SF-BOARD-01", format!("{name} is no ship of yours that can board")));
        }
        if ship.cripple.is_some() && ship.weapons_out() && ship.engines_out() || ship.awaits_its_roll() {
            return Err(Refusal::new("SF-BOARD-01", format!("{name} is crippled, and only counter-attacks")));
        }
        if ship.done.fired {
            return Err(Refusal::new("SF-BOARD-01", format!("{name} has fired in this turn")));
        }
        if ship.done.boarded {
            return Err(Refusal::new("SF-BOARD-07", format!("{name} has boarded in this turn; again in the next")));
        }
        let overrun = prey.fate == Fate::Overrun && prey.owner == ship.side;
        if !(prey.fights() && prey.side != ship.side || overrun) {
            return Err(Refusal::new("SF-BOARD-01", format!("{other} is no enemy on the table")));
        }
        if !ship.at.within(prey.at, ADJACENT) {
            let far = ship.at.distance(prey.at);
            return Err(Refusal::new("SF-BOARD-01", format!("{name} is {far} from {other}, and boards within 3")));
        }
        let class = self.class(id);
        let holds = prey.held_by == Some(id);
        if class.special.mine || self.class(target).special.mine {
            return Err(Refusal::new("SF-TYR-32", "spore mines neither board nor are boarded"));
        }
        if prey.cripple.is_none() && !overrun && !self.class(target).is_tyranid() && !holds {
            return Err(Refusal::new("SF-BOARD-01", format!("{other} is not crippled")));
        }
        if class.regiments > 0 && ship.regiments == 0 {
            return Err(Refusal::new("SF-BOARD-11", format!("{name} has no regiment aboard")));
        }
        if self
            .bears(id, |effect| matches!(effect, Effect::ClawsOnly | Effect::NoBoardingOrLanding | Effect::NoBoarding))
        {
            return Err(Refusal::new(class.rule.clone(), format!("{name} cannot board: it bears a critical")));
        }
        Ok(())
    }

    /// Ships board together (SF-BOARD-10).
    pub(in crate::battle::space_fleet) fn board(
        &mut self,
        target: ShipId,
        boarders: &FixedList<ShipId, MOVERS>,
    ) -> Judged<()> {
        if boarders.is_empty() {
            return Err(Refusal::new("SF-BOARD-01", "nobody is named who boards").into());
        }
        for (at, id) in boarders.iter().enumerate() {
            if self.ship(*id).side != self.battle.active {
                return Err(Refusal::new(
                    "SF-BOARD-01",
                    format!("{} is no ship of yours that can board", self.roster.name(*id)),
                )
                .into());
            }
            self.judge_boarder(*id, target)?;
            if boarders[..at].contains(id) {
                return Err(Refusal::new("SF-BOARD-10", format!("{} is named twice", self.roster.name(*id))).into());
            }
        }
        for id in boarders {
            self.battle.ship_mut(*id).done.boarded = true;
        }
        (self.battle.boarders, self.battle.boarded, self.battle.lent) = (*boarders, target, 0);
        self.pass_on();
        self.push(Task::BoardRoll { on: target, counter: false })?;
        if self.class(target).is_tyranid() { self.offer_defence(target) } else { Ok(()) }
    }

    /// The strength of one side of the action; 2D6 for an overrun ship (SF-TYR-24).
    fn strength_of(&mut self, id: ShipId) -> Judged<u16> {
        if self.ship(id).fate == Fate::Overrun {
            let (faces, _) = self.rolled("overrun strength", id, 2)?;
            let strength = faces[0] + faces[1];
            self.tell("SF-TYR-24", What::Defends(id, strength));
            return Ok(u16::from(strength));
        }
        let lent = if self.class(id).is_tyranid() { self.battle.lent } else { 0 };
        // A boneram's strength replaces card and wounds (SF-SHIP-27).
        if lent >= 100 {
            return Ok(u16::from(lent - 100));
        }
        Ok(u16::from(self.battle.strength(self.roster, id)) + u16::from(lent))
    }

    /// The die of a boarding attack or counter-attack.
    pub(in crate::battle::space_fleet) fn board_roll(&mut self, on: ShipId, counter: bool) -> Judged<()> {
        let boarded = self.battle.boarded;
        let by: FixedList<ShipId, MOVERS> = if counter { FixedList::one(boarded) } else { self.battle.boarders };
        let Some(first) = by.first().copied() else { return Ok(()) };
        if !self.ship(on).is_there() || !self.ship(first).is_there() {
            return Ok(());
        }
        let defends = self.strength_of(on)?;
        let mut attacks = 0;
        for id in &by {
            attacks += self.strength_of(*id)?;
        }
        if by.len() > 1 {
            self.tell("SF-BOARD-10", What::Adds(first, attacks as i16));
        }
        let regiments: u8 =
            by.iter().filter(|id| self.class(**id).regiments > 0).map(|id| self.ship(*id).regiments).sum();
        if regiments > 0 {
            self.tell("SF-BOARD-11", What::Adds(first, i16::from(regiments)));
        }
        if self.class(on).regiments > 0 && self.ship(on).regiments > 0 {
            self.tell("SF-BOARD-11", What::Adds(on, -i16::from(self.ship(on).regiments)));
        }
        let modifier = self.battle.boarding_modifier(self.roster, &by, on, counter, (attacks, defends));
        let die = self.die("boarding", first)?;
        let what = if counter {
            What::CounterAttacks(first, on, die, modifier)
        } else {
            What::Boards(first, on, die, modifier)
        };
        self.tell("SF-BOARD-04", what);
        match table(i16::from(die) + i16::from(modifier)) {
            Boarded::Captured => self.capture(on, first),
            Boarded::Repelled => self.repelled(on),
            Boarded::CounterAttack => {
                self.tell("SF-BOARD-06", What::CounterDue(on));
                // Who has been overrun has no crew of its own to ask.
                if self.ship(on).fate == Fate::Overrun { self.repelled(on) } else { self.ask(Question::Counter(on)) }
            }
        }
    }

    /// Both keep their ships (SF-BOARD-07); a held ship may now try to escape (SF-SHIP-04).
    pub(in crate::battle::space_fleet) fn repelled(&mut self, on: ShipId) -> Judged<()> {
        self.tell("SF-BOARD-07", What::Repelled(on));
        self.battle.lent = 0;
        let boarded = self.battle.boarded;
        let held = self.battle.boarders.first().is_some_and(|first| self.ship(boarded).held_by == Some(*first));
        let clawed = self.ship(boarded).held_by.is_some_and(|holder| self.class(holder).special.claws);
        if held && clawed && self.ship(boarded).fights() { self.push(Task::Escape(boarded)) } else { Ok(()) }
    }

    /// A counter-attack (SF-BOARD-06).
    pub(in crate::battle::space_fleet) fn counter_attack(&mut self, by: ShipId, on: ShipId) -> Judged<()> {
        let boarded = self.battle.boarded;
        let legal = if by == boarded { self.battle.boarders.contains(&on) } else { on == boarded };
        if !legal {
            let message = format!("{} cannot counter-attack {}", self.roster.name(by), self.roster.name(on));
            return Err(Refusal::new("SF-BOARD-06", message).into());
        }
        self.battle.agenda.pop();
        if by == boarded {
            return self.push(Task::BoardRoll { on, counter: true });
        }
        // The boarder attacks again, alone: the defender chose it.
        self.battle.boarders = FixedList::one(by);
        self.push(Task::BoardRoll { on: boarded, counter: false })
    }

    /// A ship changes hands (SF-BOARD-08), or is overrun (SF-TYR-23), or a vessel dies (SF-TYR-20).
    pub(in crate::battle::space_fleet) fn capture(&mut self, id: ShipId, captor: ShipId) -> Judged<()> {
        self.battle.lent = 0;
        let side = self.ship(captor).side;
        if self.class(id).is_tyranid() {
            return self.destroy("SF-TYR-20", id);
        }
        if self.class(captor).is_tyranid() {
            self.release(id);
            let ship = self.battle.ship_mut(id);
            (ship.fate, ship.marks, ship.twice, ship.infected, ship.shield_on) =
                (Fate::Overrun, [0; 6], 0, false, false);
            ship.cripple = None;
            self.tell("SF-TYR-23", What::Overrun(id));
            return Ok(());
        }
        if self.ship(id).fate == Fate::Overrun {
            self.battle.ship_mut(id).fate = Fate::Fighting;
            self.cripple(id, Engines::Stationary);
            self.battle.ship_mut(id).side = side;
            self.tell("SF-TYR-24", What::Retaken(id));
            return Ok(());
        }
        self.release(id);
        let ship = self.battle.ship_mut(id);
        (ship.side, ship.taken) = (side, true);
        // Ruling: a ship captured while not crippled works for its captor from the next turn.
        ship.done = Done { moved: true, fired: true, boarded: true, repaired: ship.cripple.is_none(), ..ship.done };
        self.detach(id);
        let squadron = self.ship(id).squadron;
        (self.battle.squads[squadron].moved, self.battle.squads[squadron].fired) = (true, true);
        self.tell("SF-BOARD-08", What::Captured(id, captor, side));
        if self.class(captor).regiments > 0 {
            let captor = self.battle.ship_mut(captor);
            captor.regiments = captor.regiments.saturating_sub(1);
            captor.prize_crews += 1;
        }
        self.hulk_captured(id);
        Ok(())
    }
}
