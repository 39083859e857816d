//! `renown publish`: the campaign as a folder of pages.

use std::path::Path;

use super::error::CliError;
use super::progress::Progress;
use super::session::{Result, Session};
use crate::club::Site;
use crate::publish::folder::{self, FolderError};
use crate::text::count;

pub(super) fn run(session: &mut Session<'_>, dir: &Path, dice: bool) -> Result<()> {
    if session.common.as_of.is_some() {
        return Err(CliError::usage("a site shows the campaign as it stands").hint("leave out --as-of"));
    }
    let now = session.now().date();
    // A site is for everybody unless it is asked for otherwise.
    let Site { files, for_whom, .. } = session.looking_for_all(|session, member| {
        let catalog = session.shared_catalog()?;
        let mut progress = Progress::new(session.io.interactive);
        let kept = |whom: &str| folder::drawn(dir, whom);
        let site = member.site(&catalog, (now, dice, super::hints::words), &kept, &mut |done, of| {
            progress.show(&mut session.io.err, done, of, "battles drawn");
        })?;
        progress.end(&mut session.io.err);
        for (id, why) in &site.undrawn {
            session.status(&format!("Battle {} cannot be shown turn by turn: {why}", id.0));
        }
        Ok(site)
    })?;
    let shown = dir.display();
    let done = folder::publish(dir, &for_whom, &files, session.common.dry_run).map_err(|error| match error {
        FolderError::ForOthers(whom) => CliError::new(format!("\"{shown}\" holds the pages for {whom}"))
            .hint(format!("choose another folder for {for_whom}, so that nobody reads what is not for him")),
        FolderError::Foreign(file) => CliError::new(format!("\"{file}\" in \"{shown}\" was not published by renown"))
            .hint("choose an empty folder; nothing was written"),
        FolderError::File(file, error) => CliError::new(format!("\"{}\": {error}", dir.join(file).display())),
    })?;
    let number = |number: usize, noun: &str| count(i64::try_from(number).unwrap_or(i64::MAX), noun);
    let would = if session.common.dry_run { "A dry run: " } else { "" };
    session.status(&format!(
        "{would}{} for {for_whom} in \"{shown}\": {} written, {} unchanged, {} removed.",
        number(files.len(), "file"),
        done.written,
        done.unchanged,
        done.removed
    ));
    session.print(&dir.join("index.html").display().to_string())
}
