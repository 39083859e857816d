//! The history that holds: entries in force in their order, and amendments of it.
//!
//! An amendment is one journal entry that holds the change of every row, followed by the commands that came out
//! otherwise. The entries they take the place of stay, marked as no longer in force.

use chrono::NaiveDateTime;

use super::cells::Change;
use super::journal::{Draft, Entry, Head, Kind, Marked, Recorded, mark, raw};
use super::journal_rows::{number, write_entry, write_row};
use super::{Result, Snapshot, Store, StoreError, rows, schema, thrown};
use crate::campaign::amend::{Amendment, Due};
use crate::campaign::apply::apply;
use crate::campaign::command::Command;
use crate::campaign::event::Event;
use crate::campaign::state::{BattleId, Campaign, VesselId, VesselState};
use crate::dice::Roll;

/// A command that was decided again, on its way into the journal.
#[derive(Clone, Debug)]
pub struct Again {
    /// The place it takes or follows.
    pub place: u64,
    /// The command and what came of it, under its own time, giver and ruling.
    pub draft: Draft,
}

/// An amendment on its way into the journal.
#[derive(Clone, Debug)]
pub struct AmendmentDraft {
    /// When.
    pub at: NaiveDateTime,
    /// Whether the arbitrator gave that time with `--at`; `None` where nobody knows.
    pub at_given: Option<bool>,
    /// The arbitrator's reason.
    pub ruling: Option<String>,
    /// What it changes.
    pub amendment: Amendment,
    /// The event that tells of it.
    pub event: Event,
    /// What was decided again and came out otherwise.
    pub again: Vec<Again>,
    /// Dice that were typed in for it and that nothing of it needed.
    pub unneeded: Vec<Roll>,
    /// The program that decided it.
    pub program: String,
    /// What it was decided under.
    pub catalog: String,
}

