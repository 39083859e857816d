//! The ground war: formations on a table of centimetres, blast markers, assaults, and the fleet overhead. Pure: no file, clock,
//! terminal, SQL or random source.
//!
//! # Shape
//!
//! - [`Battle`](state::Battle) is the battle as data, with an agenda of what comes next; what never changes (kinds of units, names,
//!   terrain) is in a [`Roster`](roster::Roster) beside it. Everything is whole numbers, and whatever is done for several units is
//!   done by distance and number: the same answers and dice give the same battle on every machine.
//! - Everything a player may decide is a [`Question`](agenda::Question); an answer that the rules do not allow is refused with its
//!   rule and changes nothing.
//! - A folder is a chapter of the sheet: [`movement`], [`shooting`], [`assault`], [`air`], [`space`], [`turn`]; [`decisions`] has
//!   who is asked, how answers are read, written and carried out, and which is usual; [`charts`] the tables with our rulings.
// What a list has no room for is never passed over in silence.
#![deny(clippy::let_underscore_must_use, clippy::unused_result_ok)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "counts are bounded by what a table file may hold, lengths by the size of a table"
)]

pub mod agenda;
pub mod air;
pub mod answer;
pub mod assault;
pub mod charts;
pub mod decisions;
pub mod event;
pub mod kinds;
pub mod manoeuvre;
pub mod measure;
pub mod movement;
pub mod play;
pub mod roster;
pub mod shooting;
pub mod sight;
pub mod space;
pub mod state;
pub mod turn;
pub mod view;

use crate::battle::RuleSet;
use crate::dice::Dice;
use crate::table::side::Side;
use agenda::Task;
use answer::{Answer, Judged, Stop};
use decisions::due::{Decision, asked, pending};
use event::{Event, Log};
use play::Play;
use roster::Roster;
use state::Battle;

/// The ground war, as every rule set is spoken to.
#[derive(Clone, Copy, Debug)]
pub struct Ground;

impl RuleSet for Ground {
    type State = Battle;
    type Roster = Roster;
    type Decision = Decision;
    type Answer = Answer;
    type Event = Event;
    type Stop = Stop;

    fn pending(state: &Battle) -> Decision {
        pending(state)
    }

    fn due_from(state: &Battle) -> Option<Side> {
        due_from(state)
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
        begin(state, roster, dice, events)
    }

    fn answer<D: Dice + ?Sized>(
        state: &mut Battle,
        roster: &Roster,
        given: &Answer,
        dice: &mut D,
        events: &mut Vec<Event>,
    ) -> Judged<()> {
        let told = events.len();
        let done = answer(state, roster, given, dice, events);
        if done.is_err() {
            // What was told of it has not happened.
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
        Self::answer(state, roster, given, dice, events)
    }

    fn due(roster: &Roster, decision: &Decision) -> String {
        due(roster, decision)
    }

    fn tell(_: &Roster, event: &Event) -> String {
        event.to_string()
    }

    fn read(state: &Battle, roster: &Roster, text: &str) -> Result<Answer, String> {
        decisions::read::read(state, roster, text)
    }

    fn write(roster: &Roster, given: &Answer) -> String {
        decisions::write::write(roster, given)
    }
}

/// Who must decide; `None` when it is over.
///
/// Who is asked depends on whose formation a question is about, so the question itself carries it where the state alone is at hand.
#[must_use]
pub fn due_from(battle: &Battle) -> Option<Side> {
    battle.asked
}

/// What is due, in words.
#[must_use]
pub fn due(roster: &Roster, decision: &Decision) -> String {
    match decision {
        Decision::Asked(question) => decisions::due::words(roster, question),
        Decision::Over(_) => "the battle is over".to_owned(),
    }
}

/// Opens a battle: its set-up, or the turn that its agenda names.
///
/// # Errors
/// When the dice cannot be had.
pub fn begin<D: Dice + ?Sized, L: Log>(battle: &mut Battle, roster: &Roster, dice: &mut D, log: &mut L) -> Judged<()> {
    let mut next = battle.clone();
    Play { battle: &mut next, roster, dice, log }.advance()?;
    note_asked(&mut next, roster);
    *battle = next;
    Ok(())
}

/// Carries out an answer to the decision that is due, and plays on to the next.
///
/// # Errors
/// When the rules do not allow it, or the dice cannot be had. The battle is then as it was.
pub fn answer<D: Dice + ?Sized, L: Log>(
    battle: &mut Battle,
    roster: &Roster,
    given: &Answer,
    dice: &mut D,
    log: &mut L,
) -> Judged<()> {
    let mut next = battle.clone();
    let mut play = Play { battle: &mut next, roster, dice, log };
    play.take(given)?;
    play.advance()?;
    note_asked(&mut next, roster);
    *battle = next;
    Ok(())
}

/// Notes who is asked, so that the state alone tells it.
pub fn note_asked(battle: &mut Battle, roster: &Roster) {
    battle.asked = match (battle.winner, battle.agenda.last()) {
        (None, Some(Task::Ask(question))) => Some(asked(roster, question)),
        _ => None,
    };
}
