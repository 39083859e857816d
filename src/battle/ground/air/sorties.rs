//! What air formations do: come in, attack, leave.

use super::combat;
use super::flight::{self, Flown, abreast};
use crate::battle::ground::agenda::{Question, Task};
use crate::battle::ground::answer::{Flight, Judged, refuse};
use crate::battle::ground::event::Log;
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::{FormationId, UnitId};
use crate::battle::ground::state::{Action, Fire, Place};
use crate::dice::Dice;
use crate::table::side::Side;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A formation comes in.
    pub(in crate::battle::ground) fn approach(&mut self, formation: FormationId, flight: &Flight) -> Judged<()> {
        let flown = flight::approach(self.battle, self.roster, formation, flight)?;
        self.over_table(formation, flown);
        Ok(())
    }

    fn over_table(&mut self, formation: FormationId, flown: Flown) {
        let roster = self.roster;
        let Some(end) = flown.path.last().copied() else { return };
        let units: Vec<UnitId> =
            self.battle.left(roster, formation).filter(|unit| roster.kind(*unit).air.is_some()).collect();
        for (index, unit) in units.into_iter().enumerate() {
            self.battle[unit].place = Place::At(abreast(roster, end, flown.heading, index));
        }
        let state = &mut self.battle[formation];
        state.flying = Some(flown.heading);
        state.landed = false;
        state.path = flown.path;
        self.tell("EP-AIR-09", |roster| format!("{} comes in to {end}", roster[formation].name));
    }

    /// Aircraft are over the table: patrols answer a ground attack, then flak (EP-AIR-06, EP-AIR-14).
    pub(in crate::battle::ground) fn overhead(&mut self, formation: FormationId) {
        let enemy = self.side(formation).other();
        self.ask_flak(formation, false);
        let attacks = self.battle[formation].did == Some(Action::GroundAttack);
        if attacks && self.patrols(enemy).next().is_some() {
            self.ask(Question::Interception(enemy, formation));
        }
    }

    fn patrols(&self, side: Side) -> impl Iterator<Item = FormationId> + '_ {
        self.roster
            .formations_of(side)
            .filter(|formation| self.battle[*formation].patrol && !self.battle.destroyed(self.roster, *formation))
    }

    fn ask_flak(&mut self, formation: FormationId, leaving: bool) {
        let enemy = self.side(formation).other();
        let can = self
            .roster
            .formations_of(enemy)
            .any(|guns| !combat::flak_shots(self.battle, self.roster, guns, formation).is_empty());
        if can {
            self.ask(Question::Flak(enemy, formation, leaving));
            self.ask_jink(formation);
        }
    }

    /// A patrol intercepts, without a further test; another may follow (EP-AIR-06).
    pub(in crate::battle::ground) fn interception(
        &mut self,
        side: Side,
        target: FormationId,
        patrol: FormationId,
        flight: &Flight,
    ) -> Judged<()> {
        if self.roster[patrol].side != side || !self.battle[patrol].patrol {
            let name = &self.roster[patrol].name;
            return refuse("EP-AIR-06", format!("{name} is not on patrol")).map_err(Into::into);
        }
        let flown = flight::approach(self.battle, self.roster, patrol, flight)?;
        self.battle[patrol].patrol = false;
        self.battle[patrol].did = Some(Action::Patrol);
        self.over_table(patrol, flown);
        if self.patrols(side).next().is_some() {
            self.ask(Question::Interception(side, target));
        }
        self.then(Task::InterceptorsFire(patrol, target));
        self.ask_jink(target);
        self.ask_flak(patrol, false);
        Ok(())
    }

    /// Whoever is about to be fired at may jink, once for the turn (EP-AIR-13).
    pub(in crate::battle::ground) fn ask_jink(&mut self, target: FormationId) {
        if !self.battle[target].jinking {
            self.ask(Question::Jink(target));
        }
    }

    /// Formations that fire flak.
    pub(in crate::battle::ground) fn flak(
        &mut self,
        side: Side,
        target: FormationId,
        leaving: bool,
        guns: &[FormationId],
    ) -> Judged<()> {
        for formation in guns {
            let name = &self.roster[*formation].name;
            let can = !combat::flak_shots(self.battle, self.roster, *formation, target).is_empty();
            let state = &self.battle[*formation];
            if state.broken || state.did == Some(Action::March) {
                return refuse("EP-AIR-15", format!("{name} is broken or has marched, and fires no flak"))
                    .map_err(Into::into);
            }
            if self.roster[*formation].side != side || !can {
                return refuse("EP-AIR-14", format!("{name} has no flak that could fire now")).map_err(Into::into);
            }
        }
        self.then(Task::FlakFires(guns.to_vec(), target, leaving));
        Ok(())
    }

    /// An attack from the air: ground formations on a ground attack (EP-AIR-04), aircraft for interceptors (EP-AIR-05).
    pub(in crate::battle::ground) fn air_attack(&mut self, formation: FormationId, fire: &Fire) -> Judged<()> {
        let high = self.battle.in_air(self.roster, fire.target);
        let name = &self.roster[formation].name;
        match self.battle[formation].did {
            Some(Action::Intercept) => {
                if !high {
                    return refuse("EP-AIR-05", format!("{name} intercepts aircraft over the table"))
                        .map_err(Into::into);
                }
                if combat::air_shots(self.battle, self.roster, formation, fire.target).is_empty() {
                    let target = &self.roster[fire.target].name;
                    return refuse("EP-AIR-12", format!("nobody of {name} has {target} in range")).map_err(Into::into);
                }
                self.then(Task::InterceptorsFire(formation, fire.target));
                self.ask_jink(fire.target);
                Ok(())
            }
            _ if high => refuse("EP-AIR-04", format!("{name} attacks units on the ground")).map_err(Into::into),
            _ => self.fire(formation, fire, 0),
        }
    }

    /// Aircraft leave (EP-AIR-21).
    pub(in crate::battle::ground) fn leave(&mut self, formation: FormationId, flight: &Flight) -> Judged<()> {
        let (flown, edge) = flight::leave(self.battle, self.roster, formation, flight)?;
        let own = self.roster.sides[self.side(formation) as usize].edge == edge;
        let state = &mut self.battle[formation];
        state.path = flown.path;
        state.flying = Some(flown.heading);
        state.landed = false;
        state.moved = !own;
        self.tell("EP-AIR-21", |roster| format!("{} leaves by the {edge} edge", roster[formation].name));
        self.then(Task::Gone(formation));
        self.ask_flak(formation, true);
        Ok(())
    }

    /// Aircraft are over the edge: a marker where it is not their own.
    pub(in crate::battle::ground) fn flown_off(&mut self, formation: FormationId) -> Judged<()> {
        let roster = self.roster;
        let flying = self.battle.standing(roster, formation).filter(|(unit, _)| roster.kind(*unit).air.is_some());
        let units: Vec<UnitId> = flying.map(|(unit, _)| unit).collect();
        for unit in &units {
            self.battle[*unit].place = Place::Off;
        }
        let state = &mut self.battle[formation];
        let foreign = state.moved && !units.is_empty();
        state.flying = None;
        state.path.clear();
        state.moved = false;
        if foreign {
            return self.mark(formation, 1, "EP-AIR-21");
        }
        Ok(())
    }
}
