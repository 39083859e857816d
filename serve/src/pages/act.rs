//! `/act`: the answer to what is due.

use axum::http::StatusCode;
use renown::campaign::due::Due;
use renown::campaign::view::Viewer;

use crate::answer::{Answer, Wrong};
use crate::call::Call;
use crate::fields::Fields;
use crate::form::{self, Form, draw};
use crate::give::{self as giving, How, Outcome, after};
use crate::{frame, pages};

/// What somebody may answer, by its name.
fn asked(call: &mut Call<'_>, name: &str) -> Result<(Due, Form), Wrong> {
    let seen = call.look()?;
    let (due, form) = form::find(&seen, &call.app.catalog, name).ok_or_else(gone)?;
    if form::is_asked(call.viewer(), &due) {
        Ok((due, form))
    } else {
        Err(Wrong::new(StatusCode::FORBIDDEN, "This is not yours to decide."))
    }
}

fn gone() -> Wrong {
    Wrong::new(StatusCode::CONFLICT, "This is not due any more: it was decided, or taken back.")
}

/// `GET /act?due=NAME`: one decision on a page of its own.
pub(crate) fn show(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let name = call.query.get("due").unwrap_or_default().to_owned();
    let (_, form) = asked(call, &name)?;
    let base = call.app.place.base.clone();
    let main = [pages::done(call)?, draw::card(&base, &form, None, true)];
    Ok(Answer::page(frame::page(call, "Decide", "/act", main)?))
}

/// The page again, with what was typed and what is wrong.
fn again(call: &mut Call<'_>, form: &Form, wrong: &Wrong) -> Result<Answer, Wrong> {
    let base = call.app.place.base.clone();
    let typed: Fields = call.form.clone();
    let main = [frame::messages(&wrong.says), draw::card(&base, form, Some(&typed), true)];
    Ok(Answer::page(frame::page(call, "Not yet", "/act", main)?).with(wrong.status))
}

/// Answers what is due.
///
/// # Errors
/// Everything that is wrong with the answer.
pub fn decide(call: &mut Call<'_>) -> Result<Outcome, (Option<Box<Form>>, Wrong)> {
    let name = call.form.get("due").unwrap_or_default().to_owned();
    // What was sent before is not due any more, and was done.
    let sent = giving::sent(call).map_err(|wrong| (None, wrong))?;
    if let Some(sent) = sent {
        let known = call.club.sent(&sent).map_err(|error| (None, error.into()))?;
        if known.is_some() {
            return Ok(Outcome::Before);
        }
    }
    let (_, form) = asked(call, &name).map_err(|wrong| (None, wrong))?;
    if call.form.get("version").is_some_and(|version| version != form.version) {
        let says = "Something changed since this was drawn. What you typed is kept: look at it and send it again.";
        return Err((Some(Box::new(form)), Wrong::new(StatusCode::CONFLICT, says)));
    }
    let ruling = call.form.get("ruling").filter(|_| call.viewer() == Viewer::Arbitrator).map(ToOwned::to_owned);
    let (given, catalog, viewer) = (call.form.clone(), &call.app.catalog, call.viewer());
    let done = giving::give(call, &How { ruling, dry_run: false }, |member, before, seen| {
        let (due, _) = form::find(seen, catalog, &name).ok_or_else(gone)?;
        if !form::is_asked(viewer, &due) {
            return Err(Wrong::new(StatusCode::FORBIDDEN, "This is not yours to decide."));
        }
        let commands = form::commands(&due, seen, &given, member, before);
        let commands = commands.map_err(|says| Wrong { status: StatusCode::UNPROCESSABLE_ENTITY, says })?;
        Ok((commands, due.battle))
    });
    done.map_err(|wrong| (Some(Box::new(form)), wrong))
}

/// `POST /act`.
pub(crate) fn give(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    match decide(call) {
        Ok(Outcome::Done(_) | Outcome::Before) => {
            let battle = call.form.get("due").and_then(|due| due.split('-').next()?.parse::<u32>().ok());
            let page = match battle {
                Some(battle) if battle > 0 => format!("battle-{battle}.html"),
                _ => String::new(),
            };
            Ok(Answer::see(after(call, &page)))
        }
        Err((Some(form), wrong)) => again(call, &form, &wrong),
        Err((None, wrong)) => Err(wrong),
    }
}
