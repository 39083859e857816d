//! Fire at aircraft: interceptors and flak (EP-AIR-12 to EP-AIR-15).

use crate::battle::ground::answer::Judged;
use crate::battle::ground::event::Log;
use crate::battle::ground::kinds::Power;
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::{FormationId, Roster, UnitId};
use crate::battle::ground::shooting::aim::{self, Shot, ready};
use crate::battle::ground::shooting::allocation::{allocate, places};
use crate::battle::ground::shooting::hits::Saves;
use crate::battle::ground::state::{Action, Battle, Fire, Hit};
use crate::dice::Dice;
use crate::table::geometry::{Length, line_touches};

/// Shots of aircraft at aircraft (EP-AIR-12).
#[must_use]
pub fn air_shots(battle: &Battle, roster: &Roster, formation: FormationId, target: FormationId) -> Vec<Shot> {
    aim::shots(battle, roster, formation, &Fire::at(target))
        .into_iter()
        .filter(|shot| shot.power == Some(Power::Aa))
        .collect()
}

/// Flak that a formation may fire at aircraft on their way: in range of any point of it, without a line of sight; not marching, not
/// broken, each unit once a turn at each formation; markers silence it (EP-AIR-14, EP-AIR-15).
#[must_use]
pub fn flak_shots(battle: &Battle, roster: &Roster, guns: FormationId, target: FormationId) -> Vec<Shot> {
    let state = &battle[guns];
    if state.broken || state.did == Some(Action::March) || !battle.on_ground(roster, guns) {
        return Vec::new();
    }
    let reach: Vec<UnitId> = battle.standing(roster, target).map(|(unit, _)| unit).collect();
    let path = &battle[target].path;
    let passes = |unit: UnitId, range: Length| {
        let Some(at) = battle.at(unit) else { return false };
        // Both are circles of 1.5 and more; the path is that of centres.
        let far = range + roster.kind(unit).radius() + Length(1500);
        path.windows(2).any(|leg| line_touches(leg[0], leg[1], at, far))
    };
    let mut shots = Vec::new();
    for (unit, _) in battle.standing(roster, guns).filter(|(unit, _)| !battle[*unit].flak.contains(&target)) {
        for (index, weapon) in roster.kind(unit).weapons.iter().enumerate() {
            if weapon.aa.is_some()
                && ready(battle, unit, weapon, index)
                && passes(unit, weapon.range)
                && !reach.is_empty()
            {
                shots.push(Shot { unit, weapon: index, power: Some(Power::Aa), reach: reach.clone() });
            }
        }
    }
    let silent = aim::suppressed(battle, roster, guns, &aim::shooters(&shots), target);
    shots.retain(|shot| !silent.contains(&shot.unit));
    shots
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Interceptors fire, at +1 (EP-AIR-12).
    pub(in crate::battle::ground) fn interceptors_fire(&mut self, who: FormationId, at: FormationId) -> Judged<()> {
        let shots = air_shots(self.battle, self.roster, who, at);
        if self.battle.destroyed(self.roster, who) || shots.is_empty() {
            self.tell("EP-AIR-12", |roster| format!("{} cannot fire at {}", roster[who].name, roster[at].name));
            return Ok(());
        }
        self.tell("EP-AIR-12", |roster| format!("{} fires at {}", roster[who].name, roster[at].name));
        self.fire_at_aircraft(&shots, at, 1, false)
    }

    /// Flak of several formations, one after the other; at -1 from who has moved (EP-AIR-15).
    pub(in crate::battle::ground) fn flak_fires(
        &mut self,
        guns: &[FormationId],
        at: FormationId,
        leaving: bool,
    ) -> Judged<()> {
        for formation in guns {
            let shots = flak_shots(self.battle, self.roster, *formation, at);
            if shots.is_empty() {
                continue;
            }
            let moved = self.battle[*formation].moved;
            let who = *formation;
            self.tell("EP-AIR-14", |roster| format!("{} fires flak at {}", roster[who].name, roster[at].name));
            for shot in &shots {
                if !self.battle[shot.unit].flak.contains(&at) {
                    self.battle[shot.unit].flak.push(at);
                }
            }
            self.fire_at_aircraft(&shots, at, if moved { -1 } else { 0 }, leaving)?;
        }
        Ok(())
    }

    /// Shots at aircraft: one marker for the approach and one for the disengagement, however many fire (EP-AIR-21).
    fn fire_at_aircraft(&mut self, shots: &[Shot], at: FormationId, modifier: i8, leaving: bool) -> Judged<()> {
        let from = places(self.battle, &aim::shooters(shots));
        let mut account = self.account(at, false, from);
        let marked = &mut self.battle[at].marked[usize::from(leaving)];
        if !*marked {
            *marked = true;
            account.markers = 1;
        }
        let mut hits: Vec<Hit> = Vec::new();
        for shot in shots {
            hits.extend(self.shoot(shot, modifier, true)?);
        }
        let from = account.from.clone();
        for (unit, hits) in allocate(self.battle, self.roster, hits, &from) {
            for hit in hits {
                self.strike(&mut account, unit, &hit, Saves::NoCover)?;
            }
        }
        self.settle(account)
    }
}
