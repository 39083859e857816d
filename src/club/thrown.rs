//! Dice that people type in count from the moment they are typed: each is kept before the next is asked for, the same
//! command takes them up again, and no other about the same goes before them.

use std::collections::VecDeque;

use super::act::number_alike;
use super::{ClubError, Giver};
use crate::campaign::command::Command;
use crate::campaign::hint::Hint;
use crate::campaign::refusal::Refusal;
use crate::dice::{Dice, DiceError, Mark, Pip, Roll, Source, Why};
use crate::store::{About, Cast, Draft, Store, Throw};

/// The dice that lie open for one command of an act, or none.
pub struct Open {
    throw: Option<Throw>,
    again: VecDeque<Roll>,
    cast: Cast,
    giver: Giver,
}

impl Open {
    /// Finds the dice that lie open for the command `part` of the giver's line.
    ///
    /// # Errors
    /// When dice lie open for another command about the same, and no ruling lets them drop.
    pub fn find(store: &Store, giver: &Giver, part: usize, command: &Command) -> Result<Self, ClubError> {
        let about = About::of(command);
        let mut throw = None;
        for open in store.throws()?.into_iter().filter(|open| open.concerns(about)) {
            if is_same(&open, giver, part, command) {
                throw = Some(open);
            } else {
                may_drop(&open, about, giver)?;
            }
        }
        let casts = throw.as_ref().map(|throw: &Throw| throw.casts.as_slice()).unwrap_or_default();
        let again = casts.iter().filter(|cast| cast.part == part).map(|cast| cast.roll.clone()).collect();
        let nothing = Roll { purpose: String::new(), faces: Vec::new(), source: Source::Typed, mark: None };
        let cast = Cast { part, command: command.clone(), ruling: giver.ruling.clone(), roll: nothing };
        Ok(Self { throw, again, cast, giver: giver.clone() })
    }

    /// The rolls that stand from before.
    pub fn stands(&self) -> impl Iterator<Item = &Roll> {
        self.again.iter()
    }

    /// Gives them back, and then new ones, each of which is kept.
    pub fn on<'a>(self, store: &'a mut Store, fresh: &'a mut dyn Dice) -> Throwing<'a> {
        Throwing { store, fresh, open: self }
    }
}

/// Dice that fell before, then new ones.
pub struct Throwing<'a> {
    store: &'a mut Store,
    fresh: &'a mut dyn Dice,
    open: Open,
}

impl Throwing<'_> {
    /// Says of a refusal that the dice which fell before it stand.
    #[must_use]
    pub fn stood(&self, why: ClubError) -> ClubError {
        match why {
            ClubError::Refused(mut refusals) if self.open.throw.is_some() => {
                if let Some(last) = refusals.0.last_mut() {
                    last.hints = vec![Hint::TakeUpDice];
                }
                ClubError::Refused(refusals)
            }
            other => other,
        }
    }
}

impl Dice for Throwing<'_> {
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        if faces.is_empty() {
            return Ok(());
        }
        let purpose = why.to_string();
        if let Some(roll) = self.open.again.pop_front() {
            if roll.purpose != purpose || roll.faces.len() != faces.len() {
                return Err(DiceError::OtherPurpose { due: purpose, recorded: roll.purpose });
            }
            faces.copy_from_slice(&roll.faces);
            return Ok(());
        }
        self.fresh.roll(why, faces)?;
        let roll = Roll { purpose, faces: faces.to_vec(), source: self.fresh.source(), mark: None };
        let Open { throw, cast, giver, .. } = &mut self.open;
        let cast = Cast { roll, ..cast.clone() };
        self.store
            .throw(throw, giver.at, giver.by, cast)
            .map_err(|error| DiceError::NotKept { what: error.to_string() })
    }

    fn source(&self) -> Source {
        self.fresh.source()
    }

    fn finish(&mut self) -> Result<(), DiceError> {
        self.fresh.finish()
    }
}

/// Refuses a command whose dice are not typed in while typed ones lie open for it or for another about the same.
///
/// # Errors
/// That they do, and no ruling lets them drop.
pub fn is_free(store: &Store, giver: &Giver, command: &Command) -> Result<(), ClubError> {
    let about = About::of(command);
    store.throws()?.iter().filter(|open| open.concerns(about)).try_for_each(|open| may_drop(open, about, giver))
}

/// Whether dice lie open for this very command: same giver, same ruling, same place in the line.
fn is_same(open: &Throw, giver: &Giver, part: usize, command: &Command) -> bool {
    let alike = |cast: &Cast| {
        cast.ruling == giver.ruling && number_alike(cast.command.clone()) == number_alike(command.clone())
    };
    open.by == giver.by && open.casts.iter().filter(|cast| cast.part == part).all(alike)
}

/// The arbitrator lets dice drop, with a reason; nobody else does.
fn may_drop(open: &Throw, about: About, giver: &Giver) -> Result<(), ClubError> {
    if giver.by.is_none() && giver.ruling.is_some() {
        return Ok(());
    }
    let whose = if open.by == giver.by { "you typed in" } else { "somebody else typed in" };
    let says = format!("dice that {whose} for {about} stand, and what they fell for is not finished");
    Err(ClubError::Refused(Refusal::by("CAMP-04", says).hint(Hint::TakeUpDice).into()))
}

/// Writes down with an act the open dice that its ruling lets drop.
pub(super) fn drop_others(store: &Store, giver: &Giver, drafts: &mut [Draft]) -> Result<(), ClubError> {
    if giver.by.is_some() || giver.ruling.is_none() {
        return Ok(());
    }
    let mut held: Vec<Roll> = drafts.iter().flat_map(|draft| draft.dice.clone()).collect();
    let about: Vec<About> = drafts.iter().map(|draft| About::of(&draft.command)).collect();
    let Some(first) = drafts.first_mut() else { return Ok(()) };
    for open in store.throws()?.iter().filter(|open| about.iter().any(|about| open.concerns(*about))) {
        for Cast { roll, .. } in &open.casts {
            match held.iter().position(|held| (&held.purpose, &held.faces) == (&roll.purpose, &roll.faces)) {
                Some(at) => drop(held.swap_remove(at)),
                None => first.dice.push(Roll { mark: Some(Mark::Unneeded), ..roll.clone() }),
            }
        }
    }
    Ok(())
}
