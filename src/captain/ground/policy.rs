//! What a captain does without trying: quick enough to be tried itself.

use crate::battle::ground::agenda::{Moving, Question};
use crate::battle::ground::answer::{Answer, Declined, Going};
use crate::battle::ground::assault::charge::in_reach;
use crate::battle::ground::decisions::due::{Decision, pending};
use crate::battle::ground::decisions::usual::{manner, nearest_enemy, usual};
use crate::battle::ground::manoeuvre::{charge, middle, towards};
use crate::battle::ground::movement::course::{Manner, judge};
use crate::battle::ground::roster::{FormationId, Roster};
use crate::battle::ground::shooting::aim::in_cover;
use crate::battle::ground::shooting::fire;
use crate::battle::ground::state::{Action, Battle, Fire};
use crate::battle::ground::turn::goals;
use crate::table::geometry::{Length, Point};

/// A quick answer to whatever is due.
pub(super) fn policy(battle: &Battle, roster: &Roster) -> Option<Answer> {
    let Decision::Asked(question) = pending(battle) else { return None };
    Some(match question {
        Question::Move(formation, Moving::Charge, _) => charging(battle, roster, formation),
        Question::Move(formation, moving, _) => moves(battle, roster, formation, moving),
        Question::Shoot(formation, modifier) => shoots(battle, roster, formation, modifier, Declined::Fire),
        Question::Marshal(formation) => shoots(battle, roster, formation, -1, Declined::Move),
        Question::Hold(formation) if battle[formation].markers < 2 => {
            shoots(battle, roster, formation, 0, Declined::Move)
        }
        Question::Consolidate(formation) => consolidates(battle, roster, formation),
        Question::Objectives(_)
        | Question::Plan(_)
        | Question::Exit(_)
        | Question::Deploy(_)
        | Question::Arrive(_)
        | Question::First(_)
        | Question::Activate(_)
        | Question::Reroll(..)
        | Question::Hold(_)
        | Question::Overwatch(..)
        | Question::Sniper(_)
        | Question::CounterCharge(_)
        | Question::Split(_)
        | Question::Support(_)
        | Question::Withdraw(..)
        | Question::Retain(_)
        | Question::Approach(_)
        | Question::Interception(..)
        | Question::Jink(_)
        | Question::Flak(..)
        | Question::AirAttack(_)
        | Question::Leave(_)
        | Question::Pinpoint(..)
        | Question::Land(_)
        | Question::Disembark(_) => return usual(battle, roster),
    })
}

fn charging(battle: &Battle, roster: &Roster, formation: FormationId) -> Answer {
    let targets = battle.assault.as_ref().map(|assault| assault.defenders.clone()).unwrap_or_default();
    let close = |formation: &FormationId| -> (u32, u32) {
        let (mut hand, mut fire) = (0, 0);
        for (unit, _) in battle.standing(roster, *formation) {
            let kind = roster.kind(unit);
            hand += if kind.close_combat > 0 { 7 - u32::from(kind.close_combat) } else { 0 };
            fire += if kind.firefight > 0 { 7 - u32::from(kind.firefight) } else { 0 };
        }
        (hand, fire)
    };
    let (hand, far) = close(&formation);
    let (their_hand, their_far) = targets.iter().map(close).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    // In contact where that is the better exchange.
    let contact = hand * their_far.max(1) >= far * their_hand.max(1);
    for contact in [contact, !contact] {
        let steps = charge(battle, roster, formation, &targets, contact);
        let fits = judge(battle, roster, formation, Manner::Charge, &steps)
            .is_ok_and(|course| !steps.is_empty() && in_reach(&course.battle, roster, formation, &targets));
        if fits {
            return Answer::Go(Going::Move, steps);
        }
    }
    Answer::Decline(Declined::Move)
}

