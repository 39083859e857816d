//! What can go wrong with a campaign file, each thing under its own name.

use std::fmt;
use std::path::PathBuf;

/// Why the file could not be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such file.
    Missing(PathBuf),
    /// A new campaign would overwrite a file.
    Exists(PathBuf),
    /// It is no SQLite database, or one of another program.
    NotACampaign(PathBuf),
    /// A later program made it.
    NewerSchema {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: u32,
        /// What this program knows.
        known: u32,
    },
    /// The end of the file is missing.
    Truncated {
        /// The file.
        path: PathBuf,
        /// Bytes it should have.
        expected: u64,
        /// Bytes it has.
        found: u64,
    },
    /// The content cannot be read or contradicts itself.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        what: String,
    },
    /// The file may be read but not written.
    ReadOnly(PathBuf),
    /// Another program holds the file for too long.
    Busy(PathBuf),
    /// No room for the change.
    Full(PathBuf),
    /// Somebody else recorded an entry between reading and writing.
    HeadMoved {
        /// The entry this command was decided against.
        read: u64,
        /// The entry that is last now.
        now: u64,
    },
    /// Nothing can be undone or redone.
    NothingTo(&'static str),
    /// The entry was made under an older schema, whose rows cannot be written back.
    Horizon(u64),
    /// A file outside the campaign: a backup, an export, an import.
    File {
        /// The file.
        path: PathBuf,
        /// What happened.
        what: String,
    },
    /// A line of an import that cannot be taken.
    Import {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// Anything else that SQLite says.
    Sqlite(rusqlite::Error),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(path) => write!(f, "there is no campaign file \"{}\"", path.display()),
            Self::Exists(path) => write!(f, "\"{}\" exists already", path.display()),
            Self::NotACampaign(path) => write!(f, "\"{}\" is not a campaign of renown", path.display()),
            Self::NewerSchema { path, found, known } => write!(
                f,
                "\"{}\" was made by a newer renown: its schema is {found}, this program knows {known}",
                path.display()
            ),
            Self::Truncated { path, expected, found } => {
                write!(f, "\"{}\" is truncated: {found} bytes of {expected} are there", path.display())
            }
            Self::Damaged { path, what } => write!(f, "\"{}\" is damaged: {what}", path.display()),
            Self::ReadOnly(path) => write!(f, "\"{}\" is read-only", path.display()),
            Self::Busy(path) => write!(f, "\"{}\" is held by another program", path.display()),
            Self::Full(path) => write!(f, "no room to write \"{}\"", path.display()),
            Self::HeadMoved { read, now } => {
                write!(f, "somebody else recorded entry {now} meanwhile; this was decided against entry {read}")
            }
            Self::NothingTo(what) => write!(f, "there is nothing to {what}"),
            Self::Horizon(entry) => write!(f, "entry {entry} was recorded under an older schema and cannot be undone"),
            Self::File { path, what } => write!(f, "\"{}\": {what}", path.display()),
            Self::Import { line, what } => write!(f, "line {line}: {what}"),
            Self::Sqlite(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl StoreError {
    /// What to do about it.
    #[must_use]
    pub const fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Missing(_) => Some("`renown new NAME` opens one; --campaign FILE or RENOWN_CAMPAIGN names another"),
            Self::Exists(_) => Some("choose another name, or move the old file away"),
            Self::NotACampaign(_) => Some("--campaign FILE or RENOWN_CAMPAIGN names the campaign"),
            Self::NewerSchema { .. } => Some("install the newer renown; nothing was changed"),
            Self::Truncated { .. } | Self::Damaged { .. } => {
                Some("restore a backup, or rebuild it with `renown import`; `renown verify` lists what is wrong")
            }
            Self::ReadOnly(_) => Some("make the file writable, or work on a copy"),
            Self::Busy(_) => Some("try again in a moment"),
            Self::Full(_) => Some("free some space and give the command again; nothing was changed"),
            Self::HeadMoved { .. } => Some("look at `renown log`, then give the command again; nothing was changed"),
            Self::Horizon(_) => Some("undo reaches back to the last change of the file format"),
            _ => None,
        }
    }
}

/// Names an SQLite error for what it is.
pub(super) fn name(path: &std::path::Path, error: rusqlite::Error) -> StoreError {
    use rusqlite::ErrorCode;
    let path = path.to_path_buf();
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::NotACampaign(path),
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, what: error.to_string() },
        Some(ErrorCode::ReadOnly) => StoreError::ReadOnly(path),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy(path),
        Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => StoreError::Full(path),
        Some(ErrorCode::CannotOpen) => StoreError::Missing(path),
        Some(ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch) => {
            StoreError::Damaged { path, what: error.to_string() }
        }
        _ => match error {
            rusqlite::Error::FromSqlConversionFailure(..) | rusqlite::Error::InvalidColumnType(..) => {
                StoreError::Damaged { path, what: error.to_string() }
            }
            other => StoreError::Sqlite(other),
        },
    }
}
