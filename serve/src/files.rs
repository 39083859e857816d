//! Files that are the same for everybody: style, script, picture, health.

use crate::answer::{Answer, Wrong};
use crate::call::Call;

/// The style sheet: the published site's, and what forms need.
pub(crate) const STYLE: &str =
    concat!(include_str!("../../src/publish/style.css"), "\n", include_str!("../assets/club.css"));
/// The script.
pub const SCRIPT: &str = include_str!("../assets/club.js");
const ICON: &str = include_str!("../assets/favicon.svg");

pub(crate) const CSS: &str = "text/css; charset=utf-8";
pub(crate) const JS: &str = "text/javascript; charset=utf-8";
pub(crate) const SVG: &str = "image/svg+xml";

/// A short name of the files' content, so that a browser keeps them until they change.
#[must_use]
pub fn name() -> String {
    let mut hash = blake3::Hasher::new();
    hash.update(STYLE.as_bytes()).update(SCRIPT.as_bytes());
    hash.finalize().to_hex()[..8].to_owned()
}

fn shared(kind: &'static str, text: &str) -> Answer {
    Answer { shared: true, ..Answer::of(kind, text) }
}

#[expect(clippy::unnecessary_wraps, reason = "as every route")]
pub(crate) fn style(_: &mut Call<'_>) -> Result<Answer, Wrong> {
    Ok(shared(CSS, STYLE))
}

#[expect(clippy::unnecessary_wraps, reason = "as every route")]
pub(crate) fn script(_: &mut Call<'_>) -> Result<Answer, Wrong> {
    Ok(shared(JS, SCRIPT))
}

#[expect(clippy::unnecessary_wraps, reason = "as every route")]
pub(crate) fn icon(_: &mut Call<'_>) -> Result<Answer, Wrong> {
    Ok(shared(SVG, ICON))
}

/// That it runs, and which program it is. The head would tell how much happens that is not for everybody.
pub(crate) fn health(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    call.club.last_entry()?;
    Ok(Answer::json(&serde_json::json!({ "program": renown::club::PROGRAM, "schema": renown::store::SCHEMA })))
}
