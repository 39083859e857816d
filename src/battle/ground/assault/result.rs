//! The result of an assault (EP-ASLT-09 to EP-ASLT-17).

use super::support::may_support;
use crate::battle::ground::agenda::{Question, Task};
use crate::battle::ground::answer::{Judged, Refusal, Step, Stop};
use crate::battle::ground::charts::NEAR;
use crate::battle::ground::event::Log;
use crate::battle::ground::kinds::Ability;
use crate::battle::ground::measure::near;
use crate::battle::ground::movement::course::Manner;
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::{FormationId, UnitId};
use crate::battle::ground::shooting::allocation::{places, unsaved};
use crate::battle::ground::shooting::hits::Saves;
use crate::battle::ground::state::{Assault, Hit};
use crate::dice::Dice;
use crate::table::geometry::Point;
use crate::text::count;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    fn wiped_out(&self, formations: &[FormationId]) -> bool {
        formations.iter().all(|formation| self.battle.destroyed(self.roster, *formation))
    }

    /// Whether one side is finished: all defenders dead, or all attackers within 15 (EP-ASLT-07); the defender wins where both are.
    fn decided(&self, assault: &Assault) -> Option<bool> {
        let attackers_left = assault.attackers.iter().any(|attacker| self.meet(*attacker, &assault.defenders));
        if self.wiped_out(&assault.defenders) {
            return Some(!self.wiped_out(&assault.attackers));
        }
        (!attackers_left).then_some(false)
    }

    /// After the attacks: the end, or supporting fire.
    pub(super) fn after_attacks(&mut self) -> Judged<()> {
        let Some(assault) = self.battle.assault.clone() else { return Ok(()) };
        match self.decided(&assault) {
            Some(attacker_wins) => self.wins(&assault, attacker_wins),
            None => {
                self.ask_support();
                Ok(())
            }
        }
    }

    /// 2D6 each, the higher die and the modifiers (EP-ASLT-09).
    pub(in crate::battle::ground) fn assault_result(&mut self) -> Judged<()> {
        let Some(assault) = self.battle.assault.clone() else { return Ok(()) };
        if let Some(attacker_wins) = self.decided(&assault) {
            return self.wins(&assault, attacker_wins);
        }
        let roster = self.roster;
        let mut totals = [0_i32; 2];
        for which in [0, 1] {
            let side = if which == 0 { assault.side } else { assault.side.other() };
            let (one, other) = self.two_dice("assault result", roster.player(side))?;
            let modifier = self.modifier(&assault, which);
            totals[which] = i32::from(one.max(other)) + modifier;
            let total = totals[which];
            self.tell("EP-ASLT-09", |roster| {
                format!("{} rolls {one} and {other} with {modifier:+} for the assault: {total}", roster.player(side))
            });
        }
        let margin = totals[0].abs_diff(totals[1]);
        if margin == 0 {
            self.tell("EP-ASLT-11", |_| "a tie: the assault goes on".to_owned());
            self.then(Task::AssaultRound);
            return Ok(());
        }
        let attacker_wins = totals[0] > totals[1];
        self.extra_hits(&assault, attacker_wins, margin)?;
        let assault = self.battle.assault.clone().unwrap_or(assault);
        self.wins(&assault, attacker_wins)
    }

    /// The modifiers of a side (EP-ASLT-10): 0 the attacker, 1 the defender.
    pub(in crate::battle::ground) fn modifier(&self, assault: &Assault, which: usize) -> i32 {
        let sides = [&assault.attackers, &assault.defenders];
        let strength = |index: usize| -> u32 {
            sides[index].iter().map(|formation| self.battle.strength(self.roster, *formation)).sum()
        };
        let other = 1 - which;
        let inspiring = sides[which]
            .iter()
            .flat_map(|formation| self.battle.left(self.roster, *formation))
            .filter(|unit| self.kind(*unit).has(Ability::Inspiring))
            .count();
        let mut sum = assault.lost[other] as i32 + inspiring as i32;
        sum += i32::from(strength(which) > strength(other));
        sum += i32::from(strength(which) > 2 * strength(other));
        sum += i32::from(assault.markers[other] > assault.markers[which]);
        sum += i32::from(assault.markers[which] == 0);
        sum
    }

    /// The margin as hits without saves on the losers, nearest the enemy first (EP-ASLT-12, EP-WE-12); lost on the fearless.
    fn extra_hits(&mut self, assault: &Assault, attacker_wins: bool, margin: u32) -> Judged<()> {
        let (losers, winners, which) = if attacker_wins {
            (&assault.defenders, &assault.attackers, 1)
        } else {
            (&assault.attackers, &assault.defenders, 0)
        };
        let from: Vec<Point> = winners
            .iter()
            .flat_map(|formation| {
                let units: Vec<UnitId> = self.battle.standing(self.roster, *formation).map(|(unit, _)| unit).collect();
                places(self.battle, &units)
            })
            .collect();
        let units: Vec<UnitId> = losers
            .iter()
            .flat_map(|formation| self.battle.standing(self.roster, *formation))
            .map(|(unit, _)| unit)
            .collect();
        let lost = count(margin, "hit");
        self.tell("EP-ASLT-12", |_| format!("the loser takes {lost} without saves"));
        for unit in unsaved(self.battle, self.roster, &units, margin, &from) {
            if !self.battle.lives(unit) {
                continue;
            }
            let name = self.roster.unit_name(unit);
            if self.kind(unit).has(Ability::Fearless) {
                self.tell("EP-SPEC-03", |_| format!("{name} is fearless: the hit is lost"));
                continue;
            }
            let formation = self.roster.formation_of(unit);
            let mut account = self.account(formation, false, from.clone());
            if self.kind(unit).is_engine() {
                self.damage(&mut account, unit, 1, &Hit::BARE, Saves::None)?;
            } else {
                self.tell("EP-ASLT-12", |_| format!("{name} is lost"));
                self.lose(&mut account, unit, &Hit::BARE, Saves::None)?;
            }
            self.note_losses(&account, which);
        }
        Ok(())
    }

    /// One side has won: the loser breaks and withdraws, its supporters are marked, the winner consolidates.
    fn wins(&mut self, assault: &Assault, attacker_wins: bool) -> Judged<()> {
        let (winners, losers) = if attacker_wins {
            (&assault.attackers, &assault.defenders)
        } else {
            (&assault.defenders, &assault.attackers)
        };
        let side = if attacker_wins { assault.side } else { assault.side.other() };
        self.tell("EP-ASLT-07", |roster| format!("{} wins the assault", roster.player(side)));
        self.then(Task::AssaultOver);
        // Asked last, so that losers have gone before the winner moves.
        for winner in winners.iter().rev() {
            self.settle_winner(assault, *winner);
        }
        let shaken: Vec<FormationId> = self
            .roster
            .formations_of(side.other())
            .filter(|formation| {
                may_support(self.battle, self.roster, *formation)
                    || assault.supporters.contains(formation) && self.is_near(*formation, losers)
            })
            .collect();
        for loser in losers {
            self.settle_loser(assault, *loser);
        }
        for formation in shaken {
            // A marker that breaks a supporter makes it withdraw after the loser.
            self.mark(formation, 1, "EP-ASLT-14")?;
        }
        Ok(())
    }

    fn is_near(&self, formation: FormationId, others: &[FormationId]) -> bool {
        self.battle
            .standing(self.roster, formation)
            .any(|unit| others.iter().any(|other| near(self.battle, self.roster, unit, *other, NEAR)))
    }

    /// Broken and withdrawing, or destroyed where it was broken before (EP-ASLT-13); landed aircraft are destroyed (EP-AIR-19).
    fn settle_loser(&mut self, assault: &Assault, loser: FormationId) {
        if self.battle.destroyed(self.roster, loser) {
            self.tell("EP-ASLT-07", |roster| format!("{} is destroyed", roster[loser].name));
            return;
        }
        let broken = assault.were_broken.contains(&loser);
        let lost: Vec<UnitId> =
            self.battle.left(self.roster, loser).filter(|unit| broken || self.kind(*unit).air.is_some()).collect();
        for unit in &lost {
            self.perish(*unit);
            let name = self.roster.unit_name(*unit);
            self.tell(if broken { "EP-ASLT-13" } else { "EP-AIR-19" }, |_| format!("{name} is destroyed"));
        }
        if self.battle.destroyed(self.roster, loser) {
            return;
        }
        self.tell("EP-BREAK-02", |roster| format!("{} is broken", roster[loser].name));
        self.break_up(loser, true);
    }

    /// Markers for its own losses; it may break but stays (EP-ASLT-15).
    fn settle_winner(&mut self, assault: &Assault, winner: FormationId) {
        if self.battle.destroyed(self.roster, winner) {
            return;
        }
        let lost = assault.losses.iter().find(|(known, _)| *known == winner).map_or(0, |(_, lost)| *lost);
        if self.battle.on_ground(self.roster, winner) {
            self.ask(Question::Consolidate(winner));
        }
        if self.battle[winner].broken || lost == 0 {
            return;
        }
        self.battle[winner].markers += lost;
        self.tell("EP-ASLT-15", |roster| format!("{} gets {}", roster[winner].name, count(lost, "blast marker")));
        let strength = self.battle.strength(self.roster, winner);
        if self.battle[winner].markers >= strength {
            self.tell("EP-ASLT-15", |roster| format!("{} is broken, and stays", roster[winner].name));
            let state = &mut self.battle[winner];
            state.markers = 0;
            state.broken = true;
            state.overwatch = false;
        }
    }

    /// The winner's move of 5.
    pub(in crate::battle::ground) fn consolidate(&mut self, formation: FormationId, steps: &[Step]) -> Judged<()> {
        self.go(formation, Manner::Consolidate, steps).map_err(|stop| match stop {
            Stop::Refused(Refusal { rule: "EP-MOVE-03", text }) => Stop::Refused(Refusal { rule: "EP-ASLT-15", text }),
            other => other,
        })?;
        self.then(Task::AfterMove(formation));
        Ok(())
    }

    /// The assault is settled; an air assault that was lost costs the aircraft (EP-AIR-20).
    pub(in crate::battle::ground) fn assault_over(&mut self) {
        self.battle.assault = None;
    }
}