impl Store {
    /// The entries in force, in the order in which they hold, from a place on.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn history(&self, from: u64) -> Result<Vec<Recorded>> {
        self.select_entries(&history_where("TRUE"), &[number(from)])
    }

    /// Those of earlier places.
    fn history_before(&self, place: u64) -> Result<Vec<Recorded>> {
        let held = "CASE kind WHEN 'amended' THEN of_id ELSE id END < ?2";
        self.select_entries(&history_where(held), &[1, number(place)])
    }

    /// Whether any amendment was ever made: then the order of entries is not that of their numbers.
    pub(super) fn amended(&self) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM journal WHERE kind = 'amend')";
        self.connection.query_row(sql, [], |row| row.get(0)).map_err(|error| self.name(error))
    }

    /// The campaign just before a place of the history that holds, ended battles included.
    ///
    /// # Errors
    /// When an entry cannot be read.
    pub fn whole_before(&self, place: (u64, u64)) -> Result<Campaign> {
        self.at_one_moment(|store| {
            // Without amendments an entry's number is its place, and the way back leads there too.
            let back = place.1 > 1 && !store.amended()?;
            if back && place.1 > store.newest()? / 2 {
                return store.whole_as_of(place.1 - 1);
            }
            let history = store.history_before(place.0 + 1)?;
            let earlier = history.iter().take_while(|recorded| recorded.place() < place);
            match fold_all(earlier) {
                Ok(then) => store.sound(then),
                // An entry of a newer program tells nothing here, but its rows do.
                Err(_) if back => store.whole_as_of(place.1 - 1),
                Err(id) => Err(store.unreadable_entry(id)),
            }
        })
    }

    /// The campaign as it was at the end of a day in the history that holds.
    pub(super) fn amended_until(&self, until: NaiveDateTime) -> Result<Campaign> {
        let history = self.history(1)?;
        let then = history.iter().filter(|recorded| recorded.entry.at < until);
        self.sound(fold_all(then).map_err(|id| self.unreadable_entry(id))?)
    }

    pub(super) fn unreadable_entry(&self, id: u64) -> StoreError {
        StoreError::Damaged { path: self.path.clone(), what: format!("the events of entry {id} cannot be read") }
    }

    /// A campaign in memory that stands as `campaign` does, without its history: to try a command on.
    ///
    /// # Errors
    /// When SQLite cannot give the memory.
    pub fn scratch(campaign: &Campaign) -> Result<Self> {
        let mut store = Self::in_memory()?;
        let head = store.head()?;
        // What ended is left out where it is not needed, and what stays may point at it.
        store.connection.pragma_update(None, "foreign_keys", false).map_err(|error| store.name(error))?;
        store.write(&head, |transaction| {
            rows::changes(&Campaign::default(), campaign).iter().try_for_each(|row| write_row(transaction, row))
        })?;
        Ok(store)
    }

    /// The entries decided again by an amendment.
    pub(super) fn group(&self, amend: u64) -> Result<Vec<u64>> {
        let sql = "SELECT coalesce((SELECT min(id) FROM journal WHERE id > ?1 AND kind <> 'amended'), \
                   (SELECT max(id) + 1 FROM journal))";
        let end: i64 = self.connection.query_row(sql, [number(amend)], |row| row.get(0)).map_err(|e| self.name(e))?;
        Ok((amend + 1..end.cast_unsigned()).collect())
    }

    /// Writes an amendment: the rows, its entry, the entries decided again, and what is no longer in force.
    ///
    /// # Errors
    /// [`StoreError::HeadMoved`] when another entry came first, and whatever SQLite refuses.
    pub fn record_amendment(&mut self, before: &Snapshot, after: Campaign, draft: &AmendmentDraft) -> Result<Snapshot> {
        let changes = rows::changes(&before.campaign, &after);
        let mut digest = self.digest_of(&before.head)?;
        changes.iter().for_each(|change| digest.change(change));
        let lines = draft.entries(&before.head, &digest.to_string());
        let head = self.write_amendment(&before.head, &lines, &draft.amendment, &changes)?;
        let mut campaign = after;
        campaign.forget();
        Ok(Snapshot { campaign, head })
    }

    /// Writes the entries of an amendment, the first of which is its own.
    pub(super) fn write_amendment(
        &mut self,
        head: &Head,
        lines: &[Entry],
        amendment: &Amendment,
        changes: &[Change],
    ) -> Result<Head> {
        self.must_write()?;
        let mut chain = head.chain.clone();
        let mut chained = Vec::new();
        for entry in lines {
            chain = entry.chain(&chain);
            chained.push((entry, chain.clone()));
        }
        let own = head.id + 1;
        let marks: Vec<Marked> =
            amendment.supersedes.iter().map(|entry| Marked { entry: *entry, undone_by: Some(own) }).collect();
        let path = self.path.clone();
        self.write_judged(head, |transaction| {
            thrown::close_amended(&path, transaction, lines)?;
            let written = chained.iter().try_for_each(|(entry, chain)| {
                let changes = if entry.kind == Kind::Amend { changes } else { &[] };
                write_entry(transaction, entry, chain, changes)
            });
            written.and_then(|()| mark(transaction, &marks)).map_err(|error| super::error::name(&path, error))
        })?;
        let last = lines.last().map_or_else(|| head.digest.clone(), |entry| entry.digest.clone());
        Ok(Head { id: head.id + lines.len() as u64, chain, digest: last })
    }
}

/// What stands after `WHERE` for entries in force from a place on, in the order in which they hold.
pub(super) fn history_where(held: &str) -> String {
    format!(
        "kind IN ('command', 'amended') AND undone_by IS NULL AND {held} \
         AND CASE kind WHEN 'amended' THEN of_id ELSE id END >= ?1 \
         ORDER BY CASE kind WHEN 'amended' THEN of_id ELSE id END, id"
    )
}

impl AmendmentDraft {
    fn entries(&self, head: &Head, digest: &str) -> Vec<Entry> {
        let own = Entry {
            entry: head.id + 1,
            at: self.at,
            at_given: self.at_given,
            by: None,
            kind: Kind::Amend,
            of: Some(self.amendment.entry),
            act: None,
            command: Some(raw(&self.amendment)),
            ruling: self.ruling.clone(),
            dice: self.unneeded.clone(),
            events: vec![raw(&self.event)],
            rules: vec![self.event.rule().to_owned()],
            program: self.program.clone(),
            schema: schema::VERSION,
            catalog: self.catalog.clone(),
            digest: digest.to_owned(),
        };
        let again = (head.id + 2..)
            .zip(&self.again)
            .map(|(id, again)| again.draft.entry(id, Kind::Amended, Some(again.place), None, digest));
        std::iter::once(own).chain(again).collect()
    }
}

/// Folds entries into a campaign, ended battles and lost vessels included; the entry whose events cannot be read
/// otherwise.
pub(super) fn fold_all<'e>(entries: impl Iterator<Item = &'e Recorded>) -> std::result::Result<Campaign, u64> {
    let mut told = Told::default();
    for recorded in entries {
        told.fold(&recorded.entry)?;
    }
    Ok(told.whole())
}