/// Where a formation goes: objectives that are not held when it is late, else as near to the enemy as its weapons want.
fn moves(battle: &Battle, roster: &Roster, formation: FormationId, moving: Moving) -> Answer {
    let side = roster[formation].side;
    let Some(here) = middle(battle, roster, formation) else { return Answer::Decline(Declined::Move) };
    let marches = moving == Moving::March || battle[formation].did == Some(Action::Double);
    let objective = battle
        .objectives
        .iter()
        .filter(|objective| !goals::controls(battle, roster, side, objective))
        .filter(|objective| objective.half != side || battle.turn > 1)
        .min_by_key(|objective| here.squared(objective.at))
        .map(|objective| objective.at);
    let enemy = nearest_enemy(battle, roster, side, here).map(|(_, at)| at);
    let reach = reach(battle, roster, formation);
    let mut wished: Vec<(Point, Length)> = Vec::new();
    if let Some(objective) = objective.filter(|_| marches || battle.turn >= 2) {
        wished.push((objective, Length::cm(4)));
    }
    if let Some(enemy) = enemy {
        wished.push((enemy, reach));
    }
    for (goal, keep) in wished {
        if let Some(steps) = towards(battle, roster, formation, manner(battle), goal, keep) {
            return Answer::Go(Going::Move, steps);
        }
    }
    Answer::Decline(Declined::Move)
}

/// How far a formation likes to be from its target: a little less than most of its weapons reach.
fn reach(battle: &Battle, roster: &Roster, formation: FormationId) -> Length {
    let mut ranges: Vec<Length> = battle
        .standing(roster, formation)
        .flat_map(|(unit, _)| {
            roster.kind(unit).weapons.iter().filter(|weapon| weapon.shoots()).map(|weapon| weapon.range)
        })
        .collect();
    ranges.sort_unstable();
    let median = ranges.get(ranges.len() / 2).copied().unwrap_or(Length::cm(15));
    (median - Length::cm(4)).max(Length::cm(9))
}

/// Hits and markers to be expected of a fire, in thousandths.
fn expected(battle: &Battle, roster: &Roster, formation: FormationId, fire: &Fire, modifier: i8) -> Option<i64> {
    let judged = fire::judge(battle, roster, formation, fire).ok()?;
    let mut hits = 0;
    for shot in &judged.shots {
        let weapon = &roster.kind(shot.unit).weapons[shot.weapon];
        let covered = !fire.open && shot.reach.iter().any(|unit| in_cover(battle, roster, *unit));
        let value = shot.power.and_then(|power| weapon.value(power)).unwrap_or(5);
        let needs = (i64::from(value) - i64::from(modifier) + i64::from(covered)).max(2);
        let chance = ((7 - needs) * 1000 / 6).max(80);
        let armour = shot.reach.first().map_or(0, |unit| i64::from(roster.kind(*unit).armour));
        let through = if armour == 0 || weapon.is_macro() { 6 } else { armour - 1 };
        let number = i64::from(weapon.count) * if shot.power.is_none() { 2 } else { 1 };
        hits += chance * through * number / 6;
    }
    let need = i64::from(battle.strength(roster, fire.target).saturating_sub(battle[fire.target].markers));
    let markers = 1000 + hits;
    // Whoever breaks does nothing more this turn.
    let breaks = if !battle[fire.target].broken && markers >= need * 600 { 2500 } else { 0 };
    let idle = if battle[fire.target].did.is_none() { 400 } else { 0 };
    Some(hits * 2 + breaks + idle)
}

fn shoots(battle: &Battle, roster: &Roster, formation: FormationId, modifier: i8, otherwise: Declined) -> Answer {
    let mut best: Option<(i64, Fire)> = None;
    for target in roster.formations_of(roster[formation].side.other()) {
        for (open, indirect) in [(false, false), (true, false), (false, true)] {
            let fire = Fire { open, indirect, ..Fire::at(target) };
            let Some(worth) = expected(battle, roster, formation, &fire, modifier) else { continue };
            if best.as_ref().is_none_or(|(known, _)| worth > *known) {
                best = Some((worth, fire));
            }
        }
    }
    best.map_or(Answer::Decline(otherwise), |(_, fire)| Answer::Fire(fire))
}

fn consolidates(battle: &Battle, roster: &Roster, formation: FormationId) -> Answer {
    let here = middle(battle, roster, formation);
    let objective =
        here.and_then(|here| battle.objectives.iter().map(|objective| objective.at).min_by_key(|at| here.squared(*at)));
    let steps = objective.and_then(|goal| towards(battle, roster, formation, Manner::Consolidate, goal, Length::cm(2)));
    // Five at most, whatever the speed.
    let steps = steps.filter(|steps| judge(battle, roster, formation, Manner::Consolidate, steps).is_ok());
    steps.map_or(Answer::Decline(Declined::Consolidate), |steps| Answer::Go(Going::Consolidate, steps))
}
