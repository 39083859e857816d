//! Files that come to be whole: written beside their place under a name of their own, brought to the disk, and moved
//! there. What a killed run left of one is tidied by the next.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::{Result, StoreError};
use crate::files::is_over;

/// The endings of the files that SQLite keeps beside its own.
pub(super) const SIDES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// A file on its way to its place. What is left of it goes when this is dropped.
pub(super) struct Beside {
    draft: PathBuf,
    path: PathBuf,
}

impl Beside {
    /// A name beside `path` that nobody else uses.
    pub(super) fn new(path: &Path) -> Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let Some(name) = path.file_name() else {
            return Err(StoreError::File { path: path.to_path_buf(), what: "this names no file".to_owned() });
        };
        tidy(path);
        // Two at once within one program have a number each.
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let mut draft = OsString::from(".");
        draft.push(name);
        draft.push(format!(
            ".{}{}.new",
            std::process::id(),
            if number == 0 { String::new() } else { format!("-{number}") }
        ));
        let beside = Self { draft: path.with_file_name(draft), path: path.to_path_buf() };
        beside.clear();
        Ok(beside)
    }

    /// Where it is written meanwhile.
    pub(super) fn draft(&self) -> &Path {
        &self.draft
    }

    fn clear(&self) {
        let _ = fs::remove_file(&self.draft);
        SIDES.iter().for_each(|side| drop(fs::remove_file(beside(&self.draft, side))));
    }

    fn fail(&self, error: &io::Error) -> StoreError {
        StoreError::File { path: self.path.clone(), what: error.to_string() }
    }

    /// Moves it to its place, unless something is there. Afterwards it is there whatever happens to the machine.
    pub(super) fn place(self) -> Result<()> {
        // A log that lies there without its file would be taken for the new one's and played into it.
        if let Some(stray) = SIDES.iter().map(|side| beside(&self.path, side)).find(|side| side.exists()) {
            return Err(StoreError::Exists(stray));
        }
        self.sync()?;
        let taken = |error: io::Error| match error.kind() {
            ErrorKind::AlreadyExists => StoreError::Exists(self.path.clone()),
            _ => self.fail(&error),
        };
        // A link fails when the place is taken meanwhile; a rename would overwrite.
        match fs::hard_link(&self.draft, &self.path) {
            Err(error) if linkless(&error) => {
                File::create_new(&self.path).map_err(taken)?;
                fs::rename(&self.draft, &self.path).map_err(|error| {
                    let _ = fs::remove_file(&self.path);
                    self.fail(&error)
                })?;
            }
            linked => linked.map_err(taken)?,
        }
        sync_folder(&self.path).map_err(|error| self.fail(&error))
    }

    /// Moves it to its place, where it takes the place of what is there at one stroke.
    pub(super) fn replace(self) -> Result<()> {
        self.sync()?;
        fs::rename(&self.draft, &self.path).map_err(|error| self.fail(&error))?;
        sync_folder(&self.path).map_err(|error| self.fail(&error))
    }

    fn sync(&self) -> Result<()> {
        File::open(&self.draft).and_then(|file| file.sync_all()).map_err(|error| self.fail(&error))
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Some file systems, such as those of memory sticks, know no links.
fn linkless(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::PermissionDenied | ErrorKind::TooManyLinks)
}

/// Gives a file a second name, or the copy of it where the file system knows no links.
pub(super) fn link_or_copy(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Err(error) if linkless(&error) => {
            let (mut from, mut to) = (File::open(from)?, File::create_new(to)?);
            io::copy(&mut from, &mut to)?;
            to.sync_all()
        }
        linked => linked,
    }
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
    fs::write(draft.draft(), content).map_err(|error| draft.fail(&error))?;
    draft.place()
}

/// Where a file really lies: SQLite keeps its side files there, not beside a link to it.
pub(super) fn real(path: &Path) -> PathBuf {
    let lies = if path.is_symlink() { fs::canonicalize(path).ok() } else { None };
    lies.unwrap_or_else(|| path.to_path_buf())
}

/// Brings the names in a file's folder to the disk.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all())
}

/// The name with something after it.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Removes what runs that no longer exist left of drafts for `path`.
///
/// Ruling: a run is known by its number on this machine. One on another machine that shares the folder may lose its
/// draft to this; it then fails, and says so, before it acknowledges anything.
pub(super) fn tidy(path: &Path) {
    let Some(name) = path.file_name() else { return };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut start = vec![b'.'];
    start.extend_from_slice(name.as_encoded_bytes());
    start.push(b'.');
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let run = name.as_encoded_bytes().strip_prefix(start.as_slice()).and_then(run_of);
        if run.is_some_and(is_over) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The number of the run that wrote a draft, from what follows its name: `PID.new`, `PID-2.new`, `PID.new-wal`.
fn run_of(rest: &[u8]) -> Option<u32> {
    let rest = std::str::from_utf8(rest).ok()?;
    let (run, ending) = rest.split_once(".new")?;
    if !ending.is_empty() && !SIDES.contains(&ending) {
        return None;
    }
    run.split('-').next()?.parse().ok()
}
