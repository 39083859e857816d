//! The arbitrator amends the history: what he wants changed is tried on a copy, planned, and recorded as it was shown.

use std::ops::RangeInclusive;

use super::ClubError;
use super::act::Failed;
use super::acting::Given;
use super::amend::{self, Plan, Unfit, Wish};
use super::member::{InMemory, Member};
use super::right::Right;
use super::thrown::AmendDice;
use crate::campaign::amend::How;
use crate::campaign::refusal::Refusals;
use crate::campaign::state::Campaign;
use crate::catalog::Catalog;
use crate::dice::Dice;
use crate::store::{Recorded, Store, StoreError};

type Result<T> = std::result::Result<T, ClubError>;

/// A copy of the campaign as it stood, to give commands on that are put into the history.
pub struct Trial {
    slot: Option<Store>,
}

impl Trial {
    /// The copy, to be acted on.
    pub fn in_memory(&mut self) -> InMemory<'_> {
        InMemory::from(&mut self.slot)
    }

    /// What was given on it.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn given(&self) -> Result<Vec<Recorded>> {
        Ok(match &self.slot {
            Some(scratch) => scratch.entries(1..=scratch.load()?.head.id)?,
            None => Vec::new(),
        })
    }
}

impl Member<'_> {
    /// The entry that is to be amended.
    ///
    /// # Errors
    /// When he is not the arbitrator, or the entry is not in force.
    pub fn target(&self, entry: u64) -> Result<Recorded> {
        self.may(Right::Amends)?;
        amend::target(self.store, entry)
    }

    /// The campaign in which new commands of an amendment are given.
    ///
    /// # Errors
    /// When he is not the arbitrator, or an entry cannot be read.
    pub fn amend_at(&self, target: &Recorded, how: How) -> Result<Trial> {
        self.may(Right::Amends)?;
        let mut ground = amend::ground(self.store, target, how)?;
        // What is put in between must not take an id that a later entry gave.
        let now = self.store.load()?.campaign.about;
        if let (How::Insert, Some(about), Some(now)) = (how, &mut ground.about, &now) {
            about.ids = now.ids;
        }
        self.trial(ground)
    }

    /// A copy of a campaign that a plan came to.
    ///
    /// # Errors
    /// When he is not the arbitrator, or there is no memory.
    pub fn trial(&self, mut ground: Campaign) -> Result<Trial> {
        self.may(Right::Amends)?;
        ground.forget();
        Ok(Trial { slot: Some(Store::scratch(&ground)?) })
    }

    /// The dice that are typed in for the amendment of an entry; `typed` says whether those that lie open are taken up.
    ///
    /// # Errors
    /// When he is not the arbitrator, or dice lie open that it does not take up.
    pub fn amend_dice(&self, target: &Recorded, given: &Given, typed: bool) -> Result<AmendDice<'_>> {
        self.may(Right::Amends)?;
        AmendDice::find(self.store, &self.giver(given)?, &target.entry, typed)
    }

    /// Works out what an amendment would do.
    ///
    /// # Errors
    /// When he is not the arbitrator; why the new commands themselves cannot be given, or the file's reason.
    pub fn plan(
        &self,
        wish: &Wish,
        catalog: &Catalog,
        fresh: &mut dyn Dice,
        choose: &mut dyn FnMut(&Recorded, &Refusals) -> Unfit,
    ) -> Result<Plan> {
        self.may(Right::Amends)?;
        amend::plan(self.store, wish, catalog, fresh, choose)
    }

    /// Records a plan as it was shown, and says as which entries.
    ///
    /// # Errors
    /// When he is not the arbitrator, something is undecided, another entry came meanwhile, or the file cannot take it.
    pub fn amend(
        &mut self,
        plan: Plan,
        given: &Given,
        catalog: &Catalog,
    ) -> std::result::Result<RangeInclusive<u64>, Failed> {
        let early = |why: ClubError| Failed { why, meanwhile: None };
        self.may(Right::Amends).map_err(early)?;
        let giver = self.giver(given).map_err(early)?;
        let first = plan.before.head.id + 1;
        match amend::record(self.store, plan, &giver, catalog) {
            Ok(after) => Ok(first..=after.head.id),
            Err(why) => {
                let meanwhile = match &why {
                    ClubError::Store(StoreError::HeadMoved { read, now }) => Some(read + 1..=*now),
                    _ => None,
                };
                Err(Failed { why, meanwhile })
            }
        }
    }
}
