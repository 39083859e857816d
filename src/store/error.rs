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
    /// The disk or the system refuses to read or write.
    Unusable {
        /// The file.
        path: PathBuf,
        /// What it says.
        what: String,
    },
    /// The change was given to the disk, which did not say that it took it.
    Unsure {
        /// The file.
        path: PathBuf,
        /// What it says.
        what: String,
    },
    /// It holds something that no campaign has, and that might be run.
    Foreign {
        /// The file.
        path: PathBuf,
        /// What.
        what: String,
    },
    /// A value is larger than any campaign needs.
    TooLarge {
        /// The file.
        path: PathBuf,
        /// What.
        what: &'static str,
    },
    /// Somebody else recorded an entry between reading and writing.
    HeadMoved {
        /// The entry this command was decided against.
        read: u64,
        /// The entry that is last now.
        now: u64,
    },
    /// A battle under way cannot be played on here.
    Elsewhere {
        /// The battle.
        battle: u32,
        /// What happened to it.
        what: &'static str,
    },
    /// Dice that were typed in lie open.
    Thrown {
        /// The player who typed them in; `None` for the arbitrator.
        by: Option<u32>,
        /// What about them.
        what: &'static str,
    },
    /// The journal has no such entry.
    NoEntry(u64),
    /// Nothing can be undone or redone.
    NothingTo(&'static str),
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
            Self::Unusable { path, what } => write!(f, "\"{}\" cannot be used: {what}", path.display()),
            Self::Unsure { path, what } => {
                write!(f, "\"{}\": whether it was recorded is not known: {what}", path.display())
            }
            Self::Foreign { path, what } => {
                write!(f, "\"{}\" is damaged, or somebody changed it: it holds {what}", path.display())
            }
            Self::TooLarge { path, what } => write!(f, "\"{}\" does not hold {what}", path.display()),
            Self::HeadMoved { read, now } => {
                write!(f, "somebody else recorded entry {now} meanwhile; this was decided against entry {read}")
            }
            Self::Elsewhere { battle, what } => write!(f, "battle {battle} {what}"),
            Self::Thrown { by: None, what } => write!(f, "dice that the arbitrator typed in {what}"),
            Self::Thrown { by: Some(player), what } => write!(f, "dice that player {player} typed in {what}"),
            Self::NoEntry(entry) => write!(f, "there is no entry {entry}"),
            Self::NothingTo(what) => write!(f, "there is nothing to {what}"),
            Self::File { path, what } => write!(f, "\"{}\": {what}", path.display()),
            Self::Import { line, what } => write!(f, "line {line}: {what}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl StoreError {
    /// The same about another file: people know a new campaign by its own name, not by that of its draft.
    pub(super) fn about(self, path: &std::path::Path) -> Self {
        let path = path.to_path_buf();
        match self {
            Self::ReadOnly(_) => Self::ReadOnly(path),
            Self::Full(_) => Self::Full(path),
            Self::Unusable { what, .. } => Self::Unusable { path, what },
            Self::Damaged { what, .. } => Self::Damaged { path, what },
            Self::Unsure { what, .. } => Self::Unsure { path, what },
            Self::TooLarge { what, .. } => Self::TooLarge { path, what },
            Self::Missing(_)
            | Self::Exists(_)
            | Self::NotACampaign(_)
            | Self::NewerSchema { .. }
            | Self::Truncated { .. }
            | Self::Busy(_)
            | Self::Foreign { .. }
            | Self::HeadMoved { .. }
            | Self::Elsewhere { .. }
            | Self::Thrown { .. }
            | Self::NoEntry(_)
            | Self::NothingTo(_)
            | Self::File { .. }
            | Self::Import { .. } => self,
        }
    }

    /// What can be done about it.
    #[must_use]
    pub const fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Missing(_) => Some(Remedy::OpenOrName),
            Self::Exists(_) => Some(Remedy::OtherName),
            Self::NotACampaign(_) => Some(Remedy::NameCampaign),
            Self::NewerSchema { .. } => Some(Remedy::NewerProgram),
            Self::Truncated { .. } | Self::Damaged { .. } => Some(Remedy::RestoreOrImport),
            Self::Unsure { .. } => Some(Remedy::SeeWhetherRecorded),
            Self::Foreign { .. } => Some(Remedy::RestoreUntouched),
            Self::TooLarge { .. } => Some(Remedy::LargeForNothing),
            Self::ReadOnly(_) => Some(Remedy::MakeWritable),
            Self::Busy(_) => Some(Remedy::TryAgain),
            Self::Unusable { .. } => Some(Remedy::SeeToDisk),
            Self::Full(_) => Some(Remedy::FreeSpace),
            Self::HeadMoved { .. } => Some(Remedy::LookAndRepeat),
            Self::Elsewhere { .. } => Some(Remedy::AskHowItStands),
            Self::Thrown { .. } => Some(Remedy::TakeUpDice),
            Self::NoEntry(_) => Some(Remedy::ListEntries),
            Self::NothingTo(_) | Self::File { .. } | Self::Import { .. } => None,
        }
    }
}

