//! The same for programs: JSON under the same rights. A device's key in `Authorization: Bearer KEY` says who asks.

use renown::campaign::state::PlayerId;
use renown::report::battle::BattleView;
use renown::report::{register as registers, standings as standing};
use serde_json::{Value, json};

use crate::answer::{Answer, Wrong};
use crate::call::Call;
use crate::form;
use crate::give::Outcome;
use crate::pages;

fn value(of: impl serde::Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}

/// `GET /api/me`: who I am, and the number of what I see.
pub(crate) fn me(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let drawn = call.drawn()?;
    let about = drawn.seen.about.as_ref();
    let role = if call.is_arbitrator() {
        "arbitrator"
    } else if call.player().is_some() {
        "player"
    } else {
        "guest"
    };
    let campaign = about.map(|about| about.name.clone());
    Ok(Answer::json(&json!({ "name": call.name(), "role": role, "campaign": campaign, "phase": drawn.seen.phase() })))
}

/// `GET /api/due`: what is due, with the form of what is mine to answer.
pub(crate) fn due(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let seen = call.look()?;
    let viewer = call.viewer();
    let all: Vec<Value> = form::all(&seen, &call.app.catalog)
        .into_iter()
        .map(|(due, form)| {
            let mine = form::is_asked(viewer, &due);
            let mut shown = value(&form);
            shown["mine"] = mine.into();
            if !mine {
                shown["fields"] = json!([]);
            }
            shown
        })
        .collect();
    Ok(Answer::json(&all.into()))
}

/// `GET /api/battles`: battles, ended ones too with `all=1`.
pub(crate) fn battles(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let drawn = call.drawn()?;
    let all = call.query.has("all");
    let shown = drawn.seen.battles.values().filter(|battle| all || battle.open);
    let views: Vec<Value> =
        shown.map(|battle| value(BattleView::new(&drawn.seen, battle, &call.app.catalog))).collect();
    Ok(Answer::json(&views.into()))
}

/// `GET /api/standings`.
pub(crate) fn standings(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let drawn = call.drawn()?;
    Ok(Answer::json(&value(standing::standings(&drawn.seen, &call.app.catalog))))
}

/// `GET /api/register?player=NUMBER`; mine where none is named.
pub(crate) fn register(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let asked = call.query.number("player").map(PlayerId).or_else(|| call.player());
    let seen = call.look()?;
    let id = asked.ok_or_else(Wrong::nothing)?;
    let drawn = registers::register(&seen, id, &call.app.catalog).ok_or_else(Wrong::nothing)?;
    Ok(Answer::json(&value(drawn)))
}

/// `GET /api/log?last=NUMBER`: the journal as I may read it, numbered among what I see.
pub(crate) fn log(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let (drawn, viewer) = (call.drawn()?, call.viewer());
    let rows = call.app.log(call.club, viewer, &drawn)?;
    let last = call.query.number("last").unwrap_or(50) as usize;
    let skip = rows.len().saturating_sub(last);
    let shown = rows.iter().enumerate().skip(skip).map(|(index, row)| {
        json!({ "number": index + 1, "at": row.at, "by": row.by, "kind": row.kind, "ruling": row.ruling,
                "in-force": row.undone_by.is_none(), "says": row.says })
    });
    Ok(Answer::json(&shown.collect::<Vec<Value>>().into()))
}

/// `POST /api/act`: answers what is due; the keys are those of its form, with `due`, `version` and a `token` of my own.
pub(crate) fn act(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    match pages::act::decide(call) {
        Ok(Outcome::Before) => {
            let token = call.form.get("token").unwrap_or_default().to_owned();
            let says = crate::give::told(call, &token)?;
            Ok(Answer::json(&json!({ "recorded": true, "before": true, "says": says })))
        }
        Ok(Outcome::Done(told)) => {
            let says: Vec<&String> = told.parts.iter().flat_map(|part| &part.lines).collect();
            Ok(Answer::json(&json!({ "recorded": true, "before": false, "says": says })))
        }
        Err((_, wrong)) => Err(wrong),
    }
}
