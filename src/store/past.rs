//! The campaign as it stood after an earlier entry, worked out backwards from the rows that each entry changed.

use chrono::NaiveDate;
use rusqlite::{OptionalExtension as _, Row};

use super::cells::Change;
use super::journal_rows::number;
use super::{Result, Snapshot, Store, StoreError, rows};
use crate::campaign::state::Campaign;

impl Store {
    /// The campaign after entry `entry`. Costs what has changed since, whatever came before.
    ///
    /// # Errors
    /// When there is no such entry.
    pub fn as_of(&self, entry: u64) -> Result<Snapshot> {
        let mut then = self.back_to(entry)?;
        then.campaign.forget();
        Ok(then)
    }

    /// The campaign after entry `entry`, with the battles that had ended.
    pub(super) fn whole_as_of(&self, entry: u64) -> Result<Campaign> {
        Ok(self.back_to(entry)?.campaign)
    }

    fn back_to(&self, entry: u64) -> Result<Snapshot> {
        self.at_one_moment(|store| {
            let mut now = store.whole()?;
            store.walk_back(&mut now, entry)?;
            Ok(Snapshot { campaign: store.sound(now.campaign)?, head: now.head })
        })
    }

    fn walk_back(&self, now: &mut Snapshot, entry: u64) -> Result<()> {
        if entry == 0 || entry > now.head.id {
            return Err(StoreError::NoEntry(entry));
        }
        for id in (entry + 1..=now.head.id).rev() {
            for change in self.taken_back(id)? {
                rows::restore(&mut now.campaign, &change).map_err(|bad| StoreError::Damaged {
                    path: self.path.clone(),
                    what: format!("a former row {} of table {} has an unreadable {}", bad.key, bad.table, bad.column),
                })?;
            }
        }
        now.head.id = entry;
        Ok(())
    }

    /// The campaign at the end of a day, by the history that holds now.
    ///
    /// # Errors
    /// When the campaign was opened later.
    pub fn as_of_day(&self, day: NaiveDate) -> Result<Snapshot> {
        self.at_one_moment(|store| {
            let entry = store.entry_on(day)?;
            let mut then = store.as_of(entry)?;
            // What an amendment put right since was so on that day already.
            if store.amended()?
                && let Some(midnight) = day.succ_opt().and_then(|day| day.and_hms_opt(0, 0, 0))
            {
                then.campaign = store.amended_until(midnight)?;
                then.campaign.forget();
            }
            Ok(then)
        })
    }

    /// The changes that take an entry back.
    fn taken_back(&self, id: u64) -> Result<Vec<Change>> {
        let (kind, of) = self.kind_of_entry(id)?.ok_or(StoreError::NoEntry(id))?;
        let inverse = |changes: Vec<Change>| changes.iter().rev().map(Change::inverse).collect();
        Ok(match (kind.as_str(), of) {
            ("command" | "amend", _) => inverse(self.changes_of(id)?),
            ("redo", Some(of)) => inverse(self.changes_of(of)?),
            ("undo", Some(of)) => self.changes_of(of)?,
            // A migration changed the tables, not what they say; an amendment holds the changes of its whole group.
            _ => Vec::new(),
        })
    }

    fn kind_of_entry(&self, id: u64) -> Result<Option<(String, Option<u64>)>> {
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get::<_, Option<i64>>(1)?.map(i64::cast_unsigned)));
        let mut query = self
            .connection
            .prepare_cached("SELECT kind, of_id FROM journal WHERE id = ?1")
            .map_err(|error| self.name(error))?;
        query.query_row([number(id)], read).optional().map_err(|error| self.name(error))
    }

    /// The last entry of a day, or of the days before it.
    ///
    /// # Errors
    /// When the campaign was opened later.
    fn entry_on(&self, day: NaiveDate) -> Result<u64> {
        let until = format!("{day}T99");
        let sql = "SELECT max(id) FROM journal WHERE at < ?1 AND kind <> 'amended'";
        let id: Option<i64> =
            self.connection.query_row(sql, [until], |row| row.get(0)).map_err(|error| self.name(error))?;
        id.map(i64::cast_unsigned).ok_or(StoreError::NothingTo("see on that day"))
    }
}
