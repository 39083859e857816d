//! Writes a site into a folder: only what changed, and removes what an earlier publication left. Nothing that another
//! program put there is ever touched. Every page is replaced as a whole, so that no visitor reads a part of one, and a
//! publication that breaks off at any moment is simply given again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::File;
use super::cores::on_all_cores;
use crate::files::{RECORDED, read_text, sweep, write_whole};
use crate::text::shown;

/// The list of what was published, and for whom.
pub const MANIFEST: &str = "renown-site.txt";

/// The list of battles to step through, each with what it was drawn from and the hash of its page.
pub const DRAWN: &str = "renown-replays.txt";

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

/// The battles to step through that stand in a folder as they were published there for the same readers, with what they
/// were drawn from. A page that anybody changed is none of them.
#[must_use]
pub fn drawn(folder: &Path, for_whom: &str) -> BTreeMap<String, String> {
    let known = manifest(folder, &shown(for_whom)).unwrap_or_default();
    let listed: Vec<(String, [String; 2])> =
        listed(folder).into_iter().filter(|(name, _)| known.contains(name)).collect();
    let stands = |(name, [_, hash]): &(String, [String; 2])| {
        fs::read(folder.join(name)).is_ok_and(|bytes| blake3::hash(&bytes).to_hex().as_str() == hash)
    };
    let standing = on_all_cores(&listed, &stands, &mut |_, _| {});
    listed.into_iter().zip(standing).filter(|(_, stands)| *stands).map(|((name, [from, _]), _)| (name, from)).collect()
}

/// What the list of battles to step through says.
fn listed(folder: &Path) -> BTreeMap<String, [String; 2]> {
    let text = read_text(&folder.join(DRAWN), RECORDED).unwrap_or_default();
    let line = |line: &str| {
        let [name, from, hash] = line.split(' ').collect::<Vec<_>>().try_into().ok()?;
        Some((name.to_owned(), [from.to_owned(), hash.to_owned()]))
    };
    text.lines().filter_map(line).collect()
}

/// The list of battles to step through among the files that are published now.
fn list_of(folder: &Path, files: &[File]) -> Option<File> {
    let before = listed(folder);
    let line = |file: &File| {
        let from = file.drawn_from.as_ref()?;
        let hash = match before.get(&file.name).filter(|_| file.is_kept()) {
            Some([_, hash]) => hash.clone(),
            None => blake3::hash(file.content.as_bytes()).to_hex().to_string(),
        };
        Some(format!("{} {from} {hash}\n", file.name))
    };
    let lines: String = on_all_cores(files, &line, &mut |_, _| {}).into_iter().flatten().collect();
    (!lines.is_empty()).then(|| File::new(DRAWN, lines))
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
    let list = list_of(folder, files);
    let files: Vec<&File> = files.iter().chain(&list).collect();
    let mut done = Published::default();
    let mut changed = Vec::new();
    let same = |file: &&File| {
        let path = folder.join(&file.name);
        let found = fs::metadata(&path).ok()?;
        if file.is_kept() {
            return Some(true);
        }
        // Only what may be the same is read.
        let likely = found.is_file() && found.len() == file.content.len() as u64;
        Some(likely && fs::read(&path).is_ok_and(|bytes| bytes == file.content.as_bytes()))
    };
    for (file, same) in files.iter().copied().zip(on_all_cores(&files, &same, &mut |_, _| {})) {
        match same {
            Some(_) if !before.contains(&file.name) => return Err(FolderError::Foreign(file.name.clone())),
            // The list is no page.
            Some(true) => done.unchanged += usize::from(file.name != DRAWN),
            _ => changed.push(file),
        }
    }
    let now: BTreeSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let gone: Vec<&String> = before.iter().filter(|name| !now.contains(name.as_str())).collect();
    done.written = changed.iter().filter(|file| file.name != DRAWN).count();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_battle_that_is_drawn_already_is_kept_unless_somebody_changed_its_page() {
        let folder = std::env::temp_dir().join(format!("renown-drawn-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let page =
            |content: &str| File { drawn_from: Some("source".to_owned()), ..File::new("replay-1.html", content) };
        let files = [File::new("index.html", "front"), page("pictures")];
        let done = publish(&folder, "everybody", &files, false).unwrap();
        assert_eq!((done.written, done.unchanged), (2, 0));
        let known = BTreeMap::from([("replay-1.html".to_owned(), "source".to_owned())]);
        assert_eq!(drawn(&folder, "everybody"), known);
        assert!(drawn(&folder, "Anna").is_empty(), "what is for others is not hers to keep");
        let again = [File::new("index.html", "front"), page("")];
        let done = publish(&folder, "everybody", &again, false).unwrap();
        assert_eq!((done.written, done.unchanged, done.removed), (0, 2, 0));
        assert_eq!(fs::read_to_string(folder.join("replay-1.html")).unwrap(), "pictures");
        assert_eq!(drawn(&folder, "everybody"), known);
        fs::write(folder.join("replay-1.html"), "other").unwrap();
        assert!(drawn(&folder, "everybody").is_empty());
        fs::remove_dir_all(&folder).unwrap();
    }
}