/// A campaign that is told entry by entry. What ended or is lost is set aside, as no later entry needs it: a long
/// history costs the next entry nothing.
#[derive(Default)]
pub(crate) struct Told {
    /// The campaign as commands are decided.
    pub(crate) now: Campaign,
    past: Campaign,
}

impl Told {
    /// Goes on from a whole campaign.
    pub(crate) fn from(whole: Campaign) -> Self {
        let mut told = Self { now: whole, past: Campaign::default() };
        told.set_aside();
        told
    }

    /// Applies the events of a command.
    pub(crate) fn take(&mut self, events: &[Event], at: NaiveDateTime) {
        events.iter().for_each(|event| apply(&mut self.now, event, at));
        self.set_aside();
    }

    /// The campaign with all that was set aside.
    pub(crate) fn whole(self) -> Campaign {
        let Self { mut now, past } = self;
        now.battles.extend(past.battles);
        now.vessels.extend(past.vessels);
        now
    }

    fn set_aside(&mut self) {
        let ended: Vec<BattleId> =
            self.now.battles.values().filter(|battle| !battle.open).map(|battle| battle.id).collect();
        self.past.battles.extend(ended.into_iter().filter_map(|id| self.now.battles.remove_entry(&id)));
        let lost = self.now.vessels.values().filter(|vessel| vessel.state == VesselState::Lost);
        let lost: Vec<VesselId> = lost.map(|vessel| vessel.id).collect();
        self.past.vessels.extend(lost.into_iter().filter_map(|id| self.now.vessels.remove_entry(&id)));
    }

    fn fold(&mut self, entry: &Entry) -> std::result::Result<(), u64> {
        let events = entry.events().ok_or(entry.entry)?;
        self.take(&events, entry.at);
        Ok(())
    }
}

/// An entry, if it is the command that the amendment gives.
fn given<'r>(recorded: &'r Recorded, command: &Command) -> std::result::Result<&'r Recorded, String> {
    if recorded.entry.command().as_ref() == Some(command) {
        return Ok(recorded);
    }
    Err(format!("entry {} is not the command of the amendment", recorded.entry.entry))
}

/// Folds an amended history from entries that were recorded, asking `judge` about each before it counts. `history` is
/// what was in force before the amendment, `group` what was decided again by it.
///
/// # Errors
/// What does not fit together.
pub(super) fn fold_amended(
    amendment: &Amendment,
    history: &[Recorded],
    group: &[Recorded],
    mut judge: impl FnMut(&Campaign, &Recorded),
) -> std::result::Result<Campaign, String> {
    let unreadable = |id: u64| format!("the events of entry {id} cannot be read");
    let at = history.iter().position(|recorded| recorded.entry.entry == amendment.entry);
    let (before, after) = history.split_at(at.ok_or_else(|| format!("entry {} is not in force", amendment.entry))?);
    let mut told = Told::default();
    before.iter().try_for_each(|recorded| told.fold(&recorded.entry)).map_err(unreadable)?;
    let ids: Vec<u64> = after.iter().map(|recorded| recorded.entry.entry).collect();
    let mut again = group.iter();
    let mut next = || again.next().ok_or("an entry that was decided again is missing");
    for due in amendment.sequence(&ids) {
        let recorded = match due {
            Due::New(index) => given(next()?, &amendment.commands[index])?,
            Due::Instead(which, index) => given(next()?, &amendment.instead[which].commands[index])?,
            Due::Past(id) if amendment.dropped.contains(&id) => continue,
            Due::Past(id) => {
                let past = after.iter().find(|recorded| recorded.entry.entry == id).ok_or("an entry is missing")?;
                if amendment.supersedes.contains(&id) {
                    let recorded = next()?;
                    if recorded.entry.command() != past.entry.command() || recorded.entry.of != Some(past.place().0) {
                        return Err(format!("entry {} is not entry {id} decided again", recorded.entry.entry));
                    }
                    recorded
                } else {
                    past
                }
            }
        };
        judge(&told.now, recorded);
        told.fold(&recorded.entry).map_err(unreadable)?;
    }
    match again.next() {
        Some(more) => Err(format!("entry {} has no place in the history", more.entry.entry)),
        None => Ok(told.whole()),
    }
}
