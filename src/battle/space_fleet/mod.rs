//! The older fleet game: ships with shields on four facings, on a table of inches. Pure: no file, clock, terminal, SQL or random
//! source.
//!
//! # Shape
//!
//! As its neighbour: [`Battle`](state::Battle) is one value without heap, [`Roster`](state::roster::Roster) what never changes;
//! everything a player may decide is a [`Decision`](decisions::answer::Decision) with answers, an answer that the rules do not allow is
//! refused with its rule and changes nothing, and work in the middle of something is a [`Task`](state::agenda::Task) on the agenda.
//!
//! # Chapters
//!
//! [`movement`], [`rams`], [`shooting`], [`damage`], [`cripples`], [`boarding`], [`repair`], [`fuel`], [`tyranids`], [`scenarios`] and
//! [`victory`] are chapters of its rules; [`turn`] binds them. [`class`], [`bonus`] and [`cards`] are what data holds.
#![deny(clippy::let_underscore_must_use, clippy::unused_result_ok)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "counts are bounded by the capacities in `state`, lengths by the size of a table"
)]

pub mod boarding;
pub mod bonus;
pub mod cards;
pub mod class;
pub mod cripples;
pub mod damage;
pub mod decisions;
pub mod event;
mod fuel;
pub mod measures;
pub mod movement;
pub mod rams;
pub mod repair;
pub mod scenarios;
pub mod shooting;
pub mod state;
pub mod story;
pub mod turn;
pub mod tyranids;
pub mod victory;

use crate::battle::RuleSet;
use crate::dice::Dice;
use crate::table::side::Side;
use decisions::answer::{Answer, Decision, Judged, Stop};
use event::Event;
use state::Battle;
use state::roster::Roster;
use turn::play::Play;

/// The older fleet game, as every rule set is spoken to.
#[derive(Clone, Copy, Debug)]
pub struct SpaceFleet;

impl SpaceFleet {
    /// Passes over whoever has nothing to choose, up to the first who has: for a situation that somebody laid out.
    ///
    /// # Errors
    /// When the dice cannot be had, or the battle outgrows the engine.
    pub fn settle<D: Dice + ?Sized>(
        state: &mut Battle,
        roster: &Roster,
        dice: &mut D,
        events: &mut Vec<Event>,
    ) -> Judged<()> {
        Play { battle: state, roster, dice, events }.advance()
    }
}

impl RuleSet for SpaceFleet {
    type State = Battle;
    type Roster = Roster;
    type Decision = Decision;
    type Answer = Answer;
    type Event = Event;
    type Stop = Stop;

    fn pending(state: &Battle) -> Decision {
        state.pending()
    }

    fn due_from(state: &Battle) -> Option<Side> {
        state.pending().side()
    }

    fn usual(state: &Battle, roster: &Roster) -> Option<Answer> {
        decisions::usual::usual(state, roster)
    }

    fn options(state: &Battle, roster: &Roster, found: &mut Vec<Answer>) {
        decisions::options::options(state, roster, found);
    }

    fn begin<D: Dice + ?Sized>(
        state: &mut Battle,
        roster: &Roster,
        dice: &mut D,
        events: &mut Vec<Event>,
    ) -> Judged<()> {
        let mut play = Play { battle: state, roster, dice, events };
        if let Some(hive) = roster.hive() {
            play.deal(hive)?;
        }
        play.start_turn()?;
        play.advance()
    }

    fn answer<D: Dice + ?Sized>(
        state: &mut Battle,
        roster: &Roster,
        given: &Answer,
        dice: &mut D,
        events: &mut Vec<Event>,
    ) -> Judged<()> {
        let (mut next, told) = (*state, events.len());
        let done = Self::proceed(&mut next, roster, given, dice, events);
        if done.is_ok() {
            *state = next;
        } else {
            events.truncate(told);
        }
        done
    }

    fn proceed<D: Dice + ?Sized>(
        state: &mut Battle,
        roster: &Roster,
        given: &Answer,
        dice: &mut D,
        events: &mut Vec<Event>,
    ) -> Judged<()> {
        let mut play = Play { battle: state, roster, dice, events };
        play.take(given)?;
        play.advance()
    }

    fn due(roster: &Roster, decision: &Decision) -> String {
        decisions::due(roster, decision)
    }

    fn tell(roster: &Roster, event: &Event) -> String {
        event.tell(roster)
    }

    fn read(state: &Battle, roster: &Roster, text: &str) -> Result<Answer, String> {
        decisions::reading::read(state, roster, text)
    }

    fn write(roster: &Roster, given: &Answer) -> String {
        decisions::writing::write(roster, given)
    }
}
