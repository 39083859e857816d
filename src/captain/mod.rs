//! Captains: programs that answer every decision of a battle. Pure, as the engine is.
//!
//! - A *cadet* takes any legal answer, drawn from a stream of his own.
//! - A *captain* weighs what he sees. He needs no randomness: the same view and the same standing orders give the same
//!   answer.
//! - An *admiral* tries plans for his whole fleet before each of his turns by playing the battle on, and then goes about
//!   it as a captain does. His budget is a number of trials, and his trials have dice of their own.
//!
//! [`Captain::decide`] gives an answer to the decision that is due; [`step`] carries one out, [`play`] a whole battle.
//! What a side may not know is taken out of his view before he looks ([`hidden_from_view`]), so he cannot decide by it.
// A new variant is met where it matters, not passed over.
#![warn(clippy::wildcard_enum_match_arm)]
// What a list has no room for is never passed over in silence.
#![deny(clippy::let_underscore_must_use, clippy::unused_result_ok)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "counts are bounded by the capacities of a battle, lengths by the size of a table"
)]

mod admiral;
mod cadet;
mod duels;
mod end_of_movement;
mod enemies;
mod feats;
mod firing_positions;
mod goals;
pub mod ground;
mod gunnery;
mod hazards;
pub mod hidden_from_view;
mod movement;
mod ordnance;
mod possible_moves;
mod questions;
mod ram;
mod random_answers;
mod waves;
pub mod weights;
mod worth;

use admiral::Admiral;
pub use admiral::Budget;
use cadet::Cadet;
use weights::Weights;

use crate::battle::gothic::decisions::answer::{Answer, Decision, Judged, Stop};
use crate::battle::gothic::decisions::usual;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::proceed;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd};
use crate::dice::{Dice, Fast};
use crate::table::edge::Edge;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::Point;

/// What a side plays for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Victory points by enemy losses.
    #[default]
    Destroy,
    /// Off the table by one edge.
    Leave(Edge),
    /// To the planet, into its low orbit.
    Assault(Point),
    /// Keep the enemy from a place.
    Guard(Point),
    /// Some enemy ships before all others.
    Kill(Crowd),
    /// Be there at the end.
    Survive,
}

/// What a captain is told before a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// A campaign goes on after the battle: ships are to be kept for the next.
    pub campaign: bool,
    /// What his side plays for.
    pub goal: Goal,
    /// What he weighs by.
    pub weights: Weights,
}

/// Who answers for a side.
pub struct Captain {
    mind: Mind,
    standing: Standing,
}

enum Mind {
    Cadet(Cadet),
    Captain(Box<Notes>),
    Admiral(Box<(Admiral, Notes)>),
}

/// A captain's notes: room for what he works out and what he need not work out again, and nothing that an answer could
/// depend on.
#[derive(Default)]
struct Notes {
    enemies: enemies::Enemies,
    duels: duels::Duels,
    room: movement::Room,
    deck: gunnery::Deck,
    idle: gunnery::Idle,
}

impl Captain {
    /// A cadet who draws from stream `index` of a seed, never from the dice of the battle.
    #[must_use]
    pub fn cadet(seed: u64, index: u64) -> Self {
        Self { mind: Mind::Cadet(Cadet::new(Fast::new(seed, index))), standing: Standing::default() }
    }

    /// A captain with standing orders, for one battle.
    #[must_use]
    pub fn new(standing: Standing) -> Self {
        Self { mind: Mind::Captain(Box::default()), standing }
    }

    /// An admiral with standing orders, for one battle: so many trials of each plan, each so many player turns long.
    #[must_use]
    pub fn admiral(standing: Standing, budget: Budget) -> Self {
        Self { mind: Mind::Admiral(Box::new((Admiral::new(standing.weights, budget), Notes::default()))), standing }
    }

    /// Whether he is a cadet.
    #[must_use]
    pub const fn is_cadet(&self) -> bool {
        matches!(self.mind, Mind::Cadet(_))
    }

    /// His standing orders.
    #[must_use]
    pub const fn standing(&self) -> Standing {
        self.standing
    }

