//! The pages of the members.

pub mod act;
pub mod build;
pub mod challenge;
pub mod desk;
pub mod reading;
pub mod record;
pub mod register;
mod report_form;

use renown::publish::html::{Html, el};

use crate::answer::Wrong;
use crate::call::Call;
use crate::give;

/// What was done just now, above a page.
pub(crate) fn done(call: &mut Call<'_>) -> Result<Html, Wrong> {
    let Some(token) = call.query.get("done").map(ToOwned::to_owned) else { return Ok(Html::default()) };
    if call.visitor.is_none() {
        return Ok(Html::default());
    }
    let lines: Html = give::told(call, &token)?.iter().map(|line| el("p", &[], line)).collect();
    if lines.is_empty() {
        return Ok(lines);
    }
    Ok(el("div", &[("class", "done"), ("role", "status")], [el("p", &[("class", "lead")], "Recorded."), lines]))
}
