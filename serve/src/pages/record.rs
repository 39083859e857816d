//! `/report`: recording a battle of the table on one screen.

use axum::http::StatusCode;
use renown::campaign::command::Command;
use renown::campaign::state::BattleId;
use renown::campaign::turn::{Step, report};
use renown::publish::html::{Html, el, link};
use renown::report::score;

use super::report_form::{Sheet, preview, reason};
use crate::answer::{Answer, Wrong};
use crate::call::Call;
use crate::fields::Fields;
use crate::form::draw::carried;
use crate::form::parts::hidden;
use crate::give::{self as giving, How, after};
use crate::{frame, pages};

pub(crate) fn show(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let id = call.battle()?;
    let done = pages::done(call)?;
    let form = form(call, id, None, done)?;
    Ok(Answer::page(frame::page(call, &title(id), "/report", form)?))
}

fn title(id: BattleId) -> String {
    format!("Record battle {}", id.0)
}

fn form(call: &mut Call<'_>, id: BattleId, typed: Option<&Fields>, above: Html) -> Result<Html, Wrong> {
    let seen = call.look()?;
    let base = call.app.place.base.clone();
    let back = link(&format!("{base}/battle-{}.html", id.0), format!("Battle {}", id.0));
    let battle = seen.battles.get(&id).ok_or_else(Wrong::nothing)?;
    let record = Command::RecordBattle { battle: id, report: report::Report::default(), fought: None };
    call.member().may_give(&seen, &record, false)?;
    if battle.step != Step::Battle || battle.confirmation.is_some() {
        let says = if battle.confirmation.is_some() {
            "Its report waits to be confirmed."
        } else {
            "It is not at its report."
        };
        return Ok(el("p", &[], [Html::from(says), " ".into(), back]));
    }
    if battle.is_under_way() {
        return Ok(el("p", &[], [Html::from("It is played at the terminal, and records itself there. "), back]));
    }
    let hidden_lists = battle.players().into_iter().any(|player| seen.hides_register(player));
    if hidden_lists {
        let says = "The registers are secret (CAMP-15): the arbitrator records this battle, who sees both fleets. ";
        return Ok(el("p", &[], [Html::from(says), back]));
    }
    let sheet = Sheet { campaign: &seen, battle };
    let due = format!("report-{}", id.0);
    let ruling = if call.is_arbitrator() {
        reason(typed.and_then(|typed| typed.get("ruling")).unwrap_or_default())
    } else {
        Html::default()
    };
    let look = el("button", &[("name", "go"), ("value", "look"), ("type", "submit")], "Look it over");
    let send = el("button", &[("name", "go"), ("value", "send"), ("type", "submit"), ("class", "go")], "Send");
    let buttons = el("p", &[("class", "send")], [look, " ".into(), send]);
    let action = format!("{base}/report");
    let inner: Html =
        [carried(&due, ""), hidden("battle", &id.0.to_string()), sheet.fields(typed), ruling, buttons].into();
    let form =
        el("form", &[("method", "post"), ("action", &action), ("class", "ask report"), ("data-draft", &due)], inner);
    let tip = el("p", &[("class", "soft")], "Tap what is left of each. Nobody tapped is unhurt.");
    Ok([above, el("p", &[], back), tip, form].into())
}

pub(crate) fn give(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let id = call.battle()?;
    let typed = call.form.clone();
    if typed.get("go") == Some("look") {
        let seen = call.look()?;
        let battle = seen.battles.get(&id).ok_or_else(Wrong::nothing)?;
        let sheet = Sheet { campaign: &seen, battle };
        let report = sheet.read(&typed);
        let open = !battle.players().into_iter().any(|player| seen.hides_register(player));
        let (above, status) = match report::preview(&seen, battle, &report) {
            _ if !open => (Html::default(), StatusCode::OK),
            Ok(result) => (preview(&score::preview(&sheet.names(), battle, &report, &result)), StatusCode::OK),
            Err(refusals) => {
                let wrong = Wrong::from(renown::club::ClubError::Refused(refusals));
                (frame::messages(&wrong.says), StatusCode::UNPROCESSABLE_ENTITY)
            }
        };
        let form = form(call, id, Some(&typed), above)?;
        return Ok(Answer::page(frame::page(call, &title(id), "/report", form)?).with(status));
    }
    let ruling = typed.get("ruling").filter(|_| call.is_arbitrator()).map(ToOwned::to_owned);
    let done = giving::give(call, &How { ruling, dry_run: false }, |_, _, seen| {
        let battle = seen.battles.get(&id).ok_or_else(Wrong::nothing)?;
        let open = !battle.players().into_iter().any(|player| seen.hides_register(player));
        if !open {
            return Err(Wrong::new(StatusCode::FORBIDDEN, "The registers are secret: the arbitrator records it."));
        }
        let report = Sheet { campaign: seen, battle }.read(&typed);
        Ok((vec![Command::RecordBattle { battle: id, report, fought: None }], Some(id)))
    });
    match done {
        Ok(_) => Ok(Answer::see(after(call, &format!("battle-{}.html", id.0)))),
        Err(wrong) if wrong.status == StatusCode::FORBIDDEN => Err(wrong),
        Err(wrong) => {
            let form = form(call, id, Some(&typed), frame::messages(&wrong.says))?;
            Ok(Answer::page(frame::page(call, &title(id), "/report", form)?).with(wrong.status))
        }
    }
}
