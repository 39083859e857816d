//! The journal before a member: what he may read of it, and for the arbitrator what is taken back and brought back.

use std::ops::RangeInclusive;

use super::act::Failed;
use super::acting::{Given, Unrecorded};
use super::member::Member;
use super::right::{Denied, Right};
use super::{ClubError, PROGRAM};
use crate::campaign::apply::apply;
use crate::campaign::event::Event;
use crate::campaign::state::VesselId;
use crate::campaign::view::{Seen, Viewer};
use crate::catalog::Catalog;
use crate::report::history::{self, Deed};
use crate::report::journal::{self, LogRow};
use crate::report::standings::{self, Standing};
use crate::report::story;
use crate::store::{Kind, Recorded, Snapshot, StoreError, Turn};

type Result<T> = std::result::Result<T, ClubError>;

/// Of so many entries the names are looked up one by one; those of more are read with the whole campaign.
const FEW: usize = 500;

/// What is turned back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Back {
    /// The last act is undone.
    Undo,
    /// Everything after an entry is undone.
    UndoTo(u64),
    /// What was undone last is in force again.
    Redo,
}

impl Back {
    const fn kind(self) -> Kind {
        match self {
            Self::Undo | Self::UndoTo(_) => Kind::Undo,
            Self::Redo => Kind::Redo,
        }
    }
}

/// What was turned back, or would have been.
#[derive(Debug)]
pub struct TurnedBack {
    /// The entries that say so; none in a dry run.
    pub recorded: Option<RangeInclusive<u64>>,
    /// The entries that were turned back, in order.
    pub entries: Vec<u64>,
    /// What they tell, unless it cannot be read.
    pub told: Result<Vec<String>>,
}

