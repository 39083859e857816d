//! Exports and imports.

use std::io::{BufRead, Read as _, Write};

use chrono::{Datelike as _, Timelike as _};
use serde::{Deserialize, Serialize};

use super::acts::Acts;
use super::amend::{fold_all, fold_amended};
use super::cells::Change;
use super::digest::Digest;
use super::journal::{Entry, Head, Kind, Recorded, fold, mark};
use super::journal_rows::write_entry;
use super::thrown::ThrownLine;
use super::under_way::FightLine;
use super::{Result, Store, StoreError, rows, schema, upgrade};
use crate::campaign::state::Campaign;
use crate::text::{restored, shown, thousands};

/// One line of an export: an entry and its hash.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Its hash and, through it, that of all lines before.
    pub chain: String,
    /// The entry. Nested, not flattened: raw JSON does not survive being flattened.
    #[serde(rename = "row")]
    pub entry: Entry,
}

/// The most of an export, in bytes: many times what a club plays in a life.
pub const EXPORT: u64 = 4 << 30;

/// The most of one line of it.
const LINE: u64 = 64 << 20;

/// What an import did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Imported {
    /// Entries taken over.
    pub entries: u64,
    /// The digest of the state.
    pub digest: String,
}

impl Store {
    /// Writes the whole journal, a JSON line an entry, and then the rows of battles that people play or
    /// played, and dice that lie open.
    ///
    /// # Errors
    /// When an entry cannot be read or the lines cannot be written.
    pub fn export(&self, to: &mut dyn Write) -> Result<u64> {
        self.at_one_moment(|store| {
            let ids = store.entry_ids()?;
            let mut put = |line: String| {
                // JSON leaves as they are what would steer the terminal of whoever looks at the file.
                writeln!(to, "{}", shown(&line))
                    .map_err(|error| StoreError::File { path: "-".into(), what: error.to_string() })
            };
            for id in &ids {
                let Some(Recorded { entry, chain, .. }) = store.entry(*id)? else { continue };
                put(serde_json::to_string(&Line { chain, entry }).expect("an entry has string keys only"))?;
            }
            for line in store.fight_lines()? {
                put(serde_json::to_string(&line).expect("a row has string keys only"))?;
            }
            for line in store.thrown_lines()? {
                put(serde_json::to_string(&line).expect("a row has string keys only"))?;
            }
            Ok(ids.len() as u64)
        })
    }

    /// Rebuilds a campaign from an export, entry by entry, each as it was written. The store must be empty; whoever
    /// calls this throws it away on an error.
    ///
    /// # Errors
    /// The first line that is not what the export wrote.
    pub fn import(&mut self, lines: &mut dyn BufRead) -> Result<Imported> {
        let mut rebuilt = Rebuilt { campaign: Campaign::default(), digest: Digest::default(), head: self.head()? };
        // The entries of an amendment change the campaign together, when the last of them is read.
        let mut amendment: Vec<Line> = Vec::new();
        let mut last = None;
        let mut acts = Acts::default();
        for number in 1.. {
            let fail = |what: String| StoreError::Import { line: number, what };
            let Some(text) = next_line(lines).map_err(|error| fail(error.to_string()))? else { break };
            if text.trim().is_empty() {
                continue;
            }
            let text = restored(&text);
            if let Ok(row) = serde_json::from_str::<FightLine>(&text) {
                if !amendment.is_empty() {
                    self.import_amendment(&mut rebuilt, &std::mem::take(&mut amendment), &fail)?;
                }
                self.import_fight(&row).map_err(|what| fail(what.to_string()))?;
                continue;
            }
            if let Ok(row) = serde_json::from_str::<ThrownLine>(&text) {
                if !amendment.is_empty() {
                    self.import_amendment(&mut rebuilt, &std::mem::take(&mut amendment), &fail)?;
                }
                self.import_thrown(&row).map_err(|what| fail(what.to_string()))?;
                continue;
            }
            let line = serde_json::from_str::<Line>(&text).map_err(|error| fail(not_a_line(&text, &error)))?;
            if line.entry.kind != Kind::Amended && !amendment.is_empty() {
                self.import_amendment(&mut rebuilt, &std::mem::take(&mut amendment), &fail)?;
            }
            let (found, due) = (line.entry.entry, rebuilt.head.id + 1 + amendment.len() as u64);
            if found != due {
                return Err(fail(format!("entry {found} stands where entry {due} is due")));
            }
            let before = amendment.last().map_or(&rebuilt.head.chain, |line| &line.chain);
            if line.entry.chain(before) != line.chain {
                return Err(fail(format!("entry {found} was changed: its hash does not follow")));
            }
            sound(&line.entry).map_err(fail)?;
            last = Some((line.entry.at, line.entry.schema));
            if let Some(what) = acts.step(self, &line.entry)? {
                return Err(fail(what));
            }
            match line.entry.kind {
                Kind::Amend => amendment.push(line),
                Kind::Amended if !amendment.is_empty() => amendment.push(line),
                Kind::Amended => return Err(fail(format!("entry {found} belongs to no amendment"))),
                Kind::Command | Kind::Undo | Kind::Redo | Kind::Migration => {
                    self.import_entry(&mut rebuilt, &line, &fail)?;
                }
            }
        }
        let fail = |what: String| StoreError::Import { line: 1, what };
        if !amendment.is_empty() {
            self.import_amendment(&mut rebuilt, &amendment, &fail)?;
        }
        if let Some(what) = acts.end(self)? {
            return Err(fail(what));
        }
        let Some((at, schema)) = last else { return Err(fail("there is no entry in it".to_owned())) };
        if schema < schema::VERSION {
            let head = rebuilt.head.clone();
            self.write(&head, |transaction| upgrade::note(transaction, &head, at, &rebuilt.digest))?;
            rebuilt.head = self.head()?;
        }
        Ok(Imported { entries: rebuilt.head.id, digest: rebuilt.head.digest })
    }