    /// An answer to the decision that is due; `None` when the battle is over. `refused` counts the answers to this
    /// decision that the rules have refused: after some, the usual answer is given, which is always legal.
    pub fn decide(&mut self, battle: &Battle, roster: &Roster, refused: u32) -> Option<Answer> {
        let side = battle.due_from()?;
        hidden_from_view::seen(battle, roster, side, |shown, figures| {
            let (notes, standing) = match &mut self.mind {
                Mind::Cadet(cadet) => return cadet.decide(shown, figures, refused),
                Mind::Captain(notes) => (&mut **notes, self.standing),
                Mind::Admiral(staff) => {
                    let (admiral, notes) = &mut **staff;
                    (notes, admiral.orders(shown, figures, side, self.standing))
                }
            };
            let answer = weighed(shown, figures, &standing, notes, refused).or_else(|| usual(shown, figures));
            // What was weighed by what it seemed may be something else the next time.
            if !std::ptr::eq(figures, roster) {
                notes.enemies.forget();
            }
            answer
        })
    }
}

/// What a captain answers; `None` where the usual answer will do, and after a refusal.
fn weighed(battle: &Battle, roster: &Roster, standing: &Standing, notes: &mut Notes, refused: u32) -> Option<Answer> {
    if refused > 0 {
        // What is left of a split salvo may have no other way to go (TORP-09), and the usual answer none either.
        let stuck = refused > 1 && matches!(battle.pending(), Decision::Launch(_));
        return stuck.then_some(Answer::End);
    }
    let Notes { enemies, duels, room, deck, idle } = notes;
    match battle.pending() {
        Decision::Move(side) => movement::begin(battle, roster, side, standing, (enemies, duels, room)),
        Decision::Continue(_, unit) => movement::go_on(battle, roster, unit, standing, (enemies, duels, room)),
        Decision::Sail(side) => movement::sail(battle, roster, side, standing, (enemies, duels, room)),
        Decision::Close(side) => Some(end_of_movement::close(battle, roster, side, standing, enemies)),
        Decision::Launch(side) => Some(ordnance::launch(battle, roster, side, standing, idle)),
        Decision::Fly(side) => ordnance::fly(battle, roster, side, standing),
        Decision::End(side) => Some(end_of_movement::raids(battle, roster, side)),
        Decision::Asked(_, question) => questions::answer(battle, roster, &question, standing),
        Decision::Shoot(side) => Some(gunnery::shoot(battle, roster, side, standing, (idle, deck))),
        Decision::Convert(_) | Decision::Over => None,
    }
}

/// Takes something into what a captain looks at, or chooses from: beyond what he has room for he looks no further. Never
/// for what a battle holds.
fn note<T: Copy + Default, const N: usize>(list: &mut FixedList<T, N>, item: T) {
    if !list.is_full() {
        list.push(item).expect("there is room");
    }
}

/// What a battle between captains took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Answers carried out.
    pub answers: u32,
    /// Answers that the rules refused, of each side.
    pub refused: [u32; 2],
}

/// Has the side that must decide answer once; gives the answer that was carried out, and how many were refused before
/// it. `None` when the battle is over.
///
/// # Errors
/// When the dice cannot be had, the battle outgrows the engine, or 64 answers on end are refused.
pub fn step<D: Dice + ?Sized, L: Log>(
    battle: &mut Battle,
    roster: &Roster,
    captains: &mut [Captain; 2],
    dice: &mut D,
    log: &mut L,
) -> Judged<Option<(Answer, u32)>> {
    let Some(side) = battle.due_from() else { return Ok(None) };
    let mut refused = 0;
    while let Some(answer) = captains[side as usize].decide(battle, roster, refused) {
        match proceed(battle, roster, &answer, dice, log) {
            Ok(()) => return Ok(Some((answer, refused))),
            Err(Stop::Refused(_)) if refused < 64 => refused += 1,
            Err(stop) => return Err(stop),
        }
    }
    Ok(None)
}

/// Plays a battle to its end, or to `most` answers, with a captain for each side. Each answer is shown to `record`
/// with the battle as it then stands, so that it can be kept.
///
/// # Errors
/// As [`step`].
pub fn play<D: Dice + ?Sized, L: Log>(
    battle: &mut Battle,
    roster: &Roster,
    captains: &mut [Captain; 2],
    dice: &mut D,
    log: &mut L,
    mut record: impl FnMut(&Battle, &Answer),
    most: u32,
) -> Judged<Taken> {
    let mut taken = Taken::default();
    while taken.answers < most {
        let Some(side) = battle.due_from() else { break };
        let Some((answer, refused)) = step(battle, roster, captains, dice, log)? else { break };
        record(battle, &answer);
        taken.answers += 1;
        taken.refused[side as usize] += refused;
    }
    Ok(taken)
}
