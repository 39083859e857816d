//! Giving commands: judged, recorded and told as the club does it, whatever page they come from. A form that is sent twice
//! counts once, and what decides nothing afterwards is taken by itself.

use axum::http::StatusCode;
use renown::campaign::command::Command;
use renown::campaign::state::BattleId;
use renown::campaign::view::Seen;
use renown::club::{Given, Ground, Holder, Member, Moment, Sent, Told, Unrecorded};

use crate::answer::{Wrong, sentence};
use crate::call::Call;

/// Who sends, as the file knows him.
fn sender(holder: &Holder) -> String {
    match holder {
        Holder::Arbitrator => "arbitrator".to_owned(),
        Holder::Player(id, _) => format!("player {}", id.0),
        Holder::Guest(name) => format!("guest {name}"),
    }
}

/// What a form that carries a token is called.
///
/// # Errors
/// When nobody sends it.
pub fn sent(call: &Call<'_>) -> Result<Option<Sent>, Wrong> {
    let token = call.form.get("token").filter(|token| token.len() <= 64);
    Ok(match token {
        Some(token) => Some(Sent { sender: sender(&call.holder()?), token: token.to_owned() }),
        None => None,
    })
}

/// What came of it.
pub enum Outcome {
    /// It was recorded now, or would be.
    Done(Box<Told>),
    /// It was recorded before: the same form came again.
    Before,
}

/// How something is given.
#[derive(Clone, Debug, Default)]
pub struct How {
    /// The arbitrator's reason.
    pub ruling: Option<String>,
    /// Only to see what would come of it.
    pub dry_run: bool,
}

fn given(call: &Call<'_>, how: &How) -> Result<Given, Wrong> {
    let sent = if how.dry_run { None } else { sent(call)? };
    Ok(Given { at: call.at, at_given: Some(false), ruling: how.ruling.clone(), dry_run: how.dry_run, sent })
}

/// Gives commands that are made of the campaign as it stands, and goes on with what follows from them by itself.
///
/// # Errors
/// Everything that is wrong with them.
pub fn give(
    call: &mut Call<'_>,
    how: &How,
    make: impl FnOnce(&Member<'_>, &Moment, &Seen) -> Result<(Vec<Command>, Option<BattleId>), Wrong>,
) -> Result<Outcome, Wrong> {
    let app = call.app;
    let _writing = app.write();
    let given = given(call, how)?;
    if let Some(sent) = &given.sent
        && call.club.sent(sent)?.is_some()
    {
        return Ok(Outcome::Before);
    }
    let mut member = call.member();
    let Ground { before, seen } = member.ground()?;
    let (commands, battle) = make(&member, &before, &seen)?;
    let mut dice = app.dice().map_err(|why| Wrong::new(StatusCode::SERVICE_UNAVAILABLE, sentence(&why)))?;
    let mut acting = member.begin(before, &given)?;
    for command in commands {
        member.decide(&mut acting, command, &app.catalog, &mut dice, None)?;
    }
    if let Some(battle) = battle {
        while let Some(next) = acting.runs_on(battle, &app.catalog) {
            member.decide(&mut acting, next, &app.catalog, &mut dice, None)?;
        }
    }
    let told = member.record(acting, &app.catalog).map_err(unrecorded)?;
    if !how.dry_run {
        app.tell();
    }
    Ok(Outcome::Done(Box::new(told)))
}

/// What is said of something that others came before.
pub(crate) fn unrecorded(failed: Unrecorded) -> Wrong {
    let Unrecorded { why, first } = failed;
    let mut wrong = Wrong::from(why);
    if let Some(rows) = first {
        wrong.status = StatusCode::CONFLICT;
        let came = rows
            .into_iter()
            .map(|row| format!("{} came first: {}", sentence(&row.by).trim_end_matches('.'), row.says.join("; ")));
        wrong.says.extend(came);
    }
    wrong
}

/// What is told of something recorded, by the token of its form: also when its first answer was lost on the way.
///
/// # Errors
/// When the file cannot be read.
pub fn told(call: &mut Call<'_>, token: &str) -> Result<Vec<String>, Wrong> {
    let sent = Sent { sender: sender(&call.holder()?), token: token.to_owned() };
    let Some((first, last)) = call.club.sent(&sent)? else { return Ok(Vec::new()) };
    let rows = call.member().entries(first..=last)?;
    Ok(rows.into_iter().flat_map(|row| row.says).collect())
}

/// Where to look after something was done: its token says what to tell.
#[must_use]
pub fn after(call: &Call<'_>, page: &str) -> String {
    let token = call.form.get("token").unwrap_or_default();
    let safe: String = token.chars().filter(char::is_ascii_alphanumeric).collect();
    let mark = if page.contains('?') { '&' } else { '?' };
    format!("{}/{page}{mark}done={safe}", call.app.place.base)
}