    fn import_entry(&mut self, to: &mut Rebuilt, line: &Line, fail: Fail<'_>) -> Result<()> {
        let entry = &line.entry;
        let id = entry.entry;
        let mut marks = Vec::new();
        let changes = match (entry.kind, entry.of) {
            (Kind::Command, _) => {
                entry.command().ok_or_else(|| fail(format!("the command of entry {id} is unknown here")))?;
                let events = entry.events().ok_or_else(|| fail(format!("an event of entry {id} is unknown here")))?;
                let (after, changes) = fold(&to.campaign, &events, entry.at);
                to.campaign = after;
                to.campaign.forget();
                changes
            }
            (Kind::Undo | Kind::Redo, Some(of)) => {
                let undo = entry.kind == Kind::Undo;
                let due = if undo { self.newest_in_force()? } else { self.to_redo()?[0] };
                if due != of {
                    return Err(fail(format!("entry {id} turns back entry {of}, but entry {due} is due")));
                }
                let target = self.entry(of)?.ok_or(StoreError::NoEntry(of))?;
                marks = self.turned_back(&target, entry.kind, id)?;
                let kept = self.changes_of(of)?;
                let changes: Vec<Change> = if undo { kept.iter().rev().map(Change::inverse).collect() } else { kept };
                for change in &changes {
                    rows::restore(&mut to.campaign, change)
                        .map_err(|_| fail(format!("a former row of entry {of} cannot be read")))?;
                }
                changes
            }
            _ => Vec::new(),
        };
        to.count(&changes, entry, fail)?;
        let head = to.head.clone();
        self.write(&head, |transaction| {
            write_entry(transaction, entry, &line.chain, &changes)?;
            mark(transaction, &marks)
        })?;
        to.head = Head { id, chain: line.chain.clone(), digest: entry.digest.clone() };
        Ok(())
    }

    fn import_amendment(&mut self, to: &mut Rebuilt, lines: &[Line], fail: Fail<'_>) -> Result<()> {
        let [own, again @ ..] = lines else { return Ok(()) };
        let id = own.entry.entry;
        let amendment =
            own.entry.amendment().ok_or_else(|| fail(format!("the amendment of entry {id} is unknown here")))?;
        let recorded = |line: &Line| Recorded { entry: line.entry.clone(), chain: String::new(), undone_by: None };
        let group: Vec<Recorded> = again.iter().map(recorded).collect();
        let history = self.history(1)?;
        let before = fold_all(history.iter()).map_err(|id| self.unreadable_entry(id))?;
        let after = fold_amended(&amendment, &history, &group, |_, _| {}).map_err(fail)?;
        let changes = rows::changes(&before, &after);
        to.campaign = after;
        to.campaign.forget();
        to.count(&changes, &own.entry, fail)?;
        let entries: Vec<Entry> = lines.iter().map(|line| line.entry.clone()).collect();
        to.head = self.write_amendment(&to.head, &entries, &amendment, &changes)?;
        Ok(())
    }
}

type Fail<'f> = &'f dyn Fn(String) -> StoreError;

/// A campaign on its way out of an export, as commands are decided.
struct Rebuilt {
    campaign: Campaign,
    digest: Digest,
    head: Head,
}

impl Rebuilt {
    /// Counts the changes of an entry and compares with the state it names. One of an older schema counted its rows
    /// as they were then; the entry of its migration names them as they are now.
    fn count(&mut self, changes: &[Change], entry: &Entry, fail: Fail<'_>) -> Result<()> {
        changes.iter().for_each(|change| self.digest.change(change));
        if entry.schema == schema::VERSION && self.digest.to_string() != entry.digest {
            return Err(fail(format!("entry {} does not lead to the state it names", entry.entry)));
        }
        Ok(())
    }
}

/// Whether an entry is one that a program can have written.
fn sound(entry: &Entry) -> std::result::Result<(), String> {
    let id = entry.entry;
    if entry.schema > schema::VERSION {
        let (found, known) = (entry.schema, schema::VERSION);
        return Err(format!(
            "entry {id} was made by a newer renown: its schema is {found}, this program knows {known}"
        ));
    }
    if entry.schema == 0 {
        return Err(format!("entry {id} has no schema"));
    }
    if entry.rules.len() != entry.events.len() {
        let (events, rules) = (entry.events.len(), entry.rules.len());
        return Err(format!("entry {id} has {events} events and the rules of {rules}"));
    }
    if entry.at.nanosecond() != 0 || !(0..=9999).contains(&entry.at.year()) {
        return Err(format!("entry {id} was made at {}, which no journal writes", entry.at));
    }
    if entry.digest.parse::<Digest>().is_err() {
        return Err(format!("the digest of entry {id} is unreadable"));
    }
    Ok(())
}

/// The next line, if it is no longer than a line of an export can be.
fn next_line(lines: &mut dyn BufRead) -> std::io::Result<Option<String>> {
    let mut line = String::new();
    if lines.take(LINE + 1).read_line(&mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 > LINE {
        let most = thousands(LINE.cast_signed());
        return Err(std::io::Error::other(format!(
            "a line of an export has at most {most} bytes, and this one has more"
        )));
    }
    Ok(Some(line))
}

/// Says what a line is when it is no entry.
fn not_a_line(text: &str, error: &serde_json::Error) -> String {
    let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
    match value {
        Some(value) if value.get("view").is_some() => {
            "this is an export for players, which leaves out secrets: a campaign cannot be rebuilt from it".to_owned()
        }
        Some(_) => format!("this is no entry of a journal: {error}"),
        None => format!("this is no JSON: {error}"),
    }
}