/// What can be done about a campaign file that could not be used. A client words it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Open a campaign, or name the one that is meant.
    OpenOrName,
    /// Take another name, or move the old file away.
    OtherName,
    /// Name the campaign that is meant.
    NameCampaign,
    /// Install the newer program.
    NewerProgram,
    /// Restore a backup or rebuild from an export; proving the file lists what is wrong.
    RestoreOrImport,
    /// See to the disk, then look whether it was recorded.
    SeeWhetherRecorded,
    /// Restore a backup: nothing foreign was run.
    RestoreUntouched,
    /// Do without: no campaign needs anything so large.
    LargeForNothing,
    /// Make the file writable, or work on a copy.
    MakeWritable,
    /// Try again: another program holds it.
    TryAgain,
    /// See to the disk and to who may use the file.
    SeeToDisk,
    /// Make room on the disk.
    FreeSpace,
    /// Look at what others recorded, then give the command again.
    LookAndRepeat,
    /// Look how the battle stands.
    AskHowItStands,
    /// Go on with the dice that were typed in.
    TakeUpDice,
    /// Look up the entries there are.
    ListEntries,
}

/// Names an SQLite error for what it is. Our statements are fixed, so what remains unnamed, such as a missing table, is
/// damage.
#[expect(clippy::needless_pass_by_value, reason = "the form that `map_err` asks for")]
#[expect(clippy::wildcard_enum_match_arm, reason = "SQLite may name more")]
pub(super) fn name(path: &std::path::Path, error: rusqlite::Error) -> StoreError {
    use rusqlite::{ErrorCode, ffi};
    let path = path.to_path_buf();
    let what = match &error {
        rusqlite::Error::FromSqlConversionFailure(..) | rusqlite::Error::InvalidColumnType(..) => {
            "a value is not what was written".to_owned()
        }
        error => error.to_string(),
    };
    if matches!(error, rusqlite::Error::ToSqlConversionFailure(_)) {
        return StoreError::TooLarge { path, what: "a number larger than 9,999,999" };
    }
    let Some(failure) = error.sqlite_error() else { return StoreError::Damaged { path, what } };
    match (failure.code, failure.extended_code) {
        (ErrorCode::NotADatabase, _) => StoreError::NotACampaign(path),
        (ErrorCode::ReadOnly, _) => StoreError::ReadOnly(path),
        (ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked, _) => StoreError::Busy(path),
        (ErrorCode::TooBig, _) => StoreError::TooLarge { path, what: "a value larger than 64 MiB" },
        (ErrorCode::DiskFull, _) => StoreError::Full(path),
        // A quota or a limit of the file's size shows as a failed write.
        (_, ffi::SQLITE_IOERR_WRITE | ffi::SQLITE_IOERR_SHMOPEN | ffi::SQLITE_IOERR_SHMSIZE) if no_room() => {
            StoreError::Full(path)
        }
        (_, ffi::SQLITE_IOERR_SHORT_READ) => StoreError::Damaged { path, what: "its end is missing".to_owned() },
        (
            ErrorCode::SystemIoFailure | ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::OutOfMemory,
            _,
        ) => StoreError::Unusable { path, what },
        _ => StoreError::Damaged { path, what },
    }
}

/// What the system said last on this thread. SQLite asks it for nothing else that can fail between a failed write and
/// its own answer, and its number of the error is not to be had without unsafe code.
fn no_room() -> bool {
    use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(std::io::Error::last_os_error().kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

/// Names an error of a commit. Until its last page is written nothing has changed; afterwards only the disk knows, and
/// a failed sync does not tell.
pub(super) fn at_commit(path: &std::path::Path, error: rusqlite::Error) -> StoreError {
    let sure = match error.sqlite_error() {
        None => true,
        Some(failure) => {
            use rusqlite::{ErrorCode, ffi};
            failure.extended_code == ffi::SQLITE_IOERR_WRITE || failure.code != ErrorCode::SystemIoFailure
        }
    };
    let what = error.to_string();
    if sure { name(path, error) } else { StoreError::Unsure { path: path.to_path_buf(), what } }
}
