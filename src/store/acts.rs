//! Acts: what one typed command recorded is taken back, and brought back, as one.

use std::collections::BTreeSet;

use chrono::NaiveDateTime;

use super::cells::Change;
use super::journal::{Entry, Head, Kind, Marked, Recorded, Step};
use super::journal_rows::number;
use super::{Result, Store, StoreError, rows, schema};
use crate::campaign::state::PlayerId;

/// Who takes back or brings back, when, and with which program.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// When.
    pub at: NaiveDateTime,
    /// Whether the arbitrator gave that time with `--at`; `None` where nobody knows.
    pub at_given: Option<bool>,
    /// Who; `None` for the arbitrator.
    pub by: Option<PlayerId>,
    /// The program.
    pub program: &'a str,
    /// What it decides under.
    pub catalog: &'a str,
}

/// Entries that can be undone: what an amendment decided again goes with it.
const TURNABLE: &str = "kind IN ('command', 'amend')";

impl Store {
    /// The entries of the newest act in force, newest first, which undo would take back.
    ///
    /// # Errors
    /// When there is none.
    pub fn to_undo(&self) -> Result<Vec<u64>> {
        let newest = self.newest_in_force()?;
        // An amendment of one of them is newer than all of them, so that none stands alone here.
        let filter = format!("{TURNABLE} AND undone_by IS NULL AND (id = ?1 OR act = ?2)");
        let mut found = match self.act_of(newest)? {
            None => vec![newest],
            Some(act) => self.ids(&filter, &[newest, act])?,
        };
        found.reverse();
        Ok(found)
    }

    /// The newest command or amendment in force.
    ///
    /// # Errors
    /// When there is none.
    pub(super) fn newest_in_force(&self) -> Result<u64> {
        // The first entry opened the campaign: without it there is nothing to look at.
        let filter = format!("{TURNABLE} AND undone_by IS NULL AND id > 1");
        self.ids(&format!("id = (SELECT max(id) FROM journal WHERE {filter})"), &[])?
            .pop()
            .ok_or(StoreError::NothingTo("undo"))
    }

    /// The entries that the newest undo took back, oldest first, unless another command came between.
    ///
    /// # Errors
    /// When there are none.
    pub fn to_redo(&self) -> Result<Vec<u64>> {
        let undone = format!(
            "{TURNABLE} AND undone_by > (SELECT coalesce(max(id), 0) FROM journal WHERE {TURNABLE}) \
             AND undone_by IN (SELECT u.id FROM journal u WHERE u.id = ?1 OR u.act = ?1)"
        );
        let newest = "id = (SELECT max(undone_by) FROM journal)";
        let found = match self.ids(newest, &[])?.pop() {
            None => Vec::new(),
            Some(by) => self.ids(&undone, &[self.act_of(by)?.unwrap_or(by)])?,
        };
        if found.is_empty() { Err(StoreError::NothingTo("redo")) } else { Ok(found) }
    }

    /// What must be undone, newest first, so that nothing after an entry is in force.
    ///
    /// # Errors
    /// When an entry cannot be read.
    pub fn to_undo_after(&self, entry: u64) -> Result<Vec<u64>> {
        let filter = format!("{TURNABLE} AND undone_by IS NULL AND id > ?1");
        let mut open: BTreeSet<u64> = self.ids(&filter, &[entry.max(1)])?.into_iter().collect();
        let mut found = Vec::new();
        while let Some(newest) = open.pop_last() {
            found.push(newest);
            // What an amendment took out of force is in force again without it.
            let amendment = self.entry(newest)?.and_then(|recorded| recorded.entry.amendment());
            for back in amendment.into_iter().flat_map(|amendment| amendment.supersedes) {
                if back > entry.max(1) && self.entry(back)?.is_some_and(|back| back.entry.kind == Kind::Command) {
                    open.insert(back);
                }
            }
        }
        Ok(found)
    }

    /// The undo and redo entries for whose sake undoing `of` does not lead back to the campaign as it was after
    /// `entry`; none when it does.
    ///
    /// # Errors
    /// When an entry cannot be read.
    pub fn in_the_way(&self, of: &[u64], entry: u64) -> Result<Vec<u64>> {
        let mut campaign = self.whole()?.campaign;
        for id in of {
            for change in self.turning(*id, Kind::Undo)? {
                rows::restore(&mut campaign, &change).map_err(|_| self.unreadable_entry(*id))?;
            }
        }
        if rows::changes(&campaign, &self.whole_as_of(entry)?).is_empty() {
            return Ok(Vec::new());
        }
        self.ids("kind IN ('undo', 'redo') AND id > ?1 AND of_id <= ?1", &[entry])
    }

    /// Undoes the newest act in force; returns its entries, newest first.
    ///
    /// # Errors
    /// When there is none.
    pub fn undo(&mut self, at: NaiveDateTime, by: Option<PlayerId>, program: &str, catalog: &str) -> Result<Vec<u64>> {
        let head = self.head()?;
        let of = self.to_undo()?;
        self.turn_back(&head, &of, Kind::Undo, Turn { at, at_given: None, by, program, catalog })?;
        Ok(of)
    }

