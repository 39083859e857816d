//! The charge, and the rounds of an assault.

use super::support::may_support;
use crate::battle::ground::agenda::{Question, Task};
use crate::battle::ground::answer::{Judged, Step, refuse};
use crate::battle::ground::charts::NEAR;
use crate::battle::ground::event::Log;
use crate::battle::ground::measure::{near, touch, within};
use crate::battle::ground::movement::course::Manner;
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::{FormationId, Roster, UnitId};
use crate::battle::ground::state::{Assault, Battle};
use crate::dice::Dice;

/// Whether a formation has a unit within 15 of one of several.
#[must_use]
pub fn in_reach(battle: &Battle, roster: &Roster, formation: FormationId, others: &[FormationId]) -> bool {
    battle.standing(roster, formation).any(|unit| others.iter().any(|other| near(battle, roster, unit, *other, NEAR)))
}

/// Enemies in the fight that touch a unit.
#[must_use]
pub fn in_contact(battle: &Battle, roster: &Roster, unit: UnitId, enemies: &[FormationId]) -> bool {
    let Some(at) = battle.at(unit) else { return false };
    enemies.iter().any(|enemy| battle.standing(roster, *enemy).any(|other| touch(roster, (unit, at), other)))
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A charge ends with a unit within 15 of the target (EP-ASLT-02).
    pub(in crate::battle::ground) fn charge_reaches(&self, formation: FormationId, after: &Battle) -> Judged<()> {
        let Some(assault) = &self.battle.assault else { return Ok(()) };
        if in_reach(after, self.roster, formation, &assault.defenders) {
            return Ok(());
        }
        let name = &self.roster[formation].name;
        let rule = "EP-ASLT-02";
        refuse(rule, format!("no unit of {name} would end within 15 of the target; \"no move\" gives the assault up"))
            .map_err(Into::into)
    }

    /// All charges are made: markers and broken formations are noted, overwatch of the assaulted ends (EP-OVER-02).
    pub(in crate::battle::ground) fn begin_assault(&mut self) {
        let Some(mut assault) = self.battle.assault.take() else { return };
        let roster = self.roster;
        let battle = &*self.battle;
        assault.attackers.retain(|attacker| {
            battle.on_ground(roster, *attacker)
                && !battle[*attacker].broken
                && in_reach(battle, roster, *attacker, &assault.defenders)
        });
        assault.defenders.retain(|defender| battle.on_ground(roster, *defender));
        if assault.attackers.is_empty() || assault.defenders.is_empty() {
            self.tell("EP-ASLT-02", |_| "there is no assault".to_owned());
            return;
        }
        assault.were_broken =
            assault.defenders.iter().copied().filter(|defender| self.battle[*defender].broken).collect();
        assault.markers = [&assault.attackers, &assault.defenders]
            .map(|formations| formations.iter().map(|formation| self.markers_of(*formation)).sum());
        for defender in &assault.defenders {
            self.battle[*defender].overwatch = false;
        }
        self.battle.assault = Some(assault);
        self.then(Task::AssaultRound);
    }

    /// Markers for the result: a broken formation has as many as units (EP-ASLT-10).
    fn markers_of(&self, formation: FormationId) -> u32 {
        let state = &self.battle[formation];
        if state.broken { self.battle.strength(self.roster, formation) } else { state.markers }
    }

    /// A round: counter-charges, the engines' dice, attacks, support, result (EP-ASLT-11).
    pub(in crate::battle::ground) fn assault_round(&mut self) {
        let Some(assault) = &mut self.battle.assault else { return };
        assault.splits.clear();
        assault.supporters.clear();
        let defenders = assault.defenders.clone();
        self.then(Task::Attacks);
        for defender in defenders.into_iter().rev() {
            if self.battle.on_ground(self.roster, defender) {
                self.ask(Question::CounterCharge(defender));
            }
        }
    }

    /// Defenders counter-charge (EP-ASLT-04).
    pub(in crate::battle::ground) fn counter_charge(&mut self, formation: FormationId, steps: &[Step]) -> Judged<()> {
        self.go(formation, Manner::CounterCharge, steps)
    }

    /// Engines in contact that could also take part in the firefight: their owners divide the dice (EP-WE-11).
    pub(super) fn unsplit(&self, assault: &Assault) -> Option<UnitId> {
        let pairs = [(&assault.attackers, &assault.defenders), (&assault.defenders, &assault.attackers)];
        pairs.into_iter().find_map(|(own, enemies)| {
            own.iter().flat_map(|formation| self.battle.standing(self.roster, *formation)).map(|(unit, _)| unit).find(
                |unit| {
                    let kind = self.kind(*unit);
                    kind.is_engine()
                        && kind.firefight > 0
                        && kind.close_combat > 0
                        && in_contact(self.battle, self.roster, *unit, enemies)
                        && !assault.splits.iter().any(|(split, _)| split == unit)
                },
            )
        })
    }

    /// An engine's owner divides its dice.
    pub(in crate::battle::ground) fn split(&mut self, unit: UnitId, close: u8) -> Judged<()> {
        let capacity = self.kind(unit).capacity;
        if close > capacity {
            let name = self.roster.unit_name(unit);
            return refuse("EP-WE-11", format!("{name} has {capacity} dice, not {close}")).map_err(Into::into);
        }
        if let Some(assault) = &mut self.battle.assault {
            assault.splits.push((unit, close));
        }
        Ok(())
    }

    /// Whether supporting fire can be had by either side; the attacker is asked first.
    pub(super) fn ask_support(&mut self) {
        let Some(assault) = &self.battle.assault else { return };
        let side = assault.side;
        let can =
            |side| self.roster.formations_of(side).any(|formation| may_support(self.battle, self.roster, formation));
        let (attacker, defender) = (can(side), can(side.other()));
        self.then(Task::SupportingFire);
        if defender {
            self.ask(Question::Support(side.other()));
        }
        if attacker {
            self.ask(Question::Support(side));
        }
    }

    /// Whether two formations have units within 15 of one another.
    pub(super) fn meet(&self, one: FormationId, others: &[FormationId]) -> bool {
        self.battle.standing(self.roster, one).any(|unit| {
            others.iter().any(|other| {
                self.battle.standing(self.roster, *other).any(|enemy| within(self.roster, unit, enemy, NEAR))
            })
        })
    }
}
