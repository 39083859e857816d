//! Where campaign files come to lie: whole, and never under a log that is another's.

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use super::{Result, StoreError};
use crate::files::{self, named, sweep};

pub(super) use crate::files::SIDES;

/// A campaign file, or what is made of one, on its way to its place.
pub(super) struct Beside {
    beside: files::Beside,
    path: PathBuf,
}

impl Beside {
    /// A name beside `path` that nobody else uses.
    pub(super) fn new(path: &Path) -> Result<Self> {
        let beside = files::Beside::new(path).map_err(|error| fail(path, &error))?;
        Ok(Self { beside, path: path.to_path_buf() })
    }

    /// Where it is written meanwhile.
    pub(super) fn draft(&self) -> &Path {
        self.beside.draft()
    }

    /// Moves it to its place, unless something is there. Afterwards it is there whatever happens to the machine.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the system may name more")]
    pub(super) fn place(self) -> Result<()> {
        // A log that lies there without its file would be taken for the new one's and played into it.
        if let Some(stray) = SIDES.iter().map(|side| named(&self.path, side)).find(|side| side.exists()) {
            return Err(StoreError::Exists(stray));
        }
        let path = self.path;
        self.beside.place().map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => StoreError::Exists(path),
            _ => fail(&path, &error),
        })
    }

    /// Moves it to its place, where it takes the place of what is there at one stroke.
    pub(super) fn replace(self) -> Result<()> {
        let path = self.path;
        self.beside.replace().and_then(|()| files::sync_folder(&path)).map_err(|error| fail(&path, &error))
    }
}

fn fail(path: &Path, error: &io::Error) -> StoreError {
    StoreError::File { path: path.to_path_buf(), what: error.to_string() }
}

/// Writes a new file, which is there whole or not at all.
///
/// # Errors
/// When it exists already or cannot be written.
pub fn write_new(path: &Path, content: &[u8]) -> Result<()> {
    if fs::symlink_metadata(path).is_ok() {
        tidy(path);
        return Err(StoreError::Exists(path.to_path_buf()));
    }
    let draft = Beside::new(path)?;
    let written = fs::File::create_new(draft.draft()).and_then(|mut file| file.write_all(content));
    written.map_err(|error| fail(path, &error))?;
    draft.place()
}

/// Where a file really lies: SQLite keeps its side files there, not beside a link to it.
pub(super) fn real(path: &Path) -> PathBuf {
    let lies = if path.is_symlink() { fs::canonicalize(path).ok() } else { None };
    lies.unwrap_or_else(|| path.to_path_buf())
}

/// Sweeps up beside `path` what runs that are over left of drafts.
pub(super) fn tidy(path: &Path) {
    sweep(path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")));
}
