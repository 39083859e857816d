//! The campaign with as much of its past as a few entries speak of: what a report about them costs does not grow with
//! the battles that were fought and the vessels that were lost before.

use std::collections::BTreeSet;

use rusqlite::params;

use super::amend::history_where;
use super::cells::LARGEST;
use super::journal::Recorded;
use super::journal_rows::{number, read_event};
use super::{Result, Snapshot, Store};
use crate::campaign::state::battle::Battle;
use crate::campaign::state::{Design, Vessel};

impl Store {
    /// Reads of the campaign what tells of a few entries: players, systems, and of vessels, their figures and battles
    /// those that the entries name, whether they are still there for commands or not. Vessels stand under many keys, so
    /// every number may be one.
    ///
    /// # Errors
    /// When a row cannot be read.
    pub fn naming<'e>(&self, entries: impl IntoIterator<Item = &'e Recorded>) -> Result<Snapshot> {
        let (mut numbers, mut designs, mut battles) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for Recorded { entry, .. } in entries {
            for text in entry.command.iter().chain(&entry.events).map(|text| text.get()) {
                collect(text, &mut numbers);
                text.split(DESIGN).skip(1).for_each(|rest| collect(first(rest), &mut designs));
                text.split(BATTLE).skip(1).for_each(|rest| collect(first(rest), &mut battles));
            }
        }
        let among = |ids: &BTreeSet<u32>| {
            format!("WHERE id IN ({})", ids.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))
        };
        self.at_one_moment(|store| {
            let head = store.head()?;
            let mut campaign = store.frame()?;
            campaign.designs = store.filtered(&among(&designs), |design: &Design| design.id)?;
            campaign.vessels = store.filtered(&among(&numbers), |vessel: &Vessel| vessel.id)?;
            campaign.battles = store.filtered(&among(&battles), |battle: &Battle| battle.id)?;
            Ok(Snapshot { campaign, head })
        })
    }

    /// The entries in force that hold an event of this kind, in the order in which they hold, with no others of their
    /// events and without their dice.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn history_of(&self, kind: &str) -> Result<Vec<Recorded>> {
        self.at_one_moment(|store| {
            let held = format!("id IN (SELECT journal_id FROM event WHERE kind = '{kind}')");
            let mut found = store.bare_entries(&history_where(&held), &[1])?;
            let read = |recorded: &mut Recorded| -> rusqlite::Result<()> {
                let sql = "SELECT body, rule FROM event WHERE journal_id = ?1 AND kind = ?2 ORDER BY id";
                let mut query = store.connection.prepare_cached(sql)?;
                let rows = query.query_map(params![number(recorded.entry.entry), kind], read_event)?;
                (recorded.entry.events, recorded.entry.rules) = rows.collect::<rusqlite::Result<_>>()?;
                Ok(())
            };
            found.iter_mut().try_for_each(read).map_err(|error| store.name(error))?;
            Ok(found)
        })
    }
}

/// What stands before the design of a hull.
const DESIGN: &str = "\"design\":";
/// What stands before the battle that a command or an event is about.
const BATTLE: &str = "\"battle\":";

/// The digits at the beginning of a text.
fn first(text: &str) -> &str {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit());
    &text[..end.unwrap_or(text.len())]
}

/// Every number that stands in a text and could be an id, wherever it stands.
fn collect(text: &str, numbers: &mut BTreeSet<u32>) {
    let mut number: Option<u32> = None;
    for byte in text.bytes().chain([b' ']) {
        match (byte, number) {
            (b'0'..=b'9', before) => {
                number = Some(before.unwrap_or(0).saturating_mul(10).saturating_add(u32::from(byte - b'0')));
            }
            (_, Some(found)) => {
                if i64::from(found) <= LARGEST {
                    numbers.insert(found);
                }
                number = None;
            }
            (_, None) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_a_text_is_found_once() {
        let mut numbers = BTreeSet::new();
        collect(r#"{"battle":12,"by":[7,-3,12],"9":"ship 40","big":99999999999,"x":1.5e3}"#, &mut numbers);
        assert_eq!(numbers.into_iter().collect::<Vec<_>>(), [1, 3, 5, 7, 9, 12, 40]);
    }
}
