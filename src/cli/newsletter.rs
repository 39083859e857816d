//! `renown report`: the newsletter.

use chrono::{Days, NaiveDate};

use super::args::{Format, PageArgs};
use super::error::CliError;
use super::map::write;
use super::resolve;
use super::session::{Result, Session};
use crate::campaign::month::idle::first_day;
use crate::campaign::state::{Campaign, VesselState};
use crate::campaign::turn::Battle;
use crate::campaign::view::{Seen, Viewer};
use crate::catalog::Catalog;
use crate::files;
use crate::publish::news;
use crate::report::newsletter::{Kills, Newsletter, Sources, Span, newsletter};
use crate::store::{Recorded, Store, StoreError};

pub(super) fn run(
    session: &mut Session<'_>,
    since: Option<NaiveDate>,
    until: Option<NaiveDate>,
    week: Option<u32>,
    page: &PageArgs,
) -> Result<()> {
    let foreword = page.foreword.as_deref().map(foreword).transpose()?;
    let foreword = foreword.as_deref();
    let today = session.now().date();
    let letter = session.looking(|session, store| {
        let now = store.whole()?;
        // A newsletter is for everybody unless it is asked for otherwise.
        let viewer = match session.common.who.as_deref() {
            None | Some("public") => Viewer::Public,
            Some("arbitrator") => Viewer::Arbitrator,
            Some(name) => Viewer::Player(resolve::onlooker(&now.campaign, name)?),
        };
        let span = span(&now.campaign, today, since, until, week)?;
        letter(store, &now.campaign, session.catalog()?, viewer, span, today)
    })?;
    if let Some(path) = &page.html {
        write(path, &news::letter(&letter, foreword))?;
        session.status(&format!("The newsletter is in \"{}\".", path.display()));
        return Ok(());
    }
    if session.common.format == Format::Markdown {
        return session.print(&letter.markdown(foreword));
    }
    session.show(&letter, |style| letter.text(foreword, style))
}

/// The newsletter of a span, as a viewer may read it.
fn letter(
    store: &Store,
    now: &Campaign,
    library: &Catalog,
    viewer: Viewer,
    span: Span,
    today: NaiveDate,
) -> Result<Newsletter> {
    let before = match span.since.pred_opt().map(|day| store.as_of_day(day)) {
        // The campaign was opened later.
        None | Some(Err(StoreError::NothingTo(_))) => None,
        Some(before) => Some(Seen::new(before?.campaign, viewer)),
    };
    let mut campaign = then(store, now, span.until, today)?;
    // What ended after the span was open then, and what is lost has a name.
    for (id, battle) in &now.battles {
        campaign.battles.entry(*id).or_insert_with(|| Battle { open: false, ..battle.clone() });
    }
    for (id, vessel) in now.vessels.iter().filter(|(_, vessel)| vessel.state == VesselState::Lost) {
        campaign.vessels.entry(*id).or_insert_with(|| vessel.clone());
    }
    let seen = Seen::new(campaign.clone(), viewer);
    let history = store.history(1)?;
    let history: Vec<&Recorded> = history.iter().collect();
    let mut kills = Kills::default();
    for recorded in history.iter().take_while(|recorded| recorded.entry.at.date() < span.since) {
        recorded.entry.events().unwrap_or_default().iter().for_each(|event| kills.note(now, event));
    }
    let before = before.as_ref();
    let from = Sources {
        now: &seen,
        before,
        whole: &campaign,
        history: &history,
        kills: &kills,
        library,
        wording: super::hints::words,
    };
    Ok(newsletter(&from, span))
}

/// The newsletter of a week for everybody, of a campaign that is run here and now.
pub(super) fn of_week(store: &Store, library: &Catalog, week: u32) -> Result<Newsletter> {
    let now = store.whole()?.campaign;
    let span = span(&now, NaiveDate::MAX, None, None, Some(week))?;
    letter(store, &now, library, Viewer::Public, span, span.until)
}

/// The editor's own text: `@FILE`, or the text itself.
fn foreword(given: &str) -> Result<String> {
    match given.strip_prefix('@') {
        None => Ok(given.to_owned()),
        Some(path) => files::read_text(path.as_ref(), files::WRITTEN)
            .map_err(|error| CliError::new(format!("\"{path}\": {error}"))),
    }
}

/// The campaign at the end of the span.
fn then(store: &Store, now: &Campaign, until: NaiveDate, today: NaiveDate) -> Result<Campaign> {
    // A war may be dated ahead of the clock.
    let later = |battle: &Battle| battle.offered > until;
    let ended = now.about.as_ref().and_then(|about| about.finished.as_ref()).is_some_and(|finish| finish.on > until);
    if until >= today && !ended && !now.battles.values().any(later) {
        return Ok(now.clone());
    }
    Ok(store.as_of_day(until)?.campaign)
}

fn span(
    campaign: &Campaign,
    today: NaiveDate,
    since: Option<NaiveDate>,
    until: Option<NaiveDate>,
    week: Option<u32>,
) -> Result<Span> {
    let six = Days::new(6);
    if let Some(week) = week {
        let first = campaign.about.as_ref().and_then(|about| first_day(about, week)).ok_or_else(|| {
            CliError::new("the campaign has not begun: it has no weeks yet").hint("give --since and --until")
        })?;
        let until = first.checked_add_days(six).unwrap_or(first);
        return Ok(Span { since: first, until, week: Some(week) });
    }
    let until = until.unwrap_or(today);
    let since = since.or_else(|| until.checked_sub_days(six)).unwrap_or(until);
    if since > until {
        return Err(CliError::usage(format!("{since} comes after {until}")).hint("--since is the first day"));
    }
    Ok(Span { since, until, week: None })
}
