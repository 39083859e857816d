//! Writes a site into a folder: only what changed, and removes what an earlier publication left. Nothing that another
//! program put there is ever touched. Every page is replaced as a whole, so that no visitor reads a part of one, and a
//! publication that breaks off at any moment is simply given again.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::File;
use super::cores::on_all_cores;
use crate::files::{RECORDED, read_text, sweep, write_whole};
use crate::text::shown;

/// The list of what was published, and for whom.
pub const MANIFEST: &str = "renown-site.txt";

/// What a publication did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// Files written anew.
    pub written: usize,
    /// Files that were the same already.
    pub unchanged: usize,
    /// Files removed.
    pub removed: usize,
}

/// Why nothing was written.
#[derive(Debug)]
pub enum FolderError {
    /// The folder was published for somebody else.
    ForOthers(String),
    /// A file is there that no publication made.
    Foreign(String),
    /// The system says no.
    File(String, std::io::Error),
}

/// Publishes files. `for_whom` is kept, so that a player's pages never come into the public folder.
///
/// # Errors
/// When the folder belongs to another view, holds foreign files under the same names, or cannot be written. Before the
/// last, nothing was changed.
pub fn publish(folder: &Path, for_whom: &str, files: &[File], dry_run: bool) -> Result<Published, FolderError> {
    // A name with a line break would make a second line of the list.
    let for_whom = &*shown(for_whom);
    let before = manifest(folder, for_whom)?;
    let mut done = Published::default();
    let mut changed = Vec::new();
    let same = |file: &File| {
        let path = folder.join(&file.name);
        let found = fs::metadata(&path).ok()?;
        // Only what may be the same is read.
        let likely = found.is_file() && found.len() == file.content.len() as u64;
        Some(likely && fs::read(&path).is_ok_and(|bytes| bytes == file.content.as_bytes()))
    };
    for (file, same) in files.iter().zip(on_all_cores(files, &same, &mut |_, _| {})) {
        match same {
            Some(_) if !before.contains(&file.name) => return Err(FolderError::Foreign(file.name.clone())),
            Some(true) => done.unchanged += 1,
            _ => changed.push(file),
        }
    }
    let now: BTreeSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let gone: Vec<&String> = before.iter().filter(|name| !now.contains(name.as_str())).collect();
    done.written = changed.len();
    done.removed = gone.len();
    if dry_run {
        return Ok(done);
    }
    let fail = |name: &str| {
        let name = name.to_owned();
        move |error| FolderError::File(name, error)
    };
    fs::create_dir_all(folder).map_err(fail(""))?;
    let list = |names: &mut dyn Iterator<Item = &str>| {
        let names: Vec<&str> = names.collect();
        format!("Published with Renown for {for_whom}\n{}\n", names.join("\n"))
    };
    // Until the end the list names old and new: what is left of a publication that broke off is known.
    let both: BTreeSet<&str> = now.iter().copied().chain(before.iter().map(String::as_str)).collect();
    if both != now || before.len() != now.len() {
        write_whole(&folder.join(MANIFEST), list(&mut both.into_iter()).as_bytes()).map_err(fail(MANIFEST))?;
    }
    let write = |file: &&File| write_whole(&folder.join(&file.name), file.content.as_bytes()).map_err(fail(&file.name));
    on_all_cores(&changed, &write, &mut |_, _| {}).into_iter().collect::<Result<(), _>>()?;
    for name in &gone {
        match fs::remove_file(folder.join(name)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(fail(name)(error)),
            _ => {}
        }
    }
    let last = list(&mut now.into_iter());
    if fs::read(folder.join(MANIFEST)).ok().as_deref() != Some(last.as_bytes()) {
        write_whole(&folder.join(MANIFEST), last.as_bytes()).map_err(fail(MANIFEST))?;
    }
    sweep(folder);
    Ok(done)
}

/// What was published before. Only plain names count: nobody can have a file elsewhere removed by editing the list.
fn manifest(folder: &Path, for_whom: &str) -> Result<BTreeSet<String>, FolderError> {
    let text = match read_text(&folder.join(MANIFEST), RECORDED) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        Err(error) => return Err(FolderError::File(MANIFEST.to_owned(), error)),
    };
    let mut lines = text.lines();
    match lines.next().and_then(|line| line.strip_prefix("Published with Renown for ")) {
        Some(whom) if whom == for_whom => {}
        Some(whom) => return Err(FolderError::ForOthers(whom.to_owned())),
        None => return Err(FolderError::Foreign(MANIFEST.to_owned())),
    }
    let plain = |name: &&str| {
        let letters =
            name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.".contains(&byte));
        letters && !name.is_empty() && !name.starts_with('.')
    };
    Ok(lines.filter(plain).map(str::to_owned).collect())
}