impl Member<'_> {
    /// Entries as he may read them.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn entries(&self, range: RangeInclusive<u64>) -> Result<Vec<LogRow>> {
        self.rows(range)
    }

    /// The last entries as he may read them, or all.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn log(&self, last: Option<u64>) -> Result<Vec<LogRow>> {
        let head = self.store.newest()?;
        let first = last.map_or(1, |last| head.saturating_sub(last.saturating_sub(1)).max(1));
        self.rows(first..=head)
    }

    fn rows(&self, range: RangeInclusive<u64>) -> Result<Vec<LogRow>> {
        let entries = self.store.entries(range)?;
        let mut behind = Vec::new();
        // The arbitrator sees an entry whatever it turns back.
        if self.viewer != Viewer::Arbitrator {
            entries.iter().for_each(|recorded| self.behind(recorded, &mut behind));
        }
        let names =
            if entries.len() > FEW { self.store.whole()? } else { self.store.naming(entries.iter().chain(&behind))? };
        Ok(journal::log(&names.campaign, self.viewer, &entries, &|id| self.lookup(id)))
    }

    /// The entries by which it is judged whether he may see one: what it turns back or amends, and so on, and the first
    /// of its act.
    fn behind(&self, recorded: &Recorded, found: &mut Vec<Recorded>) {
        let entry = &recorded.entry;
        for id in entry.of.into_iter().chain(entry.act).filter(|id| *id < entry.entry) {
            if let Some(other) = self.lookup(id).filter(|_| !found.iter().any(|found| found.entry.entry == id)) {
                self.behind(&other, found);
                found.push(other);
            }
        }
    }

    fn lookup(&self, id: u64) -> Option<Recorded> {
        self.store.entry(id).ok().flatten()
    }

    /// The journal as a file: the arbitrator's can be imported, for others it is what they may read. `view` names him.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn export(&self, view: &str) -> Result<Vec<u8>> {
        let mut lines = Vec::new();
        if self.viewer == Viewer::Arbitrator {
            self.store.export(&mut lines)?;
            return Ok(lines);
        }
        for row in self.log(None)? {
            let mut line = serde_json::to_value(&row).unwrap_or_default();
            line["view"] = view.into();
            lines.extend(line.to_string().bytes().chain([b'\n']));
        }
        Ok(lines)
    }

    /// Who rose and fell, as far as he may know of it.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn promotions(&self) -> Result<Vec<Deed>> {
        let entries = self.store.history_of("rank-changed")?;
        Ok(history::deeds(&self.store.naming(&entries)?.campaign, self.viewer, &entries, &|_| true))
    }

    /// What happened that he may know of and `wanted` keeps.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn deeds(&self, wanted: &dyn Fn(&Event) -> bool) -> Result<Vec<Deed>> {
        // Names that he may not know belong to events that he does not see.
        Ok(history::deeds(&self.store.whole()?.campaign, self.viewer, &self.store.history(1)?, wanted))
    }

    /// The last dispute of each of some battles, in the last thousand entries.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn disputes(&self, battles: &[u32]) -> Result<Vec<Deed>> {
        if battles.is_empty() {
            return Ok(Vec::new());
        }
        let whole = self.store.whole()?;
        let from = whole.head.id.saturating_sub(1_000).max(1);
        let history = self.store.history(from)?;
        let last = |id: &u32| {
            let of = |event: &Event| matches!(event, Event::ReportDisputed { battle, .. } if battle.0 == *id);
            history::deeds(&whole.campaign, self.viewer, &history, &of).pop()
        };
        Ok(battles.iter().filter_map(last).collect())
    }

    /// What the journal tells of a ship that he sees.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn ship(&self, seen: &Seen, ship: VesselId) -> Result<Vec<Deed>> {
        let mut deeds = self.deeds(&|event| history::concerns(event, ship))?;
        deeds.extend(history::fates(&self.store.load()?.campaign, seen, &self.store.history(1)?, ship));
        deeds.sort_by_key(|deed| deed.entry);
        Ok(deeds)
    }

    /// Adds the course of their renown to the standings.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn courses(&self, seen: &Seen, rows: &mut [Standing]) -> Result<()> {
        standings::add_courses(seen, &self.store.history(1)?, rows);
        Ok(())
    }

    /// What is to be turned back, or why that cannot be had.
    fn to_turn(&self, back: Back) -> Result<Vec<u64>> {
        let entry = match back {
            Back::Undo => return Ok(self.store.to_undo()?),
            Back::Redo => return Ok(self.store.to_redo()?),
            Back::UndoTo(entry) => entry,
        };
        let there = self.lookup(entry).ok_or(StoreError::NoEntry(entry))?;
        if let (Some(act), Some(next)) = (there.entry.act, self.lookup(entry + 1))
            && next.entry.act == Some(act)
        {
            return Err(Denied::GivenAsOne { entry, act }.into());
        }
        let of = self.store.to_undo_after(entry)?;
        let by = self.store.in_the_way(&of, entry)?;
        if !by.is_empty() {
            return Err(Denied::InTheWay { entry, by }.into());
        }
        if of.is_empty() { Err(StoreError::NothingTo("undo").into()) } else { Ok(of) }
    }

    /// Undoes or redoes, as one.
    ///
    /// # Errors
    /// When he is not the arbitrator, there is nothing to turn back, or others came first: what is newest now is not what
    /// was meant.
    pub fn turn_back(
        &mut self,
        back: Back,
        given: &Given,
        catalog: &Catalog,
    ) -> std::result::Result<TurnedBack, Unrecorded> {
        let early = |why: ClubError| Unrecorded { why, first: None };
        self.may(Right::Undoes).map_err(early)?;
        let (of, targets, before) = self.turnable(back).map_err(early)?;
        let kind = back.kind();
        let recorded = if given.dry_run {
            None
        } else {
            let Given { at, at_given, .. } = *given;
            let turn = Turn { at, at_given, by: self.by(), program: PROGRAM, catalog: catalog.hash() };
            let head = self.store.turn_back(&before.head, &of, kind, turn).map_err(|error| {
                let meanwhile = match &error {
                    StoreError::HeadMoved { read, now } => Some(read + 1..=*now),
                    _ => None,
                };
                self.unrecorded(Failed { why: error.into(), meanwhile })
            })?;
            Some(before.head.id + 1..=head.id)
        };
        let mut entries = of;
        entries.sort_unstable();
        let told = self.turned(&before, &targets, kind, recorded.is_some());
        Ok(TurnedBack { recorded, entries, told })
    }

    /// What is to be turned back, the same entries in the order in which they were given, and the campaign that names
    /// what they speak of.
    fn turnable(&self, back: Back) -> Result<(Vec<u64>, Vec<Recorded>, Snapshot)> {
        self.at_one_moment(|member| {
            let of = member.to_turn(back)?;
            let mut targets: Vec<Recorded> = of.iter().filter_map(|id| member.lookup(*id)).collect();
            targets.sort_unstable_by_key(|target| target.entry.entry);
            let before = member.store.naming(&targets)?;
            Ok::<_, ClubError>((of, targets, before))
        })
    }

    /// Tells what was turned back, in the order in which it was given.
    fn turned(&self, before: &Snapshot, targets: &[Recorded], kind: Kind, recorded: bool) -> Result<Vec<String>> {
        // A dry run brought nothing back to take names from.
        let unmade = kind == Kind::Redo && !recorded;
        let mut after = if unmade { self.store.whole()? } else { self.store.naming(targets)? };
        if unmade {
            for target in targets {
                let events = target.entry.events().unwrap_or_default();
                events.iter().for_each(|event| apply(&mut after.campaign, event, target.entry.at));
            }
        }
        // The arbitrator reads what he took back; the names are those of the fuller campaign.
        let (fuller, other) = if kind == Kind::Undo { (before, &after) } else { (&after, before) };
        let told = targets.iter().flat_map(|target| {
            let events = target.entry.events().unwrap_or_default();
            story::tell(&other.campaign, &fuller.campaign, &events)
        });
        Ok(told.collect())
    }
}
