//! The newsletter of a span of days, as a member may read it.

use chrono::{Days, NaiveDate};

use super::ClubError;
use super::member::Member;
use super::right::Denied;
use crate::campaign::hint::Wording;
use crate::campaign::month::idle::first_day;
use crate::campaign::state::{Campaign, VesselState};
use crate::campaign::turn::Battle;
use crate::campaign::view::Seen;
use crate::catalog::Catalog;
use crate::report::newsletter::{Kills, Newsletter, Sources, Span, newsletter};
use crate::store::{Recorded, StoreError};

type Result<T> = std::result::Result<T, ClubError>;

/// The days that a newsletter tells of.
#[derive(Clone, Copy, Debug)]
pub enum Period {
    /// A week of the campaign.
    Week(u32),
    /// From a day to a day.
    Between(NaiveDate, NaiveDate),
}

impl Member<'_> {
    /// The newsletter. `today` is the last day that has come; `wording` is how its reader is told what can be done.
    ///
    /// # Errors
    /// When the campaign has no such week, or the file cannot be read.
    pub fn newsletter(
        &self,
        days: Period,
        today: NaiveDate,
        library: &Catalog,
        wording: Wording,
    ) -> Result<Newsletter> {
        let now = self.store.whole()?.campaign;
        let span = span(&now, days)?;
        let before = match span.since.pred_opt().map(|day| self.store.as_of_day(day)) {
            // The campaign was opened later.
            None | Some(Err(StoreError::NothingTo(_))) => None,
            Some(before) => Some(Seen::new(before?.campaign, self.viewer)),
        };
        let mut campaign = self.then(&now, span.until, today)?;
        // What ended after the span was open then, and what is lost has a name.
        for (id, battle) in &now.battles {
            campaign.battles.entry(*id).or_insert_with(|| Battle { open: false, ..battle.clone() });
        }
        for (id, vessel) in now.vessels.iter().filter(|(_, vessel)| vessel.state == VesselState::Lost) {
            campaign.vessels.entry(*id).or_insert_with(|| vessel.clone());
        }
        let seen = Seen::new(campaign.clone(), self.viewer);
        let history = self.store.history(1)?;
        let history: Vec<&Recorded> = history.iter().collect();
        let mut kills = Kills::default();
        for recorded in history.iter().take_while(|recorded| recorded.entry.at.date() < span.since) {
            recorded.entry.events().unwrap_or_default().iter().for_each(|event| kills.note(&now, event));
        }
        let before = before.as_ref();
        let (whole, history, kills) = (&campaign, history.as_slice(), &kills);
        let from = Sources { now: &seen, before, whole, history, kills, library, wording };
        Ok(newsletter(&from, span))
    }

    /// The campaign at the end of the span.
    fn then(&self, now: &Campaign, until: NaiveDate, today: NaiveDate) -> Result<Campaign> {
        // A war may be dated ahead of the clock.
        let later = |battle: &Battle| battle.offered > until;
        let finished = now.about.as_ref().and_then(|about| about.finished.as_ref());
        let ended = finished.is_some_and(|finish| finish.on > until);
        if until >= today && !ended && !now.battles.values().any(later) {
            return Ok(now.clone());
        }
        Ok(self.store.as_of_day(until)?.campaign)
    }
}

fn span(campaign: &Campaign, days: Period) -> Result<Span> {
    match days {
        Period::Between(since, until) => Ok(Span { since, until, week: None }),
        Period::Week(week) => {
            let first = campaign.about.as_ref().and_then(|about| first_day(about, week)).ok_or(Denied::NotBegun)?;
            let until = first.checked_add_days(Days::new(6)).unwrap_or(first);
            Ok(Span { since: first, until, week: Some(week) })
        }
    }
}
