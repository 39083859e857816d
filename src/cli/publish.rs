//! `renown publish`: the campaign as a folder of pages.

use std::path::Path;

use chrono::NaiveDate;

use super::error::CliError;
use super::progress::Progress;
use super::resolve;
use super::session::{Result, Session};
use crate::campaign::state::Campaign;
use crate::campaign::view::Viewer;
use crate::publish::folder::{self, FolderError};
use crate::publish::replay;
use crate::publish::{Sources, site};
use crate::text::count;

pub(super) fn run(session: &mut Session<'_>, dir: &Path, dice: bool) -> Result<()> {
    if session.common.as_of.is_some() {
        return Err(CliError::usage("a site shows the campaign as it stands").hint("leave out --as-of"));
    }
    let now = session.now().date();
    let (files, for_whom) = session.looking(|session, store| {
        let whole = store.whole()?;
        let today = last_day(&whole.campaign).max(Some(now)).unwrap_or(now);
        // A site is for everybody unless it is asked for otherwise.
        let viewer = match session.common.who.as_deref() {
            None | Some("public") => Viewer::Public,
            Some("arbitrator") => Viewer::Arbitrator,
            Some(name) => Viewer::Player(resolve::onlooker(&whole.campaign, name)?),
        };
        let for_whom = match viewer {
            Viewer::Public => "everybody".to_owned(),
            Viewer::Arbitrator => "the arbitrator".to_owned(),
            Viewer::Player(id) => whole.campaign.players[&id].name.clone(),
        };
        let entries = store.entries(1..=whole.head.id)?;
        let catalog = session.shared_catalog()?;
        let mut progress = Progress::new(session.io.interactive);
        let replays = replay::drawn(&entries, &catalog, &mut |done, of| {
            progress.show(&mut session.io.err, done, of, "battles drawn");
        });
        progress.end(&mut session.io.err);
        for (id, why) in replays.iter().filter_map(|(id, drawn)| Some((id, drawn.as_ref().err()?))) {
            session.status(&format!("Battle {} cannot be shown turn by turn: {why}", id.0));
        }
        let from = Sources {
            campaign: &whole.campaign,
            viewer,
            entries: &entries,
            catalog: &catalog,
            today,
            dice,
            replays: &replays,
            wording: super::hints::words,
        };
        Ok((site(&from), for_whom))
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

/// The last day on which something happened that everybody may know: a war may be dated ahead of the clock.
fn last_day(campaign: &Campaign) -> Option<NaiveDate> {
    let ended = campaign.about.as_ref().and_then(|about| about.finished.as_ref()).map(|finish| finish.on);
    campaign.battles.values().map(|battle| battle.offered).chain(ended).max()
}
