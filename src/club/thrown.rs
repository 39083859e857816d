//! Dice that people type in count from the moment they are typed: each is kept before the next is asked for, the same
//! command takes them up again, and no other about the same goes before them.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;

use super::act::number_alike;
use super::{ClubError, Giver};
use crate::campaign::command::Command;
use crate::campaign::hint::Hint;
use crate::campaign::refusal::Refusal;
use crate::dice::{Dice, DiceError, Mark, Pip, Roll, Source, Why};
use crate::store::{About, Again, Cast, Draft, Entry, Store, Throw};

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
        let cast = Cast { part, command: command.clone(), amends: None, ruling: giver.ruling.clone(), roll: nothing() };
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

/// The roll of a cast that is still to fall.
const fn nothing() -> Roll {
    Roll { purpose: String::new(), faces: Vec::new(), source: Source::Typed, mark: None }
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
fn may_drop(open: &Throw, about: impl fmt::Display, giver: &Giver) -> Result<(), ClubError> {
    if giver.by.is_none() && giver.ruling.is_some() {
        return Ok(());
    }
    let whose = if open.by == giver.by { "you typed in" } else { "somebody else typed in" };
    Err(stand(&format!("dice that {whose} for {about} stand, and what they fell for is not finished")))
}

fn stand(says: &str) -> ClubError {
    ClubError::Refused(Refusal::by("CAMP-04", says).hint(Hint::TakeUpDice).into())
}

/// Writes down with an act the open dice that its ruling lets drop.
pub(super) fn drop_others(store: &Store, giver: &Giver, drafts: &mut [Draft]) -> Result<(), ClubError> {
    if giver.by.is_some() || giver.ruling.is_none() {
        return Ok(());
    }
    let held: Vec<Roll> = drafts.iter().flat_map(|draft| draft.dice.clone()).collect();
    let about: Vec<About> = drafts.iter().map(|draft| About::of(&draft.command)).collect();
    let Some(first) = drafts.first_mut() else { return Ok(()) };
    let mut held: Vec<&Roll> = held.iter().collect();
    for open in store.throws()?.iter().filter(|open| about.iter().any(|about| open.concerns(*about))) {
        first.dice.extend(unneeded(open, &mut held));
    }
    Ok(())
}

/// What is left of open dice, to be written down.
fn unneeded(open: &Throw, held: &mut Vec<&Roll>) -> Vec<Roll> {
    open.missing(held).into_iter().map(|roll| Roll { mark: Some(Mark::Unneeded), ..roll.clone() }).collect()
}

/// The dice that are typed in for an amendment, roll by roll as they are kept; those of a dry run are not.
pub struct AmendDice<'s> {
    store: &'s Store,
    giver: Giver,
    cast: Option<Cast>,
    throw: RefCell<Option<Throw>>,
}

impl<'s> AmendDice<'s> {
    /// Finds the dice that lie open for the amendment of an entry. `typed` says whether this one goes on with them.
    ///
    /// # Errors
    /// When dice lie open that it does not take up, and no ruling lets them drop.
    pub(super) fn find(store: &'s Store, giver: &Giver, target: &Entry, typed: bool) -> Result<Self, ClubError> {
        let mut throw = None;
        for open in store.throws()?.into_iter().filter(|_| !giver.dry_run) {
            match open.amends() {
                None => {}
                Some(entry) if typed && entry == target.entry => throw = Some(open),
                Some(entry) => may_drop(&open, format_args!("the amendment of entry {entry}"), giver)?,
            }
        }
        let cast = target.command().filter(|_| !giver.dry_run).map(|command| {
            let (amends, ruling) = (Some(target.entry), giver.ruling.clone());
            Cast { part: 1, command, amends, ruling, roll: nothing() }
        });
        Ok(Self { store, giver: giver.clone(), cast, throw: RefCell::new(throw) })
    }

    /// The rolls that stand.
    #[must_use]
    pub fn stand(&self) -> Vec<Roll> {
        self.throw.borrow().iter().flat_map(|open| &open.casts).map(|cast| cast.roll.clone()).collect()
    }

    /// Keeps a roll if somebody typed it in.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub fn keep(&self, roll: &Roll) -> Result<(), DiceError> {
        let Some(cast) = self.cast.as_ref().filter(|_| roll.source == Source::Typed) else { return Ok(()) };
        let cast = Cast { roll: roll.clone(), ..cast.clone() };
        self.store
            .throw(&mut self.throw.borrow_mut(), self.giver.at, self.giver.by, cast)
            .map_err(|error| DiceError::NotKept { what: error.to_string() })
    }
}

/// The open dice of amendments that this one does not need: its entry writes them down.
pub(super) fn unneeded_of(store: &Store, again: &[Again]) -> Result<Vec<Roll>, ClubError> {
    let mut held: Vec<&Roll> = again.iter().flat_map(|again| &again.draft.dice).collect();
    let open = store.throws()?;
    Ok(open.iter().filter(|open| open.amends().is_some()).flat_map(|open| unneeded(open, &mut held)).collect())
}

/// Dice each roll of which is kept before it counts.
pub struct Keeping<'a> {
    /// Where they come from.
    pub fresh: &'a mut dyn Dice,
    /// Who keeps them.
    pub keeper: &'a AmendDice<'a>,
}

impl Dice for Keeping<'_> {
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        self.fresh.roll(why, faces)?;
        let roll = Roll { purpose: why.to_string(), faces: faces.to_vec(), source: self.fresh.source(), mark: None };
        if faces.is_empty() { Ok(()) } else { self.keeper.keep(&roll) }
    }

    fn source(&self) -> Source {
        self.fresh.source()
    }

    fn finish(&mut self) -> Result<(), DiceError> {
        self.fresh.finish()
    }
}
