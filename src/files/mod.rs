//! Files of people: read within bounds, and written whole or not at all.

mod beside;

pub use beside::{Beside, SIDES, link_or_copy, named, sweep, sync_folder};

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write as _};
use std::path::Path;

use crate::text::thousands;

/// The most of what people write themselves: fleets, maps, reports, answers, dice.
pub const WRITTEN: u64 = 1 << 20;

/// The most of what the program may have written: situations, battles, cases.
pub const RECORDED: u64 = 32 << 20;

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
    let beside = Beside::new(path)?;
    File::create_new(beside.draft())?.write_all(content)?;
    if let Some(permissions) = before {
        fs::set_permissions(beside.draft(), permissions)?;
    }
    beside.replace()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

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
}
