//! Battles under way go through the door row by row: nobody plays on whose battle it is not, and a record says what was
//! kept.

use chrono::NaiveDateTime;

use super::{ClubError, Giver};
use crate::campaign::command::Command;
use crate::campaign::hint::Hint;
use crate::campaign::is_giver;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::{BattleId, PlayerId};
use crate::campaign::turn::report::Fought;
use crate::campaign::turn::under_way::Row;
use crate::campaign::umpire::Umpire;
use crate::fight::under_way::Keeper;
use crate::store::{Minutes, Snapshot, Store, StoreError};

/// A battle under way that somebody plays on.
pub struct Sitting<'s> {
    store: &'s mut Store,
    minutes: Minutes,
    at: NaiveDateTime,
    by: Option<PlayerId>,
    /// Why the last rows could not be kept.
    pub failed: Option<StoreError>,
}

impl<'s> Sitting<'s> {
    /// Takes a battle up that is under way.
    ///
    /// # Errors
    /// When it is not, is not the giver's to play, or what was kept is damaged.
    pub fn open(store: &'s mut Store, now: &Snapshot, id: BattleId, giver: &Giver) -> Result<Self, ClubError> {
        let found = now.campaign.battles.get(&id).filter(|battle| battle.is_under_way());
        let minutes = store.minutes(id)?;
        let (Some(under_way), Some(minutes)) = (found.and_then(|battle| battle.under_way.as_deref()), minutes) else {
            return Err(ClubError::Refused(Refusal::plain(format!("battle {} is not under way", id.0)).into()));
        };
        let begin = Command::BeginFight { battle: id, under_way: under_way.clone() };
        is_giver(&now.campaign, &begin, giver.by).map_err(ClubError::Refused)?;
        Ok(Self { store, minutes, at: giver.at, by: giver.by, failed: None })
    }

    /// What was kept so far.
    #[must_use]
    pub const fn minutes(&self) -> &Minutes {
        &self.minutes
    }
}

impl Keeper for Sitting<'_> {
    fn keep(&mut self, rows: &[Row]) -> Result<(), String> {
        self.store.keep(&mut self.minutes, self.at, self.by, rows).map_err(|error| {
            let what = error.to_string();
            self.failed = Some(error);
            what
        })
    }
}

/// Refuses a record that does not repeat what was kept of its battle, to the last row.
pub(super) fn repeats(store: &Store, command: &Command, umpire: &dyn Umpire) -> Result<(), ClubError> {
    let Command::RecordBattle { battle, fought: Some(fought), .. } = command else { return Ok(()) };
    let Fought { kept: Some(kept), .. } = fought.as_ref() else { return Ok(()) };
    let refused = |what: String| {
        let says = format!("this is not what was kept of battle {}: {what}", battle.0);
        ClubError::Refused(Refusals::from(Refusal::by("SCEN-15", says).hint(Hint::PlayKept(*battle))))
    };
    let minutes = store.minutes(*battle)?.filter(|minutes| minutes.chain == *kept);
    let minutes = minutes.ok_or_else(|| refused("it goes on otherwise".to_owned()))?;
    umpire.repeats(&minutes.rows, fought).map_err(refused)
}
