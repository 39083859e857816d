//! Captains of the ground war, from what their side may see. A cadet takes any legal answer; a captain tries what his formations
//! could do on copies of the battle, and takes what leaves him best. The same view gives the same answer.

mod policy;
mod worth;

use crate::battle::RuleSet as _;
use crate::battle::ground::agenda::Question;
use crate::battle::ground::answer::{Answer, Declined, Word};
use crate::battle::ground::decisions::due::{Decision, pending};
use crate::battle::ground::decisions::{options, usual};
use crate::battle::ground::event::Silent;
use crate::battle::ground::roster::Roster;
use crate::battle::ground::state::{Battle, Place};
use crate::battle::ground::{self, Ground, view};
use crate::dice::{Dice, Fast};
use crate::table::side::Side;
use crate::text::words;

words! {
    /// Who decides for a side.
    Skill {
        /// Any legal answer.
        Cadet = "cadet",
        /// Tries before he decides.
        Captain = "captain",
    }
}

/// How often a choice is tried.
const TRIALS: u64 = 3;
/// Answers after which a trial is judged as it stands.
const DEPTH: usize = 60;

/// What a captain answers; `None` when it is over.
#[must_use]
pub fn decide(skill: Skill, battle: &Battle, roster: &Roster) -> Option<Answer> {
    let Decision::Asked(question) = pending(battle) else { return None };
    let side = battle.asked?;
    let seen = view::seen(battle, roster, Some(side));
    if skill == Skill::Cadet {
        return any(&seen, roster);
    }
    if matches!(question, Question::Activate(_) | Question::Retain(_)) {
        return Some(search(&seen, roster, side));
    }
    policy::policy(&seen, roster)
}

/// Any legal answer, drawn from what is seen.
fn any(battle: &Battle, roster: &Roster) -> Option<Answer> {
    let mut choices = Vec::new();
    options::options(battle, roster, &mut choices);
    let mut stream = Fast::new(number_of(battle), 0);
    while !choices.is_empty() {
        let index = stream.below(u32::try_from(choices.len()).unwrap_or(1)) as usize;
        let choice = choices.swap_remove(index);
        let mut copy = battle.clone();
        if ground::answer(&mut copy, roster, &choice, &mut Fast::new(0, 0), &mut Silent).is_ok() {
            return Some(choice);
        }
    }
    usual::usual(battle, roster)
}

/// A number that another place, turn or task makes another.
fn number_of(battle: &Battle) -> u64 {
    let mut number = u64::from(battle.turn) + 31 * battle.agenda.len() as u64;
    for (index, unit) in (1..).zip(&battle.units) {
        if let Place::At(at) = unit.place {
            let here = u64::from(at.x.0.unsigned_abs()) * 7919 + u64::from(at.y.0.unsigned_abs());
            number = number.wrapping_mul(1_099_511_628_211).wrapping_add(here * index);
        }
    }
    let acted = battle.formations.iter().filter(|formation| formation.did.is_some()).count() as u64;
    number.wrapping_mul(31).wrapping_add(acted)
}

/// Tries every choice and takes the best.
fn search(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    let mut choices = Vec::new();
    options::options(battle, roster, &mut choices);
    choices.dedup();
    let mut best: Option<(i64, Answer)> = None;
    for (index, choice) in choices.into_iter().enumerate() {
        let Some(worth) = trial(battle, roster, side, &choice, index as u64) else { continue };
        if best.as_ref().is_none_or(|(known, _)| worth > *known) {
            best = Some((worth, choice));
        }
    }
    best.map(|(_, answer)| answer).or_else(|| usual::usual(battle, roster)).unwrap_or(Answer::Decline(Declined::Retain))
}

/// What a choice is worth to a side, on average; `None` where it is refused.
fn trial(battle: &Battle, roster: &Roster, side: Side, choice: &Answer, index: u64) -> Option<i64> {
    let mut sum = 0;
    let salt = u64::from(battle.turn) * 1000 + index;
    for number in 0..TRIALS {
        let mut copy = battle.clone();
        let mut dice = Fast::new(salt, number);
        ground::answer(&mut copy, roster, choice, &mut dice, &mut Silent).ok()?;
        play_out(&mut copy, roster, &mut dice);
        sum += worth::worth(&copy, roster, side);
    }
    Some(sum)
}

/// Plays on until the next activation is chosen.
fn play_out(battle: &mut Battle, roster: &Roster, dice: &mut dyn Dice) {
    for _ in 0..DEPTH {
        match pending(battle) {
            Decision::Over(_) | Decision::Asked(Question::Activate(_) | Question::Retain(_)) => return,
            Decision::Asked(_) => {}
        }
        let Some(answer) = policy::policy(battle, roster) else { return };
        let done = ground::answer(battle, roster, &answer, dice, &mut Silent);
        let done = done.or_else(|_| {
            let usual = usual::usual(battle, roster).unwrap_or(Answer::Word(Word::First));
            ground::answer(battle, roster, &usual, dice, &mut Silent)
        });
        if done.is_err() {
            return;
        }
    }
}

/// Plays a battle to its end by captains; answers as they are written.
///
/// # Errors
/// The answer that could not be given.
pub fn fight(
    battle: &mut Battle,
    roster: &Roster,
    skills: [Skill; 2],
    dice: &mut dyn Dice,
    each: &mut dyn FnMut(&Answer, &Battle, &[ground::event::Event]),
) -> Result<(), String> {
    let mut events = Vec::new();
    for _ in 0..10_000 {
        let Some(side) = battle.asked else { return Ok(()) };
        let Some(given) = decide(skills[side as usize], battle, roster) else { return Ok(()) };
        events.clear();
        let given = match Ground::answer(battle, roster, &given, dice, &mut events) {
            Ok(()) => given,
            Err(ground::answer::Stop::Dice(error)) => return Err(error.to_string()),
            Err(ground::answer::Stop::Refused(refusal)) => {
                let usual = usual::usual(battle, roster).ok_or_else(|| refusal.to_string())?;
                Ground::answer(battle, roster, &usual, dice, &mut events)
                    .map_err(|stop| format!("`{}`: {stop}; before it: {refusal}", Ground::write(roster, &usual)))?;
                usual
            }
        };
        each(&given, battle, &events);
    }
    Err("the battle does not end".to_owned())
}
