//! Copies of a campaign: made beside their place, read back, proven, and only then there.

use std::path::Path;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql};

use super::open::{link, plain};
use super::place::{Beside, tidy};
use super::{Result, Store, StoreError, error};

impl Store {
    /// Copies the campaign into a new file: whole, compact, and not in the middle of anything.
    ///
    /// # Errors
    /// When the file exists or cannot be written.
    pub fn backup(&self, path: &Path) -> Result<()> {
        self.backup_proven(path, |_| Ok(()))
    }

    /// The same; the copy is read back, and only there when `prove` finds it good.
    ///
    /// # Errors
    /// When the file exists or cannot be written, and those of `prove`.
    pub fn backup_proven<T, E: From<StoreError>>(
        &self,
        path: &Path,
        prove: impl FnOnce(&Self) -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        if path.exists() {
            tidy(path);
            return Err(StoreError::Exists(path.to_path_buf()).into());
        }
        let (beside, proof) = self.copy_beside(path, prove)?;
        beside.place()?;
        Ok(proof)
    }

    /// A copy of the campaign beside `path`, read back and proven.
    pub(super) fn copy_beside<T, E: From<StoreError>>(
        &self,
        path: &Path,
        prove: impl FnOnce(&Self) -> std::result::Result<T, E>,
    ) -> std::result::Result<(Beside, T), E> {
        let beside = Beside::new(path)?;
        copy_into(&self.connection, beside.draft()).map_err(|error| error.about(path))?;
        let proof = prove(&Self::open_to_read(beside.draft())?)?;
        Ok((beside, proof))
    }
}

/// Writes what a connection reads into a new file.
pub(super) fn copy_into(source: &Connection, path: &Path) -> Result<()> {
    let copy = || {
        source.execute("VACUUM INTO ?1", [Bytes(plain(path).as_os_str().as_encoded_bytes())])?;
        // The copy is a campaign like any other, with a write-ahead log.
        let copy = link(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        copy.pragma_update(None, "journal_mode", "WAL")?;
        copy.close().map_err(|(_, error)| error)
    };
    copy().map_err(|error| error::name(path, error))
}

/// A path as text: it need not be UTF-8.
struct Bytes<'a>(&'a [u8]);

impl ToSql for Bytes<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(ValueRef::Text(self.0)))
    }
}
