//! Programs that choose answers. A cadet takes any legal one.

use super::answer::{Answer, Stop};
use super::choice::{options, usual};
use super::event::Log;
use super::profile::Roster;
use super::state::Battle;
use crate::dice::{Dice, DiceError};

/// Plays a battle to its end with random answers; gives the number of answers.
///
/// `draw` gives a number below its argument, from a stream of its own. Every decision offers a spread of answers, some of which the rules refuse; a refused one costs nothing and another
/// is drawn. After some refusals the usual answer is taken, so that a battle always goes on.
///
/// # Errors
/// When the dice cannot be had.
pub fn cadets<D: Dice + ?Sized, L: Log>(
    battle: &mut Battle,
    roster: &Roster,
    dice: &mut D,
    draw: &mut impl FnMut(u32) -> u32,
    log: &mut L,
    most: u32,
) -> Result<u32, DiceError> {
    let mut found: Vec<Answer> = Vec::with_capacity(256);
    let mut taken = 0;
    while taken < most {
        options(battle, roster, &mut found);
        let mut played = false;
        for _ in 0..8 {
            if found.is_empty() {
                break;
            }
            let drawn = draw(found.len() as u32) as usize;
            match super::proceed(battle, roster, &found[drawn], dice, log) {
                Ok(()) => {
                    played = true;
                    break;
                }
                Err(Stop::Refused(_)) => {
                    found.swap_remove(drawn);
                }
                Err(Stop::Dice(error)) => return Err(error),
            }
        }
        if !played {
            let Some(answer) = usual(battle, roster) else { return Ok(taken) };
            match super::proceed(battle, roster, &answer, dice, log) {
                Ok(()) => {}
                Err(Stop::Dice(error)) => return Err(error),
                Err(Stop::Refused(refusal)) => {
                    unreachable!("the usual answer {answer:?} is refused: {refusal}")
                }
            }
        }
        taken += 1;
    }
    Ok(taken)
}
