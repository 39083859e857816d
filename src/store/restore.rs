//! Puts a backup in the place of a campaign, whatever is left of that.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::open::link;
use super::place::{SIDES, real};
use super::{Result, Store, StoreError, error};
use crate::files::{link_or_copy, named, sync_folder};

impl Store {
    /// Puts a copy of the campaign in `backup` at `path`, when `prove` finds it good, and says where it keeps what was
    /// there. At no moment is there anything but the one or the other at `path`.
    ///
    /// # Errors
    /// When the backup cannot be read, the campaign is in use, or a file cannot be written; and those of `prove`.
    pub fn restore<T, E: From<StoreError>>(
        backup: &Path,
        path: &Path,
        prove: impl FnOnce(&Self) -> std::result::Result<T, E>,
    ) -> std::result::Result<(T, Option<PathBuf>), E> {
        let path = &real(path);
        let there = match fs::metadata(path) {
            Ok(found) if !found.is_file() => return Err(StoreError::NotACampaign(path.clone()).into()),
            found => found.is_ok(),
        };
        let (copy, proof) = Self::open_to_read(backup)?.copy_beside(path, prove)?;
        let strays = SIDES.iter().any(|side| named(path, side).exists());
        if !there && !strays {
            copy.place()?;
            return Ok((proof, None));
        }
        let kept = free(path);
        let fail = |error: std::io::Error| StoreError::File { path: kept.clone(), what: error.to_string() };
        // Held until the new file is there: whoever waits for the old one meanwhile finds that it has moved away.
        let held = if there { quiet(path)? } else { None };
        if held.is_none() {
            // Nothing can be done with what is there, so its log goes with it as it lies. First: with the new file it
            // would be played into that.
            for side in
                SIDES.iter().map(|side| (named(path, side), named(&kept, side))).filter(|(side, _)| side.exists())
            {
                fs::rename(&side.0, &side.1).map_err(fail)?;
            }
        }
        if there {
            link_or_copy(path, &kept).map_err(fail)?;
        }
        sync_folder(path).map_err(fail)?;
        copy.replace()?;
        drop(held);
        Ok((proof, Some(kept)))
    }
}

/// Folds the log of a campaign into it and keeps everybody else out; `None` when it is too damaged for that.
fn quiet(path: &Path) -> Result<Option<Connection>> {
    let hold = || {
        let connection = link(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        // Without a write-ahead log SQLite refuses to write a file that has moved away.
        let mode: String = connection.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get(0))?;
        connection.execute_batch("BEGIN EXCLUSIVE")?;
        Ok((connection, mode))
    };
    match hold().map_err(|error| error::name(path, error)) {
        Ok((connection, mode)) if mode == "delete" => Ok(Some(connection)),
        Ok(_) | Err(StoreError::Busy(_)) => Err(StoreError::Busy(path.to_path_buf())),
        Err(error @ StoreError::Full(_)) => Err(error),
        Err(_) => Ok(None),
    }
}

/// A name for what is replaced that nothing has, and that is no campaign's.
fn free(path: &Path) -> PathBuf {
    let taken =
        |name: &PathBuf| fs::symlink_metadata(name).is_ok() || SIDES.iter().any(|side| named(name, side).exists());
    let names = (1..).map(|number: u32| match number {
        1 => named(path, ".replaced"),
        number => named(path, &format!(".replaced-{number}")),
    });
    names.into_iter().find(|name| !taken(name)).unwrap_or_else(|| named(path, ".replaced"))
}
