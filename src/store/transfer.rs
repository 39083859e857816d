//! Backups, exports and imports.

use std::fs;
use std::io::{BufRead, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::journal::{Entry, Kind, Recorded};
use super::{Draft, Result, Snapshot, Store, StoreError};
use crate::campaign::command::Command;
use crate::campaign::event::Event;

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

/// What an import did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Imported {
    /// Entries taken over.
    pub entries: u64,
    /// The digest of the state.
    pub digest: String,
}

impl Store {
    /// Copies the campaign into a new file: whole, compact, and not in the middle of anything.
    ///
    /// # Errors
    /// When the file exists or cannot be written.
    pub fn backup(&self, path: &Path) -> Result<()> {
        if path.exists() {
            return Err(StoreError::Exists(path.to_path_buf()));
        }
        let text = path.to_string_lossy();
        // The copy is a campaign like any other, with a write-ahead log.
        let made = self.connection.execute("VACUUM INTO ?1", [text.as_ref()]).and_then(|_| {
            let copy = rusqlite::Connection::open(path)?;
            copy.pragma_update(None, "journal_mode", "WAL")?;
            copy.close().map_err(|(_, error)| error)
        });
        if let Err(error) = made {
            let _ = fs::remove_file(path);
            return Err(StoreError::File { path: path.to_path_buf(), what: error.to_string() });
        }
        let synced = fs::File::open(path).and_then(|file| file.sync_all());
        synced.map_err(|error| StoreError::File { path: path.to_path_buf(), what: error.to_string() })
    }

    /// Writes the whole journal, a JSON line an entry.
    ///
    /// # Errors
    /// When an entry cannot be read or the lines cannot be written.
    pub fn export(&self, to: &mut dyn Write) -> Result<u64> {
        let ids = self.entry_ids()?;
        for id in &ids {
            let Some(Recorded { entry, chain, .. }) = self.entry(*id)? else { continue };
            let line = serde_json::to_string(&Line { chain, entry }).expect("an entry has string keys only");
            writeln!(to, "{line}").map_err(|error| StoreError::File { path: "-".into(), what: error.to_string() })?;
        }
        Ok(ids.len() as u64)
    }

    /// Rebuilds a campaign from an export, entry by entry, through the same door that wrote it. The store must be
    /// empty; whoever calls this throws it away on an error.
    ///
    /// # Errors
    /// The first line that is not what the export wrote.
    pub fn import(&mut self, lines: &mut dyn BufRead) -> Result<Imported> {
        let mut snapshot = self.load()?;
        for (number, line) in (1..).zip(lines.lines()) {
            let fail = |what: String| StoreError::Import { line: number, what };
            let text = line.map_err(|error| fail(error.to_string()))?;
            if text.trim().is_empty() {
                continue;
            }
            let line = serde_json::from_str::<Line>(&text).map_err(|error| fail(not_a_line(&text, &error)))?;
            if line.entry.entry != snapshot.head.id + 1 {
                let (found, due) = (line.entry.entry, snapshot.head.id + 1);
                return Err(fail(format!("entry {found} stands where entry {due} is due")));
            }
            if line.entry.chain(&snapshot.head.chain) != line.chain {
                return Err(fail(format!("entry {} was changed: its hash does not follow", line.entry.entry)));
            }
            snapshot = self.import_entry(&snapshot, &line, &fail)?;
        }
        if snapshot.head.id == 0 {
            return Err(StoreError::Import { line: 1, what: "there is no entry in it".to_owned() });
        }
        Ok(Imported { entries: snapshot.head.id, digest: snapshot.head.digest })
    }

    fn import_entry(
        &mut self,
        snapshot: &Snapshot,
        line: &Line,
        fail: &dyn Fn(String) -> StoreError,
    ) -> Result<Snapshot> {
        let entry = &line.entry;
        let id = entry.entry;
        let next = match entry.kind {
            Kind::Command => {
                let command: Command =
                    entry.command().ok_or_else(|| fail(format!("the command of entry {id} is unknown here")))?;
                let events: Vec<Event> =
                    entry.events().ok_or_else(|| fail(format!("an event of entry {id} is unknown here")))?;
                let draft = Draft {
                    at: entry.at,
                    by: entry.by,
                    command,
                    ruling: entry.ruling.clone(),
                    dice: entry.dice.clone(),
                    events,
                    rules: entry.rules.clone(),
                    program: entry.program.clone(),
                    catalog: entry.catalog.clone(),
                };
                self.record(snapshot, &draft)?
            }
            Kind::Undo => {
                self.undo(entry.at, entry.by, &entry.program, &entry.catalog)?;
                self.load()?
            }
            Kind::Redo => {
                self.redo(entry.at, entry.by, &entry.program, &entry.catalog)?;
                self.load()?
            }
            Kind::Migration => return Err(fail(format!("entry {id} changes the file format"))),
        };
        if next.head.digest != entry.digest || next.head.chain != line.chain {
            return Err(fail(format!("entry {id} does not lead to the state it names")));
        }
        Ok(next)
    }
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
