//! Files of people: read within bounds, and written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use crate::text::thousands;

/// The most of what people write themselves: fleets, maps, reports, answers, dice.
pub const WRITTEN: u64 = 1 << 20;

/// The most of what the program may have written: situations, battles, cases.
pub const RECORDED: u64 = 32 << 20;

/// What a file that is still being written ends in.
const UNFINISHED: &str = ".renown-part";

/// The text of a file, if it is a file and no larger than `limit` bytes.
///
/// # Errors
/// When it cannot be read, is a folder, a pipe or a device, is larger, or is no text.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    // The device that holds nothing is what an empty file is called.
    if path == Path::new("/dev/null") {
        return Ok(String::new());
    }
    read_all(open(path, limit)?, limit)
}

/// Opens a file to be read, if it is a file and no larger than `limit` bytes.
///
/// # Errors
/// When it cannot be opened, is a folder, a pipe or a device, or is larger.
pub fn open(path: &Path, limit: u64) -> io::Result<File> {
    // A pipe would wait for somebody who writes: it is looked at before it is opened.
    check_kind(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    let found = file.metadata()?;
    check_kind(&found)?;
    if found.len() > limit {
        return Err(too_large(Some(found.len()), limit));
    }
    Ok(file)
}

/// All of a text that comes from somewhere, if it is no larger than `limit` bytes.
///
/// # Errors
/// When it cannot be read, is larger, or is no text.
pub fn read_all(from: impl Read, limit: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    from.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(too_large(None, limit));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        io::Error::new(ErrorKind::InvalidData, format!("this is no text: byte {} is not UTF-8", at + 1))
    })
}

/// Refuses what is no file.
fn check_kind(found: &fs::Metadata) -> io::Result<()> {
    let what = match found {
        file if file.is_file() => return Ok(()),
        folder if folder.is_dir() => "a folder",
        _ => "a pipe or a device",
    };
    Err(io::Error::new(ErrorKind::InvalidInput, format!("this is {what}, not a file")))
}

fn too_large(size: Option<u64>, limit: u64) -> io::Error {
    let bytes = |number: u64| thousands(i64::try_from(number).unwrap_or(i64::MAX));
    let size = size.map_or_else(|| "it has more".to_owned(), |size| format!("it has {}", bytes(size)));
    let says = format!("at most {} bytes are read, and {size}", bytes(limit));
    io::Error::new(ErrorKind::FileTooLarge, says)
}

/// Writes a file beside the place and moves it there: whoever reads sees the old content or the new, never a part.
/// What is no file, such as the terminal's device, is written as it is.
///
/// # Errors
/// When it cannot be written; then everything is as before.
pub fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    // What a link points to is replaced, not the link.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let before = match fs::metadata(path) {
        Ok(found) if !found.is_file() => return OpenOptions::new().write(true).open(path)?.write_all(content),
        Ok(found) => {
            // A file that may not be written is not replaced either.
            OpenOptions::new().write(true).open(path)?;
            Some(found.permissions())
        }
        Err(_) => None,
    };
    sweep(path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")));
    beside(path, content, |draft| {
        if let Some(permissions) = before {
            fs::set_permissions(draft, permissions)?;
        }
        fs::rename(draft, path)
    })
}

/// Writes a draft in the same folder and hands it over; whatever goes wrong, it does not stay.
fn beside(path: &Path, content: &[u8], place: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let draft = draft(path)?;
    let mut file = OpenOptions::new().write(true).create_new(true).open(&draft)?;
    let written = file.write_all(content).and_then(|()| file.sync_all());
    drop(file);
    written.and_then(|()| place(&draft)).inspect_err(|_| {
        let _ = fs::remove_file(&draft);
    })
}

/// A name in the same folder that nobody else uses.
fn draft(path: &Path) -> io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(ErrorKind::InvalidInput, "this is no name of a file"));
    };
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    // Names have a limit of their own: the end of a long one is left out.
    let name: String = name.to_string_lossy().chars().take(40).collect();
    Ok(path.with_file_name(format!(".{name}.{}-{number}{UNFINISHED}", std::process::id())))
}

/// Whether a run of that number is over. Without a list of running programs nobody can tell.
pub(crate) fn is_over(run: u32) -> bool {
    Path::new("/proc/self").exists() && !Path::new("/proc").join(run.to_string()).exists()
}

/// Removes from a folder what runs that were killed left behind. What may still be written stays: that of a run which
/// is not over or, where nobody can tell, what is younger than an hour.
pub fn sweep(folder: &Path) {
    let old = |path: &PathBuf| {
        let changed = fs::symlink_metadata(path).and_then(|found| found.modified());
        let age = changed.ok().and_then(|changed| SystemTime::now().duration_since(changed).ok());
        run_of(path).is_some_and(is_over) || age.is_some_and(|age| age > Duration::from_secs(3600))
    };
    let inside = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let left = inside.filter(|path| {
        path.file_name()
            .and_then(|name| name.to_str())
            .is_some_and(|name| name.starts_with('.') && name.ends_with(UNFINISHED))
    });
    for path in left.filter(old) {
        let _ = fs::remove_file(path);
    }
}

/// The number of the run that wrote a draft: `.NAME.RUN-NUMBER` and the ending.
fn run_of(draft: &Path) -> Option<u32> {
    let name = draft.file_name()?.to_str()?.strip_suffix(UNFINISHED)?;
    name.rsplit_once('.')?.1.split_once('-')?.0.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("renown-files-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("the temporary folder takes a folder");
        folder
    }

    #[test]
    fn only_files_within_the_bound_are_read() {
        let folder = folder("read");
        let path = folder.join("a");
        fs::write(&path, "12345").expect("it can be written");
        assert_eq!(read_text(&path, 5).expect("it is small enough"), "12345");
        let says = |path: &Path, limit| read_text(path, limit).expect_err("it is refused").to_string();
        assert_eq!(says(&path, 4), "at most 4 bytes are read, and it has 5");
        assert_eq!(says(&folder, 4), "this is a folder, not a file");
        fs::write(&path, b"12\xff").expect("it can be written");
        assert_eq!(says(&path, 4), "this is no text: byte 3 is not UTF-8");
        assert_eq!(
            read_all(io::repeat(0), 1_000).expect_err("it never ends").to_string(),
            "at most 1,000 bytes are read, and it has more"
        );
        let _ = fs::remove_dir_all(folder);
    }

    #[test]
    fn a_file_is_written_whole_and_leaves_nothing_beside() {
        let folder = folder("write");
        let path = folder.join("a");
        write_whole(&path, b"one").expect("it can be written");
        write_whole(&path, b"two").expect("it can be replaced");
        assert_eq!(fs::read(&path).expect("it is there"), b"two");
        write_whole(&folder.join("b"), b"four").expect("nothing is there");
        let mut names: Vec<_> =
            fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        assert_eq!(names, ["a", "b"]);
        let _ = fs::remove_dir_all(folder);
    }

    #[test]
    fn only_what_was_left_long_ago_is_swept_up() {
        let folder = folder("sweep");
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
