//! Files that come to be whole: written beside their place under a name of their own, brought to the disk, and moved
//! there. What a killed run left of one is swept up by the next.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

/// What a file that is still being written ends in.
const UNFINISHED: &str = ".renown-part";

/// The endings of the files that SQLite keeps beside its own.
pub const SIDES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// A file on its way to its place. What is left of it goes when this is dropped.
pub struct Beside {
    draft: PathBuf,
    path: PathBuf,
}

impl Beside {
    /// A name in the folder of `path` that nobody else uses. Drafts that others left there are swept up.
    ///
    /// # Errors
    /// When `path` names no file.
    pub fn new(path: &Path) -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let Some(name) = path.file_name() else {
            return Err(io::Error::new(ErrorKind::InvalidInput, "this names no file"));
        };
        sweep(folder_of(path));
        // Two at once within one program have a number each.
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        // Names have a limit of their own: the end of a long one is left out.
        let name: String = name.to_string_lossy().chars().take(40).collect();
        let draft = path.with_file_name(format!(".{name}.{}-{number}{UNFINISHED}", std::process::id()));
        let beside = Self { draft, path: path.to_path_buf() };
        // A run that had the same number, on this machine or another, may have left one.
        beside.clear();
        Ok(beside)
    }

    /// Where it is written meanwhile.
    #[must_use]
    pub fn draft(&self) -> &Path {
        &self.draft
    }

    fn clear(&self) {
        let _ = fs::remove_file(&self.draft);
        SIDES.iter().for_each(|side| drop(fs::remove_file(named(&self.draft, side))));
    }

    /// Moves it to its place, unless something is there. Afterwards it is there whatever happens to the machine.
    ///
    /// # Errors
    /// When the place is taken, or the disk does not do it.
    pub fn place(self) -> io::Result<()> {
        self.sync()?;
        // A link fails when the place is taken meanwhile; a rename would overwrite.
        match fs::hard_link(&self.draft, &self.path) {
            Err(error) if linkless(&error) => {
                File::create_new(&self.path)?;
                fs::rename(&self.draft, &self.path).inspect_err(|_| {
                    let _ = fs::remove_file(&self.path);
                })?;
            }
            linked => linked?,
        }
        sync_folder(&self.path)
    }

    /// Moves it to its place, where it takes the place of what is there at one stroke.
    ///
    /// # Errors
    /// When the disk does not do it; then everything is as before.
    pub fn replace(self) -> io::Result<()> {
        self.sync()?;
        fs::rename(&self.draft, &self.path)
    }

    fn sync(&self) -> io::Result<()> {
        File::open(&self.draft).and_then(|file| file.sync_all())
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
///
/// # Errors
/// When the name is taken, or the disk does not do it.
pub fn link_or_copy(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Err(error) if linkless(&error) => {
            let (mut from, mut to) = (File::open(from)?, File::create_new(to)?);
            io::copy(&mut from, &mut to)?;
            to.sync_all()
        }
        linked => linked,
    }
}

/// Brings the names in a file's folder to the disk.
///
/// # Errors
/// When the disk does not do it.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder_of(path)).and_then(|folder| folder.sync_all())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The name with something after it.
#[must_use]
pub fn named(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Whether a run of that number is over. Without a list of running programs nobody can tell.
fn is_over(run: u32) -> bool {
    Path::new("/proc/self").exists() && !Path::new("/proc").join(run.to_string()).exists()
}

/// Removes from a folder what runs that were killed left behind. What may still be written stays: that of a run which
/// is not over or, since others may have its number by then, what is younger than an hour.
///
/// Ruling: a run is known by its number on this machine. One on another machine that shares the folder may lose its
/// draft to this; it then fails, and says so, before it acknowledges anything.
pub fn sweep(folder: &Path) {
    let old = |path: &Path| {
        let changed = fs::symlink_metadata(path).and_then(|found| found.modified());
        let age = changed.ok().and_then(|changed| SystemTime::now().duration_since(changed).ok());
        age.is_some_and(|age| age > Duration::from_secs(3600))
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if run_of(&entry.path()).is_some_and(|run| is_over(run) || old(&entry.path())) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The number of the run that wrote a draft, or SQLite beside it: `.NAME.RUN-NUMBER` and the endings.
fn run_of(draft: &Path) -> Option<u32> {
    let name = draft.file_name()?.to_str()?.strip_prefix('.')?;
    let name = SIDES.iter().find_map(|side| name.strip_suffix(side)).unwrap_or(name).strip_suffix(UNFINISHED)?;
    name.rsplit_once('.')?.1.split_once('-')?.0.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_left_long_ago_is_swept_up() {
        let folder = std::env::temp_dir().join(format!("renown-sweep-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the temporary folder takes a folder");
        let draft = |name: &str, run: u32| folder.join(format!(".{name}.{run}-1{UNFINISHED}"));
        let (old, young, dead) = (draft("a", 1), draft("b", 1), draft("c.svg", u32::MAX));
        fs::write(&young, "").expect("it can be written");
        fs::write(&dead, "").expect("it can be written");
        let file = File::create(&old).expect("it can be written");
        file.set_modified(SystemTime::now() - Duration::from_secs(7200)).expect("its time can be set");
        sweep(&folder);
        assert!(!old.exists() && young.exists());
        assert_eq!(dead.exists(), !Path::new("/proc/self").exists());
        let _ = fs::remove_dir_all(folder);
    }
}
