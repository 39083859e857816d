//! Landings of transport aircraft and air assaults (EP-AIR-16 to EP-AIR-20).

use crate::battle::ground::agenda::{Question, Task};
use crate::battle::ground::answer::{Judged, Landing, Refusal, refuse};
use crate::battle::ground::charts::{FIVE, NEAR};
use crate::battle::ground::event::Log;
use crate::battle::ground::kinds::Ability;
use crate::battle::ground::measure::within;
use crate::battle::ground::movement::course::room;
use crate::battle::ground::movement::legs::{can_land, put_down};
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::{FormationId, Roster, UnitId};
use crate::battle::ground::state::{Action, Assault, Battle, Place};
use crate::dice::Dice;
use crate::table::geometry::{Length, Point};

/// How far from its transport a unit gets out of an aircraft or a lander: 5, skimmers and jump packs 15 (EP-AIR-17).
#[must_use]
pub fn gets_out_within(roster: &Roster, unit: UnitId) -> Length {
    let kind = roster.kind(unit);
    if kind.has(Ability::Skimmer) || kind.has(Ability::JumpPack) { NEAR } else { FIVE }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// The battle after units got out of transports that have come down.
    pub(in crate::battle::ground) fn get_out(
        &self,
        mut after: Battle,
        carriers: FormationId,
        out: &[(UnitId, Point)],
        zones: bool,
    ) -> Judged<Battle> {
        let roster = self.roster;
        for (unit, place) in out {
            let name = roster.unit_name(*unit);
            let Place::In(carrier) = after[*unit].place else {
                return refuse("EP-AIR-17", format!("{name} is aboard nothing")).map_err(Into::into);
            };
            let Some(at) = after.at(carrier).filter(|_| roster.formation_of(carrier) == carriers) else {
                return refuse("EP-AIR-17", format!("{name} is not aboard what has landed")).map_err(Into::into);
            };
            put_down(&after, roster, *unit, *place, zones)?;
            let limit = gets_out_within(roster, *unit);
            if !within(roster, (*unit, *place), (carrier, at), limit) {
                return refuse("EP-AIR-17", format!("{name} would get out more than {limit} away")).map_err(Into::into);
            }
            after[*unit].place = Place::At(*place);
        }
        Ok(after)
    }

    /// Aircraft land, let troops out or in, and go on; or the troops assault at once (EP-AIR-20).
    pub(in crate::battle::ground) fn land(&mut self, formation: FormationId, landing: &Landing) -> Judged<()> {
        let roster = self.roster;
        let name = &roster[formation].name;
        if self.battle[formation].did != Some(Action::GroundAttack) {
            return refuse("EP-AIR-16", format!("{name} lands on a ground attack only")).map_err(Into::into);
        }
        if roster[formation].units.iter().all(|unit| roster.kind(*unit).transports.is_empty()) {
            return refuse("EP-AIR-16", format!("{name} carries nobody and does not land")).map_err(Into::into);
        }
        let mut after = self.battle.clone();
        after[formation].landed = true;
        let assault = landing.assault;
        let down: Vec<_> =
            after.standing(roster, formation).filter(|(unit, _)| roster.kind(*unit).air.is_some()).collect();
        for (unit, at) in down {
            if !can_land(roster, at) {
                return refuse(
                    "EP-AIR-17",
                    format!("{} cannot land at {at}: unsuitable terrain", roster.unit_name(unit)),
                )
                .map_err(Into::into);
            }
            put_down(&after, roster, unit, at, assault.is_none())
                .map_err(|refusal| Refusal { rule: "EP-AIR-17", ..refusal })?;
        }
        let mut after = self.get_out(after, formation, &landing.out, assault.is_none())?;
        for (unit, carrier) in &landing.into {
            self.picked_up(&mut after, formation, *unit, *carrier)?;
        }
        *self.battle = after;
        self.tell("EP-AIR-17", |roster| format!("{} lands", roster[formation].name));
        let mut troops: Vec<FormationId> = landing.out.iter().map(|(unit, _)| roster.formation_of(*unit)).collect();
        troops.sort_unstable();
        troops.dedup();
        troops.retain(|other| *other != formation);
        for other in
            troops.iter().chain(&landing.into.iter().map(|(unit, _)| roster.formation_of(*unit)).collect::<Vec<_>>())
        {
            if *other != formation {
                self.battle[*other].did = Some(Action::Disembarked);
                self.battle[*other].keeps = None;
            }
        }
        match assault {
            Some(target) => self.air_assault(formation, troops, target),
            None => {
                // EP-AIR-18: they shoot with the aircraft's attack.
                for other in troops.into_iter().rev() {
                    self.ask(Question::Shoot(other, 0));
                }
                self.ask(Question::Shoot(formation, 0));
                Ok(())
            }
        }
    }

    fn picked_up(&self, after: &mut Battle, carriers: FormationId, unit: UnitId, carrier: UnitId) -> Judged<()> {
        let name = self.roster.unit_name(unit);
        let (Some(at), Some(place)) = (after.at(unit), after.at(carrier)) else {
            return refuse("EP-AIR-17", format!("{name} is not on the table")).map_err(Into::into);
        };
        let own = self.roster.formation_of(carrier) == carriers;
        if !own || !within(self.roster, (unit, at), (carrier, place), FIVE) {
            return refuse("EP-AIR-17", format!("{name} is not within 5 of the aircraft")).map_err(Into::into);
        }
        room(after, self.roster, unit, carrier)?;
        after[unit].place = Place::In(carrier);
        Ok(())
    }

    fn air_assault(&mut self, formation: FormationId, troops: Vec<FormationId>, target: FormationId) -> Judged<()> {
        let side = self.side(formation);
        if self.roster[target].side == side || !self.battle.on_ground(self.roster, target) {
            let name = &self.roster[target].name;
            return refuse("EP-AIR-20", format!("{name} cannot be assaulted")).map_err(Into::into);
        }
        let out = self.battle.standing(self.roster, formation).any(|(unit, _)| self.kind(unit).air.is_none());
        if troops.is_empty() && !out {
            return refuse("EP-AIR-20", "nobody gets out to assault").map_err(Into::into);
        }
        let mut attackers = troops;
        attackers.push(formation);
        self.battle.assault = Some(Assault { side, attackers, defenders: vec![target], ..Assault::default() });
        self.tell("EP-AIR-20", |roster| format!("{} is assaulted from the air", roster[target].name));
        self.then(Task::BeginAssault);
        Ok(())
    }
}