    /// Brings back what was undone last, unless another command came between; returns its entries, oldest first.
    ///
    /// # Errors
    /// When there is none.
    pub fn redo(&mut self, at: NaiveDateTime, by: Option<PlayerId>, program: &str, catalog: &str) -> Result<Vec<u64>> {
        let head = self.head()?;
        let of = self.to_redo()?;
        self.turn_back(&head, &of, Kind::Redo, Turn { at, at_given: None, by, program, catalog })?;
        Ok(of)
    }

    /// Takes entries back, or brings them back, in the order given: an entry each, in one transaction and as one act.
    ///
    /// # Errors
    /// [`StoreError::HeadMoved`] when another entry came first, and whatever SQLite refuses.
    pub fn turn_back(&mut self, head: &Head, of: &[u64], kind: Kind, turn: Turn<'_>) -> Result<Head> {
        let act = (of.len() > 1).then_some(head.id + 1);
        let mut steps = Vec::new();
        for (id, of) in (head.id + 1..).zip(of) {
            let target = self.entry(*of)?.ok_or(StoreError::NoEntry(*of))?;
            let (changes, marks) = (self.turning(*of, kind)?, self.turned_back(&target, kind, id)?);
            let entry = Entry {
                entry: id,
                at: turn.at,
                at_given: turn.at_given,
                by: turn.by,
                kind,
                of: Some(*of),
                act,
                command: None,
                ruling: None,
                dice: Vec::new(),
                events: Vec::new(),
                rules: Vec::new(),
                program: turn.program.to_owned(),
                schema: schema::VERSION,
                catalog: turn.catalog.to_owned(),
                digest: String::new(),
            };
            steps.push(Step { entry, changes, marks });
        }
        self.append(head, steps, None)
    }

    /// The rows that change when an entry is turned back.
    fn turning(&self, of: u64, kind: Kind) -> Result<Vec<Change>> {
        let kept = self.changes_of(of)?;
        Ok(if kind == Kind::Undo { kept.iter().rev().map(Change::inverse).collect() } else { kept })
    }

    /// Which entries are no longer, or again, in force when an entry is turned back.
    pub(super) fn turned_back(&self, target: &Recorded, kind: Kind, by: u64) -> Result<Vec<Marked>> {
        let undone_by = (kind == Kind::Undo).then_some(by);
        let id = target.entry.entry;
        let mut marks = vec![Marked { entry: id, undone_by }];
        if let Some(amendment) = target.entry.amendment() {
            marks.extend(self.group(id)?.into_iter().map(|entry| Marked { entry, undone_by }));
            let superseded = if kind == Kind::Undo { None } else { Some(id) };
            marks.extend(amendment.supersedes.iter().map(|entry| Marked { entry: *entry, undone_by: superseded }));
        }
        Ok(marks)
    }

    fn act_of(&self, id: u64) -> Result<Option<u64>> {
        self.ids("id = (SELECT act FROM journal WHERE id = ?1)", &[id]).map(|mut found| found.pop())
    }

    /// Entries by what stands after `WHERE`, in the order of their numbers.
    fn ids(&self, filter: &str, parameters: &[u64]) -> Result<Vec<u64>> {
        let read = || {
            let mut query =
                self.connection.prepare_cached(&format!("SELECT id FROM journal WHERE {filter} ORDER BY id"))?;
            let parameters = rusqlite::params_from_iter(parameters.iter().map(|id| number(*id)));
            let ids = query.query_map(parameters, |row| row.get::<_, i64>(0).map(i64::cast_unsigned))?;
            ids.collect::<rusqlite::Result<Vec<u64>>>()
        };
        read().map_err(|error| self.name(error))
    }
}

/// Judges entry by entry that acts hold together: their entries follow each other, and an undo or a redo turns them
/// back whole.
#[derive(Debug, Default)]
pub(super) struct Acts {
    /// The act that the entry before belongs to, and what its entries are.
    open: Option<(u64, Kind)>,
    /// What the undo or redo under way has turned back.
    turned: Vec<u64>,
}

impl Acts {
    /// What is wrong with the act of the next entry, or with the one that it ends.
    pub(super) fn step(&mut self, store: &Store, entry: &Entry) -> Result<Option<String>> {
        let id = entry.entry;
        let goes_on = entry.act.is_some_and(|act| act < id);
        let ended = if goes_on { None } else { self.end(store)? };
        let several = matches!(entry.kind, Kind::Command | Kind::Undo | Kind::Redo);
        let wrong = match entry.act {
            None => None,
            Some(act) if several && act == id => None,
            Some(act) if several && goes_on && self.open == Some((act, entry.kind)) => None,
            Some(act) => Some(format!("entry {id} does not follow in the act of entry {act}")),
        };
        self.open = entry.act.map(|act| (act, entry.kind));
        if let (Kind::Undo | Kind::Redo, Some(of)) = (entry.kind, entry.of) {
            self.turned.push(of);
        }
        Ok(ended.or(wrong))
    }

    /// What is wrong with the last act.
    pub(super) fn end(&mut self, store: &Store) -> Result<Option<String>> {
        let turned = std::mem::take(&mut self.turned);
        for of in &turned {
            let Some(act) = store.act_of(*of)? else { continue };
            if let Some(left) = store.ids("act = ?1", &[act])?.iter().find(|id| !turned.contains(id)) {
                return Ok(Some(format!("entry {of} is turned back without entry {left}, which is of the same act")));
            }
        }
        Ok(None)
    }
}
