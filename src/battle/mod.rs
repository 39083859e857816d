//! Battles, a folder a rule set, and the protocol that every rule set speaks. Pure: no file, clock, terminal, SQL or
//! random source.
//!
//! Whoever plays, watches or keeps a battle needs no more than [`RuleSet`]: who must decide what, which answers there
//! are, the usual one, carrying one out, and all of it as text.

pub mod gothic;
pub mod ground;
pub mod space_fleet;

use std::fmt::Display;

use crate::dice::Dice;
use crate::table::side::Side;

/// A game by its rules. The state changes while it is played; what never does (names, classes, weapons) is in the
/// roster beside it.
pub trait RuleSet {
    /// A game as it stands.
    type State;
    /// What never changes while it is played.
    type Roster;
    /// Who must decide what.
    type Decision;
    /// What a player answers.
    type Answer;
    /// One thing that happened.
    type Event;
    /// Why an answer was not carried out.
    type Stop: Display;

    /// The decision that is due.
    fn pending(state: &Self::State) -> Self::Decision;
    /// Who must decide; `None` when the game is over.
    fn due_from(state: &Self::State) -> Option<Side>;
    /// A sensible answer to what is due; `None` when the game is over.
    fn usual(state: &Self::State, roster: &Self::Roster) -> Option<Self::Answer>;
    /// A spread of answers to what is due, most of them legal.
    fn options(state: &Self::State, roster: &Self::Roster, found: &mut Vec<Self::Answer>);

    /// Opens the first turn of a game that has been set up.
    ///
    /// # Errors
    /// Why it cannot be opened.
    fn begin<D: Dice + ?Sized>(
        state: &mut Self::State,
        roster: &Self::Roster,
        dice: &mut D,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Self::Stop>;

    /// Carries out an answer to what is due, and plays on to the next decision. An answer that the rules do not allow
    /// changes nothing.
    ///
    /// # Errors
    /// Why it was not carried out.
    fn answer<D: Dice + ?Sized>(
        state: &mut Self::State,
        roster: &Self::Roster,
        given: &Self::Answer,
        dice: &mut D,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Self::Stop>;

    /// As [`answer`](Self::answer), without keeping a copy: whatever stops it but a refusal leaves the game in the middle.
    ///
    /// # Errors
    /// As [`answer`](Self::answer).
    fn proceed<D: Dice + ?Sized>(
        state: &mut Self::State,
        roster: &Self::Roster,
        given: &Self::Answer,
        dice: &mut D,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Self::Stop>;

    /// A decision in words: who must decide what.
    fn due(roster: &Self::Roster, decision: &Self::Decision) -> String;
    /// An event as a sentence, with its rule.
    fn tell(roster: &Self::Roster, event: &Self::Event) -> String;
    /// Reads an answer as a player writes it.
    ///
    /// # Errors
    /// What could not be understood.
    fn read(state: &Self::State, roster: &Self::Roster, text: &str) -> Result<Self::Answer, String>;
    /// Writes an answer as it is read.
    fn write(roster: &Self::Roster, given: &Self::Answer) -> String;
}

/// Gives written answers one after the other, and shows each with the game after it and what came of it.
///
/// # Errors
/// The answer that cannot be given.
pub fn replay<R: RuleSet, D: Dice + ?Sized>(
    state: &mut R::State,
    roster: &R::Roster,
    actions: &[String],
    dice: &mut D,
    mut each: impl FnMut(&str, &R::State, &[R::Event]),
) -> Result<(), String> {
    let mut events = Vec::new();
    for (number, action) in (1..).zip(actions) {
        let failed = |why: String| format!("answer {number}, `{action}`: {why}");
        let given = R::read(state, roster, action).map_err(failed)?;
        events.clear();
        R::proceed(state, roster, &given, dice, &mut events).map_err(|stop| failed(stop.to_string()))?;
        each(action, state, &events);
    }
    Ok(())
}
