//! `renown report`: the newsletter.

use chrono::{Days, NaiveDate};

use super::args::{Format, PageArgs};
use super::error::CliError;
use super::map::write;
use super::session::{Result, Session};
use crate::club::Period;
use crate::files;
use crate::publish::news;

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
    let days = days(today, since, until, week)?;
    // A newsletter is for everybody unless it is asked for otherwise.
    let letter = session.looking_for_all(|session, member| {
        let catalog = session.shared_catalog()?;
        Ok(member.newsletter(days, today, &catalog, super::hints::words)?)
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

/// The editor's own text: `@FILE`, or the text itself.
fn foreword(given: &str) -> Result<String> {
    match given.strip_prefix('@') {
        None => Ok(given.to_owned()),
        Some(path) => files::read_text(path.as_ref(), files::WRITTEN)
            .map_err(|error| CliError::new(format!("\"{path}\": {error}"))),
    }
}

/// The days that are told of: a week of the campaign, or the seven up to today.
fn days(today: NaiveDate, since: Option<NaiveDate>, until: Option<NaiveDate>, week: Option<u32>) -> Result<Period> {
    if let Some(week) = week {
        return Ok(Period::Week(week));
    }
    let until = until.unwrap_or(today);
    let since = since.or_else(|| until.checked_sub_days(Days::new(6))).unwrap_or(until);
    if since > until {
        return Err(CliError::usage(format!("{since} comes after {until}")).hint("--since is the first day"));
    }
    Ok(Period::Between(since, until))
}
