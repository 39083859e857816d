//! A Dictator's claws (SF-SHIP-04, SF-BOARD-12).

use crate::battle::space_fleet::class::{Arc, Effect, Mount};
use crate::battle::space_fleet::decisions::answer::{Answer, Judged, Refusal};
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::measures::ADJACENT;
use crate::battle::space_fleet::shooting::bearing::in_arc;
use crate::battle::space_fleet::state::agenda::{Question, Task};
use crate::battle::space_fleet::state::{Attack, ShipId, Source};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;

/// What a ship must roll to escape, by its starting damage.
#[must_use]
pub const fn escape_needs(damage: u8) -> u8 {
    match damage {
        ..=3 => 6,
        4..=6 => 5,
        7..=9 => 4,
        10.. => 3,
    }
}

impl<D: Dice + ?Sized> Play<'_, D> {
    /// Whether claws may strike a ship: directly in front of a Dictator that has not fired.
    pub(in crate::battle::space_fleet) fn judge_claws(&self, id: ShipId, target: ShipId) -> Result<(), Refusal> {
        let (ship, prey) = (self.ship(id), self.ship(target));
        let (name, other) = (self.roster.name(id), self.roster.name(target));
        let refused = |rule, message: String| Err(Refusal::new(rule, message));
        if !self.class(id).special.claws || !ship.fights() || ship.cripple.is_some() || ship.awaits_its_roll() {
            return refused("SF-SHIP-04", format!("{name} has no claws to strike with"));
        }
        if ship.done.fired {
            return refused("SF-BOARD-01", format!("{name} has fired in this turn"));
        }
        if ship.done.boarded {
            return refused("SF-BOARD-07", format!("{name} has boarded in this turn"));
        }
        if !prey.fights() || prey.side == ship.side || self.class(target).special.mine {
            return refused("SF-BOARD-12", format!("{other} is no enemy on the table"));
        }
        if !ship.at.within(prey.at, ADJACENT) || !in_arc(ship, Arc::FixedForward, Mount::Arc, prey.at) {
            return refused(
                "SF-SHIP-04",
                format!("{other} is not directly in front of {name}: within 3, in the Fixed Forward arc"),
            );
        }
        if self.bears(id, |effect| matches!(effect, Effect::BoardsCripplesOnly)) {
            return refused("SF-SHIP-04", format!("the claws of {name} are damaged"));
        }
        let holds = self.battle.all().any(|(_, other)| other.held_by == Some(id));
        if holds || prey.held_by.is_some() {
            return refused("SF-SHIP-04", format!("{name} or {other} is in a grip already"));
        }
        Ok(())
    }

    /// Claws strike: four dice past shields, then perhaps a grip.
    pub(in crate::battle::space_fleet) fn claw(&mut self, id: ShipId, target: ShipId) -> Judged<()> {
        if self.ship(id).side != self.battle.active {
            return Err(Refusal::new("SF-SHIP-04", format!("{} is no ship of yours", self.roster.name(id))).into());
        }
        self.judge_claws(id, target)?;
        self.battle.ship_mut(id).done.boarded = true;
        self.battle.boarders = FixedList::one(id);
        (self.battle.boarded, self.battle.lent) = (target, 0);
        self.pass_on();
        self.push(Task::Grab)?;
        self.claw_attack(id, target, 4)
    }

    fn claw_attack(&mut self, id: ShipId, target: ShipId, dice: u8) -> Judged<()> {
        let from = self.ship(id).at;
        self.battle.attack = Attack {
            source: Source::Claws,
            by: Some(id),
            target,
            from,
            centre: from,
            dice,
            needs: 3,
            ignored: self.battle.ignored(self.roster, target, from),
            ..Attack::default()
        };
        self.begin_attack()
    }

    /// A die that hit with 5 or more has grabbed; then the boarding roll.
    pub(in crate::battle::space_fleet) fn grab(&mut self) -> Judged<()> {
        let attack = self.battle.attack;
        let Some(by) = attack.by else { return Ok(()) };
        let grabbed = attack.faces.iter().any(|face| *face >= 5 && Self::hits(&attack, *face));
        let target = attack.target;
        if !grabbed || !self.ship(target).fights() || !self.ship(by).fights() {
            return Ok(());
        }
        self.battle.ship_mut(target).held_by = Some(by);
        self.tell("SF-SHIP-04", What::Grabbed(by, target));
        if self.bears(by, |effect| matches!(effect, Effect::ClawsOnly)) {
            return self.ask(Question::Grip(by));
        }
        self.push(Task::BoardRoll { on: target, counter: false })?;
        if self.class(target).is_tyranid() { self.offer_defence(target) } else { Ok(()) }
    }

    /// A held ship tries to escape; whoever does is struck by eight dice.
    pub(in crate::battle::space_fleet) fn escape(&mut self, id: ShipId) -> Judged<()> {
        let Some(holder) = self.ship(id).held_by else { return Ok(()) };
        let needs = escape_needs(self.roster.full_damage(self.battle, id));
        let die = self.die("escape", id)?;
        self.tell("SF-SHIP-04", What::Escapes(id, die, needs));
        if die < needs {
            return self.ask(Question::Grip(holder));
        }
        self.battle.ship_mut(id).held_by = None;
        self.claw_attack(holder, id, 8)
    }

    /// What a Dictator does with the ship it holds.
    pub(in crate::battle::space_fleet) fn grip(&mut self, holder: ShipId, given: &Answer) -> Judged<bool> {
        let held = self.battle.ids().find(|id| self.ship(*id).held_by == Some(holder));
        let Some(held) = held else { return Ok(true) };
        match given {
            Answer::LetGo => {
                self.release(held);
                self.tell("SF-SHIP-04", What::LetGo(held));
            }
            Answer::Keep | Answer::Tear => {
                self.battle.ship_mut(held).locked = true;
                self.battle.ship_mut(holder).locked = true;
                if *given == Answer::Tear {
                    self.claw_attack(holder, held, 8)?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
